from collections.abc import Iterator
from typing import Annotated

import msgspec

from chancebox.engine.game.boxes import Problem
from rooms.hush.rules import Box


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, msgspec.Meta(ge=4, le=9)]


def check(data: File) -> Iterator[Problem]:
    yield from ()


def pack(data: File, box: Box) -> None:
    box.cards = data.cards
