#!/usr/bin/python3
"""Triggers and waits on a real desktop: what happens there is done by other programs, and a script says what it was told."""
import os
import signal
import subprocess
import time
import unittest

from Xlib import X, XK, display

from support import DesktopTest, geometry, output, see_screen, settled, wait_until

MANAGED = os.environ["RIG_WM"] != "none"


class EventsTest(DesktopTest):
    def log(self):
        path = os.path.join(self.folder, "log")
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read()


class Windows(EventsTest):
    def test_the_life_of_a_window(self):
        script = self.start_script("""
            for _, kind in ipairs { "opened", "focused", "title_changed", "moved", "closed" } do
              event.on { "window." .. kind, app = "Studio", run = function(w, e)
                local before = type(e.before) == "table" and e.before.x or e.before
                print(kind, w.id, w.title, before)
                if kind == "moved" then print("at", w.bounds.x, w.bounds.y, w.bounds.width, w.bounds.height) end
              end }
            end
            print "ready" """)
        self.assertEqual(script.line(), "ready")
        process, window = self.painter("--class", "Studio", "--title", "One", "--geometry", "200x150+300+200")
        kinds = ("opened", "focused") if MANAGED else ("opened",)
        script.until_all(*(f"{kind}\t{window}\tOne\tnil" for kind in kinds))
        self.command(process, "title Two")
        script.until(f"title_changed\t{window}\tTwo\tOne")
        self.command(process, "move 400 260")
        wait_until("the window at its new place", lambda: geometry(window)["x"] > 380)
        place = geometry(window)
        script.until(f"at\t{place['x']}\t{place['y']}\t200\t150")
        self.command(process, "resize 220 160")
        place = {**place, "width": 220, "height": 160}
        script.until(f"at\t{place['x']}\t{place['y']}\t220\t160")
        process.kill()
        script.until(f"closed\t{window}\tTwo\tnil")

    def test_waiting_for_a_window_and_for_its_end(self):
        script = self.start_script("""
            print "ready"
            print("there", window.wait { app = "Studio", title = "report", timeout = 30 }.id)
            window.wait_gone { app = "studio", timeout = 30 }
            print "gone" """)
        script.line()
        self.painter("--class", "Other", "--title", "Report")
        process, window = self.painter("--class", "Studio", "--title", "Draft")
        self.command(process, "title My Report")
        self.assertEqual(script.line(), f"there\t{window}")
        process.kill()
        self.assertEqual(script.line(), "gone")
        self.assertIsNone(script.line())

    def test_one_that_is_there_is_waited_for_no_more(self):
        _, window = self.painter("--class", "Studio")
        script = self.start_script('print(window.wait { app = "Studio", timeout = 30 }.id)')
        self.assertEqual(script.line(), str(window))

    def test_nothing_runs_while_nothing_happens(self):
        self.painter("--class", "Studio")
        settled(see_screen)
        script = self.start_script("""
            for i = 1, 25 do event.on { "window.opened", title = "x" .. i, run = print } end
            for i = 1, 15 do event.on { "window.title_changed", title = "x" .. i, run = print } end
            event.on { "screen.changed", region = { x = 0, y = 0, width = 50, height = 50 }, run = print }
            event.on { "display.changed", run = print }
            event.on { "file.changed", path = "nothing", run = print }
            event.on { "hotkey", keys = "Ctrl+Alt+O", run = print }
            event.on { "time", at = "00:00", run = print }
            event.on { "timer", every = 3600, run = print }
            for i = 1, 4 do event.on { "window.closed", run = print } end
            print "ready" """)
        script.line()

        def still():
            before = script.wake_ups()
            # The time in which nothing happens is what is measured.
            time.sleep(1)
            return script.wake_ups() == before

        wait_until("a second without a single wake-up", still)


class Text(EventsTest):
    def test_a_text_that_comes_late(self):
        flag = os.path.join(self.folder, "flag")
        shown = (f"printf 'Still at work'; while [ ! -e {flag} ]; do sleep 0.05; done; "
                 "printf '\\033[2J\\033[HDeploy finished\\033[?25l'; exec sleep 1000")
        terminal = subprocess.Popen(["xterm", "-T", "Deploy", "-fa", "DejaVu Sans Mono", "-fs", "20", "-geometry", "40x5+60+60",
                                     "-bc", "-e", "sh", "-c", shown])
        self.addCleanup(terminal.wait)
        self.addCleanup(terminal.kill)
        script = self.start_script("""
            local w = window.wait { title = "Deploy" }
            print("at work", #screen.wait_text("Still at work").text > 0)
            print(select(2, try(screen.wait_text, "Deploy finished", { timeout = 1 })).code)
            local found = screen.wait_text("deploy finished", { region = window.get(w.id).bounds })
            local b, at = found.bounds, window.get(w.id).bounds
            print(found.text, b.x >= at.x and b.y >= at.y and b.x + b.width <= at.x + at.width)""")
        self.assertEqual(script.line(), "at work\ttrue")
        self.assertEqual(script.line(), "TIMEOUT")
        with open(flag, "w", encoding="utf-8"):
            pass
        self.assertEqual(script.line(), "Deploy finished\ttrue")
        self.assertIsNone(script.line())


