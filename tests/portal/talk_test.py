#!/usr/bin/python3
"""What peekaboo-portal says to the desktop portal for pictures, and makes of its answers."""
import os
import re
import signal
import socket
import stat
import subprocess
import unittest

from portal_bench import HELPER, KNOWN, PortalTest, wait_until
import awake

PICTURE = {"do": "picture", "x": 0, "y": 0, "units_wide": 800, "units_high": 600, "width": 800, "height": 600, "only": "yes"}


class Talk(PortalTest):
    def test_a_yes_is_stored_for_this_user_alone(self):
        self.portal()
        self.assertEqual(self.ask(do="state"), {"state": "needs consent"})
        self.assertEqual(self.ask(do="ask"), {"state": "given"})
        self.assertRegex(self.stored(), r"^next-\d+$")
        self.assertEqual(stat.S_IMODE(os.stat(self.token).st_mode), 0o600)
        self.assertEqual(os.listdir(os.path.dirname(self.token)), ["screens.token"])
        said = self.said()
        # Monitors alone, until revoked, without cursor; the session ends once it has its token.
        self.assertIn("SelectSources 1 2 1 -", said)
        self.assertEqual(said[-1], "Session Close")

    def test_each_reason_is_its_own(self):
        for behaviour, reason in (("deny", "denied"), ("refuse", "no pipewire"), ("crash", "portal crashed"),
                                  ("no_token", "not remembered"), ("garbage", "bad answer"), ("window", "bad answer"),
                                  ("old", "portal too old"), ("no_screens", "no screen cast")):
            with self.subTest(behaviour=behaviour):
                self.portal(behaviour)
                self.assertEqual(self.ask(do="ask"), {"refused": reason})
                self.assertFalse(os.path.exists(self.token))
                self.mock.kill()
                self.mock.wait()

    def test_a_refusal_with_pipewire_is_the_portals(self):
        with open(os.path.join(self.folder, "pipewire-0"), "w", encoding="ascii"):
            pass
        self.portal("refuse")
        self.assertEqual(self.ask(do="ask"), {"refused": "refused"})

    def test_no_portal_and_no_bus(self):
        self.assertEqual(self.ask(do="state"), {"refused": "no portal"})
        self.assertEqual(self.ask(do="state", bus="unix:path=/nowhere/bus"), {"refused": "no bus"})
        self.assertEqual(self.ask(do="state", bus=""), {"refused": "no bus"})

    def test_nobody_is_sent_to_a_dialog_that_cannot_come(self):
        self.assertEqual(self.ask(**PICTURE), {"refused": "no portal"})
        self.portal("no_screens")
        self.assertEqual(self.ask(**PICTURE), {"refused": "no screen cast"})

    def test_a_dialog_that_nobody_answers_is_closed(self):
        self.portal("wait")
        begun = awake.now()
        self.assertEqual(self.ask(1, do="ask"), {"refused": "unanswered"})
        self.assertLess(awake.now() - begun, 5)
        self.assertEqual(self.said()[-2:], ["Start.Request Close", "Session Close"])

    def test_who_stops_waiting_has_the_dialog_closed(self):
        self.portal("wait")
        link = self.send(60, do="ask")
        self.assertEqual([self.mock.stdout.readline().split()[0] for _ in range(3)], ["CreateSession", "SelectSources", "Start"])
        self.assertEqual(self.ask(do="ask"), {"refused": "asked already"})
        link.close()
        self.assertEqual(self.mock.stdout.readline(), "Start.Request Close\n")

    def test_no_picture_asks_a_person(self):
        self.portal("wait")
        self.assertEqual(self.ask(**PICTURE), {"refused": "needs consent"})
        self.store("unknown-token")
        self.assertEqual(self.ask(**PICTURE), {"refused": "consent revoked"})
        self.assertEqual(self.said(), [])

    def test_a_dialog_in_place_of_a_picture_is_closed_at_once(self):
        self.portal("wait")
        self.store()
        begun = awake.now()
        self.assertEqual(self.ask(20, **PICTURE), {"refused": "consent revoked"})
        self.assertLess(awake.now() - begun, 5)
        said = self.said()
        self.assertIn(f"SelectSources 1 2 1 {KNOWN}", said)
        self.assertEqual(said[-2:], ["Start.Request Close", "Session Close"])

    def test_each_token_replaces_the_one_before(self):
        self.portal()
        self.store()
        self.assertEqual(self.ask(**PICTURE), {"refused": "no pipewire"})
        self.assertRegex(self.stored(), r"^next-\d+$")
        self.assertEqual(stat.S_IMODE(os.stat(self.token).st_mode), 0o600)

    def test_a_token_that_cannot_be_replaced_is_not_used(self):
        self.portal()
        self.store()
        os.remove(self.token)
        os.rmdir(os.path.dirname(self.token))
        with open(os.path.dirname(self.token), "w", encoding="ascii"):
            pass
        self.assertEqual(self.ask(do="ask"), {"refused": "token not stored"})
        self.assertEqual(self.said(), [])

    def test_a_stopped_portal_is_given_up_at_the_deadline(self):
        self.portal()
        self.store()
        os.kill(self.mock.pid, signal.SIGSTOP)
        begun = awake.now()
        self.assertEqual(self.ask(1, **PICTURE), {"refused": "no answer"})
        self.assertLess(awake.now() - begun, 3)
        os.kill(self.mock.pid, signal.SIGCONT)
        self.assertEqual(self.ask(do="state"), {"state": "given"})

    def test_a_portal_that_answers_no_request(self):
        self.portal("silent")
        self.store()
        self.assertEqual(self.ask(1, **PICTURE), {"refused": "no answer"})

    def test_forgetting(self):
        self.portal()
        self.store()
        self.assertEqual(self.ask(do="forget"), {"state": "forgotten"})
        self.assertFalse(os.path.exists(self.token))
        self.assertEqual(self.ask(do="forget"), {"state": "needs consent"})

    def test_requests_that_make_no_sense(self):
        self.portal()
        self.store()
        for fields in ({"do": "dance"}, {**PICTURE, "width": 0}, {**PICTURE, "width": 10**9}, {**PICTURE, "x": "left"},
                       {"do": "picture"}):
            with self.subTest(fields=fields):
                self.assertEqual(self.ask(**fields), {"refused": "bad request"})
        for packet in (b"", b"no sign\0", b"do=state", b"=\0" * 40, b"\xff" * 4000):
            with self.subTest(packet=packet[:10]):
                link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                self.addCleanup(link.close)
                link.connect(self.socket)
                link.send(packet)
                link.settimeout(30)
                self.assertEqual(link.recv(4096), b"")
        self.assertEqual(self.ask(do="state"), {"state": "given"})

    def test_there_is_one_however_many_start_it(self):
        self.portal()
        many = [subprocess.Popen([HELPER, self.socket], env=self.environment) for _ in range(8)]
        self.assertEqual([each.wait(30) for each in many], [0] * 8)
        self.assertEqual(len(self.helpers()), 1)
        self.assertEqual(stat.S_IMODE(os.stat(self.socket).st_mode), 0o600)
        os.kill(self.helpers()[0], signal.SIGKILL)
        wait_until("its end", lambda: not self.helpers())
        self.start_helper()  # although the socket of the other is still there
        self.assertEqual(self.ask(do="state"), {"state": "needs consent"})

    def test_it_ends_with_the_session(self):
        self.portal()
        self.ask(do="state")
        self.daemon.kill()
        wait_until("its end", lambda: not self.helpers())
        self.assertFalse(os.path.exists(self.socket))

    def test_tokens_that_are_none(self):
        self.portal()
        for text in ("", "two words", "x" * 600, "line\n"):
            with self.subTest(text=text[:10]):
                self.store(text)
                self.assertEqual(self.ask(do="state"), {"state": "needs consent"})
        os.remove(self.token)
        os.symlink("/etc/hostname", self.token)
        self.assertEqual(self.ask(do="state"), {"state": "needs consent"})

    def test_how_it_is_started_by_hand(self):
        said = subprocess.run([HELPER], capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 64)
        self.assertTrue(re.search("started by peekaboo", said.stderr))


if __name__ == "__main__":
    unittest.main()
