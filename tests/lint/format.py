#!/usr/bin/python3
"""Every C++ file is as .clang-format has it.

    format.py FORMATTER             names those that are not
    format.py FORMATTER --write     formats them
"""
import subprocess
import sys

import tree

FOLDERS = ("runtime", "native", "tests")
AT_ONCE = 50


def main(formatter, write=None):
    files = tree.files(FOLDERS, [".cpp", ".hpp"])
    if not files:
        print("there is nothing to look at")
        return 1
    how = ["-i"] if write else ["--dry-run", "-Werror"]
    failed = 0
    for first in range(0, len(files), AT_ONCE):
        run = subprocess.run([formatter, *how, *files[first:first + AT_ONCE]], cwd=tree.ROOT, check=False)
        failed += run.returncode != 0
    print(f"{len(files)} files looked at")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
