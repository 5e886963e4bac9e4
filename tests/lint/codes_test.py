#!/usr/bin/python3
"""Every error code that C++ or Lua raises or compares is a row of scripts/modules/errors.lua."""
import re
import unittest

import tree

CODE = r'"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"'
USES = [
    re.compile(r"\bError\s*(?:\w+\s*)?[({]\s*" + CODE),
    re.compile(r"\bcode\s*(?:==|~=|!=|=)\s*" + CODE),
    re.compile(r"\b(?:fail|raise|refuse|errors\.\w+)\s*\(\s*" + CODE),
]
ROW = re.compile(r'(?:^|[{,])\s*(?:' + CODE + r'|\[' + CODE + r'\]\s*=|([A-Z][A-Z0-9_]+)\s*=)', re.M)
# Written by clients of an external program's contract, not raised by us.
FOREIGN = re.compile(r"SWIFT_CLI_\w+|INTERNAL_SWIFT_ERROR|SIPS_ERROR")


def rows(text):
    return {name for match in ROW.finditer(text) for name in match.groups() if name and len(name) > 3}


def uses(text):
    return [(tree.line_of(text, match.start()), match.group(1)) for use in USES for match in use.finditer(text)]


class Codes(unittest.TestCase):
    def test_every_code_has_a_row(self):
        known = rows(tree.read("scripts/modules/errors.lua"))
        self.assertIn("APP_NOT_FOUND", known)
        paths = [path for path in tree.files(["runtime", "native", "scripts"], [".cpp", ".hpp", ".lua"])
                 if path != "scripts/modules/errors.lua"]
        unknown, seen = [], 0
        for path in paths:
            for line, code in uses(tree.read(path)):
                seen += 1
                if code not in known and not FOREIGN.fullmatch(code):
                    unknown.append(f"{path}:{line}: {code} is not a row of scripts/modules/errors.lua")
        self.assertGreater(seen, 20, "hardly any use of a code was recognised")
        self.assertEqual(unknown, [], "\n" + "\n".join(unknown))

    def test_recognises_uses(self):
        for text in ('throw Error("NO_SUCH", "x")', 'throw Error{"NO_SUCH", x}', 'Error error("NO_SUCH", x);',
                     'error { code = "NO_SUCH" }', 'if e.code == "NO_SUCH" then', 'native::Error("NO_SUCH")',
                     'throw Error(\n  "NO_SUCH",'):
            with self.subTest(text):
                self.assertEqual([code for _, code in uses(text)], ["NO_SUCH"])

    def test_recognises_rows(self):
        for text in ('  { "APP_NOT_FOUND", 18, "text" },', '  APP_NOT_FOUND = { exit = 18 },',
                     '  ["APP_NOT_FOUND"] = { 18 },', 'return { APP_NOT_FOUND = 18 }'):
            with self.subTest(text):
                self.assertIn("APP_NOT_FOUND", rows(text))


if __name__ == "__main__":
    unittest.main()
