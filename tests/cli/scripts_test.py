#!/usr/bin/python3
"""What scripts do with files and programs, run by `peekaboo run`, and what they are told when they slip.

    PEEKABOO=build/peekaboo tests/cli/scripts_test.py
"""
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "rig"))
import awake  # noqa: E402
from waiting import wait_until  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]


class Script(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="peekaboo-scripts-")
        self.addCleanup(shutil.rmtree, self.home)

    def path(self, *names):
        return os.path.join(self.home, *names)

    def run_script(self, text, seconds=60):
        with open(self.path("script.lua"), "w", encoding="utf-8") as file:
            file.write('local fs, process, task, event, window = require "fs", require "process", require "task", '
                       'require "event", require "window"\n' + text)
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home, "PEEKABOO_LOG_LEVEL": "fatal"}
        return subprocess.run([PEEKABOO, "run", self.path("script.lua")], env=environment, cwd=self.home, text=True,
                              capture_output=True, timeout=seconds, check=False)

    def prints(self, text, **options):
        run = self.run_script(text, **options)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        return run.stdout.splitlines()

    def fails(self, text):
        run = self.run_script(text)
        self.assertEqual(run.returncode, 26, run.stdout)
        return run.stderr


class Files(Script):
    def test_the_home_folder_everywhere(self):
        lines = self.prints("""
            fs.make_directory "~/deep/er"
            fs.write("~/deep/a.txt", "one")
            fs.append("~/deep/a.txt", " two")
            print(fs.read("~/deep/a.txt"):bytes(), fs.exists "~/deep", fs.stat("~/deep/a.txt").size)
            fs.copy("~/deep/a.txt", "~/deep/b.txt")
            fs.rename("~/deep/b.txt", "~/c.txt")
            print(table.concat(fs.list "~/deep", " "), table.concat(fs.glob "~/*.txt", " "))
            fs.remove "~/c.txt"
            print(fs.exists "~/c.txt", process.run({ "pwd" }, { cwd = "~/deep" }).stdout)
        """)
        self.assertEqual(lines, ["one two\ttrue\t7", "a.txt er\t" + self.path("c.txt"), "false\t" + self.path("deep"), ""])

    def test_a_changed_file_in_the_home_folder_is_told(self):
        lines = self.prints("""
            local trigger
            trigger = event.on { "file.changed", path = "~/note.txt", run = function(path) print(path) trigger:stop() end }
            fs.write("~/note.txt", "hello")
        """)
        self.assertEqual(lines, [self.path("note.txt")])

    def test_names_that_are_taken(self):
        lines = self.prints("""
            fs.write("a", "a") fs.write("b", "b")
            for _, move in ipairs { fs.rename, fs.copy } do
              print(select(2, try(move, "a", "b", { replace = false })).details.reason, fs.read("b"):bytes())
            end
            fs.copy("a", "b")
            print(fs.read("b"):bytes())
            print(select(2, try(fs.copy, ".", "folder")).code, select(2, try(fs.rename, "none", "c")).details.reason)
        """)
        self.assertEqual(lines, ["exists\tb", "exists\tb", "a", "FILE_IO_ERROR\tmissing"])

    def test_a_copy_keeps_its_permissions(self):
        with open(self.path("tool"), "wb") as file:
            file.write(os.urandom(3 << 20))
        os.chmod(self.path("tool"), 0o750)
        self.prints('fs.copy("tool", "copy")')
        self.assertEqual(stat.S_IMODE(os.stat(self.path("copy")).st_mode) & 0o700, 0o700)
        with open(self.path("tool"), "rb") as one, open(self.path("copy"), "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_glob(self):
        lines = self.prints("""
            for _, name in ipairs { "a.png", "b.png", ".hidden.png", "c.txt" } do fs.write(name, "") end
            print(table.concat(fs.glob "*.png", " "), table.concat(fs.glob "[bc].*", " "), #fs.glob "none*")
        """)
        self.assertEqual(lines, ["a.png b.png\tb.png c.txt\t0"])


class Programs(Script):
    def test_long_lines_come_whole(self):
        lines = self.prints("""
            local child <close> = process.start { "sh", "-c", "head -c 3000000 /dev/zero | tr '\\\\0' x; echo; echo end" }
            for line in child:lines() do print(#line) end
            local errors <close> = process.start { "sh", "-c", "head -c 200000 /dev/zero | tr '\\\\0' x >&2; echo >&2" }
            for line in errors:error_lines() do print(#line) end
        """)
        self.assertEqual(lines, ["3000000", "3", "200000"])

    def test_longer_ones_raise(self):
        lines = self.prints("""
            local child <close> = process.start { "sh", "-c", "head -c 20000000 /dev/zero | tr '\\\\0' x; echo" }
            local _, err = try(function() for _ in child:lines() do print "a line" end end)
            print(err.code, err.details.reason)
        """)
        self.assertEqual(lines, ["FILE_IO_ERROR\ttoo_long"])

    def test_run_returns_when_the_program_ends(self):
        began = awake.now()
        lines = self.prints("""
            local run = process.run { "sh", "-c", "sleep 300 & echo $!; head -c 200000 /dev/zero | tr '\\\\0' x" }
            print(run.status, #run.stdout > 200000, run.stdout:match "^%d+")
        """)
        status, whole, child = lines[0].split("\t")
        os.kill(int(child), signal.SIGKILL)
        self.assertEqual((status, whole), ("0", "true"))
        self.assertLess(awake.now() - began, 60)

    def test_a_launched_program_stays(self):
        lines = self.prints("""
            print(process.launch({ "sh", "-c", "echo here; pwd; cat; exec sleep 300" }, { cwd = "/", output = "~/out.txt" }))
            local _, err = try(process.launch, { "no-such-program" })
            print(err.code, err.message:find "no%-such%-program" ~= nil)
            print(select(2, try(process.launch, { "true" }, { cwd = "/none" })).code)
            print(select(2, try(process.launch, { "true" }, { output = "/none/out" })).code)
        """)
        pid = int(lines[0])
        self.addCleanup(os.kill, pid, signal.SIGKILL)
        self.assertEqual(lines[1:], ["FILE_IO_ERROR\ttrue", "FILE_IO_ERROR", "FILE_IO_ERROR"])

        def printed():
            with open(self.path("out.txt"), encoding="utf-8") as file:
                return file.read() == "here\n/\n"
        wait_until("what it prints", printed)
        self.assertEqual(os.getsid(pid), os.getpgid(pid))
        self.assertNotEqual(os.getsid(pid), os.getsid(0))


class WithoutFile(Script):
    def run_words(self, *words, text=""):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home}
        return subprocess.run([PEEKABOO, "run", *words], env=environment, cwd=self.home, text=True, input=text,
                              capture_output=True, timeout=60, check=False)

    def test_a_text_and_standard_input(self):
        self.assertEqual(self.run_words("-e", "print(1 + 1, arg[1], ...)", "a/b").stdout, "2\ta/b\ta/b\n")
        self.assertEqual(self.run_words("-", "--watch", text="#!/usr/bin/env peekaboo\nprint(...)\n").stdout, "--watch\n")
        run = self.run_words("-e", "print('one')\nerror 'two'")
        self.assertEqual((run.returncode, run.stdout), (26, "one\n"))
        self.assertIn("-e:2: two", run.stderr)
        run = self.run_words("-", text="nothing.here()")
        self.assertIn("stdin:1: ", run.stderr)
        self.assertEqual(run.returncode, 26)

    def test_a_module_beside_it(self):
        with open(self.path("mine.lua"), "w", encoding="utf-8") as file:
            file.write("return { word = 'found' }")
        self.assertEqual(self.run_words("-e", "print(require('mine').word)").stdout, "found\n")

    def test_watching_needs_a_file(self):
        run = self.run_words("--watch", "-e", "print(1)")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("--watch requires the script in a file", run.stderr)


