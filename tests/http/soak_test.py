#!/usr/bin/python3
"""Many streams opened and dropped in every way: descriptors and memory stay where they were.

    soak_test.py PEEKABOO [ROUNDS]
"""
import sys
import unittest

from server import Server, begin_session, call, wait_until, message, request, stateless

PEEKABOO = sys.argv.pop(1)
ROUNDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 30
WIDTH = 20
LISTEN = stateless("subscriptions/listen", {"notifications": {"toolsListChanged": True}})


def one_round(server):
    fields = begin_session(server)
    requests = [LISTEN, call("slow", {"seconds": 60}), request("", method="GET", fields=fields),
                request(message("tools/call", {"name": "slow", "arguments": {"seconds": 0.3}}), fields=fields)]
    peers = [server.connect() for _ in range(WIDTH)]
    for number, peer in enumerate(peers):
        peer.send(requests[number % 3])
    session_call = server.connect()
    session_call.send(requests[3])
    for peer in peers[:WIDTH // 2]:
        peer.head()
    server.ask(call("touch"))
    for number, peer in enumerate(peers):
        peer.close() if number % 2 else peer.reset()
    session_call.reset()
    server.ask(request("", method="DELETE", fields=fields))


class Soak(unittest.TestCase):
    @staticmethod
    def all_ended(server):
        answer = server.ask(call("runs")).json["result"]["content"][0]["text"]
        started, _, ended = (int(word) for word in answer.split())
        return started > 0 and started == ended

    def test_streams_come_and_go(self):
        server = Server(PEEKABOO)
        for _ in range(5):
            one_round(server)
        usual = wait_until("quiet", lambda: server.descriptors() < 30 and server.descriptors())
        before = server.memory()
        for _ in range(ROUNDS):
            one_round(server)
        wait_until("quiet", lambda: server.descriptors() <= usual)
        print(f"{ROUNDS * WIDTH} streams: {before} KiB before, {server.memory()} KiB after, {usual} descriptors")
        self.assertLess(server.memory(), before + 4096)
        wait_until("every run to end", lambda: self.all_ended(server))
        status, _ = server.stop()
        self.assertEqual(status, 0, server.errors)


if __name__ == "__main__":
    unittest.main()
