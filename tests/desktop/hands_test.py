#!/usr/bin/python3
"""The toolset `hands` on real programs, whose own logs tell what happened to them."""
import json
import os
import re
import subprocess
import unittest
import unittest.mock

from other_clipboard import copy, paste
from session_client import Session
from support import DesktopTest, active_window, geometry, text_of, wait_until, windows

MOST_BYTES = 9000  # of tools/list


class HandsTest(DesktopTest):
    TOOLKIT = "gtk3"

    def setUp(self):
        super().setUp()
        self.session = Session(self, PEEKABOO_TOOLSETS="hands")

    def form(self, program="acted_form.py", title="Acted Form"):
        """Starts the form; returns its window."""
        self.log = f"{self.folder}/log.txt"
        process = self.start(program, self.TOOLKIT, self.log)
        self.assertEqual(process.stdout.readline(), "ready\n")
        window = wait_until("the window", lambda: windows().get(title))
        wait_until("the window to be active", lambda: active_window() == window)
        return window

    def happened(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as log:
            return log.read().splitlines()

    def eventually(self, line):
        wait_until(f"'{line}' in the program's log", lambda: line in self.happened())

    def does(self, tool, **arguments):
        """The structured answer of a tool that succeeds."""
        result = self.session.request("tools/call", name=tool, arguments=arguments).result()
        self.assertNotIn("isError", result, result["content"])
        self.assertTrue(result["content"][0]["text"])
        return result["structuredContent"]

    def refused(self, code, tool, **arguments):
        result = self.session.request("tools/call", name=tool, arguments=arguments).result()
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        return result["content"][0]["text"]

    def marks(self, **arguments):
        """The marks that `see` gives, by role and name."""
        text = self.session.tool("see", picture="none", **arguments).text()
        return {(role, name): mark for mark, role, name in re.findall(r'^(m\d+) ([a-z ]+?) "([^"]*)"', text, re.M)}


class Acts(HandsTest):
    def test_a_mark_is_clicked(self):
        window = self.form()
        told = self.does("click", on=self.marks()["button", "Save"])
        self.eventually("pressed Save")
        self.assertEqual((told["window"]["id"], told["dispatched"]), (window, True))
        self.assertEqual(self.happened().count("pressed Save"), 1)

    def test_words_mean_one_element(self):
        self.form()
        self.does("click", on="Agree")
        self.eventually("agreed yes")
        self.assertIn("not checked", self.does("click", on="agree check box")["seen"])
        self.eventually("agreed no")

    def test_a_dry_run_does_nothing(self):
        self.form()
        before = self.happened()
        self.assertTrue(self.does("click", on="Save", dry_run=True)["dry_run"])
        self.assertEqual(self.does("click", on="Agree")["effect"], "seen")
        self.assertEqual([line for line in self.happened() if line not in before], ["agreed yes"])

    def test_values_are_set_and_can_be_undone(self):
        self.form()
        told = self.does("set_value", on="Ada", value="Grüße, 漢字")
        self.eventually("typed Grüße, 漢字")
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.eventually("typed Ada")
        self.does("set_value", on="spin button", value="42")
        self.eventually("number 42")
        self.assertIn("0 to 100", self.refused("INVALID_ARGUMENT", "set_value", on="spin button", value="4200"))

    def test_text_is_typed_into_an_element(self):
        self.form()
        told = self.does("type_text", text=" Lovelace", on="Ada")
        self.eventually("typed Ada Lovelace")
        self.assertEqual(told["facts"], {"typed": 9})
        self.does("press_key", key="ctrl+a")
        self.does("press_key", key="delete")
        self.eventually("typed ")

    def test_text_for_a_button_is_no_text_that_was_entered(self):
        self.form()
        self.does("click", on="Save")
        before = self.happened()
        self.assertIn('button "Save" takes no text', self.refused("FOCUS_REFUSED", "type_text", text="Love lace"))
        self.assertIn('button "Save" takes no text', self.refused("FOCUS_REFUSED", "type_text", text="x", on="Save"))
        self.assertEqual(self.happened(), before)
        self.does("type_text", text="L", on="Ada")
        self.eventually("typed AdaL")
        self.assertEqual(self.does("type_text", text="o")["effect"], "seen")
        self.eventually("typed AdaLo")

    def test_a_box_a_tab_and_a_menu(self):
        self.form()
        told = self.does("select", on="combo box", option="Landscape")
        self.eventually("chose Landscape")
        self.assertEqual(told["seen"], ['"Landscape" is chosen'])
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.eventually("chose Portrait")
        self.does("select", on="Second")
        self.eventually("page 1")
        self.does("menu", menuPath="File > Save As...")
        self.eventually("menu Save As…")
        self.assertIn("Open", self.refused("ELEMENT_NOT_FOUND", "menu", menuPath="File > Quit"))

    def test_the_wheel(self):
        window = self.form()
        place = geometry(window)
        self.does("scroll", direction="down", amount=200, x=place["x"] + 100, y=place["y"] + place["height"] - 30)
        wait_until("the list to scroll", lambda: any(line.startswith("scrolled") for line in self.happened()))

    def test_marks_belong_to_their_picture(self):
        window = self.form()
        save = self.marks()["button", "Save"]
        told = self.does("window", action="move", x=200, y=150)
        self.assertEqual((geometry(window)["x"], geometry(window)["y"]), (200, 150))
        self.assertIn("was at", self.refused("ELEMENT_STALE", "click", on=save))
        self.does("window", **told["undo"]["arguments"])
        self.does("click", on=save)
        self.eventually("pressed Save")
        self.assertEqual(self.happened().count("pressed Save"), 1)

    def test_a_mark_is_awaited(self):
        self.form()
        agree = self.marks()["check box", "Agree"]
        self.does("window", action="move", x=200, y=150)
        self.refused("TIMEOUT", "wait_for", on=agree, gone=True, timeout=0.5)
        waiting = self.session.tool("wait_for", on=agree, state="checked", timeout=20)
        self.does("click", on="Agree")
        self.assertIn("is checked", waiting.text())

    def test_a_window_that_came_over_a_mark_gets_nothing(self):
        window = self.form()
        save = self.marks()["button", "Save"]
        place = geometry(window)
        entry = f"{self.folder}/other.txt"
        process = self.start("gtk_entry.py", "Above", entry)
        other = self.ready(process)[0]
        self.does("window", action="move", windowId=other, x=place["x"], y=place["y"])
        self.assertIn("lies over it", self.refused("ELEMENT_STALE", "click", on=save))
        self.assertNotIn("pressed Save", self.happened())
        # A window that is named comes to the front, and the pointer then has it.
        told = self.does("click", on="Save", button="middle", app_target="Acted Form")
        self.assertEqual((told["window"]["id"], active_window()), (window, window))
        self.assertNotIn("pressed Save", self.happened())

    def test_keys_follow_the_last_act_and_no_other_window_gets_them(self):
        self.form()
        self.does("click", on="Ada")
        path = f"{self.folder}/thief.txt"
        thief = self.ready(self.start("gtk_entry.py", "Thief", path))[0]
        wait_until("the thief to be in front", lambda: active_window() == thief)
        for tool, arguments in (("type_text", {"text": "secret"}), ("press_key", {"key": "x"})):
            text = self.refused("FOCUS_REFUSED", tool, **arguments)
            self.assertIn(str(thief), text)
            self.assertIn("app_target", text)
        self.assertEqual(active_window(), thief)
        self.does("window", action="focus", windowId=thief)
        self.does("type_text", text="meant")
        wait_until("the text", lambda: self.content(path) == "meant")
        self.does("type_text", text="!", app_target="Acted Form")
        wait_until("the form's text", lambda: "!" in self.happened()[-1])
        self.assertFalse([line for line in self.happened() if "secret" in line])

    def test_naming_a_minimised_window_brings_it_back_for_keys(self):
        path = f"{self.folder}/hidden.txt"
        process = self.start("gtk_entry.py", "Hidden", path)
        window = self.ready(process)[0]
        self.does("window", action="minimize", windowId=window)
        self.does("type_text", text="meant", app_target=f"PID:{process.pid}")
        wait_until("the text", lambda: self.content(path) == "meant")
        self.assertEqual(active_window(), window)

    @staticmethod
    def content(path):
        with open(path, encoding="utf-8") as file:
            return file.read()


class QtActs(Acts):
    TOOLKIT = "qt5"

    def test_a_closed_box_shows_none_of_its_items(self):
        for self.TOOLKIT in ("qt5", "qt6"):
            with self.subTest(self.TOOLKIT):
                window = self.form()
                # Qt tells the items of a closed box to be in the corner of the desktop.
                self.does("window", action="move", x=0, y=20)
                self.assertNotIn(("list item", "Square"), self.marks())
                self.does("click", on="combo box")
                wait_until("the items", lambda: ("list item", "Square") in self.marks())
                subprocess.run(["wmctrl", "-i", "-c", str(window)], check=True)
                wait_until("the window to go", lambda: window not in windows().values())

    def test_a_context_menu_that_tells_no_items_is_read(self):
        for toolkit in ("qt5", "qt6"):
            with self.subTest(toolkit):
                log = f"{self.folder}/{toolkit}.txt"
                process = self.start("context_menu.py", toolkit, log)
                self.assertEqual(process.stdout.readline(), "ready\n")
                window = wait_until("the window", lambda: windows().get("Context Menu"))
                wait_until("the window to be active", lambda: active_window() == window)
                self.does("click", on="Picture", button="right")
                item = wait_until("the item", lambda: self.marks().get(("menu item", "Duplicate")))
                self.assertIn("A menu is open: screen region", self.session.tool("see").text())
                self.does("click", on=item)
                wait_until("the choice", lambda: os.path.exists(log) and Acts.content(log) == "Duplicate\n")
                self.assertIn("read there now", self.refused("ELEMENT_STALE", "click", on=item))
                self.does("click", on="Letter", button="right")
                wait_until("the menu", lambda: ("menu item", "Rename") in self.marks())
                self.does("click", on="Rename")
                wait_until("the choice", lambda: Acts.content(log) == "Duplicate\nRename\n")
                self.end(process)


class Labels(HandsTest):
    def test_a_field_is_called_after_its_label(self):
        """Those of GTK 3 and Qt tell only by a relation what they are for; boxes are called after what is chosen."""
        for toolkit in ("gtk3", "qt5", "qt6"):
            with self.subTest(toolkit):
                self.log = f"{self.folder}/{toolkit}.txt"
                process = self.start("labelled_form.py", toolkit, self.log)
                self.assertEqual(process.stdout.readline(), "ready\n")
                window = wait_until("the window", lambda: windows().get("Labelled Form"))
                wait_until("the window to be active", lambda: active_window() == window)
                self.does("set_value", on="Name", value="Ada")
                self.eventually("Name: Ada")
                self.does("set_value", on="amount", value="42")
                self.eventually("Amount: 42")
                box = self.marks()["combo box", "Country:"]
                self.assertIn(' = "Austria"', self.session.tool("see", picture="none", find="Country").text())
                self.does("select", on="Country", option="Chile")
                self.eventually("Country: Chile")
                # Still the same element, though another country is chosen.
                self.does("select", on=box, option="Belgium")
                self.eventually("Country: Belgium")
                self.end(process)


class Choosing(HandsTest):
    """Boxes of a wide dialog that Escape closes."""

    def setUp(self):
        super().setUp()
        self.window = self.form("choosing_form.py", "Choosing Form")

    def test_items_are_chosen_with_and_without_a_label(self):
        chosen = []
        for on, option, line in (("Red", "Green", "Color Green"), ("Green", "Blue", "Color Blue"), ("Size", "L", "Size L"),
                                 ("Paper", "A6", "Paper A6"), ("Paper", "a4", "Paper A4")):
            told = self.does("select", on=on, option=option)
            chosen.append(line)
            self.eventually(line)
            self.assertEqual(told["seen"], [f'"{line.split()[1]}" is chosen'])
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.eventually("Paper A6")
        # Nothing else was chosen on the way, and no list is open.
        self.assertEqual(self.happened()[:5], chosen)
        self.does("click", on="Cancel")
        self.eventually("pressed Cancel")

    def test_an_item_that_is_missing_changes_nothing(self):
        for on, offered in (("Size", '"M"'), ("Paper", '"A5"'), ("Size", '"M"')):
            self.assertIn(offered, self.refused("ELEMENT_NOT_FOUND", "select", on=on, option="Purple"))
        self.assertIn("has no items", self.refused("INVALID_ARGUMENT", "select", on="Cancel label", option="L"))
        self.does("click", on="Cancel")
        self.eventually("pressed Cancel")
        self.assertEqual((self.happened(), active_window()), (["pressed Cancel"], self.window))


class ChoosingGtk4(Choosing):
    TOOLKIT = "gtk4"


class ChoosingQt5(Choosing):
    TOOLKIT = "qt5"

    def test_an_item_of_an_open_list_is_chosen(self):
        self.does("click", on="Size")
        self.does("select", on="L")
        self.eventually("Size L")


class ChoosingQt6(ChoosingQt5):
    TOOLKIT = "qt6"


class Shadows(HandsTest):
    """A window that draws its own frame, under xfwm4 with a shadow around it that is a part of the X window."""

    def shadow(self, window):
        numbers = re.findall(r"\d+", text_of("xprop", "-id", str(window), "-notype", "_GTK_FRAME_EXTENTS").partition("=")[2])
        return dict(zip(("left", "right", "top", "bottom"), map(int, numbers)))

    def form(self):
        with unittest.mock.patch.dict(os.environ, GTK_CSD="1"):
            window = super().form()
        self.assertGreater(wait_until("a shadow", lambda: self.shadow(window))["left"], 0)
        return window

    def test_a_place_counts_from_what_the_window_shows(self):
        self.form()
        self.does("click", on=self.marks()["button", "Save"], count=2)
        wait_until("two clicks", lambda: self.happened().count("pressed Save") == 2)

    def test_a_window_is_moved_and_sized_without_its_shadow(self):
        window = self.form()
        self.does("window", action="move", x=150, y=120)
        shadow, place = self.shadow(window), geometry(window)
        self.assertEqual((place["x"] + shadow["left"], place["y"] + shadow["top"]), (150, 120))
        self.does("window", action="resize", width=620, height=540)
        shadow, place = self.shadow(window), geometry(window)
        self.assertEqual((place["width"] - shadow["left"] - shadow["right"], place["height"] - shadow["top"] - shadow["bottom"]),
                         (620, 540))


class Programs(HandsTest):
    def test_a_terminal_is_launched_read_and_quit(self):
        told = self.does("window", action="launch", name="xterm")
        self.assertIn(told["facts"]["window"], windows().values())
        self.does("wait_for", still=0.3)
        self.does("type_text", text="echo one-$((1+1))-three\n")
        self.assertTrue(self.does("wait_for", text="one-2-three", app_target="xterm")["place"])
        self.assertIn("has ended", self.does("window", action="quit", name="xterm")["seen"][1])
        wait_until("no terminal", lambda: told["facts"]["window"] not in windows().values())
        self.refused("APP_NOT_FOUND", "window", action="launch", name="/bin/sh")

    def test_a_window_is_awaited(self):
        process = self.start("gtk_entry.py", "Soon", f"{self.folder}/soon.txt")
        told = self.does("wait_for", window="Soon")
        self.assertEqual(told["window"]["id"], self.ready(process)[0])
        self.assertIn("waited 0.2 s", self.refused("TIMEOUT", "wait_for", window="Never", timeout=0.2))


class Clipboard(HandsTest):
    def pasted(self):
        return paste().decode()

    def test_other_programs_paste_what_is_set(self):
        self.does("clipboard", action="set", text="Grüße, 漢字\n")
        self.assertEqual(self.pasted(), "Grüße, 漢字\n")
        told = self.does("clipboard", action="set", text="second")
        self.assertEqual(self.pasted(), "second")
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.assertEqual(self.pasted(), "Grüße, 漢字\n")
        self.does("clipboard", action="set", text="never", dry_run=True)
        self.assertEqual(self.pasted(), "Grüße, 漢字\n")
        self.does("clipboard", action="clear")
        self.assertEqual(self.does("clipboard", action="get")["facts"], {"contentType": "none"})

    def test_what_other_programs_copied_is_read(self):
        copy("von außen".encode())
        told = self.does("clipboard", action="get")
        self.assertEqual((told["facts"], told["effect"]), ({"contentType": "text", "text": "von außen"}, "seen"))
        self.assertIn("does not exist", self.refused("INVALID_ARGUMENT", "clipboard", action="set",
                                                     files=[self.folder, f"{self.folder}/a b.txt"]))
        self.assertEqual(self.pasted(), "von außen")
        with open(f"{self.folder}/a b.txt", "w", encoding="utf-8"):
            pass
        self.does("clipboard", action="set", files=[f"{self.folder}/a b.txt"])
        self.assertEqual(self.does("clipboard", action="get")["facts"]["files"], [f"{self.folder}/a b.txt"])

    def test_a_picture_is_shown(self):
        picture = f"{self.folder}/copied.png"
        subprocess.run(["convert", "-size", "40x30", "xc:red", picture], check=True, timeout=60)
        with open(picture, "rb") as file:
            copy(file.read(), "-t", "image/png")
        result = self.session.tool("clipboard", action="get").result()
        self.assertNotIn("structuredContent", result)
        self.assertEqual(json.loads(result["content"][0]["text"])["facts"]["image"], "40x30")
        self.assertEqual(result["content"][1]["mimeType"], "image/png")


class Consent(HandsTest):
    """The client is asked, in both generations of the protocol."""

    def setUp(self):
        DesktopTest.setUp(self)
        self.asked, self.action = [], "accept"

    def open(self, whom="client", words=None):
        rule = {"PEEKABOO_CONFIRM_WORDS": words} if words else {"PEEKABOO_CONFIRM": "input"}
        self.session = Session(self, {"elicitation": {}}, self.answer, PEEKABOO_TOOLSETS="hands", PEEKABOO_CONFIRM_BY=whom,
                               **rule)

    def answer(self, message):
        self.assertEqual(message["method"], "elicitation/create")
        self.asked.append(message["params"]["message"])
        return {"action": self.action}

    def test_a_client_of_the_handshake_allows_and_refuses(self):
        self.open()
        self.form()
        self.does("click", on="Save")
        self.eventually("pressed Save")
        self.assertIn('click button "Save" in window', self.asked[0])
        self.action = "decline"
        self.refused("NOT_CONFIRMED", "click", on="Save")
        self.does("clipboard", action="get")
        self.assertEqual((self.happened().count("pressed Save"), len(self.asked)), (1, 2))

    def test_its_consent_counts_for_nothing_by_default(self):
        self.open("person")
        self.form()
        call = self.session.tool("click", on="Save")
        wait_until("the question to the person", lambda: text_of("dunstctl", "count", "displayed").strip() == "1")
        subprocess.run(["dunstctl", "close-all"], check=True, timeout=60)
        self.assertEqual(call.code(), "NOT_CONFIRMED")
        self.assertEqual((self.asked, "pressed Save" in self.happened()), ([], False))

    def test_what_a_place_or_a_key_presses_is_asked_about(self):
        self.open(words="save")
        self.form()
        found = re.search(r'button "Save" (\d+),(\d+) (\d+)x(\d+)', self.session.tool("see", picture="none").text())
        left, top, width, height = map(int, found.groups())
        x, y = left + width // 2, top + height // 2
        self.action = "decline"
        self.refused("NOT_CONFIRMED", "click", x=x, y=y)
        self.refused("NOT_CONFIRMED", "drag", startX=x, startY=y, endX=x + 1, endY=y)
        self.refused("NOT_CONFIRMED", "press_key", key="Return")
        self.assertIn('on button "Save"', self.asked[0])
        self.does("click", x=x, y=y + height)
        self.eventually("agreed yes")
        self.assertEqual((len(self.asked), "pressed Save" in self.happened()), (3, False))
        self.action = "accept"
        self.does("click", x=x, y=y)
        self.eventually("pressed Save")

    def round(self, answers=None, state=None, capabilities=None):
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}} if capabilities is None else capabilities}
        more = {"inputResponses": answers, "requestState": state} if answers is not None else {}
        return self.session.request("tools/call", name="click", arguments={"on": "Save"}, _meta=meta, **more).result()

    def test_a_stateless_client_allows_the_act_that_it_was_asked_about(self):
        self.open()
        self.form()
        asked = self.round()
        self.assertEqual(asked["resultType"], "input_required")
        (key, question), = asked["inputRequests"].items()
        self.assertIn(key, question["params"]["message"])
        again = self.round({"click something else": {"action": "accept"}}, asked["requestState"])
        self.assertEqual(again["resultType"], "input_required")
        refused = self.round({key: {"action": "decline"}}, again["requestState"])
        self.assertEqual(refused["_meta"]["backend_error_code"], "NOT_CONFIRMED")
        self.assertNotIn("pressed Save", self.happened())
        done = self.round({key: {"action": "accept"}}, again["requestState"])
        self.assertNotIn("isError", done)
        self.eventually("pressed Save")
        self.assertEqual(self.happened().count("pressed Save"), 1)
        self.assertEqual(self.round(capabilities={})["_meta"]["backend_error_code"], "NOT_CONFIRMED")


