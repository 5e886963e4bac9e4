#!/usr/bin/python3
"""Finding the user's display with a bare environment, and saying what is wrong when there is none to be had."""
import os
import socket
import subprocess
import time
import unittest

from support import PEEKABOO, DesktopTest, Result, settled, see_screen, text_of

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
        self.fails("TIMEOUT", 23, "image", DISPLAY=":876", PEEKABOO_CLI_TIMEOUT="700")
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
