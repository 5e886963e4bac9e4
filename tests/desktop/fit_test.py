#!/usr/bin/python3
"""What fits the caller: regions, scales and limits, judged by ImageMagick, and the map back to the screen by xwininfo."""
import base64
import json
import os
import re
import sys
import unittest

from support import (HERE, PEEKABOO, DesktopTest, Picture, from_ppm, geometry, output, painted, read_picture, see_screen, settled,
                     wait_until)

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

REGION = {"x": 130, "y": 95, "width": 301, "height": 167}


def rectangle(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


def scaled(picture, width, height):
    """ImageMagick's area average in linear light."""
    data = b"P6 %d %d 255 " % (picture.width, picture.height) + picture.rgb
    return from_ppm(output("convert", "ppm:-", "-set", "colorspace", "sRGB", "-colorspace", "RGB", "-scale", f"{width}x{height}!",
                           "-colorspace", "sRGB", "+set", "comment", "-depth", "8", "ppm:-", input=data))


class FitTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.answers = 0

    def tool(self, arguments, **environment):
        """The raw result of the image tool."""
        result = self.peekaboo("call", "image", json.dumps(arguments), **environment)
        self.assertIn(result.status, (0, 20), str(result)[:2000])
        return result.json

    def pictures(self, result):
        """The inline pictures as ImageMagick reads them, with their metadata."""
        found = []
        for part in result["content"]:
            if part["type"] == "image":
                self.answers += 1
                path = os.path.join(self.folder, f"inline-{self.answers}.{part['mimeType'].split('/')[1]}")
                with open(path, "wb") as file:
                    file.write(base64.b64decode(part["data"], validate=True))
                found.append((read_picture(path), part["metadata"]))
        for (picture, facts), row in zip(found, result["images"], strict=True):
            self.assertEqual((picture.width, picture.height), (facts["width"], facts["height"]))
            for key in ("width", "height", "origin", "scale"):
                self.assertEqual(facts[key], row[key])
        return found

    @staticmethod
    def texts(result):
        return "\n".join(part["text"] for part in result["content"] if part["type"] == "text")

    @staticmethod
    def bytes_of(result):
        return sum(len(part["data"]) for part in result["content"] if part["type"] == "image")

    def near(self, seen, expected, most=2):
        self.assertEqual((seen.width, seen.height), (expected.width, expected.height))
        worst = max(abs(a - b) for a, b in zip(seen.rgb, expected.rgb, strict=True))
        self.assertLessEqual(worst, most)


class Regions(FitTest):
    def test_of_a_screen(self):
        self.painter("--geometry", "400x300+100+80")
        expected = settled(see_screen).part(*REGION.values())
        words = "{x},{y},{width}x{height}".format(**REGION)
        self.same(self.capture("--region", words), expected)
        self.same(self.capture("--mode", "screen", "--screen-index", "0", f"--region={words}"), expected)
        (seen, facts), = self.pictures(self.tool({"region": REGION, "format": "data", "path": self.folder + "/"}))
        self.same(seen, expected)
        self.assertEqual((facts["origin"], facts["scale"]), ({"x": 130, "y": 95}, 1))

    def test_of_a_window_in_desktop_pixels(self):
        process, window_id = self.painter("--geometry", "400x300+100+80")
        place = geometry(window_id)
        inside = rectangle(place["x"] + 33, place["y"] + 21, 120, 77)
        expected = painted(400, 300).part(33, 21, 120, 77)
        (seen, facts), = self.pictures(self.tool({"app_target": f"PID:{process.pid}", "region": inside}))
        self.same(seen, expected)
        self.assertEqual(facts["origin"], {"x": inside["x"], "y": inside["y"]})

    def test_of_a_covered_window(self):
        process, window_id = self.painter("--class", "Below", "--geometry", "400x300+100+80")
        cover, _ = self.painter("--class", "Cover", "--geometry", "500x400+60+40")
        self.command(cover, "raise")
        settled(see_screen)
        place = geometry(window_id)
        inside = rectangle(place["x"] + 5, place["y"] + 6, 70, 80)
        (seen, _), = self.pictures(self.tool({"app_target": f"PID:{process.pid}", "region": inside}))
        self.same(seen, painted(400, 300).part(5, 6, 70, 80))

    def client(self):
        client = Client(PEEKABOO, {**os.environ, "TMPDIR": self.temporary})
        self.addCleanup(client.end)
        return client

    @staticmethod
    def links(result):
        return [part["uri"] for part in result["content"] if part["type"] == "resource_link"]

    def test_of_an_earlier_picture(self):
        """What an agent sees in a small picture it looks at closely, by the pixels of that picture."""
        process, window_id = self.painter("--geometry", "400x300+100+80")
        place = geometry(window_id)
        client = self.client()
        link, = self.links(client.tool("image", app_target=f"PID:{process.pid}", scale=0.25).result())
        zoomed = client.tool("image", region={**rectangle(11, 7, 50, 40), "of": link}).result()
        (seen, facts), = self.pictures(zoomed)
        self.assertEqual(facts["origin"], {"x": place["x"] + 44, "y": place["y"] + 28})
        self.same(seen, painted(400, 300).part(44, 28, 200, 160))
        gone = client.tool("image", region={**rectangle(0, 0, 1, 1), "of": link + "0"})
        self.assertEqual(gone.code(), "INVALID_ARGUMENT")

    def test_of_one_window_of_several(self):
        process, _ = self.painter("--count", "3", "--geometry", "200x150+100+80")
        client = self.client()
        first = client.tool("image", app_target=f"PID:{process.pid}").result()
        rows = first["images"]
        self.assertEqual(len(rows), 3)
        self.command(process, "raise")
        for link, row in zip(self.links(first), rows, strict=True):
            zoomed = client.tool("image", region={**rectangle(20, 10, 180, 900), "of": link}).result()
            self.assertEqual([image["window_id"] for image in zoomed["images"]], [row["window_id"]])
            (seen, facts), = self.pictures(zoomed)
            self.assertEqual(facts["origin"], {"x": row["origin"]["x"] + 20, "y": row["origin"]["y"] + 10})
            self.same(seen, painted(200, 150).part(20, 10, 180, 140))

    def test_of_a_window_that_moves_changes_and_goes(self):
        process, window_id = self.painter("--geometry", "200x150+100+80")
        client = self.client()
        before = geometry(window_id)
        link, = self.links(client.tool("image", app_target=f"PID:{process.pid}", scale=0.5).result())
        self.command(process, "move 510 320")
        wait_until("the window at its new place", lambda: geometry(window_id)["x"] > 450)
        # What else has come to the front is not asked for.
        self.painter("--geometry", "250x200+90+70", "--seed", "5")
        settled(see_screen)
        place = geometry(window_id)
        region = {**rectangle(30, 20, 60, 40), "of": link}
        moved = client.tool("image", region=region).result()
        (seen, facts), = self.pictures(moved)
        self.assertEqual(facts["origin"], {"x": place["x"] + 60, "y": place["y"] + 40})
        self.same(seen, painted(200, 150).part(60, 40, 120, 80))
        self.assertIn(f"The window has moved by +{place['x'] - before['x']},+{place['y'] - before['y']} since that picture.",
                      self.texts(moved))
        self.command(process, "resize 100 100")
        wait_until("the new size", lambda: geometry(window_id)["width"] == 100)
        settled(see_screen)
        cut = client.tool("image", region=region).result()
        (seen, _), = self.pictures(cut)
        self.same(seen, painted(100, 100).part(60, 40, 40, 60))
        self.assertIn("been resized from 200×150 to 100×100", self.texts(cut))
        outside = client.tool("image", region={**region, "x": 60})
        self.assertEqual(outside.code(), "INVALID_ARGUMENT")
        self.assertIn("nothing of the region is left", outside.text())
        self.end(process)
        gone = client.tool("image", region=region)
        self.assertEqual(gone.code(), "WINDOW_NOT_FOUND")
        self.assertIn("Capture again", gone.text())

    def test_partly_outside_is_cut_and_said(self):
        process, window_id = self.painter("--geometry", "200x100+100+80")
        place = geometry(window_id)
        reaching = rectangle(place["x"] - 50, place["y"] + 60, 100, 500)
        result = self.tool({"app_target": f"PID:{process.pid}", "region": reaching})
        (seen, facts), = self.pictures(result)
        self.same(seen, painted(200, 100).part(0, 60, 50, 40))
        self.assertEqual(facts["origin"], {"x": place["x"], "y": place["y"] + 60})
        self.assertIn("the part of", self.texts(result))


class Scales(FitTest):
    def test_a_screen_as_imagemagick_does_it(self):
        self.form()
        self.painter("--geometry", "400x300+500+280")
        before = settled(see_screen)
        for scale in (0.5, 0.25, 0.37):
            with self.subTest(scale):
                seen = self.capture("--region", "200,100,800x600", "--scale", str(scale))
                self.near(seen, scaled(before.part(200, 100, 800, 600), round(800 * scale), round(600 * scale)))

    def test_sides_that_do_not_divide(self):
        process, _ = self.painter("--geometry", "201x99+100+80")
        (seen, facts), = self.pictures(self.tool({"app_target": f"PID:{process.pid}", "scale": 0.5}))
        self.assertEqual((seen.width, seen.height, facts["scale"]), (101, 50, 0.5))
        even = scaled(painted(201, 99).part(0, 0, 200, 98), 100, 49)
        self.near(seen.part(0, 0, 100, 49), even)

    def test_limits_of_the_sides(self):
        process, _ = self.painter("--geometry", "320x240+100+80")
        target = f"PID:{process.pid}"
        for limits, size in (({"max_width": 160}, (160, 120)), ({"max_height": 60}, (80, 60)), ({"max_width": 4000}, (320, 240)),
                             ({"max_width": 100, "max_height": 15}, (20, 15)), ({"max_width": 1}, (1, 1)), ({"max_width": 0}, (320, 240))):
            with self.subTest(limits):
                (seen, _), = self.pictures(self.tool({"app_target": target, **limits}))
                self.assertEqual((seen.width, seen.height), size)
                self.near(seen, scaled(painted(320, 240), *size))
        result = self.tool({"app_target": target}, PEEKABOO_MAX_IMAGE_DIMENSION="40")
        self.assertEqual(self.pictures(result)[0][0].height, 30)
        self.assertIn("PEEKABOO_MAX_IMAGE_DIMENSION", self.texts(result))

    def test_the_map_leads_back_to_the_window(self):
        _, window_id = self.painter("--override-redirect", "--geometry", "24x18+711+433")
        place = geometry(window_id)
        background = settled(see_screen).at(0, 0)
        for arguments in ({"max_width": 500}, {"scale": 0.31}, {"max_bytes": 9000}, {"max_height": 123, "region": rectangle(607, 303, 501, 401)}):
            with self.subTest(arguments):
                result = self.tool({"app_target": "screen:0", "path": self.folder + "/", **arguments})
                (seen, facts), = self.pictures(result)
                step = 1 / facts["scale"]
                self.assertGreater(step, 1)
                marks = [(i // 3 % seen.width, i // 3 // seen.width) for i in range(0, len(seen.rgb), 3)
                         if max(abs(a - b) for a, b in zip(seen.rgb[i:i + 3], background)) > 24]
                for axis, (start, size) in enumerate((("x", "width"), ("y", "height"))):
                    first = facts["origin"][start] + min(mark[axis] for mark in marks) * step
                    last = facts["origin"][start] + (max(mark[axis] for mark in marks) + 1) * step
                    self.assertLess(abs(first - place[start]), step)
                    self.assertLess(abs(last - place[start] - place[size]), step)
                said = re.search(r"Screen x = (-?\d+) \+ image x / ([0-9.]+), screen y = (-?\d+)", self.texts(result))
                self.assertEqual((int(said[1]), int(said[3])), (facts["origin"]["x"], facts["origin"]["y"]))
                self.assertAlmostEqual(float(said[2]), facts["scale"], 6)

    def test_every_point_maps_back_exactly(self):
        """The pattern tells where each pixel of a picture at a whole step comes from."""
        process, window_id = self.painter("--geometry", "400x300+100+80")
        place = geometry(window_id)
        whole = painted(400, 300)
        (seen, facts), = self.pictures(self.tool({"app_target": f"PID:{process.pid}", "scale": 0.125}))
        for u, v in ((0, 0), (49, 37), (13, 29), (30, 7)):
            x, y = facts["origin"]["x"] + u / facts["scale"] - place["x"], facts["origin"]["y"] + v / facts["scale"] - place["y"]
            block = whole.part(int(x), int(y), 8, min(8, 300 - int(y)))
            self.near(Picture(1, 1, bytes(seen.at(u, v))), scaled(block, 1, 1))


class Budgets(FitTest):
    def test_one_picture(self):
        process, _ = self.painter("--geometry", "500x400+50+50")
        target = f"PID:{process.pid}"
        whole = self.bytes_of(self.tool({"app_target": target, "format": "png", "max_bytes": 0}))
        self.assertGreater(whole, 100000)
        for budget in (whole, whole - 1, whole // 2, whole // 10, 5000, 1500):
            for format_name in ("png", "jpg", None):
                with self.subTest((budget, format_name)):
                    result = self.tool({"app_target": target, "max_bytes": budget, **({"format": format_name} if format_name else {})})
                    self.assertLessEqual(self.bytes_of(result), budget)
                    (seen, facts), = self.pictures(result)
                    if format_name == "png":
                        self.assertEqual(result["images"][0]["mime_type"], "image/png")
                        self.assertEqual(facts["scale"] < 1, budget < whole)
                    if facts["scale"] < 1:
                        self.assertIn("scaled down from 500×400", self.texts(result))
                        self.assertIn("larger 'max_bytes' (0: no limit)", self.texts(result))
                        self.assertGreater(seen.width, 15)

    def test_several_share_and_the_files_stay_whole(self):
        process, _ = self.painter("--count", "3", "--geometry", "300x200+60+60")
        result = self.tool({"app_target": f"PID:{process.pid}", "format": "data", "path": self.folder + "/all/"},
                           PEEKABOO_MAX_IMAGE_BYTES="60000")
        self.assertLessEqual(self.bytes_of(result), 60000)
        pictures = self.pictures(result)
        self.assertEqual(len(pictures), 3)
        widths = sorted(seen.width for seen, _ in pictures)
        self.assertGreater(widths[0], widths[2] * 0.8, "unfair")
        for saved in result["saved_files"]:
            self.same(read_picture(saved["path"]), painted(300, 200))
            self.assertEqual((saved["width"], saved["height"], saved["scale"]), (300, 200, 1))
        self.assertIn("PEEKABOO_MAX_IMAGE_BYTES", self.texts(result))

    def test_the_default(self):
        process, _ = self.painter("--geometry", "1100x700+50+30")
        result = self.tool({"app_target": f"PID:{process.pid}"})
        self.assertLess(len(json.dumps(result)), 1000000)
        self.assertGreater(self.bytes_of(result), 500000)
        whole = self.tool({"app_target": f"PID:{process.pid}"}, PEEKABOO_MAX_IMAGE_BYTES="0")
        self.assertGreater(self.bytes_of(whole), 1000000)
        self.same(self.pictures(whole)[0][0], painted(1100, 700))

    def test_the_whole_answer_of_many(self):
        process, _ = self.painter("--count", "8", "--title", "Title " * 40, "--geometry", "700x500+60+60")
        result = self.tool({"app_target": f"PID:{process.pid}", "path": self.folder + "/all/", "format": "data"})
        self.assertEqual(len(self.pictures(result)), 8)
        self.assertLess(len(json.dumps(result)), 1000000)
        self.assertGreater(self.bytes_of(result), 500000)

    def test_files_of_the_command_line(self):
        self.painter("--class", "Studio", "--geometry", "500x400+50+50")
        path = os.path.join(self.folder, "small.png")
        saved, = self.succeeds("image", "--app", "Studio", "--max-bytes", "40000", "--path", path)["saved_files"]
        self.assertLessEqual(os.path.getsize(path), 30000)
        self.assertEqual(read_picture(path).width, saved["width"])
        self.same(self.capture("--app", "Studio", PEEKABOO_MAX_IMAGE_BYTES="5000", PEEKABOO_MAX_IMAGE_DIMENSION="9"), painted(500, 400))

    def test_a_budget_that_cannot_be_met(self):
        """The smallest picture there is, and a warning that says what would do."""
        process, _ = self.painter("--geometry", "300x200+60+60")
        target = f"PID:{process.pid}"
        for arguments, environment in (({"max_bytes": 1}, {}), ({}, {"PEEKABOO_MAX_IMAGE_BYTES": "1"})):
            result = self.tool({"app_target": target, **arguments}, **environment)
            self.assertFalse(result.get("isError"))
            (seen, _), = self.pictures(result)
            self.assertEqual((seen.width, seen.height), (16, 11))
            least = int(re.search(r"takes (\d+) bytes \(as base64\) even at 16×11 pixels", self.texts(result))[1])
            self.assertEqual(self.bytes_of(result), least)
            self.assertNotIn("Warning", self.texts(self.tool({"app_target": target, "max_bytes": least})))
        path = os.path.join(self.folder, "least.png")
        self.succeeds("image", "--app", target, "--max-bytes", "1", "--path", path)
        self.assertEqual(read_picture(path).width, 16)


class BadInput(FitTest):
    def test_every_fault_is_coded_and_named(self):
        process, _ = self.painter("--geometry", "300x200+60+60")
        huge = "x" * 10_000_000
        cases = [("region", value) for value in (
            7, "a", [], [1, 2, 3, 4], {}, {"x": 1}, rectangle(0, 0, 0, 5), rectangle(0, 0, 5, -5), rectangle(0.5, 0, 5, 5),
            rectangle("0", 0, 5, 5), rectangle(10**9, 0, 5, 5), rectangle(0, 0, 10**30, 5), rectangle(0, None, 5, 5),
            rectangle(-5000, -5000, 10, 10), rectangle(huge, 0, 5, 5), huge)]
        cases += [("scale", value) for value in (0, -1, 1.01, 10**9, "0.5", True, [0.5], huge)]
        cases += [(name, value) for name in ("max_width", "max_height", "max_bytes") for value in (-1, 1.5, 10**30, "100", {}, huge)]
        client = Client(PEEKABOO, {**os.environ, "TMPDIR": self.temporary})
        self.addCleanup(client.end)
        for name, value in cases:
            with self.subTest((name, repr(value)[:60])):
                call = client.tool("image", app_target=f"PID:{process.pid}", **{name: value})
                self.assertEqual(call.code(), "INVALID_ARGUMENT")
                self.assertIn(name, call.text())
                self.assertLess(len(call.text()), 2000)
        together = client.tool("image", scale=7, max_width=-1, region={"x": 1}).text()
        for name in ("scale", "max_width", "region"):
            self.assertIn(name, together)
        unset = client.tool("image", app_target=f"PID:{process.pid}", region=None, scale="", max_bytes=None)
        self.assertEqual(unset.code(), "")
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_smallest_and_the_largest_that_make_sense(self):
        process, _ = self.painter("--geometry", "300x200+60+60")
        for arguments, size in (({"scale": 1e-300}, (1, 1)), ({"scale": 1}, (300, 200)), ({"max_width": 2147483647}, (300, 200)),
                                ({"region": rectangle(-10**6, -10**6, 10**6, 10**6)}, None),
                                ({"region": rectangle(-999999, -999999, 10**6, 10**6)}, None),
                                ({"region": rectangle(-499999, -499999, 10**6, 10**6)}, (300, 200))):
            with self.subTest(arguments):
                result = self.tool({"app_target": f"PID:{process.pid}", **arguments})
                if size:
                    self.assertEqual([(seen.width, seen.height) for seen, _ in self.pictures(result)], [size])
                else:
                    self.assertEqual(result["_meta"]["backend_error_code"], "INVALID_ARGUMENT")


if __name__ == "__main__":
    unittest.main(verbosity=2)
