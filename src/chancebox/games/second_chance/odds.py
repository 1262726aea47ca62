"""
Second Chance: which shapes are left, in how many ways they fit, and whether the next ones will.

The cards that lie face down are known by their numbers (SC-04), and every order of them is as likely as
any other: so all of this is exact, whoever else draws cards in between.
"""

from fractions import Fraction

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.odds import Odd, chance
from chancebox.engine.game.texts import _
from chancebox.engine.rules.bits import members
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.second_chance.rules import MOST_CHOICES
from chancebox.games.second_chance.rules.actions import WRITE_ONE, shape_of, square_of, way_of
from chancebox.games.second_chance.rules.drawing import draw_shape, fits, list_placements
from chancebox.games.second_chance.rules.records import CARDS, Grid, Position, grid_of
from chancebox.games.second_chance.text import names, notation, placements

MANY = 100
"""Placements at which a bar is full."""


def odds(box: Box, s: Position, seat: int) -> list[Odd]:
    """Tell in how many ways each shape fits now, and how likely the next card fits."""
    grid = s.grids[grid_of(s, seat)]
    if grid.out:
        return []
    offered = set(placements.offered(s, seat).values())
    told = [
        _places(box, s, grid, shape) for shape in range(1, CARDS + 1) if s.left[shape] or shape in offered
    ]
    if s.deck:
        fitting = Fraction(s.deck - _unfit(box, s, grid), s.deck)
        told.insert(0, chance("deck", _("fits"), _("the next card fits your grid as it is"), fitting))
    return told


def odds_of(box: Box, s: Position, seat: int, move: str) -> list[Odd]:
    """Tell how the next round looks after drawing a shape; nothing if no two cards are left for it."""
    (action,) = notation.read(box, s, seat, move)
    cards = s.deck - members(s.waiting)
    if action >= WRITE_ONE or cards < 2:
        return []
    grid = of_bytes(Grid, as_bytes(s.grids[grid_of(s, seat)]))
    shape = box.fields.shapes[shape_of(s, seat, action)]
    draw_shape(shape, way_of(action), grid, square_of(action), 1)
    if grid.empty == 0:
        return []
    unfit = _unfit(box, s, grid)
    neither = _all_unfit(unfit, s.deck, 2)
    told = [chance(move, _("fits"), _("one of the next two cards fits"), 1 - neither)]
    if cards > 2:
        out = _all_unfit(unfit, s.deck, 3)
        told.append(chance(move, "", _("neither fits, nor a second chance: you are out"), out))
    return told


def _places(box: Box, s: Position, grid: Grid, shape: int) -> Odd:
    """Count the ways and squares in which a shape fits."""
    card = names.card(box, shape)
    n = list_placements(box.fields.shapes[shape], grid, 0, [0] * MOST_CHOICES, 0)
    meaning = _("ways to draw the {shape}, of which {left} of {cards} cards are left").format(
        shape=_(card.name), left=s.left[shape], cards=s.deck
    )
    return Odd(f"shape {card.id}", _("ways"), meaning, Fraction(n), unit="{n}", full=Fraction(MANY))


def _unfit(box: Box, s: Position, grid: Grid) -> int:
    """Count the cards left that fit nowhere."""
    shapes = box.fields.shapes
    return sum(
        s.left[shape] for shape in range(1, CARDS + 1) if s.left[shape] and not fits(shapes[shape], grid)
    )


def _all_unfit(unfit: int, cards: int, drawn: int) -> Fraction:
    """Return the chance that so many cards, drawn one after the other, are all among the unfit ones."""
    likely = Fraction(1)
    for n in range(drawn):
        likely *= Fraction(max(0, unfit - n), cards - n)
    return likely
