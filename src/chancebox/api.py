"""What `import chancebox` offers; kept apart so that the command line can start without it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from chancebox.engine.game import arguments
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import (
    BadBox,
    BadRecord,
    BadSetup,
    ChanceboxError,
    GameOver,
    IllegalAction,
    NoSuchSeat,
    NothingToUndo,
    OutOfTurn,
    UnknownGame,
    UnknownNotation,
    WrongType,
)
from chancebox.engine.game.odds import Odd
from chancebox.engine.game.texts import _
from chancebox.engine.match import files
from chancebox.engine.match.chance import Ask, Dealer, Scripted, Seeded, check_dealer
from chancebox.engine.match.match import Action, Event, Match, Result
from chancebox.engine.match.positions import position_text, read_position
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games import game, names
from chancebox.reviews.report import Review
from chancebox.reviews.reviewing import review, reviewing

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Action",
    "Ask",
    "BadBox",
    "BadRecord",
    "BadSetup",
    "ChanceboxError",
    "Dealer",
    "Event",
    "GameOver",
    "IllegalAction",
    "Match",
    "NoSuchSeat",
    "NothingToUndo",
    "Odd",
    "OutOfTurn",
    "Result",
    "Review",
    "Scripted",
    "Seeded",
    "UnknownGame",
    "UnknownNotation",
    "WrongType",
    "at",
    "game",
    "load",
    "load_box",
    "names",
    "new",
    "position_text",
    "review",
    "reviewing",
]


def new(
    name: str,
    seats: int,
    *,
    seed: int | None = None,
    dealer: str | Dealer = "auto",
    options: Mapping[str, str] | None = None,
    box: str | Path | None = None,
    names: Sequence[str] | None = None,
    build: str = "plain",
) -> Match:
    """
    Begin a match; `dealer` is "auto" (from the seed), "ask" (you enter what comes up) or yours.

    >>> new("take-it-or-leave-it", seats=2, seed=1, names=["Ann", "Ben"]).names
    ['Ann', 'Ben']
    """
    found = game(name)
    return Match(
        found,
        seats,
        options=options,
        box=load_box(found, box),
        dealer=_dealer(dealer, seed),
        names=names,
        build=build,
    )


def load(path: str | Path, *, box: str | Path | None = None, build: str = "plain") -> Match:
    """
    Take up a match from a record file, with the box it brings along unless another is named.

    >>> import tempfile
    >>> match = new("pig", seats=2, seed=7)
    >>> match.play(0, "roll")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     match.save(f"{folder}/evening.chance.json")
    ...     load(f"{folder}/evening.chance.json").notation
    ['A roll', '* 3']
    """
    file = files.read(path)
    found = game(file.game, file.version)
    return files.replay(file, found, files.box_of(file, found, box), build)


def at(
    text: str,
    *,
    seed: int | None = None,
    dealer: str | Dealer = "auto",
    options: Mapping[str, str] | None = None,
    box: str | Path | None = None,
) -> Match:
    """
    Begin a match at a position written by `position_text`.

    >>> at("pig/1 8af276d9b23e388d pending=1 seats=2 total=3").view()["total"]
    3
    """
    found = game(arguments.text("text", text).partition("/")[0])
    chosen = load_box(found, box)
    memory = read_position(found, chosen, text)
    seats = found.check_seats(plain(memory).seats)
    options = found.usual_options(seats) if options is None else options
    dealer = _dealer(dealer, seed)
    try:
        return Match(found, seats, options=options, box=chosen, dealer=dealer, position=memory)
    except ChanceboxError:
        raise
    except (ArithmeticError, LookupError, ValueError):
        # A line is typed or edited by anybody; what is in it may fit together in no game.
        raise BadRecord(_("This position cannot come up in a game.")) from None


def _dealer(dealer: str | Dealer, seed: int | None) -> Dealer:
    if not isinstance(dealer, str):
        return check_dealer(dealer)
    if dealer == "auto":
        return Seeded(seed)
    if dealer == "ask":
        return Ask()
    raise BadSetup(_("There is no dealer {name!r}; there are auto and ask.").format(name=dealer))
