#!/usr/bin/python3
"""A window that loses the first request to close it, as programs do that are still starting. Prints "ready ID"."""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import GdkX11, Gtk  # noqa: E402,F401  (GdkX11 adds get_xid)

requests = []


def asked(*_):
    requests.append(1)
    if len(requests) > 1:
        Gtk.main_quit()
    return True


window = Gtk.Window(title="Starting")
window.connect("delete-event", asked)
window.connect("map-event", lambda *_: print("ready", window.get_window().get_xid(), flush=True))
window.show_all()
Gtk.main()
