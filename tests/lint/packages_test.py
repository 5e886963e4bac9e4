#!/usr/bin/python3
"""Every program that the tests and the examples start comes with the packages that examples/packages.sh and
tests/packages.sh name for the tier of the test: with one of them, with what they depend on, or with the smallest Debian there
is. A machine on which people work has other packages too, and hides that one is missing."""
import ast
import os
import re
import shutil
import subprocess
import unittest

import started_programs
import tree

# Programs that are not Debian's here: ours, from npm, or only for who is not root.
OTHERS = {"peekaboo", "peekaboo-mcp", "peekaboo-ocr", "node", "npm", "npx", "sudo"}
# The benchmarks, and the suites of npm's hosts and of tests/newer.sh, install what they need besides.
NOT_IN_THE_RUN = ("tests/bench/", "tests/coverage/", "tests/hosts/", "tests/desktop/hyprland_test.py", "tests/desktop/labwc_test.py")
TIERS = ("default", "full", "all")
# The rig serves every tier: an option of with-desktop may need packages of a later one.
LATER = {"tests/clients/": "full", "tests/cli/more_shells_test.py": "full", "tests/conformance/": "full", "tests/fuzz/": "full", "tests/rig/kde.sh": "full",
         "tests/rig/services.sh": "full", "tests/rig/apps/browser": "full", "tests/rig/gnome.sh": "all"}
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


def suites(text):
    """File -> the tier and the classes of each of its suites, by tests/desktop/CMakeLists.txt; no classes are all."""
    found = {}
    for file, words in re.findall(r"peekaboo_desktop_suite\(\w+ (\w+)([^)]*)\)", text):
        tier = re.search(r"\bIN ((?:Default|Full|All|Newer| )+)", words)
        names = tier.group(1).split() if tier else ["Default"]
        classes = re.search(r"\bCLASSES ([\w.\s]+?)(?:\s+(?:ENVIRONMENT|OPTIONS|IN|COST|ALONE)\b|$)", words)
        place = min([{"Default": 0, "Full": 1, "All": 2}.get(name, len(TIERS)) for name in names])
        found.setdefault(f"tests/desktop/{file}.py", []).append(
            (place, {word.split(".")[0] for word in classes.group(1).split()} if classes else set()))
    return found


def without_classes(text, names):
    """The text of a Python file without these classes."""
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name in names:
            lines[node.lineno - 1:node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "".join(lines)


def text_in(tier, path, known):
    """What a tier runs of a file; None for one that it does not run."""
    place = TIERS.index(tier)
    if any(path.startswith(start) and TIERS.index(later) > place for start, later in LATER.items()):
        return None
    text = tree.read(path)
    if path not in known:
        return text
    now = [classes for first, classes in known[path] if first <= place]
    if not now or set() in now:
        return text if now else None
    return without_classes(text, set().union(*(classes for _, classes in known[path])) - set().union(*now))


def started(tier):
    """Program -> the files by which the tier starts it."""
    found, left_out = {}, set(OTHERS)
    known = suites(tree.read("tests/desktop/CMakeLists.txt"))
    for path in scripts():
        ending, text = os.path.splitext(path)[1], text_in(tier, path, known)
        if text is None:
            continue
        for program in started_programs.SCANNERS[ending](text):
            found.setdefault(program, []).append(path)
        if started_programs.SCANNERS[ending] is started_programs.of_shell:
            left_out |= started_programs.shell_functions(text)
    return {program: paths for program, paths in found.items() if program not in left_out}


def named_packages(tier):
    lists = ["build", "run", *TIERS[:TIERS.index(tier) + 1]]
    command = 'source examples/packages.sh; source tests/packages.sh; printf "%s\\n" ' + \
              " ".join(f'"${{{name}_packages[@]}}"' for name in lists)
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
        installed, faults, owner_of = Installed(), [], {}
        for tier in TIERS:
            programs = started(tier)
            self.assertGreater(len(programs), 40, "the scripts were not found")
            owner_of.update(owners(set(programs) - set(owner_of)))
            reached = installed.with_dependencies(named_packages(tier) | installed.basic | ALWAYS_THERE)
            for program, paths in sorted(programs.items()):
                # A machine has the packages of the tier that it runs.
                if program in owner_of and owner_of[program] not in reached:
                    faults.append(f"{program}: package {owner_of[program]} is not among those of the tier {tier}; "
                                  f"started by {paths[0]}")
                if program not in owner_of and tier == "default":
                    faults.append(f"{program}: not installed from a package; started by {paths[0]}")
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

    def test_suites_have_tiers_and_classes(self):
        rows = """peekaboo_desktop_suite(a a_test CLASSES One Two.test_it ENVIRONMENT X=y)
            peekaboo_desktop_suite(b a_test IN Full OPTIONS --wm i3
                                   CLASSES Three)
            peekaboo_desktop_suite(c c_test IN Default Newer)"""
        self.assertEqual(suites(rows), {"tests/desktop/a_test.py": [(0, {"One", "Two"}), (1, {"Three"})],
                                        "tests/desktop/c_test.py": [(0, set())]})
        self.assertEqual(without_classes("class A:\n    x = 1\n\nclass B:\n    y = 2\n", {"A"}), "\nclass B:\n    y = 2\n")

    def test_dependencies_are_followed(self):
        installed = Installed()
        self.assertIn("libc6", installed.with_dependencies({"dpkg"}))
        self.assertNotIn("xterm", installed.with_dependencies({"dpkg"}))


if __name__ == "__main__":
    unittest.main()
