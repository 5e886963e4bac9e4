#!/usr/bin/python3
"""peekaboo daemon: automations that are run, followed and reported; its commands, its end."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from daemon import PATIENCE, PEEKABOO, Home  # noqa: E402

GUARDED = """local task = require "task"
local guard <close> = setmetatable({{}}, {{ __close = function()
  task.shield(1, function() task.sleep(0.01) print "{name} closed" end)
end }})
print "{name} begun"
task.sleep(1000)
"""
LISTENS = "local fs = require 'fs' task = require 'task' task.spawn(function() for _ in fs.watch '/nowhere/at/all' do end end)"


class Files(unittest.TestCase):
    def setUp(self):
        self.home = Home(self)

    def test_each_file_is_a_call_of_its_own(self):
        self.home.save("one", "mine = 1 print('one sees', rawget(_ENV, 'other'))")
        self.home.save("other", LISTENS + " other = 2 require('log').warn('hello', {n = 7})")
        daemon = self.home.start()
        row = daemon.wait_for("one", state="done")
        self.assertEqual((row["starts"], row["path"]), (1, self.home.automations + "/one.lua"))
        daemon.wait_for("other", state="waiting")
        line = daemon.wait_for_line("hello")
        self.assertEqual((line["script"], line["level"], line["n"]), ("other", "warn", 7))
        self.assertEqual(daemon.wait_for_line("one sees")["script"], "one")
        self.assertIn("nil", daemon.wait_for_line("one sees")["msg"])

    def test_saved_broken_mended_and_removed(self):
        path = self.home.save("a", GUARDED.format(name="first"))
        daemon = self.home.start()
        daemon.wait_for_line("first begun")
        self.home.save("a", GUARDED.format(name="second"))
        daemon.wait_for_line("second begun")
        words = [line["msg"] for line in daemon.log() if line["msg"].startswith(("first", "second"))]
        self.assertEqual(words, ["first begun", "first closed", "second begun"])
        self.home.save("a", "x = = 1")
        row = daemon.wait_for("a", problem=lambda text: text and "a.lua:1:" in text)
        self.assertEqual((row["state"], row["starts"]), ("running", 2))
        self.home.save("a", "print 'third'")
        row = daemon.wait_for("a", state="done")
        self.assertNotIn("problem", row)
        os.remove(path)
        daemon.wait_until(lambda: "a" not in daemon.rows())
        self.assertIn("second closed", [line["msg"] for line in daemon.log()])

    def test_one_that_fails_is_reported_and_stays_ended_until_it_is_saved(self):
        self.home.save("bad", "local function deep()\n error 'luck'\nend\ndeep()")
        self.home.save("late", "require('task').spawn(function() require('task').sleep(0.01) error 'in a task' end)")
        daemon = self.home.start()
        row = daemon.wait_for("bad", state="failed")
        self.assertIn("bad.lua:2: luck", row["reason"])
        line = [each for each in daemon.log() if each["msg"].startswith("failed") and each["script"] == "bad"][-1]
        self.assertIn("bad.lua:4:", line["traceback"])
        self.assertIn("in a task", daemon.wait_for("late", state="failed")["reason"])
        self.home.save("other", "print 'hello'")
        daemon.wait_for("other", state="done")  # so that the folder was looked at
        self.assertEqual(daemon.rows()["bad"]["starts"], 1)
        self.home.save("bad", "print 'well'")
        daemon.wait_for("bad", state="done", starts=2)

    def test_a_file_that_nobody_changed_is_not_run_again(self):
        path = self.home.save("a", "print 'ran'")
        daemon = self.home.start()
        daemon.wait_for("a", state="done")
        os.utime(path)
        self.home.save("b", "print 'b'")
        daemon.wait_for("b", state="done")
        self.assertEqual(daemon.rows()["a"]["starts"], 1)

    def test_neighbours_are_followed_and_never_run(self):
        self.home.save("lib/words", "return 'one'")
        self.home.save("a", "print('words ' .. require 'lib.words')")
        daemon = self.home.start()
        daemon.wait_for_line("words one")
        self.home.save("lib/words", "return 'two'")
        daemon.wait_for_line("words two")
        self.assertEqual(list(daemon.rows()), ["a"])

    def test_a_neighbour_that_is_broken_ends_nothing(self):
        self.home.save("lib/words", "return 'one'")
        self.home.save("a", "print('words ' .. require 'lib.words') require('task').sleep(1000)")
        daemon = self.home.start()
        daemon.wait_for_line("words one")
        self.home.save("lib/words", "return (")
        row = daemon.wait_for("a", problem=lambda text: text and "words.lua:1:" in text)
        self.assertEqual(row["state"], "running")

    def test_the_folder_may_be_missing_and_come_and_go(self):
        daemon = self.home.start()
        self.assertEqual(daemon.rows(), {})
        self.home.save("a", "require('task').sleep(1000)")
        daemon.wait_for("a", state="running")
        shutil.rmtree(self.home.folder + "/.config")
        daemon.wait_until(lambda: daemon.rows() == {})
        self.home.save("b", "require('task').sleep(1000)")
        daemon.wait_for("b", state="running")

    def test_a_file_that_is_saved_in_several_steps_is_run_once(self):
        path = self.home.save("a", "print 'old' require('task').sleep(1000)")
        daemon = self.home.start()
        daemon.wait_for_line("old")
        with open(path, "w", encoding="utf-8") as file:  # truncates first
            for part in ("print 'n", "ew' require('task')", ".sleep(1000)"):
                file.write(part)
                file.flush()
                os.fsync(file.fileno())
        daemon.wait_for_line("new")
        row = daemon.rows()["a"]
        self.assertEqual((row["starts"], row["state"]), (2, "running"))

    def test_two_hundred_files(self):
        for i in range(200):
            self.home.save(f"a{i:03}", f"local task = require 'task' print('begun {i}') task.sleep(1000)")
        daemon = self.home.start()
        daemon.wait_until(lambda: [row["state"] for row in daemon.rows().values()] == ["running"] * 200)
        self.home.save("a007", "print 'changed'")
        daemon.wait_for("a007", state="done")
        self.assertEqual(sum(row["starts"] for row in daemon.rows().values()), 201)
        self.assertEqual(daemon.end(), 0)

    def test_bytecode_is_refused(self):
        os.makedirs(self.home.automations)
        with open(self.home.automations + "/a.lua", "wb") as file:
            file.write(b"\x1bLua" + bytes(100))
        daemon = self.home.start()
        self.assertIn("binary", daemon.wait_for("a", state="failed")["reason"])

    def test_triggers_belong_to_the_call_of_the_file(self):
        self.home.save("watcher", f"""local event = require "event"
            event.on {{"file.changed", path = "{self.home.folder}/inbox/note", run = function() print "seen" end}}""")
        os.makedirs(self.home.folder + "/inbox")
        daemon = self.home.start()
        daemon.wait_for("watcher", state="waiting", triggers=lambda facts: facts and facts["live"] == 1)
        with open(self.home.folder + "/inbox/note", "w", encoding="utf-8") as file:
            file.write("x")
        daemon.wait_for("watcher", triggers=lambda facts: facts["fired"] > 0)
        self.home.save("watcher", "print 'no more'")
        daemon.wait_for("watcher", state="done", triggers=lambda facts: facts["live"] == 0)


class Faults(unittest.TestCase):
    def setUp(self):
        self.home = Home(self)

    def test_one_that_computes_lets_the_others_run(self):
        for name, text in (("plain", "while true do end"), ("caught", "while true do pcall(function() while true do end end) end"),
                           ("coroutine", "coroutine.wrap(function() while true do end end)()")):
            self.home.save(name, text)
        daemon = self.home.start()
        for name in ("plain", "caught", "coroutine"):
            daemon.wait_for(name, state="running")
            self.home.save(name, "print 'mended'")
        for name in ("plain", "caught", "coroutine"):
            daemon.wait_for(name, state="done", starts=2)

    def test_one_that_holds_the_others_up_is_named_and_ended(self):
        self.home.save("other", "require('task').sleep(1000)")
        daemon = self.home.start()
        daemon.wait_for("other", state="running")
        self.home.save("sorts", "local t = {1, 2}\ntable.sort(t, function()\n while true do end\nend)")
        row = daemon.wait_for("sorts", state="failed")
        self.assertIn("sorts.lua:3: the script held the program for too long", row["reason"])
        places = [line["place"] for line in daemon.log() if line["msg"] == "a script holds the program"]
        self.assertTrue(places and places[0].endswith("sorts.lua:3"), places)
        self.assertEqual(daemon.rows()["other"]["state"], "running")

    def test_one_that_does_not_mind_being_ended_is_ended(self):
        self.home.save("stubborn", "local task = require 'task' print 'begun' while true do pcall(task.sleep, 1000) end")
        daemon = self.home.start()
        daemon.wait_for_line("begun")
        self.home.save("stubborn", "print 'other'")
        daemon.wait_for("stubborn", state="done", starts=2)

    def test_recursion_memory_many_tasks_finalizers(self):
        self.home.save("deep", "local function f() return 1 + f() end f()")
        self.home.save("hoard", "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end")
        self.home.save("many", "local task = require 'task' for i = 1, 10000 do task.spawn(task.sleep, 1000) end print 'spawned'")
        self.home.save("gc", "setmetatable({}, { __gc = function() error 'in gc' end }) collectgarbage() print 'collected'")
        self.home.save("close", "local g <close> = setmetatable({}, { __close = function() error 'in close' end })")
        self.home.save("ends", "os.exit(1)")
        self.home.save("sorted", "table.sort({1, 2}, function() require('task').sleep(0) end)")
        daemon = self.home.start()
        for name, word in (("deep", "stack overflow"), ("hoard", "not enough memory"), ("close", "in close"),
                           ("ends", "os.exit is not there"), ("sorted", "cannot wait here")):
            self.assertIn(word, daemon.wait_for(name, state="failed")["reason"])
        daemon.wait_for("many", state="waiting")
        daemon.wait_for("gc", state="done")
        self.home.save("many", "print 'fewer'")
        daemon.wait_for("many", state="done")
        self.assertEqual(daemon.end(), 0)


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
        self.assertRegex(logs.stdout, r"^\d\d:\d\d:\d\d good: started anew\n\d\d:\d\d:\d\d good: ran\n$")
        lines = json.loads(self.home.run("daemon", "logs", "bad", "--json-output").stdout)["data"]["lines"]
        self.assertTrue(all(line["script"] == "bad" for line in lines) and lines)

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
        self.assertIn("started anew", follower.stdout.readline())
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

    def test_senseless_words(self):
        for words in (("status", "x"), ("status", "--follow"), ("reload", "--lines", "3"), ("logs", "--lines", "many"), ("dance",)):
            with self.subTest(words):
                self.assertEqual(self.home.run("daemon", *words).returncode, 64)

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


class Ends(unittest.TestCase):
    def setUp(self):
        self.home = Home(self)

    def log_lines(self):
        with open(self.home.folder + "/log", encoding="utf-8") as file:
            return [json.loads(line)["msg"] for line in file]

    def test_clean_up_runs(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.home.save("a", GUARDED.format(name="first"))
            self.home.save("b", GUARDED.format(name="second"))
            daemon = self.home.start()
            daemon.wait_for_line("first begun")
            daemon.wait_for_line("second begun")
            self.assertEqual(daemon.end(number), 0)
            self.assertEqual(self.log_lines()[-2:].count("first closed") + self.log_lines()[-2:].count("second closed"), 2)
            self.assertFalse(os.path.exists(self.home.socket))

    def test_one_that_never_ends_does_not_keep_it(self):
        self.home.save("c", "print 'begun' while true do pcall(function() while true do end end) end")
        self.home.save("s", "print 'begun' ; (''):rep(1 << 50)")
        daemon = self.home.start()
        start = time.monotonic()
        self.assertEqual(daemon.end(), 0)
        self.assertLess(time.monotonic() - start, 10)

    def test_a_hang_up_reloads_everything(self):
        self.home.save("a", "print 'ran' require('task').sleep(1000)")
        daemon = self.home.start()
        daemon.wait_for("a", state="running")
        for count in (2, 3):
            daemon.process.send_signal(signal.SIGHUP)
            daemon.wait_for("a", starts=count, state="running")
        self.assertEqual(daemon.end(), 0)

    def test_nothing_wakes_it_while_nothing_happens(self):
        for i in range(20):
            self.home.save(f"a{i}", "require('task').sleep(100000)")
        daemon = self.home.start()
        daemon.wait_until(lambda: [row["state"] for row in daemon.rows().values()] == ["running"] * 20)

        def wake_ups():
            total = 0
            folder = f"/proc/{daemon.process.pid}/task"
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/status", encoding="ascii") as file:
                    total += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
            return total

        quiet, before, since = False, wake_ups(), time.monotonic()
        end = since + PATIENCE
        while not quiet and time.monotonic() < end:
            time.sleep(0.1)
            now = wake_ups()
            if now != before:
                before, since = now, time.monotonic()
            quiet = time.monotonic() - since > 3
        self.assertTrue(quiet, "woken at least every three seconds")


if __name__ == "__main__":
    unittest.main()
