#!/usr/bin/python3
"""peekaboo run with files that hold the program: they are named while they do, and Ctrl-C ends it."""
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
PATIENCE = 120
SPIN = "while true do end"


class Holds(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-holds-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = self.folder + "/log"

    def start(self, text):
        with open(self.folder + "/own.lua", "w", encoding="utf-8") as file:
            file.write("print 'begun'\n" + text)
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder, "PEEKABOO_LOG_FILE": self.log}
        process = subprocess.Popen([PEEKABOO, "run", "own.lua"], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        self.assertEqual(process.stdout.readline(), "begun\n")
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def interrupt(self, process):
        process.send_signal(signal.SIGINT)
        return process.wait(PATIENCE)

    def test_what_holds_is_named_with_its_line_while_it_does(self):
        for text, place in ((f"local t = {{1, 2}}\ntable.sort(t, function()\n {SPIN}\nend)", r"own\.lua:4"),
                            ("table.move({}, 1, 1 << 60, 2)", r"own\.lua:2 \(in table\.move\)"),
                            ("local s =\n (''):rep(1 << 60)", r"own\.lua:3 \(in string\.rep\)")):
            with self.subTest(text):
                process = self.start(text)
                line = process.stderr.readline()
                self.assertRegex(line, rf"^Warning: {place} has blocked the program for \d+ s; Ctrl-C ends it$")
                self.assertEqual(self.interrupt(process), 130)
                with open(self.log, encoding="utf-8") as file:
                    rows = [json.loads(row) for row in file]
                self.assertTrue(any(re.search(place, row.get("place", "")) for row in rows), rows)
                os.remove(self.log)

    def test_an_interrupt_ends_every_loop(self):
        for text in (SPIN, f"while true do pcall(function() {SPIN} end) end", f"coroutine.wrap(function() {SPIN} end)()",
                     "local s = ('a'):rep(60) while true do s:find('a*a*a*a*b') end",
                     "local task = require 'task' while true do pcall(task.sleep, 1000) end",
                     f"setmetatable({{}}, {{ __gc = function() {SPIN} end }}) collectgarbage()",
                     f"local g <close> = setmetatable({{}}, {{ __close = function() {SPIN} end }})"):
            with self.subTest(text):
                self.assertEqual(self.interrupt(self.start(text)), 130)

    def test_a_second_interrupt_ends_it_at_once(self):
        process = self.start("local s = ('a'):rep(10000)\ns:find('a*a*a*a*b')")
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.interrupt(process), 130)

    def test_one_that_computes_in_turns_is_not_named(self):
        process = self.start("local time, task = require 'time', require 'task' local start = os.clock()\n"
                             "while os.clock() - start < 2.5 do end print 'done'")
        self.assertEqual(process.stdout.readline(), "done\n")
        self.assertEqual((process.wait(PATIENCE), process.stderr.read()), (0, ""))

    def test_bounded_failures_are_reported(self):
        for text, word in (("local function f() return 1 + f() end f()", "own.lua:2: stack overflow"),
                           ("os.execute 'ls'", "os.execute is not available (UNSUPPORTED)"),
                           ("coroutine.yield()", "outside a coroutine"),
                           ("local g <close> = setmetatable({}, { __close = function() error 'in close' end })", "own.lua:2: in close")):
            with self.subTest(text):
                process = self.start(text)
                _, complaint = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 26)
                self.assertIn(word, complaint)


class HoldsOfTheServer(unittest.TestCase):
    """A tool of the user's own that holds the server is ended, and the server goes on."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-holds-")
        self.addCleanup(shutil.rmtree, self.folder)
        file = self.folder + "/hog.lua"
        with open(file, "w", encoding="utf-8") as stream:
            stream.write("local tool = require 'tool' tool.register { name = 'hog', description = 'Holds.', params = {}, run = function()\n"
                         f"table.sort({{1, 2}}, function() {SPIN} end) end }}\n")
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder, "PEEKABOO_LOG_FILE": self.folder + "/log"}
        self.server = subprocess.Popen([PEEKABOO, "mcp", "--tools", file], env=environment, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end)

    def end(self):
        self.server.kill()
        self.server.wait()
        self.server.stdin.close()
        self.server.stdout.close()

    def ask(self, number, method, **params):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        self.server.stdin.flush()
        while True:
            answer = json.loads(self.server.stdout.readline())
            if answer.get("id") == number:
                return answer["result"]

    def test_a_tool_that_holds_the_server_is_ended(self):
        self.ask(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})
        result = self.ask(2, "tools/call", name="hog", arguments={})
        self.assertTrue(result["isError"])
        self.assertIn("hog.lua:2: script blocked the program for too long", result["content"][0]["text"])
        self.assertEqual(self.ask(3, "ping"), {})


if __name__ == "__main__":
    unittest.main()
