#!/usr/bin/python3
"""Which users of the machine `peekaboo mcp --http` serves, with real other users.

    users_test.py PEEKABOO
"""
import ctypes
import os
import platform
import socket
import struct
import subprocess
import sys
import unittest

from server import BEARER, LIMIT, LIST, TOKEN, Server, call, stateless

PEEKABOO = sys.argv.pop(1)
OWNER, OTHER, ROOT = 12345, 23456, 0

# Sends what is on stdin to a host and port as another user, and prints the answer's header.
CLIENT = """
import os, socket, sys
os.setgroups([]), os.setresgid(*[int(sys.argv[1])] * 3), os.setresuid(*[int(sys.argv[1])] * 3)
family, host, port, bound = sys.argv[2:6]
client = socket.socket(getattr(socket, family))
client.settimeout(20)
if bound: client.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, bound.encode())
client.connect((host, int(port)))
client.sendall(sys.stdin.buffer.read())
answer = b""
while b"\\r\\n\\r\\n" not in answer:
    more = client.recv(65536)
    if not more: break
    answer += more
sys.stdout.write(answer.decode("latin-1"))
"""


def ask_as(user, server, data=LIST, family="AF_INET", host=None, bound=""):
    """The answer, as text, to a request of that user."""
    run = subprocess.run([sys.executable, "-c", CLIENT, str(user), family, host or server.host, str(server.port), bound],
                         input=data, capture_output=True, timeout=LIMIT)
    if run.returncode != 0:
        raise AssertionError(run.stderr.decode())
    return run.stdout.decode("latin-1")


def refuse_netlink():
    """From now on the kernel refuses netlink sockets to this process, as some containers do."""
    number = {"x86_64": 41, "aarch64": 198}[platform.machine()]
    rows = [(0x20, 0, 0, 0), (0x15, 0, 3, number), (0x20, 0, 0, 16), (0x15, 0, 1, socket.AF_NETLINK),
            (0x06, 0, 0, 0x00050000 | 13), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *row) for row in rows))
    program = struct.pack("HxxxxxxP", len(rows), ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(38, 1, 0, 0, 0) != 0 or library.prctl(22, 2, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


class Users(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be somebody else")

    def serve(self, *words, user=OWNER, namespace=(), **more):
        before = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *namespace]
        server = Server(PEEKABOO, *words, before=before, **more)
        self.addCleanup(server.stop)
        return server

    def assert_served(self, answer):
        self.assertTrue(answer.startswith("HTTP/1.1 200 "), answer)

    def assert_refused(self, answer):
        self.assertTrue(answer.startswith("HTTP/1.1 401 "), answer)
        self.assertIn("WWW-Authenticate: Bearer", answer)
        self.assertIn("--token", answer)

    def test_the_owner_and_root_alone(self):
        server = self.serve()
        for user in (OWNER, ROOT):
            self.assert_served(ask_as(user, server))
        self.assert_refused(ask_as(OTHER, server))
        self.assertNotIn(str(OTHER), ask_as(OWNER, server))

    def test_a_server_of_root_serves_root_alone(self):
        server = self.serve(user=ROOT)
        self.assert_served(ask_as(ROOT, server))
        self.assert_refused(ask_as(OTHER, server))

    def test_ipv6(self):
        server = self.serve(address="[::1]:0")
        self.assert_served(ask_as(OWNER, server, family="AF_INET6"))
        self.assert_refused(ask_as(OTHER, server, family="AF_INET6"))

    def test_ipv4_by_an_ipv6_socket(self):
        server = self.serve()
        mapped = {"family": "AF_INET6", "host": "::ffff:127.0.0.1"}
        self.assert_served(ask_as(OWNER, server, **mapped))
        self.assert_refused(ask_as(OTHER, server, **mapped))

    def test_a_socket_bound_to_the_interface(self):
        server = self.serve()
        self.assert_served(ask_as(OWNER, server, bound="lo"))
        self.assert_refused(ask_as(OTHER, server, bound="lo"))

    def test_with_a_token_all_who_have_it(self):
        server = self.serve("--token", TOKEN)
        with_token = stateless("tools/list", fields=BEARER)
        for user in (OWNER, OTHER):
            self.assert_served(ask_as(user, server, with_token))
            self.assertTrue(ask_as(user, server).startswith("HTTP/1.1 401 "))

    def test_a_client_that_has_left_already_is_not_root(self):
        server = self.serve()
        os.kill(server.id, 19)  # stopped: it takes the connection when its client is gone
        try:
            program = CLIENT.split("answer =")[0]
            for user in (OTHER, OWNER):
                subprocess.run([sys.executable, "-c", program, str(user), "AF_INET", server.host, str(server.port), ""],
                               input=call("touch"), check=True, timeout=LIMIT)
        finally:
            os.kill(server.id, 18)
        # Whose request it was cannot be known any more. This one comes later, so the others are done.
        answer = server.ask(stateless("tools/list"))
        self.assertEqual(answer.status, 200)
        self.assertNotIn("fleeting", answer.body.decode())

    def test_a_client_that_only_stops_sending_is_served(self):
        server = self.serve()
        os.kill(server.id, 19)
        try:
            peer = server.connect()
            peer.send(LIST)
            peer.socket.shutdown(socket.SHUT_WR)
        finally:
            os.kill(server.id, 18)
        self.assertEqual(peer.answer().status, 200)
        peer.close()

    def test_another_users_silence_leaves_room(self):
        server = self.serve()
        program = ("import os, socket, sys; os.setgid(%d), os.setuid(%d); "
                   "all = [socket.socket() for _ in range(300)]; "
                   "[each.connect(('127.0.0.1', %d)) for each in all]; "
                   "print('connected', flush=True); sys.stdin.read()") % (OTHER, OTHER, server.port)
        with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            self.assertEqual(other.stdout.readline(), b"connected\n")
            for _ in range(20):
                self.assert_served(ask_as(OWNER, server))
            other.stdin.close()

    def test_in_a_user_namespace_that_knows_the_owner_alone(self):
        server = self.serve(namespace=["unshare", "--user", "--map-current-user"])
        self.assert_served(ask_as(OWNER, server))
        # No other user has a number there; all have the same one.
        for user in (OTHER, ROOT, 65534):
            self.assert_refused(ask_as(user, server))

    def test_in_a_user_namespace_that_knows_nobody(self):
        server = self.serve(namespace=["unshare", "--user"])
        for user in (OTHER, OWNER, 65534):
            self.assert_refused(ask_as(user, server))

    def test_where_the_kernel_refuses_to_tell(self):
        server = self.serve(preexec_fn=refuse_netlink)
        self.assertIn("No client is served", server.process.stdout.readline())
        for user in (OWNER, ROOT, OTHER):
            self.assert_refused(ask_as(user, server))


if __name__ == "__main__":
    unittest.main()
