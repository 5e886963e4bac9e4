"""Pictures of text with secrets at known places, drawn by Pango: in each font, size and theme."""
import dataclasses
import re

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

import planted_secrets  # noqa: E402

SIZES = (8, 9, 10, 11, 12, 14, 18, 24, 32, 40)  # points at 96 dpi
FONTS = ("DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "Liberation Sans", "Liberation Mono", "Liberation Serif")


@dataclasses.dataclass(frozen=True)
class Theme:
    ground: tuple
    ink: tuple
    selection: tuple = ()  # ground and ink of secrets
    subpixel: bool = False
    underline: bool = False


WHITE, BLACK, BLUE = (255, 255, 255), (0, 0, 0), (53, 132, 228)
THEMES = {
    "light": Theme(WHITE, BLACK),
    "dark": Theme((30, 30, 30), (212, 212, 212)),
    "grey": Theme(WHITE, (128, 128, 128)),
    "terminal": Theme(BLACK, (0, 205, 0)),
    "selection": Theme(WHITE, BLACK, (BLUE, WHITE)),
    "subpixel": Theme(WHITE, BLACK, subpixel=True),
    "underlined": Theme((250, 250, 245), (0, 0, 200), underline=True),
}
FILLER = """the order was shipped on Monday and the invoice is attached please reply soon thanks for your message about the
meeting in Berlin total amount due next week see also our terms customer service will call you back error at line settings
were saved connection refused file not found update available page two of many open the door window help return value""".split()
# What a secret of a kind looks like, whatever it is, by the screenshot document.
DOCUMENTED = {"emails": r"\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Z|a-z]{2,}\b", "phones": r"\b\d{3}[-.]?\d{3}[-.]?\d{4}\b",
              "creditCards": r"\b\d{4}[-\s]?\d{4}[-\s]?\d{4}[-\s]?\d{4}\b"}
PROMPTS = ("user@host:~$ echo ", "$ curl -H ", "# ", ">>> ", "")


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a secret's ink is, as (left, top, right, bottom) of each of its parts."""
    secret: planted_secrets.Secret
    areas: tuple


@dataclasses.dataclass
class Page:
    surface: cairo.ImageSurface
    places: list
    facts: str

    def save(self, path):
        self.surface.write_to_png(path)


class Pen:
    """Draws text in one font, size and theme."""

    def __init__(self, surface, font, size, theme):
        self.theme = THEMES[theme]
        self.context = cairo.Context(surface)
        self.colour(self.theme.ground)
        self.context.paint()
        self.layout = PangoCairo.create_layout(self.context)
        pango = self.layout.get_context()
        PangoCairo.context_set_resolution(pango, 96)
        options = cairo.FontOptions()
        options.set_antialias(cairo.ANTIALIAS_SUBPIXEL if self.theme.subpixel else cairo.ANTIALIAS_GRAY)
        options.set_subpixel_order(cairo.SUBPIXEL_ORDER_RGB)
        options.set_hint_style(cairo.HINT_STYLE_SLIGHT)
        PangoCairo.context_set_font_options(pango, options)
        description = Pango.FontDescription(font)
        description.set_size(size * Pango.SCALE)
        self.layout.set_font_description(description)
        self.height = self.measure("Ag")[1]

    def colour(self, rgb):
        self.context.set_source_rgb(*(part / 255 for part in rgb))

    def measure(self, text):
        self.layout.set_text(text, -1)
        return self.layout.get_pixel_size()

    def write(self, text, x, y, secret=False):
        """Returns what is drawn, as (left, top, right, bottom), and where the text ends."""
        width, height = self.measure(text)
        ink = self.layout.get_pixel_extents()[0]
        self.colour(self.theme.ink)
        if secret and self.theme.selection:
            self.colour(self.theme.selection[0])
            self.context.rectangle(x, y, width, height)
            self.context.fill()
            self.colour(self.theme.selection[1])
        self.context.move_to(x, y)
        PangoCairo.show_layout(self.context, self.layout)
        if self.theme.underline:
            self.context.rectangle(x, y + height - 2, width, 1)
            self.context.fill()
        return (x + ink.x, y + ink.y, x + ink.x + ink.width, y + ink.y + ink.height), x + width


def words(chance, count):
    return " ".join(chance.choice(FILLER) for _ in range(count))


def wrap_point(secret):
    """Where a terminal may break it: not at a blank, and some characters from its ends."""
    text = secret.text
    places = [at for at in range(3, len(text) - 3) if text[at] != " " and text[at - 1] != " "]
    return places[len(places) // 2] if places else 0


def sentence(chance, pen, y, width, secret):
    """A line with the secret somewhere in it; None when it is too long."""
    text = secret.label + secret.text + secret.end
    room = width - 24 - pen.measure(text)[0]
    if room < 0:
        return None
    before = chance.choice(PROMPTS) if chance.random() < 0.3 else words(chance, chance.randrange(4)) + " "
    if pen.measure(before)[0] > room:
        before = ""
    before = before.lstrip() + secret.label
    x = 12 + chance.randrange(max(1, min(200, room - pen.measure(before)[0])))
    if before:
        _, x = pen.write(before, x, y)
    area, x = pen.write(secret.text, x, y, True)
    after = " " + words(chance, chance.randrange(4))
    if after.strip() and x + pen.measure(after)[0] < width - 12:
        pen.write(after, x, y)
    return Place(secret, (area,))


def table_row(chance, pen, y, width, secret):
    column = 12 + chance.choice((180, 260, 320)) * max(1, pen.height // 20)
    if column + pen.measure(secret.label + secret.text)[0] > width - 12:
        return None
    pen.write(chance.choice(("Name", "Contact", "Account", "Note")), 12, y)
    x = column
    if secret.label:
        _, x = pen.write(secret.label, x, y)
    area, x = pen.write(secret.text, x, y, True)
    x += 3 * pen.height
    if x + pen.measure("active")[0] < width - 12:
        pen.write("active", x, y)
    return Place(secret, (area,))


def wrapped(chance, pen, y, width, secret):
    """The end of one line and the beginning of the next, as terminals wrap."""
    at = wrap_point(secret)
    head, tail = secret.text[:at], secret.text[at:]
    x = width - 12 - pen.measure(head)[0]
    before = secret.label
    if at == 0 or x - pen.measure(before)[0] < 12:
        return None
    # As long a line as fits, because only long lines wrap.
    while x - pen.measure(longer := chance.choice(FILLER) + " " + before)[0] >= 12:
        before = longer
    pen.write(before, x - pen.measure(before)[0], y)
    first, _ = pen.write(head, x, y, True)
    second, x = pen.write(tail, 12, y + pen.height, True)
    pen.write(" " + words(chance, 1), x, y + pen.height)
    return Place(secret, (first, second))


def page(chance, font, size, theme, kinds=planted_secrets.KINDS, width=1000, height=420, wrap=True):
    """A page that holds as many secrets as fit, between lines without one."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    pen = Pen(surface, font, size, theme)
    places, y = [], 8
    pitch = pen.height + chance.randrange(1 + pen.height // 3)
    while y + 2 * pitch < height - 4:
        secret = planted_secrets.secret(chance, kinds)
        form = chance.choices((sentence, table_row, wrapped), (6, 2, 1 if wrap else 0))[0]
        place = form(chance, pen, y, width, secret)
        if place:
            places.append(place)
            y += pen.height * (len(place.areas) - 1)
        else:
            pen.write(words(chance, 2), 12, y)
        y += pitch
        if chance.random() < 0.3 or form is wrapped:
            pen.write(words(chance, 3), 12, y)
            y += pitch
    surface.flush()
    return Page(surface, places, f"{font} {size} pt, {theme}")


def documented_places(pen, line, x, y):
    """The whole words of a line that hold what the document's expressions match."""
    for kind, expression in DOCUMENTED.items():
        for match in re.finditer(expression, line):
            begin = line.rfind(" ", 0, match.start()) + 1
            end = line.find(" ", match.end())
            left, right = (pen.measure(line[:at])[0] for at in (begin, end if end >= 0 else len(line)))
            yield Place(planted_secrets.Secret(kind, match.group()), ((x + left, y, x + right, y + pen.height),))


def plain_page(lines, font, size, theme, width=1000, height=420):
    """A page of lines without any secret but what the document's expressions match."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    pen = Pen(surface, font, size, theme)
    places, y = [], 8
    for line in lines:
        if y + pen.height >= height:
            break
        if line.strip():
            line = line.expandtabs(4)
            pen.write(line, 12, y)
            places.extend(documented_places(pen, line, 12, y))
        y += pen.height
    surface.flush()
    return Page(surface, places, f"{font} {size} pt, {theme}")
