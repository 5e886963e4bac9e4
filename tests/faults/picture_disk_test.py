#!/usr/bin/python3
"""The image tool on bad disks: a whole file, or a coded error and nothing; other calls do not wait for the disk."""
import os
import shutil
import subprocess
import tempfile
import threading
import unittest

from mcp_client import Client

PEEKABOO = os.environ["PEEKABOO"]
BAD_DISK_LIBRARY = os.environ["BAD_DISK_LIBRARY"]
PAINTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig", "apps", "painter.py")
LIMIT = 1.0  # seconds that a call is given
PNG = b"\x89PNG\r\n\x1a\n"
END_OF_PNG = b"IEND\xaeB`\x82"


class PictureDisk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="disk.", dir=os.environ["HOME"])
        self.addCleanup(shutil.rmtree, self.folder)
        self.target = os.path.join(self.folder, "target")
        os.mkdir(self.target)
        self.path = os.path.join(self.target, "shot.png")

    def server(self, **variables):
        temporary = os.path.join(self.folder, "temporary")
        os.makedirs(temporary, exist_ok=True)
        environment = {**os.environ, "TMPDIR": temporary, "PEEKABOO_MAX_IMAGE_BYTES": "0",
                       "LD_PRELOAD": BAD_DISK_LIBRARY, **variables}
        client = Client(PEEKABOO, environment)
        self.addCleanup(client.end)
        return client

    def painter(self):
        process = subprocess.Popen([PAINTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertTrue(process.stdout.readline().startswith(b"ready"))

    def mount(self, *options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(("size=1m", *options)), "none", self.target], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.target], check=True)

    def whole(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.assertEqual(data[:8], PNG)
        self.assertEqual(data[-8:], END_OF_PNG)

    def refused(self, call, word):
        self.assertEqual(call.code(), "FILE_IO_ERROR", call.text())
        self.assertIn(word, call.text())
        self.assertIn(self.path, call.text())

    def test_a_quota_that_is_used_up(self):
        server = self.server(BAD_DISK="quota")
        self.refused(server.tool("image", app_target="screen:0", path=self.path), "space")
        self.assertEqual(os.listdir(self.target), [])

    def test_a_picture_in_hand_is_worth_more_than_its_file(self):
        self.painter()
        server = self.server(BAD_DISK="quota")
        call = server.tool("image", app_target="frontmost", path=self.path, format="data")
        self.assertEqual(call.code(), "", call.text())
        self.assertIn("image", [block["type"] for block in call.result()["content"]])
        self.assertIn("Peekaboo Warning: Failed to write capture file", call.text())
        self.assertEqual(os.listdir(self.target), [])

    def test_a_disk_that_is_only_read(self):
        self.mount("ro")
        server = self.server()
        call = server.tool("image", app_target="screen:0", path=self.path)
        self.refused(call, "ermission" if "ermission" in call.text() else "read-only")

    def test_a_disk_that_is_slow(self):
        """The call ends in time, others are answered meanwhile, and the next one works when the disk does."""
        marker = os.path.join(self.folder, "wait")
        with open(marker, "w", encoding="ascii"):
            pass
        server = self.server(BAD_DISK="slow", BAD_DISK_WAIT=marker, PEEKABOO_CLI_TIMEOUT=str(int(LIMIT * 1000)))
        slow = server.tool("image", app_target="screen:0", path=self.path)
        self.assertEqual(server.tool("list", item_type="screens").code(), "")
        self.assertFalse(slow.done.is_set())
        self.assertEqual(slow.code(), "TIMEOUT", slow.text())
        os.unlink(marker)
        again = server.tool("image", app_target="screen:0", path=self.path, overwrite=True)
        self.assertEqual(again.code(), "", again.text())
        self.whole(self.path)
        self.assertEqual(os.listdir(self.target), ["shot.png"])

    def test_a_folder_that_vanishes_and_returns(self):
        server = self.server()
        ending = threading.Event()
        away = os.path.join(self.folder, "away")

        def rename():
            while not ending.is_set():
                os.rename(self.target, away)
                try:
                    os.rename(away, self.target)
                except OSError:  # a capture has made the folder anew
                    shutil.rmtree(away)

        mover = threading.Thread(target=rename)
        mover.start()
        try:
            codes = [server.tool("image", app_target="screen:0", path=self.path).code() for _ in range(40)]
        finally:
            ending.set()
            mover.join()
        self.assertLessEqual(set(codes), {"", "FILE_IO_ERROR", "INVALID_PATH"})
        self.assertIn("", codes)
        for name in os.listdir(self.target):
            self.assertEqual(name, "shot.png")
            self.whole(self.path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
