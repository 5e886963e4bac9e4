#!/usr/bin/python3
"""peekaboo run --watch FILE: runs it, and again when it is saved."""
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from daemon import PATIENCE, PEEKABOO, save  # noqa: E402

GUARDED = """local guard <close> = setmetatable({{}}, {{ __close = function() print "{name} closed" end }})
print("{name}", ...)
require("task").sleep(1000)
"""


class Watch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-watch-")
        self.addCleanup(shutil.rmtree, self.folder)

    def save(self, name, text):
        save(f"{self.folder}/{name}.lua", text)

    def start(self, *words):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder}
        self.process = subprocess.Popen([PEEKABOO, "run", "--watch", "own.lua", *words], cwd=self.folder, env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = {}
        self.readers = []
        for name in ("stdout", "stderr"):
            self.lines[name] = queue.Queue()
            self.readers.append(threading.Thread(target=self.read, args=(name,)))
            self.readers[-1].start()
        self.addCleanup(self.end)

    def read(self, name):
        with getattr(self.process, name) as stream:
            for line in stream:
                self.lines[name].put(line.rstrip("\n"))

    def end(self):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()

    def printed(self, line):
        self.assertEqual(self.lines["stdout"].get(timeout=PATIENCE), line)

    def told(self, word):
        while True:
            line = self.lines["stderr"].get(timeout=PATIENCE)
            if word in line:
                return line

    def test_again_when_it_is_saved(self):
        self.save("own", GUARDED.format(name="first"))
        self.start("a", "--b")
        self.printed("first\ta\t--b")
        self.save("own", GUARDED.format(name="second"))
        self.printed("first closed")
        self.printed("second\ta\t--b")
        self.save("own", "print 'ends'")
        self.printed("second closed")
        self.printed("ends")
        self.told("has come to its end")
        self.save("own", "print(arg[2])")
        self.printed("--b")
        self.process.send_signal(signal.SIGINT)
        self.assertEqual(self.process.wait(PATIENCE), 130)

    def test_a_text_that_does_not_compile_leaves_the_old_one_running(self):
        self.save("own", "local time = require 'time' for n in time.every(0.02) do print 'tick' end")
        self.start()
        self.printed("tick")
        self.save("own", "print 'x'\nx = = 1")
        self.told("own.lua:2: unexpected symbol")
        self.told("what ran before goes on")
        self.printed("tick")
        self.save("own", "print 'mended'")
        while self.lines["stdout"].get(timeout=PATIENCE) != "mended":
            pass

    def test_failures_are_reported_and_the_watch_goes_on(self):
        self.save("own", "local function deep()\n error 'luck'\nend\ndeep()")
        self.start()
        self.told("Error: own.lua:2: luck")
        self.told("own.lua:4:")
        self.save("own", "return (")
        self.told("own.lua:1:")
        self.save("own", "print 'mended'")
        self.printed("mended")

    def test_failing_triggers_are_counted(self):
        text = """local event, task = require "event", require "task"
local count, trigger = 0, nil
trigger = event.on { "timer", every = 0.01, run = function()
  count = count + 1
  if count == 2 then trigger:stop() end
  error "broken"
end }
"""
        self.save("own", text)
        self.start()
        self.assertIn("has come to its end; triggers failed 2 times; waiting", self.told("has come to its end"))
        self.save("own", "print 'sound'")
        self.assertIn("end; waiting", self.told("has come to its end"))
        self.process.send_signal(signal.SIGINT)
        self.told("Error: triggers failed 2 times")

    def test_one_that_ends_itself(self):
        self.save("own", "os.exit(3)")
        self.start()
        self.told("ended by os.exit(3)")
        self.save("own", "os.exit()")
        self.told("has come to its end")

    def test_a_file_that_it_requires(self):
        self.save("lib/words", "return 'one'")
        self.save("own", "print(require 'lib.words') require('task').sleep(1000)")
        self.start()
        self.printed("one")
        self.save("lib/words", "return (")
        self.told("words.lua:1:")
        self.save("lib/words", "return 'two'")
        self.printed("two")

    def test_it_may_go_and_come_back(self):
        self.save("own", GUARDED.format(name="first"))
        self.start()
        self.printed("first")
        os.remove(self.folder + "/own.lua")
        self.printed("first closed")
        self.told("is gone")
        self.save("own", "print 'back'")
        self.printed("back")

    def test_an_interrupt_runs_the_clean_up(self):
        self.save("own", GUARDED.format(name="first"))
        self.start()
        self.printed("first")
        self.process.send_signal(signal.SIGINT)
        self.printed("first closed")
        self.assertEqual(self.process.wait(PATIENCE), 130)

    def test_one_that_computes_can_be_replaced(self):
        self.save("own", "print 'begun' while true do end")
        self.start()
        self.printed("begun")
        self.save("own", "print 'other'")
        self.printed("other")

    def test_a_file_that_is_not_there(self):
        self.start()
        self.assertIn("own.lua", self.told("own.lua"))
        self.assertEqual(self.process.wait(PATIENCE), 17)


if __name__ == "__main__":
    unittest.main()
