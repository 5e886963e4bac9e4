#!/usr/bin/python3
"""What people see: colour on a terminal only, and statuses that tell.

    PEEKABOO=build/peekaboo tests/cli/human_test.py
"""
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
ESCAPE = "\x1b["


class Human(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-human-")
        self.addCleanup(shutil.rmtree, self.folder)

    def environment(self, **variables):
        return {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder, "TERM": "xterm", **variables}

    def run_peekaboo(self, *words, **variables):
        return subprocess.run([PEEKABOO, *words], env=self.environment(**variables), capture_output=True, timeout=60,
                              check=False, text=True, cwd=self.folder)

    def on_a_terminal(self, *words, **variables):
        master, slave = pty.openpty()
        with subprocess.Popen([PEEKABOO, *words], env=self.environment(**variables), stdin=slave, stdout=slave,
                              stderr=slave):
            os.close(slave)
            seen = b""
            while True:
                try:
                    seen += os.read(master, 65536)
                except OSError:
                    break
        os.close(master)
        return seen.decode()

    def test_colour_on_a_terminal_only(self):
        self.assertIn(ESCAPE, self.on_a_terminal("config", "show"))
        self.assertNotIn(ESCAPE, self.run_peekaboo("config", "show").stdout)
        self.assertNotIn(ESCAPE, self.on_a_terminal("config", "show", NO_COLOR="1"))
        self.assertIn(ESCAPE, self.on_a_terminal("config", "show", NO_COLOR=""))
        self.assertNotIn(ESCAPE, self.on_a_terminal("config", "show", TERM="dumb"))

    def test_a_program_that_says_too_much(self):
        with open(os.path.join(self.folder, "long.lua"), "w", encoding="utf-8") as file:
            file.write("""local process = require "process"
                local long = process.run { "head", "-c", "70000000", "/dev/zero" }
                print(#long.stdout, long.truncated, process.run({ "echo", "short" }).truncated)""")
        self.assertEqual(self.run_peekaboo("run", "long.lua").stdout, "67108864\ttrue\tfalse\n")

    def test_bare_is_help(self):
        run = self.run_peekaboo()
        self.assertEqual(run.returncode, 0)
        self.assertIn("Usage: peekaboo", run.stdout)

    def test_the_statuses_that_help_lists_are_those_of_the_table(self):
        with open(os.path.join(os.path.dirname(__file__), "../../scripts/modules/errors.lua"), encoding="utf-8") as file:
            table = {code: int(status) for code, status in re.findall(r'{ "([A-Z_]+)", (\d+),', file.read())}
        listed = 0
        for command in ("run", "check", "daemon"):
            for status, code in re.findall(r"(?m)^  (\d+) .*\(([A-Z_]+)\)$", self.run_peekaboo(command, "--help").stdout):
                listed += 1
                self.assertIn(int(status), (table[code], 64 if code == "INVALID_ARGUMENT" else table[code]), command)
        self.assertEqual(listed, 11)

    def test_statuses_and_where_words_go(self):
        for status, words in ((64, ["imag"]), (64, ["list", "dogs"]), (64, ["image", "--mode", "window"]),
                              (64, ["image", "--bogus"]), (17, ["analyze", "none.png"]), (20, ["analyze", "none.gif"]),
                              (13, ["list", "apps"]), (13, ["image"])):
            with self.subTest(words):
                run = self.run_peekaboo(*words, PEEKABOO_AI_PROVIDERS="ocr", DISPLAY=":987")
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertEqual(run.stdout, "")
                self.assertRegex(run.stderr, "^Error: ")
                run = self.run_peekaboo(*words, "--json-output", PEEKABOO_AI_PROVIDERS="ocr", DISPLAY=":987")
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertEqual(run.stderr, "")
                document = json.loads(run.stdout)
                self.assertIs(document["success"], False)
                self.assertEqual(set(document), {"success", "error", "debug_logs"})

    def test_the_status_without_a_display(self):
        run = self.run_peekaboo("list", "server_status", DISPLAY=":987")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("## Configuration Issues", run.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
