"""Random layouts of windows that change while Peekaboo takes pictures of them: no picture may show another window's pixels.

Each window has one colour, which its title tells, so that each picture is judged by itself. A desktop brings what moves them:
`shuffle(random, shown)`, with the process of the windows.
"""
import os
import subprocess
import threading
from random import Random

from support import APPLICATIONS, wait_until

COLOURS = ["ff0000", "00ff00", "0000ff", "ffff00", "00ffff", "ff00ff"]
# Compares each picture with itself filled by the colour that the window's title tells.
SCRIPT = """
local screen, window, fs = require "screen", require "window", require "fs"
local function judged(each)
  local picture = screen.capture("window", { id = each.id })
  local red, green, blue = each.title:match "^(..)(..)(..)$"
  local color = { red = tonumber(red, 16), green = tonumber(green, 16), blue = tonumber(blue, 16) }
  local filled = picture:mask({ { x = 0, y = 0, width = picture.width, height = picture.height } }, { color = color })
  return picture:compare(filled).equal and "exact" or "foreign"
end
local i = 0
while not fs.exists "enough" do
  i = i + 1
  local shown = window.list()
  local each = shown[i % math.max(1, #shown) + 1]
  local fine, said = pcall(judged, each or {})
  print(fine and said or type(said) == "table" and said.code or tostring(said))
end
"""


def reopen(random, shown):
    """Has a window closed, and opened anew."""
    shown.stdin.write(f"{random.randrange(len(COLOURS))}\n")
    shown.stdin.flush()


class RandomLayouts:
    """For a DesktopTest. `PROGRAM` opens the windows."""

    PROGRAM = "solid_native.py"
    LAYOUTS = 500
    # So many layouts may pass for each picture: where pictures take long, the layouts wait for them.
    FOR_EACH_PICTURE = 2

    def opened(self):
        shown = subprocess.Popen([os.path.join(APPLICATIONS, self.PROGRAM), *COLOURS], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True, env={**os.environ, "GDK_BACKEND": "wayland"})
        self.addCleanup(shown.stdout.close)
        self.addCleanup(shown.wait)
        self.addCleanup(shown.stdin.close)
        self.addCleanup(shown.kill)
        self.assertEqual(shown.stdout.readline(), "ready\n")
        return shown

    def test_no_window_shows_another_ones_pixels(self):
        shown = self.opened()
        eye = subprocess.Popen([os.environ["PEEKABOO"], "run", "-e", SCRIPT], stdout=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(eye.stdout.close)
        self.addCleanup(eye.wait)
        self.addCleanup(eye.kill)
        said = []
        reader = threading.Thread(target=lambda: said.extend(line.strip() for line in eye.stdout))
        reader.start()
        random = Random(19)
        for layout in range(self.LAYOUTS):
            self.shuffle(random, shown)
            wait_until("the next picture", lambda count=layout: len(said) >= count // self.FOR_EACH_PICTURE or eye.poll() is not None)
        open(os.path.join(self.folder, "enough"), "w").close()
        reader.join()
        counts = {each: said.count(each) for each in set(said)}
        print(f"{self.LAYOUTS} layouts: {counts}")
        self.assertLessEqual(set(counts), {"exact", "WINDOW_NOT_FOUND", "CAPTURE_FAILED"}, counts)
        self.assertGreater(counts["exact"], self.LAYOUTS // self.FOR_EACH_PICTURE // 3, counts)
