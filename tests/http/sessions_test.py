#!/usr/bin/python3
"""Raw sockets against `peekaboo mcp --http`: sessions, streams, clients that leave and come back.

    sessions_test.py PEEKABOO
"""
import sys
import unittest

from server import LIST, Case, Server, begin_session, call, wait_until, message, request, stateless, stop_cleanly

PEEKABOO = sys.argv.pop(1)


def setUpModule():
    global server
    server = Case.server = Server(PEEKABOO)


def tearDownModule():
    stop_cleanly(server)


class Sessions(Case):
    def test_begins_and_ends(self):
        fields = begin_session(server)
        self.assertRegex(fields["Mcp-Session-Id"], r"^[0-9a-f]{32}$")
        self.expect(200, request(message("ping"), fields=fields))
        self.expect(204, request("", method="DELETE", fields=fields))
        self.refuse(404, -32600, request(message("ping"), fields=fields))
        self.expect(404, request("", method="DELETE", fields=fields))
        self.expect(404, request("", method="GET", fields=fields))

    def test_ids_differ(self):
        self.assertEqual(len({begin_session(server)["Mcp-Session-Id"] for _ in range(10)}), 10)

    def test_without_one(self):
        self.refuse(400, -32600, request(message("tools/list")))
        self.expect(400, request("", method="GET"))
        self.expect(400, request("", method="DELETE"))
        self.refuse(404, -32600, request(message("tools/list"), fields={"Mcp-Session-Id": "0" * 32}))

    def test_two_ids_are_none(self):
        fields = begin_session(server)
        twice = request(message("ping"), fields=fields).replace(b"\r\n\r\n", b"\r\nMcp-Session-Id: x\r\n\r\n", 1)
        self.refuse(400, -32600, twice)

    def test_failed_initialize_gives_none(self):
        answer = self.expect(200, request(message("initialize", {"protocolVersion": 1})))
        self.assertEqual(answer.code, -32602)
        self.assertNotIn("mcp-session-id", answer.fields)

    def test_unknown_protocol_version(self):
        fields = begin_session(server)
        self.refuse(400, -32022, request(message("ping"), fields={**fields, "MCP-Protocol-Version": "2000-01-01"}))
        without = {"Mcp-Session-Id": fields["Mcp-Session-Id"]}
        self.expect(200, request(message("ping"), fields=without))

    def test_notifications_and_responses(self):
        fields = begin_session(server)
        for body in (message("notifications/x", number=None), {"jsonrpc": "2.0", "id": 9, "result": {}}):
            self.assertEqual(self.expect(202, request(body, fields=fields)).body, b"")

    def test_batches_in_the_one_revision_that_has_them(self):
        rows = [message("ping", number=1), message("notifications/x", number=None), message("nope", number=2)]
        answer = self.expect(200, request(rows, fields=begin_session(server, "2025-03-26")))
        self.assertEqual({row["id"] for row in answer.json}, {1, 2})
        answer = self.expect(200, request(rows, fields=begin_session(server, "2025-06-18")))
        self.assertEqual(answer.code, -32600)

    def test_an_id_in_flight(self):
        fields = begin_session(server)
        first = server.connect()
        first.send(request(message("tools/call", {"name": "slow", "arguments": {"seconds": 30}}, 5), fields=fields))
        self.assertEqual(first.head().fields["content-type"], "text/event-stream")
        second = server.ask(request(message("ping", number=5), fields=fields))
        self.assertEqual(second.code, -32600)
        cancel = message("notifications/cancelled", {"requestId": 5}, None)
        self.expect(202, request(cancel, fields=fields))
        self.assertTrue(all(row.get("id") != 5 for row in iter(first.message, None)))
        first.close()

    def test_sessions_do_not_reach_each_other(self):
        mine, other = begin_session(server), begin_session(server)
        peer = server.connect()
        peer.send(request(message("tools/call", {"name": "slow", "arguments": {"seconds": 1}}, 5), fields=mine))
        peer.head()
        self.expect(202, request(message("notifications/cancelled", {"requestId": 5}, None), fields=other))
        rows = list(iter(peer.message, None))
        self.assertEqual(rows[-1]["result"]["content"][0]["text"], "slow is done")
        peer.close()


