#!/usr/bin/python3
"""`peekaboo check` and strict globals: what is wrong is found, and nothing else."""
import glob
import json
import os
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

WRONG = '''local screen, window = require "screen", require "window"
local shot = screen.captrue "desktop"
for _, w in ipairs(window.list { pdi = 4 }) do print(w.titel, fs.home()) end
local picture = screen.capture("desktop", { region = { x = 0, y = 0, widht = 4, height = 4 } })
picture:encod()
function count() total = 1 end
cuont()
'''
MISTAKES = ["2:21: module 'screen' has no 'captrue'; did you mean 'capture'?",
            "3:34: window.list has no option 'pdi'; did you mean 'pid'?",
            "3:56: window has no field 'titel'; did you mean 'title'?",
            "3:63: there is no global 'fs'; write: local fs = require \"fs\"",
            "4:70: rectangle has no field 'widht'; did you mean 'width'?",
            "5:9: image has no method 'encod'; did you mean 'encode'?",
            "6:18: sets the global 'total' inside of a function; is a 'local' missing?",
            "7:1: there is no global 'cuont'; did you mean 'count'?"]
# Calls that fail whatever happens, each with what is said of it; an empty text: nothing. mistakes_test.py has those that
# can also be run.
HEAD = """local screen, event, task, window, log, process, http = require "screen", require "event", require "task", \
  require "window", require "log", require "process", require "http"
local q = screen.capture "desktop"
"""
CALLS = {
    'screen.capture("desktp")': "screen.capture: kind cannot be 'desktp'; did you mean 'desktop'?",
    'q:encode { format = "jpeg" }': "",
    'event.on { "window.opend", run = print }': "event.on: kind cannot be 'window.opend'; did you mean 'window.opened'?",
    'event.on { kind = "timer", every = 1, run = print }': "",
    'event.on { [arg[1]] = "timer", run = print }': "",
    'event.listen { kinds = { arg[1], "foo" } }': "event.listen: kinds cannot be 'foo'",
    'event.signals "SIGTERM"': "event.signals: name cannot be 'SIGTERM'; there is SIGHUP, SIGUSR1, SIGUSR2",
    'screen.capture(...)': "", 'task.sleep(tonumber("5"))': "", 'task.sleep(math.huge)': "", 'task.sleep(-1 + 2)': "",
    'screen.capture "window"': "screen.capture: \"window\" needs the option 'id'",
    'screen.capture("window", { id = 4 })': "", 'screen.capture("window", arg)': "",
    'log.info(5)': "log.info: message: expected a string, got a number",
    'http.post("http://localhost", { json = "x" })': "",
    'string.fromat("%d", 1)': "there is no string.fromat; did you mean 'format'?",
    'math.flor(1)': "there is no math.flor; did you mean 'floor'?",
    'print(table.getn {})': "there is no table.getn; write #list",
    'print(table.getn or math.exp, os.time(), os.exit)': "",
    'event.on { "window.opened", run = function(w) print(w.titel) end }': "window has no field 'titel'; did you mean 'title'?",
    'event.on { run = function(w, e) print(w.id, e.windw) end, kind = "window.closed" }':
        "event has no field 'windw'; did you mean 'window'?",
    'event.on { "screen.changed", run = function(now) now:sav "a.png" end }': "image has no method 'sav'; did you mean 'save'?",
    'event.on { "display.changed", run = function(all) for _, each in ipairs(all) do print(each.nam) end end }':
        "display has no field 'nam'; did you mean 'name'?",
    'event.on { "timer", every = 1, run = function(count, e) print(count.x, e.count) end }': "",
    'event.on { "window.opened", run = function(w) w = {} print(w.titel) end }': "",
    'for happened in event.listen { kinds = { "window.opened" } } do print(happened.kid, happened.window.id) end':
        "event has no field 'kid'; did you mean 'kind'?",
    'os.exit()': "", 'os.exit(3)': "", 'os.exit(true)': "",
    'os.execute "ls"': 'os.execute is not available. Require "process" and use process.run.',
    'function string.trim() end string.trim()': "",
    'q.save "x"': "save is a method: call it with a colon",
    'q.save(q, "x")': "", 'q:save "x"': "", 'local save = q.save save(q, "x")': "",
}
# What only scripts of ours may use, and what only plain Lua has, in which their tests run.
OURS = ("'usage'", "'relayed'", "there is no module 'console'", "there is no module 'calls'", "there is no module 'control'",
        "there is no module 'luaunit'", "there is no module 'luv'", "there is no module 'fakes.",
        "there is no global 'io'", "there is no global 'loadfile'", "there is no debug.getregistry")


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def peekaboo(self, *words):
        return subprocess.run([PEEKABOO, *words], capture_output=True, text=True, timeout=150, cwd=self.folder)


