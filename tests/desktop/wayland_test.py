#!/usr/bin/python3
"""A session of sway: screens and windows by Wayland's own protocols. The eyes are grim and swaymsg."""
import json
import os
import signal
import subprocess
import threading
import unittest

import session_client
from layouts import RandomLayouts, reopen
from scripts import Script
from menus_shown import open_items
from support import APPLICATIONS, PEEKABOO, DesktopTest, from_ppm, managed, output, read_picture, wait_until


def nodes(node):
    yield node
    for child in node.get("nodes", []) + node.get("floating_nodes", []):
        yield from nodes(child)


def tree():
    return [node for node in nodes(json.loads(output("swaymsg", "-t", "get_tree", "--raw"))) if node.get("pid")]


def command(*words):
    """Runs a command of sway, and waits until it is done."""
    answer = json.loads(output("swaymsg", "--raw", " ".join(words)))
    assert all(each["success"] for each in answer), answer


def outputs():
    """From left to right; sway 1.12 has an order of its own."""
    return sorted(json.loads(output("swaymsg", "-t", "get_outputs", "--raw")), key=lambda each: each["rect"]["x"])


class Sway(DesktopTest):
    def setUp(self):
        super().setUp()
        for number in range(len(outputs())):
            self.screen(number)
            self.addCleanup(self.screen, number)

    def screen(self, number, scale="1", transform="normal"):
        name = outputs()[number]["name"]
        command("output", name, "scale", scale, "transform", transform)

        def is_so():
            now = outputs()[number]
            return now["transform"] == transform and abs(now["scale"] - float(scale)) < 0.01

        wait_until("the screen's mode", is_so)

    def run_in_background(self, *words, stdout=subprocess.DEVNULL):
        process = subprocess.Popen(words, stdout=stdout, stderr=subprocess.DEVNULL)

        def end():
            process.kill()
            process.wait()
            wait_until("the window to go", lambda: all(node["pid"] != process.pid for node in tree()))

        self.addCleanup(end)
        return process

    def node(self, process):
        return next((node for node in tree() if node["pid"] == process.pid), None)

    def start_foot(self, title="Native", *options):
        # So small that it covers no corner, at any scale.
        foot = self.run_in_background("foot", "-T", title, "-w", "200x120", *options, "sh", "-c", "echo hello; exec sleep 1000")
        wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == title)
        return foot

    def start_xterm(self):
        xterm = self.run_in_background("xterm", "-T", "Inside", "-geometry", "40x10", "-bg", "#123456", "-cr", "#123456",
                                       "-e", "sleep", "1000")
        # By its own number: one of the test before may still be closing.
        wait_until("the terminal", lambda: (self.node(xterm) or {}).get("name") == "Inside")
        wait_until("its X window", lambda: any(line.split()[2] == str(xterm.pid) for line in managed("-p")))
        return xterm

    def grim(self, *options):
        return from_ppm(output("grim", "-t", "ppm", *options, "-"))

    def steady(self, *options):
        """What grim sees once it sees the same twice, and the background's owner has painted all of it."""
        last = [None]

        def same():
            now = self.grim(*options)
            before, last[0] = last[0], now
            corners = {now.at(x, y) for x in (0, now.width - 1) for y in (0, now.height - 1)}
            return now if before == now and corners == {(0x33, 0x66, 0x99)} else None

        return wait_until("a picture that stands still", same)


