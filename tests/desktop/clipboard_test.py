#!/usr/bin/python3
"""The clipboard of the finished program; other programs copy and paste: xclip, xsel, GTK and Qt."""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

from Xlib import X, Xatom, display

from other_clipboard import copy, paste
from scripts import Script
from session_client import Session
from support import PEEKABOO, DesktopTest, from_ppm, output, see_screen, wait_until

TEXT = "Grüße\n\t漢字かな — Ελληνικά 😀 “quoted”\n"
LARGE = 5_000_000


def owners():
    """Processes of xclip that own a selection."""
    run = subprocess.run(["pgrep", "-x", "xclip"], capture_output=True, text=True, timeout=60)
    mine = f"RIG_ID={os.environ['RIG_ID']}".encode()
    return [int(pid) for pid in run.stdout.split() if mine in environment_of(pid)]


def environment_of(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def keepers(display_name=None):
    """The keepers of this display."""
    wanted = f"DISPLAY={display_name or os.environ['DISPLAY']}".encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        if words == b"peekaboo\0clipboard\0keeper\0" and wanted in environment_of(pid):
            found.append(int(pid))
    return found


class ClipboardTest(DesktopTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(subprocess.run, ["xsel", "--clipboard", "--clear"], check=True)
        self.addCleanup(subprocess.run, ["xsel", "--primary", "--clear"], check=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def lua(self, text, **options):
        """What a script prints."""
        head = "".join(f'local {name} = require "{name}"\n' for name in ("clipboard", "screen", "image", "fs", "task"))
        with open(self.path("script.lua"), "w", encoding="utf-8") as file:
            file.write(head + text)
        result = self.peekaboo("run", "script.lua", **options)
        self.assertEqual(result.status, 0, str(result))
        return result.stdout.decode()

    def serve(self, text):
        """A script that offers something until it is ended."""
        script = Script(PEEKABOO, 'local clipboard = require "clipboard"\n' + text +
                        '\nprint "offered"\ntask.sleep(600)', dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        script.until("offered")
        return script

    def session(self, tool):
        """A server with a tool of the user's own."""
        folder = self.path("config/peekaboo/tools")
        os.makedirs(folder)
        with open(os.path.join(folder, "own.lua"), "w", encoding="utf-8") as file:
            file.write(tool)
        return Session(self, XDG_CONFIG_HOME=self.path("config"))

    def program(self, name):
        process = self.start(name)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def ask(self, process, **command):
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())


class Reading(ClipboardTest):
    READ = 'local c = clipboard.read()\nfs.write("got", c.text)\nprint(table.concat(c.formats, " "))'

    def got(self):
        with open(self.path("got"), "rb") as file:
            return file.read()

    def test_nothing(self):
        subprocess.run(["xsel", "--clipboard", "--clear"], check=True)
        self.assertEqual(self.lua("print(#clipboard.read().formats, clipboard.read().text)"), "0\tnil\n")

    def test_text(self):
        copy(TEXT.encode())
        self.assertEqual(self.lua(self.READ), "text\n")
        self.assertEqual(self.got(), TEXT.encode())

    def test_text_of_xsel_and_of_the_primary_selection(self):
        for selection, data in (("--clipboard", TEXT.encode()), ("--primary", b"selected")):
            subprocess.run(["xsel", selection, "--input"], input=data, check=True)
            wait_until("xsel to own the selection", lambda: output("xsel", selection, "--output") == data)
        self.assertEqual(self.lua(self.READ + '\nprint(clipboard.read({ selection = "primary" }).text)'),
                         "text\nselected\n")
        self.assertEqual(self.got(), TEXT.encode())

    def test_megabytes(self):
        data = (TEXT * (LARGE // len(TEXT.encode()))).encode()
        copy(data)
        self.lua(self.READ)
        self.assertTrue(self.got() == data)

    def test_text_that_is_no_utf8(self):
        process = self.start("clipboard_owner.py", "broken")
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.assertEqual(self.lua("print(clipboard.read().text)"), "Gr\ufffd\ufffde \ufffd\n")

    def test_a_picture(self):
        subprocess.run(["convert", "-size", "30x20", "xc:rgb(10,200,30)", self.path("in.png")], check=True)
        with open(self.path("in.png"), "rb") as file:
            copy(file.read(), "-t", "image/png")
        text = self.lua("local c = clipboard.read()\nlocal p = c.image:pixel(29, 19)\n"
                        "print(c.image.width, c.image.height, p.red, p.green, p.blue, c.formats[1])")
        self.assertEqual(text, "30\t20\t10\t200\t30\timage\n")

    def test_a_damaged_picture_is_left_out(self):
        copy(b"\x89PNG\r\n\x1a\n and then nothing", "-t", "image/png")
        self.assertEqual(self.lua("local c = clipboard.read()\nprint(c.image, c.formats[1])"), "nil\timage\n")

    def test_files(self):
        copy(b"file:///tmp/a%20b.txt\r\nfile:///tmp/%C3%BC\r\nhttps://example.org/\r\n", "-t", "text/uri-list")
        show = 'local c = clipboard.read()\nprint(c.cut, table.concat(c.files, "|"))'
        self.assertEqual(self.lua(show), "false\t/tmp/a b.txt|/tmp/ü\n")
        copy(b"cut\nfile:///tmp/x", "-t", "x-special/gnome-copied-files")
        self.assertEqual(self.lua(show), "true\t/tmp/x\n")

    def test_what_toolkits_copy(self):
        subprocess.run(["convert", "-size", "7x5", "xc:rgb(1,2,3)", self.path("small.png")], check=True)
        for name in ("gtk_clipboard.py", "qt_clipboard.py"):
            with self.subTest(name):
                process = self.program(name)
                self.assertEqual(self.ask(process, copy=TEXT), "ok")
                self.lua(self.READ)
                self.assertEqual(self.got(), TEXT.encode())
                self.assertEqual(self.ask(process, copy_picture=self.path("small.png")), "ok")
                self.assertEqual(self.lua("local i = clipboard.read().image\nlocal p = i:pixel(0, 0)\n"
                                          "print(i.width, i.height, p.red, p.green, p.blue)"), "7\t5\t1\t2\t3\n")


class Writing(ClipboardTest):
    def test_text(self):
        self.serve(f"clipboard.write({json.dumps(TEXT, ensure_ascii=False)})\n"
                   'clipboard.write("selected", { selection = "primary" })')
        self.assertEqual(paste(), TEXT.encode())
        self.assertEqual(output("xsel", "--clipboard", "--output"), TEXT.encode())
        self.assertEqual(paste(selection="primary"), b"selected")
        for name in ("gtk_clipboard.py", "qt_clipboard.py"):
            with self.subTest(name):
                self.assertEqual(self.ask(self.program(name), paste="text"), TEXT)

    def test_megabytes_to_several_at_once(self):
        self.serve(f'clipboard.write(("xyz漢"):rep({LARGE // 15}))')
        wanted = ("xyz漢" * (LARGE // 15)).encode()
        readers = [subprocess.Popen(["xclip", "-selection", "clipboard", "-o"], stdout=subprocess.PIPE) for _ in range(3)]
        for reader in readers:
            self.assertTrue(reader.communicate(timeout=60)[0] == wanted)
        self.assertTrue(self.ask(self.program("gtk_clipboard.py"), paste="text") == wanted.decode())

    def test_a_picture(self):
        self.serve('clipboard.write { image = require("screen").capture "desktop" }')
        seen = see_screen()
        self.same(from_ppm(output("convert", "png:-", "-depth", "8", "ppm:-", input=paste("-t", "image/png"))), seen)
        for name in ("gtk_clipboard.py", "qt_clipboard.py"):
            with self.subTest(name):
                self.assertEqual(self.ask(self.program(name), paste="picture"), [seen.width, seen.height, *seen.at(0, 0)])

    def test_files(self):
        self.serve('clipboard.write { files = { "/tmp/a b", "/tmp/ü" }, cut = true }')
        uris = ["file:///tmp/a%20b", "file:///tmp/%C3%BC"]
        self.assertEqual(paste("-t", "x-special/gnome-copied-files"), ("cut\n" + "\n".join(uris)).encode())
        for name in ("gtk_clipboard.py", "qt_clipboard.py"):
            with self.subTest(name):
                self.assertEqual(self.ask(self.program(name), paste="files"), uris)

    def test_several_formats_and_what_is_there(self):
        self.serve('clipboard.write { text = "42", html = "<b>42</b>" }')
        self.assertEqual(paste("-t", "text/html"), b"<b>42</b>")
        targets = paste("-t", "TARGETS").decode().split()
        for name in ("TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "STRING", "text/html"):
            self.assertIn(name, targets)
        self.assertNotIn("image/png", targets)
        self.assertIsNone(paste("-t", "image/png"))

    def test_several_targets_in_one_request(self):
        self.serve('clipboard.write("42")')
        eye = display.Display()
        self.addCleanup(eye.close)
        window = eye.screen().root.create_window(0, 0, 1, 1, 0, 0)
        names = ["CLIPBOARD", "MULTIPLE", "ATOM_PAIR", "UTF8_STRING", "TIMESTAMP", "NO_SUCH", "PLACE", "A", "B", "C"]
        atom = {name: eye.intern_atom(name) for name in names}
        pairs = [atom[name] for name in ("UTF8_STRING", "A", "TIMESTAMP", "B", "NO_SUCH", "C")]
        window.change_property(atom["PLACE"], atom["ATOM_PAIR"], 32, pairs)
        window.convert_selection(atom["CLIPBOARD"], atom["MULTIPLE"], atom["PLACE"], X.CurrentTime)
        eye.flush()
        self.assertEqual(eye.next_event().type, X.SelectionNotify)
        self.assertEqual(window.get_full_property(atom["A"], X.AnyPropertyType).value, b"42")
        self.assertGreater(window.get_full_property(atom["B"], Xatom.INTEGER).value[0], 0)
        left = list(window.get_full_property(atom["PLACE"], X.AnyPropertyType).value)
        self.assertEqual(left, pairs[:-1] + [X.NONE], "the one that failed is marked")

    def test_saved_and_put_back(self):
        copy(TEXT.encode())
        script = self.serve('local saved = clipboard.save()\nclipboard.write("pasted")\n'
                            'print(clipboard.read().text)\nclipboard.write(saved)')
        self.assertIn("pasted", script.seen)
        self.assertEqual(paste(), TEXT.encode())

    def test_cleared(self):
        copy(b"theirs")
        self.lua("clipboard.clear()")
        self.assertIsNone(paste())
        wait_until("xclip to end", lambda: not owners())

    def test_a_killed_program_takes_it_along(self):
        script = self.serve('clipboard.write("gone")')
        self.assertEqual(paste(), b"gone")
        script.process.kill()
        script.process.wait()
        wait_until("the clipboard to be empty", lambda: paste() is None)
        self.assertEqual(keepers(), [])
        self.serve('clipboard.write("next")')
        self.assertEqual(paste(), b"next")


class Faults(ClipboardTest):
    def test_an_owner_that_never_answers(self):
        copy(b"never told")
        owner = owners()[0]
        os.kill(owner, signal.SIGSTOP)
        self.addCleanup(os.kill, owner, signal.SIGKILL)
        text = self.lua("""
            local window = require "window"
            local reading = {}
            for i = 1, 4 do
              reading[i] = task.spawn(function() return select(2, try(clipboard.read, { timeout = 3 })) end)
            end
            window.list()
            screen.capture "desktop"
            print(clipboard.read({ selection = "primary", formats = {}, timeout = 20 }).formats[1])
            for i = 1, 4 do
              local err = task.wait(reading[i])
              print(err.code, err.details.reason)
            end
            clipboard.write("in its place")
            print(clipboard.read().text)""")
        lines = text.splitlines()
        self.assertEqual(lines[0], "nil")
        self.assertEqual(lines[5], "in its place")
        for line in lines[1:5]:
            self.assertTrue(line.startswith("TIMEOUT\t"), line)
        self.assertIn("TIMEOUT\towner", lines)

    def test_an_owner_that_wakes_up_late_survives(self):
        copy(b"told late")
        owner = owners()[0]
        os.kill(owner, signal.SIGSTOP)
        script = Script(PEEKABOO, """
            local clipboard = require "clipboard"
            print(select(2, try(clipboard.read, { timeout = 1 })).code)
            for line in event.signals "SIGUSR1" do print(clipboard.read().text) break end""",
                        dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        self.assertEqual(script.line(), "TIMEOUT")
        os.kill(owner, signal.SIGCONT)
        self.assertEqual(paste(), b"told late")
        wait_until("the script to wait for the signal", lambda: self.catches(script.process.pid, signal.SIGUSR1))
        script.send(signal.SIGUSR1)
        self.assertEqual(script.line(), "told late")

    @staticmethod
    def catches(pid, number):
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            mask = int(re.search(r"SigCgt:\s*(\w+)", file.read()).group(1), 16)
        return mask >> (number - 1) & 1

    def test_an_owner_that_ends_in_the_middle(self):
        process = self.start("clipboard_owner.py", "dies")
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.assertEqual(self.lua("print(#clipboard.read().formats)"), "0\n")
        self.assertEqual(process.wait(30), 0, "it had begun to answer")

    def test_an_owner_that_never_ends(self):
        process = self.start("clipboard_owner.py", "endless")
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.assertEqual(self.lua("local _, err = try(clipboard.read)\nprint(err.code, err.details.reason)"),
                         "UNSUPPORTED\ttoo large\n")

    def test_a_secret_is_told_to_no_client(self):
        process = self.start("clipboard_owner.py", "secret")
        self.assertEqual(process.stdout.readline(), "ready\n")
        session = self.session("""
                local clipboard, tool = require "clipboard", require "tool"
                tool.register { name = "paste", description = "Reads the clipboard.", params = {},
                  run = function() return { content = { tool.text(clipboard.read().text) } } end }""")
        result = session.tool("paste").result()
        self.assertTrue(result.get("isError"), result)
        self.assertEqual(result["_meta"]["backend_error_code"], "POLICY_DENIED")
        self.assertNotIn("hunter2", json.dumps(result))
        self.assertEqual(self.lua("local c = clipboard.read()\nprint(c.text, c.secret)"), "hunter2\ttrue\n")


class Keeper(ClipboardTest):
    def tearDown(self):
        copy(b"something else")
        wait_until("the keepers to end", lambda: not keepers())
        super().tearDown()

    def keeper(self):
        found = keepers()
        self.assertEqual(len(found), 1, found)
        return found[0]

    def test_it_offers_what_a_command_has_copied(self):
        self.lua('clipboard.write { text = "kept", html = "<i>kept</i>", files = { "/tmp/x" } }\n'
                 'clipboard.write("selected", { selection = "primary" })')
        pid = self.keeper()
        self.assertEqual(paste(), b"kept")
        self.assertEqual(paste("-t", "text/html"), b"<i>kept</i>")
        self.assertEqual(paste("-t", "text/uri-list"), b"file:///tmp/x\r\n")
        self.assertEqual(paste(selection="primary"), b"selected")
        copy(b"theirs")
        self.assertEqual(paste(selection="primary"), b"selected")
        self.assertEqual(keepers(), [pid], "it still has the other one")
        copy(b"theirs", selection="primary")
        wait_until("the keeper to end", lambda: not keepers())

    def test_megabytes(self):
        self.lua(f'clipboard.write(("xyz漢"):rep({LARGE // 15}))')
        self.keeper()
        self.assertTrue(paste() == ("xyz漢" * (LARGE // 15)).encode())

    def test_it_holds_nothing_else(self):
        self.lua('clipboard.write("hunter2")', SECRET_OF_THE_USER="do not pass on")
        pid = self.keeper()
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        self.assertEqual((int(fields[2]), int(fields[3]), int(fields[4])), (pid, pid, 0), "a session without a terminal")
        self.assertEqual(os.readlink(f"/proc/{pid}/cwd"), "/")
        with open(f"/proc/{pid}/environ", "rb") as file:
            environment = file.read()
        self.assertNotIn(b"hunter2", environment)
        self.assertNotIn(b"SECRET_OF_THE_USER", environment)
        files = {name: os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")}
        for name in "012":
            self.assertEqual(files.pop(name), "/dev/null")
        for what in files.values():
            self.assertRegex(what, r"^(socket:|anon_inode:\[eventfd\])", files)

    def test_a_failed_and_an_ended_script_leave_it_too(self):
        with open(self.path("fails.lua"), "w", encoding="utf-8") as file:
            file.write('require("clipboard").write("before the end") error "no"')
        self.assertEqual(self.peekaboo("run", "fails.lua").status, 26)
        self.assertEqual(paste(), b"before the end")
        script = self.serve('clipboard.write("before the signal")')
        self.assertEqual(script.end(), 128 + signal.SIGTERM)
        self.assertEqual(paste(), b"before the signal")

    def test_what_is_not_ours_any_more_is_not_taken(self):
        script = self.serve('clipboard.write("ours")')
        copy(b"theirs")
        script.end()
        self.assertEqual(keepers(), [])
        self.assertEqual(paste(), b"theirs")

    def test_nobody_else_can_start_one(self):
        result = self.peekaboo("clipboard", "keeper")
        self.assertEqual(result.status, 64, str(result))

    def test_it_ends_with_its_display(self):
        read, write = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                                  pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        os.close(write)
        with os.fdopen(read, encoding="ascii") as file:
            name = ":" + file.readline().strip()
        self.lua('clipboard.write("kept")', DISPLAY=name)
        wait_until("the keeper", lambda: keepers(name))
        server.kill()
        wait_until("the keeper to end", lambda: not keepers(name))

    def test_a_server_leaves_none(self):
        session = self.session("""
                local clipboard, tool = require "clipboard", require "tool"
                tool.register { name = "copy", description = "Copies.", params = {},
                  run = function() clipboard.write("of a server") return { content = { tool.text "done" } } end }""")
        self.assertFalse(session.tool("copy").result().get("isError"))
        self.assertEqual(paste(), b"of a server")
        session.end()
        self.assertEqual(keepers(), [])


class Manager(ClipboardTest):
    def test_what_a_command_has_copied_outlives_it_beside_a_manager(self):
        eye = display.Display()
        self.addCleanup(eye.close)
        manager = subprocess.Popen(["xfce4-clipman"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(manager.wait)
        self.addCleanup(manager.kill)
        wait_until("the manager", lambda: eye.get_selection_owner(eye.intern_atom("CLIPBOARD_MANAGER")))
        self.lua(f"clipboard.write({json.dumps(TEXT, ensure_ascii=False)})")
        self.assertEqual(wait_until("the text", paste), TEXT.encode())


class Events(ClipboardTest):
    def test_what_is_copied_is_told(self):
        script = Script(PEEKABOO, """
            local clipboard = require "clipboard"
            event.on { "clipboard.changed", run = function(selection, e) print(selection, e.kind, clipboard.read().text) end }
            event.on { "clipboard.changed", selection = "primary", run = function(selection) print(selection) end }
            print(select(2, try(event.on, { "clipboard.changed", selection = "third", run = print })).code)
            print "ready" """, dict(os.environ, TMPDIR=self.temporary), self.folder)
        self.addCleanup(script.end)
        self.assertEqual(script.until("ready"), ["INVALID_ARGUMENT"])
        copy(b"first")
        self.assertEqual(script.line(), "clipboard\tclipboard.changed\tfirst")
        copy(b"second", selection="primary")
        self.assertEqual(script.line(), "primary")
        copy(b"third")
        self.assertEqual(script.line(), "clipboard\tclipboard.changed\tthird")


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=sys.argv)
