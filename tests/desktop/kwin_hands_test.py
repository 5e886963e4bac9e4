#!/usr/bin/python3
"""A session of KWin: keys and pointer by KDE's portal, whose version of Plasma 5.27 shows a notice and asks nobody. What
arrives is told by the programs themselves; where their windows are, by a script inside KWin."""
import json
import os
import subprocess
import unittest

from gi.repository import GLib
from event_window import EventWindow
from kwin_eye import Eye
from layout_hands import LayoutTests
from menus_shown import open_items
from support import APPLICATIONS, PEEKABOO, DesktopTest, output, wait_until

EYE = Eye()
TOKEN = os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo", "input.token")


class Portal(DesktopTest):
    TOOLS = {"PEEKABOO_TOOLSETS": "all"}

    def setUp(self):
        super().setUp()
        if self.permission()["state"] != "given":
            self.succeeds("permissions", "grant", "input")

    def permission(self):
        return next(row for row in self.succeeds("permissions")["permissions"] if row["name"] == "input")

    def frame_of(self, title):
        for row in EYE.windows():
            if row["title"] == title:
                return [int(row[name]) for name in ("x", "y", "width", "height")]
        return None

    def start_log(self, title="Event Log", *options):
        log = EventWindow(self, self.frame_of, title, *options)
        wait_until("the focus", lambda: any(row["active"] and row["pid"] == log.process.pid for row in EYE.windows()))
        return log

    def do(self, *words):
        result = self.peekaboo("do", *words, **self.TOOLS)
        self.assertEqual(result.status, 0, str(result))


