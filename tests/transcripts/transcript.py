#!/usr/bin/python3
"""Plays MCP transcripts against `peekaboo mcp` and compares what comes back, line by line.

    transcript.py PEEKABOO FILE...

A transcript reads like a conversation; blank lines and lines that begin with # are for people.
  > {json}        send this line              >> text  send these bytes as they are, without a line end (\\n \\r \\xNN)
  >! CODE {json}  send this line; the next message must be an error of this code ("any": of any), with the line's id
                  where the error tells what is wrong with a request
  >>! CODE text   the same for bytes
  < {json}        the next message must match            (requests may overlap: see <~)
  <~ {json}       one of the next messages must match, in any order with the neighbouring <~ lines
  <! quiet        nothing more may come: proved by a ping of our own, whose answer must be the next message
  ! start VERSION the handshake of this revision
  ! end           close the server's input: it must write nothing more and exit with status 0;
                  what is sent after that starts a new server
  ! end busy      the same while work is under way: what it still writes does not matter
  % WORDS         further words of the server's command line; "{tests}" in them is the folder of all tests
  $ NAME=VALUE    an environment variable for the server (before its first message), with "{tests}" as above; the value
                  <silent display> names a display that accepts connections and never answers; <policy NAME> is a
                  private copy of a folder of policies/
In an expected message "<any>", "<string>", "<number>", "<integer>", "<object>", "<list>" stand for a value of that
kind and "<~text>" for a string that matches a regular expression; a member "...": "..." allows further members.
"""
import json
import os
import queue
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATIENCE = 20  # seconds; a message that takes longer is a failure
REQUEST = {"jsonrpc": "2.0", "id": 0}
ABOUT_THE_REQUEST = ("-32601", "-32602")
KINDS = {"<any>": object, "<string>": str, "<number>": (int, float), "<integer>": int, "<object>": dict, "<list>": list}


class Mismatch(Exception):
    pass


def match(expected, seen, path="$"):
    """Raises Mismatch with the place of the first difference."""
    if isinstance(expected, str) and expected in KINDS:
        if not isinstance(seen, KINDS[expected]) or (isinstance(seen, bool) and expected in ("<number>", "<integer>")):
            raise Mismatch(f"{path}: expected {expected}, got {json.dumps(seen)}")
    elif isinstance(expected, str) and re.fullmatch(r"<~.*>", expected, re.S):
        if not isinstance(seen, str) or not re.search(expected[2:-1], seen):
            raise Mismatch(f"{path}: expected text like {expected[2:-1]}, got {json.dumps(seen)}")
    elif isinstance(expected, dict):
        match_object(expected, seen, path)
    elif isinstance(expected, list):
        match_list(expected, seen, path)
    elif type(expected) is not type(seen) or expected != seen:
        raise Mismatch(f"{path}: expected {json.dumps(expected)}, got {json.dumps(seen)}")


def match_object(expected, seen, path):
    if not isinstance(seen, dict):
        raise Mismatch(f"{path}: expected an object, got {json.dumps(seen)}")
    for name, value in expected.items():
        if name == "...":
            continue
        if name not in seen:
            raise Mismatch(f"{path}.{name} is missing in {json.dumps(seen)[:400]}")
        match(value, seen[name], f"{path}.{name}")
    extra = sorted(set(seen) - set(expected))
    if extra and "..." not in expected:
        raise Mismatch(f"{path}: unexpected members {', '.join(extra)}")


def match_list(expected, seen, path):
    if not isinstance(seen, list):
        raise Mismatch(f"{path}: expected a list, got {json.dumps(seen)}")
    open_ended = bool(expected) and expected[-1] == "..."
    wanted = expected[:-1] if open_ended else expected
    if len(seen) < len(wanted) or (len(seen) > len(wanted) and not open_ended):
        raise Mismatch(f"{path}: expected {len(wanted)} items, got {len(seen)}: {json.dumps(seen)[:400]}")
    for index, value in enumerate(wanted):
        match(value, seen[index], f"{path}[{index}]")


