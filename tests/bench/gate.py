#!/usr/bin/python3
"""What policies cost, with 60 windows. Prints a table, asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/gate.py build/peekaboo [BEFORE]

Every round measures each policy once, in an order of its own, so that a busy moment meets all alike. BEFORE: another
`peekaboo`, for example of the commit before the gate; without it the program is measured twice, which shows the noise.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from bench import Server, own_memory, painters, percentile

WINDOWS = 60
ONE_SHOTS = 31
RESIDENT = 151
OFF = {"builtInExclusions": False, "whenLocked": "allow", "enableAuditLog": False}
POLICIES = {
    "before": None,
    "no policy file": None,
    "both off": OFF,
    "one window excluded": {**OFF, "blockedWindowPatterns": ["painting 7"]},
    "5,000 rules": {**OFF, "blockedWindowPatterns": [f"no window has title {i}" for i in range(5000)]},
    "audit": {**OFF, "enableAuditLog": True},
}


class Kind:
    """One program under one policy, with folders of its own."""

    def __init__(self, name, program, policy, folder):
        self.name, self.program = name, program
        self.environment = {}
        for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            self.environment[variable] = os.path.join(folder, name.replace(" ", "-"), variable)
            os.makedirs(os.path.join(self.environment[variable], "peekaboo"))
        if policy:
            with open(os.path.join(self.environment["XDG_CONFIG_HOME"], "peekaboo", "policy.json"), "w", encoding="utf-8") as file:
                json.dump(policy, file)
        self.file = os.path.join(folder, name.replace(" ", "-") + ".png")
        self.one_shots, self.resident = [], []
        self.server = Server(program, PEEKABOO_TOOLSETS="core", **self.environment)
        self.server.greet()

    def run_once(self):
        began = time.perf_counter()
        subprocess.run([self.program, "image", "--screen-index", "0", "--path", self.file], check=True, capture_output=True,
                       env={**os.environ, **self.environment})
        self.one_shots.append(time.perf_counter() - began)

    def call_once(self):
        self.resident.append(self.server.call("image", app_target="screen:0", path=self.file, overwrite=True)()[0])


def ratio(mine, first):
    """In the fastest quarter, because others' work only ever adds time."""
    own, other = percentile(mine, 0.25), percentile(first, 0.25)
    return f"{own * 1000:.2f} | {(own - other) * 1000:+.2f} | {own / other:.3f}"


def main():
    program, before = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else sys.argv[1]
    windows = painters(WINDOWS)
    with tempfile.TemporaryDirectory() as folder:
        kinds = [Kind(name, before if name == "before" else program, policy, folder) for name, policy in POLICIES.items()]
        draw = random.Random(1)
        for i in range(RESIDENT):
            for kind in draw.sample(kinds, len(kinds)):
                if i < ONE_SHOTS:
                    kind.run_once()
                kind.call_once()
        first = kinds[0]
        print(f"{WINDOWS} windows, first quartiles of {ONE_SHOTS} and {RESIDENT}, load {os.getloadavg()[0]:.1f}\n\n"
              "| policy | one-shot, ms | more | ratio | resident, ms | more | ratio | server, MiB | of its own |\n"
              "|---|---:|---:|---:|---:|---:|---:|---:|---:|")
        for kind in kinds:
            print(f"| {kind.name} | {ratio(kind.one_shots, first.one_shots)} | {ratio(kind.resident[5:], first.resident[5:])} | "
                  f"{kind.server.memory('VmRSS'):.1f} | {own_memory(kind.server.process.pid):.1f} |", flush=True)
        # What servers share is a server's own once the others have ended.
        for kind in kinds:
            kind.server.close()
    windows.terminate()
    windows.wait()


if __name__ == "__main__":
    main()
