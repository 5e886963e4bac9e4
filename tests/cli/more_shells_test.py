#!/usr/bin/python3
"""zsh and fish complete the program's words, as bash does in completion_test.py."""
import unittest

from completion_test import Shells


class MoreShells(Shells):
    def test_zsh(self):
        self.is_valid("zsh")
        self.complete("zsh", ["zsh", "-f", "-i"], 'autoload -U compinit; compinit -u -D; eval "$(peekaboo completion zsh)"')

    def test_fish(self):
        self.is_valid("fish")
        self.complete("fish", ["fish", "--no-config", "-i"], "peekaboo completion fish | source")


if __name__ == "__main__":
    unittest.main(verbosity=2)
