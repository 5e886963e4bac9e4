"""Runs a GoogleTest program, or one shard of it, as one process, and names the cases that failed.

    run_suite.py [--case-limit SECONDS] PROGRAM [--gtest_filter=FILTER] [ARGUMENT]...

Shards are chosen as in GoogleTest: GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX. When the process crashes, is ended by a
sanitizer, hangs or exits early, the case that was running fails, and the cases that it did not finish run again, each
in a process of its own. A process that fails after its last case, as with a leak, makes all its cases run again alone.
"""
import argparse
import os
import re
import selectors
import signal
import subprocess
import sys
import time

BEGIN = re.compile(r"\[ RUN      \] (\S+)$")
END = re.compile(r"\[ ( {6}OK| SKIPPED| FAILED ) \] ([^\s,]+)(, where .*)? \(\d+ ms\)$")


class Run:
    """One process: the state of each case that it began (None: not finished), and what each case printed."""

    def __init__(self):
        self.states, self.texts, self.current, self.rest = {}, {}, None, ""
        self.problem = None

    def take(self, line):
        begin, end = BEGIN.search(line), END.search(line)
        if begin:
            self.current = begin[1]
            self.states[self.current] = None
        if self.current is None:
            self.rest += line
            return
        self.texts[self.current] = self.texts.get(self.current, "") + line
        if end and end[2] == self.current:
            self.states[self.current] = end[1].strip()
            self.current = None


def run(command, environment, limit):
    """Runs the command until it ends or one of its cases takes longer than the limit."""
    result = Run()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=environment, start_new_session=True)
    # The end of the process counts, not the end of its output: programs that it started may hold that open.
    ended = os.pidfd_open(process.pid)
    os.set_blocking(process.stdout.fileno(), False)
    hung, buffered, since, known = False, b"", time.monotonic(), None
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        waiting.register(ended, selectors.EVENT_READ)
        over = False
        while not over:
            ready = {key.fileobj for key, _ in waiting.select(max(0, since + limit - time.monotonic()))}
            over = ended in ready
            while block := read(process.stdout):
                *lines, buffered = (buffered + block).split(b"\n")
                for line in lines:
                    result.take(line.decode(errors="replace") + "\n")
            if block == b"" and process.stdout in ready:
                waiting.unregister(process.stdout)
            if result.current != known:
                since, known = time.monotonic(), result.current
            if not over and time.monotonic() > since + limit:
                hung = over = True
    if buffered:
        result.take(buffered.decode(errors="replace") + "\n")
    # The group is killed in any case, so that nothing that the program started outlives it.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    code = process.wait()
    os.close(ended)
    process.stdout.close()
    if hung:
        result.problem = f"no end within {limit:g} s"
    elif code < 0:
        result.problem = f"ended by {signal.Signals(-code).name}"
    elif result.current is not None or code != 0 and "FAILED" not in result.states.values():
        result.problem = f"exited with code {code}"
    return result


def read(stream):
    """Returns what can be read now; b"" at the end; None when nothing is there yet."""
    try:
        return os.read(stream.fileno(), 1 << 16)
    except BlockingIOError:
        return None


def listed(command, environment):
    """Returns the names of this shard's cases, in GoogleTest's order."""
    output = subprocess.run(command + ["--gtest_list_tests"], env=environment, stdin=subprocess.DEVNULL, check=True,
                            stdout=subprocess.PIPE, text=True, errors="replace").stdout
    names, suite = [], ""
    for line in output.splitlines():
        name = line.split("#")[0].rstrip()
        if not name.startswith(" "):
            suite = name if name.endswith(".") else ""
        elif suite and "DISABLED_" not in suite + name:
            names.append(suite + name.strip())
    shards = int(environment.get("GTEST_TOTAL_SHARDS", 1))
    return names[int(environment.get("GTEST_SHARD_INDEX", 0))::shards]


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--case-limit", type=float, default=120)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    environment = dict(os.environ)
    cases = listed(options.command, environment)
    if not cases:
        sys.exit("no test case matches")

    failed, skipped = {}, {}

    def note(result, names):
        for name in names:
            text = result.texts.get(name, "")
            state = result.states.get(name)
            if state == "FAILED":
                failed[name] = text
            elif state == "SKIPPED":
                skipped[name] = text

    result = run(options.command + ["--gtest_color=no"], environment, options.case_limit)
    note(result, cases)
    again = [name for name in cases if result.states.get(name) is None]
    if result.problem or again:
        problem = result.problem or "exited early"
        culprit = result.current
        if not again:  # all cases have ended, and the process failed: which case's fault it is, each tells alone
            again = [name for name in cases if name not in failed]
        if culprit:
            print(f"{problem} in {culprit}", flush=True)
        else:
            print(f"{problem}\n{result.rest}", flush=True)
        print(f"{len(again)} cases run again, each alone", flush=True)
        alone = {name: value for name, value in environment.items() if not name.startswith("GTEST_")}
        before = len(failed)
        for name in again:
            arguments = [word for word in options.command if not word.startswith("--gtest_filter")]
            single = run(arguments + ["--gtest_color=no", f"--gtest_filter={name}"], alone, options.case_limit)
            note(single, [name])
            if single.problem or single.states.get(name) is None:
                failed[name] = f"{name}: {single.problem or 'did not run'}\n{single.texts.get(name, '')}{single.rest}"
            elif name == culprit and name not in failed:
                failed[name] = f"{name}: {problem}, but passes alone\n{result.texts[name]}"
        if len(failed) == before:
            failed["(the process)"] = f"{problem}, but each case passes alone\n"

    for text in failed.values():
        print(text)
    for name, text in skipped.items():
        print(text if "Skipped" in text else f"skipped: {name}")
    for name in failed:
        print(f"failed: {name}")
    passed = len(cases) - len([name for name in failed if name in cases]) - len(skipped)
    print(f"{passed} tests passed, {len(failed)} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    sys.exit(1 if failed else 0)


main()
