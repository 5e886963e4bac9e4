#!/usr/bin/python3
"""Windows that show a known pattern (../pattern.py), painted by the application itself at every exposure.

    painter.py [--title TEXT | --title-bytes HEX] [--class NAME] [--geometry WxH+X+Y] [--count N]
               [--override-redirect] [--unmapped] [--seed N] [--no-pings] [--slow SECONDS] [--transient-for ID]
               [--more-class NAME] [--type TYPE] [--unasked SECONDS [--unasked-width PIXELS]] [--no-background]
               [--depth 32 [--translucent]] [--shape WxH+X+Y] [--late-half]

Until the application has painted, the window shows magenta: a capture that comes too early is plain to see.
With --late-half each paint after the first comes in two halves; before the second, the server is told to serve this
program last. With --unasked it learns of no exposure, and paints its pattern (or the left part of it) once in so many
seconds.
Prints "ready ID ID ..." (decimal window ids) once every mapped window is painted, then answers each line on
stdin with "ok": title TEXT | move X Y | resize W H | raise | lower | unmap | map | iconify | quit.
"""
import argparse
import os
import re
import select
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pattern
from sync_priority import serve_last
from Xlib import X, Xatom, Xutil, display
from Xlib.ext import shape
from Xlib.protocol import event

MAGENTA = 0xFF00FF
ROWS_A_REQUEST = 16


