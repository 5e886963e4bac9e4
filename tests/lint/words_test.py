#!/usr/bin/python3
"""Nothing in the tree depends on one machine or one package host, and nothing is left half done."""
import re
import unittest

import tree

FORBIDDEN = {
    "an absolute path of one machine": re.compile(r"(?<![\w.$}])/(?:work|root|Users)/\w"),
    "a package host's name": re.compile(
        r"registry\.\w+\.\w+|(?:deb|security|archive)\.(?:debian|ubuntu)\.\w+|pypi\.\w+|files\.pythonhosted"),
    "an unfinished place": re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b"),
    "a lock file's download address": re.compile(r'"resolved":\s*"http'),
}
ENDINGS = [".cpp", ".hpp", ".lua", ".py", ".sh", ".mjs", ".json", ".md", ".txt", ".cmake", ".html"]
FOLDERS = ["runtime", "native", "scripts", "tests", "examples", ".github"]
TOP = ["README.md", "CMakeLists.txt"]


def faults(path, text):
    return [f"{path}:{tree.line_of(text, match.start())}: {what}: {match.group()}"
            for what, pattern in FORBIDDEN.items() for match in pattern.finditer(text)]


class Words(unittest.TestCase):
    def test_no_forbidden_word(self):
        paths = TOP + [path for path in tree.files(FOLDERS, ENDINGS) if not path.endswith("words_test.py")]
        self.assertGreater(len(paths), 20, "the tree was not found")
        found = [fault for path in paths for fault in faults(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_finds_forbidden_words(self):
        for text in ("open('/wo" "rk/x')", "see /ro" "ot/x", "https://registry" ".example.org/x",
                     "// TO" "DO later", "deb http://deb" ".debian.org"):
            with self.subTest(text):
                self.assertEqual(len(faults("x", text)), 1)

    def test_leaves_ordinary_text_alone(self):
        for text in ("$HOME/work/x", "/home/u/.cache", "framework/rooted", "the work/life", "${RIG}/work/x"):
            with self.subTest(text):
                self.assertEqual(faults("x", text), [])


if __name__ == "__main__":
    unittest.main()
