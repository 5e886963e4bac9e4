#!/usr/bin/python3
"""Weston, which gives strangers nothing but its screens' sizes: everything else is refused, with a reason and a remedy."""
import os
import unittest

from support import DesktopTest


class Weston(DesktopTest):
    def test_the_screen_is_told(self):
        [screen] = self.succeeds("list", "screens")["screens"]
        self.assertEqual(screen["bounds"], {"x": 0, "y": 0, "width": 800, "height": 600})

    def test_every_capability_is_refused_with_a_remedy(self):
        rows = self.succeeds("doctor")["desktop"]["capabilities"]
        self.assertEqual([row["operation"] for row in rows if row["available"]], ["displays"])
        for row in rows[1:]:
            with self.subTest(row["operation"]):
                self.assertGreater(len(row["detail"]), 10)
                self.assertGreater(len(row["remedy"]), 10)
                self.assertGreater(len(row["reason"]), 3)

    def test_what_is_asked_for_is_refused_by_name(self):
        path = self.folder + "/a.png"
        for words, expected in (
                (("image", "--mode", "screen", "--path", path), "no portal"),
                (("permissions", "grant", "screens"), "no portal"),
                (("permissions", "grant", "windows"), "no protocol"),
                (("image", "--app", "foot", "--path", path), "no protocol"),
                (("list", "apps"), "no protocol"), (("see",), "no protocol"),
                (("do", "click", "--x", "5", "--y", "5"), "no portal"),
                (("permissions", "grant", "input"), "no portal"),
                (("do", "type_text", "--text", "lost"), "focus unknown"),
                (("do", "clipboard", "--action", "get"), "no protocol")):
            with self.subTest(words=words):
                error = self.fails("UNSUPPORTED", 29, *words)
                self.assertEqual(error["context"]["reason"], expected)
                self.assertGreater(len(error["hint"]), 10)
        self.assertFalse(os.path.exists(path))

    def test_nothing_has_to_be_granted_that_cannot_be(self):
        rows = self.succeeds("permissions")["permissions"]
        self.assertEqual([(row["name"], row["state"]) for row in rows],
                         [(name, "unavailable") for name in ("screens", "windows", "input")])


if __name__ == "__main__":
    unittest.main()
