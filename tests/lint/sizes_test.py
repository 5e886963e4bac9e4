#!/usr/bin/python3
"""A function fits on a screen or two, a folder on one: what does not has more than one job."""
import collections
import os
import re
import unittest

import tree

LIMIT = 60  # lines, from the first to the last
# ending: what a function's first line looks like, and its last at the same indentation
FORMS = {
    ".cpp": (re.compile(r"^(?!\s*(?:namespace|class|struct|enum|union|if|for|while|switch|else|do|try|extern)\b)[^/#].*\{$"),
             re.compile(r"^\}$")),
    ".lua": (re.compile(r"^\s*(?:local )?function\b|^\s*(?:local )?[\w.]+ = function\b"), re.compile(r"^end\b")),
    ".py": (re.compile(r"^\s*(?:async )?def "), None),
}
FORMS[".hpp"] = FORMS[".cpp"]
FOLDERS = ["runtime", "native", "scripts", "tests", "examples"]
MOST_FILES = 25  # of one folder of production code; a header counts once with its source


def indentation(line):
    return len(line) - len(line.lstrip())


def end_of(lines, first, last):
    """The index of a function's last line; without a form of it, the line before one that is indented no deeper."""
    depth = indentation(lines[first])
    end = first
    for index in range(first + 1, len(lines)):
        line = lines[index]
        if not line.strip() or indentation(line) > depth or line.lstrip().startswith((")", "]")):
            end = index if line.strip() else end
            continue
        if last is None:
            return end
        if last.match(line.strip()):
            return index
        return None  # no function after all
    return end


def functions(path, text):
    """Rows (first line, number of lines) of the functions of a file; functions inside of one count by themselves."""
    first_line, last_line = FORMS["." + path.rsplit(".", 1)[1]]
    lines = text.splitlines()
    spans = []
    for index, line in enumerate(lines):
        end = end_of(lines, index, last_line) if first_line.match(line) else None
        if end is not None:
            spans.append((index, end))
    for first, last in spans:
        inside = set()
        for begin, end in spans:
            if first < begin and end <= last:
                inside.update(range(begin, end + 1))
        yield first + 1, last - first + 1 - len(inside)


def crowded(paths):
    """Rows (folder, number of files) of the folders that hold too many."""
    stems = collections.defaultdict(set)
    for path in paths:
        stems[os.path.dirname(path)].add(os.path.splitext(os.path.basename(path))[0])
    return [(folder, len(found)) for folder, found in sorted(stems.items()) if len(found) > MOST_FILES]


class Sizes(unittest.TestCase):
    def test_no_folder_holds_too_many_files(self):
        paths = tree.files(["runtime", "native", "scripts", "examples"], [""])
        self.assertGreater(len(paths), 500, "the tree was not found")
        self.assertEqual(crowded(paths), [], "sort the files into folders by concept")

    def test_finds_crowded_folders(self):
        many = [f"a/b/file{index}.lua" for index in range(MOST_FILES + 1)]
        self.assertEqual(crowded(many), [("a/b", MOST_FILES + 1)])
        self.assertEqual(crowded(many[1:] + ["a/c.lua"]), [])

    def test_counts_a_header_with_its_source(self):
        pairs = [f"a/file{index}.{ending}" for index in range(MOST_FILES) for ending in ("hpp", "cpp")]
        self.assertEqual(crowded(pairs), [])

    def test_no_function_is_too_long(self):
        over, counted = [], 0
        for path in tree.files(FOLDERS, FORMS):
            for line, size in functions(path, tree.read(path)):
                counted += 1
                if size > LIMIT:
                    over.append(f"{path}:{line}: a function of {size} lines, at most {LIMIT}: give a part of it a name")
        self.assertGreater(counted, 2000, "the tree was not found")
        self.assertEqual(over, [], "\n" + "\n".join(over))

    def test_finds_long_functions(self):
        body = "\n".join(["  x = x + 1"] * 70)
        for path, text in (("a.cpp", "int f(int x) {\n" + body + "\n}\n"), ("a.hpp", "void f() {\n" + body + "\n}\n"),
                           ("a.lua", "local function f()\n" + body + "\nend\n"), ("a.py", "def f():\n" + body + "\n\n\ny = 1\n")):
            with self.subTest(path=path):
                self.assertEqual(max(size for _, size in functions(path, text)), 71 if path == "a.py" else 72)

    def test_leaves_namespaces_and_tables_alone(self):
        body = "\n".join(["  1,"] * 70)
        for path, text in (("a.cpp", "namespace n {\n" + body + "\n}\n"), ("a.lua", "local t = {\n" + body + "\n}\n")):
            with self.subTest(path=path):
                self.assertEqual([size for _, size in functions(path, text) if size > LIMIT], [])


if __name__ == "__main__":
    unittest.main()
