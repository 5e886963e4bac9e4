#!/usr/bin/python3
"""Services of a session that lie, on a bus of a test: UPower, org.freedesktop.FileManager1, an application, systemd.

Arguments: the address of the bus, the service ("power", "files", "application", "systemd"), and how it is: "right", "empty", "types" (answers
of other types), "huge" (a megabyte), "refuses". What it was asked is on standard output as JSON, a line each. Ends with
its input.
"""
import json
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

UPOWER, DEVICE = "org.freedesktop.UPower", "org.freedesktop.UPower.Device"
MANAGER = "org.freedesktop.FileManager1"
APPLICATION, SYSTEMD = "org.freedesktop.Application", "org.freedesktop.systemd1"
SERVICES = {"power": UPOWER, "files": MANAGER, "application": "org.example.My-Notes", "systemd": SYSTEMD}
MEGABYTE = 1 << 20


def tell(**row):
    print(json.dumps(row), flush=True)


def battery(how):
    if how == "types":
        return {"Type": "battery", "IsPresent": dbus.Int32(1), "PowerSupply": "yes", "Percentage": "72", "State": 1.0}
    text = "x" * MEGABYTE if how == "huge" else "Battery"
    return {"Type": dbus.UInt32(2), "IsPresent": True, "PowerSupply": True, "Percentage": 72.5, "State": dbus.UInt32(1),
            "Model": text, "History": dbus.Array([dbus.Struct((1, 2.0))], signature="(id)")}


class Device(dbus.service.Object):
    def __init__(self, connection, path, properties):
        super().__init__(connection, path)
        self.properties = properties

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties


class Power(dbus.service.Object):
    def __init__(self, connection, how):
        super().__init__(connection, "/org/freedesktop/UPower")
        self.how = how
        folder = "/org/freedesktop/UPower/devices/"
        self.together = Device(connection, folder + "DisplayDevice", {"Type": dbus.UInt32(0), "IsPresent": False})
        self.mouse = Device(connection, folder + "mouse", {"Type": dbus.UInt32(5), "IsPresent": True,
                                                           "PowerSupply": False, "Percentage": 10.0})
        self.battery = Device(connection, folder + "battery", battery(how))

    @dbus.service.method(UPOWER, in_signature="", out_signature="v")
    def Unused(self):
        return ""

    @dbus.service.method(UPOWER, in_signature="")
    def EnumerateDevices(self):
        if self.how == "refuses":
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied")
        if self.how == "types":
            return "none"
        names = ["mouse"] if self.how == "empty" else ["mouse", "battery"]
        return dbus.Array([dbus.ObjectPath("/org/freedesktop/UPower/devices/" + name) for name in names], signature="o")


class Files(dbus.service.Object):
    def __init__(self, connection, how):
        super().__init__(connection, "/org/freedesktop/FileManager1")
        self.how = how

    @dbus.service.method(MANAGER, in_signature="ass", out_signature="")
    def ShowItems(self, uris, startup):
        tell(shown=list(uris), startup=str(startup))
        if self.how == "refuses":
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied")

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if self.how == "refuses" or name != "OpenWindowsWithLocations":
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.InvalidArgs")
        if self.how == "types":
            return dbus.Array(["file:///tmp"], signature="s", variant_level=1)
        uris = ["file:///tmp/a%20b"] if self.how == "right" else []
        if self.how == "huge":
            uris = ["file:///" + "x" * MEGABYTE] * 2
        windows = {} if self.how == "empty" else {"/window/1": dbus.Array(uris, signature="s")}
        return dbus.Dictionary(windows, signature="sas", variant_level=1)


class Application(dbus.service.Object):
    def __init__(self, connection, how):
        super().__init__(connection, "/org/example/My_Notes")
        self.how = how

    @dbus.service.method(APPLICATION, in_signature="a{sv}", out_signature="")
    def Activate(self, platform):
        tell(activated=dict(platform))
        if self.how == "refuses":
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied")


class Systemd(dbus.service.Object):
    def __init__(self, connection, how):
        super().__init__(connection, "/org/freedesktop/systemd1")
        self.how = how

    @dbus.service.method(SYSTEMD + ".Manager", in_signature="ssa(sv)a(sa(sv))", out_signature="o")
    def StartTransientUnit(self, name, mode, properties, units):
        tell(unit=name, mode=mode, units=list(units), **{key: list(value) for key, value in properties})
        if self.how == "refuses":
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied")
        return dbus.ObjectPath("/org/freedesktop/systemd1/job/1")


def main():
    address, service, how = sys.argv[1:4]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    connection = dbus.bus.BusConnection(address)
    kept = {"power": Power, "files": Files, "application": Application, "systemd": Systemd}[service](connection, how)
    connection.request_name(SERVICES[service])
    commands = open(0, "rb", buffering=0)
    GLib.io_add_watch(commands.fileno(), GLib.IO_IN | GLib.IO_HUP, lambda *_: loop.quit())
    tell(ready=True)
    loop.run()
    del kept


if __name__ == "__main__":
    main()
