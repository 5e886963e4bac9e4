#!/usr/bin/python3
"""How fast text is typed into a terminal, text fields and a web page, and how much of it is right: prints a table, beside
xdotool in the same run where asked; asserts nothing. Run on a quiet machine:

    tests/rig/with-desktop --isolate -- tests/bench/typing_speed.py build/input_driver [--only "GTK 4" …] [--xdotool]
"""
import argparse
import http.server
import os
import subprocess
import sys
import tempfile
import threading
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", name) for name in ("rig", "desktop")]
from waiting import wait_until  # noqa: E402

ASCII = ("".join(chr(code) for code in range(33, 127)) + "\n") * 20
MIXED = "Grüße, 漢字かな交じり文 — Ελληνικά Русский عربى 😀🎉 naïve façade €5 “quoted” ≤≥±√∞\n" * 10
ROUNDS = 3
GONE = 8  # seconds without another character, after which the rest counts as lost
APPLICATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig", "apps")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def settled(path):
    """The length of a file to which nothing has been added for a second."""
    last, changed = len(read(path)), time.perf_counter()
    while time.perf_counter() < changed + 1:
        now = len(read(path))
        if now != last:
            last, changed = now, time.perf_counter()
        time.sleep(0.01)
    return last


def measure(path, text, act):
    """Characters a second until the last of `text` has arrived, and how many are right."""
    here = settled(path)
    began = time.perf_counter()
    act(text)
    seen, changed = "", time.perf_counter()
    while len(seen) < len(text) and time.perf_counter() < changed + GONE:
        now = read(path)[here:]
        if now != seen:
            seen, changed = now, time.perf_counter()
        time.sleep(0.001)
    right = sum(1 for wanted, got in zip(text, seen) if wanted == got)
    return len(text) / (changed - began), right / len(text)


PAGE = """<!DOCTYPE html><title>field</title><textarea autofocus rows=12 cols=60></textarea><script>
const field = document.querySelector("textarea");
let told = "", telling = false;
field.oninput = async () => {
  if (telling) return;
  for (telling = true; told !== field.value;) await fetch("/text", {method: "POST", body: told = field.value});
  telling = false;
};
field.onfocus = () => fetch("/focus", {method: "POST"});
if (document.activeElement === field) fetch("/focus", {method: "POST"});
</script>"""


def serve(path):
    """A page whose field writes its text to a file; the file exists once the field has the focus."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, body):
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            self.answer(PAGE.encode())

        def do_POST(self):
            text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with open(path + ".new", "wb") as file:
                file.write(text)
            os.rename(path + ".new", path)
            self.answer(b"")

        def log_message(self, *_):
            pass

    # The browser opens connections ahead, which would hold up a server that serves one after another.
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def terminal(path):
    command = f"stty -echo -icanon min 1; : > {path}; touch {path}.ready; exec cat >> {path}"
    program = subprocess.Popen(["xterm", "-u8", "-fa", "DejaVu Sans Mono", "-e", "sh", "-c", command],
                               env={**os.environ, "LC_ALL": "C.UTF-8"})
    wait_until("the terminal", lambda: os.path.exists(path + ".ready"))
    return program


def field(*command):
    def start(path):
        program = subprocess.Popen([os.path.join(APPLICATIONS, command[0]), *command[1:], "field", path],
                                   stdout=subprocess.PIPE, text=True)
        program.stdout.readline()
        return program
    return start


def chromium(path):
    program = subprocess.Popen(["chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--password-store=basic",
                                f"--user-data-dir={path}.profile", f"--app=http://127.0.0.1:{serve(path)}/"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until("the page", lambda: os.path.exists(path), 60)
    return program


PROGRAMS = {"terminal": terminal, "GTK 3": field("gtk_entry.py"), "GTK 4": field("text_field.py", "gtk4"),
            "Qt 5": field("text_field.py", "qt5"), "Qt 6": field("text_field.py", "qt6"), "Chromium": chromium}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("driver")
    parser.add_argument("--only", nargs="*", choices=PROGRAMS, default=list(PROGRAMS))
    parser.add_argument("--xdotool", action="store_true", help="measure it too: some minutes for each program")
    options = parser.parse_args()
    driver = subprocess.Popen([options.driver], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ours(text):
        driver.stdin.write("type 0 120 " + text.replace("\\", "\\\\").replace("\n", "\\n") + "\n")
        driver.stdin.flush()
        answer = driver.stdout.readline()
        if answer != "ok\n":
            print("   ", answer.strip())

    def theirs(text):
        subprocess.run(["xdotool", "type", "--delay", "0", "--file", "-"], input=text.encode(), check=True)

    acts = [("peekaboo", ours)] + [("xdotool", theirs)] * options.xdotool
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            path = os.path.join(folder, name.replace(" ", "_"))
            program = PROGRAMS[name](path)
            for kind, text in (("ASCII", ASCII), ("mixed", MIXED)):
                for who, act in acts:
                    results = [measure(path, text, act) for _ in range(ROUNDS)]
                    speeds = sorted(speed for speed, _ in results)
                    print(f"{name:10} {kind:5} {who:8}  {speeds[len(speeds) // 2]:8.0f} characters/s "
                          f"({speeds[0]:.0f} to {speeds[-1]:.0f}), right {min(right for _, right in results):.1%}",
                          flush=True)
            program.kill()
            program.wait()
    driver.stdin.close()
    driver.wait()


if __name__ == "__main__":
    main()
