#!/usr/bin/python3
"""What README and the other documents show can be typed: commands and options exist, Lua has no mistakes, settings are
settings. Run as PEEKABOO=build/peekaboo tests/cli/documents_test.py."""
import functools
import glob
import os
import re
import shlex
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DOCUMENTS = ["README.md", "scripts/docs/GUIDE.md", "scripts/docs/BENCHMARKS.md", "scripts/docs/ARCHITECTURE.md",
             "scripts/docs/DECISIONS.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"]
# A line of a code block, or text between single backticks, that begins with the program.
COMMAND = re.compile(r"(?:^ +(?:\$ )?|`)((?:build/)?peekaboo [^`\n]*)", re.M)
LUA = re.compile(r"^( *)```lua\n(.*?)^ *```$", re.M | re.S)
WORD = re.compile(r"\bPEEKABOO_[A-Z_]+")
OPTION = re.compile(r"^--[a-z-]+$")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def help_of(*words):
    """What --help prints; None for a word that is no subcommand or tool."""
    with tempfile.TemporaryDirectory() as home:
        result = subprocess.run([PEEKABOO, *words, "--help"], env={"PATH": os.environ["PATH"], "HOME": home},
                                capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def commands(text):
    for line in COMMAND.findall(text):
        line = re.sub(r"\s#\s.*", "", line).replace("…", " ").replace("[", " ").replace("]", " ")
        yield line, shlex.split(line.split(" | ")[0])


def subcommand(words):
    """The first word that is no option and no option's value."""
    takes_value = {"--virtual", "--open", "--scripts"}
    for before, word in zip(words, words[1:]):
        if not word.startswith("-") and before not in takes_value:
            return word
    return None


def faults(text):
    found = []
    for line, words in commands(text):
        name = subcommand(words)
        tool = words[words.index("do") + 1:][:1] if name == "do" else []
        known = help_of(name, *tool) if name else help_of()
        if known is None:
            found.append(f"{line}: there is no subcommand {' '.join([name, *tool])}")
            continue
        found += [f"{line}: there is no option {word}" for word in words
                  if OPTION.match(word) and word not in known and word not in help_of()]
    return found


def blocks(text):
    for indent, block in LUA.findall(text):
        yield "".join(line.removeprefix(indent) for line in block.splitlines(keepends=True))


def settings():
    known = set(WORD.findall(read("scripts/docs/SETTINGS.md")))
    for path in ["CMakeLists.txt", *glob.glob("**/CMakeLists.txt", root_dir=os.path.join(ROOT, "tests"))]:
        path = path if path == "CMakeLists.txt" else os.path.join("tests", path)
        if "node_modules" not in path:
            known |= set(re.findall(r"(?:option|set)\((PEEKABOO_[A-Z_]+)", read(path)))
    return known


class Documents(unittest.TestCase):
    def test_commands_exist(self):
        count = 0
        for path in DOCUMENTS:
            with self.subTest(path):
                count += len(list(commands(read(path))))
                self.assertEqual(faults(read(path)), [])
        self.assertGreater(count, 40, "the commands were not found")

    def test_lua_has_no_mistakes(self):
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for path in DOCUMENTS:
                for block in blocks(read(path)):
                    count += 1
                    name = os.path.join(folder, f"{count}.lua")
                    with open(name, "w", encoding="utf-8") as file:
                        file.write(block)
                    done = subprocess.run([PEEKABOO, "check", name], env={"PATH": os.environ["PATH"], "HOME": folder},
                                          capture_output=True, text=True, check=False)
                    with self.subTest(path, block=block):
                        self.assertEqual((done.returncode, done.stdout), (0, done.stdout), done.stdout + done.stderr)
        self.assertGreater(count, 8, "the Lua was not found")

    def test_settings_are_settings(self):
        for path in DOCUMENTS:
            with self.subTest(path):
                self.assertEqual(set(WORD.findall(read(path))) - settings(), set())

    def test_finds_what_does_not_exist(self):
        for text in ("    peekaboo looks --help", "    peekaboo image --no-such x", "`peekaboo list --frobnicate`"):
            with self.subTest(text):
                self.assertEqual(len(faults(text)), 1)
        self.assertEqual(faults("    peekaboo --virtual 1280x800 --open xterm image  # a --remark"), [])


if __name__ == "__main__":
    unittest.main()
