#!/usr/bin/python3
"""The same form in several toolkits: buttons "Save", "Same" and "Same", a check box "Agree", a field with "Ada", a
password field with "secret". Prints "ready" once it is on screen, and answers the lines of its input:

    where NAME      "X Y WIDTH HEIGHT" of a button in physical pixels, from the corner of its X window
                    (of its content in GTK 4)
    rename NAME NEW changes a button's label; "ok"
    grow COUNT      adds buttons; "ok"

    order_form.py gtk3|gtk4|qt5|qt6 [--title TEXT] [--header]    (--header: a title bar of its own, with a shadow)
"""
import argparse
import importlib
import sys

PARSER = argparse.ArgumentParser()
PARSER.add_argument("toolkit", choices=("gtk3", "gtk4", "qt5", "qt6"))
PARSER.add_argument("--title", default="Order Form")
PARSER.add_argument("--header", action="store_true")
options = PARSER.parse_args()
LABELS = ("Save", "Same", "Same")


def gtk(version):
    import gi
    gi.require_version("Gtk", version)
    return importlib.import_module("gi.repository.Gtk"), importlib.import_module("gi.repository.GLib")


class Gtk3:
    def __init__(self):
        self.Gtk, self.GLib = gtk("3.0")
        Gtk = self.Gtk
        self.window = Gtk.Window(title=options.title)
        self.window.set_default_size(320, 280)
        if options.header:
            self.window.set_titlebar(Gtk.HeaderBar(title=options.title, show_close_button=True))
        self.column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.window.add(self.column)
        self.buttons = [Gtk.Button(label=label) for label in LABELS]
        for control in [*self.buttons, Gtk.CheckButton(label="Agree"), Gtk.Entry(text="Ada"),
                        Gtk.Entry(text="secret", visibility=False)]:
            self.column.pack_start(control, False, False, 2)
        self.window.connect("destroy", Gtk.main_quit)
        self.window.connect_after("map-event", lambda *_: print("ready", flush=True))
        self.window.show_all()

    def find(self, label):
        return next(each for each in self.buttons if each.get_label() == label)

    def where(self, label):
        button, scale = self.find(label), self.window.get_scale_factor()
        x, y = button.translate_coordinates(self.window, 0, 0)
        place = button.get_allocation()
        return [each * scale for each in (x, y, place.width, place.height)]

    def rename(self, label, new):
        self.find(label).set_label(new)

    def grow(self, count, done):
        rows = [self.Gtk.Box() for _ in range(0, count, 50)]
        for row in rows:
            for number in range(50):
                row.add(self.Gtk.Button(label=f"more {number}"))
            self.column.add(row)
        self.column.show_all()
        # After everything has been laid out and painted.
        self.GLib.idle_add(done, priority=self.GLib.PRIORITY_LOW)

    def run(self, command):
        def read(*_):
            command(self.Gtk.main_quit)
            return True

        self.GLib.io_add_watch(0, self.GLib.PRIORITY_DEFAULT, self.GLib.IOCondition.IN | self.GLib.IOCondition.HUP, read)
        self.Gtk.main()


class Gtk4:
    def __init__(self):
        self.Gtk, self.GLib = gtk("4.0")
        Gtk = self.Gtk
        Gtk.init()
        self.loop = self.GLib.MainLoop()
        self.window = Gtk.Window(title=options.title)
        self.window.set_default_size(320, 280)
        if options.header:
            self.window.set_titlebar(Gtk.HeaderBar())
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.window.set_child(column)
        self.buttons = [Gtk.Button(label=label) for label in LABELS]
        for control in [*self.buttons, Gtk.CheckButton(label="Agree"), Gtk.Entry(text="Ada"),
                        Gtk.PasswordEntry(text="secret")]:
            column.append(control)
        self.window.present()
        self.GLib.timeout_add(20, self.announce)

    def announce(self):
        done, place = self.buttons[0].compute_bounds(self.window)
        if not (done and place.get_width() > 1 and self.window.get_surface().get_mapped()):
            return True
        print("ready", flush=True)
        return False

    def find(self, label):
        return next(each for each in self.buttons if each.get_label() == label)

    def where(self, label):
        """Without border and padding, which is what GTK 4 tells of its widgets."""
        button, scale = self.find(label), self.window.get_scale_factor()
        x, y = button.translate_coordinates(self.window, 0, 0)
        corner = self.window.get_surface_transform()
        return [round(each * scale) for each in (x + corner.x, y + corner.y, button.get_width(), button.get_height())]

    def rename(self, label, new):
        self.find(label).set_label(new)

    def run(self, command):
        def read(*_):
            command(self.loop.quit)
            return True

        self.GLib.io_add_watch(0, self.GLib.PRIORITY_DEFAULT, self.GLib.IOCondition.IN | self.GLib.IOCondition.HUP, read)
        self.loop.run()


class Qt:
    def __init__(self, version):
        self.core, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtWidgets"))
        self.application = widgets.QApplication([sys.argv[0], "-style", "fusion"])
        self.window = widgets.QWidget()
        self.window.setWindowTitle(options.title)
        self.window.resize(320, 280)
        column = widgets.QVBoxLayout(self.window)
        self.buttons = [widgets.QPushButton(label) for label in LABELS]
        password = widgets.QLineEdit("secret")
        password.setEchoMode(getattr(widgets.QLineEdit, "EchoMode", widgets.QLineEdit).Password)
        for control in [*self.buttons, widgets.QCheckBox("Agree"), widgets.QLineEdit("Ada"), password]:
            column.addWidget(control)
        self.window.show()
        self.core.QTimer.singleShot(300, lambda: print("ready", flush=True))

    def find(self, label):
        return next(each for each in self.buttons if each.text() == label)

    def where(self, label):
        button = self.find(label)
        corner, scale = button.mapTo(self.window, self.core.QPoint(0, 0)), self.window.devicePixelRatioF()
        return [round(each * scale) for each in (corner.x(), corner.y(), button.width(), button.height())]

    def rename(self, label, new):
        self.find(label).setText(new)

    def run(self, command):
        kinds = getattr(self.core.QSocketNotifier, "Type", self.core.QSocketNotifier)
        notifier = self.core.QSocketNotifier(0, kinds.Read)
        notifier.activated.connect(lambda *_: command(self.application.quit))
        (getattr(self.application, "exec", None) or self.application.exec_)()


form = {"gtk3": Gtk3, "gtk4": Gtk4, "qt5": lambda: Qt("5"), "qt6": lambda: Qt("6")}[options.toolkit]()


def answer(stop):
    words = sys.stdin.readline().split()
    if not words:
        stop()
    elif words[0] == "where":
        print(*form.where(words[1]), flush=True)
    elif words[0] == "rename":
        form.rename(words[1], words[2])
        print("ok", flush=True)
    elif words[0] == "grow":
        form.grow(int(words[1]), lambda: print("ok", flush=True))


form.run(answer)
