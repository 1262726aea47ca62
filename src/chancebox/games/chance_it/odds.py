"""
chance it: what each guide card is worth against a mixed field.

The field: everybody who is free to choose plays each of the three cards one time in three; who is bound
plays IN. What the stakes and the dice bring is exact then, the 1s that are rolled again included. It is
told in hearts, coins and stars, and as one number in coins, by the measure of the rule of thumb: a star is
worth three coins, a visit to the market one and a half, a heart more the fewer you have, and your own cards
what they bring. What others' cards do, what is bought and an end of the game in the middle are left aside,
and so is what it costs to be bound: how likely that is, is told beside it.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import NamedTuple

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.odds import Odd, chance
from chancebox.engine.game.texts import _
from chancebox.games.chance_it.rules import thumb
from chancebox.games.chance_it.rules.records import (
    CHANCE_IT_ACTION,
    FACES,
    GUIDE,
    MARKET_DIE,
    Position,
)
from chancebox.games.chance_it.text.names import COIN, HEART, STAR

IN_OF_THREE = Fraction(2, 3)
"""IN and CHANCE IT both take part (CI-12)."""
CHANCES_IT_NOT = Fraction(2, 3)
MOST = 20
"""Coins at which a bar is full."""


class Round(NamedTuple):
    """What a round brings, in one of the cases that may come."""

    hearts: int = 0
    coins: int = 0
    stars: int = 0
    visits: int = 0
    out: bool = False


def odds(box: Box, s: Position, seat: int) -> list[Odd]:
    """Tell what IN, OUT and CHANCE IT are worth while guide cards are chosen."""
    if s.step != GUIDE:
        return []
    return [
        odd
        for guide, cases in (
            ("in", _taking_part(box, s, seat, alone=False)),
            ("out", _staying_out(box, s, seat)),
            ("chance", _taking_part(box, s, seat, alone=True)),
        )
        for odd in _told(box, s, seat, guide, cases)
    ]


Cases = list[tuple[Round, Fraction]]


def _told(box: Box, s: Position, seat: int, guide: str, cases: Cases) -> list[Odd]:
    """Weigh the cases: first as one number, then one by one."""
    heart = thumb.heart(s.players[seat].hearts)
    means = [sum((case[i] * share for case, share in cases), Fraction(0)) for i in range(4)]
    hearts, coins, stars, visits = means
    served = _cards(box, s, seat) if guide != "out" else Fraction(0)
    if guide == "chance":
        served += max(
            (thumb.gains_worth(box.fields, s, seat, card) for card in _own(box, s, seat, CHANCE_IT_ACTION)),
            default=0,
        )
    worth = heart * hearts + thumb.COIN * coins + thumb.STAR * stars + thumb.MARKET_ACTION * visits + served
    dead = sum((share for case, share in cases if case.out), Fraction(0))
    amounts = (
        (_("hearts on average, by stakes and dice"), hearts, f"{{n}} {HEART}"),
        (_("coins on average, by stakes and dice"), coins, f"{{n}} {COIN}"),
        (_("stars on average, by the dice"), stars, f"{{n}} {STAR}"),
    )
    told = [
        Odd(
            guide,
            _("worth"),
            _("worth in coins against a mixed field, by the measure of the rule of thumb"),
            worth / thumb.COIN,
            unit=f"{{n}}{COIN}",
            digits=1,
            signed=True,
            full=Fraction(MOST),
        )
    ]
    told += [Odd(guide, "", meaning, value, unit, digits=1, signed=True) for meaning, value, unit in amounts]
    if guide == "chance" and (bound := _bound(s, seat)):
        told.append(chance(guide, _("bound"), _("not alone: you must play IN in the next round"), bound))
    if dead:
        told.append(chance(guide, _("out"), _("stakes and dice take your last heart"), dead))
    return told


# What may come


def _field(s: Position, seat: int) -> list[tuple[int, Fraction]]:
    """Say how many others take part, and how likely that is."""
    bound = (s.forced & ~(1 << seat)).bit_count()
    free = s.sheet - 1 - bound
    return [
        (bound + n, comb(free, n) * IN_OF_THREE**n * (1 - IN_OF_THREE) ** (free - n)) for n in range(free + 1)
    ]


def _bound(s: Position, seat: int) -> Fraction:
    """Return the chance that somebody else chances it too (CI-13)."""
    free = s.sheet - 1 - (s.forced & ~(1 << seat)).bit_count()
    return 1 - CHANCES_IT_NOT**free


def _staying_out(box: Box, s: Position, seat: int) -> Cases:
    """Take coins by how many are OUT, or lose a heart if all are (CI-15, CI-16)."""
    hearts = s.players[seat].hearts
    cases = []
    for others, share in _field(s, seat):
        if others:
            case = Round(coins=box.fields.gain[s.sheet][s.sheet - others])
        else:
            lost = min(hearts, box.fields.all_out)
            case = Round(hearts=-lost, out=lost == hearts)
        cases.append((case, share))
    return cases


def _taking_part(box: Box, s: Position, seat: int, alone: bool) -> Cases:
    """Pay the stakes, then go through the dice in their order; `alone` adds what CHANCE IT gives (CI-28)."""
    player = s.players[seat]
    cases = []
    for others, share in _field(s, seat):
        price = box.fields.pay[s.sheet][others + 1]
        paid = min(price, player.coins)
        for dice, cast in _casts(tuple(s.dice)):
            case = _actions(box, dice, player.hearts, player.hearts - (price - paid), alone)
            cases.append((case._replace(coins=case.coins - paid), share * cast))
    return cases


def _actions(box: Box, dice: tuple[int, ...], had: int, hearts: int, alone: bool) -> Round:
    """Carry out the dice for somebody with so many hearts left; the last one ends it (CI-21 to CI-26)."""
    coins = stars = visits = 0
    shown = [face for face in range(2, FACES + 1) for _die in range(dice[face])]
    for row in shown:
        if hearts <= 0:
            break
        gains = box.fields.board[row]
        hearts, coins, stars = hearts + gains.hearts, coins + gains.coins, stars + gains.stars
        visits += row == MARKET_DIE
    if alone and hearts > 0:
        gains = box.fields.board[CHANCE_IT_ACTION]
        hearts, coins, stars = hearts + gains.hearts, coins + gains.coins, stars + gains.stars
    return Round(max(0, hearts) - had, coins, stars, visits, hearts <= 0)


@lru_cache(maxsize=512)
def _casts(dice: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Roll the 1s again until none is left (CI-22): every way that they may lie, and how likely it is."""
    ones = dice[1]
    cast = []
    for rows in combinations_with_replacement(range(2, FACES + 1), ones):
        ways = factorial(ones)
        lying = [*dice]
        lying[1] = 0
        for row in range(2, FACES + 1):
            ways //= factorial(rows.count(row))
            lying[row] += rows.count(row)
        cast.append((tuple(lying), Fraction(ways, (FACES - 1) ** ones)))
    return tuple(cast)


# The own cards


def _own(box: Box, s: Position, seat: int, row: int) -> list[int]:
    cards = s.players[seat].cards & box.fields.serving[row]
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def _cards(box: Box, s: Position, seat: int) -> Fraction:
    """Weigh what the own cards bring at these dice: the best ones first, one for each die (CI-35)."""
    worth = Fraction(0)
    for dice, share in _casts(tuple(s.dice)):
        shown = [0, s.dice[1], *dice[2:]]
        for row in range(1, FACES + 1):
            brings = sorted(
                (thumb.gains_worth(box.fields, s, seat, card) for card in _own(box, s, seat, row)),
                reverse=True,
            )
            worth += share * sum(max(0, one) for one in brings[: shown[row]])
    return worth
