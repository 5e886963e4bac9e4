#!/usr/bin/python3
"""The toolset `computer` on real programs: what happened is told by their own logs, xdotool and xwininfo."""
import base64
import json
import os
import re
import struct
import subprocess
import unittest

from session_client import Session
from support import PEEKABOO, DesktopTest, active_window, geometry, text_of, wait_until, windows

MOST_BYTES = 6000  # of tools/list
NAMES = ("screenshot zoom left_click right_click middle_click double_click triple_click left_click_drag mouse_move "
         "left_mouse_down left_mouse_up cursor_position type key hold_key scroll wait").split()


def png_size(block):
    return struct.unpack(">II", base64.b64decode(block["data"])[16:24])


def pointer():
    """Where xdotool sees the pointer."""
    return tuple(int(number) for number in re.findall(r"[xy]:(\d+)", text_of("xdotool", "getmouselocation")))


class ComputerTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.log = f"{self.folder}/log.txt"
        self.session = Session(self, PEEKABOO_TOOLSETS="computer")
        root = text_of("xwininfo", "-root")
        self.desktop = tuple(int(re.search(rf"{side}: (\d+)", root)[1]) for side in ("Width", "Height"))

    def form(self):
        process = self.start("acted_form.py", "gtk3", self.log)
        self.assertEqual(process.stdout.readline(), "ready\n")
        window = wait_until("the window", lambda: windows().get("Acted Form"))
        wait_until("the window to be active", lambda: active_window() == window)
        self.screenshot()
        return window

    def happened(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as log:
            return log.read().splitlines()

    def eventually(self, line):
        wait_until(f"'{line}' in the program's log", lambda: line in self.happened())

    def does(self, tool, **arguments):
        result = self.session.tool(tool, **arguments).result()
        self.assertNotIn("isError", result, result["content"])
        self.assertNotIn("structuredContent", result)
        return result["content"]

    def refused(self, code, tool, **arguments):
        result = self.session.tool(tool, **arguments).result()
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        return result["content"][0]["text"]

    def screenshot(self):
        """Keeps and returns the size of the picture."""
        self.size = png_size(self.does("screenshot")[0])
        return self.size

    def pixel(self, words):
        """The pixel of the picture that shows the middle of an element."""
        bounds = next(each["bounds"] for each in self.succeeds("see", "--find", words)["elements"] if each["name"] == words)
        middle = bounds["x"] + bounds["width"] // 2, bounds["y"] + bounds["height"] // 2
        return [(2 * at + 1) * size // (2 * whole) for at, size, whole in zip(middle, self.size, self.desktop)]


class Seeing(ComputerTest):
    def test_the_tools_are_those_that_models_know(self):
        listed = self.session.request("tools/list").result()
        self.assertEqual(sorted(tool["name"] for tool in listed["tools"]), sorted(NAMES))
        line = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
        self.assertLessEqual(len(line.encode()), MOST_BYTES)

    def test_the_picture_has_one_size(self):
        width, height = self.screenshot()
        scale = min(1, 1280 / self.desktop[0], 800 / self.desktop[1])
        self.assertLessEqual(abs(width - self.desktop[0] * scale), 1)
        self.assertLessEqual(abs(height - self.desktop[1] * scale), 1)
        self.form()
        self.assertEqual(self.screenshot(), (width, height))

    def test_coordinates_mean_the_pixels_that_show_them(self):
        width, height = self.screenshot()
        for pixel in ([0, 0], [width - 1, height - 1], [width // 3, height // 7]):
            self.does("mouse_move", coordinate=pixel)
            for at, mine, size, whole in zip(pointer(), pixel, (width, height), self.desktop):
                self.assertEqual(at, (2 * mine + 1) * whole // (2 * size))
            self.assertEqual(self.does("cursor_position")[0]["text"], f"X={pixel[0]},Y={pixel[1]}")
        for pixel in ([width, 0], [0, height], [-1, 0]):
            self.refused("INVALID_ARGUMENT", "mouse_move", coordinate=pixel)

    def test_a_region_is_shown_as_it_is(self):
        width, height = self.screenshot()
        wanted = [-(-20 * whole // size) for size, whole in ((width, self.desktop[0]), (height, self.desktop[1]))]
        self.assertEqual(list(png_size(self.does("zoom", region=[0, 0, 20, 20])[0])), wanted)
        self.refused("INVALID_ARGUMENT", "zoom", region=[0, 0, width + 1, 20])

    def test_without_a_picture_there_are_no_coordinates(self):
        self.refused("ELEMENT_STALE", "left_click", coordinate=[10, 10])

    def test_it_stands_alone(self):
        for other in ("hands", "all", "scrolling", "click"):
            run = subprocess.run([PEEKABOO, "mcp", "--toolsets", f"core,computer,{other}"], input=b"", capture_output=True,
                                 timeout=60)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(f"does not go with '{other}'", run.stderr.decode())
        tools = Session(self, PEEKABOO_TOOLSETS="all").request("tools/list").result()["tools"]
        self.assertNotIn("left_click", [tool["name"] for tool in tools])
        self.assertIn("direction", next(tool for tool in tools if tool["name"] == "scroll")["inputSchema"]["properties"])


class Acting(ComputerTest):
    def test_a_form_is_filled_in(self):
        self.form()
        self.does("left_click", coordinate=self.pixel("Save"))
        self.eventually("pressed Save")
        self.does("triple_click", coordinate=self.field())
        self.does("type", text="Grüße")
        self.eventually("typed Grüße")
        self.does("key", text="ctrl+a")
        self.does("key", text="BackSpace")
        self.eventually("typed ")
        self.assertEqual(self.happened().count("pressed Save"), 1)

    def field(self):
        """The pixel of the text field, which has no name."""
        elements = self.succeeds("see")["elements"]
        bounds = next(each["bounds"] for each in elements if each["role"] == "text")
        middle = bounds["x"] + 10, bounds["y"] + bounds["height"] // 2
        return [(2 * at + 1) * size // (2 * whole) for at, size, whole in zip(middle, self.size, self.desktop)]

    def test_a_menu_is_used(self):
        self.form()
        self.does("left_click", coordinate=self.pixel("File"))
        self.screenshot()
        self.does("left_click", coordinate=self.pixel("Save As…"))
        self.eventually("menu Save As…")

    def test_the_wheel_turns(self):
        window = self.form()
        place = geometry(window)
        middle = place["x"] + 100, place["y"] + place["height"] - 30
        pixel = [(2 * at + 1) * size // (2 * whole) for at, size, whole in zip(middle, self.size, self.desktop)]
        self.does("scroll", coordinate=pixel, scroll_direction="down", scroll_amount=5)
        wait_until("the list to scroll", lambda: any(line.startswith("scrolled") for line in self.happened()))

    def test_a_key_is_held(self):
        self.form()
        self.does("triple_click", coordinate=self.field())
        self.does("hold_key", text="x", duration=1.5)
        wait_until("the key to repeat", lambda: any(re.fullmatch("typed x{3,}", line) for line in self.happened()))
        self.does("key", text="Home")
        self.does("type", text="y")
        held = re.compile("typed yx{3,}")
        wait_until("the key to be up", lambda: held.fullmatch(self.happened()[-1]))

    def test_a_terminal_gets_a_line(self):
        file = f"{self.folder}/line.txt"
        terminal = subprocess.Popen(["xterm", "-T", "Line", "-e", "sh", "-c", f"read line; printf %s \"$line\" > {file}"])
        self.addCleanup(terminal.wait, 60)
        window = wait_until("the terminal", lambda: windows().get("Line"))
        wait_until("the terminal to be active", lambda: active_window() == window)
        self.screenshot()
        self.does("type", text="naïve line\n")
        wait_until("the line", lambda: os.path.exists(file) and self.read(file) == "naïve line")

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_what_has_changed_gets_nothing(self):
        window = self.form()
        save = self.pixel("Save")
        self.succeeds("do", "window", "--action", "move", "--window-id", str(window), "--x", "30", "--y", "300")
        self.refused("ELEMENT_STALE", "left_click", coordinate=save)
        self.screenshot()
        save = self.pixel("Save")
        place = geometry(window)
        other = self.ready(self.start("gtk_entry.py", "Above", f"{self.folder}/other.txt"))[0]
        self.succeeds("do", "window", "--action", "move", "--window-id", str(other), "--x", str(place["x"]), "--y",
                      str(place["y"]))
        self.assertIn("is there now", self.refused("ELEMENT_STALE", "left_click", coordinate=save))
        self.assertNotIn("pressed Save", self.happened())


class Holding(ComputerTest):
    """A GTK button is pressed when the mouse button comes up over it, whoever lets go."""

    def hold(self):
        self.form()
        self.does("mouse_move", coordinate=self.pixel("Save"))
        self.does("left_mouse_down")
        x, y = self.pixel("Save")
        self.does("mouse_move", coordinate=[x + 3, y])
        self.assertNotIn("pressed Save", self.happened())

    def test_a_button_stays_down_until_it_is_released(self):
        self.hold()
        self.does("left_mouse_up")
        self.eventually("pressed Save")
        self.refused("INTERRUPTED", "left_mouse_up")

    def test_a_drag_moves_a_window(self):
        window = self.form()
        place = geometry(window)
        title = [place["x"] + 60, place["y"] - 8]
        start = [(2 * at + 1) * size // (2 * whole) for at, size, whole in zip(title, self.size, self.desktop)]
        self.does("left_click_drag", start_coordinate=start, coordinate=[start[0] + 40, start[1] + 30])
        wait_until("the window to move", lambda: geometry(window)["x"] > place["x"] + 20)

    def test_a_stop_lets_go(self):
        self.hold()
        try:
            self.peekaboo("stop")
            self.eventually("pressed Save")
        finally:
            self.peekaboo("resume")
        self.refused("INTERRUPTED", "left_mouse_up")

    def test_the_end_of_the_server_lets_go(self):
        self.hold()
        self.session.end()
        self.eventually("pressed Save")

    def test_the_next_act_mends_what_a_killed_server_left(self):
        self.hold()
        self.session.process.kill()
        self.session.process.wait()
        self.assertNotIn("pressed Save", self.happened())
        self.succeeds("do", "press_key", "--key", "F12")
        self.eventually("pressed Save")


if __name__ == "__main__":
    unittest.main(verbosity=2)
