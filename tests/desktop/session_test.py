#!/usr/bin/python3
"""Finding the user's display with a bare environment, and saying what is wrong when there is none to be had."""
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from support import PEEKABOO, DesktopTest, Result, settled, see_screen, text_of, wait_until

BARE = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")


def bare(**extra):
    return {**{name: os.environ[name] for name in BARE}, **extra}


class BareEnvironment(DesktopTest):
    def test_finds_the_display_and_its_authority(self):
        self.terminal("Notes", "Hello")
        expected = settled(see_screen)
        self.same(self.capture("--mode", "screen", "--screen-index", "0", environment=bare()), expected)

    def test_says_which_display_was_chosen_and_why(self):
        self.terminal("Notes", "Hello")
        result = self.peekaboo("doctor", environment=bare())
        self.assertEqual(result.status, 0, str(result))
        self.assertIn(os.environ["DISPLAY"], result.stdout.decode())

    def test_lists_applications(self):
        process, _ = self.terminal("Notes", "Hello")
        apps = self.succeeds("list", "apps", environment=bare())["applications"]
        self.assertEqual([app["pid"] for app in apps], [process.pid])

    def test_an_explicit_display_wins(self):
        error = self.fails("DISPLAY_UNAVAILABLE", 13, "list", "apps", environment=bare(DISPLAY=":987"))
        self.assertIn(":987", error["message"])


class Guess(DesktopTest):
    """Which of several displays of one user is meant, when nothing says so."""

    def background(self, *command, environment=None):
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, cwd=self.folder, start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(os.killpg, process.pid, signal.SIGTERM)  # xvfb-run leaves its server behind
        return process

    def private_display(self):
        """A display of --virtual, whose processes are the newest."""
        marker = os.path.join(self.folder, "up")
        script = os.path.join(self.folder, "stay.lua")
        with open(script, "w", encoding="utf-8") as stream:
            stream.write(f'local fs, task = require "fs", require "task"\nfs.write("{marker}", "up")\ntask.sleep(1000)\n')
        self.background(PEEKABOO, "--virtual", "320x240", "--open", "xterm", "run", script, environment=bare())
        wait_until("the private display", lambda: os.path.exists(marker))

    def errand_display(self):
        """A display of xvfb-run with a program on it; its name."""
        name = os.path.join(self.folder, "errand")
        self.background("xvfb-run", "-a", "sh", "-c", f'echo "$DISPLAY" >{name}.new; mv {name}.new {name}; exec sleep 1000',
                        environment=bare())
        wait_until("the display of xvfb-run", lambda: os.path.exists(name))
        with open(name, encoding="ascii") as stream:
            return stream.read().strip()

    def alone(self, *command):
        """The result of a command that has no ancestor with a DISPLAY, as a service has none."""
        folder = tempfile.mkdtemp(dir=self.folder)
        script = """(while kill -0 $$ 2>/dev/null; do sleep 0.01; done; "$@" >out 2>err; echo $? >new; mv new status) &"""
        subprocess.run(["sh", "-c", script, "-", *command], env=bare(TMPDIR=self.temporary), stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=True)
        wait_until("the command to end", lambda: os.path.exists(os.path.join(folder, "status")))
        said = {}
        for name in ("out", "err", "status"):
            with open(os.path.join(folder, name), "rb") as stream:
                said[name] = stream.read()
        return Result(subprocess.CompletedProcess(command, int(said["status"]), said["out"], said["err"]))

    def desktop(self):
        result = self.alone(PEEKABOO, "doctor", "--json-output")
        self.assertEqual(result.status, 0, str(result))
        return result.json["data"]["desktop"]["description"]

    def test_a_private_display_is_no_candidate(self):
        self.private_display()
        said = self.desktop()
        self.assertRegex(said, f"^{os.environ['DISPLAY']}, guessed: ")
        self.assertNotIn("others", said)

    def test_the_display_of_one_command_comes_last_and_is_named(self):
        self.terminal("Notes", "Hello")
        errand = self.errand_display()
        self.assertRegex(self.desktop(), f"^{os.environ['DISPLAY']}, guessed: .*; others: {errand}$")
        note = f"display {os.environ['DISPLAY']} is a guess.*{errand}.*set DISPLAY"
        listed = self.alone(PEEKABOO, "list", "apps", "--json-output")
        self.assertRegex(listed.json["messages"][0], note)
        self.assertRegex(self.alone(PEEKABOO, "list", "apps").stdout.decode(), note)
        taken = self.alone(PEEKABOO, "image", "--path", os.path.join(self.folder, "shot.png"))
        self.assertRegex(taken.stdout.decode(), note)
        self.assertEqual(self.peekaboo("list", "apps", "--json-output").json["messages"], [], "DISPLAY is set")

    def test_the_session_on_the_seat_comes_first(self):
        """logind's files, as systemd-logind writes them; libsystemd reads them."""
        errand = self.errand_display()
        me = os.getuid()
        script = f"""
            mount -t tmpfs none /run && mkdir -p /run/systemd/sessions /run/systemd/users /run/systemd/seats || exit 1
            cat >/run/systemd/users/{me} <<END
NAME=me
STATE=active
DISPLAY=7
SESSIONS=7
ONLINE_SESSIONS=7
ACTIVE_SESSIONS=7
END
            cat >/run/systemd/sessions/7 <<END
UID={me}
USER=me
ACTIVE=1
STATE=active
CLASS=user
TYPE=x11
SEAT=seat0
DISPLAY={errand}
END
            exec "$0" doctor --json-output"""
        hide = ["unshare", "--mount"]
        if me != 0:
            hide += ["--user", "--map-current-user", "--keep-caps"]
        result = self.alone(*hide, "sh", "-c", script, PEEKABOO)
        self.assertEqual(result.status, 0, str(result))
        self.assertRegex(result.json["data"]["desktop"]["description"], f"^{errand}, guessed: of session 7 on seat0")


