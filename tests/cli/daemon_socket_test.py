#!/usr/bin/python3
"""The daemon's socket: who may talk to it, what bad clients do to it, and that there is one daemon."""
import json
import os
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from daemon import PATIENCE, PEEKABOO, Home, wait_until  # noqa: E402


class Socket(unittest.TestCase):
    def setUp(self):
        self.home = Home(self)

    def test_it_is_for_the_owner_alone(self):
        self.home.start()
        for path, mode in (("", 0o700), ("/daemon.sock", 0o600), ("/daemon.lock", 0o600)):
            self.assertEqual(stat.S_IMODE(os.lstat(self.home.runtime + "/peekaboo" + path).st_mode), mode)

    def test_another_user_is_turned_away(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be somebody else")
        daemon = self.home.start()
        for path in (self.home.folder, self.home.runtime, self.home.runtime + "/peekaboo", self.home.socket):
            os.chmod(path, 0o777)  # what the permissions would have kept out
        program = ("import os, socket, sys; os.setgid(65534); os.setuid(65534); s = socket.socket(socket.AF_UNIX); "
                   "s.connect(sys.argv[1]); s.settimeout(20); sys.stdout.write(repr(s.recv(100)))")
        other = subprocess.run([sys.executable, "-c", program, self.home.socket], capture_output=True, text=True,
                               timeout=PATIENCE)
        self.assertEqual(other.stdout, "b''", other.stderr)
        self.assertEqual(daemon.wait_for_line("another user")["uid"], 65534)

    def test_garbage_is_answered_with_an_error(self):
        daemon = self.home.start()
        for bad in (b"garbage\n", b"[1]\n", b"{}\n", b'{"command": "dance"}\n', b'{"command": "reload", "name": 7}\n',
                    b"x" * 10000 + b"\n", b"\xff\xfe\x00\n", b'{"command": ' + b"[" * 3000 + b"\n"):
            with daemon.connect() as connection:
                connection.sendall(bad)
                answer = json.loads(connection.makefile().readline())
                self.assertEqual(answer["error"]["code"], "INVALID_ARGUMENT", bad[:40])
        self.assertEqual(daemon.rows(), {})

    def test_silent_clients_do_not_keep_others_out(self):
        daemon = self.home.start()
        silent = [daemon.connect() for _ in range(40)]
        daemon.wait_until(lambda: self.answers(daemon))  # in ten seconds their time is over
        for connection in silent:
            self.assertIn(connection.recv(1000)[:1], (b"", b"{"))
            connection.close()

    def answers(self, daemon):
        try:
            return daemon.ask(command="status") != []
        except OSError:
            return False

    def test_connections_leave_nothing_behind(self):
        daemon = self.home.start()

        def descriptors():
            return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))
        before = descriptors()
        for _ in range(300):
            daemon.rows()
        daemon.wait_until(lambda: descriptors() <= before + 4)  # that of the question itself

    def test_clients_that_go_early(self):
        daemon = self.home.start()
        for _ in range(100):
            with daemon.connect() as connection:
                connection.sendall(b'{"command": "logs", "follow": true}\n')
        self.assertEqual(daemon.rows(), {})

    def test_a_second_daemon_says_who_is_there(self):
        daemon = self.home.start()
        second = self.home.run("daemon")
        self.assertEqual(second.returncode, 17)
        self.assertIn(f"process {daemon.process.pid}", second.stderr)
        self.assertEqual(daemon.rows(), {})

    def test_of_twenty_at_once_one_stays(self):
        crowd = [subprocess.Popen([PEEKABOO, "daemon"], env=self.home.environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) for _ in range(20)]
        try:
            wait_until("one is left", lambda: sum(each.poll() is None for each in crowd) < 2, PATIENCE)
            left = [each for each in crowd if each.poll() is None]
            self.assertEqual(len(left), 1)
            self.assertEqual({each.returncode for each in crowd if each is not left[0]}, {17})
            self.assertEqual(json.loads(self.home.run("daemon", "status", "--json-output").stdout)["data"]["pid"], left[0].pid)
        finally:
            for each in crowd:
                each.terminate()
                each.wait(PATIENCE)

    def test_the_socket_of_a_killed_one_is_replaced(self):
        first = self.home.start()
        first.process.kill()
        first.process.wait()
        self.assertTrue(os.path.exists(self.home.socket))
        self.assertEqual(self.home.run("daemon", "status").returncode, 17)
        second = self.home.start()
        second.wait_until(lambda: self.answers(second))
        self.assertEqual(second.end(), 0)
        self.assertFalse(os.path.exists(self.home.socket))


if __name__ == "__main__":
    unittest.main()
