#!/usr/bin/python3
"""Two windows of Wayland (GTK) and a dialog of the first one, all of one process and each of one colour. Prints "ready" once
all are painted.

    native_dialog.py TITLE RRGGBB OTHER_TITLE RRGGBB DIALOG_TITLE RRGGBB
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

unpainted = 3


class Solid(Gtk.Window):
    def __init__(self, title, colour, owner=None):
        super().__init__(title=title, decorated=False, app_paintable=True, default_width=200, default_height=120,
                         transient_for=owner)
        self.colour = [int(colour[at:at + 2], 16) / 255 for at in (0, 2, 4)]
        self.painted = False
        self.connect("draw", self.paint)
        self.show()

    def paint(self, _window, context):
        global unpainted
        context.set_source_rgb(*self.colour)
        context.paint()
        if not self.painted:
            self.painted = True
            unpainted -= 1
            if unpainted == 0:
                GLib.idle_add(lambda: print("ready", flush=True))


first = Solid(*sys.argv[1:3])
second = Solid(*sys.argv[3:5])
dialog = Solid(*sys.argv[5:7], owner=first)
Gtk.main()
