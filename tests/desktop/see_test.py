#!/usr/bin/python3
"""`see` on real programs: its marks stand where the programs say their controls are, and words are read where programs
tell none."""
import base64
import re
import tempfile
import unittest

from elements_test import TOOLKITS, ElementsTest
from session_client import Session
from support import read_picture, settled, see_window, wait_until, windows

LINE = re.compile(r'^(m\d+) ([a-z ]+?) "([^"]*)"(?: = "[^"]*")? (-?\d+),(-?\d+) (\d+)x(\d+)', re.M)


class See(ElementsTest):
    def setUp(self):
        super().setUp()
        self.session = Session(self, PEEKABOO_TOOLSETS="see")

    def see(self, **arguments):
        """Marks with role, name and place; and the picture's bytes, if there is one."""
        result = self.session.tool("see", **arguments).result()
        self.assertNotIn("isError", result, result["content"])
        self.assertNotIn("structuredContent", result)
        text = result["content"][0]["text"]
        rows = [(mark, role, name, tuple(int(each) for each in place)) for mark, role, name, *place in LINE.findall(text)]
        pictures = [base64.b64decode(part["data"]) for part in result["content"] if part["type"] == "image"]
        return rows, pictures, text

    def picture(self, data):
        with tempfile.NamedTemporaryFile(suffix=".png", dir=self.folder) as file:
            file.write(data)
            file.flush()
            return read_picture(file.name)

    def test_marks_stand_where_the_programs_say(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, window = self.order_form(toolkit)
                settled(see_window, window)
                save = self.place(process, window, "Save")
                rows, pictures, text = self.see(app_target=f"PID:{process.pid}")
                self.assertIn((save["x"], save["y"], save["width"], save["height"]),
                              [place for _, role, name, place in rows if (role, name) == ("button", "Save")], text)
                self.assertEqual(len([1 for _, role, name, _ in rows if (role, name) == ("button", "Same")]), 2, text)
                self.assertEqual(len({mark for mark, *_ in rows}), len(rows))
                self.assertNotIn("secret", text)
                self.assertEqual(len(pictures), 1)
                self.end(process)

    def test_the_numbers_are_in_the_picture(self):
        process, window = self.order_form("gtk3")
        settled(see_window, window)
        marked = self.picture(self.see()[1][0])
        plain = self.picture(self.see(picture="plain")[1][0])
        self.assertEqual(plain.difference(see_window(window)), "")
        self.assertNotEqual(marked.difference(plain), "")
        self.assertEqual(self.see(picture="none")[1], [])
        self.assertIn("Nothing came, went or changed.", self.see(since=re.search(r'since = "(\w+)"', self.see()[2])[1])[2])
        self.ask(process, "rename Save Saved")
        self.assertIn("Saved", [name for _, _, name, _ in self.see()[0]])

    def test_words_of_a_terminal(self):
        self.start("terminal", "Shell", "INVOICE 4711 paid")
        window = wait_until("the terminal", lambda: windows().get("Shell"))
        settled(see_window, window)
        rows, _, text = self.see(app_target="XTerm")
        self.assertTrue(any("INVOICE 4711" in name for _, _, name, _ in rows), text)
        self.assertIn("read in the picture", text)


if __name__ == "__main__":
    unittest.main(defaultTest="See", verbosity=2)
