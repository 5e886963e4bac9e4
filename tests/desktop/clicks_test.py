#!/usr/bin/python3
"""Clicks after typing, in programs that write down their own events. Characters that no key has change the keymap, upon
which window managers grab all their keys again; some hold clicks back meanwhile (openbox)."""
import os
import signal
import unittest

from input_test import InputTest
from support import active_window, geometry, settled, see_window, text_of, wait_until

MANAGER = os.environ["RIG_WM"]
# More different characters than there are free keys, so that the keymap changes several times.
RARE = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 200))


class Clicks(InputTest):
    def pad(self, toolkit):
        """(window, file, a place on the pad)."""
        path = f"{self.folder}/{toolkit}"
        window = self.ready(self.start("click_pad.py", toolkit, path))[0]
        if MANAGER != "none":
            wait_until("the pad to be active", lambda: active_window() == window)
        settled(see_window, window)
        place = geometry(window)
        return window, path, (place["x"] + 60, place["y"] + 60)

    def lines(self, path):
        return self.received(path).splitlines()

    def click(self, window, place, button=1):
        self.assertEqual(self.driver.act("click", window, 30, *place, button, 1), "ok")

    def clicks_in_order(self, toolkit):
        window, path, place = self.pad(toolkit)
        self.click(window, place)
        wait_until("the first click", lambda: "release 1" in self.lines(path))
        for button in (1, 3, 2):
            here = len(self.lines(path))
            self.assertEqual(self.driver.type(window, RARE), "ok")
            self.click(window, place, button)
            self.assertEqual(self.driver.type(window, "x"), "ok")
            wait_until("the last character", lambda: self.lines(path)[-1].endswith("x"))
            after = [line for line in self.lines(path)[here:] if not line.startswith("typed")]
            self.assertEqual(after, [f"press {button}", f"release {button}"])
            self.assertRegex(self.lines(path)[-2], "release")

    def test_before_what_is_typed_next_gtk3(self):
        self.clicks_in_order("gtk3")

    def test_before_what_is_typed_next_qt5(self):
        self.clicks_in_order("qt5")

    def test_before_what_is_typed_next_qt6(self):
        self.clicks_in_order("qt6")

    @unittest.skipIf(MANAGER == "none", "no window manager")
    def test_a_stopped_window_manager(self):
        window, path, place = self.pad("gtk3")
        self.click(window, place)
        wait_until("the click", lambda: "release 1" in self.lines(path))
        manager = int(text_of("pgrep", "-x", MANAGER))
        os.kill(manager, signal.SIGSTOP)
        try:
            answer = self.driver.act("click", window, 30, *place, 1, 1)
        finally:
            os.kill(manager, signal.SIGCONT)
        self.assertRegex(answer, "^EFFECT_NOT_SEEN 0 window manager would hold a click back: its process .* is stopped")
        self.click(window, place)
        wait_until("the second click", lambda: self.lines(path).count("release 1") == 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
