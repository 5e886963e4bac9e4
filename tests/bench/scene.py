#!/usr/bin/python3
"""A screen that is full of real programs: a browser with an article, terminals with text, a form.

    tests/rig/with-desktop --isolate --size 1920x1080 -- tests/bench/scene.py COMMAND...    runs COMMAND before it
"""
import os
import subprocess
import sys
import tempfile
import time

from Xlib import X, Xatom, display

HERE = os.path.dirname(os.path.abspath(__file__))
APPLICATIONS = os.path.join(HERE, "..", "rig", "apps")
LICENCES = "/usr/share/common-licenses/"
QUIET_LOOKS = 4

GRADIENT = "linear-gradient(135deg,#fdfbfb,#dfe9f3)"  # the browser dithers it: hard to compress
PLAIN = "#fdfbfb"

STYLE = """html{background:GROUND} body{margin:0;font:15px/1.45 "DejaVu Sans",sans-serif;
color:#223;overflow:hidden} header{background:linear-gradient(90deg,#0f2027,#2c5364);color:#fff;padding:26px 40px;
font-size:30px} main{columns:2 420px;column-gap:36px;padding:24px 40px} figure{height:170px;margin:0 0 18px;
border-radius:10px;box-shadow:0 6px 18px #0005;background:radial-gradient(circle at 30% 30%,#ffd89b,#c0392b 40%,#19547b)}
code{background:#eef;padding:0 3px} td{border:1px solid #9ab;padding:2px 8px}"""


def article(ground):
    """One page of paragraphs, pictures and tables, long enough for the largest screen."""
    with open(LICENCES + "Apache-2.0", encoding="utf-8") as licence:
        paragraphs = [p.strip().replace("<", "&lt;") for p in licence.read().split("\n\n") if p.strip()]
    parts = []
    for i, text in enumerate(paragraphs * 2):
        if i % 12 == 0:
            parts.append("<figure></figure>")
        if i % 17 == 5:
            cells = "".join(f"<td>{(i * 7919 + n * 104729) % 9973}</td>" for n in range(5))
            parts.append(f"<table><tr>{cells}</tr><tr>{cells}</tr></table>")
        parts.append(f"<p>{text} <code>item[{i}]</code></p>")
    return (f"<!doctype html><meta charset=utf-8><title>Article</title><style>{STYLE.replace('GROUND', ground)}</style>"
            f"<header>The state of things</header><main>{''.join(parts)}</main>")


class Scene:
    """Programs that cover the screen and have come to rest. Close it to end them."""

    def __init__(self, ground=GRADIENT):
        self.display = display.Display()
        self.root = self.display.screen().root
        geometry = self.root.get_geometry()
        self.width, self.height = geometry.width, geometry.height
        self.folder = tempfile.TemporaryDirectory()
        self.processes = []
        self.browser(self.width * 6 // 10, self.height, ground)
        left, rest = self.width * 6 // 10, self.width - self.width * 6 // 10
        self.terminal(left, 0, rest, self.height // 2, "#10141a", "#d8dee9", "cat " + LICENCES + "GPL-3")
        self.terminal(left, self.height // 2, rest // 2, self.height // 2, "white", "black",
                      "ls -l /usr/bin | head -400; od -A x -t x1z /bin/true | head -200")
        self.start([os.path.join(APPLICATIONS, "gtk_form.py"), "--title", "Form"])
        self.wait_for_windows(4)
        self.place_form(left + rest // 2, self.height // 2, rest - rest // 2, self.height // 2)
        self.wait_for_rest()

    def start(self, words):
        self.processes.append(subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL))

    def browser(self, width, height, ground):
        page = os.path.join(self.folder.name, "article.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(article(ground))
        self.start([os.path.join(APPLICATIONS, "browser"), page, f"{width},{height}"])

    def terminal(self, x, y, width, height, ground, ink, command):
        # About the cell of this font; the window covers the rest of its quarter.
        columns, rows = max(20, width // 9 - 2), max(5, height // 19 - 2)
        self.start(["xterm", "-class", "Terminal", "-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", ground, "-fg", ink,
                    "+bc", "-geometry", f"{columns}x{rows}+{x}+{y}", "-e", "sh", "-c",
                    f'{command}; printf "\\033[?25l"; exec sleep 100000'])

    def clients(self):
        listed = self.root.get_full_property(self.display.intern_atom("_NET_CLIENT_LIST"), Xatom.WINDOW)
        return [self.display.create_resource_object("window", i) for i in listed.value] if listed else []

    def wait_for_windows(self, count):
        end = time.monotonic() + 60
        while len(self.clients()) < count:
            if time.monotonic() > end:
                sys.exit(f"only {len(self.clients())} of {count} windows of the scene appeared")
            time.sleep(0.05)

    def place_form(self, x, y, width, height):
        for window in self.clients():
            if (window.get_wm_class() or ("", ""))[1] == "OrderForm":
                window.configure(x=x, y=y, width=width, height=height - 30)
        self.display.sync()

    def picture(self):
        rows = max(1, 200_000 // self.width)
        return b"".join(self.root.get_image(0, y, self.width, min(rows, self.height - y), X.ZPixmap, 0xFFFFFFFF).data
                        for y in range(0, self.height, rows))

    def wait_for_rest(self):
        """Until nothing has changed between several looks."""
        same, last, end = 0, None, time.monotonic() + 60
        while same < QUIET_LOOKS:
            if time.monotonic() > end:
                sys.exit("the scene never came to rest")
            now = hash(self.picture())
            same = same + 1 if now == last else 0
            last = now
            time.sleep(0.3)

    def close(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
        self.display.close()
        self.folder.cleanup()


if __name__ == "__main__":
    scene = Scene()
    status = subprocess.run(sys.argv[1:], check=False).returncode
    scene.close()
    sys.exit(status)
