#!/usr/bin/python3
"""What the server writes to its log, and what a bad disk does to its calls: nothing.

    PEEKABOO=build/peekaboo BAD_DISK_LIBRARY=build/libbad_disk.so tests/cli/log_test.py
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from mcp_client import Client  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
BAD_DISK_LIBRARY = os.environ["BAD_DISK_LIBRARY"]


class Log(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-log-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "own.log")

    def serve(self, **variables):
        return Client(PEEKABOO, {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                                 "PEEKABOO_LOG_FILE": self.path, **variables})

    def lines(self, path=None):
        with open(path or self.path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def calls(self):
        return [line for line in self.lines() if line["msg"].startswith("call")]

    def test_every_call_is_one_line(self):
        client = self.serve()
        client.tool("list", item_type="server_status").result()
        client.tool("list", item_type="dogs").result()
        client.tool("analyze", image_path="/x.gif", question="?").result()
        with self.assertRaises(AssertionError):
            client.tool("dance").result()
        self.assertEqual(client.end(), 0)
        seen = self.calls()
        self.assertEqual([(line["tool"], line["code"]) for line in seen],
                         [("list", "OK"), ("list", "INVALID_ARGUMENT"), ("analyze", "INVALID_ARGUMENT"),
                          ("dance", "INVALID_ARGUMENT")])
        self.assertEqual([line["level"] for line in seen], ["info", "warn", "warn", "warn"])
        for line in seen:
            self.assertGreaterEqual(line["milliseconds"], 0)
            self.assertEqual(line["pid"], client.process.pid)

    def test_a_failure_says_why_and_what_was_asked(self):
        client = self.serve(PEEKABOO_AI_PROVIDERS="ocr")
        client.tool("image", app_target="PID:999999", path="relative.png", question="what is my balance?").result()
        client.tool("analyze", image_path="/none.gif", question="my secret question",
                    provider_config={"type": "ocr"}).result()
        self.assertEqual(client.end(), 0)
        image, analyze = self.calls()
        self.assertEqual({name: image[name] for name in ("tool", "client", "caller", "app_target", "path", "code")},
                         {"tool": "image", "client": "faults 1", "caller": "mcp", "app_target": "PID:999999",
                          "path": "relative.png", "code": "INVALID_ARGUMENT"})
        self.assertIn("is not absolute", image["message"])
        self.assertIn("Begin it with /", image["hint"])
        self.assertEqual((analyze["image_path"], analyze["type"]), ("/none.gif", "ocr"))
        self.assertIn("Unsupported image format: .gif", analyze["message"])
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn("balance", text)
        self.assertNotIn("secret question", text)

    def test_what_only_the_log_is_told_of_stays_here(self):
        client = self.serve()
        result = client.tool("list", item_type="dogs").result()
        self.assertEqual(set(result), {"content", "isError", "_meta"})
        self.assertEqual(set(result["_meta"]), {"backend_error_code"})
        self.assertEqual(client.end(), 0)

    def test_a_command_that_fails_says_why(self):
        run = self.run_command("analyze", "/none.gif", "my question", "--json-output")
        (line,) = [line for line in self.lines() if line["level"] == "error"]
        self.assertEqual((line["code"], line["command"], line["image_path"]), ("INVALID_ARGUMENT", "analyze", "/none.gif"))
        document = json.loads(run.stdout)
        self.assertEqual(document["success"], False)
        self.assertTrue(document["debug_logs"][-1].startswith("ERROR: Unsupported image format: .gif"), document)
        self.assertNotIn("my question", run.stdout + str(self.lines()))

    def run_command(self, *words, **variables):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                       "PEEKABOO_LOG_FILE": self.path, **variables}
        return subprocess.run([PEEKABOO, *words], env=environment, capture_output=True, text=True, timeout=60, check=False)

    def test_paths_are_resolved_or_refused_like_others(self):
        self.run_command("image", "--app", "", PEEKABOO_LOG_FILE="~/of mine/own.log")
        self.assertEqual(self.lines(os.path.join(self.folder, "of mine", "own.log"))[-1]["level"], "error")
        client = self.serve(PEEKABOO_LOG_FILE="own.log")
        status = client.tool("list", item_type="server_status").text()
        self.assertEqual(client.end(), 0)
        default = os.path.join(self.folder, "peekaboo-mcp.log")
        self.assertIn("Log file: " + default, status)
        self.assertIn("PEEKABOO_LOG_FILE is 'own.log', which is not an absolute path", status)
        self.assertIn("PEEKABOO_LOG_FILE is 'own.log', which is not an absolute path", self.lines(default)[0]["msg"])
        self.assertFalse(os.path.exists("own.log"))

    def test_a_level_silences(self):
        client = self.serve(PEEKABOO_LOG_LEVEL="error")
        client.tool("list", item_type="dogs").result()
        self.assertEqual(client.end(), 0)
        self.assertFalse(os.path.exists(self.path))

    def test_an_unknown_level_is_info_and_a_warning(self):
        client = self.serve(PEEKABOO_LOG_LEVEL="loud")
        status = client.tool("list", item_type="server_status").text()
        self.assertIn("PEEKABOO_LOG_LEVEL is 'loud'", status)
        self.assertEqual(client.end(), 0)
        self.assertEqual([line["level"] for line in self.lines()], ["warn", "info"])

    def test_a_path_that_cannot_be(self):
        for path in ("/proc/none/x.log", "/dev/null/x.log", self.folder, "/dev/null"):
            with self.subTest(path):
                client = self.serve(PEEKABOO_LOG_FILE=path)
                status = client.tool("list", item_type="server_status").text()
                self.assertEqual(client.end(), 0)
                self.assertIn(f"⚠️ {path}: ", status)
                default = os.path.join(self.folder, "peekaboo-mcp.log")
                self.assertIn("Log file: " + default, status)
                self.assertEqual(self.lines(default)[-1]["tool"], "list")

    def test_no_key_reaches_the_log(self):
        client = self.serve(PEEKABOO_LOG_LEVEL="trace", OPENAI_API_KEY="very-own-key-of-mine",
                            PEEKABOO_AI_PROVIDERS="openai/gpt-4o", OPENAI_BASE_URL="http://127.0.0.1:9/v1")
        client.tool("list", item_type="server_status").result()
        client.tool("very-own-key-of-mine")
        client.ping().result()
        self.assertEqual(client.end(), 0)
        with open(self.path, encoding="utf-8") as file:
            self.assertNotIn("very-own-key", file.read())

    def test_a_full_disk_stalls_nothing(self):
        self.calls_go_on("full")
        self.assertEqual(os.path.getsize(self.path), 0)

    def test_a_disk_that_hangs_stalls_nothing(self):
        self.calls_go_on("log")

    def calls_go_on(self, disk):
        client = self.serve(PEEKABOO_LOG_LEVEL="trace", LD_PRELOAD=BAD_DISK_LIBRARY, BAD_DISK=disk)
        for _ in range(200):
            client.tool("list", item_type="dogs").result()
        self.assertEqual(client.end(), 0)

    def test_several_servers_at_once(self):
        clients = [self.serve() for _ in range(4)]
        calls = [client.tool("list", item_type="dogs") for _ in range(50) for client in clients]
        for call in calls:
            call.result()
        for client in clients:
            self.assertEqual(client.end(), 0)
        seen = self.calls()
        self.assertEqual(len(seen), 200)
        self.assertEqual({line["pid"] for line in seen}, {client.process.pid for client in clients})

    def test_on_standard_error_as_well(self):
        for name in ("PEEKABOO_CONSOLE_LOGGING", "PEEKABOO_MCP_CONSOLE_LOGGING"):
            with self.subTest(name):
                errors = os.path.join(self.folder, name)
                command = ["sh", "-c", 'exec "$0" "$@" 2>"$ERRORS"']
                environment = {"PATH": os.environ["PATH"], "TMPDIR": self.folder, "HOME": self.folder, "ERRORS": errors,
                               "PEEKABOO_LOG_FILE": self.path, name: "true"}
                status = os.spawnvpe(os.P_WAIT, "sh", [*command, PEEKABOO, "image", "--app", ""], environment)
                self.assertEqual(status, 64)
                with open(errors, encoding="utf-8") as file:
                    self.assertIn('"level":"error"', file.read())


if __name__ == "__main__":
    unittest.main(verbosity=2)
