#!/usr/bin/python3
"""What scripts do with pictures, on a desktop with a terminal and a painted window."""
import os
import subprocess
import unittest

from support import DesktopTest, geometry, painted, read_picture, see_screen, settled

LINES = ("Invoice number 4711", "Total amount 1234", "The quick brown fox")


class Pictures(DesktopTest):
    def run_script(self, text):
        """What the script returns, by way of JSON."""
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w") as file:
            file.write("""
                local screen, image, window, json, task = require "screen", require "image", require "window", require "json",
                  require "task"
                local function find_window(title)
                  for _, each in ipairs(window.list()) do if each.title == title then return each end end
                end
                local function answer() %s end
                print(json.encode(answer()))""" % text)
        result = self.peekaboo("run", path)
        self.assertEqual(result.status, 0, str(result))
        os.remove(path)
        return result.json

    def test_text_of_a_terminal(self):
        self.terminal("Editor", *LINES)
        found = self.run_script("""
            local shot = screen.capture("window", {id = find_window("Editor").id})
            local fresh = shot:text()
            local again = screen.capture("window", {id = find_window("Editor").id}):text()
            local line = fresh.lines[2].bounds
            local region = {x = 0, y = line.y - 4, width = shot.width, height = line.height + 8}
            return {fresh = fresh, again = again, part = shot:text {region = region}, size = {shot.width, shot.height}}""")
        self.assertEqual(tuple(found["fresh"]["text"].split("\n")[:3]), LINES)
        self.assertEqual(found["again"], found["fresh"])
        self.assertEqual(found["part"]["text"], LINES[1])
        whole, part = found["fresh"]["lines"][1]["bounds"], found["part"]["lines"][0]["bounds"]
        for side, value in whole.items():
            self.assertLessEqual(abs(value - part[side]), 2)
        for word in found["fresh"]["words"]:
            line = found["fresh"]["lines"][word["line"] - 1]["bounds"]
            self.assertLessEqual(line["x"], word["bounds"]["x"])
            self.assertLessEqual(word["bounds"]["x"] + word["bounds"]["width"], line["x"] + line["width"])
            self.assertIn(word["text"], found["fresh"]["lines"][word["line"] - 1]["text"])

    def test_what_was_read_is_not_read_again(self):
        self.terminal("Editor", *LINES)
        found = self.run_script("""
            local time = require "time"
            local function read()
              local began = time.clock()
              local text = screen.capture("window", {id = find_window("Editor").id}):text().text
              return time.clock() - began, text
            end
            local slow, first = read()
            local quick, second = read()
            return {slow = slow, quick = quick, same = first == second}""")
        self.assertTrue(found["same"])
        self.assertLess(found["quick"], found["slow"] / 3)

    def test_a_window_is_found_on_the_screen(self):
        _, window = self.painter("--geometry", "200x150+307+211")
        settled(see_screen)
        place = geometry(window)
        found = self.run_script("""
            local shot = screen.capture("desktop")
            local needle = screen.capture("window", {id = %d})
            return {shot:find(needle), shot:find(needle, {tolerance = 3}), #shot:find(needle, {all = true}),
              shot:find(needle:crop {x = 150, y = 100, width = 9, height = 7})}""" % window)
        wanted = {key: place[key] for key in ("x", "y", "width", "height")}
        self.assertEqual(found[0], wanted)
        self.assertEqual(found[1], wanted)
        self.assertEqual(found[2], 1)
        self.assertEqual(found[3], {"x": place["x"] + 150, "y": place["y"] + 100, "width": 9, "height": 7})

    def test_changes_are_where_they_were_made(self):
        process, window = self.painter("--geometry", "200x150+307+211")
        settled(see_screen)
        before = os.path.join(self.folder, "before.png")
        self.run_script('return screen.capture("desktop"):save("%s")' % before)
        subprocess.run(["xsetroot", "-solid", "#334455"], check=True)
        seen = settled(see_screen)
        found = self.run_script("""
            local fs = require "fs"
            local before, after = image.decode(fs.read "%s"), screen.capture("desktop")
            return {compared = before:compare(after), regions = before:diff(after)}""" % before)
        old = read_picture(before)
        changed = sum(old.rgb[i:i + 3] != seen.rgb[i:i + 3] for i in range(0, len(old.rgb), 3))
        self.assertGreater(changed, 0)
        self.assertEqual(found["compared"]["changed_pixels"], changed)
        self.assertFalse(found["compared"]["equal"])
        inside = 0
        for region in found["regions"]:
            old_part, new_part = (picture.part(*(region[side] for side in ("x", "y", "width", "height"))).rgb
                                  for picture in (old, seen))
            inside += sum(old_part[i:i + 3] != new_part[i:i + 3] for i in range(0, len(old_part), 3))
        self.assertEqual(inside, changed)
        os.remove(before)

    def test_a_redacted_picture_in_a_file(self):
        _, window = self.painter("--geometry", "200x150+307+211")
        settled(see_screen)
        path = self.run_script("""
            local shot = screen.capture("window", {id = %d})
            local hidden = shot:mask({{x = 20, y = 30, width = 40, height = 50}}, {color = {red = 1, green = 2, blue = 3}})
            return hidden:save("%s")""" % (window, os.path.join(self.folder, "sub", "redacted.png")))
        seen, whole = read_picture(path), painted(200, 150)
        for y in range(150):
            for x in range(200):
                hidden = 20 <= x < 60 and 30 <= y < 80
                self.assertEqual(seen.at(x, y), (1, 2, 3) if hidden else whole.at(x, y))


if __name__ == "__main__":
    unittest.main()
