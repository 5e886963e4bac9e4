#!/usr/bin/python3
"""The session's systemd as peekaboo-portal meets it: takes processes into scopes, or into none, and says so. Prints "ready"."""
from gi.repository import Gio, GLib

NAME = "org.freedesktop.systemd1"
MANAGER = Gio.DBusNodeInfo.new_for_xml(f"""
<node><interface name="{NAME}.Manager">
 <method name="StartTransientUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a(sv)" direction="in"/>
  <arg type="a(sa(sv))" direction="in"/><arg type="o" direction="out"/></method>
</interface></node>""").interfaces[0]


def called(_bus, _sender, _path, _interface, method, arguments, call):
    name, _mode, properties, _others = arguments.unpack()
    print(method, name, *dict(properties)["PIDs"], flush=True)
    call.return_value(GLib.Variant("(o)", ("/org/freedesktop/systemd1/job/1",)))


BUS = Gio.bus_get_sync(Gio.BusType.SESSION)
BUS.register_object("/org/freedesktop/systemd1", MANAGER, called, None, None)
Gio.bus_own_name_on_connection(BUS, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
