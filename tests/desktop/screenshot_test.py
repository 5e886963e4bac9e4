#!/usr/bin/python3
"""The screenshot tools on a desktop of one display: their properties, judged by wmctrl, xwininfo, xprop and ImageMagick."""
import json
import os
import re
import stat
import subprocess
import unittest

from screenshots import CASES, FORMATS, ScreenshotTest, rectangle
from support import geometry, managed, output, painted, see_screen, see_window, settled, text_of, wait_until, windows

SIZE = (1280, 800)


def stacking():
    """Managed windows front-most first, by xprop."""
    text = text_of("xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING").partition("#")[2]
    return [int(word, 16) for word in reversed(text.replace(",", " ").split())]


def clipped(region):
    width, height = min(region["width"], SIZE[0] - region["x"]), min(region["height"], SIZE[1] - region["y"])
    return rectangle(region["x"], region["y"], width, height)


class Regions(ScreenshotTest):
    def setUp(self):
        super().setUp()
        self.painter("--geometry", "700x500+200+100")
        self.screen = settled(see_screen)

    def check(self, region, **more):
        answer = self.shot("region", **region, **more)
        expected = clipped(region)
        self.assertEqual(answer.facts["region"], expected)
        self.assertEqual((answer.facts["width"], answer.facts["height"]), (expected["width"], expected["height"]))
        self.same(answer.picture(), self.screen.part(**expected))

    def test_inside(self):
        """Feature: mcp-screenshot, Property 10: Region capture dimension accuracy."""
        pick = self.random.randrange
        for _ in range(CASES):
            x, y = pick(SIZE[0]), pick(SIZE[1])
            region = rectangle(x, y, pick(SIZE[0] - x) + 1, pick(SIZE[1] - y) + 1)
            with self.subTest(region):
                self.check(region, format=self.random.choice(("png", "bmp", "webp")))

    def test_beyond_the_edges(self):
        """Feature: mcp-screenshot, Property 11: Region boundary clipping."""
        pick = self.random.randrange
        for _ in range(CASES):
            x, y = pick(SIZE[0]), pick(SIZE[1])
            region = rectangle(x, y, SIZE[0] - x + pick(900_000), SIZE[1] - y + pick(900_000))
            with self.subTest(region):
                self.check(region)

    def test_one_pixel(self):
        for x, y in ((0, 0), (SIZE[0] - 1, 0), (0, SIZE[1] - 1), (SIZE[0] - 1, SIZE[1] - 1), (640, 400)):
            with self.subTest((x, y)):
                self.check(rectangle(x, y, 1, 1))

    def test_bad_numbers(self):
        good = rectangle(10, 10, 20, 20)
        for field, values in (("x", (-1, 1e300, -1e300, 1_000_001, 1 << 70, SIZE[0], "ten")),
                              ("y", (-7, 1e18, SIZE[1])), ("width", (0, -1, 0.1, 1e12, None)), ("height", (0, 1e300, [1]))):
            for value in values:
                with self.subTest(field, value=value):
                    error = self.refused("INVALID_ARGUMENT", "capture_region", **{**good, field: value})
                    self.assertIn(field, error["message"])
                    if value not in (SIZE[0], SIZE[1]):
                        self.assertEqual(error["details"]["field"], field)


