#!/usr/bin/python3
"""A display server that stops, dies, comes back, or changes its authorization, under a running `peekaboo mcp`."""
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from mcp_client import Client

PEEKABOO = os.environ["PEEKABOO"]
RIG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig")
sys.path.insert(0, RIG)
import awake  # noqa: E402
from waiting import wait_until  # noqa: E402

LIMIT = 1.5      # seconds a call is given
LATENESS = 5.0   # what a loaded machine may add before an answer counts as late
PATIENCE = 20


class XServer:
    """An Xvfb with a cookie of its own."""

    def __init__(self, folder, number=None):
        self.authority = os.path.join(folder, "authority")
        self.cookie = subprocess.run(["mcookie"], check=True, capture_output=True, text=True).stdout.strip()
        self.number = number
        self.write_authority(number or 0)
        self.start()
        self.write_authority(self.number)

    def write_authority(self, number):
        subprocess.run(["xauth", "-q", "-f", self.authority, "add", f":{number}", ".", self.cookie], check=True,
                       stderr=subprocess.DEVNULL)

    def start(self):
        end, other = os.pipe()
        name = [f":{self.number}"] if self.number is not None else []
        self.process = subprocess.Popen(["Xvfb", *name, "-displayfd", str(other), "-screen", "0", "800x600x24", "-noreset",
                                         "-nolisten", "tcp", "-auth", self.authority], pass_fds=[other],
                                        stderr=subprocess.DEVNULL)
        os.close(other)
        text = b""
        while not text.endswith(b"\n"):  # a server that cannot write the line's end dies
            if not select.select([end], [], [], PATIENCE)[0]:
                raise AssertionError("Xvfb did not start")
            part = os.read(end, 20)
            if not part:
                raise AssertionError(f"Xvfb ended before it was ready (display {self.number})")
            text += part
        self.number = int(text)
        os.close(end)

    @property
    def display(self):
        return f":{self.number}"

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOWAIT)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()


# What grows with need, and how far: each desktop and capture thread may keep a connection, and changes have one.
POOLS = {"thread desktop": 4, "thread capture": 4, "thread cpu": 4, "thread io": 4, "thread pixels": 4, "socket:": 9}


