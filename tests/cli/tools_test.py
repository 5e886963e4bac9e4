#!/usr/bin/python3
"""--tools FILE: a person's own tools, resources and prompts, for an AI client and at the shell."""
import json
import os
import subprocess
import tempfile
import unittest

from ask import PEEKABOO, ask

NOTES = """
local helper = require "helper"
local resource, prompt, tool = require "resource", require "prompt", require "tool"
tool.register {
  name = "greet", description = "Greets", params = { { "name", "string" } },
  run = function(args, call)
    call:progress(1, 2)
    return { content = { tool.text(helper.greeting(args.name)) } }
  end,
}
resource.register { uri = "notes://today", name = "Today", read = function() return "Buy milk" end }
prompt.register { name = "plan", arguments = { { "day", "Which day" } }, run = function(args) return "Plan " .. args.day end }
"""


class Tools(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.write("helper.lua", "return { greeting = function(name) return 'Hello, ' .. name end }")

    def write(self, name, text):
        path = os.path.join(self.home.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": self.home.name, "TMPDIR": self.home.name}

    def run_it(self, *words):
        return subprocess.run([PEEKABOO, *words], env=self.environment(), capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)

    def ask(self, files, *requests):
        words = [word for file in files for word in ("--tools", file)]
        requests = [(each[0], each[1] if each[1:] else {}) for each in requests]
        return [answer["result"] for answer in ask(["mcp", *words], requests, self.environment())]

    def test_everything_in_a_file_is_served_beside_our_own(self):
        listed, called, read, got = self.ask(
            [self.write("notes.lua", NOTES)], ("tools/list", {}),
            ("tools/call", {"name": "greet", "arguments": {"name": "Ann"}}), ("resources/read", {"uri": "notes://today"}),
            ("prompts/get", {"name": "plan", "arguments": {"day": "Monday"}}))
        self.assertEqual([tool["name"] for tool in listed["tools"]], ["image", "analyze", "list", "greet"])
        self.assertEqual(called["content"][0]["text"], "Hello, Ann")
        self.assertEqual(read["contents"][0]["text"], "Buy milk")
        self.assertEqual(got["messages"][0]["content"]["text"], "Plan Monday")

    def test_several_files_in_their_order(self):
        files = [self.write(f"{name}.lua", f"require('tool').register {{ name = '{name}', description = 'x', "
                                           "run = function() return { content = {} } end }") for name in ("b", "a")]
        (listed,) = self.ask(files, ("tools/list", {}))
        self.assertEqual([tool["name"] for tool in listed["tools"]][-2:], ["b", "a"])

    def test_the_example(self):
        examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
        file = os.path.join(examples, "tools", "notes.lua")
        first, second, refused, got = self.ask(
            [file], ("tools/call", {"name": "add_note", "arguments": {"text": "Buy milk"}}),
            ("tools/call", {"name": "add_note", "arguments": {"text": "Call Ann", "mood": "urgent"}}),
            ("tools/call", {"name": "add_note", "arguments": {"text": "two\nlines"}}),
            ("prompts/get", {"name": "plan_from_notes"}))
        self.assertEqual(max(each["structuredContent"]["count"] for each in (first, second)), 2)
        self.assertTrue(refused["isError"])
        self.assertIn("for today", got["messages"][0]["content"]["text"])
        (read,) = self.ask([file], ("resources/read", {"uri": "notes://all"}))
        self.assertEqual(sorted(read["contents"][0]["text"].splitlines()), ["! Call Ann", "Buy milk"])

    def test_at_the_shell(self):
        done = self.run_it("call", "--tools", self.write("notes.lua", NOTES), "greet", '{"name": "Ann"}')
        self.assertEqual(json.loads(done.stdout)["content"][0]["text"], "Hello, Ann")
        self.assertEqual(self.run_it("call", "greet").returncode, 20)

    def test_a_file_that_fails_ends_the_start_and_says_where(self):
        for text, word in (("x = = 1", ":1:"), ("error('no')", "no"),
                           ("require('tool').register { name = 'image', run = print }", "two tools named image"),
                           ("require('tool').register { name = 'a b', run = print }", "not a name for a tool"),
                           ("require('resource').register { uri = 'no uri', name = 'x', read = print }", "no URI"),
                           ("require('prompt').register { name = 'x' }", "give it run ="),
                           ("require('tool').register { name = 'x', handler = print }", "(known: description"),
                           ("require('tool').register { name = 'x', run = print, params = { a = 'string' } }", "rows are a list")):
            with self.subTest(text):
                done = self.run_it("mcp", "--tools", self.write("bad.lua", text))
                self.assertEqual((done.returncode, done.stdout), (26, ""), done.stderr)
                self.assertIn(word, done.stderr)

    def test_results_in_mcps_own_words_and_wrong_ones(self):
        text = """local tool = require "tool"
            tool.register { name = "mcp", run = function()
              return { isError = true, structuredContent = { a = 1 }, content = { tool.text "bad" } } end }
            tool.register { name = "wrong", run = function() return { a = 1 } end }"""
        own, wrong = self.ask([self.write("own.lua", text)], ("tools/call", {"name": "mcp"}), ("tools/call", {"name": "wrong"}))
        self.assertEqual((own["isError"], own["structuredContent"]), (True, {"a": 1}))
        self.assertIn("unknown word 'a' (known: content, ", wrong["content"][0]["text"])

    def test_an_argument_that_the_tool_does_not_have_is_named(self):
        answer, refused = self.ask([self.write("notes.lua", NOTES)], *(
            ("tools/call", {"name": "greet", "arguments": arguments})
            for arguments in ({"name": "Ann", "nome": "Bob"}, {"nome": "Bob"})))
        self.assertEqual([block["text"] for block in answer["content"]],
                         ["Hello, Ann", "Ignored, because greet has no such argument: nome (did you mean name?)."])
        self.assertIn("no such argument: nome (did you mean name?)", refused["content"][0]["text"])

    def test_a_file_that_is_missing(self):
        done = self.run_it("mcp", "--tools", os.path.join(self.home.name, "none.lua"))
        self.assertEqual((done.returncode, done.stdout), (17, ""), done.stderr)
        self.assertIn("none.lua", done.stderr)


if __name__ == "__main__":
    unittest.main()
