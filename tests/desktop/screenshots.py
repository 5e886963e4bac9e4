"""The screenshot tools over MCP. Every answer is held to its form; pictures are read by Pillow."""
import base64
import datetime
import io
import json
import os
import random
import sys
import tempfile

import PIL.Image
from support import HERE, PEEKABOO, DesktopTest, Picture

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

CASES = 100  # of each property, at least
FORMATS = ("png", "jpeg", "webp", "bmp")
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
print(f"SEED={SEED}", file=sys.stderr)


def picture_of(data, kind):
    """A picture file's pixels, once it is of that kind."""
    with PIL.Image.open(io.BytesIO(data), formats=[kind]) as image:
        return Picture(image.width, image.height, image.convert("RGB").tobytes())


def rectangle(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


class Answer:
    """A tool's result: its JSON, and its picture if it has one."""

    def __init__(self, result):
        self.result = result
        self.told = json.loads(result["content"][0]["text"])
        self.images = [part for part in result["content"] if part["type"] == "image"]

    @property
    def facts(self):
        return self.told["metadata"]

    @property
    def error(self):
        return self.told["error"]

    def data(self):
        return base64.b64decode(self.images[0]["data"], validate=True)

    def picture(self):
        if not self.images:
            with open(self.told["filePath"], "rb") as file:
                return picture_of(file.read(), self.facts["format"])
        return picture_of(self.data(), self.facts["format"])


class ScreenshotTest(DesktopTest):
    """Has one server, and random numbers that SEED repeats."""

    environment = {}

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.saves = tempfile.mkdtemp(prefix="saves.", dir=os.environ["HOME"])  # where clients may save
        self.serve()

    def serve(self, **variables):
        environment = {**os.environ, "TMPDIR": self.temporary, "PEEKABOO_TOOLSETS": "core,screenshot", **self.environment, **variables}
        self.client = Client(PEEKABOO, environment)
        self.addCleanup(self.client.end)

    def call(self, tool, **arguments):
        """Feature: mcp-screenshot, Property 23: Response structure consistency."""
        answer = Answer(self.client.tool(f"screenshot_{tool}", **arguments).result())
        told, result = answer.told, answer.result
        failed = told["status"] == "error"
        self.assertIn(told["status"], ("success", "error"))
        self.assertEqual(result.get("isError", False), failed)
        # Hosts that see structured content see nothing else.
        if answer.images:
            self.assertNotIn("structuredContent", result)
        else:
            # The registry adds what it ignored as a text of its own.
            ignored = [part["text"] for part in result["content"][1:]]
            messages = {"messages": told["messages"] + ignored} if ignored else {}
            self.assertEqual(result["structuredContent"], told | messages)
        if failed:
            self.assertGreater(len(told["error"]["message"]), 5)
            self.assertRegex(told["error"]["code"], r"^[A-Z_]+$")
            self.assertRegex(result["_meta"]["backend_error_code"], r"^[A-Z_]+$")
        return answer

    def shot(self, tool, **arguments):
        """The answer of a capture that succeeds, complete in itself."""
        answer = self.call(f"capture_{tool}", **arguments)
        self.assertEqual(answer.told["status"], "success", answer.told)
        self.complete(answer, tool, arguments)
        return answer

    def complete(self, answer, tool, arguments):
        """Feature: mcp-screenshot, Property 5: Response structure completeness.
        Feature: mcp-screenshot, Property 24: Metadata completeness."""
        facts = answer.facts
        kind = arguments.get("format", os.path.splitext(arguments.get("savePath", ""))[1][1:].replace("jpg", "jpeg"))
        self.assertEqual(facts["format"], kind if kind in FORMATS else "png")
        self.assertEqual(answer.told["mimeType"], "image/" + facts["format"])
        self.assertGreater(facts["width"] * facts["height"], 0)
        moment = datetime.datetime.fromisoformat(facts["timestamp"])
        self.assertLess(abs((datetime.datetime.now(datetime.timezone.utc) - moment).total_seconds()), 60)
        shown = {"full": "display", "window": "window", "region": "region"}[tool]
        self.assertEqual([name for name in ("display", "window", "region") if name in facts], [shown])
        members = {"display": ("id", "name", "resolution", "position", "isPrimary"),
                   "window": ("id", "title", "processName", "pid", "bounds"),
                   "region": ("x", "y", "width", "height")}[shown]
        self.assertEqual(tuple(facts[shown]), members)
        self.assertIsInstance(facts["excludedWindows"], int)
        if "savePath" in arguments:
            self.assertEqual(answer.images, [])
            self.assertEqual(facts["fileSize"], os.path.getsize(answer.told["filePath"]))
        else:
            self.assertNotIn("filePath", answer.told)
            self.assertEqual(answer.images[0]["mimeType"], answer.told["mimeType"])
            self.assertEqual(facts["fileSize"], len(answer.data()))

    def refused(self, code, tool, **arguments):
        """The error of a call that fails."""
        answer = self.call(tool, **arguments)
        self.assertEqual(answer.told["status"], "error", answer.told)
        self.assertEqual(answer.error["code"], code, answer.told)
        return answer.error
