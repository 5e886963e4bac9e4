"""A clock for tests that measure how long something takes. It counts only time in which this process could run, so that
neither a pause of the machine nor much of its load makes a test fail."""
import threading
import time

STEP = 0.02  # seconds between two looks at the clock
MOST = 0.1  # seconds that count of a step


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.total = 0.0
        self.last = time.monotonic()
        self.lock = threading.Lock()
        self.start()

    def now(self):
        with self.lock:
            now = time.monotonic()
            self.total += min(now - self.last, MOST)
            self.last = now
            return self.total

    def run(self):
        while True:
            time.sleep(STEP)
            self.now()


now = Clock().now
