#!/usr/bin/python3
"""Runs desktop suites one after the other, on one desktop that they share.

    tests/rig/run_suites.py [--build FOLDER] NAME...     for example: tests/rig/run_suites.py clicks menus

The names are those of tests/desktop/CMakeLists.txt. CMake writes FOLDER/desktop_suites.json (build, unless stated), with
the options of tests/rig/with-desktop and the command of each. All suites of a run need the same options.

Each suite is a process with its own HOME, XDG folders and TMPDIR; display, buses and XDG_RUNTIME_DIR are shared. After each
one the desktop is restored: processes that it left are ended, and their windows are gone. A suite that leaves anything else
changed (monitors, keyboard map, focus, root window, window manager) fails. A suite alone has the folders of the desktop,
and nothing is restored."""
import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

from waiting import wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 300  # that a suite may take
FOLDERS = {"HOME": "home", "TMPDIR": "temporary", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache",
           "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state"}
# Properties of the root window by which one suite can disturb the next.
PROPERTIES = ("AT_SPI_BUS", "ESETROOT_PMAP_ID", "RESOURCE_MANAGER", "_NET_CURRENT_DESKTOP", "_NET_NUMBER_OF_DESKTOPS",
              "_NET_SHOWING_DESKTOP", "_NET_SUPPORTING_WM_CHECK", "_XKB_RULES_NAMES", "_XROOTPMAP_ID")


