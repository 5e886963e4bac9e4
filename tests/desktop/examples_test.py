#!/usr/bin/python3
"""Every file under examples/ does what its first lines say."""
import csv
import http.server
import json
import os
import queue
import re
import subprocess
import threading
import time
import unittest

import support
from other_clipboard import copy
from session_client import Client

EXAMPLES = os.path.join(support.HERE, "..", "..", "examples")
DIALOG = """import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
dialog = Gtk.MessageDialog(text="The disk is full", title="Warning", buttons=Gtk.ButtonsType.OK)
dialog.run()"""


class Running:
    """An automation that goes on, and the lines that it prints."""

    def __init__(self, command, folder, environment):
        self.errors = open(os.path.join(folder, "errors"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, cwd=folder,
                                        env=environment, bufsize=1)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self):
        try:
            return self.lines.get(timeout=support.PATIENCE)
        except queue.Empty:
            self.errors.seek(0)
            raise AssertionError("it says nothing; " + self.errors.read()) from None

    def end(self):
        self.process.terminate()
        self.process.wait(30)
        self.reader.join(30)
        self.process.stdout.close()
        self.errors.close()


class Examples(support.DesktopTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "TMPDIR": self.temporary, "HOME": self.folder, "PEEKABOO_AI_PROVIDERS": "ocr"}

    def words(self, name, *words):
        return [support.PEEKABOO, "run", os.path.join(EXAMPLES, "automations", name + ".lua"), *words]

    def once(self, name, *words, status=0):
        run = subprocess.run(self.words(name, *words), capture_output=True, text=True, timeout=60, cwd=self.folder,
                             env=self.environment)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run

    def going(self, name, *words):
        running = Running(self.words(name, *words), self.folder, self.environment)
        self.addCleanup(running.end)
        return running

    def picture(self, path):
        return support.read_picture(os.path.join(self.folder, path))

    def test_nightly_dashboard(self):
        self.painter("--title", "Dashboard")
        soon = time.strftime("%H:%M:%S", time.localtime(time.time() + 2))
        running = self.going("nightly_dashboard", "Dashboard", soon, "shots")
        path = running.line()
        self.assertRegex(path, r"/shots/\d{4}-\d\d-\d\d\.png$")
        self.assertGreater(self.picture(path).width, 10)

    def test_build_alert(self):
        path = os.path.join(self.folder, "state")
        with open(path, "w", encoding="utf-8") as file:
            file.write("compiling\n")
        subprocess_ = subprocess.Popen(
            ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "20", "-T", "Build", "-e", "tail", "-n", "+1", "-F", path],
            stdin=subprocess.DEVNULL)
        self.addCleanup(self.end, subprocess_)
        running = self.going("build_alert", "Build", "FAILED", "touch")
        support.wait_until("the window", lambda: support.windows().get("Build"))
        called = os.path.join(self.folder, "Build shows FAILED")
        support.settled(support.see_screen)
        self.assertFalse(os.path.exists(called))
        with open(path, "a", encoding="utf-8") as file:
            file.write("\nFAILED: 3 errors\n")
        support.wait_until("the call", lambda: os.path.exists(called))
        subprocess_.kill()
        self.assertEqual(running.process.wait(30), 0)

    def test_redact_and_share(self):
        _, window = self.terminal("Secrets", "token: ghp_16C7e42F292c6912E7710c838347Ae178B4a", "mail ann@example.org", "nothing else")
        before = support.settled(support.see_window, window)
        run = self.once("redact_and_share", "Secrets")
        self.assertRegex(run.stdout, r"^2 places were masked\n")
        after = self.picture("Secrets.png")
        black = lambda picture: sum(picture.rgb[i:i + 3] == b"\0\0\0" for i in range(0, len(picture.rgb), 3))  # noqa: E731
        self.assertGreater(black(after), black(before) + 1000)
        again = subprocess.run(["tesseract", os.path.join(self.folder, "Secrets.png"), "-"], capture_output=True, text=True)
        self.assertNotIn("ann@", again.stdout)
        self.assertNotIn("6912", again.stdout)
        self.assertIn("nothing", again.stdout)

    def test_sharing(self):
        received = []

        class Taker(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                received.append((self.headers["Content-Type"], self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Taker)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        self.terminal("Plain", "all is well")
        run = self.once("redact_and_share", "Plain", f"http://127.0.0.1:{server.server_port}/")
        self.assertEqual(run.stdout, "0 places were masked\n201\n")
        self.assertEqual((received[0][0], received[0][1][:4]), ("image/png", b"\x89PNG"))

    def test_arrange_workspace(self):
        self.form()
        self.painter("--title", "Something else")
        run = self.once("arrange_workspace")
        self.addCleanup(subprocess.run, ["wmctrl", "-c", "Editor"])
        self.assertEqual(run.stdout, "in front: Editor\n")
        self.assertEqual(support.active_window(), support.windows()["Editor"])
        order = [int(word, 16) for word in re.findall(r"0x[0-9a-f]+", support.text_of(
            "xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING"))]
        names = support.windows()
        self.assertEqual(order[-2:], [names["Order Form"], names["Editor"]])

    def test_menu_switches(self):
        form = self.start("menu_form.py", "exported")
        self.ready(form)
        run = self.once("menu_switches")
        self.assertEqual(run.stdout, "", "all are as they should be")
        self.assertEqual(self.succeeds("do", "click_menu_item", "--app-name", "Menu Form", "--menu-path", "View > Ruler",
                                       "--verify", "0")["how"], "action")
        run = self.once("menu_switches")
        self.assertEqual(run.stdout, "View > Ruler\tis off\n")

    def test_watch_and_ask(self):
        window = self.terminal("Log", "waiting")[1]
        place = support.geometry(window)
        running = self.going("watch_and_ask", *(str(place[key]) for key in ("x", "y", "width", "height")))
        self.assertEqual(running.line(), "watching")
        self.end_and_show("Server stopped")
        self.assertRegex(running.line(), r"\d\d:\d\d:\d\d\tocr/eng")
        text = " ".join(running.line() for _ in range(3))
        self.assertIn("Server stopped", text)

    def end_and_show(self, text):
        """Something new in the same place."""
        self.terminal("News", text, text)

    def test_compare_windows(self):
        self.painter("--title", "One", "--geometry", "320x240+10+10")
        self.painter("--title", "Two", "--geometry", "320x240+400+10")
        self.assertEqual(self.once("compare_windows", "One", "Two").stdout, "the same\n")
        process, _ = self.painter("--title", "Three", "--seed", "7", "--geometry", "320x240+10+400")
        run = self.once("compare_windows", "One", "Three", status=26)
        self.assertRegex(run.stderr, r"\d+ places differ")
        self.assertGreater(self.picture("differences.png").width, 10)
        self.end(process)

    def test_title_recorder(self):
        path = os.path.join(self.folder, "titles.csv")
        self.going("title_recorder")
        support.wait_until("the table", lambda: os.path.exists(path))
        process, window = self.terminal('A "quoted" title', "something to see")
        support.text_of("wmctrl", "-i", "-r", hex(window), "-T", "Renamed, once")

        def titles():
            with open(path, encoding="utf-8", newline="") as file:
                return [row["title"] for row in csv.DictReader(file)]

        support.wait_until("the titles", lambda: {'A "quoted" title', "Renamed, once"} <= set(titles()))

    def test_dialog_guard(self):
        running = self.going("dialog_guard", "dialogs")
        self.assertEqual(running.line(), "on guard")
        dialog = subprocess.Popen(["/usr/bin/python3", "-c", DIALOG], stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, dialog)
        title, says, path = running.line().split("\t")
        self.assertEqual(title, "Warning")
        self.assertIn("disk is full", says)
        self.assertGreater(self.picture(path).width, 50)

    def test_timelapse(self):
        running = self.going("timelapse", "0.1", "frames", "2")
        self.assertRegex(running.line(), r"/frames/00001\.jpg$")
        self.painter()
        self.assertRegex(running.line(), r"/frames/00002\.jpg$")
        self.assertEqual(running.process.wait(30), 0)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "frames"))), ["00001.jpg", "00002.jpg"])

    def test_inbox_to_text(self):
        running = self.going("inbox_to_text", "inbox")
        self.assertEqual(running.line(), "reading")
        support.text_of("convert", "-size", "400x80", "xc:white", "-pointsize", "40", "-annotate", "+10+50",
                        "Invoice 42", os.path.join(self.folder, "letter.png"))
        os.rename(os.path.join(self.folder, "letter.png"), os.path.join(self.folder, "inbox", "letter.png"))
        self.assertRegex(running.line(), r"inbox/letter\.png\.txt$")
        with open(os.path.join(self.folder, "inbox", "letter.png.txt"), encoding="utf-8") as file:
            self.assertIn("Invoice 42", file.read())

    def test_hush(self):
        def muted():
            return "yes" in support.text_of("pactl", "get-sink-mute", "@DEFAULT_SINK@")

        process, _ = self.painter("--title", "Call")
        running = self.going("hush", "Call")
        self.assertEqual(running.line(), "muted for Call")
        self.assertTrue(muted())
        process.kill()
        self.assertEqual(running.process.wait(30), 0)
        self.assertFalse(muted())

    def test_battery_watch(self):
        self.assertEqual(self.once("battery_watch", "80").stdout, "72 %\n")
        self.assertIn("72 % are left.", support.text_of("dunstctl", "history") + self.closed_notifications())

    def closed_notifications(self):
        subprocess.run(["dunstctl", "close-all"], check=True, timeout=60)
        return support.wait_until("the history", lambda: support.text_of("dunstctl", "history"))

    def test_show_newest(self):
        manager = subprocess.Popen(["thunar", "/"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, manager)
        support.wait_until("the file manager", lambda: any("thunar" in line.lower() for line in support.managed("-x")))
        for name, moment in (("old.txt", 1), ("new.txt", 2)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(name)
            os.utime(file.name, (moment, moment))
        self.assertEqual(self.once("show_newest", self.folder).stdout, f"thunar shows {self.folder}/new.txt\n")

    def test_hotkey_shot(self):
        self.painter("--title", "In front")
        running = self.going("hotkey_shot", "Ctrl+Alt+P", "shots")
        self.assertEqual(running.line(), "press Ctrl+Alt+P")
        support.text_of("xdotool", "key", "ctrl+alt+p")
        title, path = running.line().split("\t")
        self.assertEqual(title, "In front")
        self.assertGreater(self.picture(path).width, 10)

    def test_tile_windows(self):
        first = self.painter("--title", "First")[1]
        second = self.painter("--title", "Second")[1]
        apps = {each["processId"]: each["name"] for each in json.loads(subprocess.run(
            [support.PEEKABOO, "do", "list_running_apps"], check=True, capture_output=True, timeout=60).stdout)}
        run = self.once("tile_windows", next(iter(apps.values())))
        self.assertEqual(len(run.stdout.splitlines()), 2, run.stdout)
        places = sorted(support.geometry(window)["x"] for window in (first, second))
        self.assertGreater(places[1] - places[0], 200)

    def test_note_taker(self):
        copy(b"# three words")
        run = self.once("note_taker")
        self.assertRegex(run.stdout, r"^typed 13 characters into window \d+\n$")
        support.wait_until("the terminal to be gone", lambda: not support.windows())

    def test_read_window(self):
        self.terminal("Console", "Temperature 21 degrees")
        run = subprocess.run([support.PEEKABOO, "call", "--tools", os.path.join(EXAMPLES, "tools", "read_window.lua"),
                              "read_window", '{"title": "Console"}'], capture_output=True, text=True, timeout=60,
                             env=self.environment)
        result = json.loads(run.stdout)
        self.assertIn("Temperature 21 degrees", result["structuredContent"]["text"])
        self.assertGreater(result["structuredContent"]["confidence"], 10)

    def test_clients_screenshots(self):
        self.painter("--title", "Painted")
        with open(os.path.join(EXAMPLES, "clients", "screenshots.json"), encoding="utf-8") as file:
            server = json.load(file)["mcpServers"]["peekaboo"]
        self.assertEqual(server["args"], ["mcp"])  # as the client starts it
        client = Client(support.PEEKABOO, {**self.environment, **server["env"]})
        self.addCleanup(client.end)
        told = json.loads(client.tool("screenshot_capture_window", windowTitle="Painted", savePath="~/Pictures/a.jpg").text())
        self.assertEqual((told["status"], told["metadata"]["format"]), ("success", "jpeg"), told)
        self.assertEqual(told["filePath"], os.path.join(self.folder, "Pictures", "a.jpg"))
        self.assertEqual(client.tool("image", app_target="screen:0").code(), "")

    def test_clients_of_acting_toolsets(self):
        for name, wanted in (("automation", "list_windows"), ("hands", "see")):
            with open(os.path.join(EXAMPLES, "clients", name + ".json"), encoding="utf-8") as file:
                server = json.load(file)["mcpServers"]["peekaboo"]
            run = subprocess.run([support.PEEKABOO, *server["args"], "--help"], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)
            client = Client(support.PEEKABOO, {**self.environment, **server.get("env", {}),
                                               "PEEKABOO_TOOLSETS": server["args"][-1]})
            self.addCleanup(client.end)
            names = [tool["name"] for tool in client.request("tools/list").result()["tools"]]
            self.assertIn(wanted, names)

    def test_every_automation_has_a_test_and_no_mistakes(self):
        names = sorted(name[:-4] for name in os.listdir(os.path.join(EXAMPLES, "automations")))
        self.assertGreater(len(names), 9)
        for name in names:
            self.assertTrue(hasattr(self, "test_" + name), name)
            with open(os.path.join(EXAMPLES, "automations", name + ".lua"), encoding="utf-8") as file:
                self.assertLessEqual(len(file.readlines()), 30, name)
        files = [os.path.join(folder, name) for folder, _, found in os.walk(EXAMPLES) for name in found
                 if name.endswith(".lua")]
        run = subprocess.run([support.PEEKABOO, "check", *files], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout + run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
