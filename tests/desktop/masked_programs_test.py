#!/usr/bin/python3
"""Nothing secret leaves in masked pictures of real programs, which draw and wrap text their own way."""
import itertools
import json
import os
import re
import subprocess
import unittest

import PIL.Image
import PIL.ImageChops
from masking_test import HEIGHT, MaskingTest, image_of
from support import see_window, settled, wait_until, windows

import planted_secrets  # of the rig
import secret_pages

LIGHT, DARK, GREY = ("#ffffff", "#000000"), ("#1e1e1e", "#d4d4d4"), ("#f4f4f4", "#707070")


def ink_in(image, area):
    """The part of an area in which something else than its ground is drawn; None when there is nothing."""
    part = image.crop(area)
    ground = max(part.getcolors(part.width * part.height))[1]
    difference = PIL.ImageChops.difference(part, PIL.Image.new("RGB", part.size, ground)).convert("L")
    box = difference.point(lambda level: 255 if level > 40 else 0).getbbox()
    return box and (area[0] + box[0], area[1] + box[1], area[0] + box[2], area[1] + box[3])


class ProgramsTest(MaskingTest):
    def setUp(self):
        super().setUp()
        self.scales = itertools.cycle((1, 2, 3))


    def lines(self, count, columns):
        """Lines of JSON for the applications, and their secrets."""
        secrets = [planted_secrets.secret(self.random) for _ in range(count)]
        prompts = ("", "", "user@host:~$ echo ", "the invoice is attached ", "1. ", "Name: Ann   ")
        lines = []
        for secret in secrets:
            before = self.random.choice(prompts)
            if self.random.random() < 0.2:
                before += secret_pages.words(self.random, 12)[:columns - 12 - len(secret.label)] + " "
            lines.append({"before": before + secret.label, "marked": secret.text, "after": self.random.choice(("", " thanks", " see below", "  ok"))})
        return secrets, lines

    def check(self, window_id, secrets, areas, where):
        """`areas`: of each secret its rectangles [x, y, width, height] in the window."""
        before = image_of(settled(see_window, window_id))
        answer = self.masked(window_id)
        masked = image_of(answer.picture())
        self.assertEqual(masked.size, before.size)
        seen = 0
        for secret, places in zip(secrets, areas):
            for x, y, width, height in places:
                if y + height > before.height or y < 0:
                    continue
                ink = ink_in(before, (x + 1, y, max(x + 2, x + width - 1), y + height))
                self.assertIsNotNone(ink, f"{where}: nothing is where {secret.text} should be")
                self.look_at(secret, masked, [ink], where)
                seen += 1
        self.assertGreater(seen, len(secrets) // 2)
        self.read_independently(masked, secrets, (next(self.scales),))
        self.not_told(answer, secrets)


class Toolkits(ProgramsTest):
    def toolkit(self, program, font, size, colours, selected=None):
        secrets, lines = self.lines(HEIGHT // (size * 5 // 2), HEIGHT // size)
        title = f"{program} {size}"
        process = self.start(program)
        ground, ink = colours
        document = {"title": title, "font": font, "size": size, "ground": ground, "ink": ink, "lines": lines, "selected": selected}
        process.stdin.write(json.dumps(document) + "\n")
        process.stdin.flush()
        word, window_id, areas = process.stdout.readline().split()
        self.assertEqual(word, "ready")
        self.check(int(window_id), secrets, json.loads(areas), title)

    def test_gtk(self):
        for font, size, colours in (("DejaVu Sans", 10, LIGHT), ("DejaVu Sans Mono", 13, DARK), ("Liberation Serif", 18, GREY)):
            with self.subTest(font, size=size):
                self.toolkit("gtk_text.py", font, size, colours, selected=1)

    def test_qt(self):
        for font, size, colours in (("DejaVu Sans", 9, DARK), ("Liberation Mono", 11, LIGHT), ("DejaVu Serif", 16, LIGHT)):
            with self.subTest(font, size=size):
                self.toolkit("qt_text.py", font, size, colours, selected=2)

    def xterm(self, font, size, colours, columns):
        title = f"terminal {size}"
        secrets, lines = self.lines(400 // (size * 2), columns)
        texts = [line["before"] + line["marked"] + line["after"] for line in lines]
        process = subprocess.Popen(["xterm", "-class", "XTerm", "-T", title, "-fa", font, "-fs", str(size), "-geometry", f"{columns}x40+0+0", "-b", "2",
                                    "+bc", "-uc", "-bg", colours[0], "-fg", colours[1], "+sb", "-bw", "0", "-e", "sh", "-c",
                                    r'printf "%s\n" "$@"; printf "\033[?25l"; exec sleep 100000', "-", *texts],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.environ["RIG"])
        self.addCleanup(self.end, process)
        window_id = wait_until("the terminal", lambda: windows().get(title))
        hints = subprocess.run(["xprop", "-id", str(window_id), "WM_NORMAL_HINTS"], capture_output=True, text=True, check=True).stdout
        width, height = map(int, re.search(r"resize increment: (\d+) by (\d+)", hints).groups())
        areas, row = [], 0
        for line, text in zip(lines, texts):
            begin, cells = len(line["before"]), {}
            for at in range(begin, begin + len(line["marked"])):
                cells.setdefault(row + at // columns, []).append(at % columns)
            areas.append([[2 + columns_of[0] * width, 2 + each * height, len(columns_of) * width, height] for each, columns_of in cells.items()])
            row += -(-len(text) // columns)
        last = areas[-1][-1]
        wait_until("the last line", lambda: ink_in(image_of(see_window(window_id)), (last[0], last[1], last[0] + last[2], last[1] + last[3])))
        self.check(window_id, secrets, areas, title)

    def test_xterm(self):
        for font, size, colours, columns in (("DejaVu Sans Mono", 9, DARK, 100), ("Liberation Mono", 12, ("#000000", "#00cd00"), 80)):
            with self.subTest(font, size=size):
                self.xterm(font, size, colours, columns)


if __name__ == "__main__":
    unittest.main(verbosity=2)
