#!/usr/bin/python3
"""Several monitors: listed as xrandr lists them, each captured alone, all captured into files of their own."""
import os
import re
import unittest

from support import DesktopTest, read_picture, see_screen, settled, text_of


def monitors():
    """Bounds by xrandr, in its order."""
    found = re.findall(r"(\d+)/\d+x(\d+)/\d+\+(\d+)\+(\d+)", text_of("xrandr", "--listmonitors"))
    return [{"x": int(x), "y": int(y), "width": int(width), "height": int(height)} for width, height, x, y in found]


class Monitors(DesktopTest):
    def setUp(self):
        super().setUp()
        self.expected = monitors()
        self.assertEqual(len(self.expected), 2)
        second = self.expected[1]
        self.painter("--geometry", f"200x150+{second['x'] - 90}+120")
        self.screen = settled(see_screen)

    def part(self, bounds):
        return self.screen.part(bounds["x"], bounds["y"], bounds["width"], bounds["height"])

    def test_the_list(self):
        rows = self.succeeds("list", "screens")["screens"]
        self.assertEqual([row["bounds"] for row in rows], self.expected)
        self.assertEqual([row["index"] for row in rows], [0, 1])

    def test_each_monitor_alone(self):
        for index, bounds in enumerate(self.expected):
            with self.subTest(index):
                self.same(self.capture("--mode", "screen", "--screen-index", str(index)), self.part(bounds))

    def test_all_monitors(self):
        data = self.succeeds("image", "--mode", "screen", "--path", os.path.join(self.folder, "all.png"))
        self.assertEqual(len(data["saved_files"]), 2)
        for saved, bounds in zip(data["saved_files"], self.expected):
            self.same(read_picture(saved["path"]), self.part(bounds))

    def test_a_monitor_that_is_not_there(self):
        error = self.fails("DISPLAY_NOT_FOUND", 10, "image", "--mode", "screen", "--screen-index", "2")
        self.assertIn("2", error["message"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
