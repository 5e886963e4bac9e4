"""An eye of its own on KWin: pictures by ScreenShot2, windows by a script. Python must be authorised for the pictures."""
import contextlib
import fcntl
import json
import os
import tempfile
import threading

from gi.repository import Gio, GLib
from support import Picture

LIST = """
var all = workspace.windowList ? workspace.windowList() : workspace.clientList(), rows = [];
for (var i = 0; i < all.length; i++) {
  var each = all[i], at = each.frameGeometry;
  var desktop = each.desktops ? workspace.desktops.indexOf(each.desktops[0]) + 1 : each.desktop;
  rows.push({ title: each.caption, pid: each.pid, minimised: each.minimized, active: each.active,
    desktop: desktop, x: at.x, y: at.y, width: at.width, height: at.height, uuid: String(each.internalId) });
}
tell(JSON.stringify(rows));
"""
# Finds one window by its process, and does something with it.
ACT = """
var all = workspace.windowList ? workspace.windowList() : workspace.clientList();
for (var i = 0; i < all.length; i++) { var it = all[i]; if (it.pid === %d) { %s } }
tell("done");
"""


@contextlib.contextmanager
def turn():
    """Keeps Peekaboo's scripts waiting: Plasma 5 mixes up those of one moment."""
    folder = os.open(os.environ["XDG_RUNTIME_DIR"], os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


class Eye:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.told = []
        self.arrived = threading.Event()
        self.bus.add_filter(self.take)
        self.number = 0

    def take(self, _bus, message, incoming):
        if not incoming or message.get_member() != "Tell":
            return message
        self.told.append(message.get_body().unpack()[0])
        self.arrived.set()
        return None

    def call(self, path, interface, method, arguments=None):
        return self.bus.call_sync("org.kde.KWin", path, interface, method, arguments, None, 0, 10000, None).unpack()

    def run(self, number):
        """Plasma 6 has its scripts below that path, Plasma 5 at the root."""
        try:
            self.call(f"/Scripting/Script{number}", "org.kde.kwin.Script", "run")
        except GLib.Error:
            self.call(f"/{number}", "org.kde.kwin.Script", "run")

    def script(self, text):
        """Runs a script in KWin; returns what it tells."""
        self.number += 1
        name = f"eye-{os.getpid()}-{self.number}"
        head = f'function tell(text) {{ callDBus("{self.bus.get_unique_name()}", "/", "rig.Eye", "Tell", text); }}\n'
        self.arrived.clear()
        with turn(), tempfile.NamedTemporaryFile("w", suffix=".js", dir=os.environ["RIG"]) as file:
            file.write(head + text)
            file.flush()
            number = self.call("/Scripting", "org.kde.kwin.Scripting", "loadScript", GLib.Variant("(ss)", (file.name, name)))[0]
            self.run(number)
            assert self.arrived.wait(10), "the script told nothing"
            self.call("/Scripting", "org.kde.kwin.Scripting", "unloadScript", GLib.Variant("(s)", (name,)))
        return self.told.pop()

    def is_plasma_6(self):
        return self.script("tell(String(!!workspace.windowList));") == "true"

    def desktops(self):
        """How many there are."""
        return int(self.script("tell(String(workspace.desktops.length || workspace.desktops));"))

    def windows(self):
        return json.loads(self.script(LIST))

    def act(self, pid, what):
        self.script(ACT % (pid, what))

    def picture(self, method, *arguments):
        """What KWin answers to a capture, as packed RGB."""
        reading, writing = os.pipe()
        pieces = []

        def read():
            while piece := os.read(reading, 1 << 20):
                pieces.append(piece)

        reader = threading.Thread(target=read)
        reader.start()
        options = {"native-resolution": GLib.Variant("b", True), "include-decoration": GLib.Variant("b", False)}
        types = {str: "s", int: "i"}
        signature = "".join(types[type(each)] for each in arguments) if method != "CaptureArea" else "iiuu"
        files = Gio.UnixFDList.new_from_array([writing])  # takes it over
        answer, _ = self.bus.call_with_unix_fd_list_sync(
            "org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2", method,
            GLib.Variant(f"({signature}a{{sv}}h)", (*arguments, options, 0)), None, 0, 10000, files, None)
        del files
        facts = answer.unpack()[0]
        reader.join(10)
        os.close(reading)
        assert facts["format"] in (4, 5, 6), facts
        data, width, height, stride = b"".join(pieces), facts["width"], facts["height"], facts["stride"]
        rgb = bytearray(width * height * 3)
        for y in range(height):
            row = data[y * stride:y * stride + width * 4]
            for colour in range(3):
                rgb[y * width * 3 + colour:(y + 1) * width * 3:3] = row[2 - colour::4]
        return Picture(width, height, bytes(rgb))
