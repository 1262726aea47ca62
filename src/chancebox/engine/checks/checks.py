"""
What is wrong with a game's folder, in a sentence with the file, before a compiler says it in 170 lines.

`check_rules` reads the sources and plays some plain games; it runs by itself before a game is compiled for
the first time. `chancebox.testing.check` begins with it, and then plays far more.
"""

import ast
import builtins
import dis
import importlib
import inspect
import random
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from chancebox.engine.builds import definitions
from chancebox.engine.checks.bindings import BUILTINS, ENGINE, RuleSource, binding_problems, functions
from chancebox.engine.checks.fields import fields, nearest, no_such
from chancebox.engine.game import parts
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadGame, ChanceboxError
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, mark
from chancebox.engine.match.chance import DEALING, stream
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS
from chancebox.engine.rules.records import Record, blank, plain

LARGEST = 1024
"""Bytes of a position: it is copied millions of times."""
EVENTS = 400
"""Events of the games played before compiling: one with the fewest seats, one with the most."""
ENDLESS = 100_000
"""Events after which a random game is taken for one that never ends."""
WELL_LISTED = 8
"""Chance events of such a game whose outcomes are all listed; of the others some."""

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Raise: mark("an exception"),
    ast.Try: mark("an exception"),
    ast.With: mark("`with`"),
    ast.Lambda: mark("a function inside another"),
    ast.ClassDef: mark("a class inside a function"),
    ast.JoinedStr: mark("text"),
    ast.Dict: mark("a dictionary"),
    ast.Set: mark("a set"),
    ast.List: mark("a list"),
    ast.ListComp: mark("a list"),
    ast.SetComp: mark("a set"),
    ast.DictComp: mark("a dictionary"),
    ast.GeneratorExp: mark("a generator"),
    ast.Yield: mark("a generator"),
    ast.Await: mark("`await`"),
    ast.Global: mark("global state"),
    ast.Nonlocal: mark("global state"),
    ast.Div: mark("a fraction (`//` divides whole numbers)"),
    ast.Import: mark("an import inside a function"),
    ast.ImportFrom: mark("an import inside a function"),
}
"""What rules can not do in both builds."""


@cache
def check_rules(game: Game) -> None:
    """Refuse rules that can not be compiled, or would write where nothing is; said once for each game."""
    _raise([*part_problems(game, parts.Rules), *part_problems(game, parts.Thumb, parts.Traits, parts.Items)])
    _raise([*record_problems(game), *source_problems(game)])
    for seats in sorted({game.all_seats[0], game.all_seats[-1]}):
        play_plainly(game, seats, seed=seats, most=EVENTS)


def check_folder(game: Game) -> None:
    """Refuse a folder in which something is missing, or has another shape than the engine expects."""
    _raise([*file_problems(game), *declaration_problems(game), *part_problems(game, *parts.FILES)])
    check_rules(game)
    for seats in game.all_seats:
        check_ending(game, play_plainly(game, seats, seed=seats, most=ENDLESS))


def _raise(problems: list[str]) -> None:
    if problems:
        raise BadGame("\n".join(problems))


# What has to be there


def file_problems(game: Game) -> Iterator[str]:
    """Name the files that are missing."""
    for name in ("rules.md", "box.toml"):
        if not (game.folder / name).exists():
            yield _("{file} is missing.").format(file=game.shown(game.folder / name))
    for part, name in parts.FILES.items():
        if part not in parts.LEFT_OUT and game.file(part) is None:
            yield _("{file} is missing: {part}").format(
                file=game.shown(game.folder / f"{name}.py"), part=_(parts.ABOUT[part])
            )


