#!/usr/bin/python3
"""A session of GNOME Shell: keys and pointer by the desktop portal, which a person allows in its real dialog. What
arrives is told by the programs themselves; where their windows are, by the Shell."""
import json
import os
import signal
import socket
import subprocess
import time
import unittest

from gi.repository import GLib
from event_window import EventWindow
from layout_hands import LayoutTests
from session_client import Session
from portal_test import DIALOGS, Person, call, opened_dialog, processes, shown_windows
from support import PEEKABOO, DesktopTest, read_picture, settled, wait_until

TOKEN = os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo", "input.token")
DIALOG = DIALOGS.control
LEFT = 0x110


def shell(expression):
    """What an expression of JavaScript is inside the Shell."""
    done, text = call("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (expression,)))
    assert done, text
    return json.loads(text)


def frame_of(title):
    """Where a window is, as [x, y, width, height]; None when there is none."""
    return shell("(() => { for (const actor of global.get_window_actors()) { const it = actor.meta_window; "
                 f"if (it.get_title() === {json.dumps(title)}) {{ const r = it.get_frame_rect(); "
                 "return [r.x, r.y, r.width, r.height]; } } return null; })()")


class Hands(DesktopTest):
    TOOLS = {"PEEKABOO_TOOLSETS": "all"}
    PERSON = Person

    def eye(self):
        path = os.path.join(self.folder, "eye.png")
        call("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot",
             GLib.Variant("(bbs)", (False, False, path)))
        return read_picture(path)

    def end_helper(self):
        for process in processes("peekaboo-portal"):
            os.kill(process, signal.SIGKILL)
        wait_until("the helper's end", lambda: not processes("peekaboo-portal"))

    def permission(self):
        return next(row for row in self.succeeds("permissions")["permissions"] if row["name"] == "input")

    def dialog(self):
        return opened_dialog(self, "input", DIALOG, self.PERSON)

    def press_share(self, asking, person):
        person.click(*DIALOGS.share, "Share", lambda: DIALOG not in shown_windows())
        return asking.communicate(timeout=60)[0]

    def is_blue(self, place):
        """Whether a switch is on. Merely having the pointer over it changes it, too; GNOME 50's background is a dark blue."""
        red, _green, blue = self.eye().at(*place)
        return blue > max(red + 60, 180)

    def has_mark(self, place):
        """Whether there is a dark check mark."""
        picture, (x, y) = self.eye(), place
        return any(max(picture.at(x + dx, y + dy)) < 90 for dx in range(-8, 9) for dy in range(-8, 9))

    def allow(self, switch=DIALOGS.switch, second=None):
        """Has a person share the first screen, and the second one where its mark is told, and switch control on."""
        asking, person = self.dialog()
        if second:
            person.click(*second, "the mark of the second screen", lambda: self.has_mark(second))
        person.click(*switch, "the switch", lambda: self.is_blue(switch) and settled(self.eye) and self.is_blue(switch))
        said = self.press_share(asking, person)
        self.assertIn("Peekaboo may now use keys and pointer", said)
        self.assertEqual(asking.returncode, 0, said)

    def do(self, *words):
        result = self.peekaboo("do", *words, **self.TOOLS)
        self.assertEqual(result.status, 0, str(result))
        return result.stdout.decode()

    def refused(self, code, status, reason, *words):
        error = self.fails(code, status, "do", *words, **self.TOOLS)
        self.assertEqual(error["context"]["reason"], reason, error)
        return error

    def row(self):
        rows = self.succeeds("doctor")["desktop"]["capabilities"]
        return next(row for row in rows if row["operation"] == "input")


class Unasked(Hands):
    def setUp(self):
        super().setUp()
        self.end_helper()

    def test_an_act_needs_consent_and_opens_no_dialog(self):
        before = shown_windows()
        error = self.refused("PERMISSION_ERROR_ACCESSIBILITY", 12, "needs consent", "click", "--x", "400", "--y", "300")
        self.assertIn("peekaboo permissions grant input", error["hint"])
        self.assertEqual(shown_windows(), before)
        row = self.row()
        self.assertEqual((row["available"], row["reason"]), (False, "needs consent"))
        self.assertIn("peekaboo permissions grant input", row["remedy"])
        self.assertIn("dialog", row["consent"])
        self.assertEqual(self.permission()["state"], "needs consent")

    def test_a_person_who_cancels_is_heard(self):
        asking, person = self.dialog()
        person.click(*DIALOGS.cancel, "Cancel", lambda: DIALOG not in shown_windows())
        self.assertIn("cancelled", asking.communicate(timeout=60)[0])
        self.assertEqual(asking.returncode, 12)
        self.assertEqual(self.permission()["state"], "needs consent")

    def test_a_screen_without_keys_is_not_enough(self):
        said = self.press_share(*self.dialog())
        self.assertIn("keys and pointer were not allowed", said)
        self.assertEqual(self.permission()["state"], "needs consent")

    def test_whoever_stops_waiting_takes_the_dialog_along(self):
        asking, _person = self.dialog()
        asking.send_signal(signal.SIGINT)
        asking.communicate(timeout=60)
        wait_until("the end of the dialog", lambda: DIALOG not in shown_windows())


class AllowedHands(Hands):
    def setUp(self):
        super().setUp()
        if self.permission()["state"] != "given":
            self.allow()

    def start_log(self, title="Event Log"):
        return EventWindow(self, frame_of, title)


class Allowed(AllowedHands):

    def test_clicks_arrive_at_their_place(self):
        log = self.start_log()
        x, y = log.pad()
        self.do("click", "--x", str(x), "--y", str(y), "--button", "right", "--modifiers", "shift,ctrl")
        first, held = log.pressed(3)
        self.assertEqual(held, "shift+control")
        log.told(f"release 3 {first[0]},{first[1]} shift+control")
        self.do("click", "--x", str(x + 37), "--y", str(y - 29), "--button", "middle")
        second, held = log.pressed(2)
        self.assertEqual(held, "none")
        self.assertEqual([second[0] - first[0], second[1] - first[1]], [37, -29])

    def test_double_clicks_and_the_wheel(self):
        log = self.start_log()
        x, y = map(str, log.pad())
        self.do("click", "--x", x, "--y", y, "--count", "2")
        log.double_clicked()
        self.do("scroll", "--direction", "down", "--amount", "100", "--x", x, "--y", y)
        log.scrolled("scroll down none", 2)

    def test_a_drag_goes_all_the_way(self):
        log = self.start_log()
        x, y = log.pad()
        self.do("drag", "--start-x", str(x), "--start-y", str(y), "--end-x", str(x + 60), "--end-y", str(y - 40))
        (at_x, at_y), _held = log.pressed(1)
        log.told(f"release 1 {at_x + 60},{at_y - 40} none")

    def test_places_off_the_screen_are_refused(self):
        self.fails("INVALID_ARGUMENT", 20, "do", "click", "--x", "800", "--y", "10", **self.TOOLS)

    def test_keys_are_refused_while_the_focus_is_unknown(self):
        log = self.start_log()
        self.refused("UNSUPPORTED", 29, "focus unknown", "type_text", "--text", "nowhere")
        self.refused("UNSUPPORTED", 29, "focus unknown", "press_key", "--key", "a")
        self.assertEqual(log.keys(), [])

    def hands(self):
        """A connection to the helper that acts, as the program has one."""
        folder = subprocess.run(["find", os.environ["XDG_RUNTIME_DIR"], "-name", "portal.sock"], capture_output=True,
                                text=True, check=True).stdout.split()
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(link.close)
        link.connect(folder[0])
        link.settimeout(60)
        self.ask(link, do="hands", of="input", bus=os.environ["DBUS_SESSION_BUS_ADDRESS"])
        return link

    def ask(self, link, **fields):
        fields["deadline"] = time.monotonic_ns() + 10 * 10**9
        link.send(b"".join(f"{name}={value}\0".encode() for name, value in fields.items()))
        return dict(part.split("=", 1) for part in link.recv(4096).decode().split("\0") if part)

    def test_keysyms_of_the_layout_arrive(self):
        log = self.start_log()
        link = self.hands()
        left, top, _width, _height = log.frame()
        # Into the entry, which is below the title.
        self.do("click", "--x", str(left + 100), "--y", str(top + 56))
        text = "".join(chr(code) for code in range(0x20, 0x7F))
        for at in range(0, len(text), 40):
            part = text[at:at + 40]
            events = "".join(f"k{ord(letter)},1;k{ord(letter)},0;" for letter in part)
            self.assertEqual(self.ask(link, do="act", events=events), {"sent": str(2 * len(part))})
        self.ask(link, do="act", events="k65293,1;k65293,0;")
        log.told("entered " + text)

    def test_the_first_key_of_a_keyboard_is_not_lost(self):
        """The Shell has none before the first act of a session of the portal."""
        self.end_helper()
        self.allow()
        log = self.start_log()
        left, top, _width, _height = log.frame()
        self.do("click", "--x", str(left + 100), "--y", str(top + 56))
        link = self.hands()
        events = "".join(f"k{code},1;k{code},0;" for code in (ord("a"), ord("b"), 0xFF0D))
        self.assertEqual(self.ask(link, do="act", events=events), {"sent": "6"})
        log.told("entered ab")

    def test_a_button_comes_up_when_its_program_is_killed(self):
        log = self.start_log()
        x, y = log.pad()
        script = (f'local input = require "input"; input.press_button {{ x = {x}, y = {y} }}; print "down"; '
                  'while true do require("task").sleep(0.05) end')
        holder = subprocess.Popen([PEEKABOO, "run", "-e", script], stdout=subprocess.PIPE, text=True)
        self.addCleanup(holder.stdout.close)
        self.assertEqual(holder.stdout.readline(), "down\n")
        (at_x, at_y), _held = log.pressed(1)
        self.assertFalse([line for line in log.lines if line.startswith("release")])
        holder.kill()
        holder.wait()
        log.told(f"release 1 {at_x},{at_y} none")

    def test_a_button_comes_up_when_the_helper_is_killed(self):
        log = self.start_log()
        x, y = log.pad()
        link = self.hands()
        self.ask(link, do="act", events=f"m{x},{y};b{LEFT},1;")
        (at_x, at_y), _held = log.pressed(1)
        self.end_helper()
        log.told(f"release 1 {at_x},{at_y} none")
        if os.path.exists(TOKEN):
            self.do("click", "--x", str(x), "--y", str(y))
            return
        # Without a token, which GNOME 43 does not give, the consent has ended with it.
        self.refused("PERMISSION_ERROR_ACCESSIBILITY", 12, "needs consent", "click", "--x", str(x), "--y", str(y))

    def test_the_doctor_tells_that_it_is_allowed(self):
        row = self.row()
        self.assertTrue(row["available"], row)
        self.assertIn("RemoteDesktop", row["detail"])
        self.assertIn("no keys", row["detail"])

    def test_revoke_ends_it(self):
        said = self.succeeds("permissions", "revoke", "input")
        self.assertIs(said["revoked"], True)
        self.refused("PERMISSION_ERROR_ACCESSIBILITY", 12, "needs consent", "click", "--x", "400", "--y", "300")
        self.assertFalse(os.path.exists(TOKEN))

    def test_an_agent_is_kept_from_windows_that_may_be_its_own(self):
        log = self.start_log()
        x, y = log.pad()
        refused = Session(self, **self.TOOLS).tool("click", x=x, y=y)
        self.assertEqual(refused.code(), "POLICY_DENIED")
        self.assertIn("ownWindows", refused.text())
        policy = self.configuration_with({"ownWindows": "allow"})
        done = Session(self, XDG_CONFIG_HOME=policy, **self.TOOLS).tool("click", x=x, y=y)
        self.assertEqual(done.code(), "", done.text())
        log.pressed(1)
        self.assertEqual(len([line for line in log.lines if line.startswith("press")]), 1)


class WithExtension(AllowedHands):
    """GNOME Shell tells its windows."""

    def test_text_and_keys_arrive(self):
        log = self.start_log()
        left, top, _width, _height = log.frame()
        # Into the entry, which is below the title.
        self.do("click", "--x", str(left + 100), "--y", str(top + 56))
        text = "".join(chr(code) for code in range(0x20, 0x7F))
        self.do("type_text", "--text", text)
        self.do("press_key", "--key", "Return")
        log.told("entered " + text)

    def test_elements_of_a_window_with_a_shadow_have_their_places(self):
        log = self.start_log()
        self.do("click", "--on", "Press me", "--button", "right")
        self.do("click", "--on", "Press me")
        log.told("clicked")
        left, top, width, _height = log.frame()
        said = self.peekaboo("run", "-e", 'local it = require("ui").find { app = "event-log", name = "Press me" }; '
                             'print(it.bounds.x, it.bounds.y, it.bounds.width)')
        x, y, wide = (int(word) for word in said.stdout.split())
        self.assertEqual((x, wide), (left, width), "the button is as wide as the window")
        self.assertLess(top, y)

    def test_the_dialog_that_asks_a_person_takes_no_acts(self):
        asking, _person = opened_dialog(self, "screens", DIALOGS.screens)
        portal = processes("xdg-desktop-portal-gnome")[0]
        for act in (["click", "--x", str(DIALOGS.share[0]), "--y", str(DIALOGS.share[1])], ["press_key", "--key", "Return"],
                    ["click", "--on", "Share", "--app-target", f"PID:{portal}"]):
            self.refused("POLICY_DENIED", 27, "permission dialog", *act)
        self.assertIn(DIALOGS.screens, shown_windows())
        self.assertIsNone(asking.poll())

    def test_the_clipboard_is_that_of_native_programs(self):
        log = self.start_log()
        self.do("set_clipboard", "--text", "Grüße 漢")
        self.do("click", "--on", "Name")
        self.do("key_combination", "--key", "v", "--modifiers", "ctrl")
        self.do("press_key", "--key", "Return")
        log.told("entered Grüße 漢")
        self.do("type_text", "--text", "copied there")
        for key in ("a", "c"):
            self.do("key_combination", "--key", key, "--modifiers", "ctrl")
        wait_until("the copy", lambda: b"copied there" in self.peekaboo("call", "get_clipboard", **self.TOOLS).stdout)

    def test_another_window_gets_neither_keys_nor_clicks(self):
        below = self.start_log()
        above = self.start_log("Another")
        said = self.peekaboo("run", "-e", """
            local input, window = require "input", require "window"
            local id
            for _, each in ipairs(window.list()) do if each.title == "Event Log" then id = each.id end end
            window.place(id, { x = 0, y = 100, width = 400, height = 400 })
            for _, each in ipairs(window.list()) do
              if each.title == "Another" then
                window.place(each.id, { x = 0, y = 100, width = 400, height = 400 })
                window.focus(each.id)
              end
            end
            for _, act in ipairs {
              function() input.type("lost", { window = id }) end, function() input.press("a", { window = id }) end,
              function() input.click({ x = 150, y = 350, window = id }, { window = id }) end,
            } do
              local _, err = try(act)
              print(err and err.code)
            end""")
        self.assertEqual(said.stdout.decode().split(), ["FOCUS_REFUSED"] * 3, str(said))
        self.assertEqual((above.keys(), below.keys()), ([], []))
        self.assertEqual([line for line in above.lines + below.lines if line.startswith("press")], [])


class Layouts(LayoutTests, AllowedHands):
    """GNOME Shell tells its windows."""

    MANAGER = "Main.panel.statusArea.keyboard._inputSourceManager"

    def set_layouts(self, names):
        sources = ", ".join(f"('xkb', '{name}')" for name in names)
        subprocess.run(["gsettings", "set", "org.gnome.desktop.input-sources", "sources", f"[{sources}]"], check=True)
        found = f"Object.values({self.MANAGER}.inputSources).map(each => each.id)"
        wait_until("the layouts", lambda: shell(found) == names)

    def choose_layout(self, index):
        shell(f"({self.MANAGER}.inputSources[{index}].activate(true), true)")
        wait_until("the layout", lambda: shell(f"{self.MANAGER}.currentSource.index") == index)


class PersonOfTwo(Person):
    """Comes from either of two screens: the pointer goes no further than to an edge of its screen at once."""

    def click_once(self, x, y):
        for way in (-5000, -10):
            self.act("NotifyPointerMotionRelative", GLib.Variant("(dd)", (way, 0)))
        super().click_once(x, y)


class Monitors(Hands):
    # In the dialog for two screens.
    SECOND, LOWER_SWITCH = (606, 357), (582, 443)
    PERSON = PersonOfTwo

    def setUp(self):
        super().setUp()
        self.end_helper()

    def test_a_screen_that_is_not_shared_is_refused(self):
        self.allow(self.LOWER_SWITCH)
        error = self.refused("PERMISSION_ERROR_ACCESSIBILITY", 12, "not shared", "click", "--x", "1000", "--y", "300")
        self.assertIn("every screen", error["hint"])
        self.do("click", "--x", "400", "--y", "580")

    def test_each_screen_has_its_places(self):
        self.allow(self.LOWER_SWITCH, self.SECOND)
        log = EventWindow(self, frame_of)
        for left, top in ((20, 100), (900, 60)):
            with self.subTest(left=left):
                del log.lines[1:]
                shell("(global.get_window_actors().map(a => a.meta_window).filter(w => w.get_title() === 'Event Log')"
                      f".forEach(w => w.move_frame(true, {left}, {top})), true)")
                wait_until("the window to move", lambda at=[left, top]: log.frame()[:2] == at)
                x, y = log.pad()
                self.do("click", "--x", str(x), "--y", str(y))
                place, _held = log.pressed(1)
                self.assertEqual(place[0], 150)


if __name__ == "__main__":
    unittest.main()