class Server:
    def __init__(self, program, words, extra):
        self.home = tempfile.TemporaryDirectory()
        environment = {"HOME": self.home.name, "TMPDIR": self.home.name, "PATH": os.environ["PATH"], **extra}
        self.process = subprocess.Popen([program, "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Mismatch(f"the server has gone, status {self.process.wait(PATIENCE)}") from None

    def message(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Mismatch(f"nothing came within {PATIENCE} s") from None
        if line is None:
            raise Mismatch(f"the server has gone, status {self.process.wait(PATIENCE)}")
        if not line.endswith(b"\n"):
            raise Mismatch(f"a line without an end: {line!r}")
        try:
            return json.loads(line.decode("utf-8"))
        except ValueError as error:
            raise Mismatch(f"stdout holds a line that is no message: {line[:200]!r} ({error})") from None

    def end(self, busy):
        self.process.stdin.close()
        line = self.lines.get(timeout=PATIENCE)
        while busy and line is not None:
            line = self.lines.get(timeout=PATIENCE)
        if line is not None:
            raise Mismatch(f"after the end of input came {line[:200]!r}")
        status = self.process.wait(PATIENCE)
        if status != 0:
            raise Mismatch(f"exit status {status}, expected 0")

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.stdout.close()
        self.home.cleanup()


class Player:
    def __init__(self, program):
        self.program = program
        self.server = None
        self.environment = {}
        self.words = []
        self.unordered = []
        self.pings = 0
        self.played = False
        self.silent = None
        self.copies = tempfile.TemporaryDirectory()

    def value(self, text):
        if text == "<silent display>":
            return self.silent_display()
        if text.startswith("<policy "):
            # A policy that other users could write is refused, and a checkout may be such.
            name = text[len("<policy "):-1]
            copy = os.path.join(self.copies.name, name)
            shutil.copytree(os.path.join(TESTS, "transcripts", "policies", name), copy, copy_function=shutil.copyfile)
            for folder, _, names in os.walk(copy):
                for path in [folder, *(os.path.join(folder, each) for each in names)]:
                    os.chmod(path, 0o700)
            return copy
        return text.replace("{tests}", TESTS)

    def silent_display(self):
        os.makedirs("/tmp/.X11-unix", exist_ok=True)
        for number in range(900, 1000):
            listener = socket.socket(socket.AF_UNIX)
            try:
                listener.bind(f"/tmp/.X11-unix/X{number}")
            except OSError:
                listener.close()
                continue
            listener.listen(50)
            self.silent = listener
            return f":{number}"
        raise Mismatch("no free display number between 900 and 999")

    def stop(self):
        self.copies.cleanup()
        if self.server:
            self.server.stop()
        if self.silent:
            os.unlink(self.silent.getsockname())
            self.silent.close()

    def play(self, mark, rest):
        if mark != "<~":
            self.take_unordered()
        if mark == "$":
            name, _, value = rest.partition("=")
            self.environment[name] = self.value(value)
            return
        if mark == "%":
            self.words = [word.replace("{tests}", TESTS) for word in rest.split()]
            return
        if self.server is None:
            self.server = Server(self.program, self.words, self.environment)
        if mark.endswith("!") and mark.startswith(">"):
            code, _, rest = rest.partition(" ")
            self.play(mark[:-1], rest)
            self.refused(code, rest)
        elif mark == ">":
            self.server.send(rest.encode() + b"\n")
        elif mark == ">>":
            self.server.send(rest.encode().decode("unicode_escape").encode("latin-1"))
        elif mark == "<":
            match(json.loads(rest), self.server.message())
        elif mark == "<~":
            self.unordered.append(json.loads(rest))
        elif mark == "<!" and rest == "quiet":
            self.quiet()
        elif mark == "!" and rest.startswith("start "):
            self.start(rest.removeprefix("start "))
        elif mark == "!" and rest in ("end", "end busy"):
            self.server.end(rest == "end busy")
            self.server.stop()
            self.server, self.played = None, True
        else:
            raise Mismatch(f"not a line of a transcript: {mark} {rest}")

    def start(self, version):
        self.server.send(json.dumps({**REQUEST, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "transcript", "version": "1"}}}).encode() + b"\n")
        match({**REQUEST, "result": {
            "protocolVersion": version, "capabilities": {"tools": "<object>", "...": "..."},
            "serverInfo": {"name": "PeekabooMCP", "version": "<string>", "...": "..."}, "...": "..."}}, self.server.message())
        self.server.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')

    def refused(self, code, line):
        seen = self.server.message()
        match({"jsonrpc": "2.0", "error": {"code": "<integer>" if code == "any" else int(code), "message": "<string>", "...": "..."},
               "...": "..."}, seen)
        try:
            sent = json.loads(line)["id"]
        except (ValueError, TypeError, KeyError, RecursionError):
            sent = None
        if code in ABOUT_THE_REQUEST or seen.get("id") is not None:
            match(sent, seen.get("id"), "$.id")

    def take_unordered(self):
        while self.unordered:
            seen = self.server.message()
            reasons = []
            for index, expected in enumerate(self.unordered):
                try:
                    match(expected, seen)
                    del self.unordered[index]
                    break
                except Mismatch as mismatch:
                    reasons.append(str(mismatch))
            else:
                raise Mismatch(f"{json.dumps(seen)[:400]} is none of the expected: {'; '.join(reasons)}")

    def quiet(self):
        self.pings += 1
        ping = {"jsonrpc": "2.0", "id": f"quiet {self.pings}", "method": "ping"}
        self.server.send(json.dumps(ping).encode() + b"\n")
        match({"jsonrpc": "2.0", "id": ping["id"], "result": {}}, self.server.message())


def run(program, path):
    """None when the transcript holds, else what went wrong and where."""
    player = Player(program)
    number = 0
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                line = line.strip()
                if line and not line.startswith("#"):
                    mark, _, rest = line.partition(" ")
                    player.play(mark, rest)
        player.take_unordered()
        if not player.server and not player.played:
            return "nothing was sent"
    except (Mismatch, ValueError, queue.Empty, subprocess.TimeoutExpired) as problem:
        return f"{path}:{number}: {problem or type(problem).__name__}"
    finally:
        player.stop()
    return None


def main(program, paths):
    failed = 0
    for path in paths:
        problem = run(program, path)
        print(f"{'FAILED' if problem else 'ok':7} {os.path.basename(path)}" + (f"\n        {problem}" if problem else ""))
        failed += bool(problem)
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
