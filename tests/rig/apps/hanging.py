#!/usr/bin/python3
"""A window that writes each key into a file, and hangs for good after an h. Prints "ready ID" once it is on screen.

    hanging.py LOG
"""
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, Gtk  # noqa: E402,F401  (GdkX11 adds get_xid)

log = open(sys.argv[1], "a", encoding="utf-8")


def released(_, event):
    log.write(Gdk.keyval_name(event.keyval))
    log.flush()
    if event.keyval == Gdk.KEY_h:
        threading.Event().wait()


window = Gtk.Window(title="Hanging")
window.set_default_size(300, 200)
window.connect("key-release-event", released)
window.connect("map-event", lambda *_: print("ready", window.get_window().get_xid(), flush=True))
window.show_all()
Gtk.main()
