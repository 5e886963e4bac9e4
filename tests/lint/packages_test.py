#!/usr/bin/python3
"""Every program that the tests and the examples start comes with the packages that examples/packages.sh and
tests/packages.sh name: with one of them, with what they depend on, or with the smallest Debian there is. A machine on which
people work has other packages too, and hides that one is missing."""
import os
import re
import shutil
import subprocess
import unittest

import started_programs
import tree

# Programs that are not Debian's here: ours, from npm, or only for who is not root.
OTHERS = {"peekaboo", "peekaboo-mcp", "peekaboo-ocr", "node", "npm", "npx", "sudo"}
# The benchmarks, and the suites of `tests/run.sh --all` and tests/newer.sh, install what they need besides.
NOT_IN_THE_RUN = ("tests/bench/", "tests/hosts/", "tests/desktop/hyprland_test.py")
# What a minimal Debian has, and what fetches this tree onto it.
ALWAYS_THERE = {"apt", "ca-certificates", "git"}


def scripts():
    """Paths of everything with a scanner, shell scripts without an ending included."""
    for path in tree.files(["tests", "examples"], [""]):
        ending = os.path.splitext(path)[1]
        if path.startswith(NOT_IN_THE_RUN) or "/lint/" in path or ending not in started_programs.SCANNERS:
            continue
        with open(os.path.join(tree.ROOT, path), "rb") as file:
            if ending or re.match(rb"#!.*\b(?:ba)?sh\b", file.readline()):
                yield path


def started():
    """Program -> the files that start it."""
    found, left_out = {}, set(OTHERS)
    for path in scripts():
        ending, text = os.path.splitext(path)[1], tree.read(path)
        for program in started_programs.SCANNERS[ending](text):
            found.setdefault(program, []).append(path)
        if started_programs.SCANNERS[ending] is started_programs.of_shell:
            left_out |= started_programs.shell_functions(text)
    return {program: paths for program, paths in found.items() if program not in left_out}


def named_packages():
    command = 'source examples/packages.sh; source tests/packages.sh; printf "%s\\n" ' \
              '"${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"'
    return set(subprocess.run(["bash", "-c", command], cwd=tree.ROOT, capture_output=True, text=True,
                              check=True).stdout.split())


def alternatives(depends):
    """The names of each dependency, whichever of its alternatives; versions and architectures left out."""
    for dependency in filter(None, depends.split(",")):
        yield [re.sub(r"[ (:].*", "", name.strip()) for name in dependency.split("|")]


class Installed:
    """What dpkg knows of the installed packages."""

    def __init__(self):
        form = "${Package}\t${Essential}\t${Priority}\t${Provides}\t${Pre-Depends}, ${Depends}\n"
        rows = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, text=True, check=True).stdout
        self.depends, self.providers, self.basic = {}, {}, set()
        for row in rows.splitlines():
            name, essential, priority, provides, depends = row.split("\t")
            self.depends.setdefault(name, []).extend(alternatives(depends))
            for virtual in alternatives(provides):
                self.providers.setdefault(virtual[0], []).append(name)
            if essential == "yes" or priority == "required":
                self.basic.add(name)

    def with_dependencies(self, names):
        found, waiting = set(), list(names)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            waiting += self.providers.get(name, [])
            for choice in self.depends.get(name, []):
                waiting += choice
        return found


def owners(programs):
    """Program -> the package that brings it; programs that no installed package brings are left out."""
    places = {}
    for program in programs:
        place = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/games")
        for path in {place, os.path.realpath(place)} if place else ():
            for spelling in (path, path.removeprefix("/usr")):
                places[spelling] = program
    answer = subprocess.run(["dpkg-query", "-S", *places], capture_output=True, text=True, check=False).stdout
    rows = re.findall(r"(?m)^([\w.+-]+)[^/\n]*: (/.*)$", answer)
    return {places[path]: package for package, path in rows if package != "diversion"}


class Packages(unittest.TestCase):
    def test_every_program_comes_with_a_named_package(self):
        programs = started()
        self.assertGreater(len(programs), 40, "the scripts were not found")
        installed = Installed()
        reached = installed.with_dependencies(named_packages() | installed.basic | ALWAYS_THERE)
        owner_of, faults = owners(programs), []
        for program, paths in sorted(programs.items()):
            owner = owner_of.get(program)
            if owner is None:
                faults.append(f"{program}: not installed from a package; started by {paths[0]}")
            elif owner not in reached:
                faults.append(f"{program}: package {owner} is in no list; started by {paths[0]}")
        self.assertEqual(faults, [], "\n" + "\n".join(faults))

    def test_python_is_debians(self):
        """Another Python that stands first in PATH has none of Debian's modules, GTK among them."""
        paths = tree.files(["tests", "examples", "scripts", "native"], [".py"])
        first_lines = {path: tree.read(path).split("\n", 1)[0] for path in paths}
        named = {path: line for path, line in first_lines.items() if line.startswith("#!")}
        self.assertGreater(len(named), 80, "the scripts were not found")
        self.assertEqual({path: line for path, line in named.items() if line != "#!/usr/bin/python3"}, {})

    def test_programs_are_found_in_every_language(self):
        for ending, text, expected in [
            (".py", "subprocess.run(['tesseract', 'a.png'])", {"tesseract"}),
            (".py", "support.output('convert', x)", {"convert"}),
            (".py", "run([peekaboo, '--open', 'xclock -digital'])", {"xclock"}),
            (".py", "Popen(['sh', '-c', 'sleep 1 | xclip -o'])", {"sh", "sleep", "xclip"}),
            (".sh", "if a_word=$(mktemp -d); then exec setsid xterm -e x; fi", {"mktemp", "setsid", "xterm"}),
            (".sh", "timeout 5 openbox & # a remark\nhere() { :; }; here", {"timeout", "openbox"}),
            (".mjs", "execFileSync('wmctrl', ['-l'])", {"wmctrl"}),
            (".cpp", 'server.run({"picom", "-b"})', {"picom"}),
            (".lua", 'process.run { "xclip", "-o" }', {"xclip"}),
            (".txt", "find_program(CLANG NAMES clang++-19 clang++)", {"clang++-19"}),
        ]:
            with self.subTest(text):
                self.assertEqual(started_programs.SCANNERS[ending](text), expected)

    def test_dependencies_are_followed(self):
        installed = Installed()
        self.assertIn("libc6", installed.with_dependencies({"dpkg"}))
        self.assertNotIn("xterm", installed.with_dependencies({"dpkg"}))


if __name__ == "__main__":
    unittest.main()
