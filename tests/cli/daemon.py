"""A person's home with automations, and a daemon that runs them."""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
from waiting import wait_until  # noqa: E402

PEEKABOO = os.environ["PEEKABOO"]
PATIENCE = 100


def save(path, text):
    """As editors do: under another name first."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)
    return path


class Home:
    def __init__(self, test):
        self.folder = tempfile.mkdtemp(prefix="peekaboo-daemon-")
        test.addCleanup(shutil.rmtree, self.folder)
        self.test = test
        self.runtime = self.folder + "/run"
        self.automations = self.folder + "/.config/peekaboo/automations"
        self.socket = self.runtime + "/peekaboo/daemon.sock"
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                            "XDG_RUNTIME_DIR": self.runtime, "PEEKABOO_LOG_FILE": self.folder + "/log", "TZ": "UTC"}

    def save(self, name, text):
        return save(f"{self.automations}/{name}.lua", text)

    def run(self, *words, **more):
        return subprocess.run([PEEKABOO, *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE,
                              cwd=self.folder, **more)

    def start(self):
        daemon = Daemon(self)
        self.test.addCleanup(daemon.kill)
        return daemon


class Daemon:
    def __init__(self, home):
        self.home = home
        self.process = subprocess.Popen([PEEKABOO, "daemon"], env=home.environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, cwd=home.folder)
        self.seen = []
        self.wait_until(self.listens)

    def listens(self):
        if not os.path.exists(self.home.socket):
            return False
        self.connect().close()
        return True

    def wait_until(self, holds):
        def holds_yet():
            if self.process.poll() is not None:
                raise EOFError("the daemon has ended: " + self.process.stdout.read())
            try:
                return holds()
            except ConnectionRefusedError:  # its socket has a name before it listens
                return False
        try:
            wait_until("the daemon", holds_yet, PATIENCE)
        except AssertionError as late:
            raise AssertionError(f"{late}; rows are {self.rows()}") from None

    def connect(self):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(self.home.socket)
        return connection

    def ask(self, **request):
        with self.connect() as connection:
            connection.sendall(json.dumps(request).encode() + b"\n")
            return [json.loads(line) for line in connection.makefile()]

    def rows(self):
        (status,) = self.ask(command="status")
        while status.get("error", {}).get("code") == "TIMEOUT":  # a script holds it, on a busy machine
            (status,) = self.ask(command="status")
        return {row["name"]: row for row in status["automations"]}

    def wait_for(self, name, **facts):
        """Until the row of an automation has these members; a function is asked."""
        def holds():
            row = self.rows().get(name)
            return row is not None and all(
                fact(row.get(key)) if callable(fact) else row.get(key) == fact for key, fact in facts.items())
        self.wait_until(holds)
        return self.rows()[name]

    def log(self):
        return [json.loads(line) for answer in self.ask(command="logs", lines=2000) for line in answer["lines"]]

    def wait_for_line(self, word, count=1):
        """Until so many lines of the log have this word; gives the last of them."""
        found = []

        def holds():
            found[:] = [line for line in self.log() if word in line["msg"]]
            return len(found) >= count
        self.wait_until(holds)
        return found[-1]

    def end(self, number=15):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
