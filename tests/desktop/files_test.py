#!/usr/bin/python3
"""Files in real file managers: pcmanfm-qt, Thunar and Nautilus, each in a desktop of its own (FILE_MANAGER)."""
import os
import signal
import subprocess
import unittest

from other_clipboard import copy, paste
from session_services import AT_ONCE, IN_TIME, ServicesTest, busctl
from support import managed, wait_until, windows

MANAGER = os.environ.get("FILE_MANAGER", "pcmanfm-qt")
START = {"pcmanfm-qt": ["pcmanfm-qt", "--daemon-mode"], "thunar": ["thunar", "--daemon"],
         "nautilus": ["nautilus", "--gapplication-service"]}
MARKS = {"pcmanfm-qt"}  # what is selected, in elements that are read
SERVICE = "org.freedesktop.FileManager1"
NAMES = ["plain.txt", "two words.txt", "100%.txt", "Grüße '\"$(id)`.txt", "--help", "#hash?.txt"]


def manager_there():
    """Whether it has its name, and then its object: a call in between is refused."""
    owned = "true" in busctl("call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s", SERVICE)
    run = subprocess.run(["busctl", "--user", "introspect", SERVICE, "/org/freedesktop/FileManager1"],
                         capture_output=True, timeout=60) if owned else None
    return run is not None and b".ShowItems" in run.stdout


def closed():
    """Asks every window to close; whether there was none."""
    for line in managed():
        subprocess.run(["wmctrl", "-i", "-c", line.split()[0]], timeout=60)
    return not managed()


class Files(ServicesTest):
    @classmethod
    def setUpClass(cls):
        environment = {**os.environ, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "NO_AT_BRIDGE": "0"}
        cls.manager = subprocess.Popen(START[MANAGER], env=environment, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        wait_until("the file manager", manager_there)

    @classmethod
    def tearDownClass(cls):
        cls.manager.kill()
        cls.manager.wait()

    def setUp(self):
        super().setUp()
        self.place = os.path.join(self.folder, "some place")
        os.makedirs(self.place)
        for name in NAMES:
            with open(os.path.join(self.place, name), "w", encoding="utf-8") as file:
                file.write(name)

    def tearDown(self):
        wait_until("no windows", closed)
        super().tearDown()

    def test_a_file_is_shown_in_its_folder(self):
        for name in NAMES[:2]:
            told = self.does("reveal_in_finder", path=os.path.join(self.place, name))
            self.assertIn(told["facts"]["manager"], MANAGER)
            wait_until("its title", lambda: any("some place" in title for title in windows()))
            self.assertIn(told["window"]["id"], [int(line.split()[0], 16) for line in managed()])
        wait_until("its folder", lambda: self.answer("get_finder_window_path").get("structuredContent")
                   == {"result": self.place})

    def selected(self, paths):
        """Waits until these files are selected."""
        last = [None]

        def same():
            last[0] = self.answer("get_selected_files")
            return last[0].get("structuredContent") == {"result": paths}

        try:
            wait_until("the selection", same)
        except AssertionError as error:
            self.fail(f"{error}: {paths}, not {last[0]}; windows {managed()}")

    def test_odd_names_are_names(self):
        for name in NAMES:
            wait_until("no windows", closed)
            self.does("reveal_in_finder", path=os.path.join(self.place, name))
            if MANAGER in MARKS:
                self.selected([os.path.join(self.place, name)])

    def test_what_is_selected_comes_through_the_clipboard(self):
        path = os.path.join(self.place, "two words.txt")
        self.does("reveal_in_finder", path=path)
        copy(b"before")
        wait_until("the selection", lambda: self.does("get_selected_files", through_clipboard=True) == [path])
        self.assertEqual(paste(), b"before")

    @unittest.skipIf(MANAGER in MARKS, "this one marks what is selected")
    def test_what_is_not_marked_is_never_guessed(self):
        """Some versions mark it once a folder is loaded: the right files, or none."""
        path = os.path.join(self.place, "plain.txt")
        self.does("reveal_in_finder", path=path)
        if MANAGER == "nautilus":
            wait_until("the folder", self.told_folder)
        answers = []

        def answered():
            """A window that still loads may not tell its elements in time."""
            answers.append(self.answer("get_selected_files"))
            return answers[-1].get("_meta", {}).get("backend_error_code") != "TIMEOUT"

        wait_until("an answer", answered)
        told = answers[-1]
        if told.get("isError"):
            self.assertEqual(told["_meta"]["backend_error_code"], "UNSUPPORTED")
            self.assertIn("through_clipboard", told["content"][0]["text"])
        else:
            self.assertEqual(told["structuredContent"], {"result": [path]})

    def told_folder(self):
        """None while it loads."""
        answer = self.answer("get_finder_window_path")
        if not answer.get("isError"):
            return answer["structuredContent"]["result"]
        self.assertIn("once its folder has loaded", answer["content"][0]["text"])
        return None

    def test_none_is_open(self):
        self.refused("WINDOW_NOT_FOUND", "get_finder_window_path")
        self.refused("WINDOW_NOT_FOUND", "get_selected_files")

    def test_bad_paths_are_refused(self):
        self.refused("FILE_IO_ERROR", "reveal_in_finder", path=os.path.join(self.place, "none"))
        for path in ("", "relative", self.place + "/a\nb", self.place + "/a\0b", "/" + "x" * 5000, 7):
            self.refused("INVALID_ARGUMENT", "reveal_in_finder", path=path)
        self.assertFalse(windows())

    def test_there_is_none(self):
        lonely = self.open(DBUS_SESSION_BUS_ADDRESS=self.bare_bus())
        text = self.timed(AT_ONCE, self.refused, "PROVIDER_UNAVAILABLE", "reveal_in_finder", lonely, path=self.place)
        self.assertIn("nautilus", text)

    def test_a_stopped_one_holds_nobody_up(self):
        self.stopped(self.manager.pid)
        waiting = self.session.request("tools/call", name="reveal_in_finder", arguments={"path": self.place})
        self.timed(AT_ONCE, self.does, "get_display_info")
        self.assertEqual(waiting.result()["_meta"]["error_details"]["reason"], "does not answer")
        self.timed(IN_TIME, self.refused, "PROVIDER_UNAVAILABLE", "reveal_in_finder", None, "does not answer",
                   path=self.place)
        os.kill(self.manager.pid, signal.SIGCONT)


if __name__ == "__main__":
    unittest.main()
