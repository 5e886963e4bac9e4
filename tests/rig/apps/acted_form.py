#!/usr/bin/python3
"""A form that writes what happens to it into a file, one line each: "pressed Save", "agreed yes", "typed TEXT",
"number 42", "chose Landscape", "menu Save As", "page 1", "scrolled". Prints "ready" once it is on screen.

    acted_form.py gtk3|qt5|qt6 LOG
"""
import importlib
import sys

toolkit, path = sys.argv[1:3]
PAGES = ("Portrait", "Landscape", "Square")


def note(*words):
    with open(path, "a", encoding="utf-8") as log:
        log.write(" ".join(str(word) for word in words) + "\n")


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk, Gtk
    window = Gtk.Window(title="Acted Form")
    window.set_default_size(360, 420)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    window.add(column)
    bar, top, menu = Gtk.MenuBar(), Gtk.MenuItem(label="_File", use_underline=True), Gtk.Menu()
    for name in ("Open...", "Save As…"):
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda each: note("menu", each.get_label()))
        menu.append(item)
    top.set_submenu(menu)
    bar.append(top)
    save = Gtk.Button(label="Save")
    save.connect("clicked", lambda *_: note("pressed Save"))
    agree = Gtk.CheckButton(label="Agree")
    agree.connect("toggled", lambda each: note("agreed", "yes" if each.get_active() else "no"))
    entry = Gtk.Entry(text="Ada")
    entry.connect("changed", lambda each: note("typed", each.get_text()))
    number = Gtk.SpinButton.new_with_range(0, 100, 1)
    number.connect("value-changed", lambda each: note("number", each.get_value_as_int()))
    box = Gtk.ComboBoxText()
    for page in PAGES:
        box.append_text(page)
    box.set_active(0)
    box.connect("changed", lambda each: note("chose", each.get_active_text()))
    tabs = Gtk.Notebook()
    for name in ("First", "Second"):
        tabs.append_page(Gtk.Label(label=name + " page"), Gtk.Label(label=name))
    tabs.connect("switch-page", lambda _, __, page: note("page", page))
    rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for line in range(60):
        rows.add(Gtk.Label(label=f"line {line}"))
    view = Gtk.ScrolledWindow()
    view.set_min_content_height(80)
    view.add(rows)
    view.get_vadjustment().connect("value-changed", lambda each: note("scrolled", round(each.get_value())))
    for control in (bar, save, agree, entry, number, box, tabs, view):
        column.pack_start(control, control is view, control is view, 0)
    window.connect("destroy", Gtk.main_quit)
    window.connect_after("map-event", lambda *_: print("ready", flush=True))
    window.show_all()
    del Gdk
    Gtk.main()


def qt(version):
    core, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtWidgets"))
    application = widgets.QApplication([sys.argv[0], "-style", "fusion"])
    window = widgets.QMainWindow()
    window.setWindowTitle("Acted Form")
    window.resize(360, 420)
    menu = window.menuBar().addMenu("&File")
    for name in ("Open...", "Save As…"):
        menu.addAction(name).triggered.connect(lambda *_, name=name: note("menu", name))
    middle = widgets.QWidget()
    window.setCentralWidget(middle)
    column = widgets.QVBoxLayout(middle)
    save, agree, entry = widgets.QPushButton("Save"), widgets.QCheckBox("Agree"), widgets.QLineEdit("Ada")
    number, box, tabs = widgets.QSpinBox(), widgets.QComboBox(), widgets.QTabWidget()
    number.setRange(0, 100)
    box.addItems(PAGES)
    for name in ("First", "Second"):
        tabs.addTab(widgets.QLabel(name + " page"), name)
    rows = widgets.QListWidget()
    rows.addItems([f"line {line}" for line in range(60)])
    save.clicked.connect(lambda *_: note("pressed Save"))
    agree.toggled.connect(lambda on: note("agreed", "yes" if on else "no"))
    entry.textChanged.connect(lambda text: note("typed", text))
    number.valueChanged.connect(lambda value: note("number", value))
    box.currentTextChanged.connect(lambda text: note("chose", text))
    tabs.currentChanged.connect(lambda page: note("page", page))
    rows.verticalScrollBar().valueChanged.connect(lambda value: note("scrolled", value))
    for control in (save, agree, entry, number, box, tabs, rows):
        column.addWidget(control)
    window.show()
    core.QTimer.singleShot(300, lambda: print("ready", flush=True))
    (getattr(application, "exec", None) or application.exec_)()


gtk3() if toolkit == "gtk3" else qt(toolkit[2:])
