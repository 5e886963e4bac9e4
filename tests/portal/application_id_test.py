#!/usr/bin/python3
"""The application id for which the portal keeps what a person has allowed: that of Peekaboo, whoever started it."""
import os
import signal
import subprocess
import unittest

from portal_bench import HERE, PortalTest


class ApplicationId(PortalTest):
    def systemd(self):
        mock = self.run_beside(os.path.join(HERE, "mock_systemd.py"), stdout=subprocess.PIPE, text=True)
        self.assertEqual(mock.stdout.readline(), "ready\n")
        return mock

    def test_the_portal_is_told_before_anything_else(self):
        self.portal("registry")
        self.assertEqual(self.ask(do="ask"), {"state": "given"})
        self.assertEqual(self.said()[:2], ["Register org.peekaboo.Peekaboo", "CreateSession"])

    def test_systemd_is_asked_for_a_scope_of_that_name(self):
        systemd = self.systemd()
        self.portal("registry")
        self.assertEqual(self.ask(do="state"), {"state": "needs consent"})
        pid = self.helpers()[0]
        self.assertEqual(systemd.stdout.readline(), f"StartTransientUnit app-org.peekaboo.Peekaboo-{pid}.scope {pid}\n")
        # It gave none, and all goes on.
        self.assertEqual(self.ask(do="ask"), {"state": "given"})
        self.assertIn("CreateSession", self.said())

    def test_a_systemd_that_says_nothing_costs_half_a_second(self):
        systemd = self.systemd()
        self.portal()
        os.kill(systemd.pid, signal.SIGSTOP)
        self.assertEqual(self.ask(3, do="ask"), {"state": "given"})


if __name__ == "__main__":
    unittest.main()
