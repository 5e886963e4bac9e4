#!/usr/bin/python3
"""Fields for dates and times, set by `set_value`. What was entered is read in the program's log and in a page's title."""
import os
import unittest

import elements_test
import hands_test
from support import active_window, wait_until, windows

PAGE = """<!doctype html><title>Trip</title><script>function say(field) { document.title = "Trip " + (field.value || "empty") }</script>
    <label>Arrival <input type="date" onchange="say(this)"></label>
    <label>Supper <input type="time" onchange="say(this)"></label>
    <label>Flight <input type="datetime-local" value="2026-01-02T13:45" onchange="say(this)"></label>
    <label>Rent <input type="month" onchange="say(this)"></label>
    <label>Shift <input type="week" onchange="say(this)"></label>
    <label>Fair <input type="date" min="2025-03-05" max="2026-05-20" value="2026-04-01" onchange="say(this)"></label>
    <label>Year <input type="date" min="2026-03-05" max="2026-05-20" value="2026-04-01" onchange="say(this)"></label>"""


class Page(hands_test.HandsTest):
    """The fields of a browser, whose parts are spin buttons."""

    def setUp(self):
        super().setUp()
        # Chromium looks only when it starts whether accessibility is on.
        elements_test.ElementsTest.switch(True)
        path = os.path.join(self.folder, "trip.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PAGE)
        self.start("browser", path, "900,500", "--force-renderer-accessibility")
        window = wait_until("the page", lambda: windows().get("Trip"))
        wait_until("the window to be active", lambda: active_window() == window)
        self.does("wait_for", on="Arrival")

    def says(self, value):
        wait_until(f"'{value}'", lambda: f"Trip {value}" in windows())

    def test_each_kind_of_field(self):
        for field, value in (("Arrival", "2026-11-27"), ("Supper", "19:05"), ("Flight", "2027-12-31T00:30"),
                             ("Rent", "2026-02"), ("Shift", "2026-W07"), ("Fair", "2026-05-06")):
            with self.subTest(field):
                told = self.does("set_value", on=field, value=value)
                self.says(value)
                self.assertEqual((told["effect"], told["seen"]), ("seen", [f'the value is "{value}"']))

    def test_a_change_can_be_undone(self):
        undo = self.does("set_value", on="Flight", value="2026-01-03T01:05")["undo"]
        self.says("2026-01-03T01:05")
        self.does(undo["tool"], **undo["arguments"])
        self.says("2026-01-02T13:45")
        self.does("set_value", on="Flight", value="")
        self.says("empty")

    def test_what_the_field_does_not_take(self):
        self.assertIn("2026-11-27", self.refused("INVALID_ARGUMENT", "set_value", on="Arrival", value="27.11.2026"))
        self.refused("INVALID_ARGUMENT", "set_value", on="Arrival", value="19:05")
        self.refused("UNSUPPORTED", "set_value", on="Year", value="2026-04-09")
        self.assertIn("Trip", windows())


class Qt(hands_test.HandsTest):
    """Qt's fields hold text in a form of their own."""

    def test_a_value_in_the_form_of_the_field(self):
        for version in ("5", "6"):
            with self.subTest(version):
                self.log = f"{self.folder}/{version}.txt"
                process = self.start("dated_form.py", version, self.log)
                self.assertEqual(process.stdout.readline(), "ready\n")
                window = wait_until("the window", lambda: windows().get("Dated Form"))
                wait_until("the window to be active", lambda: active_window() == window)
                self.does("set_value", on="Day", value="27.11.2026")
                self.eventually("Day: 2026-11-27")
                told = self.does("set_value", on="Both", value="2027-12-31 23:05")
                self.eventually("Both: 2027-12-31T23:05")
                self.assertEqual(told["undo"]["arguments"]["value"], "2001-02-03 04:05")
                self.assertIn('"27.11.2026"', self.refused("EFFECT_NOT_SEEN", "set_value", on="Day", value="2027-12-31"))
                self.assertEqual([line for line in self.happened() if line.startswith("Day")], ["Day: 2026-11-27"])
                self.end(process)


if __name__ == "__main__":
    unittest.main(verbosity=2)
