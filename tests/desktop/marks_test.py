#!/usr/bin/python3
"""What becomes of marks when programs change, stop or end between `see` and the act."""
import os
import signal
import subprocess
import unittest

from elements_test import TOOLKITS
from hands_test import HandsTest
from support import APPLICATIONS, active_window, wait_until, windows


class MarksTest(HandsTest):
    def order_form(self, toolkit="gtk3"):
        """Starts the form; returns its process and window once it is in front."""
        process = self.start("order_form.py", toolkit, "--more")
        self.assertEqual(process.stdout.readline(), "ready\n")
        window = wait_until("the window", lambda: windows().get("Order Form"))
        wait_until("the window to be active", lambda: active_window() == window)
        return process, window

    @staticmethod
    def ask(process, words):
        process.stdin.write(words + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip()

    @staticmethod
    def lines(path):
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def presses(self, process, name):
        return self.ask(process, f"tell presses {name}")


class Changes(MarksTest):
    def test_equal_buttons_have_marks_of_their_own(self):
        process, _ = self.order_form()
        text = self.refused("AMBIGUOUS_ELEMENT", "click", on="Same")
        marks = [line for line in text.replace(":", ";").split("; ") if 'button "Same"' in line]
        self.assertEqual(len(marks), 2, text)
        self.does("click", on=marks[1].split()[0])
        wait_until("the press", lambda: self.presses(process, "Same") == "1")

    def test_a_button_that_became_another_is_left_alone(self):
        process, _ = self.order_form()
        save = self.marks()["button", "Save"]
        self.assertEqual(self.ask(process, "rename Save Delete"), "ok")
        self.assertIn("changed", self.refused("ELEMENT_STALE", "click", on=save))
        self.assertEqual(self.presses(process, "Delete"), "0")

    def test_a_closed_window(self):
        _, window = self.order_form()
        save = self.marks()["button", "Save"]
        subprocess.run(["wmctrl", "-i", "-c", str(window)], check=True)
        wait_until("the window to go", lambda: window not in windows().values())
        self.assertIn("closed", self.refused("ELEMENT_STALE", "click", on=save))

    def test_a_list_that_was_sorted_again(self):
        log = f"{self.folder}/names.txt"
        process = self.start("sorted_list.py", log)
        self.assertEqual(process.stdout.readline(), "ready\n")
        wait_until("the window to be active", lambda: active_window() == windows().get("Names"))
        mark = self.marks()["table cell", "Ada"]
        self.assertEqual(self.ask(process, "turn"), "ok")
        result = self.session.tool("click", on=mark).result()
        self.does("click", on=self.marks()["table cell", "Mary"])
        wait_until("a row", lambda: os.path.exists(log) and self.lines(log)[-1:] == ["Mary"])
        before = self.lines(log)[:-1]
        # It is refused, or it is Ada's row wherever that is now: never the row that took her place.
        self.assertEqual(before, [] if result.get("isError") else ["Ada"], result)


class Faults(MarksTest):
    def test_a_stopped_program(self):
        process, _ = self.order_form()
        save = self.marks()["button", "Save"]
        os.kill(process.pid, signal.SIGSTOP)
        try:
            text = self.refused("TIMEOUT", "click", on=save)
            self.assertIn(str(process.pid), text)
            self.assertTrue(self.session.tool("see", app_target="screen:0", picture="none").text())
        finally:
            os.kill(process.pid, signal.SIGCONT)
        self.assertEqual(self.presses(process, "Save"), "0")
        self.does("click", on=save)
        wait_until("the press", lambda: self.presses(process, "Save") == "1")

    def test_a_press_that_opens_a_dialog(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, window = self.order_form(toolkit)
                self.assertEqual(self.does("click", on=self.marks()["button", "Ask"])["effect"], "seen")
                wait_until("the dialog", lambda: active_window() not in (0, window))
                self.assertIn("Really?", self.session.tool("see", picture="none", text=True).text())
                self.closes_by_a_key(process, window)
                self.end(process)

    def closes_by_a_key(self, process, window):
        """GTK 3 handles the action until the dialog is closed; a key may not reach it in the middle of that."""
        self.does("press_key", key="Tab", app_target=f"PID:{process.pid}")
        self.assertIn("Really?", self.session.tool("see", picture="none", text=True).text())
        self.does("press_key", key="Escape")
        wait_until("the dialog to close", lambda: active_window() == window)

    def test_a_dialog_that_another_process_has_opened(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, window = self.order_form(toolkit)
                clicked = self.peekaboo("do", "click", "--on", "Ask", "--app-target", f"PID:{process.pid}")
                self.assertEqual(clicked.status, 0, str(clicked))
                wait_until("the dialog", lambda: active_window() not in (0, window))
                self.closes_by_a_key(process, window)
                self.end(process)


class BoxTest(HandsTest):
    def setUp(self):
        super().setUp()
        # Turns accessibility on: Qt 6 and Chromium look when they start.
        process = self.start("gtk_entry.py", "First", f"{self.folder}/first.txt")
        self.ready(process)
        wait_until("its elements", lambda: "no elements" not in self.session.tool("see", app_target=f"PID:{process.pid}").text())


class Boxes(BoxTest):
    def test_boxes_and_menus_of_qt6(self):
        self.TOOLKIT = "qt6"
        self.form()
        self.does("select", on="combo box", option="Square")
        self.eventually("chose Square")
        self.does("menu", menuPath="File > Open...")
        self.eventually("menu Open...")


class Page(BoxTest):
    def test_a_box_of_a_page(self):
        page = f"file://{APPLICATIONS}/order_page.html"
        process = subprocess.Popen(["chromium", "--no-sandbox", "--no-first-run", "--force-renderer-accessibility",
                                    f"--user-data-dir={self.folder}/chromium", page], start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.finish, process)
        wait_until("the page", lambda: any("Order Page" in title for title in windows()))
        wait_until("the box", lambda: ("combo box", "Paper") in self.marks())
        told = self.does("select", on="Paper combo box", option="Square")
        self.assertEqual(told["seen"], ['"Square" is chosen'])
        self.assertEqual(self.does("wait_for", on="Square", state="selected")["effect"], "seen")
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.does("wait_for", on="Portrait", state="selected")

    @staticmethod
    def finish(process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        wait_until("the window to go", lambda: not any("Order Page" in title for title in windows()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
