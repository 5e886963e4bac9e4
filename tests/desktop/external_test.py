#!/usr/bin/python3
"""The server with our own command line as its external one: the same answers, the same pictures."""
import base64
import os
import re
import subprocess
import sys
import unittest

from support import HERE, PEEKABOO, DesktopTest, from_ppm, geometry, output, painted, see_screen, settled, text_of, windows, wait_until

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402


class External(DesktopTest):
    def serve(self, **variables):
        return Client(PEEKABOO, dict(os.environ, TMPDIR=self.temporary, **variables))

    def both(self, name, **arguments):
        """The result in this process and by the external command line."""
        results = []
        for variables in ({}, {"PEEKABOO_CLI_PATH": os.path.realpath(PEEKABOO)}):
            client = self.serve(**variables)
            try:
                results.append(client.tool(name, **arguments).result())
            finally:
                self.assertEqual(client.end(), 0)
        return results

    def picture(self, result):
        (part,) = [part for part in result["content"] if part["type"] == "image"]
        png = base64.b64decode(part["data"])
        return from_ppm(output("convert", "png:-", "+set", "comment", "-depth", "8", "ppm:-", input=png))

    def test_lists_are_the_same(self):
        process, _ = self.painter("--title", "Budget", "--class", "Studio", "--count", "2")
        wait_until("both windows", lambda: len(windows()) >= 2)
        own, external = self.both("list")
        self.assertEqual(external["application_list"], own["application_list"])
        self.assertEqual(external["content"], own["content"])
        own, external = self.both("list", app=f"PID:{process.pid}", include_window_details=["ids", "bounds", "off_screen"])
        self.assertEqual(external["window_list"], own["window_list"])
        self.assertEqual(external["content"], own["content"])

    def test_a_window_inline(self):
        process, _ = self.painter("--geometry", "200x100+30+40", "--title", "One")
        own, external = self.both("image", app_target=f"PID:{process.pid}:WINDOW_INDEX:0")
        self.same(self.picture(external), painted(200, 100))
        self.same(self.picture(external), self.picture(own))
        self.assertEqual(external["saved_files"], [])

    def test_regions_scales_and_limits(self):
        process, window_id = self.painter("--geometry", "200x100+30+40", "--title", "One")
        place = geometry(window_id)
        region = {"x": place["x"] + 20, "y": place["y"] + 10, "width": 50, "height": 40}
        for arguments in ({"region": region}, {"scale": 0.5}, {"max_width": 100}, {"region": region, "scale": 0.5}):
            with self.subTest(arguments):
                own, external = self.both("image", app_target=f"PID:{process.pid}:WINDOW_INDEX:0", **arguments)
                self.assertEqual(external["images"], own["images"])
                self.assertEqual([part.get("text") for part in external["content"]],
                                 [part.get("text") for part in own["content"]])
                self.same(self.picture(external), self.picture(own))
        path = os.path.join(self.folder, "part.png")
        _, external = self.both("image", app_target=f"PID:{process.pid}:WINDOW_INDEX:0", region=region, path=path,
                                overwrite=True)
        self.same(from_ppm(output("convert", path, "+set", "comment", "-depth", "8", "ppm:-")),
                  painted(200, 100).part(20, 10, 50, 40))
        self.assertEqual(external["saved_files"][0]["origin"], {"x": region["x"], "y": region["y"]})

    def test_several_windows_to_a_file(self):
        process = self.start("painter.py", "--count", "2", "--title", "Two")
        self.ready(process)
        path = os.path.join(self.folder, "shot.png")
        client = self.serve(PEEKABOO_CLI_PATH=os.path.realpath(PEEKABOO))
        result = client.tool("image", app_target=f"PID:{process.pid}", path=path).result()
        self.assertEqual(client.end(), 0)
        names = sorted(os.path.basename(row["path"]) for row in result["saved_files"])
        self.assertEqual(len(names), 2)
        for name in names:
            self.assertRegex(name, r"^shot_.*_window_[01]_.*\.png$")
        self.assertEqual(sorted(os.listdir(self.folder)), names)

    def test_a_screen(self):
        path = os.path.join(self.folder, "screen.png")
        seen = settled(see_screen)
        client = self.serve(PEEKABOO_CLI_PATH=os.path.realpath(PEEKABOO))
        result = client.tool("image", app_target="screen:0", path=path).result()
        self.assertEqual(client.end(), 0)
        self.assertEqual([row["path"] for row in result["saved_files"]], [path])
        self.same(from_ppm(output("convert", path, "+set", "comment", "-depth", "8", "ppm:-")), seen)

    def test_failures_come_through(self):
        own, external = self.both("image", app_target="NoSuchApplication")
        for result in (own, external):
            self.assertTrue(result["isError"])
            self.assertEqual(result["_meta"]["backend_error_code"], "APP_NOT_FOUND")
        self.assertEqual(external["content"], own["content"])
        own, external = self.both("image", app_target="screen:9", path=os.path.join(self.folder, "x.png"))
        self.assertEqual(external["_meta"]["backend_error_code"], "DISPLAY_NOT_FOUND")
        self.assertEqual(external["content"], own["content"])

    def test_nothing_stays_running(self):
        client = self.serve(PEEKABOO_CLI_PATH=os.path.realpath(PEEKABOO))
        client.tool("list").result()
        children = text_of("ps", "--ppid", str(client.process.pid), "-o", "pid=,comm=") if self.has_children(client) else ""
        self.assertIsNone(re.search("peekaboo", children), children)
        self.assertEqual(client.end(), 0)

    @staticmethod
    def has_children(client):
        return subprocess.run(["ps", "--ppid", str(client.process.pid)], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
