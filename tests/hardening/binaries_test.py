#!/usr/bin/python3
"""Every program and module that is installed is hardened, as readelf sees it.

    BINARIES=build/peekaboo:… OBJECTS=build/runtime/libruntime_core.a:… CET=1 tests/hardening/binaries_test.py
"""
import os
import re
import subprocess
import unittest

BINARIES = os.environ["BINARIES"].split(":")
OBJECTS = os.environ["OBJECTS"].split(":")
CET = os.environ["CET"] not in ("", "0", "FALSE")


def readelf(*words):
    return subprocess.run(["readelf", "-W", *words], capture_output=True, text=True, check=True, timeout=60).stdout


class Binaries(unittest.TestCase):
    """What the linker did."""

    def expect(self, pattern, *words):
        self.assertGreaterEqual(len(BINARIES), 6)
        for path in BINARIES:
            with self.subTest(os.path.basename(path)):
                self.assertTrue(re.search(pattern, readelf(*words, path)), f"no {pattern}")

    def test_addresses_are_random(self):
        self.expect(r"Type:\s+DYN", "-h")

    def test_tables_are_read_only_before_the_first_instruction(self):
        self.expect(r"GNU_RELRO", "-l")
        self.expect(r"FLAGS.*\bBIND_NOW|FLAGS_1.*\bNOW", "-d")

    def test_no_memory_is_both_written_and_run(self):
        self.expect(r"GNU_STACK .* RW +0x", "-l")
        self.expect(r"(?s)^(?!.*LOAD [^\n]* RWE ).*$", "-l")

    def test_stacks_are_checked(self):
        self.expect(r" __stack_chk_fail\b", "--dyn-syms")


class Objects(unittest.TestCase):
    """What the compiler did, in our own code alone."""

    def test_stacks_are_checked(self):
        for path in OBJECTS:
            with self.subTest(os.path.basename(path)):
                self.assertIn(" UND __stack_chk_fail", readelf("-s", path))

    def test_buffers_are_checked(self):
        self.assertTrue(any(re.search(r" UND __\w+_chk\b", readelf("-s", path)) for path in OBJECTS))

    def test_containers_are_checked(self):
        # g++ 12 writes the text into the program, later ones call the library.
        for path in OBJECTS:
            with self.subTest(os.path.basename(path)), open(path, "rb") as file:
                content = file.read()
                self.assertTrue(b"Assertion '%s' failed" in content or b"__glibcxx_assert_fail" in content)

    @unittest.skipUnless(CET, "this processor or compiler knows no CET")
    def test_indirect_calls_land_where_they_should(self):
        for path in OBJECTS:
            with self.subTest(os.path.basename(path)):
                notes = readelf("-n", path)
                members = notes.count("\nFile: ")
                self.assertGreater(members, 0)
                self.assertEqual(len(re.findall(r"x86 feature: IBT, SHSTK", notes)), members)


if __name__ == "__main__":
    unittest.main()
