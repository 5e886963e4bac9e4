#!/usr/bin/python3
"""Elements of real programs, held against what the programs say of themselves and where xwininfo sees their windows."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

from scripts import Script
from support import APPLICATIONS, PEEKABOO, DesktopTest, geometry, managed, see_screen, text_of, wait_until, windows

TOOLKITS = tuple(os.environ.get("TOOLKITS", "gtk3 gtk4 qt5 qt6").split())
# Qt 5 looks only when it starts whether accessibility is on.
ALWAYS_ON = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
# The module `ui`, for programs that may need longer than their two seconds on a busy machine.
PATIENT = '''
    local quick, time = require "ui", require "time"
    local patient = { tree = true, find = true, read = true }
    local ui = setmetatable({}, { __index = function(_, name)
      return not patient[name] and quick[name] or function(...)
        local begin = time.clock()
        while true do
          local result, err = try(quick[name], ...)
          if not err then return result end
          if err.code ~= "TIMEOUT" or time.clock() - begin > 20 then error(err, 0) end
        end
      end
    end })
'''


class ElementsTest(DesktopTest):
    def order_form(self, toolkit, *arguments, title="Order Form", **variables):
        """Starts a form; gives the process and its window."""
        process = subprocess.Popen(
            [os.path.join(APPLICATIONS, "order_form.py"), toolkit, "--title", title, *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.environ["RIG"],
            env={**os.environ, **ALWAYS_ON, **variables})
        self.addCleanup(self.end, process)
        self.ready(process)
        return process, wait_until("the window", lambda: self.window_of(process, title))

    @staticmethod
    def window_of(process, title):
        """Another form may have that title."""
        for line in managed("-p"):
            number, _, pid, _, *name = line.split(None, 4)
            if (pid, name) == (str(process.pid), [title]):
                return int(number, 16)
        return None

    def end(self, process):
        process.send_signal(signal.SIGCONT)
        super().end(process)

    def run_script(self, text):
        """What a script's last line prints, as JSON."""
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PATIENT + 'local json, window = require "json", require "window"\n'
                       'local function code(...) local _, err = try(...) return err and err.code or "none" end\n' + text)
        result = self.peekaboo("run", path)
        self.assertEqual(result.status, 0, str(result))
        return json.loads(result.stdout)

    def tree(self, process, options=""):
        return self.run_script(f'print(json.encode(ui.tree {{ app = "PID:{process.pid}", {options} }}))')

    @staticmethod
    def named(tree, role, name):
        return [each for each in tree["elements"] if each["role"] == role and each["name"] == name]

    @staticmethod
    def ask(process, text):
        process.stdin.write(text + "\n")
        process.stdin.flush()
        return process.stdout.readline().split()

    def place(self, process, window_id, label):
        """Where a button is on the desktop, without our code."""
        x, y, width, height = (int(word) for word in self.ask(process, f"where {label}"))
        corner = geometry(window_id)
        return {"x": corner["x"] + x, "y": corner["y"] + y, "width": width, "height": height}

    @staticmethod
    def switch(on):
        text_of("dbus-send", "--session", "--dest=org.a11y.Bus", "--print-reply", "/org/a11y/bus",
                "org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:IsEnabled",
                f"variant:boolean:{'true' if on else 'false'}")


