#!/usr/bin/python3
"""A dialog with boxes to choose from, which writes into a file what is chosen, one line each: "Color Green" of a box
without a label, "Size L" of one with a label beside it, "Paper A5" of one that a label is tied to, "pressed Cancel",
"closed". Its first text is a label "Cancel", as its button. Prints "ready" once it is on screen.

    choosing_form.py gtk3|gtk4|qt5|qt6 LOG
"""
import importlib
import sys

toolkit, path = sys.argv[1:3]
COLORS, SIZES, PAPERS = ("Red", "Green", "Blue"), ("S", "M", "L"), ("A4", "A5", "A6")
WIDTH = 600  # pixels: Qt reports items that are wider than their list


def note(*words):
    with open(path, "a", encoding="utf-8") as log:
        log.write(" ".join(words) + "\n")


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk
    dialog = Gtk.Dialog(title="Choosing Form", default_width=WIDTH)

    def box(name, items):
        made = Gtk.ComboBoxText()
        for each in items:
            made.append_text(each)
        made.set_active(0)
        made.connect("changed", lambda each: note(name, each.get_active_text()))
        return made

    column, grid, paper = dialog.get_content_area(), Gtk.Grid(row_spacing=6, column_spacing=8), box("Paper", PAPERS)
    label = Gtk.Label(label="Paper")
    label.set_mnemonic_widget(paper)
    for row, (text, field) in enumerate(((Gtk.Label(label="Size"), box("Size", SIZES)), (label, paper))):
        grid.attach(text, 0, row, 1, 1)
        grid.attach(field, 1, row, 1, 1)
    cancel = Gtk.Button(label="Cancel")
    cancel.connect("clicked", lambda *_: note("pressed Cancel"))
    for each in (Gtk.Label(label="Cancel"), box("Color", COLORS), grid, cancel):
        each.set_halign(Gtk.Align.START)
        column.pack_start(each, False, False, 6)
    dialog.connect("destroy", lambda *_: (note("closed"), Gtk.main_quit()))
    dialog.connect("response", lambda *_: dialog.destroy())
    dialog.connect_after("map-event", lambda *_: print("ready", flush=True))
    dialog.show_all()
    Gtk.main()


def gtk4():
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk
    window, loop = Gtk.Window(title="Choosing Form", default_width=WIDTH), GLib.MainLoop()

    def box(name, items):
        made = Gtk.DropDown.new_from_strings(items)
        made.connect("notify::selected", lambda each, _: note(name, items[each.get_selected()]))
        return made

    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    grid, paper = Gtk.Grid(row_spacing=6, column_spacing=8), box("Paper", PAPERS)
    label = Gtk.Label(label="_Paper", use_underline=True, mnemonic_widget=paper)
    for row, (text, field) in enumerate(((Gtk.Label(label="Size"), box("Size", SIZES)), (label, paper))):
        grid.attach(text, 0, row, 1, 1)
        grid.attach(field, 1, row, 1, 1)
    cancel = Gtk.Button(label="Cancel")
    cancel.connect("clicked", lambda *_: note("pressed Cancel"))
    for each in (Gtk.Label(label="Cancel"), box("Color", COLORS), grid, cancel):
        each.set_halign(Gtk.Align.START)
        column.append(each)
    window.set_child(column)
    keys = Gtk.ShortcutController()
    keys.add_shortcut(Gtk.Shortcut(trigger=Gtk.ShortcutTrigger.parse_string("Escape"),
                                   action=Gtk.CallbackAction.new(lambda *_: window.close() or True)))
    window.add_controller(keys)
    window.connect("close-request", lambda *_: (note("closed"), loop.quit())[0])
    window.present()
    GLib.timeout_add(500, lambda: print("ready", flush=True))
    loop.run()


def qt(version):
    core, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtWidgets"))
    application = widgets.QApplication([sys.argv[0], "-style", "fusion"])
    dialog = widgets.QDialog()
    dialog.setWindowTitle("Choosing Form")
    dialog.resize(WIDTH, 200)

    def box(name, items):
        made = widgets.QComboBox()
        made.addItems(items)
        made.currentTextChanged.connect(lambda text: note(name, text))
        return made

    column, row, form = widgets.QVBoxLayout(dialog), widgets.QHBoxLayout(), widgets.QFormLayout()
    row.addWidget(widgets.QLabel("Size"))
    row.addWidget(box("Size", SIZES))
    row.addStretch(1)
    form.addRow("&Paper:", box("Paper", PAPERS))
    cancel = widgets.QPushButton("Cancel")
    cancel.clicked.connect(lambda *_: note("pressed Cancel"))
    column.addWidget(widgets.QLabel("Cancel"))
    column.addWidget(box("Color", COLORS), 0, core.Qt.AlignmentFlag.AlignLeft)
    column.addLayout(row)
    column.addLayout(form)
    column.addWidget(cancel)
    dialog.finished.connect(lambda *_: note("closed"))
    dialog.show()
    core.QTimer.singleShot(300, lambda: print("ready", flush=True))
    (getattr(application, "exec", None) or application.exec_)()


{"gtk3": gtk3, "gtk4": gtk4}.get(toolkit, lambda: qt(toolkit[2:]))()
