#!/usr/bin/python3
"""How `peekaboo mcp --http` listens, lets in and ends.

    serving_test.py PEEKABOO
"""
import os
import signal
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import unittest
import warnings

from server import BEARER, LIMIT, LIST, TOKEN, Starting, begin_session, call, wait_until, request, stateless

PEEKABOO = sys.argv.pop(1)


class Case(Starting):
    peekaboo = PEEKABOO

    def fails(self, *words, **environment):
        run = subprocess.run([PEEKABOO, "mcp", *words], capture_output=True, text=True, timeout=LIMIT,
                             stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        self.assertNotEqual(run.returncode, 0)
        return run.stderr


class Addresses(Case):
    def test_loopback_is_the_default(self):
        server = self.serve(address="0")
        self.assertEqual(server.host, "127.0.0.1")
        self.assertIn("Only you and root", server.process.stdout.readline())
        self.assertEqual(server.ask(LIST).status, 200)
        self.end(server)

    def test_ipv6(self):
        server = self.serve(address="[::1]:0")
        self.assertEqual(server.ask(LIST).status, 200)
        self.end(server)

    def test_nonsense(self):
        for address in ("", "x", "1:2:3", "127.0.0.1", "localhost:70000", "example.com:80", "unix:", "unix:" + "x" * 200):
            self.assertIn("Error", self.fails("--http", address))

    def test_a_port_in_use(self):
        server = self.serve()
        self.assertIn("cannot listen", self.fails("--http", str(server.port)))

    def test_options_that_need_http(self):
        for words in (["--tls-key", "x"], ["--tls-certificate", "x"], ["--poll-after", "1"]):
            self.assertIn("--http", self.fails(*words))


class Tokens(Case):
    def check(self, server, token):
        self.assertEqual(server.ask(stateless("tools/list", fields={"Authorization": "Bearer " + token})).status, 200)
        self.assertEqual(server.ask(stateless("tools/list", fields={"Authorization": "bearer " + token})).status, 200)
        for wrong in (None, "Bearer", "Bearer ", "Bearer " + token[:-1], "Bearer " + token + "x", "Basic " + token, token):
            answer = server.ask(stateless("tools/list", fields={"Authorization": wrong} if wrong else {}))
            self.assertEqual(answer.status, 401)
            self.assertEqual(answer.fields["www-authenticate"], "Bearer")
        twice = stateless("tools/list", fields={"Authorization": "Bearer " + token}).replace(
            b"Authorization", b"Authorization: x\r\nAuthorization", 1)
        self.assertEqual(server.ask(twice).status, 401)

    def test_on_loopback(self):
        server = self.serve("--token", TOKEN)
        self.check(server, TOKEN)
        self.end(server)
        self.assertNotIn(TOKEN, "".join(server.lines) + server.errors + server.log.read())

    def test_from_the_environment(self):
        server = self.serve(environment={"PEEKABOO_HTTP_TOKEN": TOKEN})
        self.check(server, TOKEN)
        self.end(server)

    def test_beyond_loopback_there_is_always_one(self):
        server = self.serve(address="0.0.0.0:0")
        server.host = "127.0.0.1"
        line = server.process.stdout.readline()
        token = line.rsplit(" ", 1)[1].strip()
        self.assertRegex(token, "^[0-9a-f]{32}$")
        self.assertIn("unencrypted", server.process.stdout.readline())
        self.check(server, token)
        self.end(server)
        self.assertNotIn(token, server.log.read())

    def test_beyond_loopback_a_page_of_the_same_host_may_ask(self):
        server = self.serve("--token", TOKEN, address="0.0.0.0:0")
        server.host = "127.0.0.1"
        for origin, status in (("http://desk.example:80", 200), ("http://evil.example", 403), ("http://localhost", 403)):
            data = stateless("tools/list", host="desk.example:80", fields={**BEARER, "Origin": origin})
            self.assertEqual(server.ask(data).status, status)
        self.end(server)

    def test_too_short(self):
        for token in ("x", "fifteen letters", "sixteen letters!", "é" * 20):
            self.assertIn("16 characters", self.fails("--http", "0", "--token", token))
        self.assertIn("empty", self.fails("--http", "0", "--token", ""))


class UnixSockets(Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "s")

    def test_for_the_owner_alone(self):
        before = os.umask(0)
        try:
            server = self.serve(address="unix:" + self.path)
        finally:
            os.umask(before)
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(server.ask(stateless("tools/list", host="anything")).status, 200)
        self.assertEqual(server.ask(stateless("tools/list", fields={"Origin": "http://evil.example"})).status, 403)
        self.assertIn("another server", self.fails("--http", "unix:" + self.path))
        self.end(server)
        self.assertFalse(os.path.exists(self.path))

    def test_what_a_dead_server_left(self):
        left = socket.socket(socket.AF_UNIX)
        left.bind(self.path)
        left.close()
        self.assertEqual(self.serve(address="unix:" + self.path).ask(LIST).status, 200)

    def test_a_file_in_the_way(self):
        with open(self.path, "w", encoding="utf8") as file:
            file.write("precious")
        self.assertIn("a file of this name", self.fails("--http", "unix:" + self.path))
        with open(self.path, encoding="utf8") as file:
            self.assertEqual(file.read(), "precious")


class Tls(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.certificate, cls.key = (os.path.join(cls.folder.name, name) for name in ("c.pem", "k.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost", "-days", "2", "-keyout", cls.key, "-out", cls.certificate],
                       check=True, capture_output=True)

    def secure(self):
        return self.serve("--tls-certificate", self.certificate, "--tls-key", self.key)

    def test_verified(self):
        server = self.secure()
        self.assertIn("https://", server.lines[0])
        context = ssl.create_default_context(cafile=self.certificate)
        for maximum in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context.maximum_version = maximum
            self.assertEqual(server.ask(LIST, context=context).status, 200)
            big = server.ask(call("echo", {"text": "x" * 3_000_000}), context=context)
            self.assertEqual(len(big.json["result"]["content"][0]["text"]), 3_000_000)
        peer = server.connect(context)
        peer.send(call("slow", {"seconds": 60}))
        self.assertEqual(peer.head().status, 200)
        peer.close()
        wait_until("the end of the call", lambda: server.ask(call("runs"), context=context).json["result"]["content"][0]["text"] == "1 0 1")
        self.end(server)

    def test_the_end_is_announced(self):
        server = self.secure()
        context = ssl.create_default_context(cafile=self.certificate)

        def connected():
            plain = socket.create_connection((server.host, server.port), timeout=20)
            return context.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False)

        def rest(peer):
            data = b""
            while piece := peer.recv(65536):  # without close_notify: ssl.SSLEOFError
                data += piece
            return data

        for maximum in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context.maximum_version = maximum
            with connected() as peer:  # closed by the server after its answer
                peer.sendall(LIST.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                self.assertIn(b"200 OK", rest(peer))
            with connected() as peer:  # refused
                peer.sendall(b"nonsense\r\n\r\n")
                self.assertIn(b" 400 ", rest(peer))
        cut = connected()
        cut.sendall(call("slow", {"seconds": 60}))
        self.assertIn(b"200 OK", cut.recv(65536))
        deaf = connected()  # asks for much, and reads nothing of it
        deaf.sendall(call("echo", {"text": "x" * 3_000_000}))
        with connected() as idle:  # waits for nothing when the server ends
            idle.sendall(LIST)
            self.assertIn(b"200 OK", idle.recv(65536))
            self.end(server)
            rest(idle)
        for peer in (cut, deaf):
            peer.close()

    def test_no_tls(self):
        server = self.secure()
        peer = server.connect()
        peer.send(LIST)
        while peer.more():
            pass
        self.assertNotIn(b"200 OK", peer.buffer)
        peer.close()
        mute = server.connect()  # says nothing
        self.end(server)
        mute.close()

    def test_old_tls(self):
        server = self.secure()
        context = ssl.create_default_context(cafile=self.certificate)
        context.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaisesRegex(ssl.SSLError, "PROTOCOL_VERSION"):
            server.connect(context)

    def test_files_that_cannot_be_used(self):
        for words in (["--tls-certificate", self.certificate], ["--tls-key", self.key],
                      ["--tls-certificate", self.certificate, "--tls-key", self.certificate],
                      ["--tls-certificate", "/none", "--tls-key", self.key]):
            self.assertIn("tls", self.fails("--http", "0", *words))


class Ends(Case):
    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            server = self.serve()
            idle = server.connect()
            idle.send(LIST)
            idle.answer()
            self.end(server, number)
            self.assertTrue(idle.ended())
            idle.close()

    def test_what_is_nearly_done_is_answered(self):
        server = self.serve()
        peer = server.connect()
        peer.send(call("slow", {"seconds": 0.05}))
        wait_until("the begin", lambda: server.ask(call("runs")).json["result"]["content"][0]["text"].startswith("1"))
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(peer.answer().json["result"]["content"][0]["text"], "slow is done")
        self.end(server, None)

    def test_what_lasts_is_given_up(self):
        server = self.serve()
        stream, listener = server.connect(), server.connect()
        stream.send(call("slow", {"seconds": 60}))
        stream.head()
        listener.send(stateless("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, number="l"))
        listener.head()
        self.assertEqual(listener.message()["method"], "notifications/subscriptions/acknowledged")
        fields = begin_session(server)
        standing = server.connect()
        standing.send(request("", method="GET", fields=fields))
        standing.head()
        self.end(server)
        self.assertEqual(list(iter(stream.message, None)), [])  # a cancelled call has no answer
        last = list(iter(listener.message, None))[-1]
        self.assertEqual((last["id"], last["result"]["resultType"]), ("l", "complete"))
        for peer in (stream, listener, standing):
            peer.close()


if __name__ == "__main__":
    unittest.main()
