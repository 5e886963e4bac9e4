#!/usr/bin/python3
"""Keys and pointer in real programs: what arrives is read from the programs themselves (cat in a terminal, a text field of
GTK), and the keyboard by Xlib."""
import itertools
import os
import re
import signal
import subprocess
import time
import unittest

from keyboard_state import KeyboardEye
from support import DesktopTest, active_window, geometry, managed, output, text_of, wait_until, windows

DRIVER = os.environ["INPUT_DRIVER"]
MIXED = "Grüße, 漢字かな交じり文 — Ελληνικά Русский عربى 😀🎉 naïve façade €5 “quoted” ≤≥±√∞ ẞ ÄÖÜ ĀĒĪ"
ASCII = "".join(chr(code) for code in range(32, 127))


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\x1b", "\\e")


class Driver:
    """The program that acts. One command at a time; an answer may be awaited later."""

    def __init__(self):
        self.process = subprocess.Popen([DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                        errors="surrogatepass")

    def begin(self, *words):
        self.process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self.process.stdin.flush()

    def answer(self):
        return self.process.stdout.readline().rstrip("\n")

    def act(self, *words):
        self.begin(*words)
        return self.answer()

    def type(self, window, text, seconds=30):
        return self.act("type", window, seconds, escaped(text))

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


class InputTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.driver = Driver()
        self.addCleanup(self.driver.end)
        self.eye = KeyboardEye()
        self.addCleanup(self.eye.close)
        self.addCleanup(self.layout, "us", "-option", "")

    def layout(self, *words):
        """Tried again, because setxkbmap fails now and then beside a busy server (status 5)."""
        wait_until("the layout", lambda: subprocess.run(["setxkbmap", *words], stderr=subprocess.DEVNULL).returncode == 0)

    def received(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def assert_received(self, path, text):
        end = time.monotonic() + 10
        while len(self.received(path)) < len(text) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual(self.received(path), text)

    def shell(self, title, command):
        """A terminal whose program runs without echo; returns (process, window)."""
        process = subprocess.Popen(["xterm", "-u8", "-fa", "DejaVu Sans Mono", "-T", title, "-e", "sh", "-c", "stty -echo -icanon min 1; " + command],
                                   env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.addCleanup(self.end, process)
        window = wait_until("the terminal's window", lambda: windows().get(title))
        wait_until("the terminal to be active", lambda: active_window() == window)
        return process, window

    def terminal_into(self, path, title="typed"):
        process, window = self.shell(title, f": > {path}; touch {path}.ready; exec cat >> {path}")
        wait_until("cat", lambda: os.path.exists(path + ".ready"))
        return process, window

    def entry_into(self, path, title="entry"):
        process = self.start("gtk_entry.py", title, path)
        window = self.ready(process)[0]
        wait_until("the field to be active", lambda: active_window() == window)
        return process, window


class Typing(InputTest):
    def test_a_terminal_gets_every_character(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        text = ASCII * 20 + "\n" + (MIXED + "\n\t") * 10
        self.assertEqual(self.driver.type(window, text), "ok")
        self.assert_received(path, text)

    def test_a_text_field_gets_every_character(self):
        path = self.folder + "/typed"
        _, window = self.entry_into(path)
        text = ASCII * 3 + "\n" + (MIXED + "\n\t") * 3
        self.assertEqual(self.driver.type(window, text), "ok")
        self.assert_received(path, text)

    def test_more_different_characters_than_keys(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        text = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 200))
        before = self.eye.everything()
        self.assertEqual(self.driver.type(window, text), "ok")
        self.assert_received(path, text)
        self.assertEqual(self.eye.everything(), before)

    def test_any_layout_group_and_lock(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        text = "aAzZqQyY09;:'\"[]{}\\|~`^@€ßéЖж\n"
        sent = ""
        for layouts, variant, group in (("us", "", 0), ("de", "", 0), ("fr", "", 0), ("us", "intl", 0), ("us,ru", "", 0),
                                        ("us,ru", "", 1), ("de,fr,ru", "", 2), ("us", "dvorak", 0)):
            for caps in (False, True):
                with self.subTest(layouts=layouts, variant=variant, group=group, caps=caps):
                    self.layout("-layout", layouts, "-variant", variant)
                    if caps:
                        subprocess.run(["xdotool", "key", "Caps_Lock"], check=True)
                    wanted = (2 if caps else 0, group)

                    def locked():
                        """Tried again: the server forgets a group when it changes to another device's keymap."""
                        self.eye.lock_group(group)
                        return self.eye.locks() == wanted

                    try:
                        wait_until("the lock", locked)
                        before = self.eye.everything()
                        self.assertEqual(self.driver.type(window, text), "ok")
                        sent += text
                        self.assert_received(path, sent)
                        self.assertEqual(self.eye.everything(), before)
                    finally:
                        if caps:
                            subprocess.run(["xdotool", "key", "Caps_Lock"], check=True)

    def test_hostile_text(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        for text in ("a\x1bb", "a\x7f", "lone \udc80 surrogate", "\ud83d"):
            self.assertRegex(self.driver.type(window, text), "^INVALID_ARGUMENT")
        self.assertRegex(self.driver.type(window, "x" * (1 << 20) + "x"), "^INVALID_ARGUMENT")
        late = self.driver.type(window, "x" * (1 << 20), seconds=2)
        self.assertRegex(late, r"^TIMEOUT \d+ ")
        wait_until("what was sent", lambda: len(self.received(path)) == int(late.split()[1]))


def key_symbols():
    """The symbols of each key that has any, as other programs see them; of the others nothing."""
    rows = re.findall(r"^keycode\s+(\d+) =(.*)$", text_of("xmodmap", "-pke"), re.M)
    return {int(key): symbols.split() for key, symbols in rows}


class Changes(InputTest):
    """Of the keyboard, by others, while text is typed."""

    def typed_meanwhile(self, path, window, text, change):
        """The answer when `change` was called in the middle; what arrived must be what it says."""
        here = len(self.received(path))
        self.driver.begin("type", window, 60, escaped(text))
        wait_until("some text", lambda: len(self.received(path)) > here)
        change()
        answer = self.driver.answer()
        certain = len(text) if answer == "ok" else int(answer.split()[1])
        with self.subTest(path=path, answer=answer):
            self.assert_received_from(path, here, text[:certain])
        return answer

    def assert_received_from(self, path, here, text):
        wait_until("what was typed", lambda: len(self.received(path)) >= here + len(text))
        self.assertEqual(self.received(path)[here:here + len(text)], text)

    def programs(self):
        for start in (self.terminal_into, self.entry_into):
            path = f"{self.folder}/{start.__name__}"
            yield path, start(path, start.__name__)[1]

    def test_another_layout(self):
        for path, window in self.programs():
            layouts = itertools.cycle(("de", "fr", "gb"))

            def interrupted():
                """Whether the change came before the end of the text."""
                layout = next(layouts)
                answer = self.typed_meanwhile(path, window, (MIXED + "\n") * 60, lambda: self.layout(layout))
                self.layout("us")
                # Comes after what may have become others and was still on its way.
                self.assertEqual(self.driver.type(window, "the end"), "ok")
                wait_until("the end", lambda: self.received(path).endswith("the end"))
                return answer.startswith("INTERRUPTED")

            for _ in range(3):
                wait_until("a change in the middle", interrupted)

    def type_beside(self, change):
        """Types 60 characters that no key has, twice; `change(keys that are bound)` is called before the first."""
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        text = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 60)) * 2

        def typed():
            """Whether Control, which holds typing up, was let go of in time."""
            subprocess.run(["xdotool", "keydown", "Control_L"], check=True)
            try:
                before = key_symbols()
                self.driver.begin("type", window, 60, text)
                change(wait_until("keys to be bound", lambda: [key for key, each in key_symbols().items() if each != before[key]]))
            finally:
                subprocess.run(["xdotool", "keyup", "Control_L"], check=True)
            answer = self.driver.answer()
            self.assertRegex(answer, "^(ok$|INTERRUPTED 0 )")
            return answer == "ok"

        wait_until("text to be typed", typed)
        self.assert_received(path, text)

    def test_another_key_is_changed_while_keys_are_bound(self):
        """Keys that were bound before the keymap was read again are bound to other characters later."""
        symbols = itertools.cycle(("F13", "F14"))
        self.type_beside(lambda bound: subprocess.run(["xmodmap", "-e", f"keycode 96 = F12 {next(symbols)}"], check=True))

    def test_a_bound_key_that_another_program_takes_stays_its(self):
        taken = []

        def take(bound):
            taken[:] = bound[:1]
            subprocess.run(["xmodmap", "-e", f"keycode {taken[0]} = F15"], check=True)

        self.type_beside(take)
        self.assertIn("F15", key_symbols()[taken[0]])

    def test_caps_lock(self):
        for path, window in self.programs():
            for _ in range(2):
                answer = self.typed_meanwhile(path, window, (ASCII + MIXED + "\n") * 20, lambda: output("xdotool", "key", "Caps_Lock"))
                self.assertEqual(answer, "ok")


class Focus(InputTest):
    def test_a_thief_gets_nothing(self):
        path, stolen = self.folder + "/typed", self.folder + "/stolen"
        _, thief = self.entry_into(stolen, "thief")
        _, window = self.terminal_into(path)
        subprocess.run(["xdotool", "windowactivate", str(window)], check=True)
        wait_until("the terminal to be active", lambda: active_window() == window)
        self.driver.begin("type", window, 60, "x" * 500000)
        wait_until("some text", lambda: self.received(path))
        subprocess.run(["xdotool", "windowactivate", str(thief)], check=True)
        answer = self.driver.answer()
        self.assertRegex(answer, r"^FOCUS_REFUSED \d+ .*XTerm.*has the focus")
        self.assert_received(path, "x" * int(answer.split()[1]))
        self.assertEqual(self.received(stolen), "")

    def test_the_window_closes_meanwhile(self):
        path = self.folder + "/typed"
        process, window = self.terminal_into(path)
        before = self.eye.everything()
        self.driver.begin("type", window, 60, "x漢" * 30000)
        wait_until("some text", lambda: self.received(path))
        process.kill()
        self.assertRegex(self.driver.answer(), "^(WINDOW_NOT_FOUND|FOCUS_REFUSED) ")
        self.assertEqual(self.eye.everything(), before)

    def test_a_key_that_closes_its_window_has_worked(self):
        _, window = self.shell("ends", "read -r line")
        self.assertEqual(self.driver.type(window, "bye\n"), "ok")
        wait_until("the window to close", lambda: "ends" not in windows())

    def test_a_stopped_program(self):
        path = self.folder + "/typed"
        process, window = self.terminal_into(path)
        process.send_signal(signal.SIGSTOP)
        before = self.eye.everything()
        self.assertRegex(self.driver.type(window, "x漢" * 3000), "^EFFECT_NOT_SEEN 0 ")
        self.assertRegex(self.driver.act("press", window, 30, 0, ord("x"), 1), "^EFFECT_NOT_SEEN 0 ")
        place = geometry(window)
        middle = place["x"] + 50, place["y"] + 50
        for target in (window, 0):
            self.assertRegex(self.driver.act("click", target, 30, *middle, 1, 1), "^EFFECT_NOT_SEEN ")
        self.assertEqual(self.eye.everything(), before)
        process.send_signal(signal.SIGCONT)
        self.assertEqual(self.driver.type(window, "on"), "ok")
        self.assert_received(path, "on")

    def test_a_program_that_hangs(self):
        path = self.folder + "/pressed"
        process = self.start("hanging.py", path)
        window = self.ready(process)[0]
        wait_until("the window to be active", lambda: active_window() == window)
        self.assertEqual(self.driver.act("press", window, 30, 0, ord("a"), 1), "ok")
        self.assertEqual(self.driver.act("press", window, 30, 0, ord("h"), 1), "ok")
        wait_until("it to hang", lambda: self.received(path).endswith("h"))
        self.assertRegex(self.driver.act("press", window, 30, 0, ord("x"), 1), "^EFFECT_NOT_SEEN 0 .* does not answer")
        self.assertRegex(self.driver.type(window, "xyz"), "^EFFECT_NOT_SEEN 0 .* does not answer")
        self.assertEqual(self.received(path), "ah")

    def test_a_foreign_grab_of_the_keyboard(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        root = self.eye.display.screen().root
        wait_until("the grab", lambda: root.grab_keyboard(False, 1, 1, 0) == 0)
        self.assertRegex(self.driver.type(window, "lost"), "^FOCUS_REFUSED 0 another program has grabbed")
        self.eye.display.ungrab_keyboard(0)
        self.eye.display.sync()
        self.assertEqual(self.driver.type(window, "found"), "ok")
        self.assert_received(path, "found")

    def test_modifiers_that_somebody_holds(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        subprocess.run(["xdotool", "keydown", "Control_L"], check=True)
        self.addCleanup(subprocess.run, ["xdotool", "keyup", "Control_L"], check=True)
        self.assertRegex(self.driver.type(window, "lost"), "^INTERRUPTED 0 ")
        self.assertEqual(self.received(path), "")


class Ends(InputTest):
    def test_a_signal_puts_everything_back(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        before = self.eye.everything()
        self.driver.begin("type", window, 60, "xX漢字" * 20000)
        wait_until("some text", lambda: self.received(path))
        self.driver.process.send_signal(signal.SIGTERM)
        self.assertRegex(self.driver.answer(), "^INTERRUPTED")
        self.assertEqual(self.eye.everything(), before)

    def test_what_a_killed_process_leaves_is_mended(self):
        path = self.folder + "/typed"
        _, window = self.terminal_into(path)
        before = self.eye.everything()
        for act in ("type", "drag"):
            with self.subTest(act=act):
                victim = Driver()
                if act == "type":
                    victim.begin("type", window, 60, "xX漢字" * 20000)
                    here = len(self.received(path))
                    wait_until("some text", lambda: len(self.received(path)) > here)
                else:
                    victim.begin("drag", 0, 60, 10, 10, 600, 500)
                    wait_until("the button to be down", self.eye.buttons_down)
                victim.process.kill()
                victim.end()
                self.assertTrue(self.eye.record(), "it left its record")
                self.assertNotEqual(self.eye.everything(), before)
                self.assertEqual(self.driver.act("mend", 0, 10), "ok")
                self.assertEqual(self.eye.everything(), before)


class Pointing(InputTest):
    def test_a_click_selects_where_it_is_aimed(self):
        process, window = self.form()
        place = geometry(window)
        x, y = place["x"] + 20, place["y"] + 100
        self.assertEqual(self.driver.act("click", window, 10, x, y, 1, 1), "ok")
        _, other = self.painter("--class", "Front", "--geometry", "900x700+0+0")
        wait_until("the painter to be active", lambda: active_window() == other)
        self.assertRegex(self.driver.act("click", window, 10, x, y, 1, 1), "^FOCUS_REFUSED 0 .*Front")
        self.assertRegex(self.driver.act("click", window, 10, 99999, 5, 1, 1), "^INVALID_ARGUMENT")
        process.kill()
        wait_until("the form to go", lambda: all(int(line.split()[0], 16) != window for line in managed()))
        self.assertRegex(self.driver.act("click", window, 10, 150, 150, 1, 1), "^WINDOW_NOT_FOUND")


if __name__ == "__main__":
    unittest.main(verbosity=2)
