"""
Notation of Second Chance.

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

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import IllegalAction, UnknownNotation
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, listed
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.second_chance import rules, shapes
from chancebox.games.second_chance.rules.actions import (
    ALONE,
    PER_CARD,
    WRITE_ONE,
    ink,
    shape_of,
    square_of,
    way_of,
)
from chancebox.games.second_chance.rules.records import DEAL_START, FIRST_START, ONE, SIZE, SQUARES, Position
from chancebox.games.second_chance.text.names import (
    COLUMNS,
    card,
    one_text,
    one_words,
    placement_text,
    placement_words,
    shape_words,
)
from chancebox.games.second_chance.text.placements import looseness, offered, placement, refusal

MENU = 6
"""How many placements of a shape a menu offers."""

PLACEMENT = re.compile(
    r"(?P<id>[ps]\d\d)(?: ?r?(?P<turn>0|90|180|270))? ?(?P<flip>f)?(?: ?@? ?(?P<square>[a-i][1-9]))?"
)
THE_ONE = re.compile(r"1 ?@? ?(?P<square>[a-i][1-9])")
OUTCOME = re.compile(r"(?:(?:card|start) )?(?P<id>[ps]\d\d)")


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if seat == CHANCE:
        return f"{'start' if s.step == DEAL_START else 'card'} {card(box, action).id}"
    if action >= WRITE_ONE:
        return one_text(square_of(action))
    shape = shape_of(s, seat, action)
    turned = shapes.way_names(card(box, shape).squares)[way_of(action)]
    return placement_text(box, shape, turned, square_of(action))


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read an action or an outcome; say why if a shape cannot lie there."""
    typed = " ".join(text.lower().split())
    if seat == CHANCE:
        found = _read_outcome(box, typed)
    elif ink(s, seat) == ONE:
        found = _read_one(typed)
    else:
        found = _read_placement(box, s, seat, typed)
    if found is None:
        raise _not_understood(box, s, seat, text)
    return [found]


def words(box: Box, s: Position, seat: int, move: str) -> str:
    """Describe a move of a seat as people would: `bar of 4, turned right, at c5`; of chance, the card."""
    (action,) = read(box, s, seat, move)
    if seat == CHANCE:
        return shape_words(box, action)
    if action >= WRITE_ONE:
        return one_words(square_of(action))
    shape = shape_of(s, seat, action)
    turned = shapes.way_names(card(box, shape).squares)[way_of(action)]
    return placement_words(box, shape, turned, square_of(action))


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer all there is if that is little; else the snuggest placements, in different ways first."""
    out = [0] * rules.MOST_CHOICES
    listed = out[: rules.choices(box.fields, s, seat, out)]
    if len(listed) > 2 * MENU:
        listed.sort(key=lambda action: looseness(box, s, seat, action))
        listed = _best_ways(listed) if listed[0] < WRITE_ONE else listed[: 2 * MENU]
    return [say(box, s, seat, action) for action in listed]


def _read_outcome(box: Box, typed: str) -> int | None:
    found = OUTCOME.fullmatch(typed)
    ids = {card(box, shape).id: shape for shape in _numbers(box)}
    return ids.get(found["id"].upper()) if found else None


def _numbers(box: Box) -> list[int]:
    starts = range(FIRST_START, FIRST_START + len(box.data.start))
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
            _("{id} is not among the shapes you can draw now: {ids}.").format(id=id.upper(), ids=listed(ids))
        )
    return ids[id.upper()]


def _read_way(picture: shapes.Picture, turn: str | None, flip: str | None) -> int:
    """Find the number of a way by one of its names."""
    name = (f"r{turn}" if turn and turn != "0" else "") + (flip or "")
    return shapes.ways(picture).index(shapes.named_ways(picture)[name])


def _read_square(text: str) -> int:
    """Read a square."""
    return SIZE * (int(text[1]) - 1) + COLUMNS.index(text[0])


def _not_understood(box: Box, s: Position, seat: int, text: str) -> UnknownNotation:
    return not_understood(text, _examples(box, s, seat))


def _examples(box: Box, s: Position, seat: int) -> str:
    if seat == CHANCE:
        return f"start {card(box, FIRST_START).id}" if s.step == DEAL_START else f"card {card(box, 1).id}"
    ids = [card(box, shape).id for shape in offered(s, seat).values()]
    return f"{ids[0]} @ c5, {ids[-1]} r90f @ c5" if ids else "1 @ c5"


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
