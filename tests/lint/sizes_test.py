#!/usr/bin/python3
"""A file has one job and fits on a few screens: walls that fail, and a list of the files close to them."""
import unittest

import tree

# ending: lines that are plenty, lines that fail
LIMITS = {".cpp": (300, 400), ".hpp": (120, 180), ".lua": (220, 300), ".py": (300, 400)}
FOLDERS = ["runtime", "native", "scripts", "tests", "examples"]


def lines(path):
    return len(tree.read(path).splitlines())


class Sizes(unittest.TestCase):
    def test_no_file_is_over_its_wall(self):
        over, counted = [], 0
        for path in tree.files(FOLDERS, LIMITS):
            plenty, wall = LIMITS["." + path.rsplit(".", 1)[1]]
            count = lines(path)
            counted += 1
            if count > wall:
                over.append(f"{path}: {count} lines, the wall is {wall}: give one of its jobs a file of its own")
            elif count > plenty:
                print(f"warning: {path}: {count} lines, more than {plenty}")
        self.assertGreater(counted, 20, "the tree was not found")
        self.assertEqual(over, [], "\n" + "\n".join(over))


if __name__ == "__main__":
    unittest.main()
