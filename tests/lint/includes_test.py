#!/usr/bin/python3
"""A file that uses a standard type includes that type's header, itself or by one of ours. What another standard header
happens to bring along differs from one compiler's version to the next."""
import os
import re
import unittest

import tree

INCLUDE = re.compile(r'(?m)^#include ([<"])([^>"]+)[>"]')
HEADERS = {
    "cstdint": re.compile(r"\b(?:u?int(?:8|16|32|64)_t|u?intptr_t)\b"),
    "array": re.compile(r"\bstd::array<"),
    "optional": re.compile(r"\bstd::(?:optional|nullopt)\b"),
    "algorithm": re.compile(r"\bstd::(?:sort|find_if|any_of|all_of|none_of|transform|remove_if|clamp)\("),
    "utility": re.compile(r"\bstd::(?:exchange|pair)\b"),
}
# What a header promises to bring along, or always has to.
BRINGS = {"map": {"utility"}, "unordered_map": {"utility"}, "algorithm": {"utility"}, "variant": {"utility"}, "memory": {"utility"},
          "vector": {"utility"}, "string": {"utility"}, "optional": {"utility"}, "tuple": {"utility"}, "array": {"utility"},
          "functional": {"utility"}}


def without_comments(text):
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', "", text)


def reached(path, read, seen):
    """The standard headers that a file includes, by our own headers too."""
    if path in seen:
        return set()
    seen.add(path)
    found = set()
    for form, name in INCLUDE.findall(read(path)):
        if form == "<":
            found |= {name} | BRINGS.get(name, set())
        elif os.path.exists(os.path.join(tree.ROOT, name)):
            found |= reached(name, read, seen)
    return found


def faults(path, read=tree.read):
    there = reached(path, read, set())
    text = without_comments(read(path))
    return [f"{path}: <{header}> is not included" for header, use in HEADERS.items()
            if header not in there and use.search(text)]


class Includes(unittest.TestCase):
    def test_what_is_used_is_included(self):
        paths = tree.files(["runtime", "native", "tests"], [".cpp", ".hpp"])
        self.assertGreater(len(paths), 100, "the tree was not found")
        found = [fault for path in paths for fault in faults(path)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_missing_header_is_found(self):
        self.assertEqual(faults("x", lambda _: "#include <vector>\nstd::uint8_t x;"), ["x: <cstdint> is not included"])
        self.assertEqual(faults("x", lambda _: "#include <cstdint>\nstd::uint8_t x;  // std::array<"), [])


if __name__ == "__main__":
    unittest.main()
