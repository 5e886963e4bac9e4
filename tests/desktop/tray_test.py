#!/usr/bin/python3
"""Icons in the tray of xfce4-panel, on the session bus and as windows; the programs' own words tell what was done."""
import json
import os
import signal
import subprocess
import time
import unittest

from menu_items_test import Lines
from session_client import Session
from support import PATIENCE, DesktopTest, text_of, wait_until


class TrayTest(DesktopTest):
    def setUp(self):
        super().setUp()
        os.makedirs(f"{self.folder}/config/peekaboo")
        self.session = Session(self, PEEKABOO_TOOLSETS="menus", XDG_CONFIG_HOME=f"{self.folder}/config")

    def set(self, **policy):
        path = f"{self.folder}/config/peekaboo/policy.json"
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(policy, file)
        os.rename(path + ".new", path)

    def icon(self, kind, title):
        process = self.start("tray_icon.py", kind, "--title", title)
        lines = Lines(process)
        lines.wait("ready")
        wait_until("the icon in the list", lambda: title in [row["description"] for row in self.rows()])
        return process, lines

    def call(self, tool, **arguments):
        return self.session.request("tools/call", name=tool, arguments=arguments).result()

    def does(self, tool, **arguments):
        result = self.call(tool, **arguments)
        self.assertNotIn("isError", result, result["content"])
        return json.loads(result["content"][0]["text"])

    def refused(self, code, tool, **arguments):
        result = self.call(tool, **arguments)
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        return result["content"][0]["text"], result["_meta"].get("error_details", {})

    def rows(self):
        return self.does("list_status_bar_items")

    def row(self, title):
        return next(row for row in self.rows() if row["description"] == title)


class Icons(TrayTest):
    def test_all_three_kinds_are_listed(self):
        for kind, title in (("indicator", "An Indicator"), ("qt", "A Qt Icon"), ("embedded", "An Old Icon")):
            self.icon(kind, title)
        told = {row["description"]: (row["hasMenu"], row["processName"].startswith("python3")) for row in self.rows()}
        self.assertEqual(told, {"An Indicator": (True, True), "A Qt Icon": (True, True), "An Old Icon": (False, True)})
        self.assertEqual([row["position"] for row in self.rows()], [1, 2, 3])
        registered = text_of("busctl", "--user", "get-property", "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher",
                             "org.kde.StatusNotifierWatcher", "RegisteredStatusNotifierItems")
        self.assertTrue(registered.startswith("as 2 "), registered)

    def test_long_lists_have_pages(self):
        self.icon("indicator", "One")
        self.icon("qt", "Two")
        result = self.call("list_status_bar_items", limit=1)
        first = result["structuredContent"]
        self.assertEqual(len(first["result"]), 1)
        rest = self.call("list_status_bar_items", cursor=first["next_cursor"])["structuredContent"]
        self.assertEqual(len(rest["result"]), 1)
        self.assertNotEqual(first["result"], rest["result"])

    def test_a_click_activates(self):
        _, lines = self.icon("qt", "A Qt Icon")
        self.assertIs(self.does("click_status_bar_item", identifier="A Qt Icon", verify=0)["success"], True)
        lines.wait("activated")

    def test_an_icon_without_an_action_tells_its_menu(self):
        _, lines = self.icon("indicator", "An Indicator")
        told = self.does("click_status_bar_item", identifier="An Indicator", verify=0)
        self.assertIn("Hello, Enabled, Greyed, More, Quit", told["facts"]["menu"])
        self.assertNotIn("activated", list(lines.queue.queue))

    def test_an_icon_in_a_window_is_clicked_with_the_pointer(self):
        _, lines = self.icon("embedded", "An Old Icon")
        told = self.does("click_status_bar_item", identifier="an old icon", verify=0)
        self.assertEqual(told["how"], "pointer")
        lines.wait("activated")
        self.refused("UNSUPPORTED", "click_status_bar_menu_item", identifier="An Old Icon", menuPath="Hello")

    def test_items_of_menus(self):
        for kind, title in (("indicator", "An Indicator"), ("qt", "A Qt Icon")):
            with self.subTest(kind):
                process, lines = self.icon(kind, title)
                for path, name in (("hello", "Hello"), ("More > Deep", "Deep"), ("Enabled", "Enabled")):
                    self.does("click_status_bar_menu_item", identifier=title, menuPath=path, verify=0)
                    lines.wait(f"chose {name}")
                text, details = self.refused("ELEMENT_NOT_FOUND", "click_status_bar_menu_item", identifier=title,
                                             menuPath="More > Shallow")
                self.assertEqual(details["available"], ["Deep"])
                self.refused("UNSUPPORTED", "click_status_bar_menu_item", identifier=title, menuPath="Greyed")
                self.does("click_status_bar_menu_item", identifier=title, menuPath="Quit", verify=0)
                process.wait(PATIENCE)

    def test_names(self):
        self.icon("indicator", "An Indicator")
        self.icon("qt", "A Qt Icon")
        text, details = self.refused("ELEMENT_NOT_FOUND", "click_status_bar_item", identifier="Clock")
        self.assertEqual(sorted(details["available"]), ["A Qt Icon", "An Indicator"])
        self.refused("AMBIGUOUS_ELEMENT", "click_status_bar_item", identifier="python3")

    def test_a_program_is_killed(self):
        process, _ = self.icon("qt", "A Qt Icon")
        process.kill()
        wait_until("the icon to go", lambda: self.rows() == [])
        self.refused("ELEMENT_NOT_FOUND", "click_status_bar_menu_item", identifier="A Qt Icon", menuPath="Hello")

    def test_a_stopped_program_holds_up_nobody(self):
        stopped, _ = self.icon("indicator", "An Indicator")
        _, lines = self.icon("qt", "A Qt Icon")
        stopped.send_signal(signal.SIGSTOP)
        self.addCleanup(stopped.send_signal, signal.SIGCONT)
        began = time.monotonic()
        told = {row.get("answers", True) for row in self.rows()}
        self.assertEqual(told, {True, False})
        self.does("click_status_bar_menu_item", identifier="A Qt Icon", menuPath="Hello", verify=0)
        lines.wait("chose Hello")
        self.assertLess(time.monotonic() - began, 10)


