#!/usr/bin/python3
"""Stop, rate, lock, audit log and the places of files, by the finished program on a real desktop.

logind and the screen saver are python-dbusmock's, on buses of their own.
"""
import glob
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

from support import HERE, PEEKABOO, DesktopTest, read_picture, see_screen, wait_until

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

SERVICES = os.path.join(HERE, "..", "unit", "native", "dbus", "mock_services.py")


class Safeguards(DesktopTest):
    """Servers with a policy file and runtime and state folders of their own."""

    def setUp(self):
        super().setUp()
        self.own = tempfile.mkdtemp(prefix="safeguards.", dir=os.environ["RIG"])
        # Screens without a path are kept in the temporary folder.
        temporary = os.path.join(self.own, "temporary")
        os.mkdir(temporary)
        self.environment = dict(os.environ, TMPDIR=temporary, DBUS_SESSION_BUS_ADDRESS="", DBUS_SYSTEM_BUS_ADDRESS="",
                                **{f"XDG_{name}": os.path.join(self.own, folder) for name, folder in (
                                    ("CONFIG_HOME", "config"), ("STATE_HOME", "state"))},
                                PEEKABOO_RUNTIME_DIR=os.path.join(self.own, "run"))

    def policy(self, **policy):
        folder = os.path.join(self.own, "config", "peekaboo")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "policy.json.new"), "w", encoding="utf-8") as file:
            json.dump(policy, file)
        os.replace(file.name, os.path.join(folder, "policy.json"))

    def serve(self, **variables):
        client = Client(PEEKABOO, dict(self.environment, **variables))
        self.addCleanup(client.end)
        return client

    def image(self, client, **arguments):
        """The result of one capture of the screen, small, in the answer."""
        return client.tool("image", app_target="screen:0", max_width=64, format="data", **arguments).result()

    @staticmethod
    def read(client, uri):
        """The whole answer to a reading of a resource."""
        call = client.request("resources/read", uri=uri)
        call.done.wait(60)
        return call.answer

    def reason(self, result):
        """The code and details.reason of a failure; "" of a success."""
        if not result.get("isError"):
            return ""
        meta = result["_meta"]
        return (meta["backend_error_code"] + " " + meta.get("error_details", {}).get("reason", "")).strip()

    def shell(self, *words):
        return subprocess.run([PEEKABOO, *words], env=self.environment, capture_output=True, text=True, timeout=60,
                              check=False)

    def log(self):
        with open(os.path.join(self.own, "state", "peekaboo", "audit.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]


class Stop(Safeguards):
    def test_every_process_is_stopped_and_goes_on(self):
        clients = [self.serve(), self.serve()]
        for client in clients:
            self.assertEqual(self.reason(self.image(client)), "")
        self.assertEqual(self.shell("stop").returncode, 0)
        for client in clients:
            self.assertEqual(self.reason(self.image(client)), "POLICY_DENIED stopped")
            self.assertEqual(self.reason(client.tool("list", item_type="running_applications").result()),
                             "POLICY_DENIED stopped")
        self.assertEqual(self.shell("image", "--mode", "screen", "--path", self.folder + "/").returncode, 27)
        self.assertIn("❌ captures: stopped", str(clients[0].tool("list", item_type="server_status").result()))
        self.assertEqual(self.shell("resume").returncode, 0)
        for client in clients:
            self.assertEqual(self.reason(self.image(client)), "")


class Rate(Safeguards):
    def test_servers_of_one_process_share_a_limit(self):
        self.policy(maxCapturesPerMinute=5)
        clients = [self.serve(), self.serve()]
        outcomes = [self.image(clients[i % 2]) for i in range(8)]
        self.assertEqual([self.reason(each) for each in outcomes], [""] * 5 + ["RATE_LIMIT_EXCEEDED"] * 3)
        wait = outcomes[-1]["_meta"]["error_details"]["retry_after"]
        self.assertTrue(1 <= wait <= 60, wait)
        # Another peer: the user, at the command line.
        self.assertEqual(self.shell("image", "--mode", "screen", "--path", self.folder + "/").returncode, 0)
        counts = os.path.join(self.own, "run", "captures")
        self.assertEqual(stat.S_IMODE(os.stat(counts).st_mode), 0o600)

    def test_a_call_counts_once_whatever_it_captures(self):
        self.policy(maxCapturesPerMinute=1)
        script = os.path.join(self.own, "many.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write('local screen = require "screen"\nfor _ = 1, 5 do screen.capture "desktop" end\n')
        self.assertEqual(self.shell("run", script).returncode, 0)
        again = self.shell("run", script)
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("RATE_LIMIT_EXCEEDED", again.stderr)


class Audit(Safeguards):
    def test_entries_of_captures_and_files(self):
        self.policy(enableAuditLog=True)
        client = self.serve()
        path = os.path.join(self.folder, "a.png")
        self.assertEqual(self.reason(self.image(client, path=path)), "")
        self.assertEqual(self.reason(self.image(client, path="/etc/a.png")), "")
        self.shell("stop")
        self.assertEqual(self.reason(self.image(client)), "POLICY_DENIED stopped")
        rows = self.log()
        self.assertEqual([(row["operation"], row["result"]) for row in rows],
                         [("capture", "success"), ("save", "success"), ("capture", "success"),
                          ("capture", "POLICY_DENIED")])
        self.assertEqual(rows[1]["file"], path)
        self.assertEqual((rows[0]["caller"]["kind"], rows[0]["client"]), ("mcp", "faults"))
        self.assertEqual(rows[0]["counts"], {"excluded_windows": 0})
        self.policy(enableAuditLog=True, blockedWindowPatterns=["Hidden"])
        self.shell("resume")
        self.painter("--title", "Hidden", "--geometry", "100x80+10+10")
        self.assertEqual(self.reason(self.image(client)), "")
        captures = [row for row in self.log() if row["operation"] == "capture"]
        self.assertEqual(captures[-1]["counts"], {"excluded_windows": 1})
        self.assertEqual(self.shell("audit", "verify").returncode, 0)
        self.assertIn("mcp faults", self.shell("audit").stdout)

    def test_an_edited_line_is_named(self):
        self.policy(enableAuditLog=True)
        client = self.serve()
        for _ in range(3):
            self.image(client)
        path = os.path.join(self.own, "state", "peekaboo", "audit.jsonl")
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
        lines[1] = lines[1].replace("success", "SUCCESS")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
        verified = self.shell("audit", "verify")
        self.assertEqual(verified.returncode, 17)
        self.assertIn(f"line 2 of {path} was changed", verified.stderr)

    def test_without_the_log_there_is_no_picture(self):
        self.policy(enableAuditLog=True)
        client = self.serve()
        state = os.path.join(self.own, "state")
        with open(state, "w", encoding="utf-8"):
            pass
        result = self.image(client)
        self.assertEqual(self.reason(result), "FILE_IO_ERROR audit log")
        self.assertNotIn("image", [part["type"] for part in result["content"]])

    def test_without_a_policy_file_nothing_is_logged(self):
        self.assertEqual(self.reason(self.image(self.serve())), "")
        self.assertFalse(os.path.exists(os.path.join(self.own, "state", "peekaboo")))


class Lock(Safeguards):
    def setUp(self):
        super().setUp()
        self.buses = [self.bus() for _ in range(2)]
        self.services = subprocess.Popen([sys.executable, SERVICES, *self.buses], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.services.communicate)
        self.environment.update(DBUS_SYSTEM_BUS_ADDRESS=self.buses[0], DBUS_SESSION_BUS_ADDRESS=self.buses[1])

    def bus(self):
        daemon = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(daemon.communicate)
        self.addCleanup(daemon.terminate)
        return daemon.stdout.readline().strip()

    def tell(self, command):
        self.services.stdin.write(command + "\n")
        self.services.stdin.flush()
        self.assertEqual(self.services.stdout.readline(), "done\n")

    def session(self, display):
        self.tell("sessions " + json.dumps([{"display": display, "seat": "seat0", "class": "user",
                                             "user": os.getuid()}]))

    def test_a_locked_session_is_not_shown(self):
        self.session(os.environ["DISPLAY"])
        client = self.serve()
        self.assertEqual(self.reason(self.image(client)), "")
        self.tell("hint true")
        self.assertEqual(self.reason(self.image(client)), "POLICY_DENIED locked")
        self.assertIn("❌ session: locked (logind", str(client.tool("list", item_type="server_status").result()))
        self.tell("hint false")
        self.assertEqual(self.reason(self.image(client)), "")
        self.tell("saver true")
        self.assertEqual(self.reason(self.image(client)), "POLICY_DENIED locked")
        self.assertEqual(self.shell("image", "--mode", "screen", "--path", self.folder + "/").returncode, 27)
        self.policy(whenLocked="allow")
        wait_until("the policy to be read", lambda: self.reason(self.image(client)) == "")

    def test_nothing_kept_is_given_while_it_is_locked(self):
        self.session(os.environ["DISPLAY"])
        client = self.serve()
        kept = self.image(client)["capture_id"]
        self.assertTrue(self.image(client, since=kept).get("unchanged"))
        self.tell("hint true")
        self.assertTrue("error" in self.read(client, kept))
        self.assertEqual(self.reason(self.image(client, since=kept)), "POLICY_DENIED locked")
        self.tell("hint false")
        self.assertTrue("error" in self.read(client, kept), "it went with the lock")
        self.assertNotIn("unchanged", self.image(client, since=kept))

    def test_the_session_of_another_display_says_nothing(self):
        self.session(":4711")
        self.tell("hint true")
        self.tell("saver true")
        self.assertEqual(self.reason(self.image(self.serve())), "")


class Locker(Safeguards):
    """A locker of which no service knows: its window."""

    def setUp(self):
        super().setUp()
        self.client = self.serve()
        self.kept = self.image(self.client)["capture_id"]
        self.painter("--title", "Behind", "--geometry", "200x150+40+40")
        self.locker = subprocess.Popen(["i3lock", "--nofork", "--color=112233"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.unlock)
        wait_until("the locker", lambda: see_screen().at(100, 100) == (0x11, 0x22, 0x33))

    def unlock(self):
        self.locker.kill()
        self.locker.wait()
        wait_until("the desktop", lambda: see_screen().at(100, 100) != (0x11, 0x22, 0x33))

    def test_nothing_is_shown_until_it_ends(self):
        for arguments in ({}, {"app_target": "Painter"}, {"since": self.kept}):
            result = self.client.tool("image", **{"app_target": "screen:0", "max_width": 64, "format": "data", **arguments}).result()
            self.assertEqual(self.reason(result), "POLICY_DENIED locked", arguments)
        self.assertTrue("error" in self.read(self.client, self.kept))
        self.assertEqual(self.shell("image", "--app", "Painter", "--path", self.folder + "/").returncode, 27)
        self.unlock()
        self.assertEqual(self.reason(self.image(self.client)), "")

    def test_other_exclusions_have_no_say(self):
        self.policy(builtInExclusions=False)
        wait_until("the policy to be read", lambda: self.reason(self.image(self.client)) == "POLICY_DENIED locked")

    def test_a_policy_may_allow_it(self):
        self.policy(whenLocked="allow")
        path = os.path.join(self.folder, "a.png")
        self.assertEqual(self.shell("image", "--mode", "screen", "--screen-index", "0", "--path", path).returncode, 0)
        picture = read_picture(path)
        self.assertEqual(picture.rgb, bytes((0x60, 0x60, 0x60)) * (picture.width * picture.height), "the locker is excluded")


class Places(Safeguards):
    def test_files_of_clients_go_where_they_may(self):
        client = self.serve()
        good = os.path.join(self.folder, "new", "folder", "a.png")
        result = self.image(client, path=good)
        self.assertEqual(self.reason(result), "")
        self.assertEqual([row["path"] for row in result["saved_files"]], [good])
        self.assertEqual(stat.S_IMODE(os.stat(good).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(good)).st_mode), 0o700)
        os.symlink("/etc", os.path.join(self.folder, "link"))
        before = set(glob.glob("/etc/*.png"))
        for path in ("/etc/a.png", self.folder + "/link/a.png", self.folder + "/../../../../etc/a.png",
                     "/proc/self/root/etc/a.png", "/proc/self/cwd/a.png", "~/.config/a.png"):
            with self.subTest(path):
                refused = client.tool("image", app_target="screen:0", path=path).result()
                self.assertEqual(self.reason(refused), "INVALID_PATH outside")
                inline = self.image(client, path=path)
                self.assertEqual(self.reason(inline), "")
                self.assertEqual(inline["saved_files"], [])
                self.assertIn("Peekaboo Warning: path ", str(inline["content"]))
        self.assertEqual(set(glob.glob("/etc/*.png")), before)

    def test_a_policy_file_says_where(self):
        inside, secret = os.path.join(self.folder, "in"), os.path.join(self.folder, "in", "secret")
        self.policy(allowedDirectories=[inside], restrictedPaths=[secret])
        client = self.serve()
        self.assertEqual(self.reason(self.image(client, path=inside + "/a.png")), "")
        for path, outcome in ((self.folder + "/a.png", "INVALID_PATH outside"),
                              (secret + "/a.png", "POLICY_DENIED restricted path")):
            refused = client.tool("image", app_target="screen:0", path=path).result()
            self.assertEqual(self.reason(refused), outcome)
        self.assertEqual(os.listdir(inside), ["a.png"])
        # What is judged, written and reported is one path, whatever leads back and through links.
        os.makedirs(os.path.join(inside, "deep", "shots"))
        os.symlink(os.path.join(inside, "deep", "shots"), os.path.join(self.folder, "link"))
        for path, real in ((inside + "/deep/../b.png", "/b.png"), (inside + "/none/../c.png", "/c.png"),
                           (self.folder + "/link/../d.png", "/deep/d.png"), (self.folder + "/in/deep/./../in/../e.png", "/e.png")):
            with self.subTest(path):
                self.assertEqual([row["path"] for row in self.image(client, path=path)["saved_files"]], [inside + real])
                self.assertTrue(os.path.getsize(inside + real) > 0)
                told = self.shell("policy", "explain", path, "--json-output")
                self.assertEqual(json.loads(told.stdout)["data"]["allowed"], True, told.stdout)
        for path, outcome in ((inside + "/../a.png", "INVALID_PATH outside"),
                              (self.folder + "/link/../../../a.png", "INVALID_PATH outside"),
                              (inside + "/deep/../secret/a.png", "POLICY_DENIED restricted path")):
            with self.subTest(path):
                refused = client.tool("image", app_target="screen:0", path=path).result()
                self.assertEqual(self.reason(refused), outcome)
                told = self.shell("policy", "explain", path, "--json-output")
                self.assertEqual(json.loads(told.stdout)["data"]["allowed"], False, told.stdout)
        # The person at the command line is not bound.
        self.assertEqual(self.shell("image", "--mode", "screen", "--path", self.folder + "/b.png").returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
