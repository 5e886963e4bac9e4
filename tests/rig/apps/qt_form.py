#!/usr/bin/python3
"""A Qt form with a menu bar, an entry and buttons. Prints "ready ID" once it has painted itself.

    qt_form.py [--qt 5|6] [--title TEXT]

Answers the lines of stdin with "ok": menu (opens the File menu), close (closes it).
"""
import argparse
import importlib
import sys

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("--qt", choices=("5", "6"), default="6")
OPTIONS.add_argument("--title", default="Qt Form")
options = OPTIONS.parse_args()
QtCore, QtWidgets = (importlib.import_module(f"PyQt{options.qt}.{name}") for name in ("QtCore", "QtWidgets"))


class Form(QtWidgets.QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle(options.title)
        self.resize(360, 240)
        self.file_menu = self.menuBar().addMenu("File")
        for name in ("Open", "Save As", "Quit"):
            self.file_menu.addAction(name)
        page = QtWidgets.QWidget()
        column = QtWidgets.QVBoxLayout(page)
        column.addWidget(QtWidgets.QLabel("Invoice 4711"))
        column.addWidget(QtWidgets.QLineEdit("Ada Lovelace"))
        self.button = QtWidgets.QPushButton("Press me")
        column.addWidget(self.button)
        self.setCentralWidget(page)
        self.button.setFocus()
        self.announced = False

    def paintEvent(self, event):
        super().paintEvent(event)
        # Said after this paint has gone out.
        QtCore.QTimer.singleShot(0, self.announce)

    def announce(self):
        if not self.announced:
            self.announced = True
            print("ready", int(self.winId()), flush=True)


def main():
    application = QtWidgets.QApplication([sys.argv[0], "-style", "fusion"])
    application.setCursorFlashTime(0)
    form = Form()
    form.show()

    def command():
        line = sys.stdin.readline()
        if not line:
            application.quit()
        elif line.strip() == "menu":
            form.file_menu.aboutToShow.connect(lambda: QtCore.QTimer.singleShot(0, lambda: print("ok", flush=True)))
            form.file_menu.popup(form.menuBar().mapToGlobal(QtCore.QPoint(0, form.menuBar().height())))
        elif line.strip() == "close":
            form.file_menu.close()
            print("ok", flush=True)

    notifier = QtCore.QSocketNotifier(sys.stdin.fileno(), getattr(QtCore.QSocketNotifier, "Type", QtCore.QSocketNotifier).Read)
    notifier.activated.connect(command)
    run = getattr(application, "exec", None) or application.exec_
    sys.exit(run())


if __name__ == "__main__":
    main()
