#!/usr/bin/python3
"""Copies and pastes as GTK 3 programs do. Prints "ready"; then each line of standard input is a command, with an answer
of JSON: {"copy": TEXT}, {"copy_picture": FILE}, {"paste": "text"|"picture"|"files"}. A picture is its size and the colour
of its first pixel."""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk  # noqa: E402


def paste(clipboard, kind):
    if kind == "text":
        return clipboard.wait_for_text()
    if kind == "files":
        return list(clipboard.wait_for_uris() or [])
    picture = clipboard.wait_for_image()
    return picture and [picture.get_width(), picture.get_height(), *picture.get_pixels()[:3]]


def answer(clipboard, command):
    if "copy" in command:
        clipboard.set_text(command["copy"], -1)
        return "ok"
    if "copy_picture" in command:
        clipboard.set_image(GdkPixbuf.Pixbuf.new_from_file(command["copy_picture"]))
        return "ok"
    return paste(clipboard, command["paste"])


def main():
    clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)

    def take(_, condition):
        line = sys.stdin.readline()
        if not line or condition & GLib.IO_HUP and not line:
            Gtk.main_quit()
            return False
        print(json.dumps(answer(clipboard, json.loads(line))), flush=True)
        return True

    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, take)
    print("ready", flush=True)
    Gtk.main()


if __name__ == "__main__":
    main()
