#!/usr/bin/python3
"""Windows of GNOME Shell, by Peekaboo's extension. The eyes are the Shell's Introspect, Eval and Screenshot, and the pattern."""
import glob
import json
import os
import random
import signal
import subprocess
import time
import unittest

from gi.repository import Gio, GLib
from layouts import COLOURS, RandomLayouts, reopen
from portal_test import shell_version
from session_client import Session
from support import APPLICATIONS, DesktopTest, painted, read_picture, settled, text_of, wait_until

SHELL = int(os.environ["RIG_SHELL_PID"])
BUS = Gio.bus_get_sync(Gio.BusType.SESSION)
EXTENSION = "windows@peekaboo"
FOLDER = os.path.join(os.environ["XDG_DATA_HOME"], "gnome-shell", "extensions", EXTENSION)
SETTINGS = os.path.join(os.environ["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "native", "gnome", "extension")
GRANT = os.environ.get("GRANT", "")
PLACES = """global.get_window_actors().map(({ meta_window: it }) => {
  const frame = it.get_frame_rect();
  return { id: it.get_id(), pid: it.get_pid(), x: frame.x, y: frame.y, width: frame.width, height: frame.height,
           minimised: it.minimized, workspace: it.get_workspace().index(),
           maximised: it.is_maximized ? it.is_maximized() : it.get_maximized() === 3 };
})"""


def source(name):
    with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
        return file.read()


def call(path, interface, method, arguments=None):
    return BUS.call_sync("org.gnome.Shell", path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 10000, None).unpack()


def evaluate(text):
    """Runs JavaScript in the Shell, which its unsafe mode allows."""
    done, answer = call("/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (text,)))
    assert done, answer
    return json.loads(answer) if answer else None


def introspected():
    """Facts of all windows by their ids."""
    return call("/org/gnome/Shell/Introspect", "org.gnome.Shell.Introspect", "GetWindows")[0]


class Gnome(DesktopTest):
    def setUp(self):
        super().setUp()
        wait_until("a desktop without windows", lambda: not introspected())

    def place_of(self, process):
        return next((row for row in evaluate(PLACES) if row["pid"] == process.pid), None)

    def facts(self, process):
        row = self.place_of(process)
        return introspected().get(row["id"]) if row else None

    def background(self, words, **options):
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL, text=True, **options)

        def end():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()
            wait_until("the window to go", lambda: self.place_of(process) is None)

        self.addCleanup(end)
        return process

    def pattern(self, title, *options, place=None):
        """A native window with a pattern, painted, with the focus, and at its place."""
        process = self.background([os.path.join(APPLICATIONS, "pattern_window.py"), "--title", title, *options],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GDK_BACKEND": "wayland"})
        self.assertEqual(process.stdout.readline(), "ready\n")
        wait_until("the window", lambda: (self.facts(process) or {}).get("has-focus"))
        if place:
            self.move(process, *place)
        return process

    def move(self, process, x, y):
        number = self.place_of(process)["id"]
        evaluate("global.get_window_actors().map(actor => actor.meta_window)"
                 f".find(it => it.get_id() === {number}).move_frame(true, {x}, {y})")
        wait_until("the window at its place", lambda: (self.place_of(process)["x"], self.place_of(process)["y"]) == (x, y))

    def xterm(self):
        process = self.background(["xterm", "-T", "Inside", "-geometry", "40x10", "-bg", "#123456", "-cr", "#123456",
                                   "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.facts(process) or {}).get("has-focus"))
        return process

    def listed(self):
        text = self.lua('local window = require "window"; for _, each in ipairs(window.list()) do '
                        'print(each.id, each.pid, each.minimised, each.active, each.title) end')
        return [line.split("\t") for line in text.splitlines()]

    def id_of(self, process):
        return next(row[0] for row in self.listed() if row[1] == str(process.pid))

    def lua(self, text):
        said = self.peekaboo("run", "-e", text)
        self.assertEqual(said.status, 0, str(said))
        return said.stdout.decode().strip()

    def eye(self):
        path = os.path.join(self.folder, "eye.png")
        call("/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot", GLib.Variant("(bbs)", (False, False, path)))
        return read_picture(path)

    def permission(self):
        return next(row for row in self.succeeds("permissions")["permissions"] if row["name"] == "windows")


class Windows(Gnome):
    def test_native_and_x_programs_stand_in_one_list(self):
        self.assertEqual(self.listed(), [])
        native, inside = self.pattern("Native", place=(400, 250)), self.xterm()
        told = self.listed()
        facts = introspected()
        self.assertEqual({row[0] for row in told}, {str(number) for number in facts})
        for row in told:
            self.assertEqual(row[4], facts[int(row[0])]["title"])
            self.assertEqual(row[3] == "true", facts[int(row[0])]["has-focus"])
        self.assertEqual([row[1] for row in told], [str(inside.pid), str(native.pid)], "the front-most first")
        for process, part in ((native, "bounds"), (inside, "frame")):
            said = self.lua('for _, each in ipairs(require("window").list()) do if each.pid == '
                            f'{process.pid} then local at = each.{part}; print(at.x, at.y, at.width, at.height) end end')
            row = self.place_of(process)
            self.assertEqual([int(word) for word in said.split()], [row[key] for key in ("x", "y", "width", "height")])

    def test_applications_have_the_names_of_their_entries(self):
        window = self.background(["gnome-calculator"], stdout=subprocess.DEVNULL)
        wait_until("the calculator", lambda: (self.facts(window) or {}).get("has-focus"))
        rows = self.succeeds("list", "apps")["applications"]
        self.assertEqual([(row["app_name"], row["bundle_id"]) for row in rows], [("Calculator", "org.gnome.Calculator")])

    def test_hostile_titles_stay_titles(self):
        window = self.pattern("Native")
        for title in ("'); throw 1; ('", "\\u0041 ${x} `", "漢字 😀", "x" * 3000, "😀" * 600):
            window.stdin.write(f"title {title}\n")
            window.stdin.flush()
            self.assertEqual(window.stdout.readline(), "ok\n")
            wait_until("the title", lambda t=title: (self.facts(window) or {}).get("title") == t)
            told = self.listed()[0][4]
            self.assertEqual(told[:400], title[:400])
            self.assertLessEqual(len(told), 1000)

    def test_minimised_ones_and_those_of_another_workspace_do_not_show(self):
        window, other = self.pattern("Native"), self.pattern("Other")
        script = f'print(require("window").get({self.id_of(window)}).on_screen)'
        self.assertEqual(self.lua(script), "true")
        window.stdin.write("iconify\n")
        window.stdin.flush()
        wait_until("the window to be minimised", lambda: self.place_of(window)["minimised"])
        self.assertEqual(self.lua(script), "false")
        self.assertEqual([row[2] for row in self.listed()], ["false", "true"])
        self.assertFalse(self.place_of(other)["minimised"])

    def test_a_window_of_an_x_program_is_exact_although_covered(self):
        inside = self.xterm()
        self.pattern("Over it", "--size", "700x500", place=(10, 40))
        seen = self.capture("--app", f"PID:{inside.pid}", "--capture-focus", "background")
        colours = {seen.rgb[i:i + 3] for i in range(0, len(seen.rgb), 3)}
        ours = sum(1 for i in range(0, len(seen.rgb), 3) if seen.rgb[i:i + 3] == b"\x12\x34\x56")
        self.assertGreater(ours, seen.width * seen.height // 2)
        self.assertLess(len(colours), 20, "pixels of the pattern above it")

    def test_the_doctor_tells_how(self):
        rows = {row["operation"]: row for row in self.succeeds("doctor")["desktop"]["capabilities"]}
        for operation in ("windows", "frontmost", "activate", "windows.control"):
            self.assertTrue(rows[operation]["available"], rows[operation])
            self.assertIn("extension", rows[operation]["detail"])
        for operation in ("capture.window", "capture.covered"):
            self.assertTrue(rows[operation]["available"])
            self.assertIn("org.gnome.Mutter.ScreenCast", rows[operation]["detail"])
            self.assertIn("permissions grant windows", rows[operation]["consent"])
        self.assertEqual(self.permission()["state"], "given")

    def test_a_stopped_shell_costs_one_call(self):
        self.pattern("Native")
        session = Session(self, PEEKABOO_CLI_TIMEOUT="2000", PEEKABOO_TOOL_TIMEOUT="2000")
        arguments = {"item_type": "running_applications"}
        self.assertEqual(session.tool("list", **arguments).code(), "")
        os.kill(SHELL, signal.SIGSTOP)
        try:
            self.assertEqual(session.tool("list", **arguments).code(), "TIMEOUT")
        finally:
            os.kill(SHELL, signal.SIGCONT)
        self.assertEqual(session.tool("list", **arguments).code(), "")
        session.end()

    def test_no_descriptor_is_left_behind(self):
        self.pattern("Native")
        session, log = Session(self), os.path.join(self.temporary, "peekaboo-mcp.log")

        def list_once():
            self.assertEqual(session.tool("list", item_type="running_applications").code(), "")
            return os.path.exists(log)

        wait_until("the log, which is opened by and by", list_once)
        before = session.holds()
        for _ in range(100):
            list_once()
        self.assertEqual(session.holds(), before)
        session.end()


class Pictures(Gnome):
    """Pictures of native windows, which GNOME Shell records by their numbers."""

    def picture(self, process):
        return self.capture("--app", f"PID:{process.pid}", "--capture-focus", "background")

    def streams(self):
        """Nodes of PipeWire that the Shell paints into."""
        rows = json.loads(text_of("pw-dump"))
        classes = [((row.get("info") or {}).get("props") or {}).get("media.class") for row in rows]
        return classes.count("Stream/Output/Video")

    def test_a_window_is_exact_whatever_covers_it(self):
        window = self.pattern("Native", "--seed", "3", "--size", "210x130", place=(60, 70))
        self.same(self.picture(window), painted(210, 130, 3))
        self.pattern("Above", "--seed", "9", "--size", "500x400", place=(20, 40))
        self.same(self.picture(window), painted(210, 130, 3))
        self.assertEqual(self.streams(), 0)

    def test_one_that_does_not_show_is_exact(self):
        window = self.pattern("Native", "--seed", "5", place=(60, 70))
        window.stdin.write("iconify\n")
        window.stdin.flush()
        wait_until("the window to be minimised", lambda: self.place_of(window)["minimised"])
        self.same(self.picture(window), painted(200, 120, 5))
        other = self.pattern("Away", "--seed", "6", place=(90, 80))
        self.lua(f'require("window").to_workspace({self.id_of(other)}, {{ workspace = 1 }})')
        self.same(self.picture(other), painted(200, 120, 6))

    def test_one_that_has_never_shown_leaves_the_shell_alone(self):
        evaluate("(global.rig = global.display.connect('window-created', (_, window) => window.minimize())) > 0")
        try:
            window = self.background([os.path.join(APPLICATIONS, "pattern_window.py"), "--title", "Native", "--seed", "5"],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GDK_BACKEND": "wayland"})
            wait_until("the window", lambda: (self.place_of(window) or {}).get("width"))
        finally:
            evaluate("global.display.disconnect(global.rig) === undefined")
        number = self.id_of(window)
        if shell_version() >= 50:
            error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{window.pid}", "--capture-focus", "background",
                               "--path", self.folder + "/a.png")
            self.assertEqual(error["context"]["reason"], "not painted")
            self.assertEqual(os.listdir(self.folder), [])
        self.lua(f'require("window").restore({number})')
        wait_until("the window", lambda: (self.facts(window) or {}).get("has-focus"))
        self.same(self.picture(window), painted(200, 120, 5))

    def test_one_that_is_half_off_the_screen_is_exact(self):
        window = self.pattern("Edge", "--seed", "2", place=(-100, 70))
        self.same(self.picture(window), painted(200, 120, 2))

    def test_one_that_is_larger_than_its_screen_is_refused(self):
        window = self.pattern("Large", "--size", "1100x400")
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{window.pid}", "--capture-focus", "background",
                           "--path", self.folder + "/a.png")
        self.assertEqual(error["context"]["reason"], "larger than screen")
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_shadow_that_a_program_paints_is_cut_off(self):
        window = self.background(["gnome-calculator"], stdout=subprocess.DEVNULL)
        wait_until("the calculator", lambda: (self.facts(window) or {}).get("has-focus"))
        seen = settled(self.eye)
        row, taken = self.place_of(window), self.picture(window)
        self.assertEqual((taken.width, taken.height), (row["width"], row["height"]))
        # But for its round corners the screen shows the same.
        inner = (20, 20, taken.width - 40, taken.height - 40)
        self.same(taken.part(*inner), seen.part(row["x"] + 20, row["y"] + 20, *inner[2:]))

    def test_a_frame_that_a_program_paints_separately_is_told(self):
        window = self.background(["foot", "-T", "Native", "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.facts(window) or {}).get("has-focus"))
        seen = settled(self.eye)
        path = os.path.join(self.folder, "a.png")
        said = self.lua(f'local it = require("screen").capture("window", {{ id = {self.id_of(window)} }}); it:save "{path}"; '
                        'print(it.origin.x, it.origin.y, it.scale)').split()
        x, y, scale = (float(word) for word in said)
        taken = read_picture(path)
        self.assertEqual(scale, 1)
        self.same(taken.part(0, 0, taken.width, taken.height - 2), seen.part(int(x), int(y), taken.width, taken.height - 2))

    def test_what_changes_meanwhile_never_brings_another_window(self):
        target = self.pattern("Target", "--seed", "11", place=(100, 100))
        expected = painted(200, 120, 11)
        others = [self.pattern(f"Other {seed}", "--seed", str(seed), "--size", "220x140") for seed in (21, 22)]
        places = random.Random(7)
        session = Session(self)
        for turn in range(40):
            for process in (target, *others):
                number = self.place_of(process)["id"]
                evaluate("(() => { const it = global.get_window_actors().map(actor => actor.meta_window)"
                         f".find(it => it.get_id() === {number}); it.move_frame(true, {places.randrange(500)}, "
                         f"{places.randrange(40, 400)}); if ({places.randrange(2)}) it.raise(); }})()")
            path = os.path.join(self.folder, f"{turn}.png")
            answer = session.tool("image", app_target=f"PID:{target.pid}", path=path, capture_focus="background")
            self.assertEqual(answer.code(), "", turn)
            self.same(read_picture(path), expected)
        session.end()

    def test_a_window_is_whole_while_it_is_minimised(self):
        target, expected = self.pattern("Target", "--seed", "11", place=(100, 100)), painted(200, 120, 11)
        number, path = self.place_of(target)["id"], os.path.join(self.folder, "a.png")
        for turn in range(8):
            what = "unminimize" if turn % 2 else "minimize"
            evaluate("global.get_window_actors().map(actor => actor.meta_window)"
                     f".find(it => it.get_id() === {number}).{what}()")
            self.lua(f'require("screen").capture("window", {{ id = {self.id_of(target)} }}):save "{path}"')
            self.same(read_picture(path), expected)

    def test_a_window_that_is_gone(self):
        window = self.pattern("Native")
        number = self.id_of(window)
        window.kill()
        wait_until("the window to go", lambda: self.place_of(window) is None)
        said = self.lua(f'local _, err = try(require("screen").capture, "window", {{ id = {number} }}); print(err.code)')
        self.assertEqual(said, "WINDOW_NOT_FOUND")


class Layouts(RandomLayouts, Gnome):
    ACTS = (
        "it.move_frame(true, {x}, {y})",
        "it.move_resize_frame(true, {x}, {y}, {width}, {height})",
        "it.minimized ? it.unminimize() : it.minimize()",
        "it.raise()",
        "it.lower()",
        "it.activate(0)",
    )

    def shuffle(self, random, shown):
        """Moves, resizes, raises, hides or closes a window."""
        act = random.randrange(len(self.ACTS) + 1)
        if act == len(self.ACTS):
            reopen(random, shown)
            return
        numbers = {"x": random.randrange(-60, 900), "y": random.randrange(30, 700), "width": random.randrange(80, 400),
                   "height": random.randrange(80, 300)}
        evaluate("(() => { const it = global.get_window_actors().map(actor => actor.meta_window)"
                 f".find(each => each.get_title() === '{random.choice(COLOURS)}'); "
                 f"if (it) {self.ACTS[act].format(**numbers)}; }})()")


class Rotated(Gnome):
    """A screen that stands on its side: 800x1000."""

    def test_a_window_is_as_large_as_the_turned_screen_lets_it(self):
        tall = self.pattern("Tall", "--seed", "4", "--size", "300x900", place=(100, 60))
        self.same(self.capture("--app", f"PID:{tall.pid}", "--capture-focus", "background"), painted(300, 900, 4))
        wide = self.pattern("Wide", "--size", "900x300")
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{wide.pid}", "--capture-focus", "background",
                           "--path", self.folder + "/a.png")
        self.assertEqual(error["context"]["reason"], "larger than screen")

    def test_its_place_is_that_on_the_turned_screen(self):
        window = self.pattern("Native", "--seed", "6", place=(550, 840))
        self.same(settled(self.eye).part(550, 840, 200, 120), painted(200, 120, 6))
        said = self.lua(f'local each = require("window").get({self.id_of(window)}); local at = each.bounds; '
                        'print(at.x, at.y, at.width, at.height, each.on_screen)')
        self.assertEqual(said.split(), ["550", "840", "200", "120", "true"])


class Scaled(Gnome):
    """Pictures of native windows on a screen where programs paint larger."""

    CONFIG = "org.gnome.Mutter.DisplayConfig"

    def configuration(self, method, arguments=None):
        return BUS.call_sync(self.CONFIG, "/org/gnome/Mutter/DisplayConfig", self.CONFIG, method, arguments, None,
                             Gio.DBusCallFlags.NONE, 10000, None).unpack()

    def scale(self, wanted, transform=0):
        """Has the Shell count places in desktop units, as for scales between whole numbers, and sets the scale."""
        subprocess.run(["gsettings", "set", "org.gnome.mutter", "experimental-features", "['scale-monitor-framebuffer']"], check=True)
        wait_until("desktop units", lambda: self.configuration("GetCurrentState")[3]["layout-mode"] == 1)
        serial, monitors, _, _ = self.configuration("GetCurrentState")
        mode = next(each for each in monitors[0][1] if each[6].get("is-current"))
        screen = (0, 0, wanted, transform, True, [(monitors[0][0][0], mode[0], {})])
        self.configuration("ApplyMonitorsConfig", GLib.Variant("(uua(iiduba(ssa{sv}))a{sv})", (serial, 1, [screen], {})))
        shown = (wanted, (4 - transform) % 4 * 90)

        def told():
            row = self.succeeds("list", "screens")["screens"][0]
            return row["scale"], row["rotation"]

        wait_until("the scale", lambda: told() == shown)

    def taken(self, title):
        """The picture of a window with the focus, the place of its origin, and its scale."""
        window = self.background([title], stdout=subprocess.DEVNULL)
        wait_until("the window", lambda: (self.facts(window) or {}).get("has-focus"))
        seen, path = settled(self.eye), os.path.join(self.folder, "a.png")
        said = self.lua(f'local it = require("screen").capture("window", {{ id = {self.id_of(window)} }}); it:save "{path}"; '
                        'print(it.origin.x, it.origin.y, it.scale)').split()
        row, picture = self.place_of(window), read_picture(path)
        self.assertEqual([int(said[0]), int(said[1])], [row["x"], row["y"]])
        self.assertEqual((picture.width, picture.height), (row["width"] * float(said[2]), row["height"] * float(said[2])))
        return picture, seen, row, float(said[2])

    def test_it_has_the_pixels_of_the_screen(self):
        self.scale(2.0)
        picture, seen, row, scale = self.taken("gnome-calculator")
        self.assertEqual(scale, 2)
        # But for its round corners the screen shows the same.
        inner = (40, 40, picture.width - 80, picture.height - 80)
        self.same(picture.part(*inner), seen.part(row["x"] * 2 + 40, row["y"] * 2 + 40, *inner[2:]))

    def test_it_has_those_of_the_program_at_a_scale_between(self):
        for transform in (0, 1):
            self.scale(1.5, transform)
            self.assertEqual(self.taken("gnome-calculator")[3], 2)
            self.doCleanups()

    def test_it_has_the_pixels_of_a_turned_screen(self):
        for transform in (3, 2):
            self.scale(2.0, transform)
            picture, seen, row, scale = self.taken("gnome-calculator")
            self.assertEqual((scale, (seen.width, seen.height)), (2, (1500, 1800) if transform == 3 else (1800, 1500)))
            inner = (40, 40, picture.width - 80, picture.height - 80)
            self.same(picture.part(*inner), seen.part(row["x"] * 2 + 40, row["y"] * 2 + 40, *inner[2:]))
            self.doCleanups()


class Control(Gnome):
    def test_a_window_comes_to_the_front(self):
        first, second = self.pattern("First"), self.xterm()
        for process in (first, second, first):
            said = self.lua(f'local window = require "window"; window.focus({self.id_of(process)}); print(window.frontmost().pid)')
            self.assertEqual(said, str(process.pid))
            self.assertTrue(self.facts(process)["has-focus"])

    def test_a_window_is_moved_and_resized(self):
        window = self.background(["foot", "-T", "Native", "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.facts(window) or {}).get("has-focus"))
        said = self.lua(f'local at = require("window").place({self.id_of(window)}, {{ x = 33, y = 64, width = 320, height = 240 }}); '
                        'print(at.x, at.y, at.width, at.height)')
        row = self.place_of(window)
        self.assertEqual([int(word) for word in said.split()], [row["x"], row["y"], row["width"], row["height"]])
        self.assertEqual((row["x"], row["y"]), (33, 64))
        self.assertLess(abs(row["width"] - 320) + abs(row["height"] - 240), 40)

    def test_a_window_is_minimised_maximised_and_restored(self):
        window = self.background(["foot", "-T", "Native", "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.facts(window) or {}).get("has-focus"))
        before, number = self.place_of(window), self.id_of(window)
        for act, minimised, maximised in (("minimise", True, False), ("restore", False, False), ("maximise", False, True),
                                          ("restore", False, False)):
            self.lua(f'require("window").{act}({number})')
            row = self.place_of(window)
            self.assertEqual((row["minimised"], row["maximised"]), (minimised, maximised), act)
        self.assertEqual(self.place_of(window), before)

    def test_a_window_goes_to_a_workspace_that_there_is(self):
        window = self.pattern("Native")
        number = self.id_of(window)
        # GNOME keeps one workspace more than those with windows.
        self.lua(f'require("window").to_workspace({number}, {{ workspace = 1 }})')
        self.assertEqual(self.place_of(window)["workspace"], 1)
        self.lua(f'require("window").to_workspace({number}, {{ workspace = 0 }})')
        self.assertEqual(self.place_of(window)["workspace"], 0)
        said = self.lua(f'local _, err = try(require("window").to_workspace, {number}, {{ workspace = 7 }}); print(err.code)')
        self.assertEqual(said, "INVALID_ARGUMENT")

    def test_a_window_is_asked_to_close(self):
        window = self.pattern("Native")
        number = self.id_of(window)
        self.lua(f'require("window").close({number})')
        self.assertEqual(window.stdout.readline(), "closed\n")
        self.assertIsNone(self.place_of(window))
        said = self.lua(f'local _, err = try(require("window").focus, {number}); print(err.code)')
        self.assertEqual(said, "WINDOW_NOT_FOUND")


class Events(Gnome):
    SCRIPT = """
for _, kind in ipairs { "window.opened", "window.closed", "window.focused", "window.title_changed", "window.moved" } do
  event.on { kind, run = function(w)
    if kind == "window.moved" then print(kind, w.title, w.bounds.x, w.bounds.y) else print(kind, w.title) end
  end }
end
print "listening"
"""

    def test_windows_come_move_and_go(self):
        script = self.start_script(self.SCRIPT)
        script.until("listening")
        window = self.pattern("Passing", place=(40, 60))
        script.until_all("window.opened\tPassing", "window.focused\tPassing")
        self.move(window, 301, 202)
        script.until("window.moved\tPassing\t301\t202")
        window.stdin.write("title Changed\n")
        window.stdin.flush()
        script.until("window.title_changed\tChanged")
        window.kill()
        script.until("window.closed\tChanged")

    def test_they_come_again_after_the_extension_was_stopped(self):
        """As GNOME does while the screen is locked."""
        script = self.start_script(self.SCRIPT)
        script.until("listening")
        extension = "Main.extensionManager.lookup('windows@peekaboo').stateObj"
        evaluate(extension + ".disable()")
        self.addCleanup(evaluate, f"if (!{extension}._windows) {extension}.enable()")
        window = self.pattern("Passing")
        self.fails("UNSUPPORTED", 29, "list", "apps")
        self.assertEqual(self.permission()["state"], "unavailable")
        evaluate(extension + ".enable()")
        script.until_all("window.opened\tPassing", "window.focused\tPassing")
        window.kill()
        script.until("window.closed\tPassing")

    def test_nothing_wakes_it_while_nothing_happens(self):
        self.pattern("Still")
        script = self.start_script(self.SCRIPT)
        script.until("listening")

        def still():
            before = script.wake_ups()
            # The time in which nothing happens is what is measured.
            time.sleep(1)
            return script.wake_ups() == before

        wait_until("a second without a single wake-up", still)


class Rules(Gnome):
    POLICY = {"blockedWindowPatterns": ["*Secret*"], "enableAuditLog": False}

    def setUp(self):
        super().setUp()
        self.configuration = self.configuration_with(self.POLICY)
        token = os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo", "screens.token")
        os.makedirs(os.path.dirname(token), exist_ok=True)
        with open(os.open(token, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(GRANT)

    def shot(self):
        path = os.path.join(self.folder, "a.png")
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        return read_picture(path)

    def refused(self):
        path = os.path.join(self.folder, "no.png")
        error = self.fails("POLICY_DENIED", 27, "image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        self.assertIn("windows unknown", str(error))
        self.assertFalse(os.path.exists(path))

    def test_an_excluded_window_is_filled(self):
        self.pattern("My Secret", "--seed", "7", place=(50, 60))
        self.pattern("Other", "--seed", "8", place=(400, 300))
        settled(self.eye)
        seen = self.shot()
        part = seen.part(50, 60, 200, 120)
        self.assertEqual(len({part.rgb[i:i + 3] for i in range(0, len(part.rgb), 3)}), 1, "one colour")
        self.same(seen.part(400, 300, 200, 120), painted(200, 120, 8))

    def test_a_rule_by_titles_takes_nothing_without_such_a_window(self):
        self.pattern("Other", "--seed", "8", place=(400, 300))
        expected = settled(self.eye)
        self.same(self.shot().part(0, 40, 1000, 760), expected.part(0, 40, 1000, 760))

    def test_its_own_picture_is_refused(self):
        window = self.pattern("My Secret", "--seed", "7")
        self.fails("POLICY_DENIED", 27, "image", "--app", f"PID:{window.pid}", "--path", self.folder + "/a.png",
                   XDG_CONFIG_HOME=self.configuration)
        self.assertNotIn("a.png", os.listdir(self.folder))

    def test_the_overview_has_the_screen_refused(self):
        self.pattern("My Secret", place=(50, 60))
        self.pattern("Other", place=(400, 300))
        evaluate("Main.overview.show()")
        self.addCleanup(lambda: wait_until("the overview to close", lambda: not evaluate("Main.overview.hide(); Main.overview.visible")))
        wait_until("the overview", lambda: evaluate("Main.overview.visible"))
        self.refused()
        path = os.path.join(self.folder, "all.png")
        self.succeeds("image", "--mode", "screen", "--path", path)


class Permission(Gnome):
    """The extension is not installed."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.peekaboo, "permissions", "revoke", "windows")

    def refused(self, remedy="Run `peekaboo permissions grant windows`"):
        error = self.fails("UNSUPPORTED", 29, "list", "apps")
        self.assertEqual(error["context"]["reason"], "needs extension")
        self.assertIn(remedy, error["hint"])
        for row in self.succeeds("doctor")["desktop"]["capabilities"]:
            if row["operation"] in ("windows", "frontmost", "capture.window", "capture.covered"):
                self.assertIn(remedy, row["remedy"], row["operation"])

    def settings(self):
        with open(SETTINGS, encoding="utf-8") as file:
            return file.read()

    def load(self):
        """Has the Shell find the extension, as it does when it starts."""
        evaluate(f"""(() => {{
          const PER_USER = 2; // of ExtensionType, in a module that cannot be reached from here
          const folder = imports.gi.Gio.File.new_for_path({json.dumps(FOLDER)});
          const found = Main.extensionManager.createExtensionObject({json.dumps(EXTENSION)}, folder, PER_USER);
          Main.extensionManager.loadExtension(found);
        }})()""")

    def unload(self):
        evaluate(f"""(() => {{
          const it = Main.extensionManager.lookup({json.dumps(EXTENSION)});
          if (it) Main.extensionManager.unloadExtension(it);
        }})()""")

    def test_without_it_windows_are_refused_with_the_remedy(self):
        self.refused()
        row = self.permission()
        self.assertEqual(row["state"], "needs consent")
        self.assertIn("peekaboo permissions grant windows", row["remedy"])

    def test_grant_shows_and_writes_it_and_revoke_undoes_both(self):
        before = self.settings()
        said = self.peekaboo("permissions", "grant", "windows")
        self.assertEqual(said.status, 0, str(said))
        text = said.stdout.decode()
        form, versions = ("form-43.js", {"43", "44"}) if shell_version() < 45 else ("form-45.js", {str(shell_version())})
        for name, parts in (("extension.js", (form, "windows.js")), ("metadata.json", ())):
            with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
                written = file.read()
            self.assertIn(f"{FOLDER}/{name}\n\n{written}", text)
            if parts:
                self.assertEqual(written, "".join(source(part) for part in parts))
            else:
                self.assertLessEqual(versions, set(json.loads(written)["shell-version"]))
        self.assertIn("It takes no pictures", text)
        self.assertIn("log out and in again", text)
        self.assertIn(EXTENSION, self.settings())
        self.assertEqual(self.permission()["state"], "needs log-in")
        self.refused("Log out and in again")
        self.assertIs(self.succeeds("permissions", "revoke", "windows")["revoked"], True)
        self.assertEqual(glob.glob(os.path.join(os.path.dirname(FOLDER), "*")), [])
        self.assertNotIn(EXTENSION, self.settings())
        self.assertEqual(before.count("\n["), self.settings().count("\n[") - (0 if "[org/gnome/shell]" in before else 1))
        self.assertIs(self.succeeds("permissions", "revoke", "windows")["revoked"], False)

    def test_it_works_once_the_shell_has_found_it_and_no_longer_after_revoke(self):
        session = Session(self)
        arguments = {"item_type": "running_applications"}
        self.assertEqual(session.tool("list", **arguments).code(), "UNSUPPORTED")
        self.succeeds("permissions", "grant", "windows")
        self.addCleanup(self.unload)
        self.load()
        wait_until("the extension", lambda: self.permission()["state"] == "given")
        self.assertEqual(session.tool("list", **arguments).code(), "")
        self.assertIn("nothing to ask for", self.peekaboo("permissions", "grant", "windows").stdout.decode())
        self.succeeds("permissions", "revoke", "windows")
        self.assertEqual(session.tool("list", **arguments).code(), "UNSUPPORTED")
        self.refused()
        # The Shell knows it still, so that no log-in is needed.
        self.assertEqual(self.succeeds("permissions", "grant", "windows")["state"], "given")
        self.assertEqual(session.tool("list", **arguments).code(), "")
        session.end()

    def test_without_gsettings_it_says_what_to_do(self):
        error = self.fails("UNSUPPORTED", 29, "permissions", "grant", "windows", PATH="/nowhere")
        self.assertEqual(error["context"]["reason"], "no gsettings")
        self.assertIn("Log out and in again", error["hint"])
        self.assertTrue(os.path.exists(FOLDER + "/extension.js"))


class LogIn(Gnome):
    """The session ends and begins again, with all that the person has stored. Nothing after this finds the rig's Shell."""

    def log_out(self):
        with open(f"/proc/{SHELL}/cmdline", "rb") as file:
            words = file.read().decode().split("\0")[:-1]
        os.kill(SHELL, signal.SIGTERM)
        wait_until("the end of the session", lambda: not self.has_shell())
        return words

    def log_in(self, words):
        shell = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            shell.terminate()
            shell.wait()

        self.addCleanup(end)
        wait_until("the Shell", self.has_shell)
        wait_until("its desktop", self.overview_stays_closed)

    @staticmethod
    def overview_stays_closed():
        """It opens again when the animation of the start ends, so one look is not enough."""
        for _ in range(10):
            try:
                if evaluate("Main.layoutManager._startingUp || Main.overview.visible && (Main.overview.hide(), true)"):
                    return False
            except GLib.GError:  # the Shell takes its name before it answers
                return False
            time.sleep(0.05)
        return True

    @staticmethod
    def has_shell():
        socket = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
        return os.path.exists(socket) and BUS.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                             GLib.Variant("(s)", ("org.gnome.Shell",)), None, Gio.DBusCallFlags.NONE, 10000, None).unpack()[0]

    def test_windows_are_there_after_the_next_log_in(self):
        session = Session(self)
        self.assertEqual(session.tool("list", item_type="running_applications").code(), "UNSUPPORTED")
        self.succeeds("permissions", "grant", "windows")
        self.assertEqual(self.permission()["state"], "needs log-in")
        self.log_in(self.log_out())
        wait_until("the extension", lambda: self.permission()["state"] == "given")
        window = self.pattern("Native", "--seed", "3", "--size", "210x130")
        self.assertEqual([row[4] for row in self.listed()], ["Native"])
        self.same(self.capture("--app", f"PID:{window.pid}", "--capture-focus", "background"), painted(210, 130, 3))
        # A server that ran all the time finds the new session.
        self.assertIn("Native", str(session.tool("list", item_type="application_windows", app=f"PID:{window.pid}").result()))
        session.end()


if __name__ == "__main__":
    unittest.main()
