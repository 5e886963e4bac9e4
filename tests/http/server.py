"""A server under test and raw sockets to it. Every wait has a limit and no test sleeps."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
import awake  # noqa: E402
from waiting import wait_until  # noqa: E402,F401

LIMIT = 20  # seconds for anything
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tools.lua")


class Server:
    """`peekaboo mcp --http ...`, until stop()."""

    def __init__(self, peekaboo, *words, address="127.0.0.1:0", environment=None, before=(), **more):
        self.log = tempfile.NamedTemporaryFile("r", suffix=".log")
        os.chmod(self.log.name, 0o666)  # the server may be another user's
        self.process = subprocess.Popen(
            [*before, peekaboo, "mcp", "--http", address, "--tools", TOOLS, *words], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, **more,
            env={**os.environ, "PEEKABOO_LOG_FILE": self.log.name, "PEEKABOO_LOG_LEVEL": "debug", **(environment or {})})
        self.lines = [self.process.stdout.readline()]
        found = re.search(r"https?://(\[[^]]*\]|[^:]+):(\d+)", self.lines[0])
        if not found and "unix:" not in self.lines[0]:
            raise AssertionError("did not start: " + self.process.communicate()[1])
        self.host, self.port = (found.group(1).strip("[]"), int(found.group(2))) if found else ("", 0)
        self.source = None  # the address that connections come from
        self.path = address[5:] if address.startswith("unix:") else None

    @property
    def id(self):
        return self.process.pid

    def connect(self, context=None):
        if self.path:
            plain = socket.socket(socket.AF_UNIX)
            plain.settimeout(LIMIT)
            plain.connect(self.path)
        else:
            source = (self.source, 0) if self.source else None
            plain = socket.create_connection((self.host, self.port), timeout=LIMIT, source_address=source)
        return Peer(context.wrap_socket(plain, server_hostname="localhost") if context else plain)

    def ask(self, request, **more):
        """One request on a connection of its own."""
        peer = self.connect(more.pop("context", None))
        try:
            peer.send(request)
            return peer.answer(**more)
        finally:
            peer.close()

    def stop(self, number=signal.SIGTERM):
        """The exit status, and the seconds that it took. None: it has had its signal."""
        begin = awake.now()
        if number is not None:
            self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=LIMIT)
        self.lines += output.splitlines(True)
        self.errors = errors
        return self.process.returncode, awake.now() - begin

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.id}/fd"))

    def memory(self):
        """Resident, in KiB."""
        with open(f"/proc/{self.id}/status", encoding="utf8") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    @property
    def json(self):
        """The document, or the last message of the stream that a busy server made of it."""
        if self.fields.get("content-type") == "text/event-stream":
            return json.loads(re.findall(rb"^data: *(\{.*)$", self.body, re.M)[-1])
        return json.loads(self.body)

    @property
    def code(self):
        return self.json["error"]["code"]


class Peer:
    """One connection."""

    def __init__(self, plain):
        self.socket = plain
        self.buffer = b""
        self.chunked = False

    def send(self, data):
        try:
            self.socket.sendall(data.encode("latin-1") if isinstance(data, str) else data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has refused already; its answer tells why

    def more(self):
        """False at the end."""
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self.buffer += data
        return bool(data)

    def until(self, mark):
        while mark not in self.buffer:
            if not self.more():
                raise EOFError(self.buffer)
        before, self.buffer = self.buffer.split(mark, 1)
        return before

    def take(self, count):
        while len(self.buffer) < count:
            if not self.more():
                raise EOFError(self.buffer)
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def head(self):
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        fields = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            fields[name.lower()] = value.strip()
        self.chunked = fields.get("transfer-encoding") == "chunked"
        return Answer(int(lines[0].split()[1]), fields, b"")

    def chunk(self):
        size = int(self.until(b"\r\n"), 16)
        data = self.take(size)
        self.take(2)
        return data

    def answer(self):
        answer = self.head()
        if answer.status == 100:
            answer = self.head()
        if self.chunked:
            while True:
                data = self.chunk()
                if not data:
                    return answer
                answer.body += data
        answer.body = self.take(int(answer.fields.get("content-length", "0")))
        return answer

    def event(self, text=b""):
        """The next event of a stream as {field: value}; None at the end."""
        while b"\n\n" not in text:
            data = self.chunk()
            if not data:
                return None
            text += data
        event = {}
        for line in text.split(b"\n\n")[0].decode().split("\n"):
            name, value = line.split(":", 1)
            event[name] = value.strip()
        return event

    def message(self):
        """The next event's message."""
        while True:
            event = self.event()
            if event is None:
                return None
            if event.get("data"):
                return json.loads(event["data"])

    def ended(self):
        """Whether the server closes, without another byte."""
        while not self.buffer:
            if not self.more():
                return True
        return False

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes as a process does that dies."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()


