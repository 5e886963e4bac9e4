#!/usr/bin/python3
"""Nothing secret leaves in masked pictures of real programs, which draw and wrap text their own way."""
import html
import itertools
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

import PIL.Image
import PIL.ImageChops
from masking_test import HEIGHT, MaskingTest, image_of, plain, read_by_tesseract
from programs_test import FIRST_START, PREFERENCES
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

    def launched(self, *command):
        """Starts a program of a package that the plain run does not need."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True, cwd=self.folder)
        self.addCleanup(self.ended, process)
        return process

    @staticmethod
    def ended(process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

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


# Its title says where the marked parts are in the window: a list of rectangles for each.
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 8px; background: {ground}; color: {ink}; font: {size}px "{font}"; line-height: 1.6 }}
div {{ white-space: pre-wrap }}</style>{lines}<script>
onload = onresize = () => {{
  const left = (outerWidth - innerWidth) / 2, top = outerHeight - innerHeight;
  const places = [...document.querySelectorAll("span")].map(part => [...part.getClientRects()].map(
    each => [left + each.x, top + each.y, each.width, each.height].map(Math.round)));
  document.title = JSON.stringify(places);
}}</script>"""


class Browser(ProgramsTest):
    NAME = "Chromium"

    def browser(self, path):
        return self.start("browser", path, "1100,640")

    def page(self, font, size, colours):
        secrets, lines = self.lines(500 // (size * 2), 900 // size)
        texts = ["<div>{}<span>{}</span>{}</div>".format(*(html.escape(line[part]) for part in ("before", "marked", "after")))
                 for line in lines]
        path = os.path.join(self.folder, f"page{size}.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PAGE.format(ground=colours[0], ink=colours[1], size=size, font=font, lines="".join(texts)))
        process = self.browser(path)
        window_id, areas = wait_until("the page", self.shown, FIRST_START)
        self.check(window_id, secrets, areas, f"{self.NAME} {font} {size}")
        self.end(process)
        wait_until("the browser to be gone", lambda: window_id not in windows().values())

    @staticmethod
    def shown():
        """The window and the areas of its page, once something is drawn in each of them."""
        title, window_id = next(((title, each) for title, each in windows().items() if title.startswith("[[")), (None, None))
        if not title:
            return None
        seen = image_of(see_window(window_id))
        areas = json.loads(title[:title.rindex("]]") + 2])
        drawn = all(ink_in(seen, (x, y, x + width, y + height)) for places in areas for x, y, width, height in places)
        return (window_id, areas) if drawn else None

    def end(self, process):
        process.kill()
        process.communicate()

    def test_pages(self):
        for font, size, colours in (("DejaVu Sans", 15, LIGHT), ("Liberation Mono", 14, DARK), ("Liberation Serif", 20, GREY)):
            with self.subTest(font, size=size):
                self.page(font, size, colours)


class Firefox(Browser):
    NAME = "Firefox"

    def browser(self, path):
        profile = tempfile.mkdtemp(dir=self.folder)
        with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
            file.writelines(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
        return self.launched("firefox-esr", "--no-remote", "--kiosk", "--profile", profile, f"file://{path}")

    def end(self, process):
        self.ended(process)


class Office(ProgramsTest):
    """A letter in LibreOffice Writer, of which only other readers know where its text is."""

    def test_a_letter(self):
        secrets, lines = self.lines(12, 70)
        path = os.path.join(self.folder, "letter.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line["before"] + line["marked"] + line["after"] + "\n" for line in lines)
        self.launched("soffice", "--norestore", "--nologo", "--nofirststartwizard", "--writer", path)
        window_id = wait_until("the letter", lambda: next((each for title, each in windows().items() if "letter.txt" in title), None),
                               FIRST_START)

        def is_read():
            seen = plain(read_by_tesseract(image_of(settled(see_window, window_id)), 2))
            return sum(plain(secret.text) in seen for secret in secrets) > len(secrets) // 2

        wait_until("the text", is_read, FIRST_START)
        answer = self.masked(window_id)
        self.read_independently(image_of(answer.picture()), secrets, (1, 2, 3))
        self.not_told(answer, secrets)


if __name__ == "__main__":
    unittest.main(verbosity=2)
