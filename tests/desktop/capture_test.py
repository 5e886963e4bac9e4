#!/usr/bin/python3
"""Captures are right to the pixel, judged by ImageMagick, xwd and a pattern that is known in advance."""
import os
import signal
import unittest

from support import DesktopTest, active_window, geometry, output, painted, read_picture, see_screen, see_window, settled, wait_until

COMPOSITED = os.environ.get("COMPOSITED") == "1"


class Screens(DesktopTest):
    def test_the_screen(self):
        self.painter("--geometry", "300x200+500+100")
        self.form()
        before = settled(see_screen)
        seen = self.capture("--mode", "screen", "--screen-index", "0")
        self.assertEqual(see_screen(), before, "the desktop moved under the test")
        self.same(seen, before)

    def test_the_screen_is_the_default(self):
        self.painter()
        expected = settled(see_screen)
        self.same(self.capture(), expected)

    def test_a_jpeg_is_close(self):
        self.form()
        path = os.path.join(self.folder, "screen.jpg")
        before = settled(see_screen)
        data = self.succeeds("image", "--mode", "screen", "--screen-index", "0", "--format", "jpg", "--path", path)
        self.assertEqual(data["saved_files"][0]["mime_type"], "image/jpeg")
        seen = read_picture(path)
        self.assertEqual((seen.width, seen.height), (before.width, before.height))
        error = sum(abs(a - b) for a, b in zip(seen.rgb[::97], before.rgb[::97])) / len(before.rgb[::97])
        self.assertLess(error, 3)


class Managed(DesktopTest):
    """What needs a window manager; the classes below do without."""

    def test_a_terminal(self):
        _, window_id = self.terminal("Notes", "Hello", "from a terminal")
        expected = settled(see_window, window_id)
        self.same(self.capture("--app", "XTerm", "--mode", "window"), expected)

    def test_a_gtk_form(self):
        process, window_id = self.form()
        expected = settled(see_window, window_id)
        self.same(self.capture("--app", f"PID:{process.pid}", "--mode", "window"), expected)

    def test_the_front_window(self):
        self.painter("--class", "Behind", "--title", "Behind")
        _, window_id = self.painter("--class", "Front", "--geometry", "200x150+500+300")
        output("wmctrl", "-i", "-a", str(window_id))
        wait_until("the window to become active", lambda: active_window() == window_id)
        self.same(self.capture("--mode", "frontmost"), painted(200, 150))


class Windows(DesktopTest):
    def test_a_painted_pattern(self):
        process, _ = self.painter("--geometry", "320x240+100+80")
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(320, 240))

    def test_a_window_by_title_and_by_index(self):
        self.painter("--class", "Studio", "--title", "First: a:b", "--geometry", "200x100+10+40")
        self.painter("--class", "Studio", "--title", "Second", "--geometry", "240x120+400+40")
        self.same(self.capture("--app", "Studio", "--mode", "window", "--window-title", "First: a:b"), painted(200, 100))
        self.same(self.capture("--app", "Studio", "--mode", "window", "--window-title", "second"), painted(240, 120))

    def test_all_windows_of_an_application(self):
        process, _ = self.painter("--count", "3", "--geometry", "150x100+60+60")
        folder = os.path.join(self.folder, "all") + "/"
        data = self.succeeds("image", "--app", f"PID:{process.pid}", "--mode", "multi", "--path", folder)
        self.assertEqual(len(data["saved_files"]), 3)
        self.assertEqual(len(set(saved["path"] for saved in data["saved_files"])), 3)
        for saved in data["saved_files"]:
            self.same(read_picture(saved["path"]), painted(150, 100))

    def test_a_tiny_window(self):
        process, _ = self.painter("--geometry", "1x1+100+100")
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(1, 1))

    def test_the_pointer_is_left_out(self):
        process, window_id = self.painter("--geometry", "320x240+100+80")
        output("xdotool", "mousemove", "--window", str(window_id), "100", "100")
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(320, 240))

    def test_a_resized_window(self):
        process, window_id = self.painter("--geometry", "320x240+100+80")
        self.command(process, "resize 401 133")
        wait_until("the new size", lambda: geometry(window_id)["width"] == 401)
        settled(see_window, window_id)
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(401, 133))

    def test_partly_off_the_screen(self):
        process, window_id = self.painter("--geometry", "320x240+100+80")
        self.command(process, "move -120 500")
        wait_until("the move", lambda: geometry(window_id)["x"] < 0)
        self.same(self.capture("--app", f"PID:{process.pid}"), painted(320, 240))


class CoveredTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.below, self.below_id = self.painter("--class", "Below", "--title", "Below", "--geometry", "320x240+100+80")

    def cover(self, where):
        cover, cover_id = self.painter("--class", "Cover", "--title", "Cover", "--geometry", where)
        self.command(cover, "raise")
        settled(see_screen)
        return cover, cover_id

    def below_now(self, **options):
        return self.capture("--app", f"PID:{self.below.pid}", **options)


class Covered(CoveredTest):
    def test_partly(self):
        self.cover("200x200+200+150")
        self.same(self.below_now(), painted(320, 240))

    def test_wholly_and_the_screen_stays_as_it_was(self):
        self.cover("500x400+40+40")
        before = see_screen()
        self.same(self.below_now(), painted(320, 240))
        self.same(self.below_now(), painted(320, 240))
        self.same(settled(see_screen), before)

    def test_many_times_in_a_row(self):
        self.cover("500x400+40+40")
        for _ in range(10):
            self.same(self.below_now(), painted(320, 240))

    def test_a_stopped_application_gives_right_pixels_or_an_error(self):
        self.cover("500x400+40+40")
        self.below.send_signal(signal.SIGSTOP)
        self.addCleanup(self.below.send_signal, signal.SIGCONT)
        target = ("image", "--app", f"PID:{self.below.pid}")
        path = os.path.join(self.folder, "stopped.png")
        if COMPOSITED:
            self.succeeds(*target, "--path", path)
            self.same(read_picture(path), painted(320, 240))
        else:
            self.fails(("CAPTURE_FAILED", "TIMEOUT"), (14, 23), *target, "--path", path, PEEKABOO_CLI_TIMEOUT="2000")
            self.assertEqual(os.listdir(self.folder), [])


class ManagedCovered(CoveredTest):
    def test_foreground_brings_it_to_the_front(self):
        _, cover_id = self.cover("500x400+40+40")
        output("wmctrl", "-i", "-a", str(cover_id))
        wait_until("the cover to become active", lambda: active_window() == cover_id)
        self.same(self.below_now(), painted(320, 240))
        self.assertEqual(active_window(), cover_id, "a background capture changed the focus")
        seen = self.capture("--app", f"PID:{self.below.pid}", "--capture-focus", "foreground")
        self.same(seen, painted(320, 240))
        self.assertEqual(active_window(), self.below_id)

    def test_a_minimised_window_is_an_error_with_the_reason(self):
        self.command(self.below, "iconify")
        wait_until("the window to be minimised", lambda: b"Iconic" in output("xprop", "-id", str(self.below_id), "WM_STATE"))
        path = os.path.join(self.folder, "minimised.png")
        error = self.fails(("CAPTURE_FAILED", "WINDOW_NOT_FOUND"), (14, 15), "image", "--app", f"PID:{self.below.pid}",
                           "--mode", "window", "--window-index", "0", "--path", path)
        self.assertRegex(str(error).lower(), "minimi|on.screen|iconif")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_minimised_window_comes_back_to_its_place(self):
        """Openbox lets it fly there, after it has said that the window is active."""
        before = geometry(self.below_id)
        for target in (("--mode", "multi"), ("--mode", "window", "--window-index", "0")):
            with self.subTest(target):
                self.command(self.below, "iconify")
                wait_until("the window to be minimised", lambda: b"Iconic" in output("xprop", "-id", str(self.below_id), "WM_STATE"))
                path = os.path.join(self.folder, "back.png")
                data = self.succeeds("image", "--app", f"PID:{self.below.pid}", *target, "--capture-focus", "foreground",
                                     "--path", path)
                saved = data["saved_files"][0]
                self.assertEqual((saved["origin"]["x"], saved["origin"]["y"]), (before["x"], before["y"]))
                self.same(read_picture(saved["path"]), painted(320, 240))


if __name__ == "__main__":
    unittest.main(verbosity=2)