class Check(Folder):
    def test_what_is_wrong(self):
        path = self.write("wrong.lua", WRONG)
        sound = self.write("sound.lua", "print(#arg)\n")
        run = self.peekaboo("check", path, sound)
        self.assertEqual((run.returncode, run.stderr), (26, ""))
        self.assertEqual(run.stdout.splitlines(), [f"{path}:{mistake}" for mistake in MISTAKES])

    def test_calls_that_fail_whatever_happens(self):
        files = {self.write(f"{i}.lua", HEAD + call): (call, said) for i, (call, said) in enumerate(CALLS.items())}
        found = {}
        for line in self.peekaboo("check", *files).stdout.splitlines():
            path, number, _, text = line.split(":", 3)
            self.assertEqual(number, "3", line)
            found.setdefault(path, []).append(text.strip())
        for path, (call, said) in files.items():
            with self.subTest(call):
                texts = found.get(path, [])
                self.assertEqual(len(texts), 1 if said else 0, texts)
                self.assertTrue(not said or texts[0].startswith(said), texts)

    def test_as_json(self):
        run = self.peekaboo("check", self.write("wrong.lua", WRONG), "--json-output")
        document = json.loads(run.stdout)
        self.assertEqual((run.returncode, document["success"], document["error"]["code"]), (26, False, "SCRIPT_ERROR"))
        first = document["data"]["mistakes"][0]
        self.assertEqual((first["line"], first["column"]), (2, 21))
        self.assertEqual(len(document["data"]["mistakes"]), len(MISTAKES))

    def test_nothing_is_wrong(self):
        run = self.peekaboo("check", self.write("sound.lua", "print 'x'"))
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(self.peekaboo("check", "nowhere.lua").returncode, 17)
        self.assertEqual(self.peekaboo("check").returncode, 64)

    def test_what_cannot_be_read_takes_nothing_from_the_others(self):
        wrong, sound = self.write("wrong.lua", "prnt 'x'"), self.write("sound.lua", "print 'x'")
        run = self.peekaboo("check", "nosuch.lua", wrong, "empty", sound)
        self.assertEqual((run.returncode, run.stdout), (26, f"{wrong}:1:1: there is no global 'prnt'; did you mean 'print'?\n"))
        self.assertIn("1 mistake in 1 file; not checked: ", run.stderr)
        self.assertIn("nosuch.lua", run.stderr)
        run = self.peekaboo("check", "--json-output", sound, "nosuch.lua")
        document = json.loads(run.stdout)
        self.assertEqual((run.returncode, document["error"]["code"]), (17, "FILE_IO_ERROR"))
        self.assertEqual([each["file"] for each in document["data"]["unreadable"]], ["nosuch.lua"])

    def test_a_folder(self):
        os.mkdir(os.path.join(self.folder, "empty"))
        os.mkdir(os.path.join(self.folder, "deeper"))
        self.write("wrong.lua", "prnt 'x'")
        self.write("sound.lua", "print 'x'")
        self.write("text.txt", "no Lua")
        self.write("deeper/wrong.lua", "prnt 'x'")
        run = self.peekaboo("check", "./")
        self.assertEqual((run.returncode, run.stderr), (26, ""))
        self.assertEqual(run.stdout, "./wrong.lua:1:1: there is no global 'prnt'; did you mean 'print'?\n")
        run = self.peekaboo("check", "empty")
        self.assertEqual((run.returncode, run.stdout), (17, ""))
        self.assertIn("folder empty has no *.lua files", run.stderr)

    def test_nothing_runs(self):
        path = self.write("effect.lua", 'require("fs").write("effect", "") require "neighbour"')
        self.write("neighbour.lua", 'require("fs").write("effect", "")')
        self.assertEqual(self.peekaboo("check", path).returncode, 0)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "effect")))

    def test_hostile_files(self):
        for text in ("", "\x00\x01", "\x1bLua", "local x = " + "(" * 150 + "1" + ")" * 150, "x = 1 " * 50000, "-- " + "x" * 100000,
                     "return " + "a.b" * 3, "local a = 1\n" * 150, "f" + "()" * 5000, "return '" + "\\\\" * 5000 + "'"):
            with self.subTest(text[:20]):
                run = self.peekaboo("check", self.write("hostile.lua", text))
                self.assertIn(run.returncode, (0, 26), run.stderr)
                self.assertEqual(run.stderr, "")

    def test_no_false_alarms(self):
        files = [path for folder in ("scripts", "examples", "tests")
                 for path in glob.glob(os.path.join(TREE, folder, "**", "*.lua"), recursive=True)
                 if "/tests/coverage/" not in path]  # for the interpreter of the distribution
        self.assertGreater(len(files), 150)
        run = self.peekaboo("check", *files)
        # What is ours no user's file finds.
        alarms = [line for line in run.stdout.splitlines()
                  if not any(word in line for word in OURS) and "there is no module" not in line]
        self.assertEqual((alarms, run.stderr), ([], ""))

    def test_the_examples_of_the_reference_are_fine(self):
        run = self.peekaboo("--json-output", "api")
        modules = json.loads(run.stdout)["data"]["modules"]
        names = [module["name"] for module in modules if module["name"] != "_G" and not module["object"]]
        head = " ".join(f'local {name} = require "{name}"' for name in names) + " local call = arg\n"
        files = []
        for module in modules:
            for row in module["functions"] + module["methods"]:
                files.append(self.write(row["call"].replace(":", "-") + ".lua", head + row["example"]))
        run = self.peekaboo("check", *files)
        self.assertEqual((run.returncode, run.stdout), (0, ""))


