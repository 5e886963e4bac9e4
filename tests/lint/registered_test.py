#!/usr/bin/python3
"""A tier runs each test file: the CMakeLists.txt files under tests name it or match it with a pattern, or TESTING.md
names it under "By hand". The lint reads CMake's language as far as these files use it; it takes every branch of an if(),
because a test of one configuration counts."""
import fnmatch
import glob
import os
import re
import tempfile
import unittest

import tree

TEST_FILES = ("*_test.py", "*_test.lua", "*_test.cpp", "*_test.sh", "*_test.mjs", "*_client.mjs", "*_fuzz.cpp", "*/transcripts/*.txt")
COMMAND = re.compile(r'(\w+)\s*\(((?:"(?:\\.|[^"\\])*"|[^()"]|\([^()]*\))*)\)')
WORD = re.compile(r'"((?:\\.|[^"\\])*)"|([^\s"]+)')
VARIABLE = re.compile(r"\$\{(\w+)\}")
# Commands that only compute.
SILENT = {"set", "file", "list", "string", "message", "get_filename_component", "set_source_files_properties"}


def commands_of(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^\s*#.*|\s#\s.*", "", file.read(), flags=re.M)
    return [(name.lower(), arguments) for name, arguments in COMMAND.findall(text)]


class Lists:
    """Reads CMakeLists.txt files. `words`: folder and argument of each command that is not silent."""

    def __init__(self, folder):
        self.words = set()
        self.functions = {}
        self.read(folder, {})

    def read(self, folder, variables):
        path = os.path.join(folder, "CMakeLists.txt")
        if os.path.exists(path):
            self.run(commands_of(path), {**variables, "CMAKE_CURRENT_SOURCE_DIR": [folder]})

    def expand(self, text, variables):
        """The arguments in a text; a lone variable may be several."""
        found = []
        for quoted, bare in WORD.findall(text):
            alone = VARIABLE.fullmatch(bare)
            if alone:
                found += variables.get(alone[1], [])
            else:
                found.append(VARIABLE.sub(lambda match: ";".join(variables.get(match[1], [])), quoted or bare))
        return found

    def run(self, commands, variables):
        commands = list(commands)
        while commands:
            name, text = commands.pop(0)
            arguments = self.expand(text, variables)
            folder = variables["CMAKE_CURRENT_SOURCE_DIR"][0]
            if name in ("function", "foreach"):
                end = next(index for index, (each, _) in enumerate(commands) if each == "end" + name)
                body, commands = commands[:end], commands[end + 1:]
                if name == "function":
                    self.functions[arguments[0]] = (arguments[1:], body)
                for value in arguments[1:] if name == "foreach" else []:
                    variables[arguments[0]] = [value]
                    self.run(body, variables)
            elif name == "add_subdirectory":
                self.read(os.path.join(folder, arguments[0]), variables)
            elif name == "set":
                variables[arguments[0]] = arguments[1:]
            elif name == "list" and arguments[0] == "APPEND":
                variables[arguments[1]] = variables.get(arguments[1], []) + arguments[2:]
            elif name == "file" and arguments[0].startswith("GLOB"):
                variables[arguments[1]] = self.matches(folder, arguments)
            elif name in self.functions:
                parameters, body = self.functions[name]
                given = {each: [value] for each, value in zip(parameters, arguments)}
                self.run(body, {**variables, **given, "ARGN": arguments[len(parameters):]})
            if name not in SILENT:
                self.words |= {(folder, word) for word in arguments}

    @staticmethod
    def matches(folder, arguments):
        found = []
        for pattern in arguments[2:]:
            if arguments[0] == "GLOB_RECURSE":
                pattern = os.path.join(os.path.dirname(pattern), "**", os.path.basename(pattern))
            found += glob.glob(os.path.join(folder, pattern), recursive=True)
        return found


def registered_files(folder):
    """Paths that CMake's commands name, and what the scripts among them name in their own folder. The tests of scripts
    are one program, which finds its files."""
    found = set()
    for place, word in Lists(folder).words:
        path = os.path.normpath(os.path.join(place, word))
        found |= {each for each in (path, path + ".py") if os.path.isfile(each)}
    for path in list(found):
        if path.endswith(".sh"):
            with open(path, encoding="utf-8") as file:
                named = re.findall(r"[\w-]+\.\w+", file.read())
            found |= {os.path.join(os.path.dirname(path), name) for name in named}
        if path.endswith("lua/run.lua"):
            found |= set(glob.glob(os.path.join(os.path.dirname(path), "**/*_test.lua"), recursive=True))
    return found


def test_files(folder):
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in tree.SKIPPED]
        for path in (os.path.join(place, name) for name in names if name != "CMakeLists.txt"):
            if any(fnmatch.fnmatch(path, "*/" + pattern) for pattern in TEST_FILES):
                yield path


