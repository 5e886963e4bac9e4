#!/usr/bin/python3
"""A person beside acts, at the keyboard and mouse of a server of their own."""
import os
import re
import subprocess
import unittest

from remote_person import RemotePerson
from support import APPLICATIONS, PEEKABOO, DesktopTest, wait_until

SCRIPT = 'require("input").type((("%s"):rep(9) .. "\\n"):rep(%d), { timeout = 60 })'
LONG, SHORT = 20000, 300


class Person(DesktopTest):
    def setUp(self):
        super().setUp()
        self.person = RemotePerson(self.folder)
        self.addCleanup(self.person.end)
        self.inner = {**os.environ, "DISPLAY": self.person.display, "TMPDIR": self.temporary}
        self.inner.pop("XAUTHORITY", None)
        manager = subprocess.Popen(["openbox", "--sm-disable"], env=self.inner, stderr=subprocess.DEVNULL)
        self.addCleanup(self.finish, manager)
        works = os.path.join(os.path.dirname(APPLICATIONS), "manager_works.py")
        wait_until("the window manager", lambda: subprocess.run([works], env=self.inner).returncode == 0)
        self.path = self.folder + "/typed"
        self.letters = iter("abcdefg")
        entry = subprocess.Popen([os.path.join(APPLICATIONS, "gtk_entry.py"), "field", self.path], env=self.inner,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.finish, entry)
        field = int(entry.stdout.readline().split()[1])
        wait_until("the field to be active", lambda: self.active() == field)
        text = subprocess.run(["xwininfo", "-id", str(field)], env=self.inner, capture_output=True, text=True, check=True).stdout
        x, y = (int(re.search(rf"Absolute upper-left {axis}: +(-?\d+)", text).group(1)) for axis in "XY")
        self.person.point(x + 100, y + 100)
        wait_until("the pointer to be there", lambda: self.pointer() == (x + 100, y + 100))

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

    def pointer(self):
        words = subprocess.run(["xdotool", "getmouselocation", "--shell"], env=self.inner, capture_output=True, text=True,
                               check=True).stdout
        return tuple(int(re.search(rf"{axis}=(\d+)", words).group(1)) for axis in "XY")

    def received(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def begin(self, lines, **environment):
        """Returns once a letter of this act has arrived: the field may still work off what an earlier act has typed."""
        letter = next(self.letters)
        script = f"{self.folder}/{letter}.lua"
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT % (letter, lines))
        process = subprocess.Popen([PEEKABOO, "--json-output", "run", script], env={**self.inner, **environment},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.open_errors(), text=True)
        self.addCleanup(self.finish, process)
        wait_until("some text", lambda: letter in self.received())
        return process

    def open_errors(self):
        file = open(self.folder + "/errors", "w", encoding="utf-8")
        self.addCleanup(file.close)
        return file

    def errors(self):
        with open(self.folder + "/errors", encoding="utf-8") as file:
            return file.read()

    def ends(self, process):
        return process.communicate(timeout=30)[0]

    def test_a_key_a_button_or_motion_ends_the_act(self):
        person = self.person
        for name, act in {"key": lambda: person.press("Shift_L"), "button": person.click, "motion": lambda: person.move(40, 0)}.items():
            with self.subTest(name):
                acting = self.begin(LONG)
                act()
                text = self.ends(acting)
                self.assertIn("a person uses the keyboard", text, f"status {acting.returncode}")

    def test_little_motion_ends_nothing(self):
        acting = self.begin(SHORT)
        self.person.move(3, 0)
        self.assertEqual((self.ends(acting), acting.returncode), ("", 0))

    def test_an_act_may_wait_or_go_on(self):
        for mode in ("wait", "ignore"):
            with self.subTest(mode=mode):
                acting = self.begin(SHORT, PEEKABOO_PERSON=mode)
                self.person.press("Shift_L")
                self.assertEqual((self.ends(acting), acting.returncode), ("", 0))

    def test_stop_keys_stop_everything(self):
        for keys, given in (("ctrl+alt+shift+Escape", {}), ("super+F9", {"PEEKABOO_STOP_KEYS": "Super+F9"})):
            with self.subTest(keys=keys):
                acting = self.begin(LONG, PEEKABOO_PERSON="ignore", **given)
                self.addCleanup(self.peekaboo, "resume")
                self.person.press(keys)
                text = self.ends(acting)
                self.assertIn("stopped", text, f"status {acting.returncode}: {self.errors()}")
                self.assertEqual(self.peekaboo("resume").status, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
