#!/usr/bin/python3
"""The screenshot tools on several displays: random layouts of RandR monitors, judged by xrandr and ImageMagick."""
import re
import subprocess
import unittest

from screenshots import CASES, ScreenshotTest, rectangle
from support import see_screen, settled, text_of

SIZE = (1280, 800)


def listed():
    """Name, primary and bounds of each monitor, by xrandr."""
    rows = re.findall(r"^ \d+: \+?(\*?)(\S+) (\d+)/\d+x(\d+)/\d+\+(\d+)\+(\d+)", text_of("xrandr", "--listmonitors"), re.M)
    return {name: (star == "*", rectangle(int(x), int(y), int(width), int(height))) for star, name, width, height, x, y in rows}


class Displays(ScreenshotTest):
    def setUp(self):
        super().setUp()
        # A window manager would move windows with the monitors.
        self.painter("--override-redirect", "--geometry", "900x600+150+100")
        self.screen = settled(see_screen)
        self.monitors = {}

    def lay_out(self):
        """Sets one to four monitors at places that do not overlap."""
        xs = sorted(self.random.sample(range(0, SIZE[0] + 1, 10), 3))
        ys = sorted(self.random.sample(range(0, SIZE[1] + 1, 10), 3))
        cells = [(x, y) for x in (0, 1) for y in (0, 1)]
        chosen = self.random.sample(cells, self.random.randint(1, 4))
        for name in self.monitors:
            subprocess.run(["xrandr", "--delmonitor", name], check=True, capture_output=True)
        for number, (column, row) in enumerate(chosen):
            width, height = xs[column + 1] - xs[column], ys[row + 1] - ys[row]
            place = f"{width}/{width}x{height}/{height}+{xs[column]}+{ys[row]}"
            subprocess.run(["xrandr", "--setmonitor", ("*" if number == 0 else "") + f"M-{number}", place,
                            "screen" if number == 0 else "none"], check=True, capture_output=True)
        self.monitors = listed()
        self.assertEqual(len(self.monitors), len(chosen))

    def check_shot(self, answer, name):
        primary, bounds = self.monitors[name]
        told = answer.facts["display"]
        self.assertEqual((told["name"], told["isPrimary"]), (name, primary))
        self.assertEqual((answer.facts["width"], answer.facts["height"]), (bounds["width"], bounds["height"]))
        self.same(answer.picture(), self.screen.part(**bounds))

    def test_layouts(self):
        for number in range(CASES):
            self.lay_out()
            with self.subTest(number=number, monitors=self.monitors):
                self.check_the_list()
                self.check_the_primary()
                self.check_each()
                self.check_a_region()

    def check_the_list(self):
        """Feature: mcp-screenshot, Property 20: Display information completeness."""
        rows = self.call("list_displays").told["displays"]
        self.assertEqual({row["name"]: (row["isPrimary"], {**row["position"], **row["resolution"]}) for row in rows}, self.monitors)
        self.assertEqual([row["id"] for row in rows], [str(i) for i in range(len(rows))])
        self.ids = {row["name"]: row["id"] for row in rows}

    def check_the_primary(self):
        """Feature: mcp-screenshot, Property 1: Full screen capture dimensions match display resolution."""
        self.check_shot(self.shot("full"), next(name for name, (primary, _) in self.monitors.items() if primary))

    def check_each(self):
        """Feature: mcp-screenshot, Property 2: Display-specific capture accuracy."""
        name = self.random.choice(list(self.monitors))
        given = self.random.choice((name, self.ids[name], f"screen:{self.ids[name]}"))
        self.check_shot(self.shot("full", display=given), name)

    def check_a_region(self):
        """Feature: mcp-screenshot, Property 12: Multi-monitor coordinate system consistency."""
        x, y = self.random.randrange(SIZE[0]), self.random.randrange(SIZE[1])
        region = rectangle(x, y, self.random.randint(1, 700), self.random.randint(1, 500))
        parts = [part for _, bounds in self.monitors.values() if (part := common(bounds, region))]
        if not parts:
            self.refused("INVALID_ARGUMENT", "capture_region", **region)
            return
        left, top = min(part["x"] for part in parts), min(part["y"] for part in parts)
        right, bottom = (max(part[at] + part[size] for part in parts) for at, size in (("x", "width"), ("y", "height")))
        answer = self.shot("region", **region)
        self.assertEqual(answer.facts["region"], rectangle(left, top, right - left, bottom - top))
        self.same(answer.picture(), self.screen.part(left, top, right - left, bottom - top))


def common(one, other):
    x, y = max(one["x"], other["x"]), max(one["y"], other["y"])
    width = min(one["x"] + one["width"], other["x"] + other["width"]) - x
    height = min(one["y"] + one["height"], other["y"] + other["height"]) - y
    return rectangle(x, y, width, height) if width > 0 and height > 0 else None


if __name__ == "__main__":
    unittest.main(verbosity=2)
