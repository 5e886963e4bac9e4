#!/usr/bin/python3
"""A watcher of icons and an icon with a menu, or a program that exports menus as GTK does.

    mock_tray.py ADDRESS tray|gtk

Tells of what is done on standard output as JSON, a line each. Commands on standard input:
  refuse   Activate fails from now on
  fill     fills the menu "Late" when it is opened (tray)
  unwatch  gives the watcher's name up
Ends at the end of its input.
"""
import json
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

WATCHER, ITEM, MENU = "org.kde.StatusNotifierWatcher", "org.kde.StatusNotifierItem", "com.canonical.dbusmenu"
PROPERTIES = "org.freedesktop.DBus.Properties"


def tell(**row):
    print(json.dumps(row), flush=True)


class Watcher(dbus.service.Object):
    def __init__(self, connection, entries):
        super().__init__(connection, "/StatusNotifierWatcher")
        self.entries = entries

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, _name):
        return dbus.Array(self.entries, signature="s", variant_level=1)


class Icon(dbus.service.Object):
    refuses = False

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _interface):
        return {"Id": "mock", "Title": "A Mock", "Status": "Active", "Category": 7,
                "ToolTip": dbus.Struct(("", dbus.Array([], signature="(iiay)"), "Over it", ""), signature="sa(iiay)ss"),
                "Menu": dbus.ObjectPath("/Menu"), "ItemIsMenu": False}

    @dbus.service.method(ITEM, in_signature="ii", out_signature="")
    def Activate(self, _x, _y):
        if Icon.refuses:
            raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.UnknownMethod")
        tell(activated=True)


def node(number, label, children=(), **more):
    properties = {"label": label, **more}
    if children is not None and more.get("children_display"):
        properties["children-display"] = properties.pop("children_display")
    inside = dbus.Array([dbus.Struct(child, signature="ia{sv}av", variant_level=1) for child in children], signature="v")
    return (dbus.Int32(number), dbus.Dictionary(properties, signature="sv"), inside)


class Menu(dbus.service.Object):
    fills, filled = False, False

    @dbus.service.method(MENU, in_signature="iias", out_signature="u(ia{sv}av)")
    def GetLayout(self, parent, _depth, _names):
        top = [node(1, "_Hello"), node(2, "Enabled", **{"toggle-state": dbus.Int32(1)}), node(3, "Off", enabled=False),
               node(4, "", type="separator"), node(5, "More", children_display="submenu"),
               node(6, "Late", children_display="submenu")]
        levels = {0: top, 5: [node(51, "Deep")], 6: [node(61, "Now")] if Menu.filled else []}
        return dbus.UInt32(1), node(parent, "", levels.get(int(parent), []))

    @dbus.service.method(MENU, in_signature="i", out_signature="b")
    def AboutToShow(self, number):
        return False

    @dbus.service.method(MENU, in_signature="isvu", out_signature="")
    def Event(self, number, kind, _data, _time):
        if kind == "opened" and Menu.fills:
            GLib.timeout_add(60, self.fill)
        tell(event=str(kind), item=int(number))

    @staticmethod
    def fill():
        Menu.filled = True
        return False


class Menus(dbus.service.Object):
    @dbus.service.method("org.gtk.Menus", in_signature="au", out_signature="a(uuaa{sv})")
    def Start(self, groups):
        def item(**attributes):
            return dbus.Dictionary({key.replace("_", "-"): value for key, value in attributes.items()}, signature="sv")

        def link(kind, group, number):
            return {":" + kind: dbus.Struct((dbus.UInt32(group), dbus.UInt32(number)), signature="uu")}
        lists = {
            0: [(0, 0, [dbus.Dictionary({"label": "_File", **link("submenu", 0, 1)}, signature="sv"),
                        dbus.Dictionary({"label": "_View", **link("submenu", 1, 0)}, signature="sv")]),
                (0, 1, [dbus.Dictionary(link("section", 0, 2), signature="sv"), item(label="_Quit", action="app.quit")]),
                (0, 2, [item(label="Save _As…", action="app.save", accel="<Primary><Shift>s")])],
            1: [(1, 0, [item(label="Grid", action="win.grid"), item(label="Left", action="win.side", target="left"),
                        item(label="Right", action="win.side", target="right"), item(label="Gone", action="app.gone"),
                        item(label="Hidden", action="app.gone", hidden_when="action-missing")])]}
        rows = [row for group in groups for row in lists.get(int(group), [])]
        return dbus.Array([dbus.Struct((dbus.UInt32(a), dbus.UInt32(b), dbus.Array(c, signature="a{sv}")),
                                       signature="uuaa{sv}") for a, b, c in rows], signature="(uuaa{sv})")

    @dbus.service.method("org.gtk.Menus", in_signature="au", out_signature="")
    def End(self, groups):
        tell(ended=sorted(int(group) for group in groups))


class Actions(dbus.service.Object):
    def __init__(self, connection, path, actions):
        super().__init__(connection, path)
        self.actions = actions

    @dbus.service.method("org.gtk.Actions", in_signature="", out_signature="a{s(bgav)}")
    def DescribeAll(self):
        return dbus.Dictionary({name: dbus.Struct((enabled, dbus.Signature(kind), dbus.Array(state, signature="v")),
                                                  signature="bgav")
                                for name, (enabled, kind, state) in self.actions.items()}, signature="s(bgav)")

    @dbus.service.method("org.gtk.Actions", in_signature="sava{sv}", out_signature="")
    def Activate(self, name, parameters, _data):
        tell(chosen=str(name), with_=[str(each) for each in parameters])


def main():
    address, kind = sys.argv[1:3]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    connection = dbus.bus.BusConnection(address)
    own = connection.get_unique_name()
    kept = []
    if kind == "tray":
        connection.request_name(WATCHER)
        kept = [Watcher(connection, [own, own + "/other", ":1.999/gone"]), Icon(connection, "/StatusNotifierItem"),
                Icon(connection, "/other"), Menu(connection, "/Menu")]
    else:
        kept = [Menus(connection, "/menus"),
                Actions(connection, "/app", {"quit": (True, "", []), "save": (False, "", [])}),
                Actions(connection, "/win", {"grid": (True, "", [dbus.Boolean(True)]), "side": (True, "s", ["left"])})]

    commands = open(0, "rb", buffering=0)

    def obey(_source, _condition):
        line = commands.readline().decode().strip()
        if not line:
            loop.quit()
        Icon.refuses = Icon.refuses or line == "refuse"
        Menu.fills = Menu.fills or line == "fill"
        if line == "unwatch":
            connection.release_name(WATCHER)
        if line:
            tell(obeyed=line)
        return True

    GLib.io_add_watch(commands.fileno(), GLib.IO_IN | GLib.IO_HUP, obey)
    tell(ready=own)
    loop.run()
    del kept


if __name__ == "__main__":
    main()
