"""A pseudo terminal for tests: what a person would type, and what they would see."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

PATIENCE = 30
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>()][B0]?|[\x0e\x0f]")


class Terminal:
    """A program on a pseudo terminal of its own, which it controls."""

    def __init__(self, words, folder, environment, columns=100, rows=40):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment,
                                        start_new_session=True, preexec_fn=self.take_terminal)
        os.close(slave)
        self.seen = ""

    @staticmethod
    def take_terminal():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, pattern):
        end = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.seen)
            if found:
                self.seen = self.seen[found.end():]
                return found
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.master], [], [], left)[0]:
                raise AssertionError(f"waited for {pattern!r}, saw {self.seen[-2000:]!r}")
            read = os.read(self.master, 65536).decode("utf-8", "replace")
            self.seen = CONTROL.sub("", self.seen + read)

    def status(self):
        """The exit status, once the program has ended by itself."""
        while select.select([self.master], [], [], PATIENCE)[0]:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        return self.process.wait(PATIENCE)

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
