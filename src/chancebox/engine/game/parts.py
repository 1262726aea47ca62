"""
The parts of a game, with written signatures.

A game's folder has one module for each of them, or a folder of modules; `game.Game` finds and imports
them, and `checks` compares them with what is written here. A small game may keep its texts in one `text.py`,
and its rules with the rule of thumb in one `rules.py`. What is `optional` may be left out.

What else lies there is no module: `rules.md` and `box.toml`, which `checks` looks for, and what browsers get
from `web/`, a board (`table.html`) and the game on one page (`summary.html`). Both may be left out.

`box` in rules is the record, elsewhere the `boxes.Box` with its data; `s` is always a position as plain rules
see it, and hidden for the viewer wherever there is one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from chancebox.engine.builds.definitions import defined
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.texts import _, listed, mark
from chancebox.engine.rules.records import Record, Row

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chancebox.engine.game.badges import Badge
    from chancebox.engine.game.boxes import Box, Problem
    from chancebox.engine.game.endings import Ending
    from chancebox.engine.game.happenings import Happening
    from chancebox.engine.game.lessons import Line
    from chancebox.engine.game.odds import Odd

Function = TypeVar("Function", bound=Callable[..., Any])


def optional(function: Function) -> Function:
    """Mark a function that a game may leave out."""
    function.optional = True  # type: ignore[attr-defined]
    return function


class GamePart(Protocol):
    """What all parts are: modules."""

    __name__: str
    __file__: str
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # a module has more than its part must have


class Rules(GamePart, Protocol):
    """`rules`: what is possible and what follows; plain and compiled. `contract` has the meaning of each."""

    Box: type[Record]
    Position: type[Record]
    MOST_CHOICES: int
    MOST_OUTCOMES: int

    def start(self, box: Any, s: Any, seats: int, options: Any) -> None: ...
    def choices(self, box: Any, s: Any, seat: int, out: Row) -> int: ...
    def weight(self, box: Any, s: Any, outcome: int) -> int: ...
    def draw(self, box: Any, s: Any, stream: Row) -> int: ...
    def play(self, box: Any, s: Any, seat: int, action: int) -> None: ...
    def hide(self, box: Any, s: Any, viewer: int) -> None: ...
    def guess(self, box: Any, s: Any, viewer: int, stream: Row) -> None: ...
    def standing(self, box: Any, s: Any, out: Row) -> None: ...
    @optional
    def uncovers(self, box: Any, s: Any, seat: int, action: int) -> int: ...
    @optional
    def shows(self, box: Any, s: Any, outcome: int) -> int: ...
    @optional
    def falling(self, box: Any, s: Any) -> int: ...
    @optional
    def pick(self, box: Any, s: Any, seat: int, stream: Row, buffer: Row) -> int: ...


class Thumb(GamePart, Protocol):
    """`rules/thumb`: how a sensible person plays, for bots; under the limits of rules."""

    NOTES: int

    def decide(self, box: Any, s: Any, seat: int, notes: Row, buffer: Row, stream: Row) -> int: ...
    @optional
    def rate(self, box: Any, s: Any, seat: int, action: int, notes: Row) -> int: ...
    @optional
    def decide_well(self, box: Any, s: Any, seat: int, notes: Row, buffer: Row, stream: Row) -> int: ...
    @optional
    def rate_well(self, box: Any, s: Any, seat: int, action: int, notes: Row) -> int: ...


class Traits(GamePart, Protocol):
    """`rules/traits`: what a network is given and tells of a seat alone; under the limits of rules."""

    TRAITS: int
    CHAPTERS: int
    FATES: int
    AHEAD: int

    def begin_alone(self, box: Any, s: Any) -> None: ...
    def list_traits(self, box: Any, s: Any, seat: int, out: Row) -> None: ...
    def do_alone(self, box: Any, s: Any, seat: int, action: int) -> None: ...
    def fate_of(self, box: Any, s: Any, seat: int) -> int: ...
    def reached(self, box: Any, fate: int) -> int: ...
    def win_by(self, box: Any, s: Any, seat: int, fates: Row) -> int: ...
    def fate_ahead(self, box: Any, s: Any, seat: int) -> int: ...
    def deal_alone(self, box: Any, s: Any, seat: int, card: int) -> bool: ...
    def draw_alone(self, box: Any, s: Any, seat: int, stream: Row) -> bool: ...
    def expect(self, box: Any, s: Any, seat: int, worth: Row) -> int: ...


class Items(GamePart, Protocol):
    """`rules/items`: who gets what a study asks about; under the limits of rules."""

    ITEMS: int

    def note(self, box: Any, s: Any, seat: int, action: int, held: Row) -> None: ...


class Notation(GamePart, Protocol):
    """
    `text/notation`: actions as short texts, and back.

    It may name in `DICE` the first words of outcomes that are drawn by weights and yet are dice: people with
    real dice throw those; and in `NAMES`, marked for translators, what people call colours and faces of dice
    that are words. `words` also describes what chance draws.
    """

    def say(self, box: "Box", s: Any, seat: int, action: int) -> str: ...
    def read(self, box: "Box", s: Any, seat: int, text: str) -> list[int]: ...
    def moves(self, box: "Box", s: Any, seat: int) -> list[str]: ...
    @optional
    def words(self, box: "Box", s: Any, seat: int, move: str) -> str: ...


class Story(GamePart, Protocol):
    """
    `text/story`: events as happenings, from two records hidden for the viewer; happenings as sentences.

    A story may name the score that decides, as `DECIDES`: a `happenings.Score`, drawn when a game is over.
    """

    Ending: "type[Ending]"

    def happenings(
        self, box: "Box", before: Any, seat: int, action: int, after: Any, viewer: int
    ) -> "list[Happening]": ...
    def counts(self, box: "Box", s: Any) -> dict[tuple[int, str], int]: ...
    def sentence(self, box: "Box", happening: "Happening", names: Sequence[str]) -> str: ...


class Lesson(GamePart, Protocol):
    """`text/lesson`: a first game on a fixed deal, and what is said in it; the learner has seat 0."""

    SEATS: int
    SEED: int
    OPTIONS: Mapping[str, str]
    LINES: "tuple[Line, ...]"


class View(GamePart, Protocol):
    """`view`: what a seat sees, as plain data."""

    def view(self, box: "Box", s: Any, viewer: int) -> dict[str, Any]: ...


class BoxFile(GamePart, Protocol):
    """`box`: what `box.toml` must hold, and the record made from it."""

    File: type[Any]

    def check(self, data: Any) -> Iterable["Problem"]: ...
    def pack(self, data: Any, box: Any) -> None: ...


class Terminal(GamePart, Protocol):
    """`terminal`: the board in the terminal, drawn from a view."""

    def board(self, view: dict[str, Any], names: Sequence[str], viewer: int) -> "RenderableType": ...
    @optional
    def preview(self, box: "Box", s: Any, seat: int, text: str) -> "RenderableType": ...


class StudyPart(GamePart, Protocol):
    """`study`: the group and the name of each item, and of the steps in which seats decide."""

    DECISIONS: Mapping[int, str]

    def names(self, box: "Box") -> list[tuple[str, str]]: ...


class Advice(GamePart, Protocol):
    """`advice`: the right action where a part of the game is solved, and what need not be thought about."""

    @optional
    def advise(self, box: Any, s: Any, seat: int) -> int | None: ...
    @optional
    def focus(self, position: Any) -> None: ...


class Odds(GamePart, Protocol):
    """`odds`: what a seat would like to know before it decides, from the record as it knows it."""

    def odds(self, box: "Box", s: Any, seat: int) -> "list[Odd]": ...
    @optional
    def odds_of(self, box: "Box", s: Any, seat: int, move: str) -> "list[Odd]": ...


class DealPart(GamePart, Protocol):
    """
    `deal`: for the deal of a day, what a chance event draws, and the score of who has played it.

    What is drawn is told in numbers and words that do not say when; `score` is for games in which `DECIDES`
    of the story does not fit.
    """

    def drawn(self, box: "Box", s: Any) -> "tuple[int | str, ...]": ...
    @optional
    def score(self, box: "Box", s: Any, seat: int) -> int: ...


class Badges(GamePart, Protocol):
    """`badges`: small honours for what happens to somebody in a game."""

    BADGES: "tuple[Badge, ...]"


FILES: dict[type[Any], str] = {
    Rules: "rules",
    Thumb: "rules/thumb",
    Traits: "rules/traits",
    Items: "rules/items",
    Notation: "text/notation",
    Story: "text/story",
    Lesson: "text/lesson",
    View: "view",
    BoxFile: "box",
    Terminal: "terminal",
    StudyPart: "study",
    Advice: "advice",
    Odds: "odds",
    DealPart: "deal",
    Badges: "badges",
}
"""Where each part lies in a game's folder, as a module or as a folder of modules."""
ABOUT: dict[type[Any], str] = {
    Rules: mark("what is possible and what follows"),
    Notation: mark("actions as short texts, and back"),
    Story: mark("events as happenings, and happenings as sentences"),
    View: mark("what a seat sees, as plain data"),
    BoxFile: mark("what `box.toml` must hold, and the record made from it"),
    Terminal: mark("the board in the terminal, drawn from a view"),
}
"""What a part is that every game must have, for those who miss it."""
LEFT_OUT: tuple[type[Any], ...] = (Thumb, Traits, Items, Lesson, StudyPart, Advice, Odds, DealPart, Badges)
"""The parts that a game may do without."""


def wanted(part: type[Any]) -> list[str]:
    """
    List the names that a part must define.

    >>> wanted(Thumb)
    ['NOTES', 'decide']
    """
    functions = [name for name, one in vars(part).items() if callable(one) and not name.startswith("_")]
    constants = [name for name in vars(part).get("__annotations__", {}) if not name.startswith("_")]
    return constants + [name for name in functions if not hasattr(vars(part)[name], "optional")]


def require(module: Any, part: type[Any], file: str) -> Any:
    """Return the module of this file if it defines all that a part must; else say what is missing."""
    missing = [name for name in wanted(part) if defined(module, name) is None]
    if missing:
        raise BadGame(
            _("{file} does not define {names}, which a game must have.").format(
                file=file, names=listed(missing)
            )
        )
    return module
