#!/usr/bin/python3
"""Menus of real programs, closed, by the tools of the document; the programs' own words tell what was chosen."""
import json
import os
import queue
import signal
import subprocess
import threading
import time
import unittest

from session_client import Session
from support import PATIENCE, DesktopTest, active_window, text_of, wait_until, windows


class Lines:
    """What a program says, line by line, without waiting for ever."""

    def __init__(self, process):
        self.queue = queue.Queue()
        threading.Thread(target=self.read, args=(process.stdout,), daemon=True).start()

    def read(self, stream):
        try:
            for line in stream:
                self.queue.put(line.rstrip("\n"))
        except ValueError:
            pass  # closed at the end of the test

    def wait(self, start):
        end = time.monotonic() + PATIENCE
        seen = []
        while time.monotonic() < end:
            try:
                line = self.queue.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                break
            if line.startswith(start):
                return line
            seen.append(line)
        raise AssertionError(f"'{start}' was not said; only {seen}")

    def are_over(self):
        return self.queue.empty()


class MenuTest(DesktopTest):
    TOOLKIT = "gtk3"
    MANY = 5000
    TOP = ["File", "View", "Odd", "Many", "Deep"]
    PREFIX = ""

    def setUp(self):
        super().setUp()
        self.session = Session(self, PEEKABOO_TOOLSETS="menus", **self.variables())

    def variables(self):
        return {}

    def form(self, *options):
        self.process = self.start("menu_form.py", self.TOOLKIT, *options)
        self.lines = Lines(self.process)
        self.lines.wait("ready")
        wait_until("the window to be active", lambda: active_window() == windows().get("Menu Form"))
        wait_until("its elements", self.has_elements)

    def has_elements(self):
        """Whether the form offers its elements, which programs do some time after they show their window."""
        result = self.session.request("tools/call", name="get_menu_item_state", arguments={
            "appName": "Menu Form", "menuPath": "Nothing"}).result()
        return result["_meta"]["backend_error_code"] == "ELEMENT_NOT_FOUND"

    def does(self, tool, **arguments):
        result = self.session.request("tools/call", name=tool, arguments=arguments).result()
        self.assertNotIn("isError", result, result["content"])
        answer = json.loads(result["content"][0]["text"])
        structured = result["structuredContent"]
        self.assertEqual(structured if isinstance(answer, dict) else structured["result"], answer)
        return answer

    def refused(self, code, tool, **arguments):
        """The text and the details of a failure."""
        result = self.session.request("tools/call", name=tool, arguments=arguments).result()
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        return result["content"][0]["text"], result["_meta"].get("error_details", {})

    def path(self, path):
        return self.PREFIX + path

    def click(self, path, **more):
        return self.does("click_menu_item", appName="Menu Form", menuPath=self.path(path), **more)

    def state(self, path):
        return self.does("get_menu_item_state", appName="Menu Form", menuPath=self.path(path))

    def menus(self, **arguments):
        return self.does("list_menu_items", appName="Menu Form", **arguments)

    @staticmethod
    def named(items, name):
        return next(item for item in items if item["name"] == name)


