"""The records of a game as structures of C++, and what is known of all that is ever written into them."""

from typing import Any

import numpy as np

from chancebox.engine.game.game import Game
from chancebox.gpu.ranges import Range
from chancebox.gpu.values import Expression, Guess, Kind

INTEGERS = {1: "signed char", 2: "short", 4: "int", 8: "num"}


class Structures:
    """Declares structures, and keeps what rows and fields of each kind may hold."""

    def __init__(self, game: Game) -> None:
        self._structures: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._rows: dict[str, Guess] = {}
        """What is written into rows of each kind."""
        self._fields: dict[str, Guess] = {}
        """What is written into fields."""
        self._has_grown = False
        self.box = self.structure("Box", game.rules.Box.dtype, read_only=True)
        self.position = self.structure("Position", game.rules.Position.dtype)
        self.options = self.structure("Options", game.options_dtype, read_only=True)

    def structure(self, name: str, dtype: np.dtype[Any], read_only: bool = False) -> Kind:
        """Declare the structure of a record; fields lie where the compiler likes them (see `aligned`)."""
        if name not in self._structures:
            assert dtype.names is not None
            fields = [f"{self._kind(dtype[one], one, read_only).name} {one}_;" for one in dtype.names]
            self._structures[name] = f"struct {name} {{ {' '.join(fields)} }};"
        return Kind(name, dtype, read_only)

    def _kind(self, dtype: np.dtype[Any], name: str, read_only: bool) -> Kind:
        """Return what a field holds."""
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            held = self._kind(base, name, read_only).name
            for length in reversed(shape):
                held = f"Array<{held}, {length}>"
            return Kind(held, dtype, read_only)
        if dtype.names is not None:
            return self.structure(self._name_of(dtype), dtype, read_only)
        return Kind(INTEGERS[dtype.itemsize], dtype, read_only)

    def _name_of(self, dtype: np.dtype[Any]) -> str:
        """Name a record within another: equal fields make an equal structure."""
        return self._parts.setdefault(repr(dtype), f"Part{len(self._parts)}")

    def _held(self, place: Expression) -> Guess:
        """
        Find what was ever written there: into this field of any record, or into any row of this kind.

        A position begins with zeros, and nobody but these functions writes into it.
        """
        return self._fields.setdefault(place.held_in, Guess(Range(0, 0)))

    def _take_in(self, guess: Guess, seen: Range) -> None:
        self._has_grown |= guess.take_in(seen)
