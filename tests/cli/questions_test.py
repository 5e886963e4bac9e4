#!/usr/bin/python3
"""A person who is asked may think about it. (Once a constant of the same name gave them two seconds.)"""
import os
import queue
import tempfile
import unittest

from tools_reload_test import PATIENCE, Server

TOOL = """local tool = require "tool"
tool.register { name = "who", run = function(_, call)
  local answer = call:ask { name = { elicit = "Who?", schema = { type = "object", properties = { name = { type = "string" } } } } }
  return { content = { tool.text(answer.name.content.name) } }
end }"""
THOUGHT = 3  # seconds; longer than any patience that the server has with a client


class Questions(unittest.TestCase):
    def test_an_answer_that_takes_its_time(self):
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "who.lua")
            with open(path, "w", encoding="utf-8") as file:
                file.write(TOOL)
            server = Server(home, "--tools", path, capabilities={"elicitation": {}})
            self.addCleanup(server.kill)
            server.send({"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": {"name": "who", "arguments": {}}})
            question = server.answers.get(timeout=PATIENCE)
            self.assertEqual(question["method"], "elicitation/create")
            with self.assertRaises(queue.Empty):  # nothing happens before the person answers
                server.answers.get(timeout=THOUGHT)
            server.send({"jsonrpc": "2.0", "id": question["id"],
                         "result": {"action": "accept", "content": {"name": "Ann"}}})
            answer = server.answers.get(timeout=PATIENCE)
            self.assertEqual((answer["id"], answer["result"]["content"][0]["text"]), ("call", "Ann"))


if __name__ == "__main__":
    unittest.main()
