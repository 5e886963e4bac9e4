#!/usr/bin/python3
"""A form with menus. Prints "ready ID" once its window is there, and what is chosen, with the moment in ms: "chose NAME
1234567".

    menu_form.py TOOLKIT [--items N] [--deep N] [--title TEXT] [--labelled] [--wrapped N]

TOOLKIT: gtk3 (a menu bar), exported (the menus of a GtkApplication, without accessibility), gtk4 (a button with a
popover of New, Save As…, Grid, Off and Quit), qt5, qt6. Menus: File > New, Save As…, Recent > (filled when it is
opened), Quit; View > Grid (checked), Ruler, Off (disabled); Odd > "A > B", Same, Same; Many > Item 1 to N; Deep > Level
1 > Level 2 … Ends with its standard input.

--labelled: the menu Odd of gtk3 has two items without names, which labels name: "Labelled", and "Written", a label with
a text and no name. --wrapped: the button of gtk4 is in so many boxes.
"""
import argparse
import importlib
import sys
import threading
import time

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("toolkit", choices=("gtk3", "exported", "gtk4", "qt5", "qt6"))
OPTIONS.add_argument("--items", type=int, default=3)
OPTIONS.add_argument("--deep", type=int, default=3)
OPTIONS.add_argument("--title", default="Menu Form")
OPTIONS.add_argument("--labelled", action="store_true")
OPTIONS.add_argument("--wrapped", type=int, default=0)
options = OPTIONS.parse_args()


def say(*words):
    print(*words, flush=True)


def xid_of(window):
    """The window's id on X11, else 0."""
    return getattr(window.get_window(), "get_xid", int)()


def chose(name, state=None):
    say("chose", name, *([] if state is None else [str(bool(state)).lower()]), round(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000, 2))


def at_the_end(quit_form):
    def read():
        sys.stdin.read()
        quit_form()
    threading.Thread(target=read, daemon=True).start()


def gtk3_menu_bar(gtk, atk):
    bar = gtk.MenuBar()

    def menu(holder, name):
        item, inside = gtk.MenuItem.new_with_mnemonic(name), gtk.Menu()
        item.set_submenu(inside)
        holder.append(item)
        return inside

    def item(holder, name, kind=gtk.MenuItem, **state):
        made = kind.new_with_mnemonic(name) if "_" in name else kind.new_with_label(name)
        for key, value in state.items():
            getattr(made, "set_" + key)(value)
        checks = kind is gtk.CheckMenuItem
        if name:
            made.connect("activate", lambda it: chose(it.get_label(), it.get_active() if checks else None))
        holder.append(made)
        return made

    file_menu = menu(bar, "_File")
    for name in ("_New", "Save _As…"):
        item(file_menu, name)
    recent = menu(file_menu, "_Recent")

    def fill(*_):
        for old in recent.get_children():
            recent.remove(old)
        for name in ("letter.txt", "report.txt"):
            item(recent, name)
        recent.show_all()
    recent.connect("show", fill)
    item(file_menu, "_Quit").connect("activate", lambda _: gtk.main_quit())
    view = menu(bar, "_View")
    item(view, "_Grid", gtk.CheckMenuItem, active=True)
    item(view, "_Ruler", gtk.CheckMenuItem)
    item(view, "_Off", sensitive=False)
    odd = menu(bar, "_Odd")
    for name in ("A > B", "Same", "Same"):
        item(odd, name)
    for name in ("Labelled", "Written") if options.labelled else ():
        labelled, label = item(odd, ""), gtk.Label(label=name)
        labelled.remove(labelled.get_child())
        labelled.add(gtk.Box())
        if name == "Written":
            label.get_accessible().set_name("")
        labelled.get_accessible().add_relationship(atk.RelationType.LABELLED_BY, label.get_accessible())
        labelled.connect("activate", lambda _, label=label: chose(label.get_label()))
    many = menu(bar, "_Many")
    for number in range(options.items):
        item(many, f"Item {number + 1}")
    holder = menu(bar, "_Deep")
    for number in range(options.deep):
        holder = menu(holder, f"Level {number + 1}")
    item(holder, "Bottom")
    return bar


def run_gtk3():
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Atk, Gdk, GLib, Gtk
    GLib.set_prgname("Menu Form")
    Gdk.set_program_class("Menu Form")
    window = Gtk.Window(title=options.title, default_width=360, default_height=200)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    column.add(gtk3_menu_bar(Gtk, Atk))
    column.add(Gtk.Entry())
    window.add(column)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    GLib.timeout_add(200, lambda: say("ready", xid_of(window)))
    at_the_end(lambda: GLib.idle_add(Gtk.main_quit))
    Gtk.main()


def menu_model(gio):
    def menu(*entries):
        made = gio.Menu()
        for label, action in entries:
            if isinstance(action, gio.Menu):
                made.append_submenu(label, action)
            else:
                made.append_item(gio.MenuItem.new(label, action))
        return made
    deep = menu(("Bottom", "app.bottom"))
    for number in range(options.deep, 0, -1):
        deep = menu((f"Level {number}", deep))
    sections = gio.Menu()
    sections.append_section(None, menu(("_New", "app.new"), ("Save _As…", "app.save-as")))
    sections.append_section(None, menu(("_Quit", "app.quit")))
    return menu(
        ("_File", sections), ("_View", menu(("_Grid", "win.grid"), ("_Ruler", "win.ruler"), ("_Off", "win.off"))),
        ("_Odd", menu(("A > B", "app.ab"), ("Same", "app.same"), ("Same", "app.same"))),
        ("_Many", menu(*[(f"Item {number + 1}", "app.item") for number in range(options.items)])), ("_Deep", deep))


