#!/usr/bin/python3
"""Real outputs that change under a running server: switched off and on, moved apart, given another mode."""
import os
import unittest

from monitors_test import monitors
from session_client import Session
from support import DesktopTest, from_ppm, output, see_screen, settled


class Outputs(DesktopTest):
    def setUp(self):
        super().setUp()
        self.session = Session(self)
        self.painter("--geometry", "600x300+500+100")

    def xrandr(self, *words):
        output("xrandr", *words)

    def rows(self):
        result = self.session.tool("list", item_type="screens")
        self.assertEqual(result.code(), "", result.text())
        return result.result()["structuredContent"]["screens"]

    def shot(self, index):
        path = os.path.join(self.folder, f"screen-{len(os.listdir(self.folder))}.png")
        call = self.session.tool("image", app_target=f"screen:{index}", path=path)
        if call.code():
            return call.code()
        return from_ppm(output("convert", path, "+set", "comment", "-depth", "8", "ppm:-"))

    def all_right(self):
        """The list is xrandr's, and each screen shows what the eye sees there."""
        rows = self.rows()
        by_place = sorted((row["bounds"]["x"], row["bounds"]["y"], row["bounds"]["width"], row["bounds"]["height"]) for row in rows)
        expected = sorted((m["x"], m["y"], m["width"], m["height"]) for m in monitors())
        self.assertEqual(by_place, expected)
        screen = settled(see_screen)
        for row in rows:
            bounds = row["bounds"]
            self.same(self.shot(row["index"]), screen.part(bounds["x"], bounds["y"], bounds["width"], bounds["height"]))

    def test_off_and_on_again(self):
        self.all_right()
        self.xrandr("--output", "DUMMY1", "--off")
        self.assertEqual(self.shot(1), "DISPLAY_NOT_FOUND")
        self.all_right()
        self.xrandr("--output", "DUMMY1", "--mode", "rig-1", "--right-of", "DUMMY0")
        self.all_right()

    def test_another_mode_between_the_list_and_the_capture(self):
        self.addCleanup(self.xrandr, "--output", "DUMMY1", "--mode", "rig-1", "--right-of", "DUMMY0")
        self.assertEqual(self.rows()[1]["bounds"]["width"], 640)
        self.xrandr("--addmode", "DUMMY1", "rig-0")
        self.xrandr("--output", "DUMMY1", "--mode", "rig-0", "--below", "DUMMY0", "--fb", "1440x1200")
        seen = self.shot(1)
        self.assertEqual((seen.width, seen.height), (800, 600))
        self.all_right()

    def test_outputs_with_a_gap_between_them(self):
        self.addCleanup(self.xrandr, "--output", "DUMMY1", "--mode", "rig-1", "--pos", "800x0")
        self.xrandr("--fb", "1640x700", "--output", "DUMMY1", "--pos", "1000x220")
        self.all_right()


if __name__ == "__main__":
    unittest.main(verbosity=2)
