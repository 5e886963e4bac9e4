#!/usr/bin/python3
"""Menu items of closed menus, from the call to the program's own log.

    tests/rig/with-desktop --accessibility -- /usr/bin/python3 tests/bench/menus.py PEEKABOO [ROUNDS]

Prints one row for each toolkit and tool: the median, the least and the first milliseconds. Both sides read
CLOCK_MONOTONIC. The limit of 30 ms is for a quiet machine.
"""
import json
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FORM = os.path.join(HERE, "..", "rig", "apps", "menu_form.py")
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

PEEKABOO, ROUNDS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
PATH = "Deep > Level 1 > Level 2 > Level 3 > Bottom"


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC) * 1000


def rounds(form, choose):
    """Milliseconds from each call until the program said that its item was chosen."""
    times = []
    for _ in range(ROUNDS + 1):
        began = now()
        choose()
        line = form.stdout.readline()
        while not line.startswith("chose"):
            line = form.stdout.readline()
        times.append(float(line.split()[-1]) - began)
    return times


def main():
    print("load", os.getloadavg())
    client = Client(PEEKABOO, {**os.environ, "PEEKABOO_TOOLSETS": "menus"})
    for toolkit in ("gtk3", "exported", "qt5"):
        form = subprocess.Popen([FORM, toolkit], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        while not form.stdout.readline().startswith("ready"):
            continue
        target = f"PID:{form.pid}"
        for name, tool, arguments in (
                ("click_menu_item", "click_menu_item", {"appName": target, "menuPath": PATH, "verify": 0}),
                ("state alone", "get_menu_item_state", {"appName": target, "menuPath": PATH})):
            if tool == "click_menu_item":
                times = rounds(form, lambda: client.request("tools/call", name=tool, arguments=arguments).result())
            else:
                times = []
                for _ in range(ROUNDS + 1):
                    began = now()
                    answer = client.request("tools/call", name=tool, arguments=arguments).result()
                    times.append(now() - began)
                    json.loads(answer["content"][0]["text"])
            print(f"{toolkit:9} {name:16} median {statistics.median(times[1:]):7.1f} ms  least {min(times):7.1f} ms"
                  f"  first {times[0]:7.1f} ms")
        form.kill()
        form.wait()
    client.end()


if __name__ == "__main__":
    main()
