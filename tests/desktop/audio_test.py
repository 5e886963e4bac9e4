#!/usr/bin/python3
"""The tools of sound on a real sound server, PulseAudio or PipeWire; pactl sees what they do."""
import os
import re
import signal
import subprocess
import unittest

from session_services import AT_ONCE, IN_TIME, ServicesTest, process, processes
from support import text_of, wait_until

SERVER = os.environ["SOUND_SERVER"]
START = {"pulseaudio": ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "-F",
                        os.path.join(os.environ["RIG"], "default.pa")],
         "pipewire-pulse": ["pipewire-pulse"]}


def volume():
    return int(re.search(r"(\d+)%", text_of("pactl", "get-sink-volume", "@DEFAULT_SINK@")).group(1))


def muted():
    return "yes" in text_of("pactl", "get-sink-mute", "@DEFAULT_SINK@")


def set_by_others(*words):
    text_of("pactl", *words)


class Audio(ServicesTest):
    def setUp(self):
        super().setUp()
        set_by_others("set-sink-volume", "rig_sink", "100%")
        set_by_others("set-sink-mute", "rig_sink", "0")

    def test_volume_is_set_read_and_undone(self):
        set_by_others("set-sink-volume", "rig_sink", "64%")
        told = self.does("set_volume", value=33)
        self.assertAlmostEqual(volume(), 33, delta=1)
        self.assertAlmostEqual(self.does("get_volume"), 33, delta=1)
        self.assertTrue(told["success"])
        self.assertIn("Rig-Speakers", told["facts"]["output"])
        self.undone(told)
        self.assertAlmostEqual(volume(), 64, delta=1)

    def test_every_number_is_read_back(self):
        for value in (0, 1, 50, 99.5, 100):
            self.does("set_volume", value=value)
            self.assertAlmostEqual(volume(), value, delta=1)
            self.assertAlmostEqual(self.does("get_volume"), value, delta=1)

    def test_mute_is_set_read_and_undone(self):
        told = self.does("set_mute", muted=True)
        self.assertTrue(muted() and self.does("get_mute_status"))
        self.undone(told)
        self.assertFalse(muted() or self.does("get_mute_status"))

    def test_what_others_do_meanwhile_is_read(self):
        self.does("set_volume", value=20)
        set_by_others("set-sink-volume", "rig_sink", "77%")
        wait_until("the volume of others", lambda: abs(self.does("get_volume") - 77) <= 1)
        set_by_others("set-sink-volume", "rig_sink", "140%")
        wait_until("no more than the document knows", lambda: self.does("get_volume") == 100)

    def test_the_balance_is_kept(self):
        set_by_others("set-sink-volume", "rig_sink", "80%", "40%")
        for value in (50, 0, 60):
            self.does("set_volume", value=value)
        told = text_of("pactl", "get-sink-volume", "rig_sink")
        self.assertIn("balance -0.50", told)

    def test_bad_input_is_refused(self):
        for value in (-1, 100.5, "loud", None, 1e300):
            self.refused("INVALID_ARGUMENT", "set_volume", value=value)
        for value in ("yes", 1, None):
            self.refused("INVALID_ARGUMENT", "set_mute", muted=value)
        self.assertEqual(volume(), 100)

    def test_nobody_answers(self):
        lonely = self.open(PULSE_SERVER="unix:/nonexistent/native")
        for tool, arguments in (("get_volume", {}), ("get_mute_status", {}), ("set_volume", {"value": 1}),
                                ("set_mute", {"muted": True})):
            text = self.timed(AT_ONCE, self.refused, "PROVIDER_UNAVAILABLE", tool, lonely, "not running", **arguments)
            self.assertIn("sound server", text)
        self.assertEqual(volume(), 100)

    def test_the_command_line_does_the_same(self):
        self.succeeds("do", "set_volume", "--value", "42")
        self.assertAlmostEqual(volume(), 42, delta=1)
        self.succeeds("do", "set_mute", "--muted", "true")
        self.assertTrue(muted())
        told = self.succeeds("do", "set_mute", "--muted", "false")
        self.assertEqual(told["undo"], {"tool": "set_mute", "arguments": {"muted": True}})
        self.assertEqual(self.succeeds("do", "get_volume"), 42)


    def test_a_stopped_server_holds_nobody_up(self):
        self.does("get_volume")
        self.stopped(process(SERVER))
        waiting = self.session.request("tools/call", name="set_volume", arguments={"value": 5})
        self.timed(AT_ONCE, self.does, "get_display_info")
        self.assertEqual(waiting.result()["_meta"]["error_details"]["reason"], "does not answer")
        self.timed(IN_TIME, self.refused, "PROVIDER_UNAVAILABLE", "get_volume", None, "does not answer")

    def test_z_a_killed_server_is_missed_and_a_new_one_found(self):
        """The last one: this desktop has no sound server afterwards but the new one."""
        self.does("get_volume")
        for pid in processes(SERVER):
            os.kill(pid, signal.SIGKILL)
        wait_until("its end", lambda: not processes(SERVER))
        self.refused("PROVIDER_UNAVAILABLE", "get_volume", None, "not running")
        again = subprocess.Popen(START[SERVER], stderr=subprocess.DEVNULL)
        self.addCleanup(again.wait)
        self.addCleanup(again.kill)
        if SERVER == "pipewire-pulse":  # which remembers no outputs
            wait_until("the new server's output", lambda: subprocess.run(
                ["pactl", "load-module", "module-null-sink", "sink_name=rig_sink"], capture_output=True).returncode == 0)
        wait_until("the new server", lambda: "result" in str(self.answer("get_volume").get("structuredContent")))
        self.does("set_volume", value=21)
        self.assertAlmostEqual(volume(), 21, delta=1)


if __name__ == "__main__":
    unittest.main()
