"""
What a choice can cost, and whether it can take the last heart.

Everything in here lies open on the table: every player could work it out, and few like to.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from chancebox.engine.game.boxes import Box
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.records import (
    CARDS,
    CHANCE_IT_ACTION,
    FACES,
    FLASH,
    MARKET_DIE,
    PASS,
    Position,
    is_in,
)

Danger = Literal["", "may", "sure"]
"""Whether a choice takes the last heart: in no case that can be foreseen, in some, in all of them."""

Dice = list[int]
"""How many dice lie at each row of the action board."""


class Stakes(NamedTuple):
    """What a guide card costs or brings before the action round, in all cases that can come."""

    coins: tuple[int, int]
    """The least and the most that is asked for or given."""
    hearts: tuple[int, int]
    """Lost by who cannot pay: the least and the most."""
    all_out: int
    """Hearts that are lost if all are OUT; 0 if that cannot come."""
    danger: Danger


def stakes_of_part(box: Box, s: Position, seat: int) -> Stakes:
    """Return what it costs to take part: others who are bound to IN are counted (CI-13, CI-17, CI-18)."""
    player = s.players[seat]
    bound = (s.forced & ~(1 << seat)).bit_count()
    prices = [box.fields.pay[s.sheet][n] for n in range(1 + bound, s.sheet + 1)]
    lost = [max(0, price - player.coins) for price in prices]
    danger = _danger(box, s, seat, player.hearts - min(lost), player.hearts - max(lost))
    return Stakes((min(prices), max(prices)), (min(lost), max(lost)), 0, danger)


def stakes_of_out(box: Box, s: Position, seat: int) -> Stakes:
    """Return what it brings to be OUT, and what it costs if all are (CI-15, CI-16)."""
    free = s.sheet - s.forced.bit_count()
    gains = [box.fields.gain[s.sheet][n] for n in range(1, min(free, s.sheet - 1) + 1)]
    all_out = box.fields.all_out if free == s.sheet else 0
    danger: Danger = "may" if 0 < s.players[seat].hearts <= all_out else ""
    return Stakes((min(gains), max(gains)), (0, 0), all_out, danger)


def danger_of_card(box: Box, s: Position, seat: int, card: int) -> Danger:
    """Return whether the die at hand takes the last heart if this card, or PASS, serves it (CI-R03)."""
    hearts = s.players[seat].hearts + box.fields.board[s.action].hearts
    if card != PASS:
        hearts += box.fields.cards[card].gains.hearts
    if hearts <= 0:
        return "sure"
    others = (other for other in range(s.seats) if other != seat and is_in(s.playing, other))
    attacks = sum(_largest_attack(box, usable(box.fields, s, other)) for other in others)
    return "may" if hearts <= attacks else ""


# The action round


def _danger(box: Box, s: Position, seat: int, most: int, least: int) -> Danger:
    """See what is left of so many hearts after the dice; the own cards are used as well as can be."""
    dice = [s.dice[row] for row in range(FACES + 1)]
    if least > 0 and all(_last(box, s, seat, least, cast, attacked=True) for cast in _alike(dice)):
        return ""
    saved = most > 0 and any(_last(box, s, seat, most, cast, attacked=False) for cast in _every(dice))
    return "may" if saved else "sure"


def _alike(dice: Dice) -> Iterator[Dice]:
    """Cast all 1s again, to the same value: with the worst one of these it cannot go much worse."""
    return (_cast(dice, [row] * dice[1]) for row in range(2, FACES + 1 if dice[1] else 3))


def _every(dice: Dice) -> Iterator[Dice]:
    """Cast all 1s again, in every way."""
    return (_cast(dice, rows) for rows in combinations_with_replacement(range(2, FACES + 1), dice[1]))


def _cast(dice: Dice, rows: Iterable[int]) -> Dice:
    cast = [*dice]
    for row in rows:
        cast[row] += 1
    return cast


def _last(box: Box, s: Position, seat: int, hearts: int, dice: Dice, attacked: bool) -> bool:
    """Return whether so many hearts last for these dice, from the 1s on."""
    for row in range(1, MARKET_DIE):
        helps = _helps(box, s.players[seat].cards & box.fields.serving[row])
        for n in range(dice[row]):
            hearts += box.fields.board[row].hearts + (helps[n] if n < len(helps) else 0)
            hearts -= _attacks(box, s, seat, row) if attacked and n == 0 else 0
            if hearts <= 0:
                return False
    if not attacked:
        return True
    on_sale = _largest_attack(box, s.market & box.fields.serving[FLASH]) if dice[MARKET_DIE] else 0
    at_6 = _attacks(box, s, seat, MARKET_DIE) if dice[MARKET_DIE] else 0
    return hearts > on_sale + at_6 + _attacks(box, s, seat, CHANCE_IT_ACTION)


def _helps(box: Box, cards: int) -> list[int]:
    hearts = (box.fields.cards[card].gains.hearts for card in range(CARDS) if cards >> card & 1)
    return sorted((n for n in hearts if n > 0), reverse=True) if cards else []


def _attacks(box: Box, s: Position, seat: int, row: int) -> int:
    """Return the hearts that cards of the others can take at this row."""
    held = (s.players[other].cards & box.fields.serving[row] for other in range(s.seats) if other != seat)
    return sum(_largest_attack(box, cards) for cards in held if cards)


def _largest_attack(box: Box, cards: int) -> int:
    return max((box.fields.cards[card].attack for card in range(CARDS) if cards >> card & 1), default=0)
