#!/usr/bin/python3
"""Copies and pastes as Qt 6 programs do; its commands and answers are those of gtk_clipboard.py."""
import json
import sys

from PyQt6 import QtCore, QtGui, QtWidgets


def paste(clipboard, kind):
    if kind == "text":
        return clipboard.text()
    if kind == "files":
        return [url.toString(QtCore.QUrl.ComponentFormattingOption.FullyEncoded) for url in clipboard.mimeData().urls()]
    picture = clipboard.image()
    return None if picture.isNull() else [picture.width(), picture.height(), *picture.pixelColor(0, 0).getRgb()[:3]]


def answer(clipboard, command):
    if "copy" in command:
        clipboard.setText(command["copy"])
        return "ok"
    if "copy_picture" in command:
        clipboard.setImage(QtGui.QImage(command["copy_picture"]))
        return "ok"
    return paste(clipboard, command["paste"])


def main():
    application = QtWidgets.QApplication(sys.argv)
    clipboard = application.clipboard()

    def take():
        line = sys.stdin.readline()
        if not line:
            return application.quit()
        return print(json.dumps(answer(clipboard, json.loads(line))), flush=True)

    notifier = QtCore.QSocketNotifier(sys.stdin.fileno(), QtCore.QSocketNotifier.Type.Read)
    notifier.activated.connect(take)
    print("ready", flush=True)
    sys.exit(application.exec())


if __name__ == "__main__":
    main()
