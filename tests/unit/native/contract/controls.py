#!/usr/bin/python3
"""A GTK 3 program with known controls. Prints "ready" once it is on screen, and answers the lines of its input:
  where NAME        "X Y WIDTH HEIGHT" of a button on the screen
  rename NAME NEW   changes a button's label; "done"
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

window = Gtk.Window(title="Order Form")
window.set_default_size(300, 250)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(column)
buttons = [Gtk.Button(label=label) for label in ("Save", "Same", "Same")]
for control in buttons + [Gtk.Entry(text="Ada"), Gtk.Entry(text="secret", visibility=False)]:
    column.pack_start(control, False, False, 2)


def button(label):
    return next(each for each in buttons if each.get_label() == label)


def where(label):
    found = button(label)
    _, x, y = found.get_window().get_origin()
    place = found.get_allocation()
    return f"{x + place.x} {y + place.y} {place.width} {place.height}"


def command(source, condition):
    words = sys.stdin.readline().split()
    if not words:
        Gtk.main_quit()
        return False
    if words[0] == "where":
        print(where(words[1]), flush=True)
    else:
        button(words[1]).set_label(words[2])
        print("done", flush=True)
    return True


GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, command)
window.connect_after("map-event", lambda *_: print("ready", flush=True))
window.show_all()
Gtk.main()
