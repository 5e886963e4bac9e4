#!/usr/bin/python3
"""Open menus of the captured application are named in the text, with the region that shows them."""
import re
import unittest

from session_client import Session
from support import DesktopTest, geometry, output, read_picture, see_screen, see_window, settled, text_of, wait_until


def popups():
    """Areas of the mapped windows that the window manager leaves alone, as xwininfo tells."""
    areas = []
    for window_id in re.findall(r"^     (0x[0-9a-f]+) ", text_of("xwininfo", "-root", "-tree"), re.M):
        facts = text_of("xwininfo", "-id", window_id, "-all")
        place, border = geometry(window_id), int(re.search(r"Border width: (\d+)", facts).group(1))
        if "Override Redirect State: yes" in facts and "IsViewable" in facts and min(place["width"], place["height"]) > 30:
            areas.append({"x": place["x"], "y": place["y"],
                          "width": place["width"] + 2 * border, "height": place["height"] + 2 * border})
    return areas


class Menus(DesktopTest):
    def setUp(self):
        super().setUp()
        self.session = Session(self)
        self.before = popups()

    def opened(self):
        return wait_until("the menu", lambda: [area for area in popups() if area not in self.before])

    def said(self, process):
        call = self.session.tool("image", app_target=f"PID:{process.pid}", format="data")
        self.assertEqual(call.code(), "", call.text())
        return call.text()

    def is_told(self, process):
        """The one menu, and only as long as it is open; the region shows it."""
        menu = self.opened()
        self.assertEqual(len(menu), 1)
        place = "[{x},{y} {width}×{height}]".format(**menu[0])
        self.assertIn(f"A menu is open: screen region {place}", self.said(process))
        path = self.folder + "/menu.png"
        self.session.tool("image", app_target="screen:0", region=menu[0], path=path).result()
        self.same(read_picture(path), see_screen().part(**menu[0]))

    def test_a_qt_menu(self):
        process = self.start("qt_form.py")
        window_id = self.ready(process)[0]
        settled(see_window, window_id)
        self.assertNotIn("menu", self.said(process))
        self.command(process, "menu")
        self.is_told(process)
        other, _ = self.painter("--geometry", "100x80+10+500")
        self.assertNotIn("menu", self.said(other), "it is another application's")

    def test_a_gtk_menu(self):
        process, window_id = self.form()
        place = geometry(window_id)
        output("xdotool", "mousemove", str(place["x"] + 15), str(place["y"] + 10), "click", "1")
        self.is_told(process)

    def test_a_menu_without_a_type(self):
        """xterm's, as of all old toolkits."""
        process, window_id = self.terminal("Notes", "Hello")
        place = geometry(window_id)
        output("xdotool", "mousemove", str(place["x"] + 60), str(place["y"] + 60), "keydown", "ctrl", "mousedown", "1")
        self.addCleanup(output, "xdotool", "mouseup", "1", "keyup", "ctrl")
        self.is_told(process)


if __name__ == "__main__":
    unittest.main(verbosity=2)