def declaration_problems(game: Game) -> Iterator[str]:
    """Say what the declaration lacks."""
    file = game.shown(game.folder / "__init__.py")
    if not game.title or not game.pitch:
        yield _("{file}: say the title and the pitch.").format(file=file)
    if not game.seats or game.seats.step != 1 or not 1 <= game.seats[0] <= game.seats[-1] <= MOST_SEATS:
        yield _("{file}: seats is a range(fewest, most + 1) within 1 to {most}.").format(
            file=file, most=MOST_SEATS
        )
    if game.version < 1:
        yield _("{file}: versions begin with 1.").format(file=file)
    for option in game.options:
        if option.default not in option.values:
            yield _(
                "{file}: the option {name} has the default {value!r}, which is none of its values."
            ).format(file=file, name=option.name, value=option.default)


def part_problems(game: Game, *wanted: type[Any]) -> Iterator[str]:
    """Compare what the parts define with what is written in `parts`."""
    for part in wanted:
        file = game.file(part)
        if file is None:
            continue  # said by file_problems, or a part that may be left out
        try:
            module = _module_of(game, part)
        except Exception as error:
            yield _not_imported(game, file, error)
            continue
        if module is None or module.__name__.startswith(f"{ENGINE}."):
            continue
        for name, shape in vars(part).items():
            if inspect.isfunction(shape) and not name.startswith("_"):
                own = definitions.defined(module, name)
                if own is not None:
                    yield from _signature_problems(game, own, name, shape)


def _not_imported(game: Game, file: Path, error: Exception) -> str:
    return _("{file} cannot be imported: {error}").format(
        file=_place(game, error) or game.shown(file), error=_said(error)
    )


def _module_of(game: Game, part: type[Any]) -> Any:
    words = {
        parts.Rules: "rules",
        parts.Thumb: "thumb",
        parts.Traits: "traits",
        parts.Items: "items",
        parts.Notation: "notation",
        parts.Story: "story",
        parts.Lesson: "lesson",
        parts.View: "viewer",
        parts.BoxFile: "boxes",
        parts.Terminal: "terminal",
        parts.StudyPart: "study",
        parts.Advice: "advice",
        parts.Odds: "odds",
        parts.DealPart: "deal",
        parts.Badges: "badges",
    }
    return getattr(game, words[part])


def _signature_problems(game: Game, own: Any, name: str, shape: Any) -> Iterator[str]:
    wanted = list(inspect.signature(shape).parameters)[1:]
    right = f"{name}({', '.join(wanted)})"
    if not inspect.isfunction(own):
        yield _("{game}: {name} is no function; write {right}.").format(
            game=game.name, name=name, right=right
        )
        return
    given = [one.lstrip("_") for one in inspect.signature(own).parameters]
    moved = given != wanted and sorted(given) == sorted(wanted)
    if len(given) != len(wanted) or moved:
        yield _("{file}, line {line}: {found} is called as {right}; write it so.").format(
            file=game.shown(Path(own.__code__.co_filename)),
            line=own.__code__.co_firstlineno,
            found=f"{name}({', '.join(given)})",
            right=right,
        )


def record_problems(game: Game) -> Iterator[str]:
    """Say what the records lack."""
    rules = game.rules
    file = game.shown(Path(inspect.getfile(rules.Position)))
    for name in ("pending", "ended", "seats"):
        field = rules.Position.fields.get(name)
        if field is None:
            yield _("{file}: Position has no field {name!r}, which the engine reads.").format(
                file=file, name=name
            )
        elif field.shape or not isinstance(field.holds, str):
            yield _("{file}: the field {name!r} of Position is a single number.").format(file=file, name=name)
    pending = rules.Position.fields.get("pending")
    if pending and pending.holds == "i1":
        yield _("{file}: `pending` has a bit for chance, the ninth: write int16.").format(file=file)
    if rules.Position.dtype.itemsize > LARGEST:
        yield _("{file}: a Position has {size} bytes; at most {most} are copied fast enough.").format(
            file=file, size=rules.Position.dtype.itemsize, most=LARGEST
        )


# What sources say


