#!/usr/bin/python3
"""Each format beside its library's own command line tool, on the same screen, in one run. Prints a table, asserts nothing.

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/formats.py build
    tests/rig/with-desktop --isolate --size 3840x2160 -- tests/bench/formats.py build

Ours: `image:encode` of a picture in memory, the first of a process. The tool: its whole process, which reads a PPM (cwebp a PNG; it
tells how long the encoding alone took).
"""
import os
import re
import subprocess
import sys
import tempfile
import time

from scene import Scene

ROUNDS = 9
ENCODE = """
local image, fs, time = require "image", require "fs", require "time"
local picture = image.decode(fs.read(arg[1], { limit = 1 << 30 }))
local options = { format = arg[2], quality = math.tointeger(arg[3]), small = arg[4] and true or nil }
for _ = 1, 3 do picture:crop({ x = 0, y = 0, width = 1000, height = 500 }):encode { format = "bmp" } end -- wakes the threads
local began = time.clock()
local blob = picture:encode(options)
print((time.clock() - began) * 1000, blob.size)
"""
# What is measured: options of image:encode, and the tool with the same work.
CASES = [
    ("png", ("png",), ["igzip", "-1", "-c", "{rgb}"], "igzip -1 of the RGB bytes"),
    ("png, small", ("png", "", "small"), ["convert", "{ppm}", "png:-"], "ImageMagick (libpng)"),
    ("jpg, quality 90", ("jpg", "90"), ["cjpeg", "-quality", "90", "-sample", "1x1", "{ppm}"], "cjpeg"),
    ("jpg, quality 75", ("jpg", "75"), ["cjpeg", "-quality", "75", "{ppm}"], "cjpeg"),
    ("webp, lossless", ("webp",), ["cwebp", "-v", "-mt", "-z", "{level}", "{png}", "-o", "-"], "cwebp -z {level} -mt"),
    ("webp, quality 80", ("webp", "80"), ["cwebp", "-v", "-mt", "-q", "80", "{png}", "-o", "-"], "cwebp -q 80 -mt"),
    ("bmp", ("bmp",), ["convert", "{ppm}", "bmp3:-"], "ImageMagick"),
]
LEVEL = "0"  # kLosslessLevel of native/codecs/webp_encoder.cpp


def ours(program, script, picture, options):
    """The first encoding of a process: a later one knows the strips of the PNG."""
    rows = []
    for _ in range(ROUNDS):
        run = subprocess.run([program, "run", script, picture, *options], check=True, capture_output=True, text=True)
        rows.append(run.stdout.split())
    return min(float(row[0]) for row in rows), int(rows[0][1])


def other(words):
    times, told = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        run = subprocess.run(words, check=True, capture_output=True)
        times.append((time.perf_counter() - began) * 1000)
        alone = re.search(rb"Time to encode picture:\s+([\d.]+)s", run.stderr)
        if alone:
            told.append(float(alone.group(1)) * 1000)
    return min(times), min(told) if told else None, len(run.stdout)


def main():
    program = os.path.join(sys.argv[1], "peekaboo")
    scene = Scene()
    with tempfile.TemporaryDirectory() as folder:
        names = {kind: os.path.join(folder, f"screen.{kind}") for kind in ("png", "ppm", "rgb")}
        script = os.path.join(folder, "encode.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write(ENCODE)
        subprocess.run([program, "image", "--path", names["png"]], check=True, capture_output=True)
        for kind in ("ppm", "rgb"):
            subprocess.run(["convert", names["png"], "-depth", "8", f"{kind}:{names[kind]}"], check=True)
        print(f"{scene.width}x{scene.height}, best of {ROUNDS}, load {os.getloadavg()[0]:.1f}\n")
        print("| format | ours, ms | kB | tool | process, ms | encoding alone, ms | kB | ratio |\n|---|---:|---:|---|---:|---:|---:|---:|")
        for name, options, words, title in CASES:
            mine, size = ours(program, script, names["png"], options)
            whole, alone, theirs = other([word.format(level=LEVEL, **names) for word in words])
            print(f"| {name} | {mine:.1f} | {size / 1000:.0f} | {title.format(level=LEVEL)} | {whole:.1f} | "
                  f"{'' if alone is None else f'{alone:.0f}'} | {theirs / 1000:.0f} | {mine / (alone or whole):.2f} |", flush=True)
    scene.close()


if __name__ == "__main__":
    main()
