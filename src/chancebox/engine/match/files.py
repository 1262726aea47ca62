"""
Record files: a match on disk, `.chance.json`, readable by people.

The file holds what the match is made of (game, box, options, seats, dealer) and its events in
notation; positions are never stored, they follow. The format is described in docs/records.md.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from chancebox.engine.game import arguments
from chancebox.engine.game.boxes import Box, load_box, own_box
from chancebox.engine.game.errors import BadRecord, BadSetup, ChanceboxError
from chancebox.engine.game.game import LETTERS, Game
from chancebox.engine.game.naming import tell_apart
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import Ask, Dealer, Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.match.positions import position_text, read_position
from chancebox.engine.match.real_dice import RealDice
from chancebox.engine.rules.contract import CHANCE

FORMAT = 1
ENDING = ".chance.json"


class Chosen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Which box a match is played with."""

    name: str
    digest: str
    text: str = ""
    """The whole of it, where it is not the game's."""


class Dealing(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who deals when the match goes on."""

    kind: Literal["seeded", "ask", "sealed", "real", "real-cards", "dated"]
    """
    A sealed or dated record is a finished game: if it is forked, people enter what comes up.

    Real: people enter what their dice and open cards show, a seed deals what is secret (none in a receipt).
    """
    seed: int | None = None


class SharedLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A tip or a link that a device showed; docs/sealed-dice.md tells what all these are."""

    before: int | None = None
    device: int
    seats: list[int]
    tip: str = ""
    link: str = ""


class DealtLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a chance event asked for, and what came up."""

    event: int
    label: str = ""
    """In the deal of a day: what was drawn."""
    whose: int | None = None
    dice: int = 0
    faces: int = 0
    rolled: list[int] = []
    outcomes: list[int] = []
    weights: list[int] = []
    drawn: int | None = None
    entered: list[int] | None = None
    """With real dice: the seats at the device on which it was entered; nothing follows from the seal then."""
    corrected: int = 0
    """How often that was corrected."""


class Unsealed(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What makes a record a receipt: the opened seal."""

    protocol: int
    day: str = ""
    """Whose deal it was, where it was that of a day."""
    table: str
    commitment: str
    secret: str
    given: int
    opening: list[SharedLine]
    shares: list[SharedLine]
    dealt: list[DealtLine]


class File(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a record file holds."""

    chancebox_record: int
    game: str
    version: int
    box: Chosen
    seats: int
    names: list[str]
    options: dict[str, str]
    dealer: Dealing
    events: list[str]
    players: list[str] = []
    """Who sits there, for whoever resumes the match: `person` or the name of a bot."""
    position: str = ""
    """Where the match began, if not at the beginning."""
    result: dict[str, Any] = {}
    """For readers only; it follows from the events."""
    sealed: Unsealed | None = None
    digest: str = ""
    """Of a receipt: SHA-256 of all the rest."""


def as_data(match: Match, players: list[str] | None = None) -> dict[str, Any]:
    """Return a match as the data of a record file."""
    data: dict[str, Any] = msgspec.to_builtins(as_file(match, players))
    return data


def as_file(match: Match, players: list[str] | None = None) -> File:
    """Return a match as what a record file holds."""
    if players is not None and len(arguments.texts("players", players)) != match.seats:
        raise BadSetup(
            _("The number of players is {n}, that of seats {seats}.").format(
                n=len(players), seats=match.seats
            )
        )
    result = match.result
    dealer = match.dealer
    origin = match.origin
    return File(
        chancebox_record=FORMAT,
        game=match.game.name,
        version=match.game.version,
        box=Chosen(match.box.name, match.box.digest, match.box.text),
        seats=match.seats,
        names=match.names,
        options=match.options,
        players=players or [],
        dealer=_dealing(dealer),
        position="" if origin is None else position_text(match.game, match.box, origin),
        events=match.notation,
        result={"winners": result.winners, "why": result.ended.text} if result else {},
    )


def as_text(data: dict[str, Any]) -> str:
    """Write the data of a record file as its text."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def save(match: Match, path: str | Path, players: list[str] | None = None) -> None:
    """Write a match to disk; a file that is there is replaced whole or not at all."""
    path = arguments.path("path", path)
    data = as_data(match, players)
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("w", encoding="utf-8") as out:
            out.write(as_text(data))
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def read(path: str | Path) -> File:
    """Read a record file without replaying it."""
    return parse(read_text(path), path)


def read_text(path: str | Path) -> str:
    """Read the text of a record file."""
    try:
        return arguments.path("path", path).read_bytes().decode()
    except OSError as error:
        raise BadRecord(_("{path} cannot be read: {error}").format(path=path, error=error.strerror)) from None
    except UnicodeDecodeError:
        raise BadRecord(_("{path} is no record of a game: it is not JSON.").format(path=path)) from None


def parse(text: str, path: str | Path) -> File:
    """Read the text of a record file; `path` is where it came from, for who is told of errors."""
    return file_of(data_of(text, path), path)


def data_of(text: str, path: str | Path) -> dict[str, Any]:
    """Read the text of a record file as plain data, of which nothing but the format is known."""
    try:
        raw = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadRecord(_("{path} is no record of a game: it is not JSON.").format(path=path)) from None
    format_version = raw.get("chancebox_record") if isinstance(raw, dict) else None
    if isinstance(format_version, bool) or not isinstance(format_version, (int, float)):
        raise BadRecord(_("{path} is no record of a game.").format(path=path))
    if format_version != FORMAT:
        raise BadRecord(
            _("{path} has record format {theirs}; this version of Chancebox reads format {ours}.").format(
                path=path, theirs=format_version, ours=FORMAT
            )
        )
    data: dict[str, Any] = raw
    return data


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which JSON does not have, though Python reads them."""
    raise ValueError(constant)


def file_of(data: dict[str, Any], path: str | Path) -> File:
    """Return the data of a record file as what it holds."""
    try:
        return msgspec.convert(data, File)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # JSON can hold halves of a letter
        raise BadRecord(f"{path}: {error}") from None


def box_of(file: File, game: Game, path: str | Path | None = None) -> Box:
    """Read the box of a record: the one that somebody names, that it brings along, or the game's."""
    if path is not None or not file.box.text:
        return load_box(game, path)
    return own_box(game, file.box.text)


def replay(file: File, game: Game, box: Box, build: str = "plain") -> Match:
    """Play a record again, checking every event; the match can then go on."""
    if file.version != game.version:
        raise BadRecord(
            _(
                "The record was made with version {theirs} of the rules of {game}; these are version {ours}."
            ).format(theirs=file.version, game=game.name, ours=game.version)
        )
    if file.box.digest != box.digest:
        raise BadRecord(
            _(
                "The record was played with another box: {name} ({theirs}), not {given} ({ours})."
                " Give that file with --box."
            ).format(name=file.box.name, theirs=file.box.digest, given=box.name, ours=box.digest)
        )
    match = Match(
        game,
        file.seats,
        options=file.options,
        box=box,
        dealer=Ask(),
        names=tell_apart(file.names),
        build=build,
        position=read_position(game, box, file.position) if file.position else None,
    )
    for number, line in enumerate(file.events, start=1):
        letter, _space, text = line.partition(" ")
        try:
            match.play(CHANCE if letter == "*" else _seat(letter), text)
        except ChanceboxError as error:
            raise BadRecord(
                _("Event {number} of the record ({line}) cannot be played: {error}").format(
                    number=number, line=line[:60], error=error
                )
            ) from None
    match.dealer = _dealer(file.dealer, game)
    return match


def _seat(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS:
        raise BadRecord(_("{letter!r} is no seat").format(letter=letter[:10]))
    return LETTERS.index(letter)


def _dealing(dealer: Dealer) -> Dealing:
    if isinstance(dealer, Seeded):
        return Dealing("seeded", dealer.seed)
    if isinstance(dealer, RealDice) and isinstance(dealer.house, Seeded):
        return Dealing("real", dealer.house.seed)
    return Dealing("ask")


def _dealer(dealing: Dealing, game: Game) -> Dealer:
    if dealing.kind == "seeded":
        return Seeded(dealing.seed)
    if dealing.kind == "real" and dealing.seed is not None:
        return RealDice(game, Seeded(dealing.seed), cards=True)
    return Ask()