def button_model(gio):
    made = gio.Menu()
    for label, action in (("_New", "app.new"), ("Save _As…", "app.save-as"), ("_Grid", "win.grid"), ("_Off", "win.off"),
                          ("_Quit", "app.quit")):
        made.append(label, action)
    return made


def add_actions(gio, glib, application, window):
    names = {"new": "New", "save-as": "Save As…", "ab": "A > B", "same": "Same", "item": "Item", "bottom": "Bottom"}
    for action, name in names.items():
        made = gio.SimpleAction.new(action, None)
        made.connect("activate", lambda _a, _p, name=name: chose(name))
        application.add_action(made)
    leave = gio.SimpleAction.new("quit", None)
    leave.connect("activate", lambda *_: (chose("Quit"), application.quit()))
    application.add_action(leave)
    for action, on in (("grid", True), ("ruler", False)):
        made = gio.SimpleAction.new_stateful(action, None, glib.Variant("b", on))

        def toggle(which, _parameter):
            which.set_state(glib.Variant("b", not which.get_state().get_boolean()))
            chose(which.get_name().capitalize(), which.get_state().get_boolean())
        made.connect("activate", toggle)
        window.add_action(made)
    off = gio.SimpleAction.new("off", None)
    off.set_enabled(False)
    window.add_action(off)


def run_application(version):
    import gi
    gi.require_version("Gtk", version)
    from gi.repository import Gio, GLib, Gtk
    GLib.set_prgname("Menu Form")
    if version == "3.0":
        from gi.repository import Gdk
        Gdk.set_program_class("Menu Form")
    application = Gtk.Application(application_id="org.example.MenuForm" if version == "4.0" else None,
                                  flags=Gio.ApplicationFlags.NON_UNIQUE)

    def activate(_):
        window = Gtk.ApplicationWindow(application=application, title=options.title, default_width=360,
                                       default_height=200)
        add_actions(Gio, GLib, application, window)
        if version == "3.0":
            window.add(Gtk.Entry())
            window.show_all()
            GLib.timeout_add(200, lambda: say("ready", xid_of(window)))
        else:
            bar = Gtk.HeaderBar()
            button = Gtk.MenuButton(label="Main", menu_model=button_model(Gio))
            for _ in range(options.wrapped):
                inside, button = button, Gtk.Box()
                button.append(inside)
            bar.pack_end(button)
            window.set_titlebar(bar)
            window.set_child(Gtk.Entry())
            window.present()
            GLib.timeout_add(500, lambda: say("ready", GdkX11.X11Surface.get_xid(window.get_surface())))
    if version == "3.0":
        application.connect("startup", lambda _: application.set_menubar(menu_model(Gio)))
    else:
        gi.require_version("GdkX11", "4.0")
        from gi.repository import GdkX11
    application.connect("activate", activate)
    at_the_end(lambda: GLib.idle_add(application.quit))
    application.run([])


def qt_menus(widgets, bar, gui):
    def item(menu, name, **state):
        action = gui.QAction(name, menu)
        for key, value in state.items():
            getattr(action, "set" + key)(value)
        action.triggered.connect(
            lambda on: chose(name.replace("&", ""), on if action.isCheckable() else None))
        menu.addAction(action)
        return action
    file_menu = bar.addMenu("&File")
    item(file_menu, "&New", Shortcut="Ctrl+N")
    item(file_menu, "Save &As…")
    recent = file_menu.addMenu("&Recent")

    def fill():
        recent.clear()
        for name in ("letter.txt", "report.txt"):
            item(recent, name)
    recent.aboutToShow.connect(fill)
    item(file_menu, "&Quit").triggered.connect(widgets.QApplication.quit)
    view = bar.addMenu("&View")
    item(view, "&Grid", Checkable=True, Checked=True)
    item(view, "&Ruler", Checkable=True)
    item(view, "&Off", Enabled=False)
    odd = bar.addMenu("&Odd")
    for name in ("A > B", "Same", "Same"):
        item(odd, name)
    many = bar.addMenu("&Many")
    for number in range(options.items):
        item(many, f"Item {number + 1}")
    holder = bar.addMenu("&Deep")
    for number in range(options.deep):
        holder = holder.addMenu(f"Level {number + 1}")
    item(holder, "Bottom")


def run_qt(version):
    core, gui, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtGui", "QtWidgets"))
    actions = gui if version == "6" else widgets
    application = widgets.QApplication(["Menu Form", "-style", "fusion"])
    window = widgets.QMainWindow()
    window.setWindowTitle(options.title)
    window.resize(360, 200)
    window.setCentralWidget(widgets.QLineEdit())
    qt_menus(widgets, window.menuBar(), actions)
    window.show()
    core.QTimer.singleShot(200, lambda: say("ready", int(window.winId())))
    at_the_end(lambda: core.QMetaObject.invokeMethod(application, "quit", core.Qt.ConnectionType.QueuedConnection))
    application.exec()


RUNS = {"gtk3": run_gtk3, "exported": lambda: run_application("3.0"), "gtk4": lambda: run_application("4.0"),
        "qt5": lambda: run_qt("5"), "qt6": lambda: run_qt("6")}
RUNS[options.toolkit]()
