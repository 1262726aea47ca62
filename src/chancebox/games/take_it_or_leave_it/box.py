"""What a box of Take it or Leave it holds, and how it is packed for the rules."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal

import msgspec

from chancebox.engine.game.boxes import Entry, Problem
from chancebox.engine.game.texts import _
from chancebox.games.take_it_or_leave_it.rules import records, tasks

Colour = Literal["white", "black", "red"]
Die = Annotated[str, msgspec.Meta(pattern=r"^[wba][1-6]?$")]

COLOURS = {"white": records.WHITE, "black": records.BLACK, "red": records.RED}
LETTERS = {"w": records.WHITE, "b": records.BLACK, "a": records.ANY}
TASK_KINDS = {
    "listed": records.LISTED,
    "more": records.MORE,
    "less": records.LESS,
    "exactly": records.EXACTLY,
}
TASK_FIELDS = {"listed": {"dice"}, "more": {"colour", "n"}, "less": {"count", "n"}, "exactly": {"n"}}
ACTION_KINDS = {
    "reroll": records.REROLL,
    "reroll-some": records.REROLL_SOME,
    "take-two": records.TAKE_TWO,
    "set": records.SET,
    "throw-back": records.THROW_BACK,
    "swap": records.SWAP,
    "shift": records.SHIFT,
}
ACTION_FIELDS = {
    "reroll": {"colour"},
    "reroll-some": {"most"},
    "set": {"colour", "chips"},
    "shift": {"colour"},
}


class Task(Entry, frozen=True):
    """One task: the dice it asks for and what it is worth."""

    id: Annotated[str, msgspec.Meta(pattern=r"^T\d\d$")]
    points: Annotated[int, msgspec.Meta(ge=1, le=9)]
    kind: Literal["listed", "more", "less", "exactly"]
    dice: Annotated[tuple[Die, ...], msgspec.Meta(max_length=records.SLOTS)] = ()
    """For `listed`: white 3 is w3, any black die b, a 6 of any colour a6."""
    colour: Literal["", "white", "black"] = ""
    """For `more`."""
    count: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """For `less`: exactly so many dice."""
    n: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """For `more`, `less` and `exactly`."""


class Action(Entry, frozen=True):
    """One action card."""

    id: Annotated[str, msgspec.Meta(pattern=r"^A\d\d$")]
    kind: Literal["reroll", "reroll-some", "take-two", "set", "throw-back", "swap", "shift"]
    colour: Literal["", "white", "black", "red"] = ""
    """For `reroll`, `set` and `shift`."""
    chips: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """For `set`: what it costs."""
    most: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """For `reroll-some`: at most so many dice."""


class Table(Entry, frozen=True):
    """What one number of players plays with."""

    players: Literal[2, 3, 4, 5]
    white: Annotated[int, msgspec.Meta(ge=0, le=9)]
    black: Annotated[int, msgspec.Meta(ge=0, le=9)]
    red: Annotated[int, msgspec.Meta(ge=0, le=2)]
    starts: Annotated[int, msgspec.Meta(ge=1, le=9)]
    """How often each player starts a round."""


class Hand(Entry, frozen=True):
    """A full hand."""

    tasks: Literal[4]
    actions: Literal[1]


class Supply(Entry, frozen=True):
    """What the box holds beside cards; chips are meant to be unlimited."""

    white: Literal[9]
    black: Literal[9]
    red: Literal[2]
    chips: Literal[30]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    supply: Supply
    hand: Hand
    table: list[Table]
    task: list[Task]
    action: list[Action]


def check(data: File) -> Iterator[Problem]:
    """Compare with what the rule book fixes."""
    if [table.players for table in data.table] != [2, 3, 4, 5]:
        yield Problem(("table",), _("there must be four entries, for 2, 3, 4 and 5 players"))
    for i, table in enumerate(data.table):
        if table.white + table.black + table.red == 0:
            yield Problem(("table", i), _("a round needs at least one die"))
    yield from _check_deck("task", [task.id for task in data.task], records.TASKS)
    yield from _check_deck("action", [action.id for action in data.action], records.ACTIONS)
    for i, task in enumerate(data.task):
        yield from _check_fields(("task", i), task, ("dice", "colour", "count", "n"), TASK_FIELDS[task.kind])
    for i, action in enumerate(data.action):
        needed = ACTION_FIELDS.get(action.kind, set())
        yield from _check_fields(("action", i), action, ("colour", "chips", "most"), needed)
        if action.colour == "red" and action.kind != "reroll":
            message = _("{id}: red dice can only be re-rolled").format(id=action.id)
            yield Problem(("action", i, "colour"), message)


def pack(data: File, box: records.Box) -> None:
    """Fill the record."""
    for packed, task in zip(box.tasks, data.task, strict=True):
        packed.points = task.points
        packed.kind = TASK_KINDS[task.kind]
        if task.dice and not any(die[1:] for die in task.dice):
            packed.kind = records.COLOURED
        packed.count = len(task.dice) or task.count
        packed.n = task.n
        packed.colour = COLOURS.get(task.colour, 0)
        fits = [tasks.serving_as(COLOURS.get(task.colour, records.ANY))]
        if task.dice:
            fits = [
                tasks.serving_as(LETTERS[die[0]]) & tasks.with_value(int(die[1:] or 0) - 1)
                for die in task.dice
            ]
            _compare_slots(packed, fits)
        _count_pips(packed, task)
        for i in range(records.SLOTS):  # the last slot is repeated: asking for it again does no harm
            packed.fits[i] = fits[min(i, len(fits) - 1)]
    for card, action in zip(box.actions, data.action, strict=True):
        card.kind = ACTION_KINDS[action.kind]
        card.colour = COLOURS.get(action.colour, 0)
        card.chips = action.chips
        card.most = action.most
        for i, colours in enumerate(_needed_colours(action)):
            card.needs[i] = sum(1 << COLOURS[colour] for colour in colours)
    for table in data.table:
        box.rounds[table.players] = table.players * table.starts
        for colour, dice in enumerate((table.white, table.black, table.red)):
            box.dice[table.players][colour] = dice
    box.hand[records.TASK] = data.hand.tasks
    box.hand[records.ACTION] = data.hand.actions


def _compare_slots(packed: records.Task, fits: list[int]) -> None:
    """Write down what makes a list easy to fill."""
    packed.apart = all(not one & other for one, other in combinations(fits, 2))
    alike = fits.count(fits[0])
    if fits == [fits[0]] * alike + [fits[-1]] * (len(fits) - alike):
        packed.alike = alike


def _count_pips(packed: records.Task, task: Task) -> None:
    """Write down what dice a task needs at least, and how many pips it can hold."""
    packed.pips = task.n + (packed.kind == records.MORE)
    if packed.kind == records.LESS:
        packed.pips, packed.most_pips = task.count, task.n - 1
    elif task.dice:
        packed.whites, packed.blacks = task.dice.count("w"), task.dice.count("b")
        others = [die for die in task.dice if die not in ("w", "b")]
        packed.pips = sum(int(die[1:] or 1) for die in task.dice)
        packed.most_pips = sum(int(die[1:] or records.FACES) for die in others)
    packed.least = packed.count or -(-packed.pips // records.FACES)


def _needed_colours(action: Action) -> tuple[set[str], set[str]]:
    """Return two sets of colours: for the action to be played the tray must have a die of each (TL-R10)."""
    if action.kind == "swap":
        return {"white"}, {"black"}
    colours: set[str] = {action.colour} if action.colour else set(COLOURS)
    if action.kind == "reroll-some":
        colours -= {"red"}
    return colours, colours


def _check_deck(name: str, ids: list[str], wanted: int) -> Iterator[Problem]:
    if len(ids) != wanted:
        message = _("there must be {wanted} cards of this kind, not {found}")
        yield Problem((name,), message.format(wanted=wanted, found=len(ids)))
    for i, id in enumerate(ids):
        if id in ids[:i]:
            message = _("{id} is there twice; every card needs an id of its own").format(id=id)
            yield Problem((name, i, "id"), message)


def _check_fields(
    place: tuple[str, int], card: Task | Action, known: tuple[str, ...], needed: set[str]
) -> Iterator[Problem]:
    """Every kind of card has its own fields; chips and totals may be 0 only where there are none."""
    for field in known:
        if field in needed and not getattr(card, field):
            message = _("{id}: a card of kind {kind} needs {field}")
        elif field not in needed and getattr(card, field):
            message = _("{id}: a card of kind {kind} has no {field}")
        else:
            continue
        yield Problem((*place, field), message.format(id=card.id, kind=card.kind, field=field))