class Keys(EventsTest):
    def press(self, *names):
        output("xdotool", "key", "--clearmodifiers", *names)

    def test_a_hotkey_whatever_the_locks_say(self):
        script = self.start_script("""
            event.on { "hotkey", keys = "Ctrl+Alt+P", run = function(keys) print(keys) end }
            event.on { "hotkey", keys = "Shift+F7", run = function(keys) print(keys) end }
            print "ready" """)
        script.line()
        for locks in ((), ("Caps_Lock",), ("Num_Lock",), ("Caps_Lock", "Num_Lock")):
            for lock in locks:
                output("xdotool", "key", lock)
            try:
                output("xdotool", "key", "ctrl+alt+p")
                self.assertEqual(script.line(), "Ctrl+Alt+P", locks)
            finally:
                for lock in locks:
                    output("xdotool", "key", lock)
        output("xdotool", "key", "shift+F7")
        self.assertEqual(script.line(), "Shift+F7")

    def test_one_that_is_taken(self):
        other = display.Display()
        self.addCleanup(other.close)
        key = other.keysym_to_keycode(XK.string_to_keysym("k"))
        other.screen().root.grab_key(key, X.ControlMask | X.Mod1Mask, False, X.GrabModeAsync, X.GrabModeAsync)
        other.sync()
        script = self.start_script("""
            local fine, err = pcall(event.on, { "hotkey", keys = "Ctrl+Alt+K", run = print })
            print(fine, err.code, err.details.reason, err.message)
            event.on { "hotkey", keys = "Ctrl+Alt+L", run = function(keys) print(keys) end }
            print "ready" """)
        self.assertEqual(script.line(), "false\tUNSUPPORTED\ttaken\tCtrl+Alt+K: hotkey is taken by another program")
        script.line()
        output("xdotool", "key", "ctrl+alt+l")
        self.assertEqual(script.line(), "Ctrl+Alt+L")

    def test_it_is_given_back(self):
        script = self.start_script("""
            local trigger = event.on { "hotkey", keys = "Ctrl+Alt+K", run = print }
            trigger:stop()
            local events <close> = event.listen { kinds = { "window.opened" } }
            local again = event.on { "hotkey", keys = "Ctrl+Alt+K", run = print }
            again:stop()
            print "ready" """)
        self.assertEqual(script.line(), "ready")


class Screen(EventsTest):
    region = "{ x = 40, y = 300, width = 100, height = 80 }"

    def setUp(self):
        super().setUp()
        self.display = display.Display()
        self.addCleanup(self.display.close)
        self.canvas = self.display.screen().root.create_window(30, 290, 200, 150, 0, X.CopyFromParent, override_redirect=True)
        self.paint("#101010")
        self.canvas.map()
        self.display.sync()
        settled(see_screen)

    def paint(self, colour):
        self.canvas.change_attributes(background_pixel=int(colour[1:], 16))
        self.canvas.clear_area()
        self.display.sync()

    def test_a_change_of_pixels(self):
        script = self.start_script(f"""
            local region = {self.region}
            event.on {{ "screen.changed", region = region, run = function(image)
              local p = image:pixel(5, 5)
              print("trigger", image.width, image.height, p.red, p.green, p.blue)
            end }}
            print "ready"
            local p = screen.wait_change(region, {{ timeout = 30 }}):pixel(0, 0)
            print("waited", p.red, p.green, p.blue) """)
        script.line()
        # Painted again with the same colours, which is no change; and elsewhere.
        wait_until("the wait to listen", lambda: script.wake_ups() > 3)
        self.paint("#101010")
        self.painter("--geometry", "100x80+600+100")
        self.paint("#102030")
        lines = {script.line(), script.line()}
        self.assertEqual(lines, {"trigger\t100\t80\t16\t32\t48", "waited\t16\t32\t48"})

    def test_a_handler_may_release_its_picture(self):
        script = self.start_script(f"""
            event.on {{ "screen.changed", region = {self.region}, run = function(image)
              local p = image:pixel(5, 5)
              image:release()
              print(p.red, p.green, p.blue)
            end }}
            print "ready" """)
        script.line()
        for colour, line in (("#102030", "16\t32\t48"), ("#203040", "32\t48\t64"), ("#304050", "48\t64\t80")):
            self.paint(colour)
            self.assertEqual(script.line(), line)

    def test_a_screen_that_comes_to_rest(self):
        script = self.start_script(f"""
            print "ready"
            local image = screen.wait_stable({self.region}, {{ still = 0.4, timeout = 60 }})
            local p = image:pixel(0, 0)
            print("still", p.red, p.green, p.blue) """)
        script.line()
        for value in range(1, 20):
            self.paint(f"#{value:02x}0000")
        self.paint("#0000ff")
        self.assertEqual(script.line(), "still\t0\t0\t255")


