"""What the tests of services share: tools of a server, processes of this desktop by their program, buses without
services."""
import json
import os
import signal
import subprocess
import time

from session_client import Session
from support import DesktopTest, text_of, wait_until

BARE_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>"""
AT_ONCE = 1.0  # seconds, on a machine that others use too; the benchmark has the exact bar
IN_TIME = 4.0


def mine(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return f"RIG_ID={os.environ['RIG_ID']}".encode() in file.read().split(b"\0")
    except OSError:
        return False


def processes(program):
    """The processes of this desktop that run a program."""
    run = subprocess.run(["pgrep", "-f", program], capture_output=True, text=True, timeout=60)
    return [int(pid) for pid in run.stdout.split() if int(pid) != os.getpid() and mine(pid)]


def process(program):
    found = processes(program)
    assert len(found) == 1, f"{program}: {found}"
    return found[0]


def busctl(*words, bus="--user"):
    return text_of("busctl", bus, "--timeout=5", "--json=short", *words)


class ServicesTest(DesktopTest):
    TOOLSETS = "automation"
    ENVIRONMENT = {}

    def setUp(self):
        super().setUp()
        self.session = self.open()

    def open(self, **environment):
        return Session(self, PEEKABOO_TOOLSETS=self.TOOLSETS, **{**self.ENVIRONMENT, **environment})

    def answer(self, tool, session=None, **arguments):
        return (session or self.session).request("tools/call", name=tool, arguments=arguments).result()

    def does(self, tool, session=None, **arguments):
        """The answer of a tool that succeeds: the text and structured content hold the same."""
        result = self.answer(tool, session, **arguments)
        self.assertNotIn("isError", result, result["content"])
        value, structured = json.loads(result["content"][0]["text"]), result["structuredContent"]
        self.assertEqual(structured, value if isinstance(value, dict) else {"result": value})
        return value

    def refused(self, code, tool, session=None, reason=None, **arguments):
        """The text of a failure, which says what helps, or which argument is wrong."""
        result = self.answer(tool, session, **arguments)
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], code, result["content"])
        if reason:
            self.assertEqual(result["_meta"]["error_details"]["reason"], reason)
        text = result["content"][0]["text"]
        self.assertTrue(len(text.splitlines()) > 1 or text.startswith("Invalid arguments"), text)
        return text

    def timed(self, most, function, *arguments, **named):
        began = time.monotonic()
        result = function(*arguments, **named)
        self.assertLess(time.monotonic() - began, most)
        return result

    def undone(self, told):
        """What the call gives that an act names for undoing it."""
        undo = told["undo"]
        return self.does(undo["tool"], **undo["arguments"])

    def stopped(self, pid):
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(os.kill, pid, signal.SIGCONT)

    def bare_bus(self):
        """A bus on which nobody offers anything; its address."""
        path = os.path.join(self.folder, "bus")
        with open(path + ".conf", "w", encoding="utf-8") as file:
            file.write(BARE_BUS.format(path=path))
        daemon = subprocess.Popen(["dbus-daemon", f"--config-file={path}.conf", "--nofork", "--nopidfile"],
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        wait_until("the bus", lambda: os.path.exists(path))
        return "unix:path=" + path
