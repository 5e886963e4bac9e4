#!/usr/bin/python3
"""The prompt on a desktop with windows: what it lists, completes and draws."""
import os
import re
import subprocess
import sys
import unittest

import support

sys.path.insert(0, os.path.join(support.HERE, "..", "cli"))
import terminal as terminals  # noqa: E402

TITLES = ["Ledger of 1887", 'A "quoted" one']


class Repl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.started = [subprocess.Popen(["xterm", "-T", title, "-e", "sleep", "600"]) for title in TITLES]
        support.wait_until("the windows", lambda: set(TITLES) <= set(support.windows()))

    @classmethod
    def tearDownClass(cls):
        for process in cls.started:
            process.kill()
            process.wait()

    def start(self, **variables):
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": os.environ["HOME"],
                       **variables}
        started = terminals.Terminal([support.PEEKABOO, "repl"], os.environ["HOME"], environment, columns=110)
        self.addCleanup(started.end)
        started.wait_for(r"Ctrl-D ends\.\r*\n> ")
        return started

    def test_windows_are_a_table(self):
        prompt = self.start()
        prompt.type("window.list()\n")
        shown = prompt.wait_for(r"(?s)\n( *id .*?\(\d+ rows.*?)\r*\n> ").group(1).splitlines()
        head, *rows = [line for line in shown if line.strip()][:-1]
        for title in TITLES:
            row = next(row for row in rows if title in row)
            self.assertEqual(row.index(title), head.index("title"))
            self.assertIn(str(support.windows()[title]), row)
        self.assertLessEqual(max(map(len, shown)), 110)

    def test_a_filter(self):
        run = subprocess.run([support.PEEKABOO, "repl"], input="return #window.list()", capture_output=True, timeout=60,
                             check=True, text=True)
        self.assertEqual(run.stdout, f"{len(support.windows())}\n")

    def test_names_of_windows_and_applications_complete(self):
        prompt = self.start()
        for typed, expected in (('"led\t', '"Ledger of 1887'), ('"A "\b\t', '"A \\"quoted\\" one'), ("'xte\t", "'XTerm")):
            with self.subTest(typed):
                prompt.type(typed + "@\x03")
                shown = prompt.wait_for(r"(.*?)@\r*\n> ").group(1)
                self.assertTrue(re.sub(r"[\r\b]", "", shown).endswith(expected.lstrip("\"'")[3:]), shown)

    def test_a_picture_is_drawn(self):
        prompt = self.start()
        prompt.type('screen.capture("window", {id = %d})\n' % support.windows()[TITLES[0]])
        drawn = prompt.wait_for(r"(?s)image (\d+) x (\d+) at .*?\r*\n(.*)\r*\n> ").group(3)
        self.assertGreater(len(drawn.splitlines()), 5)
        self.assertLessEqual(len(drawn.splitlines()), 20)

    def test_a_picture_without_colour(self):
        prompt = self.start(NO_COLOR="1")
        prompt.type('1, screen.capture("window", {id = %d}), 2\n' % support.windows()[TITLES[0]])
        seen = b""
        while b"\n2\r\n" not in seen:
            seen += os.read(prompt.master, 65536)
        self.assertRegex(seen, rb"image \d+ x \d+")
        self.assertNotRegex(seen, rb"\x1b\[[0-9;]*[34]8;")

    def test_a_filter_describes_a_picture_in_one_line(self):
        text = 'screen.capture("window", {id = %d})' % support.windows()[TITLES[0]]
        run = subprocess.run([support.PEEKABOO, "repl"], input=text, capture_output=True, timeout=60, check=True, text=True)
        self.assertRegex(run.stdout, r"^image \d+ x \d+ at -?\d+, -?\d+, by \w+\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
