"""What the real-desktop tests share: running the program, starting applications, and an independent eye.

The eye is Pillow, Xlib, xwd, xwininfo, xprop and wmctrl; none of our own code looks at pixels.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import PIL.Image
from Xlib import X, display

HERE = os.path.dirname(os.path.abspath(__file__))
RIG = os.path.join(HERE, "..", "rig")
sys.path.insert(0, RIG)
import pattern  # noqa: E402
from scripts import Script  # noqa: E402
from waiting import PATIENCE, wait_until  # noqa: E402,F401

APPLICATIONS = os.path.join(RIG, "apps")
PEEKABOO = os.environ["PEEKABOO"]


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, timeout=60, **options).stdout


def text_of(*command):
    return output(*command).decode("utf-8", "replace")


class Picture:
    """Size and packed RGB rows."""

    def __init__(self, width, height, rgb):
        self.width, self.height, self.rgb = width, height, rgb

    def __eq__(self, other):
        return isinstance(other, Picture) and not self.difference(other)

    def difference(self, other):
        """Empty when both are the same, else what differs."""
        if (self.width, self.height) != (other.width, other.height):
            return f"size {self.width}x{self.height}, expected {other.width}x{other.height}"
        if self.rgb == other.rgb:
            return ""
        wrong = [i // 3 for i in range(0, len(self.rgb), 3) if self.rgb[i:i + 3] != other.rgb[i:i + 3]]
        x, y = wrong[0] % self.width, wrong[0] // self.width
        return (f"{len(wrong)} of {self.width * self.height} pixels differ, the first at {x},{y}: "
                f"{self.at(x, y)}, expected {other.at(x, y)}")

    def at(self, x, y):
        start = (y * self.width + x) * 3
        return tuple(self.rgb[start:start + 3])

    def part(self, x, y, width, height):
        rows = [self.rgb[((y + row) * self.width + x) * 3:((y + row) * self.width + x + width) * 3] for row in range(height)]
        return Picture(width, height, b"".join(rows))


def from_ppm(data):
    magic, width, height, depth = re.match(rb"(P6)\s(\d+)\s(\d+)\s(\d+)\s", data).groups()
    assert (magic, depth) == (b"P6", b"255"), data[:20]
    return Picture(int(width), int(height), data[-int(width) * int(height) * 3:])


def read_picture(path):
    with PIL.Image.open(path) as image:
        return Picture(image.width, image.height, image.convert("RGB").tobytes())


def from_blue_first(width, height, stride, pixels):
    """Rows of 32 bits per pixel."""
    if stride != 4 * width:
        pixels = b"".join(pixels[row * stride:row * stride + 4 * width] for row in range(height))
    rgb = bytearray(3 * width * height)
    for channel in range(3):
        rgb[channel::3] = pixels[2 - channel::4]
    return Picture(width, height, bytes(rgb))


def from_xwd(data):
    header = struct.unpack(">25I", data[:100])
    width, height, order, bits, stride = header[4], header[5], header[7], header[11], header[12]
    # For a window of another visual than the screen's, xwd states 24 bits and writes 32.
    assert (order, header[14:17]) == (0, (0xFF0000, 0xFF00, 0xFF)) and bits in (24, 32) and stride >= 4 * width, header
    return from_blue_first(width, height, stride, data[header[0] + 12 * header[19]:][:stride * height])


def see_screen():
    connection = display.Display()
    try:
        root = connection.screen().root
        size = root.get_geometry()
        pixels = root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data
        return from_blue_first(size.width, size.height, 4 * size.width, pixels)
    finally:
        connection.close()


def see_window(window_id):
    """A window that nothing covers, as xwd sees it."""
    return from_xwd(output("xwd", "-silent", "-id", str(window_id)))


def painted(width, height, seed=0):
    return Picture(width, height, pattern.rgb(width, height, seed))


def settled(see, *arguments):
    """What the eye sees once it sees the same twice. It fails while a window manager has a new window in hand."""
    last = [None]

    def same():
        try:
            now = see(*arguments)
        except subprocess.CalledProcessError:
            now = None
        before, last[0] = last[0], now
        return now if before == now else None

    return wait_until("a picture that stands still", same)


def managed(*options):
    """Lines of wmctrl; none while the window manager has no list yet, for which wmctrl exits with a complaint."""
    run = subprocess.run(["wmctrl", "-l", *options], capture_output=True, timeout=60)
    return run.stdout.decode("utf-8", "replace").splitlines()


def windows():
    """Title to id of the managed windows."""
    rows = (line.split(None, 3) for line in managed())
    return {row[3] if len(row) > 3 else "": int(row[0], 16) for row in rows}


def geometry(window_id):
    """Client area in desktop pixels, by xwininfo."""
    text = text_of("xwininfo", "-id", str(window_id))
    names = {"x": "Absolute upper-left X", "y": "Absolute upper-left Y", "width": "Width", "height": "Height"}
    return {key: int(re.search(rf"{name}:\s+(-?\d+)", text).group(1)) for key, name in names.items()}


def active_window():
    found = re.search(r"0x[0-9a-f]+", text_of("xprop", "-root", "-notype", "_NET_ACTIVE_WINDOW"))
    return int(found.group(), 16) if found else 0


class Result:
    def __init__(self, run):
        self.status = run.returncode
        self.stdout, self.stderr = run.stdout, run.stderr

    @property
    def json(self):
        return json.loads(self.stdout.decode("utf-8"))

    def __str__(self):
        return f"status {self.status}\n{self.stdout.decode('utf-8', 'replace')}{self.stderr.decode('utf-8', 'replace')}"


class DesktopTest(unittest.TestCase):
    """Starts applications, ends them again, and holds the program to leaving no rubbish behind."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="shots.", dir=os.environ["HOME"])
        self.temporary = tempfile.mkdtemp(prefix="tmp.", dir=os.environ["RIG"])

    def run(self, result=None):
        """Tells why a test failed as soon as it has: the summary at the end is lost when a later one hangs."""
        told = len(result.failures + result.errors) if result else 0
        outcome = super().run(result)
        for _, text in (result.failures + result.errors)[told:] if result else ():
            print(text, file=sys.stderr, flush=True)
        return outcome

    def tearDown(self):
        left = [name for name in os.listdir(self.temporary) if name != "peekaboo-mcp.log"]
        self.assertEqual(left, [], "left in the temporary directory")

    def peekaboo(self, *arguments, environment=None, seconds=60, **extra):
        """Runs the program; `environment` replaces the desktop's, `extra` variables are added to it."""
        base = dict(os.environ if environment is None else environment)
        base.update({"TMPDIR": self.temporary, **extra})
        return Result(subprocess.run([PEEKABOO, *arguments], env=base, stdin=subprocess.DEVNULL, capture_output=True,
                                     timeout=seconds, cwd=self.folder))

    def succeeds(self, *arguments, **options):
        """The `data` of a run with --json-output."""
        result = self.peekaboo(*arguments, "--json-output", **options)
        self.assertEqual(result.status, 0, str(result))
        self.assertIs(result.json["success"], True, str(result))
        return result.json["data"]

    def fails(self, code, status, *arguments, **options):
        """The `error` of a run with --json-output, after holding it to the table and to a helpful text."""
        # What follows the file of `run` is the script's.
        result = self.peekaboo("--json-output", *arguments, **options)
        codes, statuses = (code, status) if isinstance(code, tuple) else ((code,), (status,))
        self.assertIn(result.status, statuses, str(result))
        self.assertIs(result.json["success"], False, str(result))
        error = result.json["error"]
        self.assertIn(error["code"], codes, str(result))
        self.assertEqual(statuses[codes.index(error["code"])], result.status, str(result))
        self.assertGreater(len(error["message"]), 10, str(result))
        return error

    def capture(self, *arguments, **options):
        """One picture, read back by ImageMagick."""
        path = os.path.join(self.folder, f"shot-{len(os.listdir(self.folder))}.png")
        data = self.succeeds("image", *arguments, "--path", path, **options)
        self.assertEqual([saved["path"] for saved in data["saved_files"]], [path])
        return read_picture(path)

    def configuration_with(self, policy):
        """A configuration folder whose policy file holds these rules."""
        folder = os.path.join(self.folder, "configuration")
        os.makedirs(folder + "/peekaboo")
        with open(folder + "/peekaboo/policy.json", "w", encoding="utf-8") as file:
            json.dump(policy, file)
        os.chmod(file.name, 0o600)
        return folder

    def start_script(self, text):
        """A user's script that runs beside the test; its log is `log` in the test's folder."""
        environment = dict(os.environ, TMPDIR=self.temporary, PEEKABOO_LOG_FILE=os.path.join(self.folder, "log"))
        script = Script(PEEKABOO, text, environment, self.folder)
        self.addCleanup(script.end)
        return script

    def same(self, seen, expected):
        self.assertEqual(seen.difference(expected), "")

    def start(self, program, *arguments):
        process = subprocess.Popen([os.path.join(APPLICATIONS, program), *arguments], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.environ["RIG"])
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        process.kill()
        process.communicate()
        if os.environ["RIG_WM"] != "none":
            wait_until("the window to go", lambda: all(line.split()[2] != str(process.pid) for line in managed("-p")))

    def ready(self, process):
        """Ids of the windows that the application announces."""
        line = process.stdout.readline().split()
        self.assertEqual(line[:1], ["ready"], f"{process.args[0]} did not start")
        ids = [int(word) for word in line[1:]]
        return ids

    def command(self, process, text):
        process.stdin.write(text + "\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), "ok\n")

    def painter(self, *arguments):
        process = self.start("painter.py", *arguments)
        return process, self.ready(process)[0]

    def form(self, *arguments):
        process = self.start("gtk_form.py", *arguments)
        window_id = self.ready(process)[0]
        settled(see_window, window_id)
        return process, window_id

    def terminal(self, title, *lines):
        process = self.start("terminal", title, *lines)
        window_id = wait_until("the terminal's window", lambda: windows().get(title))
        wait_until("the terminal's text", lambda: self.ink(window_id) > 200)
        return process, window_id

    @staticmethod
    def ink(window_id):
        rgb = see_window(window_id).rgb
        return sum(1 for i in range(0, len(rgb), 3) if rgb[i] < 128)
