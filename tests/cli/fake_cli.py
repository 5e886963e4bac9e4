#!/usr/bin/python3
"""A Peekaboo command line that does what FAKE_PLAN (a JSON file) says, and writes down how it was called."""
import json
import os
import signal
import sys
import time

PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082")


def value_of(option):
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else None


def save(files):
    """Writes the picture where --path says: itself for one file, beside it for several, inside it for a folder."""
    path = value_of("--path")
    folder = path.endswith("/") or os.path.isdir(path) or "." not in os.path.basename(path)
    rows = []
    for number, row in enumerate(files):
        name = path
        if folder:
            os.makedirs(path, exist_ok=True)
            name = os.path.join(path, f"capture_{number}.png")
        elif len(files) > 1:
            name = f"{os.path.splitext(path)[0]}_{number}.png"
        with open(name, "wb") as file:
            file.write(PICTURE)
        rows.append({"path": name, "mime_type": "image/png", **row})
    return rows


def note(**facts):
    with open(os.environ["FAKE_PLAN"] + ".calls", "a", encoding="utf-8") as file:
        print(json.dumps(facts), file=file)


def main():
    with open(os.environ["FAKE_PLAN"], encoding="utf-8") as file:
        plan = json.load(file)
    note(argv=sys.argv[1:], pid=os.getpid(), cli_path=os.environ.get("PEEKABOO_CLI_PATH"))
    signal.signal(signal.SIGTERM, lambda *_: note(signal="TERM") if plan.get("ignore_term") else sys.exit(note(signal="TERM")))
    for line in plan.get("stderr", []):
        print(line, file=sys.stderr)
    for number in range(plan.get("flood", 0)):
        print(f"flood {number} " + "x" * 90, file=sys.stderr)
    sys.stderr.flush()
    refused = plan.get("refuse")  # a beginning of paths that cannot be written
    if refused and (value_of("--path") or "").startswith(refused):
        plan["json"], plan["files"] = {"success": False, "error": {"code": "FILE_IO_ERROR", "message": "No room."}}, None
    if plan.get("files") is not None:
        plan["json"]["data"] = {"saved_files": save(plan["files"])}
    if plan.get("json") is not None:
        print(json.dumps(plan["json"], indent=2))
    print(plan.get("stdout", ""), end="")
    sys.stdout.flush()
    if plan.get("hang"):
        while True:
            time.sleep(60)
    if plan.get("signal"):
        os.kill(os.getpid(), plan["signal"])
    sys.exit(plan.get("status", 0))


main()
