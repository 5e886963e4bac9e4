#!/usr/bin/python3
"""A session of GNOME Shell: screens by the desktop portal. The eyes are the Shell's own Screenshot, and the pattern."""
import glob
import json
import os
import signal
import subprocess
import time
import unittest

from gi.repository import Gio, GLib
from gnome_dialogs import dialogs
from support import APPLICATIONS, PATIENCE, PEEKABOO, RIG, DesktopTest, painted, read_picture, settled, text_of, wait_until

GRANT = os.environ.get("GRANT", "")
SCREENS = os.environ.get("SCREENS", "800x600").split(",")
PORTAL = int(os.environ["RIG_PORTAL_PID"])
TOKEN = os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo", "screens.token")
STORE = "org.freedesktop.impl.portal.PermissionStore"
BUS = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(service, path, interface, method, arguments=None):
    return BUS.call_sync(service, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 10000, None).unpack()


def shell_version():
    """The first number of GNOME Shell's version."""
    version = call("org.gnome.Shell", "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get",
                   GLib.Variant("(ss)", ("org.gnome.Shell", "ShellVersion")))[0]
    return int(version.split(".")[0])


DIALOGS = dialogs(shell_version())


def shown_windows():
    """Titles of all windows, dialogs of the portal among them."""
    rows = call("org.gnome.Shell", "/org/gnome/Shell/Introspect", "org.gnome.Shell.Introspect", "GetWindows")[0]
    return sorted(row.get("title", "") for row in rows.values())


def store(token):
    with open(TOKEN, "w", encoding="ascii") as file:
        file.write(token)
    os.chmod(TOKEN, 0o600)


def processes(name):
    """Processes of this rig that run a program."""
    found = []
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            with open(folder + "/exe", "rb"), open(folder + "/environ", "rb") as file:
                ours = f"XDG_RUNTIME_DIR={os.environ['XDG_RUNTIME_DIR']}".encode() in file.read().split(b"\0")
            if ours and os.path.basename(os.readlink(folder + "/exe")) == name:
                found.append(int(os.path.basename(folder)))
        except OSError:
            continue  # it has ended, or is the kernel's
    return found


def streams():
    """Nodes of PipeWire that the compositor paints into."""
    # What comes while it writes stands in further lists: the same objects again.
    text, rows = text_of("pw-dump").strip(), {}
    while text:
        found, end = json.JSONDecoder().raw_decode(text)
        rows.update({row["id"]: row for row in found})
        text = text[end:].strip()
    properties = [(row.get("info") or {}).get("props") or {} for row in rows.values() if row.get("type") == "PipeWire:Interface:Node"]
    return [each for each in properties if each.get("media.class") == "Stream/Output/Video"]


class Person:
    """Somebody at the screen, who uses its pointer."""

    SERVICE = "org.gnome.Mutter.RemoteDesktop"
    LEFT = 0x110

    def __init__(self):
        self.session = call(self.SERVICE, "/org/gnome/Mutter/RemoteDesktop", self.SERVICE, "CreateSession")[0]
        self.act("Start")

    def act(self, method, arguments=None):
        call(self.SERVICE, self.session, self.SERVICE + ".Session", method, arguments)

    def click(self, x, y, what, probe):
        """Clicks until it has an effect: the Shell makes a pointer for the first event, which may be lost. On a busy machine
        it is seen late, and a second click would switch off what the first has switched on."""
        end = time.monotonic() + PATIENCE
        while True:
            self.click_once(x, y)
            try:
                return wait_until(what, probe, seconds=8)
            except AssertionError:
                if time.monotonic() > end:
                    raise

    def click_once(self, x, y):
        width, height = map(int, SCREENS[0].split("x"))
        # From the lower right corner: the upper left one would open the overview.
        self.act("NotifyPointerMotionRelative", GLib.Variant("(dd)", (5000, 5000)))
        self.act("NotifyPointerMotionRelative", GLib.Variant("(dd)", (x - width + 1, y - height + 1)))
        for down in (True, False):
            self.act("NotifyPointerButton", GLib.Variant("(ib)", (self.LEFT, down)))

    def leave(self):
        self.act("Stop")


