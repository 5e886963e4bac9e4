"""The picture that apps/painter.py paints: every pixel is known in advance."""


def colour(x, y, seed=0):
    """The pattern's colour at a point, as (red, green, blue); no two seeds share a point."""
    return (x * 7 + y * 3 + seed * 29) & 255, (x ^ y) & 255, (x * y >> 3) & 255


def rgb(width, height, seed=0):
    """The pattern as packed RGB rows from the top down."""
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            rows += bytes(colour(x, y, seed))
    return bytes(rows)


def alpha(x, y):
    """How opaque the pattern of a translucent window is there: wholly on the left, 0 to 255 further on."""
    return 255 if x < 40 else (x * 2 + y) & 255


def premultiplied_rows(width, first, count, seed=0):
    """Rows as a window of depth 32 has them: B, G, R, alpha, the colours multiplied with alpha."""
    rows = bytearray()
    for y in range(first, first + count):
        for x in range(width):
            red, green, blue = colour(x, y, seed)
            part = alpha(x, y)
            rows += bytes((blue * part // 255, green * part // 255, red * part // 255, part))
    return bytes(rows)


def bgrx_rows(width, first, count, seed=0):
    """Rows `first` to `first + count` in the byte order of a 24-bit little-endian X server."""
    rows = bytearray()
    for y in range(first, first + count):
        for x in range(width):
            red, green, blue = colour(x, y, seed)
            rows += bytes((blue, green, red, 0))
    return bytes(rows)
