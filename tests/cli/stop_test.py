#!/usr/bin/python3
"""`peekaboo stop` stops every process of the user, and only `peekaboo resume` lets them go on."""
import json
import os
import shutil
import stat
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]


class Stop(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.run_folder = os.path.join(self.folder, "run")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                            "PEEKABOO_RUNTIME_DIR": self.run_folder, "PEEKABOO_AI_PROVIDERS": "ocr"}

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
        path = os.path.join(self.run_folder, "stopped")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode), 0o700)
        self.good("stop")
        self.assertIn("Captures and acts go on.", self.good("resume"))
        self.assertFalse(self.is_stopped())
        self.assertIn("Nothing was stopped.", self.good("resume"))

    def test_no_script_resumes(self):
        self.good("stop")
        for line in ('require("stop_switch").clear()', 'require("fs").remove(os.getenv "PEEKABOO_RUNTIME_DIR" .. "/stopped")',
                     'require("fs").rename(os.getenv "PEEKABOO_RUNTIME_DIR", "/tmp/elsewhere")',
                     'require("fs").rename(os.getenv "HOME", "/tmp/elsewhere")'):
            with self.subTest(line):
                result = self.run_peekaboo("run", "-e", line)
                self.assertEqual(result.returncode, 26, result)
                self.assertTrue(self.is_stopped())

    def test_a_folder_that_cannot_be_used(self):
        with open(self.run_folder, "w", encoding="utf-8"):
            pass
        result = self.run_peekaboo("stop")
        self.assertEqual(result.returncode, 17, result)

    @unittest.skipUnless(shutil.which("unshare") and subprocess.run([*OWN_MOUNTS, "true"], capture_output=True, check=False).returncode == 0,
                         "this machine grants no namespaces")
    def test_processes_meet_whatever_their_environment(self):
        """As a shell and a server that a desktop has started: nothing but the user is the same."""
        environments = ["XDG_RUNTIME_DIR=/tmp/mine TMPDIR=/tmp", "", "TMPDIR=/tmp/other HOME=/tmp",
                        "XDG_RUNTIME_DIR=/run/user/$(id -u) HOME=/nonexistent"]
        def stopped(variables):
            return f"env -i {variables} $PEEKABOO doctor | grep -qE 'captures +stopped'"

        steps = ["set -eu", "mount -t tmpfs none /tmp", "mount -t tmpfs none /run", "mkdir /tmp/mine /tmp/other"]
        for login in ("", "mkdir -p -m 700 /run/user/$(id -u)"):
            steps.append(login)
            # Each stops its neighbor and is resumed by it, around the circle: all use the same switch.
            for one, other in zip(environments, environments[1:] + environments[:1]):
                steps += [f"env -i {one} $PEEKABOO stop", f"{stopped(other)} || fail '{one}' '{other}'",
                          f"env -i {other} $PEEKABOO resume", f"{stopped(one)} && fail resume '{one}'"]
        script = 'fail() { echo "$@"; exit 1; }\n' + "\n".join(steps) + "\ntrue\n"
        result = subprocess.run([*OWN_MOUNTS, "bash", "-c", script], env={"PATH": os.environ["PATH"], "PEEKABOO": PEEKABOO},
                                capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(result.returncode, 0, result)


if __name__ == "__main__":
    unittest.main(verbosity=2)
