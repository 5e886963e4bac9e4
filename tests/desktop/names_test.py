#!/usr/bin/python3
"""What applications are called, and which one a name means, on windows that are really there."""
import os
import subprocess
import unittest

from support import DesktopTest, active_window, output, see_window, settled, wait_until


class NamesTest(DesktopTest):
    def entry(self, name, *lines):
        """A desktop entry of the user's."""
        folder = os.path.join(os.environ["XDG_DATA_HOME"], "applications")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name + ".desktop")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(("[Desktop Entry]", "Type=Application", *lines, "")))
        self.addCleanup(os.remove, path)

    def found(self, name):
        """Process numbers that a name means."""
        data = self.succeeds("list", "windows", "--app", name)
        return sorted(app["pid"] for app in data["applications"])

    def is_not_found(self, name):
        return self.fails("APP_NOT_FOUND", 18, "image", "--app", name, "--path", os.path.join(self.folder, "no.png"))

    def names(self):
        return [app["app_name"] for app in self.succeeds("list", "apps")["applications"]]


class Matching(NamesTest):
    def test_exact_names_of_every_kind(self):
        self.entry("org.example.Nightwatch", "Name=Night Watch", "Name[de]=Nachtwache", "GenericName=Guard",
                   "Exec=nw-start --calm %U", "StartupWMClass=Rembrandt")
        process, _ = self.painter("--class", "Rembrandt", "--title", "canvas")
        self.painter("--class", "Night", "--title", "other")
        for name in ("Night Watch", "NIGHT WATCH", "nachtwache", "org.example.Nightwatch", "nightwatch",
                     "org.example.nightwatch.desktop", "nw-start", "rembrandt", "night-watch", "watch", "Guard"):
            with self.subTest(name):
                self.assertEqual(self.found(name), [process.pid])

    def test_nothing_is_taken_for_another(self):
        self.entry("color-terminal", "Name=Rxvt Color Unicode Terminal", "Exec=none", "StartupWMClass=Colorful")
        self.painter("--class", "Colorful", "--title", "code")
        for name in ("code", "Kate", "Math", "Terminator", "GNOME Terminal", "nicode"):
            with self.subTest(name):
                self.is_not_found(name)
        self.assertEqual(len(self.found("Terminal")), 1)
        self.assertIn("'Rxvt Color Unicode Terminal:WINDOW_TITLE:code'", str(self.is_not_found("code")))
        self.assertIn("Rxvt Color Unicode Terminal", str(self.is_not_found("Terminator")))

    def test_what_fits_equally_well_is_ambiguous(self):
        self.painter("--class", "Alpha-Viewer")
        beta, _ = self.painter("--class", "Beta-Viewer")
        error = self.fails("AMBIGUOUS_APP_IDENTIFIER", 22, "list", "windows", "--app", "viewer")
        self.assertIn("Beta-Viewer", str(error))
        self.assertEqual(self.found("beta"), [beta.pid])

    def test_one_of_the_kind_answers_and_the_answer_says_so(self):
        self.entry("org.chromium.Chromium", "Name=Chromium Web Browser", "Exec=chromium", "StartupWMClass=Chromium")
        process, _ = self.painter("--class", "Chromium", "--title", "page")
        self.assertEqual(self.found("Google Chrome"), [process.pid])
        result = self.peekaboo("image", "--app", "Google Chrome", "--path", os.path.join(self.folder, "one.png"))
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("'Google Chrome' is not running; 'Chromium Web Browser' was taken instead.", str(result))

    def test_triggers_and_waiting_use_the_same_names(self):
        path = os.path.join(self.folder, "wait.lua")
        with open(path, "w", encoding="utf-8") as script:
            script.write("""
                local event, window = require "event", require "window"
                local seen = event.on { "window.opened", app = "nachtwache", run = function(w) print("opened", w.title) end }
                print "ready"
                print("there", window.wait { app = "Night Watch", title = "canvas", timeout = 60 }.title)
                window.wait_gone { app = "Nightwatch", timeout = 60 }
                seen:stop() """)
        self.entry("org.example.Nightwatch", "Name=Night Watch", "Name[de]=Nachtwache", "Exec=nw",
                   "StartupWMClass=Rembrandt")
        run = subprocess.Popen([os.environ["PEEKABOO"], "run", path], stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "TMPDIR": self.temporary})
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n")
        for other in ("Night", "Antinachtwache", "Xnightwatch"):
            self.painter("--class", other, "--title", "canvas of another")
        process, _ = self.painter("--class", "Rembrandt", "--title", "canvas")
        lines = sorted(run.stdout.readline() for _ in range(2))
        self.assertEqual(lines, ["opened\tcanvas\n", "there\tcanvas\n"])
        self.end(process)
        self.assertEqual(run.wait(timeout=60), 0)


class Naming(NamesTest):
    def test_the_background_of_the_desktop_can_be_named(self):
        process, window = self.painter("--class", "Wallpaper", "--title", "background", "--type", "desktop",
                                       "--geometry", "640x400+0+0")
        self.assertEqual(self.names(), ["Desktop"])
        self.assertEqual(self.found("Desktop"), [process.pid])
        self.assertEqual(self.found("wallpaper"), [process.pid])
        self.same(self.capture("--app", "Desktop"), see_window(window))

    def test_a_name_stays_whichever_window_is_in_front(self):
        process = self.start("painter.py", "--class", "Mainly", "--count", "2", "--more-class", "Toplevel")
        ids = self.ready(process)
        for front in (ids[1], ids[0], ids[1]):
            output("wmctrl", "-i", "-a", str(front))
            wait_until("the window to be active", lambda front=front: active_window() == front)
            self.assertEqual(self.names(), ["Mainly"])
        self.assertEqual(self.found("Toplevel"), [process.pid])


class Said(NamesTest):
    def test_a_picture_tells_application_title_size_and_place(self):
        _, window = self.painter("--class", "Studio", "--title", "One", "--geometry", "200x150+300+200")
        settled(see_window, window)
        result = self.peekaboo("call", "image", '{"app_target": "Studio"}')
        self.assertRegex(result.json["content"][0]["text"], r'^Captured 1 image: Studio "One" \[\d+,\d+ 200×150\]\n')
        self.assertEqual(result.json["images"][0]["item_label"], "One")

    def test_a_list_carries_the_index_and_counts_the_minimised(self):
        process, window = self.painter("--class", "Studio", "--title", "c one")
        self.assertIn('[0] "c one"', self.peekaboo("call", "list", '{"app": "Studio"}').json["content"][0]["text"])
        self.command(process, "iconify")
        wait_until("the window to be minimised", lambda: b"Iconic" in output("xprop", "-id", str(window), "WM_STATE"))
        answer = self.peekaboo("call", "list", '{"app": "Studio"}').json
        self.assertIn("1 minimised window is not shown", answer["content"][0]["text"])
        self.assertEqual(answer["minimised_count"], 1)
        error = self.fails("CAPTURE_FAILED", 14, "image", "--app", "Studio", "--window-index", "0", "--path",
                           os.path.join(self.folder, "no.png"))
        self.assertIn(f'"c one" ({window})', error["message"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
