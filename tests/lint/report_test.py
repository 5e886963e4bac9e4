#!/usr/bin/python3
"""tests/report.py counts the cases of every kind of test, and names what failed and what takes too long."""
import io
import os
import sys
import unittest

import tree

sys.path.insert(0, os.path.join(tree.ROOT, "tests"))
import report  # noqa: E402

RESULTS = """<testsuite>
<testcase name="build/unit" time="100" status="run"><system-out>Ran 5 tests in</system-out></testcase>
<testcase name="unit/core" time="3.5" status="run"><system-out>170 tests passed, 0 failed</system-out></testcase>
<testcase name="desktop/openbox_1" time="30.0" status="fail"><system-out>== clicks
Ran 4 tests in 3 s

OK
== clicks: passed in 4.0 s, 2.1 s of processor time
== menus
Ran 10 tests in 9 s

FAILED (failures=1, errors=2)
== menus: FAILED: status 1 in 24.5 s, 2.1 s of processor time</system-out></testcase>
<testcase name="lint/format" time="1.0" status="run"><system-out/></testcase>
<testcase name="hosts/pi" time="0" status="disabled"><system-out/></testcase>
</testsuite>"""


class Report(unittest.TestCase):
    def setUp(self):
        self.tests = report.read(io.StringIO(RESULTS))

    def test_counts_cases(self):
        for output, number in (("Ran 12 tests in 0.5s\n\nOK", 12), ("Ran 1 test in 0.5s", 1), ("", 1),
                               ("x\n7 tests passed, 1 failed\n", 8), ("Ran 2 tests in 1 s\nRan 3 tests in 1 s", 5),
                               ("Ran 100 tests in 0.1 seconds, 99 successes, 1 failure", 100)):
            with self.subTest(output):
                self.assertEqual(report.cases(output), number)

    def test_ends_with_the_number_of_tests_and_the_minutes(self):
        lines = report.summary(self.tests, {"packages": 30, "tests": 90})
        self.assertEqual(lines[-2:], ["185 tests in 2.0 minutes.", "182 passed, 3 failed"])
        self.assertIn("Failed: desktop/openbox_1", lines)

    def test_lists_the_slowest_tests_without_builds(self):
        lines = report.summary(self.tests, {"tests": 90})
        slowest = [line.split()[-1] for line in lines if line.startswith("  ")]
        self.assertEqual(slowest, ["desktop/menus", "desktop/clicks", "unit/core", "lint/format"])

    def test_finds_what_is_over_the_budget(self):
        self.assertEqual(len(report.over_budget(self.tests, {"tests": 60})), 1)
        self.assertEqual(len(report.over_budget(self.tests, {"tests": 60 * 60})), 2)
        self.assertEqual(report.over_budget(self.tests[1:2], {"tests": 60}), [])


if __name__ == "__main__":
    unittest.main()