class Policy(TrayTest):
    def test_a_level(self):
        _, lines = self.icon("qt", "A Qt Icon")
        self.set(levels={"python3*": "view"})
        self.assertEqual([row["description"] for row in self.rows()], ["A Qt Icon"])
        for tool, more in (("click_status_bar_item", {}), ("click_status_bar_menu_item", {"menuPath": "Hello"})):
            self.refused("POLICY_DENIED", tool, identifier="A Qt Icon", **more)
        self.assertTrue(lines.are_over())

    def test_an_excluded_program(self):
        self.icon("qt", "A Bank")
        self.set(blockedWindowPatterns=["A Bank"])
        self.assertEqual(self.rows(), [])
        self.refused("ELEMENT_NOT_FOUND", "click_status_bar_item", identifier="A Bank")


class NoPanel(TrayTest):
    """On a desktop without a panel."""

    def test_a_panel_is_named(self):
        began = time.monotonic()
        for tool, arguments in (("list_status_bar_items", {}), ("click_status_bar_item", {"identifier": "x"}),
                                ("click_status_bar_menu_item", {"identifier": "x", "menuPath": "y"})):
            text, details = self.refused("PROVIDER_UNAVAILABLE", tool, **arguments)
            self.assertIn("xfce4-panel", text)
            self.assertEqual((details["service"], details["reason"]), ("org.kde.StatusNotifierWatcher", "not running"))
        self.assertLess(time.monotonic() - began, 3)

    def test_the_command_line(self):
        error = self.fails("PROVIDER_UNAVAILABLE", 40, "do", "list_status_bar_items")
        self.assertIn("xfce4-panel", error["hint"])

    def test_the_doctor(self):
        report = subprocess.run([os.environ["PEEKABOO"], "doctor"], capture_output=True, text=True, timeout=60,
                                env={**os.environ, "TMPDIR": self.temporary})
        self.assertIn("tray", report.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
