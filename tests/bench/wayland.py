#!/usr/bin/python3
"""A screen to a PNG file beside the programs of each Wayland desktop, in turns, and what a server that stays takes.

    tests/rig/with-desktop --isolate --wayland --size 1920x1080 -- /usr/bin/python3 tests/bench/wayland.py PEEKABOO [ROUNDS]
    tests/rig/with-desktop --isolate --wayland kwin --authorise PEEKABOO --size 1920x1080 -- (the same)
    tests/rig/with-desktop --isolate --wayland gnome --extension --grant TOKEN --size 1920x1080 -- env GRANT=TOKEN (the same)

TOKEN is any UUID; the rig writes it into the portal's store, as if a person had allowed screens. Beside it run grim,
spectacle or gnome-screenshot: those that are installed and give a picture here. Windows are of foot. Prints medians;
compare the ratios of one run.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from bench import Server, milliseconds, row

PROGRAM, ROUNDS = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 15
PEERS = {
    "grim -l 1": ["grim", "-l", "1"],
    "grim -t ppm": ["grim", "-t", "ppm"],
    "grim": ["grim"],
    "spectacle -b -n -f": ["spectacle", "-b", "-n", "-f", "-o"],
    "gnome-screenshot": ["gnome-screenshot", "-f"],
}
HELPER = os.path.join(os.path.dirname(PROGRAM), "peekaboo-portal")
WINDOWS = 60


def allow(grant):
    """Stores the token that the rig has put into the portal's store."""
    path = os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo", "screens.token")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(grant)


def end_helpers():
    """Ends the helpers of this desktop, so that the next picture needs a new one."""
    for folder in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.path.realpath(f"/proc/{folder}/exe") == os.path.realpath(HELPER):
                os.kill(int(folder), signal.SIGTERM)
                while os.path.exists(f"/proc/{folder}"):
                    time.sleep(0.01)
        except OSError:
            continue  # it has ended, or is another user's


def taken(words, path):
    """Seconds that a whole process takes for a picture of the screen; None when it gives none."""
    if os.path.exists(path):
        os.remove(path)
    began = time.perf_counter()
    try:
        done = subprocess.run([*words, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=10, check=False)
    except subprocess.TimeoutExpired:
        return None
    seconds = time.perf_counter() - began
    return seconds if done.returncode == 0 and os.path.exists(path) and os.path.getsize(path) > 0 else None


def measure_commands(folder):
    path = os.path.join(folder, "a.png")
    ours = {"peekaboo image": [PROGRAM, "image", "--mode", "screen", "--path"]}
    if os.environ.get("GRANT"):
        ours["peekaboo image, cold"] = ours["peekaboo image"]
    commands = ours | {name: words for name, words in PEERS.items() if shutil.which(words[0]) and taken(words, path)}
    times = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, words in commands.items():
            if name.endswith("cold"):
                end_helpers()
            seconds = taken(words, path)
            if seconds is None:
                sys.exit(f"{name} gave no picture")
            times[name].append(seconds)
    for name, seconds in times.items():
        row(f"{name}, the whole process", milliseconds(seconds))


def terminals(folder, count, *options, script=""):
    """Windows of foot; returns once all of them run their shells."""
    marks = [os.path.join(folder, f"runs-{number}") for number in range(count)]
    started = [subprocess.Popen(["foot", *options, "sh", "-c", f": > {mark}; {script} exec sleep 1000"],
                                stderr=subprocess.DEVNULL) for mark in marks]
    while not all(map(os.path.exists, marks)):
        time.sleep(0.05)
    time.sleep(2)  # the desktop paints them
    for mark in marks:
        os.remove(mark)
    return started


def measure_calls(server, name, tool, **arguments):
    server.call(tool, **arguments)()  # the first opens what stays
    row(name, milliseconds([server.call(tool, **arguments)()[0] for _ in range(ROUNDS)]))


def main():
    if os.environ.get("GRANT"):
        allow(os.environ["GRANT"])
    with tempfile.TemporaryDirectory() as folder:
        shown = terminals(folder, 1, "--maximized", script="ls -lR /usr/share | head -n 400;")
        measure_commands(folder)
        server = Server(PROGRAM)
        server.greet()
        measure_calls(server, "screen to a PNG file, by a server", "image", app_target="screen:0",
                      path=os.path.join(folder, "b.png"))
        shown += terminals(folder, WINDOWS - 1)
        measure_calls(server, f"list the applications, {WINDOWS} windows", "list", item_type="running_applications")
        server.close()
        for each in shown:
            each.kill()
            each.wait()


if __name__ == "__main__":
    main()
