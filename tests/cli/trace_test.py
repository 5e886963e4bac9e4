#!/usr/bin/python3
"""`--trace` tells of every native call; tracebacks name the script's lines across native calls and tasks."""
import os
import re
import subprocess
import tempfile
import unittest

from ask import HANDSHAKE, ask

PEEKABOO = os.environ["PEEKABOO"]

SCRIPT = '''local env, fs, json, log, task, time = require "env", require "fs", require "json", require "log", require "task", require "time"
env.get "HOME"
task.sleep(0.05)
try(fs.read, "/nowhere/at all")
task.all { function() task.sleep(0.01) end, function() time.now() end }
log.info("hello", { api_key = "abc", list = { 1, 2, 3, 4, 5, 6 }, deep = { a = { b = { c = 1 } } } })
env.get "MY_API_KEY"
require("process").run({ "true", "--password", "SECRET1", "--token=SECRET2" }, { stdin = "SECRET6" })
try(require("http").get, "http://u:SECRET3@127.0.0.1:1/?token=SECRET7&page=5")
fs.write("out.txt", ("x"):rep(5000))
fs.read("out.txt")
local waiting = task.spawn(task.sleep, 60)
task.cancel(waiting)
try(task.wait, waiting)
'''


class Trace(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                            "MY_API_KEY": "very-secret-text"}

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def peekaboo(self, *words, **options):
        return subprocess.run([PEEKABOO, *words], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env=self.environment, **options)

    def traced(self, *words, **options):
        run = self.peekaboo(*words, **options)
        return run, [line for line in run.stderr.splitlines() if line.startswith("trace ")]

    def test_a_script(self):
        run, lines = self.traced("run", "--trace", self.write("all.lua", SCRIPT))
        self.assertEqual(run.returncode, 0, run.stderr)
        text = "\n".join(lines)

        def one(pattern):
            found = [line for line in lines if re.search(pattern, line)]
            self.assertEqual(len(found), 1, pattern + "\n" + text)
            return found[0]

        for line in lines:
            self.assertRegex(line, r"^trace \[[\d.]+\] .*, \d+\.\d{3} ms$")
        one(r'all\.lua:2 env\.get\("HOME"\) -> "/')
        slept = one(r"all\.lua:3 task\.sleep\(0\.05\), ")
        self.assertGreater(float(re.search(r", ([\d.]+) ms", slept).group(1)), 49)
        one(r'all\.lua:4 fs\.read\("/nowhere/at all"\) failed: FILE_IO_ERROR: ')
        one(r"\[\d+\.\d+\] \S*all\.lua:5 task\.sleep\(0\.01\)")  # in a task of the call
        one(r"\[\d+\] \S*all\.lua:5 task\.all\(\{function, function\}\)")
        one(r'log\.info\("hello", \{api_key = \*\*\*, deep = \{a = \{…\}\}, list = \{1, 2, 3, 4, … 6 in all\}\}\)')
        one(r"fs\.read\(\"out\.txt\"\) -> blob application/octet-stream 5000 bytes")
        one(r"task\.wait\(task\) failed: CANCELLED")
        self.assertNotIn("very-secret-text", run.stderr)
        self.assertNotRegex(text, r"SECRET\d")
        self.assertRegex(text, r"page=5")
        self.assertLess(max(map(len, lines)), 800)

    def test_the_flag_may_stand_first_and_without_it_there_is_nothing(self):
        path = self.write("short.lua", 'require("task").sleep(0)')
        self.assertTrue(self.traced("--trace", "run", path)[1])
        self.assertEqual(self.peekaboo("run", path).stderr, "")
        run = self.peekaboo("run", path, "--trace")  # behind the file it is the script's own word
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_other_commands(self):
        path = self.write("tools.lua", 'local tool, time = require "tool", require "time"\ntool.register { name = "now", '
                          'description = "now", run = function() time.now() return { content = {} } end }')
        run, lines = self.traced("call", "--trace", "--tools", path, "now", "{}")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue(any("tools.lua:2 time.now() -> " in line for line in lines), run.stderr)
        _, lines = self.traced("repl", "--trace", input="require('time').clock()\n")
        self.assertTrue(any("prompt:1 time.clock() -> " in line for line in lines))
        self.assertTrue(self.traced("doctor", "--trace")[1])

    def test_under_mcp_the_log_has_it(self):
        log = os.path.join(self.folder, "trace.log")
        self.environment["PEEKABOO_LOG_FILE"] = log
        ask(["mcp", "--trace"], [HANDSHAKE, ("tools/call", {"name": "list", "arguments": {"item_type": "server_status"}})],
            self.environment)
        with open(log, encoding="utf-8") as file:
            self.assertIn("desktop.status(", file.read())

    def failing(self, text):
        run = self.peekaboo("run", self.write("failing.lua", text))
        self.assertEqual(run.returncode, 26)
        return run.stderr

    def test_tracebacks_have_the_scripts_lines(self):
        text = self.failing('local fs = require "fs"\nlocal function inner()\n  fs.read "/nowhere"\nend\n'
                            "local function outer()\n  inner()\n  return 1\nend\nouter()\n")
        for line in ("failing.lua:3: in ", "failing.lua:6: in ", "failing.lua:9: in main chunk", "in function 'fs.read'"):
            self.assertIn(line, text)

    def test_tracebacks_of_tasks(self):
        script = '''local task, fs = require "task", require "fs"
local function work(path)
  task.sleep(0.01)
  fs.read(path)
  return 1
end
%s
'''
        for start in ('task.spawn(work, "/nowhere")', 'task.wait(task.spawn(work, "/nowhere"))',
                      'task.all { function() work "/nowhere" end }', 'task.timeout(5, work, "/nowhere")',
                      'task.race { function() work "/nowhere" end }', 'coroutine.wrap(work)("/nowhere")',
                      'local _, err = try(work, "/nowhere")\nerror(err, 0)'):
            with self.subTest(start):
                text = self.failing(script % start)
                self.assertIn("/nowhere", text)
                if not start.startswith("local"):
                    self.assertIn("failing.lua:4: in ", text)
                self.assertIn("failing.lua:", text.partition("traceback")[2])


if __name__ == "__main__":
    unittest.main(verbosity=2)
