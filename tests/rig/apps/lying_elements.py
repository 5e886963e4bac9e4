#!/usr/bin/python3
"""A program whose elements are lies. It has a window "Liar" and answers calls of the accessibility bus by hand. Prints
"ready" once it is registered.

    lying_elements.py KIND [OTHER]

cycle     every element contains itself, its parent and the window
endless   every element has 50 new children
claims    the window claims 2^30 children
names     names and values of 1 MB
types     answers of wrong types, impossible roles, places and counts
silent    never tells of extents
cache     a cache of 60,000 elements that are their own parents
menus     the same menu bar twice; the program ends when it is asked for all actions of an item at once
browser   a browser with a button that has a popup; the program ends when it is pressed
foreign   the window contains that of the program OTHER, a name on the accessibility bus
"""
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib
from Xlib import X, display

KIND, OTHER = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
PATH = "/org/a11y/atspi/accessible/"
ROOT, FRAME = PATH + "root", PATH + "frame"
FRAME_ROLE, BUTTON_ROLE, TEXT_ROLE, PANEL_ROLE = 23, 43, 61, 39
MENU_ROLES = {"bar1": 34, "bar2": 34, "File": 33, "Edit": 33, "Save": 35, "Undo": 35}
HAS_POPUP = 1 << 10  # in the second word of states
SHOWN = dbus.Array([dbus.UInt32(1 << 25 | 1 << 30), dbus.UInt32(0)], signature="u")
MEGABYTE = "x" * 1_000_000
kept = []  # what must live as long as the program


def window():
    screen = display.Display().screen()
    made = screen.root.create_window(100, 100, 300, 200, 0, screen.root_depth, X.InputOutput)
    made.set_wm_name("Liar")
    made.set_wm_class("liar", "Liar")
    made.change_property(made.display.get_atom("_NET_WM_NAME"), made.display.get_atom("UTF8_STRING"), 8, b"Liar")
    made.map()
    made.display.sync() if hasattr(made.display, "sync") else made.display.flush()
    kept.append(made)


def reference(path, bus=None):
    return dbus.Struct((bus or kept[-1].get_unique_name(), dbus.ObjectPath(path)), signature="so")


def references(*paths):
    return dbus.Array([reference(path) for path in paths], signature="(so)")


def last(path):
    return path.rsplit("/", 1)[1].rsplit("_", 1)[-1]


def children(path):
    if path == ROOT:
        return references(FRAME)
    if KIND == "cycle":
        return references(path, FRAME, ROOT, path + "x" if len(path) < 60 else FRAME)
    if KIND == "endless":
        return references(*(f"{path}_{number}" for number in range(50)))
    if KIND == "menus":
        inner = {"bar1": ("File", "Edit"), "bar2": ("File", "Edit"), "File": ("Save",), "Edit": ("Undo",)}.get(last(path), ())
        return references(PATH + "bar1", PATH + "bar2") if path == FRAME else references(*(f"{path}_{name}" for name in inner))
    if KIND == "foreign" and path == FRAME:
        return dbus.Array([reference(ROOT, OTHER), reference(PATH + "own")], signature="(so)")
    if KIND == "types" and path == FRAME:
        return references(*(PATH + f"odd{number}" for number in range(20)))
    return references(PATH + "leaf") if path == FRAME else dbus.Array([], signature="(so)")


def count(path):
    if KIND == "claims" and path == FRAME:
        return dbus.Int32(1 << 30)
    if KIND == "types" and "odd" in path:
        return (dbus.Int32(-5), dbus.String("many"), dbus.Int32(2147483647))[len(path) % 3]
    return dbus.Int32(len(children(path)))


def role(path):
    if KIND == "types" and "odd" in path:
        return (dbus.UInt32(4294967295), dbus.String("button"), dbus.UInt32(BUTTON_ROLE))[int(path[-1]) % 3]
    if KIND == "menus" and last(path) in MENU_ROLES:
        return dbus.UInt32(MENU_ROLES[last(path)])
    return dbus.UInt32({ROOT: 75, FRAME: FRAME_ROLE}.get(path, TEXT_ROLE if KIND == "names" else BUTTON_ROLE))


def extents(path):
    if KIND == "silent" and path != FRAME:
        return None
    place = (100, 100, 300, 200) if path == FRAME else (110, 110, 50, 20)
    if KIND == "types" and path != FRAME:
        place = ((-2147483648, -2147483648, 1, 1), (2147483647, 2147483647, 2147483647, 2147483647))[len(path) % 2]
    return dbus.Struct([dbus.Int32(each) for each in place], signature="iiii")


def item(number):
    me = reference(PATH + str(number))
    return dbus.Struct((me, reference(ROOT), me, dbus.Int32(0), dbus.Int32(1), dbus.Array([], signature="s"), "item",
                        dbus.UInt32(BUTTON_ROLE), "", SHOWN), signature="(so)(so)(so)iiassusau")


def property_of(path, name):
    return {"Name": lambda: "Liar" if path == FRAME else MEGABYTE if KIND == "names" else last(path),
            "ChildCount": lambda: count(path), "ToolkitName": lambda: "Chromium" if KIND == "browser" else "liar", "Description": lambda: "",
            "Parent": lambda: reference(FRAME), "NActions": lambda: dbus.Int32(1 << 30)}.get(name, lambda: "")()


def result_of(message):
    path, member, arguments = message.get_path(), message.get_member(), message.get_args_list()
    if (KIND, member) in (("menus", "GetActions"), ("browser", "DoAction")):
        os._exit(1)
    if member == "GetState" and KIND == "browser" and path != FRAME:
        return dbus.Array([SHOWN[0], dbus.UInt32(HAS_POPUP)], signature="u"), None
    if member == "GetKeyBinding":
        return "s;<Alt>f:s;<Control>s", None
    if member == "Get":
        return property_of(path, arguments[1]), "v"
    if member == "GetChildAtIndex":
        return reference(f"{PATH}child{arguments[0]}"), None
    if member == "GetItems":
        return (dbus.Array([item(number) for number in range(60_000)]), None) if KIND == "cache" else (None, None)
    return {"GetChildren": lambda: children(path), "GetRole": lambda: role(path), "GetState": lambda: SHOWN,
            "GetExtents": lambda: extents(path), "GetText": lambda: MEGABYTE if KIND == "names" else "text",
            "GetName": lambda: "click"}.get(member, lambda: None)(), None


def answer(connection, message):
    if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL:
        return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    result, signature = result_of(message)
    if result is None:
        if message.get_member() == "GetExtents":
            return dbus.lowlevel.HANDLER_RESULT_HANDLED
        reply = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.UnknownMethod", "no")
    else:
        reply = dbus.lowlevel.MethodReturnMessage(message)
        reply.append(result, signature=signature)
    connection.send_message(reply)
    return dbus.lowlevel.HANDLER_RESULT_HANDLED


def main():
    window()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    address = dbus.SessionBus().get_object("org.a11y.Bus", "/org/a11y/bus").GetAddress(dbus_interface="org.a11y.Bus")
    connection = dbus.bus.BusConnection(address)
    kept.append(connection)
    connection.add_message_filter(answer)
    registry = connection.get_object("org.a11y.atspi.Registry", ROOT, introspect=False)
    registry.Embed(reference(ROOT), dbus_interface="org.a11y.atspi.Socket", signature="(so)")
    print("ready", connection.get_unique_name(), flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
