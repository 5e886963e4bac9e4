#!/usr/bin/python3
"""A program that was built without libseccomp runs no script of an AI client, unless its person says so."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from server import PEEKABOO, environment

GUEST = os.environ["GUEST_UNFILTERED"]


class Unfiltered(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.program = shutil.copy(PEEKABOO, os.path.join(cls.place.name, "peekaboo"))
        shutil.copy(GUEST, os.path.join(cls.place.name, "peekaboo-guest"))

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def run_program(self, *words, **variables):
        return subprocess.run([self.program, *words], capture_output=True, text=True, timeout=60, check=False,
                              env=environment(self.place.name, **variables))

    def test_a_script_is_not_run(self):
        done = self.run_program("call", "run_script", json.dumps({"script": "print 'it ran' return 1"}))
        self.assertEqual(done.returncode, 29, done.stderr)
        self.assertNotIn("it ran", done.stdout + done.stderr)
        for word in ("libseccomp", "PEEKABOO_RUN_SCRIPT_UNCONFINED=true"):
            self.assertIn(word, done.stdout + done.stderr)

    def test_the_persons_word_lets_it_run(self):
        done = self.run_program("call", "run_script", '{"script": "return 7"}', PEEKABOO_RUN_SCRIPT_UNCONFINED="true")
        self.assertEqual(json.loads(done.stdout)["value"], 7)

    def test_doctor_says_so(self):
        def seen(**variables):
            done = self.run_program("doctor", "--json-output", **variables)
            return json.loads(done.stdout)["data"]["run_script"]
        refused = seen()
        self.assertFalse(refused["available"])
        self.assertIn("libseccomp", refused["detail"])
        allowed = seen(PEEKABOO_RUN_SCRIPT_UNCONFINED="true")
        self.assertTrue(allowed["available"])
        self.assertIn("system calls not filtered", allowed["detail"])


if __name__ == "__main__":
    unittest.main()
