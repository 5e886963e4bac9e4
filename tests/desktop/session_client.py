"""`peekaboo mcp` in the desktop of a test, with many calls to one server."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402


class Session(Client):
    def __init__(self, test, capabilities=None, answer=None, **extra):
        environment = {**os.environ, "TMPDIR": test.temporary, "PEEKABOO_MAX_IMAGE_BYTES": "0", **extra}
        super().__init__(os.environ["PEEKABOO"], environment, capabilities, answer)
        test.addCleanup(self.end)
