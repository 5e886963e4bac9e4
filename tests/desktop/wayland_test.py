#!/usr/bin/python3
"""A Wayland session: native windows cannot be seen from X11, which is said instead of handing out black pictures."""
import os
import subprocess
import unittest

from support import DesktopTest, from_ppm, managed, output, wait_until

REMEDY = "PEEKABOO_ALLOW_XWAYLAND=1"



class Wayland(DesktopTest):
    def run_in_background(self, *command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def tree(self):
        return output("swaymsg", "-t", "get_tree").decode()

    def start_xterm(self):
        xterm = self.run_in_background("xterm", "-T", "Inside", "-geometry", "40x10", "-bg", "#123456")
        # By its own number: one of the test before may still be closing.
        wait_until("the terminal", lambda: f'"pid": {xterm.pid},' in self.tree() and '"Inside"' in self.tree())
        wait_until("its X window", lambda: any(line.split()[2] == str(xterm.pid) for line in managed("-p")))
        return xterm

    def test_captures_are_refused_with_the_remedy(self):
        self.run_in_background("foot", "-T", "Native")
        wait_until("the native terminal", lambda: '"Native"' in self.tree())
        self.start_xterm()
        for target in (["--mode", "screen"], ["--app", "xterm"]):
            with self.subTest(target):
                error = self.fails("UNSUPPORTED", 29, "image", *target, "--path", self.folder + "/shot.png")
                self.assertIn(REMEDY, str(error))
                self.assertIn("Wayland", str(error))
                self.assertEqual(os.listdir(self.folder), [])

    def test_the_x_display_hidden_in_the_environment_of_a_client(self):
        """An MCP host passes no DISPLAY on: the session is found, and found to be Wayland's."""
        self.start_xterm()
        bare = {name: os.environ[name] for name in ("HOME", "PATH", "XDG_RUNTIME_DIR")}
        error = self.fails("UNSUPPORTED", 29, "image", "--path", self.folder + "/shot.png", environment=bare)
        self.assertIn("Wayland", str(error))

    def test_without_an_x_display(self):
        bare = {name: os.environ[name] for name in ("HOME", "PATH", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY")}
        hidden = ["unshare", "--mount", "--pid", "--net", "--fork", "--mount-proc", "sh", "-c",
                  'mount -t tmpfs none /tmp/.X11-unix && exec "$0" image --json-output']
        words = [f"{name}={value}" for name, value in bare.items()]
        run = subprocess.run(["env", "-i", *words, *hidden, os.environ["PEEKABOO"]], capture_output=True, cwd=self.folder, timeout=60)
        self.assertEqual(run.returncode, 29, run.stdout + run.stderr)
        self.assertIn(b"UNSUPPORTED", run.stdout)
        self.assertIn(b"X11 session", run.stdout)

    def test_x_programs_can_be_captured_when_asked_for(self):
        xterm = self.start_xterm()
        path = os.path.join(self.folder, "inside.png")
        self.succeeds("image", "--app", f"PID:{xterm.pid}", "--path", path, PEEKABOO_ALLOW_XWAYLAND="1")
        seen = from_ppm(output("convert", path, "+set", "comment", "-depth", "8", "ppm:-"))
        ours = sum(1 for i in range(0, len(seen.rgb), 3) if seen.rgb[i:i + 3] == b"\x12\x34\x56")
        self.assertGreater(ours, seen.width * seen.height // 2)

    def test_the_doctor_says_so(self):
        self.start_xterm()
        said = self.peekaboo("doctor").stdout.decode()
        self.assertIn("Wayland", said)
        self.assertIn(REMEDY, said)
        forced = self.peekaboo("doctor", PEEKABOO_ALLOW_XWAYLAND="1").stdout.decode()
        self.assertIn("Wayland", forced)
        self.assertNotIn(REMEDY, forced)

    def test_the_list_holds_the_programs_of_the_x_display(self):
        xterm = self.start_xterm()
        apps = self.succeeds("list", "apps")["applications"]
        self.assertEqual([app["pid"] for app in apps], [xterm.pid])


if __name__ == "__main__":
    unittest.main(verbosity=2)