class Done:
    """What holds for every toolkit."""

    def test_all_menus_are_listed(self):
        self.form()
        items = self.menus(**({"menuPath": self.PREFIX.split(" >")[0]} if self.PREFIX else {}))
        self.assertEqual([item["name"] for item in items], self.TOP)
        view = self.named(items, "View")
        self.assertTrue(view["hasSubmenu"])
        told = {item["name"]: (item["enabled"], item["checked"]) for item in view["children"]}
        self.assertEqual(told, {"Grid": (True, True), "Ruler": (True, False), "Off": (False, False)})
        self.assertEqual([item["name"] for item in self.named(items, "File")["children"]][:2], ["New", "Save As…"])
        deep = self.named(items, "Deep")
        for number in (1, 2, 3):
            deep = self.named(deep["children"], f"Level {number}")
        self.assertEqual(deep["children"][0]["name"], "Bottom")

    def test_a_closed_item_is_chosen(self):
        self.form()
        told = self.click("File > New", verify=0)
        self.assertIs(told["success"], True)
        self.lines.wait("chose New" if self.TOOLKIT != "gtk3" else "chose _New")

    def test_names_are_alike(self):
        """Letter case, the mnemonic and the dots make no difference."""
        self.form()
        for path in ("file > save as...", "_File > Save _As…", "FILE>SAVE AS"):
            self.click(path, verify=0)
            self.lines.wait("chose Save")

    def test_the_state_is_that_of_the_moment(self):
        self.form()
        self.assertEqual(self.state("View > Grid"), {"enabled": True, "checked": True, "hasSubmenu": False})
        self.click("View > Grid", verify=0)
        self.lines.wait("chose ")
        wait_until("the mark to go", lambda: self.state("View > Grid")["checked"] is False)
        self.assertFalse(self.state("View > Off")["enabled"])
        self.assertTrue(self.state("Deep")["hasSubmenu"])

    def test_what_is_deep_is_reached(self):
        self.form()
        self.click("Deep > Level 1 > Level 2 > Level 3 > Bottom", verify=0)
        self.lines.wait("chose Bottom")

    def test_a_name_may_hold_the_sign_of_paths(self):
        self.form()
        self.click(r"Odd > A \> B", verify=0)
        self.lines.wait("chose A > B")

    def test_a_wrong_path_lists_what_is_there(self):
        self.form()
        text, details = self.refused("ELEMENT_NOT_FOUND", "click_menu_item", appName="Menu Form",
                                     menuPath=self.path("View > Rulers"))
        self.assertEqual(details["available"], ["Grid", "Ruler", "Off"])
        self.assertIn("'Grid', 'Ruler', 'Off'", text)
        self.refused("ELEMENT_NOT_FOUND", "get_menu_item_state", appName="Menu Form",
                     menuPath=self.path("View > Grid > Fine"))
        text, _ = self.refused("AMBIGUOUS_ELEMENT", "click_menu_item", appName="Menu Form",
                               menuPath=self.path("Odd > Same"))
        self.assertIn("2 items", text)
        self.assertTrue(self.lines.are_over())

    def test_what_cannot_be_chosen_is_refused(self):
        self.form()
        text, details = self.refused("UNSUPPORTED", "click_menu_item", appName="Menu Form",
                                     menuPath=self.path("View > Off"))
        self.assertIn("disabled", text)
        text, _ = self.refused("UNSUPPORTED", "click_menu_item", appName="Menu Form", menuPath=self.path("View"))
        self.assertIn("opens a menu", text)

    def test_a_plan_does_nothing(self):
        self.form()
        told = self.click("File > New", dry_run=True)
        self.assertIs(told["dry_run"], True)
        self.click("Deep > Level 1 > Level 2 > Level 3 > Bottom", verify=0)
        self.assertTrue(self.lines.wait("chose").startswith("chose Bottom"))

    def test_very_many_items(self):
        self.form("--items", str(self.MANY))
        many = self.menus(menuPath=self.path("Many"), limit=100)
        self.assertEqual(len(many), 100)
        self.click("Many > Item 400", verify=0)
        self.lines.wait("chose Item")
        if self.MANY > 1000:
            text, _ = self.refused("ELEMENT_NOT_FOUND", "click_menu_item", appName="Menu Form",
                                   menuPath=self.path("Many > Item 4321"))
            self.assertIn(f"and {self.MANY - 25} more", text)
            self.assertIn("were not read", text)

    def test_a_stopped_program(self):
        self.form()
        os.kill(self.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.process.pid, signal.SIGCONT)
        began = time.monotonic()
        self.refused("TIMEOUT", "click_menu_item", appName="Menu Form", menuPath=self.path("File > New"))
        self.assertLess(time.monotonic() - began, 3 + 2)
        os.kill(self.process.pid, signal.SIGCONT)
        self.click("File > New", verify=0)

    def test_a_program_that_ends_by_its_item(self):
        self.form()
        self.click("File > Quit", verify=0)
        self.process.wait(PATIENCE)
        self.refused("APP_NOT_FOUND", "click_menu_item", appName="Menu Form", menuPath=self.path("File > New"))


class Gtk3(Done, MenuTest):
    TOOLKIT = "gtk3"

    def test_items_without_names_have_those_of_their_labels(self):
        self.form("--labelled")
        self.assertLess({"Labelled", "Written"}, {item["name"] for item in self.menus(menuPath="Odd")})
        elements = str(self.peekaboo(
            "run", "-e", "local ui = require 'ui' for _, each in ipairs(ui.tree { app = 'Menu Form' }.elements) do "
            "if each.role == 'menu item' then print(each.role, ui.read(each).name) end end"))
        for name in ("Labelled", "Written"):
            self.assertIn(f"menu item\t{name}\n", elements)
            self.click(f"Odd > {name.lower()}", verify=0)
            self.lines.wait(f"chose {name}")


