#!/usr/bin/python3
"""Captures without a path lie where no other user can look, and no other user's files are counted or removed."""
import os
import shutil
import time
import unittest

from session_client import Session
from support import DesktopTest, read_picture, see_screen, settled

NAME = f"peekaboo-captures-{os.geteuid()}"
TWO_DAYS = 2 * 24 * 60 * 60


class Temporary(DesktopTest):
    def saved(self):
        call = Session(self).tool("image", app_target="screen:0")
        self.assertEqual(call.code(), "", call.text())
        (row,) = call.result()["saved_files"]
        return row["path"]

    def end_with(self, *names):
        """Removes what this test made, and nothing else may be left."""
        for name in names:
            shutil.rmtree(os.path.join(self.temporary, name))

    def test_only_the_user_can_open_the_folder(self):
        expected = settled(see_screen)
        path = self.saved()
        folder = os.path.join(self.temporary, NAME)
        self.assertEqual(os.path.dirname(path), folder)
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        self.same(read_picture(path), expected)
        self.end_with(NAME)

    def test_old_ones_go_and_those_of_others_stay(self):
        folder = os.path.join(self.temporary, NAME)
        os.mkdir(folder, 0o700)
        ours, theirs = (os.path.join(place, "peekaboo-screen-old.png") for place in (folder, self.temporary))
        for path in (ours, theirs):
            with open(path, "wb"):
                os.utime(path, (time.time() - TWO_DAYS,) * 2)
        self.saved()
        self.assertFalse(os.path.exists(ours))
        os.remove(theirs)  # which fails when it is gone
        self.end_with(NAME)

    def test_a_name_that_somebody_has_taken_is_left_alone(self):
        taken = os.path.join(self.temporary, NAME)
        os.mkdir(taken)
        os.chmod(taken, 0o777)
        folder = os.path.dirname(self.saved())
        self.assertTrue(folder.startswith(taken + "-"), folder)
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        self.assertEqual(os.listdir(taken), [])
        self.end_with(NAME, os.path.basename(folder))


if __name__ == "__main__":
    unittest.main()