class Others(EventsTest):
    def test_files_times_signals_and_errors(self):
        script = self.start_script("""
            event.on { "file.changed", path = ".", run = function(path) print("file", path) end }
            event.on { "file.changed", path = "later/deep.txt", run = function(path) print("deep", path) end }
            event.on { "time", at = time.format("%H:%M:%S", time.now() + 2), run = function(at) print("time") end }
            for _, name in ipairs { "SIGUSR1", "SIGUSR2", "SIGHUP" } do
              event.on { "signal", name = name, run = function(which) print(which) end }
            end
            event.on { "signal", name = "SIGUSR2", run = function() error { code = "FILE_IO_ERROR", message = "on purpose" } end }
            time.after(0.01, print, "after")
            print "ready" """)
        self.assertEqual(sorted([script.line(), script.line(), script.line()]), ["after", "ready", "time"])
        with open(os.path.join(self.folder, "note.txt"), "w", encoding="utf-8") as file:
            file.write("x")
        script.until("file\t./note.txt")
        os.mkdir(os.path.join(self.folder, "later"))
        with open(os.path.join(self.folder, "later", "deep.txt"), "w", encoding="utf-8") as file:
            file.write("x")
        script.until("deep\tlater/deep.txt")
        for name in ("SIGUSR1", "SIGUSR2", "SIGHUP", "SIGUSR2"):
            script.send(getattr(signal, name))
            script.until(name)
        wait_until("the error in the log", lambda: self.log().count("on purpose") == 2)
        self.assertIn("a trigger's run failed", self.log())
        self.assertIn("traceback", self.log())
        self.assertEqual(script.end(), 128 + signal.SIGTERM)

    def test_monitors(self):
        script = self.start_script("""
            event.on { "display.changed", run = function(displays) print(#displays, displays[1].bounds.width) end }
            print "ready" """)
        script.line()
        self.addCleanup(subprocess.run, ["xrandr", "--delmonitor", "left"], check=False)
        output("xrandr", "--setmonitor", "left", "640/200x400/100+0+0", "none")
        self.assertRegex(script.line(), r"^\d\t\d+$")


class Storm(EventsTest):
    def test_many_windows_at_once(self):
        # A window manager takes minutes for a thousand; the bare server less than a second.
        count = 100 if MANAGED else 1000
        script = self.start_script(f"local most = {count}" + """
            local opened, closed, runs = 0, 0, 0
            local trigger = event.on { "window.opened", title = "storm", run = function() runs = runs + 1 end }
            local events = event.listen { kinds = { "window.opened", "window.closed" } }
            print "ready"
            while closed < most do
              local happened = events()
              if happened.kind == "window.opened" then
                opened = opened + 1
                if opened == most then print "all are open" end
              else
                closed = closed + 1
              end
            end
            trigger:stop()
            print(opened, closed, runs == trigger.fired and trigger.fired + trigger.skipped)""")
        script.line()
        crowd = display.Display()
        self.addCleanup(crowd.close)
        root = crowd.screen().root
        windows = []
        for i in range(count):
            window = root.create_window(i % 50, i % 40, 60, 40, 0, X.CopyFromParent, override_redirect=False)
            window.set_wm_name(f"storm {i}")
            window.map()
            windows.append(window)
        crowd.flush()
        script.until("all are open")
        for window in windows:
            window.destroy()
        crowd.flush()
        self.assertEqual(script.line(), f"{count}\t{count}\t{count}")


if __name__ == "__main__":
    unittest.main()
