#!/usr/bin/python3
"""Keys while menus and lists that drop down are open: programs grab the keyboard for these. What was chosen is read from
the programs' own logs."""
import subprocess
import unittest

from input_test import InputTest
from session_client import Session
from support import active_window, wait_until, windows
from menus_test import popups

ALT = 4
DOWN, RETURN, ESCAPE, TAB = 0xFF54, 0xFF0D, 0xFF1B, 0xFF09


class Keys(InputTest):
    def form(self, toolkit):
        self.log = f"{self.folder}/{toolkit}"
        process = self.start("acted_form.py", toolkit, self.log)
        self.assertEqual(process.stdout.readline(), "ready\n")
        window = wait_until("the window", lambda: windows().get("Acted Form"))
        wait_until("the window to be active", lambda: active_window() == window)
        self.before = self.popups()
        return window

    def popups(self):
        """Read again when a window closes meanwhile."""
        def areas():
            try:
                return popups(), True
            except subprocess.CalledProcessError:
                return None
        return wait_until("the list of windows", areas)[0]

    def press(self, window, symbol, modifiers=0):
        self.assertEqual(self.driver.act("press", window, 10, modifiers, symbol, 1), "ok")

    def opened(self):
        wait_until("the menu", lambda: [area for area in self.popups() if area not in self.before])

    def closed(self):
        wait_until("the menu to close", lambda: not [area for area in self.popups() if area not in self.before])

    def logged(self, pattern):
        wait_until(pattern, lambda: any(pattern in line for line in self.received(self.log).splitlines()))

    def menu(self, toolkit):
        window = self.form(toolkit)
        self.press(window, ord("f"), ALT)
        self.opened()
        self.press(window, DOWN)
        self.press(window, RETURN)
        self.closed()
        self.logged("menu ")
        self.press(window, ord("f"), ALT)
        self.opened()
        self.press(window, ESCAPE)
        self.closed()

    def test_menu_gtk3(self):
        self.menu("gtk3")

    def test_menu_qt5(self):
        self.menu("qt5")

    def test_menu_qt6(self):
        self.menu("qt6")

    def tools(self, toolkit):
        """The same by press_key, with the application named and without."""
        self.form(toolkit)
        session = Session(self, PEEKABOO_TOOLSETS="hands")
        for named in ({"app_target": "Acted Form"}, {}):
            for key in ("alt+f", "down", "return"):
                call = session.tool("press_key", key=key, **named)
                self.assertEqual(call.code(), "", f"{key} {named}: {call.text()}")
                if key == "alt+f":
                    self.opened()
            self.closed()
            self.logged("menu ")
            subprocess.run(["truncate", "-s", "0", self.log], check=True)

    def test_tools_gtk3(self):
        self.tools("gtk3")

    def test_tools_qt5(self):
        self.tools("qt5")

    def test_tools_qt6(self):
        self.tools("qt6")


if __name__ == "__main__":
    unittest.main(verbosity=2)
