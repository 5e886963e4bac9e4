#!/usr/bin/python3
"""An application that the session bus activates: it opens a window when it is asked to. Argument: its id. Prints "ready"."""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gio, Gtk  # noqa: E402


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Activated", default_width=300, default_height=200)
    window.show_all()


APPLICATION = Gtk.Application(application_id=sys.argv[1], flags=Gio.ApplicationFlags.IS_SERVICE)
APPLICATION.connect("activate", activate)
APPLICATION.register()
APPLICATION.hold()
print("ready", flush=True)
APPLICATION.run([])
