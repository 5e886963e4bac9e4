#!/usr/bin/python3
"""How fast text is typed into a terminal and a text field, and how much of it is right: prints a table, beside xdotool in
the same run; asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate -- tests/bench/typing_speed.py build/input_driver
"""
import os
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", name) for name in ("rig", "desktop")]
from waiting import wait_until  # noqa: E402

ASCII = ("".join(chr(code) for code in range(33, 127)) + "\n") * 20
MIXED = "Grüße, 漢字かな交じり文 — Ελληνικά Русский عربى 😀🎉 naïve façade €5 “quoted” ≤≥±√∞\n" * 10
ROUNDS = 3
APPLICATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig", "apps")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def settled(path):
    """The length of a file to which nothing has been added for a second."""
    last, changed = len(read(path)), time.perf_counter()
    while time.perf_counter() < changed + 1:
        now = len(read(path))
        if now != last:
            last, changed = now, time.perf_counter()
        time.sleep(0.01)
    return last


def measure(path, text, act):
    """Characters a second until the last of `text` has arrived, and how many are right."""
    here = settled(path)
    began = time.perf_counter()
    act(text)
    seen, changed = "", time.perf_counter()
    while len(seen) < len(text) and time.perf_counter() < changed + 2:
        now = read(path)[here:]
        if now != seen:
            seen, changed = now, time.perf_counter()
        time.sleep(0.001)
    right = sum(1 for wanted, got in zip(text, seen) if wanted == got)
    return len(text) / (changed - began), right / len(text)


def main():
    driver = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ours(text):
        driver.stdin.write("type 0 120 " + text.replace("\\", "\\\\").replace("\n", "\\n") + "\n")
        driver.stdin.flush()
        answer = driver.stdout.readline()
        if answer != "ok\n":
            print("   ", answer.strip())

    def theirs(text):
        subprocess.run(["xdotool", "type", "--delay", "0", "--file", "-"], input=text.encode(), check=True)

    with tempfile.TemporaryDirectory() as folder:
        for name in ("terminal", "text field"):
            path = os.path.join(folder, name.replace(" ", "_"))
            if name == "terminal":
                command = f"stty -echo -icanon min 1; : > {path}; touch {path}.ready; exec cat >> {path}"
                program = subprocess.Popen(["xterm", "-u8", "-fa", "DejaVu Sans Mono", "-e", "sh", "-c", command],
                                           env={**os.environ, "LC_ALL": "C.UTF-8"})
                wait_until("the terminal", lambda: os.path.exists(path + ".ready"))
            else:
                program = subprocess.Popen([os.path.join(APPLICATIONS, "gtk_entry.py"), "field", path],
                                           stdout=subprocess.PIPE, text=True)
                program.stdout.readline()
            subprocess.run(["xdotool", "getactivewindow"], check=True, stdout=subprocess.DEVNULL)
            for kind, text in (("ASCII", ASCII), ("mixed", MIXED)):
                for who, act in (("peekaboo", ours), ("xdotool", theirs)):
                    results = [measure(path, text, act) for _ in range(ROUNDS)]
                    speeds = sorted(speed for speed, _ in results)
                    print(f"{name:10} {kind:5} {who:8}  {speeds[len(speeds) // 2]:8.0f} characters/s "
                          f"({speeds[0]:.0f} to {speeds[-1]:.0f}), right {min(right for _, right in results):.1%}")
            program.kill()
            program.wait()
    driver.stdin.close()
    driver.wait()


if __name__ == "__main__":
    main()
