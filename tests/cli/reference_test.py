#!/usr/bin/python3
"""The references under scripts/docs are what the program says of itself.

    PEEKABOO=build/peekaboo tests/cli/reference_test.py            compares
    PEEKABOO=build/peekaboo tests/cli/reference_test.py --write    writes them anew
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "docs")
PAGES = {"TOOL_API_REFERENCE.md": "--tools", "SETTINGS.md": "--settings", "LUA_API_REFERENCE.md": "--markdown"}


def page(option):
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "XDG_CONFIG_HOME": home, "TMPDIR": home}
        return subprocess.run([PEEKABOO, "api", option], env=environment, check=True, capture_output=True, text=True).stdout


def path(name):
    return os.path.join(FOLDER, name)


class Reference(unittest.TestCase):
    def test_the_pages_are_not_stale(self):
        for name, option in PAGES.items():
            with self.subTest(name), open(path(name), encoding="utf-8") as file:
                self.assertEqual(file.read(), page(option), f"{name} is stale: tests/cli/reference_test.py --write")

    def test_the_lua_page_tells_everything(self):
        text = page("--markdown")
        run = subprocess.run([PEEKABOO, "--json-output", "api"], check=True, capture_output=True, text=True)
        count = 0
        for module in json.loads(run.stdout)["data"]["modules"]:
            for row in module["functions"] + module["methods"]:
                count += 1
                self.assertIn(f"\n`{row['signature']}`\n", text)
                self.assertIn(row["example"].rstrip(), text)
        self.assertGreater(count, 80)

    def test_types_and_codes_of_the_rows_exist(self):
        text = page("--markdown")
        records = {name.replace("-", "_") for name in re.findall(r"^##### record (.*)$", text, re.M)}
        plain = set("any nil boolean integer number string table function fun".split())
        run = subprocess.run([PEEKABOO, "--json-output", "api"], check=True, capture_output=True, text=True)
        for module in json.loads(run.stdout)["data"]["modules"]:
            for row in module["functions"] + module["methods"]:
                types = [each["type"] for each in row["parameters"]] + row["results"]
                for each in types:
                    words = re.sub(r'"[^"]*"|\w+\??:', "", re.sub(r"fun\([^()]*\)", "fun", each))
                    self.assertEqual(set(re.findall(r"[a-z_]+", words)) - plain - records, set(), (row["call"], each))
                for code in row["errors"]:
                    self.assertIn(f"| `{code}` |", text, row["call"])

    def test_every_link_of_the_lua_page_leads_somewhere(self):
        text = page("--markdown")
        headings = re.findall(r"^#+ (.*)$", text, re.M)
        anchors = {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}
        links = re.findall(r"\]\(#([^)]*)\)", text)
        self.assertGreater(len(links), 150)
        self.assertEqual(sorted(set(links) - anchors), [])
        self.assertEqual(len(headings), len(set(headings)), "two headings have one name")

    def test_an_option_that_many_have_is_told_once(self):
        text = page("--markdown")
        meanings = re.findall(r"^\| `(\{\w+\}\?)` \| (.*)$", text, re.M)
        self.assertEqual([row for row in set(meanings) if meanings.count(row) > 4], [])

    def test_the_stubs_are_lua_and_tell_everything(self):
        run = subprocess.run([PEEKABOO, "--json-output", "api"], check=True, capture_output=True, text=True)
        modules = json.loads(run.stdout)["data"]["modules"]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PEEKABOO, "api", "--stubs", folder], check=True, capture_output=True)
            texts = {"": page("--stubs")}
            for name in os.listdir(folder):
                with open(path(os.path.join(folder, name)), encoding="utf-8") as file:
                    texts[name[:-4]] = file.read()
        for name, text in texts.items():
            with self.subTest(name):
                check = subprocess.run(["lua5.4", "-e", "assert(load(io.read('a')))"], input=text, text=True,
                                       capture_output=True)
                self.assertEqual((check.returncode, check.stderr), (0, ""))
                self.assertTrue(text.startswith("---@meta"))
        for module in modules:
            if module["name"] == "_G":
                continue
            for row in module["functions"]:
                self.assertIn(f"function {row['call']}(", texts[""])
                stub = "peekaboo_records" if module["name"] == "os" else module["name"]  # the editor knows Lua's own
                self.assertIn(f"function {row['call']}(", texts[stub])
            for row in module["methods"]:
                word = f"function {module['name']}_object:{row['name']}("
                self.assertIn(word, texts[""])
                self.assertIn(word, texts["peekaboo_records"])
        self.assertTrue(texts["screen"].endswith("return screen\n"))

    def test_nothing_of_this_machine_is_in_them(self):
        for option in PAGES.values():
            self.assertNotIn("Server Status ---", page(option))
            self.assertNotIn(os.path.expanduser("~") + "/.", page(option))


if __name__ == "__main__":
    if "--write" in sys.argv:
        for each, flag in PAGES.items():
            with open(path(each), "w", encoding="utf-8") as out:
                out.write(page(flag))
    else:
        unittest.main(verbosity=2)