class Display(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="faults.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = XServer(self.folder)
        self.addCleanup(lambda: self.server.kill())
        self.painter = None
        self.paint()
        environment = {"HOME": self.folder, "TMPDIR": self.folder, "PATH": os.environ["PATH"],
                       "XDG_RUNTIME_DIR": self.folder, "DISPLAY": self.server.display,
                       "XAUTHORITY": self.server.authority, "PEEKABOO_CLI_TIMEOUT": str(int(LIMIT * 1000)),
                       "PEEKABOO_AI_PROVIDERS": "ollama/none", "PEEKABOO_OLLAMA_BASE_URL": "http://127.0.0.1:9"}
        self.client = Client(PEEKABOO, environment)
        self.addCleanup(self.end_client)

    def end_client(self):
        if self.client.process.poll() is None:
            self.client.end()

    def paint(self):
        """A window that says when it is painted."""
        if self.painter:
            self.painter.kill()
            self.painter.communicate()
        self.painter = subprocess.Popen([os.path.join(RIG, "apps", "painter.py"), "--class", "Studio"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env={**os.environ, "DISPLAY": self.server.display, "XAUTHORITY": self.server.authority})
        self.addCleanup(self.painter.communicate)
        self.addCleanup(self.painter.kill)
        self.assertIn("ready", self.painter.stdout.readline())

    def works(self):
        """Every kind of desktop call, right now."""
        listed = self.client.tool("list", item_type="running_applications")
        self.assertEqual(listed.code(), "", listed.result())
        self.assertIn("Studio", listed.text())
        captured = self.client.tool("image", app_target="Studio", format="data")
        self.assertEqual(captured.code(), "", captured.text())
        self.assertTrue(any(part["type"] == "image" for part in captured.result()["content"]))

    def burst(self, count=20):
        kinds = [lambda: self.client.tool("image", app_target="Studio", format="data"),
                 lambda: self.client.tool("image", path=self.folder + "/shots/"),
                 lambda: self.client.tool("list", item_type="running_applications"),
                 lambda: self.client.tool("list", item_type="screens"),
                 lambda: self.client.tool("list", item_type="application_windows", app="Studio")]
        return [kinds[i % len(kinds)]() for i in range(count)]

    def in_time(self, calls, codes, limit=LIMIT):
        for call in calls:
            self.assertIn(call.code(), codes, call.text())
            self.assertLessEqual(call.seconds, limit + LATENESS, call.text())

    def answers_meanwhile(self):
        """What needs no display is answered at once; the status says what is wrong."""
        ping = self.client.ping()
        ping.result()
        self.assertLess(ping.seconds, LATENESS)
        # A picture that is not there: the answer comes from the disk, not from the display.
        analysis = self.client.tool("analyze", image_path=self.folder + "/none.png", question="What is it?")
        self.assertTrue(analysis.result()["isError"])
        self.assertLess(analysis.seconds, LATENESS)
        status = self.client.tool("list", item_type="server_status")
        self.assertFalse(status.result().get("isError"), status.text())
        self.assertLess(status.seconds, LIMIT + 3 + LATENESS)
        return status.text()

    def at_work(self):
        """What the server holds once all its threads, connections and its log have been needed."""
        self.many_at_once()
        return self.client.holds()

    def many_at_once(self):
        """More calls than threads. On a busy machine the last of them may have no time left."""
        self.in_time(self.burst(40), ["", "TIMEOUT"], 10)

    def nothing_leaked(self, before):
        """Descriptors by what they are, and threads, are no more than `before`."""
        self.many_at_once()
        more = {}

        def none_is_left():
            held = self.client.holds()
            more.clear()
            more.update({name: count for name, count in (held - before).items() if held[name] > POOLS.get(name, 0)})
            return not more
        try:
            wait_until("what was used to be given back", none_is_left, 5)
        except AssertionError as late:
            raise AssertionError(f"{late}; leaked: {more}") from None

    def test_a_server_that_stops_and_goes_on(self):
        before = None
        for _ in range(3):
            self.server.stop()
            calls = self.burst()
            self.answers_meanwhile()
            self.in_time(calls, ["TIMEOUT"])
            calls += self.burst(8)
            self.in_time(calls[-8:], ["TIMEOUT"])
            for call in calls:
                self.assertRegex(call.text(), f"display {self.server.display} does not answer|display server did not answer")
            self.server.go_on()
            self.works()
            before = before or self.at_work()
        self.nothing_leaked(before)

    def test_a_server_that_stops_under_a_capture(self):
        """Calls that are under way when it happens, not only those that begin afterwards."""
        for pause in (0.0, 0.001, 0.003, 0.01, 0.03):
            calls = self.burst(10)
            time.sleep(pause)
            self.server.stop()
            self.in_time(calls, ["", "TIMEOUT"])
            self.server.go_on()
            self.works()

    def test_a_server_that_dies_and_comes_back(self):
        self.works()
        before = None
        for _ in range(3):
            calls = self.burst()
            self.server.kill()
            self.in_time(calls, ["", "DISPLAY_UNAVAILABLE", "TIMEOUT", "APP_NOT_FOUND", "WINDOW_NOT_FOUND"])
            self.in_time(self.burst(10), ["DISPLAY_UNAVAILABLE"])
            self.assertIn(self.server.display, self.answers_meanwhile())
            self.server.start()
            self.paint()
            self.works()
            before = before or self.at_work()
        self.nothing_leaked(before)

    def test_a_server_that_comes_back_with_another_cookie(self):
        self.works()
        self.server.kill()
        stolen = os.path.join(self.folder, "elsewhere")
        os.mkdir(stolen)
        self.server = XServer(stolen, self.server.number)
        refused = self.client.tool("list", item_type="running_applications")
        self.assertEqual(refused.code(), "DISPLAY_UNAVAILABLE")
        self.assertRegex(refused.text().lower(), "refus")
        self.assertIn("XAUTHORITY", refused.text())
        os.replace(self.server.authority, os.path.join(self.folder, "authority"))
        self.server.authority = os.path.join(self.folder, "authority")
        self.paint()
        self.works()

    def test_the_program_ends_while_the_server_is_stopped(self):
        self.works()
        self.server.stop()
        self.burst(10)
        self.client.ping().result()
        began = awake.now()
        self.client.end()
        self.assertLess(awake.now() - began, LIMIT + LATENESS)
        self.server.go_on()


if __name__ == "__main__":
    unittest.main(verbosity=2)
