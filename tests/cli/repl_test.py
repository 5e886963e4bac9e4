#!/usr/bin/python3
"""The prompt: on a terminal, and as a filter. No display is needed.

    PEEKABOO=build/peekaboo tests/cli/repl_test.py
"""
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import termios
import unittest

import terminal as terminals

PEEKABOO = os.path.realpath(os.environ["PEEKABOO"])
UP, CONTROL_C, CONTROL_D, CONTROL_R = "\x1b[A", "\x03", "\x04", "\x12"


class Repl(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-repl-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.history = os.path.join(self.folder, "state/peekaboo/history")

    def environment(self, **variables):
        return {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder, "TERM": "xterm",
                "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": os.path.join(self.folder, "state"), "DISPLAY": ":987",
                **variables}


class Filter(Repl):
    def filter(self, text, *words):
        return subprocess.run([PEEKABOO, *words, "repl"], input=text, env=self.environment(), capture_output=True,
                              timeout=60, check=False, text=True, cwd=self.folder)

    def prints(self, text, expected):
        run = self.filter(text)
        self.assertEqual((run.stdout, run.stderr, run.returncode), (expected, "", 0))

    def test_values(self):
        self.prints("return 1, nil, {1, 2}\n", "1\nnil\n{1, 2}\n")
        self.prints("x = 3\n\nx * x\n", "9\n")
        self.prints("print 'a' return 'b'", "a\nb\n")
        self.prints("local n = 0\nfor i = 1, 4 do\n  n = n + i\nend\nreturn n\n", "10\n")
        self.prints("", "")

    def test_names_stay_from_line_to_line(self):
        self.prints("local a, b = 2, 3\nlocal function f()\n  return a * b\nend\nf()", "6\n")

    def test_modules_are_there_without_require(self):
        self.prints("json.encode {a = 1}\ntask.sleep(0)\ntime.now() > 0\n_VERSION\n", '{"a":1}\ntrue\nLua 5.4\n')

    def test_a_failure_ends_it_with_its_status(self):
        for text, status, message in (
                ("print 'first'\nerror 'no'\nprint 'never'", 26, "prompt:2: error 'no'"),
                ("for", 26, "<eof>"), ("x x", 26, "prompt:1:"), ("f = function(", 26, "<eof>"),
                ("task.timeout(0.01, task.sleep, 60)", 23, "(TIMEOUT)"), ("task.sleep 'x'", 20, "(INVALID_ARGUMENT)"),
                ("window.list()", 13, "(DISPLAY_UNAVAILABLE)")):
            with self.subTest(text):
                run = self.filter(text)
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertTrue(run.stderr.startswith("Error: "), run.stderr)
                self.assertIn(message, run.stderr)
                self.assertEqual(run.stdout, "first\n" if "first" in text else "")

    def test_the_traceback_shows_what_was_typed(self):
        run = self.filter("function f(t)\n  local x = t.a\n  return x.b\nend\n\nf {}\n")
        self.assertEqual(run.stderr.splitlines()[1:], ["  prompt:3: return x.b", "  prompt:6: f {}"])

    def test_waits_for_what_it_spawned(self):
        self.prints("task.spawn(function() task.sleep(0.05) print 'later' end) return 1", "1\nlater\n")
        run = self.filter("task.spawn(function() task.sleep(0.05) error 'later' end) return 1")
        self.assertEqual((run.stdout, run.returncode), ("1\n", 26))
        self.assertIn("later", run.stderr)

    def test_help_is_what_the_command_api_says(self):
        for word in ("clipboard", "window.list", "TIMEOUT", "window", "rectangle", "titel", "front-most", "window.lst"):
            told = subprocess.run([PEEKABOO, "api", word], env=self.environment(), capture_output=True, text=True)
            helped = self.filter(f"help '{word}'")
            self.assertEqual((helped.returncode == 0, helped.stdout), (told.returncode == 0, told.stdout), word)
        self.assertIn("window.list(", self.filter("help(window)").stdout)
        self.assertEqual(self.filter("help 'nosuch'").returncode, 20)
        self.assertEqual(self.filter("nosuch").returncode, 26)

    def test_locals_are_those_of_a_file(self):
        self.prints("local p, err = try(error, 'no')\nif not p then print(err) end\n", "no\n")
        self.prints("local c <close> = setmetatable({}, {__close = function() print 'closed' end})\nprint 'open'\n",
                    "open\nclosed\n")
        run = self.filter("local c <close> = setmetatable({}, {__close = function() task.sleep(0.01) print 'closed' end})\n"
                          "error 'no'\n")
        self.assertEqual((run.stdout, run.returncode), ("closed\n", 26))
        run = self.filter("local c <close> = setmetatable({}, {__close = function() error 'in vain' end})\n")
        self.assertEqual(run.returncode, 26)
        self.assertIn("in vain", run.stderr)

    def test_controls_are_printed_as_they_are_into_a_pipe(self):
        self.prints("print('\\27[31mred\\27]0;x\\7')", "\x1b[31mred\x1b]0;x\x07\n")
        run = self.filter("error {code = 'MINE', message = '\\27]0;x\\7\\u{202E}\\u{9B}31m', hint = '\\27[31m'}")
        self.assertIn("]0;x", run.stderr)
        self.assertNotRegex(run.stderr, "[\x1b\x07\u202e\x9b]")

    def test_no_history_and_no_colour(self):
        run = self.filter("return {{a = 1}, {a = 2}}")
        self.assertEqual(run.stdout, "a\n1\n2\n(2 rows)\n")
        self.assertFalse(os.path.exists(self.history))

    def test_too_much_at_once(self):
        for text in ("x = '" + "." * (1 << 20) + "'", "x = [[" + "\n" * 20000 + "]]"):
            run = self.filter(text)
            self.assertEqual(run.returncode, 20, run.stderr[:200])
            self.assertIn("peekaboo run FILE", run.stderr)

    def test_the_libraries_of_the_terminal_are_not_loaded(self):
        maps = self.filter("return fs.read('/proc/self/maps'):bytes()")
        self.assertIn("peekaboo", maps.stdout, maps.stderr)
        for library in ("libedit", "libchafa", "libglib", "peekaboo-terminal"):
            self.assertNotIn(library, maps.stdout)


class Prompt(Repl):
    def start(self, **variables):
        started = terminals.Terminal([PEEKABOO, "repl"], self.folder, self.environment(**variables))
        self.addCleanup(started.end)
        started.wait_for(r"Ctrl-D ends\.\r*\n> ")
        return started

    def test_values_and_the_end(self):
        prompt = self.start()
        prompt.type("1 + 1\n")
        prompt.wait_for(r"\n2\r*\n> ")
        prompt.type("_ * 21\n")
        prompt.wait_for(r"\n42\r*\n> ")
        prompt.type(CONTROL_D)
        self.assertEqual(prompt.status(), 0)

    def test_the_end_typed_ahead(self):
        prompt = self.start()
        prompt.type("print('be' .. 'gun') task.sleep(0.2)\n")
        prompt.wait_for("begun")
        prompt.type(CONTROL_D)
        self.assertEqual(prompt.status(), 0)

    def test_more_lines(self):
        prompt = self.start()
        prompt.type("for i = 1, 2 do\n")
        prompt.wait_for(r"\n\.\. ")
        prompt.type("print('<' .. i .. '>')\nend\n")
        prompt.wait_for(r"<1>\r*\n<2>\r*\n> ")
        prompt.type("x = {\n")
        prompt.wait_for(r"\n\.\. ")
        prompt.type(CONTROL_C)
        prompt.wait_for(r"\n> ")
        prompt.type("x\n")
        prompt.wait_for(r"there is no global 'x'\r*\n> ")

    def test_interrupts_what_runs(self):
        prompt = self.start()
        for text in ("task.sleep(600)", "while true do end", "while true do pcall(task.sleep, 600) end",
                     "while true do pcall(function() while true do end end) end",
                     "coroutine.wrap(function() while true do end end)()",
                     "task.all {function() task.sleep(600) end, function() while true do task.sleep(0) end end}"):
            with self.subTest(text):
                prompt.type(f"print('be' .. 'gun') {text}\n")
                prompt.wait_for("begun")
                prompt.type(CONTROL_C)
                prompt.wait_for(r"interrupted\r*\n> ")
                prompt.type("'go' .. 'es on'\n")
                prompt.wait_for(r'"goes on"\r*\n> ')

    def test_goes_on_when_all_memory_is_used(self):
        prompt = self.start()
        prompt.type("t = {} do local last, f = t, string.rep while true do last.n = {f('y', 1000)} last = last.n end end\n")
        prompt.wait_for(r"not enough memory(.|\n)*?\n> ")
        for text, expected in (("1 + 1", "2"), ("#window", "0"), ("'go' .. 'es on'", '"goes on"')):
            prompt.type(text + "\n")
            prompt.wait_for(rf"\n{expected}\r*\n> ")
        prompt.type("print('be' .. 'gun') task.sleep(600)\n")
        prompt.wait_for("begun")
        prompt.type(CONTROL_C)
        prompt.wait_for(r"interrupted\r*\n> ")
        prompt.type("t = nil\n")
        prompt.wait_for(r"\n> ")
        prompt.type("collectgarbage() return collectgarbage 'count' < 400000\n")
        prompt.wait_for(r"true\r*\n> ")

    def test_names_what_cannot_be_interrupted_and_ends(self):
        prompt = self.start()
        prompt.type("text = ('a'):rep(40)\n")
        prompt.wait_for(r"\n> ")
        prompt.type("print('be' .. 'gun') return text:match(('a?'):rep(40) .. text .. 'b')\n")
        prompt.wait_for("begun")
        prompt.wait_for(r"Warning: prompt:2 \(in string\.match\) has blocked the program for \d+ s; Ctrl-C ends it\r*\n")
        prompt.type(CONTROL_C)
        prompt.wait_for(r"Warning: prompt:2 \(in string\.match\) has blocked the program for \d+ s; Ctrl-C again ends the program\r*\n")
        prompt.type(CONTROL_C)
        prompt.wait_for("the running code could not be interrupted")
        self.assertEqual(prompt.status(), 128 + signal.SIGINT)

    def test_what_scripts_print_does_nothing_to_the_terminal(self):
        prompt = self.start()
        for text in ("print('<\\27]0;owned\\7\\27[2J\\u{9B}31m\\u{202E}>')", "'<\\27]0;owned\\7\\27[2J\\u{9B}31m\\u{202E}>'",
                     "error('<\\27]0;owned\\7\\27[2J\\u{9B}31m\\u{202E}>')"):
            with self.subTest(text):
                prompt.type(text + "\n")
                seen = ""
                while not seen.count("owned") > 1 or not seen.endswith("> "):
                    seen += os.read(prompt.master, 65536).decode()
                self.assertNotRegex(seen, "\x1b\\]|\x1b\\[2J|[\x07\u202e\x9b]")
        prompt.seen = ""
        prompt.type("print('\\27[31mred\\27[m')\n")
        seen = ""
        while "\x1b[31mred\x1b[m" not in seen:
            seen += os.read(prompt.master, 65536).decode()

    def test_a_signal_from_elsewhere_at_the_prompt(self):
        prompt = self.start()
        prompt.process.send_signal(signal.SIGINT)
        prompt.type("3 * 3\n")
        prompt.wait_for(r"\n9\r*\n> ")

    def test_background_tasks(self):
        prompt = self.start()
        prompt.type("go = false\n")
        prompt.wait_for("\n> ")
        prompt.type("task.spawn(function() while not rawget(_G, 'go') do task.sleep(0.01) end print('from ' .. 'behind') end)\n")
        prompt.wait_for(r"task: .*\n> ")
        prompt.type("go = true\n")
        prompt.wait_for(r"from behind\r*\n> ")
        prompt.type("event.on {'timer', every = 0.02, run = function(n) error('tri' .. 'gger') end}\n")
        prompt.wait_for(r"Error: a trigger's run failed \(timer, .*prompt:\d+: trigger\r*\n")
        # While a line is being typed: above it, and the line is drawn again.
        prompt.type("task.spawn(function() task.sleep(0.3) print('abo' .. 've') end)\n")
        prompt.wait_for(r"task: .*\n> ")
        prompt.type("half a li")
        prompt.wait_for(r"above\r*\n> half a li")
        prompt.type(CONTROL_C + "task.spawn(function() task.sleep(0.1) error('in ' .. 'vain') end)\n")
        prompt.wait_for(r"Error: prompt:\d+: in vain\r*\n")
        # They end with the prompt.
        prompt.type("task.spawn(task.sleep, 600)\n")
        prompt.wait_for(r"task: .*\n> ")
        prompt.type(CONTROL_D)
        self.assertEqual(prompt.status(), 0)

    def test_an_interrupt_spares_background_tasks(self):
        prompt = self.start()
        prompt.type("task.spawn(function() while not rawget(_G, 'go') do task.sleep(0.01) end print('still ' .. 'here') end)\n")
        prompt.wait_for(r"task: .*\n> ")
        prompt.type("print('be' .. 'gun') task.sleep(600)\n")
        prompt.wait_for("begun")
        prompt.type(CONTROL_C)
        prompt.wait_for(r"interrupted\r*\n> ")
        prompt.type("go = true\n")
        prompt.wait_for("still here")

    def test_history(self):
        prompt = self.start()
        prompt.type("1000 + 1\n")
        prompt.wait_for(r"\n1001\r*\n> ")
        prompt.type(CONTROL_D)
        prompt.status()
        self.assertEqual(stat.S_IMODE(os.stat(self.history).st_mode), 0o600)
        with open(self.history, encoding="utf-8") as file:
            self.assertEqual(file.read(), "1000 + 1\n")
        again = self.start()
        again.type(UP + " + 1\n")
        again.wait_for(r"\n1002\r*\n> ")
        again.type(CONTROL_R + "1000\n")
        again.wait_for(r"\n100[12]\r*\n")

    def test_a_block_is_recalled_whole(self):
        prompt = self.start()
        for line in ("for i = 1, 2 do", "  print('<' .. i .. '>')"):
            prompt.type(line + "\n")
            prompt.wait_for(r"\n\.\. ")
        prompt.type("end\n")
        prompt.wait_for(r"<1>\r*\n<2>\r*\n> ")
        prompt.type(UP + "\n")
        prompt.wait_for(r"<1>\r*\n<2>\r*\n> ")
        prompt.type(CONTROL_D)
        prompt.status()
        again = self.start()
        again.type(UP + " print 'and more'\n")
        again.wait_for(r"<1>\r*\n<2>\r*\nand more\r*\n> ")
        # One that was given up is not lost.
        again.type("function f(\n")
        again.wait_for(r"\n\.\. ")
        again.type("a,\n" + CONTROL_C)
        again.wait_for(r"\n> ")
        again.type(UP)
        again.wait_for(r"function f\((.|\n)*a,")

    def test_completion(self):
        prompt = self.start()
        prompt.type("some_name = 5\n")
        prompt.wait_for(r"\n> ")
        for typed, expected in (("wind\t", "window"), ("window.fr\t", "window.frontmost"),
                                ("window.list({pid = 1, on\t", "window.list({pid = 1, on_screen = "),
                                ('event.on({"timer", when_running = "re\t', 'event.on({"timer", when_running = "restart'),
                                ("event.listen {kinds = {'timer', 'display\t", "event.listen {kinds = {'timer', 'display.changed"),
                                ("some_\t", "some_name")):
            with self.subTest(typed):
                prompt.type(typed + "--@" + CONTROL_C)
                shown = prompt.wait_for(r"(.*?)--@\r*\n> ").group(1)
                self.assertEqual(shown.replace("\r", ""), expected)
        prompt.type("window.\t")
        prompt.wait_for(r"close +frontmost +limits .*to_workspace +wait_gone\r*\n(.*\n)+> window\.")

    def test_characters_of_any_script(self):
        prompt = self.start()
        prompt.type("utf8.len('ä漢é')\n")
        prompt.wait_for(r"\n3\r*\n> ")

    def test_colour(self):
        for colour, variables in ((True, {}), (False, {"NO_COLOR": "1"})):
            started = terminals.Terminal([PEEKABOO, "repl"], self.folder, self.environment(**variables))
            self.addCleanup(started.end)
            raw = b""
            os.write(started.master, b"error('re' .. 'd')\n")
            while b"prompt:1: red" not in raw:
                raw += os.read(started.master, 65536)
            self.assertEqual(b"\x1b[31mError" in raw, colour, raw)

    def test_the_terminal_is_left_as_it_was(self):
        for ending in ("end of input", signal.SIGTERM, signal.SIGHUP):
            with self.subTest(ending):
                master, slave = os.openpty()
                before = termios.tcgetattr(slave)
                with subprocess.Popen([PEEKABOO, "repl"], stdin=slave, stdout=slave, stderr=slave,
                                      env=self.environment(), cwd=self.folder, start_new_session=True) as process:
                    seen = b""
                    while not seen.endswith(b"> "):
                        seen += os.read(master, 65536)
                    self.assertNotEqual(termios.tcgetattr(slave), before)
                    if ending == "end of input":
                        os.write(master, CONTROL_D.encode())
                    else:
                        process.send_signal(ending)
                    status = process.wait(60)
                self.assertEqual(status, 0 if ending == "end of input" else 128 + ending)
                self.assertEqual(termios.tcgetattr(slave), before)
                os.close(slave)
                os.close(master)

    def test_a_terminal_that_is_gone(self):
        prompt = self.start()
        os.close(prompt.master)
        self.assertIn(prompt.process.wait(60), (0, 128 + signal.SIGHUP))
        prompt.master = os.open("/dev/null", os.O_RDWR)

    def test_without_its_module(self):
        alone = os.path.join(self.folder, "bin")
        os.mkdir(alone)
        shutil.copy(PEEKABOO, alone)
        started = terminals.Terminal([os.path.join(alone, "peekaboo"), "repl"], self.folder, self.environment())
        self.addCleanup(started.end)
        started.wait_for(r"Error: module peekaboo-terminal\.so is missing\r*\nReinstall Peekaboo")
        self.assertEqual(started.status(), 29)

    def test_a_flood_of_output_can_be_interrupted(self):
        prompt = self.start()
        prompt.type("for i = 1, math.huge do print(i) end\n")
        prompt.wait_for(r"\n1000\r*\n")
        prompt.type(CONTROL_C)
        prompt.wait_for(r"interrupted\r*\n> ")


if __name__ == "__main__":
    unittest.main(verbosity=2)
