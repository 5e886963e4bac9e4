#!/usr/bin/python3
"""Pictures in every format, as Pillow and Qt read them. Neither a display nor our own decoders judge."""
import os
import random
import subprocess
import sys
import tempfile
import unittest

from PIL import Image

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PyQt5.QtGui import QImage  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
CASES = 100
# Pillow's name, and how far a colour may be off: JPEG and lossy WebP only have to be near.
FORMATS = {"png": ("PNG", 0), "jpg": ("JPEG", 40), "webp": ("WEBP", 0), "bmp": ("BMP", 0)}
ENCODE = """
local fs, image = require "fs", require "image"
for name in fs.read("cases"):bytes():gmatch "%S+" do
  local picture = image.decode(fs.read(name .. ".source.png"))
  for _, format in ipairs { "png", "jpg", "webp", "bmp" } do
    fs.write(name .. "." .. format, picture:encode { format = format })
    picture:save(name .. ".saved." .. format)
  end
end
"""


def smooth(draw, width, height):
    """A picture that JPEG keeps nearly: a gradient with some blocks."""
    start, step = [draw.randrange(200) for _ in range(3)], draw.randint(0, 2)
    picture = Image.new("RGB", (width, height))
    picture.putdata([tuple(min(255, level + (x + y) * step // 8) for level in start) for y in range(height) for x in range(width)])
    return picture


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder, cls.sources, draw = cls.place.name, {}, random.Random(3)
        for case in range(CASES):
            width, height = draw.choice([(1, 1), (1, 77), (130, 1), (draw.randint(1, 90), draw.randint(1, 90))])
            cls.sources[f"case{case}"] = picture = smooth(draw, width, height)
            picture.save(os.path.join(cls.folder, f"case{case}.source.png"))
        with open(os.path.join(cls.folder, "cases"), "w", encoding="utf-8") as file:
            file.write(" ".join(cls.sources))
        with open(os.path.join(cls.folder, "encode.lua"), "w", encoding="utf-8") as file:
            file.write(ENCODE)
        environment = {**os.environ, "HOME": cls.folder, "TMPDIR": cls.folder}
        environment.pop("DISPLAY", None)
        subprocess.run([PEEKABOO, "run", "encode.lua"], check=True, timeout=120, cwd=cls.folder, env=environment)

    def file(self, name, ending):
        return os.path.join(self.folder, f"{name}.{ending}")

    # Feature: mcp-screenshot, Property 3: Format encoding correctness
    def test_pillow_reads_what_was_written(self):
        for name, source in self.sources.items():
            for ending, (kind, tolerance) in FORMATS.items():
                with self.subTest(name, format=ending, size=source.size), Image.open(self.file(name, ending)) as picture:
                    self.assertEqual((picture.format, picture.size), (kind, source.size))
                    picture.load()
                    pairs = zip(picture.convert("RGB").tobytes(), source.tobytes())
                    self.assertLessEqual(max(abs(one - other) for one, other in pairs), tolerance)

    def test_qt_reads_them_too(self):
        for name, source in self.sources.items():
            for ending in ("png", "jpg", "bmp"):
                with self.subTest(name, format=ending):
                    picture = QImage(self.file(name, ending))
                    self.assertEqual((picture.width(), picture.height()), source.size)
                    if ending == "bmp":
                        self.assertEqual(picture.pixelColor(0, 0).getRgb()[:3], source.getpixel((0, 0)))

    def test_a_saved_file_is_the_encoded_one(self):
        for name in self.sources:
            for ending in FORMATS:
                with open(self.file(name, ending), "rb") as one, open(self.file(name, "saved." + ending), "rb") as other:
                    self.assertEqual(one.read(), other.read(), (name, ending))


if __name__ == "__main__":
    sys.exit(unittest.main())
