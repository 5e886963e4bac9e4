#!/usr/bin/python3
"""The same form in several toolkits: buttons "Save", "Same" and "Same", a check box "Agree", a field with "Ada", a
password field with "secret". Prints "ready" once it is on screen, and answers the lines of its input:

    where NAME      "X Y WIDTH HEIGHT" of a button in physical pixels, from the corner of its X window
                    (of its content in GTK 4 before 4.16)
    rename NAME NEW changes a button's label; "ok"
    enable NAME     enables a button; "ok"
    open TITLE      opens a window that is empty, and a moment later has a button "Inside"; "ok"
    write TEXT      changes the field; "ok"
    grow COUNT      adds buttons; "ok"
    tell WHAT       what the program knows itself: "presses NAME", how often; "agree" (True or False), "text", "password",
                    "number", "selected" (names joined by commas)
    after SECONDS COMMAND …     does something later; "ok" at once

    order_form.py gtk3|gtk4|qt5|qt6 [--title TEXT] [--header] [--more]
        --header    a title bar of its own, with a shadow
        --more      also buttons "Off", which is disabled, and "Ask", which opens a dialog; a spin button for 0 to 10 with
                    2, and a list with "Red", which is selected, "Green" and "Blue"
"""
import argparse
import importlib
import os
import sys

