#!/usr/bin/python3
"""A display server that stops, dies and comes back under a script with live triggers."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from display_test import PEEKABOO, RIG, XServer

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "desktop"))
from scripts import Script  # noqa: E402
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
import awake  # noqa: E402
from waiting import wait_until  # noqa: E402

CROWD = """
import sys
from Xlib import X, display
server = display.Display()
for i in range(1500):
    server.screen().root.create_window(i % 50, i % 40, 60, 40, 0, X.CopyFromParent).map()
server.sync()
print("done", flush=True)
sys.stdin.read()
"""


class Events(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="faults.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = XServer(self.folder)
        self.addCleanup(lambda: self.server.kill())
        self.environment = {"HOME": self.folder, "TMPDIR": self.folder, "PATH": os.environ["PATH"],
                            "XDG_RUNTIME_DIR": self.folder, "DISPLAY": self.server.display,
                            "XAUTHORITY": self.server.authority, "PEEKABOO_CLI_TIMEOUT": "3000",
                            "PEEKABOO_LOG_FILE": os.path.join(self.folder, "log")}

    def script(self, text):
        script = Script(PEEKABOO, text, self.environment, self.folder)
        self.addCleanup(script.end)
        return script

    def paint(self, title):
        painter = subprocess.Popen([os.path.join(RIG, "apps", "painter.py"), "--class", "Studio", "--title", title],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   env={**os.environ, **self.environment})
        self.addCleanup(painter.communicate)
        self.addCleanup(painter.kill)
        self.assertIn("ready", painter.stdout.readline())
        return painter

    def log(self):
        with open(self.environment["PEEKABOO_LOG_FILE"], encoding="utf-8") as file:
            return file.read()

    def test_a_server_that_dies_and_comes_back(self):
        script = self.script("""
            for _, kind in ipairs { "opened", "closed" } do
              event.on { "window." .. kind, app = "Studio", run = function(w) print(kind, w.title) end }
            end
            event.on { "screen.changed", region = { x = 0, y = 0, width = 100, height = 100 }, run = function() end }
            event.on { "hotkey", keys = "Ctrl+Alt+P", run = function(keys) print(keys) end }
            print "ready" """)
        script.until("ready")
        for turn in ("first", "second"):
            self.paint(turn)
            script.until(f"opened\t{turn}")
            self.server.kill()
            script.until(f"closed\t{turn}")
            self.server.start()
        self.paint("last")
        script.until("opened\tlast")
        subprocess.run(["xdotool", "key", "ctrl+alt+p"], check=True, env={**os.environ, **self.environment})
        script.until("Ctrl+Alt+P")
        wait_until("listening again", lambda: self.log().count("listening again") >= 2)
        self.assertEqual(self.log().count("display lost"), 2)
        self.assertEqual(self.log().count("display is back; listening again"), 2)

    def test_a_server_that_is_gone_takes_its_windows_along(self):
        painter = self.paint("Report")
        script = self.script("""
            print "ready"
            window.wait_gone { title = "Report", timeout = 30 }
            print "gone" """)
        script.line()
        self.assertIsNone(painter.poll())
        self.server.kill()
        # The look at the windows may meet the dead display; then that is what is said.
        last = []
        try:
            last.append(script.line())
        except AssertionError as error:
            last.append(str(error))
        self.assertRegex(last[0], "gone|DISPLAY_UNAVAILABLE")

    def test_a_server_that_stops_and_goes_on(self):
        script = self.script("""
            event.on { "window.opened", app = "Studio", run = function(w) print("opened", w.title) end }
            event.on { "signal", name = "SIGUSR1", run = function()
              local fine, err = pcall(window.wait, { title = "never", timeout = 0.3 })
              print("waited", err.code)
              fine, err = pcall(event.on, { "window.moved", run = print })
              print("tried", err.code)
            end }
            event.on { "signal", name = "SIGUSR2", run = function() print "second" end }
            print "ready" """)
        script.until("ready")
        self.server.stop()
        # Everything that needs no display goes on; what needs it ends in time.
        script.send(signal.SIGUSR2)
        script.until("second")
        began = awake.now()
        script.send(signal.SIGUSR1)
        script.until("waited\tTIMEOUT")
        script.until("tried\tTIMEOUT")
        self.assertLess(awake.now() - began, 3 + 0.3 + 3)
        self.server.go_on()
        self.paint("after")
        script.until("opened\tafter")

    def test_the_end_while_the_server_is_stopped(self):
        script = self.script("""
            event.on { "window.opened", run = print }
            event.on { "screen.changed", run = print }
            print "ready" """)
        script.until("ready")
        self.server.stop()
        began = awake.now()
        self.assertEqual(script.end(), 128 + signal.SIGTERM)
        self.assertLess(awake.now() - began, 2.5)
        self.server.go_on()

    def test_no_display_at_all(self):
        self.server.kill()
        script = self.script("""
            local fine, err = pcall(event.on, { "window.opened", run = print })
            print(fine, err.code)
            local timer
            timer = event.on { "timer", every = 0.01, run = function(count) print(count) timer:stop() end }""")
        self.assertEqual(script.line(), "false\tDISPLAY_UNAVAILABLE")
        self.assertEqual(script.line(), "1")
        self.assertIsNone(script.line())

    def test_a_script_that_is_held_up_misses_nothing(self):
        script = self.script("""
            local opened, seen = 0, {}
            local events = event.listen { kinds = { "window.opened" } }
            print "ready"
            while opened < 1500 do
              local id = events().window.id
              assert(not seen[id])
              seen[id], opened = true, opened + 1
            end
            print("opened", opened)""")
        script.until("ready")
        script.send(signal.SIGSTOP)
        crowd = subprocess.Popen([sys.executable, "-c", CROWD], env={**os.environ, **self.environment}, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True)
        self.addCleanup(crowd.communicate)
        self.addCleanup(crowd.kill)
        self.assertEqual(crowd.stdout.readline(), "done\n")
        script.send(signal.SIGCONT)
        script.until("opened\t1500")


if __name__ == "__main__":
    unittest.main(verbosity=2)
