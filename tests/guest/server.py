"""A server that runs guest scripts, for the tests in this folder."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
import mcp_client  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
CLOCK = 30  # seconds until a state that is waited for counts as missing


def environment(home, **more):
    return {"PATH": os.environ["PATH"], "HOME": home, "TMPDIR": home, "XDG_CONFIG_HOME": home,
            "PEEKABOO_ENABLE_RUN_SCRIPT": "true", **more}


class Served(unittest.TestCase):
    """Tests that share one server."""

    variables = {}  # of its environment, besides the usual ones

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.client = mcp_client.Client(PEEKABOO, environment(cls.home.name, **cls.variables))

    @classmethod
    def tearDownClass(cls):
        status = cls.client.end()
        cls.home.cleanup()
        assert status == 0, f"the server ended with {status}"

    def run_script(self, script, **more):
        return self.client.tool("run_script", script=script, **more)

    def value(self, script, **more):
        call = self.run_script(script, **more)
        self.assertEqual(call.code(), "", call.text())
        return call.result().get("value")

    def refused(self, script, code, *words, **more):
        call = self.run_script(script, **more)
        self.assertEqual(call.code(), code, call.text())
        for word in words:
            self.assertIn(word, call.text())
        return call
