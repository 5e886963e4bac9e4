#!/usr/bin/python3
"""Files in the configuration folder's tools/ and those of --tools: a running server follows them and tells its clients."""
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
from waiting import wait_until  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
PATIENCE = 30


def tool(name, answer="here", before=""):
    return (f"{before}\nlocal tool = require 'tool'\ntool.register {{ name = '{name}', description = 'A test', "
            f"run = function() return {{ content = {{ tool.text('{answer}') }} }} end }}")


class Server:
    """A client that keeps what comes unasked in a queue."""

    def __init__(self, home, *words, capabilities=None):
        environment = {"PATH": os.environ["PATH"], "HOME": home, "TMPDIR": home, "PEEKABOO_LOG_FILE": home + "/log"}
        self.process = subprocess.Popen([PEEKABOO, "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=environment, text=True)
        self.answers, self.news, self.count = queue.Queue(), queue.Queue(), 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.ask("initialize", protocolVersion="2025-06-18", capabilities=capabilities or {}, clientInfo={"name": "t", "version": "1"})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            (self.answers if "id" in message else self.news).put(message)

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.answers.get(timeout=PATIENCE)["result"]

    def told(self, method="notifications/tools/list_changed"):
        while self.news.get(timeout=PATIENCE)["method"] != method:
            pass

    def tools(self):
        return [each["name"] for each in self.ask("tools/list")["tools"]][3:]

    def call(self, name, **arguments):
        return self.ask("tools/call", name=name, arguments=arguments)["content"][0]["text"]

    def problems(self):
        status = self.ask("tools/call", name="list", arguments={"item_type": "server_status"})
        return [row["problem"] for row in status["structuredContent"]["server_status"]["configuration_issues"]
                if "tools file" in row["problem"]]

    def wait_for_problem(self, word):
        """A broken file changes nothing that a client is told of; the log tells when it was read."""
        def told():
            if self.process.poll() is not None:
                raise EOFError("the server has ended")
            return any(word in problem for problem in self.problems())
        wait_until("the problem", told, PATIENCE)

    def end(self):
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


class Reload(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.home)
        self.folder = self.home + "/.config/peekaboo/tools"

    def write(self, name, text, folder=None):
        folder = folder or self.folder
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".new", path)  # as editors do
        return path

    def start(self, *words):
        server = Server(self.home, *words)
        self.addCleanup(server.kill)
        return server

    def test_saved_changed_broken_mended_and_removed(self):
        server = self.start()
        self.assertEqual(server.tools(), [])
        path = self.write("greet.lua", tool("greet"))
        server.told()
        self.assertEqual((server.tools(), server.call("greet")), (["greet"], "here"))
        self.write("greet.lua", tool("greet", "there"))
        server.told()
        self.assertEqual(server.call("greet"), "there")
        self.write("greet.lua", "tool.register {")
        server.wait_for_problem("greet.lua:1:")
        self.assertEqual(server.call("greet"), "there")
        self.write("greet.lua", tool("welcome"))
        server.told()
        self.assertEqual((server.tools(), server.problems()), (["welcome"], []))
        os.remove(path)
        server.told()
        self.assertEqual(server.tools(), [])
        self.assertEqual(server.end(), 0)

    def test_a_name_that_is_taken_is_refused_with_both_files(self):
        one = self.write("a.lua", tool("same", "first"))
        other = self.write("b.lua", tool("same", "second") + "\n" + tool("other"))
        ours = self.write("c.lua", tool("image"))
        server = self.start()
        self.assertEqual((server.tools(), server.call("same")), (["same"], "first"))
        problems = server.problems()
        self.assertIn(f"two tools named same: in {one}, and in {other}", problems[0])
        self.assertIn(f"two tools named image: built in, and in {ours}", problems[1])
        os.remove(one)  # now the name is free for the other file
        server.told()
        while server.tools() != ["same", "other"]:
            server.told()
        self.assertEqual(server.call("same"), "second")
        self.assertEqual([ours in problem for problem in server.problems()], [True])

    def test_a_file_of_the_command_line_and_its_neighbour(self):
        folder = self.home + "/own"
        self.write("words.lua", "return 'one'", folder)
        path = self.write("own.lua", tool("own", "' .. require('words') .. '"), folder)
        server = self.start("--tools", path)
        self.assertEqual(server.call("own"), "one")
        self.write("words.lua", "return 'two'", folder)
        server.told()
        self.assertEqual(server.call("own"), "two")

    def test_resources_and_prompts_are_followed(self):
        server = self.start()
        self.write("notes.lua", "require('resource').register { uri = 'notes://a', name = 'A', read = function() return 'x' end }\n"
                   "require('prompt').register { name = 'plan', run = function() return 'Plan' end }")
        server.told("notifications/prompts/list_changed")
        self.assertIn("plan", [each["name"] for each in server.ask("prompts/list")["prompts"]])
        self.assertIn("notes://a", [each["uri"] for each in server.ask("resources/list")["resources"]])

    def test_a_call_under_way_goes_on(self):
        wait = "local task = require 'task'\nrequire('tool').register { name = 'wait', run = function(_, call) " \
               "call:log('info', 'begun') task.sleep(0.5) return { content = { require('tool').text('old') } } end }"
        self.write("wait.lua", wait)
        server = self.start()
        server.send({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": {"name": "wait", "arguments": {}}})
        server.told("notifications/message")
        self.write("wait.lua", wait.replace("old", "new"))
        server.told()
        self.assertEqual(server.answers.get(timeout=PATIENCE)["result"]["content"][0]["text"], "old")
        self.assertEqual(server.call("wait"), "new")

    def test_a_folder_that_goes_and_comes_again(self):
        self.write("a.lua", tool("a"))
        server = self.start()
        self.assertEqual(server.tools(), ["a"])  # from now on the client is told of changes
        shutil.rmtree(self.home + "/.config")
        server.told()
        self.assertEqual(server.tools(), [])
        self.write("b.lua", tool("b"))
        server.told()
        self.assertEqual(server.tools(), ["b"])

    def test_a_file_that_never_ends_does_not_hold_the_server(self):
        self.write("a.lua", "require('task').sleep(1000)")
        server = self.start()
        self.assertEqual(server.tools(), [])
        self.assertIn("within 3 s", server.problems()[0])

    def test_at_the_shell(self):
        self.write("greet.lua", tool("greet"))
        self.write("broken.lua", "nonsense(")
        environment = {"PATH": os.environ["PATH"], "HOME": self.home}
        called = subprocess.run([PEEKABOO, "call", "greet"], env=environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(json.loads(called.stdout)["content"][0]["text"], "here")
        told = subprocess.run([PEEKABOO, "doctor"], env=environment, capture_output=True, text=True, timeout=60)
        self.assertIn("broken.lua", told.stdout)


if __name__ == "__main__":
    unittest.main()
