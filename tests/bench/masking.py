#!/usr/bin/python3
"""How much of what is secret is masked, how much of what is not, and how long it takes.

    masking.py recall [--pages N] [--seed N]     share of planted secrets that are filled, by size, theme and kind
    masking.py plain                             share of pixels that are filled on pages without secrets
    masking.py first BEFORE                      the first reading of a screen of text, beside the program BEFORE
    with-desktop --size 1920x1080 -- masking.py times      milliseconds of captures of a screen of text

PEEKABOO names the program. Run it alone on an idle machine; compare figures of one run only.
"""
import argparse
import collections
import glob
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "rig"), os.path.join(HERE, "..", "faults")]
import PIL.Image  # noqa: E402
import PIL.ImageChops  # noqa: E402

import secret_pages  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
LINES = 40  # of a plain page, at least


def mask(folder, pages):
    """Yields each page with the program's answer and the masked picture."""
    places = os.path.join(folder, "pictures")
    with open(places, "w", encoding="utf-8") as file:
        for number, page in enumerate(pages):
            page.save(f"{folder}/{number}.png")
            file.write(f"{folder}/{number}.png {folder}/{number}-masked.png\n")
    run = subprocess.run([PEEKABOO, "run", os.path.join(HERE, "masking.lua"), places], stdout=subprocess.PIPE, text=True, check=True)
    for page, line in zip(pages, run.stdout.splitlines()):
        answer = json.loads(line)
        yield page, answer, PIL.Image.open(answer["path"]).convert("RGB")


def is_filled(image, area):
    colours = image.crop(area).getcolors(8)
    return colours is not None and len(colours) == 1


def recall(arguments):
    chance = random.Random(arguments.seed)
    combinations = list(itertools.product(secret_pages.FONTS, secret_pages.SIZES, secret_pages.THEMES))
    chance.shuffle(combinations)
    table = collections.defaultdict(lambda: [0, 0])
    count_errors, reported, seconds = 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for font, size, theme in combinations[:arguments.pages]:
            pages.append(secret_pages.page(chance, font, size, theme))
            pages[-1].rows = (("font", font), ("size", size), ("theme", theme))
        for page, answer, masked in mask(folder, pages):
            seconds += answer["seconds"]
            for place in page.places:
                filled = all(is_filled(masked, area) for area in place.areas)
                wrap = "wrapped" if len(place.areas) > 1 else "in one line"
                for row in (*page.rows, ("kind", place.secret.kind), ("line", wrap), ("", "all")):
                    table[row][0] += 1
                    table[row][1] += filled
                if not filled and arguments.misses:
                    print(f"{page.facts}: {place.secret.label}|{place.secret.text} at {place.areas}")
            planted = collections.Counter(place.secret.kind for place in page.places)
            count_errors += sum(abs(answer["counts"].get(kind, 0) - planted[kind]) for kind in planted | answer["counts"])
            reported += planted.total()
    print(f"{'':28}{'secrets':>9}{'filled %':>10}")
    for row in sorted(table, key=lambda row: (row[0], str(row[1]).rjust(20))):
        print(f"{' '.join(map(str, row)):28}{table[row][0]:9}{100 * table[row][1] / table[row][0]:10.1f}")
    print(f"counts that are wrong: {count_errors} of {reported}; {seconds / max(1, arguments.pages):.2f} s a page")


def plain_texts():
    """Name and lines of texts without secrets; those with the documented forms are left out by the reader of the table."""
    root = os.path.join(HERE, "..", "..")
    licences = sorted(glob.glob("/usr/share/common-licenses/*"))[:6]
    code = [os.path.join(root, path) for path in ("native/text/line_reader.cpp", "scripts/capture/pipeline.lua", "tests/desktop/support.py",
                                                  "native/text/pii/passwords.cpp", "runtime/core/value/settings.cpp")]
    for path in (*licences, *code):
        with open(path, encoding="utf-8", errors="replace") as file:
            yield os.path.basename(path), [line.rstrip("\n") for line in file]
    for name, command in (("ls -l", ["ls", "-l", "/usr/bin"]), ("ps", ["ps", "aux"]), ("git log", ["git", "-C", root, "log", "--stat", "-60"]),
                          ("df", ["df", "-h"]), ("ss", ["ss", "-tan"])):
        try:
            yield name, subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError):
            continue


