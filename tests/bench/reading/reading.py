#!/usr/bin/python3
"""Reading text line by line against reading whole pictures: errors and time, on pages whose text is known.

    reading.py PATH/reading_bench [--every N]     tables for each N-th page (default 1: 300 pages)
    reading.py PATH/reading_bench --screen        time for a 1080p screen of text

CER: characters to insert, delete or replace for the true text, in percent of it. Words: found, in percent.
Run it alone on an idle machine; compare figures of one run only.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pages  # noqa: E402


class Bench:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, page):
        """Returns {name: number} and {method: lines}."""
        self.process.stdin.write(f"{page.width} {page.height} {page.stride} {page.path}\n")
        self.process.stdin.flush()
        times, texts, method = {}, {}, None
        for line in self.process.stdout:
            if line == "done\n":
                return times, texts
            if line.startswith("\t"):
                texts[method].append(line.strip())
            else:
                method, time = line.split()
                times[method], texts[method] = float(time), []
        raise RuntimeError("the benchmark's program ended")


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def errors(expected, lines):
    """Compares line by line when there are as many, else all of it."""
    if len(expected) == len(lines):
        return sum(distance(a, b) for a, b in zip(expected, lines))
    return distance("\n".join(expected), "\n".join(lines))


def count(page, lines):
    """Returns errors, characters, words found, words."""
    expected = [" ".join(line) for line in page.lines]
    words = collections.Counter(" ".join(expected).split())
    found = collections.Counter(" ".join(lines).split())
    return errors(expected, lines), sum(map(len, expected)), (words & found).total(), words.total()


def add(table, key, counts):
    table[key] = [a + b for a, b in zip(table.get(key, [0] * 4), counts)]


def tables(bench, every):
    by = {"size": {}, "theme": {}, "font": {}, "all": {}}
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number, (font, size, theme, make) in enumerate(pages.all_pages(folder)):
            if number % every:
                continue
            page = make()
            times, texts = bench.read(page)
            total.update({name: times[name] for name in ("whole", "lines-first")})
            for method in ("whole", "lines-first"):
                counts = count(page, texts[method])
                for kind, value in (("size", size), ("theme", theme), ("font", font), ("all", "all")):
                    add(by[kind], (value, method), counts)
            os.remove(page.path)
    print(f"{'':22}{'CER %: whole':>14}{'lines':>8}{'words %: whole':>17}{'lines':>8}")
    for kind in by.values():
        for value in dict.fromkeys(key for key, _ in kind):
            whole, lines = kind[value, "whole"], kind[value, "lines-first"]
            print(f"{value!s:22}{100 * whole[0] / whole[1]:14.2f}{100 * lines[0] / lines[1]:8.2f}"
                  f"{100 * whole[2] / whole[3]:17.1f}{100 * lines[2] / lines[3]:8.1f}")
    print(f"time: whole {total['whole'] / 1000:.1f} s, lines {total['lines-first'] / 1000:.1f} s, "
          f"ratio {total['lines-first'] / total['whole']:.2f}")


def screen(bench):
    with tempfile.TemporaryDirectory() as folder:
        page = pages.page(f"{folder}/screen.bgrx", "DejaVu Sans Mono", 11, "light on dark", 1920, 1080)
        for _ in range(3):
            times, _ = bench.read(page)
            print("  ".join(f"{name} {time:.2f}" + ("" if name == "lines" else " ms") for name, time in times.items()),
                  f"  ratio {times['lines-first'] / times['whole']:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--screen", action="store_true")
    arguments = parser.parse_args()
    bench = Bench(arguments.program)
    screen(bench) if arguments.screen else tables(bench, arguments.every)


if __name__ == "__main__":
    main()
