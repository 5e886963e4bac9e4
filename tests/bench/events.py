#!/usr/bin/python3
"""How long from an X request of one program to the run of a trigger in another, and what 50 triggers cost while nothing happens.

    tests/rig/with-desktop --isolate --wm none -- tests/bench/events.py build/peekaboo [ROUNDS]
"""
import os
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "desktop"))
from scripts import Script  # noqa: E402
from Xlib import X, display  # noqa: E402
from Xlib.ext import xtest  # noqa: E402

IDLE_SECONDS = 10

TRIGGERS = """
event.on { "window.opened", run = function() print("opened", ("%.6f"):format(time.clock())) end }
event.on { "window.title_changed", run = function() print("title", ("%.6f"):format(time.clock())) end }
event.on { "window.closed", run = function() print("closed", ("%.6f"):format(time.clock())) end }
event.on { "hotkey", keys = "Ctrl+Alt+P", run = function() print("hotkey", ("%.6f"):format(time.clock())) end }
event.on { "screen.changed", region = { x = 0, y = 0, width = 400, height = 300 },
           run = function() print("pixels", ("%.6f"):format(time.clock())) end }
print "ready"
"""

FIFTY = """
for i = 1, 25 do event.on { "window.opened", app = "app" .. i, run = print } end
for i = 1, 10 do event.on { "window.title_changed", title = "t" .. i, run = print } end
for i = 1, 5 do event.on { "window.closed", run = print } end
for i = 1, 3 do event.on { "screen.changed", region = { x = i, y = 0, width = 50, height = 50 }, run = print } end
event.on { "display.changed", run = print }
event.on { "hotkey", keys = "Ctrl+Alt+O", run = print }
event.on { "file.changed", path = ".", run = print }
event.on { "time", at = "00:00", run = print }
event.on { "timer", every = 86400, run = print }
event.on { "signal", name = "SIGUSR1", run = print }
event.on { "window.focused", run = print }
print "ready"
"""


def processor_time(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Latency:
    def __init__(self, script):
        self.script = script
        self.display = display.Display()
        self.root = self.display.screen().root
        self.times = {}

    def measure(self, name, act):
        began = time.monotonic()
        act()
        self.display.flush()
        while True:
            found, moment = self.script.line().split("\t")
            if found == name:
                break
        self.times.setdefault(name, []).append((float(moment) - began) * 1000)

    def round(self, number):
        window = self.root.create_window(500, 400, 60, 40, 0, X.CopyFromParent, event_mask=X.StructureNotifyMask)
        self.measure("opened", window.map)
        self.measure("title", lambda: window.set_wm_name(f"title {number}"))
        self.measure("closed", window.destroy)
        self.keys(X.KeyPress)
        self.measure("hotkey", lambda: self.key("p", X.KeyPress))
        self.key("p", X.KeyRelease)
        self.keys(X.KeyRelease)
        shade = number % 250 + 1
        self.root.change_attributes(background_pixel=shade)
        self.measure("pixels", self.root.clear_area)

    def keys(self, kind):
        for name in ("Control_L", "Alt_L"):
            self.key(name, kind)

    def key(self, name, kind):
        from Xlib import XK
        code = self.display.keysym_to_keycode(XK.string_to_keysym(name))
        xtest.fake_input(self.display, kind, code)


def main():
    program, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, TMPDIR=folder)
        script = Script(program, TRIGGERS, environment, folder)
        script.until("ready")
        latency = Latency(script)
        for number in range(rounds):
            latency.round(number)
        script.end()
        print(f"{'from the request to the run':32} {'p50':>8} {'p99':>8}   ms, {rounds} rounds")
        for name, times in latency.times.items():
            times.sort()
            print(f"{name:32} {statistics.median(times):8.2f} {times[int(len(times) * 0.99)]:8.2f}")
        script = Script(program, FIFTY, environment, folder)
        script.until("ready")
        time.sleep(1)
        before, used = script.wake_ups(), processor_time(script.process.pid)
        time.sleep(IDLE_SECONDS)
        print(f"50 triggers for {IDLE_SECONDS} s while nothing happens: {script.wake_ups() - before} wake-ups, "
              f"{processor_time(script.process.pid) - used:.2f} s of processor time, {memory(script.process.pid):.1f} MiB, "
              f"{len(os.listdir(f'/proc/{script.process.pid}/task'))} threads")
        script.end()


if __name__ == "__main__":
    main()
