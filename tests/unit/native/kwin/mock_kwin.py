#!/usr/bin/python3
"""A KWin that may lie: ScreenShot2 and Scripting on a bus. Arguments: the address of the bus, and how it behaves.

Tells on standard output what scripts it loads and unloads, as JSON, a line each. Ends at the end of its input.
"""
import json
import os
import re
import stat
import sys
import threading

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

WIDTH, HEIGHT = 300, 200
SCREENSHOT, SCRIPTING = "org.kde.KWin.ScreenShot2", "org.kde.kwin.Scripting"
UUID = "{374c5a5d-99e7-45eb-9466-3a4cd76f88ef}"


def tell(**row):
    print(json.dumps(row), flush=True)


def pixels(stride):
    """Each row says where it is."""
    return b"".join(bytes((y & 255, y >> 8, 7, 255)) * (stride // 4) for y in range(HEIGHT))


def write(descriptor, data, closes=True):
    try:
        while data:
            data = data[os.write(descriptor, data[:65536]):]
    except BrokenPipeError:
        tell(pipe="broken")
    if closes:
        os.close(descriptor)


class Refusal(dbus.DBusException):
    def __init__(self, name):
        super().__init__("no")
        self._dbus_error_name = name


class Pictures(dbus.service.Object):
    def __init__(self, connection, how):
        super().__init__(connection, "/org/kde/KWin/ScreenShot2")
        self.how = how

    def take(self, pipe, answer, fail, window=""):
        descriptor, how = pipe.take(), self.how
        if how.startswith("refuse "):
            os.close(descriptor)
            return fail(Refusal(how.split()[1]))
        if how == "silent":
            self.kept = descriptor
            return None
        facts = {"type": "raw", "width": dbus.UInt32(WIDTH), "height": dbus.UInt32(HEIGHT), "stride": dbus.UInt32(WIDTH * 4 + 64),
                 "format": dbus.UInt32(6), "scale": dbus.Double(1)}
        if window:
            facts["windowId"] = window if how != "other" else window.replace("3", "4")
        lies = {"stride": {"stride": dbus.UInt32(1)}, "absurd": {"width": dbus.UInt32(4000000000)}, "format": {"format": dbus.UInt32(77)},
                "texts": {"width": "300"}, "nested": {"more": dbus.Dictionary({"a": dbus.Array([1, 2], signature="i")}, signature="sv")}}
        facts.update(lies.get(how, {}))
        data = pixels(WIDTH * 4 + 64)
        facts = dbus.Dictionary(facts, signature="sv")
        if how == "nothing":
            facts = dbus.Dictionary({}, signature="sv")
        if how in ("first", "flood"):
            # In a thread of its own: this one must go on answering the bus.
            def before():
                write(descriptor, data if how == "first" else data * 200)
                GLib.idle_add(lambda: answer(facts) and False)
            threading.Thread(target=before, daemon=True).start()
            return None
        answer(facts)
        if how == "short":
            data = data[:len(data) // 2]
        if how == "half":
            data = data[:1000]
        threading.Thread(target=write, args=(descriptor, data, how != "half"), daemon=True).start()
        return None

    @dbus.service.method(SCREENSHOT, in_signature="sa{sv}h", out_signature="a{sv}", async_callbacks=("answer", "fail"))
    def CaptureScreen(self, _name, _options, pipe, answer, fail):
        self.take(pipe, answer, fail)

    @dbus.service.method(SCREENSHOT, in_signature="iiuua{sv}h", out_signature="a{sv}", async_callbacks=("answer", "fail"))
    def CaptureArea(self, _x, _y, _width, _height, _options, pipe, answer, fail):
        self.take(pipe, answer, fail)

    @dbus.service.method(SCREENSHOT, in_signature="sa{sv}h", out_signature="a{sv}", async_callbacks=("answer", "fail"))
    def CaptureWindow(self, window, _options, pipe, answer, fail):
        self.take(pipe, answer, fail, str(window))


class Script(dbus.service.Object):
    stands_for_another = False

    def __init__(self, connection, path, file, how, address):
        super().__init__(connection, path)
        self.bus, self.how, self.address = connection, how, address
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        names = re.search(r'callDBus\("((?:\\x..)+)", "((?:\\x..)+)"', text).groups()
        self.client, self.path = (bytes.fromhex(name.replace("\\x", "")).decode() for name in names)

    def say(self, connection, text, path=None):
        call = dbus.lowlevel.MethodCallMessage(destination=self.client, path=path or self.path, interface="org.peekaboo.Script", method="Take")
        call.append(text, signature="s")
        call.set_no_reply(True)
        connection.send_message(call)
        connection.flush()

    @dbus.service.method("org.kde.kwin.Script", in_signature="", out_signature="")
    def run(self):
        if self.how == "mute" or self.stands_for_another:
            return
        if self.how == "forged":
            other = dbus.bus.BusConnection(self.address)
            self.say(other, "forged")
            other.get_name_owner("org.freedesktop.DBus")  # the bus has handled what came before
        if self.how == "old":
            self.say(self.bus, "old", "/run999")
        self.say(self.bus, "x" * (17 << 20) if self.how == "long" else "answer")


class Scripts(dbus.service.Object):
    def __init__(self, connection, how, address):
        super().__init__(connection, "/Scripting")
        self.bus, self.how, self.address, self.count = connection, how, address, 0

    @dbus.service.method(SCRIPTING, in_signature="ss", out_signature="i")
    def loadScript(self, file, name):
        folder = os.path.dirname(file)
        tell(loaded=name, folder=stat.S_IMODE(os.stat(folder).st_mode), file=stat.S_IMODE(os.stat(file).st_mode))
        self.file = str(file)
        if self.how == "unloadable":
            return -1
        self.count += 1
        place = "" if self.how == "plasma5" else "/Scripting/Script"
        # The first number leads to nothing, the second to another script, as those of Plasma 5 do at times.
        if self.how == "numbers" and self.count == 1:
            return 1000
        self.script = Script(self.bus, f"{place or '/'}{self.count}", file, self.how, self.address)
        self.script.stands_for_another = self.how == "numbers" and self.count == 2
        return self.count

    @dbus.service.method(SCRIPTING, in_signature="s", out_signature="b")
    def unloadScript(self, name):
        tell(unloaded=name)
        return True


def main():
    address, how = sys.argv[1], sys.argv[2]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(address)
    kept = [Scripts(bus, how, address)]
    if how != "absent":
        kept.append(Pictures(bus, how))
    bus.request_name("org.kde.KWin")
    tell(ready=True)
    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_HUP, lambda *_: loop.quit())
    loop.run()


main()
