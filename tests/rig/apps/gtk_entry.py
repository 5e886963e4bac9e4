#!/usr/bin/python3
"""A text field that writes its whole text to a file whenever it has handled what was typed:

    gtk_entry.py TITLE FILE

Prints "ready ID" once it is on screen."""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import GdkX11, GLib, Gtk  # noqa: E402,F401  (GdkX11 adds get_xid)


def main():
    title, path = sys.argv[1:]
    window = Gtk.Window(title=title)
    window.set_default_size(400, 200)
    view = Gtk.TextView()
    window.add(view)
    pending = []

    def write():
        pending.clear()
        text = view.get_buffer().get_property("text")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".new", path)
        return False

    def changed(_):
        if not pending:
            # Not after all keys that come: on a busy machine there is always one more.
            pending.append(GLib.idle_add(write, priority=GLib.PRIORITY_DEFAULT))

    view.get_buffer().connect("changed", changed)
    window.connect("destroy", Gtk.main_quit)
    window.connect("map-event", lambda *_: print("ready", window.get_window().get_xid(), flush=True))
    write()
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