class Places(ElementsTest):
    def holds(self, toolkit, *arguments, **variables):
        process, window_id = self.order_form(toolkit, *arguments, **variables)
        # An odd place shows what rounds.
        subprocess.run(["xdotool", "windowmove", str(window_id), "133", "97"], check=True)
        steady = [None]

        def still():
            before, steady[0] = steady[0], (geometry(window_id), self.place(process, window_id, "Save"))
            return before == steady[0] and steady[0]

        wait_until("the window to stand still", still)
        saves = self.named(self.tree(process), "button", "Save")
        self.assertEqual(len(saves), 1)
        self.assertEqual(saves[0].get("bounds"), self.place(process, window_id, "Save"))
        self.assertEqual(saves[0]["window"], window_id)

    def test_each_toolkit(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                self.holds(toolkit)

    def test_scaled(self):
        for toolkit, variable in (("gtk3", "GDK_SCALE"), ("gtk4", "GDK_SCALE"), ("qt5", "QT_SCALE_FACTOR"),
                                  ("qt6", "QT_SCALE_FACTOR")):
            if toolkit in TOOLKITS:
                with self.subTest(toolkit):
                    self.holds(toolkit, **{variable: "2"})

    def test_shadows_of_clients(self):
        for toolkit in {"gtk3", "gtk4"} & set(TOOLKITS):
            for variables in ({}, {"GDK_SCALE": "2"}):
                with self.subTest(f"{toolkit} {variables}"):
                    self.holds(toolkit, "--header", **variables)


class Reading(ElementsTest):
    def test_values_and_no_passwords(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, _ = self.order_form(toolkit)
                tree = self.tree(process)
                self.assertEqual(tree["left_out"], [])
                self.assertNotIn("secret", json.dumps(tree))
                self.assertIn("Ada", [each.get("value") for each in tree["elements"]])
                passwords = [each for each in tree["elements"] if each["role"] == "password text"]
                self.assertEqual(len(passwords), 1)
                self.assertNotIn("value", passwords[0])
                again = self.run_script(f'''
                    local field = ui.find {{ app = "PID:{process.pid}", role = "password text" }}
                    print(json.encode(ui.read(field)))''')
                self.assertNotIn("value", again)

    def test_a_path_means_one_element(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, _ = self.order_form(toolkit)
                found = self.run_script(f'''
                    local target = "PID:{process.pid}"
                    local wrong, tree = {{}}, ui.tree {{ app = target }}
                    for _, each in ipairs(tree.elements) do
                      local found = ui.find {{ app = target, path = each.path }}
                      if not found or found.id ~= each.id then wrong[#wrong + 1] = each.path end
                    end
                    local _, err = try(ui.find, {{ app = target, role = "button", name = "Same" }})
                    print(json.encode {{ wrong = json.array(wrong), code = err.code, candidates = err.details.candidates,
                      none = ui.find {{ app = target, name = "Nothing" }} == nil }})''')
                self.assertEqual(found["wrong"], [])
                self.assertEqual(found["code"], "AMBIGUOUS_ELEMENT")
                self.assertEqual(len(set(found["candidates"])), 2)
                self.assertIs(found["none"], True)

    def test_what_has_changed_is_stale(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process, _ = self.order_form(toolkit)
                script = Script(PEEKABOO, f'''{PATIENT}
                    local save = ui.find {{ app = "PID:{process.pid}", role = "button", name = "Save" }}
                    print(ui.read(save).name)
                    local err
                    repeat task.sleep(0.02) _, err = try(ui.read, save) until err
                    print(err.code)
                    local new = ui.find {{ app = "PID:{process.pid}", role = "button", name = "Delete" }}
                    print(new.path)
                    ''', os.environ, self.folder)
                self.assertEqual(script.line(), "Save")
                self.assertEqual(self.ask(process, "rename Save Delete"), ["ok"])
                self.assertEqual(script.line(), "ELEMENT_STALE")
                self.assertIn('button "Delete"', script.line())
                self.assertIsNone(script.line())

    def test_one_window_of_several(self):
        first, one = self.order_form("gtk3", title="First")
        _, two = self.order_form("gtk3", title="Second")
        names = self.run_script(f'''
            local names = {{}}
            local function name(target)
                local tree
                repeat tree = ui.tree(target) until tree.elements[1] -- a window may be there before its elements
                return tree.elements[1].name
            end
            for i, id in ipairs {{ {one}, {two} }} do names[i] = name {{ window = id, depth = 1 }} end
            names[3] = code(ui.tree, {{ window = 1 }})
            names[4] = name()
            print(json.encode(names))''')
        self.assertEqual(names[:3], ["First", "Second", "WINDOW_NOT_FOUND"])
        self.assertIn(names[3], ("First", "Second"))
        self.assertIsNone(first.poll())

    def test_a_window_that_was_just_opened(self):
        forms = [(toolkit, self.order_form(toolkit)[0]) for toolkit in TOOLKITS]
        # A program that has just been started is waited for in any case.
        wait_until("the programs to be old", lambda: all(self.age(process) > 6 for _, process in forms))
        for toolkit, process in forms:
            with self.subTest(toolkit):
                script = Script(PEEKABOO, f'''
                    local ui, window = require "ui", require "window"
                    ui.tree {{ app = "PID:{process.pid}" }}
                    print "read"
                    local opened = window.wait {{ title = "New-{toolkit}" }}
                    local names, reads = "", 0
                    repeat -- more than one read only when the machine is so busy that the program needs over a second
                      names, reads = "", reads + 1
                      for _, each in ipairs(ui.tree({{ window = opened.id }}).elements) do names = names .. "," .. each.name end
                    until names:find "Inside" or reads == 5
                    print(names)''', os.environ, self.folder)
                self.assertEqual(script.line(), "read")
                self.assertEqual(self.ask(process, f"open New-{toolkit}"), ["ok"])
                self.assertIn("Inside", script.line())

    @staticmethod
    def age(process):
        """Seconds since the process was started."""
        return float(text_of("ps", "-o", "etimes=", "-p", str(process.pid)))

    def test_excluded_windows_have_none(self):
        process, window_id = self.order_form("gtk3", title="Diary of Ann")
        folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "peekaboo")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "policy.json")
        self.addCleanup(os.remove, path)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"blockedWindowPatterns": ["Diary*"]}, file)
        codes = self.run_script(f'''
            local by_process = ui.tree {{ app = "PID:{process.pid}" }}
            print(json.encode {{ #by_process.elements, code(ui.tree, {{ window = {window_id} }}) }})''')
        self.assertEqual(codes, [0, "POLICY_DENIED"])


