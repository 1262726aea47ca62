"""What translated code is made of: kinds, expressions with their ranges, functions that are found out."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.texts import _
from chancebox.gpu import ranges
from chancebox.gpu.ranges import WIDE, Range

PATIENCE = 4
"""How often a range may grow by little before it is widened."""


@dataclass(frozen=True)
class Kind:
    """What an expression is: its type in C++, and for records the dtype behind it."""

    name: str
    dtype: Any = None
    read_only: bool = False
    constant: int | None = None

    @property
    def is_number(self) -> bool:
        return self.dtype is None and self.name in (NUMBER.name, TRUTH.name, SMALL.name, FRACTION.name)

    @property
    def is_row(self) -> bool:
        """Return whether it is a row that a caller lends: it is read and written by calls."""
        return self.dtype is None and not self.is_number

    @property
    def reference(self) -> str:
        return f"{'const ' if self.read_only else ''}{self.name}"


NUMBER = Kind("num")
TRUTH = Kind("bool")
SMALL = Kind("int")
"""A number of 32 bits, as an argument."""
FRACTION = Kind("double")
NOTHING = Kind("void")
STREAMS, PICKED, LISTED = "Stream", "Pick", "List"
READABLE = (STREAMS, LISTED, "Ranks", "Notes", "Traits")
"""Rows that are read as well as written; see prelude.cpp."""
Asked = Mapping[str, tuple[Any, ...]]
"""
Functions that a kernel calls, by the names that it has for them: the function, then for each argument its
kind, or the range of a number, or for an action the name of the function that draws such ones.
"""


@dataclass(frozen=True)
class Expression:
    """Code, what it is, and if it is a number what it lies in: the type of the code is that of the range."""

    code: str
    kind: Kind
    range: Range = WIDE
    held_in: str = ""
    """Of a place: the field, or the kind of row, that it is in."""


@dataclass
class Guess:
    """A range that is found out by and by: it grows until it holds all that was seen."""

    range: Range | None = None
    grown: int = 0

    def take_in(self, seen: Range) -> bool:
        """Grow so that this is in it; return whether it had to."""
        if self.range is None:
            self.range = seen
            return True
        joined = self.range.join(seen)
        if joined == self.range:
            return False
        self.grown += 1
        self.range = joined if self.grown <= PATIENCE else self.range.widen(joined)
        return True


@dataclass
class Function:
    """A function for certain kinds of arguments: its name in C++, its text, and what was found out."""

    name: str
    returns: Kind = NOTHING
    text: str = ""
    head: str = ""
    calls: int = 0
    """How many places call it."""
    seen: int = 0
    """When it was translated last."""
    answer: Guess = field(default_factory=Guess)
    values: dict[str, Guess] = field(default_factory=dict)
    """What parameters and variables are set to."""
    sums: dict[str, Guess] = field(default_factory=dict)
    """What is added to them in loops, all together."""

    def range_of(self, name: str) -> Range:
        """Return what a variable lies in."""
        value = self.values.setdefault(name, Guess()).range or Range(0, 0)
        return ranges.add(value, self.sums.setdefault(name, Guess(Range(0, 0))).range or Range(0, 0))


@dataclass
class Scope:
    """The function that is being translated."""

    source: FunctionType
    file: str
    made: Function
    variables: dict[str, Kind] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    loops: int = 0
    trips: list[int | ast.While] = field(default_factory=list)
    """How often each loop around can run, or the loop itself if nobody knows."""
    sums: dict[str, Range] = field(default_factory=dict)
    facts: dict[str, Range] = field(default_factory=dict)
    """What is known of expressions where a condition holds."""


def as_number(value: Expression) -> Expression:
    """Return a truth as a number."""
    if value.kind == TRUTH:
        return Expression(f"int({value.code})", NUMBER, value.range)
    return value


def cast(value: Expression, found: Range, kind: str | None = None) -> Expression:
    """Return a number as one of this range, and so of its type; `kind` is the type that the code has now."""
    code = value.code if (kind or value.range.type) == found.type else f"{found.type}({value.code})"
    return Expression(code, NUMBER, found)


def constant(value: int) -> Expression:
    found = Range(value, value)
    code = f"{value}" if found.is_small else f"{value}LL"
    return Expression(code if value >= 0 else f"({code})", NUMBER, found)


def argument(found: Range, by_value: bool) -> Kind:
    """Return the kind of a number as an argument; constants may be kinds of their own."""
    if by_value and found.low == found.high:
        return Kind(SMALL.name if found.is_small else NUMBER.name, constant=found.low)
    return SMALL if found.is_small else NUMBER


def type_of(kind: Kind, found: Range) -> str:
    """Return the type that a number has in C++."""
    return found.type if kind == NUMBER else kind.name


def refused(scope: Scope, line: int, what: str) -> BadGame:
    return BadGame(
        _("{file}, line {line}: {what} cannot be translated for a GPU.").format(
            file=scope.file, line=line, what=what
        )
    )