def plain(arguments):
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for name, lines in plain_texts():
            for _ in range(2):
                font = chance.choice(secret_pages.FONTS[1::3] if "." in name or " " in name else secret_pages.FONTS)
                theme = chance.choice(("light", "dark", "grey", "subpixel"))
                begin = chance.randrange(max(1, len(lines) - LINES))
                pages.append(secret_pages.plain_page(chance, iter(lines[begin:]), font, chance.choice((9, 10, 11, 12, 14)), theme, 1200, 800))
                pages[-1].name = name
        print(f"{'text':28}{'filled %':>10}  found")
        for page, answer, masked in mask(folder, pages):
            original = PIL.Image.frombytes("RGB", masked.size, bytes(page.surface.get_data()), "raw", "BGRX", page.surface.get_stride())
            difference = PIL.ImageChops.difference(masked, original).convert("L")
            changed = sum(difference.histogram()[1:])
            found = {kind: count for kind, count in answer["counts"].items() if count}
            print(f"{page.name:28}{100 * changed / (masked.width * masked.height):10.2f}  {found or ''} {page.facts if found else ''}")


READ = """local fs, image, time = require "fs", require "image", require "time"
local picture = image.decode(fs.read(arg[1]))
local begin = time.now()
print(arg[2] == "text" and #picture:text() or tostring(picture:mask_pii()), time.now() - begin)"""


def screen_of(lines, path):
    secret_pages.plain_page(None, iter(lines), "DejaVu Sans Mono", 11, "dark", 1920, 1080).save(path)


def first(arguments):
    """Each in a process of its own, in turns."""
    chance = random.Random(arguments.seed)
    rows = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        script, path = os.path.join(folder, "read.lua"), os.path.join(folder, "page.png")
        with open(script, "w", encoding="utf-8") as file:
            file.write(READ)
        for _ in range(arguments.runs):
            screen_of([secret_pages.words(chance, 24) for _ in range(80)], path)
            for name, program, what in (("read by BEFORE", arguments.before, "text"), ("read", PEEKABOO, "text"), ("masked", PEEKABOO, "mask")):
                run = subprocess.run([program, "run", script, path, what], stdout=subprocess.PIPE, text=True, check=True)
                rows[name].append(float(run.stdout.rsplit(None, 1)[1]))
    for name, values in rows.items():
        ratio = statistics.median(value / before for value, before in zip(values, rows["read by BEFORE"]))
        print(f"{name:32}{1000 * statistics.median(values):9.0f} ms  ratio {ratio:.2f}")


class Screen:
    """A window over the whole screen that shows a page of text, and a client that captures it."""

    def __init__(self, folder):
        from mcp_client import Client
        self.path = os.path.join(folder, "page.png")
        self.window = subprocess.Popen([os.path.join(HERE, "..", "rig", "apps", "picture.py"), "Page", "1920", "1080"],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.window.stdout.readline()
        self.client = Client(PEEKABOO, {**os.environ, "PEEKABOO_TOOLSETS": "core,screenshot"})

    def show(self, lines, top=8):
        screen_of(lines, self.path)
        self.window.stdin.write(self.path + "\n")
        self.window.stdin.flush()
        self.window.stdout.readline()
        time.sleep(0.3)  # until the compositor is idle: nothing here is judged

    def milliseconds(self, **arguments):
        begin = time.perf_counter()
        result = self.client.tool("screenshot_capture_full", **arguments).result()
        assert not result.get("isError"), result
        return 1000 * (time.perf_counter() - begin)

    def end(self):
        self.client.end()
        self.window.kill()
        self.window.communicate()


def times(arguments):
    chance = random.Random(arguments.seed)
    lines = [secret_pages.words(chance, 24) for _ in range(200)]
    rows = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(folder)
        for run in range(arguments.runs):
            text = lines[run * 7:]
            screen.show(text)
            rows["masked, first"].append(screen.milliseconds(enablePIIMasking=True))
            for _ in range(10):
                rows["unmasked"].append(screen.milliseconds())
                rows["masked, unchanged"].append(screen.milliseconds(enablePIIMasking=True))
            text = [*text[:20], "another line " + secret_pages.words(chance, 20), *text[21:]]
            screen.show(text)
            rows["masked, one changed line"].append(screen.milliseconds(enablePIIMasking=True))
            text = text[3:]
            screen.show(text)
            rows["masked, scrolled by 3 lines"].append(screen.milliseconds(enablePIIMasking=True))
            text = [*text[:10], text[10] + "x", *text[11:]]
            screen.show(text)
            rows["masked, typed character"].append(screen.milliseconds(enablePIIMasking=True))
        screen.end()
    for name, values in rows.items():
        print(f"{name:32}{statistics.median(values):9.1f} ms (median of {len(values)}; {min(values):.1f} to {max(values):.1f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("recall", "plain", "first", "times"))
    parser.add_argument("before", nargs="?", help="another program")
    parser.add_argument("--pages", type=int, default=140)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    {"recall": recall, "plain": plain, "first": first, "times": times}[arguments.what](arguments)


if __name__ == "__main__":
    main()
