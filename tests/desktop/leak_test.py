#!/usr/bin/python3
"""Nothing of an excluded window leaves the program, whichever way is tried.

Excluded are KeePassXC, which is excluded anyway, and two windows that a policy file names: a terminal whose colours are
nowhere else on the desktop, and a GTK form. A window that is not excluded covers a part of the terminal.
"""
import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import leaks
from support import HERE, PEEKABOO, DesktopTest, Picture, from_ppm, geometry, output, read_picture, see_screen, settled, text_of, wait_until, windows

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

TOKEN = "zq" + os.urandom(6).hex()  # in every title that must not be seen
WORD = "Hippopotamus"  # readable in the terminal and the form
PAPER, INK = "#fa1195", "#0b3a05"
# Elsewhere shadows and frames make other pixels differ: then only what must not be seen is looked for.
EXACT = os.environ["RIG_WM"] == "openbox" and not os.environ.get("COMPOSITED")
POLICY = {"blockedWindowPatterns": ["payslips*", "/^Form zq[0-9a-f]{12}$/"], "enableAuditLog": True}
SCRIPT = """
local screen, window, app, event, time = require "screen", require "window", require "app", require "event", require "time"
for _, kind in ipairs { "opened", "focused", "title_changed", "moved", "closed" } do
  event.on { "window." .. kind, run = function(w, e) print(kind, w.id, w.title, e.before) end }
end
print(inspect(window.list()), inspect(app.list()), inspect(window.frontmost()))
for _, w in ipairs(window.list()) do
  print(select(2, try(function() screen.capture("window", { id = w.id }):save(FOLDER .. "/window-" .. w.id .. ".png") end)))
  print(inspect(window.get(w.id)))
end
screen.capture("desktop"):save(FOLDER .. "/desktop.png")
print(screen.capture("desktop"):text().text)
print(select(2, try(screen.wait_text, "Hippo", { timeout = 0.5 })))
print(select(2, try(window.wait, { title = "zq", timeout = 0.5 })))
screen.wait_stable({ x = 0, y = 0, width = 600, height = 500 }, { still = 0.1, timeout = 20 }):save(FOLDER .. "/stable.png")
print "ready"
"""
# Captures once the title that excludes the window is back.
TRIGGER = """
event.on { "window.title_changed", run = function(w)
  if w.excluded then
    screen.capture("desktop"):save(FOLDER .. "/trigger.part.png")
    require("fs").rename(FOLDER .. "/trigger.part.png", FOLDER .. "/trigger.png")
  end
end }
"""
GUEST = """
local found = { windows = window.list(), apps = app.list(), front = window.frontmost() }
local shot = screen.capture "desktop"
found.text = shot:text().text
found.waited = select(2, try(window.wait, { title = "zq", timeout = 0.3 })).message
return shot, found
"""


def shown(picture):
    """Whether a picture has a pixel of the excluded windows."""
    paper = bytes.fromhex(PAPER[1:])
    place = picture.rgb.find(paper)
    while place >= 0 and place % 3:
        place = picture.rgb.find(paper, place + 1)
    return place >= 0


