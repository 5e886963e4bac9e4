#!/usr/bin/python3
"""A form of Qt's fields for dates and times, which writes into a file what is entered, one line each: "Day: 2026-11-27",
"Time: 14:30", "Both: 2026-11-27T14:30". Prints "ready" once it is on screen.

    dated_form.py 5|6 LOG
"""
import importlib
import sys

version, path = sys.argv[1:3]
core, widgets = (importlib.import_module(f"PyQt{version}.{name}") for name in ("QtCore", "QtWidgets"))


def note(name, value):
    with open(path, "a", encoding="utf-8") as log:
        log.write(f"{name}: {value}\n")


application = widgets.QApplication([sys.argv[0], "-style", "fusion"])
window = widgets.QWidget()
window.setWindowTitle("Dated Form")
form = widgets.QFormLayout(window)
day, time = widgets.QDateEdit(core.QDate(2000, 1, 2)), widgets.QTimeEdit(core.QTime(9, 5))
both = widgets.QDateTimeEdit(core.QDateTime(core.QDate(2001, 2, 3), core.QTime(4, 5)))
both.setCalendarPopup(True)
day.setDisplayFormat("d.M.yyyy")
both.setDisplayFormat("yyyy-MM-dd HH:mm")
day.dateChanged.connect(lambda value: note("Day", value.toString("yyyy-MM-dd")))
time.timeChanged.connect(lambda value: note("Time", value.toString("HH:mm")))
both.dateTimeChanged.connect(lambda value: note("Both", value.toString("yyyy-MM-ddTHH:mm")))
for text, field in (("&Day:", day), ("&Time:", time), ("&Both:", both)):
    form.addRow(text, field)
window.show()
core.QTimer.singleShot(0, lambda: print("ready", flush=True))
sys.exit((application.exec_ if hasattr(application, "exec_") else application.exec)())
