#!/usr/bin/python3
"""Plays logind on one message bus and a screen saver on another, as told on standard input.

Arguments: the addresses of both. Commands, each answered by a line:
  sessions JSON    the sessions: [{"display", "seat", "class", "user"}, …]
  hint true|false  LockedHint of all sessions
  saver true|false GetActive of the screen saver; starts it
"""
import json
import os
import subprocess
import sys

import dbus
import dbus.bus

LOGIN, SAVER = "org.freedesktop.login1", "org.freedesktop.ScreenSaver"


class Services:
    def __init__(self, system, session):
        self.addresses = {LOGIN: system, SAVER: session}
        self.processes, self.sessions, self.count = [], [], 0
        self.login = self.saver = None

    def start(self, name, path, interface):
        address = self.addresses[name]
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS=address)
        self.processes.append(subprocess.Popen(
            [sys.executable, "-m", "dbusmock", name, path, interface], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        connection = dbus.bus.BusConnection(address)
        while not connection.name_has_owner(name):
            if self.processes[-1].poll() is not None:
                raise SystemExit(f"{name} has ended")
        return connection

    def mock(self, connection, name, path):
        return dbus.Interface(connection.get_object(name, path), "org.freedesktop.DBus.Mock")

    def set_sessions(self, rows):
        if self.login is None:
            self.login = self.start(LOGIN, "/org/freedesktop/login1", LOGIN + ".Manager")
        manager, listed, self.sessions = self.mock(self.login, LOGIN, "/org/freedesktop/login1"), [], []
        for row in rows:
            self.count += 1
            path = f"/org/freedesktop/login1/session/_{self.count}"
            manager.AddObject(path, LOGIN + ".Session", dbus.Dictionary({
                "Display": row["display"], "Class": row["class"], "LockedHint": False}, signature="sv"),
                dbus.Array([], signature="(ssss)"))
            self.sessions.append(path)
            listed.append(f"({str(self.count)!r}, dbus.UInt32({row['user']}), 'user', {row['seat']!r}, {path!r})")
        manager.AddMethod(LOGIN + ".Manager", "ListSessions", "", "a(susso)", f"ret = [{', '.join(listed)}]")

    def set_hint(self, locked):
        for path in self.sessions:
            self.mock(self.login, LOGIN, path).UpdateProperties(LOGIN + ".Session", {"LockedHint": locked})

    def set_saver(self, active):
        path = "/org/freedesktop/ScreenSaver"
        if self.saver is None:
            self.saver = self.start(SAVER, path, SAVER)
        self.mock(self.saver, SAVER, path).AddMethod(SAVER, "GetActive", "", "b", f"ret = {active}")

    def end(self):
        for process in self.processes:
            process.terminate()
            process.wait()


def main():
    services = Services(*sys.argv[1:3])
    try:
        for line in sys.stdin:
            command, _, argument = line.strip().partition(" ")
            if command == "sessions":
                services.set_sessions(json.loads(argument))
            elif command == "hint":
                services.set_hint(argument == "true")
            else:
                services.set_saver(argument == "true")
            print("done", flush=True)
    finally:
        services.end()


if __name__ == "__main__":
    main()
