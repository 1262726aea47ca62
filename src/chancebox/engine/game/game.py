"""
A game, declared once: who may play it, with which options, and where its parts are.

Command line, documents, tests and forms are made from this declaration. The parts (rules, text,
view, box, terminal, web) lie in the game's folder and are imported when they are first needed.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np

from chancebox.engine.builds import definitions
from chancebox.engine.builds.builds import Build, Compiled, Plain, Report, silent
from chancebox.engine.game import parts
from chancebox.engine.game.arguments import made, text, whole
from chancebox.engine.game.errors import BadGame, BadSetup
from chancebox.engine.game.texts import _, listed, mark, n_
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, blank

LETTERS = "ABCDEFGH"
"""Seats as players call them; CHANCE is written as `*`."""
MARKS = "●■▲◆★⬢○□"
"""Seats are told apart by shape as well as by letter, everywhere the same."""


@dataclass(frozen=True)
class Option:
    """
    Something a table can choose: the values by their names, and for which numbers of seats.

    A number of seats that the game itself does not have is opened by such an option: it can be
    played if the option is chosen, and not otherwise.
    """

    name: str
    title: str
    values: Mapping[str, int]
    default: str
    seats: range | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    """What people call values, where that is not their name; marked for translators."""

    def value_title(self, value: str) -> str:
        """
        Say a value to people.

        >>> Option("open", "All lies open", {"no": 0, "yes": 1}, "no").value_title("yes")
        'yes'
        """
        return _({**ANSWERS, **self.titles}.get(value, value))


NO_YES = {"no": 0, "yes": 1}
ANSWERS = {"no": mark("no"), "yes": mark("yes")}


@dataclass(frozen=True, eq=False)
class Game:
    """
    The declaration of a game.

    >>> from chancebox.games import game
    >>> gang = game("gang-of-dice")
    >>> gang.seats, gang.check_options({}, seats=3)["open-stocks"]
    (range(2, 5), 'no')
    """

    package: str
    title: str
    pitch: str
    author: str
    publisher: str
    seats: range
    minutes: tuple[int, int]
    age: int
    hidden: str
    """What somebody at the table does not see, in a sentence; empty if all is open."""
    version: int
    """Raised when the same events lead to another result; records carry it."""
    options: tuple[Option, ...] = ()
    courtesy: bool = False
    """Whether what is hidden is hidden as a courtesy alone: nobody could gain by seeing it."""
    thumb_text: str = ""
    """How its rule of thumb decides, to go on a sentence about a bot."""
    test_only: bool = False
    kept: bool = False
    """Whether these are rules of yesterday, for what was begun under them; their folder ends in `_1`."""
    _builds: dict[str, Build] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name on the command line and in records: `gang-of-dice`."""
        folder = self.package.rpartition(".")[2]
        return (folder.removesuffix(f"_{self.version}") if self.kept else folder).replace("_", "-")

    @property
    def key(self) -> str:
        """What tells it from all other versions: `gang-of-dice`, or `gang-of-dice@1` for one of yesterday."""
        return f"{self.name}@{self.version}" if self.kept else self.name

    @property
    def facts_text(self) -> str:
        """
        Say for how many, how long and from which age it is; whatever tells it takes it from here.

        >>> from chancebox.games import game
        >>> game("second-chance").facts_text
        '1 to 6 players · 10 to 15 min · age 8+'
        """
        players, minutes = (self.seats[0], self.seats[-1]), self.minutes
        return " · ".join(
            (
                _("{low} to {high} players").format(low=players[0], high=players[1])
                if players[0] < players[1]
                else n_("{n} player", "{n} players", players[0]).format(n=players[0]),
                _("{low} to {high} min").format(low=minutes[0], high=minutes[1])
                if minutes[0] < minutes[1]
                else _("{n} min").format(n=minutes[0]),
                _("age {n}+").format(n=self.age),
            )
        )

    @property
    def folder(self) -> Path:
        """The folder with the game's files."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    def rules_file(self, language: str) -> Path:
        """Find the rules for players in a language; those in English where nobody has translated them."""
        translated = self.folder / f"rules.{language}.md"
        return translated if translated.exists() else self.folder / "rules.md"

    @cached_property
    def rules(self) -> parts.Rules:
        """The rule functions and the records they work on (`contract`)."""
        return cast(parts.Rules, self._part(parts.Rules))

    @cached_property
    def thumb(self) -> parts.Thumb:
        """The rule of thumb; the engine's, which chooses at random, if the game has none."""
        own = self._rule_part(parts.Thumb)
        return cast(parts.Thumb, own or importlib.import_module("chancebox.engine.rules.thumb"))

    @property
    def has_expert(self) -> bool:
        """Whether the game knows better than its rule of thumb (see `engine.expert`)."""
        return definitions.defined(self.thumb, "decide_well") is not None

    @cached_property
    def traits(self) -> parts.Traits:
        """What a network is given; the engine's, which are none, if the game has none."""
        own = self._rule_part(parts.Traits)
        return cast(parts.Traits, own or importlib.import_module("chancebox.engine.rules.traits"))

    @cached_property
    def items(self) -> parts.Items:
        """Who gets which item; the engine's, which has none, if the game has none."""
        own = self._rule_part(parts.Items)
        return cast(parts.Items, own or importlib.import_module("chancebox.engine.rules.items"))

    @cached_property
    def notation(self) -> parts.Notation:
        """What turns actions into short texts and back."""
        return cast(parts.Notation, self._part(parts.Notation))

    @cached_property
    def story(self) -> parts.Story:
        """What tells events as happenings, and happenings in sentences."""
        return cast(parts.Story, self._part(parts.Story))

    @cached_property
    def lesson(self) -> parts.Lesson | None:
        """How the game is learned by playing it; None if there is no such lesson."""
        file = self.file(parts.Lesson)
        # One file for all texts of a small game may be without it, and so may be their folder.
        own = file is not None and "lesson" in (file.stem, file.parent.name)
        beside = self.story if file == self.file(parts.Story) else None
        return cast(parts.Lesson, self._part(parts.Lesson)) if own or hasattr(beside, "LINES") else None

    @cached_property
    def viewer(self) -> parts.View:
        """What one seat may see, as plain data."""
        return cast(parts.View, self._part(parts.View))

    @cached_property
    def boxes(self) -> parts.BoxFile:
        """What a box file of this game must hold."""
        return cast(parts.BoxFile, self._part(parts.BoxFile))

    @cached_property
    def terminal(self) -> parts.Terminal:
        """The board in the terminal."""
        return cast(parts.Terminal, self._part(parts.Terminal))

    @cached_property
    def study(self) -> parts.StudyPart | None:
        """The names of items and decisions for studies; None if there are none."""
        return cast(parts.StudyPart, self._part(parts.StudyPart)) if self.file(parts.StudyPart) else None

    @cached_property
    def advice(self) -> parts.Advice | None:
        """Exact help for parts of the game that can be solved; None if there is none."""
        return cast(parts.Advice, self._part(parts.Advice)) if self.file(parts.Advice) else None

    @cached_property
    def odds(self) -> parts.Odds | None:
        """What a seat would like to know before it decides; None if the game tells nothing."""
        return cast(parts.Odds, self._part(parts.Odds)) if self.file(parts.Odds) else None

    @cached_property
    def deal(self) -> parts.DealPart | None:
        """What its chance events draw, for the deal of a day; None if the engine has to guess it."""
        return cast(parts.DealPart, self._part(parts.DealPart)) if self.file(parts.DealPart) else None

    @cached_property
    def badges(self) -> parts.Badges | None:
        """What can be earned in this game; None if it is nothing but what can be earned in all."""
        return cast(parts.Badges, self._part(parts.Badges)) if self.file(parts.Badges) else None

    @property
    def web(self) -> Path:
        """The folder with the board in the browser; it may not be there."""
        return self.folder / "web"

    def file(self, part: type[Any]) -> Path | None:
        """Find where a part lies: in a file or folder of its own, or with others in that of a small game."""
        path = parts.FILES[part]
        for name in (path, path.rpartition("/")[0]):
            for file in (self.folder / f"{name}.py", self.folder / name / "__init__.py"):
                if name and file.exists():
                    return file
        return None

    def shown(self, file: Path) -> str:
        """Write a file as the game's author knows it: from its folder on, without where that lies."""
        above = self.folder.parent
        return str(file.relative_to(above)) if file.is_relative_to(above) else str(file)

    def _part(self, part: type[Any]) -> Any:
        file = self.file(part)
        if file is None:
            missing = self.shown(self.folder / f"{parts.FILES[part]}.py")
            raise BadGame(_("{file} is missing.").format(file=missing))
        below = file.relative_to(self.folder).with_suffix("").parts
        name = ".".join([self.package, *(part for part in below if part != "__init__")])
        return parts.require(importlib.import_module(name), part, self.shown(file))

    def _rule_part(self, part: type[Any]) -> Any:
        """Take a part of the rules that may be missing: one file of a small game may be without it."""
        own = self.file(part) != self.file(parts.Rules)
        return self._part(part) if own or hasattr(self.rules, parts.wanted(part)[0]) else None

    @cached_property
    def options_dtype(self) -> np.dtype[Any]:
        """The record in which `start` receives the options, one field each."""
        names = [option.name.replace("-", "_") for option in self.options]
        return np.dtype([(name, "i2") for name in names] or [("none", "i2")])

    def build(self, name: str = "plain", report: Report = silent) -> Build:
        """Take the rules as `plain`, `compiled` or `checked` (compiled with bounds checks)."""
        if text("build", name) not in self._builds:
            if name == "plain":
                self._builds[name] = Plain(self)
            elif name in ("compiled", "checked"):
                self._builds[name] = Compiled(self, checked=name == "checked", report=report)
            else:
                raise BadSetup(
                    _("There is no build {name!r}; there are plain, compiled and checked.").format(name=name)
                )
        return self._builds[name]

    def compiled(self, name: str = "compiled", report: Report = silent) -> Compiled:
        """Take the rules as a build that has kernels: `compiled` or `checked`."""
        build = self.build(name, report)
        if not isinstance(build, Compiled):
            raise BadSetup(
                _("The build {name!r} is not compiled; there are compiled and checked.").format(name=name)
            )
        return build

    @property
    def all_seats(self) -> list[int]:
        """Every number of seats that can be played, those that an option opens included."""
        opened = (seats for option in self.options for seats in option.seats or ())
        return sorted({*self.seats, *opened})

    def check_seats(self, seats: int) -> int:
        """Return the number of seats if the game can be played by so many."""
        seats = whole("seats", seats)
        if seats not in self.all_seats:
            raise BadSetup(
                _("{title} is for {low} to {high} players, not {seats}.").format(
                    title=_(self.title), low=self.seats[0], high=self.seats[-1], seats=seats
                )
            )
        return seats

    def check_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """Complete the options with their defaults; refuse what the game does not offer."""
        offered = {option.name: option for option in self.options}
        for name, value in made("options", given, Mapping, "Mapping[str, str]").items():
            text("the value of an option", value)
            option = offered.get(name)
            if option is None:
                raise BadSetup(
                    _("{title} has no option {name!r}; it has: {names}.").format(
                        title=_(self.title), name=name, names=listed(offered) or _("none")
                    )
                )
            if value not in option.values:
                raise BadSetup(
                    _("Option {name} cannot be {value!r}; it can be: {values}.").format(
                        name=name, value=value, values=listed(option.values)
                    )
                )
            if option.seats and seats not in option.seats and value != option.default:
                raise BadSetup(
                    _("Option {name} is for {low} to {high} players.").format(
                        name=name, low=option.seats[0], high=option.seats[-1]
                    )
                )
        chosen = {name: given.get(name, option.default) for name, option in offered.items()}
        openers = self._openers(seats)
        if openers and all(chosen[option.name] == option.default for option in openers):
            raise BadSetup(
                _("With {seats} players {title} needs option {options}.").format(
                    title=_(self.title),
                    seats=seats,
                    options=listed((f"{option.name}={_opening(option)}" for option in openers), "or"),
                )
            )
        return chosen

    def usual_options(self, seats: int) -> dict[str, str]:
        """The options of a table that wishes none: the defaults, and what opens this number of seats."""
        opener = {option.name: _opening(option) for option in self._openers(seats)[:1]}
        return self.check_options(opener, seats)

    def describe(self) -> dict[str, Any]:
        """
        Return the declaration as plain data, for programs.

        >>> from chancebox.games import game
        >>> game("gang-of-dice").describe()["minutes"]
        [30, 30]
        """
        return {
            "name": self.name,
            "title": _(self.title),
            "pitch": _(self.pitch),
            "author": self.author,
            "publisher": self.publisher,
            "seats": self.all_seats,
            "letters": [seat_letter(seat) for seat in range(max(self.all_seats))],
            "minutes": list(self.minutes),
            "age": self.age,
            "hidden": _(self.hidden) if self.hidden else "",
            "version": self.version,
            "options": [
                {
                    "name": option.name,
                    "title": _(option.title),
                    "values": list(option.values),
                    "default": option.default,
                    "seats": list(option.seats or self.all_seats),
                }
                for option in self.options
            ],
        }

    def _openers(self, seats: int) -> list[Option]:
        """The options of which one must be chosen for this number of seats; usually none."""
        if seats in self.seats:
            return []
        return [option for option in self.options if option.seats and seats in option.seats]

    def options_record(self, chosen: Mapping[str, str]) -> Memory:
        """Write checked options into the record that `start` receives."""
        record = blank(self.options_dtype)
        for option in self.options:
            record[option.name.replace("-", "_")] = option.values[chosen[option.name]]
        return record


def _opening(option: Option) -> str:
    """The first value that is not the default."""
    return next(value for value in option.values if value != option.default)


def seat_letter(seat: int) -> str:
    """Write a seat as players do."""
    return "*" if seat == CHANCE else LETTERS[seat]


def seat_text(seat: int) -> str:
    """Show a seat with its mark: `● A`."""
    return f"{MARKS[seat]} {LETTERS[seat]}"
