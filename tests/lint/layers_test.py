#!/usr/bin/python3
"""Include lines respect the layers: which module may include which, and where heavy headers may appear."""
import re
import unittest

import tree

# module: the modules it may include besides itself
MAY_INCLUDE = {
    "runtime/core": [],
    "runtime/lua": ["runtime/core"],
    "runtime/guest": ["runtime/core", "runtime/lua"],
    "runtime/mcp": ["runtime/core", "runtime/lua"],
    "runtime/http": ["runtime/core", "runtime/lua", "runtime/mcp"],
    "runtime/app": ["runtime", "native"],
    "native/desktop": [],
    "native/fake": ["native/desktop"],
    "native/image": ["native/desktop"],
    "native/codecs": ["native/desktop", "native/image"],
    "native/helper": [],  # what our helper programs share
    "native/text": ["native/desktop", "native/helper", "native/image"],
    "native/decode": ["native/desktop", "native/helper", "native/image", "native/text"],
    "native/masking": ["native/desktop", "native/image", "native/text"],
    "native/policy": ["native/desktop", "runtime/core"],
    "native/gate": ["native/desktop", "native/image", "native/policy", "native/text", "runtime/core"],
    "native/lua": ["native/decode", "native/desktop", "native/gate", "native/image", "native/masking", "native/policy",
                   "native/text", "runtime/core", "runtime/lua"],
    "native/linux": ["native/desktop"],
    "native/x11": ["native/desktop", "native/linux"],
    "native/atspi": ["native/dbus", "native/desktop", "native/linux"],
    "native/sway": ["native/desktop", "native/linux"],
    "native/hyprland": ["native/desktop", "native/linux"],
    "native/kwin": ["native/dbus", "native/desktop", "native/linux"],
    "native/gnome": ["native/dbus", "native/desktop", "native/linux"],
    "native/portal": ["native/desktop"],
    "native/wayland": ["native/desktop", "native/gnome", "native/hyprland", "native/kwin", "native/linux", "native/portal",
                       "native/sway"],
    "native/open": ["native"],  # chooses the backend, so it names them all
}
# Any other folder of native/ is a backend: the seam, shared Linux helpers and itself.
BACKEND = ["native/desktop", "native/linux"]