def source_problems(game: Game) -> Iterator[str]:
    """Read the rules for what would be refused, or mean something else, when they are compiled."""
    sources = list(_sources(game))
    records = {
        one
        for source in sources
        for one in vars(source.module).values()
        if isinstance(one, type) and issubclass(one, Record) and one is not Record
    }
    for source in sources:
        bound = {*binding_problems(game.rules.__name__, source)}
        # What names mean must be clear before it can be said what variables hold.
        found = bound or {*fields(game, source, records), *_unknown(source)}
        for line, problem in sorted({*found, *_syntax(source)}):
            yield _("{file}, line {line}: {problem}").format(file=source.file, line=line, problem=problem)


def _sources(game: Game) -> Iterator[RuleSource]:
    top = game.file(parts.Rules)
    assert isinstance(top, Path)
    files = sorted(top.parent.rglob("*.py")) if top.name == "__init__.py" else [top]
    for file in files:
        below = file.relative_to(game.folder).with_suffix("").parts
        name = ".".join([game.package, *(one for one in below if one != "__init__")])
        try:
            module = importlib.import_module(name)
        except Exception as error:
            raise BadGame(_not_imported(game, file, error)) from error
        yield RuleSource(game.shown(file), module, ast.parse(file.read_text(encoding="utf-8")))


def _syntax(source: RuleSource) -> Iterator[tuple[int, str]]:
    for function in functions(source.tree):
        for node in ast.walk(function):
            line = getattr(node, "lineno", function.lineno)
            if type(node) in FORBIDDEN:
                yield (
                    line,
                    _("rules cannot make {what}; they are compiled.").format(what=_(FORBIDDEN[type(node)])),
                )
            elif isinstance(node, ast.FunctionDef) and node is not function:
                yield line, _("rules cannot make a function inside another; they are compiled.")
            elif isinstance(node, ast.Constant) and isinstance(node.value, float):
                yield line, _("rules count in whole numbers; {number} is none.").format(number=node.value)
            elif isinstance(node, ast.Subscript) and _is_below_0(node.slice):
                yield line, _("rules count rows from the start; an index below 0 is none.")


def _is_below_0(node: ast.expr) -> bool:
    """Return whether an index is written with a minus; others are found by the checked build."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _unknown(source: RuleSource) -> Iterator[tuple[int, str]]:
    """Find names that nobody defines, as Python itself reads them."""
    defined = vars(source.module)
    for function in defined.values():
        if not isinstance(function, FunctionType) or function.__module__ != source.module.__name__:
            continue
        for step in dis.get_instructions(function):
            name = str(step.argval)
            if step.opname != "LOAD_GLOBAL" or name in defined or name in BUILTINS:
                continue
            line = (step.positions.lineno if step.positions else None) or function.__code__.co_firstlineno
            if hasattr(builtins, name):
                yield line, _("rules cannot call {name}; they are compiled.").format(name=name)
            else:
                yield line, nearest(no_such(name), name, defined)


# What games show


class Growing(list[int]):
    """A list of choices that grows instead of ending: it shows how much place would have been needed."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if index >= len(self):
            self.extend([0] * (index + 1 - len(self)))
        super().__setitem__(index, value)


