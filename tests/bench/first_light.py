#!/usr/bin/python3
"""How fast and how big: prints a table, asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/first_light.py build/peekaboo
"""
import os
import subprocess
import sys
import tempfile
import threading
import time

from bench import Server, milliseconds, painters, percentile, row

ROUNDS = 15


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


def measure_large_window(server):
    """A window whose picture is heavy, whole in the answer."""
    window = painters(1, "--geometry", "1000x700+60+40", "--class", "Large")
    _, answer = server.call("image", app_target="Large", format="data")()
    sizes = [len(block["data"]) for block in answer["result"]["content"] if block["type"] == "image"]
    measure_calls(server, f"one window inline, {sum(sizes) / 1e6:.1f} MB of Base64", "image", app_target="Large",
                  format="data")
    window.kill()


def measure_unknown_tool(server):
    request = {"name": "no_such_tool", "arguments": {}}
    row("a tool that is unknown", milliseconds([server.send("tools/call", request, must_work=False)()[0]
                                                for _ in range(100)]))


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
    windows = painters(60, "--geometry", "400x300+20+20")
    try:
        with tempfile.TemporaryDirectory() as folder:
            shot = os.path.join(folder, "screen.png")
            print(f"median of {ROUNDS} rounds, {os.cpu_count()} processors\n")
            measure_start(program)
            measure_command("one-shot `peekaboo image`, screen to PNG", program, "image", "--path", shot)
            measure_command("one-shot `peekaboo list apps`", program, "list", "apps")
            server = Server(program, PEEKABOO_MAX_IMAGE_BYTES="0")
            server.greet()
            idle = server.memory("VmRSS")
            measure_calls(server, "list windows, 60 windows", "list", item_type="application_windows", app="Painter",
                          include_window_details=["ids", "bounds", "off_screen"])
            measure_calls(server, "list applications, 60 windows", "list", item_type="running_applications")
            measure_calls(server, "screen to PNG file", "image", app_target="screen:0", path=shot, overwrite=True)
            measure_calls(server, "one window inline", "image", app_target="Painter:WINDOW_INDEX:0", format="data")
            measure_large_window(server)
            measure_unknown_tool(server)
            measure_pings(server, folder)
            row("memory when idle (resident)", f"{idle:9.1f} MiB")
            row("memory at its peak (resident)", f"{server.memory('VmHWM'):9.1f} MiB")
            server.close()
    finally:
        windows.kill()


if __name__ == "__main__":
    main(sys.argv[1])
