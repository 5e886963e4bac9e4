#!/usr/bin/python3
"""What peekaboo-portal says to Mutter for the picture of one window: a mock Mutter on a bus of its own, without PipeWire."""
import os
import signal
import subprocess
import unittest

from portal_bench import PortalTest
import awake

HERE = os.path.dirname(os.path.abspath(__file__))


class Windows(PortalTest):
    def mutter(self, behaviour="stream"):
        self.mock = self.run_beside(os.path.join(HERE, "mock_mutter.py"), behaviour, stdout=subprocess.PIPE, text=True)
        return self.mock.stdout.readline().strip()

    def window(self, shell, seconds=10, window=77):
        return self.ask(seconds, do="window", shell=shell, window=window)

    def test_it_records_that_window_without_the_pointer_and_stops(self):
        self.assertEqual(self.window(self.mutter()), {"refused": "no pipewire"})
        self.assertEqual(self.said(), ["CreateSession", "RecordWindow 77 0", "Start", "Stop"])

    def test_a_window_that_is_gone(self):
        self.assertEqual(self.window(self.mutter("gone")), {"refused": "window gone"})
        self.assertEqual(self.said()[-1], "Stop")

    def test_a_shell_that_records_nothing(self):
        self.assertEqual(self.window(self.mutter("refuse")), {"refused": "no window cast"})
        self.assertEqual(self.window(":1.999"), {"refused": "no window cast"})

    def test_only_the_shell_tells_the_stream(self):
        for behaviour in ("silent", "forged"):
            with self.subTest(behaviour=behaviour):
                begun = awake.now()
                self.assertEqual(self.window(self.mutter(behaviour), 1), {"refused": "no frame"})
                self.assertLess(awake.now() - begun, 3)
                self.assertEqual(self.said()[-1], "Stop")

    def test_a_stopped_shell_is_given_up_at_the_deadline(self):
        shell = self.mutter()
        os.kill(self.mock.pid, signal.SIGSTOP)
        begun = awake.now()
        self.assertEqual(self.window(shell, 1), {"refused": "no answer"})
        self.assertLess(awake.now() - begun, 3)
        os.kill(self.mock.pid, signal.SIGCONT)
        self.assertEqual(self.window(shell), {"refused": "no pipewire"})

    def test_requests_that_make_no_sense(self):
        shell = self.mutter()
        for fields in ({"window": 0}, {"window": -1}, {"window": 2 ** 53 + 1}, {"window": "77x"}, {"window": ""}, {"shell": ""},
                       {"shell": "org.gnome.Shell"}):
            with self.subTest(fields=fields):
                self.assertEqual(self.ask(**{"do": "window", "shell": shell, "window": 77, **fields}), {"refused": "bad request"})
        self.assertEqual(self.said(), [])


if __name__ == "__main__":
    unittest.main()
