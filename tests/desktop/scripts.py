"""A user's script that runs beside a test, and says on its standard output what happens to it."""
import os
import queue
import signal
import subprocess
import tempfile
import threading

PATIENCE = 30  # seconds until a line counts as missing
MODULES = "event fs log process screen task time window".split()


class Script:
    """`peekaboo run` with all modules at hand."""

    def __init__(self, program, text, environment, folder):
        head = " ".join(f'local {name} = require "{name}"' for name in MODULES)
        descriptor, path = tempfile.mkstemp(suffix=".lua", dir=folder)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(head + "\n" + text)
        self.process = subprocess.Popen([program, "run", path], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
        self.lines = queue.Queue()
        self.seen = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, seconds=PATIENCE):
        """The next line; None at its end."""
        try:
            found = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise AssertionError(f"no line within {seconds} s; before it came {self.seen}") from None
        self.seen.append(found)
        if found is None and self.process.wait(PATIENCE) != 0:
            raise AssertionError(f"it ended with {self.process.returncode}: {self.process.stderr.read()}")
        return found

    def until(self, wanted):
        """Reads lines until `wanted` comes; gives those before it."""
        before = []
        while True:
            found = self.line()
            if found == wanted:
                return before
            if found is None:
                raise AssertionError(f"it ended without '{wanted}': {before}")
            before.append(found)

    def until_all(self, *wanted):
        """Reads lines until all of these came, in any order: triggers run independently of one another."""
        missing = set(wanted)
        while missing:
            found = self.line()
            if found is None:
                raise AssertionError(f"it ended without {missing}")
            missing.discard(found)

    def wake_ups(self):
        """How often its threads have begun to run so far."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/status", encoding="utf-8") as status:
                total += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
        return total

    def send(self, number):
        self.process.send_signal(number)

    def end(self):
        """Ends it as a person would, and gives its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.reader.join(PATIENCE)
            self.process.stdout.close()
            self.process.stderr.close()
