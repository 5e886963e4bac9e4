#!/usr/bin/python3
"""A window with a context menu. Writes the item that is chosen into a file. Prints "ready" once it is on screen.

    context_menu.py qt5|qt6 LOG
"""
import importlib
import sys

version = {"qt5": "PyQt5", "qt6": "PyQt6"}[sys.argv[1]]
core, widgets = (importlib.import_module(f"{version}.{name}") for name in ("QtCore", "QtWidgets"))
application = widgets.QApplication(sys.argv[:1])
log = open(sys.argv[2], "a", encoding="utf-8", buffering=1)


class Files(widgets.QListWidget):
    def contextMenuEvent(self, event):
        menu = widgets.QMenu(self)
        menu.setStyleSheet("font-size: 16px")
        for name in ("Open", "Duplicate", "Rename"):
            menu.addAction(name).triggered.connect(lambda _=False, name=name: log.write(name + "\n"))
        menu.popup(event.globalPos())


files = Files()
files.setWindowTitle("Context Menu")
files.addItems(["Letter", "Picture"])
files.resize(300, 160)
files.show()
core.QTimer.singleShot(0, lambda: print("ready", flush=True))
getattr(application, "exec", getattr(application, "exec_", None))()
