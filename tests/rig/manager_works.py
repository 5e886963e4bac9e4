#!/usr/bin/python3
"""Succeeds once the window manager takes requests. One that only begins has its windows and properties already, and may
drop what is asked of it until then (openbox)."""
import select
import sys
import time

from Xlib import X, display
from Xlib.protocol import event

SECONDS = 0.5

connection = display.Display()
root = connection.screen().root
asking, extents, supported = (connection.intern_atom(name) for name in (
    "_NET_REQUEST_FRAME_EXTENTS", "_NET_FRAME_EXTENTS", "_NET_SUPPORTED"))
known = root.get_full_property(supported, X.AnyPropertyType)
if known is None or asking not in known.value:
    sys.exit(1 if known is None else 0)
# Is never shown: a manager answers before it knows the window.
window = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
root.send_event(event.ClientMessage(window=window, client_type=asking, data=(32, [0] * 5)),
                event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
connection.flush()
end = time.monotonic() + SECONDS
while time.monotonic() < end:
    while connection.pending_events():
        told = connection.next_event()
        if told.type == X.PropertyNotify and told.atom == extents:
            sys.exit(0)
    select.select([connection], [], [], max(0.0, end - time.monotonic()))
sys.exit(1)
