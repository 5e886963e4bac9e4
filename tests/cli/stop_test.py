#!/usr/bin/python3
"""`peekaboo stop` stops every process of the user, and only `peekaboo resume` lets them go on."""
import json
import os
import stat
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]


class Stop(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.run_folder = os.path.join(self.folder, "run")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                            "XDG_RUNTIME_DIR": self.run_folder, "PEEKABOO_AI_PROVIDERS": "ocr"}

    def run_peekaboo(self, *words):
        return subprocess.run([PEEKABOO, *words], env=self.environment, capture_output=True, text=True, timeout=60,
                              check=False)

    def good(self, *words):
        result = self.run_peekaboo(*words)
        self.assertEqual(result.returncode, 0, result)
        return result.stdout

    def is_stopped(self):
        result = self.run_peekaboo("doctor", "--json-output")
        return json.loads(result.stdout)["data"]["safeguards"]["stopped"]

    def test_stop_and_resume(self):
        self.assertFalse(self.is_stopped())
        self.assertIn("Stopped.", self.good("stop"))
        self.assertTrue(self.is_stopped())
        path = os.path.join(self.run_folder, "peekaboo", "stopped")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode), 0o700)
        self.good("stop")
        self.assertIn("Captures go on.", self.good("resume"))
        self.assertFalse(self.is_stopped())
        self.assertIn("were not stopped", self.good("resume"))

    def test_no_script_resumes(self):
        self.good("stop")
        for line in ('require("stop_switch").clear()', 'require("fs").remove(os.getenv "XDG_RUNTIME_DIR" .. "/peekaboo/stopped")',
                     'require("fs").rename(os.getenv "XDG_RUNTIME_DIR" .. "/peekaboo", "/tmp/elsewhere")',
                     'require("fs").rename(os.getenv "XDG_RUNTIME_DIR", os.getenv "HOME" .. "/elsewhere")'):
            with self.subTest(line):
                result = self.run_peekaboo("run", "-e", line)
                self.assertEqual(result.returncode, 26, result)
                self.assertTrue(self.is_stopped())

    def test_a_folder_that_cannot_be_used(self):
        os.mkdir(self.run_folder)
        with open(os.path.join(self.run_folder, "peekaboo"), "w", encoding="utf-8"):
            pass
        result = self.run_peekaboo("stop")
        self.assertEqual(result.returncode, 17, result)


if __name__ == "__main__":
    unittest.main(verbosity=2)
