"""What `peekaboo mcp` answers. Its input stays open until the last answer, because calls have only a second after its end."""
import json
import os
import subprocess
import threading

PEEKABOO = os.path.realpath(os.environ["PEEKABOO"])
PATIENCE = 100
HANDSHAKE = ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})


def ask(words, requests, environment, cwd=None):
    """The answers to (method, params), in the order of the requests. The program must end well."""
    lines = [{"jsonrpc": "2.0", "id": i, "method": method, "params": params} for i, (method, params) in enumerate(requests)]
    answers = {}
    with subprocess.Popen([PEEKABOO, *words], env=environment, cwd=cwd, text=True, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        try:
            process.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
            process.stdin.flush()
            while len(answers) < len(lines):
                answer = json.loads(process.stdout.readline())
                answers.update({answer["id"]: answer} if "id" in answer else {})
            process.stdin.close()
            rest = process.stdout.read()
            assert process.wait() == 0 and rest == "", (process.returncode, rest)
        finally:
            patience.cancel()
            process.kill()
    return [answers[i] for i in range(len(lines))]
