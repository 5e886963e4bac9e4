#!/usr/bin/python3
"""`see` of a window with 1,000 elements against a walk by pyatspi, and a click by mark against xdotool, both until the
program has its event; by a server that stays, in one desktop.

    tests/rig/with-desktop --accessibility --size 4480x1000 -- /usr/bin/python3 tests/bench/see.py PEEKABOO [ROUNDS]

The window is 4,320 pixels wide: on a smaller screen it is captured from beyond the edge, for which it paints anew.
Prints medians in milliseconds, and ratios. The limits (120 ms for `see`, 10 ms for a click) are for a quiet machine.
"""
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

import pyatspi  # noqa: E402

FORM = os.path.join(HERE, "..", "rig", "apps", "order_form.py")
COUNT = 1000
PROGRAM, ROUNDS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
# Prints when its button is clicked, by the pointer or by its action; the clock is the same in all processes.
PRESSED = """
import time, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Pressed")
button = Gtk.Button(label="Target")
button.connect("clicked", lambda *_: print(time.monotonic(), flush=True))
window.add(button)
window.set_default_size(300, 200)
window.connect_after("map-event", lambda *_: print("ready", flush=True))
window.show_all()
Gtk.main()
"""


def walk(accessible):
    accessible.name, accessible.getRole(), accessible.getState().getStates()
    try:
        accessible.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass
    return 1 + sum(walk(child) for child in accessible)


def pyatspi_walk(pid):
    application = next(each for each in pyatspi.Registry.getDesktop(0) if each.get_process_id() == pid)
    application.clearCache()
    begin = time.monotonic()
    walk(application)
    return (time.monotonic() - begin) * 1000


def seeing(client):
    form = subprocess.Popen([FORM, "gtk3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    form.stdout.readline()
    form.stdin.write(f"grow {COUNT}\n")
    form.stdin.flush()
    form.stdout.readline()
    ours = []
    for _ in range(ROUNDS + 1):
        call = client.tool("see", app_target=f"PID:{form.pid}", max_elements=COUNT)
        call.result()
        ours.append(call.seconds * 1000)
    theirs = [pyatspi_walk(form.pid) for _ in range(ROUNDS)]
    form.kill()
    form.wait()
    return ours[1:], theirs


def clicking(client):
    program = subprocess.Popen(["/usr/bin/python3", "-c", PRESSED], stdout=subprocess.PIPE, text=True)
    program.stdout.readline()
    text = client.tool("see", app_target=f"PID:{program.pid}", picture="none").text()
    mark, x, y = re.search(r'(m\d+) button "Target" (\d+),(\d+)', text).groups()
    ours, theirs = [], []
    for _ in range(ROUNDS + 1):
        begin = time.monotonic()
        call = client.tool("click", on=mark, verify=0)
        ours.append((float(program.stdout.readline()) - begin) * 1000)
        call.result()
        begin = time.monotonic()
        subprocess.run(["xdotool", "mousemove", str(int(x) + 20), str(int(y) + 20), "click", "1"], check=True)
        theirs.append((float(program.stdout.readline()) - begin) * 1000)
    program.kill()
    program.wait()
    return ours[1:], theirs[1:]


def main():
    client = Client(PROGRAM, {**os.environ, "PEEKABOO_TOOLSETS": "see,click"})
    for name, rival, work in (("see", "pyatspi", seeing), ("click by mark", "xdotool", clicking)):
        ours, theirs = (statistics.median(times) for times in work(client))
        print(f"{name}: {ours:.1f} ms, {rival}: {theirs:.1f} ms, ratio {theirs / ours:.2f}")
    client.process.stdin.close()
    client.process.wait()


main()
