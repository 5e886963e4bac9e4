#!/usr/bin/python3
"""A Wayland window (GTK) that fills a screen with a known pattern (../pattern.py).

    pattern_screen.py [--size WxH] [--seed N] [--screen N]

Prints "ready" once it fills the screen and is painted. Ends when its standard input is closed.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cairo
import gi
import pattern

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk


class Filled(Gtk.Window):
    def __init__(self, options):
        super().__init__(title="Pattern")
        self.size = tuple(map(int, options.size.split("x")))
        width, height = self.size
        rows = bytearray(pattern.bgrx_rows(width, 0, height, options.seed))
        self.surface = cairo.ImageSurface.create_for_data(rows, cairo.FORMAT_RGB24, width, height)
        self.ready = False
        self.set_decorated(False)
        area = Gtk.DrawingArea()
        area.connect("draw", self.paint)
        self.add(area)
        self.fullscreen_on_monitor(Gdk.Screen.get_default(), options.screen)
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, lambda *_: Gtk.main_quit())

    def paint(self, area, context):
        # So that at scale 2 too each of its pixels is one of the screen's.
        scale = area.get_scale_factor()
        context.scale(1 / scale, 1 / scale)
        context.set_source_surface(self.surface)
        context.paint()
        filled = (area.get_allocated_width() * scale, area.get_allocated_height() * scale) == self.size
        if filled and not self.ready:
            self.ready = True
            GLib.idle_add(lambda: print("ready", flush=True))


parser = argparse.ArgumentParser()
parser.add_argument("--size", default="800x600")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--screen", type=int, default=0)
window = Filled(parser.parse_args())
window.show_all()
Gtk.main()
