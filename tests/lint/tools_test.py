#!/usr/bin/python3
"""Each domain of tools is complete: rows, one handler and one test for each tool, and nothing else beside them; and each
tool is used on a desktop."""
import ast
import glob
import os
import re
import unittest

import tree

ROW = re.compile(r'^  name = "(\w+)"', re.M)
# Tools whose rows a function makes.
MADE = {"screenshot"}


def tools_of(rows):
    """The names of the tools in the text of rows."""
    return sorted(ROW.findall(rows))


def handlers(domain):
    names = (os.path.basename(path)[:-4] for path in glob.glob(os.path.join(tree.ROOT, "scripts/tools", domain, "*.lua")))
    return sorted(name for name in names if name not in ("rows", "provider"))


def words_of(source):
    """The words in the strings of a test, without those that only describe it."""
    parsed = ast.parse(source)
    described = {id(each.value) for each in ast.walk(parsed) if isinstance(each, ast.Expr)}
    texts = [each.value for each in ast.walk(parsed)
             if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in described]
    return set(re.findall(r"\w+", " ".join(texts)))


def used_on_desktops():
    paths = glob.glob(os.path.join(tree.ROOT, "tests/desktop/*_test.py"))
    return set().union(*(words_of(tree.read(os.path.relpath(path, tree.ROOT))) for path in paths))


def domains():
    found = glob.glob(os.path.join(tree.ROOT, "scripts/tools/*/rows.lua"))
    return sorted(os.path.basename(os.path.dirname(path)) for path in found)


class Domains(unittest.TestCase):
    def test_each_folder_with_handlers_has_rows(self):
        folders = {os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(tree.ROOT, "scripts/tools/*/*.lua"))}
        self.assertEqual(sorted(folders), domains())
        self.assertGreater(len(folders), 8)

    def test_rows_and_handlers_belong_together(self):
        for domain in domains():
            if domain not in MADE:
                self.assertEqual(tools_of(tree.read(f"scripts/tools/{domain}/rows.lua")), handlers(domain), domain)

    def test_each_tool_has_a_test(self):
        for domain in domains():
            for name in handlers(domain):
                path = os.path.join(tree.ROOT, "tests/lua/tools", domain, name + "_test.lua")
                self.assertTrue(os.path.exists(path), f"{path} is missing")

    def test_each_tool_is_used_on_a_desktop(self):
        used = used_on_desktops()
        for domain in domains():
            for name in handlers(domain):
                self.assertTrue(used & {name, name.removeprefix(domain + "_")}, f"no test in tests/desktop uses {name}")

    def test_recognises_uses(self):
        self.assertEqual(words_of('"""About drag."""\ndef f():\n    "scroll"\n    # move\n    tool("click", a=see)\n'), {"click"})

    def test_recognises_rows(self):
        self.assertEqual(tools_of('local a = {\n  name = "click",\n  params = {\n    { name = "x" },\n'), ["click"])


if __name__ == "__main__":
    unittest.main()
