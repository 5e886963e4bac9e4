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

    def test_a_region_over_both(self):
        second = self.expected[1]
        region = {"x": second["x"] - 70, "y": 100, "width": 150, "height": 60}
        data = self.succeeds("image", "--region", "{x},{y},{width}x{height}".format(**region), "--path", self.folder + "/")
        self.assertEqual([saved["origin"] for saved in data["saved_files"]],
                         [{"x": region["x"], "y": 100}, {"x": second["x"], "y": 100}])
        for saved, (left, width) in zip(data["saved_files"], ((region["x"], 70), (second["x"], 80))):
            self.same(read_picture(saved["path"]), self.screen.part(left, 100, width, 60))

    def test_a_region_of_one(self):
        second = self.expected[1]
        seen = self.capture("--region", f"{second['x'] + 3},5,50x40", "--scale", "1")
        self.same(seen, self.screen.part(second["x"] + 3, 5, 50, 40))

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
