"""
Boxes: the components of a game, read from a TOML file into a record.

Each game's `box.py` declares what its file holds (`File`, a msgspec structure), checks the counts
that the rule book fixes (`check`) and fills the record that the rules read (`pack`). Errors name
the line, the entry and what would be right.

Anybody may hand in a box, also somebody who means no good: what is read is limited in size, and
holds nothing that a screen would not show.
"""

import hashlib
import itertools
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from chancebox.engine.game import arguments
from chancebox.engine.game.arguments import made
from chancebox.engine.game.errors import BadBox
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.rules.records import Memory, blank, plain

Place = tuple[str | int, ...]
"""Where something stands in the file: ("warning", 3, "fuse")."""

LARGEST = 48 * 1024
"""Bytes of a box: four times the largest of ours."""
LONGEST_LINE = 400
"""Letters of a line, or of a text; keys of thousands of parts would keep the reader of TOML busy."""
DEEPEST = 32
"""Brackets in brackets: any box has fewer."""
KEPT = 64
"""Boxes of people's own that stay in memory."""
OWN = "own box"

ShortName = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
"""What something in a box is called."""


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
    text: str = ""
    """What somebody's own box was read from; nothing for the game's, which everybody has."""

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
    made("game", game, Game, "Game")
    return _usual(game) if path is None else read_box(game, arguments.path("box", path), str(path))


@cache
def _usual(game: Game) -> Box:
    data = _read(game, (game.folder / "box.toml").read_text(encoding="utf-8"), "default")
    return pack_box(game, data, "default")


@lru_cache(KEPT)
def own_box(game: Game, text: str) -> Box:
    """Read the text of somebody's own box; one that plays like the game's is the game's."""
    found = parse_box(game, text, OWN)
    usual = load_box(game)
    return usual if found.digest == usual.digest else found


def read_box(game: Game, file: Path, name: str) -> Box:
    """Read a box file."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox(_("{file} cannot be read as a box: {error}").format(file=file, error=error)) from None
    return parse_box(game, text, name)


def parse_box(game: Game, text: str, name: str) -> Box:
    """Check the text of a box file and pack it."""
    text = text.removeprefix("\ufeff")
    _check_lines(text, name)
    return pack_box(game, _read(game, text, name), name, text)


def _check_lines(text: str, name: str) -> None:
    """Refuse what is too large to be read, and what could not be seen."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        message = _("{name}: it has {size:,} bytes; a box has at most {most:,}")
        raise BadBox(message.format(name=name, size=size, most=LARGEST))
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        shown = line.replace("\t", " ")
        if len(line) > LONGEST_LINE:
            problem = _("a line has at most {most} letters, not {found}; break it").format(
                most=LONGEST_LINE, found=len(line)
            )
        elif not shown.isprintable():
            problem = _invisible(shown)
        else:
            continue
        message = _("{name}, line {line}: {problem}")
        raise BadBox(message.format(name=name, line=number, problem=problem))


def _invisible(text: str) -> str:
    code = next(ord(letter) for letter in text if not letter.isprintable())
    return _("U+{code:04X} is a letter that nobody sees; leave it out").format(code=code)


def _read(game: Game, text: str, name: str) -> Any:
    """Turn text into data that fits the game."""
    try:
        data = msgspec.convert(tomllib.loads(text), game.boxes.File)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{name}: {error}") from None
    except RecursionError:
        message = _("{name}, line {line}: there are too many brackets in brackets")
        raise BadBox(message.format(name=name, line=_deep_line(text))) from None
    except msgspec.ValidationError as error:
        message, _at, where = str(error).partition(" - at ")
        place = _place(where)
        message = _with_hint(message, game.boxes.File, place)
        if unknown := re.search(r"unknown field `([\w-]+)`", message):
            place = (*place, unknown[1])
        raise BadBox(_describe_problem(name, text, Problem(place, message))) from None
    except ValueError as error:  # a number of thousands of digits
        raise BadBox(f"{name}: {error}") from None
    for problem in itertools.chain(_check_texts(msgspec.to_builtins(data)), game.boxes.check(data)):
        raise BadBox(_describe_problem(name, text, problem))
    return data


