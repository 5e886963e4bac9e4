"""Searches everything that a program gave away for secrets: bytes in several spellings, and colours in every picture."""
import base64
import os
import re
import urllib.parse

from support import from_ppm, output

MAGIC = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp", b"BM": "bmp"}
BASE64 = re.compile(rb"[A-Za-z0-9+/]{80,}={0,2}")
LOSSY = ("jpeg", "webp")
FUZZ = "7%"   # by which these change a flat colour
AROUND = 120  # bytes of what surrounds a secret, to tell which answer held it
STRAY = 300  # pixels of other things that are that close to a colour by chance


def kind_of(data):
    return next((kind for magic, kind in MAGIC.items() if data.startswith(magic)), None)


def spellings(word):
    """A word as bytes, in the ways that it could travel."""
    plain = word.encode()
    yield from (plain, plain.upper(), word.encode("utf-16-le"), plain.hex().encode(), urllib.parse.quote(word).encode())
    for before in range(3):
        # What of the Base64 depends on the word alone.
        text = base64.b64encode(b"\0" * before + plain)
        yield text[(0, 2, 3)[before]:len(text) - 4]


def pictures_in(data):
    """The picture files in some bytes: the bytes themselves, and what is Base64 in them."""
    if kind_of(data):
        yield data
    for text in BASE64.findall(data):
        decoded = base64.b64decode(text[:len(text) // 4 * 4])
        if kind_of(decoded):
            yield decoded


def shows(picture, colour):
    """Whether a picture file has pixels of this colour; in a lossy one, many pixels of about this colour."""
    kind = kind_of(picture)
    fuzz, most = (FUZZ, STRAY) if kind in LOSSY else ("0", 0)
    seen = output("convert", f"{kind}:-", "-alpha", "off", "-fuzz", fuzz, "-fill", "black", "+opaque", colour, "-fill", "white",
                  "-opaque", colour, "-format", "%[fx:mean*w*h]", "info:", input=picture)
    return float(seen) > most + 0.5


class Search:
    """Holds what was given away, by the name of its channel."""

    def __init__(self, words, colours):
        self.spellings = [spelling for word in words for spelling in spellings(word)]
        self.colours = colours
        self.found = []
        self.pictures = 0
        self.bytes = 0

    def add(self, channel, data):
        self.bytes += len(data)
        for spelling in self.spellings:
            if (place := data.find(spelling)) >= 0:
                self.found.append(f"{channel}: {spelling!r} in {data[max(0, place - AROUND):place + AROUND]!r}")
        for picture in pictures_in(data):
            self.pictures += 1
            self.found += [f"{channel}: a picture shows {colour}" for colour in self.colours if shows(picture, colour)]

    def add_folder(self, channel, folder):
        for place, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(place, name)
                self.add(channel, path.encode())
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        self.add(f"{channel} {path}", file.read())


def read(picture):
    """A picture file's pixels."""
    return from_ppm(output("convert", f"{kind_of(picture)}:-", "-alpha", "off", "+set", "comment", "-depth", "8", "ppm:-", input=picture))
