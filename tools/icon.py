"""
Draw the mark of the house in dots, for home screens that want no SVG: `python tools/icon.py`.

`icon.png` fills its square, since phones round it themselves; `icon-192` and `icon-512` have the round
corners of `mark.svg`; `icon-mask` keeps all that matters within the circle that may be cut out of it.
"""

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "src/chancebox/web/static"
FINE = 4
"""Points looked at in each dot, in both directions: edges are smooth."""
GROUND, PIP = (0x8A, 0x5A, 0x00), (0xFB, 0xF7, 0xEF)
WIDE = 48
"""The square of mark.svg;"""
EDGE, CORNER = 3, 11
"""there the die begins so far from the edge, and its corners have this radius."""


class Icon(NamedTuple):
    """A picture: its size, how far its pips lie from the middle, their radius, and whether it is a die."""

    name: str
    size: int
    apart: float
    radius: float
    is_die: bool = False


ICONS = (
    Icon("icon.png", 180, 11, 4.5),
    Icon("icon-192.png", 192, 9, 4.5, True),
    Icon("icon-512.png", 512, 9, 4.5, True),
    Icon("icon-mask.png", 512, 8, 3.6),
)


def on_pip(icon: Icon, x: float, y: float) -> bool:
    """Return whether a point lies on a pip."""
    middle, a = WIDE / 2, icon.apart
    pips = ((0.0, 0.0), (-a, -a), (a, -a), (-a, a), (a, a))
    return any((x - middle - dx) ** 2 + (y - middle - dy) ** 2 <= icon.radius**2 for dx, dy in pips)


def on_die(icon: Icon, x: float, y: float) -> bool:
    """Return whether a point lies on the die; where it fills the picture, each does."""
    if not icon.is_die:
        return True
    half = WIDE / 2 - EDGE
    out = [max(0.0, abs(one - WIDE / 2) - (half - CORNER)) for one in (x, y)]
    return out[0] ** 2 + out[1] ** 2 <= CORNER**2


def dot(icon: Icon, column: int, row: int) -> bytes:
    """Return the colour of a dot, and how much of it is covered."""
    steps = [(i + 0.5) / FINE for i in range(FINE)]
    points = [((column + i) * WIDE / icon.size, (row + j) * WIDE / icon.size) for i in steps for j in steps]
    pips = sum(on_pip(icon, x, y) for x, y in points) / len(points)
    covered = sum(on_die(icon, x, y) for x, y in points) / len(points)
    return bytes(round(g + (p - g) * pips) for g, p in zip(GROUND, PIP, strict=True)) + bytes(
        [round(255 * covered)]
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(icon: Icon) -> bytes:
    """Return the file; what fills its square needs no transparency."""
    rows = bytearray()
    for row in range(icon.size):
        rows.append(0)
        for column in range(icon.size):
            rows += dot(icon, column, row)[: 4 if icon.is_die else 3]
    head = struct.pack(">IIBBBBB", icon.size, icon.size, 8, 6 if icon.is_die else 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


if __name__ == "__main__":
    for icon in ICONS:
        file = FOLDER / icon.name
        file.write_bytes(picture(icon))
        print(f"{file.name}: {file.stat().st_size} bytes")
