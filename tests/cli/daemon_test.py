#!/usr/bin/python3
"""peekaboo daemon: automations that are run, followed and reported; its end."""
import json
import os
import shutil
import signal
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from daemon import PATIENCE, Home  # noqa: E402

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
        self.assertIn("sorts.lua:3: script blocked the program for too long", row["reason"])
        places = [line["place"] for line in daemon.log() if line["msg"] == "a script blocks the program"]
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
                           ("ends", "ended by os.exit(1)"), ("sorted", "cannot wait here")):
            self.assertIn(word, daemon.wait_for(name, state="failed")["reason"])
        daemon.wait_for("many", state="waiting")
        daemon.wait_for("gc", state="done")
        self.home.save("ends", "os.exit(0)")
        daemon.wait_for("ends", state="done")
        self.home.save("many", "print 'fewer'")
        daemon.wait_for("many", state="done")
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
        self.assertEqual(daemon.end(), 0)

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
