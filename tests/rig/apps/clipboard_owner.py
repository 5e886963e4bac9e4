#!/usr/bin/python3
"""An owner of the clipboard that behaves as MODE says, written with Xlib alone:

    clipboard_owner.py dies      answers with the first part of many, and ends
    clipboard_owner.py endless   sends parts for ever
    clipboard_owner.py secret    offers "hunter2" as password managers do
    clipboard_owner.py broken    text that is no UTF-8

Prints "ready" once it owns the clipboard."""
import os
import sys

from Xlib import X, Xatom, display
from Xlib.protocol import event

PART = b"x" * (1 << 17)


class Owner:
    def __init__(self, mode):
        self.mode = mode
        self.display = display.Display()
        self.window = self.display.screen().root.create_window(0, 0, 1, 1, 0, 0)
        names = {"CLIPBOARD", "TARGETS", "INCR", "UTF8_STRING", "x-kde-passwordManagerHint"}
        self.atoms = {name: self.display.intern_atom(name) for name in names}
        self.window.set_selection_owner(self.atoms["CLIPBOARD"], X.CurrentTime)
        self.display.sync()
        self.transfer = None  # window and property

    def targets(self):
        names = ["TARGETS", "UTF8_STRING"] + (["x-kde-passwordManagerHint"] if self.mode == "secret" else [])
        return [self.atoms[name] for name in names]

    def answer(self, request):
        if request.target == self.atoms["TARGETS"]:
            request.requestor.change_property(request.property, Xatom.ATOM, 32, self.targets())
        elif self.mode in ("dies", "endless"):
            request.requestor.change_attributes(event_mask=X.PropertyChangeMask)
            request.requestor.change_property(request.property, self.atoms["INCR"], 32, [len(PART)])
            self.transfer = request.requestor, request.property
        else:
            text = b"hunter2" if self.mode == "secret" else b"Gr\xfc\xdfe \xf0\x9f\x98"
            request.requestor.change_property(request.property, self.atoms["UTF8_STRING"], 8, text)
        request.requestor.send_event(event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property))

    def go_on(self):
        window, place = self.transfer
        window.change_property(place, self.atoms["UTF8_STRING"], 8, PART)
        self.display.flush()
        if self.mode == "dies":
            self.display.sync()
            os._exit(0)

    def run(self):
        print("ready", flush=True)
        while True:
            happened = self.display.next_event()
            if happened.type == X.SelectionRequest:
                self.answer(happened)
            elif happened.type == X.SelectionClear:
                return
            elif happened.type == X.PropertyNotify and happened.state == X.PropertyDelete and self.transfer:
                self.go_on()
            self.display.flush()


if __name__ == "__main__":
    Owner(sys.argv[1]).run()
