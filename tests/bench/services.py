#!/usr/bin/python3
"""How fast the tools of services are, and what they cost before they are used:

    tests/rig/with-desktop --audio --notifications -- /usr/bin/python3 tests/bench/services.py build/peekaboo

The bars: volume set and read back 5 ms, an absent provider 50 ms, a stopped one 3 s with everything else as fast as
ever; no connection, no thread and no library before the first call, and 3 MiB above the toolset `core`.
"""
import os
import signal
import subprocess
import sys
import tempfile

from bench import Server, milliseconds, percentile, row

ROUNDS = 40
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>"""


def call(server, tool, **arguments):
    """(seconds, whether it failed); failures are answers here."""
    seconds, answer = server.send("tools/call", {"name": tool, "arguments": arguments}, must_work=False)()
    return seconds, answer["result"].get("isError", False)


def measure(server, name, fails, tool, arguments=lambda _: {}):
    times = []
    for i in range(ROUNDS):
        seconds, failed = call(server, tool, **arguments(i))
        if failed != fails:
            sys.exit(f"{tool}: {'it works' if fails else 'it fails'}")
        times.append(seconds)
    row(name, milliseconds(times) + f", p90 {percentile(times, 0.9) * 1000:.2f}")


def measure_volume(program):
    server = Server(program, PEEKABOO_TOOLSETS="automation")
    server.greet()
    measure(server, "set_volume, read back", False, "set_volume", lambda i: {"value": 20 + i})
    measure(server, "get_volume", False, "get_volume")
    server.close()


def measure_absent(program, folder):
    path = os.path.join(folder, "bus")
    with open(path + ".conf", "w", encoding="utf-8") as file:
        file.write(BUS.format(path=path))
    daemon = subprocess.Popen(["dbus-daemon", f"--config-file={path}.conf", "--nofork", "--nopidfile", "--print-address=1"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    daemon.stdout.readline()
    server = Server(program, PEEKABOO_TOOLSETS="automation", PULSE_SERVER="unix:/nonexistent",
                    DBUS_SESSION_BUS_ADDRESS="unix:path=" + path)
    server.greet()
    measure(server, "no sound server", True, "get_volume")
    measure(server, "no notification service", True, "send_notification", lambda _: {"title": "a", "message": "b"})
    measure(server, "no file manager", True, "reveal_in_finder", lambda _: {"path": folder})
    server.close()
    daemon.kill()
    daemon.wait()


def our_process(program):
    wanted = f"RIG_ID={os.environ['RIG_ID']}".encode()
    for pid in subprocess.run(["pgrep", "-x", program], capture_output=True, text=True).stdout.split():
        with open(f"/proc/{pid}/environ", "rb") as file:
            if wanted in file.read().split(b"\0"):
                return int(pid)
    return sys.exit(f"{program} does not run here")


def measure_stopped(program, service, tool, arguments):
    server = Server(program, PEEKABOO_TOOLSETS="all")
    server.greet()
    lists = [call(server, "list", item_type="running_applications")[0] for _ in range(ROUNDS)]
    pid = our_process(service)
    os.kill(pid, signal.SIGSTOP)
    try:
        waiting = [server.send("tools/call", {"name": tool, "arguments": arguments}, must_work=False) for _ in range(3)]
        meanwhile = [call(server, "list", item_type="running_applications")[0] for _ in range(ROUNDS)]
        slowest = max(wait()[0] for wait in waiting)
    finally:
        os.kill(pid, signal.SIGCONT)
    row(f"{service} stopped: {tool}", f"{slowest:9.2f} s")
    row("  other tools before", milliseconds(lists))
    row("  other tools meanwhile", milliseconds(meanwhile))
    server.close()


def idle(program, toolsets):
    """Resident memory, threads and libraries of a server that was only greeted."""
    server = Server(program, PEEKABOO_TOOLSETS=toolsets)
    server.greet()
    server.send("tools/list", {})()
    with open(f"/proc/{server.process.pid}/maps", encoding="utf-8") as maps:
        mapped = maps.read()
    libraries = sorted(name for name in ("libpulse", "libsystemd", "peekaboo-pulse") if name in mapped)
    threads = len(os.listdir(f"/proc/{server.process.pid}/task"))
    result = server.memory("VmRSS"), threads, libraries
    server.close()
    return result


def main(program):
    print(f"median of {ROUNDS} rounds, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    core, all_ = idle(program, "core"), idle(program, "automation")
    row("idle, core", f"{core[0]:9.1f} MiB, {core[1]} threads")
    row("idle, automation", f"{all_[0]:9.1f} MiB, {all_[1]} threads, loaded: {', '.join(all_[2]) or 'nothing of services'}")
    measure_volume(program)
    with tempfile.TemporaryDirectory() as folder:
        measure_absent(program, folder)
    measure_stopped(program, "pulseaudio", "set_volume", {"value": 10})
    measure_stopped(program, "dunst", "send_notification", {"title": "a", "message": "b"})


if __name__ == "__main__":
    main(sys.argv[1])
