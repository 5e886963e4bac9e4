#!/usr/bin/python3
"""A pad for clicks above a text field that keeps the focus. Writes what happens into a file, a line each: "press BUTTON",
"release BUTTON", "typed TEXT" (the whole field). Prints "ready ID" once it is on screen.

    click_pad.py gtk3|qt5|qt6 LOG
"""
import importlib
import sys

toolkit, path = sys.argv[1:3]
log = open(path, "a", encoding="utf-8", buffering=1)


def note(*words):
    log.write(" ".join(str(word) for word in words) + "\n")


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    gi.require_version("Gdk", "3.0")
    gi.require_version("GdkX11", "3.0")
    from gi.repository import Gdk, GdkX11, Gtk  # noqa: F401  (GdkX11 adds get_xid)
    window, column, pad, field = Gtk.Window(title="Pad"), Gtk.VBox(), Gtk.EventBox(), Gtk.Entry()
    window.set_default_size(400, 300)
    pad.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK)

    def pressed(_, event):
        # A double click is reported beside its presses.
        if event.type == Gdk.EventType.BUTTON_PRESS:
            note("press", event.button)

    pad.connect("button-press-event", pressed)
    pad.connect("button-release-event", lambda _, event: note("release", event.button))
    field.connect("changed", lambda each: note("typed", each.get_text()))
    column.pack_start(pad, True, True, 0)
    column.pack_start(field, False, False, 0)
    window.add(column)
    window.connect("map-event", lambda *_: print("ready", window.get_window().get_xid(), flush=True))
    window.show_all()
    field.grab_focus()
    Gtk.main()


def qt():
    version = {"qt5": "PyQt5", "qt6": "PyQt6"}[toolkit]
    core, widgets = (importlib.import_module(f"{version}.{name}") for name in ("QtCore", "QtWidgets"))
    application = widgets.QApplication(sys.argv[:1])

    class Pad(widgets.QWidget):
        def mousePressEvent(self, event):
            button = event.button()
            note("press", {1: 1, 2: 3, 4: 2}[int(getattr(button, "value", button))])

        mouseDoubleClickEvent = mousePressEvent

        def mouseReleaseEvent(self, event):
            button = event.button()
            note("release", {1: 1, 2: 3, 4: 2}[int(getattr(button, "value", button))])

    window, pad, field = widgets.QWidget(), Pad(), widgets.QLineEdit()
    window.setWindowTitle("Pad")
    window.resize(400, 300)
    column = widgets.QVBoxLayout(window)
    column.addWidget(pad, 1)
    column.addWidget(field)
    field.textChanged.connect(lambda text: note("typed", text))
    window.show()
    field.setFocus()
    core.QTimer.singleShot(0, lambda: print("ready", int(window.winId()), flush=True))
    getattr(application, "exec_" if toolkit == "qt5" else "exec")()


gtk3() if toolkit == "gtk3" else qt()
