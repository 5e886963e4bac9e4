#!/usr/bin/python3
"""A server that has made a thousand captures of a 4K screen is as small as after the first few."""
import os
import re
import sys
import unittest

from support import HERE, PEEKABOO, DesktopTest

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

FRAME = 3840 * 2160 * 4 / 2**20  # MiB
KEPT = 16  # MiB of pictures that stay readable as resources for a while
BUFFERS = 12  # MiB: strips on their way, and what the allocator keeps between them
DRIFT = 4  # MiB that pages come and go by
COLLECTED = 50  # captures in which Lua collects at least once


class Memory(DesktopTest):
    def setUp(self):
        super().setUp()
        for i in range(3):
            self.terminal(f"Terminal {i}", *(f"{i} {line} The quick brown fox jumps over the lazy dog" for line in range(20)))
        self.client = Client(PEEKABOO, dict(os.environ, TMPDIR=self.temporary))
        self.addCleanup(self.client.end)
        self.client.tool("list", item_type="screens").result()
        self.idle = self.resident()

    def resident(self):
        with open(f"/proc/{self.client.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) / 1024

    def after(self, count, **arguments):
        """The least there is after one of the last captures: what scripts leave behind is collected now and then."""
        sizes = []
        for _ in range(count):
            result = self.client.tool("image", app_target="screen:0", **arguments).result()
            self.assertFalse(result.get("isError"), result)
            sizes.append(self.resident())
        return min(sizes[-COLLECTED:])

    def test_a_thousand_captures(self):
        path = os.path.join(self.folder, "screen.png")
        early = self.after(100, path=path)
        late = self.after(900, path=path)
        self.assertLess(late, early + DRIFT)
        self.assertLess(late, self.idle + FRAME + BUFFERS)

    def test_captures_that_need_their_pixels(self):
        kinds = [{"path": os.path.join(self.folder, name), **more}
                 for name, more in (("a.jpg", {}), ("b.png", {"max_width": 1000}), ("c.png", {"scale": 0.5}),
                                    ("d.png", {"max_bytes": 100000}))]
        early = max(self.after(10, **kind) for kind in kinds)
        late = max(self.after(20, **kind) for kind in kinds)
        self.assertLess(late, early + 2 * DRIFT)
        self.assertLess(late, self.idle + FRAME + KEPT + 2 * BUFFERS)


if __name__ == "__main__":
    unittest.main()
