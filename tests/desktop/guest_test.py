#!/usr/bin/python3
"""Scripts of an AI client on a real desktop: pictures stay with the host and come back as content."""
import base64
import json
import os
import subprocess
import sys
import unittest

import support

sys.path.insert(0, os.path.join(support.HERE, "..", "guest"))
from server import Served, environment  # noqa: E402

EVERY = """
local shot = screen.capture "desktop"
local small = shot:crop { x = 0, y = 0, width = 40, height = 30 }
local done = {
  displays = #screen.displays(), changed = type(screen.changed(screen.mark(), { region = shot.origin and { x = 0, y = 0,
    width = 10, height = 10 } })), windows = #window.list(), front = window.frontmost() ~= false, apps = #app.list(),
  fit = shot:fit { scale = 0.5 }.width * 2 == shot.width, mask = shot:mask({ { x = 0, y = 0, width = 5, height = 5 } }).width,
  line = shot:outline({ x = 0, y = 0, width = 5, height = 5 }, { color = { green = 255 } }):pixel(0, 0).green,
  same = shot:compare(shot).equal, diff = #shot:diff(shot), found = shot:find(small) ~= nil, pixel = #small:pixel(0, 0) >= 0,
  text = type(small:text().text), now = time.now() > 0, clock = time.clock() > 0, year = #time.format("%Y"),
  json = json.decode(json.encode { 1 })[1],
}
task.sleep(0)
done.stable = screen.wait_stable({ x = 0, y = 0, width = 20, height = 20 }, { still = 0.1, timeout = 20 }).width
done.changed_late = try(screen.wait_change, { x = 0, y = 0, width = 20, height = 20 }, { timeout = 0.1 }) == nil
window.wait_gone { title = "No such title anywhere", timeout = 5 }
done.waited = select(2, try(window.wait, { title = "No such title anywhere", timeout = 0.1 })).code
done.no_text = select(2, try(screen.wait_text, "No such words", { timeout = 0.1 })).code
done.no_window = select(2, try(window.get, 4)).code
small:release()
return done
"""


class Guests(Served):
    @classmethod
    def setUpClass(cls):
        variables = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY", "RIG_ID") if name in os.environ}
        cls.variables = variables
        super().setUpClass()

    def test_every_function_that_is_listed_works(self):
        done = self.value(EVERY, timeout=60)
        self.assertEqual((done["displays"], done["fit"], done["same"], done["diff"], done["found"], done["year"], done["json"]),
                         (1, True, True, 0, True, 4, 1))
        self.assertEqual((done["stable"], done["changed_late"], done["waited"]), (20, True, "TIMEOUT"))
        self.assertEqual((done["line"], done["no_text"], done["no_window"]), (255, "TIMEOUT", "WINDOW_NOT_FOUND"))
        tools = self.client.request("tools/list").result()["tools"]
        (text,) = [tool["description"] for tool in tools if tool["name"] == "run_script"]
        for line in text.splitlines():
            if line.startswith("- `"):
                name = line[3:].split("(")[0].replace("image:", ":")
                self.assertTrue(name in EVERY or name == "window.focus", f"{name} is listed, but not tried here")

    def test_pictures_come_back_as_content(self):
        call = self.run_script("local s = screen.capture('desktop') return s:crop{x=8, y=9, width=64, height=48}, {s:fit{max_width=100}, 5}")
        self.assertEqual(call.code(), "", call.text())
        result = call.result()
        pictures = [block for block in result["content"] if block["type"] == "image"]
        self.assertEqual([row["width"] for row in result["images"]], [64, 100])
        self.assertEqual(result["images"][0]["origin"], {"x": 8, "y": 9})
        self.assertEqual(result["value"], [{"image": 2}, 5])
        for picture, width in zip(pictures, (64, 100), strict=True):
            data = base64.b64decode(picture["data"])
            self.assertEqual(int.from_bytes(data[16:20], "big"), width)

    def test_handles_are_neither_made_nor_used_after_their_end(self):
        for value in ("1", "'image'", "{}", "{width = 5}", "json.null", "nil"):
            with self.subTest(value):
                self.refused(f"local s = screen.capture('desktop') s.crop({value}, {{}})", "INVALID_ARGUMENT", "picture:crop")
        self.refused("local s = screen.capture('desktop') s:release() s:pixel(0, 0)", "INVALID_ARGUMENT", "released")
        self.refused("local k do local s <close> = screen.capture('desktop') k = s end k:pixel(0, 0)", "INVALID_ARGUMENT", "closed")
        self.refused("local s = screen.capture('desktop') s.width = 1", "SCRIPT_ERROR")
        self.refused("local s = screen.capture('desktop') setmetatable(s, {})", "SCRIPT_ERROR")
        self.refused("local s = screen.capture('desktop') return s:save('/tmp/peekaboo-was-here.png')", "SCRIPT_ERROR", "nil value")
        self.assertFalse(os.path.exists("/tmp/peekaboo-was-here.png"))

    def test_pictures_are_bounded(self):
        small = "screen.capture('desktop', {region = {x=0, y=0, width=20, height=20}})"
        self.assertEqual(self.value(f"local p for i = 1, 300 do p = {small} end return p.width"), 20)
        self.refused(f"local p = {{}} for i = 1, 300 do p[i] = {small} end", "INVALID_ARGUMENT", "too many images held (64)")
        self.refused(f"local p = {{}} for i = 1, 9 do p[i] = {small} end return p", "INVALID_ARGUMENT", "at most 8")

    def test_at_the_shell(self):
        done = subprocess.run([support.PEEKABOO, "call", "run_script", json.dumps({"script": "return screen.capture('desktop')"})],
                              capture_output=True, text=True, timeout=60, env=environment(self.home.name, **self.variables))
        self.assertEqual(json.loads(done.stdout)["content"][0]["mimeType"], "image/png")


if __name__ == "__main__":
    unittest.main()
