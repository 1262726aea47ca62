"""
Records: a position declared once, as a class.

    class Player(Record):
        stock: int = int16("dice and tokens behind the screen, counted in dice")
        dice: Row = int8("dice in front of the player, by face", 6)

From the declaration follow the NumPy dtype (compiled rules, arrays of a million positions) and a
ctypes structure over the same bytes (plain rules). Plain rules read ordinary Python integers
through the structure, some twenty times faster than through NumPy scalars and without their
overflow rules. Fields are signed: unsigned arithmetic would differ between the two builds.
"""

import ctypes
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = MutableSequence[int]
"""A field of several integers; also the buffers and streams that rules receive."""
Rows: TypeAlias = Sequence
"""A field of several rows or records: `Rows[Row]`, `Rows[Player]`."""
Memory: TypeAlias = NDArray[Any]
"""One record, or many, as a NumPy array."""

# What entrances of kernels take (see `builds`): the second part of an annotation names the type.
Boxes: TypeAlias = Annotated[Memory, "box"]
States: TypeAlias = Annotated[Memory, "position"]
Options: TypeAlias = Annotated[Memory, "options"]
Bytes: TypeAlias = Annotated[Any, "int8"]
Shorts: TypeAlias = Annotated[Any, "uint16"]
Words: TypeAlias = Annotated[Any, "int32"]
Longs: TypeAlias = Annotated[Any, "row"]
Floats: TypeAlias = Annotated[Any, "float32"]

_INTEGERS = {1: ctypes.c_int8, 2: ctypes.c_int16, 4: ctypes.c_int32, 8: ctypes.c_int64}


@dataclass(frozen=True)
class Field:
    """One field of a record: what it holds, what it means, how many of it."""

    holds: "str | type[Record]"
    meaning: str
    shape: tuple[int, ...]
    seat: bool = False
    """The number is that of a seat; below 0 it is nobody's."""
    by_seat: bool = False
    """One for each seat, by its number: the first index of an array, else one bit for each."""
    bits: int = 0
    """A set of so many things, one bit each."""


class Record:
    """The base of all declarations; never instantiated."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        cls.dtype = np.dtype(
            [
                (name, f.holds if isinstance(f.holds, str) else f.holds.dtype, f.shape)
                for name, f in cls.fields.items()
            ]
        )


@dataclass(frozen=True)
class Integers:
    """
    Declares fields of signed integers: `int8(meaning)`, `int8(meaning, how_many)`.

    What else is said of a field (see `Field`) is for those who read positions of any game, such as
    the environments: they turn seats so that the own one comes first, and spread sets out.
    """

    code: str

    def __call__(
        self, meaning: str, *shape: int, seat: bool = False, by_seat: bool = False, bits: int = 0
    ) -> Any:
        return Field(self.code, meaning, shape, seat, by_seat, bits)


int8 = Integers("i1")
int16 = Integers("i2")
int32 = Integers("i4")
int64 = Integers("i8")


class _Several:
    """Declares fields that hold records: `several(Player, meaning, how_many)`."""

    def __call__(self, record: type[Record], meaning: str, *shape: int, by_seat: bool = False) -> Any:
        return Field(record, meaning, shape, by_seat=by_seat)


several = _Several()


@cache
def structure(dtype: np.dtype[Any]) -> type[Any]:
    """Make the ctypes type with the same bytes as this dtype."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        made: type[Any] = structure(base)
        for length in reversed(shape):
            made = made * length
        return made
    if dtype.names is None:
        return _INTEGERS[dtype.itemsize]
    fields = [(name, structure(dtype[name])) for name in dtype.names]
    return type("Structure", (ctypes.Structure,), {"_pack_": 1, "_fields_": fields})


def blank(dtype: np.dtype[Any]) -> Memory:
    """Make one record of zeros."""
    return np.zeros(1, dtype)


def blank_row(length: int) -> Any:
    """Make a row of zeros for a kernel, of a length that is a constant: see `drafts.blank_row`."""
    return np.zeros(length, np.int64)


def plain(memory: Memory) -> Any:
    """Look at one record as plain rules do: fields are integers, writes go to the same bytes."""
    # As bare bytes: NumPy would describe every field of the record first.
    return structure(memory.dtype).from_buffer(memory.view(np.uint8))


def as_bytes(record: Record) -> bytes:
    """Copy a record, or a part such as a player, that plain rules look at: something to remember it by."""
    return bytes(cast(Any, record))


def of_bytes(record: type[Record], data: bytes) -> Any:
    """Look at such bytes as plain rules do."""
    return structure(record.dtype).from_buffer_copy(data)
