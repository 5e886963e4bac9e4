#!/usr/bin/python3
"""No text becomes code: what tools and the desktop's backends run is never given to a shell."""
import re
import unittest

import tree

FOLDERS = ["native", "scripts/tools", "scripts/acting", "scripts/desktop"]
SHELLS = re.compile(
    r"""["'](?:/(?:usr/)?bin/)?(?:sh|bash|dash|zsh|ksh|fish)["']"""  # as a program or an argument
    r"""|["']-c["']"""
    r"""|(?<![\w.:>])(?:::|std::)?(?:system|popen|execlp?|execle|wordexp)\s*\((?!\s*\))"""
    r"""|\b(?:os\.execute|io\.popen)\b""")
COMMENT = re.compile(r"//[^\n]*|--[^\n]*")


def uses(text):
    """The lines and texts in which a shell is used, without comments."""
    plain = COMMENT.sub("", text)
    return [(tree.line_of(plain, match.start()), match.group()) for match in SHELLS.finditer(plain)]


class Shells(unittest.TestCase):
    def test_nothing_is_given_to_a_shell(self):
        paths = tree.files(FOLDERS, [".cpp", ".hpp", ".lua"])
        self.assertGreater(len(paths), 300)
        found = [f"{path}:{line}: {what}" for path in paths for line, what in uses(tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_recognises_uses(self):
        for text in ('process.run { "sh", "-c", x }', "{ '/bin/bash', x }", "std::system(x)", "  popen(x, \"r\")",
                     "os.execute(x)", "io.popen (x)", "::system(y)", "execl(path)", "wordexp(x, &y, 0)"):
            with self.subTest(text):
                self.assertTrue(uses(text))

    def test_leaves_other_words_alone(self):
        for text in ("SessionRoots::system()", "roots.system()", "// never a sh -c", "-- os.execute is missing",
                     '"shell"', "file_system(x)", "static LockRoots system();", 'path = "sh.txt"'):
            with self.subTest(text):
                self.assertEqual(uses(text), [])


if __name__ == "__main__":
    unittest.main()
