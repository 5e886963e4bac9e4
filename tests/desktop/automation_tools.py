"""What the tests of the toolset `automation` share: answers held to the rows of their tools."""
import functools
import json
import os
import re
import subprocess

from session_client import Session
from support import PEEKABOO, DesktopTest, active_window, wait_until, windows


@functools.lru_cache(maxsize=None)
def outputs():
    """For each tool the rows under *Output* of the reference that the program prints: name → (type, whether it is always there)."""
    text = subprocess.run([PEEKABOO, "api", "--tools"], check=True, capture_output=True, text=True, timeout=60).stdout
    found = {}
    for part in re.split(r"^## `", text, flags=re.M)[1:]:
        output = part.split("### Output\n", 1)[-1].split("\n### ", 1)[0]
        rows = re.findall(r"^\| `([^`]+)` \| (.*?) \| (always)? ?\| ", output, re.M)
        found[part.split("`", 1)[0]] = {name: (kind, bool(always)) for name, kind, always in rows}
    return found


PLAIN = {"string": str, "number": (int, float), "integer": int, "boolean": bool, "record": dict, "object": dict}


def fits(value, kind):
    kind = kind.split(" (")[0]
    if kind == "any":
        return True
    if kind.startswith("list of"):
        return isinstance(value, list)
    if kind.startswith("one of"):
        return f"`{value}`" in kind
    return isinstance(value, PLAIN[kind]) and not (isinstance(value, bool) and kind != "boolean")


def faults(value, rows, prefix=""):
    """What of a record is not as its rows say."""
    own = {name[len(prefix):]: row for name, row in rows.items()
           if name.startswith(prefix) and not re.search(r"[.\[]", name[len(prefix):])}
    found = [f"{prefix}{name} is missing" for name, (_, always) in own.items() if always and name not in value]
    for name, each in value.items():
        if name not in own:
            if own:
                found.append(f"{prefix}{name} has no row")
            continue
        kind = own[name][0]
        if not fits(each, kind):
            found.append(f"{prefix}{name}: {each!r} is not {kind}")
        elif isinstance(each, dict) and kind.startswith("record"):
            found += faults(each, rows, f"{prefix}{name}.")
        elif isinstance(each, list) and kind == "list of record":
            for member in each:
                found += faults(member, rows, f"{prefix}{name}[].")
    return found


class AutomationTest(DesktopTest):
    TOOLSETS = "automation"
    TOOLKIT = "gtk3"

    def setUp(self):
        super().setUp()
        self.session = Session(self, PEEKABOO_TOOLSETS=self.TOOLSETS)

    def call(self, tool, **arguments):
        return self.session.request("tools/call", name=tool, arguments=arguments).result()

    def does(self, tool, **arguments):
        """The document's result of a tool that succeeds, held to the rows of the tool and to structured content."""
        result = self.call(tool, **arguments)
        self.assertNotIn("isError", result, result["content"])
        value = json.loads(result["content"][0]["text"])
        told = result.get("structuredContent", value)
        self.assertEqual(told.get("result", told) if not isinstance(value, dict) else told, value)
        self.assertEqual(faults(told, outputs()[tool]), [], told)
        return value

    def acts(self, tool, **arguments):
        told = self.does(tool, **arguments)
        self.assertIs(told["success"], True)
        self.assertTrue(told["message"].startswith("Done: "), told)
        return told

    def refused(self, code, tool, **arguments):
        result = self.call(tool, **arguments)
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        if code != "INVALID_ARGUMENT":
            self.assertIn("\n", result["content"][0]["text"], "a remedy follows the message")
        return result

    def acted_form(self):
        """Starts the form; returns its window."""
        self.log = f"{self.folder}/log.txt"
        self.process = self.start("acted_form.py", self.TOOLKIT, self.log)
        self.assertEqual(self.process.stdout.readline(), "ready\n")
        window = wait_until("the window", lambda: windows().get("Acted Form"))
        wait_until("the window to be active", lambda: active_window() == window)
        self.app = f"PID:{self.process.pid}"
        return window

    def happened(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as log:
            return log.read().splitlines()

    def eventually(self, line):
        wait_until(f"'{line}' in the program's log", lambda: line in self.happened())
