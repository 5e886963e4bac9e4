#!/usr/bin/python3
"""A GTK 3 form with a menu bar, entry, text, buttons and a list. Prints "ready ID" once it is on screen.

    gtk_form.py [--title TEXT] [--text TEXT]
"""
import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: F401  (GdkX11 adds get_xid)


def menu_bar():
    bar = Gtk.MenuBar()
    for title, items in (("File", ("Open", "Save As", "Quit")), ("View", ("Small", "Large"))):
        top, menu = Gtk.MenuItem(label=title), Gtk.Menu()
        for item in items:
            menu.append(Gtk.MenuItem(label=item))
        top.set_submenu(menu)
        bar.append(top)
    return bar


def build(options):
    window = Gtk.Window(title=options.title)
    window.set_default_size(420, 360)
    window.connect("destroy", Gtk.main_quit)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    window.add(column)
    column.pack_start(menu_bar(), False, False, 0)
    label = Gtk.Label()
    label.set_markup(f"<span font='DejaVu Sans 24'>{GLib.markup_escape_text(options.text)}</span>")
    column.pack_start(label, False, False, 0)
    entry = Gtk.Entry(text="Ada Lovelace")
    column.pack_start(entry, False, False, 0)
    row = Gtk.Box(spacing=6)
    column.pack_start(row, False, False, 0)
    button = Gtk.Button(label="Press me")
    row.pack_start(button, False, False, 0)
    row.pack_start(Gtk.CheckButton(label="Agree", active=True), False, False, 0)
    row.pack_start(Gtk.SpinButton.new_with_range(0, 100, 1), False, False, 0)
    column.pack_start(Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1), False, False, 0)
    rows = Gtk.ListBox()
    for number in range(6):
        rows.add(Gtk.Label(label=f"row {number}", xalign=0))
    column.pack_start(rows, True, True, 0)
    button.grab_focus()
    return window


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Order Form")
    parser.add_argument("--text", default="Invoice 4711")
    options = parser.parse_args()
    GLib.set_prgname("order-form")
    Gdk.set_program_class("OrderForm")
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-cursor-blink", False)
    settings.set_property("gtk-enable-animations", False)
    window = build(options)

    def mapped(*_):
        print("ready", window.get_window().get_xid(), flush=True)

    window.connect_after("map-event", mapped)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
