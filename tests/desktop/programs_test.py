#!/usr/bin/python3
"""Programs that people use, driven by `see` and marks alone. What came of it is read in the files that they save and in
logs of theirs; where things are is told by themselves or by pixels."""
import http.server
import os
import re
import signal
import subprocess
import threading
import unittest
import urllib.parse

from hands_test import HandsTest
from session_client import Session
from support import APPLICATIONS, active_window, geometry, see_window, settled, wait_until, windows

FIRST_START = 120  # seconds: LibreOffice makes its profile then, which takes half a minute on a busy machine
BRIDGE = "/usr/share/java/java-atk-wrapper.jar"
LINE = re.compile(r'^(m\d+) ([a-z ]+?)(?: "([^"]*)")?(?: = "((?:[^"\\]|\\.)*)")? (-?\d+),(-?\d+) (\d+)x(\d+)', re.M)
PREFERENCES = {"browser.shell.checkDefaultBrowser": "false", "browser.aboutwelcome.enabled": "false",
               "browser.startup.homepage_override.mstone": '"ignore"', "browser.preonboarding.enabled": "false",
               "datareporting.policy.dataSubmissionEnabled": "false", "termsofuse.bypassNotification": "true",
               "app.normandy.enabled": "false"}


class ProgramsTest(HandsTest):
    def setUp(self):
        super().setUp()
        self.log = f"{self.folder}/log.txt"

    def launched(self, *command, title):
        """Starts a program; returns its window once it is in front."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True, cwd=self.folder)
        self.addCleanup(self.ended, process)
        window = wait_until(f"a window with '{title}'", lambda: self.titled(title), FIRST_START)
        wait_until("the window to be active", lambda: active_window() == window)
        return window

    @staticmethod
    def ended(process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        wait_until("no window", lambda: not windows())

    @staticmethod
    def titled(text):
        return next((window for title, window in windows().items() if text in title), None)

    def rows(self, **arguments):
        """What `see` lists: mark, role, name, value, place."""
        text = self.session.tool("see", picture="none", **arguments).text()
        return [(mark, role, name, value, tuple(int(each) for each in place))
                for mark, role, name, value, *place in LINE.findall(text)]

    def row(self, role, name, **arguments):
        """The only row of this role and name, once it is there."""
        def only():
            found = [row for row in self.rows(**arguments) if (row[1], row[2]) == (role, name)]
            self.assertLess(len(found), 2, found)
            return found[0] if found else None
        return wait_until(f'{role} "{name}"', only)

    def mark(self, role, name, **arguments):
        return self.row(role, name, **arguments)[0]

    def holds(self, path, text):
        def saved():
            with open(path, encoding="utf-8") as file:
                return text in file.read()
        wait_until(f"'{text}' in {path}", lambda: os.path.exists(path) and saved())


class TextEditor(ProgramsTest):
    def setUp(self):
        super().setUp()
        self.path = f"{self.folder}/letter.txt"
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("Dear Ada,\n")
        self.window = self.launched("gnome-text-editor", "--standalone", self.path, title="letter.txt")

    def text(self):
        return wait_until("the text", lambda: next((row for row in self.rows() if row[1] == "text" and row[3]), None))

    def test_text_is_typed_and_saved(self):
        self.does("click", on=self.text()[0])
        self.does("press_key", key="ctrl+End")
        self.does("type_text", text="\ngrüße, 漢字")
        self.does("press_key", key="ctrl+s")
        self.holds(self.path, "Dear Ada,\ngrüße, 漢字")

    def test_a_value_is_set_and_undone(self):
        told = self.does("set_value", on=self.text()[0], value="All new.")
        self.does("press_key", key="ctrl+s")
        self.holds(self.path, "All new.")
        self.does(told["undo"]["tool"], **told["undo"]["arguments"])
        self.does("press_key", key="ctrl+s")
        self.holds(self.path, "Dear Ada,")

    def test_a_menu_button_is_one_element_and_opens(self):
        self.does("click", on=self.mark("button", "Menu"))
        self.row("menu item", "Save As…", find="Save As")


class Tk(ProgramsTest):
    def setUp(self):
        super().setUp()
        self.session = Session(self, PEEKABOO_TOOLSETS="hands", PEEKABOO_CONFIRM="never")  # orders are confirmed
        self.start("tk_form.py", self.log)
        window = wait_until("the window", lambda: windows().get("Tk Form"))
        wait_until("the window to be active", lambda: active_window() == window)
        settled(see_window, window)

    def word(self, text):
        found = [row for row in self.rows() if text in row[2]]
        self.assertEqual(len(found), 1, found)
        return found[0][0]

    def test_words_are_clicked_and_typed_into(self):
        # Tk paints nothing where nothing can be clicked.
        self.assertEqual(self.does("click", x=75, y=350)["effect"], "not_seen")
        self.does("click", on=self.word("Place order"))
        self.eventually("ordered")
        self.does("click", on=self.word("Express delivery"))
        self.eventually("express 1")
        self.does("click", on=self.word("Ada"), count=3)
        self.does("type_text", text="Grace")
        self.eventually("typed Grace")
        # A label takes no focus: the text goes on where the focus was.
        told = self.does("type_text", on=self.word("Customer name"), text=" Hopper")
        self.eventually("typed Grace Hopper")
        self.assertIn("the text may be in another field", told["message"])


class Office(ProgramsTest):
    OFFICE = ("soffice", "--norestore", "--nologo", "--nofirststartwizard")

    def setUp(self):
        super().setUp()
        # "Use Text Format" has one of the usual words, and the person would be asked.
        self.session = Session(self, PEEKABOO_TOOLSETS="hands", PEEKABOO_CONFIRM_WORDS="erase")

    def ink_at(self, window, place):
        """How many dark pixels are in a place of the desktop."""
        seen, corner = settled(see_window, window), geometry(window)
        x, y, width, height = place
        rgb = seen.part(x - corner["x"], y - corner["y"], width, height).rgb
        return sum(1 for i in range(0, len(rgb), 3) if rgb[i] < 100)

    def test_a_letter_is_written_and_saved(self):
        path = f"{self.folder}/letter.txt"
        with open(path, "w", encoding="utf-8") as file:
            file.write("Dear Ada,\n\nsecond line\n")
        window = self.launched(*self.OFFICE, "--writer", path, title="letter.txt")
        first = wait_until("the text", lambda: next(
            (row for row in self.rows() if row[1] == "paragraph" and row[3] == "Dear Ada,"), None))
        x, y, width, height = first[4]
        self.assertGreater(self.ink_at(window, first[4]), 50, "no text where the paragraph is said to be")
        self.assertLess(self.ink_at(window, (x, y + height, width, height)), 5, "text where there is none")
        self.does("click", on=first[0])
        self.does("press_key", key="End")
        self.does("type_text", text=" and Grace,\ngrüße")
        self.assertIn("checked", self.does("click", on=self.mark("toggle button", "Bold"))["seen"])
        self.does("menu", menuPath="File > Save")
        self.does("click", on=self.mark("button", "Use Text Format"))
        self.holds(path, "Dear Ada, and Grace,\ngrüße")

    def cells(self):
        return {row[2]: row[3] for row in self.rows(max_elements=800, max_text_bytes=60000) if row[1] == "table cell"}

    def test_cells_take_what_is_typed(self):
        path = f"{self.folder}/sums.fods"
        self.launched(*self.OFFICE, "--calc", title="LibreOffice Calc")
        self.does("click", on=self.mark("table cell", "B2", find="B2"))
        self.does("type_text", text="12\n30\n=B2+B3\n")
        wait_until("the sum", lambda: self.cells().get("B4") == "42")
        told = self.does("set_value", on=self.mark("table cell", "C20", find="C20"), value="Grüße")
        self.assertEqual((told["effect"], told["seen"]), ("seen", ['the value is "Grüße"']))
        self.does("menu", menuPath="File > Save")
        name = wait_until("the dialog", lambda: next((row for row in self.rows() if row[1] == "text"), None))
        self.does("set_value", on=name[0], value=path)
        self.does("click", on=self.mark("button", "Save"))
        self.holds(path, "Grüße")
        self.holds(path, 'office:value="42"')


class Requests(http.server.BaseHTTPRequestHandler):
    """Serves the page, and writes what it tells to a log."""

    def do_GET(self):
        path, _, told = self.path.partition("?")
        if path == "/log":
            with open(self.server.log, "a", encoding="utf-8") as log:
                log.write(urllib.parse.unquote(told) + "\n")
        with open(os.path.join(APPLICATIONS, "order_page.html"), "rb") as page:
            data = page.read() if path == "/" else b""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Firefox(ProgramsTest):
    def setUp(self):
        super().setUp()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Requests)
        server.log = self.log
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        profile = f"{self.folder}/profile"
        os.mkdir(profile)
        with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
            file.writelines(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
        self.launched("firefox-esr", "--no-remote", "--profile", profile,
                      f"http://127.0.0.1:{server.server_port}/", title="Order Page")

    def test_a_page_is_filled_in(self):
        send = self.row("button", "Send")
        told = wait_until("the place", lambda: next((line for line in self.happened() if line.startswith("place")), None))
        place = [int(each) for each in re.findall(r"-?\d+", told)]
        self.assertTrue(all(abs(one - other) <= 1 for one, other in zip(place, send[4])), (place, send))
        field = self.row("entry", "Name")
        self.assertEqual(field[3], "Ada")
        self.assertEqual(self.does("set_value", on=field[0], value="Grace, 漢字")["seen"], ['the value is "Grace, 漢字"'])
        self.does("select", on=self.mark("combo box", "Paper"), option="Landscape")
        self.eventually("chose Landscape")
        self.does("set_value", on=self.mark("slider", "Volume"), value="42")
        self.eventually("volume 42")
        self.does("click", on=self.mark("check box", "Agree"))
        self.eventually("agreed true")
        self.does("click", on=self.mark("button", "Send"))
        self.eventually("sent Grace, 漢字, Landscape")
        self.does("click", on=self.mark("button", "Ask"))
        self.does("click", on=self.mark("button", "OK"))
        self.eventually("answered")


class Java(ProgramsTest):
    def setUp(self):
        super().setUp()
        self.launched("java", "-cp", BRIDGE, "-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper",
                      os.path.join(APPLICATIONS, "SwingForm.java"), self.log, title="Swing Form")

    def test_a_form_is_filled_in(self):
        save = self.row("button", "Save")
        self.eventually("place {},{} {}x{}".format(*save[4]))
        self.does("click", on=save[0])
        self.eventually("pressed Save")
        self.does("click", on=self.mark("check box", "Agree"))
        self.eventually("agreed true")
        self.does("set_value", on=self.mark("text", "Name"), value="Grace, 漢字")
        self.eventually("typed Grace, 漢字")
        self.does("select", on=self.mark("combo box", "Portrait"), option="Landscape")
        self.eventually("chose Landscape")
        self.does("select", on=self.mark("label", "Green"))
        self.eventually("listed Green")
        self.does("set_value", on="spin button", value="42")
        self.eventually("number 42")
        self.does("menu", menuPath="File > Save As...")
        self.eventually("menu Save As...")

    def test_a_press_opens_a_modal_dialog(self):
        told = self.does("click", on=self.mark("button", "Ask"))
        self.assertEqual((told["effect"], told["dispatched"]), ("seen", True))
        self.eventually("asked")
        self.does("click", on=self.mark("button", "OK"))
        self.eventually("answered")


if __name__ == "__main__":
    unittest.main(verbosity=2)
