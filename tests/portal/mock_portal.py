#!/usr/bin/python3
"""A desktop portal that behaves as it is told, on the session bus, with a permission store beside it.

    mock_portal.py [BEHAVIOUR]

BEHAVIOUR: what Start does. grant (default), deny, refuse, wait (a dialog that nobody answers), crash, no_token, window,
garbage, watch_only (pictures, but no keys); or what is wrong before: old, no_screens, no_devices, silent (SelectSources
is never answered); or what happens to keys and pointer: forgetful (no tokens: version 1 of RemoteDesktop), no_places
(one screen, which is nowhere), two_no_places, stop (the person ends the session at the third event), crash_later (at
the third event), deaf (the third is never answered), error (the third fails); or dead_eis (ConnectToEIS gives a socket
that is closed at once), deaf_eis (nothing answers at its socket); or registry: it takes application
ids. Prints "ready", then one line for each call: its name, and the options that matter.
"""
import os
import socket
import sys

from gi.repository import Gio, GLib

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "grant"
PATH = "/org/freedesktop/portal/desktop"
STORE = "org.freedesktop.impl.portal.PermissionStore"
KNOWN = "known-token"

CAST = Gio.DBusNodeInfo.new_for_xml("""
<node><interface name="org.freedesktop.portal.ScreenCast">
 <method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="SelectSources"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="Start"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="OpenPipeWireRemote"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="h" direction="out"/></method>
 <property name="version" type="u" access="read"/><property name="AvailableSourceTypes" type="u" access="read"/>
</interface>
<interface name="org.freedesktop.portal.RemoteDesktop">
 <method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="SelectDevices"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="Start"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
 <method name="ConnectToEIS"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="h" direction="out"/></method>
 <method name="NotifyPointerMotion"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="d" direction="in"/><arg type="d" direction="in"/></method>
 <method name="NotifyPointerMotionAbsolute"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="u" direction="in"/><arg type="d" direction="in"/><arg type="d" direction="in"/></method>
 <method name="NotifyPointerButton"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="in"/></method>
 <method name="NotifyPointerAxisDiscrete"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="u" direction="in"/><arg type="i" direction="in"/></method>
 <method name="NotifyKeyboardKeysym"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="in"/></method>
 <property name="version" type="u" access="read"/><property name="AvailableDeviceTypes" type="u" access="read"/>
</interface>
<interface name="org.freedesktop.host.portal.Registry">
 <method name="Register"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method>
</interface>
<interface name="org.freedesktop.portal.Request"><method name="Close"/></interface>
<interface name="org.freedesktop.portal.Session"><method name="Close"/></interface></node>""")
PERMISSIONS = Gio.DBusNodeInfo.new_for_xml(f"""
<node><interface name="{STORE}">
 <method name="Lookup"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{{sas}}" direction="out"/><arg type="v" direction="out"/></method>
</interface></node>""")


def say(*words):
    print(*words, flush=True)


