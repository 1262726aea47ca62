"""
Second Chance: what may come in the next round, for one grid alone (see `engine.traits`).

Two cards are revealed, and the better one is drawn. So it is enough to know of each card by itself what it is
worth, to know what a pair is worth, and with it the next round.
"""

from chancebox.engine.rules.records import Row
from chancebox.games.second_chance.rules.actions import draw_action
from chancebox.games.second_chance.rules.chance import draw
from chancebox.games.second_chance.rules.drawing import fits
from chancebox.games.second_chance.rules.records import (
    CARDS,
    DRAW,
    REVEAL,
    SECOND,
    SOLO_GAMES,
    Box,
    Position,
    grid_of,
)
from chancebox.games.second_chance.rules.rounds import take_card

AHEAD = CARDS


def begin_alone(box: Box, s: Position) -> None:
    """Begin the last game of a series."""
    s.game = SOLO_GAMES - 1


def do_alone(box: Box, s: Position, seat: int, action: int) -> None:
    draw_action(box, s, seat, action)


def deal_alone(box: Box, s: Position, seat: int, card: int) -> bool:
    """Deal a card as if it were a second chance; with it another one leaves the deck, as in every round."""
    if s.left[card] == 0:
        return False
    take_card(s, card)
    other = (card + CARDS // 2) % CARDS + 1  # one that has little to do with it
    while s.left[other] == 0:
        other = other % CARDS + 1
    take_card(s, other)
    s.round += 1
    s.step = SECOND
    grid = s.grids[grid_of(s, seat)]
    grid.chance = card
    grid.shape = 0
    return True


def draw_alone(box: Box, s: Position, seat: int, stream: Row) -> bool:
    """Reveal the next pair, and a second chance where neither card of it fits."""
    grid = s.grids[grid_of(s, seat)]
    grid.shape = 0
    grid.chance = 0
    s.round += 1
    s.step = REVEAL
    for i in range(2):
        s.cards[i] = draw(box, s, stream)
        take_card(s, s.cards[i])
    if fits(box.shapes[s.cards[0]], grid) or fits(box.shapes[s.cards[1]], grid):
        s.step = DRAW
        return True
    if s.deck == 0:
        return False
    grid.chance = draw(box, s, stream)
    take_card(s, grid.chance)
    s.step = SECOND
    return fits(box.shapes[grid.chance], grid)


def expect(box: Box, s: Position, seat: int, worth: Row) -> int:
    """Weigh all pairs, and where neither card fits all second chances."""
    fitting = 0
    chances = 0
    total = 0
    for card in range(1, CARDS + 1):
        cards = s.left[card]
        if cards == 0 or worth[card] < 0:
            continue
        same = cards * (cards - 1) * worth[card]
        others = 0
        for other in range(1, card):
            if s.left[other] and worth[other] >= 0:
                others += s.left[other] * max(worth[other], worth[card])
        total += same + 2 * cards * others  # whichever of two is revealed first
        fitting += cards
        chances += cards * worth[card]
    misfits = s.deck - fitting
    total += 2 * misfits * chances
    total += misfits * (misfits - 1) * second_chance(s.deck - 2, chances, misfits - 2, worth[0])
    return total // (s.deck * (s.deck - 1))


def second_chance(deck: int, chances: int, misfits: int, out: int) -> int:
    """Return what a second chance is worth; without cards for one it is over as well (SC-31)."""
    return (chances + max(0, misfits) * out) // deck if deck > 0 else out