class Answers(ScreenshotTest):
    def setUp(self):
        super().setUp()
        self.painter("--title", "Painter", "--geometry", "300x200+50+60")

    def any_call(self):
        """A tool and arguments, most of them right."""
        one = self.random.choice
        arguments = {}
        if self.random.random() < 0.5:
            arguments["format"] = one((*FORMATS, "PNG", "jpg", "gif", "", 5))
        if self.random.random() < 0.4:
            arguments["quality"] = one((1, 50, 100, 0, 101, 33.3, "x", None))
        if self.random.random() < 0.2:
            arguments["enablePIIMasking"] = one((True, False, "no"))
        tool = one(("capture_full", "capture_window", "capture_region", "list_displays", "list_windows"))
        if tool == "capture_full":
            arguments["display"] = one(("0", "screen:0", "1", "", "nothing", 0))
        elif tool == "capture_window":
            arguments |= one(({"windowTitle": "Painter"}, {"windowId": "1"}, {"windowId": "0x"}, {}, {"windowTitle": "Nothing"},
                              {"windowTitle": "Painter", "includeFrame": False}, {"windowId": "5", "windowTitle": "x"}))
        elif tool == "capture_region":
            arguments |= {name: one((0, 5, 100, 5000, -1, 0.5, 1e300, None)) for name in ("x", "y", "width", "height")}
        return tool, arguments

    def test_always_json_with_a_status(self):
        """Feature: mcp-screenshot, Property 23: Response structure consistency."""
        outcomes = set()
        for _ in range(2 * CASES):
            tool, arguments = self.any_call()
            with self.subTest(tool, **arguments):
                answer = self.call(tool, **arguments)
                outcomes.add(answer.told["error"]["code"] if answer.told["status"] == "error" else "success")
        self.assertGreaterEqual(outcomes, {"success", "INVALID_ARGUMENT", "UNSUPPORTED_FORMAT", "DISPLAY_NOT_FOUND", "WINDOW_NOT_FOUND"})

    def any_shot(self, **more):
        one = self.random.choice
        if self.random.random() < 0.7:
            more["format"] = one(FORMATS)
        if self.random.random() < 0.5:
            more["quality"] = self.random.randint(1, 100)
        tool, arguments = one((("full", {}), ("window", {"windowTitle": "Painter"}),
                               ("region", rectangle(self.random.randrange(1280), self.random.randrange(800), 200, 100))))
        return tool, {**arguments, **more}

    def test_without_a_path_the_picture_is_in_the_answer(self):
        """Feature: mcp-screenshot, Property 3: Format encoding correctness.
        Feature: mcp-screenshot, Property 14: Base64 encoding when no path provided."""
        for _ in range(CASES):
            tool, arguments = self.any_shot()
            with self.subTest(tool, **arguments):
                answer = self.shot(tool, **arguments)
                picture = answer.picture()
                self.assertEqual((picture.width, picture.height), (answer.facts["width"], answer.facts["height"]))

    def test_with_a_path_it_is_a_file(self):
        """Feature: mcp-screenshot, Property 13: File save creates file at path.
        Feature: mcp-screenshot, Property 17: Save response includes absolute path and size."""
        for number in range(CASES):
            name = self.random.choice(("a", "a.png", "a.jpg", "a.jpeg", "a.webp", "a.bmp", "ä ö.PNG", "new/deeper/a.png", "a.b.c"))
            path = os.path.join(self.saves, f"{number}-{name}")
            tool, arguments = self.any_shot(savePath=path)
            with self.subTest(tool, **arguments):
                answer = self.shot(tool, **arguments)
                self.assertEqual(answer.told["filePath"], path)
                self.assertEqual(answer.facts["fileSize"], os.path.getsize(path))
                self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
                picture = answer.picture()
                self.assertEqual((picture.width, picture.height), (answer.facts["width"], answer.facts["height"]))

    def test_a_relative_path_begins_at_the_working_directory(self):
        result = self.peekaboo("call", "screenshot_capture_full", '{"savePath": "here.png"}')
        self.assertEqual(result.json["structuredContent"]["filePath"], os.path.join(self.folder, "here.png"))
        result = self.peekaboo("call", "screenshot_capture_full", '{"savePath": "none/../there.png"}')
        self.assertEqual(result.json["structuredContent"]["filePath"], os.path.join(self.folder, "there.png"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "none")))

    def test_a_file_of_another_program_stays(self):
        path = os.path.join(self.saves, "theirs.png")
        output("convert", "-size", "2x2", "xc:red", path)
        before = os.stat(path)
        error = self.refused("FILE_IO_ERROR", "capture_full", savePath=path)
        self.assertIn("theirs_2.png", error["details"]["hint"])
        self.assertEqual(os.stat(path).st_mtime_ns, before.st_mtime_ns)

    def test_a_path_that_can_be_no_file(self):
        for path in (self.saves + "/", self.saves + "/..", self.saves + "/.", "/etc/shot.png", self.saves + "/../../../etc/shot.png"):
            self.refused("INVALID_PATH", "capture_full", savePath=path)

    def test_masking(self):
        """What is masked is told by kind and place, and nothing of it shows."""
        _, window_id = self.terminal("Secrets", "mail ann.archer@example.org", "card 4111 1111 1111 1111", "nothing else")
        before = settled(see_window, window_id)
        answer = self.shot("window", windowId=str(window_id), enablePIIMasking=True)
        told, picture = answer.facts["piiMasking"], answer.picture()
        self.assertEqual((told["emailsRedacted"], told["creditCardsRedacted"], told["phonesRedacted"]), (1, 1, 0))
        self.assertEqual(sorted(region["kind"] for region in told["regions"]), ["creditCards", "emails"])
        self.assertEqual((picture.width, picture.height), (before.width, before.height))
        place = geometry(window_id)
        for region in told["regions"]:
            x, y = region["x"] - place["x"], region["y"] - place["y"]
            colours = {picture.at(x + i, y + region["height"] // 2) for i in range(region["width"])}
            self.assertEqual(colours, {(0, 0, 0)}, region)
        self.assertNotIn("ann.archer", json.dumps(answer.told))

    def test_a_large_picture_is_sent_whole_with_a_warning(self):
        self.serve(PEEKABOO_MAX_IMAGE_BYTES="1000")
        answer = self.shot("full")
        self.assertEqual((answer.facts["width"], answer.facts["height"]), SIZE)
        self.assertTrue(any("`image`" in message for message in answer.told["messages"]), answer.told)


class Windows(ScreenshotTest):
    def arrange(self, painters):
        """Changes something about one of some painters, and waits until the window manager has done it."""
        process, window_id = self.random.choice(painters)
        change = self.random.choice(("move", "raise", "title", "iconify"))
        if change == "move":
            x, y = self.random.randrange(900), self.random.randrange(500)
            before = geometry(window_id)
            self.command(process, f"move {x} {y}")
            wait_until("the move", lambda: geometry(window_id) != before or abs(before["x"] - x) < 60)
        elif change == "raise":
            output("wmctrl", "-i", "-R", str(window_id))
            wait_until("the window on top", lambda: stacking()[0] == window_id)
        elif change == "title":
            title = f"Title {self.random.randrange(10**9)} é漢😀"
            self.command(process, f"title {title}")
            wait_until("the title", lambda: windows().get(title) == window_id)
        else:
            self.command(process, "iconify")
            wait_until("the icon", lambda: "Iconic" in text_of("xprop", "-id", str(window_id), "WM_STATE"))

    def listed(self):
        """The list, and what the eye sees of each window: id to (title, whether it is an icon, geometry).

        Windows slide out of their icons, so both are taken again until the list is the same before and after."""
        def look():
            before = self.call("list_windows").told["windows"]
            titles = {int(line.split()[0], 16): line.split(None, 3)[3] for line in managed()}
            seen = {one: (title, "Iconic" in text_of("xprop", "-id", str(one), "WM_STATE"), geometry(one)) for one, title in titles.items()}
            return before == self.call("list_windows").told["windows"] and (before, seen)

        return wait_until("windows that stand still", look)

    def test_the_list(self):
        """Feature: mcp-screenshot, Property 6: Window list completeness.
        Feature: mcp-screenshot, Property 21: Window information completeness."""
        painters = [self.painter("--title", f"Window {i}", "--seed", str(i), "--geometry", f"{200 + i}x150+{80 * i + 10}+{60 * i + 30}")
                    for i in range(4)]
        for _ in range(CASES):
            self.arrange(painters)
            told, seen = self.listed()
            self.assertEqual([int(row["id"]) for row in told if not row["isMinimized"]],
                             [one for one in stacking() if one in seen and not seen[one][1]])
            self.assertEqual([row["zOrder"] for row in told], list(range(len(told))))
            for row in told:
                window_id = int(row["id"])
                self.assertEqual(tuple(row), ("id", "title", "processName", "pid", "bounds", "isMinimized", "zOrder", "isExcluded"))
                title, is_icon, bounds = seen[window_id]
                self.assertEqual((row["title"], row["isMinimized"]), (title, is_icon))
                pid = next(process.pid for process, one in painters if one == window_id)
                self.assertEqual((row["pid"], row["processName"]), (pid, os.path.basename(os.readlink(f"/proc/{pid}/exe"))))
                if not is_icon:
                    self.assertEqual(row["bounds"], bounds)
                self.assertIs(row["isExcluded"], False)

    def test_a_picture_is_the_content_area(self):
        """Feature: mcp-screenshot, Property 7: Window capture dimension accuracy."""
        process, window_id = self.painter("--title", "Content", "--geometry", "200x100+300+200")
        self.painter("--title", "Cover", "--seed", "1", "--geometry", "150x90+350+260")
        for number in range(CASES):
            width, height = self.random.randint(40, 250), self.random.randint(30, 160)
            self.command(process, f"resize {width} {height}")
            wait_until("the new size", lambda: (geometry(window_id)["width"], geometry(window_id)["height"]) == (width, height))
            given = self.random.choice((str(window_id), hex(window_id)))
            with self.subTest(number=number, size=(width, height)):
                answer = self.shot("window", windowId=given)
                self.assertEqual((answer.facts["width"], answer.facts["height"]), (width, height))
                self.assertEqual(answer.facts["window"]["bounds"], geometry(window_id))
                self.same(answer.picture(), painted(width, height))

    @staticmethod
    def capitals(text, pick):
        return "".join(pick((letter.lower(), letter.upper())) if letter.isascii() else letter for letter in text)

    def patterns(self, title):
        """Patterns that mean this title and no other of the test."""
        pick = self.random
        start, length = pick.randrange(len(title) - 3), pick.randint(3, 8)
        part = title[start:start + length].strip()
        choices = [title, self.capitals(title, pick.choice), "*" + title[3:], title[:-2] + "*", title[:4] + "?" + title[5:],
                   "/^" + re.escape(title) + "$/", "/" + re.escape(title[:-1]) + "./", title[1:-1]]
        return pick.choice([choice for choice in (*choices, part) if len(choice) > 6])

    def test_title_patterns(self):
        """Feature: mcp-screenshot, Property 8: Window title pattern matching."""
        process, window_id = self.painter("--title", "First", "--geometry", "210x120+100+100")
        self.painter("--title", "Something else entirely", "--seed", "1", "--geometry", "190x110+150+130")
        expected = painted(210, 120)
        for _ in range(CASES):
            words = self.random.sample(("Mail", "Ännchen", "漢字", "v2.0", "[draft]", "(1)", "Größe", "a+b", "x|y", "Notes"), 3)
            title = " ".join((*words, str(self.random.randrange(10**6))))
            self.command(process, f"title {title}")
            wait_until("the title", lambda: windows().get(title) == window_id)
            pattern = self.patterns(title)
            with self.subTest(title=title, pattern=pattern):
                answer = self.shot("window", windowTitle=pattern)
                self.assertEqual(answer.facts["window"]["id"], str(window_id))
                self.same(answer.picture(), expected)

    def test_an_exact_title_first_and_the_front_most(self):
        self.painter("--title", "Notes and more", "--geometry", "100x80+10+30")
        _, exact = self.painter("--title", "Notes", "--geometry", "100x80+300+30")
        _, front = self.painter("--title", "Notes and most", "--geometry", "100x80+600+30")
        wait_until("the stack", lambda: stacking()[0] == front)
        for pattern, expected in (("notes", exact), ("notes and", front), ("*", front), ("notes?*", front), ("/and m/", front)):
            with self.subTest(pattern):
                self.assertEqual(self.shot("window", windowTitle=pattern).facts["window"]["id"], str(expected))
        for pattern in ("otes an*", "Notes?", "/^more/", "nothing"):
            with self.subTest(pattern):
                self.refused("WINDOW_NOT_FOUND", "capture_window", windowTitle=pattern)
        self.refused("INVALID_ARGUMENT", "capture_window", windowTitle="/(/")

    def test_a_minimised_window(self):
        process, window_id = self.painter("--title", "Small")
        self.command(process, "iconify")
        wait_until("the icon", lambda: "Iconic" in text_of("xprop", "-id", str(window_id), "WM_STATE"))
        self.assertEqual(self.refused("CAPTURE_FAILED", "capture_window", windowId=str(window_id))["details"]["reason"], "minimised")
        self.refused("CAPTURE_FAILED", "capture_window", windowTitle="Small")

    def test_a_window_that_is_gone(self):
        process, window_id = self.painter("--title", "Gone")
        self.end(process)
        self.refused("WINDOW_NOT_FOUND", "capture_window", windowId=str(window_id))

    def test_the_frame(self):
        _, window_id = self.painter("--title", "Framed", "--geometry", "220x130+200+200")
        see = settled(see_window, window_id)
        answer = self.shot("window", windowId=str(window_id), includeFrame=True)
        bounds, inner = answer.facts["window"]["bounds"], geometry(window_id)
        left, top = inner["x"] - bounds["x"], inner["y"] - bounds["y"]
        self.assertGreater(bounds["width"] * bounds["height"], inner["width"] * inner["height"])
        self.same(answer.picture().part(left, top, see.width, see.height), see)


if __name__ == "__main__":
    unittest.main(verbosity=2)