class Exported(Done, MenuTest):
    """The menus of a GtkApplication are used where accessibility is off."""
    TOOLKIT = "exported"
    MANY = 900  # GLib ends a program that exports a thousand in one section

    def variables(self):
        return {"PEEKABOO_ENABLE_ACCESSIBILITY": "false"}

    def test_accessibility_stays_off(self):
        self.form()
        self.click("File > New", verify=0)
        switch = text_of("busctl", "--user", "get-property", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", "IsEnabled")
        self.assertEqual(switch.strip(), "b false")


class Qt5(Done, MenuTest):
    TOOLKIT = "qt5"


class Qt6(Done, MenuTest):
    TOOLKIT = "qt6"
    MANY = 900  # with 5000 it does not answer within 30 s on a busy machine


class Lazy(MenuTest):
    """A menu that is filled when it opens."""
    TOOLKIT = "qt5"

    def test_it_is_opened_and_closed_again(self):
        self.form()
        recent = self.menus(menuPath="File > Recent")
        self.assertEqual([item["name"] for item in recent], ["letter.txt", "report.txt"])
        self.click("File > Recent > report.txt", verify=0)
        self.lines.wait("chose report.txt")


class Gtk4(MenuTest):
    """Menus that are not there before they are open."""
    TOOLKIT = "gtk4"

    def test_a_popover(self):
        self.form()
        top = [item["name"] for item in self.menus()]
        self.assertIn("Main", top)
        inside = self.menus(menuPath="Main")
        self.assertEqual([item["name"] for item in inside], ["New", "Save As…", "Grid", "Off", "Quit"])
        self.assertFalse(any(item["hasSubmenu"] for item in inside))
        self.assertTrue(self.lines.are_over())
        self.click("Main > new", verify=0)
        self.lines.wait("chose New")
        self.click("Main > Grid", verify=0)
        self.lines.wait("chose Grid")

    def test_a_button_in_many_boxes(self):
        self.form("--wrapped", "14")
        # On a busy machine the popover may be open before it is filled.
        wait_until("the items", lambda: "Quit" in [item["name"] for item in self.menus(menuPath="Main")])


class Mousepad(MenuTest):
    def setUp(self):
        super().setUp()
        self.process = subprocess.Popen(["mousepad", "--disable-server"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, self.process)
        wait_until("mousepad", lambda: next((title for title in windows() if "Mousepad" in title), None))

    def test_line_numbers(self):
        bar = self.does("get_menu_bar_structure", processName="mousepad")
        self.assertEqual([menu["name"] for menu in bar["menus"]][:2], ["File", "Edit"])
        self.assertTrue(self.named(self.named(bar["menus"], "File")["children"], "Save As...")["enabled"])
        path = "View > Line Numbers"

        def state():
            return self.does("get_menu_item_state", appName="Mousepad", menuPath=path)["checked"]
        before = state()
        self.does("click_menu_item", appName="Mousepad", menuPath=path)
        wait_until("line numbers", lambda: state() is not before)

    def test_a_dialog(self):
        self.does("click_menu_item", appName="Mousepad", menuPath="File > Open...")
        wait_until("the dialog", lambda: next((title for title in windows() if title.startswith("Open")), None))
        text, _ = self.refused("ELEMENT_NOT_FOUND", "menu", menuPath="View > Line Numbers", app_target="Mousepad")
        self.assertRegex(text, 'window [0-9]+ "Open File" is a dialog that keeps window [0-9]+ "Untitled 1 - Mousepad"')


class TextEditor(MenuTest):
    """Popovers of GTK 4, many wrappers deep, one of which is no menu."""

    def setUp(self):
        super().setUp()
        self.process = subprocess.Popen(["gnome-text-editor", "--standalone"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, self.process)
        wait_until("the editor", lambda: next((title for title in windows() if "Text Editor" in title), None))

    def popovers(self):
        """What of the editor stands on the screen without the window manager."""
        found = []
        for line in text_of("xwininfo", "-root", "-children").splitlines():
            if "gnome-text-editor" in line:
                told = text_of("xwininfo", "-id", line.split()[0])
                if "Override Redirect State: yes" in told and "IsViewable" in told:
                    found.append(line)
        return found

    def menu(self):
        """None while the editor has not built it."""
        result = self.session.request("tools/call", name="get_menu_bar_structure", arguments={
            "processName": "gnome-text-editor"}).result()
        menus = [] if result.get("isError") else result["structuredContent"]["menus"]
        return next((each["children"] for each in menus if each["name"] == "Menu" and "children" in each), None)

    def test_popovers_are_read_and_closed_again(self):
        names = [item["name"] for item in wait_until("the menu", self.menu)]
        self.assertLess({"New Window", "Save As…", "Preferences"}, set(names))
        wait_until("no popover", lambda: not self.popovers())
        self.menu()
        self.assertEqual(self.popovers(), [], "what is read next would show them")


class Policy(MenuTest):
    """What the policy says of the windows holds for their menus."""

    def variables(self):
        os.makedirs(f"{self.folder}/config/peekaboo")
        self.set(levels={"Menu Form": "view"})
        return {"XDG_CONFIG_HOME": f"{self.folder}/config"}

    def set(self, **policy):
        path = f"{self.folder}/config/peekaboo/policy.json"
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(policy, file)
        os.rename(path + ".new", path)

    def test_a_level(self):
        self.form()
        self.assertEqual([item["name"] for item in self.menus()], self.TOP)
        self.refused("POLICY_DENIED", "click_menu_item", appName="Menu Form", menuPath="File > New")
        self.assertTrue(self.lines.are_over())

    def test_an_excluded_window(self):
        self.form()
        self.set(blockedWindowPatterns=["Menu Form"])
        for tool, more in (("list_menu_items", {}), ("click_menu_item", {"menuPath": "File > New"})):
            result = self.session.request("tools/call", name=tool, arguments={"appName": "Menu Form", **more}).result()
            self.assertIn(result["_meta"]["backend_error_code"], ("POLICY_DENIED", "APP_NOT_FOUND"), result)
            self.assertNotIn("New", result["content"][0]["text"].replace("File > New", ""))
        self.assertTrue(self.lines.are_over())


if __name__ == "__main__":
    unittest.main(verbosity=2)
