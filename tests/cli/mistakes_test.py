#!/usr/bin/python3
"""A wrong call is told in one sentence, whether `peekaboo check` finds it or the script runs into it; and so is a wrong
field.

    PEEKABOO=build/peekaboo tests/cli/mistakes_test.py
"""
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

PEEKABOO = os.environ["PEEKABOO"]

HEAD = """local screen, window, image, task, time, process, fs, event, ai, env = require "screen", require "window", \
  require "image", require "task", require "time", require "process", require "fs", require "event", require "ai", \
  require "env"
local q = image.decode(fs.read "q.png")
local blob = fs.read "q.png"
local out = process.run { "true" }
"""
# What is written, and what both say. None of them needs a display.
MISTAKES = {
    'task.sleep(-1)': "task.sleep: seconds cannot be negative, got -1",
    'task.sleep "a"': "task.sleep: seconds: expected a number, got a string",
    'task.sleep()': "task.sleep needs the argument 'seconds'",
    'task.timeout(-0.5, print)': "task.timeout: seconds cannot be negative, got -0.5",
    'task.all(5)': "task.all: f: expected a list of functions, got a number",
    'task.spawn "x"': "task.spawn: f: expected a function, got a string",
    'task.spawn(q)': "task.spawn: f: expected a function, got an image",
    'time.after(-1, print)': "time.after: seconds cannot be negative, got -1",
    'time.at(7, print)': "time.at: when: expected a string, got a number",
    'process.run "ls -l"': "process.run: program: expected a list of strings, got a string",
    'process.run({ "true" }, { cdw = "/" })': "process.run has no option 'cdw'; did you mean 'cwd'?",
    'process.run({ "true" }, { timeout = "a" })': "process.run: timeout: expected a number, got a string",
    'fs.read(blob)': "fs.read: path: expected a string, got a blob",
    'fs.read({})': "fs.read: path: expected a string, got a table",
    'fs.write("x")': "fs.write needs the argument 'content'",
    'window.focus "1"': "window.focus: id: expected an integer, got a string",
    'window.focus(q)': "window.focus: id: expected an integer, got an image",
    'window.focus(out)': "window.focus: id: expected an integer, got an output",
    'window.focus(1.5)': "window.focus: id: expected an integer, got 1.5",
    'window.get "1"': "window.get: id: expected an integer, got a string",
    'window.list "x"': "window.list: expected a table of options, got a string",
    'window.list { pdi = 4 }': "window.list has no option 'pdi'; did you mean 'pid'?",
    'window.wait { titel = "x" }': "window.wait has no option 'titel'; did you mean 'title'?",
    'window.wait { title = 5 }': "window.wait: title: expected a string, got a number",
    'window.wait { title = "x", timeout = -1 }': "window.wait: timeout cannot be negative, got -1",
    'screen.capture()': "screen.capture needs the argument 'kind'",
    'screen.capture("desktop", { region = { x = 0, y = 0, width = -5, height = 5 } })':
        "screen.capture: region.width cannot be negative, got -5",
    'screen.capture("desktop", { max_width = -5 })': "screen.capture: max_width cannot be negative, got -5",
    'screen.wait_change { x = 0, y = 0, width = "a", height = 5 }':
        "screen.wait_change: region.width: expected an integer, got a string",
    'screen.wait_text(5)': "screen.wait_text: text: expected a string, got a number",
    'screen.wait_text("a", { languge = "eng" })': "screen.wait_text has no option 'languge'; did you mean 'language'?",
    'q.save "x.png"': "save is a method: call it with a colon",
    'q.encode()': "encode is a method: call it with a colon",
    'q.crop { x = 0, y = 0, width = 1, height = 1 }': "crop is a method: call it with a colon",
    'q:crop { x = 0, y = 0, width = -1, height = 1 }': "image:crop: width cannot be negative, got -1",
    'q:crop { x = 0, y = 0, width = 1.5, height = 1 }': "image:crop: width: expected an integer, got 1.5",
    'q:crop(5)': "image:crop: expected a rectangle, got a number",
    'q:mask { { x = 0, y = 0, width = 2, height = -1 } }': "image:mask: rect.height cannot be negative, got -1",
    'q:outline(5)': "image:outline: places: expected a rectangle or a list of rectangles, got a number",
    'q:outline { x = 0, y = 0, width = -2, height = 1 }': "image:outline: places.width cannot be negative, got -2",
    'q:fit { max_width = -1 }': "image:fit: max_width cannot be negative, got -1",
    'q:find "x"': "image:find: picture: expected an image, got a string",
    'q:encode { format = "gif" }': "image:encode: format cannot be 'gif'; there is bmp, jpeg, jpg, png, webp",
    'q:save(5)': "image:save: path: expected a string, got a number",
    'q:save("x.png", { qualty = 5 })': "image:save has no option 'qualty'; did you mean 'quality'?",
    'image.decode "x"': "image.decode: blob: expected a blob, got a string",
    'ai.ask("x", "What?")': "ai.ask: subject: expected an image or a list of images, got a string",
    'ai.ask(q, 5)': "ai.ask: question: expected a string, got a number",
    'ai.ask(q, "What?", { modle = "x" })': "ai.ask has no option 'modle'; did you mean 'model'?",
    'event.on()': "event.on needs a table of options",
    'event.on { every = 1, run = print }': 'event.on needs a kind, such as event.on { "window.opened", run = … }',
    'event.on { "tmer", every = 1, run = print }': "event.on: kind cannot be 'tmer'; did you mean 'timer'?",
    'event.on { "timer", run = print }': "event.on: 'timer' needs the option 'every'",
    'event.on { "timer", every = 1, path = "x", run = print }': "event.on: 'timer' has no option 'path'",
    'event.on { "window.opened", keys = "F1", run = print }': "event.on: 'window.opened' has no option 'keys'",
    'event.on { "timer", every = "a", run = print }': "event.on: every: expected a number, got a string",
    'event.on { "timer", every = 1, run = print, when_running = "queu" }':
        "event.on: when_running cannot be 'queu'; did you mean 'queue'?",
    'event.on { "timer", every = 1, evry = 1, run = print }': "event.on has no option 'evry'; did you mean 'every'?",
    'os.exit "3"': "os.exit: status: expected an integer or a boolean, got a string",
    'print(out.sttus)': "output has no field 'sttus'; did you mean 'status'?",
    'print(fs.stat("q.png").modfied)': "stat has no field 'modfied'; did you mean 'modified'?",
    'print(blob.siz)': "blob has no field 'siz'; did you mean 'size'?",
    'print(q.widht)': "image has no field 'widht'; did you mean 'width'?",
    'print(q.origin.widht)': "rectangle has no field 'widht'; did you mean 'width'?",
    'print(q:pixel(0, 0).gren)': "color has no field 'gren'; did you mean 'green'?",
}
# What is right, of records whose misspelt fields raise.
RIGHT = """
local json = require "json"
local r = q.origin
local keys = {}
for key in pairs(r) do keys[#keys + 1] = key end
table.sort(keys)
print(table.concat(keys, " "), json.encode(r), r[1], #r, next({ [r] = 1 }) == r)
print(inspect(r), rawget(r, "widht"), q.fingerprint, try(function() return r.widht end))
r.mine = 5
print(r.mine, json.encode(process.run { "true" }))
if not q.fingerprint then print(json.decode('{"x":1,"y":2,"width":3,"height":4}').z, q:crop(q.origin).width) end
"""


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x20\x40\x60" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Mistakes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "q.png"), "wb") as file:
            file.write(png(40, 30))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def peekaboo(self, *words):
        environment = {**os.environ, "PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder}
        return subprocess.run([PEEKABOO, *words], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env=environment, check=False)

    def test_one_sentence(self):
        names = {self.write(f"{i}.lua", HEAD + call): call for i, call in enumerate(MISTAKES)}
        checked = {}
        for line in self.peekaboo("check", *names).stdout.splitlines():
            name, _, _, text = line.split(":", 3)
            checked.setdefault(name, []).append(text.strip())
        calls = "".join(f"function() {call} end,\n" for call in MISTAKES)
        run = self.peekaboo("run", self.write("all.lua", HEAD + "for _, f in ipairs {\n" + calls + """} do
            local ok, err = pcall(f)
            print(ok and "no failure" or type(err) == "table" and err.message or err:gsub("^all%.lua:%d+: ", "", 1))
        end"""))
        said = run.stdout.splitlines()
        self.assertEqual(len(said), len(MISTAKES), run.stderr)
        for (name, call), told in zip(names.items(), said):
            with self.subTest(call):
                self.assertEqual((checked.get(name), told.split("\t")[0]), ([MISTAKES[call]], MISTAKES[call]))

    def test_a_blob_is_no_text(self):
        run = self.peekaboo("run", self.write("blob.lua", HEAD + """
            print(select(2, pcall(function() return blob .. "x" end)))
            print(select(2, pcall(function() return blob:gmatch "x" end)))"""))
        self.assertEqual(run.stdout.splitlines(), [
            "blob.lua:6: a blob cannot be joined to a text: blob:bytes() is its text",
            "blob.lua:7: blob has no field 'gmatch'; there is bytes, data_url, media_type, size, typed"])

    def test_records_are_plain_tables_otherwise(self):
        run = self.peekaboo("run", self.write("right.lua", HEAD + RIGHT))
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.splitlines(), [
            'height width x y\t{"height":30,"width":40,"x":0,"y":0}\tnil\t0\ttrue',
            "40x30+0+0\tnil\tnil\tnil\tright.lua:12: rectangle has no field 'widht'; did you mean 'width'?",
            '5\t{"signal":0,"status":0,"stderr":"","stdout":"","truncated":false}', "nil\t40"])


if __name__ == "__main__":
    sys.exit(unittest.main())
