#!/usr/bin/python3
"""The documents hold together: links resolve, files that they name exist, README is short and leads to all the others."""
import functools
import os
import re
import unittest

import tree

README = "README.md"
# Made by the program; tests/cli/reference_test.py compares them with it.
GENERATED = {"scripts/docs/LUA_API_REFERENCE.md", "scripts/docs/TOOL_API_REFERENCE.md", "scripts/docs/SETTINGS.md"}
MOST_LINES = 150  # of README
MOST_WORDS = 15   # of the glossary
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.M)
ELSEWHERE = re.compile(r"^[a-z]+:")  # https:, mailto:
FENCE = re.compile(r"^ *```.*?^ *```", re.M | re.S)
# A path of this tree as text; `<domain>` and NAME stand for something else.
PATH = re.compile(r"`((?:scripts|runtime|native|tests|examples|\.github)/[\w./-]*\w)`")
PLACEHOLDER = re.compile(r"\b(?:NAME|MODULE)\b")


def documents():
    return [README] + tree.files(["scripts/docs", ".github"], [".md"])


def anchor(heading):
    """What a heading is called in a link, as the hosting sites make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@functools.lru_cache(maxsize=None)
def anchors(text):
    return {anchor(heading) for heading in HEADING.findall(FENCE.sub("", text))}


def links(text):
    return [target for target in LINK.findall(FENCE.sub("", text)) if not ELSEWHERE.match(target)]


def broken(path, text, read=functools.lru_cache(maxsize=None)(tree.read)):
    """What is wrong with the links of a document."""
    found = []
    for target in links(text):
        file, _, part = target.partition("#")
        place = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(tree.ROOT, place)):
            found.append(f"{path}: {target}: there is no {place}")
        elif part and part not in anchors(text if place == path else read(place)):
            found.append(f"{path}: {target}: {place} has no such heading")
    return found


def missing(path, text):
    """Files that a document names and that are not there."""
    return [f"{path}: {name} does not exist" for name in PATH.findall(FENCE.sub("", text))
            if not PLACEHOLDER.search(name) and not os.path.exists(os.path.join(tree.ROOT, name))]


def commands(text, program):
    return re.findall(rf"^ *(?:bash )?({re.escape(program)})\b", text, re.M)


class Documents(unittest.TestCase):
    def test_links_resolve(self):
        self.assertGreater(len(documents()), 8, "the documents were not found")
        found = [fault for path in documents() for fault in broken(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_files_that_are_named_exist(self):
        found = [fault for path in documents() if path not in GENERATED for fault in missing(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_every_document_is_reached_from_readme(self):
        reached = {os.path.normpath(target.partition("#")[0]) for target in links(tree.read(README))}
        self.assertEqual(set(documents()) - {README} - reached, set())

    def test_readme_is_short_and_begins_with_the_two_commands(self):
        text = tree.read(README)
        self.assertLessEqual(len(text.splitlines()), MOST_LINES)
        for program in ("examples/quickstart.sh", "tests/run.sh"):
            self.assertTrue(os.path.exists(os.path.join(tree.ROOT, program)))
            self.assertEqual(len(commands(text, program)), 1, program)
        self.assertIn("--http unix:", text)
        self.assertLess(text.index("--http unix:"), text.index("--http 8080"), "the safest address comes first")

    def test_the_pictures_are_there(self):
        pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", tree.read(README))
        self.assertEqual(len(pictures), 1)
        with open(os.path.join(tree.ROOT, pictures[0]), "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_the_glossary_is_short(self):
        text = tree.read("scripts/docs/ARCHITECTURE.md")
        rows = re.findall(r"^\| [^|]+ \| [^|]+ \|$", text[text.index("\n## Glossary"):], re.M)[1:]
        self.assertTrue(5 < len(rows) <= MOST_WORDS, f"{len(rows)} words")

    def test_finds_what_is_broken(self):
        for text in ("[x](nowhere.md)", "[x](#no-such-heading)", "[x](LICENSE#x)"):
            with self.subTest(text):
                self.assertEqual(len(broken(README, text)), 1)
        self.assertEqual(len(missing(README, "`scripts/no_such/file.lua`")), 1)

    def test_leaves_what_is_right_alone(self):
        for text in ("# A `b` c, d\n[x](#a-b-c-d)", "[x](https://example.org/x)", "[x](LICENSE)",
                     "```\n[x](nowhere.md)\n```"):
            with self.subTest(text):
                self.assertEqual(broken(README, text), [])
        self.assertEqual(missing(README, "`scripts/boot`, `scripts/tools/<domain>/NAME.lua`, `scripts/docs/examples/modules/MODULE.lua`"), [])


if __name__ == "__main__":
    unittest.main()
