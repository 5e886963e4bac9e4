#!/usr/bin/python3
"""Files that are found by themselves are read only where no other user can have written them.

    PEEKABOO=build/peekaboo tests/cli/found_files_test.py
"""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
LEAVES_A_MARK = "require('fs').write(%r, 'x')\n"
PROVIDER = "return { analyze = function() return 'mine' end }\n"


class FoundFiles(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="peekaboo-found-")
        self.addCleanup(shutil.rmtree, self.home)
        self.folder = os.path.join(self.home, "peekaboo")
        self.mark = os.path.join(self.home, "it-ran")
        self.files = {"config.json": '{"ai_providers": "ocr"}'}
        for name in ("tools", "automations", "providers"):
            self.files[f"{name}/mine.lua"] = LEAVES_A_MARK % self.mark + (PROVIDER if name == "providers" else "")
        for name, text in self.files.items():
            path = self.path(name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_peekaboo(self, *words, **variables):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home, "XDG_RUNTIME_DIR": self.home,
                       "XDG_CONFIG_HOME": self.home, **variables}
        return subprocess.run([PEEKABOO, *words], env=environment, capture_output=True, timeout=120, check=False,
                              text=True, stdin=subprocess.DEVNULL)

    def problems(self, *words, **variables):
        """What doctor says of the configuration: {problem: remedy}."""
        done = self.run_peekaboo("doctor", "--json-output", PEEKABOO_AI_PROVIDERS="mine,ocr", **variables)
        rows = json.loads(done.stdout)["data"]["configuration_issues"]
        return {row["problem"]: row.get("remedy") for row in rows}

    def expect_refusals(self, why, remedy, names):
        told = self.problems()
        for name in names:
            path = self.path(name)
            found = [text for text in told if path in text and why in text]
            self.assertTrue(found, f"{name}: {told}")
            self.assertIn(remedy, told[found[0]])
        for words in (("doctor",), ("config", "show"), ("list", "server_status"), ("list", "apps")):
            self.run_peekaboo(*words)
            self.assertFalse(os.path.exists(self.mark), f"{words} ran a file that others can write")

    def test_ours_are_read(self):
        self.assertEqual([text for text in self.problems() if "is not read" in text or "is not used" in text], [])
        self.assertTrue(os.path.exists(self.mark))

    def test_none_that_everybody_can_write(self):
        for name in self.files:
            os.chmod(self.path(name), 0o666)
        self.expect_refusals("it is writable by every user", "chmod go-w ", self.files)

    def test_none_in_a_folder_that_everybody_can_write_to(self):
        os.chmod(self.folder, 0o777)
        self.expect_refusals(f"its folder {self.folder} is writable by every user", "chmod go-w " + self.folder,
                             self.files)

    @unittest.skipUnless(os.geteuid() == 0, "owners are root's to give")
    def test_root_with_a_users_home_runs_none_of_the_users(self):
        for root, folders, files in os.walk(self.folder):
            for name in [".", *folders, *files]:
                os.chown(os.path.join(root, name), 65534, 65534)
        self.expect_refusals("belongs to nobody", "Run peekaboo as nobody, or own it: chown root ", self.files)

    def test_files_that_are_named_are_the_persons_choice(self):
        for name in ("tools/mine.lua", "automations/mine.lua"):
            os.chmod(self.path(name), 0o666)
        done = self.run_peekaboo("run", self.path("automations/mine.lua"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(self.mark))
        os.remove(self.mark)
        self.assertEqual(self.run_peekaboo("check", self.path("automations/mine.lua")).returncode, 0)
        self.run_peekaboo("call", "list", "--tools", self.path("tools/mine.lua"))
        self.assertTrue(os.path.exists(self.mark))


if __name__ == "__main__":
    unittest.main()
