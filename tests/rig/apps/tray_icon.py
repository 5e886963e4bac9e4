#!/usr/bin/python3
"""An icon in the tray. Prints "ready" once it is there, and what is done to it: "activated", "chose NAME".

    tray_icon.py KIND [--title TEXT]

KIND: indicator (a StatusNotifierItem with a menu and no action), qt (one with both), embedded (an XEmbed window).
Menu: Hello, Enabled (checked), Greyed (disabled), More > Deep, Quit. Ends with its standard input.
"""
import argparse
import sys
import threading
import time
import warnings

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("kind", choices=("indicator", "qt", "embedded"))
OPTIONS.add_argument("--title", default="Rig Icon")
options = OPTIONS.parse_args()
warnings.simplefilter("ignore")


def say(*words):
    print(*words, flush=True)


def chose(name):
    say("chose", name, round(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000, 2))


def at_the_end(leave):
    threading.Thread(target=lambda: (sys.stdin.read(), leave()), daemon=True).start()


def gtk_menu(gtk):
    menu = gtk.Menu()

    def item(holder, name, kind=gtk.MenuItem):
        made = kind.new_with_label(name)
        holder.append(made)
        return made
    more = gtk.Menu()
    items = [item(menu, "Hello"), item(menu, "Enabled", gtk.CheckMenuItem), item(menu, "Greyed")]
    items[1].set_active(True)
    items[2].set_sensitive(False)
    item(menu, "More").set_submenu(more)
    items.append(item(more, "Deep"))
    menu.append(gtk.SeparatorMenuItem())
    items.append(item(menu, "Quit"))
    for each in items:
        each.connect("activate", lambda it: chose(it.get_label()))
    items[-1].connect("activate", lambda _: gtk.main_quit())
    menu.show_all()
    return menu


def run_indicator():
    import gi
    gi.require_version("Gtk", "3.0")
    gi.require_version("AyatanaAppIndicator3", "0.1")
    from gi.repository import AyatanaAppIndicator3 as indicators
    from gi.repository import GLib, Gtk
    icon = indicators.Indicator.new("rig-indicator", "dialog-information", indicators.IndicatorCategory.APPLICATION_STATUS)
    icon.set_status(indicators.IndicatorStatus.ACTIVE)
    icon.set_title(options.title)
    icon.set_menu(gtk_menu(Gtk))
    icon.connect("connection-changed", lambda _, connected: connected and say("ready"))
    at_the_end(lambda: GLib.idle_add(Gtk.main_quit))
    Gtk.main()


def run_embedded():
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import GLib, Gtk
    icon = Gtk.StatusIcon.new_from_icon_name("dialog-warning")
    icon.set_title(options.title)
    icon.connect("activate", lambda _: say("activated"))
    icon.connect("notify::embedded", lambda _, __: icon.is_embedded() and say("ready"))
    at_the_end(lambda: GLib.idle_add(Gtk.main_quit))
    Gtk.main()


def run_qt():
    from PyQt5 import QtCore, QtGui, QtWidgets
    application = QtWidgets.QApplication(["tray_icon"])
    application.setQuitOnLastWindowClosed(False)
    picture = QtGui.QPixmap(22, 22)
    picture.fill(QtGui.QColor("orange"))
    icon = QtWidgets.QSystemTrayIcon(QtGui.QIcon(picture))
    icon.setToolTip(options.title)
    menu = QtWidgets.QMenu()
    more = QtWidgets.QMenu("More")
    items = [menu.addAction("&Hello"), menu.addAction("Enabled"), menu.addAction("Greyed")]
    items[1].setCheckable(True)
    items[1].setChecked(True)
    items[2].setEnabled(False)
    menu.addMenu(more)
    items.append(more.addAction("Deep"))
    menu.addSeparator()
    items.append(menu.addAction("Quit"))
    for each in items:
        each.triggered.connect(lambda _on, name=each.text().replace("&", ""): chose(name))
    items[-1].triggered.connect(application.quit)
    icon.setContextMenu(menu)
    icon.activated.connect(lambda reason: reason == QtWidgets.QSystemTrayIcon.Trigger and say("activated"))
    icon.show()
    QtCore.QTimer.singleShot(500, lambda: say("ready"))
    at_the_end(lambda: QtCore.QMetaObject.invokeMethod(application, "quit", QtCore.Qt.QueuedConnection))
    application.exec()


{"indicator": run_indicator, "embedded": run_embedded, "qt": run_qt}[options.kind]()
