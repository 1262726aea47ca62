"""Records: one declaration, the same bytes for NumPy and for plain rules."""

import pytest

from chancebox.engine.rules.records import (
    Record,
    Row,
    Rows,
    blank,
    int8,
    int16,
    int32,
    plain,
    several,
    structure,
)


class Inner(Record):
    a: int = int8("a small number")
    b: Row = int16("three numbers", 3)


class Outer(Record):
    x: int = int32("a large number")
    grid: Rows[Row] = int8("a table", 2, 3)
    inner: Rows[Inner] = several(Inner, "two of them", 2)


def test_declarations_become_packed_dtypes() -> None:
    assert Inner.dtype.itemsize == 7
    assert Outer.dtype.itemsize == 4 + 6 + 14
    assert Outer.fields["grid"].meaning == "a table"


def test_plain_reads_and_writes_the_same_bytes() -> None:
    memory = blank(Outer.dtype)
    s = plain(memory)
    s.x = -70000
    s.grid[1][2] = -5
    one = s.inner[1]
    one.b[2] = 300
    assert memory["x"][0] == -70000
    assert memory["grid"][0, 1, 2] == -5
    assert memory["inner"][0]["b"][1, 2] == 300
    assert isinstance(s.x, int)
    with pytest.raises(IndexError):
        s.grid[2]


def test_structures_are_made_once() -> None:
    assert structure(Outer.dtype) is structure(Outer.dtype)
