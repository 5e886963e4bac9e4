#!/usr/bin/python3
"""A window with a dialog, a menu and a notification of its process, all of them in one flat colour.

    family.py --title TEXT --colour #RRGGBB

Prints "ready ID ID ID ID" once all are shown, then answers each line on stdin with "ok": move X Y | hide | show. `move`
takes all of them along.
"""
import argparse
import sys

from Xlib import X, Xatom, display

PLACES = {"window": (0, 0, 180, 120), "dialog": (200, 0, 120, 80), "menu": (0, 140, 90, 60), "notification": (200, 100, 110, 40)}
POP_UPS = {"menu": "_NET_WM_WINDOW_TYPE_POPUP_MENU", "notification": "_NET_WM_WINDOW_TYPE_NOTIFICATION"}


class Family:
    def __init__(self, title, colour):
        self.display = display.Display()
        self.windows = {}
        for name, (x, y, width, height) in PLACES.items():
            window = self.display.screen().root.create_window(
                x + 60, y + 60, width, height, 0, X.CopyFromParent, background_pixel=int(colour[1:], 16),
                override_redirect=name in POP_UPS, event_mask=X.StructureNotifyMask)
            self.windows[name] = window
            if name in POP_UPS:
                self.set(window, "_NET_WM_WINDOW_TYPE", Xatom.ATOM, [self.display.intern_atom(POP_UPS[name])])
        self.windows["window"].set_wm_name(title)
        self.set(self.windows["dialog"], "WM_TRANSIENT_FOR", Xatom.WINDOW, [self.windows["window"].id])

    def set(self, window, name, kind, values):
        window.change_property(self.display.intern_atom(name), kind, 32, values)

    def show(self):
        for window in self.windows.values():
            window.map()
        waiting = {window.id for window in self.windows.values()}
        while waiting:
            event = self.display.next_event()
            if event.type == X.MapNotify:
                waiting.discard(event.window.id)

    def command(self, words):
        if words[0] == "move":
            for name, window in self.windows.items():
                window.configure(x=int(words[1]) + PLACES[name][0], y=int(words[2]) + PLACES[name][1])
        elif words[0] == "hide":
            for window in self.windows.values():
                window.unmap()
        elif words[0] == "show":
            self.show()
        self.display.sync()

    def run(self):
        self.show()
        print("ready", *(window.id for window in self.windows.values()), flush=True)
        for line in sys.stdin:
            self.command(line.split())
            print("ok", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", required=True)
    parser.add_argument("--colour", required=True)
    options = parser.parse_args()
    Family(options.title, options.colour).run()
