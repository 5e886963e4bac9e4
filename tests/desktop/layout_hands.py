"""Keys and pointer by EIS, and two layouts of the keyboard. For a DesktopTest of one desktop, which brings `set_layouts(names)`,
`choose_layout(index)`, `do(words)` and `start_log()`."""
import os
import signal
import subprocess
import threading

from support import wait_until


def helpers():
    """The process ids of peekaboo-portal."""
    return [int(word) for word in subprocess.run(["pidof", "peekaboo-portal"], capture_output=True, text=True, check=False)
            .stdout.split()]


class PortalCalls:
    """What is called at the desktop portal's RemoteDesktop, as the bus tells it."""

    def __init__(self, test):
        self.methods = []
        self.monitor = subprocess.Popen(["dbus-monitor", "--session", "interface='org.freedesktop.portal.RemoteDesktop'"],
                                        stdout=subprocess.PIPE, text=True)
        test.addCleanup(self.end)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.began = threading.Event()
        self.reader.start()
        self.began.wait(10)

    def read(self):
        for line in self.monitor.stdout:
            self.began.set()  # it is told its own name first
            if "member=" in line:
                self.methods.append(line.split("member=")[1].split()[0])

    def end(self):
        self.monitor.kill()
        self.monitor.wait()
        self.reader.join()
        self.monitor.stdout.close()


class LayoutTests:
    def setUp(self):
        super().setUp()
        self.set_layouts(["us", "de"])
        self.addCleanup(self.choose_layout, 0)

    def type_line(self, log, text):
        self.do("type_text", "--on", "Name", "--text", text)
        self.do("press_key", "--key", "Return")
        log.told("entered " + text)

    def test_events_go_by_eis_alone(self):
        log = self.start_log()
        for process in helpers():
            os.kill(process, signal.SIGKILL)
        calls = PortalCalls(self)
        self.type_line(log, "Yes")
        x, y = map(str, log.pad())
        self.do("click", "--x", x, "--y", y)
        self.do("scroll", "--direction", "down", "--amount", "100", "--x", x, "--y", y)
        wait_until("the scroll", lambda: [line for line in log.lines if line.startswith("scroll")])
        self.assertEqual(calls.methods.count("ConnectToEIS"), 1, calls.methods)
        self.assertEqual([each for each in calls.methods if each.startswith("Notify")], [])

    def test_text_is_typed_in_the_layout_in_effect(self):
        log = self.start_log()
        for index, text in ((1, "Grüße: zYx @{ß}"), (0, "zYx @{[}"), (1, "über yz")):
            with self.subTest(layout=index):
                self.choose_layout(index)
                self.type_line(log, text)

    def test_a_layout_that_was_chosen_before_is_known(self):
        self.choose_layout(1)
        for process in helpers():
            os.kill(process, signal.SIGKILL)
        self.type_line(self.start_log(), "zyx ü")

    def test_what_the_layout_in_effect_lacks_is_refused_whole(self):
        log = self.start_log()
        error = self.fails("UNSUPPORTED", 29, "do", "type_text", "--on", "Name", "--text", "abü", **self.TOOLS)
        self.assertEqual(error["context"]["reason"], "not on the keyboard")
        self.assertIn("U+00FC", error["message"])
        self.assertEqual(log.keys(), [])

    def test_a_keyboard_that_is_replaced_is_used(self):
        log = self.start_log()
        self.type_line(log, "yz")
        self.set_layouts(["de", "us"])
        self.choose_layout(0)
        self.type_line(log, "yzü")
        self.set_layouts(["us", "de"])
        self.choose_layout(0)
        self.type_line(log, "yz[")

    def test_caps_lock_turns_no_letter_round(self):
        log = self.start_log()
        self.do("press_key", "--key", "caps_lock")
        try:
            self.type_line(log, "aBc 1!")
        finally:
            self.do("press_key", "--key", "caps_lock")
        self.type_line(log, "aBc 1!")
