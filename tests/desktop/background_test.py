#!/usr/bin/python3
"""Covered windows whose applications paint nothing when they are uncovered: the server's background is all they show.

Judged by the file that they show, and by xwd.
"""
import os
import subprocess
import unittest

from support import DesktopTest, geometry, managed, output, painted, see_window, settled, wait_until

WIDTH, HEIGHT = 300, 200


def listed():
    """Not every one tells its process."""
    return [int(line.split()[0], 16) for line in managed()]


class Background(DesktopTest):
    def setUp(self):
        super().setUp()
        output("xdotool", "mousemove", "0", "799")
        self.file = os.path.join(os.environ["RIG"], "pattern.ppm")
        with open(self.file, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + painted(WIDTH, HEIGHT).rgb)

    def launch(self, *command):
        before = set(listed())
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        shown = []
        self.addCleanup(self.end, process, shown)
        shown.append(wait_until(f"the window of {command[0]}", lambda: set(listed()) - before).pop())
        return process, shown[0]

    def end(self, process, shown=()):
        super().end(process)
        wait_until("the window to go", lambda: not set(shown) & set(listed()))

    def cover(self, window_id, rest):
        """Covers a part of the window, once the focus is away from it and it stands still; what it showed."""
        cover, _ = self.painter("--class", "Cover", "--seed", "9", "--geometry", "150x90+1090+30")
        if rest:
            wait_until("the picture", lambda: rest(see_window(window_id)))
        expected = settled(see_window, window_id)
        place = geometry(window_id)
        # Over the left edge, where some have a border.
        self.command(cover, f"move {place['x'] - 10} {place['y'] + 20}")
        self.command(cover, "raise")
        wait_until("the cover to cover", lambda: see_window(window_id) != expected)
        return cover, expected

    def shows_the_same_covered(self, process, window_id, rest=None):
        cover, expected = self.cover(window_id, rest)
        self.same(self.capture("--app", f"PID:{process.pid}", "--mode", "window"), expected)
        self.command(cover, "move 1090 30")
        # An application may take its time to paint again what was covered.
        wait_until("the window to show again what it showed", lambda: see_window(window_id) == expected)
        return expected

    def test_feh(self):
        """Puts its picture into the background."""
        process, window_id = self.launch("feh", "--no-menus", "--auto-zoom", self.file)
        shown = self.shows_the_same_covered(process, window_id, lambda seen: seen == painted(WIDTH, HEIGHT))
        self.same(shown, painted(WIDTH, HEIGHT))

    def test_sxiv(self):
        process, window_id = self.launch("sxiv", self.file)
        colours = set(painted(WIDTH, HEIGHT).rgb)
        self.shows_the_same_covered(process, window_id, lambda seen: len(set(seen.rgb)) >= len(colours) // 2)

    def test_the_border_of_urxvt(self):
        process, window_id = self.launch(
            "urxvt", "-b", "12", "-bg", "#204060", "-fg", "white", "-geometry", "40x10", "+sb", "-cr", "#204060",
            "-e", "sh", "-c", "echo some text; exec sleep 100000")
        self.shows_the_same_covered(process, window_id, lambda seen: b"\xff\xff\xff" in seen.rgb)

    def test_one_that_paints_unasked_is_never_caught_between(self):
        for pings in ([], ["--no-pings"]):
            with self.subTest(pings):
                process, window_id = self.painter("--geometry", f"{WIDTH}x{HEIGHT}+100+100", "--unasked", "0.05", *pings)
                self.cover(window_id, None)
                for _ in range(5):
                    self.same(self.capture("--app", f"PID:{process.pid}"), painted(WIDTH, HEIGHT))
            self.doCleanups()

    def test_a_slow_one_is_waited_for(self):
        """It has been woken, and sleeps before it paints."""
        process, window_id = self.painter("--geometry", f"{WIDTH}x{HEIGHT}+100+100", "--slow", "0.8", "--no-pings")
        self.cover(window_id, None)
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(WIDTH, HEIGHT))

    def test_one_that_paints_a_part_unasked_is_refused(self):
        process, window_id = self.painter("--geometry", f"{WIDTH}x{HEIGHT}+100+100", "--unasked", "0.05",
                                          "--unasked-width", "100")
        self.cover(window_id, None)
        self.refused(process)

    def test_a_window_without_background_is_refused(self):
        process, window_id = self.painter("--geometry", f"{WIDTH}x{HEIGHT}+100+100", "--unasked", "1000", "--no-background")
        self.cover(window_id, None)
        self.refused(process)

    def refused(self, process):
        path = os.path.join(self.folder, "refused.png")
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{process.pid}", "--path", path,
                           PEEKABOO_CLI_TIMEOUT="5000")
        self.assertIn("not repainted", str(error))
        self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    unittest.main(verbosity=2)
