#!/usr/bin/python3
"""How many bytes of a model's context each toolset takes, that tools of acts and of automation are described briefly, and
that each refuses wrong arguments.

    PEEKABOO=build/peekaboo tests/cli/toolsets_test.py
"""
import json
import os
import subprocess
import tempfile
import unittest

from ask import HANDSHAKE, PEEKABOO, ask

# Bytes of tools/list at most.
MOST = {"core": 12600, "screenshot": 7000, "hands": 9000, "computer": 6000, "automation": 20000, "all": 52000}
BYTES_OF_A_TOKEN = 4  # of English and JSON, about
LONGEST = 160  # characters of a description
DEFAULT_HINTS = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}


def environment_of(home, **more):
    environment = {"PATH": os.environ["PATH"], "HOME": home, "TMPDIR": home, **more}
    environment.update({name: os.environ[name] for name in ("PEEKABOO_SCRIPTS",) if name in os.environ})
    return environment


def asked(toolset, *requests):
    """The results that a client of a toolset gets."""
    with tempfile.TemporaryDirectory(prefix="peekaboo-toolsets-") as home:
        environment = environment_of(home, PEEKABOO_ENABLE_RUN_SCRIPT=str(toolset == "all").lower())
        answers = ask(["mcp", "--toolsets", toolset], [HANDSHAKE, *requests], environment)
    return [answer["result"] for answer in answers[1:]]


def listed(toolset):
    """The tools that clients of a toolset get."""
    return asked(toolset, ("tools/list", {}))[0]


def of_wrong_kind(schema):
    """A value that the schema does not allow."""
    return "wrong" if schema.get("type") == "object" else {"wrong": True}


def size(result):
    return len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode())


class Toolsets(unittest.TestCase):
    def test_each_fits_into_its_share(self):
        for toolset, most in MOST.items():
            result = listed(toolset)
            taken = size(result)
            print(f"{toolset}: {len(result['tools'])} tools, {taken} of {most} bytes, about {taken // BYTES_OF_A_TOKEN} tokens")
            with self.subTest(toolset):
                self.assertLessEqual(taken, most)

    def test_descriptions_are_brief_and_hints_say_what_is_not_the_default(self):
        for toolset in ("hands", "automation"):
            for tool in listed(toolset)["tools"]:
                with self.subTest(tool["name"]):
                    self.assertLessEqual(len(tool["description"]), LONGEST)
                    self.assertNotIn("Status ---", tool["description"])
                    self.assertNotIn("outputSchema", tool)
                    hints = tool.get("annotations", {})
                    self.assertEqual([name for name, value in hints.items() if DEFAULT_HINTS.get(name) == value], [])
                    if hints.get("readOnlyHint"):
                        self.assertNotIn("destructiveHint", hints)

    def test_doctor_warns_of_more_tools_than_some_clients_pass_on(self):
        for toolsets, warned in (("all", True), ("hands,core", False)):
            with tempfile.TemporaryDirectory(prefix="peekaboo-toolsets-") as home:
                report = subprocess.run([PEEKABOO, "doctor"], env=environment_of(home, PEEKABOO_TOOLSETS=toolsets), text=True,
                                        capture_output=True, timeout=60).stdout
            self.assertEqual("tools are on; some clients pass on only 40" in report, warned, report)

    def test_each_argument_of_a_wrong_kind_is_refused(self):
        """So each schema can be enforced: those of our own tools are looked at when they are first needed."""
        for toolset in ("all", "computer"):
            wrong = [(tool["name"], argument, of_wrong_kind(schema)) for tool in listed(toolset)["tools"]
                     for argument, schema in tool["inputSchema"]["properties"].items()]
            self.assertGreater(len(wrong), 15)
            results = asked(toolset, *(("tools/call", {"name": name, "arguments": {argument: value}})
                                       for name, argument, value in wrong))
            for (name, argument, _), result in zip(wrong, results):
                with self.subTest(f"{name}, {argument}"):
                    self.assertEqual(result["_meta"]["backend_error_code"], "INVALID_ARGUMENT")
                    self.assertIn(argument + ": ", result["content"][0]["text"])

    def test_a_tool_in_two_toolsets_is_one_tool(self):
        known = {tool["name"]: tool for tool in listed("all")["tools"]}
        for toolset in ("hands", "automation", "core"):
            for tool in listed(toolset)["tools"]:
                self.assertEqual(tool, known[tool["name"]])


if __name__ == "__main__":
    unittest.main()
