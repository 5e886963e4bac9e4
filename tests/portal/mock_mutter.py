#!/usr/bin/python3
"""Mutter's screen cast that behaves as it is told, on the session bus.

    mock_mutter.py [BEHAVIOUR]

BEHAVIOUR: stream (default: a stream that nobody paints), gone (there is no such window), refuse (no sessions), silent (no
stream comes), forged (another program tells one). Prints its unique name, then one line for each call.
"""
import sys

from gi.repository import Gio, GLib

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "stream"
CAST = "org.gnome.Mutter.ScreenCast"
SESSION, STREAM = "/org/gnome/Mutter/ScreenCast/Session/u1", "/org/gnome/Mutter/ScreenCast/Stream/u1"
INTERFACES = Gio.DBusNodeInfo.new_for_xml(f"""
<node><interface name="{CAST}">
 <method name="CreateSession"><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
</interface>
<interface name="{CAST}.Session">
 <method name="RecordWindow"><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="Start"/><method name="Stop"/>
</interface></node>""")
NODE = GLib.Variant("(u)", (42,))


def connect():
    return Gio.DBusConnection.new_for_address_sync(
        Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None),
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)


BUS, OTHER = connect(), connect()


def called(_bus, _sender, _path, _interface, method, arguments, call):
    if method == "RecordWindow":
        options = arguments.unpack()[0]
        print(method, options["window-id"], options["cursor-mode"], flush=True)
    else:
        print(method, flush=True)
    failed = {"CreateSession": "refuse", "RecordWindow": "gone"}.get(method) == BEHAVIOUR
    if failed:
        call.return_dbus_error("org.freedesktop.DBus.Error.Failed", "Window not found")
        return
    paths = {"CreateSession": SESSION, "RecordWindow": STREAM}
    call.return_value(GLib.Variant("(o)", (paths[method],)) if method in paths else None)
    if method == "Start" and BEHAVIOUR != "silent":
        teller = OTHER if BEHAVIOUR == "forged" else BUS
        teller.emit_signal(None, STREAM, CAST + ".Stream", "PipeWireStreamAdded", NODE)


BUS.register_object("/org/gnome/Mutter/ScreenCast", INTERFACES.lookup_interface(CAST), called, None, None)
BUS.register_object(SESSION, INTERFACES.lookup_interface(CAST + ".Session"), called, None, None)
print(BUS.get_unique_name(), flush=True)
GLib.MainLoop().run()
