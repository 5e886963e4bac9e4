#!/usr/bin/python3
"""Keeps the display server busy: sends it work without a pause, and awaits no answer. Prints "ready" first."""
from Xlib import display

SIDE = 500  # the server takes a fraction of a millisecond to copy this


def main():
    connection = display.Display()
    pixmap = connection.screen().root.create_pixmap(SIDE, SIDE, connection.screen().root_depth)
    context = pixmap.create_gc()
    connection.sync()
    print("ready", flush=True)
    while True:
        pixmap.copy_area(context, pixmap, 0, 0, SIDE, SIDE, 0, 0)
        connection.flush()


if __name__ == "__main__":
    main()
