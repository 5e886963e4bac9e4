#!/usr/bin/python3
"""A Qt window with lines of text; its input and output are those of gtk_text.py."""
import json
import sys

from PyQt6 import QtCore, QtGui, QtWidgets


class Text(QtWidgets.QTextEdit):
    def __init__(self, wanted):
        super().__init__()
        self.wanted, self.announced = wanted, False
        self.setWindowTitle(wanted["title"])
        self.resize(1100, 700)
        self.setReadOnly(True)
        self.setFont(QtGui.QFont(wanted["font"], wanted["size"]))
        self.setWordWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        colours = self.palette()
        colours.setColor(QtGui.QPalette.ColorRole.Base, QtGui.QColor(wanted["ground"]))
        colours.setColor(QtGui.QPalette.ColorRole.Text, QtGui.QColor(wanted["ink"]))
        self.setPalette(colours)
        text, self.ranges = "", []
        for line in wanted["lines"]:
            begin = len(text + line["before"])
            self.ranges.append((begin, begin + len(line["marked"])))
            text += line["before"] + line["marked"] + line["after"] + "\n"
        self.setPlainText(text)
        if wanted["selected"] is not None:
            self.setTextCursor(self.cursor_at(*self.ranges[wanted["selected"]]))

    def cursor_at(self, begin, end):
        cursor = self.textCursor()
        cursor.setPosition(begin)
        cursor.setPosition(end, QtGui.QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def rectangles(self, begin, end):
        rows = {}
        for at in range(begin, end):
            left, right = (self.cursorRect(self.cursor_at(each, each)) for each in (at, at + 1))
            place = self.viewport().mapTo(self, left.topLeft())
            row = rows.setdefault(place.y(), [place.x(), place.y(), 0, left.height()])
            if right.y() == left.y():
                row[2] = place.x() + right.x() - left.x() - row[0]
        return list(rows.values())

    def paintEvent(self, event):
        super().paintEvent(event)
        # Said after this paint has gone out.
        QtCore.QTimer.singleShot(0, self.announce)

    def announce(self):
        if not self.announced:
            self.announced = True
            parts = [self.rectangles(*each) for each in self.ranges]
            print("ready", int(self.winId()), json.dumps(parts, separators=(",", ":")), flush=True)


def main():
    wanted = json.loads(sys.stdin.readline())
    application = QtWidgets.QApplication([sys.argv[0], "-style", "fusion"])
    window = Text(wanted)
    window.show()
    sys.exit(application.exec())


if __name__ == "__main__":
    main()
