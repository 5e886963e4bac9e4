#!/usr/bin/python3
"""A GTK 3 window with an entry, a button and a pad that prints what it gets, one line each. Prints "ready" once it is
on screen. Runs on X11 and on Wayland.

    event_log.py [--title TEXT] [--smooth] [--pause SECONDS]

--smooth: also turns of the wheel that are told as a way. --pause: at the first key it reads nothing for so long.
"""
import argparse
import time

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk


def say(*words):
    print(*words, flush=True)


def modifiers(state):
    names = [("shift", Gdk.ModifierType.SHIFT_MASK), ("control", Gdk.ModifierType.CONTROL_MASK),
             ("alt", Gdk.ModifierType.MOD1_MASK), ("super", Gdk.ModifierType.MOD4_MASK)]
    return "+".join(name for name, mask in names if state & mask) or "none"


def pad(smooth):
    area = Gtk.EventBox()
    area.set_size_request(300, 200)
    area.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK | Gdk.EventMask.SCROLL_MASK
                    | Gdk.EventMask.POINTER_MOTION_MASK)
    if smooth:
        area.add_events(Gdk.EventMask.SMOOTH_SCROLL_MASK)
    kinds = {Gdk.EventType.BUTTON_PRESS: "press", Gdk.EventType._2BUTTON_PRESS: "double",
             Gdk.EventType._3BUTTON_PRESS: "triple", Gdk.EventType.BUTTON_RELEASE: "release"}

    def button(_, event):
        say(kinds[event.type], event.button, f"{event.x:.0f},{event.y:.0f}", modifiers(event.state))

    def scroll(_, event):
        if event.direction == Gdk.ScrollDirection.SMOOTH:
            say("scroll smooth", f"{event.delta_x:g},{event.delta_y:g}")
            return
        say("scroll", event.direction.value_nick, modifiers(event.state))

    area.connect("button-press-event", button)
    area.connect("button-release-event", button)
    area.connect("scroll-event", scroll)
    return area


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Event Log")
    parser.add_argument("--smooth", action="store_true")
    parser.add_argument("--pause", type=float, default=0)
    options = parser.parse_args()
    GLib.set_prgname("event-log")
    window = Gtk.Window(title=options.title)
    window.connect("destroy", Gtk.main_quit)

    def key(_, event):
        say("key", Gdk.keyval_name(event.keyval), modifiers(event.state))
        time.sleep(options.pause)
        options.pause = 0

    window.connect("key-press-event", key)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    window.add(column)
    entry = Gtk.Entry()
    entry.get_accessible().set_name("Name")

    def entered(_):
        say("entered", entry.get_text())
        entry.set_text("")

    entry.connect("activate", entered)
    column.pack_start(entry, False, False, 0)
    pressed = Gtk.Button(label="Press me")
    pressed.connect("clicked", lambda _: say("clicked"))
    column.pack_start(pressed, False, False, 0)
    column.pack_start(pad(options.smooth), True, True, 0)
    window.connect_after("map-event", lambda *_: say("ready"))
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
