#!/usr/bin/python3
"""What peekaboo-portal says to the desktop portal for keys and pointer: the mock portal logs every event."""
import os
import signal
import stat
import subprocess
import time
import unittest

from portal_bench import KNOWN, PortalTest, wait_until
import awake

HAS_EIS = "libei.so" in subprocess.run(["ldd", os.environ["PEEKABOO_PORTAL"]], capture_output=True, text=True, check=True).stdout
SHIFT = 0xFFE1
LEFT = 0x110


class Hands(PortalTest):
    def hands(self, seconds=10):
        """A connection that acts."""
        link = self.send(seconds, do="hands")
        self.assertEqual(self.answer(link), {"state": "ready"})
        return link

    def answer(self, link):
        got = link.recv(4096)
        return dict(part.split("=", 1) for part in got.decode().split("\0") if part)

    def act(self, link, events, seconds=10, only="no"):
        deadline = time.monotonic_ns() + int(seconds * 1e9)
        link.send(f"do=act\0events={events}\0deadline={deadline}\0only={only}\0".encode())
        return self.answer(link)

    def allowed(self, behaviour="grant"):
        self.portal(behaviour)
        self.store(name="input")

    def heard(self, count):
        """The next lines of the portal."""
        return [self.mock.stdout.readline().strip() for _ in range(count)]

    def begun(self, link):
        """Reads over the beginning of the session."""
        self.assertEqual(self.heard(4), ["CreateSession", f"SelectDevices 3 2 {KNOWN}", "SelectSources 1 - 1 -", "Start"])
        return link

    def test_a_yes_is_stored_beside_that_for_screens(self):
        self.portal()
        self.assertEqual(self.ask(do="state", of="input"), {"state": "needs consent"})
        self.assertEqual(self.ask(do="ask", of="input"), {"state": "given"})
        self.assertRegex(self.stored("input"), r"^next-\d+$")
        self.assertEqual(stat.S_IMODE(os.stat(self.token_of("input")).st_mode), 0o600)
        self.assertEqual(os.listdir(os.path.dirname(self.token)), ["input.token"])
        said = self.said()
        # Keys and pointer, until revoked, on monitors; the session ends once it has its token.
        self.assertEqual(said, ["CreateSession", "SelectDevices 3 2 -", "SelectSources 1 - 1 -", "Start", "Session Close"])

    def test_each_reason_is_its_own(self):
        for behaviour, reason in (("deny", "denied"), ("refuse", "no pipewire"), ("crash", "portal crashed"),
                                  ("no_token", "not remembered"), ("garbage", "bad answer"), ("window", "not shared"),
                                  ("watch_only", "not allowed"), ("no_devices", "no remote desktop")):
            with self.subTest(behaviour=behaviour):
                self.portal(behaviour)
                self.assertEqual(self.ask(do="ask", of="input"), {"refused": reason})
                self.assertFalse(os.path.exists(self.token_of("input")))
                self.mock.kill()
                self.mock.wait()

    def test_events_arrive_as_they_were_sent(self):
        self.allowed()
        link = self.begun(self.hands())
        events = f"t0,0;m799,599;b{LEFT},1;b{LEFT},0;w0,-1;w1,1;k65,1;k65,0;"
        self.assertEqual(self.act(link, events), {"sent": "8"})
        self.assertEqual(self.heard(8), [
            "NotifyPointerMotion 0 0", "NotifyPointerMotionAbsolute 7 799 599", f"NotifyPointerButton {LEFT} 1",
            f"NotifyPointerButton {LEFT} 0", "NotifyPointerAxisDiscrete 0 -1", "NotifyPointerAxisDiscrete 1 1",
            "NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 65 0"])
        self.assertRegex(self.stored("input"), r"^next-\d+$")

    @unittest.skipUnless(HAS_EIS, "built without libei")
    def test_eis_that_is_of_no_use_is_done_without(self):
        """The portal takes no other calls in a session with EIS."""
        for behaviour in ("dead_eis", "deaf_eis"):
            with self.subTest(behaviour=behaviour):
                self.allowed(behaviour)
                link = self.hands()
                begun = ["CreateSession", f"SelectDevices 3 2 {KNOWN}", "SelectSources 1 - 1 -", "Start"]
                self.assertEqual(self.heard(6), begun + ["ConnectToEIS", "Session Close"])
                self.assertEqual(self.heard(4), [begun[0], "SelectDevices 3 2 next-4", *begun[2:]])
                self.assertEqual(self.act(link, "k65,1;k65,0;"), {"sent": "2"})
                self.assertEqual(self.heard(2), ["NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 65 0"])
                self.end_helper()
                self.mock.kill()
                self.mock.wait()

    def test_the_layout_is_unknown_without_eis(self):
        self.allowed()
        link = self.begun(self.hands())
        link.send(f"do=find\0events=k65,1;k66,1;\0deadline={time.monotonic_ns() + 10**10}\0".encode())
        self.assertEqual(self.answer(link), {"layout": "unknown"})
        self.assertEqual(self.act(link, "k65,1;k65,0;"), {"sent": "2"})
        self.assertEqual(self.heard(2), ["NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 65 0"])

    def test_nothing_is_sent_to_a_screen_that_is_not_shared(self):
        self.allowed()
        link = self.begun(self.hands())
        self.assertEqual(self.act(link, f"m10,10;m800,10;b{LEFT},1;"), {"sent": "1", "refused": "not shared"})
        self.assertEqual(self.act(link, "m11,10;"), {"sent": "1"})
        self.assertEqual(self.heard(2), ["NotifyPointerMotionAbsolute 7 10 10", "NotifyPointerMotionAbsolute 7 11 10"])

    def test_a_screen_that_is_nowhere_must_be_the_only_one(self):
        self.allowed("no_places")
        link = self.begun(self.hands())
        self.assertEqual(self.act(link, "m10,10;"), {"sent": "0", "refused": "places unknown"})
        self.assertEqual(self.act(link, "m10,10;", only="yes"), {"sent": "1"})
        self.assertEqual(self.heard(1), ["NotifyPointerMotionAbsolute 7 10 10"])
        self.mock.kill()
        self.mock.wait()
        self.allowed("two_no_places")
        link = self.hands()
        for only in ("yes", "no"):
            self.assertEqual(self.act(link, "m10,10;", only=only), {"sent": "0", "refused": "places unknown"})

    def test_who_goes_lets_go(self):
        self.allowed()
        link = self.begun(self.hands())
        self.assertEqual(self.act(link, f"k{SHIFT},1;b{LEFT},1;"), {"sent": "2"})
        link.close()
        self.assertEqual(self.heard(4), [f"NotifyKeyboardKeysym {SHIFT} 1", f"NotifyPointerButton {LEFT} 1",
                                         f"NotifyPointerButton {LEFT} 0", f"NotifyKeyboardKeysym {SHIFT} 0"])

    def test_each_lets_go_of_its_own(self):
        self.allowed()
        first = self.begun(self.hands())
        second = self.hands()
        self.assertEqual(self.act(first, "k65,1;"), {"sent": "1"})
        self.assertEqual(self.act(second, "k66,1;"), {"sent": "1"})
        first.close()
        self.assertEqual(self.heard(3), ["NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 66 1", "NotifyKeyboardKeysym 65 0"])
        self.assertEqual(self.act(second, "k66,0;"), {"sent": "1"})
        self.assertEqual(self.heard(1), ["NotifyKeyboardKeysym 66 0"])

    def test_a_person_who_stops_it_is_heard(self):
        self.allowed("stop")
        link = self.hands()
        self.assertEqual(self.act(link, "k65,1;k65,0;k66,1;k66,0;"), {"sent": "3", "refused": "session closed"})

    def test_what_is_held_when_the_session_ends_is_told_as_lost(self):
        self.allowed("stop")
        link = self.hands()
        self.assertEqual(self.act(link, "k65,1;k65,0;k66,1;"), {"sent": "3"})
        self.assertEqual(self.act(link, "k66,0;"), {"sent": "0", "refused": "session closed"})

    def test_a_portal_that_crashes_or_refuses(self):
        for behaviour, reason in (("crash_later", "portal crashed"), ("error", "refused")):
            with self.subTest(behaviour=behaviour):
                self.allowed(behaviour)
                link = self.hands()
                self.assertEqual(self.act(link, "k65,1;k65,0;k66,1;k66,0;"), {"sent": "2", "refused": reason})
                self.mock.kill()
                self.mock.wait()

    def test_a_deaf_portal_costs_no_more_than_the_deadline(self):
        self.allowed("deaf")
        link = self.hands()
        begun = awake.now()
        self.assertEqual(self.act(link, "k65,1;k65,0;k66,1;", seconds=1), {"sent": "2", "refused": "no answer"})
        self.assertLess(awake.now() - begun, 4)
        # What may have arrived comes up with the session.
        self.assertEqual(self.said()[-1], "Session Close")

    def test_it_lets_go_before_it_ends_the_session(self):
        """KDE's portal leaves down what was down when its session ends."""
        for what in ("forget", "signal"):
            with self.subTest(what=what):
                self.allowed()
                link = self.begun(self.hands())
                self.assertEqual(self.act(link, f"k{SHIFT},1;b{LEFT},1;k{SHIFT},0;"), {"sent": "3"})
                if what == "forget":
                    self.assertEqual(self.ask(do="forget", of="input"), {"state": "forgotten"})
                else:
                    os.kill(self.helpers()[0], signal.SIGTERM)
                    wait_until("its end", lambda: not self.helpers())
                self.assertEqual(self.heard(5)[3:], [f"NotifyPointerButton {LEFT} 0", "Session Close"])
                self.mock.kill()
                self.mock.wait()

    def test_a_killed_helper_is_noticed(self):
        self.allowed()
        link = self.begun(self.hands())
        self.assertEqual(self.act(link, "k65,1;"), {"sent": "1"})
        self.end_helper()
        self.assertEqual(link.recv(4096), b"")
        self.assertEqual(self.ask(do="state", of="input"), {"state": "consent revoked"})  # the next token is the mock's own

    def test_it_asks_nobody_for_an_act(self):
        self.portal("wait")
        self.assertEqual(self.ask(do="hands"), {"refused": "needs consent"})
        self.store("unknown-token", "input")
        self.assertEqual(self.ask(do="hands"), {"refused": "consent revoked"})
        self.assertEqual(self.said(), [])

    def test_a_dialog_in_place_of_a_session_is_closed_at_once(self):
        self.allowed("wait")
        begun = awake.now()
        self.assertEqual(self.ask(20, do="hands"), {"refused": "consent revoked"})
        self.assertLess(awake.now() - begun, 5)
        self.assertEqual(self.said()[-2:], ["Start.Request Close", "Session Close"])

    def test_a_portal_without_memory_gives_one_session(self):
        self.portal("forgetful")
        self.assertEqual(self.ask(do="hands"), {"refused": "needs consent"})
        self.assertEqual(self.ask(do="ask", of="input"), {"state": "given"})
        self.assertEqual(self.ask(do="state", of="input"), {"state": "given"})
        self.assertFalse(os.path.exists(self.token_of("input")))
        link = self.hands()
        self.assertEqual(self.heard(4), ["CreateSession", "SelectDevices 3 - -", "SelectSources 1 - 1 -", "Start"])
        self.assertEqual(self.act(link, "k65,1;k65,0;"), {"sent": "2"})
        self.assertEqual(self.heard(2), ["NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 65 0"])
        self.assertEqual(self.ask(do="forget", of="input"), {"state": "forgotten"})
        self.assertEqual(self.heard(1), ["Session Close"])
        self.assertEqual(self.act(link, "k65,1;"), {"refused": "needs consent", "sent": "0"})
        self.assertEqual(self.ask(do="state", of="input"), {"state": "needs consent"})

    def test_forgetting_one_keeps_the_other(self):
        self.portal()
        self.store()
        self.store(name="input")
        self.assertEqual(self.ask(do="forget", of="input"), {"state": "forgotten"})
        self.assertEqual(self.ask(do="state"), {"state": "given"})
        self.assertEqual(self.ask(do="state", of="input"), {"state": "needs consent"})

    def test_a_token_that_cannot_be_replaced_is_not_used(self):
        self.portal()
        self.store(name="input")
        os.remove(self.token_of("input"))
        os.rmdir(os.path.dirname(self.token))
        with open(os.path.dirname(self.token), "w", encoding="ascii"):
            pass
        self.assertEqual(self.ask(do="ask", of="input"), {"refused": "token not stored"})
        self.assertEqual(self.said(), [])

    def test_events_that_make_no_sense(self):
        self.allowed()
        link = self.begun(self.hands())
        for events in ("", "k65,1", "k0,1;", "k65,2;", f"b{LEFT - 1},1;", "m1;", "m1,2,3;", "m99999999,1;", "w2,1;", "w0,101;",
                       "x1,1;", "k+1,1;", "k 1,1;", "k1,1; ", "k1,1;" * 129, "t1,0;"):
            with self.subTest(events=events[:20]):
                self.assertEqual(self.act(link, events), {"refused": "bad request", "sent": "0"})
        self.assertEqual(self.act(link, "k65,1;" * 1 + "k65,0;"), {"sent": "2"})
        self.assertEqual(self.heard(2), ["NotifyKeyboardKeysym 65 1", "NotifyKeyboardKeysym 65 0"])

    def test_the_session_ends_when_nobody_acts(self):
        self.allowed()
        link = self.begun(self.hands())
        self.assertEqual(self.act(link, "k65,1;k65,0;"), {"sent": "2"})
        begun = awake.now()
        self.assertEqual(self.heard(3)[2:], ["Session Close"])
        self.assertLess(awake.now() - begun, 45)
        # The next act begins another one, by the next token.
        self.store(name="input")
        self.assertEqual(self.act(link, "k65,1;k65,0;"), {"sent": "2"})

    def test_no_more_than_sixteen_act(self):
        self.allowed()
        links = [self.hands() for _ in range(16)]
        self.assertEqual(self.ask(do="hands"), {"refused": "too many"})
        links.pop().close()
        wait_until("room for one more", lambda: self.ask(do="hands") == {"state": "ready"})

    def test_it_ends_with_the_session(self):
        self.allowed()
        self.begun(self.hands())
        self.daemon.kill()
        wait_until("its end", lambda: not self.helpers())


if __name__ == "__main__":
    unittest.main()
