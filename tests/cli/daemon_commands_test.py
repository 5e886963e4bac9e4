#!/usr/bin/python3
"""peekaboo daemon status, reload and logs: what people ask the one that runs."""
import datetime
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from daemon import PATIENCE, PEEKABOO, Home  # noqa: E402


class Commands(unittest.TestCase):
    def setUp(self):
        self.home = Home(self)

    def test_without_a_daemon(self):
        for word in ("status", "reload", "logs"):
            done = self.home.run("daemon", word)
            self.assertEqual((done.returncode, done.stdout), (17, ""))
            self.assertIn("`peekaboo daemon`", done.stderr)
        failed = json.loads(self.home.run("daemon", "status", "--json-output").stdout)
        self.assertEqual(failed["error"]["context"]["reason"], "missing")

    def test_status_reload_and_logs(self):
        self.home.save("good", "print 'ran' require('task').sleep(1000)")
        self.home.save("bad", "error 'luck'")
        daemon = self.home.start()
        daemon.wait_for("good", state="running")
        daemon.wait_for("bad", state="failed")
        status = self.home.run("daemon", "status")
        self.assertRegex(status.stdout, r"(?m)^bad +failed +.*luck$")
        self.assertRegex(status.stdout, r"(?m)^good +running ")
        self.assertEqual(status.returncode, 0)
        good = self.home.run("daemon", "reload", "good")
        self.assertEqual(good.returncode, 0, good.stderr)
        self.assertEqual(daemon.rows()["good"]["starts"], 2)
        self.assertEqual(daemon.rows()["bad"]["starts"], 1)
        everything = json.loads(self.home.run("daemon", "reload", "--json-output").stdout)
        self.assertEqual((everything["success"], everything["error"]["code"]), (False, "SCRIPT_ERROR"))
        self.assertEqual([row["starts"] for row in everything["data"]["automations"]], [2, 3])
        self.assertEqual(self.home.run("daemon", "reload", "none").returncode, 20)
        logs = self.home.run("daemon", "logs", "good", "--lines", "2")
        self.assertRegex(logs.stdout, r"^\d\d:\d\d:\d\d good: restarted\n\d\d:\d\d:\d\d good: ran\n$")
        lines = json.loads(self.home.run("daemon", "logs", "bad", "--json-output").stdout)["data"]["lines"]
        self.assertTrue(all(line["script"] == "bad" for line in lines) and lines)

    def test_status_shows_every_trigger(self):
        self.home.save("helper", "return function() error 'luck' end")
        self.home.save("clock", """local event, handler = require "event", require "helper"
            event.on { "timer", every = 0.05, run = handler }
            event.on { "time", at = "07:30", run = print }
            event.on { "signal", name = "SIGUSR2", run = function() end }""")
        daemon = self.home.start()
        daemon.wait_for("clock", triggers=lambda facts: facts and facts["live"] == 3 and facts["failed"] > 1)
        timer, time_of_day, hang_up = daemon.rows()["clock"]["triggers"]["list"]
        self.assertEqual((timer["kind"], timer["about"], timer["live"]), ("timer", "every = 0.05", True))
        self.assertGreaterEqual(timer["next"], timer["last"])
        self.assertEqual((time_of_day["fired"], time_of_day["about"]), (0, "at = 07:30"))
        self.assertRegex(datetime.datetime.fromtimestamp(time_of_day["next"], datetime.timezone.utc).strftime("%H:%M:%S"), "07:30:00")
        self.assertEqual((hang_up["about"], hang_up.get("next")), ("name = SIGUSR2", None))
        shown = self.home.run("daemon", "status").stdout
        self.assertRegex(shown, r"(?m)^TRIGGER OF +KIND +OPTIONS +STATE +FIRED +FAILED +LAST +NEXT")
        self.assertRegex(shown, r"(?m)^clock +time +at = 07:30 +waiting +0 +0 +\d{4}-\d\d-\d\d 07:30:00$")

    def test_names_that_no_automation_has(self):
        self.home.save("good", "print 'ran'")
        self.home.save("gone", "print 'ran'")
        daemon = self.home.start()
        daemon.wait_for("good", state="done")
        daemon.wait_for("gone", state="done")
        for words in (("logs", "god"), ("logs", "god", "--follow"), ("reload", "god")):
            with self.subTest(words):
                asked = self.home.run("daemon", *words)
                self.assertEqual((asked.returncode, asked.stdout), (20, ""))
                self.assertEqual(asked.stderr, "Error: there is no automation 'god'; did you mean 'good'?\n"
                                               "There are: gone, good\n")
        failed = json.loads(self.home.run("daemon", "logs", "god", "--json-output").stdout)
        self.assertEqual(failed["error"]["code"], "INVALID_ARGUMENT")
        os.remove(self.home.automations + "/gone.lua")
        daemon.wait_until(lambda: "gone" not in daemon.rows())
        kept = self.home.run("daemon", "logs", "gone")  # what it said is still of interest
        self.assertEqual(kept.returncode, 0, kept.stderr)
        self.assertIn("gone: ran\n", kept.stdout)

    def test_a_folder_that_is_not_there_or_empty(self):
        self.home.start()
        status = self.home.run("daemon", "status")
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertIn(f"There is no such folder yet. Make it, and put *.lua files into it: mkdir -p {self.home.automations}\n",
                      status.stdout)
        self.assertIs(json.loads(self.home.run("daemon", "status", "--json-output").stdout)["data"]["folder_exists"], False)
        os.makedirs(self.home.automations)
        self.assertIn("Every *.lua file that is put there is run.\n", self.home.run("daemon", "status").stdout)
        self.assertIn("There is none; they are the *.lua files of ", self.home.run("daemon", "logs", "any").stderr)

    def test_following_the_log(self):
        self.home.save("talks", "for i = 1, 3 do print('word ' .. i) end")
        daemon = self.home.start()
        daemon.wait_for("talks", state="done")
        follower = subprocess.Popen([PEEKABOO, "daemon", "logs", "--follow", "--lines", "1"], env=self.home.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("has come to its end", follower.stdout.readline())
        self.home.save("talks", "print 'anew'")
        self.assertIn("restarted", follower.stdout.readline())
        self.assertIn("talks: anew", follower.stdout.readline())
        self.assertEqual(daemon.end(), 0)
        words, _ = follower.communicate(timeout=PATIENCE)
        self.assertTrue(words.endswith("The daemon has ended.\n"), words)
        self.assertEqual(follower.returncode, 0)

    def test_what_automations_say_at_their_end_is_shown(self):
        self.home.save("last", """local task = require "task"
            local guard <close> = setmetatable({}, { __close = function() print "last words" end })
            task.sleep(1000)""")
        daemon = self.home.start()
        daemon.wait_for("last", state="running")
        self.assertEqual(daemon.end(), 0)
        self.assertIn("last: last words", daemon.process.stdout.read())

    def test_a_restarted_run_of_a_trigger_is_closed_with_its_own_error(self):
        self.home.save("restarts", """local event, task = require "event", require "task"
            event.on { "timer", every = 0.02, when_running = "restart", run = function()
              local guard <close> = setmetatable({}, { __close = function(_, err) print("closed by " .. tostring(err.code)) end })
              task.sleep(1000)
            end }""")
        daemon = self.home.start()
        self.assertIn("closed by CANCELLED", daemon.wait_for_line("closed by", 2)["msg"])

    def test_a_folder_that_comes_later_tells_of_what_is_in_it(self):
        late = self.home.folder + "/late"
        self.home.save("follows", f"""local event = require "event"
            event.on {{ "file.changed", path = "{late}", run = function(path) print("changed " .. path) end }}""")
        daemon = self.home.start()
        daemon.wait_for("follows", state="waiting")
        os.mkdir(late)
        daemon.wait_for_line(f"changed {late}")
        with open(late + "/first", "w", encoding="utf-8") as file:
            file.write("text")
        daemon.wait_for_line(f"changed {late}/first")

    def test_a_terminal_sees_what_happens(self):
        self.home.save("talks", "print 'hello'")
        daemon = self.home.start()
        daemon.wait_for("talks", state="done")
        lines = []
        while not any("has come to its end" in line for line in lines):
            lines.append(daemon.process.stdout.readline())
        self.assertTrue(any("talks: hello" in line for line in lines), lines)

    def test_nobody_reads_what_it_prints(self):
        self.home.save("talks", "local task = require 'task' for i = 1, 5000 do print(('x'):rep(1000)) end print 'through' task.sleep(1000)")
        daemon = self.home.start()  # its standard output is a pipe that we do not read
        daemon.wait_for_line("through")
        self.assertEqual(daemon.rows()["talks"]["state"], "running")
        self.assertEqual(daemon.end(), 0)


if __name__ == "__main__":
    unittest.main()
