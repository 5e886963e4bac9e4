#!/usr/bin/python3
"""A form whose fields are called after the labels beside them, and which writes into a file what is entered, one line
each: "Name: TEXT", "Country: TEXT", "Amount: NUMBER". Prints "ready" once it is on screen.

    labelled_form.py gtk3|qt5|qt6 LOG
"""
import importlib
import sys

toolkit, path = sys.argv[1:3]
COUNTRIES = ("Austria", "Belgium", "Chile")


def note(name, value):
    with open(path, "a", encoding="utf-8") as log:
        log.write(f"{name}: {value}\n")


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk
    window, grid = Gtk.Window(title="Labelled Form"), Gtk.Grid(row_spacing=4, column_spacing=8)
    name, country, amount = Gtk.Entry(), Gtk.ComboBoxText(), Gtk.SpinButton.new_with_range(0, 100, 1)
    for each in COUNTRIES:
        country.append_text(each)
    country.set_active(0)
    name.connect("changed", lambda each: note("Name", each.get_text()))
    country.connect("changed", lambda each: note("Country", each.get_active_text()))
    amount.connect("value-changed", lambda each: note("Amount", each.get_value_as_int()))
    for row, (text, field) in enumerate((("_Name:", name), ("_Country:", country), ("_Amount:", amount))):
        grid.attach(Gtk.Label.new_with_mnemonic(text), 0, row, 1, 1)
        grid.get_child_at(0, row).set_mnemonic_widget(field)
        grid.attach(field, 1, row, 1, 1)
    window.add(grid)
    window.connect("destroy", Gtk.main_quit)
    window.connect_after("map-event", lambda *_: print("ready", flush=True))
    window.show_all()
    Gtk.main()


def qt(version):
    core, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtWidgets"))
    application = widgets.QApplication([sys.argv[0], "-style", "fusion"])
    window = widgets.QWidget()
    window.setWindowTitle("Labelled Form")
    form = widgets.QFormLayout(window)
    name, country, amount = widgets.QLineEdit(), widgets.QComboBox(), widgets.QSpinBox()
    country.addItems(COUNTRIES)
    name.textChanged.connect(lambda text: note("Name", text))
    country.currentTextChanged.connect(lambda text: note("Country", text))
    amount.valueChanged.connect(lambda value: note("Amount", value))
    for text, field in (("&Name:", name), ("&Country:", country), ("&Amount:", amount)):
        form.addRow(text, field)
    window.show()
    core.QTimer.singleShot(300, lambda: print("ready", flush=True))
    (getattr(application, "exec", None) or application.exec_)()


gtk3() if toolkit == "gtk3" else qt(toolkit[2:])
