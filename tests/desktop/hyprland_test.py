#!/usr/bin/python3
"""Hyprland, whose own socket tells places and takes commands. The eyes are grim, hyprctl and the programs themselves."""
import json
import os
import subprocess
import unittest

from support import DesktopTest, from_ppm, output, read_picture, wait_until

COLOURS = {"Below": (0x12, 0x34, 0x56), "Above": (0x65, 0x43, 0x21)}


def clients():
    return json.loads(output("hyprctl", "-j", "clients"))


def client(title):
    return next((each for each in clients() if each["title"] == title), None)


def command(name, title, arguments=""):
    """Runs a command of Hyprland for a window."""
    window = f'window = "address:{client(title)["address"]}"'
    answer = output("hyprctl", "dispatch", f"hl.dsp.{name}({{ {arguments}{window} }})").decode().strip()
    assert answer == "ok", answer


class Hyprland(DesktopTest):
    TOOLS = {"PEEKABOO_TOOLSETS": "hands"}

    def start_foot(self, title, script="exec sleep 1000"):
        before = len(clients())
        colour = "%02x%02x%02x" % COLOURS.get(title, (0x99, 0x33, 0x66))
        foot = subprocess.Popen(["foot", "-T", title, "-w", "300x200", "-o", "cursor.style=underline", "sh", "-c",
                                 f"printf '\\033]11;#{colour}\\007\\033[?25l'; {script}"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            foot.kill()
            foot.wait()
            wait_until("the window to go", lambda: len(clients()) == before)

        self.addCleanup(end)
        wait_until("the terminal", lambda: len(clients()) == before + 1)
        return foot

    def float(self, title, x, y, width, height):
        command("window.float", title, 'action = "enable", ')
        command("window.resize", title, f"x = {width}, y = {height}, ")
        command("window.move", title, f"x = {x}, y = {y}, ")
        wait_until("the place", lambda: client(title)["at"] == [x, y] and client(title)["size"] == [width, height])

    def windows(self):
        said = self.peekaboo("run", "-e", 'print(require("json").encode(require("window").list()))')
        self.assertEqual(said.status, 0, str(said))
        return json.loads(said.stdout)

    def window(self, title):
        [found] = [window for window in self.windows() if window["title"] == title]
        return found

    def do(self, *words):
        return self.succeeds("do", *words, **self.TOOLS)

    def change(self, action, title, *words):
        return self.do("window", "--action", action, "--app-target", f"foot:WINDOW_TITLE:{title}", *words)

    def eye(self):
        return from_ppm(output("grim", "-t", "ppm", "-"))

    def shows(self, title, x, y):
        wait_until(f"{title} at {x},{y}", lambda: self.eye().at(x, y) == COLOURS[title])


class Windows(Hyprland):
    def test_places_and_processes_are_told(self):
        feet = {title: self.start_foot(title) for title in ("Above", "Below")}
        self.float("Above", 100, 80, 400, 300)
        for title, foot in feet.items():
            seen, known = client(title), self.window(title)
            self.assertEqual(known["pid"], foot.pid)
            self.assertEqual([known["bounds"][name] for name in ("x", "y", "width", "height")], seen["at"] + seen["size"])
        self.assertEqual(self.windows(), self.windows())
        self.assertEqual([window["title"] for window in self.windows()], ["Above", "Below"])

    def test_focus_and_keys(self):
        for title in ("Twin", "Twin"):
            number = len(clients())
            self.start_foot(title, f'stty -echo; read line; echo "$line" > {self.folder}/{number}; exec sleep 1000')
        for number, window in enumerate(sorted(self.windows(), key=lambda each: each["id"])):
            self.do("window", "--action", "focus", "--window-id", str(window["id"]))
            self.assertEqual([each["id"] for each in self.windows() if each["active"]], [window["id"]])
            self.do("type_text", "--text", f"Grüße an {window['pid']}\n")
        wait_until("what was typed", lambda: all(os.path.exists(f"{self.folder}/{number}") and
                                                 os.path.getsize(f"{self.folder}/{number}") > 0 for number in (0, 1)))
        typed = set()
        for number in (0, 1):
            with open(f"{self.folder}/{number}") as file:
                typed.add(file.read())
        self.assertEqual(typed, {f"Grüße an {window['pid']}\n" for window in self.windows()})

    def test_states(self):
        self.start_foot("Below")
        self.shows("Below", 640, 360)
        self.change("minimize", "Below")
        wait_until("nothing", lambda: self.eye().at(640, 360) != COLOURS["Below"])
        self.assertTrue(self.window("Below")["minimised"])
        self.change("restore", "Below")
        self.shows("Below", 640, 360)
        self.change("maximize", "Below")
        self.assertEqual(client("Below")["fullscreen"], 1)
        self.change("restore", "Below")
        self.assertEqual(client("Below")["fullscreen"], 0)
        self.change("close", "Below")
        self.assertEqual(clients(), [])

    def test_a_window_that_floats_is_placed(self):
        self.start_foot("Above")
        error = self.fails("EFFECT_NOT_SEEN", 37, "do", "window", "--action", "move", "--x", "50", "--y", "60", "--app-target",
                           "foot:WINDOW_TITLE:Above", **self.TOOLS)
        self.assertIn("Hyprland decides", str(error))
        self.float("Above", 100, 80, 400, 300)
        self.change("move", "Above", "--x", "50", "--y", "60")
        self.change("resize", "Above", "--width", "500", "--height", "350")
        self.assertEqual(client("Above")["at"] + client("Above")["size"], [50, 60, 500, 350])
        self.shows("Above", 540, 400)

    def test_a_click_meets_the_window(self):
        target = os.path.join(self.folder, "clicked")
        self.start_foot("Below")
        self.start_foot("Above", rf"stty raw -echo; printf '\033[?1000h'; head -c 6 > {target}; printf '\033[?1000l'; exec sleep 1000")
        self.float("Above", 600, 300, 400, 300)
        self.shows("Above", 900, 500)
        self.do("click", "--x", "900", "--y", "500")
        wait_until("the click", lambda: os.path.exists(target) and os.path.getsize(target) == 6)

    def test_pictures_are_of_the_window_alone(self):
        self.start_foot("Below")
        self.start_foot("Above")
        command("window.fullscreen_state", "Above", "internal = 2, client = -1, ")
        self.shows("Above", 640, 360)
        self.assert_all_of("Below")
        self.change("minimize", "Below")
        self.assert_all_of("Below")

    def assert_all_of(self, title):
        seen = self.capture("--app", "foot", "--window-title", title, "--capture-focus", "background")
        pixels = {seen.rgb[i:i + 3] for i in range(0, len(seen.rgb), 3)}
        self.assertEqual({tuple(each) for each in pixels}, {COLOURS[title]})


class Rules(Hyprland):
    def setUp(self):
        super().setUp()
        self.configuration = self.configuration_with({"blockedWindowPatterns": ["Below"], "enableAuditLog": False})
        self.path = os.path.join(self.folder, "a.png")
        self.start_foot("Below")
        self.start_foot("Above")
        self.float("Below", 100, 80, 400, 300)
        self.float("Above", 300, 200, 400, 300)
        self.shows("Below", 120, 100)
        self.shows("Above", 640, 480)
        command("focus", "Above")

    def animate(self, enabled):
        flag = "true" if enabled else "false"
        output("hyprctl", "eval", f"hl.config({{ animations = {{ enabled = {flag} }} }})")

    def test_an_excluded_window_is_filled(self):
        self.succeeds("image", "--mode", "screen", "--path", self.path, XDG_CONFIG_HOME=self.configuration)
        seen = read_picture(self.path)
        pixels = {tuple(seen.rgb[i:i + 3]) for i in range(0, len(seen.rgb), 3)}
        self.assertNotIn(COLOURS["Below"], pixels)
        self.assertIn(COLOURS["Above"], pixels)

    def test_places_are_not_believed_while_windows_may_move(self):
        self.addCleanup(self.animate, False)
        self.animate(True)
        error = self.fails("POLICY_DENIED", 27, "image", "--mode", "screen", "--path", self.path,
                           XDG_CONFIG_HOME=self.configuration)
        self.assertIn("windows unknown", str(error))
        self.assertNotIn("a.png", os.listdir(self.folder))


class Events(Hyprland):
    def test_windows_are_reported(self):
        script = self.start_script("""
            for _, kind in ipairs { "opened", "closed", "focused", "title_changed" } do
              event.on { "window." .. kind, run = function(w) print(kind, w.title) end }
            end
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        foot = self.start_foot("Above")
        script.until_all("opened\tAbove", "focused\tAbove")
        foot.kill()
        foot.wait()
        script.until("closed\tAbove")


if __name__ == "__main__":
    unittest.main()
