#!/usr/bin/python3
"""Acts on elements of real programs; what came of them is asked of the programs themselves."""
import os
import unittest

from elements_test import TOOLKITS, ElementsTest
from scripts import Script
from support import PEEKABOO, geometry, wait_until, windows

ELEMENT = \
    "local function element(options) return ui.find(options) or error('no ' .. (options.name or options.role)) end\n" \
    "local function press_code(given) local done, err = try(ui.press, given) return done and 'none' or err.code end\n"


class ActsTest(ElementsTest):
    def form(self, toolkit):
        process, self.window_id = self.order_form(toolkit, "--more")
        self.target = f'app = "PID:{process.pid}"'
        return process

    def act(self, text):
        return self.run_script(ELEMENT + text)

    def told(self, process, what):
        return " ".join(self.ask(process, f"tell {what}"))

    def becomes(self, process, what, wanted):
        wait_until(f"{what} to be {wanted}", lambda: self.told(process, what) == wanted)


class Acts(ActsTest):
    def test_presses(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                found = self.act(f'''
                    local action, answered = ui.press(element {{ {self.target}, role = "button", name = "Save" }})
                    print(json.encode {{ action:lower(), answered,
                      press_code(element {{ {self.target}, role = "button", name = "Off" }}),
                      press_code(element {{ {self.target}, role = "check box", name = "Agree" }}) }})''')
                self.assertIn(found[0], ("click", "press"))
                # The check boxes of GTK 4.8 offer no action.
                self.assertEqual(found[1:], [True, "UNSUPPORTED", "UNSUPPORTED" if toolkit == "gtk4" else "none"])
                self.becomes(process, "presses Save", "1")
                self.becomes(process, "agree", "False" if toolkit == "gtk4" else "True")
                self.assertEqual(self.told(process, "presses Off"), "0")

    def test_a_dialog_is_not_waited_for(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                taken = self.act(f'''
                    local button = element {{ {self.target}, role = "button", name = "Ask" }}
                    local begin = time.clock()
                    ui.press(button)
                    print(json.encode(time.clock() - begin))''')
                self.assertLess(taken, 2)
                self.becomes(process, "presses Ask", "1")

    def test_texts(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                found = self.act(f'''
                    local text, password
                    for _, each in ipairs(ui.tree {{ {self.target} }}.elements) do
                      if each.value == "Ada" then text = each end
                      if each.role == "password text" then password = each end
                    end
                    local now = ui.set_value(text, "Zoë 漢字 😀")
                    local silent = ui.set_value(password, "hunter2")
                    print(json.encode {{ now.value, silent.value or "none" }})''')
                self.assertEqual(found, ["Zoë 漢字 😀", "none"])
                self.assertEqual(self.told(process, "text"), "Zoë 漢字 😀")
                self.assertEqual(self.told(process, "password"), "hunter2")

    def test_numbers(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                found = self.act(f'''
                    local number = element {{ {self.target}, role = "spin button" }}
                    ui.set_value(number, 7)
                    local _, err = try(ui.set_value, number, 11)
                    print(json.encode {{ err.code, err.message }})''')
                self.assertEqual(found[0], "INVALID_ARGUMENT")
                self.assertIn("0 to 10", found[1])
                self.assertEqual(self.told(process, "number"), "7")

    def focus(self, toolkit):
        process = self.form(toolkit)
        self.order_form("gtk3", title="In front")
        result = self.act(f'''
            local text
            for _, each in ipairs(ui.tree {{ {self.target} }}.elements) do
              if each.value == "Ada" then text = each end
            end
            local now, err = try(ui.focus, text)
            if now then require "input".press "End" require "input".type "!" end
            print(json.encode {{ err and err.code or "none", window.frontmost().id }})''')
        return process, result

    def test_focus(self):
        for toolkit in ("gtk3", "qt5", "qt6"):
            with self.subTest(toolkit):
                process, result = self.focus(toolkit)
                self.assertEqual(result, ["none", self.window_id])
                self.becomes(process, "text", "Ada!")

    def test_says_what_gives_no_focus(self):
        # GTK 4.8 has no such call.
        _, result = self.focus("gtk4")
        self.assertEqual(result[0], "UNSUPPORTED")

    def test_selects(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                self.act(f'''
                    for _, each in ipairs(ui.tree {{ {self.target} }}.elements) do
                      if each.name == "Green" and each.role ~= "label" then ui.select(each) break end
                    end
                    print(1)''')
                self.becomes(process, "selected", "Green")
                self.act(f'''
                    for _, each in ipairs(ui.tree {{ {self.target} }}.elements) do
                      if each.name == "Blue" and each.role ~= "label" then ui.select(each, {{ add = true }}) break end
                    end
                    print(1)''')
                self.becomes(process, "selected", "Green,Blue")

    def test_a_stale_element_is_left_alone(self):
        for toolkit in TOOLKITS:
            with self.subTest(toolkit):
                process = self.form(toolkit)
                script = Script(PEEKABOO, f'''
                    local ui = require "ui"
                    local save = ui.find {{ {self.target}, role = "button", name = "Save" }}
                    print(save.name)
                    local new
                    repeat task.sleep(0.02) new = ui.find {{ {self.target}, role = "button", name = "Delete" }} until new
                    local _, err = try(ui.press, save)
                    print(err and err.code)
                    print(ui.press(new):lower())
                    ''', os.environ, self.folder)
                self.assertEqual(script.line(), "Save")
                self.assertEqual(self.ask(process, "rename Save Delete"), ["ok"])
                self.assertEqual(script.line(), "ELEMENT_STALE")
                self.assertIn(script.line(), ("click", "press"))
                self.becomes(process, "presses Delete", "1")


class Page(ActsTest):
    """A page in Chromium, whose title says what came of an act."""

    PAGE = """<!doctype html><title>Shop</title><script>let log = []
        function say(what) { log.push(what); document.title = "Shop " + log.join(" ") }</script>
        <button onclick="say('bought')">Buy</button><button disabled>Sell</button>
        <input aria-label="Name" oninput="say('name=' + this.value)">
        <input type="password" aria-label="Key">
        <input type="range" aria-label="Size" min="0" max="50" oninput="say('size=' + this.value)">
        <label><input type="checkbox" onchange="say('agree=' + this.checked)">Agree</label>
        <div style="height:3000px"></div><button onclick="say('end')">Last</button>"""

    def setUp(self):
        super().setUp()
        # Chromium looks only when it starts whether accessibility is on.
        self.switch(True)
        path = os.path.join(self.folder, "shop.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.PAGE)
        self.process = self.start("browser", path, "800,600", "--force-renderer-accessibility")
        self.target = f'app = "PID:{self.process.pid}"'
        wait_until("the page", lambda: windows().get("Shop"))
        self.act(f'ui.wait {{ {self.target}, role = "button", name = "Last" }} print(1)')

    def says(self, wanted):
        return wait_until(wanted, lambda: any(title.endswith(wanted) for title in windows()))

    def test_acts_in_a_page(self):
        found = self.act(f'''
            ui.press(element {{ {self.target}, role = "button", name = "Buy" }})
            print(json.encode {{ press_code(element {{ {self.target}, role = "button", name = "Sell" }}) }})''')
        self.assertEqual(found, ["UNSUPPORTED"])
        self.says("bought")
        self.act(f'ui.focus(element {{ {self.target}, role = "entry", name = "Name" }}) require "input".type "Ada" print(1)')
        self.says("name=Ada")
        self.act(f'ui.press(element {{ {self.target}, role = "check box", name = "Agree" }}) print(1)')
        self.says("agree=true")
        self.act(f'ui.set_value(element {{ {self.target}, role = "slider", name = "Size" }}, 20) print(1)')
        self.says("size=20")
        # Chromium lets nobody set a text.
        self.assertEqual(self.act(f'''
            print(json.encode(code(ui.set_value, element {{ {self.target}, role = "password text" }}, "k9")))'''), "UNSUPPORTED")

    def test_brings_into_view(self):
        found = self.act(f'''
            local last = element {{ {self.target}, role = "button", name = "Last" }}
            ui.scroll_to(last)
            print(json.encode(ui.wait {{ {self.target}, role = "button", name = "Last", state = "showing" }}.bounds))''')
        frame = geometry(windows()["Shop"])
        self.assertTrue(frame["y"] <= found["y"] and found["y"] + found["height"] <= frame["y"] + frame["height"], found)


if __name__ == "__main__":
    unittest.main(verbosity=2)
