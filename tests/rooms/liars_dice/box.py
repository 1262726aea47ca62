"""What a box of Liar's Dice holds."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from chancebox.engine.game.boxes import Problem
from rooms.liars_dice.rules.records import MOST_DICE, Box


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=MOST_DICE)]


def check(data: File) -> Iterator[Problem]:
    """Nothing is fixed beyond the range above."""
    yield from ()


def pack(data: File, box: Box) -> None:
    """Fill the record."""
    box.dice = data.dice
