"""A small MCP client over stdio that can have many calls under way at once, and looks at the server's /proc."""
import collections
import contextlib
import json
import os
import re
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
import awake  # noqa: E402

PATIENCE = 120  # seconds until an answer counts as missing, on a busy machine too


class Call:
    """One request: answered when `done` is set; `seconds` tells how long that took."""

    def __init__(self):
        self.done = threading.Event()
        self.began = awake.now()
        self.seconds = None
        self.answer = None

    def result(self, seconds=PATIENCE):
        if not self.done.wait(seconds):
            raise AssertionError(f"no answer within {seconds} s")
        if "error" in self.answer:
            raise AssertionError(f"a protocol error: {self.answer['error']}")
        return self.answer["result"]

    def code(self):
        """The error code of a tool's answer; "" when it succeeded."""
        result = self.result()
        return result["_meta"]["backend_error_code"] if result.get("isError") else ""

    def text(self):
        return "\n".join(part.get("text", "") for part in self.result()["content"])


class Client:
    def __init__(self, program, environment, capabilities=None, answer=None):
        """`answer` gives the result for a request of the server's."""
        self.process = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.calls = {}
        self.lock = threading.Lock()
        self.count = 0
        self.answer = answer
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.request("initialize", protocolVersion="2025-06-18", capabilities=capabilities or {},
                     clientInfo={"name": "faults", "version": "1"}).result()
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message and "id" in message and self.answer:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": self.answer(message)})
                continue
            with self.lock:
                call = self.calls.pop(message.get("id"), None)
            if call:
                call.seconds = awake.now() - call.began
                call.answer = message
                call.done.set()

    def send(self, message):
        data = (json.dumps(message) + "\n").encode()
        with self.lock:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def request(self, method, **params):
        call = Call()
        with self.lock:
            self.count += 1
            number = self.count
            self.calls[number] = call
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return call

    def tool(self, name, **arguments):
        return self.request("tools/call", name=name, arguments=arguments)

    def ping(self):
        return self.request("ping")

    def holds(self):
        """How many descriptors of each kind the server holds, and how many threads of each name."""
        folder = f"/proc/{self.process.pid}"
        held = collections.Counter()
        for thread in os.listdir(folder + "/task"):
            with contextlib.suppress(FileNotFoundError), open(f"{folder}/task/{thread}/comm", encoding="utf-8") as name:
                held["thread " + name.read().strip()] += 1
        for name in os.listdir(folder + "/fd"):
            with contextlib.suppress(FileNotFoundError):
                held[re.sub(r"\[\d+\]", "", os.readlink(f"{folder}/fd/{name}"))] += 1
        return held

    def end(self):
        """Closes the input and returns the exit status."""
        self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.stdout.close()
