#!/usr/bin/python3
"""The program ends within a second whatever it is doing, and leaves no process behind.

    PEEKABOO=build/peekaboo BAD_DISK_LIBRARY=build/libbad_disk.so tests/faults/shutdown_test.py
"""
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "rig"))
import awake  # noqa: E402
from waiting import PATIENCE, wait_until  # noqa: E402

SCRIPTS = os.path.join(HERE, "..", "..", "scripts")
PEEKABOO = os.environ["PEEKABOO"]
BAD_DISK_LIBRARY = os.environ["BAD_DISK_LIBRARY"]
LIMIT = 2.0  # seconds from the wish to the end: one, and what a busy machine adds

# How a script keeps the program busy, after it has said that it is. In `run` it prints, in `mcp` it writes a file.
STATES = {
    "sleeping": "task.sleep(1000)",
    "sleeping_and_catching": "for _ = 1, 1000 do pcall(task.sleep, 1000) end",
    "many_tasks": "for _ = 1, 2000 do task.spawn(task.sleep, 1000) end task.sleep(1000)",
    "computing": "while true do end",
    "computing_and_catching": "while true do pcall(function() while true do end end) end",
    "computing_in_coroutines":
        "local function nest(n) while true do pcall(coroutine.wrap(function() while n > 0 do nest(n - 1) end"
        " while true do end end)) end end nest(2)",
    "matching": "local _ = (('a'):rep(40)):find(('a*'):rep(40) .. 'b')",
    "worker_stuck": "require('fs').stat('/never-answers')",
    "workers_stuck": "for _ = 1, 20 do task.spawn(require('fs').stat, '/never-answers') end task.sleep(1000)",
    "process_running": "require('process').run({'sleep', '1000'})",
    "process_stubborn": "require('process').run({'sh', '-c', 'trap \"\" TERM INT HUP; while :; do sleep 1; done'})",
    "slow_clean_up":
        "local guard <close> = setmetatable({}, {__close = function() task.shield(100, task.sleep, 100) end})"
        " task.sleep(1000)",
    "computing_clean_up":
        "local guard <close> = setmetatable({}, {__close = function() while true do end end}) task.sleep(1000)",
}
# No signal arrives at the end of the input, and a pattern that is matched in C cannot be interrupted.
NOT_AT_END_OF_INPUT = {"matching"}
# The two signals end the program in one way; these states also meet the other signal.
INTERRUPTED = {"sleeping_and_catching", "computing_and_catching", "matching", "worker_stuck", "process_stubborn"}


