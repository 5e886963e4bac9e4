#!/usr/bin/python3
"""Qt applications, in front and covered: their answers to pings go to the root under another mask than EWMH names."""
import os
import subprocess
import time
import unittest

from session_client import Session
from support import DesktopTest, geometry, output, see_window, settled, wait_until, windows

# Below what the program waits for an answer that never comes, with a compositor too.
SOON = 0.25


class QtTest(DesktopTest):
    def setUp(self):
        super().setUp()
        # Away from all windows: what is below the pointer looks otherwise.
        output("xdotool", "mousemove", "0", "799")

    def form(self, version):
        process = self.start("qt_form.py", "--qt", version, "--title", f"Form {version}")
        window_id = self.ready(process)[0]
        settled(see_window, window_id)
        return process.pid, window_id

    def each(self, check):
        for name, start in self.programs().items():
            with self.subTest(name):
                check(*start())
            self.doCleanups()


class Qt:
    """What holds of every program."""

    def test_in_front(self):
        def check(pid, window_id):
            expected = settled(see_window, window_id)
            self.same(self.capture("--app", f"PID:{pid}", "--mode", "window"), expected)

        self.each(check)

    def test_soon(self):
        """The quickest of several, so that a busy machine makes no difference."""
        def check(pid, _):
            session = Session(self)
            took = []
            while len(took) < 12 and min(took, default=SOON) >= SOON:
                began = time.monotonic()
                call = session.tool("image", app_target=f"PID:{pid}", format="data")
                self.assertEqual(call.code(), "", call.text())
                took.append(time.monotonic() - began)
            self.assertLess(min(took), SOON)

        self.each(check)

    def test_covered(self):
        def check(pid, window_id):
            place = geometry(window_id)
            cover, _ = self.painter("--class", "Cover", "--seed", "9", "--geometry", "200x120+1000+600")
            # The colours of a form depend on the focus, and fade from one to the other.
            expected = settled(see_window, window_id)
            self.command(cover, f"move {place['x'] + 40} {place['y'] + 60}")
            self.command(cover, "raise")
            wait_until("the cover to cover", lambda: see_window(window_id) != expected)
            self.same(self.capture("--app", f"PID:{pid}", "--mode", "window"), expected)

        self.each(check)


class Forms(Qt, QtTest):
    def programs(self):
        return {"Qt 5": lambda: self.form("5"), "Qt 6": lambda: self.form("6")}


class Calculator(Qt, QtTest):
    def programs(self):
        return {"kcalc": self.calculator}

    def calculator(self):
        process = subprocess.Popen(["kcalc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "QT_LOGGING_RULES": "*=false"})
        self.addCleanup(self.end, process)
        window_id = wait_until("the calculator", lambda: windows().get("KCalc"))
        settled(see_window, window_id)
        return process.pid, window_id


if __name__ == "__main__":
    unittest.main(verbosity=2)
