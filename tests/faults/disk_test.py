#!/usr/bin/python3
"""A file under its final name is whole, whatever the disk does and whenever the writer is killed.

    PEEKABOO=build/peekaboo BAD_DISK_LIBRARY=build/libbad_disk.so tests/faults/disk_test.py
"""
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

RIG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig")
sys.path.insert(0, RIG)
from waiting import wait_until  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
BAD_DISK_LIBRARY = os.environ["BAD_DISK_LIBRARY"]
PATIENCE = 60
UNIT, COUNT = 8, 5 * 1024 * 1024 // 8  # a file is COUNT times the same eight digits
WRITER = """
local fs, number = require 'fs', 0
print 'begun'
while true do
  number = number + 1
  fs.write(arg[1] .. '/replaced', ('%%08d'):format(number):rep(%d))
  fs.write(arg[1] .. '/new' .. number, ('%%08d'):format(number):rep(%d))
end
""" % (COUNT, COUNT)


def in_own_mounts():
    """Starts this test again where it may mount."""
    if os.environ.get("OWN_MOUNTS"):
        return
    os.environ["OWN_MOUNTS"] = "1"
    options = ["--mount"] if os.geteuid() == 0 else ["--user", "--map-root-user", "--mount"]
    if subprocess.run(["unshare", *options, "true"], check=False).returncode == 0:
        os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])
    os.environ["OWN_MOUNTS"] = "no"


