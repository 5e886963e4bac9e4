#!/usr/bin/python3
"""Writes into the permission store of the rig's session what it holds once a person has shared all monitors with the
programs of this machine.

    portal_grant.py TOKEN MONITORS
"""
import sys

from gi.repository import Gio, GLib

STORE = "org.freedesktop.impl.portal.PermissionStore"


def grant(token, monitors):
    chosen = [(number, 1, GLib.Variant("s", f"MetaVendor:MetaVirtualMonitor:0x{number:02x}")) for number in range(monitors)]
    record = GLib.Variant("(xxa(uuv))", (1, 1, chosen))
    Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        STORE, "/org/freedesktop/impl/portal/PermissionStore", STORE, "Set",
        GLib.Variant("(sbsa{sas}v)", ("screencast", True, token, {"": ["yes"]}, GLib.Variant("(suv)", ("GNOME", 1, record)))),
        None, Gio.DBusCallFlags.NONE, 5000, None)


if __name__ == "__main__":
    grant(sys.argv[1], int(sys.argv[2]))
