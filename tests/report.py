#!/usr/bin/python3
"""The end of a test run: what failed, the slowest tests, where the time went, and the number of cases.

    report.py RESULTS.xml --packages S --build S --tests S [--default NAMES] [--budget]

RESULTS.xml is what `ctest --output-junit` writes. A CTest test may hold many cases; its output states how many, in the words
of unittest, luaunit or tests/unit/run_suite.py. With --budget the exit status is 1 when a test or the run takes too long.
"""
import argparse
import re
import sys
import xml.etree.ElementTree

LONGEST_TEST = 20  # seconds
LONGEST_RUN = 22 * 60
CASES = (
    re.compile(r"^Ran (\d+) tests? in ", re.M),  # unittest, luaunit
    re.compile(r"^(\d+) tests? passed, (\d+) failed", re.M),  # tests/unit/run_suite.py
)
FAILED = (
    re.compile(r"^FAILED \((.*)\)$", re.M),  # unittest: failures=1, errors=2
    re.compile(r"^\d+ tests? passed, (\d+) failed", re.M),
    re.compile(r"^Ran \d+ tests in .* (\d+) failures?", re.M),  # luaunit
)


def cases(output):
    """The number of cases that a test's output states; 1 for a test that states none."""
    found = (number for form in CASES for match in form.finditer(output) for number in match.groups())
    return sum(int(number) for number in found) or 1


def failed_cases(output):
    found = sum(int(number) for form in FAILED for text in form.findall(output) for number in re.findall(r"\d+", text))
    return found or 1


# tests/rig/run_suites.py: the suites that share a desktop, each a test of its own here.
SUITE = re.compile(r"^== (\w+): (?:passed|FAILED: .*) in ([\d.]+) s", re.M)


class Test:
    def __init__(self, element):
        self.name = element.get("name")
        self.seconds = float(element.get("time") or 0)
        self.passed = element.get("status") == "run"
        output = element.findtext("system-out") or ""
        self.cases = cases(output)
        self.failed = 0 if self.passed else min(failed_cases(output), self.cases)
        self.is_build = re.search(r"(^|/)build(/|$)", self.name) is not None
        suites = [(f"desktop/{name}", float(seconds)) for name, seconds in SUITE.findall(output)]
        self.parts = suites or [(self.name, self.seconds)]  # name, seconds


def read(path):
    """The tests that ran, in the order in which they ended."""
    found = xml.etree.ElementTree.parse(path).getroot().iter("testcase")
    return [Test(element) for element in found if element.get("status") != "disabled"]


def minutes(seconds):
    return f"{seconds / 60:.1f} minutes"


def summary(tests, spent):
    """The lines of the report; `spent` maps a part of the run to its seconds."""
    lines = ["", "Slowest tests:"]
    real = [test for test in tests if not test.is_build]
    for name, seconds in sorted((part for test in real for part in test.parts), key=lambda part: -part[1])[:20]:
        lines.append(f"  {seconds:6.1f} s  {name}")
    builds = [test for test in tests if test.is_build]
    if builds:
        lines.append("Builds beside the tests: " + ", ".join(f"{test.name} {test.seconds:.0f} s" for test in builds))
    for test in tests:
        if not test.passed:
            lines.append(f"Failed: {test.name}")
    lines.append("Time: " + ", ".join(f"{part} {minutes(seconds)}" for part, seconds in spent.items()))
    total = sum(test.cases for test in real)
    failed = sum(test.failed for test in tests)
    lines.append(f"{total} tests in {minutes(sum(spent.values()))}.")
    lines.append(f"{total - failed} passed, {failed} failed")
    return lines


def over_budget(tests, spent):
    """What took too long, a line each."""
    lines = [f"Over the budget: {name} took {seconds:.1f} s, at most {LONGEST_TEST} s are allowed"
             for test in tests if not test.is_build for name, seconds in test.parts if seconds > LONGEST_TEST]
    whole = sum(spent.values())
    if whole > LONGEST_RUN:
        lines.append(f"Over the budget: the run took {minutes(whole)}, at most {minutes(LONGEST_RUN)} are allowed")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parts = ("packages", "build", "tests")
    for part in parts:
        parser.add_argument("--" + part, type=int, default=0, help="seconds that this part took")
    parser.add_argument("--budget", action="store_true")
    options = parser.parse_args()
    tests = read(options.results)
    spent = {part: getattr(options, part) for part in parts}
    over = over_budget(tests, spent) if options.budget else []
    print("\n".join(over + summary(tests, spent)))
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
