"""What one seat sees of Second Chance."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import mark, remembered
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.second_chance import rules, shapes
from chancebox.games.second_chance.pens import pen
from chancebox.games.second_chance.rules import records
from chancebox.games.second_chance.rules.actions import PER_CARD, WRITE_ONE
from chancebox.games.second_chance.rules.records import (
    EMPTY,
    MOST_WAYS,
    ONE,
    SIZE,
    SQUARES,
    START,
    Grid,
    Position,
)
from chancebox.games.second_chance.text import names, placements

STEPS = ("deal start", "draw start", "reveal", "reveal", "draw", "second chance", "second chance")
KINDS = {START: "start", ONE: "one"}


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data; what is drawn at the same time is not in the record yet (SC-R14)."""
    solo = s.seats == 1
    return {
        "step": "over" if s.ended else STEPS[s.step],
        "game": s.game + 1 if solo else None,
        "round": s.round,
        "cards": [_card(box, shape) for shape in s.cards if shape],
        "offers": _offers(box, s, viewer) if s.pending >> viewer & 1 else [],
        "deck": s.deck,
        "overview": _overview(box, tuple(s.left)),
        "players": [_player(box, s, seat) for seat in range(s.seats)],
        "games": [_game(box, s.grids[game]) for game in range(s.game + 1)] if solo else None,
        "total": records.solo_total(s) if solo else None,
        "goal": records.SOLO_LIMIT - 1 if solo else None,
        "pen": pen(s.seats, viewer, s.round) if viewer < s.seats else None,
    }


def _offers(box: Box, s: Position, viewer: int) -> list[dict[str, Any]]:
    """
    List what the viewer may draw now, and row by row the squares at which each way fits.

    The 1 is offered like a shape of a single square. A card that fits nowhere is listed, too.
    """
    out = [0] * rules.MOST_CHOICES
    fits: dict[int, list[str]] = {}
    for action in out[: rules.choices(box.fields, s, viewer, out)]:
        fits.setdefault(action // SQUARES, ["."] * SQUARES)[action % SQUARES] = shapes.FILLED
    offered = {number: _card(box, shape) for number, shape in placements.offered(s, viewer).items()}
    if not offered:
        square = {"name": "", "squares": [shapes.FILLED]}
        offered[WRITE_ONE // PER_CARD] = {"id": "1", "name": mark("the 1"), "ways": [square]}
    return [
        {
            **card,
            "ways": [
                {**way, "fits": _rows(fits.get(number * MOST_WAYS + n))} for n, way in enumerate(card["ways"])
            ],
            "nowhere": not any(number * MOST_WAYS + n in fits for n in range(MOST_WAYS)),
        }
        for number, card in offered.items()
    ]


def _rows(signs: list[str] | None) -> list[str]:
    """Write the squares of a grid row by row."""
    line = "".join(signs or "." * SQUARES)
    return [line[first : first + SIZE] for first in range(0, SQUARES, SIZE)]


def _player(box: Box, s: Position, seat: int) -> dict[str, Any]:
    grid = s.grids[records.grid_of(s, seat)]
    asked = bool(s.asked >> seat & 1)
    starting = s.step in (records.DEAL_START, records.DRAW_START) and grid.start  # SC-03
    return {
        **_grid(as_bytes(grid), s.seats, seat),
        "start": _card(box, grid.start) if starting else None,
        "shape": _card(box, grid.shape) if grid.shape else None,
        "second_chance": _card(box, grid.chance) if grid.chance else None,
        "waits": bool(s.waiting >> seat & 1),
        "has_drawn": asked and not s.pending >> seat & 1,
        "asked": bool(s.pending >> seat & 1),
        "holds_one": records.holds_one(s, seat),
        "out": grid.out or None,
    }


def _game(box: Box, grid: Grid) -> dict[str, Any]:
    """Return a grid of somebody alone, with the second chance by which its game may have ended."""
    return {**_grid(as_bytes(grid), 1, 0), "second_chance": _card(box, grid.chance) if grid.chance else None}


@remembered
def _grid(record: bytes, seats: int, seat: int) -> dict[str, Any]:
    """Return a grid square by square, in which round and with which pen it was drawn; then by shapes."""
    grid: Grid = of_bytes(Grid, record)
    inks = list(grid.drawn)
    rounds = {ink: {START: 0, ONE: grid.out}.get(ink, ink) for ink in inks if ink != EMPTY}
    pens = {ink: pen(seats, seat, round) for ink, round in rounds.items()}
    rows = [inks[first : first + SIZE] for first in range(0, SQUARES, SIZE)]
    return {
        "drawn": rows,
        "pens": [[pens.get(ink) for ink in row] for row in rows],
        "shapes": [
            {"kind": KINDS.get(ink, "shape"), "round": rounds[ink], "pen": pens[ink], **_drawn(rows, ink)}
            for ink in sorted(rounds, key=lambda ink: (rounds[ink], ink == ONE))
        ],
        "empty": grid.empty,
    }


def _drawn(rows: list[list[int]], ink: int) -> dict[str, Any]:
    """Cut what was drawn with this ink out of a grid."""
    found = [row for row in range(SIZE) if ink in rows[row]]
    columns = [column for row in found for column in range(SIZE) if rows[row][column] == ink]
    top, left, right = found[0], min(columns), max(columns) + 1
    cut = [
        "".join(shapes.FILLED if other == ink else "." for other in rows[row][left:right]) for row in found
    ]
    return {"row": top, "column": left, "squares": cut}


@remembered
def _card(box: Box, shape: int) -> dict[str, Any]:
    """Return a card, and all ways in which its shape can be drawn (SC-12)."""
    card = names.card(box, shape)
    named = zip(shapes.way_names(card.squares), shapes.ways(card.squares), strict=True)
    ways = [{"name": name, "squares": list(way)} for name, way in named]
    return {"id": card.id, "name": card.name, "squares": list(card.squares), "ways": ways}


@remembered
def _overview(box: Box, left: tuple[int, ...]) -> list[dict[str, Any]]:
    """List all shapes and their numbers (SC-04); which have come up, all have seen."""
    return [
        {
            "id": card.id,
            "name": card.name,
            "squares": list(card.squares),
            "cards": card.cards,
            "left": left[shape],
        }
        for shape, card in enumerate(box.data.shape, start=1)
    ]
