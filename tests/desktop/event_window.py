"""A window of the rig that tells what arrives in it: tests/rig/apps/event_log.py, on Wayland."""
import os
import subprocess
import threading

from support import APPLICATIONS, settled, wait_until


class EventWindow:
    """`frame`: returns where the window with a title is, as [x, y, width, height]; None when there is none."""

    def __init__(self, test, frame, title="Event Log", *options):
        self.frame_of, self.title, self.lines = frame, title, []
        self.process = subprocess.Popen([os.path.join(APPLICATIONS, "event_log.py"), "--title", title, *options], stdout=subprocess.PIPE, text=True,
                                        stdin=subprocess.DEVNULL, env={**os.environ, "GDK_BACKEND": "wayland"})
        test.addCleanup(self.end)
        threading.Thread(target=self.read, daemon=True).start()
        wait_until("the window", lambda: "ready" in self.lines and (self.frame() or [0] * 4)[2] > 0)
        settled(self.frame)

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        wait_until("the window to go", lambda: self.frame() is None)

    def frame(self):
        return self.frame_of(self.title)

    def pad(self):
        """A place on the pad, which is at the bottom."""
        x, y, _width, height = self.frame()
        return x + 150, y + height - 50

    def told(self, *lines):
        wait_until(f"{lines}", lambda: all(line in self.lines for line in lines))

    def keys(self):
        return [line for line in self.lines if line.startswith("key")]

    def pressed(self, button):
        """Where a button was pressed on the pad, and which modifiers were held."""
        found = wait_until("the press", lambda: [line for line in self.lines if line.startswith(f"press {button} ")])
        place, held = found[0].split()[2:]
        return [int(word) for word in place.split(",")], held

    def double_clicked(self):
        wait_until("the double click", lambda: any(line.startswith("double 1 ") for line in self.lines))

    def scrolled(self, line, count):
        wait_until(f"{line} {count} times", lambda: self.lines.count(line) == count)
