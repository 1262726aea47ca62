"""What one seat sees of Second Chance."""

from typing import Any

from chancebox.engine.boxes import Box
from chancebox.games.second_chance import drawing, position, shapes, words
from chancebox.games.second_chance.drawing import ONE, SIZE, START, Grid
from chancebox.games.second_chance.position import Position

STEPS = ("deal start", "draw start", "reveal", "reveal", "draw", "second chance", "second chance")
PENS = position.SEATS


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Tell the table as plain data; what is drawn at the same time is not in the record yet (SC-R14)."""
    solo = s.seats == 1
    return {
        "step": "over" if s.ended else STEPS[s.step],
        "game": s.game + 1 if solo else None,
        "round": s.round,
        "cards": [_card(box, shape) for shape in s.cards if shape],
        "deck": s.deck,
        "overview": _overview(box, s),
        "players": [_player(box, s, seat) for seat in range(s.seats)],
        "games": [_grid(s, s.grids[game], 0) for game in range(s.game + 1)] if solo else None,
        "total": position.solo_total(s) if solo else None,
        "pen": pen(s.seats, viewer, s.round) if viewer < s.seats else None,
    }


def pen(seats: int, seat: int, round: int) -> int:
    """
    Tell the colour with which a seat draws in a round; round 0 is that of the start shapes.

    Everybody begins with the own colour, and pens go to the left after each round; a single player
    takes another one each time (SC-41).
    """
    if seats == 1:
        return round % PENS
    return (seat - max(round - 1, 0)) % seats


def _player(box: Box, s: Position, seat: int) -> dict[str, Any]:
    grid = s.grids[position.grid_of(s, seat)]
    asked = bool(s.asked >> seat & 1)
    starting = s.step in (position.DEAL_START, position.DRAW_START) and grid.start  # SC-03
    return {
        **_grid(s, grid, seat),
        "start": _card(box, grid.start) if starting else None,
        "shape": _card(box, grid.shape) if grid.shape else None,
        "second_chance": _card(box, grid.chance) if grid.chance else None,
        "waits": bool(s.waiting >> seat & 1),
        "has_drawn": asked and not s.pending >> seat & 1,
        "asked": bool(s.pending >> seat & 1),
        "holds_one": position.holds_one(s, seat),
        "out": grid.out or None,
    }


def _grid(s: Position, grid: Grid, seat: int) -> dict[str, Any]:
    """Tell a grid twice: in which round each square was drawn, and with which pen."""
    drawn = [list(grid.drawn)[SIZE * row : SIZE * (row + 1)] for row in range(SIZE)]
    pens = [[_ink(s, seat, ink, grid.out) for ink in row] for row in drawn]
    return {"drawn": drawn, "pens": pens, "empty": grid.empty}


def _ink(s: Position, seat: int, ink: int, out: int) -> int | None:
    if ink == drawing.EMPTY:
        return None
    return pen(s.seats, seat, {START: 0, ONE: out}.get(ink, ink))


def _card(box: Box, shape: int) -> dict[str, Any]:
    """Tell a card, and all ways in which its shape can be drawn (SC-12)."""
    card = words.card(box, shape)
    named = zip(shapes.way_names(card.squares), shapes.ways(card.squares), strict=True)
    ways = [{"name": name, "squares": list(way)} for name, way in named]
    return {"id": card.id, "name": card.name, "squares": list(card.squares), "ways": ways}


def _overview(box: Box, s: Position) -> list[dict[str, Any]]:
    """Show all shapes and their numbers (SC-04); which have come up, all have seen."""
    return [
        {"id": card.id, "squares": list(card.squares), "cards": card.cards, "left": s.left[shape]}
        for shape, card in enumerate(box.data.shape, start=1)
    ]
