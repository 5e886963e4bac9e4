#!/usr/bin/python3
"""Raw sockets against `peekaboo mcp --http`: one case for each rule of HTTP and of the transport.

    hostile_test.py PEEKABOO
"""
import base64
import json
import sys
import unittest

from server import LIST, STATELESS, Case, Server, call, message, request, stateless, stop_cleanly
import awake

PEEKABOO = sys.argv.pop(1)
LARGEST = 16 << 20


def setUpModule():
    global server
    server = Case.server = Server(PEEKABOO)


def tearDownModule():
    stop_cleanly(server)


def chunked(body):
    return request(b"", fields={"Transfer-Encoding": "chunked", "MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/list"},
                   drop=["Content-Length"]) + body


def head(*lines):
    return "\r\n".join(("GET /mcp HTTP/1.1", "Host: localhost", *lines, "", ""))


def listed(**more):
    return stateless("tools/list", **more)


def with_field(name, values):
    return [request("{}", fields={name: value}) for value in values]


# What is sent, by the status of the answer and the rule.
STATUSES = {
    200: {
        "an empty line before a request": [b"\r\n\r\n" + LIST],
        "a path with a query": [listed(path="/mcp?a=b")],
        "a content type": [listed(fields={"Content-Type": "Application/JSON; charset=utf-8"})],
        "media ranges": [listed(fields={"Accept": kind}) for kind in (
            "*/*", "text/*, application/*", "text/event-stream;q=0.5, application/json")],
        "media ranges in two fields": [LIST.replace(b"Accept: application/json, text/event-stream",
                                                    b"Accept: application/json\r\naccept: text/event-stream")],
        "own origins": [listed(fields={"Origin": origin}) for origin in (
            "http://localhost", "http://localhost:6274", "https://127.0.0.1:1", "http://[::1]:80")],
        "own hosts": [listed(host=host) for host in ("localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:12345", "[::1]:80")],
    },
    400: {
        "no HTTP": [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "hello\r\n\r\n",
                    "GET /mcp HTTP/1.1 \r\nHost: localhost\r\n\r\n"],
        "lines end with CR LF": ["GET /mcp HTTP/1.1\nHost: localhost\r\n\r\n"],
        "the target is a path": [request("{}", path=path) for path in (
            "*", "mcp", "/m\x7fcp", "ftp://localhost/mcp", "http:///mcp", "http://x@localhost/mcp", "localhost:80")],
        "the host is needed once": [request("{}", drop=["Host"]), head("Host: localhost")],
        "header fields": [head(line) for line in ("no colon", ": no name", "a b: c", "Folded: x\r\n y", "Nul: a\0b", "Cr: a\rb",
                                                  " Space: x")],
        "two lengths": [request("{}", fields={"Transfer-Encoding": "chunked"}), head("Content-Length: 2", "Content-Length: 3") + "{}"],
        "a length is a number": with_field("Content-Length", ("-1", "+2", "2x", "", "0x2", "2,2")),
        "chunks": [chunked(body) for body in (b"x\r\n", b"2\r\n{}x\r\n", b"1" * 5000)],
        "too many trailers": [chunked(b"0\r\n" + b"a: b\r\n" * 100 + b"\r\n")],
    },
    403: {"foreign hosts": [request("{}", host=host) for host in (
        "evil.example.com", "localhost.evil.com", "127.0.0.1.evil.com", "10.0.0.1", "0.0.0.0", "", "127.0.0.256")]},
    404: {"paths": [request("{}", path=path) for path in ("/", "/mcp/", "/MCP", "/mcp2", "/../mcp", "/sse", "/%6dcp")]},
    406: {"accepted types": with_field("Accept", ("application/json", "text/event-stream", "text/html", ""))},
    413: {"lengths": [request("", fields={"Content-Length": str(length)}) for length in (LARGEST + 1, 10**23)],
          "chunks": [chunked(b"%x\r\n" % (LARGEST + 1)), chunked(b"ffffffffffffffffff\r\n")]},
    415: {"a coding of the content": with_field("Content-Encoding", ("gzip",)),
          "content types": with_field("Content-Type", ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", "json")),
          "no content type": [request("{}", drop=["Content-Type"])]},
    417: {"expectations": with_field("Expect", ("tea",))},
    431: {"too many fields": [request("{}", fields={f"X-{i}": "1" for i in range(200)})],
          "too large a head": [request("{}", fields={"X": "x" * 40000}), b"GET /" + b"x" * 40000]},
    501: {"codings": [request("", fields={"Transfer-Encoding": "gzip, chunked"}, drop=["Content-Length"])]},
    505: {"versions": [request("{}", version=version) for version in ("HTTP/1.0", "HTTP/2.0", "HTTP/9")]},
}


class Http(Case):
    def test_statuses(self):
        for status, rules in STATUSES.items():
            for rule, requests in rules.items():
                for data in requests:
                    with self.subTest(rule, data=data[:200]):
                        self.expect(status, data)

    def test_what_cannot_become_a_request_is_answered_at_once(self):
        # The server would wait ten seconds for the rest of a header; none of these has an end.
        for status, data in ((400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), (400, b"\0"), (400, b"{"), (400, b"\n"),
                             (400, b"SSH-2.0-x\r\n"), (400, b"EHLO there\r\n"), (400, b"GET /mcp HTTP/1.1\nHost: localhost\n\n"),
                             (400, b"GET /mcp HTTP/1.1\r\nHost: localhost\n\n"), (400, b"GET /mcp\r\n"),
                             (505, b"GET /mcp HTTP/1.0\r\n"), (505, b"POST /mcp HTTP/1.0\r\nHost: localhost\r\n"),
                             (505, b"PRI * HTTP/2.0\r\n"), (400, chunked(b"2\n")), (400, chunked(b"0\r\na: b\n"))):
            begun = awake.now()
            answer = self.expect(status, data)
            self.assertLess(awake.now() - begun, 5, data)
            self.assertEqual(answer.fields["connection"], "close")

    def test_target_in_absolute_form(self):
        for target in ("http://localhost/mcp", "HTTP://127.0.0.1:9/mcp?a=b", "https://[::1]/mcp"):
            self.expect(200, stateless("tools/list", path=target))
        self.expect(404, request("{}", path="http://localhost"))
        # Its host counts, whatever the Host field says; and so for pages whose name leads to this machine.
        self.expect(200, stateless("tools/list", path="http://localhost/mcp", fields={"Host": "evil.example"}))
        for target in ("http://evil.example/mcp", "http://localhost.evil.example/mcp", "http://10.0.0.1/mcp"):
            self.expect(403, stateless("tools/list", path=target))
        self.expect(400, stateless("tools/list", path="http://localhost/mcp", drop=["Host"]))
        self.expect(403, stateless("tools/list", path="http://localhost/mcp", fields={"Origin": "http://evil.example"}))

    def test_methods(self):
        for method in ("PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "post", "X"):
            peer = server.connect()
            peer.send(request("{}", method=method))
            answer = peer.head()
            self.assertEqual(answer.status, 405)
            self.assertIn("POST", answer.fields["allow"])
            peer.close()

    def test_head_has_no_body(self):
        peer = server.connect()
        peer.send("HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")
        peer.head()
        self.assertTrue(peer.ended())
        self.assertEqual(peer.buffer, b"")
        peer.close()

    def test_continue(self):
        peer = server.connect()
        data = stateless("tools/list", fields={"Expect": "100-continue"})
        head, body = data.split(b"\r\n\r\n", 1)
        peer.send(head + b"\r\n\r\n")
        self.assertEqual(peer.head().status, 100)
        peer.send(body)
        self.assertEqual(peer.answer().status, 200)
        peer.close()

    def test_split_into_single_bytes(self):
        peer = server.connect()
        for byte in LIST:
            peer.send(bytes([byte]))
        self.assertEqual(peer.answer().status, 200)
        peer.close()

    def test_keeps_the_connection(self):
        peer = server.connect()
        for _ in range(20):
            peer.send(LIST)
            self.assertEqual(peer.answer().status, 200)
        peer.send(stateless("tools/list", fields={"Connection": "close"}))
        self.assertEqual(peer.answer().fields["connection"], "close")
        self.assertTrue(peer.ended())
        peer.close()

    def test_pipelining(self):
        peer = server.connect()
        peer.send(b"".join(call("echo", {"text": str(i)}, number=i) for i in range(50)))
        for i in range(50):
            answer = peer.answer().json
            self.assertEqual((answer["id"], answer["result"]["content"][0]["text"]), (i, str(i)))
        peer.close()

    def test_half_closed(self):
        peer = server.connect()
        peer.send(LIST)
        peer.socket.shutdown(1)
        self.assertEqual(peer.answer().status, 200)
        self.assertTrue(peer.ended())
        peer.close()

    def test_ends_within_head_or_body(self):
        for data in (LIST[:30], LIST[:-5]):
            peer = server.connect()
            peer.send(data)
            peer.socket.shutdown(1)
            self.assertEqual(peer.answer().status, 400)
            peer.close()


class Bodies(Case):
    def test_chunks(self):
        body = LIST.split(b"\r\n\r\n", 1)[1]
        pieces = b"".join(b"%x;extension=1\r\n%s\r\n" % (len(body[i:i + 7]), body[i:i + 7]) for i in range(0, len(body), 7))
        self.expect(200, chunked(pieces + b"0\r\nTrailer: x\r\n\r\n"))

    def test_many_chunks_over_the_limit(self):
        piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        peer = server.connect()
        peer.send(chunked(b""))
        for _ in range(17):
            peer.send(piece)
        self.assertEqual(peer.answer().status, 413)
        peer.close()

    def test_the_largest_is_served(self):
        data = call("echo", {"text": "x"})
        head, body = data.split(b"\r\n\r\n", 1)
        padded = body + b" " * (LARGEST - len(body))
        head = head.replace(b"Content-Length: %d" % len(body), b"Content-Length: %d" % LARGEST)
        self.expect(200, head + b"\r\n\r\n" + padded)

    def test_no_json(self):
        for body in (b"", b"{", b"nonsense", b"{}{}", b"\xff\xfe", b'{"a":"\xc3\x28"}', b"[" * 5000, b"\0"):
            self.refuse(400, -32700, request(body))

    def test_no_request(self):
        for body in ("{}", "1", "null", "[]", '"x"', '{"jsonrpc":"1.0","id":1,"method":"x"}',
                     '{"jsonrpc":"2.0","id":null,"method":"x"}', '{"jsonrpc":"2.0","id":1.5,"method":"x"}'):
            self.refuse(400, -32600, request(body))

    def test_ids_are_kept(self):
        for number in (0, -1, 2**63 - 1, "1", "", "é", "x" * 1000):
            answer = self.expect(200, stateless("tools/list", number=number))
            self.assertEqual(answer.json["id"], number)


class Callers(Case):
    def test_foreign_origin(self):
        for origin in ("http://evil.example.com", "null", "http://localhost.evil.com", "http://127.0.0.1.evil.com",
                       "http://evil.com:80@localhost", "file://", "", "http://127.1", "http://localhost:99999999"):
            for method in ("POST", "GET", "DELETE", "OPTIONS"):
                self.expect(403, request("{}", method=method, fields={"Origin": origin}))


class Headers(Case):
    """What the stateless generation repeats in header fields."""

    def test_mismatches(self):
        good = message("tools/call", {"name": "runs", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": STATELESS, "io.modelcontextprotocol/clientCapabilities": {}}}, 7)
        fields = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/call", "Mcp-Name": "runs"}
        self.expect(200, request(good, fields=fields))
        for name in fields:
            missing = {key: value for key, value in fields.items() if key != name}
            self.assertEqual(self.refuse(400, -32020, request(good, fields=missing)).json["id"], 7)
            for wrong in ("other", fields[name].upper() + "X", "", "=?base64?!!?=", "r\xfcns"):
                self.refuse(400, -32020, request(good, fields={**fields, name: wrong}))

    def test_encoded_values(self):
        for value in ("  runs  ", "=?base64?" + base64.b64encode(b"runs").decode() + "?="):
            self.expect(200, call("runs", fields={"Mcp-Name": value}))

    def test_method_and_version_are_not_encoded(self):
        for name, value in (("Mcp-Method", "tools/call"), ("MCP-Protocol-Version", STATELESS)):
            encoded = "=?base64?" + base64.b64encode(value.encode()).decode() + "?="
            self.refuse(400, -32020, call("runs", fields={name: encoded}))

    def test_twice(self):
        self.refuse(400, -32020, call("runs").replace(b"Mcp-Name: runs", b"Mcp-Name: runs\r\nMcp-Name: runs"))

    def test_unknown_version(self):
        meta = {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}
        answer = self.refuse(400, -32022, stateless("tools/list", meta=meta, fields={"MCP-Protocol-Version": "1999-01-01"}))
        self.assertEqual(answer.json["error"]["data"], {"supported": [STATELESS], "requested": "1999-01-01"})

    def test_bad_meta(self):
        for meta in ({"io.modelcontextprotocol/clientCapabilities": None}, {"io.modelcontextprotocol/clientInfo": 1}):
            self.refuse(400, -32602, stateless("tools/list", meta=meta))
        self.refuse(400, -32602, request(message("tools/list"), fields={
            "MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/list"}))

    def test_unknown_method(self):
        for method in ("nope", "ping", "initialize", "logging/setLevel", "resources/subscribe"):
            self.refuse(404, -32601, stateless(method))

    def test_unknown_tool(self):
        self.assertEqual(server.ask(call("nope")).code, -32602)

    def test_batch(self):
        rows = [json.loads(LIST.split(b"\r\n\r\n", 1)[1])] * 2
        self.refuse(400, -32600, request(rows, fields={"MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/list"}))

    def test_notification_and_response(self):
        fields = {"MCP-Protocol-Version": STATELESS}
        answer = self.expect(202, request(message("notifications/x", number=None), fields=fields))
        self.assertEqual(answer.body, b"")
        self.refuse(400, -32600, request({"jsonrpc": "2.0", "id": 1, "result": {}}, fields=fields))

    def test_sessions_are_not_looked_at(self):
        answer = self.expect(200, stateless("tools/list", fields={"Mcp-Session-Id": "nonsense", "Last-Event-ID": "1"}))
        self.assertNotIn("mcp-session-id", answer.fields)

    def test_only_post(self):
        for method in ("GET", "DELETE"):
            self.expect(405, request("", method=method, fields={"MCP-Protocol-Version": STATELESS}))


if __name__ == "__main__":
    unittest.main()