class Disk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-disk-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.target = os.path.join(self.folder, "target")
        os.mkdir(self.target)

    def command(self, script, *arguments, **variables):
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        environment = dict(os.environ, TMPDIR=self.folder, LD_PRELOAD=BAD_DISK_LIBRARY, **variables)
        return {"args": [PEEKABOO, "run", path, *arguments], "env": environment}

    def run_script(self, script, *arguments, **variables):
        result = subprocess.run(**self.command(script, *arguments, **variables), capture_output=True, timeout=PATIENCE,
                                check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.decode().strip()

    def outcome_of_write(self, path, text, options="{}", **variables):
        """"ok", or the code and reason of the failure."""
        return self.run_script(
            f"local ok, e = pcall(require('fs').write, arg[1], {text}, {options}) "
            "print(ok and 'ok' or e.code .. ' ' .. e.details.reason)", path, **variables)

    def disk(self, size):
        if os.environ["OWN_MOUNTS"] == "no":
            self.skipTest("this machine grants no mount namespace")
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", self.target], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.target], check=True)

    def whole(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.assertEqual(len(data), UNIT * COUNT, path)
        self.assertEqual(data, data[:UNIT] * COUNT, path)

    def time_of_a_file(self, command):
        """Seconds that the writer takes for a whole file, with what else this machine does."""
        with subprocess.Popen(**command, stdout=subprocess.PIPE) as writer:
            self.assertEqual(writer.stdout.readline(), b"begun\n")
            began = time.monotonic()
            wait_until("a whole file", lambda: any(not name.startswith(".") for name in os.listdir(self.target)))
            writer.kill()
            return time.monotonic() - began

    def killed_at_random(self, rounds, **variables):
        luck = random.Random(rounds)
        command = self.command(WRITER, self.target, **variables)
        one = min(max(0.03, self.time_of_a_file(command)), 0.2)
        seen = strays = 0
        for _ in range(rounds):
            with subprocess.Popen(**command, stdout=subprocess.PIPE) as writer:
                self.assertEqual(writer.stdout.readline(), b"begun\n")
                time.sleep(luck.uniform(0.2, 2.5) * one)  # the random moment
                writer.kill()
            for name in os.listdir(self.target):
                path = os.path.join(self.target, name)
                if name.startswith(".peekaboo-"):
                    strays += 1
                    os.utime(path, (1, 1))  # as if it had lain there for long
                    continue
                seen += 1
                self.whole(path)
                if name != "replaced":
                    os.unlink(path)
        self.assertGreater(seen, rounds // 10)
        print(f"  {rounds} rounds: {seen} whole files, {strays} strays seen", file=sys.stderr)
        for number in range(20):
            with open(os.path.join(self.target, f".peekaboo-{2 ** 22 - 1 - number}-0.tmp"), "wb") as file:
                file.write(b"stray")
            os.utime(file.name, (1, 1))
        self.assertEqual(self.outcome_of_write(os.path.join(self.target, "replaced"), "'x'", **variables), "ok")
        self.assertEqual([name for name in os.listdir(self.target) if name.startswith(".")], [])

    def test_a_writer_that_is_killed(self):
        self.killed_at_random(50)

    def test_a_writer_that_is_killed_where_files_need_names(self):
        self.killed_at_random(20, BAD_DISK="plain")

    def test_a_writer_that_is_killed_where_nothing_can_be_linked(self):
        self.killed_at_random(20, BAD_DISK="fat")

    def test_replacing_or_not_on_every_kind_of_disk(self):
        path = os.path.join(self.target, "file")
        for disk in ("", "plain", "fat"):
            with self.subTest(disk):
                self.assertEqual(self.outcome_of_write(path, "'one'", "{replace = false}", BAD_DISK=disk), "ok")
                self.assertEqual(self.outcome_of_write(path, "'two'", "{replace = false}", BAD_DISK=disk),
                                 "FILE_IO_ERROR exists")
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "one")
                self.assertEqual(self.outcome_of_write(path, "'three'", BAD_DISK=disk), "ok")
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "three")
                self.assertEqual(os.listdir(self.target), ["file"])
                os.unlink(path)

    def test_a_full_disk(self):
        self.disk("1m")
        path = os.path.join(self.target, "file")
        self.assertEqual(self.outcome_of_write(path, "'old'"), "ok")
        for disk in ("", "plain", "fat"):
            with self.subTest(disk):
                self.assertEqual(self.outcome_of_write(path, "('x'):rep(2 << 20)", BAD_DISK=disk), "FILE_IO_ERROR no_space")
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "old")
                self.assertEqual(os.listdir(self.target), ["file"])

    def test_a_disk_that_is_full_when_a_file_is_closed(self):
        path = os.path.join(self.target, "file")
        self.assertEqual(self.outcome_of_write(path, "'old'"), "ok")
        self.assertEqual(self.outcome_of_write(path, "'new'", BAD_DISK="late"), "FILE_IO_ERROR no_space")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")
        self.assertEqual(os.listdir(self.target), ["file"])

    def test_a_folder_that_cannot_be_read_to_its_end(self):
        script = ("local ok, e = pcall(require('fs').list, arg[1]) "
                  "print(ok and 'ok' or e.code .. ' ' .. e.details.reason)")
        self.assertEqual(self.run_script(script, self.target), "ok")
        self.assertEqual(self.run_script(script, self.target, BAD_DISK="torn"), "FILE_IO_ERROR other")

    def test_a_read_only_disk(self):
        self.disk("1m")
        subprocess.run(["mount", "-o", "remount,ro", self.target], check=True)
        for disk in ("", "plain", "fat"):
            with self.subTest(disk):
                path = os.path.join(self.target, "file")
                self.assertEqual(self.outcome_of_write(path, "'x'", BAD_DISK=disk), "FILE_IO_ERROR permission")

    def test_a_limit_on_the_size_of_files(self):
        script = ("local ok, e = pcall(require('fs').write, arg[1], ('x'):rep(100000)) "
                  "print(ok and 'ok' or e.code .. ' ' .. e.details.reason .. ' ' .. e.hint)")
        result = subprocess.run(**self.command(script, os.path.join(self.target, "file")), capture_output=True,
                                timeout=PATIENCE, check=False,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"FILE_IO_ERROR no_space Raise the limit", result.stdout)
        self.assertEqual(os.listdir(self.target), [])

    def test_a_folder_that_comes_and_goes(self):
        script = """
local fs, time, json = require 'fs', require 'time', require 'json'
local written, missing, begin = 0, 0, time.clock()
print 'begun'
while (written < 50 or missing < 50) and time.clock() - begin < 30 do
  local ok, e = pcall(fs.write, arg[1] .. '/file', ('x'):rep(100000))
  if ok then written = written + 1
  else assert(e.code == 'FILE_IO_ERROR' and e.details.reason == 'missing', tostring(e)) missing = missing + 1 end
end
print(json.encode({written = written, missing = missing}))
"""
        away = os.path.join(self.folder, "away")
        with subprocess.Popen(**self.command(script, self.target), stdout=subprocess.PIPE) as writer:
            while writer.poll() is None:
                os.rename(self.target, away)
                os.rename(away, self.target)
            outcome = writer.stdout.read().decode()
        self.assertEqual(writer.returncode, 0)
        counts = json.loads(outcome.splitlines()[-1])
        self.assertGreaterEqual(counts["written"], 50)
        self.assertGreaterEqual(counts["missing"], 1)
        self.assertEqual(os.listdir(self.target), ["file"])


if __name__ == "__main__":
    in_own_mounts()
    unittest.main(verbosity=1)
