#!/usr/bin/python3
"""A session of KWin: pictures by ScreenShot2, windows by scripts. The eye is kwin_eye.py, or the pattern itself."""
import json
import os
import signal
import subprocess
import unittest

from gi.repository import GLib
from kwin_eye import Eye
from layouts import COLOURS, RandomLayouts, reopen
from session_client import Session
from support import APPLICATIONS, PEEKABOO, DesktopTest, output, painted, read_picture, wait_until

KWIN = int(os.environ["KWIN_PID"])


class Kwin(DesktopTest):
    eye = None

    def setUp(self):
        super().setUp()
        Kwin.eye = Kwin.eye or Eye()
        self.addCleanup(self.nothing_is_left)

    def nothing_is_left(self):
        wait_until("the end of all scripts", lambda: not any(
            name.startswith("peekaboo-kwin") for name in os.listdir(os.environ["XDG_RUNTIME_DIR"])), 5)

    def row(self, process):
        return next((row for row in self.eye.windows() if row["pid"] == process.pid), None)

    def background(self, words, **options):
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL, text=True, **options)

        def end():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()
            wait_until("the window to go", lambda: self.row(process) is None)

        self.addCleanup(end)
        return process

    def pattern(self, title, *options, place=None):
        """A native window with a pattern, painted and at its place."""
        process = self.background([os.path.join(APPLICATIONS, "pattern_window.py"), "--title", title, *options],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GDK_BACKEND": "wayland"})
        self.assertEqual(process.stdout.readline(), "ready\n")
        wait_until("the window", lambda: (self.row(process) or {}).get("title") == title)
        if place:
            self.move(process, *place)
        return process

    def move(self, process, x, y):
        self.eye.act(process.pid, f"it.frameGeometry = {{ x: {x}, y: {y}, width: it.width, height: it.height }};")
        wait_until("the window at its place", lambda: (self.row(process)["x"], self.row(process)["y"]) == (x, y))

    def xterm(self):
        # Its cursor, which comes some time after the window, has the colour of what it stands on.
        process = self.background(["xterm", "-T", "Inside", "-geometry", "40x10", "-bg", "#123456", "-cr", "#123456",
                                   "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.row(process) or {}).get("title") == "Inside")
        return process

    def open_menu(self, title):
        """A native window with an open menu. Returns its process and what the eye sees of the menu."""
        process = self.background([os.path.join(APPLICATIONS, "open_menu_window.py"), title],
                                  env={**os.environ, "GDK_BACKEND": "wayland"})

        def opened():
            self.assertIsNone(process.poll(), "the program with the menu has ended")
            return next((row for row in self.eye.windows() if row["pid"] == process.pid and row["title"] == ""), None)

        return process, wait_until("the menu", opened)

    def second_desktop(self):
        if self.eye.desktops() == 1:
            self.eye.call("/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager", "createDesktop", GLib.Variant("(us)", (1, "two")))
        wait_until("the second desktop", lambda: self.eye.desktops() == 2)

    def see(self):
        return self.eye.picture("CaptureScreen", "Virtual-0")

    def steady(self):
        """What the eye sees once it sees the same twice."""
        last = [None]

        def same():
            now = self.see()
            before, last[0] = last[0], now
            return now if before == now else None

        return wait_until("a picture that stands still", same)

    def listed(self):
        script = ('local window = require "window"; for _, each in ipairs(window.list()) do '
                  'print(each.id, each.pid, each.minimised, each.title) end')
        said = self.peekaboo("run", "-e", script)
        self.assertEqual(said.status, 0, str(said))
        return [line.split("\t") for line in said.stdout.decode().splitlines()]

    def id_of(self, process):
        return next(row[0] for row in self.listed() if row[1] == str(process.pid))

    def lua(self, text):
        said = self.peekaboo("run", "-e", text)
        self.assertEqual(said.status, 0, str(said))
        return said.stdout.decode().strip()


class Screens(Kwin):
    def test_a_screen_is_what_another_eye_sees(self):
        self.pattern("Shown", "--seed", "3", place=(40, 50))
        self.xterm()
        seen = self.steady()
        self.same(self.capture("--mode", "screen"), seen)

    def test_a_window_is_what_another_eye_sees(self):
        window = self.pattern("Shown", "--seed", "3", place=(40, 50))
        self.steady()
        seen = self.eye.picture("CaptureWindow", self.row(window)["uuid"])
        taken = self.capture("--app", f"PID:{window.pid}", "--capture-focus", "background")
        self.assertEqual((taken.width, taken.height), (seen.width, seen.height))
        # At a scale that is no whole number its edges are translucent, which the eye does not see.
        inner = (1, 1, seen.width - 2, seen.height - 2)
        self.same(taken.part(*inner), seen.part(*inner))

    def test_the_shadow_that_a_program_draws_is_cut_off(self):
        window = self.background(["gnome-calculator"], stdout=subprocess.DEVNULL)
        wait_until("the window", lambda: (self.row(window) or {}).get("title") == "Calculator")
        path = os.path.join(self.folder, "a.png")
        script = ('local it = require("screen").capture("window", { id = ' + self.id_of(window) + ' }); '
                  f'it:save "{path}"; print(it.scale, it.origin.x, it.origin.y)')

        def captured():
            # The program changes its size once more after it has opened, and paints for a while.
            seen, before = self.steady(), self.row(window)
            said = self.lua(script).split()
            return (before, said, seen) if self.row(window) == before and self.see() == seen else None

        bounds, said, seen = wait_until("a window that stands still", captured)
        scale, x, y = (float(word) for word in said)
        picture = read_picture(path)
        self.assertEqual((x, y), (bounds["x"], bounds["y"]))
        self.assertEqual((picture.width, picture.height), (round(bounds["width"] * scale), round(bounds["height"] * scale + 0.01)))
        # Nothing lies over the window, so that the screen shows the same, but for its round corners.
        edge = round(20 * scale)
        inner = (edge, edge, picture.width - 2 * edge, picture.height - 2 * edge)
        on_screen = seen.part(round(x * scale), round(y * scale), picture.width, picture.height)
        if scale == int(scale):
            self.same(picture.part(*inner), on_screen.part(*inner))

    def screen(self):
        return self.succeeds("list", "screens")["screens"][0]["bounds"]

    def test_a_region_lies_where_the_map_says(self):
        self.pattern("Shown", "--seed", "3", place=(40, 50))
        seen, bounds = self.steady(), self.screen()
        path = os.path.join(self.folder, "part.png")
        said = self.lua(f'local screen = require "screen"; local it = screen.capture("display", {{ id = 0, region = {{ x = 40, '
                        f'y = 52, width = 60, height = 40 }} }}); it:save "{path}"; print(it.scale, it.origin.x, it.origin.y)').split()
        scale, x, y = (float(word) for word in said)
        self.assertAlmostEqual(scale, seen.width / bounds["width"], places=2)
        picture = read_picture(path)
        left, top = x * scale, y * scale
        self.assertEqual((left, top), (round(left), round(top)))
        self.same(picture, seen.part(round(left), round(top), picture.width, picture.height))

    def test_screens_are_told_in_desktop_units(self):
        row = self.succeeds("list", "screens")["screens"][0]
        self.assertEqual(row["name"], "Virtual-0")
        self.assertEqual(row["scale"], float(os.environ["RIG_SCALE"]))
        self.assertAlmostEqual(row["scale"], self.see().width / row["bounds"]["width"], places=2)

    def test_a_stopped_compositor_costs_one_call(self):
        os.kill(KWIN, signal.SIGSTOP)
        try:
            error = self.fails("TIMEOUT", 23, "image", "--mode", "screen", "--path", self.folder + "/a.png",
                               PEEKABOO_CLI_TIMEOUT="2000")
        finally:
            os.kill(KWIN, signal.SIGCONT)
        self.assertIn("compositor", str(error))
        self.capture("--mode", "screen")

    def test_one_that_stops_while_it_is_used_costs_one_call(self):
        """The connections are there already, and are used again afterwards."""
        session = Session(self, PEEKABOO_CLI_TIMEOUT="2000", PEEKABOO_TOOL_TIMEOUT="2000")
        calls = (("image", {"mode": "screen", "path": self.folder + "/s.png"}), ("list", {"item_type": "running_applications"}))
        for name, arguments in calls + calls:
            os.kill(KWIN, signal.SIGSTOP)
            try:
                self.assertEqual(session.tool(name, **arguments).code(), "TIMEOUT", name)
            finally:
                os.kill(KWIN, signal.SIGCONT)
            for again, its in calls:
                self.assertEqual(session.tool(again, **its).code(), "", again)
        session.end()

    def test_no_descriptor_is_left_behind(self):
        window = self.pattern("Shown")
        session = Session(self)
        calls = (("image", {"mode": "screen", "path": self.folder + "/s.png"}), ("image", {"app_target": f"PID:{window.pid}", "path": self.folder + "/w.png"}),
                 ("list", {"item_type": "running_applications"}))

        def each_once():
            for name, arguments in calls:
                self.assertEqual(session.tool(name, **arguments).code(), "", name)

        each_once()
        before = session.holds()
        for _ in range(34):
            each_once()
        self.assertEqual(session.holds(), before)
        session.end()


class Rotated(Kwin):
    """A screen that KScreen has turned. The eye asks KWin as Peekaboo does, so that the pattern is the judge."""

    TURNS = {"right": 90, "inverted": 180, "left": 270, "none": 0}

    def monitor(self):
        return json.loads(output("kscreen-doctor", "--json"))["outputs"][0]

    def turn(self, name):
        output("kscreen-doctor", f"output.Virtual-0.rotation.{name}")
        code = {"none": 1, "left": 2, "inverted": 4, "right": 8}[name]
        wait_until("the turn", lambda: self.monitor()["rotation"] == code)

    def turned(self):
        """Each turn once it holds, and last that of the rig."""
        for name in ("inverted", "left", "none", "right"):
            self.turn(name)
            yield name

    def fill(self):
        size = self.monitor()["size"]
        window = self.background(
            [os.path.join(APPLICATIONS, "pattern_screen.py"), "--size", f"{size['width']}x{size['height']}", "--seed", "5"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "GDK_BACKEND": "wayland"})
        self.assertEqual(window.stdout.readline(), "ready\n")
        expected = painted(size["width"], size["height"], 5)
        wait_until("the pattern on the screen", lambda: self.see() == expected)
        return window, expected

    def test_a_screen_that_a_pattern_fills_is_exact(self):
        for _ in self.turned():
            window, expected = self.fill()
            self.same(self.capture("--mode", "screen"), expected)
            path = os.path.join(self.folder, "part.png")
            said = self.lua('local it = require("screen").capture("display", { id = 0, region = { x = 37, y = 241, width = 200, '
                            f'height = 99 }} }}); it:save "{path}"; print(it.scale, it.origin.x, it.origin.y)').split()
            self.assertEqual([float(word) for word in said], [1, 37, 241])
            self.same(read_picture(path), expected.part(37, 241, 200, 99))
            window.stdin.close()
            window.wait()
            wait_until("the window to go", lambda process=window: self.row(process) is None)

    def test_a_window_is_exact_although_covered(self):
        below = self.pattern("Below", "--seed", "5", "--size", "210x130", place=(60, 70))
        above = self.pattern("Above", "--seed", "9", "--size", "400x300", place=(20, 30))
        for _ in self.turned():
            self.move(below, 60, 70)
            self.move(above, 20, 30)
            self.steady()
            self.same(self.capture("--app", f"PID:{below.pid}", "--capture-focus", "background"), painted(210, 130, 5))
            self.same(self.capture("--mode", "screen").part(20, 30, 400, 300), painted(400, 300, 9))

    def test_the_screen_says_how_it_is_turned(self):
        script = self.start_script("""
            require("event").on { "display.changed", run = function(all) print(all[1].rotation) end }
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        told = None
        for name in self.turned():
            row, known = self.succeeds("list", "screens")["screens"][0], self.monitor()
            self.assertEqual((row["rotation"], row["pixels"]), (self.TURNS[name], known["size"]))
            self.assertEqual(row["bounds"], {**known["pos"], **known["size"]})
            if told is not None:
                script.until(str(self.TURNS[name]))
            told = name


class Monitors(Kwin):
    """With two screens of one size."""

    def test_each_screen_is_captured(self):
        self.pattern("Left", "--seed", "3", place=(40, 50))
        self.pattern("Right", "--seed", "4", place=(840, 90))
        self.steady()
        rows = self.succeeds("list", "screens")["screens"]
        self.assertEqual([row["name"] for row in rows], ["Virtual-0", "Virtual-1"])
        data = self.succeeds("image", "--mode", "screen", "--path", os.path.join(self.folder, "a.png"))
        pictures = [read_picture(saved["path"]) for saved in data["saved_files"]]
        self.assertEqual(len(pictures), 2)
        for picture, row in zip(pictures, rows):
            self.same(picture, self.eye.picture("CaptureScreen", row["name"]))
        self.same(pictures[0].part(40, 50, 200, 120), painted(200, 120, 3))
        self.same(pictures[1].part(40, 90, 200, 120), painted(200, 120, 4))

    def test_all_of_them_in_one_picture(self):
        self.pattern("Between", "--seed", "5", place=(700, 60))
        self.steady()
        path = os.path.join(self.folder, "all.png")
        self.lua(f'require("screen").capture("desktop"):save "{path}"')
        seen = read_picture(path)
        self.same(seen, self.eye.picture("CaptureWorkspace"))
        self.same(seen.part(700, 60, 200, 120), painted(200, 120, 5))

    def turn_the_right_one(self, name, code):
        output("kscreen-doctor", f"output.Virtual-1.rotation.{name}")

        def turned():
            outputs = json.loads(output("kscreen-doctor", "--json"))["outputs"]
            return {each["name"]: each["rotation"] for each in outputs} == {"Virtual-0": 1, "Virtual-1": code}

        wait_until("the turn", turned)

    def test_one_that_is_turned_beside_one_that_is_not(self):
        self.addCleanup(self.turn_the_right_one, "none", 1)
        self.turn_the_right_one("left", 2)
        self.pattern("Between", "--seed", "5", place=(700, 60))
        self.pattern("Low", "--seed", "6", place=(1150, 650))
        self.steady()
        rows = self.succeeds("list", "screens")["screens"]
        self.assertEqual([(row["rotation"], row["pixels"]["height"]) for row in rows], [(0, 600), (270, 800)])
        self.assertEqual(rows[1]["bounds"], {"x": 800, "y": 0, "width": 600, "height": 800})
        right = self.capture("--mode", "screen", "--screen-index", "1")
        self.same(right.part(350, 650, 200, 120), painted(200, 120, 6))
        self.same(right.part(0, 60, 100, 120), painted(200, 120, 5).part(100, 0, 100, 120))
        path = os.path.join(self.folder, "all.png")
        self.lua(f'require("screen").capture("desktop"):save "{path}"')
        whole = read_picture(path)
        self.assertEqual((whole.width, whole.height), (1400, 800))
        self.same(whole.part(700, 60, 200, 120), painted(200, 120, 5))
        self.same(whole.part(1150, 650, 200, 120), painted(200, 120, 6))


class Windows(Kwin):
    def test_the_screen_shows_the_pattern(self):
        self.pattern("Shown", "--seed", "3", place=(40, 50))
        self.steady()
        self.same(self.capture("--mode", "screen").part(40, 50, 200, 120), painted(200, 120, 3))

    def test_native_and_x_programs_stand_in_one_list(self):
        native, inside = self.pattern("Native", place=(10, 20)), self.xterm()
        rows = {row["pid"]: row for row in self.eye.windows()}
        self.assertEqual(sorted(row[1] for row in self.listed()), sorted(str(pid) for pid in rows))
        for process in (native, inside):
            told = self.succeeds("list", "windows", "--app", f"PID:{process.pid}", "--include-details", "ids,bounds")["windows"]
            row = rows[process.pid]
            self.assertEqual([each["bounds"] for each in told], [{key: row[key] for key in ("x", "y", "width", "height")}])
            self.assertLess(told[0]["window_id"], 2 ** 53)
            again = self.succeeds("list", "windows", "--app", f"PID:{process.pid}", "--include-details", "ids")["windows"]
            self.assertEqual(again[0]["window_id"], told[0]["window_id"])

    def test_hostile_titles_stay_titles(self):
        window = self.pattern("Native")
        for title in ('"); answer("x', "\\u0041 \\ud800 ${x} `", "漢字 😀 \u2028 \u202e", "'*/ </script>", "x" * 3000):
            window.stdin.write(f"title {title}\n")
            window.stdin.flush()
            self.assertEqual(window.stdout.readline(), "ok\n")
            # KWin makes white space simple, and the terminal is spared what turns the writing around.
            wait_until("the title", lambda: (self.row(window) or {}).get("title", "")[:5] == title[:5])
            told = next(row[3] for row in self.listed() if row[1] == str(window.pid))
            self.assertEqual(told[:900].rstrip(), self.row(window)["title"][:900].replace("\u202e", " ").rstrip())
            self.assertLessEqual(len(told), 1000)

    def test_a_covered_window_is_exact(self):
        below = self.pattern("Below", "--seed", "5", "--size", "210x130", place=(60, 70))
        above = self.pattern("Above", "--seed", "9", "--size", "400x300", place=(20, 30))
        self.same(self.steady().part(60, 70, 210, 130), self.capture("--app", f"PID:{above.pid}").part(40, 40, 210, 130))
        self.same(self.capture("--app", f"PID:{below.pid}", "--capture-focus", "background"), painted(210, 130, 5))
        self.assertTrue(self.row(above)["active"])

    def test_one_that_is_half_off_the_screen_is_exact(self):
        window = self.pattern("Edge", "--seed", "2", place=(-100, 70))
        self.same(self.capture("--app", f"PID:{window.pid}", "--capture-focus", "background"), painted(200, 120, 2))

    def test_the_window_of_an_x_program(self):
        inside = self.xterm()
        self.pattern("Over it", "--size", "700x500", place=(10, 10))
        seen = self.capture("--app", f"PID:{inside.pid}", "--capture-focus", "background")
        row = self.row(inside)
        self.assertEqual((seen.width, seen.height), (row["width"], row["height"]))
        ours = sum(1 for i in range(0, len(seen.rgb), 3) if seen.rgb[i:i + 3] == b"\x12\x34\x56")
        self.assertGreater(ours, seen.width * seen.height // 2)

    def exact_or_refused(self, window, reason):
        """Plasma 5 never answers for a window that is not on the screen."""
        if self.eye.is_plasma_6():
            self.same(self.capture("--app", f"PID:{window.pid}", "--capture-focus", "background"), painted(200, 120, 4))
            return
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{window.pid}", "--capture-focus", "background",
                           "--path", self.folder + "/a.png")
        self.assertIn(reason, str(error))
        self.assertEqual(os.listdir(self.folder), [])

    def test_minimised_ones(self):
        window = self.pattern("Native", "--seed", "4")
        self.eye.act(window.pid, "it.minimized = true;")
        wait_until("the window to be minimised", lambda: self.row(window)["minimised"])
        self.assertEqual([row[2] for row in self.listed() if row[1] == str(window.pid)], ["true"])
        self.exact_or_refused(window, "minimised")

    def test_those_on_another_desktop(self):
        window = self.pattern("Native", "--seed", "4")
        self.second_desktop()
        self.eye.act(window.pid, "if (it.desktops) it.desktops = [workspace.desktops[1]]; else it.desktop = 2;")
        wait_until("the window on the other desktop", lambda: self.row(window)["desktop"] == 2)
        self.exact_or_refused(window, "not on screen")

    def test_a_window_that_is_gone(self):
        window = self.pattern("Native")
        number = self.id_of(window)
        window.kill()
        wait_until("the window to go", lambda: self.row(window) is None)
        said = self.lua(f'local _, err = try(require("screen").capture, "window", {{ id = {number} }}); print(err.code)')
        self.assertEqual(said, "WINDOW_NOT_FOUND")


class Control(Kwin):
    def test_a_window_comes_to_the_front(self):
        first, second = self.pattern("First"), self.xterm()
        for process in (first, second, first):
            said = self.lua('local window = require "window"; for _, each in ipairs(window.list()) do '
                            f'if each.pid == {process.pid} then window.focus(each.id) end end print(window.frontmost().pid)')
            self.assertEqual(said, str(process.pid))
            self.assertTrue(self.row(process)["active"])

    def test_a_window_is_moved_and_resized(self):
        window = self.background(["xterm", "-T", "Inside", "-geometry", "40x10", "-e", "sleep", "1000"])
        wait_until("the terminal", lambda: (self.row(window) or {}).get("title") == "Inside")
        said = self.lua(f'local at = require("window").place({self.id_of(window)}, {{ x = 33, y = 44, width = 300, height = 200 }}); '
                        'print(at.x, at.y, at.width, at.height)')
        row = self.row(window)
        self.assertEqual([int(word) for word in said.split()], [row["x"], row["y"], row["width"], row["height"]])
        self.assertEqual((row["x"], row["y"]), (33, 44))
        self.assertLess(abs(row["width"] - 300) + abs(row["height"] - 200), 30)

    def test_a_window_is_minimised_and_restored(self):
        window = self.pattern("Native")
        number = self.id_of(window)
        self.lua(f'require("window").minimise({number})')
        self.assertTrue(self.row(window)["minimised"])
        self.lua(f'require("window").restore({number})')
        self.assertFalse(self.row(window)["minimised"])

    def test_a_window_is_maximised_and_restored(self):
        window = self.xterm()
        before, number = self.row(window), self.id_of(window)
        self.lua(f'require("window").maximise({number})')
        self.assertGreater(self.row(window)["width"], before["width"])
        self.lua(f'require("window").restore({number})')
        self.assertEqual(self.row(window)["width"], before["width"])

    def test_a_window_goes_to_a_workspace_that_there_is(self):
        window = self.pattern("Native")
        self.second_desktop()
        number = self.id_of(window)
        self.lua(f'require("window").to_workspace({number}, {{ workspace = 1 }})')
        self.assertEqual(self.row(window)["desktop"], 2)
        self.lua(f'require("window").to_workspace({number}, {{ workspace = 0 }})')
        self.assertEqual(self.row(window)["desktop"], 1)
        said = self.lua(f'local _, err = try(require("window").to_workspace, {number}, {{ workspace = 7 }}); print(err.code)')
        self.assertEqual(said, "INVALID_ARGUMENT")

    def test_a_window_is_asked_to_close(self):
        window = self.pattern("Native")
        self.lua(f'require("window").close({self.id_of(window)})')
        self.assertEqual(window.stdout.readline(), "closed\n")
        self.assertIsNone(self.row(window))


class PopUps(Kwin):
    def test_they_are_in_no_list(self):
        process, _menu = self.open_menu("Order Form")
        self.assertEqual([row[3] for row in self.listed()], ["Order Form"])
        rows = self.succeeds("list", "windows", "--app", f"PID:{process.pid}")["windows"]
        self.assertEqual([row["window_title"] for row in rows], ["Order Form"])
        self.assertEqual(self.succeeds("list", "apps")["applications"][0]["window_count"], 1)

    def test_one_that_opens_is_no_event(self):
        script = self.start_script("""
            require("event").on { "window.opened", run = function(w) print("opened", w.title) end }
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        self.open_menu("Order Form")
        self.pattern("Later")
        self.assertEqual([script.line(), script.line()], ["opened\tOrder Form", "opened\tLater"])

    def test_one_of_an_excluded_window_is_filled(self):
        configuration = self.configuration_with({"blockedWindowPatterns": ["*Secret*"], "enableAuditLog": False})
        _process, menu = self.open_menu("My Secret")
        other = self.pattern("Other")
        wait_until("the focus elsewhere", lambda: self.row(other)["active"])
        self.move(other, 560, 20)
        path = os.path.join(self.folder, "a.png")
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=configuration)
        part = read_picture(path).part(*(int(menu[name]) for name in ("x", "y", "width", "height")))
        self.assertEqual(len({part.rgb[i:i + 3] for i in range(0, len(part.rgb), 3)}), 1, "one colour")


class Names(Kwin):
    def test_a_native_program_has_the_name_that_it_gives_itself(self):
        process, _menu = self.open_menu("Order Form")
        row = next(row for row in self.succeeds("list", "apps")["applications"] if row["pid"] == process.pid)
        self.assertEqual((row["app_name"], row["bundle_id"]), ("order-form", ""))
        self.assertEqual(self.lua('print(require("window").list()[1].app_class)'), "order-form")


class Events(Kwin):
    def test_windows_come_change_and_go(self):
        script = self.start_script("""
            for _, kind in ipairs { "opened", "closed", "focused", "title_changed", "moved" } do
              event.on { "window." .. kind, run = function(w) print(kind, w.title) end }
            end
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        window = self.pattern("Native")
        script.until_all("opened\tNative", "focused\tNative")
        self.move(window, 40, 50)
        script.until("moved\tNative")
        inside = self.xterm()
        script.until_all("opened\tInside", "focused\tInside")
        inside.kill()
        script.until_all("closed\tInside", "focused\tNative")


class Layouts(RandomLayouts, Kwin):
    ACTS = (
        "it.frameGeometry = {{ x: {x}, y: {y}, width: it.width, height: it.height }};",
        "it.frameGeometry = {{ x: it.x, y: it.y, width: {width}, height: {height} }};",
        "it.minimized = !it.minimized;",
        "if (workspace.windowList) workspace.activeWindow = it; else workspace.activeClient = it;",
    )

    def shuffle(self, random, shown):
        """Moves, resizes, raises, hides or closes a window, and has all others wait for none of it."""
        act = random.randrange(len(self.ACTS) + 1)
        if act == len(self.ACTS):
            reopen(random, shown)
            return
        numbers = {"x": random.randrange(-60, 700), "y": random.randrange(-40, 500), "width": random.randrange(80, 400),
                   "height": random.randrange(80, 300)}
        chosen = f"if (it.caption === '{random.choice(COLOURS)}') {{ {self.ACTS[act].format(**numbers)} }}"
        self.eye.act(shown.pid, chosen)


class Rules(Kwin):
    POLICY = {"blockedWindowPatterns": ["*Secret*"], "enableAuditLog": False}

    def setUp(self):
        super().setUp()
        self.configuration = self.configuration_with(self.POLICY)

    def test_an_excluded_window_is_filled(self):
        self.pattern("My Secret", "--seed", "7", place=(50, 60))
        other = self.pattern("Other", "--seed", "8", place=(400, 300))
        wait_until("the focus elsewhere", lambda: self.row(other)["active"])
        path = os.path.join(self.folder, "a.png")
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        seen = read_picture(path)
        part = seen.part(50, 60, 200, 120)
        self.assertEqual(len({part.rgb[i:i + 3] for i in range(0, len(part.rgb), 3)}), 1, "one colour")
        self.same(seen.part(400, 300, 200, 120), painted(200, 120, 8))

    def test_its_own_picture_is_refused(self):
        window = self.pattern("My Secret", "--seed", "7")
        self.fails("POLICY_DENIED", 27, "image", "--app", f"PID:{window.pid}", "--path", self.folder + "/a.png",
                   XDG_CONFIG_HOME=self.configuration)
        self.assertNotIn("a.png", os.listdir(self.folder))

    def test_one_with_the_focus_has_the_screen_refused(self):
        window = self.pattern("My Secret")
        wait_until("the focus", lambda: self.row(window)["active"])
        error = self.fails("POLICY_DENIED", 27, "image", "--mode", "screen", "--path", self.folder + "/a.png",
                           XDG_CONFIG_HOME=self.configuration)
        self.assertIn("windows unknown", str(error))
        self.assertNotIn("a.png", os.listdir(self.folder))


    def test_an_effect_that_paints_windows_elsewhere_has_the_screen_refused(self):
        secret, other = self.pattern("My Secret", place=(50, 60)), self.pattern("Other", place=(400, 300))
        wait_until("the focus elsewhere", lambda: self.row(other)["active"])
        effect = ("/org/kde/KWin/HighlightWindow", "org.kde.KWin.HighlightWindow", "highlightWindows")

        def active():
            return self.eye.call("/Effects", "org.freedesktop.DBus.Properties", "Get",
                                 GLib.Variant("(ss)", ("org.kde.kwin.Effects", "activeEffects")))[0]

        self.eye.call(*effect, GLib.Variant("(as)", ([self.row(secret)["uuid"]],)))
        wait_until("the effect", lambda: "highlightwindow" in active())
        path = os.path.join(self.folder, "a.png")
        error = self.fails("POLICY_DENIED", 27, "image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        self.assertIn("windows unknown", str(error))
        # Without an excluded window nothing is withheld.
        self.succeeds("image", "--mode", "screen", "--path", path)
        self.eye.call(*effect, GLib.Variant("(as)", ([],)))
        wait_until("the end of the effect", lambda: "highlightwindow" not in active())
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)


class Doctor(Kwin):
    def test_it_tells_how_and_what_is_lacking(self):
        said = self.peekaboo("doctor").stdout.decode()
        self.assertRegex(said, r"ok\s+capture.display\s+org.kde.KWin.ScreenShot2")
        self.assertRegex(said, r"ok\s+windows\s+a script")
        self.assertRegex(said, r"no\s+input\s+\S")
        self.assertRegex(said, r"no\s+changes\s+\S")


class Unauthorised(Kwin):
    """No desktop file names the program."""

    def test_elements_are_seen_without_a_picture(self):
        window, _menu = self.open_menu("Order Form")
        said = self.peekaboo("see", f"PID:{window.pid}")
        self.assertEqual(said.status, 0, str(said))
        self.assertRegex(said.stdout.decode(), r"(?s)File.*Left out: the picture \(KWin lets only .*permissions grant screens")

    def test_pictures_are_refused_with_the_remedy_until_it_is_followed(self):
        window, inside = self.pattern("Native"), self.xterm()
        for what in (("--mode", "screen"), ("--app", f"PID:{window.pid}", "--capture-focus", "background")):
            error = self.fails("PERMISSION_ERROR_SCREEN_RECORDING", 11, "image", *what, "--path", self.folder + "/a.png")
            self.assertIn("needs desktop file", str(error))
            self.assertIn("peekaboo permissions grant screens", str(error))
            self.assertIn("none names " + os.path.realpath(PEEKABOO), str(error))
            self.assertIn(os.environ["XDG_DATA_HOME"] + "/applications/", str(error))
        self.assertEqual(os.listdir(self.folder), [])
        self.assertRegex(self.peekaboo("doctor").stdout.decode(), r"no\s+capture.display\s+KWin lets only")
        said = self.peekaboo("run", "-e", 'require("event").on { "window.opened", run = print }')
        self.assertIn("peekaboo permissions grant screens", said.stderr.decode() + said.stdout.decode())
        self.assertNotEqual(said.status, 0)
        # Windows are listed without a permission. The X server shows those of its programs, which Plasma 6 does not name.
        self.assertEqual({row[1] for row in self.listed()}, {str(window.pid), str(inside.pid)})
        of_x = ("image", "--app", f"PID:{inside.pid}", "--capture-focus", "background", "--path", self.folder + "/x.png")
        if self.eye.is_plasma_6():
            self.fails("PERMISSION_ERROR_SCREEN_RECORDING", 11, *of_x)
        else:
            self.succeeds(*of_x)
            self.assertEqual(read_picture(self.folder + "/x.png").width, self.row(inside)["width"])

        def state():
            return self.succeeds("permissions")["permissions"][0]["state"]

        self.assertEqual(state(), "needs consent")
        granting = self.peekaboo("permissions", "grant", "screens").stdout.decode()
        file = os.environ["XDG_DATA_HOME"] + "/applications/peekaboo-screenshot.desktop"
        with open(file) as written:
            self.assertIn(f"{file}\n\n{written.read()}", granting)
        self.same(self.capture("--mode", "screen"), self.steady())
        self.assertEqual(state(), "given")
        self.assertIn("given", self.peekaboo("permissions", "grant").stdout.decode())
        self.assertIs(self.succeeds("permissions", "revoke", "screens")["revoked"], True)
        self.assertFalse(os.path.exists(file))
        self.assertEqual(state(), "needs consent")
        self.assertIs(self.succeeds("permissions", "revoke", "screens")["revoked"], False)
        self.fails("PERMISSION_ERROR_SCREEN_RECORDING", 11, "image", "--mode", "screen", "--path", self.folder + "/a.png")


class Killed(Kwin):
    def test_its_end_is_told(self):
        session = Session(self)
        self.assertEqual(session.tool("image", mode="screen", path=self.folder + "/s.png").code(), "")
        os.kill(KWIN, signal.SIGKILL)
        self.assertEqual(session.tool("image", mode="screen", path=self.folder + "/s.png").code(), "DISPLAY_UNAVAILABLE")
        error = self.fails("DISPLAY_UNAVAILABLE", 13, "image", "--mode", "screen", "--path", self.folder + "/a.png")
        self.assertIn("wayland", str(error).lower())
        session.end()


if __name__ == "__main__":
    unittest.main()
