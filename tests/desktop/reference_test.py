#!/usr/bin/python3
"""The Lua reference tells the truth: every function has types and an example, every example runs, and what functions
give has the fields that are told."""
import http.server
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import support

sys.path.insert(0, os.path.join(support.HERE, "..", "cli"))
import terminal as terminals  # noqa: E402
from tools_reload_test import PATIENCE, Server  # noqa: E402

EXAMPLES = os.path.join(support.HERE, "..", "..", "scripts", "docs", "examples")


class Answers(http.server.BaseHTTPRequestHandler):
    """A web server with what the examples ask for."""

    def answer(self, document):
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer({"builds": [{"name": "main", "state": "green"}]})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({"id": 1})

    def do_DELETE(self):
        self.answer({})

    def log_message(self, *_):
        pass


def api():
    run = subprocess.run([support.PEEKABOO, "--json-output", "api"], check=True, capture_output=True, timeout=60)
    return json.loads(run.stdout)["data"]["modules"]


def rows(module):
    """Rows of functions and methods, each with the folder of its example."""
    return [(row, "modules") for row in module["functions"]] + [(row, "objects") for row in module["methods"]]


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.home = tempfile.mkdtemp(prefix="reference.", dir=os.environ["RIG"])
        cls.environment = {**os.environ, "HOME": cls.home, "XDG_CONFIG_HOME": cls.home, "TMPDIR": cls.home,
                           "PEEKABOO_AI_PROVIDERS": "ocr", "SERVER": f"http://127.0.0.1:{cls.server.server_port}"}
        apps = os.path.join(support.RIG, "apps")
        cls.started = [subprocess.Popen([os.path.join(apps, "terminal"), "Editor", "All tests passed"]),
                       subprocess.Popen([os.path.join(apps, "gtk_form.py")], stdin=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL),
                       subprocess.Popen(["pcmanfm-qt", cls.home], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"})]
        support.wait_until("the windows", lambda: {"Editor", "Order Form"} <= set(support.windows()))
        support.settled(support.see_screen)
        cls.modules = api()

    @classmethod
    def tearDownClass(cls):
        for process in cls.started:
            process.kill()
            process.wait()
        cls.server.shutdown()
        cls.server.server_close()

    def source(self, example):
        """As a person would write it, on one line more: the modules stand before it."""
        names = [module["name"] for module in self.modules if module["name"] != "_G" and not module["object"]]
        return " ".join(f'local {name} = require "{name}"' for name in names) + "\n" + example + "\n"

    def file(self, text):
        folder = tempfile.mkdtemp(prefix="example.", dir=self.home)
        path = os.path.join(folder, "example.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_file(self, path):
        return subprocess.run([support.PEEKABOO, "run", path], env=self.environment, capture_output=True, text=True,
                              timeout=60, cwd=os.path.dirname(path))

    def test_everything_is_told(self):
        count = 0
        for module in self.modules:
            self.assertGreater(len(module["about"]), 5, module["name"])
            for row, folder in rows(module):
                with self.subTest(row["call"]):
                    count += 1
                    self.assertGreater(len(row["text"]), 5)
                    self.assertIsNotNone(row.get("example"), f"no example in scripts/docs/examples/{folder}/"
                                         f"{module['name']}.lua for {row['name']}")
                    for each in row["parameters"]:
                        self.assertGreater(len(each["type"]), 0, f"{each['name']} has no type")
                        self.assertGreater(len(each["text"]), 3, f"{each['name']} has no text")
        self.assertGreater(count, 80)

    def test_no_example_is_left_over(self):
        known = {}
        for module in self.modules:
            for row, folder in rows(module):
                known.setdefault(f"{folder}/{module['name']}.lua", set()).add(row["name"])
        found = [f"{folder}/{name}" for folder in ("modules", "objects") for name in os.listdir(os.path.join(EXAMPLES, folder))]
        self.assertGreater(len(found), 25)
        for name in found:
            run = subprocess.run(["lua5.4", "-", os.path.join(EXAMPLES, name)], check=True, capture_output=True, text=True,
                                 input="for name in pairs(dofile(arg[1])) do print(name) end")
            self.assertEqual(set(run.stdout.split()) - known.get(name, set()), set(), name)

    def test_every_example_runs(self):
        count = 0
        for module in self.modules:
            for row, _ in rows(module):
                if module["name"] == "call" or not row.get("example"):
                    continue
                with self.subTest(row["call"]):
                    count += 1
                    run = self.run_file(self.file(self.source(row["example"])))
                    self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        self.assertGreater(count, 80)

    def pasted(self, text):
        """What the prompt shows when a text is pasted into it."""
        environment = {**self.environment, "TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": self.home, "NO_COLOR": "1"}
        folder = tempfile.mkdtemp(prefix="pasted.", dir=self.home)
        prompt = terminals.Terminal([support.PEEKABOO, "repl"], folder, environment, columns=200)
        try:
            prompt.wait_for(r"Ctrl-D ends\.\r*\n> ")
            prompt.type(text + "\nprint('pas' .. 'ted')\n")
            return prompt.wait_for(r"(?s)(.*)\bpasted\r*\n.*> ").group(1)  # a trigger may print meanwhile
        finally:
            prompt.end()

    def test_every_example_can_be_pasted_into_the_prompt(self):
        count = 0
        for module in self.modules:
            for row, _ in rows(module):
                if module["name"] == "call" or not row.get("example"):
                    continue
                with self.subTest(row["call"]):
                    count += 1
                    self.assertNotIn("Error: ", self.pasted(row["example"].strip()))
        self.assertGreater(count, 80)

    def test_the_examples_of_calls_run(self):
        module = next(module for module in self.modules if module["name"] == "call")
        for row in module["methods"]:
            with self.subTest(row["call"]):
                tool = ('tool.register { name = "example", description = "An example", run = function(args, call)\n'
                        + row["example"] + '\nreturn { content = { tool.text "done" } } end }')
                path = self.file(self.source(tool))
                server = Server(self.home, "--tools", path, capabilities={"elicitation": {}})
                self.addCleanup(server.kill)
                server.send({"jsonrpc": "2.0", "id": "call", "method": "tools/call",
                             "params": {"name": "example", "arguments": {}}})
                answer = self.answer_of(server)
                self.assertEqual(answer["result"]["content"][0]["text"], "done")
                self.assertNotIn("isError", answer["result"])

    def answer_of(self, server):
        """The answer to the call; questions on the way are answered."""
        while True:
            try:
                message = server.answers.get(timeout=PATIENCE)
            except queue.Empty:
                self.fail("no answer")
            if message.get("method") == "elicitation/create":
                server.send({"jsonrpc": "2.0", "id": message["id"],
                             "result": {"action": "accept", "content": {"name": "Ann"}}})
            elif message.get("id") == "call":
                return message

    def test_records_have_the_fields_that_are_told(self):
        with open(os.path.join(support.HERE, "records.lua"), encoding="utf-8") as file:
            path = self.file(file.read())
        # What is ours no user's file finds, so copies lie beside it.
        ours = os.path.join(support.HERE, "..", "..", "scripts", "reference")
        for name in ("records", "record_texts", "service_records"):
            with open(os.path.join(ours, name + ".lua"), encoding="utf-8") as file:
                text = re.sub(r'require\("reference\.(\w+)"\)', r'require("reference_\1")', file.read())
            with open(os.path.join(os.path.dirname(path), f"reference_{name}.lua"), "w", encoding="utf-8") as file:
                file.write(text)
        run = self.run_file(path)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        self.assertRegex(run.stdout, r"^\d\d+ records fit\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
