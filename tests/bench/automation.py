#!/usr/bin/python3
"""The tools of the toolset `automation` against their limits, and what offering all tools costs.

    tests/rig/with-desktop --accessibility -- /usr/bin/python3 tests/bench/automation.py PEEKABOO [ROUNDS [PART...]]

Parts: windows, elements, offering; all of them by default. On Wayland (`--wayland gnome --extension`) windows alone work.
Prints one row for each: the median and the least milliseconds of a call of a server that stays, and the limit, which is
for a quiet machine. Other programs do the same work beside it.
"""
import json
import os
import statistics
import subprocess
import sys
import time

from bench import own_memory

HERE = os.path.dirname(os.path.abspath(__file__))
FORM = os.path.join(HERE, "..", "rig", "apps", "order_form.py")
PEEKABOO, ROUNDS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15
PARTS = sys.argv[3:] or ["windows", "elements", "offering"]
WINDOWS, ELEMENTS = 60, 1000
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    def __init__(self, toolset):
        self.began = time.monotonic()
        self.process = subprocess.Popen([PEEKABOO, "mcp", "--toolsets", toolset], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.ask("initialize", INITIALIZE)
        self.start = (time.monotonic() - self.began) * 1000
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
        self.process.stdin.flush()

    def ask(self, method, params):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.count:
                return answer["result"]

    def call(self, tool, **arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
        return json.loads(result["content"][0]["text"])

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)


def timed(work):
    times = []
    for _ in range(ROUNDS + 1):
        began = time.monotonic()
        work()
        times.append((time.monotonic() - began) * 1000)
    return times[1:]


def row(what, times, limit=None):
    print(f"{what:44} median {statistics.median(times):8.2f} ms  least {min(times):8.2f} ms"
          + (f"  limit {limit} ms" if limit else ""), flush=True)


def command(*words):
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def windows(server):
    script = ("import gi\ngi.require_version('Gtk', '3.0')\nfrom gi.repository import GLib, Gtk\n"
              f"for i in range({WINDOWS}):\n    Gtk.Window(title=f'Window {{i}}', default_width=90, default_height=60).show()\n"
              "Gtk.main()\n")
    process = subprocess.Popen(["/usr/bin/python3", "-c", script])
    try:
        end = time.monotonic() + 120
        while len(server.call("list_windows", limit=1000)) < WINDOWS:
            assert time.monotonic() < end, "the windows did not come"
            time.sleep(0.2)
        row(f"list_windows of {WINDOWS}", timed(lambda: server.call("list_windows", limit=1000)), 5)
        if os.environ.get("WAYLAND_DISPLAY"):
            return
        row("  wmctrl -lpG", timed(command("wmctrl", "-lpG")))
        row("  xdotool search, names and places", timed(command("xdotool", "search", "--onlyvisible", "--name", "Window",
                                                                "getwindowname", "%@", "getwindowgeometry", "%@")))
    finally:
        process.kill()
        process.wait()


def elements(server):
    form = subprocess.Popen([FORM, "gtk3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        form.stdout.readline()
        form.stdin.write(f"grow {ELEMENTS}\n")
        form.stdin.flush()
        form.stdout.readline()
        times = timed(lambda: server.call("get_ui_elements", appName=f"PID:{form.pid}", maxDepth=100))
        row(f"get_ui_elements of {ELEMENTS}", times, 80)
    finally:
        form.kill()
        form.wait()


def offering():
    """Alternately, so that what else the machine does is shared."""
    starts, memories, lists = {"core": [], "all": []}, {"core": [], "all": []}, []
    for _ in range(ROUNDS):
        for toolset in starts:
            server = Server(toolset)
            starts[toolset].append(server.start)
            memories[toolset].append(own_memory(server.process.pid))
            if toolset == "all":
                lists += timed(lambda: server.ask("tools/list", {}))[:3]
            server.end()
    for toolset, times in starts.items():
        row(f"start with {toolset}", times)
    print(f"start with all above core: {min(starts['all']) - min(starts['core']):.2f} ms (least of {ROUNDS}), limit 3 ms")
    row("tools/list of all", lists, 2)
    more = statistics.median(memories["all"]) - statistics.median(memories["core"])
    print(f"idle memory with all above core: {more:.2f} MiB, limit 3 MiB")


def main():
    server = Server("automation")
    if "windows" in PARTS:
        windows(server)
    if "elements" in PARTS:
        elements(server)
    server.end()
    if "offering" in PARTS:
        offering()


if __name__ == "__main__":
    main()