class Globals(Folder):
    def test_a_name_that_there_is_not(self):
        run = self.peekaboo("run", self.write("typo.lua", "local x = 1\nprnt(x)\n"))
        self.assertEqual(run.returncode, 26)
        self.assertIn("typo.lua:2: there is no global 'prnt'; did you mean 'print'?", run.stderr)

    def test_globals_of_a_file(self):
        run = self.peekaboo("run", self.write("sound.lua", "total = 0\nfunction add() total = total + 1 end\nadd()\n"
                                              "print(total, rawget(_ENV, 'nothing'))"))
        self.assertEqual((run.returncode, run.stdout), (0, "1\tnil\n"), run.stderr)
        run = self.peekaboo("run", self.write("slip.lua", "local function f()\n  totl = 1\nend\nf()"))
        self.assertIn("slip.lua:2: sets the global 'totl' inside of a function", run.stderr)

    def fails(self, text, *said):
        run = self.peekaboo("run", self.write("fails.lua", text))
        self.assertEqual(run.returncode, 26, run.stderr)
        for each in said:
            self.assertIn(each, run.stderr)

    def test_what_is_said_of_triggers_and_tools(self):
        self.fails('require("event").on { every = 1, run = print }', "event.on needs a kind, such as", "timer, window.closed")
        self.fails('require("event").on { "signal", name = "SIGTERM", run = print }',
                   "event.on: option 'name': 'SIGTERM' is not a signal to wait for", "SIGUSR1")
        one = 'tool.register { name = "one", description = "x", run = print }\n'
        self.fails('local tool = require "tool"\n' + one + one,
                   "fails.lua:2", "there is a tool named one already, registered at ")
        run = self.peekaboo("run", self.write("again.lua", f'local tool = require "tool"\n{one}tool.remove "one"\n{one}'))
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_neighbours(self):
        self.write("helper.lua", "function shared() return prnt end\nreturn {}")
        run = self.peekaboo("run", self.write("main.lua", "require 'helper'\nshared()"))
        self.assertIn("helper.lua:1: there is no global 'prnt'", run.stderr)

    def test_a_tools_file(self):
        path = self.write("tools.lua", 'local tool = require "tool"\ntool.register { name = "x", description = "x", run = '
                          'function()\n  return nosuch.thing\nend }')
        run = self.peekaboo("call", "--tools", path, "x", "{}")
        self.assertEqual(run.returncode, 26)
        self.assertIn("there is no global 'nosuch'", run.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