def _check_texts(value: Any, place: Place = ()) -> Iterator[Problem]:
    """Find texts that are too long, or that would do something else than to be read."""
    if isinstance(value, str):
        if len(value) > LONGEST_LINE:
            message = _("a text has at most {most} letters, not {found}")
            yield Problem(place, message.format(most=LONGEST_LINE, found=len(value)))
        elif not value.isprintable():
            yield Problem(place, _invisible(value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _check_texts(inner, (*place, key))
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _check_texts(inner, (*place, i))


def pack_box(game: Game, data: Any, name: str, text: str = "") -> Box:
    """Pack checked data."""
    memory = blank(game.rules.Box.dtype)
    game.boxes.pack(data, plain(memory))
    return Box(name, data, memory, _digest(data), text)


def _digest(data: msgspec.Struct) -> str:
    text = json.dumps(_bare(msgspec.to_builtins(data)), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bare(value: Any) -> Any:
    """Leave out what does not change the play."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("status", "note")}
    return [_bare(v) for v in value] if isinstance(value, list | tuple) else value


def _describe_problem(name: str, text: str, problem: Problem) -> str:
    place = ""
    for step in problem.place:
        place += f"[{step + 1}]" if isinstance(step, int) else ("." if place else "") + step
    return _("{name}, line {line}, {place}: {message}").format(
        name=name,
        line=_line(text, problem.place),
        place=place or _("the file"),
        # A key may be written such that a terminal would obey it.
        message="".join(letter if letter.isprintable() else "\ufffd" for letter in problem.message),
    )


def _place(where: str) -> Place:
    """Read msgspec's `$.warning[3].fuse`."""
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", where.strip("`"))
    return tuple(int(index) if index else name for name, index in steps)


def _with_hint(problem: str, model: Any, place: Place) -> str:
    """Add to a problem what belongs at its place, read from the declaration."""
    info: Any = msgspec.inspect.type_info(model)
    for step in place:
        if isinstance(info, msgspec.inspect.UnionType):  # something that may be left out
            info = next(one for one in info.types if isinstance(one, msgspec.inspect.StructType))
        if isinstance(step, int):
            info = info.item_type
        elif isinstance(info, msgspec.inspect.DictType):
            info = info.value_type
        else:
            info = next(f.type for f in info.fields if f.encode_name == step)
    if isinstance(info, msgspec.inspect.LiteralType):
        told = _("{problem}; it can be: {values}")
        return told.format(problem=problem, values=listed(map(str, info.values)))
    if isinstance(info, msgspec.inspect.StructType):
        names = listed(f.encode_name for f in info.fields)
        return _("{problem}; the entry has: {names}").format(problem=problem, names=names)
    return problem


def _line(text: str, place: Place) -> int:
    """Find the line of a place, or of its first entry; else the last line of what is nearest."""
    best = 1
    for line, here in _places(text):
        if here in (place, (*place, 0)):
            return line
        if place and (place[: len(here)] == here or here[: len(place)] == place):
            best = line
    return best


def _places(text: str) -> Iterator[tuple[int, Place]]:
    """Walk over headers, keys and the elements of long lists with the place each one opens."""
    seen: dict[str, int] = {}
    table: Place = ()
    listing: Place | None = None
    element = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if listing is not None:
            if re.match(r"\s*\]", line):
                listing = None
            elif re.match(r"\s*[^\s#]", line):
                yield number, (*listing, element)
                yield from ((number, (*listing, element, key)) for key in re.findall(r"([\w-]+)\s*=", line))
                element += 1
        elif header := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
            seen[header[1]] = seen.get(header[1], -1) + 1
            table = (header[1], seen[header[1]])
            yield number, table
        elif header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            first, *rest = header[1].split(".")
            table = (first, *([seen[first]] if first in seen else []), *rest)
            yield number, table
        elif key := re.match(r"\s*([\w.-]+)\s*=", line):
            place = (*table, *key[1].split("."))
            yield number, place
            if re.search(r"=\s*\[\s*(#.*)?$", line):
                listing, element = place, 0


def _deep_line(text: str) -> int:
    """Find the line in which brackets go deeper than in any box."""
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        if depth > DEEPEST:
            return number
    return 1