class Streams(Case):
    def counts(self):
        text = server.ask(call("runs")).json["result"]["content"][0]["text"]
        return [int(word) for word in text.split()]

    def test_progress(self):
        peer = server.connect()
        peer.send(call("slow", {"seconds": 0.5, "steps": 3}, meta={"progressToken": "p"}))
        answer = peer.head()
        self.assertEqual(answer.fields["content-type"], "text/event-stream")
        self.assertEqual(answer.fields["x-accel-buffering"], "no")
        rows = list(iter(peer.message, None))
        self.assertEqual([row["params"]["progress"] for row in rows[:-1]], [1, 2, 3])
        self.assertIn("result", rows[-1])
        # The connection is as good as new.
        peer.send(LIST)
        self.assertEqual(peer.answer().status, 200)
        peer.close()

    def leave(self, closing):
        before = self.counts()
        peer = server.connect()
        peer.send(call("slow", {"seconds": 60}))
        peer.head()
        closing(peer)
        after = wait_until("the end of the work", lambda: (lambda now: now[2] > before[2] and now)(self.counts()))
        self.assertEqual(after[1], before[1])

    def test_a_client_that_leaves_cancels(self):
        self.leave(lambda peer: peer.close())

    def test_a_client_that_dies_cancels(self):
        self.leave(lambda peer: peer.reset())

    def test_in_a_session_it_does_not_and_may_come_back(self):
        fields = begin_session(server)
        peer = server.connect()
        peer.send(request(message("tools/call", {"name": "slow", "arguments": {"seconds": 1.5}}, 5), fields=fields))
        peer.head()
        place = peer.event()["id"]
        peer.reset()
        again = server.connect()
        again.send(request("", method="GET", fields={**fields, "Last-Event-ID": place}))
        self.assertEqual(again.head().status, 200)
        rows = list(iter(again.message, None))
        self.assertEqual((rows[-1]["id"], rows[-1]["result"]["content"][0]["text"]), (5, "slow is done"))
        again.close()

    def test_only_what_was_missed_comes_again(self):
        fields = begin_session(server)
        peer = server.connect()
        body = message("tools/call", {"name": "slow", "arguments": {"seconds": 0.6, "steps": 2}, "_meta": {"progressToken": 1}}, 5)
        peer.send(request(body, fields=fields))
        peer.head()
        events = [event for event in iter(peer.event, None)]
        ids = [event["id"] for event in events]
        self.assertEqual(len(set(ids)), len(ids))
        again = server.connect()
        again.send(request("", method="GET", fields={**fields, "Last-Event-ID": ids[1]}))
        again.head()
        told = [event["id"] for event in iter(again.event, None) if event.get("data")]
        self.assertEqual(told, ids[2:])
        again.close()
        peer.close()

    def test_last_event_id_is_checked(self):
        fields = begin_session(server)
        for place in ("x", "1", "-", "99-1", "1-", "1-x", "18446744073709551616-1"):
            self.expect(400, request("", method="GET", fields={**fields, "Last-Event-ID": place}))

    def test_old_revisions_get_no_empty_event(self):
        fields = begin_session(server, "2025-06-18")
        peer = server.connect()
        peer.send(request(message("tools/call", {"name": "slow", "arguments": {"seconds": 0.5}}, 5), fields=fields))
        peer.head()
        self.assertNotEqual(peer.event().get("data", ""), "")
        peer.close()

    def test_standing_stream(self):
        fields = begin_session(server)
        peer = server.connect()
        peer.send(request("", method="GET", fields=fields))
        self.assertEqual(peer.head().fields["content-type"], "text/event-stream")
        self.assertEqual(peer.event()["id"], "0-0")
        server.ask(call("touch"))
        self.assertEqual(peer.message()["method"], "notifications/tools/list_changed")
        # A second one takes its place.
        other = server.connect()
        other.send(request("", method="GET", fields=fields))
        other.head()
        self.assertTrue(all("id" not in row for row in iter(peer.message, None)))
        self.expect(204, request("", method="DELETE", fields=fields))
        self.assertEqual([row for row in iter(other.message, None) if "id" in row], [])
        peer.close()
        other.close()

    def test_get_wants_a_stream(self):
        self.expect(406, request("", method="GET", fields={**begin_session(server), "Accept": "application/json"}))

    def test_listen(self):
        peer = server.connect()
        peer.send(stateless("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, number="l"))
        self.assertEqual(peer.head().fields["content-type"], "text/event-stream")
        self.assertEqual(peer.message()["method"], "notifications/subscriptions/acknowledged")
        server.ask(call("touch"))
        row = peer.message()
        self.assertEqual(row["method"], "notifications/tools/list_changed")
        self.assertEqual(row["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "l")
        peer.close()

    def test_several_at_once(self):
        peers = [server.connect() for _ in range(20)]
        for number, peer in enumerate(peers):
            peer.send(call("slow", {"seconds": 0.5}, number=number))
        for number, peer in enumerate(peers):
            peer.head()
            self.assertEqual(list(iter(peer.message, None))[-1]["id"], number)
            peer.close()


if __name__ == "__main__":
    unittest.main()
