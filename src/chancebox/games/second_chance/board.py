"""Second Chance in the terminal."""
from collections.abc import Sequence
from typing import Any
def board(view, names, viewer):
    return "x"