class Painter:
    def __init__(self, options):
        self.display = display.Display()
        self.screen = self.display.screen()
        self.options = options
        self.depth = options.depth or self.screen.root_depth
        size = re.fullmatch(r"(\d+)x(\d+)\+(-?\d+)\+(-?\d+)", options.geometry)
        self.width, self.height, self.x, self.y = map(int, size.groups())
        self.atoms = {name: self.display.intern_atom(name) for name in (
            "_NET_WM_NAME", "UTF8_STRING", "_NET_WM_PID", "_NET_WM_PING", "WM_PROTOCOLS",
            "WM_DELETE_WINDOW", "WM_CHANGE_STATE")}
        self.pixmap = None
        self.announced = False
        self.windows = [self.make(i) for i in range(options.count)]
        self.painted = set()
        self.draw_pixmap()
        if not options.unmapped:
            for window in self.windows:
                window.map()

    def visual(self):
        """What a window of another depth than the screen's needs."""
        visual = next(depth for depth in self.screen.allowed_depths if depth.depth == self.depth).visuals[0].visual_id
        return {"visual": visual, "border_pixel": 0,
                "colormap": self.screen.root.create_colormap(visual, X.AllocNone)}

    def make(self, index):
        background = {} if self.options.no_background else {"background_pixel": MAGENTA}
        other = self.visual() if self.depth != self.screen.root_depth else {}
        exposure = 0 if self.options.unasked else X.ExposureMask
        window = self.screen.root.create_window(
            self.x + 7 * index, self.y + 5 * index, self.width, self.height, 0, self.depth,
            X.InputOutput, other.pop("visual", X.CopyFromParent), override_redirect=self.options.override_redirect,
            event_mask=exposure | X.StructureNotifyMask, **background, **other)
        if self.options.shape:
            width, height, x, y = map(int, re.fullmatch(r"(\d+)x(\d+)\+(\d+)\+(\d+)", self.options.shape).groups())
            window.shape_rectangles(shape.SO.Set, shape.SK.Bounding, 0, 0, 0, [(x, y, width, height)])
        name = self.options.more_class if index > 0 and self.options.more_class else self.options.wm_class
        window.set_wm_class(name.lower(), name)
        if self.options.type:
            window.change_property(self.display.intern_atom("_NET_WM_WINDOW_TYPE"), Xatom.ATOM, 32,
                                   [self.display.intern_atom("_NET_WM_WINDOW_TYPE_" + self.options.type.upper())])
        window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.USSize | Xutil.PMinSize,
                                   min_width=1, min_height=1)
        protocols = [self.atoms["WM_DELETE_WINDOW"]]
        if not self.options.no_pings:
            protocols.append(self.atoms["_NET_WM_PING"])
        window.set_wm_protocols(protocols)
        if self.options.transient_for:
            window.change_property(Xatom.WM_TRANSIENT_FOR, Xatom.WINDOW, 32, [self.options.transient_for])
        window.change_property(self.atoms["_NET_WM_PID"], Xatom.CARDINAL, 32, [os.getpid()])
        title = bytes.fromhex(self.options.title_bytes) if self.options.title_bytes else self.title(index)
        self.set_title(window, title)
        return window

    def title(self, index):
        text = self.options.title if self.options.count == 1 else f"{self.options.title} {index + 1}"
        return text.encode()

    def set_title(self, window, title):
        window.change_property(Xatom.WM_NAME, Xatom.STRING, 8, title)
        window.change_property(self.atoms["_NET_WM_NAME"], self.atoms["UTF8_STRING"], 8, title)

    def draw_pixmap(self):
        self.pixmap = self.screen.root.create_pixmap(self.width, self.height, self.depth)
        painted = pattern.premultiplied_rows if self.options.translucent else pattern.bgrx_rows
        self.context = self.pixmap.create_gc()
        for y in range(0, self.height, ROWS_A_REQUEST):
            rows = min(ROWS_A_REQUEST, self.height - y)
            self.pixmap.put_image(self.context, 0, y, self.width, rows, X.ZPixmap, self.depth, 0,
                                  painted(self.width, y, rows, self.options.seed))

    def handle(self, happened):
        if happened.type == X.Expose:
            if self.announced:
                time.sleep(self.options.slow)
            if self.announced and self.options.late_half:
                half = happened.height // 2
                self.paint(happened, 0, half)
                self.display.sync()
                serve_last(self.display, happened.window.id)
                self.paint(happened, half, happened.height - half)
            else:
                self.paint(happened, 0, happened.height)
            if happened.count == 0:
                self.painted.add(happened.window.id)
        elif happened.type == X.MapNotify and self.options.unasked:
            self.paint_unasked()
            self.painted.add(happened.window.id)
        elif happened.type == X.ClientMessage and happened.client_type == self.atoms["WM_PROTOCOLS"]:
            self.protocol(happened)

    def paint(self, exposed, top, height):
        exposed.window.copy_area(self.context, self.pixmap, exposed.x, exposed.y + top, exposed.width, height,
                                 exposed.x, exposed.y + top)

    def paint_unasked(self):
        for window in self.windows:
            width = self.options.unasked_width or self.width
            window.copy_area(self.context, self.pixmap, 0, 0, width, self.height, 0, 0)
        self.display.flush()

    def protocol(self, message):
        if message.data[1][0] == self.atoms["_NET_WM_PING"]:
            answer = event.ClientMessage(window=self.screen.root, client_type=message.client_type,
                                         data=(32, message.data[1]))
            self.screen.root.send_event(
                answer, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        elif message.data[1][0] == self.atoms["WM_DELETE_WINDOW"]:
            sys.exit(0)

    def command(self, line):
        name, _, rest = line.strip().partition(" ")
        window = self.windows[0]
        if name == "title":
            self.set_title(window, rest.encode())
        elif name == "move":
            x, y = map(int, rest.split())
            window.configure(x=x, y=y)
        elif name == "resize":
            self.width, self.height = map(int, rest.split())
            self.draw_pixmap()
            window.configure(width=self.width, height=self.height)
        elif name in ("raise", "lower"):
            window.configure(stack_mode=X.Above if name == "raise" else X.Below)
        elif name in ("map", "unmap"):
            getattr(window, name)()
        elif name == "iconify":
            message = event.ClientMessage(window=window, client_type=self.atoms["WM_CHANGE_STATE"],
                                          data=(32, [Xutil.IconicState, 0, 0, 0, 0]))
            self.screen.root.send_event(
                message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        elif name == "quit":
            sys.exit(0)
        else:
            print(f"unknown command {name}", flush=True)
            return
        self.display.sync()
        print("ok", flush=True)

    def run(self):
        while True:
            while self.display.pending_events():
                self.handle(self.display.next_event())
            self.display.sync()
            if not self.announced and (self.options.unmapped or len(self.painted) == len(self.windows)):
                self.announced = True
                print("ready", *(window.id for window in self.windows), flush=True)
            if self.display.pending_events():
                continue
            readable, _, _ = select.select([self.display.fileno(), sys.stdin], [], [], self.options.unasked or None)
            if not readable:
                self.paint_unasked()
            if sys.stdin in readable:
                line = sys.stdin.readline()
                if not line:
                    return
                self.command(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Painter")
    parser.add_argument("--title-bytes", help="the title's raw bytes in hexadecimal")
    parser.add_argument("--class", dest="wm_class", default="Painter")
    parser.add_argument("--geometry", default="320x240+40+40")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--override-redirect", action="store_true")
    parser.add_argument("--unmapped", action="store_true")
    parser.add_argument("--seed", type=int, default=0, help="which of the patterns")
    parser.add_argument("--no-pings", action="store_true")
    parser.add_argument("--slow", type=float, default=0, help="seconds between an exposure and its paint")
    parser.add_argument("--unasked", type=float, default=0, help="seconds from one paint to the next")
    parser.add_argument("--unasked-width", type=int, help="how much of the pattern, from the left")
    parser.add_argument("--no-background", action="store_true")
    parser.add_argument("--depth", type=int, help="32 has alpha, which is 0 everywhere unless --translucent")
    parser.add_argument("--translucent", action="store_true")
    parser.add_argument("--shape", help="what shows of the window")
    parser.add_argument("--late-half", action="store_true")
    parser.add_argument("--transient-for", type=int, help="the id of the window whose dialog this is")
    parser.add_argument("--more-class", help="the class of all windows but the first")
    parser.add_argument("--type", help="the windows' type, such as dialog, dock or desktop")
    Painter(parser.parse_args()).run()


if __name__ == "__main__":
    main()
