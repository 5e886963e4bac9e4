#!/usr/bin/python3
"""The transcript player accepts what matches and says where the rest differs."""
import os
import stat
import tempfile
import unittest

from transcript import Mismatch, match, run

# Echoes the id of every line it understands; a "noise" method makes it break the protocol.
SERVER = '''#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "noise":
        print("Loading...", flush=True)
    if message.get("method") == "refuse":
        answer = {"jsonrpc": "2.0", "id": message["params"], "error": {"code": -32602, "message": "no"}}
        print(json.dumps(answer), flush=True)
    elif "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
sys.exit(3 if len(sys.argv) > 2 else 0)
'''


class Matching(unittest.TestCase):
    def test_accepts(self):
        for expected, seen in (
                ({"a": 1}, {"a": 1}), ({"a": "<any>"}, {"a": None}), ({"a": "<string>"}, {"a": ""}),
                ({"a": 1, "...": "..."}, {"a": 1, "b": 2}), ([1, "..."], [1, 2, 3]), ("<~^x+$>", "xxx"),
                ({"a": "<number>"}, {"a": 1.5}), ("<list>", [])):
            with self.subTest(expected):
                match(expected, seen)

    def test_refuses(self):
        for expected, seen in (
                ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1}, {}), ({"id": 1}, {"id": "1"}), ({"id": 1}, {"id": 1.0}),
                ({"a": "<integer>"}, {"a": True}), ([1], [1, 2]), ([1, 2], [1]), ("<~^x$>", "y"), (None, 0),
                (True, 1), ({}, [])):
            with self.subTest(expected):
                self.assertRaises(Mismatch, match, expected, seen)


class Playing(unittest.TestCase):
    def play(self, text):
        with tempfile.TemporaryDirectory() as folder:
            server, transcript = os.path.join(folder, "server"), os.path.join(folder, "one.txt")
            for path, content in ((server, SERVER), (transcript, text)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
            os.chmod(server, stat.S_IRWXU)
            return run(server, transcript)

    def test_a_conversation(self):
        self.assertIsNone(self.play('# hello\n> {"id": 1}\n< {"id": 1, "jsonrpc": "2.0", "result": {}}\n<! quiet\n! end\n'))

    def test_any_order(self):
        self.assertIsNone(self.play('> {"id": 1}\n> {"id": 2}\n<~ {"id": 2, "...": ""}\n<~ {"id": 1, "...": ""}\n! end\n'))

    def test_an_error(self):
        for code, number, problem in (("-32602", 1, None), ("any", 1, None), ("any", "null", None), ("-32601", 1, "code"),
                                      ("-32602", 2, "$.id"), ("-32602", "null", "$.id"), ("any", 2, "$.id")):
            with self.subTest(code, number=number):
                found = self.play(f'>! {code} {{"id": 1, "method": "refuse", "params": {number}}}\n! end\n')
                self.assertIn(problem, found) if problem else self.assertIsNone(found)
        self.assertIn("$.error", self.play('>! any {"id": 1}\n'))

    def test_the_handshake(self):
        self.assertIn("one.txt:1: $.result", self.play("! start 2025-11-25\n"))

    def test_names_the_line(self):
        self.assertIn("one.txt:2: $.id", self.play('> {"id": 1}\n< {"id": 2, "...": "..."}\n'))

    def test_stdout_must_be_clean(self):
        self.assertIn("no message", self.play('> {"id": 1, "method": "noise"}\n< {"id": 1, "...": "..."}\n'))

    def test_silence_is_proved(self):
        self.assertIn("one.txt:2", self.play('> {"id": 1}\n<! quiet\n'))

    def test_an_unread_answer_at_the_end(self):
        self.assertIn("after the end", self.play('> {"id": 1}\n! end\n'))

    def test_an_empty_transcript(self):
        self.assertIsNotNone(self.play("# nothing\n"))


if __name__ == "__main__":
    unittest.main()
