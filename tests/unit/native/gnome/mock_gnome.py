#!/usr/bin/python3
"""A GNOME Shell that may lie: Peekaboo's extension and org.gnome.Shell.Extensions on a bus.

Arguments: the address of the bus, and how it behaves. Tells on standard output what it is asked to do, as JSON, a line
each. Each line of its input has it report a change. Ends at the end of its input.
"""
import json
import os
import re
import sys

from gi.repository import Gio, GLib

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "native", "gnome", "extension", "windows.js")
SHELL = """
<node>
  <interface name="org.gnome.Shell">
    <property name="ShellVersion" type="s" access="read"/>
  </interface>
  <interface name="org.gnome.Shell.Extensions">
    <property name="UserExtensionsEnabled" type="b" access="read"/>
    <method name="GetExtensionInfo"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
    <method name="EnableExtension"><arg type="s" direction="in"/><arg type="b" direction="out"/></method>
    <method name="DisableExtension"><arg type="s" direction="in"/><arg type="b" direction="out"/></method>
  </interface>
</node>"""
ROW = "tssssiuutibbbbbb(iiii)(iiii)(iiii)"
PATH, WINDOWS = "/org/peekaboo/Windows", "org.peekaboo.Windows1"


def tell(**row):
    print(json.dumps(row), flush=True)


def row(number, title="Native", *, name="foot", entry="foot.desktop", process=77, kind=0, xid=0, owner=0, workspace=0,
        states=(False, False, False, False, True, False), frame=(10, 20, 300, 200), client=(10, 20, 300, 200)):
    return (number, title, name, name, entry, process, kind, xid, owner, workspace, *states, frame, client, (0, 10, 320, 220))


def rows(how):
    if how == "hostile":
        far, most = (-2147483648, 2147483647, 2147483647, -5), 2 ** 64 - 1
        return [row(0), row(2 ** 53), row(most), row(5, "x" * 100000, name="", entry="org.a.B.desktop", process=-4, kind=4000000000,
                                                    xid=4294967295, owner=999, workspace=-2147483648, frame=far, client=far),
                row(5, "twice"), row(6, "漢" * 3000, owner=6, workspace=2147483647)]
    if how == "many":
        return [row(number + 1) for number in range(6000)]
    hidden = (True, False, False, False, False, False)
    active = (False, True, False, True, True, False)
    return [row(11, "Hidden", states=hidden), row(12, "Dialog", kind=3, owner=13), row(14, "Away", states=(False,) * 6, workspace=1),
            row(13, "Inside", name="XTerm", entry="", xid=0x40000C, states=active, client=(10, 57, 300, 163))]


class Shell:
    """How it behaves: good, hostile, many, elsewhere, form (List answers with something else), silent; without its extension: absent,
    unknown, off, broken, forbidden."""

    def __init__(self, connection, how):
        self.connection, self.how, self.number = connection, how, 0
        self.runs = how not in ("absent", "unknown", "off", "broken", "forbidden")
        with open(SCRIPT, encoding="utf-8") as file:
            text = re.search("<node>.*?</node>", file.read(), re.S).group()
        if how == "form":
            text = text.replace("a(tssssiuutibbbbbb(iiii)(iiii)(iiii))", "a(ts)")
        self.interface = Gio.DBusNodeInfo.new_for_xml(text).interfaces[0]
        self.export()
        for interface in Gio.DBusNodeInfo.new_for_xml(SHELL).interfaces:
            connection.register_object("/org/gnome/Shell", interface, self.answer, self.property, None)

    def export(self):
        if self.runs and not self.number:
            self.number = self.connection.register_object(PATH, self.interface, self.act, None, None)
        if not self.runs and self.number:
            self.connection.unregister_object(self.number)
            self.number = 0

    def act(self, _connection, _sender, _path, _interface, method, arguments, invocation):
        words = arguments.unpack()
        if method == "List":
            if self.how == "silent":
                return
            if self.how == "form":
                answer = GLib.Variant("(a(ts)ib)", ([(1, "x")], 1, False))
            else:
                workspaces = 3000000 if self.how == "hostile" else 4
                answer = GLib.Variant(f"(a({ROW})ib)", (rows(self.how), workspaces, self.how == "elsewhere"))
            invocation.return_value(answer)
        else:
            tell(act=method, words=words)
            invocation.return_value(GLib.Variant("(b)", (words[0] == 11,)))

    def info(self):
        if self.how in ("absent", "unknown", "forbidden"):
            return {}
        state = 1 if self.runs else 3 if self.how == "broken" else 6
        return {"uuid": GLib.Variant("s", "windows@peekaboo"), "nested": GLib.Variant("a(sv)", [("x", GLib.Variant("i", 1))]),
                "state": GLib.Variant("d", state), "error": GLib.Variant("s", "it has failed" if self.how == "broken" else "")}

    def answer(self, _connection, _sender, _path, _interface, method, arguments, invocation):
        if method == "GetExtensionInfo":
            invocation.return_value(GLib.Variant("(a{sv})", (self.info(),)))
            return
        tell(act=method, words=arguments.unpack())
        if self.how != "broken":
            self.runs = method == "EnableExtension"
            self.export()
        invocation.return_value(GLib.Variant("(b)", (True,)))

    def property(self, _connection, _sender, _path, _interface, name):
        if name == "ShellVersion":
            return GLib.Variant("s", "3.38.4" if self.how == "absent" else "43.9")
        return GLib.Variant("b", self.how != "forbidden")

    def changed(self):
        self.connection.emit_signal(None, PATH, WINDOWS, "Changed", None)
        self.connection.flush_sync(None)


def main():
    address, how = sys.argv[1], sys.argv[2]
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    shell, loop = Shell(connection, how), GLib.MainLoop()

    def obey(source, _condition):
        if not source.readline():
            loop.quit()
            return False
        shell.changed()
        return True

    Gio.bus_own_name_on_connection(connection, "org.gnome.Shell", Gio.BusNameOwnerFlags.NONE, lambda *_: tell(ready=True), None)
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, obey)
    loop.run()


main()
