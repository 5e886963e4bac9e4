#!/usr/bin/env python3
"""A GTK 4 window with the application id order-form and a popover that stays open.

    popover_window.py TITLE
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


def main():
    GLib.set_prgname("order-form")  # the application id of a window without an application
    Gtk.init()
    window = Gtk.Window(title=sys.argv[1], default_width=240, default_height=160)
    popover = Gtk.Popover(autohide=False, child=Gtk.Label(label="New\nSave\nQuit"))
    button = Gtk.MenuButton(label="File", popover=popover, halign=Gtk.Align.CENTER, valign=Gtk.Align.END)
    window.set_child(button)
    window.present()
    GLib.timeout_add(300, popover.popup)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
