#!/usr/bin/python3
"""How much of what is secret is masked, how much of what is not, and how long it takes.

    masking.py recall [--pages N] [--seed N]     share of planted secrets that are filled, by size, theme and kind
    masking.py plain [--each N]                  share of pixels that are filled on pages without secrets, beside what
                                                 the screenshot document's expressions match
    masking.py first BEFORE                      the first reading of a screen of text, beside the program BEFORE
    with-desktop --size 1920x1080 -- masking.py times      milliseconds of captures of a screen of text

PEEKABOO names the program. Run it alone on an idle machine; compare figures of one run only.
"""
import argparse
import collections
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

import plain_texts  # noqa: E402
import secret_pages  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
LINES = 40  # of a plain page, at least
PLAIN_SIZES = (8, 9, 10, 11, 12, 14)


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


def secret_pages_of(arguments):
    """Random pages, each with the rows of the table in which it counts."""
    chance = random.Random(arguments.seed)
    combinations = list(itertools.product(secret_pages.FONTS, arguments.sizes or secret_pages.SIZES, secret_pages.THEMES))
    chance.shuffle(combinations)
    for font, size, theme in combinations[:arguments.pages]:
        page = secret_pages.page(chance, font, size, theme)
        page.rows = (("font", font), ("size", size), ("theme", theme), ("", "all"))
        yield page


def count_errors(page, answer):
    planted = collections.Counter(place.secret.kind for place in page.places)
    return sum(abs(answer["counts"].get(kind, 0) - planted[kind]) for kind in planted | answer["counts"])


def recall(arguments):
    table = collections.defaultdict(lambda: [0, 0, 0])
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder:
        pages = list(secret_pages_of(arguments))
        for number, (page, answer, masked) in enumerate(mask(folder, pages)):
            seconds += answer["seconds"]
            for row in page.rows:
                table[row][2] += count_errors(page, answer)
            for place in page.places:
                filled = all(is_filled(masked, area) for area in place.areas)
                wrap = "wrapped" if len(place.areas) > 1 else "in one line"
                for row in (*page.rows, ("kind", place.secret.kind), ("line", wrap)):
                    table[row][0] += 1
                    table[row][1] += filled
                if not filled and arguments.misses:
                    print(f"{page.facts}: {place.secret.label}|{place.secret.text} at {place.areas} {keep(arguments, page, masked, f'recall-{number}')}")
    print(f"{'':28}{'secrets':>9}{'filled %':>10}{'wrong counts':>14}")
    for row in sorted(table, key=lambda row: (row[0], str(row[1]).rjust(20))):
        print(f"{' '.join(map(str, row)):28}{table[row][0]:9}{100 * table[row][1] / table[row][0]:10.1f}{table[row][2]:14}")
    print(f"{seconds / max(1, len(pages)):.2f} s a page")


def keep(arguments, page, masked, name):
    """Keeps a page, before and after, where it is wanted; returns the place of the masked one."""
    if not arguments.keep:
        return ""
    path = os.path.join(arguments.keep, name)
    page.save(path + ".png")
    masked.save(path + "-masked.png")
    return path + "-masked.png"


def filled_share(page, masked):
    """The share of a page's pixels that were changed, in percent, beside what the document's expressions match."""
    original = PIL.Image.frombytes("RGB", masked.size, bytes(page.surface.get_data()), "raw", "BGRX", page.surface.get_stride())
    changed = PIL.ImageChops.difference(masked, original).convert("L").point(lambda level: 255 if level else 0)
    for place in page.places:
        for left, top, right, bottom in place.areas:
            around = (bottom - top) // 2  # as far as whole words are filled
            changed.paste(0, (left - around, top - around, right + around, bottom + around))
    return 100 * changed.histogram()[255] / (masked.width * masked.height)


def plain(arguments):
    chance = random.Random(arguments.seed)
    shares = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for program, kind, lines in plain_texts.all_texts(chance):
            for _ in range(arguments.each if kind in (arguments.kinds or [kind]) else 0):
                font = chance.choice(secret_pages.FONTS[1::3] if kind != "licence" else secret_pages.FONTS)
                size, theme = chance.choice(arguments.sizes or PLAIN_SIZES), chance.choice(list(secret_pages.THEMES))
                begin = chance.randrange(max(1, len(lines) - LINES))
                pages.append(secret_pages.plain_page(lines[begin:], font, size, theme, 1200, 800))
                group = "programs" if program else "other pages"
                pages[-1].rows = ((group, ""), (f"{group}, size", size), (f"{group}, theme", theme), ("kind", kind))
        for number, (page, answer, masked) in enumerate(mask(folder, pages)):
            share = filled_share(page, masked)
            for row in page.rows:
                shares[row].append(share)
            if arguments.misses and share > 0:
                found = {kind: count for kind, count in answer["counts"].items() if count}
                print(f"{page.rows[-1][1]}, {page.facts}: {share:.2f} %, {found} {keep(arguments, page, masked, f'plain-{number}')}")
    print(f"{'':32}{'pages':>7}{'filled %':>10}{'most':>8}")
    for row in sorted(shares, key=lambda row: (row[0], str(row[1]).rjust(20))):
        print(f"{' '.join(map(str, row)):32}{len(shares[row]):7}{statistics.mean(shares[row]):10.3f}{max(shares[row]):8.2f}")


READ = """local fs, image, time = require "fs", require "image", require "time"
local picture = image.decode(fs.read(arg[1]))
local begin = time.now()
print(arg[2] == "text" and #picture:text() or tostring(picture:mask_pii()), time.now() - begin)"""


def screen_of(lines, path):
    secret_pages.plain_page(lines, "DejaVu Sans Mono", 11, "dark", 1920, 1080).save(path)


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
    parser.add_argument("--each", type=int, default=2, help="pages of each plain text")
    parser.add_argument("--kinds", type=lambda text: text.split(","), help="of plain texts; default: all")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], help="points, such as 8,9")
    parser.add_argument("--misses", action="store_true", help="name what was missed, or filled in vain")
    parser.add_argument("--keep", help="a folder for masked pages that are named")
    arguments = parser.parse_args()
    {"recall": recall, "plain": plain, "first": first, "times": times}[arguments.what](arguments)


if __name__ == "__main__":
    main()
