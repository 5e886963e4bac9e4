#!/usr/bin/python3
"""What scripts and the daemon cost, beside plain Lua with luv where that can do the same (Debian's lua-luv): interleaved
rounds, medians.

    tests/bench/automations.py build/peekaboo [ROUNDS]
"""
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEEKABOO = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/peekaboo")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
PATIENCE = 30
IDLE_SECONDS = 10
ROWS = (("wait through the loop", "turn", 100000, 1e6, "µs"), ("wait for a worker thread (does a file exist)", "worker", 20000, 1e6, "µs"),
        ("memory of a sleeping task, of 1,000", "sleepers", 1000, 1 / 1024, "KiB"),
        ("memory of a sleeping task, of 10,000", "sleepers", 10000, 1 / 1024, "KiB"))


def measured(words, what, count):
    done = subprocess.run([*words, what, str(count), HERE], capture_output=True, text=True, timeout=120, cwd=HERE)
    if not done.stdout:
        sys.exit(f"{words}: {done.stderr}")
    return float(done.stdout.split()[0])


def scripts():
    ours, theirs = [PEEKABOO, "run", HERE + "/automations.lua"], ["lua5.4", HERE + "/automations_luv.lua"]
    print(f"{'':46}{'peekaboo':>12}{'luv':>12}{'ratio':>8}")
    for title, what, count, factor, unit in ROWS:
        rounds = [(measured(ours, what, count), measured(theirs, what, count)) for _ in range(ROUNDS)]
        own, other = (statistics.median(column) * factor for column in zip(*rounds))
        print(f"{title:46}{own:9.2f} {unit}{other:9.2f} {unit}{own / other:8.2f}")


class Daemon:
    def __init__(self, home, files):
        self.folder = home + "/.config/peekaboo/automations"
        os.makedirs(self.folder)
        for name, text in files.items():
            self.save(name, text)
        environment = {**os.environ, "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "PEEKABOO_LOG_FILE": home + "/log"}
        environment.pop("XDG_CONFIG_HOME", None)
        self.path = home + "/run/peekaboo/daemon.sock"
        self.process = subprocess.Popen([PEEKABOO, "daemon"], env=environment, stdout=subprocess.DEVNULL)

    def save(self, name, text):
        path = f"{self.folder}/{name}.lua"
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".new", path)

    def ask(self, **request):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.path)
        connection.sendall(json.dumps(request).encode() + b"\n")
        return connection.makefile()

    def wait_for(self, count):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                states = [row["state"] for row in json.loads(self.ask(command="status").readline())["automations"]]
            except (OSError, ValueError):
                continue
            if len(states) == count and set(states) <= {"running", "waiting"}:
                return
        sys.exit("the daemon does not come up")

    def usage(self):
        switches, ticks = 0, 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/status", encoding="ascii") as file:
                switches += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            ticks = sum(int(each) for each in file.read().split(")")[1].split()[11:13])
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return switches, ticks, int(file.read().split()[1]) * 4096


def daemon():
    with tempfile.TemporaryDirectory() as home:
        trigger = ("local event = require 'event' event.on {{'file.changed', path = '{home}/none/file{i}', "
                   "run = function() print 'x' end}}")
        one = Daemon(home, {f"a{i:02}": trigger.format(home=home, i=i) for i in range(50)})
        try:
            one.wait_for(50)
            time.sleep(1)
            before = one.usage()
            time.sleep(IDLE_SECONDS)
            after = one.usage()
            print(f"\ndaemon with 50 triggers, {IDLE_SECONDS} s: {after[0] - before[0]} wake-ups of all threads, "
                  f"{after[1] - before[1]} ticks of the processor, {after[2] / 2**20:.1f} MiB resident")
            times = []
            follower = one.ask(command="logs", lines=0, follow=True)
            for i in range(10):
                start = time.monotonic()
                one.save("a07", f"print 'number {i}' require('task').sleep(1000)")
                while f"number {i}" not in follower.readline():
                    pass
                times.append(time.monotonic() - start)
            print(f"saved to running anew: {statistics.median(times) * 1e3:.0f} ms (of which 70 ms wait for the editor to be done)")
        finally:
            one.process.terminate()
            one.process.wait(PATIENCE)


if __name__ == "__main__":
    scripts()
    daemon()
