#!/usr/bin/python3
"""How much of everything `peekaboo mcp --http` takes, and from whom.

    limits_test.py PEEKABOO
"""
import socket
import sys
import threading
import unittest

from server import BEARER, LIST, TOKEN, Starting, begin_session, call, initialize, message, request, stateless, wait_until
import awake

PEEKABOO = sys.argv.pop(1)
MOST_OF_ONE = 192  # connections of one user, or of one address


def unread(peer, server):
    """How many bytes of a peer's are under way to the server's process, or wait for it to read them."""
    ports = {"%04X" % peer.socket.getsockname()[1], "%04X" % server.port}
    with open("/proc/net/tcp", encoding="utf8") as table:
        lines = [line.split() for line in list(table)[1:]]
    rows = [line for line in lines if {place.split(":")[1] for place in line[1:3]} == ports]
    return sum(int(part, 16) for row in rows for part in row[4].split(":"))


class Limits(Starting):
    peekaboo = PEEKABOO

    def test_slow_senders_are_cut_off(self):
        server = self.serve()
        peers = []
        for begin in (b"", b"P", LIST[:40]):
            peers.append(server.connect())
            peers[-1].send(begin)
        begun = awake.now()
        for peer in peers[1:]:
            answer = peer.answer()
            self.assertEqual(answer.status, 408)
            self.assertTrue(peer.ended())
            peer.close()
        self.assertLess(awake.now() - begun, 15)
        # The idle one is still welcome.
        peers[0].send(LIST)
        self.assertEqual(peers[0].answer().status, 200)
        peers[0].close()
        self.end(server)

    def test_too_many_connections(self):
        server = self.serve()
        peers = [server.connect() for _ in range(MOST_OF_ONE)]
        peers[-1].send(LIST)
        self.assertEqual(peers[-1].answer().status, 200)
        peer = server.connect()
        self.assertEqual(peer.answer().status, 503)
        self.assertTrue(peer.ended())
        peer.close()
        for each in peers:
            each.close()
        wait_until("room", lambda: server.ask(LIST).status == 200)
        self.end(server)

    def test_silent_connections_make_room(self):
        server = self.serve()
        silent = [server.connect() for _ in range(MOST_OF_ONE)]
        wait_until("room beside silent connections", lambda: server.ask(LIST).status == 200)
        self.assertTrue(silent[-1].ended())
        silent[0].send(LIST)  # the first ones may be silent for longer
        self.assertEqual(silent[0].answer().status, 200)
        for each in silent:
            each.close()
        self.end(server)

    def test_too_many_streams(self):
        server = self.serve()
        listen = stateless("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
        peers = []
        for _ in range(128):
            peers.append(server.connect())
            peers[-1].send(listen)
            self.assertEqual(peers[-1].head().status, 200)
        self.assertEqual(server.ask(listen).status, 503)
        self.assertEqual(server.ask(request("", method="GET", fields=begin_session(server))).status, 503)
        # A call can still be answered, as a document.
        answer = server.ask(call("slow", {"seconds": 0.4}))
        self.assertEqual(answer.fields["content-type"], "application/json")
        for peer in peers:
            peer.close()
        wait_until("room", lambda: server.descriptors() < 40)
        self.end(server)

    def test_calls_whose_body_came_in_chunks(self):
        # Each might have had the largest body; what it has not is free for others while the call runs.
        server = self.serve()
        whole = call("slow", {"seconds": 20})
        head, body = whole.split(b"\r\n\r\n", 1)
        head = head.replace(b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked")
        peers = [server.connect() for _ in range(12)]
        for number, peer in enumerate(peers, 1):
            peer.send(head + b"\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
            wait_until("started", lambda: server.ask(call("runs")).json["result"]["content"][0]["text"].startswith(f"{number} "))
        for peer in peers:
            peer.close()
        self.end(server)

    def test_a_body_that_is_only_announced_takes_no_room(self):
        server = self.serve()
        head = stateless("tools/list", fields={"Content-Length": str(16 << 20)}).split(b"\r\n\r\n", 1)[0]
        peers = [server.connect() for _ in range(40)]
        for peer in peers:
            peer.send(head + b"\r\n\r\n{")
            wait_until("the announcement read", lambda: not unread(peer, server))
        big = call("echo", {"text": "x" * 10_000_000})
        self.assertEqual(server.ask(big).status, 200)
        for peer in peers:
            peer.close()
        self.end(server)

    def test_bodies_that_come_are_bounded_together(self):
        server = self.serve()
        whole = call("echo", {"text": "x" * 15_000_000})
        peers = [server.connect() for _ in range(9)]
        for peer in peers[:8]:
            peer.send(whole[:-1])
            wait_until("the body read", lambda: not unread(peer, server))
        peers[8].send(whole)
        self.assertEqual(peers[8].answer().status, 503)
        for peer in peers:
            peer.close()
        self.end(server)

    def test_one_address_leaves_room_for_others(self):
        server = self.serve("--token", TOKEN, address="0.0.0.0:0")
        server.host = "127.0.0.1"
        peers = [server.connect() for _ in range(MOST_OF_ONE)]
        request = stateless("tools/list", fields=BEARER)
        peers[-1].send(request)
        self.assertEqual(peers[-1].answer().status, 200)
        more = server.connect()
        self.assertEqual(more.answer().status, 503)
        server.source = "127.0.0.2"
        self.assertEqual(server.ask(request).status, 200)
        for peer in (*peers, more):
            peer.close()
        self.end(server)

    def test_new_sessions_leave_those_in_use_alone(self):
        server = self.serve()
        first = begin_session(server)
        self.assertEqual(server.ask(request(message("tools/list"), fields=first)).status, 200)
        for _ in range(300):
            self.assertEqual(server.ask(initialize()).status, 200)
        self.assertEqual(server.ask(request(message("tools/list"), fields=first)).status, 200)
        self.end(server)

    def test_what_ends_a_call_is_let_in_among_too_many(self):
        server = self.serve()
        fields = begin_session(server)
        slow = {"name": "slow", "arguments": {"seconds": 20}}

        def running():
            return int(server.ask(call("runs")).json["result"]["content"][0]["text"].split()[0])
        idle = server.descriptors()
        # In a session calls go on when their connection is closed.
        for first in range(0, 255, 51):
            peers = [server.connect() for _ in range(51)]
            for number, peer in enumerate(peers, first):
                peer.send(request(message("tools/call", slow, number), fields=fields))
            wait_until("started", lambda: running() == first + 51)
            for peer in peers:
                peer.close()
            # The server gives each of them a while to show that it only sends no more.
            wait_until("their connections ended", lambda: server.descriptors() < idle + 20)
        last = server.connect()
        last.send(request(message("tools/call", slow, 255), fields=fields))
        ping = request(message("ping", number="p"), fields=fields)
        wait_until("full", lambda: server.ask(ping).status == 503)
        for number in range(10):
            cancelled = message("notifications/cancelled", {"requestId": number}, None)
            answer = server.ask(request(cancelled, fields=fields))
            self.assertEqual(answer.status, 202, f"{number}: {answer.fields} {answer.body}")
        wait_until("room", lambda: server.ask(ping).status == 200)
        last.close()
        self.end(server)

    def test_too_many_sessions_make_the_oldest_go(self):
        server = self.serve()
        first = begin_session(server)
        for _ in range(256):
            self.assertEqual(server.ask(initialize()).status, 200)
        self.assertEqual(server.ask(request(message("ping"), fields=first)).status, 404)
        self.end(server)

    def test_a_client_that_does_not_read(self):
        server = self.serve()
        peer = server.connect()
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # The server stops reading once it cannot write: then sending ends with the connection.
        sender = threading.Thread(target=lambda: [peer.send(call("echo", {"text": "x" * 1_000_000})) for _ in range(8)])
        sender.start()
        for _ in range(20):
            self.assertEqual(server.ask(LIST).status, 200)
        peer.socket.shutdown(socket.SHUT_RDWR)
        sender.join()
        peer.close()
        self.end(server)


if __name__ == "__main__":
    unittest.main()
