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


def bgrx_rows(width, first, count, seed=0):
    """Rows `first` to `first + count` in the byte order of a 24-bit little-endian X server."""
    rows = bytearray()
    for y in range(first, first + count):
        for x in range(width):
            red, green, blue = colour(x, y, seed)
            rows += bytes((blue, green, red, 0))
    return bytes(rows)