class Screens(Sway):
    def test_a_screen_is_what_grim_sees(self):
        foot = self.start_foot()
        for scale in ("1", "1.25", "1.5", "2"):
            for transform in ("normal", "90", "180", "270", "flipped-90"):
                with self.subTest(scale=scale, transform=transform):
                    self.screen(0, scale, transform)
                    # sway moves windows to the edge of a screen that becomes smaller.
                    command(f"[con_id={self.node(foot)['id']}]", "move", "position", "100", "80")
                    seen = self.steady("-o", outputs()[0]["name"])
                    self.same(self.capture("--mode", "screen"), seen)

    def test_screens_are_told_in_desktop_units(self):
        self.screen(0, "1.5")
        listed = self.succeeds("list", "screens")["screens"]
        self.assertEqual([row["name"] for row in listed], [each["name"] for each in outputs()])
        for row, each in zip(listed, outputs()):
            self.assertEqual(row["bounds"], each["rect"])
            self.assertEqual(row["scale"], each["scale"])
        self.assertEqual([row["primary"] for row in listed], [True] + [False] * (len(listed) - 1))

    def test_a_region_ends_between_pixels(self):
        self.start_foot()
        self.screen(0, "1.25")
        seen = self.steady("-o", outputs()[0]["name"])
        path = os.path.join(self.folder, "part.png")
        data = self.succeeds("image", "--mode", "screen", "--region", "301,202,50x40", "--path", path)
        picture = read_picture(path)
        saved = data["saved_files"][0]
        map_ = saved.get("map") or saved
        origin = map_.get("origin", {"x": 300, "y": 200})
        left, top = origin["x"] * 5 // 4, origin["y"] * 5 // 4
        self.assertEqual((origin["x"] * 5 % 4, origin["y"] * 5 % 4), (0, 0))
        self.same(picture, seen.part(left, top, picture.width, picture.height))
        self.assertGreaterEqual(picture.width * 4 // 5, 50)

    def test_a_stopped_compositor_costs_one_call(self):
        pid = int(os.path.basename(os.environ["SWAYSOCK"]).split(".")[2])
        os.kill(pid, signal.SIGSTOP)
        try:
            error = self.fails("TIMEOUT", 23, "image", "--mode", "screen", "--path", self.folder + "/a.png",
                               PEEKABOO_CLI_TIMEOUT="2000")
        finally:
            os.kill(pid, signal.SIGCONT)
        self.assertIn("compositor", str(error))
        self.capture("--mode", "screen")


class Looking(Sway):
    def test_looking_starts_no_server_for_x_programs(self):
        """Whoever connects to their display does, whether it is named by a variable or guessed."""
        self.start_foot()

        def server():
            return subprocess.run(["pgrep", "-x", "Xwayland"], stdout=subprocess.PIPE).stdout

        self.assertEqual(server(), b"", "no X program has run here")
        bare = {name: os.environ[name] for name in ("HOME", "PATH", "XDG_RUNTIME_DIR")}
        for environment in (None, bare, {**bare, "DISPLAY": os.environ["DISPLAY"]}):
            for command in (("image", "--mode", "screen", "--path", "a.png"), ("list", "windows"), ("see",), ("doctor",)):
                self.peekaboo(*command, environment=environment)
                self.assertEqual(server(), b"", (command, environment and list(environment)))


class Monitors(Sway):
    """With more than one screen."""

    def setUp(self):
        super().setUp()
        # sway 1.12 opens windows on the last one at first.
        command("focus", "output", outputs()[0]["name"])

    def test_each_screen_is_captured(self):
        self.start_foot()
        self.screen(1, "2")
        data = self.succeeds("image", "--mode", "screen", "--path", os.path.join(self.folder, "a.png"))
        paths = [saved["path"] for saved in data["saved_files"]]
        self.assertEqual(len(paths), len(outputs()))
        for path, each in zip(paths, outputs()):
            self.same(read_picture(path), self.steady("-o", each["name"]))

    def test_all_of_them_in_one_picture(self):
        self.start_foot()
        for scale in ("1", "2"):
            with self.subTest(scale=scale):
                self.screen(1, scale)
                left, right = (each["rect"] for each in outputs())
                path = os.path.join(self.folder, f"{scale}.png")
                script = ('local screen = require "screen"; local picture = screen.capture("desktop"); '
                          f'picture:save "{path}"; print(picture.scale, picture.origin.width)')
                said = self.peekaboo("run", "-e", script).stdout.decode().split()
                self.assertEqual([float(word) for word in said], [float(scale), left["width"] + right["width"]])
                seen, factor = read_picture(path), int(scale)
                self.same(seen.part(left["width"] * factor, 0, right["width"] * factor, right["height"] * factor),
                          self.steady("-o", outputs()[1]["name"]))


class Changes(Sway):
    SCRIPT = """
local fs, screen, task = require "fs", require "screen", require "task"
local all, corner = { x = 0, y = 0, width = 4000, height = 4000 }, { x = 0, y = 0, width = 20, height = 20 }
local mark = screen.mark()
print(screen.changed(mark, { region = all }))
fs.write("FLAG", "go")
while not screen.changed(mark, { region = all }) do task.sleep(0.02) end
print(screen.changed(mark, { region = corner }))
print(screen.changed(screen.mark(), { region = all }))
"""

    def test_painting_is_noticed_where_it_happens(self):
        for scale in ("1", "1.5"):
            with self.subTest(scale):
                self.screen(0, scale)
                flag = os.path.join(self.folder, "flag" + scale)
                foot = self.run_in_background("foot", "-T", "Paints", "-w", "200x120", "sh", "-c",
                                              f"until [ -e {flag} ]; do sleep 0.05; done; echo go; exec sleep 1000")
                wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == "Paints")
                command(f"[con_id={self.node(foot)['id']}]", "move", "position", "200", "150")
                self.steady()
                said = self.peekaboo("run", "-e", self.SCRIPT.replace("FLAG", flag))
                self.assertEqual(said.stdout.decode().split(), ["false", "false", "false"], str(said))
                command(f"[con_id={self.node(foot)['id']}]", "kill")
                wait_until("its end", lambda: self.node(foot) is None)

    def test_since_tells_that_nothing_was_painted(self):
        flag = os.path.join(self.folder, "flag")
        foot = self.run_in_background("foot", "-T", "Paints", "sh", "-c",
                                      f"until [ -e {flag} ]; do sleep 0.05; done; clear; echo go; exec sleep 1000")
        wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == "Paints")
        session, screen = session_client.Session(self), {"app_target": "screen:0", "format": "data", "path": self.folder + "/"}
        self.steady()
        first = session.tool("image", **screen).result()

        def again():
            return session.tool("image", since=first["capture_id"], **screen).result().get("unchanged")

        self.assertTrue(again())
        self.assertTrue(again())
        with open(flag, "w"):
            pass
        wait_until("what was painted", lambda: not again())


