"""Waiting for a state that somebody else brings about."""
import time

PATIENCE = 30  # seconds until a state that is waited for counts as missing


def wait_until(what, probe, seconds=PATIENCE):
    """Polls `probe` until it gives something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        found = probe()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.01)
