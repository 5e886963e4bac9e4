#!/usr/bin/python3
"""labwc 0.20, which lists windows by protocol alone and tells no places. The eyes are grim and the programs themselves."""
import json
import os
import subprocess
import unittest

from support import DesktopTest, from_ppm, output, wait_until

BACKGROUND = (0x12, 0x34, 0x56)


class Labwc(DesktopTest):
    TOOLS = {"PEEKABOO_TOOLSETS": "hands"}

    def start_foot(self, title, script="exec sleep 1000", colour="#123456"):
        before = len(self.titles())
        paint = f"printf '\\033]11;{colour}\\007'; "
        foot = subprocess.Popen(["foot", "-T", title, "-w", "300x200", "sh", "-c", paint + script], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            foot.kill()
            foot.wait()
            wait_until("the window to go", lambda: len(self.titles()) == before)

        self.addCleanup(end)
        wait_until("the terminal", lambda: len(self.titles()) == before + 1)
        return foot

    def windows(self):
        said = self.peekaboo("run", "-e", 'print(require("json").encode(require("window").list()))')
        self.assertEqual(said.status, 0, str(said))
        return json.loads(said.stdout)

    def titles(self):
        return [window["title"] for window in self.windows()]

    def window(self, title):
        [found] = [window for window in self.windows() if window["title"] == title]
        return found

    def do(self, *words):
        return self.succeeds("do", *words, **self.TOOLS)

    def change(self, action, title):
        return self.do("window", "--action", action, "--app-target", f"foot:WINDOW_TITLE:{title}")

    def shows_terminal(self):
        seen = from_ppm(output("grim", "-t", "ppm", "-"))
        return sum(1 for i in range(0, len(seen.rgb), 3) if tuple(seen.rgb[i:i + 3]) == BACKGROUND) > 1000

    def test_ids_are_the_same_for_everybody(self):
        self.start_foot("One")
        self.start_foot("Two")
        self.assertEqual(self.windows(), self.windows())
        self.assertEqual(sorted(self.titles()), ["One", "Two"])
        self.assertEqual({window.get("x") for window in self.windows()}, {None})

    def test_focus_and_keys(self):
        for title in ("One", "Two"):
            self.start_foot(title, f'stty -echo; read line; echo "$line" > {self.folder}/{title}; exec sleep 1000')
        for title in ("One", "Two"):
            self.change("focus", title)
            self.assertTrue(self.window(title)["active"])
            self.do("type_text", "--text", f"Grüße an {title}\n", "--app-target", f"foot:WINDOW_TITLE:{title}")
            path = os.path.join(self.folder, title)
            wait_until("what was typed", lambda p=path: os.path.exists(p) and os.path.getsize(p) > 0)
            with open(path) as file:
                self.assertEqual(file.read(), f"Grüße an {title}\n")

    def test_states(self):
        self.start_foot("One")
        wait_until("the terminal", self.shows_terminal)
        self.change("minimize", "One")
        wait_until("nothing", lambda: not self.shows_terminal())
        self.assertTrue(self.window("One")["minimised"])
        self.change("restore", "One")
        wait_until("the terminal", self.shows_terminal)
        self.change("maximize", "One")
        self.change("restore", "One")

    def test_closing(self):
        foot = self.start_foot("One")
        self.change("close", "One")
        foot.wait(30)

    def test_acts_on_twins_are_refused(self):
        self.start_foot("Twin")
        self.start_foot("Twin")
        error = self.fails("UNSUPPORTED", 29, "do", "window", "--action", "focus", "--app-target", "foot:WINDOW_INDEX:0",
                           **self.TOOLS)
        self.assertEqual(error["context"]["reason"], "identity unproven")

    def test_places_are_not_made_up(self):
        self.start_foot("One")
        error = self.fails("UNSUPPORTED", 29, "do", "window", "--action", "move", "--x", "10", "--y", "10", "--app-target",
                           "foot:WINDOW_TITLE:One", **self.TOOLS)
        self.assertEqual(error["context"]["reason"], "places unknown")

    def test_a_window_is_captured_whatever_covers_it(self):
        self.start_foot("Below")
        self.start_foot("Above", colour="#654321")
        seen = self.capture("--app", "foot", "--window-title", "Below", "--capture-focus", "background")
        colours = {seen.at(x, y) for x in (20, seen.width - 20) for y in (40, seen.height - 20)}
        self.assertEqual(colours, {BACKGROUND})


if __name__ == "__main__":
    unittest.main()
