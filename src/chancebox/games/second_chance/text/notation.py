"""
Notation and sentences of Second Chance.

    P14 @ c5          draw shape P14 as its card shows it
    P14 r90 @ c5      … turned clockwise by 90°, 180° or 270°
    P14 f @ c5        … flipped from left to right
    P14 r90f @ c5     … flipped first, then turned
    1 @ c5            write the 1
    start S03, card P14      what chance decides

Columns are a to i from the left, rows 1 to 9 from the top; the centre is e5. The square named is the
first of the shape, in the top row of it the leftmost. Where several names look the same (a domino
turned by 180° is a domino) all are read and the first of them is written.
"""

import re

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.errors import IllegalAction, UnknownNotation
from chancebox.engine.notation import not_understood
from chancebox.engine.texts import _, mark, n_
from chancebox.games.second_chance import rules, shapes
from chancebox.games.second_chance.box import Card
from chancebox.games.second_chance.rules import drawing, records
from chancebox.games.second_chance.rules.drawing import CENTRE, EMPTY, SIZE, SQUARES
from chancebox.games.second_chance.rules.records import (
    ALONE,
    DEAL_SECOND,
    DEAL_START,
    DRAW,
    DRAW_START,
    PER_CARD,
    REVEAL,
    WRITE_ONE,
    Position,
)


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_OUT = records.ALL_OUT, mark("all players were eliminated")
    NO_PAIR = records.NO_PAIR, mark("there were no two cards left to reveal")
    NO_CARDS = records.NO_CARDS, mark("there were not enough cards for all second chances")
    FULL_GRID = records.FULL_GRID, mark("a grid was full")
    SUCCESS = records.SUCCESS, mark("fewer than ten squares stayed empty in three games")
    FAILURE = records.FAILURE, mark("ten squares or more stayed empty in three games")


MENU = 6
"""How many placements of a shape a menu offers."""

PLACEMENT = re.compile(
    r"(?P<id>[ps]\d\d)(?: ?r?(?P<turn>0|90|180|270))? ?(?P<flip>f)?(?: ?@? ?(?P<square>[a-i][1-9]))?"
)
THE_ONE = re.compile(r"1 ?@? ?(?P<square>[a-i][1-9])")
OUTCOME = re.compile(r"(?:(?:card|start) )?(?P<id>[ps]\d\d)")


# Notation


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if seat == CHANCE:
        return f"{'start' if s.step == DEAL_START else 'card'} {card(box, action).id}"
    where = square_text(records.square_of(action))
    if action >= WRITE_ONE:
        return f"1 @ {where}"
    shape = card(box, records.shape_of(s, seat, action))
    way = shapes.way_names(shape.squares)[records.way_of(action)]
    return f"{shape.id} {way} @ {where}" if way else f"{shape.id} @ {where}"


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read an action or an outcome; say why if a shape cannot lie there."""
    typed = " ".join(text.lower().split())
    if seat == CHANCE:
        found = _read_outcome(box, typed)
    elif records.ink(s, seat) == drawing.ONE:
        found = _read_one(typed)
    else:
        found = _read_placement(box, s, seat, typed)
    if found is None:
        raise _not_understood(box, s, seat, text)
    return [found]


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer all there is if that is little; else the snuggest placements, in different ways first."""
    out = [0] * rules.MOST_CHOICES
    listed = out[: rules.choices(box.fields, s, seat, out)]
    if len(listed) > 2 * MENU:
        listed.sort(key=lambda action: _looseness(box, s, seat, action))
        listed = _best_ways(listed) if listed[0] < WRITE_ONE else listed[: 2 * MENU]
    return [say(box, s, seat, action) for action in listed]


def card(box: Box, shape: int) -> Card:
    """Find the card that shows a shape of this number."""
    if shape >= records.FIRST_START:
        start: Card = box.data.start[shape - records.FIRST_START]
        return start
    found: Card = box.data.shape[shape - 1]
    return found


def offered(s: Position, seat: int) -> dict[int, int]:
    """Tell which shapes a seat may draw now: the number of the card and of its shape."""
    grid = s.grids[records.grid_of(s, seat)]
    if s.step == DRAW_START:
        return {ALONE: grid.start}
    if s.step == DRAW:
        return {0: s.cards[0], 1: s.cards[1]} if s.cards[0] != s.cards[1] else {0: s.cards[0]}
    return {ALONE: grid.chance} if grid.chance and not grid.out else {}


def placement(card: int, way: int, square: int) -> int:
    """Number a placement."""
    return card * PER_CARD + way * SQUARES + square


def square_text(square: int) -> str:
    """Write a square: `c5`."""
    return f"{'abcdefghi'[square % SIZE]}{square // SIZE + 1}"