def by_hand(document):
    """The words of the part "By hand"."""
    part = re.search(r"^(#+) By hand$(.*?)(?=^#{1,2} |\Z)", document, re.M | re.S)
    return set(re.findall(r"[\w./-]+", part[2])) if part else set()


def unregistered(folder, document=""):
    known, named = registered_files(folder), by_hand(document)
    return sorted(os.path.relpath(path, os.path.dirname(folder)) for path in test_files(folder)
                  if path not in known and os.path.relpath(path, os.path.dirname(folder)) not in named)


class Tests(unittest.TestCase):
    def test_a_tier_runs_each(self):
        path = "scripts/docs/TESTING.md"
        document = tree.read(path) if os.path.exists(os.path.join(tree.ROOT, path)) else ""
        self.assertEqual(unregistered(os.path.join(tree.ROOT, "tests"), document), [])

    def test_the_lint_reads_the_whole_tree(self):
        found = list(test_files(os.path.join(tree.ROOT, "tests")))
        for pattern in TEST_FILES:
            self.assertTrue(fnmatch.filter(found, "*/" + pattern), pattern)


class SelfTest(unittest.TestCase):
    LISTS = {
        "CMakeLists.txt": """
            function(unit_tests name folder)
              file(GLOB_RECURSE sources unit/${folder}/*.cpp)
              add_executable(${name} ${sources})
            endfunction()
            function(fuzz_target short)
              set(name ${short}_fuzz)
              add_executable(${name} fuzz/${name}.cpp)
            endfunction()
            unit_tests(unit_core core)
            fuzz_target(line)
            if(NOT SANITIZE)
              add_subdirectory(cli)
              add_subdirectory(hosts)
              add_subdirectory(transcripts)
              add_subdirectory(lua)
            endif()""",
        "cli/CMakeLists.txt": """
            function(cli_test name)
              add_test(NAME cli/${name} COMMAND python ${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.py)
            endfunction()
            cli_test(check)  # not stop
            foreach(name disk log)
              cli_test(${name})
            endforeach()
            suite(windows windows_test OPTIONS --wm "a (b)")
            set_tests_properties(cli/daemon PROPERTIES TIMEOUT 5)""",
        "hosts/CMakeLists.txt": "add_test(NAME hosts COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/hosts_test.sh)",
        "transcripts/CMakeLists.txt": """
            file(GLOB files CONFIGURE_DEPENDS *.txt)
            foreach(file ${files})
              add_test(NAME ${file} COMMAND python transcript.py ${file})
            endforeach()""",
        "lua/CMakeLists.txt": "add_test(NAME lua COMMAND lua5.4 ${CMAKE_CURRENT_SOURCE_DIR}/run.lua)",
        "hosts/hosts_test.sh": "exec node hosts_test.mjs",
    }
    RUN = ["cli/check_test.py", "cli/disk_test.py", "cli/log_test.py", "cli/windows_test.py", "hosts/hosts_test.mjs",
           "transcripts/ping.txt", "lua/run.lua", "lua/deep/text_test.lua", "unit/core/deep/json_test.cpp", "fuzz/line_fuzz.cpp"]
    NOT_RUN = ["cli/daemon_test.py", "cli/stop_test.py", "clients/stdio_client.mjs", "fuzz/menu_fuzz.cpp", "unit/other/text_test.cpp"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tests = os.path.join(os.path.realpath(folder.name), "tests")
        for path in [*self.LISTS, *self.RUN, *self.NOT_RUN]:
            path, text = os.path.join(self.tests, path), self.LISTS.get(path, "")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def test_finds_those_that_no_list_names(self):
        self.assertEqual(unregistered(self.tests), ["tests/" + path for path in self.NOT_RUN])

    def test_accepts_what_a_person_runs(self):
        document = "# Testing\nRun `tests/cli/daemon_test.py`.\n\n## By hand\n\n    python3 tests/cli/stop_test.py FOLDER\n\n## Tiers\n"
        self.assertEqual(unregistered(self.tests, document), ["tests/" + path for path in self.NOT_RUN if "stop" not in path])


if __name__ == "__main__":
    unittest.main()
