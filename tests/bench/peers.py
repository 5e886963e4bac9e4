#!/usr/bin/python3
"""One part of peers.sh, inside a desktop: peers.py screen|curve|windows BUILD_FOLDER ROUNDS."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from bench import Server
from crowded_desktop import Crowd
from scene import PLAIN, Scene

NPM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "npm")
LONGEST = 60
ALL_NEW = "peekaboo: PNG in memory, all of it new"


def peers(scene, file):
    """What each peer is called, and what takes the screen to `file`."""
    display, size = os.environ["DISPLAY"], f"{scene.width}x{scene.height}"
    return {
        "scrot": ["scrot", "-o", file],
        "maim": ["maim", file],
        "ImageMagick import": ["import", "-window", "root", file],
        "ffmpeg x11grab": ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-draw_mouse", "0", "-video_size", size,
                           "-i", display, "-frames:v", "1", file],
        "gnome-screenshot": ["gnome-screenshot", "-f", file],
        "xfce4-screenshooter": ["xfce4-screenshooter", "-f", "-s", file],
        "flameshot": ["flameshot", "full", "-p", file],
        "npm node-screenshots": ["node", os.path.join(NPM, "shot.mjs"), "node-screenshots", file],
        "npm screenshot-desktop": ["node", os.path.join(NPM, "shot.mjs"), "screenshot-desktop", file],
    }


def run(words):
    """Seconds, or None when it fails. (subprocess's own limit of time looks only every few milliseconds.)"""
    began = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = threading.Timer(LONGEST, process.kill)
    limit.start()
    status = process.wait()
    took = time.perf_counter() - began
    limit.cancel()
    return took if status == 0 else None


def working(candidates, file):
    """Those that are installed and really write a picture; one warm-up each."""
    found = {}
    for name, words in candidates.items():
        if os.path.exists(file):
            os.unlink(file)
        if shutil.which(words[0]) and run(words) is not None and os.path.exists(file) and os.path.getsize(file) > 1000:
            found[name] = words
        else:
            print(f"(left out: {name} is not installed or takes no picture here)")
    return found


class Resident:
    """A process that captures whenever it is told to; (seconds, bytes) of each."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def take(self, what="go"):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            return None
        return float(answer[0]) / 1000, int(answer[1])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def verify(scene, file):
    """Our file, unpacked by ImageMagick, against what Python's own X client saw over the socket before and after."""
    before = scene.picture()
    run([os.path.join(BUILD, "peekaboo"), "image", "--path", file])
    if scene.picture() != before:
        return "the screen changed meanwhile: not compared"
    ours = subprocess.run(["convert", file, "-depth", "8", "bgra:-"], check=True, capture_output=True).stdout
    wrong = sum(1 for channel in range(3) if ours[channel::4] != before[channel::4])
    return "every pixel as an independent client sees it" if wrong == 0 and len(ours) == len(before) else "PIXELS DIFFER"


def ms(seconds):
    return f"{seconds * 1000:9.1f} ms"


def one_shot(scene, folder, rounds):
    file = os.path.join(folder, "shot.png")
    candidates = {"peekaboo image": [os.path.join(BUILD, "peekaboo"), "image", "--path", file], **peers(scene, file)}
    found = working(candidates, file)
    times, sizes = {name: [] for name in found}, {}
    for _ in range(rounds):
        for name, words in found.items():
            took = run(words)
            if took is not None:
                times[name].append(took)
            sizes[name] = os.path.getsize(file)
    ours = times.pop("peekaboo image")
    base = statistics.median(ours)
    print(f"\n## {scene.width}x{scene.height}: a process from its start to the PNG file, {rounds} interleaved rounds\n")
    print(f"| | median | least | ours is faster by | file |\n|---|---:|---:|---:|---:|")
    print(f"| peekaboo image | {ms(base)} | {ms(min(ours))} | | {sizes['peekaboo image'] // 1000} kB |")
    for name, taken in sorted(times.items(), key=lambda row: statistics.median(row[1])):
        middle = statistics.median(taken)
        print(f"| {name} | {ms(middle)} | {ms(min(taken))} | {middle / base:.1f} × | {sizes[name] // 1000} kB |")
    print(f"\npeekaboo's picture: {verify(scene, file)}")


def residents(rounds):
    found = {"ours": Resident(os.path.join(BUILD, "bench_resident")),
             "alone": Resident("taskset", "-c", "0", os.path.join(BUILD, "bench_resident"))}
    rows = [("SHM and one copy (the floor)", "ours", "floor"), ("peekaboo: pixels in memory", "ours", "frame"),
            (ALL_NEW, "ours", "new"), (ALL_NEW + ", one processor", "alone", "new"),
            ("peekaboo: PNG in memory, nothing new since the last", "ours", "png"),
            ("peekaboo: JPEG 80 in memory", "ours", "jpeg")]
    if os.path.isdir(os.path.join(NPM, "node_modules", "node-screenshots")):
        found["node"] = Resident("node", os.path.join(NPM, "shot.mjs"), "resident")
        rows.append(("npm node-screenshots: PNG in memory", "node", "go"))
    taken = {row: [] for row in rows}
    for turn in range(rounds + 3):
        for row in rows:
            answer = found[row[1]].take(row[2])
            if answer and turn >= 3:
                taken[row].append(answer)
    for process in found.values():
        process.close()
    return {row[0]: (statistics.median(each[0] for each in answers), min(each[0] for each in answers), answers[-1][1])
            for row, answers in taken.items() if answers}


def resident_table(rounds, what):
    rows = residents(rounds * 3)
    floor = next(iter(rows.values()))[0]
    print(f"\nA process that stays, {what}:\n\n| | median | least | times the floor | size |\n|---|---:|---:|---:|---:|")
    for name, (middle, least, size) in rows.items():
        print(f"| {name} | {middle * 1000:.2f} ms | {least * 1000:.2f} ms | {middle / floor:.1f} | {size // 1000} kB |")


def screen(rounds):
    scene = Scene()
    with tempfile.TemporaryDirectory() as folder:
        one_shot(scene, folder, rounds)
        resident_table(rounds, "the same screen")
    scene.close()
    plain = Scene(PLAIN)
    resident_table(rounds, "the same screen, but without the dithered gradient behind the page")
    plain.close()


def curve(rounds):
    scene = Scene()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "shot.png")
        words = [os.path.join(BUILD, "peekaboo"), "image", "--path", file]
        taken = [run(words) for _ in range(rounds)]
        rows = residents(rounds)
    pixels = scene.width * scene.height / 1e6
    png, floor = rows[ALL_NEW][0], rows["SHM and one copy (the floor)"][0]
    print(f"{scene.width}x{scene.height:<5} {pixels:5.1f} Mpx   process {ms(statistics.median(taken))}   "
          f"resident PNG {png * 1000:7.2f} ms, {png * 1000 / pixels:5.2f} ms/Mpx   floor {floor * 1000:6.2f} ms", flush=True)
    scene.close()


def windows(rounds):
    request = {"item_type": "application_windows", "app": "Crowd", "include_window_details": ["ids", "bounds", "off_screen"]}
    print("## Cost grows with the windows\n\n| windows | list, server | `peekaboo list windows` |\n|---:|---:|---:|")
    for count in (10, 60, 300, 1000):
        crowd = Crowd(count)
        server = Server(os.path.join(BUILD, "peekaboo"))
        server.greet()
        server.call("list", **request)()
        calls = [server.call("list", **request)()[0] for _ in range(rounds)]
        words = [os.path.join(BUILD, "peekaboo"), "list", "windows", "--app", "Crowd"]
        processes = [run(words) for _ in range(rounds)]
        print(f"| {count} | {statistics.median(calls) * 1000:.2f} ms | {statistics.median(processes) * 1000:.1f} ms |",
              flush=True)
        server.close()
        crowd.end()
    empty = [run([os.path.join(BUILD, "peekaboo"), "--version"]) for _ in range(rounds)]
    print(f"\n`peekaboo --version`: {ms(statistics.median(empty))}")


if __name__ == "__main__":
    BUILD = sys.argv[2]
    {"screen": screen, "curve": curve, "windows": windows}[sys.argv[1]](int(sys.argv[3]))
