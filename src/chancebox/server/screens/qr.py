"""A QR code of a table's address, to be scanned from another device."""

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(256)
def qr_code(address: str) -> Markup:
    """Draw the code as SVG, dark on light also where the page is dark: scanners expect that."""
    made = segno.make(address, error="m", micro=False)
    return Markup(made.svg_inline(border=2, dark="#2a2522", light="#fbf7ef", omitsize=True))
