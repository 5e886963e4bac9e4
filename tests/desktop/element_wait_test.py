#!/usr/bin/python3
"""Waiting for elements of real programs."""
import os
import re
import subprocess
import unittest

from element_acts_test import ActsTest
from elements_test import PATIENT, TOOLKITS
from scripts import Script
from support import PEEKABOO, text_of, wait_until


class Waits(ActsTest):
    def waiting(self, options, then="print(found == true or found.name)"):
        """A script that says when it is about to wait, and what came of it."""
        return Script(PEEKABOO, f'''{PATIENT}
            ui.tree {{ {self.target} }}
            print "waits"
            local found = ui.wait {{ {self.target}, {options} }}
            {then}''', os.environ, self.folder)

    def comes(self, process, options, command, wanted, then="print(found == true or found.name)"):
        script = self.waiting(options, then)
        self.assertEqual(script.line(), "waits")
        # Later than the first look.
        self.assertEqual(self.ask(process, f"after 0.4 {command}"), ["ok"])
        self.assertEqual(script.line(), wanted)
        self.assertIsNone(script.line())

    def test_a_name_comes_and_goes(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                self.comes(process, 'role = "button", name = "Delete"', "rename Save Delete", "Delete")
                self.comes(process, 'role = "button", name = "Delete", gone = true', "rename Delete Save", "true")

    def test_a_state_comes(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                self.comes(process, 'role = "button", name = "Off", state = "sensitive"', "enable Off", "Off")

    def test_a_value_comes(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                self.comes(process, 'role = "text", value = "Grace"', "write Grace", "Grace", "print(found.value)")

    def test_what_was_cut_off_is_not_gone(self):
        process = self.form("gtk3")
        self.assertEqual(self.ask(process, "grow 3000"), ["ok"])

        def waited():
            """On a busy machine the program may not have told everything in its time; the wait says that then."""
            said = self.act(f'''
                local _, err = try(ui.wait, {{ {self.target}, name = "Nothing", gone = true, timeout = 4 }})
                print(json.encode {{ err and err.code, err and err.message, #ui.tree({{ {self.target} }}).left_out }})''')
            return not re.search("d(id|oes) not answer", str(said[1])) and said

        found = wait_until("a whole look", waited, 60)
        self.assertGreater(found[2], 0, "the tree is cut off")
        self.assertEqual(found[0], "TIMEOUT")
        self.assertIn("others were left out", found[1])
        self.comes(process, 'role = "button", name = "Save", gone = true', "rename Save Delete", "true")

    def test_says_what_was_seen_last(self):
        self.form("gtk3")
        found = self.act(f'''
            -- A busy machine sees nothing in a short time.
            local function waited(options)
              local err
              for _, seconds in ipairs {{ 0.3, 3, 20 }} do
                options.timeout = seconds
                err = select(2, try(ui.wait, options))
                if err.message:find "last seen" and not err.message:find "nothing yet" then break end
              end
              return err
            end
            local err = waited {{ {self.target}, name = "Off", state = "sensitive" }}
            local none = waited {{ {self.target}, name = "Nothing" }}
            local _, state = try(ui.wait, {{ {self.target}, name = "Off", state = "senstive" }})
            print(json.encode {{ err.code, err.message, none.message, state.code }})''')
        self.assertEqual([found[0], found[3]], ["TIMEOUT", "INVALID_ARGUMENT"])
        self.assertRegex(found[1], r'last seen: .*button "Off" \(.*focusable')
        self.assertIn("no such element", found[2])

    def test_a_program_that_is_not_there_yet(self):
        self.target = 'app = "order_form"'
        script = Script(PEEKABOO, '''
            local ui = require "ui"
            print "waits"
            print(ui.wait({ app = "order_form.py", role = "button", name = "Ask" }).name)''', os.environ, self.folder)
        self.assertEqual(script.line(), "waits")
        process = self.form("gtk3")
        self.assertEqual(script.line(), "Ask")
        self.assertIsNone(process.poll())

    def test_a_closed_program_is_gone(self):
        process = self.form("gtk3")
        script = self.waiting('name = "Save", gone = true')
        self.assertEqual(script.line(), "waits")
        process.kill()
        self.assertEqual(script.line(), "true")

    def test_listens_only_while_it_waits(self):
        process = self.form("gtk3")
        address = re.search(r'"(.*)"', text_of("dbus-send", "--session", "--dest=org.a11y.Bus", "--print-reply",
                                               "/org/a11y/bus", "org.a11y.Bus.GetAddress"))[1]
        path = os.path.join(self.folder, "registry.log")
        with open(path, "w", encoding="utf-8") as log:
            monitor = subprocess.Popen(["dbus-monitor", "--address", address, "interface='org.a11y.atspi.Registry'"],
                                       stdout=log, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, monitor)

        def told(method):
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
            return sorted(lines[i + 1].split('"')[1] for i, line in enumerate(lines[:-1])
                          if f"member={method}" in line and "method call" in line)

        script = self.waiting('role = "button", name = "Delete"', 'print "waited" task.sleep(60)')
        self.addCleanup(script.process.kill)
        self.assertEqual(script.line(), "waits")
        wanted = ["Object:ChildrenChanged:", "Object:PropertyChange:", "Object:StateChanged:", "Object:TextChanged:",
                  "Window::"]
        wait_until("the listeners", lambda: [each for each in told("RegisterEvent") if "Lower" not in each] == wanted)
        self.assertEqual(told("DeregisterEvent"), [])
        self.ask(process, "rename Save Delete")
        self.assertEqual(script.line(), "waited")
        wait_until("their end", lambda: told("DeregisterEvent") == wanted)


if __name__ == "__main__":
    unittest.main(verbosity=2)