PARSER = argparse.ArgumentParser()
PARSER.add_argument("toolkit", choices=("gtk3", "gtk4", "qt5", "qt6"))
PARSER.add_argument("--title", default="Order Form")
PARSER.add_argument("--header", action="store_true")
PARSER.add_argument("--more", action="store_true")
options = PARSER.parse_args()
LABELS = ("Save", "Same", "Same", "Off", "Ask") if options.more else ("Save", "Same", "Same")
ROWS = ("Red", "Green", "Blue")
presses = []


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
        self.agree, self.text = Gtk.CheckButton(label="Agree"), Gtk.Entry(text="Ada")
        self.password = Gtk.Entry(text="secret", visibility=False)
        for control in [*self.buttons, self.agree, self.text, self.password]:
            self.column.pack_start(control, False, False, 2)
        if options.more:
            self.more()
        self.window.connect("destroy", Gtk.main_quit)
        self.window.connect_after("map-event", lambda *_: print("ready", flush=True))
        self.window.show_all()

    def more(self):
        Gtk = self.Gtk
        self.number = Gtk.SpinButton.new_with_range(0, 10, 1)
        self.number.set_value(2)
        self.rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
        for name in ROWS:
            row = Gtk.ListBoxRow(child=Gtk.Label(label=name))
            row.get_accessible().set_name(name)
            self.rows.add(row)
        self.rows.select_row(self.rows.get_row_at_index(0))
        for control in (self.number, self.rows):
            self.column.pack_start(control, False, False, 2)
        for each in self.buttons:
            each.connect("clicked", lambda button: self.press(button.get_label()))
        self.find("Off").set_sensitive(False)

    def press(self, label):
        presses.append(label)
        if label == "Ask":
            dialog = self.Gtk.MessageDialog(transient_for=self.window, modal=True, text="Really?")
            dialog.run()
            dialog.destroy()

    def tell(self, what):
        if what == "selected":
            return ",".join(ROWS[row.get_index()] for row in self.rows.get_selected_rows())
        return {"agree": self.agree.get_active, "text": self.text.get_text, "password": self.password.get_text,
                "number": lambda: self.number.get_value_as_int()}[what]()

    def find(self, label):
        return next(each for each in self.buttons if each.get_label() == label)

    def enable(self, label):
        self.find(label).set_sensitive(True)

    def open(self, title):
        self.second = self.Gtk.Window(title=title)
        self.second.set_default_size(200, 100)
        self.second.show_all()

        def fill():
            self.second.add(self.Gtk.Button(label="Inside"))
            self.second.show_all()

        self.later(0.4, fill)

    def later(self, seconds, work):
        self.GLib.timeout_add(int(seconds * 1000), lambda: bool(work()))

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
        style = Gtk.CssProvider()
        load = getattr(style, "load_from_string", None) or (lambda text: style.load_from_data(text.encode()))
        load(".padded { padding: 9px; }")
        Gtk.StyleContext.add_provider_for_display(self.window.get_display(), style, 600)
        column.add_css_class("padded")
        self.window.set_child(column)
        self.buttons = [Gtk.Button(label=label) for label in LABELS]
        self.agree, self.text = Gtk.CheckButton(label="Agree"), Gtk.Entry(text="Ada")
        self.password = Gtk.PasswordEntry(text="secret")
        for control in [*self.buttons, self.agree, self.text, self.password]:
            column.append(control)
        if options.more:
            self.more(column)
        self.window.present()
        self.GLib.timeout_add(20, self.announce)

    def announce(self):
        done, place = self.buttons[0].compute_bounds(self.window)
        if not (done and place.get_width() > 1 and self.window.get_surface().get_mapped()):
            return True
        print("ready", flush=True)
        return False

    def more(self, column):
        Gtk = self.Gtk
        self.number = Gtk.SpinButton.new_with_range(0, 10, 1)
        self.number.set_value(2)
        self.rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
        for name in ROWS:
            row = Gtk.ListBoxRow(child=Gtk.Label(label=name))
            row.update_property([Gtk.AccessibleProperty.LABEL], [name])
            self.rows.append(row)
        self.rows.select_row(self.rows.get_row_at_index(0))
        for control in (self.number, self.rows):
            column.append(control)
        for each in self.buttons:
            each.connect("clicked", lambda button: self.press(button.get_label()))
        self.find("Off").set_sensitive(False)

    def press(self, label):
        presses.append(label)
        if label == "Ask":
            dialog = self.Gtk.MessageDialog(transient_for=self.window, modal=True, text="Really?")
            dialog.present()
            # As a program does that waits for the answer.
            self.GLib.MainLoop().run()

    def open(self, title):
        self.second = self.Gtk.Window(title=title)
        self.second.set_default_size(200, 100)
        self.second.present()
        self.later(0.4, lambda: self.second.set_child(self.Gtk.Button(label="Inside")))

    tell, enable, later = Gtk3.tell, Gtk3.enable, Gtk3.later

    def find(self, label):
        return next(each for each in self.buttons if each.get_label() == label)

    def where(self, label):
        """Without border and padding, which is what GTK 4 tells of its widgets before 4.16."""
        button, scale = self.find(label), self.window.get_scale_factor()
        corner = self.window.get_surface_transform()
        if self.Gtk.get_minor_version() < 16:
            x, y = button.translate_coordinates(self.window, 0, 0)
            place = [x, y, button.get_width(), button.get_height()]
        else:
            _, bounds = button.compute_bounds(self.window)
            place = [bounds.get_x(), bounds.get_y(), bounds.get_width(), bounds.get_height()]
        return [round(each * scale) for each in (place[0] + corner.x, place[1] + corner.y, *place[2:])]

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
        self.widget_type, self.button_type = widgets.QWidget, widgets.QPushButton
        self.window = widgets.QWidget()
        self.window.setWindowTitle(options.title)
        self.window.resize(320, 280)
        column = widgets.QVBoxLayout(self.window)
        self.buttons = [widgets.QPushButton(label) for label in LABELS]
        password = widgets.QLineEdit("secret")
        password.setEchoMode(getattr(widgets.QLineEdit, "EchoMode", widgets.QLineEdit).Password)
        self.agree, self.text, self.password = widgets.QCheckBox("Agree"), widgets.QLineEdit("Ada"), password
        for control in [*self.buttons, self.agree, self.text, self.password]:
            column.addWidget(control)
        if options.more:
            self.more(widgets, column)
        self.window.show()
        self.core.QTimer.singleShot(300, lambda: print("ready", flush=True))

    def more(self, widgets, column):
        self.number, self.rows = widgets.QSpinBox(), widgets.QListWidget()
        self.number.setRange(0, 10)
        self.number.setValue(2)
        kinds = getattr(widgets.QAbstractItemView, "SelectionMode", widgets.QAbstractItemView)
        self.rows.setSelectionMode(kinds.ExtendedSelection)
        self.rows.addItems(ROWS)
        self.rows.item(0).setSelected(True)
        self.ask = lambda: widgets.QMessageBox.question(self.window, "Question", "Really?")
        for control in (self.number, self.rows):
            column.addWidget(control)
        for each in self.buttons:
            each.clicked.connect(lambda _, button=each: self.press(button.text()))
        self.find("Off").setEnabled(False)

    def press(self, label):
        presses.append(label)
        if label == "Ask":
            self.ask()

    def tell(self, what):
        if what == "selected":
            return ",".join(name for i, name in enumerate(ROWS) if self.rows.item(i).isSelected())
        return {"agree": self.agree.isChecked, "text": self.text.text, "password": self.password.text,
                "number": lambda: self.number.value()}[what]()

    def find(self, label):
        return next(each for each in self.buttons if each.text() == label)

    def enable(self, label):
        self.find(label).setEnabled(True)

    def open(self, title):
        self.second = self.widget_type()
        self.second.setWindowTitle(title)
        self.second.resize(200, 100)
        self.second.show()

        def fill():
            self.inside = self.button_type("Inside", self.second)
            self.inside.show()

        self.later(0.4, fill)

    def later(self, seconds, work):
        self.core.QTimer.singleShot(int(seconds * 1000), work)

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


def do(words):
    if words[0] == "rename":
        form.rename(words[1], words[2])
    elif words[0] == "enable":
        form.enable(words[1])
    elif words[0] == "open":
        form.open(words[1])
    elif words[0] == "write":
        (getattr(form.text, "set_text", None) or form.text.setText)(words[1])


def answer(stop):
    words = sys.stdin.readline().split()
    if not words:
        stop()
        # A dialog's loop may be running.
        os._exit(0)
    elif words[0] == "where":
        print(*form.where(words[1]), flush=True)
    elif words[0] == "tell":
        print(presses.count(words[2]) if words[1] == "presses" else form.tell(words[1]), flush=True)
    elif words[0] == "grow":
        form.grow(int(words[1]), lambda: print("ok", flush=True))
    elif words[0] == "after":
        form.later(float(words[1]), lambda: do(words[2:]))
        print("ok", flush=True)
    else:
        do(words)
        print("ok", flush=True)


form.run(answer)
