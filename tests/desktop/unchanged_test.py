#!/usr/bin/python3
"""`since`: an agent that asks again is told that nothing has changed, and never when something has."""
import os
import subprocess
import sys
import unittest

from support import HERE, PEEKABOO, DesktopTest, geometry, see_screen, settled, wait_until

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402


class Unchanged(DesktopTest):
    def setUp(self):
        super().setUp()
        self.client = Client(PEEKABOO, dict(os.environ, TMPDIR=self.temporary))
        self.addCleanup(self.client.end)
        self.screen = {"app_target": "screen:0", "format": "data", "path": self.folder + "/"}

    def image(self, **arguments):
        return self.client.tool("image", **arguments).result()["structuredContent"]

    def still(self, **arguments):
        """A capture after which nothing is painted any more."""
        settled(see_screen)

        def attempt():
            first = self.image(**arguments)
            again = self.image(since=first["capture_id"], **arguments)
            return first["capture_id"] if again.get("unchanged") else None

        return wait_until("a desktop at rest", attempt)

    def test_a_screen(self):
        capture = self.still(**self.screen)
        for _ in range(3):
            answer = self.client.tool("image", since=capture, **self.screen)
            self.assertIn("Unchanged", answer.text())
            self.assertEqual(answer.result()["structuredContent"],
                             {"saved_files": [], "images": [], "capture_id": capture, "unchanged": True})
        subprocess.run(["xsetroot", "-solid", "#123456"], check=True)
        changed = self.image(since=capture, **self.screen)
        self.assertNotIn("unchanged", changed)
        self.assertEqual(len(changed["saved_files"]), 1)
        self.assertNotEqual(changed["capture_id"], capture)

    def test_only_the_region_counts(self):
        process, window = self.painter("--geometry", "200x150+300+200")
        place = geometry(window)
        beside = {"region": {"x": 0, "y": place["y"] + 300, "width": 100, "height": 60}, **self.screen}
        upon = {"region": {key: place[key] for key in ("x", "y", "width", "height")}, **self.screen}
        capture_beside, capture_upon = self.still(**beside), self.still(**upon)
        self.command(process, "move 500 200")
        wait_until("the window at its new place", lambda: geometry(window)["x"] > 450)
        settled(see_screen)
        self.assertNotIn("unchanged", self.image(since=capture_upon, **upon))
        self.assertTrue(self.image(since=capture_beside, **beside).get("unchanged"))

    def test_a_window(self):
        process, window = self.painter("--geometry", "200x150+300+200", "--class", "Still")
        target = {"app_target": "Still", "format": "data"}
        capture = self.still(**target)
        self.assertTrue(self.image(since=capture, **target)["unchanged"])
        self.command(process, "resize 220 150")
        wait_until("the new size", lambda: geometry(window)["width"] == 220)
        self.assertNotIn("unchanged", self.image(since=capture, **target))

    def test_a_covered_window_is_always_captured(self):
        self.painter("--geometry", "200x150+300+200", "--class", "Below")
        self.painter("--geometry", "250x200+280+180", "--class", "Above")
        settled(see_screen)
        target = {"app_target": "Below", "format": "data"}
        first = self.image(**target)
        self.assertEqual(len(first["images"]), 1)
        self.assertNotIn("capture_id", first)


if __name__ == "__main__":
    unittest.main()
