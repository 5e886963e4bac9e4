#!/usr/bin/python3
"""How fast and how big: prints a table, asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/first_light.py build/peekaboo
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

APPLICATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig", "apps")
ROUNDS = 15


class Server:
    """One `peekaboo mcp`; answers are matched to requests by id, so several may be under way."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.waiting, self.lock, self.last = {}, threading.Lock(), 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with os.fdopen(os.dup(self.process.stdout.fileno()), "rb", buffering=1 << 20) as stream:
            for line in stream:
                arrived = time.perf_counter()
                answer = json.loads(line)
                with self.lock:
                    entry = self.waiting.pop(answer.get("id"), None)
                if entry:
                    entry[1:] = [arrived, answer]
                    entry[0].set()

    def send(self, method, params):
        """Starts a request; call the result to wait for (seconds, answer)."""
        with self.lock:
            self.last += 1
            entry = [threading.Event(), None, None]
            self.waiting[self.last] = entry
            message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        began = time.perf_counter()
        with self.lock:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

        def wait():
            if not entry[0].wait(60):
                sys.exit(f"no answer to {method} within 60 s")
            if "error" in entry[2] or entry[2]["result"].get("isError"):
                sys.exit(f"{method}: {json.dumps(entry[2])[:400]}")
            return entry[1] - began, entry[2]

        return wait

    def call(self, tool, **arguments):
        return self.send("tools/call", {"name": tool, "arguments": arguments})

    def greet(self):
        return self.send("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                        "clientInfo": {"name": "bench", "version": "1"}})()

    def memory(self, field):
        """VmRSS or VmHWM in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field + ":")) / 1024

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def milliseconds(values):
    return f"{statistics.median(values) * 1000:9.2f} ms  (min {min(values) * 1000:.2f}, max {max(values) * 1000:.2f})"


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def row(name, text):
    print(f"{name:<46} {text}", flush=True)


def measure_start(program):
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        server = Server(program)
        server.greet()
        times.append(time.perf_counter() - began)
        server.close()
    row("start to the initialize reply", milliseconds(times))


def measure_command(name, *words):
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    row(name, milliseconds(times))


def measure_calls(server, name, tool, **arguments):
    row(name, milliseconds([server.call(tool, **arguments)()[0] for _ in range(ROUNDS)]))


def measure_pings(server, folder):
    """ping while ten captures of the screen are always under way."""
    running, times = True, []

    def captures(number):
        while running:
            server.call("image", app_target="screen:0", path=os.path.join(folder, f"busy-{number}.png"))()

    threads = [threading.Thread(target=captures, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for _ in range(500):
        times.append(server.send("ping", {})()[0])
    running = False
    for thread in threads:
        thread.join()
    row("ping while ten captures run, p50", f"{percentile(times, 0.5) * 1000:9.2f} ms")
    row("ping while ten captures run, p99", f"{percentile(times, 0.99) * 1000:9.2f} ms")


def main(program):
    windows = subprocess.Popen([os.path.join(APPLICATIONS, "painter.py"), "--count", "60", "--geometry", "400x300+20+20"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if not windows.stdout.readline().startswith("ready"):
        sys.exit("the 60 windows did not appear")
    try:
        with tempfile.TemporaryDirectory() as folder:
            shot = os.path.join(folder, "screen.png")
            print(f"median of {ROUNDS} rounds, {os.cpu_count()} processors\n")
            measure_start(program)
            measure_command("one-shot `peekaboo image`, screen to PNG", program, "image", "--path", shot)
            measure_command("one-shot `peekaboo list apps`", program, "list", "apps")
            server = Server(program)
            server.greet()
            idle = server.memory("VmRSS")
            measure_calls(server, "list windows, 60 windows", "list", item_type="application_windows", app="Painter",
                          include_window_details=["ids", "bounds", "off_screen"])
            measure_calls(server, "list applications, 60 windows", "list", item_type="running_applications")
            measure_calls(server, "screen to PNG file", "image", app_target="screen:0", path=shot)
            measure_calls(server, "one window inline", "image", app_target="Painter:WINDOW_INDEX:0", format="data")
            measure_pings(server, folder)
            row("memory when idle (resident)", f"{idle:9.1f} MiB")
            row("memory at its peak (resident)", f"{server.memory('VmHWM'):9.1f} MiB")
            server.close()
    finally:
        windows.kill()


if __name__ == "__main__":
    main(sys.argv[1])
