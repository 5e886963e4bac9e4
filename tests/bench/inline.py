#!/usr/bin/python3
"""What a picture in the answer costs: a full-screen window through `image`, beside a resident capture of the same pixels and beside
the time that this client takes to read as many bytes. Prints a table, asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/inline.py build

The build needs -DPEEKABOO_BENCH=ON.
"""
import json
import os
import statistics
import subprocess
import sys
import time

from Xlib import X, Xatom, display

from peers import Resident
from scene import Scene

# More than the strips of which are kept from one picture to the next.
PICTURES = 16
ROUNDS = 45
WARM_UP = 5
REQUEST = {"name": "image", "arguments": {"app_target": "Whole", "format": "data", "max_bytes": 0}}
ROWS_A_REQUEST = 8
SCREEN_WINDOW = "--window"
FEEDER = "--feeder"


class Lines:
    """A process that answers each line with a line, and the seconds that an answer took."""

    def __init__(self, *words, **environment):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **environment})
        self.number = 0

    def ask(self, line):
        began = time.perf_counter()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        return time.perf_counter() - began, answer

    def call(self, method, **params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        seconds, answer = self.ask(json.dumps(message).encode())
        parsed = json.loads(answer)
        if parsed.get("id") != self.number or "error" in parsed or parsed["result"].get("isError"):
            sys.exit(f"{method}: {answer[:400]}")
        return seconds, parsed["result"], len(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def show_pictures(file):
    """A window over the whole screen; each line on stdin makes it show the next of some pictures in which no strip is the same."""
    connection = display.Display()
    screen = connection.screen()
    width, height, depth = screen.width_in_pixels, screen.height_in_pixels, screen.root_depth
    with open(file, "rb") as stream:
        pixels = stream.read()
    around = pixels + pixels[:PICTURES * 67 * 4]
    window = screen.root.create_window(0, 0, width, height, 0, depth, X.InputOutput, X.CopyFromParent,
                                       event_mask=X.StructureNotifyMask | X.ExposureMask)
    window.set_wm_class("whole", "Whole")
    window.set_wm_name("Whole")
    graphics = window.create_gc()
    pixmaps = []
    for number in range(PICTURES):
        pixmap = window.create_pixmap(width, height, depth)
        for y in range(0, height, ROWS_A_REQUEST):
            rows = min(ROWS_A_REQUEST, height - y)
            at = (y * width + 67 * number) * 4
            pixmap.put_image(graphics, 0, y, width, rows, X.ZPixmap, depth, 0, around[at:at + width * rows * 4])
            connection.flush()
        pixmaps.append(pixmap)
    window.change_property(connection.intern_atom("_NET_WM_STATE"), Xatom.ATOM, 32,
                           [connection.intern_atom("_NET_WM_STATE_FULLSCREEN")])
    window.map()
    while connection.next_event().type != X.Expose:
        pass
    shown = 0
    print("ready", flush=True)
    for _ in sys.stdin:
        window.copy_area(graphics, pixmaps[shown % PICTURES], 0, 0, width, height, 0, 0)
        window.raise_window()
        connection.sync()
        shown += 1
        print("shown", flush=True)


def feed(size):
    """Answers each line with a line of so many bytes, which lies ready."""
    line = b"A" * (size - 1) + b"\n"
    for _ in sys.stdin:
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(1, rest):]


def picture_bytes(result):
    return sum(len(block["data"]) for block in result["content"] if block["type"] == "image")


def measure(server, resident, window, feeder):
    """Seconds of each kind, taken in turns: what the machine does meanwhile is the same for all."""
    taken = {"resident": [], "inline": [], "resident again": [], "inline again": [], "reading": []}
    for turn in range(ROUNDS):
        window.ask(b"next")
        one = {"resident": resident.take("png")[0]}
        one["inline"] = server.call("tools/call", **REQUEST)[0]
        one["resident again"] = resident.take("png")[0]
        one["inline again"] = server.call("tools/call", **REQUEST)[0]
        one["reading"] = feeder.ask(b"go")[0]
        if turn >= WARM_UP:
            for name, seconds in one.items():
                taken[name].append(seconds)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def size_of_an_answer(server):
    _, result, size = server.call("tools/call", **REQUEST)
    if picture_bytes(result) == 0:
        sys.exit(f"no picture in the answer: {json.dumps(result)[:400]}")
    return size


def main(build):
    if not os.access(os.path.join(build, "bench_resident"), os.X_OK):
        sys.exit(f"inline.py: {build}/bench_resident is missing; build with -DPEEKABOO_BENCH=ON")
    scene = Scene()
    file = os.path.join(scene.folder.name, "screen")
    with open(file, "wb") as stream:
        stream.write(scene.picture())
    window = Lines(__file__, SCREEN_WINDOW, file)
    window.process.stdout.readline()
    server = Lines(os.path.join(build, "peekaboo"), "mcp")
    server.call("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "bench", "version": "1"})
    resident = Resident(os.path.join(build, "bench_resident"))
    size = size_of_an_answer(server)
    feeder = Lines(__file__, FEEDER, str(size))
    taken = measure(server, resident, window, feeder)
    reading = taken["reading"]
    print(f"{scene.width}x{scene.height}, an answer of {size / 1e6:.2f} MB, medians of {ROUNDS - WARM_UP} rounds\n")
    print("| | resident PNG | inline | reading alone | (inline - reading) / resident |\n|---|---:|---:|---:|---:|")
    for name, again in (("all of it new", ""), ("as the last one", " again")):
        alone, inline = taken["resident" + again], taken["inline" + again]
        print(f"| {name} | {alone * 1000:.2f} ms | {inline * 1000:.2f} ms | {reading * 1000:.2f} ms | "
              f"{(inline - reading) / alone:.2f} |")
    for each in (feeder, server, window):
        each.close()
    resident.close()
    scene.close()


if __name__ == "__main__":
    if sys.argv[1] == SCREEN_WINDOW:
        show_pictures(sys.argv[2])
    elif sys.argv[1] == FEEDER:
        feed(int(sys.argv[2]))
    else:
        main(sys.argv[1])
