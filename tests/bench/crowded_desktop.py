#!/usr/bin/python3
"""A desktop under load: prints a table, asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/crowded_desktop.py build/peekaboo

Round trips to the display server are counted by a proxy in front of it: how often it spoke after it was spoken to.
"""
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from bench import Server, milliseconds, row
from Xlib import X, Xutil, display

ROUNDS = 15


class CountingProxy:
    """A display that passes everything on to $DISPLAY and counts the turns of the conversation."""

    def __init__(self, folder):
        self.turns = 0
        self.target = "/tmp/.X11-unix/X" + re.match(r":(\d+)", os.environ["DISPLAY"]).group(1)
        self.number = next(n for n in range(200, 300) if not os.path.exists(f"/tmp/.X11-unix/X{n}"))
        self.path = f"/tmp/.X11-unix/X{self.number}"
        self.authority = os.path.join(folder, "authority")
        cookie = subprocess.run(["xauth", "list", os.environ["DISPLAY"]], check=True, capture_output=True,
                                text=True).stdout.split()[2]
        subprocess.run(["xauth", "-q", "-f", self.authority, "add", f":{self.number}", ".", cookie], check=True,
                       stderr=subprocess.DEVNULL)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(20)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.target)
            threading.Thread(target=self.pass_on, args=(client, server), daemon=True).start()

    def pass_on(self, client, server):
        asked = False
        while True:
            for ready in select.select([client, server], [], [])[0]:
                try:
                    data = ready.recv(1 << 20)
                except ConnectionResetError:
                    data = b""
                if not data:
                    client.close()
                    server.close()
                    return
                (server if ready is client else client).sendall(data)
                if ready is server and asked:
                    self.turns += 1
                asked = ready is client

    def environment(self):
        return {"DISPLAY": f":{self.number}", "XAUTHORITY": self.authority}


class Crowd:
    """Mapped windows of an application named Crowd, each with a title and a pid, known to the window manager."""

    def __init__(self, count):
        self.display = display.Display()
        screen = self.display.screen()
        for i in range(count):
            window = screen.root.create_window(10 + i % 40 * 45, 10 + i // 40 * 40, 40, 30, 0, screen.root_depth)
            window.set_wm_class("crowd", "Crowd")
            window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.USSize)  # placing so many takes managers long
            window.set_wm_name(f"window {i}")
            window.change_property(self.display.intern_atom("_NET_WM_PID"), self.display.intern_atom("CARDINAL"), 32,
                                   [os.getpid()])
            window.map()
        self.display.sync()
        clients = self.display.intern_atom("_NET_CLIENT_LIST")
        while True:
            listed = screen.root.get_full_property(clients, X.AnyPropertyType)
            if listed and len(listed.value) >= count:
                return
            time.sleep(0.05)

    def end(self):
        self.display.close()


def measure_lists(program, folder):
    proxy = CountingProxy(folder)
    request = {"item_type": "application_windows", "app": "Crowd", "include_window_details": ["ids", "bounds", "off_screen"]}
    for count in (10, 60, 300, 1000):
        crowd = Crowd(count)
        direct, counted = Server(program), Server(program, **proxy.environment())
        for server in (direct, counted):
            server.greet()
            server.call("list", **request)()
        before = proxy.turns
        counted.call("list", **request)()
        turns = proxy.turns - before
        times = [direct.call("list", **request)()[0] for _ in range(ROUNDS)]
        row(f"list {count} windows, {turns} round trips", milliseconds(times))
        for server in (direct, counted):
            server.close()
        crowd.end()
    os.unlink(proxy.path)


class Restless:
    """Twenty windows that repaint as fast as the display server takes it."""

    def __init__(self):
        self.display = display.Display()
        root = self.display.screen().root
        self.windows = [root.create_window(60 * i, 40 * i, 400, 300, 0, X.CopyFromParent, background_pixel=i * 999)
                        for i in range(20)]
        for window in self.windows:
            window.map()
        self.display.sync()
        self.painting = True
        self.thread = threading.Thread(target=self.paint)
        self.thread.start()

    def paint(self):
        turn = 0
        while self.painting:
            for window in self.windows:
                gc = window.create_gc(foreground=turn * 7919 & 0xFFFFFF)
                window.fill_rectangle(gc, turn % 300, turn % 200, 100, 100)
                gc.free()
            self.display.sync()
            turn += 1

    def end(self):
        self.painting = False
        self.thread.join()
        self.display.close()


def measure_restless(program, folder):
    server = Server(program)
    server.greet()
    shot = os.path.join(folder, "screen.png")
    for name in ("a still screen to PNG file", "the same while 20 windows repaint"):
        restless = Restless() if "repaint" in name else None
        row(name, milliseconds([server.call("image", app_target="screen:0", path=shot)()[0] for _ in range(ROUNDS)]))
        if restless:
            restless.end()
    server.close()


def start_display(number=None):
    """A display server of our own: (process, number), once it takes connections."""
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp", "-ac"]
    process = subprocess.Popen(words + ([f":{number}"] if number else []), stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    return process, int(process.stdout.readline())


def measure_recovery(program, folder):
    """From the moment that a new server takes connections to the first picture of it."""
    times = []
    process, number = start_display()
    server = Server(program, DISPLAY=f":{number}")
    server.greet()
    capture = {"name": "image", "arguments": {"app_target": "screen:0", "path": os.path.join(folder, "again.png")}}
    for _ in range(ROUNDS):
        server.send("tools/call", capture)()
        process.send_signal(signal.SIGKILL)
        process.wait()
        _, answer = server.send("tools/call", capture, must_work=False)()
        if not answer["result"].get("isError"):
            sys.exit("a picture came from a display server that is dead")
        process, _ = start_display(number)
        began = time.perf_counter()
        while server.send("tools/call", capture, must_work=False)()[1]["result"].get("isError"):
            pass
        times.append(time.perf_counter() - began)
    row("first picture after the display came back", milliseconds(times))
    server.close()
    process.kill()
    process.wait()


def main(program):
    print(f"median of {ROUNDS} rounds, {os.cpu_count()} processors\n")
    with tempfile.TemporaryDirectory() as folder:
        measure_lists(program, folder)
        measure_restless(program, folder)
        measure_recovery(program, folder)


if __name__ == "__main__":
    main(sys.argv[1])
