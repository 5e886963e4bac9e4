#!/usr/bin/python3
"""A GTK 3 list "Names" of Ada, Grace and Mary. A line of its input turns the order round, answered with "ok"; the row
that is selected is written to LOG: sorted_list.py LOG. Prints "ready" once it is on screen."""
import sys

import gi
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

rows = Gtk.ListStore(str)
for name in ("Ada", "Grace", "Mary"):
    rows.append([name])
rows.set_sort_column_id(0, Gtk.SortType.ASCENDING)
view = Gtk.TreeView(model=rows)
view.append_column(Gtk.TreeViewColumn("Name", Gtk.CellRendererText(), text=0))
window = Gtk.Window(title="Names")
window.set_default_size(240, 200)
window.add(view)


def selected(selection):
    model, row = selection.get_selected()
    if row:
        with open(sys.argv[1], "a", encoding="utf-8") as log:
            print(model[row][0], file=log)


def turn(*_):
    if not sys.stdin.readline():
        return False
    rows.set_sort_column_id(0, Gtk.SortType.DESCENDING)
    print("ok", flush=True)
    return True


view.get_selection().unselect_all()
view.get_selection().connect("changed", selected)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, turn)
window.connect("destroy", Gtk.main_quit)
window.connect_after("map-event", lambda *_: print("ready", flush=True))
window.show_all()
Gtk.main()
