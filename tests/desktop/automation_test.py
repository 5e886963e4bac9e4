#!/usr/bin/python3
"""The toolset `automation` on real programs: windows, applications, clipboard, keyboard, mouse, elements, scrolling and
screenshots. wmctrl, xprop, xwininfo, xclip, ImageMagick and the programs' own logs tell what happened."""
import os
import re
import signal
import subprocess
import unittest

from automation_tools import AutomationTest
from other_clipboard import copy, paste
from session_client import Session
from support import active_window, geometry, output, read_picture, text_of, wait_until, windows


LINE = "A line of text that is long enough to be seen from afar"


def frame(window):
    """Where a window's frame is, by its client area and the extents that the window manager tells."""
    place = geometry(window)
    found = re.search(r"_NET_FRAME_EXTENTS.*= (\d+), (\d+), (\d+), (\d+)", text_of("xprop", "-id", str(window), "_NET_FRAME_EXTENTS"))
    left, right, top, bottom = map(int, found.groups()) if found else (0, 0, 0, 0)
    return {"x": place["x"] - left, "y": place["y"] - top, "width": place["width"] + left + right,
            "height": place["height"] + top + bottom}


def stat_of(pid):
    """The fields of a process behind its name; none when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return []


def state_of(pid):
    return (stat_of(pid) or [""])[0]


def parent_of(pid):
    return int(stat_of(pid)[1])


def is_minimized(window):
    return "Iconic" in text_of("xprop", "-id", str(window), "WM_STATE")


def pointer():
    found = re.search(r"x:(\d+) y:(\d+)", text_of("xdotool", "getmouselocation"))
    return int(found.group(1)), int(found.group(2))


class Windows(AutomationTest):
    def test_windows_are_listed_with_their_frames(self):
        window = self.acted_form()
        terminal = self.terminal("Other", LINE)[1]
        listed = {each["id"]: each for each in self.does("list_windows")}
        for each in (window, terminal):
            place = frame(each)
            self.assertEqual(listed[each]["position"], {"x": place["x"], "y": place["y"]})
            self.assertEqual(listed[each]["size"], {"width": place["width"], "height": place["height"]})
        self.assertEqual(listed[window]["title"], "Acted Form")
        self.assertEqual([each["id"] for each in self.does("list_windows", appName="xterm")], [terminal])
        self.refused("APP_NOT_FOUND", "list_windows", appName="no such program")

    def test_a_window_is_moved_and_resized(self):
        window = self.acted_form()
        told = self.acts("move_window", windowId=window, x=120, y=90)
        place = frame(window)
        self.assertEqual((place["x"], place["y"]), (120, 90))
        self.acts("resize_window", windowId=window, width=420, height=500)
        place = frame(window)
        self.assertEqual((place["width"], place["height"]), (420, 500))
        self.acts(told["undo"]["tool"], **told["undo"]["arguments"])
        self.assertNotEqual(frame(window)["x"], 120)

    def test_a_size_is_taken_to_the_step(self):
        terminal = self.terminal("Steps", LINE)[1]
        told = self.acts("resize_window", windowId=terminal, width=503, height=307)
        place = frame(terminal)
        self.assertTrue(503 - 20 < place["width"] <= 503 and 307 - 40 < place["height"] <= 307, place)
        self.assertIn(f"{place['width']}x{place['height']}", told["facts"]["bounds"])

    def test_a_limit_is_told(self):
        window = self.acted_form()
        result = self.refused("EFFECT_NOT_SEEN", "resize_window", windowId=window, width=40, height=40)
        self.assertRegex(result["content"][0]["text"], r"at least \d+ pixels (wide|high) by its own limits")
        self.assertEqual(result["_meta"]["error_details"]["size"]["width"], frame(window)["width"])

    def test_focus_and_minimize(self):
        window = self.acted_form()
        terminal = self.terminal("Other", LINE)[1]
        self.acts("focus_window", windowId=window)
        self.assertEqual(active_window(), window)
        told = self.acts("minimize_window", windowId=window)
        wait_until("the window to be minimized", lambda: is_minimized(window))
        listed = {each["id"]: each for each in self.does("list_windows")}
        self.assertTrue(listed[window]["minimized"] and "minimized" not in listed[terminal])
        self.acts(told["undo"]["tool"], **told["undo"]["arguments"])
        self.assertEqual((is_minimized(window), active_window()), (False, window))

    def test_a_window_that_closed_is_not_found(self):
        window = self.acted_form()
        self.end(self.process)
        for tool, arguments in (("focus_window", {}), ("move_window", {"x": 1, "y": 1}), ("minimize_window", {}),
                                ("resize_window", {"width": 200, "height": 200})):
            self.refused("WINDOW_NOT_FOUND", tool, windowId=window, **arguments)


class Applications(AutomationTest):
    def test_a_terminal_is_launched_activated_and_quit(self):
        told = self.acts("launch_app", name="xterm")
        window = told["facts"]["window"]
        self.assertIn(window, windows().values())
        apps = {each["processId"]: each for each in self.does("list_running_apps")}
        pid = told["facts"]["pid"]
        self.assertEqual(apps[pid]["bundleId"], "debian-xterm")
        self.assertNotEqual(parent_of(pid), self.session.process.pid, "a child of nobody")
        self.acted_form()
        self.acts("activate_app", name="xterm")
        self.assertEqual(active_window(), window)
        self.acts("quit_app", name="xterm")
        wait_until("no terminal", lambda: window not in windows().values())
        self.assertIn(state_of(pid), ("", "Z"), "it has ended")
        self.refused("APP_NOT_FOUND", "quit_app", name="xterm")
        self.refused("APP_NOT_FOUND", "launch_app", name="$(touch /tmp/x)")

    def test_the_session_bus_starts_what_has_no_command(self):
        entries = f"{self.folder}/data/applications"
        os.makedirs(entries)
        with open(f"{entries}/org.peekaboo.Notes.desktop", "w", encoding="utf-8") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Bus Notes\nDBusActivatable=true\n")
        self.session = Session(self, PEEKABOO_TOOLSETS="automation", XDG_DATA_HOME=f"{self.folder}/data")
        self.assertIn("cannot start", self.refused("UNSUPPORTED", "launch_app", name="Bus Notes")["content"][0]["text"])
        program = self.start("bus_app.py", "org.peekaboo.Notes")
        self.assertEqual(program.stdout.readline(), "ready\n")
        told = self.acts("launch_app", name="Bus Notes")
        window = wait_until("its title", lambda: windows().get("Activated"))
        self.assertEqual((told["facts"]["window"], told["facts"]["pid"]), (window, program.pid))

    def test_names_never_become_code(self):
        for name in ("$(reboot)", "`id`", "; true", "%u", "--help", "-e", "'", '"', "\u202eetag", "x" * 255):
            self.refused("APP_NOT_FOUND", "launch_app", name=name)
        for name in ("a\0b", "a\nb", "x" * 256, "\x1b[2J"):
            self.refused("INVALID_ARGUMENT", "launch_app", name=name)

    def test_what_a_program_asks_is_named_and_it_is_not_killed(self):
        path = f"{self.folder}/notes.txt"
        with open(path, "w", encoding="utf-8") as file:
            file.write("one\n")
        editor = subprocess.Popen(["mousepad", "--disable-server", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(editor.communicate)
        self.addCleanup(editor.kill)
        window = wait_until("the editor", lambda: next((id for title, id in windows().items() if "notes.txt" in title), None))
        self.acts("focus_window", windowId=window)
        self.acts("type_text", text="changed ")
        wait_until("the change", lambda: any(title.startswith("*") for title in windows()))
        result = self.refused("EFFECT_NOT_SEEN", "quit_app", name="mousepad")
        dialog = result["_meta"]["error_details"]["dialog"]
        self.assertIn(dialog, windows().values())
        self.assertNotEqual(dialog, window)
        self.assertIsNone(editor.poll())

    def test_a_program_that_is_still_starting_is_asked_again(self):
        """As xterm, which loses a request to close until its shell runs."""
        program = self.start("starting.py")
        self.ready(program)
        self.acts("quit_app", name=f"PID:{program.pid}")
        self.assertEqual(program.wait(10), 0)

    def test_a_stopped_program_is_not_waited_for_too_long(self):
        self.acted_form()
        os.kill(self.process.pid, signal.SIGSTOP)
        self.addCleanup(lambda: self.process.poll() is None and os.kill(self.process.pid, signal.SIGCONT))
        self.refused("EFFECT_NOT_SEEN", "quit_app", name=self.app)
        self.assertIsNone(self.process.poll())
        os.kill(self.process.pid, signal.SIGCONT)


class Clipboard(AutomationTest):
    def test_text_goes_both_ways(self):
        text = "Grüße, 漢字 \"$(id)\" \\ %u\n\u202e"
        self.acts("set_clipboard", text=text)
        self.assertEqual(paste().decode(), text)
        copy("von außen".encode())
        self.assertEqual(self.does("get_clipboard"), {"text": "von außen", "contentType": "text"})
        self.assertEqual(paste().decode(), "von außen", "reading takes nothing over")

    def test_files_pictures_and_long_texts(self):
        copy(b"file:///tmp/a%20b\r\n", "-t", "text/uri-list")
        told = self.does("get_clipboard")
        self.assertEqual((told["contentType"], told["files"], told["text"]), ("files", ["/tmp/a b"], "/tmp/a b"))
        picture = f"{self.folder}/red.png"
        output("convert", "-size", "40x30", "xc:red", picture)
        with open(picture, "rb") as file:
            copy(file.read(), "-t", "image/png")
        told = self.does("get_clipboard")
        self.assertEqual(told["contentType"], "image")
        read = self.session.request("resources/read", uri=told["resource"]).result()["contents"][0]
        self.assertEqual(read["mimeType"], "image/png")
        copy(b"x" * 100_000)
        told = self.does("get_clipboard")
        self.assertEqual((told["contentType"], told["size"], "text" in told), ("text", 100_000, False))
        read = self.session.request("resources/read", uri=told["resource"]).result()["contents"][0]
        self.assertEqual(read["mimeType"], "text/plain")


class Input(AutomationTest):
    def setUp(self):
        super().setUp()
        self.path = f"{self.folder}/typed.txt"
        self.process = self.start("gtk_entry.py", "Typed", self.path)
        self.window = self.ready(self.process)[0]
        wait_until("the field to have the focus", lambda: active_window() == self.window)

    def text(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def has(self, text):
        wait_until(f"{text!r}", lambda: self.text() == text)

    def test_text_keys_and_combinations(self):
        self.acts("type_text", text="Grüße, 漢字")
        self.has("Grüße, 漢字")
        self.acts("press_key", key="backspace", repeat=2)
        self.has("Grüße, ")
        self.acts("key_combination", modifiers=["control"], key="a")
        self.acts("press_key", key="delete")
        self.has("")
        self.acts("press_key", key="x", repeat=250)
        self.has("x" * 250)
        self.acts("key_combination", modifiers=["shift"], key="y")
        self.has("x" * 250 + "Y")

    def test_delete_is_the_delete_key(self):
        self.acts("type_text", text="ab")
        self.acts("press_key", key="home")
        self.acts("press_key", key="delete")
        self.has("b")

    def test_what_cannot_be_typed_in_time_is_refused_at_once(self):
        result = self.refused("INVALID_ARGUMENT", "type_text", text="x" * 1000, delay=100)
        self.assertLess(result["_meta"]["error_details"]["possible"], 300)
        self.assertEqual(self.text(), "")
        self.refused("INVALID_ARGUMENT", "press_key", key="nosuch")
        self.refused("INVALID_ARGUMENT", "press_key", key="a", repeat=1001)

    def test_the_pointer(self):
        place = geometry(self.window)
        x, y = place["x"] + 100, place["y"] + 50
        told = self.acts("move_mouse", x=x, y=y)
        self.assertEqual(pointer(), (x, y))
        self.acts(told["undo"]["tool"], **told["undo"]["arguments"])
        self.assertEqual(pointer(), (told["undo"]["arguments"]["x"], told["undo"]["arguments"]["y"]))
        self.acts("type_text", text="word other")
        self.acts("double_click", x=place["x"] + 8, y=place["y"] + 10)
        self.acts("press_key", key="delete")
        self.has(" other")
        self.acts("drag", startX=place["x"] + 300, startY=place["y"] + 10, endX=place["x"] + 1, endY=place["y"] + 10)
        self.acts("press_key", key="delete")
        self.has("")
        self.refused("INVALID_ARGUMENT", "move_mouse", x=1e9, y=0)

    def test_a_click_with_modifiers_of_both_worlds(self):
        place = geometry(self.window)
        self.acts("click", x=place["x"] + 50, y=place["y"] + 60, modifiers=["command", "option"])
        self.acts("click", x=place["x"] + 50, y=place["y"] + 60, modifiers=["ctrl"], button="left")
        self.acts("type_text", text="after")
        self.has("after")


class Elements(AutomationTest):
    def nodes(self, root):
        yield root
        for child in root.get("children", []):
            yield from self.nodes(child)

    def element(self, title, role=None, **arguments):
        tree = self.does("get_ui_elements", appName=self.app, maxDepth=20, **arguments)
        return next(node for node in self.nodes(tree) if node.get("title") == title and role in (None, node["role"]))

    def test_the_tree_has_what_the_form_has(self):
        window = self.acted_form()
        tree = self.does("get_ui_elements", appName=self.app, maxDepth=20)
        self.assertEqual(tree["role"], "application")
        place = frame(window)
        shown = tree["children"][0]
        self.assertEqual(shown["position"], {"x": place["x"], "y": place["y"]})
        self.assertEqual(shown["size"], {"width": place["width"], "height": place["height"]})
        titles = {node.get("title") for node in self.nodes(tree)}
        self.assertLessEqual({"Acted Form", "Save", "Agree", "File"}, titles)
        paths = [node["path"] for node in self.nodes(tree)]
        self.assertEqual(len(paths), len(set(paths)), "each path means one")
        less = self.does("get_ui_elements", appName=self.app, maxDepth=1)
        self.assertGreater(less["children"][0]["omittedChildren"], 3)
        cut = self.does("get_ui_elements", appName=self.app, maxDepth=20, limit=5)
        self.assertEqual(len(list(self.nodes(cut))), 5)

    def test_elements_are_clicked_read_and_set(self):
        self.acted_form()
        save = self.element("Save")["path"]
        self.acts("click_ui_element", appName=self.app, elementPath=save)
        self.eventually("pressed Save")
        agree = self.element("Agree")["path"]
        self.assertIs(self.does("get_ui_element_value", appName=self.app, elementPath=agree), False)
        told = self.acts("set_ui_element_value", appName=self.app, elementPath=agree, value="true")
        self.eventually("agreed yes")
        self.assertIs(self.does("get_ui_element_value", appName=self.app, elementPath=agree), True)
        self.acts(told["undo"]["tool"], **told["undo"]["arguments"])
        self.eventually("agreed no")
        self.acts("click_ui_element", appName=self.app, elementPath=save)

    def test_a_field_is_focused_and_set(self):
        self.acted_form()
        tree = self.does("get_ui_elements", appName=self.app, maxDepth=20)
        field = next(node for node in self.nodes(tree) if node.get("value") == "Ada")["path"]
        self.acts("focus_ui_element", appName=self.app, elementPath=field)
        self.acts("press_key", key="end")
        self.acts("type_text", text=" L")
        self.eventually("typed Ada L")
        told = self.acts("set_ui_element_value", appName=self.app, elementPath=field, value="Grüße 漢字")
        self.eventually("typed Grüße 漢字")
        self.assertEqual(self.does("get_ui_element_value", appName=self.app, elementPath=field), "Grüße 漢字")
        self.acts(told["undo"]["tool"], **told["undo"]["arguments"])
        self.assertEqual(self.does("get_ui_element_value", appName=self.app, elementPath=field), "Ada L")

    def test_a_path_survives_what_has_nothing_to_do_with_it(self):
        self.acted_form()
        save = self.element("Save")["path"]
        self.acts("set_ui_element_value", appName=self.app, elementPath=self.element("Agree")["path"], value="1")
        self.acts("move_window", windowId=windows()["Acted Form"], x=150, y=100)
        self.acts("click_ui_element", appName=self.app, elementPath=save)
        self.eventually("pressed Save")

    def test_a_wrong_path_lists_what_is_there(self):
        self.acted_form()
        parent = self.element("Save")["path"].rsplit("/", 1)[0]
        result = self.refused("ELEMENT_NOT_FOUND", "click_ui_element", appName=self.app, elementPath=parent + '/button "Svae"')
        self.assertIn('button "Save"', result["content"][0]["text"])

    def test_a_program_without_a_tree_is_told(self):
        self.terminal("Bare", LINE)
        result = self.call("get_ui_elements", appName="xterm")
        self.assertTrue(result.get("isError"), result)
        self.assertIn(result["_meta"]["backend_error_code"], ("UNSUPPORTED", "TIMEOUT"))

    def test_a_program_that_is_stopped_or_killed(self):
        self.acted_form()
        save = self.element("Save")["path"]
        os.kill(self.process.pid, signal.SIGSTOP)
        for tool in ("get_ui_element_value", "click_ui_element"):
            result = self.call(tool, appName=self.app, elementPath=save)
            self.assertTrue(result.get("isError"), result)
            self.assertIn(result["_meta"]["backend_error_code"], ("TIMEOUT", "ELEMENT_NOT_FOUND", "UNSUPPORTED"))
        os.kill(self.process.pid, signal.SIGCONT)
        self.acts("click_ui_element", appName=self.app, elementPath=save)
        self.end(self.process)
        result = self.call("click_ui_element", appName=self.app, elementPath=save)
        self.assertIn(result["_meta"]["backend_error_code"], ("APP_NOT_FOUND", "WINDOW_NOT_FOUND"))


class Scrolling(AutomationTest):
    def test_the_wheel_and_its_end(self):
        window = self.acted_form()
        place = geometry(window)
        over = {"x": place["x"] + 100, "y": place["y"] + place["height"] - 30}
        told = self.acts("scroll", direction="down", amount=200, **over)
        self.assertEqual(told["facts"], {"turns": 4})
        wait_until("the list to scroll", lambda: any(line.startswith("scrolled") for line in self.happened()))
        self.acts("scroll", direction="up", amount=5000, **over)
        self.refused("EFFECT_NOT_SEEN", "scroll", direction="up", amount=100, **over)

    def test_an_element_comes_into_view(self):
        self.acted_form()
        tree = self.does("get_ui_elements", appName=self.app, maxDepth=20)
        stack, line = [tree], None
        while stack and not line:
            node = stack.pop()
            line = node if node.get("title") == "line 55" else None
            stack += node.get("children", [])
        self.assertIsNotNone(line, "line 55 is in the tree")
        self.acts("scroll_to_element", appName=self.app, elementPath=line["path"])
        wait_until("the list to scroll", lambda: any(entry.startswith("scrolled") for entry in self.happened()))
        self.assertEqual(self.acts("scroll_to_element", appName=self.app, elementPath=line["path"])["seen"],
                         ["it was in view already"])


class Screenshots(AutomationTest):
    def test_displays_windows_and_regions(self):
        process, window = self.painter()
        path = f"{self.folder}/window.png"
        told = self.does("take_screenshot", windowId=window, filePath=path)
        self.assertEqual((told["filePath"], told["format"]), (path, "png"))
        seen = read_picture(path)
        self.assertEqual((told["width"], told["height"]), (seen.width, seen.height))
        place = geometry(window)
        region = {"x": place["x"], "y": place["y"], "width": 40, "height": 30}
        cut = f"{self.folder}/cut.png"
        self.does("take_screenshot", region=region, filePath=cut)
        self.same(read_picture(cut), seen.part(0, 0, 40, 30))
        result = self.call("take_screenshot", display=1, format="jpg")
        self.assertNotIn("structuredContent", result)
        self.assertEqual([block["type"] for block in result["content"]], ["text", "image"])
        self.assertEqual(result["content"][1]["mimeType"], "image/jpeg")
        self.refused("DISPLAY_NOT_FOUND", "take_screenshot", display=9)
        self.refused("INVALID_ARGUMENT", "take_screenshot", display=1, windowId=window)
        del process

    def test_only_pictures_are_replaced(self):
        notes, picture = f"{self.folder}/notes.txt", f"{self.folder}/old.png"
        with open(notes, "w", encoding="utf-8") as file:
            file.write("mine")
        output("convert", "-size", "4x4", "xc:red", picture)
        self.refused("FILE_IO_ERROR", "take_screenshot", filePath=notes)
        with open(notes, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")
        self.does("take_screenshot", filePath=picture)
        self.assertGreater(read_picture(picture).width, 100)


class CommandLine(AutomationTest):
    def test_the_same_tools_are_commands(self):
        window = self.acted_form()
        listed = self.succeeds("do", "list_windows", "--app-name", self.app)
        self.assertEqual([each["id"] for each in listed], [window])
        told = self.succeeds("do", "move_window", "--window-id", str(window), "--x", "130", "--y", "95")
        self.assertEqual((told["success"], frame(window)["x"], frame(window)["y"]), (True, 130, 95))
        path = f"{self.folder}/part.png"
        self.succeeds("do", "take_screenshot", "--region", "0,0,50,40", "--file-path", path)
        self.assertEqual((read_picture(path).width, read_picture(path).height), (50, 40))
        self.assertIn("INVALID", str(self.fails("INVALID_ARGUMENT", 64, "do", "take_screenshot", "--region", "0,0,x,40")))


class Log(AutomationTest):
    def test_what_is_typed_and_copied_is_not_logged(self):
        process = self.start("gtk_entry.py", "Typed", f"{self.folder}/typed.txt")
        window = self.ready(process)[0]
        wait_until("the field to have the focus", lambda: active_window() == window)
        self.acts("type_text", text="correct horse")
        self.acts("set_clipboard", text="battery staple")
        self.does("get_clipboard")
        self.session.end()  # the log is written in the background
        with open(f"{self.temporary}/peekaboo-mcp.log", encoding="utf-8") as log:
            text = log.read()
        self.assertIn("type_text", text)
        for secret in ("horse", "staple"):
            self.assertNotIn(secret, text)
        self.assertRegex(text, r"text_characters\W+13\b")


if __name__ == "__main__":
    unittest.main(verbosity=2)
