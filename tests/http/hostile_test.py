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


class Http(Case):
    def test_no_http(self):
        self.expect(400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
        self.expect(400, "hello\r\n\r\n")
        self.expect(400, "GET /mcp HTTP/1.1 \r\nHost: localhost\r\n\r\n")

    def test_lines_end_with_cr_lf(self):
        self.expect(400, "GET /mcp HTTP/1.1\nHost: localhost\r\n\r\n")

    def test_what_cannot_become_a_request_is_answered_at_once(self):
        # The server would wait ten seconds for the rest of a header; none of these has an end.
        for status, data in ((400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), (400, b"\0"), (400, b"{"), (400, b"\n"),
                             (400, b"SSH-2.0-x\r\n"), (400, b"EHLO there\r\n"), (400, b"GET /mcp HTTP/1.1\nHost: localhost\n\n"),
                             (400, b"GET /mcp HTTP/1.1\r\nHost: localhost\n\n"), (400, b"GET /mcp\r\n"),
                             (505, b"GET /mcp HTTP/1.0\r\n"), (505, b"POST /mcp HTTP/1.0\r\nHost: localhost\r\n"),
                             (505, b"PRI * HTTP/2.0\r\n")):
            begun = awake.now()
            answer = self.expect(status, data)
            self.assertLess(awake.now() - begun, 5, data)
            self.assertEqual(answer.fields["connection"], "close")

    def test_an_empty_line_before_a_request(self):
        self.expect(200, b"\r\n\r\n" + LIST)

    def test_version(self):
        for version in ("HTTP/1.0", "HTTP/2.0", "HTTP/9"):
            self.expect(505, request("{}", version=version))

    def test_target_is_a_path(self):
        for path in ("*", "mcp", "/m\x7fcp", "ftp://localhost/mcp", "http:///mcp", "http://x@localhost/mcp", "localhost:80"):
            self.expect(400, request("{}", path=path))

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

    def test_path(self):
        for path in ("/", "/mcp/", "/MCP", "/mcp2", "/../mcp", "/sse", "/%6dcp"):
            self.expect(404, request("{}", path=path))
        self.expect(200, stateless("tools/list", path="/mcp?a=b"))

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

    def test_host_is_needed_once(self):
        self.expect(400, request("{}", drop=["Host"]))
        self.expect(400, "GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")

    def test_header_fields(self):
        for line in ("no colon", ": no name", "a b: c", "Folded: x\r\n y", "Nul: a\0b", "Cr: a\rb", " Space: x"):
            self.expect(400, f"GET /mcp HTTP/1.1\r\nHost: localhost\r\n{line}\r\n\r\n")

    def test_too_many_fields(self):
        self.expect(431, request("{}", fields={f"X-{i}": "1" for i in range(200)}))

    def test_too_large_a_head(self):
        self.expect(431, request("{}", fields={"X": "x" * 40000}))
        self.expect(431, b"GET /" + b"x" * 40000)

    def test_two_lengths_are_two_meanings(self):
        self.expect(400, request("{}", fields={"Transfer-Encoding": "chunked"}))
        self.expect(400, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}")

    def test_length_is_a_number(self):
        for length in ("-1", "+2", "2x", "", "0x2", "2,2"):
            self.expect(400, request("{}", fields={"Content-Length": length}))
        self.expect(413, request("", fields={"Content-Length": "99999999999999999999999"}))

    def test_unknown_coding(self):
        self.expect(501, request("", fields={"Transfer-Encoding": "gzip, chunked"}, drop=["Content-Length"]))

    def test_unknown_expectation(self):
        self.expect(417, request("{}", fields={"Expect": "tea"}))

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
    def chunked(self, body):
        return request(b"", fields={"Transfer-Encoding": "chunked", **self.fields}, drop=["Content-Length"]) + body

    fields = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/list"}

    def test_chunks(self):
        body = LIST.split(b"\r\n\r\n", 1)[1]
        pieces = b"".join(b"%x;extension=1\r\n%s\r\n" % (len(body[i:i + 7]), body[i:i + 7]) for i in range(0, len(body), 7))
        self.expect(200, self.chunked(pieces + b"0\r\nTrailer: x\r\n\r\n"))

    def test_malformed_chunks(self):
        for body in (b"x\r\n", b"-1\r\n", b"2\r\n{}x\r\n", b"2;\n{}\r\n", b"2;a\rb\r\n{}\r\n", b"\r\n", b"1" * 5000, b" 2\r\n{}\r\n0\r\n\r\n"):
            self.expect(400, self.chunked(body))
        self.expect(413, self.chunked(b"ffffffffffffffffff\r\n"))

    def test_bare_line_ends_are_answered_at_once(self):
        for body in (b"2\n", b"2\r\n{}\n", b"0\r\n\n", b"0\r\na: b\n"):
            begun = awake.now()
            self.expect(400, self.chunked(body))
            self.assertLess(awake.now() - begun, 20, body)

    def test_too_many_trailers(self):
        self.expect(400, self.chunked(b"0\r\n" + b"a: b\r\n" * 100 + b"\r\n"))

    def test_too_large(self):
        self.expect(413, request("", fields={"Content-Length": str(LARGEST + 1)}))
        self.expect(413, self.chunked(b"%x\r\n" % (LARGEST + 1)))

    def test_many_chunks_over_the_limit(self):
        piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        peer = server.connect()
        peer.send(self.chunked(b""))
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

    def test_compressed(self):
        self.expect(415, request("{}", fields={"Content-Encoding": "gzip"}))

    def test_content_type(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", "json"):
            self.expect(415, request("{}", fields={"Content-Type": kind}))
        self.expect(415, request("{}", drop=["Content-Type"]))
        self.expect(200, stateless("tools/list", fields={"Content-Type": "Application/JSON; charset=utf-8"}))

    def test_accept(self):
        for kind in ("application/json", "text/event-stream", "text/html", ""):
            self.expect(406, request("{}", fields={"Accept": kind}))
        for kind in ("*/*", "text/*, application/*", "text/event-stream;q=0.5, application/json"):
            self.expect(200, stateless("tools/list", fields={"Accept": kind}))
        lines = LIST.replace(b"Accept: application/json, text/event-stream", b"Accept: application/json\r\naccept: text/event-stream")
        self.assertNotEqual(lines, LIST)
        self.expect(200, lines)

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

    def test_own_origin(self):
        for origin in ("http://localhost", "http://localhost:6274", "https://127.0.0.1:1", "http://[::1]:80"):
            self.expect(200, stateless("tools/list", fields={"Origin": origin}))

    def test_foreign_host(self):
        for host in ("evil.example.com", "localhost.evil.com", "127.0.0.1.evil.com", "10.0.0.1", "0.0.0.0", "", "127.0.0.256"):
            self.expect(403, request("{}", host=host))

    def test_own_host(self):
        for host in ("localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:12345", "[::1]:80"):
            self.expect(200, stateless("tools/list", host=host))


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
