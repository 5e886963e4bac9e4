"""Pages of text whose words are known: each font, size and theme, drawn by Pango."""
import collections
import functools
import itertools
import random

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

SIZES = [8, 9, 10, 11, 12, 14, 18, 24, 32, 40]
FONTS = ["DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "Liberation Sans", "Liberation Serif"]
# name: ground, ink, selected ground and ink (a word in the middle of each second line) or None, subpixel
THEMES = {
    "black on white": ((255, 255, 255), (0, 0, 0), None, False),
    "light on dark": ((30, 30, 30), (212, 212, 212), None, False),
    "grey on white": ((255, 255, 255), (128, 128, 128), None, False),
    "white on blue": ((53, 132, 228), (255, 255, 255), None, False),
    "selection": ((255, 255, 255), (0, 0, 0), ((53, 132, 228), (255, 255, 255)), False),
    "subpixel": ((255, 255, 255), (0, 0, 0), None, True),
}
WORDS = """the quick brown fox jumps over lazy dogs Invoice total amount Account settings File Edit View Help Window
return function const string value error warning connection refused permission denied Monday October Berlin street
number password email address phone credit card payment order shipping customer name Please enter your message here
Search results found Close Save Cancel Apply Options Preferences Network status online 4711 2026 1984 100 89.50 12:45
+49-30-901820 555-123-4567 4111-1111-1111-1111 jane.doe@example.com info@example.org v1.2.3 /usr/share/doc (see below)
"quoted text" key=value a,b;c [index] {block} 50% #42 A&B C++ hello_world""".split()


def lines_of(seed, characters, count):
    """Lines of at most that many characters, of known words."""
    chance = random.Random(seed)
    lines = []
    for _ in range(count):
        line = []
        while True:
            word = chance.choice(WORDS)
            if len(" ".join([*line, word])) > characters:
                break
            line.append(word)
        lines.append(line)
    return lines


def layout_of(context, font, size, subpixel):
    layout = PangoCairo.create_layout(context)
    PangoCairo.context_set_resolution(layout.get_context(), 96)
    options = cairo.FontOptions()
    options.set_antialias(cairo.ANTIALIAS_SUBPIXEL if subpixel else cairo.ANTIALIAS_GRAY)
    options.set_subpixel_order(cairo.SUBPIXEL_ORDER_RGB)
    options.set_hint_style(cairo.HINT_STYLE_SLIGHT)
    PangoCairo.context_set_font_options(layout.get_context(), options)
    description = Pango.FontDescription(font)
    description.set_size(int(size * Pango.SCALE))
    layout.set_font_description(description)
    return layout


def colour(context, rgb):
    context.set_source_rgb(*(part / 255 for part in rgb))


def draw_words(context, layout, theme, line, x, y, selected):
    """Draws word by word, as far apart as a blank is wide; returns the words' rectangles."""
    ground, ink, selection, _ = THEMES[theme]
    layout.set_text(" ", -1)
    blank = layout.get_pixel_size()[0]
    places = []
    for at, word in enumerate(line):
        layout.set_text(word, -1)
        width, height = layout.get_pixel_size()
        colour(context, ink)
        if selection and selected and len(line) // 3 <= at <= 2 * len(line) // 3:
            colour(context, selection[0])
            context.rectangle(x, y, width + blank, height)
            context.fill()
            colour(context, selection[1])
        context.move_to(x, y)
        PangoCairo.show_layout(context, layout)
        places.append((word, x, y, width, height))
        x += width + blank
    return places


Page = collections.namedtuple("Page", "path width height stride lines")


def page(path, font, size, theme, width=1000, height=420, seed=1):
    """Draws a page into a file of B, G, R, X bytes."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(surface)
    colour(context, THEMES[theme][0])
    context.paint()
    layout = layout_of(context, font, size, THEMES[theme][3])
    layout.set_text("x" * 100, -1)
    character, pitch = layout.get_pixel_size()
    lines = []
    y = 12
    characters = int((width - 40) * 85 / character)
    for at, line in enumerate(lines_of(seed, characters, max(1, (height - 24) // pitch))):
        lines.append(draw_words(context, layout, theme, line, 20, y, at % 2 == 1))
        y += pitch
    surface.flush()
    with open(path, "wb") as file:
        file.write(surface.get_data())
    return Page(path, width, height, surface.get_stride(), [[word for word, *_ in line] for line in lines])


def all_pages(folder):
    """Yields (font, size, theme, function that draws the page)."""
    for seed, (font, size, theme) in enumerate(itertools.product(FONTS, SIZES, THEMES)):
        path = f"{folder}/{font}-{size}-{theme}.bgrx".replace(" ", "_")
        yield font, size, theme, functools.partial(page, path, font, size, theme, seed=seed)