class Windows(Sway):
    def test_native_and_x_programs_stand_in_one_list(self):
        foot, xterm = self.start_foot(), self.start_xterm()
        apps = self.succeeds("list", "apps")["applications"]
        self.assertEqual({app["pid"] for app in apps}, {foot.pid, xterm.pid})
        for process in (foot, xterm):
            rows = self.succeeds("list", "windows", "--app", f"PID:{process.pid}", "--include-details", "ids,bounds")
            node = self.node(process)
            self.assertEqual([row["window_id"] for row in rows["windows"]], [node["id"]])
            inner = {"x": node["rect"]["x"] + node["window_rect"]["x"], "y": node["rect"]["y"] + node["window_rect"]["y"],
                     "width": node["window_rect"]["width"], "height": node["window_rect"]["height"]}
            self.assertEqual(rows["windows"][0]["bounds"], inner)

    def test_a_window_comes_to_the_front(self):
        foot, xterm = self.start_foot(), self.start_xterm()
        for process in (foot, xterm, foot):
            script = ('local window = require "window"; for _, each in ipairs(window.list()) do '
                      f'if each.pid == {process.pid} then window.focus(each.id) end end '
                      'print(window.frontmost().pid)')
            said = self.peekaboo("run", "-e", script)
            self.assertEqual(said.stdout.decode().strip(), str(process.pid), str(said))
            self.assertTrue(self.node(process)["focused"])

    def test_the_window_of_an_x_program(self):
        xterm = self.start_xterm()
        self.start_foot("Over it")
        seen = self.capture("--app", f"PID:{xterm.pid}", "--capture-focus", "background")
        node = self.node(xterm)
        self.assertEqual((seen.width, seen.height), (node["window_rect"]["width"], node["window_rect"]["height"]))
        ours = sum(1 for i in range(0, len(seen.rgb), 3) if seen.rgb[i:i + 3] == b"\x12\x34\x56")
        self.assertGreater(ours, seen.width * seen.height // 2)

    def test_a_native_window_is_refused_where_it_cannot_be_told_from_others(self):
        foot = self.start_foot()
        version = json.loads(output("swaymsg", "-t", "get_version", "--raw"))
        if (version["major"], version["minor"]) >= (1, 12):
            seen = self.capture("--app", f"PID:{foot.pid}")
            rect = self.node(foot)["window_rect"]
            self.assertEqual((seen.width, seen.height), (rect["width"], rect["height"]))
            return
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", f"PID:{foot.pid}", "--path", self.folder + "/a.png")
        self.assertIn("identity unproven", str(error))
        rect = self.node(foot)["rect"]
        self.assertIn(f"--region {rect['x']},{rect['y']},{rect['width']}x{rect['height']}`", str(error))
        self.assertEqual(os.listdir(self.folder), [])


class Shadows(Sway):
    def test_a_shadow_is_cut_off_at_every_scale(self):
        calculator = self.run_in_background("gnome-calculator")
        wait_until("the window", lambda: (self.node(calculator) or {}).get("name") == "Calculator")
        version = json.loads(output("swaymsg", "-t", "get_version", "--raw"))
        renders = (version["major"], version["minor"]) >= (1, 12)

        def said():
            script = (f'local at = require("screen").capture("window", {{ id = {self.node(calculator)["id"]} }}).origin '
                      'print(at.x, at.y, at.width, at.height)')
            return str(self.peekaboo("run", "-e", script))

        for scale in ("1", "1.25", "1.5", "2"):
            with self.subTest(scale):
                self.screen(0, scale)
                # It paints anew for each scale.
                wait_until("its place", lambda: ("cannot be told from others" if not renders else "{x}\t{y}\t{width}\t{height}".format(
                    **self.node(calculator)["rect"])) in said())


class Layouts(RandomLayouts, Sway):
    PROGRAM = "solid_windows.py"  # of X: sway before 1.12 shows no others

    def shuffle(self, random, shown):
        """Moves, resizes, raises, hides or closes a window; sway may have lost it meanwhile."""
        nodes = [node for node in tree() if node["pid"] == shown.pid]
        if not nodes:
            return
        chosen = f"[con_id={random.choice(nodes)['id']}]"
        act = random.randrange(6)
        if act == 0:
            reopen(random, shown)
            return
        words = {1: ["focus"], 2: ["resize", "set", str(random.randrange(80, 400)), str(random.randrange(80, 300))],
                 3: ["move", "scratchpad"], 4: ["scratchpad", "show"]}.get(
                     act, ["move", "position", str(random.randrange(800)), str(random.randrange(600))])
        subprocess.run(["swaymsg", "--raw", " ".join([chosen, *words])], stdout=subprocess.DEVNULL, timeout=60)


class Rules(Sway):
    POLICY = {"blockedWindowPatterns": ["*Secret*"], "enableAuditLog": False}

    def setUp(self):
        super().setUp()
        self.configuration = self.configuration_with(self.POLICY)

    def test_an_excluded_window_is_filled(self):
        secret = self.start_foot("My Secret", "-o", "colors.background=ff0000")
        other = self.start_foot("Other")
        command(f"[con_id={self.node(secret)['id']}]", "move", "position", "50", "60")
        command(f"[con_id={self.node(other)['id']}]", "move", "position", "800", "500")
        command(f"[con_id={self.node(other)['id']}]", "focus")
        path = os.path.join(self.folder, "a.png")
        self.steady()
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        seen, rect = read_picture(path), self.node(secret)["rect"]
        part = seen.part(rect["x"], rect["y"], rect["width"], rect["height"])
        self.assertEqual(len({part.rgb[i:i + 3] for i in range(0, len(part.rgb), 3)}), 1, "one colour")
        self.assertNotIn(b"\xff\x00\x00", {seen.rgb[i:i + 3] for i in range(0, len(seen.rgb), 3)})

    def test_windows_beyond_a_region_are_not_counted(self):
        for place in ("50", "60"), ("800", "500"):
            secret = self.start_foot("My Secret")
            command(f"[con_id={self.node(secret)['id']}]", "move", "position", *place)
        command(f"[con_id={self.node(self.start_foot('Other'))['id']}]", "focus")
        for region, told in (("0,0,400x300", "1 window that"), ("500,0,50x50", ""), ("0,0,1200x900", "2 windows that")):
            with self.subTest(region):
                said = str(self.peekaboo("image", "--mode", "screen", "--region", region, "--path",
                                         os.path.join(self.folder, region + ".png"), XDG_CONFIG_HOME=self.configuration))
                self.assertIn("status 0", said)
                self.assertEqual("policy excludes" in said, bool(told), said)
                self.assertIn(told, said)

    def colours(self, seen):
        return {seen.rgb[i:i + 3] for i in range(0, len(seen.rgb), 3)}

    def place_of(self, title):
        return next(f"[con_id={node['id']}]" for node in tree() if node["name"] == title)

    def started(self, *words):
        process = self.run_in_background(*words, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        return process

    def seen_without_the_excluded(self):
        path = os.path.join(self.folder, "seen.png")
        self.succeeds("image", "--mode", "screen", "--path", path, XDG_CONFIG_HOME=self.configuration)
        return read_picture(path)

    def test_a_dialog_of_an_excluded_window_is_excluded(self):
        """sway tells nobody whose dialog a native window is."""
        red, green, blue = b"\xff\x00\x00", b"\x00\xff\x00", b"\x00\x00\xff"
        process = self.started(os.path.join(APPLICATIONS, "native_dialog.py"), "My Secret", "ff0000", "Letter", "00ff00", "Find", "0000ff")
        wait_until("the windows", lambda: {"My Secret", "Letter", "Find"} <= {node["name"] for node in tree()})
        for title in "My Secret", "Letter":
            command(self.place_of(title), "floating", "disable")
        command(self.place_of("Find"), "move", "position", "500", "300")
        command(self.place_of("Letter"), "focus")
        wait_until("all of them", lambda: {red, green, blue} <= self.colours(self.grim()))
        colours = self.colours(self.seen_without_the_excluded())
        self.assertIn(green, colours, "another window of the program is not excluded")
        self.assertFalse(colours & {red, blue})
        listed = str(self.succeeds("list", "windows", "--app", f"PID:{process.pid}", XDG_CONFIG_HOME=self.configuration))
        self.assertEqual([title in listed for title in ("Letter", "My Secret", "Find")], [True, False, False], listed)
        command(self.place_of("Find"), "focus")
        said = self.peekaboo("do", "type_text", "--text", "abc", XDG_CONFIG_HOME=self.configuration, PEEKABOO_TOOLSETS="all")
        self.assertIn("excluded by the policy", str(said))

    def hides_titles(self, *places):
        """Fills these places with one colour, and leaves the rest as grim sees it."""
        def at_one_moment():
            expected, seen = self.grim(), self.seen_without_the_excluded()
            return (expected, seen) if expected == self.grim() else None

        expected, seen = wait_until("a screen that stands still", at_one_moment)
        for place in places:
            self.assertGreater(len(self.colours(expected.part(*place))), 1, "a title is there")
            self.assertEqual(self.colours(seen.part(*place)), {b"\x60\x60\x60"}, place)

        def is_within(pixel):
            x, y = pixel % seen.width, pixel // seen.width
            # Tabs end at a fraction of a pixel.
            return any(left - 1 <= x < left + width + 2 and top <= y < top + height for left, top, width, height in places)

        strange = [pixel for pixel in range(seen.width * seen.height)
                   if seen.rgb[3 * pixel:3 * pixel + 3] != expected.rgb[3 * pixel:3 * pixel + 3] and not is_within(pixel)]
        self.assertEqual(strange[:3], [], "only titles of excluded windows are filled")

    def test_titles_of_excluded_windows_are_filled(self):
        feet = [self.start_foot(title) for title in ("My Secret", "Letter", "Films")]
        secret, letter, films = (f"[con_id={self.node(foot)['id']}]" for foot in feet)
        for each in secret, letter, films:
            command(each, "floating", "disable")
        width, tabs = outputs()[0]["rect"]["width"], {}

        def show(*words):
            """Runs a command, and shows the window with the letter."""
            command(*words)
            command(letter, "focus")
            tabs.update((node["name"], number) for number, node in enumerate(tree()))
            return next(node["deco_rect"]["height"] for node in tree() if node["name"] == "Letter")

        command(secret, "focus")
        high = show("layout", "tabbed")
        self.hides_titles((width * tabs["My Secret"] // 3, 0, width // 3, high))
        show("layout", "stacking")
        self.hides_titles((0, high * tabs["My Secret"], width, high))
        # A group in a tab has a title that is made of those in it, and in it are rows.
        show("layout", "tabbed")
        command(secret, "focus")
        command("splitv")
        command("layout", "stacking")
        command(secret, "mark", "group")
        show(films, "move", "container", "to", "mark", "group")
        tab = (0 if tabs["Letter"] == 2 else width // 2, 0, width // 2, high)
        self.hides_titles(tab)
        command(films, "focus")
        first = tabs["My Secret"] < tabs["Films"]
        self.hides_titles(tab, (0, high if first else 2 * high, width, high))

    def test_one_with_the_focus_has_the_screen_refused(self):
        secret = self.start_foot("My Secret")
        command(f"[con_id={self.node(secret)['id']}]", "focus")
        error = self.fails("POLICY_DENIED", 27, "image", "--mode", "screen", "--path", self.folder + "/a.png",
                           XDG_CONFIG_HOME=self.configuration)
        self.assertIn("windows unknown", str(error))
        self.assertNotIn("a.png", os.listdir(self.folder))
        # What shows no screen is not looked at for one.
        subprocess.run(["wl-copy", "copied"], check=True)
        said = self.peekaboo("run", "-e", 'print(require("clipboard").read().text)', XDG_CONFIG_HOME=self.configuration)
        self.assertEqual(said.stdout.decode().strip(), "copied", str(said))


class Session(Sway):
    def test_hidden_in_the_environment_of_a_client(self):
        """An MCP host passes no variables on: the session is found, and found to be Wayland's."""
        self.start_foot()
        bare = {name: os.environ[name] for name in ("HOME", "PATH", "XDG_RUNTIME_DIR")}
        expected = self.steady()
        self.same(self.capture("--mode", "screen", environment=bare), expected)

    def test_a_display_of_x_programs_means_the_compositor(self):
        self.start_foot()
        only = {name: os.environ[name] for name in ("HOME", "PATH", "XDG_RUNTIME_DIR", "DISPLAY")}
        expected = self.steady()
        self.same(self.capture("--mode", "screen", environment=only), expected)

    def test_a_private_display_is_none_of_the_compositor(self):
        self.start_foot()
        said = self.peekaboo("--virtual", "400x300", "run", "-e",
                             'print(require("screen").displays()[1].bounds.width, require("env").get("WAYLAND_DISPLAY"))')
        self.assertEqual(said.stdout.decode().split(), ["400", "nil"], str(said))

    def test_x_programs_alone_when_asked_for(self):
        xterm = self.start_xterm()
        self.start_foot()
        apps = self.succeeds("list", "apps", PEEKABOO_ALLOW_XWAYLAND="1")["applications"]
        self.assertEqual([app["pid"] for app in apps], [xterm.pid])
        error = self.fails("UNSUPPORTED", 29, "image", "--mode", "screen", "--path", self.folder + "/a.png",
                           PEEKABOO_DESKTOP="x11")
        self.assertIn("Wayland", str(error))

    def test_the_doctor_tells_how_and_what_is_lacking(self):
        said = self.peekaboo("doctor").stdout.decode()
        self.assertIn("wayland: ", said)
        self.assertRegex(said, r"ok\s+capture.display\s+\S")
        self.assertRegex(said, r"ok\s+input\s+virtual pointer and keyboard; a person .* is not noticed")
        self.assertRegex(said, r"ok\s+changes\s+painted areas")


class Hands(Sway):
    """What arrives is told by the programs themselves."""
    TOOLS = {"PEEKABOO_TOOLSETS": "all"}

    def start_log(self):
        return self.start("event_log.py", stdin=subprocess.DEVNULL)

    def start(self, program, *options, stdin=subprocess.PIPE):
        process = subprocess.Popen([os.path.join(APPLICATIONS, program), *options], stdout=subprocess.PIPE, text=True, stdin=stdin,
                                   stderr=subprocess.DEVNULL, env={**os.environ, "GDK_BACKEND": "wayland"})

        def end():
            process.kill()
            process.wait()
            process.stdout.close()
            if process.stdin:
                process.stdin.close()
            wait_until("the window to go", lambda: self.node(process) is None)

        self.addCleanup(end)
        self.lines = []

        def read():
            for line in process.stdout:
                self.lines.append(line.rstrip("\n"))

        threading.Thread(target=read, daemon=True).start()
        wait_until("the window", lambda: any(line.split()[0] == "ready" for line in self.lines) and self.node(process))
        return process

    def do(self, *words):
        result = self.peekaboo("do", *words, **self.TOOLS)
        self.assertEqual(result.status, 0, str(result))
        return result.stdout.decode()

    def told(self, *lines):
        wait_until(f"{lines}", lambda: all(line in self.lines for line in lines))

    def test_text_of_every_kind_arrives(self):
        self.start_log()
        for text in ("plain ASCII, {[(<>)]} ~`|\\ 0123", "Grüße € ñ Ω", "漢字 かな 😀"):
            with self.subTest(text):
                self.do("type_text", "--on", "Name", "--text", text)
                self.do("press_key", "--key", "Return")
                self.told("entered " + text)

    def test_a_long_text_loses_nothing(self):
        target = os.path.join(self.folder, "typed")
        foot = self.run_in_background("foot", "-T", "Typed", "sh", "-c", f"stty -echo; cat > {target}")
        wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == "Typed" and os.path.exists(target))
        text = "".join(chr(0x20 + number % 95) for number in range(3000)).replace(" ", "é")
        lines = [text[at:at + 500] for at in range(0, len(text), 500)]
        self.do("type_text", "--text", "\n".join(lines) + "\n")

        def typed():
            with open(target, errors="replace") as file:
                return file.read()

        expected = "\n".join(lines) + "\n"
        wait_until("as much text", lambda: len(typed()) >= len(expected))
        self.assertEqual(typed(), expected)

    def test_a_stopped_program_is_sent_nothing(self):
        target = os.path.join(self.folder, "typed")
        foot = self.run_in_background("foot", "-T", "Typed", "sh", "-c", f"stty -echo; cat > {target}")
        wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == "Typed" and os.path.exists(target))
        os.kill(foot.pid, signal.SIGSTOP)
        for act in (("type_text", "--text", "lost"), ("press_key", "--key", "x"), ("click", "--x", "100", "--y", "100")):
            result = self.peekaboo("do", *act, "--json-output", **self.TOOLS)
            self.assertEqual(result.json["error"]["code"], "EFFECT_NOT_SEEN", str(result))
            self.assertIn(f"process {foot.pid} is stopped", str(result))
        os.kill(foot.pid, signal.SIGCONT)
        self.do("type_text", "--text", "found\n")
        wait_until("the text", lambda: os.path.getsize(target) == len("found\n"))

    def test_a_program_that_stops_loses_nothing_and_lives(self):
        """sway ends the connection of a program that has not read about 1,500 characters."""
        target = os.path.join(self.folder, "typed")
        foot = self.run_in_background("foot", "-T", "Typed", "sh", "-c", f"stty -echo; cat > {target}")
        wait_until("the terminal", lambda: (self.node(foot) or {}).get("name") == "Typed" and os.path.exists(target))
        script = self.start_script("""
            local input = require "input"
            input.type "first\\n"
            print "ready"
            task.sleep(0.5)
            local _, err = try(input.type, (("x"):rep(79) .. "\\n"):rep(100))
            print(err.code, err.details.typed)""")
        script.until("ready")
        os.kill(foot.pid, signal.SIGSTOP)
        code, typed = script.line().split()
        os.kill(foot.pid, signal.SIGCONT)
        self.assertEqual(code, "EFFECT_NOT_SEEN")
        self.assertGreater(int(typed), 0)
        self.do("type_text", "--text", "\nend\n")
        wait_until("the end", lambda: os.path.getsize(target) == len("first\n" + "\nend\n") + int(typed))

    def test_x_programs_get_keys_too(self):
        target = os.path.join(self.folder, "typed")
        xterm = self.run_in_background("xterm", "-e", "sh", "-c", f"stty -echo; cat > {target}")
        wait_until("the terminal", lambda: self.node(xterm) and os.path.exists(target))
        self.do("type_text", "--text", "Über 7 Brücken\n")

        def typed():
            with open(target) as file:
                return file.read() == "Über 7 Brücken\n"

        wait_until("the text", typed)

    def test_clicks_arrive_at_their_place(self):
        process = self.start_log()
        rect = self.node(process)["rect"]
        x, y = rect["x"] + 150, rect["y"] + rect["height"] - 50
        for scale in ("1", "1.5"):
            with self.subTest(scale):
                self.screen(0, scale)
                command(f"[con_id={self.node(process)['id']}]", "move", "position", "100", "80")
                rect = self.node(process)["rect"]
                x, y = rect["x"] + 150, rect["y"] + rect["height"] - 50
                del self.lines[1:]
                self.do("click", "--x", str(x), "--y", str(y), "--button", "right", "--modifiers", "shift")
                inside = f"150,{150}"
                wait_until("the click", lambda: [line for line in self.lines if line.startswith("press 3 ")])
                told = next(line for line in self.lines if line.startswith("press 3 "))
                place = [int(word) for word in told.split()[2].split(",")]
                self.assertEqual(place[0], 150, inside)
                self.assertTrue(told.endswith(" shift"), told)
                self.told("release 3 " + told.split()[2] + " shift")

    def test_double_clicks_and_the_wheel(self):
        process = self.start_log()
        rect = self.node(process)["rect"]
        x, y = str(rect["x"] + 150), str(rect["y"] + rect["height"] - 50)
        self.do("click", "--x", x, "--y", y, "--count", "2")
        wait_until("the double click", lambda: any(line.startswith("double 1 ") for line in self.lines))
        self.do("scroll", "--direction", "down", "--amount", "100", "--x", x, "--y", y)
        wait_until("two turns", lambda: self.lines.count("scroll down none") == 2)

    def hold_a_button(self):
        process = self.start_log()
        rect = self.node(process)["rect"]
        x, y = rect["x"] + 150, rect["y"] + rect["height"] - 50
        script = f"""
local input = require "input"
local fs = require "fs"
local task = require "task"
input.press_button({{ x = {x}, y = {y} }})
input.move({{ x = {x + 20}, y = {y} }})
print "down"
while not fs.exists "go" do task.sleep(0.02) end
print(pcall(input.release_button, {{ x = {x + 30}, y = {y} }}))
"""
        holder = subprocess.Popen([os.environ["PEEKABOO"], "run", "-e", script], stdout=subprocess.PIPE, text=True,
                                  cwd=self.folder)
        self.addCleanup(holder.stdout.close)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)
        self.assertEqual(holder.stdout.readline(), "down\n")
        wait_until("the press", lambda: [line for line in self.lines if line.startswith("press 1 ")])
        self.assertEqual([line for line in self.lines if line.startswith("release")], [])
        return holder

    def go_on(self, holder):
        open(os.path.join(self.folder, "go"), "w").close()
        return holder.stdout.readline()

    def test_a_button_comes_up_where_it_is_released(self):
        holder = self.hold_a_button()
        self.assertEqual(self.go_on(holder), "true\n")
        wait_until("the release", lambda: [line for line in self.lines if line.startswith("release 1 180,")])

    def test_a_stop_lets_a_button_go(self):
        holder = self.hold_a_button()
        self.addCleanup(self.peekaboo, "resume")
        self.peekaboo("stop")
        wait_until("the release", lambda: [line for line in self.lines if line.startswith("release 1 170,")])
        self.peekaboo("resume")
        self.assertTrue(self.go_on(holder).startswith("false\t"))

    def test_what_happens_is_seen(self):
        self.start_log()
        self.assertIn("Seen: ", self.do("type_text", "--on", "Name", "--text", "watched"))
        self.do("wait_for", "--text", "watched")
        self.do("wait_for", "--still", "0.3")

    def test_elements_have_their_places(self):
        self.start_log()
        self.do("click", "--on", "Press me")
        self.told("clicked")

    def test_items_of_open_menus_have_no_places_and_are_chosen(self):
        """Where a menu is, no program knows: GTK's items were told some pixels beside what shows."""
        process = self.start("menu_form.py", "gtk3")
        self.do("click", "--on", "File")
        items = wait_until("the menu", lambda: open_items(self, process.pid))
        self.assertEqual([(name, each.get("bounds"), each.get("unplaced")) for name, each in items.items()],
                         [(name, None, True) for name in ("New", "Save As…", "Recent", "Quit")])
        seen = self.peekaboo("see").stdout.decode()
        self.assertIn('menu item "New" at a place that is not known', seen)
        self.assertRegex(seen, r'menu "View" \d+,\d+ \d+x\d+')
        self.do("click", "--on", "New")
        wait_until("the choice", lambda: any(line.startswith("chose _New") for line in self.lines))

    def test_another_window_over_the_place_is_not_clicked(self):
        process = self.start_log()
        window, rect = self.node(process)["id"], self.node(process)["rect"]
        foot = self.start_foot("Over it")
        command(f"[con_id={self.node(foot)['id']}]", "move", "position", str(rect["x"]), str(rect["y"]))
        script = (f'local input = require "input"; local ok, err = pcall(input.click, {{ x = 20, y = 20 }}, {{ window = {window} }}) '
                  'print(ok, err and err.code)')
        said = self.peekaboo("run", "-e", script).stdout.decode()
        self.assertEqual(said.split(), ["false", "FOCUS_REFUSED"], said)
        self.assertEqual([line for line in self.lines if line.startswith("press")], [])

    def test_windows_are_placed_and_closed(self):
        process = self.start_log()
        script = """
local window = require "window"
local id = window.list()[1].id
local placed = window.place(id, { x = 40, y = 50, width = 420, height = 330 })
print(placed.x, placed.y, placed.width, placed.height)
window.minimise(id) print(window.get(id).minimised)
window.restore(id) print(window.get(id).minimised)
window.close(id) print(#window.list())
"""
        said = self.peekaboo("run", "-e", script).stdout.decode().split()
        self.assertEqual(said, ["40", "50", "420", "330", "true", "false", "0"])
        self.assertIsNotNone(wait_until("its end", lambda: process.poll() is not None or None))


class Events(Sway):
    def test_windows_come_and_go(self):
        script = self.start_script("""
            for _, kind in ipairs { "opened", "closed", "focused", "title_changed" } do
              event.on { "window." .. kind, run = function(w) print(kind, w.title) end }
            end
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        foot = subprocess.Popen(["foot", "-T", "Passing"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        script.until_all("opened\tPassing", "focused\tPassing")
        foot.kill()
        foot.wait()
        script.until("closed\tPassing")

    def test_what_nobody_tells_is_refused(self):
        for kind in ("window.moved", "hotkey"):
            with self.subTest(kind):
                more = ', keys = "Ctrl+Alt+F7"' if kind == "hotkey" else ""
                script = f'require("event").on {{ "{kind}"{more}, run = function() end }}'
                said = self.peekaboo("run", "-e", script, seconds=30)
                self.assertNotEqual(said.status, 0)
                self.assertIn(b"Wayland", said.stderr + said.stdout)


class Clipboard(Sway):
    """Other programs are those of wl-clipboard."""
    TEXT = "Grüße\n\t漢字かな — 😀 “quoted”\n"
    MANY = "xyz漢" * 300_000
    READ = 'local c = clipboard.read() fs.write("got", c.text or "none") print(table.concat(c.formats, " "))'

    def setUp(self):
        super().setUp()
        self.clear()
        self.addCleanup(self.clear)

    @staticmethod
    def clear():
        for options in ((), ("--primary",)):
            subprocess.run(["wl-copy", "--clear", *options], check=True, timeout=60)

    def copy(self, data, *options):
        """Copies by a process that stays as the owner."""
        owner = subprocess.Popen(["wl-copy", "--foreground", *options], stdin=subprocess.PIPE)

        def end():
            owner.kill()
            owner.wait()

        self.addCleanup(end)
        owner.stdin.write(data)
        owner.stdin.close()
        primary = [option for option in options if option == "--primary"]
        wait_until("the copy", lambda: self.offered(*primary) and not self.marked(*primary))
        wanted = [option for option in options if option != "--sensitive"]
        wait_until("this copy", lambda: self.paste(*wanted) == data)
        return owner

    @staticmethod
    def offered(*options):
        """The types that can be pasted."""
        run = subprocess.run(["wl-paste", "--list-types", *options], capture_output=True, text=True, timeout=60)
        return run.stdout.split("\n")[:-1] if run.returncode == 0 else []

    def marked(self, *options):
        """Whether what can be pasted is ours."""
        return any(each.startswith("application/x-peekaboo-offer-") for each in self.offered(*options))

    @staticmethod
    def paste(*options):
        """What wl-paste gets; None when it gets nothing."""
        run = subprocess.run(["wl-paste", "--no-newline", *options], capture_output=True, timeout=60)
        return run.stdout if run.returncode == 0 else None

    def lua(self, text, **options):
        """What a script prints."""
        head = 'local clipboard, fs, task = require "clipboard", require "fs", require "task" '
        result = self.peekaboo("run", "-e", head + text, **options)
        self.assertEqual(result.status, 0, str(result))
        return result.stdout.decode()

    def got(self):
        with open(os.path.join(self.folder, "got"), "rb") as file:
            return file.read().decode()

    def serve(self, text):
        """A script that offers something until it is ended."""
        script = Script(PEEKABOO, 'local clipboard = require "clipboard"\n' + text +
                        '\nprint "offered"\ntask.sleep(600)', dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        script.until("offered")
        return script

    @staticmethod
    def keepers():
        """Processes that keep what a script has copied to this desktop."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as words, open(f"/proc/{pid}/environ", "rb") as variables:
                    ours = f"XDG_RUNTIME_DIR={os.environ['XDG_RUNTIME_DIR']}".encode() in variables.read().split(b"\0")
                    if words.read() == b"peekaboo\0clipboard\0keeper\0" and ours:
                        found.append(int(pid))
            except OSError:
                continue
        return found

    def test_nothing(self):
        self.assertEqual(self.lua("print(#clipboard.read().formats, clipboard.read().text)"), "0\tnil\n")

    def test_text_is_read(self):
        for text in (self.TEXT, self.MANY):
            with self.subTest(characters=len(text)):
                self.copy(text.encode())
                self.assertEqual(self.lua(self.READ), "text\n")
                self.assertTrue(self.got() == text)

    def test_html_is_read(self):
        self.copy("<b>Grüße</b>".encode(), "--type", "text/html")
        self.assertEqual(self.lua("print(clipboard.read().html)"), "<b>Grüße</b>\n")

    def test_a_picture_is_read(self):
        for kind in ("png", "jpeg", "webp"):
            with self.subTest(kind):
                data = output("convert", "-size", "30x20", "xc:white", f"{kind}:-")
                self.copy(data, "--type", f"image/{kind}")
                said = self.lua('local c = clipboard.read() print(c.image.width, c.image.height, c.formats[1])')
                self.assertEqual(said, "30\t20\timage\n")

    def test_files_are_read(self):
        show = 'local c = clipboard.read() print(c.cut, table.concat(c.files, "|"))'
        self.copy(b"file:///tmp/a%20b.txt\r\nfile:///tmp/%C3%BC\r\nhttps://example.org/\r\n", "--type", "text/uri-list")
        self.assertEqual(self.lua(show), "false\t/tmp/a b.txt|/tmp/ü\n")
        self.copy(b"cut\nfile:///tmp/x", "--type", "x-special/gnome-copied-files")
        self.assertEqual(self.lua(show), "true\t/tmp/x\n")

    def test_the_mark_of_a_secret_is_read(self):
        # Newer wl-clipboard has an option for the mark, and another value for whoever sets it by its type.
        marks = "--sensitive" in subprocess.run(["wl-copy", "--help"], capture_output=True, text=True, timeout=60).stdout
        self.copy(b"secret", *(["--sensitive"] if marks else ["--type", "x-kde-passwordManagerHint"]))
        self.assertEqual(self.lua("print(clipboard.read().secret)"), "true\n")

    def test_formats_are_written(self):
        self.serve('clipboard.write { text = "Grüße", html = "<b>Grüße</b>", files = { "/tmp/a b", "/tmp/ü" }, cut = true }')
        uris = ["file:///tmp/a%20b", "file:///tmp/%C3%BC"]
        self.assertEqual(self.paste().decode(), "Grüße")
        for kind, expected in (("text/plain", "Grüße"), ("UTF8_STRING", "Grüße"), ("text/html", "<b>Grüße</b>"),
                               ("text/uri-list", "".join(uri + "\r\n" for uri in uris)),
                               ("x-special/gnome-copied-files", "\n".join(["cut", *uris]))):
            with self.subTest(kind):
                self.assertEqual(self.paste("--type", kind).decode(), expected)
        self.assertNotIn("image/png", self.offered())
        self.assertIsNone(self.paste("--type", "image/png"))

    def test_a_picture_is_written(self):
        self.serve('clipboard.write { image = screen.capture "desktop" }')
        pasted = from_ppm(output("convert", "png:-", "-depth", "8", "ppm:-", input=self.paste("--type", "image/png")))
        self.same(pasted, self.steady())

    def test_primary_is_another_one(self):
        self.copy(b"selected", "--primary")
        self.copy(b"copied")
        read = 'print(clipboard.read().text, clipboard.read({ selection = "primary" }).text)'
        self.assertEqual(self.lua(read), "copied\tselected\n")
        self.serve('clipboard.write("ours", { selection = "primary" })')
        self.assertEqual((self.paste(), self.paste("--primary")), (b"copied", b"ours"))
        self.assertEqual(self.lua(read), "copied\tours\n")

    def test_x_programs_share_it(self):
        # Those of X copy and paste only while one of their windows has the focus.
        xterm = self.start_xterm()
        wait_until("the focus", lambda: self.node(xterm)["focused"])
        owner = subprocess.Popen(["xclip", "-quiet", "-selection", "clipboard", "-in"], stdin=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(owner.wait)
        self.addCleanup(owner.kill)
        owner.stdin.write(self.TEXT.encode())
        owner.stdin.close()
        wait_until("the copy", self.offered)
        self.lua(self.READ)
        self.assertEqual(self.got(), self.TEXT)
        self.serve('clipboard.write { text = "Grüße", files = { "/tmp/a b" } }')
        self.assertEqual(owner.wait(30), 0)
        for kind, expected in (("UTF8_STRING", "Grüße".encode()), ("STRING", "Grüße".encode("latin-1")),
                               ("text/uri-list", b"file:///tmp/a%20b\r\n")):
            with self.subTest(kind):
                self.assertEqual(output("xclip", "-selection", "clipboard", "-out", "-target", kind), expected)

    def test_cleared(self):
        owner = self.copy(b"theirs")
        self.lua("clipboard.clear()")
        self.assertEqual(owner.wait(30), 0)
        self.assertIsNone(self.paste())
        self.assertEqual(self.lua('clipboard.write("ours") clipboard.clear() print(#clipboard.read().formats)'), "0\n")
        self.assertIsNone(self.paste())
        self.assertEqual(self.keepers(), [])

    def test_several_paste_while_one_has_stopped(self):
        self.serve('clipboard.write(("xyz漢"):rep(300000))')
        with subprocess.Popen(["wl-paste", "--no-newline"], stdout=subprocess.PIPE) as stopped:
            first = stopped.stdout.read(1)
            for _ in range(3):
                self.assertTrue(self.paste() == self.MANY.encode())
            self.assertTrue(first + stopped.stdout.read() == self.MANY.encode(), "and goes on")
        with subprocess.Popen(["wl-paste", "--no-newline"], stdout=subprocess.PIPE) as gone:
            gone.stdout.read(1)
            gone.kill()
        self.assertTrue(self.paste() == self.MANY.encode())

    def test_an_owner_that_never_answers(self):
        owner = self.copy(b"never told")
        owner.send_signal(signal.SIGSTOP)
        said = self.lua("""
            local reading = task.spawn(function() return select(2, try(clipboard.read, { timeout = 2 })) end)
            print(clipboard.read({ formats = {} }).formats[1])
            local err = task.wait(reading)
            print(err.code, err.details.reason)
            print(select(2, try(clipboard.read)).details.reason)
            clipboard.write("in its place")
            print(clipboard.read().text)""")
        self.assertEqual(said.splitlines(), ["text", "TIMEOUT\towner", "owner", "in its place"])

    def test_a_stopped_compositor_costs_one_call(self):
        self.serve('clipboard.write("ours")')
        pid = int(os.path.basename(os.environ["SWAYSOCK"]).split(".")[2])
        os.kill(pid, signal.SIGSTOP)
        try:
            for act in ("read, {", 'write, "new", {', "clear, {"):
                with self.subTest(act):
                    said = self.lua(f"print(select(2, try(clipboard.{act} timeout = 1 }})).code)")
                    self.assertEqual(said, "TIMEOUT\n")
        finally:
            os.kill(pid, signal.SIGCONT)
        self.assertEqual(self.paste(), b"ours")

    def test_an_owner_that_ends(self):
        owner = self.copy(b"gone")
        owner.send_signal(signal.SIGSTOP)
        script = Script(PEEKABOO, """
            local clipboard = require "clipboard"
            task.spawn(function() print(#clipboard.read({ timeout = 60 }).formats) end)
            print "reads"
            """, dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        script.until("reads")
        owner.kill()
        self.assertEqual(script.line(), "0")

    def test_a_killed_program_takes_it_along(self):
        script = self.serve('clipboard.write("gone")')
        self.assertEqual(self.paste(), b"gone")
        script.process.kill()
        script.process.wait()
        wait_until("the clipboard to be empty", lambda: self.paste() is None)
        self.assertEqual(self.keepers(), [])

    def test_what_a_command_has_copied_is_kept(self):
        self.lua('clipboard.write { text = "kept", html = "<i>kept</i>" } clipboard.write("selected", { selection = "primary" })')
        self.assertEqual(len(self.keepers()), 1)
        self.assertEqual(self.paste(), b"kept")
        self.assertEqual(self.paste("--type", "text/html"), b"<i>kept</i>")
        self.assertEqual(self.paste("--primary"), b"selected")
        self.copy(b"theirs")
        self.assertEqual(len(self.keepers()), 1, "it still has the other one")
        self.copy(b"theirs", "--primary")
        wait_until("the keeper to end", lambda: not self.keepers())

    def test_what_is_not_ours_any_more_is_not_taken(self):
        script = self.serve('clipboard.write("ours")')
        self.copy(b"theirs")
        script.end()
        self.assertEqual(self.keepers(), [])
        self.assertEqual(self.paste(), b"theirs")

    def test_changes_are_reported(self):
        self.copy(b"before")
        script = Script(PEEKABOO, """
            local clipboard = require "clipboard"
            event.on { "clipboard.changed", run = function(selection) print(selection, clipboard.read().text) end }
            event.on { "clipboard.changed", selection = "primary", run = function(selection) print(selection) end }
            print "listening"
            """, dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        script.until("listening")
        self.copy(b"first")
        self.assertEqual(script.line(), "clipboard\tfirst")
        self.copy(b"second", "--primary")
        self.assertEqual(script.line(), "primary")
        self.clear()
        script.until("clipboard\tnil")

    def test_the_doctor_tells_how(self):
        said = self.peekaboo("doctor").stdout.decode()
        self.assertRegex(said, r"ok\s+clipboard\s+(ext|wlr)-data-control: clipboard and primary")


if __name__ == "__main__":
    unittest.main(verbosity=2)
