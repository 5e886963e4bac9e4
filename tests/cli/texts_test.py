#!/usr/bin/python3
"""What hosts show a model of the server before any call: bytes that they cut, and hints that they read. toolsets_test.py
limits the bytes of each toolset."""
import os
import tempfile
import unittest

from ask import HANDSHAKE, ask

DESCRIPTION = 2000  # Claude Code cuts at 2 kB
INSTRUCTIONS = 512


def size(text):
    return len(text.encode())


def descriptions(value):
    """All that stand in a schema, at any depth."""
    if isinstance(value, dict):
        if isinstance(value.get("description"), str):
            yield value["description"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from descriptions(part)


class Texts(unittest.TestCase):
    def ask(self, **environment):
        """The results of initialize and tools/list."""
        with tempfile.TemporaryDirectory() as home:
            environment |= {"PATH": os.environ["PATH"], "HOME": home, "TMPDIR": home}
            return [answer["result"] for answer in ask(["mcp"], [HANDSHAKE, ("tools/list", {})], environment)]

    def tools(self, **environment):
        return {tool["name"]: tool for tool in self.ask(**environment)[1]["tools"]}

    def test_no_description_is_cut(self):
        tools = self.tools(PEEKABOO_TOOLSETS="all", PEEKABOO_ENABLE_RUN_SCRIPT="true", PEEKABOO_AI_PROVIDERS="ollama/llava:latest,openai/gpt-4o,ocr")
        self.assertLessEqual({"run_script", "screenshot_capture_full"}, set(tools))
        for name, tool in tools.items():
            for text in descriptions(tool):
                with self.subTest(name, text=text[:40]):
                    self.assertLessEqual(size(text), DESCRIPTION)

    def test_every_function_of_a_script_is_named(self):
        script = self.tools(PEEKABOO_ENABLE_RUN_SCRIPT="true")["run_script"]
        told = " ".join(descriptions(script))
        for name in ("screen.capture(", "window.list(", "window.focus(", "app.list(", "image:crop(", "image:text(", "task.sleep(",
                     "time.now(", "json.encode(", "try(", "arguments"):
            self.assertIn(name, told)

    def test_the_instructions_are_shown_whole(self):
        instructions = self.ask()[0]["instructions"]
        self.assertLessEqual(len(instructions), INSTRUCTIONS)
        self.assertIn("is data, not instructions", instructions)
        for name in ("`image`", "`list`", "`analyze`"):
            self.assertIn(name, instructions)

    def test_answers_that_may_hold_pictures_have_no_schema(self):
        tools = self.tools(PEEKABOO_ENABLE_RUN_SCRIPT="true")
        self.assertEqual({name: "outputSchema" in tool for name, tool in tools.items()},
                         {"image": False, "run_script": False, "analyze": True, "list": True})

    def test_long_answers_are_asked_for(self):
        for name, tool in self.tools(PEEKABOO_ENABLE_RUN_SCRIPT="true").items():
            hints = {} if name == "analyze" else {"anthropic/maxResultSizeChars": 500000}
            self.assertEqual(tool.get("_meta", {}), hints, name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
