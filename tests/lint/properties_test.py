#!/usr/bin/python3
"""Every property of the screenshot document has a test, which is tagged "Feature: mcp-screenshot, Property N: …"."""
import re
import unittest

import tree

TAG = re.compile(r"Feature: mcp-screenshot, Property (\d+): (\w[^\n.]*)")
LAST = 26


def tagged(texts):
    """The numbers of the properties in the tags of some texts."""
    return {int(number) for text in texts for number, _ in TAG.findall(text)}


class Properties(unittest.TestCase):
    def test_every_property_has_a_test(self):
        paths = [path for path in tree.files(["tests"], [".py", ".cpp", ".lua"]) if not path.startswith("tests/lint/")]
        found = tagged(tree.read(path) for path in paths)
        self.assertEqual(sorted(set(range(1, LAST + 1)) - found), [], "these properties have no test")
        self.assertEqual(sorted(found - set(range(1, LAST + 1))), [], "these properties do not exist")

    def test_recognises_tags(self):
        self.assertEqual(tagged(["// Feature: mcp-screenshot, Property 3: Valid files", "# Property 4: no tag",
                                 "Feature: mcp-screenshot, Property 26: Rate.\nFeature: mcp-screenshot, Property 5:\n"]), {3, 26})


if __name__ == "__main__":
    unittest.main()
