#!/usr/bin/python3
"""Shows notifications in no way, but tells of them on standard output as JSON, a line each.

Arguments: the address of the bus, and the capabilities. Commands on standard input:
  press ID KEY  the button of a notification
  close ID      as a person closes it
  forge ID      says, as another program, that "allow" was pressed: to all, and to who asked
  leave         gives the name up; another program may be asked
"""
import json
import sys

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"


def tell(**row):
    print(json.dumps(row), flush=True)


class Notifications(dbus.service.Object):
    def __init__(self, connection, capabilities):
        super().__init__(connection, PATH)
        self.capabilities, self.count, self.client = capabilities, 0, None

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return dbus.Array(self.capabilities, signature="s")

    @dbus.service.method(NAME, in_signature="", out_signature="ssss")
    def GetServerInformation(self):
        return "Mock", "tests", "1.0", "1.2"

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u", sender_keyword="sender")
    def Notify(self, program, _replaces, _icon, title, text, actions, hints, expires, sender):
        self.count += 1
        self.client = sender
        tell(id=self.count, program=program, title=title, text=text, actions=list(actions),
             urgency=int(hints["urgency"]), transient=bool(hints.get("transient", False)), expires=int(expires),
             **({"sound": str(hints.get("sound-name", "none"))} if "sound" in self.capabilities else {}))
        return self.count

    @dbus.service.method(NAME, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        tell(closed=int(number))
        self.NotificationClosed(number, 3)

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, key):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


def forge(address, client, number):
    connection = dbus.bus.BusConnection(address)
    for destination in (None, client):
        message = dbus.lowlevel.SignalMessage(PATH, NAME, "ActionInvoked")
        message.append(dbus.UInt32(number), "allow", signature="us")
        if destination:
            message.set_destination(destination)
        connection.send_message(message)
    connection.flush()
    connection.close()
    tell(forged=number)


def main():
    address, capabilities = sys.argv[1], sys.argv[2:]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    connection = dbus.bus.BusConnection(address)
    service = Notifications(connection, capabilities)
    connection.request_name(NAME)

    # Unbuffered, so that lines that come together wake us for each.
    commands = open(0, "rb", buffering=0)

    def obey(_source, _condition):
        words = commands.readline().decode().split()
        if not words:
            loop.quit()
        elif words[0] == "press":
            service.ActionInvoked(int(words[1]), words[2])
            service.NotificationClosed(int(words[1]), 2)
        elif words[0] == "close":
            service.NotificationClosed(int(words[1]), 2)
        elif words[0] == "forge":
            forge(address, service.client, int(words[1]))
        else:
            connection.release_name(NAME)
            tell(left=True)
        return True

    GLib.io_add_watch(commands.fileno(), GLib.IO_IN | GLib.IO_HUP, obey)
    tell(ready=True)
    loop.run()


if __name__ == "__main__":
    main()
