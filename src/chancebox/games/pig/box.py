"""What a box of Pig holds."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from chancebox.engine.game.boxes import Problem
from chancebox.games.pig.rules import Box


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    goal: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    faces: Annotated[int, msgspec.Meta(ge=2, le=6)]


def check(data: File) -> Iterator[Problem]:
    """Nothing is fixed beyond the ranges above."""
    yield from ()


def pack(data: File, box: Box) -> None:
    """Fill the record."""
    box.goal = data.goal
    box.faces = data.faces