class Mock:
    def __init__(self, bus):
        self.bus, self.number, self.events, self.sockets = bus, 0, 0, []
        for name in ("ScreenCast", "RemoteDesktop"):
            bus.register_object(PATH, CAST.lookup_interface("org.freedesktop.portal." + name), self.called, self.property, None)
        if BEHAVIOUR == "registry":
            bus.register_object(PATH, CAST.lookup_interface("org.freedesktop.host.portal.Registry"), self.registered, None, None)
        bus.register_object("/" + STORE.replace(".", "/"), PERMISSIONS.interfaces[0], self.looked_up, None, None)

    def property(self, _bus, _sender, _path, interface, name):
        if name == "version" and interface.endswith("RemoteDesktop"):
            return GLib.Variant("u", 1 if BEHAVIOUR == "forgetful" else 2)
        if name == "version":
            return GLib.Variant("u", 2 if BEHAVIOUR == "old" else 4)
        if name == "AvailableDeviceTypes":
            return GLib.Variant("u", 4 if BEHAVIOUR == "no_devices" else 7)
        return GLib.Variant("u", 2 if BEHAVIOUR == "no_screens" else 3)

    def looked_up(self, _bus, _sender, _path, _interface, _method, arguments, call):
        table, token = arguments.unpack()
        own = BEHAVIOUR.endswith("_eis") and token.startswith("next-")
        if table in ("screencast", "remote-desktop") and (token == KNOWN or own):
            call.return_value(GLib.Variant("(a{sas}v)", ({"": ["yes"]}, GLib.Variant("s", ""))))
        else:
            call.return_dbus_error("org.freedesktop.portal.Error.NotFound", "No entry")

    @staticmethod
    def registered(_bus, _sender, _path, _interface, method, arguments, call):
        say(method, arguments.unpack()[0])
        call.return_value(None)

    def answer(self, request, code, results):
        self.bus.emit_signal(None, request, "org.freedesktop.portal.Request", "Response",
                             GLib.Variant("(ua{sv})", (code, results)))

    def object_at(self, path, kind, said):
        def closed(_bus, _sender, _path, _interface, method, _arguments, call):
            say(said, method)
            call.return_value(None)
        self.bus.register_object(path, CAST.lookup_interface(f"org.freedesktop.portal.{kind}"), closed, None, None)

    def notified(self, session, method, numbers, call):
        """One event of keys or pointer."""
        self.events += 1
        say(method, *(f"{number:g}" for number in numbers))
        third = self.events == 3
        if third and BEHAVIOUR == "crash_later":
            os._exit(1)
        if third and BEHAVIOUR == "error":
            call.return_dbus_error("org.freedesktop.DBus.Error.AccessDenied", "no")
            return
        if third and BEHAVIOUR == "deaf":
            return
        if third and BEHAVIOUR == "stop":
            self.bus.emit_signal(None, session, "org.freedesktop.portal.Session", "Closed", GLib.Variant("(a{sv})", ({},)))
        call.return_value(None)

    def connect_to_eis(self, call):
        if not BEHAVIOUR.endswith("_eis"):
            call.return_dbus_error("org.freedesktop.DBus.Error.UnknownMethod", "no EIS here")
            return
        say("ConnectToEIS")
        ours, theirs = socket.socketpair()
        files = Gio.UnixFDList.new()
        files.append(theirs.fileno())
        theirs.close()
        if BEHAVIOUR == "dead_eis":
            ours.close()
        else:
            self.sockets.append(ours)
        call.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), files)

    def called(self, _bus, sender, _path, interface, method, arguments, call):
        if method.startswith("Notify"):
            session, _options, *numbers = arguments.unpack()
            self.notified(session, method, numbers, call)
            return
        if method == "ConnectToEIS":
            self.connect_to_eis(call)
            return
        options = arguments.unpack()[-1]
        client = sender[1:].replace(".", "_")
        request = f"{PATH}/request/{client}/{options.get('handle_token', 'none')}"
        if method == "OpenPipeWireRemote":
            say(method)
            call.return_dbus_error("org.freedesktop.portal.Error.Failed", "no PipeWire here")
            return
        self.object_at(request, "Request", f"{method}.Request")
        self.number += 1
        if method == "CreateSession":
            session = f"{PATH}/session/{client}/{options['session_handle_token']}"
            self.object_at(session, "Session", "Session")
            say(method)
            # The answer may come before the call returns.
            self.answer(request, 0, {"session_handle": GLib.Variant("s", session)})
            call.return_value(GLib.Variant("(o)", (request,)))
            return
        call.return_value(GLib.Variant("(o)", (request,)))
        if method == "SelectSources":
            say(method, options["types"], options.get("persist_mode", "-"), options["cursor_mode"], options.get("restore_token", "-"))
            if BEHAVIOUR != "silent":
                self.answer(request, 0, {})
            return
        if method == "SelectDevices":
            say(method, options["types"], options.get("persist_mode", "-"), options.get("restore_token", "-"))
            self.answer(request, 0, {})
            return
        say(method)
        self.start(request, interface.endswith("RemoteDesktop"))

    def start(self, request, remote):
        kind = 2 if BEHAVIOUR == "window" else 1
        stream = (7, {"position": GLib.Variant("(ii)", (0, 0)), "size": GLib.Variant("(ii)", (800, 600)),
                      "source_type": GLib.Variant("u", kind)})
        if BEHAVIOUR.endswith("no_places"):
            del stream[1]["position"]
        streams = [stream, (8, stream[1])] if BEHAVIOUR == "two_no_places" else [stream]
        results = {"streams": GLib.Variant("a(ua{sv})", streams), "restore_token": GLib.Variant("s", f"next-{self.number}")}
        if remote:
            results["devices"] = GLib.Variant("u", 0 if BEHAVIOUR == "watch_only" else 3)
        if BEHAVIOUR == "no_token" or remote and BEHAVIOUR == "forgetful":
            del results["restore_token"]
        if BEHAVIOUR == "garbage":
            results["streams"] = GLib.Variant("s", "none")
        if BEHAVIOUR == "crash":
            # Whoever called has had the answer of the method by then.
            self.bus.flush_sync(None)
            os._exit(1)
        if BEHAVIOUR != "wait":
            self.answer(request, {"deny": 1, "refuse": 2}.get(BEHAVIOUR, 0), results if BEHAVIOUR not in ("deny", "refuse") else {})


def main():
    loop = GLib.MainLoop()
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.set_exit_on_close(True)
    keep = Mock(bus)
    owned = []

    def is_owned(_bus, name):
        owned.append(name)
        if len(owned) == 2:
            say("ready")

    for name in ("org.freedesktop.portal.Desktop", STORE):
        Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, is_owned, lambda *_: loop.quit())
    loop.run()
    del keep


main()
