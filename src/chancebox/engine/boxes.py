"""
Boxes: the components of a game, read from a TOML file into a record.

Each game's `box.py` declares what its file holds (`File`, a msgspec structure), checks the counts
that the rule book fixes (`check`) and fills the record that the rules read (`pack`). Errors name
the line, the entry and what would be right.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from chancebox.engine.errors import BadBox
from chancebox.engine.game import Game
from chancebox.engine.records import Memory, blank, plain
from chancebox.engine.texts import _

Place = tuple[str | int, ...]
"""Where something stands in the file: ("warning", 3, "fuse")."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all entries: everything in a box says where it comes from."""

    status: Literal["stated", "sourced", "reconstructed"]
    """In the rule book; in a public source named in the note; or our reconstruction."""
    note: str = ""


@dataclass(frozen=True)
class Problem:
    """Something that does not fit the game, found by a game's `check`."""

    place: Place
    message: str


@dataclass(frozen=True, eq=False)
class Box:
    """The components in use: as data for words and views, as a record for rules; nobody changes them."""

    name: str
    data: Any
    memory: Memory
    digest: str
    """Equal for boxes that play alike; notes and provenance do not count."""

    @cached_property
    def fields(self) -> Any:
        """The record as plain rules read it."""
        return plain(self.memory)


def load_box(game: Game, path: str | Path | None = None) -> Box:
    """
    Read a box file, or the game's own, which all tables share.

    >>> from chancebox.games import game
    >>> load_box(game("pig")).name
    'default'
    """
    return read_box(game, Path(path), str(path)) if path else _usual(game)


@cache
def _usual(game: Game) -> Box:
    return read_box(game, game.folder / "box.toml", "default")


def read_box(game: Game, file: Path, name: str) -> Box:
    """Read a box file."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox(_("{file} cannot be read as a box: {error}").format(file=file, error=error)) from None
    return parse_box(game, text, name)


def parse_box(game: Game, text: str, name: str) -> Box:
    """Check the text of a box file and pack it."""
    try:
        data = msgspec.convert(tomllib.loads(text), game.boxes.File)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{name}: {error}") from None
    except msgspec.ValidationError as error:
        message, _at, where = str(error).partition(" - at ")
        place = _place(where)
        wanted = _wanted(game.boxes.File, place)
        raise BadBox(_tell(name, text, Problem(place, message + wanted))) from None
    for problem in game.boxes.check(data):
        raise BadBox(_tell(name, text, problem))
    return pack_box(game, data, name)


def pack_box(game: Game, data: Any, name: str) -> Box:
    """Pack checked data."""
    memory = blank(game.rules.Box.dtype)
    game.boxes.pack(data, plain(memory))
    return Box(name, data, memory, _digest(data))


def _digest(data: msgspec.Struct) -> str:
    text = json.dumps(_bare(msgspec.to_builtins(data)), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bare(value: Any) -> Any:
    """Leave out what does not change the play."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("status", "note")}
    return [_bare(v) for v in value] if isinstance(value, list) else value


def _tell(name: str, text: str, problem: Problem) -> str:
    place = ""
    for step in problem.place:
        place += f"[{step + 1}]" if isinstance(step, int) else ("." if place else "") + step
    return _("{name}, line {line}, {place}: {message}").format(
        name=name,
        line=_line(text, problem.place),
        place=place or _("the file"),
        message=problem.message,
    )


def _place(where: str) -> Place:
    """Read msgspec's `$.warning[3].fuse`."""
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", where.strip("`"))
    return tuple(int(index) if index else name for name, index in steps)


def _wanted(model: Any, place: Place) -> str:
    """Say what belongs at a place, read from the declaration."""
    info: Any = msgspec.inspect.type_info(model)
    for step in place:
        if isinstance(step, int):
            info = info.item_type
        elif isinstance(info, msgspec.inspect.DictType):
            info = info.value_type
        else:
            info = next(f.type for f in info.fields if f.encode_name == step)
    if isinstance(info, msgspec.inspect.LiteralType):
        return _("; it can be: {values}").format(values=", ".join(map(str, info.values)))
    if isinstance(info, msgspec.inspect.StructType):
        names = ", ".join(f.encode_name for f in info.fields)
        return _("; the entry has: {names}").format(names=names)
    return ""


def _line(text: str, place: Place) -> int:
    """Find the line of a place; if it is not written there, the last line of what is nearest."""
    best = 1
    for line, here in _places(text):
        if here == place:
            return line
        if place and (place[: len(here)] == here or here[: len(place)] == place):
            best = line
    return best


def _places(text: str) -> Iterator[tuple[int, Place]]:
    """Walk over headers and keys with the place each one opens."""
    seen: dict[str, int] = {}
    table: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
            seen[header[1]] = seen.get(header[1], -1) + 1
            table = (header[1], seen[header[1]])
            yield number, table
        elif header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = tuple(header[1].split("."))
            yield number, table
        elif key := re.match(r"\s*([\w-]+)\s*=", line):
            yield number, (*table, key[1])
