#!/usr/bin/python3
"""Each domain of tools has its rows, and a test of the default tier calls each tool. tests/lua/tools/init_test.lua compares
rows and handlers."""
import ast
import glob
import os
import re
import unittest

import tree

# Folders whose tests the default tier runs, and what calls a tool there: its name as a text.
CALLS = {".py": re.compile(r"""(?<!\w)["'](\w+)["']"""), ".lua": re.compile(r"""(?<!\w)["'](\w+)["']|^  +(\w+) = \{""", re.M),
         ".txt": re.compile(r'"name": "(\w+)"')}
FOLDERS = ("cli", "desktop", "guest", "http", "lua", "providers", "transcripts")


def handlers(domain):
    names = (os.path.basename(path)[:-4] for path in glob.glob(os.path.join(tree.ROOT, "scripts/tools", domain, "*.lua")))
    return sorted(name for name in names if name not in ("rows", "provider"))


def called_in(source, ending):
    """The words that the text of a test names as tools are named in a call. Comments and descriptions call nothing."""
    if ending == ".py":
        parsed = ast.parse(source)
        described = [each.value for each in ast.walk(parsed)
                     if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
        lines = source.split("\n")
        for each in described:
            lines[each.lineno - 1:each.end_lineno] = [""] * (each.end_lineno - each.lineno + 1)
        source = re.sub(r"^\s*#.*", "", "\n".join(lines), flags=re.M)
    elif ending == ".lua":
        source = re.sub(r"--.*", "", source)
    else:
        source = re.sub(r"^#.*", "", source, flags=re.M)
    return {word for found in CALLS[ending].findall(source) for word in ((found,) if isinstance(found, str) else found) if word}


def called():
    found = set()
    for path in tree.files([f"tests/{folder}" for folder in FOLDERS], CALLS):
        ending = os.path.splitext(path)[1]
        if ending == ".txt" or path.endswith(("_test" + ending, "_tools.py")):
            found |= called_in(tree.read(path), ending)
    return found


def domains():
    found = glob.glob(os.path.join(tree.ROOT, "scripts/tools/*/rows.lua"))
    return sorted(os.path.basename(os.path.dirname(path)) for path in found)


class Domains(unittest.TestCase):
    def test_each_folder_with_handlers_has_rows(self):
        folders = {os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(tree.ROOT, "scripts/tools/*/*.lua"))}
        self.assertEqual(sorted(folders), domains())
        self.assertGreater(len(folders), 8)

    def test_a_test_calls_each_tool(self):
        seen = called()
        missing = [f"{domain}/{name}" for domain in domains() for name in handlers(domain) if name not in seen]
        self.assertEqual(missing, [], "no test of the default tier calls these")


class SelfTest(unittest.TestCase):
    def test_recognizes_calls(self):
        for ending, source, found in (
                (".py", '"""About "drag"."""\ndef f():\n    "scroll"\n    # "move"\n    tool("click", a=see)\n', {"click"}),
                (".lua", 'world.call("see", {})\n-- world.call("zoom")\nfor tool in pairs {\n  wait = { 1 } }', {"see", "wait"}),
                (".txt", '# {"name": "zoom"}\n> {"params": {"name": "list", "arguments": {"item": "x"}}}\n', {"list"})):
            with self.subTest(ending):
                self.assertEqual(called_in(source, ending), found)


if __name__ == "__main__":
    unittest.main()
