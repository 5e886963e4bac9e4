#!/usr/bin/python3
"""What a guest script costs: guest.py PEEKABOO. Through MCP on standard input and output; medians."""
import os
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
import mcp_client  # noqa: E402

ROUNDS = 60
SCRIPTS = {
    "a trivial script, start to result": "return 1",
    "a script of 1000 module calls": "for i = 1, 1000 do time.now() end",
}


def main():
    with tempfile.TemporaryDirectory() as home:
        client = mcp_client.Client(sys.argv[1], {"PATH": os.environ["PATH"], "HOME": home, "TMPDIR": home,
                                                 "PEEKABOO_ENABLE_RUN_SCRIPT": "true"})
        for what, script in SCRIPTS.items():
            calls = []
            for _ in range(ROUNDS):
                call = client.tool("run_script", script=script)
                assert call.code() == "", call.text()
                calls.append(call.seconds * 1000)
            calls.sort()
            print(f"{what:<40} {statistics.median(calls):8.2f} ms   (best {calls[0]:.2f}, p95 {calls[int(ROUNDS * 0.95)]:.2f})")
        client.end()


if __name__ == "__main__":
    main()
