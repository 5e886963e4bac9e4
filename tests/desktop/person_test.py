#!/usr/bin/python3
"""A person beside acts: an X server in a window of the desktop, whose keyboard and mouse are a person's there, because
xdotool uses those of the desktop around it."""
import os
import re
import subprocess
import time
import unittest

from support import APPLICATIONS, PEEKABOO, DesktopTest, wait_until, windows

LONG = 'require("input").type(("xxxxxxxxx\\n"):rep(20000), { timeout = 60 })'
SHORT = 'require("input").type(("xxxxxxxxx\\n"):rep(300), { timeout = 60 })'


class Person(DesktopTest):
    def setUp(self):
        super().setUp()
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xephyr", "-displayfd", str(writing), "-screen", "800x600", "-ac", "-title", "inner",
                                   "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        self.addCleanup(self.finish, server)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = ":" + pipe.readline().strip()
        self.window = wait_until("the server's window", lambda: next(
            (window for title, window in windows().items() if title.startswith("inner")), None))
        self.inner = {**os.environ, "DISPLAY": display, "TMPDIR": self.temporary}
        self.inner.pop("XAUTHORITY", None)
        manager = subprocess.Popen(["openbox", "--sm-disable"], env=self.inner, stderr=subprocess.DEVNULL)
        self.addCleanup(self.finish, manager)
        self.path = self.folder + "/typed"
        entry = subprocess.Popen([os.path.join(APPLICATIONS, "gtk_entry.py"), "field", self.path], env=self.inner,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.finish, entry)
        field = int(entry.stdout.readline().split()[1])
        wait_until("the field to be active", lambda: self.active() == field)
        subprocess.run(["xdotool", "windowfocus", "--sync", str(self.window)], check=True)
        text = subprocess.run(["xwininfo", "-id", str(field)], env=self.inner, capture_output=True, text=True, check=True).stdout
        x, y = (int(re.search(rf"Absolute upper-left {axis}: +(-?\d+)", text).group(1)) for axis in "XY")
        subprocess.run(["xdotool", "mousemove", "--window", str(self.window), str(x + 100), str(y + 100)], check=True)

    @staticmethod
    def finish(process):
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()

    def active(self):
        found = re.search(r"0x[0-9a-f]+", subprocess.run(["xprop", "-root", "-notype", "_NET_ACTIVE_WINDOW"], env=self.inner,
                                                         capture_output=True, text=True, check=True).stdout)
        return int(found.group(), 16) if found else 0

    def received(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def begin(self, text, **environment):
        script = f"{self.folder}/script-{len(os.listdir(self.folder))}.lua"
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
        process = subprocess.Popen([PEEKABOO, "--json-output", "run", script], env={**self.inner, **environment},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.finish, process)
        here = len(self.received())
        wait_until("some text", lambda: len(self.received()) > here)
        return process

    def person(self, *words):
        """What a person does: beside the act, to the desktop around the server."""
        subprocess.run(["xdotool", *words], check=True)

    def ends(self, process):
        return process.communicate(timeout=30)[0]

    def test_a_key_a_button_or_motion_ends_the_act(self):
        for act in (["key", "Shift_L"], ["click", "1"], ["mousemove_relative", "40", "0"]):
            with self.subTest(act=act[0]):
                acting = self.begin(LONG)
                self.person(*act)
                text = self.ends(acting)
                self.assertIn("a person uses the keyboard", text, f"status {acting.returncode}")

    def test_little_motion_ends_nothing(self):
        acting = self.begin(SHORT)
        self.person("mousemove_relative", "3", "0")
        self.assertEqual((self.ends(acting), acting.returncode), ("", 0))

    def test_an_act_may_wait_or_go_on(self):
        for mode in ("wait", "ignore"):
            with self.subTest(mode=mode):
                acting = self.begin(SHORT, PEEKABOO_PERSON=mode)
                self.person("key", "Shift_L")
                self.assertEqual((self.ends(acting), acting.returncode), ("", 0))

    def test_stop_keys_stop_everything(self):
        for keys, given in (("ctrl+alt+shift+Escape", {}), ("super+F9", {"PEEKABOO_STOP_KEYS": "Super+F9"})):
            with self.subTest(keys=keys):
                acting = self.begin(LONG, PEEKABOO_PERSON="ignore", **given)
                self.addCleanup(self.peekaboo, "resume")
                began = time.monotonic()
                self.person("key", keys)
                self.assertIn("stopped", self.ends(acting))
                self.assertLess(time.monotonic() - began, 5)
                self.assertEqual(self.peekaboo("resume").status, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
