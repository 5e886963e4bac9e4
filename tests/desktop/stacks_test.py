#!/usr/bin/python3
"""Property test: random stacks of windows of several applications, captured while they are moved and raised.

Every picture is right to the pixel or a coded error with its reason. PEEKABOO_TEST_SEED repeats a run.
"""
import os
import random
import threading
import time
import unittest

from Xlib import X, display

from session_client import Session
from support import DesktopTest, painted, read_picture

COMPOSITED = os.environ.get("COMPOSITED") == "1"
SECONDS = 8
BEYOND = 60  # how far a window is moved over the left or the upper edge
SMALLEST = BEYOND + 10  # so that some of it stays on the screen
KINDS = ([], ["--no-pings"], ["--slow", "0.02"], [], ["--no-pings"], [])


class Mover(threading.Thread):
    """Throws windows about by requests of its own until it is stopped."""

    def __init__(self, ids, seed):
        super().__init__()
        self.display = display.Display()
        self.windows = [self.display.create_resource_object("window", window_id) for window_id in ids]
        self.random = random.Random(seed)
        self.ending = threading.Event()

    def run(self):
        while not self.ending.wait(self.random.uniform(0, 0.08)):
            for _ in range(self.random.randint(1, 6)):
                window = self.random.choice(self.windows)
                if self.random.random() < 0.4:
                    window.configure(stack_mode=self.random.choice((X.Above, X.Above, X.Below)))
                else:
                    window.configure(x=self.random.randint(-BEYOND, 900), y=self.random.randint(-BEYOND, 600))
            self.display.sync()
        self.display.close()

    def stop(self):
        self.ending.set()
        self.join()


class Stacks(DesktopTest):
    def test_never_the_wrong_pixels(self):
        seed = int(os.environ.get("PEEKABOO_TEST_SEED", random.randrange(10 ** 9)))
        print(f"PEEKABOO_TEST_SEED={seed}", flush=True)
        chance = random.Random(seed)
        windows = []
        for number, options in enumerate(KINDS):
            width, height = (chance.randint(SMALLEST, longest) for longest in (260, 200))
            place = f"{width}x{height}+{chance.randint(0, 500)}+{chance.randint(30, 300)}"
            process, window_id = self.painter("--seed", str(number), "--class", f"Paint{number}", "--geometry", place, *options)
            windows.append((process.pid, window_id, painted(width, height, number)))
        session = Session(self, PEEKABOO_CLI_TIMEOUT="4000")
        right, refused = self.capture_all(session, windows, chance, seed)
        print(f"{right} right, {refused} refused", flush=True)
        self.assertGreater(right, 3 * refused)
        self.assertGreater(right, 10)
        if not COMPOSITED:
            for _, window_id, _ in windows:
                self.assertFalse(self.redirected(window_id), "Composite was not undone")

    def capture_all(self, session, windows, chance, seed):
        mover = Mover([window_id for _, window_id, _ in windows], seed)
        mover.start()
        right = refused = 0
        try:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                pid, _, expected = chance.choice(windows)
                path = os.path.join(self.folder, "shot.png")
                call = session.tool("image", app_target=f"PID:{pid}", path=path)
                if call.code():
                    self.assertIn(call.code(), ("CAPTURE_FAILED", "TIMEOUT"), call.text())
                    self.assertIn("reason", call.text())
                    refused += 1
                    continue
                saved = call.result()["saved_files"][0]["path"]
                self.same(read_picture(saved), expected)
                os.unlink(saved)
                right += 1
        finally:
            mover.stop()
        return right, refused

    @staticmethod
    def redirected(window_id):
        """By the server's word: only a redirected window has a pixmap that can be named."""
        connection = display.Display()
        connection.composite_query_version()
        errors = []
        connection.set_error_handler(lambda error, request: errors.append(error))
        connection.create_resource_object("window", window_id).composite_name_window_pixmap()
        connection.sync()
        connection.close()
        return not errors


if __name__ == "__main__":
    unittest.main(verbosity=2)
