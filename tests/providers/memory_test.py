#!/usr/bin/python3
"""Small files that are large pictures: however many a client names at once, the server's memory is bounded."""
import os
import re
import struct
import sys
import threading
import unittest
import zlib

from service import Service, says
from world import PEEKABOO, World

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

AT_ONCE = 8
MOST = 450 << 10  # kB: the budget of 256 MB, and what the program and its files take beside it
PATIENCE = 120


def gray_png(width, height):
    """A picture of one colour, which is a small file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    packer = zlib.compressobj()
    row = bytes(1 + width)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def status(process, name):
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.M).group(1))


class LargePictures(World):
    def setUp(self):
        super().setUp()
        self.large = self.write("large.png", gray_png(5000, 4000))
        self.assertLess(os.path.getsize(self.large), 30_000)

    def start(self, service):
        client = Client(PEEKABOO, self.environment("ollama", service, PEEKABOO_CLI_TIMEOUT=str(PATIENCE * 1000)))
        self.addCleanup(client.end)
        return client

    def test_pixels_are_gone_while_a_provider_takes_its_time(self):
        answer = threading.Event()

        def late(handler, request):
            answer.wait(PATIENCE)
            says()(handler, request)
        with Service(late) as service:
            client = self.start(service)
            self.addCleanup(answer.set)
            calls = [client.tool("analyze", image_path=self.large, question="?") for _ in range(AT_ONCE)]
            for _ in calls:
                service.wait_for_post()  # each has come as far as the provider, so none held another back
            self.assertLess(status(client.process.pid, "VmHWM"), MOST)
            self.assertLess(status(client.process.pid, "RssAnon"), 200 << 10)
            answer.set()
            self.assertEqual([call.done.wait(PATIENCE) and call.code() for call in calls], [""] * AT_ONCE)

    def test_more_than_forty_megapixels_are_refused(self):
        path = self.write("huge.png", gray_png(8000, 5001))
        with Service() as service:
            client = self.start(service)
            before = status(client.process.pid, "VmHWM")
            call = client.tool("analyze", image_path=path, question="?")
            self.assertIn("the limit is 40000000", call.text())
            self.assertLess(status(client.process.pid, "VmHWM") - before, 100 << 10)


if __name__ == "__main__":
    unittest.main()