class Untrusted(DesktopTest):
    """A connection as `ssh -X` makes it: the server shows it windows and no pixels."""

    def setUp(self):
        super().setUp()
        self.authority = os.path.join(self.folder, "untrusted")
        subprocess.run(["xauth", "-q", "-f", self.authority, "generate", os.environ["DISPLAY"], ".", "untrusted", "timeout",
                        "0"], check=True, stderr=subprocess.DEVNULL)

    def test_captures_are_refused_with_a_remedy(self):
        self.terminal("Notes", "Hello")
        for target in ([], ["--app", "XTerm"], ["--mode", "frontmost"]):
            with self.subTest(target):
                error = self.fails("PERMISSION_ERROR_SCREEN_RECORDING", 11, "image", *target, XAUTHORITY=self.authority)
                self.assertIn(os.environ["DISPLAY"], error["message"])
                self.assertIn("ssh -Y", error["hint"])

    def test_status_and_doctor_do_not_say_granted(self):
        doctor = self.succeeds("doctor", XAUTHORITY=self.authority)
        self.assertIs(doctor["permissions"]["screen_recording"], False)
        status = self.peekaboo("list", "server_status", XAUTHORITY=self.authority).stdout.decode()
        self.assertIn("Screen Recording: not granted", status)
        self.assertIn("ssh -Y", status)
        self.assertIs(self.succeeds("doctor")["permissions"]["screen_recording"], True)

    def test_windows_are_listed(self):
        self.terminal("Notes", "Hello")
        (app,) = self.succeeds("list", "apps", XAUTHORITY=self.authority)["applications"]
        self.assertEqual(app["app_name"], "XTerm")


class NoDisplay(DesktopTest):
    def test_none_at_all(self):
        hide = ["unshare", "--mount", "--pid", "--net", "--fork", "--mount-proc"]
        if os.getuid() != 0:
            hide += ["--user", "--map-current-user", "--keep-caps"]
        script = 'mount -t tmpfs none /tmp/.X11-unix && exec "$0" image --json-output'
        words = [f"{name}={value}" for name, value in bare(TMPDIR=self.temporary).items()]
        result = Result(subprocess.run([*hide, "env", "-i", *words, "sh", "-c", script, PEEKABOO], capture_output=True,
                                       cwd=self.folder, timeout=60))
        self.assertEqual(result.status, 13, str(result))
        self.assertEqual(result.json["error"]["code"], "DISPLAY_UNAVAILABLE")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_display_that_is_not_there(self):
        for name in (":987", "localhost:987", "nonsense"):
            with self.subTest(name):
                error = self.fails("DISPLAY_UNAVAILABLE", 13, "image", DISPLAY=name)
                self.assertIn(name, error["message"])
                self.assertEqual(os.listdir(self.folder), [])

    def test_refused_authorization(self):
        empty = os.path.join(self.folder, "authority")
        with open(empty, "wb"):
            pass
        error = self.fails("DISPLAY_UNAVAILABLE", 13, "list", "apps", XAUTHORITY=empty)
        self.assertRegex(str(error).lower(), "authori[sz]|refus|cookie")

    def test_a_server_that_accepts_and_does_not_answer(self):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind("/tmp/.X11-unix/X876")
        self.addCleanup(os.unlink, "/tmp/.X11-unix/X876")
        self.addCleanup(listener.close)
        listener.listen(5)
        began = time.monotonic()
        for command in ("image", "list"):
            error = self.fails("TIMEOUT", 23, command, DISPLAY=":876", PEEKABOO_CLI_TIMEOUT="700")
            self.assertIn("display :876 does not answer", error["message"])
        self.assertLess(time.monotonic() - began, 5)

    def test_human_errors_go_to_stderr_with_a_remedy(self):
        result = self.peekaboo("image", DISPLAY=":987")
        self.assertEqual(result.status, 13, str(result))
        self.assertEqual(result.stdout, b"")
        self.assertIn(":987", result.stderr.decode())


class Virtual(DesktopTest):
    def test_a_private_display_comes_and_goes(self):
        path = os.path.join(self.folder, "virtual.png")
        before = set(os.listdir("/tmp/.X11-unix"))
        result = self.peekaboo("--virtual", "640x480", "--open", "xterm -T Inside", "image", "--app", "XTerm",
                               "--path", path, environment=bare())
        self.assertEqual(result.status, 0, str(result))
        self.assertEqual(text_of("identify", "-format", "%m", path), "PNG")
        self.assertEqual(set(os.listdir("/tmp/.X11-unix")), before, "the private display is still there")

    def test_its_size(self):
        path = os.path.join(self.folder, "virtual.png")
        self.succeeds("--virtual", "801x603", "image", "--path", path, environment=bare())
        self.assertEqual(text_of("identify", "-format", "%wx%h", path), "801x603")

    def test_a_bad_size_is_a_usage_error(self):
        for size in ("640", "0x0", "axb", "-5x10", "100000x100000"):
            with self.subTest(size):
                self.fails("INVALID_ARGUMENT", 64, f"--virtual={size}", "image")


if __name__ == "__main__":
    unittest.main(verbosity=2)
