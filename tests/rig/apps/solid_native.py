#!/usr/bin/python3
"""Windows of Wayland (GTK), each of one colour that its title tells. Each line that is read closes the window of that number,
and opens it anew. Prints "ready" once all are painted.

    solid_native.py RRGGBB...
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk


class Solid(Gtk.Window):
    painted = 0

    def __init__(self, colour, count):
        super().__init__(title=colour, decorated=False, app_paintable=True, default_width=160, default_height=120)
        self.colour = [int(colour[at:at + 2], 16) / 255 for at in (0, 2, 4)]
        self.count, self.first = count, True
        self.connect("draw", self.paint)
        self.show()

    def paint(self, _window, context):
        context.set_source_rgb(*self.colour)
        context.paint()
        if self.first:
            self.first = False
            Solid.painted += 1
            if Solid.painted == self.count:
                GLib.idle_add(lambda: print("ready", flush=True))


def obey(source, _condition):
    line = source.readline()
    if not line:
        Gtk.main_quit()
        return False
    number = int(line)
    windows[number].destroy()
    windows[number] = Solid(sys.argv[1 + number], 0)
    return True


windows = [Solid(colour, len(sys.argv) - 1) for colour in sys.argv[1:]]
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, obey)
Gtk.main()