class Front(HandsTest):
    def test_the_list_of_tools_is_short(self):
        line = json.dumps(self.session.request("tools/list").result(), ensure_ascii=False, separators=(",", ":"))
        self.assertLessEqual(len(line.encode()), MOST_BYTES)

    def test_the_command_line_uses_the_marks_of_see(self):
        self.form()
        seen = self.succeeds("see", "--find", "Agree")
        left = os.path.join(os.environ["XDG_RUNTIME_DIR"], "peekaboo", "marks.json")
        self.assertEqual(os.stat(left).st_mode & 0o777, 0o600)
        told = self.succeeds("do", "click", "--on", seen["elements"][0]["mark"])
        self.assertEqual(told["effect"], "seen")
        self.eventually("agreed yes")
        self.fails("ELEMENT_NOT_FOUND", 33, "do", "click", "--on", "m99")
        self.assertIn("Would click", self.peekaboo("do", "click", "--on", "Save", "--dry-run").stdout.decode())

    def test_a_changed_program_makes_the_commands_marks_stale(self):
        self.form()
        mark = self.succeeds("see", "--find", "Save")["elements"][0]["mark"]
        self.succeeds("do", "window", "--action", "move", "--x", "30", "--y", "40")
        self.fails("ELEMENT_STALE", 35, "do", "click", "--on", mark)


if __name__ == "__main__":
    unittest.main(verbosity=2)