class Slips(Script):
    def test_the_sentence_says_what_was_meant(self):
        for text, words in (
                ("task.sleep(-1)", ["task.sleep", "seconds cannot be negative, got -1"]),
                ('process.run "ls -l"', ['Write it as a list: process.run({ "ls", "-l" })']),
                ("window.focus { id = 7, title = 'x' }", ["Give its id: window.focus(w.id)"]),
                ("window.get { id = 7 }", ["Write window.get(w.id)."]),
                ('local p <close> = process.start { "true" } p.wait()', ["Write it with a colon: process:wait(…)"]),
                ("print(package.path)", ["there is no global 'package'", "`require` finds scripts beside this one"])):
            with self.subTest(text):
                told = self.fails(text)
                for each in words:
                    self.assertIn(each, told)

    def test_triggers_are_listed(self):
        lines = self.prints("""
            event.on { "timer", every = 5, run = print }
            event.on { "file.changed", path = "x", run = print }
            for _, trigger in ipairs(event.list()) do print(trigger.kind) trigger:stop() end
            print(#event.list())
        """)
        self.assertEqual(lines, ["timer", "file.changed", "0"])


class Exits(Script):
    def ends(self, text, status):
        run = self.run_script(text)
        self.assertEqual((run.returncode, run.stderr), (status, ""))
        return run.stdout.splitlines()

    def test_the_status_is_that_of_the_program(self):
        for given, status in (("", 0), ("nil", 0), ("true", 0), ("false", 1), ("0", 0), ("3", 3), ("-1", 255)):
            with self.subTest(given):
                self.assertEqual(self.ends(f"os.exit({given}) print 'on'", status), [])
        self.assertIn("expected an integer or a boolean, got a table (INVALID_ARGUMENT)", self.fails("os.exit {}"))

    def test_it_cleans_up(self):
        lines = self.ends("""
            held = setmetatable({}, { __gc = function() print "collected" end })
            local guard <close> = setmetatable({}, { __close = function() task.sleep(0.01) print "closed" end })
            local child <close> = process.start { "sleep", "1000" }
            fs.write("pid", tostring(child.pid))
            event.on { "timer", every = 3, run = function() print "never" end }
            pcall(function() try(os.exit, 7) end)
            print "on"
        """, 7)
        self.assertEqual(lines, ["closed", "collected"])
        with open(self.path("pid"), encoding="utf-8") as file:
            pid = int(file.read())
        wait_until("the started process is gone", lambda: not os.path.exists(f"/proc/{pid}"))

    def test_from_a_task_and_from_a_trigger(self):
        self.assertEqual(self.ends("task.spawn(function() os.exit(4) end) task.sleep(100) print 'on'", 4), [])
        self.assertEqual(self.ends("""
            event.on { "timer", every = 0.01, run = function() os.exit(5) end }
            pcall(task.sleep, 100)
        """, 5), [])

    def test_without_a_file(self):
        for words, text in ((["-e", "os.exit(6)"], None), (["-"], "os.exit(6)")):
            environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home}
            run = subprocess.run([PEEKABOO, "run", *words], input=text, env=environment, cwd=self.home, text=True,
                                 capture_output=True, timeout=60, check=False)
            self.assertEqual((run.returncode, run.stderr), (6, ""))


class Tracebacks(Script):
    def test_they_begin_in_the_users_file(self):
        for text in ('local function ask() window.wait { titel = "x" } end ask()',
                     'local errors = require "errors" local function ask() errors.raise("TIMEOUT") end ask()',
                     'local function ask() event.on {} end ask()'):
            with self.subTest(text):
                lines = self.fails(text).splitlines()
                traced = lines[lines.index("stack traceback:") + 1:]
                own = [line for line in traced if "[C]: in function" not in line]
                self.assertIn("script.lua:2: in ", own[0], lines)
                self.assertLessEqual(len(traced) - len(own), 1, "the function that was called")

    def test_the_log_has_the_whole_at_the_level_debug(self):
        log = self.path("log")
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "PEEKABOO_LOG_FILE": log, "PEEKABOO_LOG_LEVEL": "debug"}
        subprocess.run([PEEKABOO, "run", "-e", "require('window').wait { titel = 'x' }"], env=environment, cwd=self.home,
                       capture_output=True, timeout=60, check=False)
        with open(log, encoding="utf-8") as file:
            self.assertIn("scripts/check/options.lua", file.read())


if __name__ == "__main__":
    unittest.main(verbosity=2)