class Leaks(DesktopTest):
    def setUp(self):
        super().setUp()
        self.search = leaks.Search([TOKEN, WORD], [PAPER])
        self.log = os.path.join(self.folder, "log")
        temporary = os.path.join(self.folder, "temporary")
        os.mkdir(temporary)
        self.variables = {"TMPDIR": temporary, "PEEKABOO_LOG_FILE": self.log, "PEEKABOO_LOG_LEVEL": "trace",
                          "PEEKABOO_AI_PROVIDERS": "ocr", "PEEKABOO_TOOLSETS": "all", "PEEKABOO_ENABLE_RUN_SCRIPT": "true"}
        folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "peekaboo")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.policy = os.path.join(folder, "policy.json")
        with open(self.policy, "w", encoding="utf-8") as file:
            json.dump({**POLICY, "allowedDirectories": [self.folder]}, file)
        self.addCleanup(os.unlink, self.policy)
        self.open_windows()

    def run_program(self, *command):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, process)

    def open_windows(self):
        self.run_program("xterm", "-T", f"Payslips {TOKEN}", "-n", "Payslips", "-bg", PAPER, "-fg", INK, "-fa", "DejaVu Sans Mono",
                         "-fs", "14", "-geometry", "40x12+40+40", "-e", f"printf '{WORD}\\n'; exec sleep 100000")
        self.form("--title", f"Form {TOKEN}", "--text", WORD)
        self.keepass()
        self.painter("--title", "Cover", "--geometry", "150x100+120+150")
        self.seen = wait_until("every window", self.excluded)
        for title, window in windows().items():
            place = {"Payslips": "0,40,40", "Form": "0,640,30", "Cover": "0,120,150"}.get(title.split()[0], "0,560,420")
            # By id: KeePassXC names its window anew once it has opened its file.
            output("wmctrl", "-i", "-r", hex(window), "-e", f"{place},-1,-1")
        output("wmctrl", "-a", "Cover")
        self.screen = settled(see_screen)
        self.seen = self.excluded()
        self.assertTrue(shown(self.screen), "the eye must see what the program must not show")

    def keepass(self):
        """A password database of that name, locked, as after a pause."""
        path = os.path.join(tempfile.mkdtemp(dir=os.environ["RIG"]), f"{TOKEN}.kdbx")
        subprocess.run(["keepassxc-cli", "db-create", "-p", path], input=b"secret\nsecret\n", capture_output=True, check=True)
        self.run_program("keepassxc", path)

    def excluded(self):
        """Titles to ids of the windows that must not be seen, once all of them are there."""
        found = {title: one for title, one in windows().items() if TOKEN in title or "KeePassXC" in title}
        return found if len(found) == 3 else None

    @staticmethod
    def frame_of(window_id):
        """A window with its frame, as the window manager tells it."""
        inner = geometry(window_id)
        words = text_of("xprop", "-id", str(window_id), "-notype", "_NET_FRAME_EXTENTS").partition("=")[2]
        left, right, top, bottom = (int(word) for word in words.split(",")) if words else (0, 0, 0, 0)
        return {"x": inner["x"] - left, "y": inner["y"] - top, "width": inner["width"] + left + right,
                "height": inner["height"] + top + bottom}

    def hidden(self):
        """Which pixels of the screen belong to excluded windows."""
        width, height = self.screen.width, self.screen.height
        hidden = bytearray(width * height)
        cover = self.frame_of(windows()["Cover"])
        for place, mark in [(self.frame_of(one), 1) for one in self.seen.values()] + [(cover, 0)]:
            left, right = max(place["x"], 0), min(place["x"] + place["width"], width)
            for y in range(max(place["y"], 0), min(place["y"] + place["height"], height)):
                hidden[y * width + left:y * width + right] = bytes([mark]) * max(right - left, 0)
        return hidden

    def filled(self, channel, picture):
        """Holds a picture of the whole screen to the eye's, with the excluded windows in one colour."""
        self.assertFalse(shown(picture), channel)
        self.assertEqual((picture.width, picture.height), (self.screen.width, self.screen.height), channel)
        if not EXACT:
            return
        hidden = self.hidden()
        first = hidden.index(1) * 3
        fill = picture.rgb[first:first + 3]
        differences = []
        # A window may have taken the focus since.
        for screen in (self.screen, settled(see_screen)):
            rgb = b"".join(fill if mark else screen.rgb[3 * i:3 * i + 3] for i, mark in enumerate(hidden))
            differences.append(picture.difference(Picture(picture.width, picture.height, rgb)))
        self.assertIn("", differences, channel)

    def mcp(self):
        client = Client(PEEKABOO, {**os.environ, **self.variables})
        self.addCleanup(client.end)
        return client

    def ask(self, client, tool, **arguments):
        call = client.tool(tool, **arguments)
        call.done.wait(100)
        self.search.add(f"{tool} {arguments}", json.dumps(call.answer, ensure_ascii=False).encode())
        return call.answer["result"]

    @staticmethod
    def inline(result):
        return [base64.b64decode(part["data"]) for part in result["content"] if part["type"] == "image"]

    def test_tools(self):
        client = self.mcp()
        for target in ("", "screen:0", "frontmost", "XTerm", "KeePassXC", "Painter", f"XTerm:WINDOW_TITLE:{TOKEN[:4]}"):
            for more in ({"format": "data"}, {"path": self.folder + "/"}, {"question": "What is written here?"},
                         {"format": "data", "max_width": 500}, {"format": "data", "region": {"x": 20, "y": 20, "width": 400, "height": 300}}):
                self.ask(client, "image", app_target=target, **more)
        for item in ("running_applications", "screens", "server_status"):
            self.ask(client, "list", item_type=item)
        for app in ("XTerm", "KeePassXC", "gtk_form.py", "Payslips"):
            self.ask(client, "list", app=app, include_window_details=["ids", "bounds", "off_screen"])
        self.ask(client, "run_script", script=GUEST)
        self.ask(client, "analyze", image_path=os.path.join(self.folder, "nothing.png"), question="?")
        self.screenshot_tools(client)
        self.resources(client)
        self.nothing_found(25)

    def screenshot_tools(self, client):
        for kind in ("png", "jpeg", "webp", "bmp"):
            self.ask(client, "screenshot_capture_full", format=kind)
            self.ask(client, "screenshot_capture_region", x=30, y=30, width=700, height=500, format=kind,
                     savePath=os.path.join(self.folder, "region." + kind))
        self.filled("screenshot_capture_full", leaks.read(self.inline(self.ask(client, "screenshot_capture_full"))[0]))
        rows = json.loads(self.ask(client, "screenshot_list_windows")["content"][0]["text"])["windows"]
        self.assertEqual({int(row["id"]) for row in rows if row["isExcluded"]}, set(self.seen.values()))
        for row in rows:
            self.assertEqual(row["title"] == "", row["isExcluded"], row)
            answer = self.ask(client, "screenshot_capture_window", windowId=row["id"], includeFrame=True)
            told = json.loads(answer["content"][0]["text"])
            self.assertEqual(told.get("error", {}).get("code"), "PERMISSION_DENIED" if row["isExcluded"] else None, told)
        for title in (TOKEN[:5], "Payslips", "*" + TOKEN[-4:], "/" + TOKEN[:6] + "/", "KeePassXC", WORD):
            answer = self.ask(client, "screenshot_capture_window", windowTitle=title[:5])
            self.assertEqual(json.loads(answer["content"][0]["text"])["error"]["code"], "WINDOW_NOT_FOUND")

    def resources(self, client):
        for app in ("XTerm", "KeePassXC"):
            answer = client.request("resources/read", uri=f"peekaboo://applications/{app}/windows")
            answer.done.wait(60)
            self.search.add("resource", json.dumps(answer.answer, ensure_ascii=False).encode())
        listed = client.request("resources/list").result()
        self.search.add("resources/list", json.dumps(listed, ensure_ascii=False).encode())
        for row in listed["resources"]:
            self.search.add(row["uri"], json.dumps(client.request("resources/read", uri=row["uri"]).result()).encode())
        for argument in ("", "XTerm:WINDOW_TITLE:", "KeePassXC:WINDOW_TITLE:", "XT"):
            answer = client.request("completion/complete", ref={"type": "ref/prompt", "name": "describe_screen"},
                                    argument={"name": "app_target", "value": argument})
            answer.done.wait(60)
            self.search.add("completion", json.dumps(answer.answer, ensure_ascii=False).encode())

    def run_and_keep(self, *words, text=None):
        run = subprocess.run([PEEKABOO, *words], env={**os.environ, **self.variables}, input=text or b"", capture_output=True,
                             timeout=100, cwd=self.folder)
        self.search.add(" ".join(words), run.stdout + run.stderr)
        return run

    def test_command_line(self):
        path = os.path.join(self.folder, "screen.png")
        self.run_and_keep("image", "--path", path)
        self.filled("peekaboo image", read_picture(path))
        for words in (["list", "apps"], ["list", "windows", "--app", "XTerm"], ["list", "windows", "--app", "KeePassXC"], ["doctor"],
                      ["config", "show"], ["image", "--app", "XTerm"], ["image", "--app", "KeePassXC"], ["policy", "show"],
                      ["image", "--mode", "frontmost"], ["image", "--app", "Painter", "--path", self.folder + "/"]):
            self.run_and_keep(*words)
            self.run_and_keep(*words, "--json-output")
        self.run_and_keep("repl", text=b'return require("window").list()\nreturn require("app").list()\n')
        self.nothing_found(3)

    def family(self):
        """A window with a dialog, a menu and a notification; the window is excluded by its title."""
        process = self.start("family.py", "--title", f"Payslips family {TOKEN}", "--colour", PAPER)
        return process, self.ready(process)

    def test_dialogs_and_pop_ups(self):
        _, ids = self.family()
        output("wmctrl", "-i", "-c", str(next(one for title, one in self.seen.items() if title.startswith("Payslips"))))
        wait_until("the dialog, the menu and the notification alone", lambda: shown(settled(see_screen)))
        client = self.mcp()
        self.ask(client, "screenshot_capture_full")
        self.ask(client, "image", app_target="screen:0", format="data")
        for one in ids:
            answer = self.ask(client, "screenshot_capture_window", windowId=str(one))
            self.assertIn(json.loads(answer["content"][0]["text"])["error"]["code"], ("PERMISSION_DENIED", "WINDOW_NOT_FOUND"))
        self.run_and_keep("image", "--mode", "screen", "--path", self.folder + "/")
        self.nothing_found(3)

    def test_windows_that_move_and_close(self):
        process, _ = self.family()
        client = self.mcp()
        ending, chance = threading.Event(), random.Random(5)

        def disturb():
            while not ending.is_set():
                for _ in range(chance.randrange(1, 6)):
                    self.command(process, f"move {chance.randrange(0, 700)} {chance.randrange(0, 500)}")
                self.command(process, "hide")
                self.command(process, "show")

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            for _ in range(12):
                self.ask(client, "screenshot_capture_full")
                self.ask(client, "screenshot_capture_region", x=0, y=0, width=900, height=700, format="bmp")
        finally:
            ending.set()
            thread.join()
        self.nothing_found(20)

    def test_the_daemon_and_its_triggers(self):
        folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "peekaboo", "automations")
        os.makedirs(folder, mode=0o700)
        self.addCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, "look.lua"), "w", encoding="utf-8") as file:
            file.write(SCRIPT.replace("FOLDER", f'"{self.folder}"') + TRIGGER.replace("FOLDER", f'"{self.folder}"'))
        with open(os.path.join(self.folder, "out"), "wb") as out:
            process = subprocess.Popen([PEEKABOO, "daemon"], env={**os.environ, **self.variables}, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=out)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        wait_until("the automation", lambda: b"ready" in self.told())
        self.filled("daemon", read_picture(os.path.join(self.folder, "desktop.png")))
        xterm = next(one for title, one in self.seen.items() if title.startswith("Payslips"))
        for count, title in enumerate(("Plain", f"Payslips {TOKEN}"), 1):
            output("wmctrl", "-i", "-r", str(xterm), "-T", title)
            if title != "Plain":
                # A window without that title may be seen.
                wait_until("the trigger", lambda: os.path.exists(os.path.join(self.folder, "trigger.png")))
            wait_until("the event", lambda most=count: self.told().count(b"title_changed") >= most)
        for words in (["daemon", "status"], ["daemon", "logs"]):
            self.run_and_keep(*words)
        self.nothing_found(4)

    def test_scripts_and_events(self):
        path = os.path.join(self.folder, "look.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCRIPT.replace("FOLDER", f'"{self.folder}"'))
        with open(os.path.join(self.folder, "out"), "wb") as out:
            process = subprocess.Popen([PEEKABOO, "--trace", "run", path], env={**os.environ, **self.variables}, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=out)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        wait_until("the script", lambda: b"\nready" in self.told())
        self.filled("run", read_picture(os.path.join(self.folder, "desktop.png")))
        xterm = next(one for title, one in self.seen.items() if title.startswith("Payslips"))
        for count, title in enumerate(("Plain", f"Payslips {TOKEN}", "Plain again", f"Payslips again {TOKEN}"), 1):
            output("wmctrl", "-i", "-r", str(xterm), "-T", title)
            wait_until("the event", lambda most=count: self.told().count(f"title_changed\t{xterm}".encode()) >= most)
        output("wmctrl", "-i", "-c", str(xterm))
        wait_until("the end of the window", lambda: f"closed\t{xterm}".encode() in self.told())
        self.nothing_found(3)

    def told(self):
        with open(os.path.join(self.folder, "out"), "rb") as file:
            return file.read()

    def nothing_found(self, pictures):
        """Also searches every file that was left anywhere."""
        self.search.add_folder("files", self.folder)
        for name in ("HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"):
            self.search.add_folder(name, os.path.join(os.environ[name], "peekaboo"))
        self.search.add_folder("audit", os.path.join(os.environ["XDG_STATE_HOME"], "peekaboo"))
        self.assertGreaterEqual(self.search.pictures, pictures)
        self.assertGreater(self.search.bytes, 10_000)
        self.assertEqual(self.search.found, [])


class Searching(unittest.TestCase):
    """The search finds what it is for."""

    def test_words(self):
        for data in (b"a zqSecret b", b"x" + base64.b64encode(b"12" + b"zqSecret" + b"345"), "zqSecret".encode("utf-16-le"),
                     base64.b64encode(b"1zqSecret more"), base64.b64encode(b"zqSecret...")):
            search = leaks.Search(["zqSecret"], [])
            search.add("here", data)
            self.assertNotEqual(search.found, [], data)

    def test_colours(self):
        for kind in ("png", "jpeg", "webp", "bmp3"):
            for colour, expected in ((PAPER, True), ("#fa8095", False)):
                picture = output("convert", "-size", "120x90", "xc:white", "-fill", colour, "-draw", "rectangle 8,8 103,83", f"{kind}:-")
                for data in (picture, b'{"data": "' + base64.b64encode(picture) + b'"}'):
                    search = leaks.Search([], [PAPER])
                    search.add("here", data)
                    self.assertEqual((search.pictures, bool(search.found)), (1, expected), (kind, colour))
        self.assertEqual(from_ppm(output("convert", "xc:red", "-depth", "8", "ppm:-")).at(0, 0), (255, 0, 0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
