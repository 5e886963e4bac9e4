#!/usr/bin/python3
"""A native Wayland window (GTK) that shows a known pattern (../pattern.py), without borders of its own.

    pattern_window.py [--title TEXT] [--size WxH] [--seed N] [--opacity]

With --opacity its right part is as translucent as the pattern says. Prints "ready" once it is painted, then answers
each line on stdin with "ok": title TEXT | iconify | quit. Prints "closed" when it is asked to close.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cairo
import gi
import pattern

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk


class Painted(Gtk.Window):
    def __init__(self, options):
        super().__init__(title=options.title)
        width, height = map(int, options.size.split("x"))
        rows = pattern.premultiplied_rows if options.opacity else pattern.bgrx_rows
        form = cairo.FORMAT_ARGB32 if options.opacity else cairo.FORMAT_RGB24
        self.surface = cairo.ImageSurface.create_for_data(bytearray(rows(width, 0, height, options.seed)), form, width, height)
        self.ready = False
        self.set_decorated(False)
        self.set_app_paintable(True)
        if options.opacity:
            self.set_visual(self.get_screen().get_rgba_visual())
        area = Gtk.DrawingArea()
        area.set_size_request(width, height)
        area.connect("draw", self.paint)
        self.add(area)
        self.connect("delete-event", self.asked_to_close)
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self.obey)

    def paint(self, _area, context):
        context.set_operator(cairo.OPERATOR_SOURCE)
        context.set_source_surface(self.surface)
        context.paint()
        if not self.ready:
            self.ready = True
            GLib.timeout_add(1, lambda: print("ready", flush=True))

    def asked_to_close(self, *_):
        print("closed", flush=True)
        Gtk.main_quit()

    def obey(self, source, _condition):
        word, _, rest = source.readline().rstrip("\n").partition(" ")
        if word == "title":
            self.set_title(rest)
        elif word == "iconify":
            self.iconify()
        else:
            Gtk.main_quit()
        print("ok", flush=True)
        return True


parser = argparse.ArgumentParser()
parser.add_argument("--title", default="Pattern")
parser.add_argument("--size", default="200x120")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--opacity", action="store_true")
window = Painted(parser.parse_args())
window.show_all()
Gtk.main()