class Hands(Portal):
    def id_of(self, log):
        said = self.peekaboo("run", "-e", 'print(require("json").encode(require("window").list()))')
        return next(row["id"] for row in json.loads(said.stdout) if row["pid"] == log.process.pid)

    def lua(self, text):
        """The error of a script, or None."""
        said = self.peekaboo("run", "-e", 'local _, err = try(function() local input = require "input"; ' + text + " end); "
                             'print(require("json").encode(err or {}))')
        self.assertEqual(said.status, 0, str(said))
        return json.loads(said.stdout) or None

    def test_text_of_the_layout_arrives(self):
        log = self.start_log()
        text = "".join(chr(code) for code in range(0x20, 0x7F))
        self.do("type_text", "--on", "Name", "--text", text)
        self.do("press_key", "--key", "Return")
        log.told("entered " + text)

    def test_items_of_open_menus_have_no_places_and_are_chosen(self):
        """Where a menu is, no program knows: a click on the place of one of GTK's carried out another."""
        form = subprocess.Popen([os.path.join(APPLICATIONS, "menu_form.py"), "gtk3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True, env={**os.environ, "GDK_BACKEND": "wayland"})
        self.addCleanup(form.wait)
        self.addCleanup(form.communicate)
        self.assertEqual(form.stdout.readline().split()[0], "ready")
        self.do("click", "--on", "File")
        items = wait_until("the menu", lambda: open_items(self, form.pid))
        self.assertEqual([(name, each.get("bounds"), each.get("unplaced")) for name, each in items.items()],
                         [(name, None, True) for name in ("New", "Save As…", "Recent", "Quit")])
        self.do("click", "--on", "New")
        self.assertEqual(form.stdout.readline().split()[:2], ["chose", "_New"])

    def test_items_of_boxes_are_chosen(self):
        """Qt's list only selects what its item does itself, and the box keeps what it had."""
        for toolkit in ("qt5", "gtk3", "gtk4"):
            with self.subTest(toolkit):
                log = f"{self.folder}/{toolkit}.txt"
                form = subprocess.Popen([os.path.join(APPLICATIONS, "choosing_form.py"), toolkit, log], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True,
                                        env={**os.environ, "QT_QPA_PLATFORM": "wayland", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"})
                self.addCleanup(form.wait)
                self.addCleanup(form.kill)
                self.assertEqual(form.stdout.readline(), "ready\n")
                self.do("select", "--on", "Red", "--option", "Green")
                self.do("select", "--on", "Size", "--option", "L")
                self.do("click", "--on", "Cancel")
                lines = ["Color Green", "Size L", "pressed Cancel"]
                wait_until("the lines", lambda: os.path.exists(log) and open(log, encoding="utf-8").read().splitlines() == lines)
                form.kill()
                form.communicate()

    def test_a_long_text_loses_nothing(self):
        log = self.start_log()
        text = "".join(chr(0x21 + number % 94) for number in range(400))
        self.do("type_text", "--on", "Name", "--text", text)
        self.do("press_key", "--key", "Return")
        log.told("entered " + text)

    def test_a_program_that_pauses_loses_nothing(self):
        """The compositor ends the connection of one that leaves too much unread."""
        log = self.start_log("Event Log", "--pause", "1.5")
        text = "".join(chr(0x21 + number % 94) for number in range(400))
        self.do("type_text", "--on", "Name", "--text", text)
        self.do("press_key", "--key", "Return")
        log.told("entered " + text)

    def test_text_that_the_layout_lacks_is_refused_whole(self):
        log = self.start_log()
        error = self.fails("UNSUPPORTED", 29, "do", "type_text", "--text", "ab漢", **self.TOOLS)
        self.assertEqual(error["context"]["reason"], "not on the keyboard")
        self.assertIn("U+6F22", error["message"])
        self.assertEqual(log.keys(), [])

    def test_keys_with_modifiers(self):
        log = self.start_log()
        self.do("key_combination", "--key", "F5", "--modifiers", "ctrl,shift")
        log.told("key F5 shift+control")

    def test_the_wheel_goes_as_far_as_a_real_one(self):
        log = self.start_log("Event Log", "--smooth")
        x, y = map(str, log.pad())

        def way():
            """As GTK counts it: ten units of Wayland each."""
            told = [line.split()[2].split(",") for line in log.lines if line.startswith("scroll smooth")]
            return [sum(float(each[0]) for each in told), sum(float(each[1]) for each in told)]

        self.do("scroll", "--direction", "down", "--amount", "100", "--x", x, "--y", y)
        wait_until("two notches down", lambda: way() == [0, 3])
        self.do("scroll", "--direction", "left", "--amount", "100", "--x", x, "--y", y)
        wait_until("two notches to the left", lambda: way() == [-3, 3])

    def test_clicks_and_a_drag(self):
        log = self.start_log()
        x, y = log.pad()
        self.do("click", "--x", str(x), "--y", str(y), "--button", "right", "--modifiers", "shift")
        first, held = log.pressed(3)
        self.assertEqual(held, "shift")
        log.told(f"release 3 {first[0]},{first[1]} shift")
        self.do("click", "--x", str(x + 37), "--y", str(y - 29), "--count", "2")
        log.double_clicked()
        second, _held = log.pressed(1)
        self.assertEqual([second[0] - first[0], second[1] - first[1]], [37, -29])
        self.do("drag", "--start-x", str(x), "--start-y", str(y), "--end-x", str(x + 60), "--end-y", str(y - 40))
        log.told(f"release 1 {first[0] + 60},{first[1] - 40} none")

    def test_another_window_gets_neither_keys_nor_clicks(self):
        below = self.start_log()
        number = self.id_of(below)
        above = self.start_log("Another")
        for act in (f'input.type("lost", {{ window = {number} }})',
                    f'input.press("a", {{ window = {number} }})'):
            with self.subTest(act=act):
                error = self.lua(act)
                self.assertEqual((error or {}).get("code"), "FOCUS_REFUSED", error)
        EYE.act(above.process.pid, "it.frameGeometry = { x: 0, y: 100, width: 400, height: 400 };")
        EYE.act(below.process.pid, "it.frameGeometry = { x: 0, y: 100, width: 400, height: 400 };")
        error = self.lua(f'input.click({{ x = 150, y = 350, window = {number} }}, {{ window = {number} }})')
        self.assertEqual((error or {}).get("code"), "FOCUS_REFUSED", error)
        self.assertEqual((above.keys(), below.keys()), ([], []))
        self.assertEqual([line for line in above.lines + below.lines if line.startswith("press")], [])

    def hold_a_button(self):
        log = self.start_log()
        x, y = log.pad()
        script = (f'local input = require "input"; input.press_button {{ x = {x}, y = {y} }}; print "down"; '
                  'while true do require("task").sleep(0.05) end')
        holder = subprocess.Popen([PEEKABOO, "run", "-e", script], stdout=subprocess.PIPE, text=True)

        def end():
            holder.kill()
            holder.wait()
            holder.stdout.close()

        self.addCleanup(end)
        self.assertEqual(holder.stdout.readline(), "down\n")
        place, _held = log.pressed(1)
        self.assertFalse([line for line in log.lines if line.startswith("release")])
        return log, holder, f"release 1 {place[0]},{place[1]} none"

    def test_a_button_comes_up_when_its_program_is_killed(self):
        log, holder, release = self.hold_a_button()
        holder.kill()
        log.told(release)

    def test_a_button_comes_up_at_a_stop(self):
        log, _holder, release = self.hold_a_button()
        self.peekaboo("stop")
        self.addCleanup(self.peekaboo, "resume")
        log.told(release)

    def test_a_button_comes_up_when_the_permission_is_revoked(self):
        log, _holder, release = self.hold_a_button()
        self.succeeds("permissions", "revoke", "input")
        log.told(release)
        self.assertEqual(self.permission()["state"], "needs consent")
        self.assertFalse(os.path.exists(TOKEN))
        error = self.fails("PERMISSION_ERROR_ACCESSIBILITY", 12, "do", "click", "--x", "400", "--y", "300", **self.TOOLS)
        self.assertEqual(error["context"]["reason"], "needs consent")

    def test_a_notification_is_no_window(self):
        log = self.start_log()
        output("gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
               "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
               "test", "0", "", "Hello", "There", "[]", "{}", "60000")
        wait_until("the notification", lambda: any(row["title"] == "" for row in EYE.windows()))
        rows = self.succeeds("list", "apps")["applications"]
        self.assertEqual([row["pid"] for row in rows], [log.process.pid])

    def test_the_doctor_tells_how(self):
        rows = self.succeeds("doctor")["desktop"]["capabilities"]
        row = next(row for row in rows if row["operation"] == "input")
        self.assertTrue(row["available"], row)
        self.assertIn("RemoteDesktop", row["detail"])
        self.assertNotIn("nothing tells", row["detail"])


class Layouts(LayoutTests, Portal):
    def set_layouts(self, names):
        with open(os.path.join(os.environ["XDG_CONFIG_HOME"], "kxkbrc"), "w", encoding="ascii") as file:
            file.write(f"[Layout]\nUse=true\nLayoutList={','.join(names)}\n")
        EYE.bus.emit_signal(None, "/kxkbrc", "org.kde.kconfig.notify", "ConfigChanged",
                            GLib.Variant("(a{saay})", ({"Layout": [b"LayoutList", b"Use"]},)))
        wait_until("the layouts", lambda: [row[0] for row in self.keyboard("getLayoutsList")] == names)

    def choose_layout(self, index):
        self.keyboard("setLayout", GLib.Variant("(u)", (index,)))
        wait_until("the layout", lambda: self.keyboard("getLayout") == index)

    @staticmethod
    def keyboard(method, arguments=None):
        try:
            return EYE.bus.call_sync("org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts", method, arguments, None, 0, 10000,
                                     None).unpack()[0]
        except GLib.Error:
            return []  # there is one layout only


class Monitors(Portal):
    """That of Plasma 5 tells no places of screens, and moves the pointer on the last one, whichever is asked for."""

    def test_a_click_arrives_on_its_screen_or_is_refused(self):
        if EYE.is_plasma_6():
            self.clicks_arrive()
            return
        for x in ("100", "1000"):
            error = self.fails("UNSUPPORTED", 29, "do", "click", "--x", x, "--y", "100", **self.TOOLS)
            self.assertEqual(error["context"]["reason"], "places unknown")

    def clicks_arrive(self):
        for at in (40, 1000):
            log = self.start_log(f"At {at}")
            EYE.act(log.process.pid, f"it.frameGeometry = {{ x: {at}, y: 60, width: it.width, height: it.height }};")
            wait_until("the window at its place", lambda: log.frame()[:2] == [at, 60])
            x, y = log.pad()
            self.do("click", "--x", str(x), "--y", str(y))
            self.assertEqual(log.pressed(1)[0][0], 150)


if __name__ == "__main__":
    unittest.main()
