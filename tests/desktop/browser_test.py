#!/usr/bin/python3
"""A real browser with a real page: Chromium paints in processes of its own and redraws when it likes."""
import os
import unittest

from support import APPLICATIONS, DesktopTest, see_window, settled, wait_until, windows

PAGE_GREEN, BLOCK_YELLOW = (0x14, 0x53, 0x2D), (0xFA, 0xCC, 0x15)


class Browser(DesktopTest):
    def setUp(self):
        super().setUp()
        self.start("browser", os.path.join(APPLICATIONS, "page.html"))
        self.window_id = wait_until("the browser's window", lambda: windows().get("Quarterly Report"))

        def shown():
            seen = see_window(self.window_id)
            colours = {seen.at(x, y) for x in (60, 400, 700) for y in range(0, seen.height, 10)}
            return {PAGE_GREEN, BLOCK_YELLOW} <= colours

        wait_until("the page", shown)
        self.expected = settled(see_window, self.window_id)

    def end(self, process):
        process.kill()
        process.communicate()

    def test_the_window(self):
        self.same(self.capture("--app", "Chromium", "--mode", "window"), self.expected)

    def test_the_window_by_its_title_while_covered(self):
        cover, _ = self.painter("--class", "Cover", "--geometry", "900x700+20+20")
        self.command(cover, "raise")
        seen = self.capture("--app", "chromium", "--mode", "window", "--window-title", "quarterly")
        self.same(seen, self.expected)


if __name__ == "__main__":
    unittest.main(verbosity=2)
