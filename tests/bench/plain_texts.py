"""Texts without secrets, of the kinds that fill screens: programs, lists, records and tables."""
import datetime
import glob
import os
import subprocess
import uuid

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# Programs of the repository, and others where they are installed.
PROGRAMS = {
    "C++": [os.path.join(ROOT, path) for path in ("native/text/line_reader.cpp", "native/text/pii/passwords.cpp", "runtime/core/value/settings.cpp")],
    "Lua": [os.path.join(ROOT, path) for path in ("scripts/capture/pipeline.lua", "scripts/lib/arguments.lua")],
    "Python": [os.path.join(ROOT, "tests/desktop/support.py"), "/usr/lib/python3/dist-packages/apt/cache.py"],
    "Java": [os.path.join(ROOT, "tests/rig/apps/SwingForm.java")],
    "shell": [os.path.join(ROOT, "tests/rig/with-desktop"), "/usr/bin/ldd"],
    "CMake": [os.path.join(ROOT, "CMakeLists.txt"), os.path.join(ROOT, "native/CMakeLists.txt")],
    "HTML": [os.path.join(ROOT, "tests/rig/apps/order_page.html")],
    "C header": ["/usr/include/stdio.h", "/usr/include/elf.h"],
    "Perl": glob.glob("/usr/share/perl/5*/Pod/Usage.pm") + glob.glob("/usr/share/perl/5*/Time/Local.pm"),
    "JavaScript": ["/usr/share/javascript/jquery/jquery.js", os.path.join(ROOT, "tests/bench/echo_v2.mjs")],
    "JSON": [os.path.join(ROOT, "CMakePresets.json")],
}
COMMANDS = {
    "ls -l": ["ls", "-l", "/usr/bin"],
    "ls, full time": ["ls", "-l", "--full-time", "/usr/bin"],
    "ps": ["ps", "aux"],
    "git log": ["git", "-C", ROOT, "log", "--stat", "-60"],
    "git log, hashes": ["git", "-C", ROOT, "log", "--format=%H %T %ad %s", "-80"],
    "diff": ["git", "-C", ROOT, "log", "-p", "-5"],
    "versions": ["dpkg-query", "-W", "-f=${Package} ${Version} ${Installed-Size}\n"],
    "df": ["df", "-h"],
    "ss": ["ss", "-tan"],
    "checksums": ["sha256sum", *sorted(glob.glob("/usr/include/*.h"))[:80]],
    "hex dump": ["od", "-A", "x", "-t", "x1z", "-N", "2000", "/bin/true"],
    "settings": ["sysctl", "-a"],
}
LEVELS, UNITS = ("INFO", "WARN", "ERROR", "DEBUG"), ("kernel", "sshd[4122]", "cron[911]", "systemd[1]", "worker-3")
NAMES = "mouse keyboard monitor cable adapter stand lamp desk chair shelf printer paper toner battery charger speaker".split()


def moment(chance):
    return datetime.datetime(2026, 1, 1) + datetime.timedelta(milliseconds=chance.randrange(40_000_000_000))


def record(chance):
    """A line of a program's log."""
    at, level, unit = moment(chance), chance.choice(LEVELS), chance.choice(UNITS)
    number = chance.randrange(100_000)
    return chance.choice((
        f"{at:%Y-%m-%d %H:%M:%S,%f} {level:5} {unit}: request {number} took {chance.random() * 900:.3f} ms",
        f"{at:%b %d %H:%M:%S} host {unit}: connection closed after {number} bytes, status {chance.choice((200, 304, 404, 500))}",
        f"[{at:%d/%b/%Y:%H:%M:%S +0000}] GET /static/app.{chance.randrange(1 << 32):08x}.js 200 {number} {chance.random():.4f}",
        f"{at:%Y-%m-%dT%H:%M:%S.%fZ} {level} thread=0x{chance.randrange(1 << 40):x} pid={chance.randrange(32768)} loaded {number} rows",
        f"10.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)} - - {at:%H:%M:%S} {level} retry {number % 7} of 7",
        f"[{number}.{chance.randrange(1_000_000):06}] usb 1-{number % 9}: new device, idVendor={number % 65536:04x}, idProduct=0c{number % 99:02}"))


