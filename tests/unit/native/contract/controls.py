#!/usr/bin/python3
"""A GTK 3 program with known controls. Prints "ready" once it is on screen, and answers the lines of its input:
  where NAME        "X Y WIDTH HEIGHT" of a button on the screen
  rename NAME NEW   changes a button's label; "done"
  tell presses NAME how often a button was pressed
  tell text|password|number|selected    what a field holds; the selected rows, joined by spaces
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

window = Gtk.Window(title="Order Form")
window.set_default_size(300, 250)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(column)
buttons = [Gtk.Button(label=label) for label in ("Save", "Same", "Same", "Off", "Ask")]
text, password = Gtk.Entry(text="Ada"), Gtk.Entry(text="secret", visibility=False)
number = Gtk.SpinButton.new_with_range(0, 10, 1)
number.set_value(2)
rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
for name in ("Red", "Green", "Blue"):
    row = Gtk.ListBoxRow(child=Gtk.Label(label=name))
    row.get_accessible().set_name(name)
    rows.add(row)
rows.select_row(rows.get_row_at_index(0))
for control in [*buttons, text, password, number, rows]:
    column.pack_start(control, False, False, 2)
presses = []


def press(control):
    presses.append(control.get_label())
    if control.get_label() == "Ask":
        dialog = Gtk.MessageDialog(transient_for=window, modal=True, text="Really?", buttons=Gtk.ButtonsType.OK)
        dialog.run()


for each in buttons:
    each.connect("clicked", press)
buttons[3].set_sensitive(False)


def button(label):
    return next(each for each in buttons if each.get_label() == label)


def where(label):
    found = button(label)
    _, x, y = found.get_window().get_origin()
    place = found.get_allocation()
    return f"{x + place.x} {y + place.y} {place.width} {place.height}"


def told(what, name=None):
    if what == "presses":
        return presses.count(name)
    if what == "selected":
        return " ".join(row.get_accessible().get_name() for row in rows.get_selected_rows())
    return {"text": text.get_text(), "password": password.get_text(), "number": number.get_value_as_int()}[what]


def command(source, condition):
    words = sys.stdin.readline().split()
    if not words:
        # A dialog's loop may be running.
        os._exit(0)
    if words[0] == "where":
        print(where(words[1]), flush=True)
    elif words[0] == "tell":
        print(told(*words[1:]), flush=True)
    else:
        button(words[1]).set_label(words[2])
        print("done", flush=True)
    return True


GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, command)
window.connect_after("map-event", lambda *_: print("ready", flush=True))
window.show_all()
Gtk.main()
