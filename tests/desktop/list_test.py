#!/usr/bin/python3
"""What `list` says, compared with wmctrl, xwininfo, xprop and /proc."""
import os
import subprocess
import unittest

from support import DesktopTest, active_window, geometry, output, text_of, wait_until, windows

DETAILS = "ids,bounds,off_screen"


def stacking():
    """Managed windows front-most first, by xprop."""
    text = text_of("xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING").partition("#")[2]
    return [int(word, 16) for word in reversed(text.replace(",", " ").split())]


class Applications(DesktopTest):
    def test_processes_with_windows(self):
        painter, _ = self.painter("--class", "Studio", "--count", "2")
        form, form_id = self.form()
        terminal, _ = self.terminal("Notes", "Hello")
        output("wmctrl", "-i", "-a", str(form_id))
        wait_until("the form to become active", lambda: active_window() == form_id)
        found = {app["pid"]: app for app in self.succeeds("list", "apps")["applications"]}
        self.assertEqual(set(found), {painter.pid, form.pid, terminal.pid})
        self.assertEqual(found[painter.pid]["app_name"], "Studio")
        self.assertEqual(found[painter.pid]["window_count"], 2)
        self.assertEqual(found[terminal.pid]["app_name"], "XTerm")
        self.assertEqual([pid for pid, app in found.items() if app["is_active"]], [form.pid])

    def test_an_empty_desktop(self):
        self.assertEqual(self.succeeds("list", "apps")["applications"], [])

    def test_a_desktop_entry_gives_name_and_id(self):
        self.terminal("Notes", "Hello")
        (app,) = self.succeeds("list", "apps")["applications"]
        self.assertEqual(app["bundle_id"], "debian-xterm")


class Screens(DesktopTest):
    def test_the_scale_is_a_fact_that_changes_no_coordinate(self):
        before = self.succeeds("list", "screens")["screens"]
        self.assertEqual([screen["scale"] for screen in before], [1])
        (gtk,) = self.succeeds("list", "screens", GDK_SCALE="2")["screens"]
        self.assertEqual(gtk, {**before[0], "scale": 2})
        subprocess.run(["xrdb", "-nocpp", "-merge"], input=b"Xft.dpi: 144\n", check=True)
        self.addCleanup(subprocess.run, ["xrdb", "-remove"], check=True)
        (drawn,) = self.succeeds("list", "screens", GDK_SCALE="2")["screens"]
        self.assertEqual(drawn, {**before[0], "scale": 1.5})
        picture = self.capture()
        self.assertEqual((picture.width, picture.height), (before[0]["bounds"]["width"], before[0]["bounds"]["height"]))


class Windows(DesktopTest):
    def test_ids_titles_and_bounds(self):
        process, window_id = self.painter("--title", "Grüße 漢 😀", "--geometry", "333x222+150+90")
        data = self.succeeds("list", "windows", "--app", f"PID:{process.pid}", "--include-details", DETAILS)
        self.assertEqual(data["target_application_info"]["pid"], process.pid)
        (window,) = data["windows"]
        self.assertEqual(window["window_title"], "Grüße 漢 😀")
        self.assertEqual(window["window_id"], window_id)
        self.assertEqual(window["bounds"], geometry(window_id))
        self.assertIs(window["is_on_screen"], True)

    def test_details_only_when_asked_for(self):
        process, _ = self.painter()
        (window,) = self.succeeds("list", "windows", "--app", f"PID:{process.pid}")["windows"]
        for name in ("window_id", "bounds"):
            self.assertNotIn(name, window)

    def test_front_to_back(self):
        process = self.start("painter.py", "--count", "5", "--class", "Stack", "--title", "Stack")
        ids = self.ready(process)
        wait_until("all windows to be managed", lambda: set(ids) <= set(windows().values()))
        output("wmctrl", "-i", "-a", str(ids[2]))
        wait_until("the raise", lambda: stacking()[0] == ids[2])
        rows = self.succeeds("list", "windows", "--app", "Stack", "--include-details", "ids")["windows"]
        self.assertEqual([row["window_id"] for row in rows], stacking())
        self.assertEqual([row["window_index"] for row in rows], [0, 1, 2, 3, 4])

    def test_a_minimised_window_is_off_screen(self):
        process, window_id = self.painter()
        self.command(process, "iconify")
        wait_until("the window to be minimised", lambda: b"Iconic" in output("xprop", "-id", str(window_id), "WM_STATE"))
        app = f"PID:{process.pid}"
        self.assertEqual(self.succeeds("list", "windows", "--app", app)["windows"], [])
        (window,) = self.succeeds("list", "windows", "--app", app, "--include-details", DETAILS)["windows"]
        self.assertIs(window["is_on_screen"], False)

    def test_titles_that_xterm_writes_as_compound_text(self):
        for title in ("漢字 Привет", "한국어 – “ńŠ€”", "😀 Tiếng Việt", "ｶﾅ ไทย عربي"):
            with self.subTest(title):
                process = self.start("terminal", title, "text")
                app = f"PID:{process.pid}"
                wait_until("the title", lambda app=app, title=title: [row["window_title"] for row in self.rows(app)] == [title])
                (row,) = self.rows(app)
                kind = text_of("xprop", "-id", str(row["window_id"]), "WM_NAME", "_NET_WM_NAME")
                self.assertIn("WM_NAME(COMPOUND_TEXT)", kind)
                self.assertIn("_NET_WM_NAME:  not found", kind)

    def rows(self, app):
        result = self.peekaboo("list", "windows", "--app", app, "--include-details", "ids", "--json-output")
        return result.json["data"]["windows"] if result.status == 0 else []

    def test_a_title_that_is_not_utf8(self):
        process, _ = self.painter("--title-bytes", "41ff42c3")
        (window,) = self.succeeds("list", "windows", "--app", f"PID:{process.pid}")["windows"]
        self.assertRegex(window["window_title"], "^A\ufffd+B\ufffd+$")

    def test_for_people(self):
        process, window_id = self.painter("--title", "Budget")
        result = self.peekaboo("list", "windows", "--app", f"PID:{process.pid}", "--include-details", "ids")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("Budget", result.stdout.decode())
        self.assertIn(str(window_id), result.stdout.decode())


class Doctor(DesktopTest):
    def test_says_what_works_and_on_which_display(self):
        result = self.peekaboo("doctor")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn(os.environ["DISPLAY"], result.stdout.decode())


if __name__ == "__main__":
    unittest.main(verbosity=2)