def middle(picture):
    """Where dialogs show, and what the panel tells meanwhile does not."""
    return picture.part(0, picture.height // 4, picture.width, picture.height // 2)


def opened_dialog(test, permission, title, person=Person):
    """The program that asks for a permission, and a person, once its dialog shows and stands still."""
    # The Shell makes a pointer for the first event, which may be lost.
    somebody = person()
    test.addCleanup(somebody.leave)
    somebody.click_once(1, 599)
    plain = settled(lambda: middle(test.eye()))
    asking = subprocess.Popen([PEEKABOO, "permissions", "grant", permission], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end():
        if asking.poll() is None:  # the dialog goes with it
            asking.send_signal(signal.SIGINT)
        asking.communicate(timeout=60)

    test.addCleanup(end)
    test.assertIn("The desktop now asks", asking.stdout.readline())
    wait_until("the dialog", lambda: title in shown_windows())
    # It is listed some seconds before it is first painted.
    wait_until("the dialog's first picture", lambda: middle(test.eye()) != plain)
    settled(test.eye)
    return asking, somebody


class Portal(DesktopTest):
    def setUp(self):
        super().setUp()
        os.makedirs(os.path.dirname(TOKEN), exist_ok=True)
        self.end_helper()
        if GRANT:
            subprocess.run([os.path.join(RIG, "portal_grant.py"), GRANT, str(len(SCREENS))], check=True)
            store(GRANT)
        elif os.path.exists(TOKEN):
            os.remove(TOKEN)

    def end_helper(self):
        for process in processes("peekaboo-portal"):
            os.kill(process, signal.SIGKILL)
        wait_until("the helper's end", lambda: not processes("peekaboo-portal"))

    def fill(self, seed=0, screen=0, size=None):
        """Fills a screen with a pattern until the test's end, or until end_fill()."""
        size = size or SCREENS[screen]
        others = shown_windows().count("Pattern")
        program = subprocess.Popen(
            [os.path.join(APPLICATIONS, "pattern_screen.py"), "--size", size, "--seed", str(seed), "--screen", str(screen)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GDK_BACKEND": "wayland"}, text=True)

        def end():
            program.stdin.close()
            program.wait()
            program.stdout.close()
            wait_until("the window to go", lambda: shown_windows().count("Pattern") == others)

        self.end_fill = end
        self.addCleanup(end)
        self.assertEqual(program.stdout.readline(), "ready\n")
        width, height = map(int, size.split("x"))
        expected = painted(width, height, seed)
        if len(SCREENS) == 1:
            wait_until("the pattern on the screen", lambda: self.eye() == expected)
        return expected

    def eye(self):
        path = os.path.join(self.folder, "eye.png")
        call("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot",
             GLib.Variant("(bbs)", (False, False, path)))
        return read_picture(path)

    def picture(self, *options):
        return self.capture("--mode", "screen", *options)

    def refused(self, reason):
        error = self.fails("PERMISSION_ERROR_SCREEN_RECORDING", 11, "image", "--mode", "screen",
                           "--path", os.path.join(self.folder, "refused.png"))
        self.assertEqual(error["context"]["reason"], reason, error)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "refused.png")))
        return error

    def permission(self):
        return self.succeeds("permissions")["permissions"][0]


class Unasked(Portal):
    """Nobody was asked yet."""

    def test_a_picture_needs_consent_and_opens_no_dialog(self):
        before = shown_windows()
        error = self.refused("needs consent")
        self.assertIn("peekaboo permissions grant screens", error["hint"])
        self.assertEqual(shown_windows(), before)
        self.assertEqual(streams(), [])

    def test_the_doctor_tells_what_to_do(self):
        rows = {row["operation"]: row for row in self.succeeds("doctor")["desktop"]["capabilities"]}
        row = rows["capture.display"]
        self.assertFalse(row["available"])
        self.assertIn("portal", row["detail"])
        self.assertIn("peekaboo permissions grant screens", row["remedy"])
        self.assertEqual(self.permission()["state"], "needs consent")

    def test_a_token_that_the_portal_does_not_know_opens_no_dialog(self):
        store("99999999-8888-7777-6666-555555555555")
        before = shown_windows()
        self.refused("consent revoked")
        self.assertEqual(shown_windows(), before)
        self.assertEqual(self.permission()["state"], "consent revoked")

    def test_a_token_of_a_screen_that_is_gone_leaves_no_dialog(self):
        record = GLib.Variant("(xxa(uuv))", (1, 1, [(0, 1, GLib.Variant("s", "Other:Monitor:0x77"))]))
        token = "33333333-8888-7777-6666-555555555555"
        call(STORE, "/" + STORE.replace(".", "/"), STORE, "Set",
             GLib.Variant("(sbsa{sas}v)", ("screencast", True, token, {"": ["yes"]}, GLib.Variant("(suv)", ("GNOME", 1, record)))))
        store(token)
        before = shown_windows()
        self.refused("consent revoked")
        wait_until("no dialog", lambda: shown_windows() == before)

    def dialog(self):
        return opened_dialog(self, "screens", DIALOGS.screens)

    def test_what_a_person_shares_is_remembered(self):
        asking, person = self.dialog()
        if DIALOGS.screen:
            button = (580, 178)  # a spot of Share beside its text, pale until something is chosen
            pale = self.eye().at(*button)
            person.click(*DIALOGS.screen, "the choice of the only monitor", lambda: self.eye().at(*button) != pale)
        person.click(*DIALOGS.share, "Share", lambda: DIALOGS.screens not in shown_windows())
        self.assertIn("Peekaboo may now take pictures", asking.communicate(timeout=60)[0])
        self.assertEqual(asking.returncode, 0)
        # It watches nothing yet.
        wait_until("the end of the session", lambda: not streams())
        self.assertEqual(self.permission()["state"], "given")
        for turn in range(2):
            with self.subTest(turn=turn):
                expected = self.fill(8)
                self.same(self.picture(), expected)
                self.end_helper()

    def test_a_person_who_cancels_is_heard(self):
        asking, person = self.dialog()
        person.click(*DIALOGS.cancel, "Cancel", lambda: DIALOGS.screens not in shown_windows())
        self.assertIn("cancelled", asking.communicate(timeout=60)[0])
        self.assertEqual(asking.returncode, 11)
        self.assertFalse(os.path.exists(TOKEN))
        self.refused("needs consent")

    def test_whoever_stops_waiting_takes_the_dialog_along(self):
        before = shown_windows()
        asking, _person = self.dialog()
        asking.send_signal(signal.SIGINT)
        asking.communicate(timeout=60)
        wait_until("the end of the dialog", lambda: shown_windows() == before)
        self.assertFalse(os.path.exists(TOKEN))


class Screens(Portal):
    def test_a_screen_is_exact(self):
        for seed in (1, 2):
            with self.subTest(seed=seed):
                expected = self.fill(seed)
                self.same(self.picture(), expected)
                self.same(self.eye(), expected)
        self.assertEqual(self.permission()["state"], "given")

    def test_a_region_is_its_part(self):
        expected = self.fill(3)
        path = os.path.join(self.folder, "part.png")
        script = ('local it = require("screen").capture("display", { id = 0, region = { x = 37, y = 41, width = 200, height = 99 } }); '
                  f'it:save "{path}"')
        said = self.peekaboo("run", "-e", script)
        self.assertEqual(said.status, 0, str(said))
        self.same(read_picture(path), expected.part(37, 41, 200, 99))

    def test_ten_sessions_need_no_dialog(self):
        expected, before = self.fill(4), shown_windows()
        for turn in range(10):
            with self.subTest(turn=turn):
                self.same(self.picture(), expected)
                self.assertEqual(shown_windows(), before)
                self.end_helper()
                self.assertEqual(oct(os.stat(TOKEN).st_mode & 0o777), "0o600")

    def test_the_doctor_tells_that_it_is_allowed(self):
        rows = {row["operation"]: row for row in self.succeeds("doctor")["desktop"]["capabilities"]}
        self.assertTrue(rows["capture.display"]["available"])
        self.assertFalse(rows["capture.window"]["available"])

    def test_a_killed_helper_is_replaced(self):
        expected = self.fill(5)
        self.picture()
        self.assertEqual(len(processes("peekaboo-portal")), 1)
        self.end_helper()
        self.same(self.picture(), expected)

    def test_a_stopped_portal_costs_one_call(self):
        expected = self.fill(6)
        os.kill(PORTAL, signal.SIGSTOP)
        try:
            begun = time.monotonic()
            error = self.fails("TIMEOUT", 23, "image", "--mode", "screen", PEEKABOO_CLI_TIMEOUT="3000")
            self.assertIn("portal does not answer", error["details"])
            self.assertLess(time.monotonic() - begun, 6)
        finally:
            os.kill(PORTAL, signal.SIGCONT)
        self.same(self.picture(), expected)

    def test_a_grant_that_is_taken_back_is_noticed(self):
        self.picture()
        self.end_helper()
        # The portal stores the grant once more when a session ends.
        wait_until("the end of the session", lambda: not streams())
        call(STORE, "/" + STORE.replace(".", "/"), STORE, "Delete", GLib.Variant("(ss)", ("screencast", GRANT)))
        before = shown_windows()
        self.refused("consent revoked")
        self.assertEqual(shown_windows(), before)

    def test_revoke_forgets(self):
        said = self.succeeds("permissions", "revoke", "screens")
        self.assertIs(said["revoked"], True)
        self.assertFalse(os.path.exists(TOKEN))
        self.refused("needs consent")

    def test_the_stream_ends_when_nobody_looks(self):
        self.picture()
        self.assertEqual(len(streams()), 1)
        # 30 s after the last picture the desktop must show no more that it is watched.
        wait_until("the end of the stream", lambda: not streams(), seconds=45)
        self.assertEqual(len(processes("peekaboo-portal")), 1)


class Rotated(Portal):
    """A screen that Mutter turns while its pictures are held."""

    CONFIG = ("org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig", "org.gnome.Mutter.DisplayConfig")

    def turned(self):
        """Each turn once it holds, and last that of the rig; with the size of the screen."""
        for degrees in (180, 270, 0, 90):
            subprocess.run([os.path.join(RIG, "rotate_gnome.py"), str(degrees)], check=True)
            size = "600x800" if degrees % 180 else "800x600"
            wait_until("the turn", lambda wanted=size: f"{self.eye().width}x{self.eye().height}" == wanted)
            yield degrees, size

    def test_a_screen_is_exact(self):
        for degrees, size in self.turned():
            expected = self.fill(degrees, size=size)
            self.same(self.picture(), expected)
            path = os.path.join(self.folder, "part.png")
            said = self.peekaboo("run", "-e", 'local it = require("screen").capture("display", { id = 0, region = { x = 37, y = 241, '
                                 f'width = 200, height = 99 }} }}); it:save "{path}"; print(it.scale, it.origin.x, it.origin.y)')
            self.assertEqual([float(word) for word in said.stdout.split()], [1, 37, 241], str(said))
            self.same(read_picture(path), expected.part(37, 241, 200, 99))
            self.end_fill()
        self.assertEqual(len(processes("peekaboo-portal")), 1)

    def test_the_screen_says_how_it_is_turned(self):
        for degrees, size in self.turned():
            row = self.succeeds("list", "screens")["screens"][0]
            transform = call(*self.CONFIG, "GetCurrentState")[2][0][3]
            self.assertEqual(row["rotation"], (4 - transform) % 4 * 90)
            self.assertEqual(row["rotation"], degrees)
            sides = dict(zip(("width", "height"), map(int, size.split("x"))))
            self.assertEqual(row["pixels"], sides)
            self.assertEqual(row["bounds"], {"x": 0, "y": 0, **sides})


class Scaled(Portal):
    """A screen whose scale is above 1, upright and turned."""

    def test_it_is_exact(self):
        subprocess.run(["gsettings", "set", "org.gnome.mutter", "experimental-features", "['scale-monitor-framebuffer']"], check=True)
        width, height = map(int, SCREENS[0].split("x"))
        for scale, degrees in ((2, 0), (2, 90), (1.5, 270), (1.5, 0)):
            subprocess.run([os.path.join(RIG, "rotate_gnome.py"), str(degrees), str(scale)], check=True)
            sides = (height, width) if degrees % 180 else (width, height)
            wait_until("the scale", lambda: self.succeeds("list", "screens")["screens"][0]["scale"] == scale)
            wait_until("the turn", lambda: (self.eye().width, self.eye().height) == sides)
            self.picture()  # from now on the panel shows that the screen is watched
            # Between whole scales GTK 3 does not paint pixel by pixel.
            expected = self.fill(degrees, size=f"{sides[0]}x{sides[1]}") if scale == 2 else settled(self.eye)
            self.same(self.picture(), expected)
            row = self.succeeds("list", "screens")["screens"][0]
            self.assertEqual(row["bounds"], {"x": 0, "y": 0, "width": sides[0] / scale, "height": sides[1] / scale})
            self.assertEqual((row["rotation"], row["pixels"]), (degrees, {"width": sides[0], "height": sides[1]}))
            if scale == 2:
                self.end_fill()


class Monitors(Portal):
    def test_each_screen_is_its_own(self):
        expected = [self.fill(7 + number, number) for number in range(len(SCREENS))]
        for number, wanted in enumerate(expected):
            with self.subTest(screen=number):
                wait_until("the pattern", lambda n=number, w=wanted: self.picture("--screen-index", str(n)) == w)


if __name__ == "__main__":
    unittest.main()
