"""Take a Chance in the terminal."""

from typing import Any


def board(view: dict[str, Any], names, viewer):
    return str(view)