def table(chance):
    """A row of a sheet of numbers."""
    return "    ".join((f"{chance.randrange(1, 400):4}", f"{chance.choice(NAMES):10}", f"{chance.randrange(1, 90):3}",
                        f"{chance.random() * 2000:9,.2f}", f"{chance.random() * 90000:10,.2f}", f"{moment(chance):%d.%m.%Y}",
                        f"{chance.randrange(-40, 60):4}%", f"{chance.randrange(10_000, 99_999)}"))


def price(chance):
    name, cents = chance.choice(NAMES), chance.randrange(99, 250_000)
    return chance.choice((f"{name} {chance.randrange(10, 3000)}    EUR {cents / 100:,.2f}    SKU {chance.randrange(1000, 99999)}-{chance.randrange(10, 99)}",
                          f"{chance.randrange(1, 9)} x {name}    ${cents / 100:,.2f} (was ${cents / 80:,.2f})    in stock: {chance.randrange(900)}",
                          f"Order no. {chance.randrange(10_000, 999_999)} of {moment(chance):%d %B %Y}: {name}, {cents / 100:.2f} €",
                          f"{name.title()}    {cents / 100:.2f}    {chance.choice((7, 19, 20))} %    {cents / 119:.2f}    {cents / 100:.2f}"))


def identifier(chance):
    one = uuid.UUID(int=chance.getrandbits(128), version=4)
    return chance.choice((f"{one}  ready  {moment(chance):%Y-%m-%d}", f"id: {one}", f'{{"id": "{one}", "count": {chance.randrange(9000)}}}',
                          f"/dev/sda{chance.randrange(9)}: UUID=\"{one}\" TYPE=\"ext4\"", f"fe80::{one.hex[:4]}:{one.hex[4:8]}:{one.hex[8:12]}/64"))


def package(chance):
    name = f"{chance.choice(NAMES)}-{chance.choice(NAMES)}"
    return chance.choice((f"Get:{chance.randrange(1, 90)} bookworm/main amd64 {name} {chance.randrange(9)}.{chance.randrange(40)}.{chance.randrange(40)}-{chance.randrange(9)} [{chance.randrange(9000)} kB]",
                          f"{name}=={chance.randrange(30)}.{chance.randrange(30)}.{chance.randrange(30)}", f"  {name}@^{chance.randrange(30)}.{chance.randrange(30)}.0 (build {chance.randrange(20_000, 99_999)})",
                          f"{name} v{chance.randrange(5)}.{chance.randrange(99)}.{chance.randrange(99)}+{moment(chance):%Y%m%d}.{chance.randrange(9)}"))


def measured(chance):
    """A row of measurements."""
    return "  ".join(chance.choice((f"{chance.uniform(-9, 9):.4f}", f"{chance.uniform(0, 1e6):.3e}", f"{chance.randrange(100_000)}")) for _ in range(7))


MADE = {"log": record, "sheet": table, "prices": price, "UUIDs": identifier, "packages": package, "measurements": measured}


def lines_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return [line.rstrip("\n") for line in file]


def all_texts(chance):
    """Yields (whether it is a program, its kind, its lines). What is not installed is left out, and said."""
    for path in sorted(glob.glob("/usr/share/common-licenses/*"))[:4]:
        yield False, "licence", lines_of(path)
    for kind, paths in PROGRAMS.items():
        for path in paths:
            if os.path.exists(path):
                yield True, kind, lines_of(path)
            else:
                print(f"left out: {path}")
    for kind, command in COMMANDS.items():
        try:
            yield False, kind, subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"left out: {error}")
    for kind, maker in MADE.items():
        yield False, kind, [maker(chance) for _ in range(200)]