def play_plainly(game: Game, seats: int, seed: int, most: int, options: dict[str, str] | None = None) -> int:
    """Play a random game by the plain rules and look at each event; return why it ended, 0 if it goes on."""
    table = _("a random game of {seats} (seed {seed})").format(seats=seats, seed=seed)
    n = 0
    try:
        rules, box = game.rules, load_box(game)
        s = plain(blank(rules.Position.dtype))
        chosen = game.usual_options(seats) if options is None else options
        rules.start(box.fields, s, seats, plain(game.options_record(chosen)))
        luck = random.Random(seed)
        dealt = 0
        while s.pending and n < most:
            seat = _asked(game, s, seats, luck)
            listed: list[int] = []
            if seat != CHANCE or dealt < WELL_LISTED or luck.random() < 0.05:
                listed = _listed(game, box.fields, s, seat)
            if seat == CHANCE:
                words = stream(luck.getrandbits(32), DEALING, n).tolist()
                action = rules.draw(box.fields, s, words)
                dealt += 1
                if listed and action not in listed:
                    raise _bad(game, "draw", _("it gives {n}, which choices does not list").format(n=action))
            else:
                action = luck.choice(listed)
            rules.play(box.fields, s, seat, action)
            n += 1
        ended: int = s.ended
        if bool(ended) == bool(s.pending):
            raise _bad(game, "play", _("`ended` says why it is over, from 1, exactly when `pending` is 0"))
    except ChanceboxError as error:
        raise BadGame(_("{problem} (event {n} of {table})").format(problem=error, n=n, table=table)) from None
    except Exception as error:
        place = _place(game, error) or game.name
        raise BadGame(
            _("{place}: {error} (event {n} of {table})").format(
                place=place, error=_said(error), n=n, table=table
            )
        ) from error
    return ended


def _asked(game: Game, s: Any, seats: int, luck: random.Random) -> int:
    asked = [seat for seat in range(16) if s.pending >> seat & 1]
    if s.seats != seats:
        raise _bad(game, "start", _("it does not set s.seats"))
    if CHANCE in asked and len(asked) > 1:
        raise _bad(game, "play", _("pending asks chance and a seat at the same time"))
    if any(seat != CHANCE and seat >= seats for seat in asked):
        raise _bad(game, "play", _("pending asks a seat that is not at the table"))
    return luck.choice(asked)


def _listed(game: Game, box: Any, s: Any, seat: int) -> list[int]:
    """List what is possible, and see that there is place for it."""
    out = Growing()
    n = game.rules.choices(box, s, seat, out)
    name = "MOST_OUTCOMES" if seat == CHANCE else "MOST_CHOICES"
    place: int = getattr(game.rules, name)
    if max(n, len(out)) > place:
        raise _bad(
            game,
            "choices",
            _("{name} is {place}, but it lists {n}").format(name=name, place=place, n=len(out)),
        )
    listed = out[:n]
    if n < 1 or len(listed) < n:
        raise _bad(game, "choices", _("somebody is asked, but it lists nothing"))
    if listed != sorted(set(listed)):
        raise _bad(game, "choices", _("it does not list in ascending order: {some}").format(some=listed[:12]))
    last = getattr(game.rules, "LAST_ACTION", listed[-1])
    if seat != CHANCE and listed[-1] > last:
        raise _bad(game, "choices", _("it lists {n}; LAST_ACTION is {last}").format(n=listed[-1], last=last))
    return listed


def check_ending(game: Game, ended: int) -> None:
    """Refuse a game that does not end, or for a reason without a text."""
    if not ended:
        raise BadGame(_("{game} does not end within {most:,} events.").format(game=game.name, most=ENDLESS))
    known = {int(one): one.name for one in game.story.Ending}
    if ended not in known:
        file = game.file(parts.Story)
        assert isinstance(file, Path)
        raise BadGame(
            _("{file}: the rules ended with {ended}; Ending has {known}.").format(
                file=game.shown(file),
                ended=ended,
                known=", ".join(f"{n} {known[n]}" for n in sorted(known)),
            )
        )


def _bad(game: Game, function: str, problem: str) -> BadGame:
    code = getattr(game.rules, function).__code__
    return BadGame(
        _("{file}, line {line}: {function}: {problem}").format(
            file=game.shown(Path(code.co_filename)),
            line=code.co_firstlineno,
            function=function,
            problem=problem,
        )
    )


def _place(game: Game, error: BaseException) -> str:
    """Find the last line of the game's own through which an error came."""
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(game.folder)
    ]
    return f"{game.shown(Path(own[-1].filename))}, line {own[-1].lineno}" if own else ""


def _said(error: BaseException) -> str:
    return str(error) if isinstance(error, ChanceboxError) else f"{type(error).__name__}: {error}"