def descendants(pid):
    """Process ids below `pid`, from /proc."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parents.setdefault(int(file.read().rsplit(b")", 1)[1].split()[1]), []).append(int(name))
            except (FileNotFoundError, ProcessLookupError):
                continue
    found, left = [], [pid]
    while left:
        children = parents.get(left.pop(), [])
        found += children
        left += children
    return found


def running(pid):
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rsplit(b")", 1)[1].split()[0] not in (b"Z", b"X")
    except (FileNotFoundError, ProcessLookupError):
        return False


class Shutdown(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="peekaboo-shutdown-")
        cls.addClassCleanup(folder.cleanup)
        cls.scripts = os.path.join(folder.name, "scripts")
        shutil.copytree(SCRIPTS, cls.scripts)

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-shutdown-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.ready = os.path.join(self.folder, "ready")
        self.process = None

    def tearDown(self):
        if self.process:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                if stream:
                    stream.close()

    def start(self, *words, **variables):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY", "PEEKABOO_SCRIPTS")}
        environment.update(LD_PRELOAD=BAD_DISK_LIBRARY, TMPDIR=self.folder, XDG_RUNTIME_DIR=self.folder, **variables)
        self.process = subprocess.Popen([PEEKABOO, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=environment, bufsize=0)

    def body(self, state):
        return f"local task = require 'task'\nrequire('fs').write({json.dumps(self.ready)}, 'x')\n{STATES[state]}\n"

    def run_script(self, state):
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.body(state))
        self.start("run", path)
        self.until_ready(state)

    def serve(self, state=None, **variables):
        with open(os.path.join(self.scripts, "tools", "core", "list.lua"), "w", encoding="utf-8") as file:
            file.write("return {run = function()\n" + (self.body(state) if state else "return {}\n") + "end}\n")
        self.start("mcp", PEEKABOO_SCRIPTS=self.scripts, **variables)
        self.send(id=1, method="initialize", params={"protocolVersion": "2025-11-25", "capabilities": {},
                                                     "clientInfo": {"name": "test", "version": "1"}})
        self.assertIn(b"protocolVersion", self.process.stdout.readline())
        self.send(method="notifications/initialized")
        if state:
            self.send(id=2, method="tools/call", params={"name": "list", "arguments": {}})
            self.until_ready(state)

    def send(self, **message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def until_ready(self, state):
        wait_until("the script", lambda: os.path.exists(self.ready))
        if state.startswith("process"):
            wait_until("its process", lambda: descendants(self.process.pid))

    def ends(self, wish, statuses):
        below = descendants(self.process.pid)
        begin = awake.now()
        wish()
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.fail("it did not end")
        took = awake.now() - begin
        self.assertIn(status, statuses)
        self.assertLess(took, LIMIT)
        for pid in below:
            wait_until(f"the end of process {pid}", lambda pid=pid: not running(pid))
        print(f"  {self._testMethodName}: {took:.2f} s", file=sys.stderr)

    def signalled(self, number, statuses):
        self.ends(lambda: self.process.send_signal(number), statuses)

    def test_idle(self):
        for name, wish in (("TERM", lambda: self.process.send_signal(signal.SIGTERM)),
                           ("INT", lambda: self.process.send_signal(signal.SIGINT)),
                           ("end of input", lambda: self.process.stdin.close())):
            with self.subTest(name):
                self.serve()
                self.ends(wish, (0,))
                self.process.stdout.close()

    def test_a_client_that_reads_nothing(self):
        """The pipe to the client is full when the input ends."""
        self.serve()
        for number in range(3000):
            self.send(id=10 + number, method="tools/list", params={"_meta": {"padding": "x" * 4000}})
            if number > 100 and not self.writable():
                break
        else:
            self.fail("the pipe never filled")
        self.ends(lambda: self.process.send_signal(signal.SIGTERM), (0,))

    def writable(self):
        return select.select([], [self.process.stdin], [], 0.3)[1]

    def test_text_recognition_in_progress(self):
        picture = os.path.join(self.folder, "noise.ppm")
        with open(picture, "wb") as file:
            file.write(b"P6 3000 3000 255\n" + os.urandom(3000 * 3000 * 3))
        png = os.path.join(self.folder, "noise.png")
        subprocess.run(["convert", picture, png], check=True, timeout=PATIENCE)
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"require('text').read(require('image').decode(require('fs').read('{png}')))")
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                self.start("run", path)
                wait_until("the helper", lambda: descendants(self.process.pid))
                self.signalled(number, (128 + number,))

    def test_a_log_on_a_disk_that_hangs(self):
        self.serve(BAD_DISK="log", PEEKABOO_LOG_LEVEL="trace", PEEKABOO_LOG_FILE=os.path.join(self.folder, "x.log"))
        self.ends(lambda: self.process.stdin.close(), (0,))


def add_tests(state):
    def for_run(number):
        def test(self):
            self.run_script(state)
            self.signalled(number, (128 + number,))
        return test

    def for_mcp(number):
        def test(self):
            self.serve(state)
            self.signalled(number, (0,))
        return test

    def at_end_of_input(self):
        self.serve(state)
        self.ends(lambda: self.process.stdin.close(), (0,))

    for name, number in (("term", signal.SIGTERM), ("int", signal.SIGINT))[:2 if state in INTERRUPTED else 1]:
        setattr(Shutdown, f"test_run_{state}_{name}", for_run(number))
        setattr(Shutdown, f"test_mcp_{state}_{name}", for_mcp(number))
    if state not in NOT_AT_END_OF_INPUT:
        setattr(Shutdown, f"test_mcp_{state}_end_of_input", at_end_of_input)


for each in STATES:
    add_tests(each)

if __name__ == "__main__":
    unittest.main(verbosity=1)
