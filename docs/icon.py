"""Draw the mark of the house in dots, for home screens that want no SVG: `python docs/icon.py`."""

import struct
import zlib
from pathlib import Path

FILE = Path(__file__).parents[1] / "src/chancebox/web/static/icon.png"
SIZE = 180
FINE = 4
"""Points looked at in each dot, in both directions: edges are smooth."""
GROUND, PIP = (0x8A, 0x5A, 0x00), (0xFB, 0xF7, 0xEF)
PIPS = [(13, 13), (35, 13), (24, 24), (13, 35), (35, 35)]
RADIUS = 4.5
WIDE = 48
"""The square of mark.svg; here it is filled to its edges, since phones round it themselves."""


def share(column: int, row: int) -> float:
    """Return how much of a dot is covered by pips."""
    points = [((column + (i + 0.5) / FINE) * WIDE / SIZE, (row + (j + 0.5) / FINE) * WIDE / SIZE)
              for i in range(FINE) for j in range(FINE)]  # fmt: skip
    hit = sum(any((x - a) ** 2 + (y - b) ** 2 <= RADIUS**2 for a, b in PIPS) for x, y in points)
    return hit / len(points)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture() -> bytes:
    """Return the file."""
    rows = bytearray()
    for row in range(SIZE):
        rows.append(0)
        for column in range(SIZE):
            part = share(column, row)
            rows += bytes(round(g + (p - g) * part) for g, p in zip(GROUND, PIP, strict=True))
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


if __name__ == "__main__":
    FILE.write_bytes(picture())
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")
