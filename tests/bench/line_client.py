"""A lean client for one MCP server on pipes: prepared bytes out, raw lines in. What it reads is looked at afterwards."""
import fcntl
import json
import os
import select
import subprocess
import sys
import time

PATIENCE = 60  # seconds
PIPE = 1 << 20


def request(number, method, params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def call(number, text):
    return request(number, "tools/call", {"name": "echo", "arguments": {"message": text}})


GREETING = request(0, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                     "clientInfo": {"name": "bench", "version": "1"}})
GREETED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


class Client:
    """Starts `words`; `started` is the number of seconds until the reply to initialize was there."""

    def __init__(self, words, **environment):
        self.rest = b""
        began = time.perf_counter()
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        bufsize=0, env={**os.environ, **environment})
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.write(self.input, GREETING)
        self.line()
        self.started = time.perf_counter() - began
        for pipe in (self.input, self.output):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)
        os.write(self.input, GREETED)

    def line(self):
        """The next line; the client's only way to read outside of a flood."""
        while b"\n" not in self.rest:
            self.rest += self.some()
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def some(self):
        bytes_read = os.read(self.output, PIPE)
        if not bytes_read:
            sys.exit(f"{self.process.args[0]} has closed its output")
        return bytes_read

    def settle(self):
        """Makes one call and skips what the server says of its own accord before it answers."""
        os.write(self.input, call(-1, "first"))
        while json.loads(self.line()).get("id") != -1:
            pass

    def one_by_one(self, first, count):
        """The seconds of each of `count` calls."""
        times = []
        for number in range(first, first + count):
            line = call(number, "one by one")
            began = time.perf_counter()
            os.write(self.input, line)
            answer = self.line()
            times.append(time.perf_counter() - began)
            self.check(answer.split(b"\n"), {number})
        return times

    def flood(self, first, count):
        """The seconds of the clock and of the client's own processor for `count` calls written at once."""
        out = memoryview(b"".join(call(number, "all at once") for number in range(first, first + count)))
        chunks, lines = [], 0
        poll = select.poll()
        poll.register(self.output, select.POLLIN)
        poll.register(self.input, select.POLLOUT)
        os.set_blocking(self.input, False)
        began, used = time.perf_counter(), time.process_time()
        while lines < count:
            ready = poll.poll(PATIENCE * 1000)
            if not ready:
                sys.exit(f"{self.process.args[0]}: {lines} of {count} replies within {PATIENCE} s")
            for descriptor, _ in ready:
                if descriptor == self.output:
                    chunks.append(self.some())
                    lines += chunks[-1].count(b"\n")
                    continue
                out = out[os.write(self.input, out):]
                if not out:
                    poll.unregister(self.input)
        used, spent = time.process_time() - used, time.perf_counter() - began
        os.set_blocking(self.input, True)
        self.check(b"".join(chunks).splitlines(), set(range(first, first + count)))
        return spent, used

    def check(self, lines, numbers):
        """Each of `numbers` is answered once, rightly, and nothing else is said. `cat` gives the request back."""
        for line in lines:
            message = json.loads(line)
            text = line.decode()
            if message.get("id") not in numbers or not ("Echo: " in text or "arguments" in text) or "error" in message:
                sys.exit(f"{self.process.args[0]}: not an answer to the call: {text[:300]}")
            numbers.remove(message["id"])
        if numbers:
            sys.exit(f"{self.process.args[0]}: {len(numbers)} calls without an answer")

    def memory(self):
        """Resident, in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024

    def processor(self):
        """The seconds of processor time that the server has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as status:
            fields = status.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        """The seconds from the end of its input to its exit."""
        began = time.perf_counter()
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        return time.perf_counter() - began
