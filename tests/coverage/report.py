#!/usr/bin/python3
"""Line coverage of runtime/, native/ and scripts/ after a run of the build configuration `coverage`.

    report.py BUILD-FOLDER

Reads the profiles and the lines of scripts that the run left in BUILD-FOLDER/coverage. scripts/docs/TESTING.md describes
how to measure a tier. Needs llvm-19 and lua5.4.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def binaries(build):
    """The programs, modules and unit suites of a build folder."""
    paths = [os.path.join(build, name) for name in os.listdir(build)]
    return sorted(path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK) and
                  open(path, "rb").read(4) == b"\x7fELF")


def native_lines(build, folder):
    """Folder -> (lines that ran, lines) of the C++ sources."""
    profile = os.path.join(folder, "all.profdata")
    subprocess.run(["llvm-profdata-19", "merge", "--failure-mode=all", "-o", profile, *glob.glob(folder + "/*.profraw")], check=True)
    first, *others = binaries(build)
    objects = [word for path in others for word in ("-object", path)]
    text = subprocess.run(["llvm-cov-19", "export", "--format=lcov", "-instr-profile", profile, first, *objects],
                          check=True, capture_output=True, text=True).stdout
    hits = collections.defaultdict(dict)
    for line in text.splitlines():
        if line.startswith("SF:"):
            path = os.path.relpath(line[3:], ROOT)
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            hits[path][number] = hits[path].get(number, False) or int(count) > 0
    return hits


def lines_of_script(path):
    """The numbers of the lines that have instructions."""
    listing = subprocess.run(["luac5.4", "-l", "-p", path], check=True, capture_output=True, text=True).stdout
    return {int(number) for number in re.findall(r"^\t\d+\t\[(\d+)\]", listing, re.M)}


def script_lines(folder):
    ran = collections.defaultdict(set)
    for path in glob.glob(folder + "/*.lines"):
        name = os.path.basename(path)[:-len(".lines")].replace("#", "/")
        with open(path, "rb") as file:
            lines = {index for index, byte in enumerate(file.read()) if byte}
        ran["scripts/" + name.split("scripts/")[-1]] |= lines
    hits = {}
    for base, _, names in os.walk(os.path.join(ROOT, "scripts")):
        for name in (each for each in names if each.endswith(".lua")):
            path = os.path.relpath(os.path.join(base, name), ROOT)
            hits[path] = {number: number in ran[path] for number in lines_of_script(os.path.join(ROOT, path))}
    return hits


def main():
    build = os.path.abspath(sys.argv[1])
    folder = os.path.join(build, "coverage")
    hits = {**native_lines(build, folder), **script_lines(folder)}
    with open(os.path.join(folder, "lines.json"), "w", encoding="utf-8") as file:
        json.dump({path: sorted(int(number) for number, hit in lines.items() if not hit) for path, lines in sorted(hits.items())}, file)
    for top in ("runtime", "native", "scripts"):
        lines = [hit for path, found in hits.items() if path.startswith(top + "/") for hit in found.values()]
        print(f"{top}: {100 * sum(lines) / len(lines):.2f} % of {len(lines)} lines")


if __name__ == "__main__":
    main()
