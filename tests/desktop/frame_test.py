#!/usr/bin/python3
"""Windows with their window manager's frame, judged by xwd, which looks at frames by itself."""
import os
import random
import re
import subprocess
import unittest

from support import (APPLICATIONS, DesktopTest, geometry, output, read_picture, see_screen, see_window, settled, text_of,
                     wait_until, windows)

MANAGER = os.environ["RIG_WM"]
CASES = 100
TAKE = """
local screen = require "screen"
local id, path = math.tointeger(arg[1]), arg[2]
local bare, framed = screen.capture("window", { id = id }), screen.capture("window", { id = id, frame = true })
if path then framed:save(path) end
local from = framed.origin
print(bare.width, bare.height, framed.width, framed.height, from.x, from.y, bare.origin.x, bare.origin.y, framed.method)
local inner = framed:crop { x = bare.origin.x - from.x, y = bare.origin.y - from.y, width = bare.width, height = bare.height }
print(bare:compare(inner).changed_pixels)
"""


def see_frame(window_id):
    """The frame of a window that nothing covers, as xwd sees it, borders included."""
    while True:
        parent = re.search(r"Parent window id: (0x[0-9a-f]+)(.*root window)?", text_of("xwininfo", "-tree", "-id", str(window_id)))
        if parent.group(2):
            return see_window(window_id)
        window_id = int(parent.group(1), 16)


class Taken:
    def __init__(self, text):
        facts, changed = text.split("\n", 1)
        facts = facts.split()
        self.bare, self.framed = tuple(map(int, facts[0:2])), tuple(map(int, facts[2:4]))
        self.place, self.method = tuple(map(int, facts[4:6])), facts[8]
        self.changed = int(changed)


class Frames(DesktopTest):
    def setUp(self):
        super().setUp()
        self.script = os.path.join(self.folder, "take.lua")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(TAKE)

    def take(self, window_id, *path):
        result = self.peekaboo("run", self.script, str(window_id), *path)
        self.assertEqual(result.status, 0, str(result))
        return Taken(result.stdout.decode())

    def place(self, window_id, x, y, width, height):
        output("wmctrl", "-i", "-r", str(window_id), "-e", f"0,{x},{y},{width},{height}")
        wait_until("the size", lambda: (lambda now: (now["width"], now["height"]) == (width, height))(geometry(window_id)))

    @unittest.skipIf(MANAGER in ("none", "dwm"), "windows keep their places here")
    def test_a_frame_makes_every_window_larger(self):
        # Feature: mcp-screenshot, Property 9: Frame inclusion increases dimensions
        _, window_id = self.painter("--geometry", "300x200+100+100")
        draw = random.Random(9)
        for case in range(CASES):
            size = draw.randint(40, 900), draw.randint(30, 500)
            self.place(window_id, draw.randint(0, 300), draw.randint(30, 200), *size)
            with self.subTest(case=case, size=size):
                taken = self.take(window_id)
                self.assertEqual(taken.bare, size)
                self.assertTrue(taken.framed[0] >= size[0] and taken.framed[1] > size[1], taken.framed)
                self.assertEqual(taken.changed, 0)

    @unittest.skipIf(MANAGER == "none", "there are no frames")
    def test_it_is_what_others_see(self):
        _, window_id = self.painter("--geometry", "300x200+100+100")
        path = os.path.join(self.folder, "frame.png")
        expected = settled(see_frame, window_id)
        taken = self.take(window_id, path)
        self.assertEqual((taken.framed, taken.changed), ((expected.width, expected.height), 0))
        self.assertEqual(read_picture(path).difference(expected), "")

    @unittest.skipIf(MANAGER in ("none", "dwm"), "windows are not placed over each other here")
    def test_a_covered_frame_is_whole(self):
        _, window_id = self.painter("--geometry", "300x200+100+100")
        before, after = os.path.join(self.folder, "before.png"), os.path.join(self.folder, "after.png")
        cover, cover_id = self.painter("--class", "Cover", "--seed", "5", "--geometry", "200x300+60+60")
        settled(see_screen)
        # The frame of a window without the focus has other colours.
        uncovered = self.moved_away(cover_id, lambda: self.take(window_id, before))
        self.command(cover, "raise")
        settled(see_screen)
        taken = self.take(window_id, after)
        self.assertEqual((taken.framed, taken.changed), (uncovered.framed, 0))
        self.assertEqual(read_picture(after).difference(read_picture(before)), "")

    def moved_away(self, window_id, look):
        place = geometry(window_id)
        self.place(window_id, 700, 60, 200, 300)
        settled(see_screen)
        result = look()
        self.place(window_id, place["x"], place["y"], 200, 300)
        return result

    @unittest.skipIf(MANAGER in ("none", "dwm"), "windows are not placed here")
    def test_a_frame_beyond_the_screen_is_whole(self):
        _, window_id = self.painter("--geometry", "300x200+100+100")
        inside = self.take(window_id).framed
        width = see_screen().width
        output("wmctrl", "-i", "-r", str(window_id), "-e", f"0,{width - 150},300,300,200")
        wait_until("the place", lambda: geometry(window_id)["x"] >= width - 160)
        taken = self.take(window_id)
        self.assertEqual((taken.framed, taken.changed), (inside, 0))

    def test_a_window_without_frame_keeps_its_size(self):
        _, window_id = self.painter("--geometry", "300x200+100+100")
        if MANAGER != "none":
            output("wmctrl", "-i", "-r", str(window_id), "-b", "add,fullscreen")
            screen = see_screen()
            wait_until("the whole screen", lambda: geometry(window_id)["width"] == screen.width)
            wait_until("no frame", lambda: self.take(window_id).framed == (screen.width, screen.height))
        taken = self.take(window_id)
        self.assertEqual((taken.framed, taken.changed), (taken.bare, 0))

    @unittest.skipIf(MANAGER == "none", "no manager lists the windows")
    def test_a_frame_of_its_own_is_none_of_the_managers(self):
        environment = {**os.environ, "GTK_CSD": "1"}
        form = subprocess.Popen([os.path.join(APPLICATIONS, "gtk_form.py")], env=environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
        self.addCleanup(form.wait)
        self.addCleanup(form.terminate)
        window_id = wait_until("the form", lambda: next(iter(windows().values()), None))
        if MANAGER == "xfwm4":  # under the others the form has a frame of theirs
            wait_until("a shadow", lambda: "CARDINAL" in text_of("xprop", "-id", str(window_id), "_GTK_FRAME_EXTENTS"))
        settled(see_screen)
        taken = self.take(window_id)
        if MANAGER == "xfwm4":
            self.assertEqual(taken.framed, taken.bare)
        self.assertEqual(taken.changed, 0)


if __name__ == "__main__":
    unittest.main()
