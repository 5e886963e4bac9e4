"""A lean client for one MCP server over Streamable HTTP, on one connection that stays open."""
import json
import re
import socket
import subprocess
import sys
import time

from line_client import GREETED, GREETING, PATIENCE, call


class PostClient:
    """Starts `words`, which serve http://127.0.0.1:`port`/mcp, and greets."""

    def __init__(self, words, port, environment):
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=environment)
        self.port, self.session = port, ""
        self.socket = self.connect()
        head, _ = self.post(GREETING)
        session = re.search(rb"mcp-session-id: *(\S+)", head, re.I)
        self.session = f"Mcp-Session-Id: {session[1].decode()}\r\n" if session else ""
        self.post(GREETED)

    def connect(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return connection
            except ConnectionRefusedError:
                time.sleep(0.01)
        sys.exit(f"{self.process.args[0]} does not listen on port {self.port}")

    def post(self, body):
        """Head and body of the answer: of known length, in chunks, or without a body."""
        head = (f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
                "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n"
                f"{self.session}Content-Length: {len(body)}\r\n\r\n")
        self.socket.sendall(head.encode() + body)
        answer = b""
        while not self.whole(answer):
            answer += self.some()
        return answer.split(b"\r\n\r\n", 1)

    def some(self):
        received = self.socket.recv(1 << 16)
        if not received:
            sys.exit(f"{self.process.args[0]} has closed the connection")
        return received

    @staticmethod
    def whole(answer):
        head, end, body = answer.partition(b"\r\n\r\n")
        if not end:
            return False
        length = re.search(rb"content-length: *(\d+)", head, re.I)
        if length:
            return len(body) >= int(length[1])
        return b"chunked" not in head.lower() or body.endswith(b"0\r\n\r\n")

    def one_by_one(self, count):
        """The seconds of each of `count` calls."""
        times = []
        for number in range(1, count + 1):
            body = call(number, "one by one")
            began = time.perf_counter()
            _, answer = self.post(body)
            times.append(time.perf_counter() - began)
            message = json.loads(re.search(rb"\{.*\}", answer)[0])
            if message.get("id") != number or "Echo: one by one" not in json.dumps(message):
                sys.exit(f"{self.process.args[0]}: not an answer to the call: {answer[:300]}")
        return times

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(PATIENCE)
