"""
A position as one line of text, for tests, bug reports and links.

    gang-of-dice/1 3f2a9c1e0b7d4a65 seats=3 round=1 players.stock=48,48,48,0 …

Fields that are zero are left out; rows are written with commas. The text has everything in it, also
what is hidden: make it from a hidden position before it leaves the house.
"""

import re
from collections.abc import Iterator

import numpy as np

from chancebox.engine.game.arguments import made
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadRecord, WrongType
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory, blank


def position_text(game: Game, box: Box, s: Memory) -> str:
    """
    Write a position as one line, from which `chancebox.at` takes it up again.

    >>> import chancebox as cb
    >>> match = cb.new("pig", seats=2, seed=7)
    >>> match.play(0, "roll")
    >>> position_text(match.game, match.box, match.position())
    'pig/1 8af276d9b23e388d pending=1 seats=2 total=3'
    """
    made("game", game, Game, "Game")
    made("box", box, Box, "Box")
    check_position(game, s)
    words = [f"{game.name}/{game.version}", box.digest]
    for name, values in _rows(s):
        if values.any():
            words.append(f"{name}={','.join(map(str, values.reshape(-1).tolist()))}")
    return " ".join(words)


def check_position(game: Game, s: Memory) -> Memory:
    """Return the memory if it holds one position of this game."""
    if getattr(s, "dtype", None) != game.rules.Position.dtype or s.size != 1:
        raise WrongType(_("The position is not one of {game}.").format(game=game.name))
    return s


def read_position(game: Game, box: Box, text: str) -> Memory:
    """Read a position from its line."""
    title, *rest = text.split() or [""]
    if title != f"{game.name}/{game.version}":
        raise BadRecord(
            _("This is no position of {game}, version {version}: {text}").format(
                game=game.name, version=game.version, text=text[:40]
            )
        )
    if not rest or rest[0] != box.digest:
        raise BadRecord(
            _("The position was made with another box ({theirs}) than this one ({ours}).").format(
                theirs=rest[0] if rest else "?", ours=box.digest
            )
        )
    s = blank(game.rules.Position.dtype)
    rows = dict(_rows(s))
    for word in rest[1:]:
        name, _equals, numbers = word.partition("=")
        values = rows.get(name)
        if values is None:
            raise BadRecord(_("A position of this game has no field {name!r}.").format(name=name))
        given = numbers.split(",")
        if len(given) != values.size or not all(re.fullmatch(r"-?\d{1,10}", n) for n in given):
            raise BadRecord(
                _("Field {name} takes {n} whole numbers, not {text!r}.").format(
                    name=name, n=values.size, text=numbers[:40]
                )
            )
        try:
            values[...] = np.array([int(n) for n in given], values.dtype).reshape(values.shape)
        except OverflowError:
            raise BadRecord(
                _("A number of field {name} is too large: {text}").format(name=name, text=numbers)
            ) from None
    return s


def _rows(s: Memory, prefix: str = "") -> Iterator[tuple[str, Memory]]:
    """Walk over the integer fields of a record, as arrays that can be written to."""
    for name in s.dtype.names or ():
        values = s[name]
        if values.dtype.names:
            yield from _rows(values, f"{prefix}{name}.")
        else:
            yield prefix + name, values
