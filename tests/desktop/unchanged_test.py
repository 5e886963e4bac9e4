#!/usr/bin/python3
"""`since`: an agent that asks again is told that nothing has changed, and never when something has."""
import os
import subprocess
import sys
import tempfile
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
        return self.client.tool("image", **arguments).result()

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
            facts = {"saved_files": [], "images": [], "capture_id": capture, "unchanged": True}
            self.assertEqual({name: answer.result().get(name) for name in facts}, facts)
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

    def test_a_covered_window(self):
        below, _ = self.painter("--geometry", "200x150+300+200", "--class", "Below")
        self.painter("--geometry", "250x200+280+180", "--class", "Above")
        settled(see_screen)
        target = {"app_target": "Below", "format": "data"}
        capture = self.image(**target)["capture_id"]
        self.assertTrue(self.image(since=capture, **target)["unchanged"])
        self.command(below, "resize 220 150")
        changed = self.image(since=capture, **target)
        self.assertNotIn("unchanged", changed)
        self.assertEqual(changed["images"][0]["width"], 220)

    def test_painted_with_the_same_colours(self):
        subprocess.run(["xsetroot", "-solid", "#123456"], check=True)
        self.image(since="nothing", **self.screen)
        capture = self.still(**self.screen)
        subprocess.run(["xsetroot", "-solid", "#123456"], check=True)
        self.assertTrue(self.image(since=capture, **self.screen).get("unchanged"))
        subprocess.run(["xsetroot", "-solid", "#123457"], check=True)
        self.assertNotIn("unchanged", self.image(since=capture, **self.screen))


class WithoutDamage(unittest.TestCase):
    """A display server that cannot tell what is painted."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=os.environ["RIG"])
        reading, writing = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-noreset",
                                        "-nolisten", "tcp", "-extension", "DAMAGE"], pass_fds=[writing],
                                       stderr=subprocess.DEVNULL)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.terminate)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.environment = dict(os.environ, DISPLAY=":" + numbers.readline().strip(), TMPDIR=self.folder)
        self.environment.pop("XAUTHORITY", None)
        self.client = Client(PEEKABOO, self.environment)
        self.addCleanup(self.client.end)

    def image(self, **arguments):
        return self.client.tool("image", app_target="screen:0", path=self.folder + "/", **arguments).result()

    def paint(self, colour):
        subprocess.run(["xsetroot", "-solid", colour], env=self.environment, check=True)

    def test_tiles_tell(self):
        self.paint("#102030")
        capture = self.image()["capture_id"]
        self.assertTrue(self.image(since=capture)["unchanged"])
        self.paint("#102030")
        self.assertTrue(self.image(since=capture)["unchanged"])
        part = {"x": 10, "y": 10, "width": 50, "height": 50}
        within = self.image(region=part)["capture_id"]
        self.assertTrue(self.image(since=within, region=part)["unchanged"])
        self.assertNotIn("unchanged", self.image(since=within))
        self.paint("#102031")
        changed = self.image(since=capture)
        self.assertNotIn("unchanged", changed)
        self.assertEqual(len(changed["saved_files"]), 1)
        self.assertNotIn("unchanged", self.image(since=within, region=part))


if __name__ == "__main__":
    unittest.main()
