#!/usr/bin/python3
"""Nothing secret leaves in masked pictures of real programs, which draw and wrap text their own way."""
import html
import itertools
import json
import os
import re
import signal
import subprocess
import unittest

import PIL.Image
import PIL.ImageChops
from masking_test import HEIGHT, WIDTH, MaskingTest, image_of
from programs_test import PREFERENCES
from support import APPLICATIONS, see_window, settled, wait_until, windows

import planted_secrets  # of the rig
import secret_pages

LIGHT, DARK, GREY = ("#ffffff", "#000000"), ("#1e1e1e", "#d4d4d4"), ("#f4f4f4", "#707070")
CORNER = (255, 0, 200)  # of text_page.html


def ink_in(image, area):
    """The part of an area in which something else than its ground is drawn; None when there is nothing."""
    part = image.crop(area)
    ground = max(part.getcolors(part.width * part.height))[1]
    difference = PIL.ImageChops.difference(part, PIL.Image.new("RGB", part.size, ground)).convert("L")
    box = difference.point(lambda level: 255 if level > 40 else 0).getbbox()
    return box and (area[0] + box[0], area[1] + box[1], area[0] + box[2], area[1] + box[3])


def group_of(*command):
    """Starts a program that starts others."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def end_group(process):
    """Ends it with those that it started; once."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        wait_until("no window", lambda: not windows())


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


class Pages(ProgramsTest):
    """Pages of browsers. They are text_page.html, whose title tells where the marked parts are."""

    def page(self, font, size, colours):
        """A page with secrets, of which one is selected; returns its path and the secrets."""
        secrets, lines = self.lines((HEIGHT - 140) // (size * 3), WIDTH // size)
        wanted = {"font": font, "size": size, "ground": colours[0], "ink": colours[1], "lines": lines, "selected": 1}
        with open(os.path.join(APPLICATIONS, "text_page.html"), encoding="utf-8") as file:
            text = file.read().replace("= WANTED;", f"= {json.dumps(wanted)};")
        path = os.path.join(self.folder, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path, secrets

    @staticmethod
    def ready_window():
        found = ((re.match(r"ready (\[\[.*\]\])", title), window_id) for title, window_id in windows().items())
        return next(((window_id, json.loads(match.group(1))) for match, window_id in found if match), None)

    @staticmethod
    def corner_of(window_id):
        seen = see_window(window_id)
        at = seen.rgb.find(bytes(CORNER) * 8)
        return (at // 3 % seen.width, at // 3 // seen.width) if at >= 0 else None

    def check_page(self, secrets, where):
        window_id, parts = wait_until("the page", self.ready_window)
        left, top = wait_until("the corner of the page", lambda: self.corner_of(window_id))
        # Without the edges of a selection, which are rounded.
        areas = [[[x + left, y + top + 1, width, height - 2] for x, y, width, height in part] for part in parts]
        self.check(window_id, secrets, areas, where)


class Chromium(Pages):
    def test_pages(self):
        for font, size, colours in (("DejaVu Sans", 10, LIGHT), ("DejaVu Sans Mono", 12, DARK), ("Liberation Serif", 15, GREY)):
            with self.subTest(font, size=size):
                path, secrets = self.page(font, size, colours)
                browser = self.start("browser", path, f"{WIDTH},{HEIGHT}")
                self.check_page(secrets, f"Chromium {size}")
                self.end(browser)


class Firefox(Pages):
    def test_pages(self):
        profile = os.path.join(self.folder, "profile")
        os.mkdir(profile)
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
        for font, size, colours in (("DejaVu Serif", 10, LIGHT), ("DejaVu Sans", 12, DARK)):
            with self.subTest(font, size=size):
                path, secrets = self.page(font, size, colours)
                browser = group_of("firefox-esr", "--no-remote", "--profile", profile, "--width", str(WIDTH), "--height", str(HEIGHT), f"file://{path}")
                self.addCleanup(end_group, browser)
                self.check_page(secrets, f"Firefox {size}")
                end_group(browser)


LETTER = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="F" svg:font-family="'{font}'"/></office:font-face-decls>
<office:automatic-styles>
<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.1cm"/>
<style:text-properties style:font-name="F" fo:font-size="{size}pt" fo:language="zxx" fo:country="none"/></style:style>
<style:style style:name="S" style:family="text"><style:text-properties fo:color="#{ink}"/></style:style>
</office:automatic-styles><office:body><office:text>{paragraphs}</office:text></office:body></office:document>"""
SECRET_INK = (176, 0, 144)  # nothing else in the window has it


class Office(ProgramsTest):
    def letter(self, font, size):
        """A letter with secrets in a colour of their own; returns its path and the secrets."""
        secrets, lines = self.lines(420 // (size * 2), 60)
        paragraphs = "".join('<text:p text:style-name="P">{}<text:span text:style-name="S">{}</text:span>{}</text:p>'.format(
            *(html.escape(line[part]).replace("  ", " <text:s/>") for part in ("before", "marked", "after"))) for line in lines)
        path = os.path.join(self.folder, f"letter-{size}.fodt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(LETTER.format(font=font, size=size, ink="%02x%02x%02x" % SECRET_INK, paragraphs=paragraphs))
        return path, secrets

    @staticmethod
    def rows_of_ink(seen):
        """Where there is text in the secrets' colour, as [x, y, width, height] of each row of it."""
        near = PIL.ImageChops.difference(seen, PIL.Image.new("RGB", seen.size, SECRET_INK)).convert("L").point(lambda level: 255 if level < 40 else 0)
        rows, begin = [], None
        for y in range(near.height + 1):
            inked = y < near.height and near.crop((0, y, near.width, y + 1)).getbbox() is not None
            if inked and begin is None:
                begin = y
            elif not inked and begin is not None:
                left, _, right, _ = near.crop((0, begin, near.width, y)).getbbox()
                rows.append([left, begin, right - left, y - begin])
                begin = None
        return rows

    def test_letters(self):
        for font, size in (("Liberation Serif", 12), ("DejaVu Sans", 10)):
            with self.subTest(font, size=size):
                path, secrets = self.letter(font, size)
                office = group_of("soffice", "--norestore", "--nologo", "--nofirststartwizard", "--writer", path)
                self.addCleanup(end_group, office)
                window_id = wait_until("the letter", lambda: next((one for title, one in windows().items() if f"letter-{size}" in title), None))
                wait_until("its last secret", lambda: len(self.rows_of_ink(image_of(see_window(window_id)))) >= len(secrets))
                rows = self.rows_of_ink(image_of(settled(see_window, window_id)))
                # Which row is whose is not known.
                self.check(window_id, secrets, [rows], f"Writer {size}")
                end_group(office)


if __name__ == "__main__":
    unittest.main(verbosity=2)
