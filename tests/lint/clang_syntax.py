#!/usr/bin/python3
"""A second compiler's opinion: clang checks the syntax of every source file, warnings included.

    clang_syntax.py COMPILER BUILD-FOLDER [JOBS] [FUZZ-BUILD-FOLDER]

What the fuzz targets' build has compiled, with clang and the same warnings, is not read again. Where there is ccache,
a file is compiled instead, so that the next run finds the answer there: its first time takes a third longer.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

KEPT = ("-D", "-I", "-isystem", "-std=", "-W", "-m")
# clang 19 reads the flags of g++; what only g++ knows is dropped.
DROPPED = ("-Wno-maybe-uninitialized", "-Wno-restrict", "-Wno-stringop", "-Wno-dangling-reference",
           "-Wno-array-bounds", "-Wno-mismatched-new-delete")


def words_of(entry):
    return shlex.split(entry["command"]) if "command" in entry else entry["arguments"]


def action(compiler, entry):
    """What checks the file: ccache keeps the answers of compilations alone."""
    ccache = shutil.which("ccache")
    if not ccache:
        return [compiler, "-fsyntax-only"]
    folder = os.path.join(entry["directory"], "clang_syntax")
    os.makedirs(folder, exist_ok=True)
    name = hashlib.sha256(entry["file"].encode()).hexdigest()[:16]
    return [ccache, compiler, "-c", "-o", os.path.join(folder, name + ".o")]


def command(compiler, entry):
    words = words_of(entry)
    # The C++ library's own headers use what it deprecates; g++ watches our uses.
    kept = action(compiler, entry) + ["-Werror", "-Wno-unknown-warning-option", "-Wno-deprecated-declarations"]
    i = 0
    while i < len(words):
        word = words[i]
        if word in ("-I", "-isystem", "-D"):
            kept += [word, words[i + 1]]
            i += 1
        elif word.startswith(KEPT) and not word.startswith(DROPPED):
            kept.append(word)
        i += 1
    # After -Wpedantic: PipeWire's macros are not standard C++.
    return kept + ["-Wno-gnu-statement-expression-from-macro-expansion", entry["file"]]


def check(compiler, entry):
    run = subprocess.run(command(compiler, entry), cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], run.returncode, run.stderr


def sources_of(entry):
    """What an entry compiles: one file, or the files of a batch, each by itself."""
    if os.path.basename(os.path.dirname(entry["file"])) != "Unity":
        return [entry["file"]]
    with open(entry["file"], encoding="utf-8") as file:
        names = re.findall(r'^#include "(.+)"$', file.read(), re.MULTILINE)
    return [os.path.join(os.path.dirname(entry["file"]), name) for name in names]


def entries_of(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    for entry in entries:
        if os.path.exists(entry["file"]):
            yield from ({**entry, "file": source} for source in sources_of(entry))


def object_of(entry):
    words = words_of(entry)
    return os.path.join(entry["directory"], words[words.index("-o") + 1])


def compiled(build):
    """The sources whose object is there and not older than they are."""
    if not build or not os.path.exists(os.path.join(build, "compile_commands.json")):
        return set()
    found = set()
    for entry in entries_of(build):
        target = object_of(entry)
        if os.path.exists(target) and os.path.getmtime(target) >= os.path.getmtime(entry["file"]):
            found.add(os.path.realpath(entry["file"]))
    return found


def main(compiler, build, jobs="2", other_build=None):
    # What this build could compile but has not, such as the suites of check-quick, belongs to other builds.
    entries = [entry for entry in entries_of(build) if os.path.exists(object_of(entry))]
    known = compiled(other_build)
    unique = {os.path.realpath(entry["file"]): entry for entry in entries}
    unique = {path: entry for path, entry in unique.items() if path not in known}
    if not unique:
        print("the build folder knows no source file")
        return 1
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        for path, status, text in pool.map(lambda entry: check(compiler, entry), unique.values()):
            if status:
                failed += 1
                print(f"{path}: status {status}\n{text}")
    print(f"{len(unique)} files checked, {len(known)} compiled by clang already, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
