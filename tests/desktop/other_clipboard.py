"""What other programs copy and paste: xclip."""
import subprocess

from support import wait_until


def paste(*options, selection="clipboard"):
    """What xclip gets; None when it gets nothing."""
    run = subprocess.run(["xclip", "-selection", selection, "-o", *options], capture_output=True, timeout=60)
    return run.stdout if run.returncode == 0 else None


def copy(data, *options, selection="clipboard"):
    """Copies by xclip, which stays in the background as the owner. It may go there before the server has heard of it."""
    subprocess.run(["xclip", "-selection", selection, "-i", *options], input=data, check=True, timeout=60,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until("xclip to own the selection", lambda: paste(*options, selection=selection) == data)
