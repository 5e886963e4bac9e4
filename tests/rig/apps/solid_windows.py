#!/usr/bin/python3
"""Windows of X, each of one colour that its title tells. Each line that is read closes the window of that number, and opens
it anew. Prints "ready" once all are mapped.

    solid_windows.py RRGGBB...
"""
import sys

from Xlib import X, display

screen = display.Display()
root = screen.screen().root


def opened(colour):
    window = root.create_window(0, 0, 160, 120, 0, screen.screen().root_depth, background_pixel=int(colour, 16),
                                event_mask=X.StructureNotifyMask)
    window.set_wm_name(colour)
    window.set_wm_class("solid", "Solid")
    window.map()
    screen.flush()
    return window


windows = [opened(colour) for colour in sys.argv[1:]]
mapped = 0
while mapped < len(windows):
    mapped += screen.next_event().type == X.MapNotify
print("ready", flush=True)
for line in sys.stdin:
    number = int(line)
    windows[number].destroy()
    windows[number] = opened(sys.argv[1 + number])
