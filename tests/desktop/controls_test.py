#!/usr/bin/python3
"""What others write (titles, classes, a model's answer) reaches no terminal, log, JSON or prompt with controls in it."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import support

sys.path.insert(0, os.path.join(support.HERE, "..", "cli"))
import terminal as terminals  # noqa: E402

# Retitles a terminal, clears it, colours it (with a C1 control), and turns the direction around; two lines, a mark of no width.
HOSTILE = "Led\x1b]0;owned\x07ger\x1b[2J \u009b31mof\u202egpj.exe\u2066 18\n87\u200f"
TITLE = "Led ]0;owned ger [2J  31mof gpj.exe  18 87"
CLASS = "Bad\x1b[31m\u009bClass"
CONTROLS = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f\x80-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
OURS = re.compile("\x1b\\[[0-9;]*m")  # our own colours
PROVIDER = "return {analyze = function() return %s, 'a note\\27]0;owned\\7' end}"
ANSWER = r"'Two lines\n\tof \27]0;owned\7 text\u{9B}31m\u{202E}'"
ANSWERED = "Two lines\n\tof  ]0;owned  text 31m "


class Controls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix="controls.", dir=os.environ["RIG"])
        os.makedirs(os.path.join(cls.home, "peekaboo/providers"))
        with open(os.path.join(cls.home, "peekaboo/providers/evil.lua"), "w", encoding="utf-8") as file:
            file.write(PROVIDER % ANSWER)
        cls.log = os.path.join(cls.home, "log")
        cls.environment = {**os.environ, "HOME": cls.home, "XDG_CONFIG_HOME": cls.home, "TERM": "xterm-256color",
                           "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": cls.home, "PEEKABOO_LOG_FILE": cls.log,
                           "PEEKABOO_LOG_LEVEL": "debug", "PEEKABOO_AI_PROVIDERS": "evil/eye"}
        cls.started = subprocess.Popen(["xterm", "-T", "Plain", "-e", "sleep", "600"])
        support.wait_until("the window", lambda: "Plain" in support.windows())
        cls.id = support.windows()["Plain"]
        for name, kind, value in (("_NET_WM_NAME", "8u", HOSTILE), ("WM_CLASS", "8u", CLASS)):
            subprocess.run(["xprop", "-id", str(cls.id), "-f", name, kind, "-set", name, value], check=True)
        support.wait_until("its title", lambda: cls.title() != "Plain")

    @classmethod
    def tearDownClass(cls):
        cls.started.kill()
        cls.started.wait()

    @classmethod
    def peekaboo(cls, *words):
        run = subprocess.run([support.PEEKABOO, *words], env=cls.environment, capture_output=True, timeout=60, check=False)
        return (run.stdout + run.stderr).decode()

    @classmethod
    def title(cls):
        return cls.script("for _, w in ipairs(window.list()) do if w.id == %d then return w.title end end" % cls.id).rstrip("\n")

    @classmethod
    def script(cls, text):
        return subprocess.run([support.PEEKABOO, "repl"], input=text, env=cls.environment, capture_output=True, text=True,
                              timeout=60, check=True).stdout

    def file(self, text):
        path = os.path.join(tempfile.mkdtemp(dir=self.home), "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write('local window, log, ai, screen = require "window", require "log", require "ai", require "screen"\n'
                       f"local w for _, each in ipairs(window.list()) do if each.id == {self.id} then w = each end end\n"
                       + text)
        return path

    def shown(self, *words):
        """What a terminal gets of a command that ends by itself."""
        started = terminals.Terminal([support.PEEKABOO, *words], self.home, self.environment)
        self.addCleanup(started.end)
        seen = b""
        while True:
            try:
                read = os.read(started.master, 65536)
            except OSError:
                break
            if not read:
                break
            seen += read
        return seen.decode().replace("\r\n", "\n")

    def is_clean(self, text):
        self.assertNotRegex(OURS.sub("", text), CONTROLS)

    def test_a_title_is_one_line_in_scripts(self):
        self.assertEqual(self.title(), TITLE)

    def test_lists(self):
        for words in (("list", "windows", "--app", f"PID:{self.started.pid}"), ("list", "apps"),
                      ("list", "windows", "--app", f"PID:{self.started.pid}", "--json-output")):
            with self.subTest(words):
                self.is_clean(self.shown(*words))
        rows = json.loads(self.peekaboo("list", "windows", "--app", f"PID:{self.started.pid}", "--json-output"))
        self.assertIn(TITLE, json.dumps(rows))

    def test_tools(self):
        result = self.peekaboo("call", "list", json.dumps({"item_type": "application_windows", "app": f"PID:{self.started.pid}"}))
        self.is_clean(result)
        self.assertIn(TITLE, result)
        self.is_clean(json.dumps(json.loads(result), ensure_ascii=False).replace("\\n", " "))

    def test_errors(self):
        for text in ("error(w.title)", "error {code = 'MINE', message = '\\27]0;owned\\7', hint = '\\u{9B}\\u{202E}'}"):
            for words in ((), ("--json-output",)):
                self.is_clean(self.shown(*words, "run", self.file(text)))
        self.is_clean(self.shown("image", "--app", "\x1b]0;owned\x07\u202e"))

    def test_the_log_and_the_trace(self):
        self.is_clean(self.shown("run", "--trace", self.file("log.warn(w.title, {raw = '\\27]0;owned\\7\\u{9B}\\u{202E}\\x9b'})")))
        with open(self.log, "rb") as file:
            text = file.read().decode("utf-8")
        self.is_clean(text)
        row = next(row for row in map(json.loads, text.splitlines()) if row["msg"] == TITLE)
        self.assertEqual(row["raw"], "\x1b]0;owned\x07\u009b\u202e\ufffd")

    def test_what_a_model_answers(self):
        path = os.path.join(self.home, "picture.png")
        for words in (("image", "--mode", "screen", "--path", path, "--question", "what?"),
                      ("analyze", path, "what?")):
            with self.subTest(words):
                shown = self.shown(*words)
                self.is_clean(shown)
                self.assertIn(ANSWERED.rstrip(), shown)
        answer = self.script("ai.ask(screen.capture('desktop'), 'what?').text")
        self.assertEqual(answer, ANSWERED + "\n")

    def test_what_scripts_print(self):
        text = "print(w.title, w.app_class) print('\\27]0;owned\\7\\27[31mred\\27[m\\u{9B}\\u{202E}')"
        shown = self.shown("run", self.file(text))
        self.is_clean(shown)
        self.assertIn("\x1b[31mred\x1b[m", shown)
        self.assertIn("\x1b]0;owned\x07", self.peekaboo("run", self.file(text)))  # a pipe gets what is printed as it is

    def test_the_prompt(self):
        prompt = terminals.Terminal([support.PEEKABOO, "repl"], self.home, self.environment, columns=200)
        self.addCleanup(prompt.end)
        seen = ""

        def read_until(text):
            nonlocal seen
            while text not in seen:
                seen += os.read(prompt.master, 65536).decode()
            before, seen = seen.split(text, 1)
            return before

        read_until("Ctrl-D ends.")
        read_until("> ")
        find = f"for _, w in ipairs(window.list()) do if w.id == {self.id} then "
        for text in ("window.list()", find + "print(w) end end", find + "error(w.title) end end", "'\\27]0;owned\\7\\u{9B}'"):
            with self.subTest(text):
                prompt.type(text + "\nprint('en' .. 'ded')\n")
                shown = re.sub("\x1b\\[[0-9]*[JKC]|\x1b\\[[A-D]|[\r\b]", "", read_until("ended"))  # what libedit draws with
                self.is_clean(shown)


if __name__ == "__main__":
    unittest.main(verbosity=2)
