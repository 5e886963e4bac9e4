#!/usr/bin/python3
"""bash, on a terminal of its own, completes the program's words; more_shells_test.py has zsh and fish.

    PEEKABOO=build/peekaboo tests/cli/completion_test.py
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import terminal as terminals

PEEKABOO = os.environ["PEEKABOO"]
HOME_KEY = "\x01"
# what is typed (a tab completes), and the line that it must become
TYPED = [
    ("peekaboo ima\t", "peekaboo image"),
    ("peekaboo image --mod\tfr\t", "peekaboo image --mode frontmost"),
    ("peekaboo list wi\t", "peekaboo list windows"),
    ("peekaboo --virtual 800x600 lis\tscr\t", "peekaboo --virtual 800x600 list screens"),
    ("peekaboo list windows --include-details of\t", "peekaboo list windows --include-details off_screen"),
    ("peekaboo list windows --include-details ids,bo\t", "peekaboo list windows --include-details ids,bounds"),
    ("peekaboo analyze a-pic\t", "peekaboo analyze a-picture.png"),
    ("peekaboo image --path a-pic\t", "peekaboo image --path a-picture.png"),
    ("peekaboo completion zs\t", "peekaboo completion zsh"),
    ("peekaboo conf\tsh\t", "peekaboo config show"),
    ("peekaboo do press\t", "peekaboo do press_key"),
    ("peekaboo do click --app\t", "peekaboo do click --app-target"),
    ("peekaboo do click --button ri\t", "peekaboo do click --button right"),
]


class Shells(unittest.TestCase):
    """complete() types into a shell."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-shell-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.symlink(os.path.realpath(PEEKABOO), os.path.join(self.folder, "peekaboo"))
        with open(os.path.join(self.folder, "a-picture.png"), "wb"):
            pass

    def complete(self, shell, words, setup):
        terminal = terminals.Terminal(words, self.folder, {
            "PATH": self.folder + ":" + os.environ["PATH"], "HOME": self.folder, "TERM": "xterm", "PS1": "$ ",
            "XDG_CONFIG_HOME": self.folder, "XDG_DATA_HOME": self.folder, "LC_ALL": "C.UTF-8"})
        self.addCleanup(terminal.end)
        # Split in two, so that the echo of the line is not taken for its output.
        terminal.type(setup + "; echo rea''dy\n")
        terminal.wait_for(r"ready\r?\n")
        for number, (typed, expected) in enumerate(TYPED):
            with self.subTest(shell=shell, typed=typed):
                terminal.type(typed + HOME_KEY + f"printf '<%s>' {number}''={number} ; echo @ \n")
                seen = terminal.wait_for(rf"<{number}={number}>.*?@ (.*?)\r?\n")
                self.assertEqual(seen.group(1).strip(), expected)

    def is_valid(self, shell):
        script = subprocess.run([PEEKABOO, "completion", shell], capture_output=True, check=True).stdout
        subprocess.run([shell, "-n"], input=script, check=True)


class Completion(Shells):
    def test_bash(self):
        self.is_valid("bash")
        self.complete("bash", ["bash", "--norc", "--noprofile", "-i"],
                      'bind "set bell-style none"; eval "$(peekaboo completion bash)"')

    def test_every_word_of_help_is_completed(self):
        scripts = {shell: subprocess.run([PEEKABOO, "completion", shell], capture_output=True, check=True, text=True).stdout
                   for shell in ("bash", "zsh", "fish")}
        for command in ("image", "list", "analyze", "api"):
            page = subprocess.run([PEEKABOO, command, "--help"], capture_output=True, check=True, text=True).stdout
            options = set(re.findall(r"--([a-z-]+)", page))
            self.assertGreater(len(options), 2)
            for option in options:
                for shell, script in scripts.items():
                    self.assertIn(("-l " if shell == "fish" else "--") + option, script, shell)

    def test_an_unknown_shell(self):
        self.assertEqual(subprocess.run([PEEKABOO, "completion", "tcsh"], capture_output=True, check=False).returncode, 64)


if __name__ == "__main__":
    unittest.main(verbosity=2)
