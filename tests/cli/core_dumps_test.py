#!/usr/bin/python3
"""A server leaves no core dump with a person's screen in it; what it starts, and a person's own command, may.

    PEEKABOO=build/peekaboo tests/cli/core_dumps_test.py
"""
import json
import os
import re
import resource
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
GIVEN = 5 << 20  # bytes, the limit that the program is started with
TOOL = """
local tool, fs, process = require "tool", require "fs", require "process"
tool.register { name = "limits", description = "x", run = function()
  local child = process.run({ "cat", "/proc/self/limits" })
  return { content = { tool.text(fs.read("/proc/self/limits"):bytes()), tool.text(child.stdout) } }
end }
"""


def core_limit(text):
    return int(re.search(r"^Max core file size\s+(\d+)", text, re.M).group(1))


@unittest.skipIf(resource.getrlimit(resource.RLIMIT_CORE)[1] not in (resource.RLIM_INFINITY,), "no core dumps here")
class CoreDumps(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.home = place.name
        self.file = os.path.join(self.home, "limits.lua")

    def run_peekaboo(self, text, *words, lines=""):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        before = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (GIVEN, before[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_CORE, before)
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home, "XDG_CONFIG_HOME": self.home}
        return subprocess.run([PEEKABOO, *words, self.file], env=environment, input=lines, capture_output=True,
                              timeout=120, check=True, text=True).stdout

    def test_a_server_leaves_none(self):
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
                 {"jsonrpc": "2.0", "method": "notifications/initialized"},
                 {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "limits", "arguments": {}}}]
        out = self.run_peekaboo(TOOL, "mcp", "--tools", lines="".join(json.dumps(line) + "\n" for line in lines))
        answers = {each.get("id"): each for each in map(json.loads, out.splitlines())}
        server, child = (part["text"] for part in answers[2]["result"]["content"])
        self.assertEqual(core_limit(server), 1)
        self.assertEqual(core_limit(child), GIVEN)

    def test_a_persons_command_obeys_the_persons_limit(self):
        out = self.run_peekaboo('print(require("fs").read("/proc/self/limits"):bytes())', "run")
        self.assertEqual(core_limit(out), GIVEN)


if __name__ == "__main__":
    unittest.main()