# header (a prefix): where a .cpp may include it, where a header may
HEAVY = {
    "nlohmann/json.hpp": (["runtime/core", "runtime/lua", "runtime/mcp", "runtime/http", "runtime/app", "native/hyprland",
                           "native/kwin", "native/sway", "native/wayland"], []),
    "httplib.h": (["runtime/http"], []),
    "lua5.4/lua.hpp": (["runtime/lua", "runtime/http", "runtime/guest/helper", "runtime/app", "native/lua"],
                       ["runtime/lua", "runtime/guest/helper"]),
    "lua.hpp": ([], []),
    "lua.h": ([], []),
    "lauxlib.h": ([], []),
    "uv.h": (["runtime/core", "runtime/app"], ["runtime/core"]),
    "CLI/": (["runtime/app"], []),
    "histedit.h": (["runtime/app"], []),
    "chafa": (["runtime/app", "native/image"], []),
    "re2/": (["runtime/mcp", "native/policy", "native/text"], ["runtime/mcp", "native/text"]),
    "xcb/": (["native/x11"], ["native/x11"]),
    "X11/": (["native/x11"], ["native/x11"]),
    "tesseract/": (["native/text/helper"], []),
    "leptonica/": (["native/text/helper"], []),
    "seccomp.h": (["runtime/guest/helper", "native/helper"], []),
    "systemd/": (["native/dbus", "native/portal/helper"], ["native/dbus", "native/portal/helper"]),
    "pipewire/": (["native/portal/helper"], ["native/portal/helper"]),
    "pulse/": (["native/pulse"], ["native/pulse"]),
    "wayland-": (["native/wayland"], ["native/wayland"]),
    "libdeflate.h": (["native/image"], ["native/image"]),
    "isa-l": (["native/image"], ["native/image"]),
    "jpeglib.h": (["native/codecs"], ["native/codecs"]),
    "jerror.h": (["native/codecs"], []),
    "webp/": (["native/codecs"], ["native/codecs"]),
    "spng.h": (["native/codecs"], ["native/codecs"]),
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
# What must also build on other systems: rules, matching, encoders. These may include the standard library, and the
# libraries that HEAVY allows them.
PORTABLE = ["native/codecs", "native/policy", "native/image/codec", "native/image/png", "native/text/pii"]
SYSTEM_HEADER = re.compile(r"^(sys|arpa|linux|net|netinet)/|^(unistd|fcntl|dirent|poll|pwd|grp|dlfcn|pthread|sched|"
                           r"spawn|strings|syslog|termios|windows)\.h$")
# Pictures, lists of windows and what was copied come from the gate alone.
UNGATED = re.compile(r"\bcapture\(\)\s*\.\s*capture\(|\bwindows\(\)\s*\.\s*(?:windows|frontmost)\("
                     r"|\bapplications\(\)\s*\.\s*(?:applications|group)\("
                     r"|\bclipboard\(\)\s*\.\s*(?:read|write|clear)\(")
# The gate and backends; waiting for the window manager of a display that was just started shows nothing to anybody.
MAY_ASK = ["native/gate", "native/x11", "native/wayland", "native/fake", "native/linux", "runtime/app/host/virtual_display.cpp"]


def below(path, folders):
    return any(path.startswith(folder + "/") for folder in folders)


def module_of(path):
    return "/".join(path.split("/")[:2])


def allowed_modules(path):
    module = module_of(path)
    if module in MAY_INCLUDE:
        return [module] + MAY_INCLUDE[module]
    if module.startswith("native/"):
        return [module] + BACKEND
    return None


def is_header(name, pattern):
    return name == pattern if pattern.endswith((".h", ".hpp")) else name.startswith(pattern)


def faults(path, text):
    modules = allowed_modules(path)
    if modules is None:
        return [f"{path}: no module is called {module_of(path)}"]
    found = []
    for match in INCLUDE.finditer(text):
        quote, name = match.groups()
        where = f"{path}:{tree.line_of(text, match.start(1))}"
        if quote == '"' and "/" in name and not below(name, modules) and not name.startswith("generated/"):
            found.append(f"{where}: {module_of(path)} may not include {name}")
        for prefix, (sources, headers) in HEAVY.items():
            if not is_header(name, prefix):
                continue
            places = headers if path.endswith(".hpp") else sources
            if not any(path.startswith(place) for place in places):
                found.append(f"{where}: {name} may not be included here, only in {places or 'no file of this kind'}")
    return found


def system_headers(path, text):
    if not below(path, PORTABLE):
        return []
    return [f"{path}: {name} is no standard header" for _, name in INCLUDE.findall(text) if SYSTEM_HEADER.match(name)]


def ungated(path, text):
    if below(path, MAY_ASK) or path in MAY_ASK:
        return []
    return [f"{path}:{tree.line_of(text, match.start())}: only the gate asks a backend for windows, pixels and the clipboard"
            for match in UNGATED.finditer(text)]


class Layers(unittest.TestCase):
    def test_rules_and_encoders_include_no_system_header(self):
        paths = tree.files(PORTABLE, [".cpp", ".hpp"])
        self.assertGreater(len(paths), 10, "the tree was not found")
        found = [fault for path in paths for fault in system_headers(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))
        self.assertEqual(len(system_headers("native/policy/a.cpp", "#include <sys/stat.h>\n#include <cmath>\n")), 1)

    def test_only_the_gate_asks_a_backend(self):
        paths = tree.files(["runtime", "native"], [".cpp", ".hpp"])
        found = [fault for path in paths for fault in ungated(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))
        for line in ("desktop.capture().capture(target, sink, deadline);", "desktop.windows().windows(deadline)",
                     "d->applications()\n    .applications(deadline)", "desktop.clipboard().read(wish, deadline)"):
            self.assertEqual(len(ungated("native/lua/modules/screen.cpp", line)), 1, line)

    def test_no_wrong_include_in_the_tree(self):
        paths = tree.files(["runtime", "native"], [".cpp", ".hpp"])
        self.assertGreater(len(paths), 10, "the tree was not found")
        found = [fault for path in paths for fault in faults(path, tree.read(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_finds_wrong_includes(self):
        for path, line in (
                ("runtime/core/async/loop.cpp", '#include "native/desktop/records.hpp"'),
                ("runtime/core/async/loop.cpp", '#include "runtime/lua/bridge/state.hpp"'),
                ("runtime/mcp/rpc/rpc.cpp", '#include "native/image/codec/codec.hpp"'),
                ("native/x11/windows/windows.cpp", '#include "native/image/codec/codec.hpp"'),
                ("native/x11/windows/windows.cpp", '#include "runtime/core/value/blob.hpp"'),
                ("native/fake/fake.cpp", '#include "native/x11/connection/connection.hpp"'),
                ("native/wayland/output.cpp", '#include "native/x11/connection/connection.hpp"'),
                ("native/gate/gate.cpp", '#include "native/lua/screen.hpp"'),
                ("runtime/core/value/json.hpp", "#include <nlohmann/json.hpp>"),
                ("native/gate/gate.cpp", "#include <nlohmann/json.hpp>"),
                ("runtime/mcp/rpc/rpc.hpp", "#include <uv.h>"),
                ("native/image/codec.cpp", "#include <xcb/xcb.h>"),
                ("native/x11/windows/ping.cpp", "  #  include <nlohmann/json.hpp>"),
                ("runtime/core/async/loop.cpp", "#include <lua.hpp>"),
                ("native/lua/screen.hpp", "#include <lua.hpp>"),
                ("runtime/elsewhere/x.cpp", "int x;")):
            with self.subTest(path=path, line=line):
                self.assertEqual(len(faults(path, line + "\n")), 1)

    def test_the_architecture_document_says_the_same(self):
        text = tree.read("scripts/docs/ARCHITECTURE.md")
        rows = re.findall(r"^\| `((?:runtime|native)/\w+)` \| (nothing|`[^|]*`) \|$", text, re.M)
        written = {module: sorted(re.findall(r"`([^`]+)`", uses)) for module, uses in rows}
        self.assertEqual(written, {module: sorted(uses) for module, uses in MAY_INCLUDE.items()})

    def test_leaves_right_includes_alone(self):
        for path, line in (
                ("native/lua/modules/screen.cpp", '#include "runtime/lua/bind.hpp"'),
                ("native/x11/session.cpp", '#include "native/linux/process.hpp"'),
                ("native/open/open_desktop.cpp", '#include "native/x11/desktop.hpp"'),
                ("runtime/app/main.cpp", '#include "native/desktop/desktop.hpp"'),
                ("runtime/core/value/json.hpp", "#include <nlohmann/json_fwd.hpp>"),
                ("runtime/core/async/loop.hpp", "#include <uv.h>")):
            with self.subTest(path=path, line=line):
                self.assertEqual(faults(path, line + "\n"), [])


if __name__ == "__main__":
    unittest.main()
