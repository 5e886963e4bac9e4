#!/usr/bin/python3
"""A second compiler's opinion: clang checks the syntax of every source file, warnings included.

    clang_syntax.py COMPILER BUILD-FOLDER [JOBS]
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

KEPT = ("-D", "-I", "-isystem", "-std=", "-W", "-m")
# clang 19 reads the flags of g++; what only g++ knows is dropped.
DROPPED = ("-Wno-maybe-uninitialized", "-Wno-restrict", "-Wno-stringop", "-Wno-dangling-reference",
           "-Wno-array-bounds", "-Wno-mismatched-new-delete")


def command(compiler, entry):
    words = shlex.split(entry["command"]) if "command" in entry else entry["arguments"]
    # The C++ library's own headers use what it deprecates; g++ watches our uses.
    kept, i = [compiler, "-fsyntax-only", "-Werror", "-Wno-unknown-warning-option", "-Wno-deprecated-declarations"], 0
    while i < len(words):
        word = words[i]
        if word in ("-I", "-isystem", "-D"):
            kept += [word, words[i + 1]]
            i += 1
        elif word.startswith(KEPT) and not word.startswith(DROPPED):
            kept.append(word)
        i += 1
    return kept + [entry["file"]]


def check(compiler, entry):
    run = subprocess.run(command(compiler, entry), cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], run.returncode, run.stderr


def main(compiler, build, jobs="2"):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    unique = {os.path.realpath(entry["file"]): entry for entry in entries}
    if not unique:
        print("the build folder knows no source file")
        return 1
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        for path, status, text in pool.map(lambda entry: check(compiler, entry), unique.values()):
            if status:
                failed += 1
                print(f"{path}: status {status}\n{text}")
    print(f"{len(unique)} files checked, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