class Processes:
    """Processes of this desktop, by the RIG_ID in their environment, as with-desktop finds them."""

    def __init__(self):
        self.mark = f"RIG_ID={os.environ['RIG_ID']}".encode()
        self.kept = self.running()

    def running(self):
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    ours = self.mark in file.read().split(b"\0")
                with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                    name, rest = file.read().split("(", 1)[1].rsplit(")", 1)
            except OSError:
                continue
            if ours and rest.split()[0] != "Z":
                found[int(pid)] = name
        return found

    def left(self):
        return [pid for pid in self.running() if pid not in self.kept]

    def end_left(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in self.left():
                for each in (signal.SIGCONT, number):
                    try:
                        os.kill(pid, each)
                    except ProcessLookupError:
                        pass
            try:
                wait_until("processes to end", lambda: not self.left(), 3)
                return
            except AssertionError:
                pass

    def lost(self):
        """Names of the desktop's own processes that have ended."""
        running = self.running()
        return sorted(name for pid, name in self.kept.items() if pid not in running)


class Screen:
    """What suites change on an X server."""

    def __init__(self):
        from Xlib import display
        self.connection = display.Display()
        self.root = self.connection.screen().root
        pointer = self.root.query_pointer()
        self.pointer = pointer.root_x, pointer.root_y
        self.shown = self.viewable()
        self.accessible = self.properties()["AT_SPI_BUS"] is not None

    def viewable(self):
        from Xlib import X, error
        found = set()
        for window in self.root.query_tree().children:
            try:
                if window.get_attributes().map_state == X.IsViewable:
                    found.add(window.id)
            except error.BadWindow:
                pass
        return found

    def properties(self):
        from Xlib import X
        values = {name: self.root.get_full_property(self.connection.intern_atom(name), X.AnyPropertyType) for name in PROPERTIES}
        return {name: value and (value.value if value.format == 8 else list(value.value)) for name, value in values.items()}

    def restore(self):
        """Waits until the windows of ended programs have gone, and moves the pointer back."""
        wait_until("windows to go", lambda: self.viewable() <= self.shown, 10)
        self.root.warp_pointer(*self.pointer)
        if os.environ["RIG_WM"] == "none":  # nobody moves the focus back
            from Xlib import X
            self.connection.set_input_focus(X.PointerRoot, X.RevertToPointerRoot, X.CurrentTime)
        if not self.accessible:  # the bus that it names has ended
            self.root.delete_property(self.connection.intern_atom("AT_SPI_BUS"))
        self.connection.sync()

    def state(self):
        pointer, connection = self.root.query_pointer(), self.connection
        focus = connection.get_input_focus().focus
        first, last = connection.display.info.min_keycode, connection.display.info.max_keycode
        found = {"monitors": subprocess.run(["xrandr"], capture_output=True, text=True, check=True).stdout +
                             subprocess.run(["xrandr", "--listmonitors"], capture_output=True, text=True, check=True).stdout,
                 "keyboard map": connection.get_keyboard_mapping(first, last - first + 1),
                 "modifiers": [list(keys) for keys in connection.get_modifier_mapping()],
                 "buttons and locks": pointer.mask, "pressed keys": list(connection.query_keymap()),
                 "input focus": getattr(focus, "id", focus)}
        for name in ("PRIMARY", "CLIPBOARD", "WM_S0", "_NET_WM_CM_S0"):
            owner = connection.get_selection_owner(connection.intern_atom(name))
            found["owner of " + name] = getattr(owner, "id", owner)
        return {**found, **{"root property " + name: value for name, value in self.properties().items()}}


class Desktop:
    def __init__(self):
        self.processes, self.screen = Processes(), Screen()
        self.state = self.screen.state()

    def restore(self):
        """Faults that the suite has left behind."""
        self.processes.end_left()
        shutil.rmtree(os.environ["PEEKABOO_RUNTIME_DIR"], ignore_errors=True)
        lost = self.processes.lost()
        if lost:
            return ["ended " + name for name in lost]
        try:
            self.screen.restore()
            wait_until("the state before", lambda: self.screen.state() == self.state, 3)
            return []
        except AssertionError as error:
            before, self.state = self.state, self.screen.state()
            changed = [f"left {name}: {before.get(name)!r:.200} became {self.state.get(name)!r:.200}"
                       for name in sorted({*before, *self.state}) if before.get(name) != self.state.get(name)]
            return changed or [str(error)]


def held_loop():
    """What with-desktop would report at the end, now that the suite is known."""
    path = os.environ["PEEKABOO_LOOP_REPORT"]
    if not os.path.exists(path) or not os.path.getsize(path):
        return []
    with open(path, encoding="utf-8", errors="replace") as file:
        report = file.read()
    os.remove(path)
    return ["held the loop of peekaboo for too long: " + report]


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(suite, environment):
    process = subprocess.Popen(suite["command"], env=environment, start_new_session=True, stdin=subprocess.DEVNULL)
    try:
        status = process.wait(SECONDS)
        return [f"status {status}"] if status else []
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return [f"not finished within {SECONDS} s"]


def run_all(suites):
    """Names of the suites that failed."""
    desktop, failed = Desktop(), []
    for suite in suites:
        name = suite["name"]
        if desktop.processes.lost():
            print(f"== {name}: FAILED: not run, because the desktop has ended", flush=True)
            failed.append(name)
            continue
        print(f"== {name}", flush=True)
        began, folder = time.monotonic(), os.path.join(os.environ["RIG"], name)
        environment = {**os.environ, **{variable: os.path.join(folder, part) for variable, part in FOLDERS.items()}}
        for variable in FOLDERS:
            os.makedirs(environment[variable])
        used = processor_time()
        faults = run(suite, environment) + held_loop() + desktop.restore()
        shutil.rmtree(folder, ignore_errors=True)
        print(f"== {name}: {'FAILED: ' + '; '.join(faults) if faults else 'passed'} in {time.monotonic() - began:.1f} s, "
              f"{processor_time() - used:.1f} s of processor time", flush=True)
        if faults:
            failed.append(name)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("names", nargs="+")
    words = parser.parse_args()
    with open(os.path.join(words.build, "desktop_suites.json"), encoding="utf-8") as file:
        known = {suite["name"]: suite for suite in json.load(file)}
    unknown = [name for name in words.names if name not in known]
    if unknown:
        sys.exit(f"no such suite: {', '.join(unknown)}")
    suites = [known[name] for name in words.names]
    options = suites[0]["options"]
    if any(suite["options"] != options for suite in suites):
        sys.exit("These suites need different desktops: run them one by one.")
    if len(suites) > 1 and "RIG_ID" in os.environ:
        failed = run_all(suites)
        sys.exit("failed: " + " ".join(failed) if failed else 0)
    command = suites[0]["command"] if len(suites) == 1 else [os.path.abspath(__file__), *sys.argv[1:]]
    program = os.path.join(HERE, "with-desktop")
    os.execv(program, [program, "--isolate", *options, "--", *command])


if __name__ == "__main__":
    main()
