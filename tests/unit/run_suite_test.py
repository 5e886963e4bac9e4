"""Tests run_suite.py with a program that prints as GoogleTest does, and whose cases fail in every way."""
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_suite.py")

# Cases are named by what they do. One that ends with "Together" does it only when other cases run in the same process.
PROGRAM = """
import os, signal, sys, time

names = {names}
arguments = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
if "--gtest_list_tests" in sys.argv:
    print("Running main() from gmock_main.cc")
    print("Made.")
    for name in names: print(f"  {{name}}  # GetParam() = 1")
    sys.exit()
wanted = arguments.get("--gtest_filter", "*")
runnable = [name for name in names if wanted in ("*", "Made." + name) and "DISABLED_" not in name]
mine = runnable[int(os.environ.get("GTEST_SHARD_INDEX", 0))::int(os.environ.get("GTEST_TOTAL_SHARDS", 1))]
print("[==========] Running tests.")
failed = False
for name in mine:
    print(f"[ RUN      ] Made.{{name}}", flush=True)
    if name.endswith("Together") and len(mine) == 1: pass
    elif name.startswith("Crash"): print("before the crash", flush=True); os.kill(os.getpid(), signal.SIGSEGV)
    elif name.startswith("Abort"): sys.exit(66)
    elif name.startswith("Quit"): os._exit(0)
    elif name.startswith("Hang"): time.sleep(600)
    elif name.startswith("Fail"):
        print("made_test.cpp:1: Failure")
        print(f"[  FAILED  ] Made.{{name}}, where GetParam() = 1 (0 ms)", flush=True)
        failed = True
        continue
    elif name.startswith("Skip"):
        print("made_test.cpp:2: Skipped\\nno such thing here")
        print(f"[  SKIPPED ] Made.{{name}} (0 ms)", flush=True)
        continue
    elif name.startswith("Daemon"):
        if os.fork() == 0: time.sleep(600)
    print("no line end", end="")
    print(f"[       OK ] Made.{{name}} (0 ms)", flush=True)
if failed: print("[  FAILED  ] 1 test, listed below:\\n[  FAILED  ] Made.Fail")
leaks = any(name.startswith("Leak") for name in mine)
sys.exit(failed or leaks and 23)
"""


class RunSuiteTest(unittest.TestCase):
    def run_suite(self, names, *arguments, **environment):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as program:
            program.write(textwrap.dedent(PROGRAM).format(names=names))
            program.flush()
            command = [sys.executable, RUNNER, *arguments, sys.executable, program.name]
            variables = {name: value for name, value in os.environ.items() if not name.startswith("GTEST_")}
            done = subprocess.run(command, env=variables | environment, capture_output=True, text=True, timeout=60)
            return done.returncode, done.stdout + done.stderr

    def expect(self, names, code, last, *texts, **more):
        found, output = self.run_suite(names, *more.pop("arguments", ()), **more)
        self.assertEqual(found, code, output)
        self.assertEqual(output.splitlines()[-1], last, output)
        for text in texts:
            self.assertIn(text, output)
        return output

    def test_passes(self):
        output = self.expect(["One", "Two", "DISABLED_Three"], 0, "2 tests passed, 0 failed")
        self.assertEqual(len(output.splitlines()), 1, "only the result is printed")

    def test_reports_a_failed_case_with_its_output_alone(self):
        output = self.expect(["One", "Fail", "Two"], 1, "2 tests passed, 1 failed",
                             "failed: Made.Fail", "made_test.cpp:1: Failure")
        self.assertNotIn("Made.One", output)
        self.assertNotIn("run again", output)

    def test_reports_skipped_cases_and_why(self):
        self.expect(["One", "Skip"], 0, "1 tests passed, 0 failed, 1 skipped", "no such thing here")

    def test_names_a_case_that_crashes_and_runs_the_others(self):
        self.expect(["One", "Fail", "Crash", "Two", "FailToo"], 1, "2 tests passed, 3 failed",
                    "ended by SIGSEGV in Made.Crash", "before the crash", "failed: Made.Crash", "failed: Made.FailToo")

    def test_names_a_case_that_ends_the_process(self):
        self.expect(["Abort", "Two"], 1, "1 tests passed, 1 failed", "exited with code 66 in Made.Abort")
        self.expect(["One", "Quit", "Two"], 1, "2 tests passed, 1 failed", "exited with code 0 in Made.Quit")

    def test_names_a_case_that_hangs(self):
        self.expect(["One", "Hang", "Two"], 1, "2 tests passed, 1 failed", "no end within 1 s in Made.Hang",
                    "failed: Made.Hang", arguments=["--case-limit", "1"])

    def test_names_a_case_that_crashes_only_after_others(self):
        self.expect(["One", "CrashTogether", "Two"], 1, "2 tests passed, 1 failed", "but passes alone",
                    "failed: Made.CrashTogether")

    def test_finds_the_case_that_makes_the_process_fail_at_its_end(self):
        self.expect(["One", "Leak", "Two"], 1, "2 tests passed, 1 failed", "exited with code 23", "failed: Made.Leak")

    def test_waits_for_no_program_that_a_case_left_behind(self):
        self.expect(["Daemon", "Two"], 0, "2 tests passed, 0 failed")

    def test_runs_the_cases_of_its_shard(self):
        names = ["One", "Crash", "Three", "Four"]
        self.expect(names, 0, "2 tests passed, 0 failed", GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX="0")
        self.expect(names, 1, "1 tests passed, 1 failed", "failed: Made.Crash", GTEST_TOTAL_SHARDS="2",
                    GTEST_SHARD_INDEX="1")

    def test_fails_without_cases(self):
        self.expect([], 1, "no test case matches")


unittest.main()