def covered(box: Box, s: Position, seat: int, action: int) -> list[tuple[int, int]]:
    """List the squares that an action fills, as (row, column), also those outside the grid."""
    square = records.square_of(action)
    if action >= WRITE_ONE:
        return [divmod(square, SIZE)]
    shape = box.fields.shapes[records.shape_of(s, seat, action)]
    way = shape.way[records.way_of(action)]
    top, left = square // SIZE, square % SIZE - way.first
    steps = list(way.steps)[: shape.squares]
    return [(top + step // SIZE, left + step % SIZE) for step in steps]


def refusal(box: Box, s: Position, seat: int, action: int) -> str:
    """Say why a placement is not possible; nothing if it is (SC-14, SC-02)."""
    squares = covered(box, s, seat, action)
    if any(row not in range(SIZE) or column not in range(SIZE) for row, column in squares):
        return _("it would leave the grid")
    grid = s.grids[records.grid_of(s, seat)]
    for row, column in squares:
        if grid.drawn[SIZE * row + column] != EMPTY:
            return _("{square} is not empty").format(square=square_text(SIZE * row + column))
    if s.step == DRAW_START and divmod(CENTRE, SIZE) not in squares:
        return _("the start shape must cover the centre, {square}").format(square=square_text(CENTRE))
    return ""


def _read_outcome(box: Box, typed: str) -> int | None:
    found = OUTCOME.fullmatch(typed)
    ids = {card(box, shape).id: shape for shape in _numbers(box)}
    return ids.get(found["id"].upper()) if found else None


def _numbers(box: Box) -> list[int]:
    starts = range(records.FIRST_START, records.FIRST_START + len(box.data.start))
    return [*range(1, len(box.data.shape) + 1), *starts]


def _read_one(typed: str) -> int | None:
    found = THE_ONE.fullmatch(typed)
    return WRITE_ONE + _read_square(found["square"]) if found else None


def _read_placement(box: Box, s: Position, seat: int, typed: str) -> int | None:
    found = PLACEMENT.fullmatch(typed)
    if not found or not found["square"]:
        return None
    number = _offered_card(box, s, seat, found["id"])
    picture = card(box, offered(s, seat)[number]).squares
    way = _read_way(picture, found["turn"], found["flip"])
    placed = placement(number, way, _read_square(found["square"]))
    if why := refusal(box, s, seat, placed):
        raise IllegalAction(
            _("{move} is not possible: {why}.").format(move=say(box, s, seat, placed), why=why)
        )
    return placed


def read_trial(box: Box, s: Position, seat: int, text: str) -> tuple[int | None, int | None, int | None]:
    """Read a placement that is not finished: the card, the way and the square as far as they are told."""
    found = PLACEMENT.fullmatch(" ".join(text.lower().split()))
    if not text.strip():
        return None, None, None
    if not found:
        raise _not_understood(box, s, seat, text)
    number = _offered_card(box, s, seat, found["id"])
    if not (found["turn"] or found["flip"] or found["square"]):
        return number, None, None
    way = _read_way(card(box, offered(s, seat)[number]).squares, found["turn"], found["flip"])
    return number, way, _read_square(found["square"]) if found["square"] else None


def _offered_card(box: Box, s: Position, seat: int, id: str) -> int:
    ids = {card(box, shape).id: number for number, shape in offered(s, seat).items()}
    if id.upper() not in ids:
        raise IllegalAction(
            _("{id} is not among the shapes you can draw now: {ids}.").format(
                id=id.upper(), ids=", ".join(ids)
            )
        )
    return ids[id.upper()]


def _read_way(picture: shapes.Picture, turn: str | None, flip: str | None) -> int:
    """Find the number of a way by one of its names."""
    name = (f"r{turn}" if turn and turn != "0" else "") + (flip or "")
    return shapes.ways(picture).index(shapes.named_ways(picture)[name])


def _read_square(text: str) -> int:
    """Read a square."""
    return SIZE * (int(text[1]) - 1) + "abcdefghi".index(text[0])


def _not_understood(box: Box, s: Position, seat: int, text: str) -> UnknownNotation:
    return not_understood(text, _examples(box, s, seat))


def _examples(box: Box, s: Position, seat: int) -> str:
    if seat == CHANCE:
        return (
            f"start {card(box, records.FIRST_START).id}"
            if s.step == DEAL_START
            else f"card {card(box, 1).id}"
        )
    ids = [card(box, shape).id for shape in offered(s, seat).values()]
    return f"{ids[0]} @ c5, {ids[-1]} r90f @ c5" if ids else "1 @ c5"


def _looseness(box: Box, s: Position, seat: int, action: int) -> tuple[int, int]:
    """Rank placements: many sides that touch the edge or something drawn are best, then the middle."""
    drawn = s.grids[records.grid_of(s, seat)].drawn
    squares = covered(box, s, seat, action)
    touching = 0
    for row, column in squares:
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            edge = r not in range(SIZE) or c not in range(SIZE)
            touching += edge or drawn[SIZE * r + c] != EMPTY
    middle = SIZE // 2
    far = sum(abs(row - middle) + abs(column - middle) for row, column in squares)
    return -touching, far


def _best_ways(ranked: list[int]) -> list[int]:
    """Keep a few placements of each card: the best of each way, then others in the order given."""
    kept: list[int] = []
    for number in range(ALONE + 1):
        ways: dict[int, int] = {}
        for action in ranked:
            if action // PER_CARD == number:
                ways.setdefault(action // SQUARES, action)
        others = [a for a in ranked if a // PER_CARD == number and a not in ways.values()]
        kept += [*ways.values(), *others][:MENU]
    return kept


# Sentences


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event; what is drawn at the same time is told to the others when all have drawn."""
    if seat == CHANCE:
        told = _tell_card(box, before, after, action, names)
    elif after.asked:
        text = _("{who} draws: {what}.") if viewer == seat else _("{who} has drawn.")
        told = text.format(who=names[seat], what=say(box, before, seat, action))
    else:
        told = _tell_drawn(box, before, after, names)
    return " ".join(part for part in (told, _tell_end(before, after)) if part)


def shape_words(box: Box, shape: int) -> str:
    """Name a shape: `P14 (P)`."""
    shown = card(box, shape)
    return f"{shown.id} ({_(shown.name)})"


def _tell_card(box: Box, s: Position, after: Position, shape: int, names: list[str]) -> str:
    what = shape_words(box, shape)
    if s.step == REVEAL:
        return ""
    if s.step == DEAL_START:
        who = names[records.next_without_start(s)]
        told = _("{who} gets the start shape {shape}.").format(who=who, shape=what)
        solo = _("Game {n} of {games}.").format(n=s.game + 1, games=records.SOLO_GAMES)
        return f"{solo} {told}" if s.seats == 1 else told
    if s.step == DEAL_SECOND:
        seat = records.next_waiting(s)
        if after.grids[records.grid_of(s, seat)].out:
            text = _("{who} gets a second chance: {shape}. It does not fit, {who} is eliminated.")
        else:
            text = _("{who} gets a second chance: {shape}. It fits.")
        return text.format(who=names[seat], shape=what)
    told = _("Round {n}: {one} or {other}.").format(n=s.round, one=shape_words(box, s.cards[0]), other=what)
    waiting = [names[seat] for seat in range(s.seats) if after.waiting >> seat & 1]
    if waiting:
        told += " " + _("Neither fits for {names}.").format(names=", ".join(waiting))
    return told


def _tell_drawn(box: Box, before: Position, after: Position, names: list[str]) -> str:
    """Show what all who were asked have drawn."""
    asked = [seat for seat in range(before.seats) if before.asked >> seat & 1]
    shown = [f"{names[seat]} {_placement_text(box, before, after, seat)}" for seat in asked]
    if len(shown) > 1:
        return _("All have drawn: {shown}.").format(shown=", ".join(shown))
    what = _placement_text(box, before, after, asked[0])
    return _("{who} draws: {what}.").format(who=names[asked[0]], what=what)


def _placement_text(box: Box, before: Position, after: Position, seat: int) -> str:
    """Write what a seat has drawn in this step, found in the grid itself."""
    grid = after.grids[records.grid_of(before, seat)]
    ink = records.ink(before, seat)
    squares = [divmod(square, SIZE) for square in range(SQUARES) if grid.drawn[square] == ink]
    where = square_text(SIZE * squares[0][0] + squares[0][1])
    if ink == drawing.ONE:
        return f"1 @ {where}"
    shape = card(box, grid.start if ink == drawing.START else grid.shape)
    rows = sorted({row for row, _column in squares})
    columns = sorted({column for _row, column in squares})
    picture = tuple("".join(".#"[(row, column) in squares] for column in columns) for row in rows)
    way = shapes.way_names(shape.squares)[shapes.ways(shape.squares).index(picture)]
    return f"{shape.id} {way} @ {where}" if way else f"{shape.id} @ {where}"


def _tell_end(before: Position, after: Position) -> str:
    if before.seats > 1:
        return _("The game is over: {why}.").format(why=Ending(after.ended).why) if after.ended else ""
    if after.game == before.game and not after.ended:
        return ""
    empty = after.grids[before.game].empty
    text = n_(
        "Game {n} ends with {empty} empty square, {total} in all.",
        "Game {n} ends with {empty} empty squares, {total} in all.",
        empty,
    )
    total = sum(after.grids[game].empty for game in range(before.game + 1))
    return text.format(n=before.game + 1, empty=empty, total=total)
