"""
Take a Chance: what the next roll pays, by pattern, and what a ticket's two halves bring.

All is exact, by the solver that the master uses (`advice.odds`). What a roll pays is its mean if you throw
again as well as can be; the chance of a pattern is that of somebody who aims at nothing else. Bonuses of the
charm die and kept tickets are not in it. Halves of tickets are compared by the cash they bring at once, with
the cards you own now.
"""

from fractions import Fraction

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.odds import Odd, chance, mean
from chancebox.engine.game.texts import _, mark
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.advice.odds import chances_after_keeping, pay_after_keeping
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    CONSOLATION,
    HALF,
    ROLL,
    TURN,
    Position,
    colours_of,
)
from chancebox.games.take_a_chance.rules.rolls import MOST_THROWS, dice_with, payout, pictured
from chancebox.games.take_a_chance.rules.tickets import OR, can_do, show_ticket
from chancebox.games.take_a_chance.text import names, notation

NO_DICE = (0,) * FACES
DOLLARS = 100
"""Money is counted in hundreds."""


def odds(box: Box, s: Position, seat: int) -> list[Odd]:
    """Tell what a roll, a ticket, each half of one, or one more die would bring."""
    if s.step in (TURN, CONSOLATION):
        told = _roll(box, s, seat, "roll", ROLL, 0)
        if s.step == TURN and s.players[seat].tickets:
            told.append(_next_ticket(box, s, seat))
        return told
    if s.step == HALF:
        return [_half(box, s, seat, move, s.deed + n) for n, move in enumerate(("do", "or"))]
    if s.step == ADD_DIE:
        return [
            *_roll(box, s, seat, "throw", s.deed, s.spare),
            *_roll(box, s, seat, "add", s.deed, s.spare + 1)[:1],
        ]
    if s.step == AGAIN:
        moves = [move for move in notation.moves(box, s, seat) if move.startswith(("reroll", "keep"))]
        return [odd for move in moves for odd in odds_of(box, s, seat, move)[:2]]
    return []


def odds_of(box: Box, s: Position, seat: int, move: str) -> list[Odd]:
    """Tell what throwing these dice again may pay, as a whole and by pattern."""
    if s.step != AGAIN:
        return [odd for odd in odds(box, s, seat) if odd.about == move]
    (picked, *_rest) = notation.read(box, s, seat, move)
    thrown = [shows(picked, face) for face in range(FACES)]
    if not any(thrown):
        return []
    kept = [have - n for have, n in zip(s.dice, thrown, strict=True)]
    deed = box.fields.deeds[s.deed]
    # This throw may be that of a kept ticket, after which there is no other.
    left = max(1, deed.throws - s.throws)
    return _told(box, s, seat, move, kept, sum(s.dice), deed.times, left)


def _roll(box: Box, s: Position, seat: int, about: str, deed: int, spare: int) -> list[Odd]:
    """Tell what a roll pays whose dice have not been thrown yet."""
    says = box.fields.deeds[deed]
    n = dice_with(box.fields, s.players[seat], says.extra_dice + spare)
    return _told(box, s, seat, about, NO_DICE, n, says.times, max(1, says.throws))


def _told(
    box: Box,
    s: Position,
    seat: int,
    about: str,
    kept: list[int] | tuple[int, ...],
    n: int,
    times: int,
    left: int,
) -> list[Odd]:
    pays = _pays(box, s, seat)
    same = bool(s.same_number)
    worth, any_pay = pay_after_keeping(kept, n, pays, throws_left=left, same_number=same)
    kinds = chances_after_keeping(kept, n, throws_left=left, same_number=same)
    best = DOLLARS * times * max(pays, default=0)
    told = [
        _cash(
            about,
            _("pays"),
            _("the Bank pays on average, if you throw on as well as can be"),
            worth * times,
            best,
        ),
        chance(about, "", _("the Bank pays anything, if you aim at just that"), any_pay),
    ]
    paying = pictured(box.fields, s.players[seat])
    told += [
        chance(
            f"kind {names.KIND_IDS[kind]}",
            _("chance"),
            _("{roll}, if you aim at it").format(roll=names.kind_short(kind)),
            kinds[kind],
        )
        for kind in range(KINDS)
        if paying >> kind & 1
    ]
    return told


def _pays(box: Box, s: Position, seat: int) -> list[int]:
    return [payout(box.fields, s.players[seat], kind) for kind in range(KINDS)]


def _cash(about: str, label: str, meaning: str, hundreds: Fraction, best: int) -> Odd:
    full = Fraction(max(best, DOLLARS))
    return Odd(about, label, meaning, DOLLARS * hundreds, unit=mark("${n}"), full=full)


# Tickets


def _half(box: Box, s: Position, seat: int, move: str, deed: int) -> Odd:
    """Tell what a half of a ticket brings in cash; what it lets you buy is not in it."""
    most = DOLLARS * max(_pays(box, s, seat), default=0)
    meaning = (
        _("cash on average, before you buy, with the cards you own")
        if box.fields.deeds[deed].buys
        else _("cash on average")
    )
    return _cash(move, _("cash"), meaning, _deed(box, s, seat, deed), most)


def _next_ticket(box: Box, s: Position, seat: int) -> Odd:
    """Tell what the next ticket brings in cash, if the half with more cash is chosen."""
    weighed = [
        (max(_deed(box, s, seat, deed) for deed in _halves(box, s, ticket)), s.unseen[ticket])
        for ticket in range(box.fields.kinds)
        if s.unseen[ticket]
    ]
    most = DOLLARS * max(_pays(box, s, seat), default=0)
    meaning = _("cash that the next ticket brings on average, without what you buy or what follows it")
    return _cash("ticket", _("cash"), meaning, mean(weighed), most)


def _halves(box: Box, s: Position, ticket: int) -> list[int]:
    """Turn a ticket over on a copy, and list its halves that could be done."""
    turned = of_bytes(Position, as_bytes(s))
    show_ticket(box.fields, turned, ticket)
    if not box.fields.or_half[ticket]:
        return [turned.deed]
    return [turned.deed, turned.deed + OR] if can_do(box.fields, turned) else [turned.deed + OR]


def _deed(box: Box, s: Position, seat: int, deed: int) -> Fraction:
    """Add up what a deed collects and pays, and what its rolls pay on average."""
    says, player = box.fields.deeds[deed], s.players[seat]
    cash = player.cash + says.collect + says.per_colour * colours_of(player)
    cash -= min(says.fee, cash)
    other = clockwise(s, seat)
    while other != seat:
        cash += min(says.from_each, s.players[other].cash) - min(says.to_each, cash)
        other = clockwise(s, other)
    if not says.rolls:
        return Fraction(cash - player.cash)
    n = dice_with(box.fields, player, says.extra_dice)
    throws = min(MOST_THROWS, max(1, says.throws))
    worth, _any = pay_after_keeping(
        NO_DICE, n, _pays(box, s, seat), throws_left=throws, same_number=bool(s.same_number)
    )
    times: int = says.rolls * says.times
    return Fraction(cash - player.cash) + times * worth
