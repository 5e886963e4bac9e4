#!/usr/bin/python3
"""Elements of one window with extents and states: Peekaboo against pyatspi, one after the other, in one desktop.

    tests/rig/with-desktop --accessibility -- /usr/bin/python3 tests/bench/elements.py PEEKABOO [ROUNDS]

Prints one row for each: the elements, the median and the least milliseconds of a read by a process that stays. The limit
of 60 ms for 1,000 elements is for a quiet machine.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pyatspi

HERE = os.path.dirname(os.path.abspath(__file__))
FORM = os.path.join(HERE, "..", "rig", "apps", "order_form.py")
COUNT = 1000
PEEKABOO, ROUNDS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
SCRIPT = """
local ui, time = require "ui", require "time"
for _ = 0, %d do
  local begin = time.clock()
  local count = #ui.tree { app = "PID:%d" }.elements
  print(count, (time.clock() - begin) * 1000)
end
"""


def walk(accessible):
    accessible.name, accessible.getRole(), accessible.getState().getStates()
    try:
        accessible.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass
    return 1 + sum(walk(child) for child in accessible)


def by_pyatspi(pid):
    for application in pyatspi.Registry.getDesktop(0):
        if application.get_process_id() == pid:
            # What it remembers of an earlier round is forgotten.
            application.clearCache()
            begin = time.monotonic()
            return walk(application) - 1, (time.monotonic() - begin) * 1000
    raise SystemExit("the form is not there")


def ask(process, text):
    process.stdin.write(text + "\n")
    process.stdin.flush()
    return process.stdout.readline().split()


def main():
    form = subprocess.Popen([FORM, "gtk3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    form.stdout.readline()
    ask(form, f"grow {COUNT}")
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(SCRIPT % (ROUNDS, form.pid))
        file.flush()
        lines = subprocess.run([PEEKABOO, "run", file.name], check=True, capture_output=True, text=True).stdout.splitlines()
    pairs = [line.split() for line in lines]
    taken = {"peekaboo": [(int(count), float(milliseconds)) for count, milliseconds in pairs],
             "pyatspi": [by_pyatspi(form.pid) for _ in range(ROUNDS + 1)]}
    form.kill()
    for name, rows in taken.items():
        times = [milliseconds for _, milliseconds in rows[1:]]
        print(f"{name:10} {rows[-1][0]:6} elements  median {statistics.median(times):7.1f} ms  least {min(times):7.1f} ms"
              f"  first {rows[0][1]:7.1f} ms")
    if taken["peekaboo"][-1][0] != taken["pyatspi"][-1][0]:
        raise SystemExit("they do not see the same elements")


if __name__ == "__main__":
    main()
