#!/usr/bin/python3
"""Notifications on dunst, seen by its own history and its windows."""
import json
import os
import signal
import subprocess
import unittest

from session_services import AT_ONCE, IN_TIME, ServicesTest, busctl, process
from support import text_of, wait_until

HOSTILE = "<b>&amp;</b> $(reboot) `id` %s \u202eright to left\u202c --help 'quoted' \"twice\""


def history():
    rows = json.loads(text_of("dunstctl", "history"))["data"][0]
    return {row["id"]["data"]: (row["summary"]["data"], row["body"]["data"]) for row in rows}


def displayed():
    return int(json.loads(text_of("dunstctl", "count", "displayed")))


def close_all():
    subprocess.run(["dunstctl", "close-all"], check=True, timeout=60)


class Notifications(ServicesTest):
    def setUp(self):
        super().setUp()
        close_all()
        wait_until("an empty screen", lambda: displayed() == 0)

    def shown(self, told):
        """What dunst shows of a notification, once it is closed and so in the history."""
        wait_until("it to be shown", lambda: displayed() == 1)
        close_all()
        number = told["facts"]["notification"]
        return wait_until("the history", lambda: history().get(number))

    def test_is_shown_as_it_was_given(self):
        told = self.does("send_notification", title="Backup", message="All files\nare copied.", subtitle="Tonight")
        self.assertIn("dunst", told["facts"]["service"])
        self.assertEqual(self.shown(told), ("Backup", "Tonight\nAll files\nare copied."))

    def test_nothing_in_it_is_markup_or_code(self):
        told = self.does("send_notification", title=HOSTILE, message=HOSTILE, subtitle="--subtitle")
        title, body = self.shown(told)
        for part in ("<b>", "$(reboot)", "`id`", "%s", "--help"):
            self.assertIn(part, title)
        self.assertIn("&lt;b&gt;&amp;amp;&lt;/b&gt;", body)
        self.assertTrue(body.startswith("--subtitle\n"))

    def test_undo_closes_it(self):
        told = self.does("send_notification", title="Tea", message="ready", sound=False)
        wait_until("it to be shown", lambda: displayed() == 1)
        self.undone(told)
        wait_until("it to be gone", lambda: displayed() == 0)
        self.refused("INVALID_ARGUMENT", "send_notification", title="x", message="y", close=told["facts"]["notification"])

    def test_others_notifications_are_not_closed(self):
        number = int(json.loads(busctl("call", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                                       "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "other", "0", "",
                                       "other", "text", "0", "0", "0"))["data"][0])
        wait_until("it to be shown", lambda: displayed() == 1)
        self.refused("INVALID_ARGUMENT", "send_notification", title="x", message="y", close=number)
        self.assertEqual(displayed(), 1)
        self.succeeds("do", "send_notification", "--title", "x", "--message", "y", "--close", str(number))
        wait_until("it to be gone", lambda: displayed() == 0)

    def test_a_sound_that_nobody_plays_is_told(self):
        told = self.does("send_notification", title="a", message="b", sound=True)
        self.assertIn("plays no sounds", told["facts"]["left out"])

    def test_bad_input_is_refused(self):
        for arguments in ({"title": "", "message": "a"}, {"message": "a"}, {"title": "a"}, {"title": 1, "message": "a"},
                          {"title": "a" * 251, "message": "b"}, {"title": "a", "message": "b" * 5001},
                          {"title": "a", "message": "b", "close": 0}):
            self.refused("INVALID_ARGUMENT", "send_notification", **arguments)
        self.assertEqual(displayed(), 0)

    def test_nobody_shows_any(self):
        lonely = self.open(DBUS_SESSION_BUS_ADDRESS=self.bare_bus())
        text = self.timed(AT_ONCE, self.refused, "PROVIDER_UNAVAILABLE", "send_notification", lonely, None,
                          title="a", message="b")
        self.assertIn("dunst", text)

    def test_a_stopped_service_holds_nobody_up(self):
        self.stopped(process("dunst -conf"))
        waiting = self.session.request("tools/call", name="send_notification", arguments={"title": "a", "message": "b"})
        self.timed(AT_ONCE, self.does, "get_display_info")
        self.assertEqual(waiting.result()["_meta"]["error_details"]["reason"], "does not answer")
        self.timed(IN_TIME, self.refused, "PROVIDER_UNAVAILABLE", "send_notification", None, "does not answer",
                   title="a", message="b")

    def test_z_a_killed_service_is_started_again_or_missed(self):
        """The last one. The bus may start another service, which shows the message under another number."""
        told = self.does("send_notification", title="a", message="b")
        os.kill(process("dunst -conf"), signal.SIGKILL)
        closing = self.answer("send_notification", title="a", message="b", close=told["facts"]["notification"])
        self.assertTrue(closing.get("isError"), closing)
        after = self.answer("send_notification", title="c", message="d")
        if after.get("isError"):
            self.assertEqual(after["_meta"]["backend_error_code"], "PROVIDER_UNAVAILABLE", after["content"])


if __name__ == "__main__":
    unittest.main()
