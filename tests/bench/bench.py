"""What the benchmarks share: a client of one `peekaboo mcp`, and rows of the printed table."""
import json
import os
import statistics
import subprocess
import sys
import threading
import time

APPLICATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig", "apps")


class Server:
    """One `peekaboo mcp`; answers are matched to requests by id, so several may be under way."""

    def __init__(self, program, **environment):
        self.process = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                        env={**os.environ, **environment})
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

    def send(self, method, params, must_work=True):
        """Starts a request; call the result to wait for (seconds, answer). Unless it may fail, a failure ends the run."""
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
            if must_work and ("error" in entry[2] or entry[2]["result"].get("isError")):
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


def own_memory(pid):
    """MiB that are a process's own, which are free when it has ended."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        rows = dict(line.split(":") for line in file.read().splitlines()[1:])
    return sum(int(rows[name].split()[0]) for name in ("Private_Clean", "Private_Dirty")) / 1024


def milliseconds(values):
    return f"{statistics.median(values) * 1000:9.2f} ms  (min {min(values) * 1000:.2f}, max {max(values) * 1000:.2f})"


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def row(name, text):
    print(f"{name:<46} {text}", flush=True)


def painters(count, *options):
    """A process with `count` painted windows of an application named Painter."""
    process = subprocess.Popen([os.path.join(APPLICATIONS, "painter.py"), "--count", str(count), *options],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if not process.stdout.readline().startswith("ready"):
        sys.exit(f"the {count} windows did not appear")
    return process
