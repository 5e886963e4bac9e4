#!/usr/bin/python3
"""Which files the server's `image` replaces: its own as it left them, any picture with `overwrite`, no other files."""
import os
import stat
import sys
import unittest

from support import HERE, PEEKABOO, DesktopTest, read_picture

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402


class Replacing(DesktopTest):
    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home)
        # umask 022 would make files that everybody may read.
        before = os.umask(0o022)
        self.addCleanup(os.umask, before)
        self.client = Client(PEEKABOO, dict(os.environ, HOME=self.home, TMPDIR=self.folder))
        self.addCleanup(self.client.end)
        self.path = os.path.join(self.folder, "shot.png")

    def image(self, **arguments):
        return self.client.tool("image", **{"app_target": "screen:0", "path": self.path, **arguments}).result()

    def refused(self, reason="exists", code="FILE_IO_ERROR", **arguments):
        result = self.image(**arguments)
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code)
        self.assertEqual(result["_meta"]["error_details"]["reason"], reason)
        return result

    def put(self, path, data):
        with open(path, "wb") as file:
            file.write(data)

    def mode(self, path):
        return stat.S_IMODE(os.stat(path).st_mode)

    def picture(self):
        with open(self.path, "rb") as file:
            return file.read()

    def test_a_loop_over_one_path_goes_on(self):
        for _ in range(5):
            self.assertFalse(self.image().get("isError"))
            self.assertEqual(self.mode(self.path), 0o600)
        os.chmod(self.path, 0o640)
        self.assertFalse(self.image().get("isError"))
        self.assertEqual(self.mode(self.path), 0o640)

    def test_one_that_was_touched_stays(self):
        self.image()
        data = self.picture()
        self.put(self.path, data)
        self.refused()
        self.assertEqual(self.picture(), data)

    def test_a_strangers_picture_stays_until_overwrite(self):
        self.image()
        stranger = os.path.join(self.folder, "stranger.png")
        self.put(stranger, self.picture())
        os.chmod(stranger, 0o644)
        result = self.refused(path=stranger)
        free = stranger.replace(".png", "_2.png")
        self.assertEqual(result["_meta"]["error_details"]["free_path"], free)
        self.assertIn(free, result["content"][0]["text"])
        before = os.stat(stranger).st_ino
        self.assertFalse(self.image(path=stranger, overwrite=True).get("isError"))
        self.assertNotEqual(os.stat(stranger).st_ino, before)
        self.assertEqual(self.mode(stranger), 0o644)
        self.assertFalse(self.image(path=stranger).get("isError"))

    def test_empty_files_links_and_texts_stay(self):
        target = os.path.join(self.folder, "target.png")
        self.put(target, b"")
        self.refused(path=target)
        os.symlink(target, self.path)
        self.refused()
        os.remove(target)
        self.refused()
        self.assertTrue(os.path.islink(self.path))
        notes = os.path.join(self.folder, "notes.png")
        self.put(notes, b"dear diary")
        self.refused(path=notes)
        self.refused("not an image", path=notes, overwrite=True)
        with open(notes, "rb") as file:
            self.assertEqual(file.read(), b"dear diary")

    def test_data_comes_all_the_same(self):
        self.painter("--geometry", "120x90+10+10", "--title", "Painted")
        self.put(self.path, b"")
        result = self.image(app_target="Painted", format="data")
        if result.get("isError"):
            result = self.image(app_target="frontmost", format="data")
        self.assertFalse(result.get("isError"), result)
        self.assertIn("image", [part["type"] for part in result["content"]])
        text = "\n".join(part.get("text", "") for part in result["content"])
        self.assertIn("Peekaboo Warning: '" + self.path + "' exists", text)
        self.assertEqual(os.path.getsize(self.path), 0)

    def test_no_folder_in_or_as_a_dot_folder(self):
        os.mkdir(os.path.join(self.home, ".ssh"))
        os.symlink(".ssh", os.path.join(self.home, "keys"))
        for path in ("~/.new/", "~/.ssh/new/a.png", "~/keys/new/", "~/shots/../.ssh/new/"):
            with self.subTest(path):
                self.refused("outside", "INVALID_PATH", path=path)
        self.refused("missing", path="~/shots/.new/")
        self.assertEqual(sorted(os.listdir(self.home)), [".ssh", "keys"])
        self.assertEqual(os.listdir(os.path.join(self.home, ".ssh")), [])

    def test_the_command_line_replaces_and_obeys_the_umask(self):
        self.succeeds("image", "--path", self.path)
        self.assertEqual(self.mode(self.path), 0o644)
        first = os.stat(self.path).st_ino
        self.succeeds("image", "--path", self.path)
        self.assertNotEqual(os.stat(self.path).st_ino, first)
        self.assertGreater(read_picture(self.path).width, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