def request(body, method="POST", path="/mcp", host="localhost", fields=None, drop=(), version="HTTP/1.1"):
    """The bytes of a request; `fields` add to the usual ones or replace them, `drop` leaves some out."""
    if not isinstance(body, bytes):
        body = (body if isinstance(body, str) else json.dumps(body)).encode()
    head = {"Host": host, "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
            "Content-Length": str(len(body))}
    head.update(fields or {})
    lines = [f"{method} {path} {version}"] + [f"{name}: {value}" for name, value in head.items() if name not in drop]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def message(method, params=None, number=1):
    row = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    if number is not None:
        row["id"] = number
    return row


def stateless(method, params=None, number=1, meta=None, fields=None, **more):
    """A request of the stateless generation with the headers that belong to it."""
    params = dict(params or {})
    params["_meta"] = {**META, **(meta or {})}
    head = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": method}
    name = params.get("uri" if method == "resources/read" else "name")
    if name and method in ("tools/call", "prompts/get", "resources/read"):
        head["Mcp-Name"] = name
    head.update(fields or {})
    return request(message(method, params, number), fields=head, **more)


def call(tool, arguments=None, number=1, **more):
    return stateless("tools/call", {"name": tool, "arguments": arguments or {}}, number, **more)


def initialize(version="2025-11-25"):
    return request(message("initialize", {"protocolVersion": version, "capabilities": {},
                                          "clientInfo": {"name": "raw", "version": "1"}}, 0))


def begin_session(server, version="2025-11-25"):
    """The fields that every request of a new session carries."""
    answer = server.ask(initialize(version))
    fields = {"Mcp-Session-Id": answer.fields["mcp-session-id"], "MCP-Protocol-Version": version}
    server.ask(request(message("notifications/initialized", number=None), fields=fields))
    return fields


LIST = stateless("tools/list")
TOKEN = "correct-horse-battery-staple"
BEARER = {"Authorization": "Bearer " + TOKEN}


class Case(unittest.TestCase):
    """Cases against the one server of a test file, which sets it as Case.server."""
    server = None

    def expect(self, status, data, **more):
        answer = self.server.ask(data, **more)
        self.assertEqual(answer.status, status, answer.body)
        return answer

    def refuse(self, status, code, data):
        answer = self.expect(status, data)
        self.assertEqual(answer.code, code, answer.body)
        return answer

    def tearDown(self):
        # Whatever came before: the next client is served.
        self.assertEqual(self.server.ask(LIST).status, 200)


class Starting(unittest.TestCase):
    """Cases with servers of their own. A test file sets `peekaboo`."""
    peekaboo = None

    def serve(self, *words, **more):
        server = Server(self.peekaboo, *words, **more)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    def end(self, server, number=signal.SIGTERM):
        status, seconds = server.stop(number)
        self.assertEqual(status, 0, server.errors)
        self.assertLess(seconds, 1.5)


def stop_cleanly(server):
    status, seconds = server.stop()
    assert status == 0, f"the server ended with {status}: {server.errors}"
    assert seconds < 2, f"the end took {seconds:.1f} s"
