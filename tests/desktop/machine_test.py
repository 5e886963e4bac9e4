#!/usr/bin/python3
"""What the machine is, its battery and its displays, held against /proc, upower and xrandr."""
import json
import os
import re
import signal
import unittest

from session_services import AT_ONCE, IN_TIME, ServicesTest, busctl, process
from support import text_of, wait_until

BATTERY = "/org/freedesktop/UPower/devices/mock_BAT"


def pretty_name():
    with open("/etc/os-release", encoding="utf-8") as file:
        return re.search(r'^PRETTY_NAME="?([^"\n]*)', file.read(), re.M).group(1)


def gigabytes():
    with open("/proc/meminfo", encoding="utf-8") as file:
        return int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) / 2**20


class Machine(ServicesTest):
    def test_says_what_it_is(self):
        told = self.does("get_system_info")
        self.assertEqual(told["macOSVersion"], pretty_name())
        self.assertEqual(told["osVersion"], pretty_name())
        self.assertAlmostEqual(float(told["totalMemory"].split()[0]), gigabytes(), delta=0.1)
        self.assertIn(f"({os.cpu_count()})", told["processorInfo"])
        self.assertTrue(told["hardwareModel"])

    def test_displays_are_those_of_the_server(self):
        rows = self.does("get_display_info")
        listed = re.findall(r"^ \d+: \+?(\*?)\S+ (\d+)/\d+x(\d+)/\d+\+(\d+)\+(\d+)", text_of("xrandr", "--listmonitors"), re.M)
        self.assertEqual(len(rows), len(listed))
        seen = {(row["resolution"]["width"], row["resolution"]["height"], row["position"]["x"], row["position"]["y"])
                for row in rows}
        self.assertEqual(seen, {tuple(map(int, row[1:])) for row in listed})
        self.assertEqual([row["isMain"] for row in rows].count(True), 1)


@unittest.skipUnless(os.environ.get("BATTERY") == "mock", "the desktop has no battery of a mock")
class Battery(ServicesTest):
    def change(self, **properties):
        words = [word for name, (kind, value) in properties.items() for word in (name, kind, str(value))]
        busctl("call", "org.freedesktop.UPower", BATTERY, "org.freedesktop.DBus.Mock", "UpdateProperties", "sa{sv}",
               "org.freedesktop.UPower.Device", str(len(properties)), *words, bus="--system")

    def test_is_that_of_upower(self):
        told = self.does("get_battery_status")
        self.assertEqual((told["percentage"], told["isCharging"], told["isDesktop"]), (72, False, False))
        self.change(Percentage=("d", 12.5), State=("u", 1))
        told = self.does("get_battery_status")
        self.assertEqual((told["percentage"], told["isCharging"], told["state"]), (12.5, True, "charging"))
        self.change(Percentage=("d", 72), State=("u", 2))

    def test_files_of_the_kernel_are_read_without_a_service(self):
        folder = os.path.join(self.folder, "BAT0")
        os.makedirs(folder)
        for name, text in {"type": "Battery", "capacity": "64", "status": "Discharging"}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text + "\n")
        bare = self.open(DBUS_SYSTEM_BUS_ADDRESS=self.bare_bus(), PEEKABOO_POWER_SUPPLIES=self.folder)
        told = self.timed(AT_ONCE, self.does, "get_battery_status", bare)
        self.assertEqual(told, {"percentage": 64, "isCharging": False, "isDesktop": False, "state": "discharging"})
        absent = self.open(DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nonexistent", PEEKABOO_POWER_SUPPLIES=self.temporary)
        self.assertEqual(self.does("get_battery_status", absent),
                         {"percentage": 100, "isCharging": False, "isDesktop": True})

    def test_a_stopped_service_holds_nobody_up(self):
        session = self.open(PEEKABOO_POWER_SUPPLIES=self.temporary)
        self.stopped(process("dbusmock --system --template upower"))
        waiting = session.request("tools/call", name="get_battery_status", arguments={})
        self.timed(AT_ONCE, self.does, "get_display_info", session)
        self.assertEqual(waiting.result()["_meta"]["error_details"]["reason"], "does not answer")
        self.timed(IN_TIME, self.refused, "PROVIDER_UNAVAILABLE", "get_battery_status", session, "does not answer")

    def test_z_a_killed_service_leaves_the_kernel(self):
        """The last one: this desktop has no UPower afterwards."""
        session = self.open(PEEKABOO_POWER_SUPPLIES=self.temporary)
        os.kill(process("dbusmock --system --template upower"), signal.SIGKILL)
        wait_until("its end", lambda: "org.freedesktop.UPower" not in busctl("list", "--acquired", bus="--system"))
        self.assertTrue(self.does("get_battery_status", session)["isDesktop"])


@unittest.skipUnless(os.environ.get("BATTERY") == "real", "the desktop has no UPower")
class RealUPower(ServicesTest):
    def test_says_that_there_is_no_battery(self):
        devices = json.loads(busctl("call", "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower",
                                    "EnumerateDevices", bus="--system"))["data"][0]
        if any("battery" in path for path in devices):
            self.assertFalse(self.does("get_battery_status")["isDesktop"])
        else:
            self.assertEqual(self.does("get_battery_status"), {"percentage": 100, "isCharging": False, "isDesktop": True})


if __name__ == "__main__":
    unittest.main()
