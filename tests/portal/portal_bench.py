"""What tests of peekaboo-portal share: a mock portal on a bus of its own."""
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "rig"))
from waiting import wait_until  # noqa: E402

HELPER = os.environ["PEEKABOO_PORTAL"]
KNOWN = "known-token"


class PortalTest(unittest.TestCase):
    """A bus, a mock portal and a helper of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="portal.")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.token = os.path.join(self.folder, "state", "peekaboo", "screens.token")
        self.socket = os.path.join(self.folder, "portal.sock")
        self.bus = "unix:path=" + os.path.join(self.folder, "bus")
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.bus, "XDG_RUNTIME_DIR": self.folder,
                            "XDG_STATE_HOME": os.path.join(self.folder, "state")}
        # Without services: what is not on the bus is not started either.
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f"<busconfig><type>session</type><listen>{self.bus}</listen><policy context='default'>"
                       "<allow send_destination='*' eavesdrop='true'/><allow eavesdrop='true'/><allow own='*'/></policy></busconfig>")
        self.daemon = self.run_beside("dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile")
        wait_until("the bus", lambda: os.path.exists(os.path.join(self.folder, "bus")))
        self.addCleanup(self.end_helper)
        self.mock = None

    def run_beside(self, *words, **options):
        process = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, **options)

        def end():
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()

        self.addCleanup(end)
        return process

    def helpers(self):
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if len(words) > 1 and words[1] == self.socket.encode():
                found.append(int(number))
        return found

    def end_helper(self):
        for process in self.helpers():
            os.kill(process, signal.SIGKILL)
        wait_until("the helper's end", lambda: not self.helpers())

    def portal(self, behaviour="grant"):
        self.mock = self.run_beside(os.path.join(HERE, "mock_portal.py"), behaviour, stdout=subprocess.PIPE, text=True)
        self.assertEqual(self.mock.stdout.readline(), "ready\n")

    def said(self):
        """All that the portal was asked."""
        self.mock.kill()
        return self.mock.stdout.read().splitlines()

    def store(self, token=KNOWN, name="screens"):
        os.makedirs(os.path.dirname(self.token), exist_ok=True)
        with open(self.token_of(name), "w", encoding="ascii") as file:
            file.write(token)

    def token_of(self, name):
        return os.path.join(os.path.dirname(self.token), name + ".token")

    def stored(self, name="screens"):
        with open(self.token_of(name), encoding="ascii") as file:
            return file.read()

    def start_helper(self):
        subprocess.run([HELPER, self.socket], env=self.environment, check=True, timeout=30)

    def send(self, seconds=10, **fields):
        link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.addCleanup(link.close)
        if not self.helpers():
            self.start_helper()
        link.connect(self.socket)
        link.settimeout(60)
        fields = {"bus": self.bus, "deadline": time.monotonic_ns() + int(seconds * 1e9), **fields}
        link.send(b"".join(f"{name}={value}\0".encode() for name, value in fields.items()))
        return link

    def ask(self, seconds=10, **fields):
        answer = self.send(seconds, **fields).recv(4096)
        return dict(part.split("=", 1) for part in answer.decode().split("\0") if part)
