#!/usr/bin/python3
"""A GTK 3 window with lines of text. Prints "ready ID" and, as JSON, where the marked parts are, once it is on screen.

stdin has one line of JSON: title, font, size (points), ground, ink, selected (of the parts), and lines of
{"before", "marked", "after"}. Each part is a list of rectangles [x, y, width, height] in the window's pixels.
"""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: F401,E402  (GdkX11 adds get_xid)

STYLE = """textview {{ font-family: "{font}"; font-size: {size}pt; }}
textview text {{ background: {ground}; color: {ink}; }}
textview text selection {{ background: #3584e4; color: #ffffff; }}"""


def rectangles(view, begin, end):
    """One for each row of the text between two offsets."""
    rows = {}
    for at in range(begin, end):
        place = view.get_iter_location(view.get_buffer().get_iter_at_offset(at))
        x, y = view.buffer_to_window_coords(Gtk.TextWindowType.WIDGET, place.x, place.y)
        x, y = view.translate_coordinates(view.get_toplevel(), x, y)
        row = rows.setdefault(y, [x, y, 0, place.height])
        row[2] = x + place.width - row[0]
    return list(rows.values())


def main():
    wanted = json.loads(sys.stdin.readline())
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-cursor-blink", False)
    settings.set_property("gtk-enable-animations", False)
    style = Gtk.CssProvider()
    style.load_from_data(STYLE.format(**wanted).encode())
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    window = Gtk.Window(title=wanted["title"])
    window.set_default_size(1100, 700)
    view = Gtk.TextView(editable=False, cursor_visible=False, wrap_mode=Gtk.WrapMode.WORD_CHAR, left_margin=8, top_margin=8,
                        pixels_below_lines=wanted["size"] // 3)
    window.add(view)
    text, ranges = "", []
    for line in wanted["lines"]:
        begin = len(text + line["before"])
        ranges.append((begin, begin + len(line["marked"])))
        text += line["before"] + line["marked"] + line["after"] + "\n"
    view.get_buffer().set_text(text)
    if wanted["selected"] is not None:
        view.get_buffer().select_range(*(view.get_buffer().get_iter_at_offset(at) for at in ranges[wanted["selected"]]))

    def announce():
        parts = [rectangles(view, *each) for each in ranges]
        print("ready", window.get_window().get_xid(), json.dumps(parts, separators=(",", ":")), flush=True)
        return False

    # The text view validates its lines when idle.
    window.connect_after("map-event", lambda *_: GLib.idle_add(announce, priority=GLib.PRIORITY_LOW))
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
