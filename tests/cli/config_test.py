#!/usr/bin/python3
"""The configuration file, the environment over it, and what `peekaboo config show` says of both.

    PEEKABOO=build/peekaboo tests/cli/config_test.py
"""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]


class Config(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-config-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(os.path.join(self.folder, "peekaboo"))
        self.path = os.path.join(self.folder, "peekaboo", "config.json")

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path, 0o600)

    def run_peekaboo(self, *words, **variables):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                       "XDG_CONFIG_HOME": self.folder, **variables}
        return subprocess.run([PEEKABOO, *words], env=environment, capture_output=True, timeout=60, check=False, text=True)

    def shown(self, **variables):
        run = self.run_peekaboo("config", "show", "--json-output", **variables)
        self.assertEqual(run.returncode, 0, run.stderr)
        data = json.loads(run.stdout)["data"]
        return data, {row["name"]: row for row in data["settings"]}

    def test_where_every_value_comes_from(self):
        self.write('// mine\n{"ai_providers": ["ocr"], "cliTimeout": 1500, /* also */ "PEEKABOO_LOG_LEVEL": "warn",}')
        data, rows = self.shown(PEEKABOO_LOG_LEVEL="debug")
        self.assertEqual(data["problems"], [])
        self.assertEqual(data["file"], {"path": self.path, "found": True})
        for name, value, source in (("PEEKABOO_AI_PROVIDERS", "ocr", "file"), ("PEEKABOO_CLI_TIMEOUT", "1500", "file"),
                                    ("PEEKABOO_LOG_LEVEL", "debug", "environment"),
                                    ("PEEKABOO_AI_TIMEOUT", "120000", "default")):
            self.assertEqual((rows[name]["value"], rows[name]["source"]), (value, source))

    def test_no_key_is_ever_printed(self):
        self.write('{"anthropic_api_key": "sk-from-file"}')
        for words in (["config", "show"], ["config", "show", "--json-output"], ["list", "server_status"], ["doctor"]):
            run = self.run_peekaboo(*words, OPENAI_API_KEY="sk-from-environment")
            self.assertNotIn("sk-from", run.stdout + run.stderr)
        _, rows = self.shown(OPENAI_API_KEY="sk-from-environment")
        self.assertEqual(rows["OPENAI_API_KEY"]["source"], "environment")
        self.assertEqual(set(rows["ANTHROPIC_API_KEY"]["value"]), {"*"})

    def test_a_broken_file_stops_nothing(self):
        self.write('{\n"log_level": "debug"\n"cli_timeout": 5}')
        data, rows = self.shown()
        self.assertEqual(data["file"]["line"], 3)
        self.assertIn("line 3", data["problems"][0]["problem"])
        self.assertEqual(rows["PEEKABOO_LOG_LEVEL"]["source"], "default")
        for words in (["doctor"], ["list", "server_status"]):
            run = self.run_peekaboo(*words)
            self.assertIn("line 3", run.stdout, run.stderr)
            self.assertIn(self.path, run.stdout)

    def test_files_that_are_none(self):
        os.mkfifo(self.path)
        data, _ = self.shown()
        self.assertIn("not a regular file", data["problems"][0]["problem"])
        os.unlink(self.path)
        self.write('{"x": "' + "a" * (300 << 10) + '"}')
        data, _ = self.shown()
        self.assertIn(self.path, data["problems"][0]["problem"])

    def test_the_log_listens_to_the_file(self):
        log = os.path.join(self.folder, "own.log")
        self.write(json.dumps({"log_file": log, "log_level": "debug"}))
        self.run_peekaboo("list", "dogs")
        run = self.run_peekaboo("call", "list", '{"item_type": "server_status"}')
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(log, encoding="utf-8") as file:
            self.assertTrue([json.loads(line) for line in file])
        self.assertIn(log, run.stdout)

    def test_without_a_file_nothing_is_made(self):
        self.shown()
        self.assertEqual(os.listdir(os.path.join(self.folder, "peekaboo")), [])

    def test_for_people(self):
        self.write('{"log_levle": "debug"}')
        run = self.run_peekaboo("config")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Did you mean 'log_level'?", run.stdout)
        self.assertRegex(run.stdout, r"\nPEEKABOO_CLI_TIMEOUT +cli_timeout +30000 +default\n")
        self.assertEqual(self.run_peekaboo("config", "hide").returncode, 64)


if __name__ == "__main__":
    unittest.main(verbosity=2)
