#!/usr/bin/python3
"""Flags co_await statements that g++ 12 miscompiles (temporaries are destroyed twice).

The rule: a statement with co_await holds one call whose arguments are names, scalars or strings. No braces,
no capturing lambda, no ?: in it. tests/compiler/await_forms_test.cpp pins the forms that are allowed.

    await_lint.py [FILE...]    the whole tree without FILE; exit status 1 when something was found
"""
import os
import re
import sys

import tree

NOISE = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
CAPTURE = re.compile(r"(?:^|[(,=&|?:])\s*\[\s*[\w&=*][^\]]*\]\s*(?:\(|\{|mutable)")
BLOCK = re.compile(
    r"(?:^|[;{})]|->\s*[\w:<>,&*\s]+|\b(?:try|else|do|const|noexcept|override|final)|[^:?]:)\s*$")
AWAIT = re.compile(r"(?<!operator )\bco_await\b")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def opens_block(text, brace):
    return bool(BLOCK.search(text[max(0, brace - 200):brace]))


def start_of_brace(text, closing):
    depth, i = 1, closing - 1
    while i >= 0 and depth:
        depth += {"}": 1, "{": -1}.get(text[i], 0)
        i -= 1
    return i + 1


def before(text, position):
    """Where the statement around `position` starts, and whether an initialiser's brace is on the way."""
    braces, closed, i = False, 0, position - 1
    while i >= 0:
        c = text[i]
        if c in ")]":
            closed += 1
        elif c in "([":
            closed -= 1
        elif c == ";" and closed <= 0:
            break
        elif c == "}":
            opening = start_of_brace(text, i)
            if opens_block(text, opening) and closed <= 0:
                break
            braces, i = True, opening
        elif c == "{":
            if opens_block(text, i):
                break
            braces = True
        i -= 1
    return i + 1, braces


def after(text, position):
    """Where the statement around `position` ends, and whether a brace is on the way."""
    depth, i = 0, position
    while i < len(text):
        c = text[i]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c, 0)
        if c == ";" and depth <= 0:
            return i, False
        if c == "{":
            opens_body = depth <= 0 and re.search(r"\)\s*$", text[position:i])
            return i, not opens_body
        i += 1
    return i, False


def faults(source):
    """Pairs of line number and reason."""
    text = NOISE.sub(blank, DIGIT_SEPARATOR.sub(" ", source))
    found = []
    for match in AWAIT.finditer(text):
        start, brace_before = before(text, match.start())
        end, brace_after = after(text, match.end())
        if CAPTURE.search(text[start:end + 1]):
            reason = "a capturing lambda"
        elif brace_before or brace_after:
            reason = "braces"
        elif "?" in text[start:end]:
            reason = "a conditional"
        else:
            continue
        found.append((tree.line_of(text, match.start()), reason))
    return found


def main(paths):
    count = 0
    for path in paths or tree.files(["runtime", "native", "tests/unit"], [".cpp", ".hpp"]):
        for line, reason in faults(tree.read(os.path.join(tree.ROOT, path))):
            print(f"{path}:{line}: co_await beside {reason}: name the value in a statement of its own")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
