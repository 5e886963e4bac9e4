"""A person at the keyboard and mouse of an X server: Xtigervnc, whose input devices take what a viewer sends (RFC 6143)."""
import os
import socket
import struct
import subprocess

KEYSYMS = {"Shift_L": 0xFFE1, "ctrl": 0xFFE3, "alt": 0xFFE9, "shift": 0xFFE1, "super": 0xFFEB, "Escape": 0xFF1B, "F9": 0xFFC6}


class RemotePerson:
    """Starts a server of its own, and is its viewer."""

    def __init__(self, folder):
        path = os.path.join(folder, "rfb")
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xtigervnc", "-displayfd", str(writing), "-rfbunixpath", path, "-rfbport", "-1", "-SecurityTypes", "None",
             "-geometry", "800x600", "-depth", "24", "-ac", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.display = ":" + pipe.readline().strip()
        self.viewer = socket.socket(socket.AF_UNIX)
        self.viewer.settimeout(30)
        self.viewer.connect(path)
        self.place = (0, 0)
        self.shake_hands()

    def receive(self, count):
        data = b""
        while len(data) < count:
            part = self.viewer.recv(count - len(data))
            if not part:
                raise ConnectionError("the server has ended the connection")
            data += part
        return data

    def shake_hands(self):
        self.receive(12)
        self.viewer.sendall(b"RFB 003.008\n")
        kinds = self.receive(self.receive(1)[0])
        assert 1 in kinds, kinds  # no password
        self.viewer.sendall(b"\x01")
        assert self.receive(4) == bytes(4)
        self.viewer.sendall(b"\x01")  # other viewers may stay
        name_length = struct.unpack(">I", self.receive(24)[20:])[0]
        self.receive(name_length)

    def press(self, chord):
        """Presses and releases keys such as "ctrl+alt+Escape"."""
        keys = [KEYSYMS[name] for name in chord.split("+")]
        downs = [(1, key) for key in keys]
        for down, key in downs + [(0, key) for key in reversed(keys)]:
            self.viewer.sendall(struct.pack(">BBxxI", 4, down, key))

    def point(self, x, y, buttons=0):
        self.place = (x, y)
        self.viewer.sendall(struct.pack(">BBHH", 5, buttons, x, y))

    def move(self, right, down):
        self.point(self.place[0] + right, self.place[1] + down)

    def click(self):
        for buttons in (1, 0):
            self.point(*self.place, buttons)

    def end(self):
        self.viewer.close()
        self.server.kill()
        self.server.wait()
