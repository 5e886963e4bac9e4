#!/usr/bin/python3
"""Turns every monitor of GNOME Shell clockwise, side by side as before, and gives them a scale if one is named; fails with what
Mutter says when it cannot.

    rotate_gnome.py 0|90|180|270 [SCALE]
"""
import sys

from gi.repository import Gio, GLib

SERVICE, PATH = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
FOR_NOW = 1  # without a question, and until the session ends
BUS = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(method, arguments=None):
    return BUS.call_sync(SERVICE, PATH, SERVICE, method, arguments, None, Gio.DBusCallFlags.NONE, 10000, None).unpack()


def turn(degrees, wanted_scale):
    # Mutter counts quarter turns against the clock, as Wayland does.
    transform = (360 - degrees) % 360 // 90
    serial, monitors, screens, _ = call("GetCurrentState")
    modes = {}
    for (connector, *_), known, _ in monitors:
        modes[connector] = next(mode for mode in known if mode[6].get("is-current"))
    x, rows = 0, []
    for screen in sorted(screens, key=lambda each: each[0]):
        connectors, scale = [each[0] for each in screen[5]], wanted_scale or screen[2]
        name, width, height = modes[connectors[0]][:3]
        rows.append((x, 0, scale, transform, screen[4], [(connector, name, {}) for connector in connectors]))
        x += round((height if degrees % 180 else width) / scale)
    call("ApplyMonitorsConfig", GLib.Variant("(uua(iiduba(ssa{sv}))a{sv})", (serial, FOR_NOW, rows, {})))
    now = [screen[3] for screen in call("GetCurrentState")[2]]
    if now != [transform] * len(rows):
        sys.exit(f"Mutter took the layout, but its transforms are {now} instead of {transform}")


turn(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else None)