class Browser(ElementsTest):
    PAGE = """<!doctype html><title>Shop</title><body style="margin:0;background:#fff">
        <button aria-label="Buy now" style="position:absolute;left:40px;top:150px;width:121px;height:43px;border:0;
          background:#ff00ff"></button><input type="password" value="secret" aria-label="Password">"""

    LONG = """<!doctype html><title>Shop</title><body style="background:#fff">
        <div style="position:fixed;right:0;width:50px;height:50px;background:#ff00ff"></div>
        <script>for (let i = 0; i < 3000; ++i) document.body.insertAdjacentHTML("beforeend", `<p><a href="#">Item ${i}</a></p>`);
        scrollTo(0, document.querySelectorAll("p")[2000].offsetTop)</script>"""

    def page(self, *options, text=PAGE):
        # Chromium looks only when it starts whether accessibility is on.
        self.switch(True)
        path = os.path.join(self.folder, "shop.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        process = self.start("browser", path, "800,600", *options)
        wait_until("the page", lambda: windows().get("Shop") and self.painted())
        return process

    @staticmethod
    def painted():
        """Where the button's colour is on the screen; None while it is nowhere."""
        seen = see_screen()
        spots = [i // 3 for i in range(0, len(seen.rgb), 3) if seen.rgb[i:i + 3] == b"\xff\x00\xff"]
        if not spots:
            return None
        rows, columns = sorted(each // seen.width for each in spots), sorted(each % seen.width for each in spots)
        return {"x": columns[0], "y": rows[0], "width": columns[-1] - columns[0] + 1, "height": rows[-1] - rows[0] + 1}

    def test_places_in_a_page(self):
        process = self.page("--force-renderer-accessibility")

        def button():
            found = self.run_script(f'''
                local found = try(ui.find, {{ app = "PID:{process.pid}", role = "button", name = "Buy now" }})
                print(json.encode {{ bounds = found and found.bounds }})''')
            return found and found.get("bounds") == self.painted()

        self.assertTrue(wait_until("the button to be where it is painted", button))
        self.assertNotIn("secret", json.dumps(self.tree(process)))

    def test_what_shows_of_a_long_page(self):
        process = self.page("--force-renderer-accessibility", text=self.LONG)

        def links():
            return self.run_script(f'''
                local found = try(ui.tree, {{ app = "PID:{process.pid}" }})
                local names = {{}}
                for _, each in ipairs(found and found.elements or {{}}) do
                  if each.role == "link" and each.bounds then names[#names + 1] = each.name end
                end
                print(json.encode(json.array(names)))''')
        wait_until("the items in the middle", lambda: {"Item 2000", "Item 2003"} <= set(links()))
        self.assertNotIn("Item 5", links())

    def test_says_what_a_page_needs(self):
        process = self.page()
        self.assertIn("--force-renderer-accessibility", " ".join(self.tree(process)["left_out"]))


class Trouble(ElementsTest):
    def test_a_stopped_program_delays_only_itself(self):
        hung, _ = self.order_form("gtk3", title="Hung")
        lively, _ = self.order_form("gtk3", title="Lively")
        self.tree(hung)
        hung.send_signal(signal.SIGSTOP)
        found = self.run_script(f'''
            local task = require "task"
            local begin, first, second = time.clock(), nil, nil
            task.all {{
              function() first = code(quick.tree, {{ app = "PID:{hung.pid}" }}) end,
              function() second = code(ui.tree, {{ app = "PID:{lively.pid}" }}) end,
            }}
            print(json.encode {{ first, second, time.clock() - begin }})''')
        self.assertEqual(found[:2], ["TIMEOUT", "none"])
        self.assertLess(found[2], 20)

    def test_stopped_in_the_middle(self):
        process, _ = self.order_form("gtk3")
        script = Script(PEEKABOO, f'''
            local ui = require "ui"
            local seen
            repeat
              local _, err = try(ui.tree, {{ app = "PID:{process.pid}" }})
              local now = err and err.code or "read"
              if now ~= seen then print(now) end
              seen = now
            until false
            ''', os.environ, self.folder)
        self.addCleanup(script.process.kill)
        self.assertEqual(script.line(), "read")
        for _ in range(3):
            process.send_signal(signal.SIGSTOP)
            self.assertEqual(script.line(), "TIMEOUT")
            process.send_signal(signal.SIGCONT)
            self.assertEqual(script.line(), "read")

    def test_too_many_elements(self):
        process, _ = self.order_form("gtk3")
        self.assertEqual(self.ask(process, "grow 5000"), ["ok"])
        # GTK is busy with its own notifications for a while.
        wait_until("the program to answer", lambda: self.run_script(
            f'print(json.encode(code(ui.tree, {{ app = "PID:{process.pid}", depth = 2 }})))') == "none")
        tree = self.tree(process)
        self.assertEqual(len(tree["elements"]), 2000)
        self.assertGreater(sum(each.get("left_out", 0) for each in tree["elements"]), 0)
        # A busy program may not answer everything in its time, which is a reason of its own.
        self.assertIn("more elements than the limits allow", " ".join(tree["left_out"]))
        self.assertEqual(len(self.tree(process, "max_elements = 50")["elements"]), 50)
        self.assertEqual(len(self.tree(process, "depth = 2")["elements"]), 2)

    def test_a_tree_that_grows_while_it_is_read(self):
        process, _ = self.order_form("gtk3")
        script = Script(PEEKABOO, f'''{PATIENT}
            local least = 0
            repeat
              local tree = ui.tree {{ app = "PID:{process.pid}", max_elements = 4000 }}
              local count = #tree.elements
              -- A program that is busy may not answer everything in its time, which is told then.
              if count < least and #tree.left_out == 0 then print("shrunk") end
              if least == 0 then print("begun") end
              least = count
            until count > 1000
            print("grown")
            ''', os.environ, self.folder)
        self.assertEqual(script.line(), "begun")
        for _ in range(12):
            self.assertEqual(self.ask(process, "grow 100"), ["ok"])
        self.assertEqual(script.line(), "grown")
        self.assertIsNone(script.line())

    def test_the_bus_dies_and_comes_back(self):
        first, _ = self.order_form("gtk3", title="Before")
        script = Script(PEEKABOO, '''
            local ui = require "ui"
            local seen
            repeat
              local front = window.list()[1]
              local tree, err = try(ui.tree, { window = front and front.id or 1, depth = 1 })
              local now = tree and tree.elements[1] and tree.elements[1].name or err and "failed" or "nothing"
              if now ~= seen then print(now) end
              seen = now
              task.sleep(0.02)
            until now == "After"
            ''', os.environ, self.folder)
        script.until("Before")
        self.end_bus()
        self.order_form("gtk3", title="After")
        script.until("After")
        self.assertIsNone(first.poll())

    @staticmethod
    def end_bus():
        """Ends the daemon of the accessibility bus; its launcher ends with it, and the session bus starts another."""
        address = text_of("dbus-send", "--session", "--dest=org.a11y.Bus", "--print-reply=literal", "/org/a11y/bus",
                          "org.a11y.Bus.GetAddress").strip()
        found = text_of("dbus-send", f"--bus={address}", "--dest=org.freedesktop.DBus", "--print-reply=literal", "/",
                        "org.freedesktop.DBus.GetConnectionUnixProcessID", "string:org.freedesktop.DBus")
        os.kill(int(re.search(r"uint32 (\d+)", found).group(1)), signal.SIGKILL)


class Lies(ElementsTest):
    """Programs that answer by hand; see lying_elements.py."""

    def lie(self, *kind):
        process = self.start("lying_elements.py", *kind)
        line = process.stdout.readline().split()
        self.assertEqual(line[:1], ["ready"])
        wait_until("the window", lambda: windows().get("Liar"))
        return process, line[1]

    def names(self, tree):
        return [each["name"] for each in tree["elements"]]

    def test_cycles(self):
        process, _ = self.lie("cycle")
        tree = self.tree(process)
        self.assertEqual(len(set(self.names(tree))), len(tree["elements"]))
        self.assertLess(len(tree["elements"]), 100)

    def test_no_end(self):
        process, _ = self.lie("endless")
        tree = self.tree(process, "max_elements = 500")
        self.assertLessEqual(len(tree["elements"]), 500)
        self.assertGreater(len(tree["left_out"]), 0)

    def test_claimed_children(self):
        process, _ = self.lie("claims")
        tree = self.tree(process)
        self.assertEqual(len(tree["elements"]), 201)
        self.assertEqual(tree["elements"][0]["left_out"], 2**30 - 200)

    def test_long_texts(self):
        process, _ = self.lie("names")
        leaf = self.tree(process)["elements"][1]
        self.assertLess(len(leaf["name"]), 5000)
        self.assertLess(len(leaf["value"]), 5000)
        self.assertLess(len(leaf["path"]), 500)

    def test_wrong_types_and_places(self):
        process, _ = self.lie("types")
        tree = self.tree(process)
        odd = [each for each in tree["elements"] if each["name"].startswith("odd")]
        self.assertGreater(len(odd), 5)
        self.assertTrue(all("bounds" not in each for each in odd))

    def menu_items(self, process):
        return self.run_script("local menu = require 'menu' print(json.encode((code(function() local names = {} "
                               f"for _, each in ipairs(menu.items({{ app = 'PID:{process.pid}' }}).items) do "
                               "names[#names + 1] = each.name .. ' ' .. (each.shortcut or '') end "
                               "error({ code = table.concat(names, ',') }) end))))")

    def test_one_menu_bar_that_is_told_twice(self):
        process, _ = self.lie("menus")
        self.assertEqual(self.menu_items(process), "File ,Save Ctrl+S,Edit ,Undo Ctrl+S")
        self.assertIsNone(process.poll(), "some programs end when they are asked for the actions of an item")

    def test_what_a_browsers_buttons_open_is_no_menu(self):
        process, _ = self.lie("browser")
        self.assertEqual(self.menu_items(process), "UNSUPPORTED")
        self.assertIsNone(process.poll(), "nothing was pressed")

    def test_a_call_that_is_never_answered(self):
        process, _ = self.lie("silent")
        begin = time.monotonic()
        self.assertEqual(self.run_script(
            f'print(json.encode(code(quick.tree, {{ app = "PID:{process.pid}" }})))'), "TIMEOUT")
        self.assertLess(time.monotonic() - begin, 20)

    def test_a_huge_cache(self):
        process, _ = self.lie("cache")
        found = self.run_script(f'''
            local last
            for _ = 1, 3 do
              local tree, err = try(quick.tree, {{ app = "PID:{process.pid}" }})
              last = tree and #tree.elements or err.code
              if tree then break end
            end
            print(json.encode(last))''')
        self.assertIn(found, (2, "TIMEOUT"))

    def test_elements_of_another_program(self):
        _, other = self.lie("claims")
        process, _ = self.lie("foreign", other)
        tree = self.tree(process)
        self.assertEqual(self.names(tree), ["Liar", "own"])
        self.assertIn("other programs", " ".join(tree["left_out"]))


class Telling(ElementsTest):
    def test_turns_accessibility_on_only_when_needed(self):
        process, _ = self.order_form("gtk3")
        self.switch(False)
        data = self.succeeds("doctor")
        row = next(each for each in data["desktop"]["capabilities"] if each["operation"] == "elements")
        self.assertIs(row["available"], True)
        self.assertIs(self.is_on(), False)
        path = os.path.join(self.folder, "tree.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'require("ui").tree {{ app = "PID:{process.pid}" }}')
        error = self.fails("SCRIPT_ERROR", 26, "run", path, PEEKABOO_ENABLE_ACCESSIBILITY="false")
        self.assertIn("PERMISSION_ERROR_ACCESSIBILITY", error["message"])
        self.assertIn("PEEKABOO_ENABLE_ACCESSIBILITY", error["hint"])
        self.assertIs(self.is_on(), False)
        self.tree(process)
        self.assertIs(self.is_on(), True)
        row = next(each for each in self.succeeds("doctor")["desktop"]["capabilities"] if each["operation"] == "elements")
        self.assertIn("IsEnabled", row["detail"])

    def test_names_programs_without_elements(self):
        self.order_form("gtk3")
        self.switch(True)
        terminal, _ = self.terminal("Plain", "nothing to see")
        missing = self.succeeds("doctor")["desktop"]["without_elements"]
        self.assertEqual(len(missing), 1, missing)
        begin = time.monotonic()
        path = os.path.join(self.folder, "tree.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'require("ui").tree {{ app = "PID:{missing[0]["pid"]}" }}')
        self.assertIn("UNSUPPORTED", self.fails("SCRIPT_ERROR", 26, "run", path)["message"])
        self.assertLess(time.monotonic() - begin, 10)
        self.assertIsNone(terminal.poll())

    @staticmethod
    def is_on():
        return "true" in text_of("dbus-send", "--session", "--dest=org.a11y.Bus", "--print-reply=literal",
                                 "/org/a11y/bus", "org.freedesktop.DBus.Properties.Get", "string:org.a11y.Status",
                                 "string:IsEnabled")


if __name__ == "__main__":
    unittest.main(verbosity=2)
