#!/usr/bin/python3
"""Shaped and translucent windows: transparent in a PNG, white in a JPEG, judged by ImageMagick and the known pattern."""
import os
import subprocess
import unittest

from session_client import Session
from support import DesktopTest, geometry, output, pattern, see_screen, see_window, settled, wait_until, windows

WIDTH, HEIGHT = 300, 200
SHAPE = (200, 120, 30, 40)  # width, height, x, y


class Layers:
    """The colours and the alpha of a picture."""

    def __init__(self, path):
        size, data = output("convert", path, "-format", "%w %h", "info:"), output("convert", path, "-depth", "8", "rgba:-")
        self.width, self.height = map(int, size.split())
        self.rgba = data

    def at(self, x, y):
        start = (y * self.width + x) * 4
        return tuple(self.rgba[start:start + 4])


def translucent(x, y):
    """Straight colours and alpha of the pixel that the window has, to the nearest."""
    part = pattern.alpha(x, y)
    if part == 0:
        return (0, 0, 0, 0)
    return tuple((level * part // 255 * 255 + part // 2) // part for level in pattern.colour(x, y)) + (part,)


def shaped(x, y):
    width, height, left, top = SHAPE
    inside = left <= x < left + width and top <= y < top + height
    return pattern.colour(x, y) + (255,) if inside else (0, 0, 0, 0)


def on_white(pixel):
    return tuple((level * pixel[3] + 255 * (255 - pixel[3]) + 127) // 255 for level in pixel[:3])


class Transparency(DesktopTest):
    def take(self, process, name, *options):
        path = os.path.join(self.folder, name)
        result = self.peekaboo("image", "--app", f"PID:{process.pid}", "--mode", "window", "--path", path, *options)
        self.assertEqual(result.status, 0, str(result))
        return path, result.stdout.decode()

    def holds(self, path, expected, x=0, y=0, width=WIDTH, height=HEIGHT):
        seen = Layers(path)
        self.assertEqual((seen.width, seen.height), (width, height))
        wrong = [(u, v) for v in range(height) for u in range(width) if seen.at(u, v) != expected(x + u, y + v)]
        if wrong:
            u, v = wrong[0]
            self.fail(f"{len(wrong)} pixels differ, the first at {u},{v}: {seen.at(u, v)}, expected {expected(x + u, y + v)}")

    def kinds(self):
        rest = ("--geometry", f"{WIDTH}x{HEIGHT}+100+100")
        return (("translucent", ("--depth", "32", "--translucent", *rest), translucent),
                ("shaped", ("--shape", "{}x{}+{}+{}".format(*SHAPE), *rest), shaped))

    def each(self, check):
        for name, options, expected in self.kinds():
            with self.subTest(name):
                process, window_id = self.painter(*options)
                check(process, window_id, expected)
            self.doCleanups()

    def test_in_view_and_covered(self):
        def check(process, _, expected):
            for name in ("in view", "covered"):
                path, said = self.take(process, "shot.png")
                self.holds(path, expected)
                self.assertIn("are transparent, because the window", said)
                cover, _ = self.painter("--class", "Cover", "--seed", "9", "--geometry", "150x120+160+150")
                self.command(cover, "raise")
                settled(see_screen)

        self.each(check)

    def test_a_part(self):
        def check(process, window_id, expected):
            place = geometry(window_id)
            path, _ = self.take(process, "part.png", "--region", f"{place['x'] + 20},{place['y'] + 30},150x100")
            self.holds(path, expected, 20, 30, 150, 100)

        self.each(check)

    def test_a_part_without_transparency_is_opaque(self):
        process, window_id = self.painter(*self.kinds()[1][1])
        place = geometry(window_id)
        path, said = self.take(process, "inside.png", "--region", f"{place['x'] + 60},{place['y'] + 80},50x40")
        self.assertNotIn("transparent", said)
        self.assertEqual(output("identify", "-format", "%[channels]", path), b"srgb")

    def test_a_jpeg_is_white_there(self):
        def check(process, _, expected):
            path, said = self.take(process, "shot.jpg", "--format", "jpg")
            self.assertIn("In a JPEG they are white", said)
            seen = Layers(path)
            wrong = sum(abs(a - b) for y in range(0, HEIGHT, 3) for x in range(0, WIDTH, 3)
                        for a, b in zip(seen.at(x, y), on_white(expected(x, y))))
            self.assertLess(wrong / (WIDTH * HEIGHT / 9 * 3), 8)
            self.assertEqual(min(seen.at(WIDTH - 4, 4)[:3]) > 245, max(expected(WIDTH - 4, 4)) == 0)

        self.each(check)

    def test_scaled(self):
        """Nothing of what is behind, and nothing of what transparent pixels would be, gets into the others."""
        process, _ = self.painter(*self.kinds()[1][1])
        path, _ = self.take(process, "half.png", "--scale", "0.5")
        seen = Layers(path)
        width, height, left, top = (side // 2 for side in SHAPE)
        for y in range(HEIGHT // 2):
            for x in range(WIDTH // 2):
                inside = left <= x < left + width and top <= y < top + height
                self.assertEqual(seen.at(x, y)[3], 255 if inside else 0)

    def test_an_alpha_channel_that_means_nothing(self):
        """Its application draws with alpha 0 everywhere."""
        process, _ = self.painter("--depth", "32", "--geometry", f"{WIDTH}x{HEIGHT}+100+100")
        path, said = self.take(process, "shot.png")
        self.assertNotIn("transparent", said)
        self.holds(path, lambda x, y: pattern.colour(x, y) + (255,))

    def test_unchanged(self):
        def check(process, _, expected):
            session = Session(self)
            target = {"app_target": f"PID:{process.pid}", "format": "data"}
            first = session.tool("image", **target).result()
            again = session.tool("image", **target, since=first["capture_id"]).result()
            self.assertTrue(again.get("unchanged"), again)

        self.each(check)

    def test_a_round_clock(self):
        process = subprocess.Popen(["oclock", "-geometry", "200x200+100+100"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.end, process)
        window_id = wait_until("the clock", lambda: windows().get("oclock"))
        settled(see_window, window_id)
        path = os.path.join(self.folder, "clock.png")
        self.succeeds("image", "--app", "oclock", "--path", path)
        seen = Layers(path)
        for corner in ((0, 0), (199, 0), (0, 199), (199, 199)):
            self.assertEqual(seen.at(*corner), (0, 0, 0, 0))
        for inside in ((100, 3), (3, 100), (100, 196)):
            self.assertEqual(seen.at(*inside)[3], 255)


if __name__ == "__main__":
    unittest.main(verbosity=2)
