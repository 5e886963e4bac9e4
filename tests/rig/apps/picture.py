#!/usr/bin/python3
"""A GTK 3 window that shows pictures. Prints "ready ID"; answers each line of stdin, a path, with "ok" once it is shown.

    picture.py TITLE WIDTH HEIGHT
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: F401,E402  (GdkX11 adds get_xid)


def main():
    title, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    window = Gtk.Window(title=title, resizable=False)
    image = Gtk.Image()
    image.set_size_request(width, height)
    window.add(image)

    def show(*_):
        line = sys.stdin.readline()
        if not line:
            Gtk.main_quit()
            return False
        image.set_from_file(line.strip())
        # After the next frame.
        GLib.idle_add(lambda: print("ok", flush=True), priority=GLib.PRIORITY_LOW)
        return True

    def announce(*_):
        print("ready", window.get_window().get_xid(), flush=True)
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, show)

    window.connect_after("map-event", announce)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
