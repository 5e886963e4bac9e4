#!/usr/bin/python3
"""A native GTK window with the application id order-form and a menu that stays open.

    open_menu_window.py TITLE
"""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main():
    GLib.set_prgname("order-form")  # the application id of a window without an application
    window = Gtk.Window(title=sys.argv[1], default_width=240, default_height=160)
    window.add(Gtk.Button(label="File"))
    window.show_all()
    # A menu of GTK's own closes when another window gets the focus.
    menu = Gtk.Window(type=Gtk.WindowType.POPUP, type_hint=Gdk.WindowTypeHint.POPUP_MENU, transient_for=window)
    menu.add(Gtk.Label(label="New\nSave\nQuit", margin=12))
    GLib.timeout_add(300, menu.show_all)
    Gtk.main()


if __name__ == "__main__":
    main()
