#!/usr/bin/python3
"""Failures that no caller is told of are seen by the person who looks on, and the log has every one."""
import json
import os
import signal
import subprocess
import tempfile
import unittest

PEEKABOO = os.path.realpath(os.environ["PEEKABOO"])

TRIGGER = '''local event, task = require "event", require "task"
local done, runs, trigger = task.bell(), 0
trigger = event.on { "timer", every = 0.01, run = function()
  runs = runs + 1
  if runs == 3 then
    trigger:stop()
    done:ring()
  end
  error { code = "MINE", message = "no luck", hint = "try again" }
end }
done:wait()
print "went on"
'''
SHOWN = "Error: a trigger's run failed (timer, {0}:3): no luck (MINE)\ntry again\nstack traceback:\n"


class Complaints(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = os.path.join(self.folder, "log")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder, "LC_ALL": "C.UTF-8",
                            "PEEKABOO_LOG_FILE": self.log}

    def peekaboo(self, *words, **options):
        return subprocess.run([PEEKABOO, *words], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env=self.environment, check=False, **options)

    def run_file(self, text):
        with open(os.path.join(self.folder, "a.lua"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.peekaboo("run", "a.lua")

    def logged(self):
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_trigger_that_fails_is_seen_once_and_the_run_goes_on(self):
        run = self.run_file(TRIGGER)
        self.assertEqual((run.stdout, run.returncode), ("went on\n", 26))
        self.assertTrue(run.stderr.startswith(SHOWN.format("a.lua")), run.stderr)
        self.assertIn("\ta.lua:9: in function <a.lua:3>\n", run.stderr)
        self.assertTrue(run.stderr.endswith("Error: triggers failed 3 times\nCorrect the errors shown above.\n"),
                        run.stderr)
        self.assertEqual(run.stderr.count("Error: "), 2)
        self.assertEqual([row["code"] for row in self.logged()], ["MINE"] * 3)

    def test_an_interrupted_run_counts_its_triggers(self):
        with open(os.path.join(self.folder, "a.lua"), "w", encoding="utf-8") as file:
            file.write("""local event = require "event"
                local failed = false
                event.on { "timer", every = 0.01, run = function()
                  if not failed then failed = true error "once" end
                  print "second"
                end }""")
        run = subprocess.Popen([PEEKABOO, "run", "a.lua"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               cwd=self.folder, env=self.environment)
        self.assertEqual(run.stdout.readline(), "second\n")
        run.send_signal(signal.SIGINT)
        _, shown = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertTrue(shown.endswith("Error: triggers failed once\n"), shown)

    def test_at_the_prompt(self):
        run = self.peekaboo("repl", input="do\n" + TRIGGER + "end\n")
        self.assertEqual((run.stdout, run.returncode), ("went on\n", 26), run.stderr)
        self.assertTrue(run.stderr.startswith("Error: a trigger's run failed (timer, "), run.stderr)
        self.assertEqual(run.stderr.count("no luck (MINE)"), 1)

    def test_finalizers(self):
        run = self.run_file("local function shut() error 'lost' end\nsetmetatable({}, { __gc = shut })\n"
                            "collectgarbage()\nkept = setmetatable({}, { __gc = function() error 'at the end' end })\n")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stderr, "Warning: error in __gc (a.lua:1: lost)\n"
                                     "Warning: error in __gc (a.lua:4: at the end)\n")
        self.assertEqual([(row["level"], row["msg"]) for row in self.logged()],
                         [("warn", "error in __gc (a.lua:1: lost)"), ("warn", "error in __gc (a.lua:4: at the end)")])

    def test_a_server_has_them_in_the_log_alone(self):
        path = os.path.join(self.folder, "tools.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write("setmetatable({}, { __gc = function() error 'lost' end })\ncollectgarbage()\n")
        run = self.peekaboo("mcp", "--tools", path, input="")
        self.assertEqual((run.stdout, run.stderr, run.returncode), ("", "", 0))
        self.assertIn("error in __gc", json.dumps(self.logged()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
