#!/usr/bin/python3
"""Kinds of windows and states of applications: right to the pixel, or a coded error that says why."""
import os
import signal
import subprocess
import time
import unittest

from Xlib import display

from session_client import Session
from support import DesktopTest, geometry, output, painted, read_picture, see_screen, see_window, settled, text_of, wait_until
from sync_priority import serve_last

COMPOSITED = os.environ.get("COMPOSITED") == "1"


class Kinds(DesktopTest):
    def pid(self, process):
        return ("--app", f"PID:{process.pid}")

    def refused(self, reason, *target, **options):
        path = os.path.join(self.folder, "refused.png")
        error = self.fails("CAPTURE_FAILED", 14, "image", *target, "--path", path, **options)
        self.assertIn(reason, str(error))
        self.assertFalse(os.path.exists(path))

    def cover(self, where):
        process, window_id = self.painter("--class", "Cover", "--title", "Cover", "--seed", "9", "--geometry", where)
        self.command(process, "raise")
        settled(see_screen)
        return process, window_id

    def test_a_window_on_another_workspace(self):
        process, window_id = self.painter("--geometry", "200x150+100+100")
        before = text_of("xdotool", "get_num_desktops").strip()
        output("xdotool", "set_num_desktops", "2")
        self.addCleanup(output, "xdotool", "set_num_desktops", before)
        output("wmctrl", "-i", "-r", str(window_id), "-t", "1")
        wait_until("the window to go", lambda: "IsUnMapped" in text_of("xwininfo", "-id", str(window_id)))
        self.refused("not mapped", *self.pid(process), "--mode", "window", "--window-index", "0")
        seen = self.capture(*self.pid(process), "--mode", "window", "--window-index", "0", "--capture-focus", "foreground")
        self.same(seen, painted(200, 150))
        output("wmctrl", "-s", "0")

    def test_a_dialog_over_its_owner(self):
        owner, owner_id = self.painter("--title", "Owner", "--geometry", "300x200+100+100")
        dialog, dialog_id = self.painter("--title", "Dialog", "--seed", "2", "--geometry", "120x80+160+140",
                                         "--transient-for", str(owner_id))
        wait_until("both", lambda: geometry(dialog_id)["x"] > 0 and geometry(owner_id)["x"] > 0)
        settled(see_screen)
        self.same(self.capture(*self.pid(owner)), painted(300, 200))
        self.same(self.capture(*self.pid(dialog)), painted(120, 80, 2))

    def test_a_gtk_window_under_others(self):
        process, window_id = self.form()
        place = geometry(window_id)
        cover, _ = self.cover(f"200x120+{place['x'] + 40}+{place['y'] + 60}")
        seen = self.capture(*self.pid(process), "--mode", "window")
        self.command(cover, "move 900 600")  # the focus stays where it is: the form's colours depend on it
        self.same(seen, settled(see_window, window_id))

    def test_a_slow_application(self):
        process, _ = self.painter("--slow", "0.3", "--geometry", "300x200+100+100")
        self.cover("200x150+150+150")
        self.same(self.capture(*self.pid(process)), painted(300, 200))

    def busy_on(self, core):
        process = subprocess.Popen(["sh", "-c", "echo busy; while :; do :; done"], stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), b"busy\n")
        os.sched_setaffinity(process.pid, core)

    def test_an_application_that_waits_for_a_busy_processor(self):
        """It has been told that it was uncovered, and does not come to paint for a while."""
        process, _ = self.painter("--geometry", "300x200+100+100", "--no-pings")
        cover, _ = self.cover("200x150+150+150")
        core = {min(os.sched_getaffinity(0))}
        for _ in range(40):
            self.busy_on(core)
        os.sched_setaffinity(process.pid, core)
        self.command(cover, "move 600 500")
        path = os.path.join(self.folder, "shot.png")
        result = self.peekaboo("image", *self.pid(process), "--path", path, "--json-output")
        if result.status == 0:
            self.same(read_picture(path), painted(300, 200))
        else:
            self.assertEqual(result.json["error"]["code"], "CAPTURE_FAILED")

    def test_an_application_that_waits_for_a_busy_server(self):
        """It has sent its paint and sleeps, and the server does other work first."""
        process, window_id = self.painter("--geometry", "300x200+100+100", "--no-pings")
        cover, _ = self.cover("200x150+150+150")
        before = see_screen().part(100, 100, 300, 200)
        self.ready(self.start("flooding.py"))
        connection = display.Display()
        serve_last(connection, window_id)
        connection.sync()
        connection.close()
        self.command(cover, "move 600 500")
        wait_until("the window to be uncovered", lambda: see_screen().part(100, 100, 300, 200) != before)
        self.same(self.capture(*self.pid(process)), painted(300, 200))

    def test_half_a_paint_that_a_busy_server_has_read(self):
        """The application has sent the other half and sleeps; only its place in the queue is late."""
        process, _ = self.painter("--geometry", "300x200+100+100", "--no-pings", "--late-half")
        self.cover("200x150+150+150")
        self.ready(self.start("flooding.py"))
        self.same(self.capture(*self.pid(process)), painted(300, 200))

    def test_a_stopped_application_that_was_uncovered(self):
        """What covered it may still stand where it has not painted; a window that lost nothing is right."""
        for pings in ([], ["--no-pings"]):
            with self.subTest(pings):
                process, _ = self.painter("--geometry", "300x200+100+100", *pings)
                cover, _ = self.cover("200x150+150+150")
                process.send_signal(signal.SIGSTOP)
                self.command(cover, "move 600 500")
                settled(see_screen)
                if COMPOSITED:
                    self.same(self.capture(*self.pid(process)), painted(300, 200))
                else:
                    began = time.monotonic()
                    self.refused("stopped", *self.pid(process))
                    self.assertLess(time.monotonic() - began, 2, "that it is stopped is plain at once")
                process.send_signal(signal.SIGCONT)
                self.same(self.capture(*self.pid(process)), painted(300, 200))
                self.end(process)
                self.end(cover)

    def test_an_application_that_is_killed_during_the_capture(self):
        session = Session(self)
        self.cover("200x150+150+150")
        for pause in (0.0, 0.005, 0.02, 0.05, 0.1):
            process, _ = self.painter("--slow", "0.05", "--geometry", "300x200+100+100", "--class", "Victim")
            output("wmctrl", "-a", "Cover")
            path = os.path.join(self.folder, "victim.png")
            call = session.tool("image", app_target=f"PID:{process.pid}", path=path)
            time.sleep(pause)  # anywhere in the capture; every moment must be right
            self.end(process)
            if call.code():
                self.assertIn(call.code(), ("WINDOW_NOT_FOUND", "APP_NOT_FOUND", "CAPTURE_FAILED"), call.text())
            else:
                self.same(read_picture(call.result()["saved_files"][0]["path"]), painted(300, 200))
        self.assertEqual(session.tool("list", item_type="running_applications").code(), "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
