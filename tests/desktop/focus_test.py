#!/usr/bin/python3
"""A window manager that ignores requests to activate a window: dwm marks it urgent, and leaves it where it is."""
import time
import unittest

from session_client import Session
from support import DesktopTest, active_window, painted, read_picture, wait_until


class Focus(DesktopTest):
    def test_it_is_captured_as_it_is_with_a_warning(self):
        process, window_id = self.painter("--class", "Behind", "--title", "Behind")
        _, front_id = self.painter("--class", "Front", "--title", "Front")
        wait_until("the last window to be active", lambda: active_window() == front_id)
        session = Session(self)
        path = self.folder + "/behind.png"
        began = time.monotonic()
        call = session.tool("image", app_target=f"PID:{process.pid}", path=path, capture_focus="foreground")
        self.assertEqual(call.code(), "", call.text())
        took = time.monotonic() - began
        self.assertIn(f'Peekaboo Warning: window "Behind" ({window_id}) was not brought to the front', call.text())
        self.assertGreater(took, 1.5)
        self.assertLess(took, 15, "the limit of the whole call is 30 s")
        seen = read_picture(path)
        # dwm tiles: the pattern goes as far as the window was painted in its first size.
        self.assertGreater(seen.width, 100)
        self.assertEqual(seen.at(5, 5), painted(320, 240).at(5, 5))
        self.assertEqual(active_window(), front_id)


if __name__ == "__main__":
    unittest.main(verbosity=2)
