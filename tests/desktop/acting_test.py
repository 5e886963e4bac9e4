#!/usr/bin/python3
"""Acts of the finished program: keys, pointer and windows from scripts, and what stops them."""
import os
import subprocess
import time
import unittest

from keyboard_state import KeyboardEye
from support import PEEKABOO, DesktopTest, active_window, geometry, wait_until, windows


class ActingTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.eye = KeyboardEye()
        self.addCleanup(self.eye.close)

    def script(self, text):
        path = f"{self.folder}/script-{len(os.listdir(self.folder))}.lua"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def begin(self, text):
        process = subprocess.Popen([PEEKABOO, "--json-output", "run", self.script(text)], stdin=subprocess.DEVNULL,
                                   env={**os.environ, "TMPDIR": self.temporary}, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, cwd=self.folder)
        self.addCleanup(process.communicate)
        return process

    def entry(self, title):
        path = f"{self.folder}/{title}.txt"
        process = self.start("gtk_entry.py", title, path)
        window = self.ready(process)[0]
        wait_until("the field to be active", lambda: active_window() == window)
        return window, path

    def refuses(self, code, text):
        """The message of a script's error."""
        message = self.fails("SCRIPT_ERROR", 26, "run", self.script(text))["message"]
        self.assertIn(f"({code})", message)
        return message

    def received(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()


class Keys(ActingTest):
    def test_a_script_types_into_the_window_that_it_names(self):
        window, path = self.entry("first")
        self.entry("second")
        text = self.script(f"""
            local input, window = require "input", require "window"
            window.focus({window})
            input.type("Grüße, 漢字 😀\\n", {{ window = {window} }})
            input.type "again"
            input.press("Shift+Home")
            input.press("Ctrl+C")
            input.press("End")
            input.press("Ctrl+V", {{ count = 2 }})
        """)
        result = self.peekaboo("run", text)
        self.assertEqual(result.status, 0, str(result))
        expected = "Grüße, 漢字 😀\nagainagainagain"
        wait_until("the text", lambda: self.received(path) == expected)

    def test_keys_for_another_window_are_refused(self):
        window, path = self.entry("first")
        _, other = self.entry("second")
        message = self.refuses("FOCUS_REFUSED", f'require("input").type("lost", {{ window = {window} }})')
        self.assertIn(str(window), message)
        self.assertEqual(self.received(path) + self.received(other), "")

    def test_a_click_sets_the_window_of_the_next_keys(self):
        window, path = self.entry("first")
        result = self.peekaboo("run", self.script(f"""
            local input = require "input"
            input.click({{ x = 30, y = 20 }}, {{ window = {window} }})
            input.type "typed"
        """))
        self.assertEqual(result.status, 0, str(result))
        wait_until("the text", lambda: self.received(path) == "typed")


class Stops(ActingTest):
    LONG = 'require("input").type(("xX漢字"):rep(20000), { timeout = 60 })'

    def test_stop_ends_an_act_and_puts_the_keyboard_back(self):
        _, path = self.entry("first")
        before = self.eye.everything()
        acting = self.begin(self.LONG)
        wait_until("some text", lambda: self.received(path))
        self.addCleanup(self.peekaboo, "resume")
        began = time.monotonic()
        self.assertEqual(self.peekaboo("stop").status, 0)
        self.assertIn("(INTERRUPTED)", acting.communicate(timeout=20)[0])
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(self.eye.everything(), before)
        self.refuses("POLICY_DENIED", 'require("input").type("no")')
        self.assertEqual(self.peekaboo("resume").status, 0)

    def test_a_signal_puts_the_keyboard_back(self):
        _, path = self.entry("first")
        before = self.eye.everything()
        acting = self.begin(self.LONG)
        wait_until("some text", lambda: self.received(path))
        acting.terminate()
        acting.wait(20)
        wait_until("the keyboard as before", lambda: self.eye.everything() == before)

    def test_two_processes_take_turns(self):
        _, path = self.entry("first")
        texts = [letter * 2000 for letter in "ab"]
        acting = [self.begin(f'require("input").type("{text}", {{ timeout = 60 }})') for text in texts]
        for process in acting:
            self.assertEqual(process.wait(60), 0)
        wait_until("both", lambda: len(self.received(path)) == 4000)
        self.assertIn(self.received(path), ("".join(texts), "".join(reversed(texts))))


class Windows(ActingTest):
    def test_windows_are_placed_and_closed(self):
        window, _ = self.entry("first")
        result = self.peekaboo("run", self.script(f"""
            local window = require "window"
            window.place({window}, {{ x = 120, y = 140, width = 500, height = 300 }})
        """))
        self.assertEqual(result.status, 0, str(result))
        self.assertEqual(geometry(window), {"x": 120, "y": 140, "width": 500, "height": 300})
        for act in ("minimise", "restore", "maximise", "restore", "close"):
            result = self.peekaboo("run", self.script(f'require("window").{act}({window})'))
            self.assertEqual(result.status, 0, str(result))
        self.assertNotIn("first", windows())

    def test_where_a_window_is_told_is_where_it_stands(self):
        """In the corner of the screen, too, where a window manager may keep the title bar on it."""
        window, _ = self.entry("first")
        result = self.peekaboo("run", self.script(f"""
            local at = require("window").place({window}, {{ x = 0, y = 0, width = 500, height = 300 }})
            print(at.x, at.y, at.width, at.height)
        """))
        self.assertEqual(result.status, 0, str(result))
        place = geometry(window)
        self.assertEqual([int(word) for word in result.stdout.split()], list(place.values()))
        self.assertEqual((place["x"], place["width"], place["height"]), (0, 500, 300))
        self.assertGreaterEqual(place["y"], 0)

    def test_places_off_every_display(self):
        window, _ = self.entry("first")
        for act in ('window.place({0}, {{ x = 50000 }})', 'input.click({{ x = 50000, y = 1 }})',
                    'input.drag {{ from = {{ x = 1, y = 1 }}, to = {{ x = -5, y = 1 }} }}'):
            self.refuses("INVALID_ARGUMENT",
                         'local input, window = require "input", require "window"\n' + act.format(window))


if __name__ == "__main__":
    unittest.main(verbosity=2)
