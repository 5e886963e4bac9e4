#!/usr/bin/python3
"""A text field that writes its whole text to a file whenever it has handled what was typed. Prints "ready ID" once it has
the focus; "ready" where the toolkit tells no id.

    text_field.py gtk4|qt5|qt6 TITLE FILE
"""
import importlib
import os
import sys

toolkit, title, path = sys.argv[1:4]


def write(text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)


def gtk4():
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk
    application, pending = Gtk.Application(), []

    def written(buffer):
        pending.clear()
        write(buffer.get_property("text"))
        return False

    def changed(buffer):
        if not pending:
            pending.append(GLib.idle_add(written, buffer))

    def activate(_):
        window, view = Gtk.ApplicationWindow(application=application, title=title), Gtk.TextView()
        window.set_default_size(400, 200)
        window.set_child(view)
        view.get_buffer().connect("changed", changed)
        window.connect("notify::is-active", lambda *_: print("ready", flush=True))
        window.present()

    write("")
    application.connect("activate", activate)
    application.run()


def qt():
    version = {"qt5": "PyQt5", "qt6": "PyQt6"}[toolkit]
    core, widgets = (importlib.import_module(f"{version}.{name}") for name in ("QtCore", "QtWidgets"))
    application = widgets.QApplication(sys.argv[:1])

    class Field(widgets.QPlainTextEdit):
        def focusInEvent(self, event):
            super().focusInEvent(event)
            print("ready", int(self.winId()), flush=True)

    field, later = Field(), core.QTimer()
    field.setTabChangesFocus(False)
    field.setWindowTitle(title)
    field.resize(400, 200)
    later.setSingleShot(True)
    later.timeout.connect(lambda: write(field.toPlainText()))
    field.textChanged.connect(lambda: later.isActive() or later.start(0))
    write("")
    field.show()
    getattr(application, "exec_" if toolkit == "qt5" else "exec")()


gtk4() if toolkit == "gtk4" else qt()
