#!/usr/bin/python3
"""tests/run.sh refuses what it cannot do with a sentence and the command that helps, before it changes anything."""
import os
import shutil
import subprocess
import tempfile
import unittest

import tree

# The programs that the script needs up to the installation of packages.
NEEDED = ("bash", "readlink", "dirname", "nproc", "stat", "sed", "grep", "mktemp", "rm", "cat", "tail", "tee", "awk", "env")
ROOT = {"id": "echo 0"}
USER = {"id": "echo 1000"}
NOTHING_INSTALLED = {"dpkg-query": "exit 1", "apt-cache": "exit 1"}


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for name in NEEDED:
            os.symlink(shutil.which(name), os.path.join(self.folder, name))

    def refused(self, *arguments, programs=()):
        """What the script prints on a machine that has these programs: name -> line of a shell script."""
        for name, line in dict(programs).items():
            path = os.path.join(self.folder, name)
            if os.path.lexists(path):
                os.remove(path)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!{shutil.which('bash')}\n{line}\n")
            os.chmod(path, 0o755)
        run = subprocess.run([shutil.which("bash"), os.path.join(tree.ROOT, "tests/run.sh"), *arguments], timeout=60,
                             env={"PATH": self.folder}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        return run.stderr

    def test_an_unknown_option_names_the_tiers(self):
        text = self.refused("--fast")
        for word in ("'--fast'", "tests/run.sh --full", "tests/run.sh --all"):
            self.assertIn(word, text)

    def test_an_option_without_its_value(self):
        self.assertIn("-R needs a value", self.refused("-R"))

    def test_no_apt(self):
        self.assertRegex(self.refused(), r"apt-get, which this machine does not have.*\n.*install what .* ninja-build")

    def test_a_user_without_sudo(self):
        text = self.refused(programs={**USER, **NOTHING_INSTALLED, "apt-get": "exit 1"})
        self.assertRegex(text, r"only root or sudo.*\nAs root, run: apt-get install .* ninja-build")

    def test_a_user_whose_sudo_wants_a_password(self):
        text = self.refused(programs={**USER, **NOTHING_INSTALLED, "apt-get": "exit 1", "sudo": "exit 1"})
        self.assertRegex(text, r"sudo asks for a password.*\n.*as root: apt-get install .* ninja-build")

    def test_no_network(self):
        text = self.refused(programs={**ROOT, **NOTHING_INSTALLED, "apt-get": "echo 'Could not resolve host'; exit 100"})
        self.assertIn("Could not resolve host", text)
        self.assertRegex(text, r"apt-get update failed.*\nCheck the network .*: apt-get update")

    def test_a_full_disk(self):
        self.assertRegex(self.refused(programs={"stat": "echo '10 * 4096'"}), r"has 0 MB left.*\nFree some space")


if __name__ == "__main__":
    unittest.main()
