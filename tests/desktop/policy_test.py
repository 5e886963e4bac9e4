#!/usr/bin/python3
"""Excluded windows on a real desktop: every pixel of them is filled, no other is, and no list has their titles."""
import json
import os
import re
import shutil
import subprocess
import unittest

from session_client import Session
from support import DesktopTest, geometry, output, see_screen, see_window, settled, wait_until

FILLED = (0x60, 0x60, 0x60)

def frame_of(window_id):
    """The window with its frame, in desktop pixels, from the window manager's own property."""
    inner = geometry(window_id)
    text = output("xprop", "-id", str(window_id), "-notype", "_NET_FRAME_EXTENTS").decode()
    if "=" not in text:
        return inner["x"], inner["y"], inner["width"], inner["height"]
    left, right, top, bottom = (int(word) for word in text.split("=")[1].split(","))
    return inner["x"] - left, inner["y"] - top, inner["width"] + left + right, inner["height"] + top + bottom


class Policy(DesktopTest):
    def setUp(self):
        super().setUp()
        self.configuration = os.path.join(self.folder, "configuration")
        os.makedirs(os.path.join(self.configuration, "peekaboo"))
        self.set({"blockedWindowPatterns": ["top secret"]})

    def set(self, policy):
        path = os.path.join(self.configuration, "peekaboo", "policy.json")
        with open(path + ".new", "w") as file:
            file.write(policy if isinstance(policy, str) else json.dumps(policy))
        os.rename(path + ".new", path)

    def peekaboo(self, *arguments, **options):
        return super().peekaboo(*arguments, XDG_CONFIG_HOME=self.configuration, **options)

    def secret(self, *arguments):
        return self.painter("--title", "A Top Secret", "--class", "Vault", *arguments)

    def check_pixels(self, excluded, covers=()):
        """Each pixel of the excluded frame is filled unless a cover shows there; each other one is the screen's."""
        before = settled(see_screen)
        seen = self.capture("--mode", "screen", "--screen-index", "0")
        left, top, width, height = frame_of(excluded)
        tops = [frame_of(each) for each in covers]
        for y in range(seen.height):
            for x in range(seen.width):
                inside = left <= x < left + width and top <= y < top + height
                covered = any(cx <= x < cx + cw and cy <= y < cy + ch for cx, cy, cw, ch in tops)
                # Some frames have round corners, at which the empty desktop shows.
                if inside and not covered and before.at(x, y) != before.at(0, 0):
                    self.assertEqual(seen.at(x, y), FILLED, f"{x},{y} shows an excluded window")
                elif not inside and seen.at(x, y) != before.at(x, y):
                    self.fail(f"{x},{y} was changed")

    def test_it_is_filled_wherever_it_shows(self):
        _, window = self.secret("--geometry", "300x200+100+100")
        _, cover = self.painter("--title", "Cover", "--geometry", "200x150+250+180", "--seed", "3")
        self.check_pixels(window, [cover])

    def test_masking_fills_the_text_that_it_cuts(self):
        _, terminal = self.terminal("Notes", *["key Zx9" + "kQ4vT7mP2wL8" * 4] * 12)
        _, window = self.secret("--geometry", "150x90+140+60")
        settled(see_screen)
        left, top, width, height = frame_of(window)
        self.assertLess(geometry(terminal)["x"] + 60, left, "some text shows on the left")

        def shown(*arguments):
            """How many edges of letters are beside the filled window."""
            seen = self.capture("--mode", "screen", "--screen-index", "0", *arguments)
            places = [(x, y) for y in range(top, top + height) for x in (*range(left - 40, left - 2), *range(left + width + 1, left + width + 40))]
            fills = {FILLED, (0, 0, 0)}  # beside each other they are no letters
            pairs = [(seen.at(x, y), seen.at(x + 1, y)) for x, y in places]
            return sum(abs(one[0] - other[0]) > 60 and {one, other} != fills for one, other in pairs)

        self.assertGreater(shown(), 500, "words show without masking")
        self.assertEqual(shown("--mask-pii"), 0)

    def test_it_is_filled_inside_another_window(self):
        _, holder = self.painter("--title", "Holder", "--geometry", "400x300+200+150", "--class", "Holder")
        terminal = subprocess.Popen(["xterm", "-into", str(holder), "-T", "A Top Secret", "-geometry", "30x8", "-bg", "#fa1195",
                                     "-e", "sleep", "100000"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(terminal.wait)
        self.addCleanup(terminal.kill)
        before = wait_until("the terminal", lambda: self.coloured(settled(see_window, holder), (0xFA, 0x11, 0x95)))
        for picture in (self.capture("--app", "Holder"), self.capture("--mode", "screen", "--screen-index", "0")):
            self.assertFalse(self.coloured(picture, (0xFA, 0x11, 0x95)))
        inside = self.capture("--app", "Holder")
        filled = [i for i in range(0, len(inside.rgb), 3) if tuple(inside.rgb[i:i + 3]) == FILLED]
        self.assertGreater(len(filled), 5000)
        place = self.embedded(holder)
        self.assertEqual(len(filled), place["width"] * place["height"])
        for i in range(0, len(inside.rgb), 3):
            x, y = i // 3 % inside.width, i // 3 // inside.width
            if not (x < place["width"] and y < place["height"]):
                self.assertEqual(inside.rgb[i:i + 3], before.rgb[i:i + 3])

    @staticmethod
    def coloured(picture, colour):
        """The picture if it has a pixel of that colour, else None."""
        found = any(tuple(picture.rgb[i:i + 3]) == colour for i in range(0, len(picture.rgb), 3))
        return picture if found else None

    @staticmethod
    def embedded(holder):
        """The window that another program has put into this one."""
        child = re.search(r"^ +(0x[0-9a-f]+) ", output("xwininfo", "-id", str(holder), "-children").decode(), re.M).group(1)
        place = geometry(int(child, 16))
        border = int(re.search(r"Border width: (\d+)", output("xwininfo", "-id", child).decode()).group(1))
        return {"width": place["width"] + 2 * border, "height": place["height"] + 2 * border}

    def test_its_title_is_in_no_list(self):
        self.secret()
        self.painter("--title", "Harmless", "--class", "Other", "--geometry", "200x100+500+100")
        for words in (("list", "apps"), ("list", "windows", "--app", "Vault"), ("list", "windows", "--app", "Other")):
            self.assertNotIn("Secret", str(self.peekaboo(*words, "--json-output").json), words)
        script = os.path.join(self.folder, "list.lua")
        with open(script, "w") as file:
            file.write("local window = require 'window'\n"
                       "for _, w in ipairs(window.list()) do print(w.title, w.excluded) end\n"
                       "print(#window.list {title = 'secret'})\n")
        printed = self.peekaboo("run", script)
        self.assertNotIn("Secret", str(printed))
        self.assertIn("Harmless\tfalse", str(printed))

    def test_to_capture_it_is_refused_and_its_title_unknown(self):
        _, window = self.secret()
        error = self.fails("POLICY_DENIED", 27, "image", "--app", "Vault", "--path", self.folder + "/a.png")
        self.assertNotIn("Secret", str(error))
        error = self.fails("WINDOW_NOT_FOUND", 15, "image", "--app", "Vault", "--window-title", "Secret", "--path",
                           self.folder + "/b.png")
        self.assertNotIn("Top", str(error))
        self.assertFalse(os.path.exists(self.folder + "/a.png"))
        explained = self.succeeds("policy", "explain", str(window))
        self.assertIs(explained["excluded"], True)
        self.assertIn("top secret", explained["rule"])
        self.assertEqual(self.succeeds("policy", "check", "--screen", "0")["excluded_windows"], 1)

    def test_a_broken_file_refuses_every_picture(self):
        self.painter()
        self.set('{\n  "blockedWindowPattern": []\n}')
        error = self.fails("POLICY_DENIED", 27, "image", "--path", self.folder + "/a.png")
        self.assertIn("policy.json:2", error["message"])
        self.assertIn("blockedWindowPatterns", error.get("details") or str(error))
        self.fails("POLICY_DENIED", 27, "policy", "validate")
        self.set({})
        self.capture("--mode", "screen", "--screen-index", "0")

    def test_a_changed_policy_forgets_what_was_taken(self):
        self.set({})
        self.secret("--geometry", "300x200+100+100")
        client = Session(self, XDG_CONFIG_HOME=self.configuration)
        resource = client.tool("image", app_target="screen:0", path=self.folder + "/shot.png").result()["capture_id"]
        self.assertIn("contents", client.request("resources/read", uri=resource).result())
        self.set({"blockedWindowPatterns": ["top secret"]})
        with self.assertRaisesRegex(AssertionError, "protocol error"):
            client.request("resources/read", uri=resource).result()
        again = client.tool("image", app_target="screen:0", path=self.folder + "/shot.png", since=resource).result()
        self.assertNotIn("unchanged", again)
        client.end()

    def test_a_picture_without_a_path_is_taken_whatever_folders_are_named(self):
        self.set({"allowedDirectories": [self.folder + "/pictures"]})
        client = Session(self, XDG_CONFIG_HOME=self.configuration)
        files = client.tool("image").result()["saved_files"]
        self.assertTrue(files and all(os.path.exists(file["path"]) for file in files), files)
        shutil.rmtree(os.path.dirname(files[0]["path"]))
        self.assertEqual(client.tool("image", path=self.folder + "/shot.png").code(), "INVALID_PATH")
        client.end()


if __name__ == "__main__":
    unittest.main()
