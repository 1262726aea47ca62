"""
chance it: the rules. The ids in the comments are those of rules.md.

A round: five dice are rolled; all choose IN, OUT or CHANCE IT in secret; stakes are paid; then
the participants carry out one action for each die, and last the CHANCE IT action.

Here is what is asked and what follows; how it happens is told in rounds, dice_actions, market and pile.
"""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.games.chance_it.rules.cards import list_cards, usable
from chancebox.games.chance_it.rules.chance import draw, falling, outcomes, weight
from chancebox.games.chance_it.rules.dice_actions import carry_out_die, next_action, reroll, serve
from chancebox.games.chance_it.rules.market import act, go_on, list_actions
from chancebox.games.chance_it.rules.pile import lay_card, lay_out
from chancebox.games.chance_it.rules.records import (
    ALL_CARDS,
    CARDS,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    GUIDE,
    IN,
    LAY_OUT,
    NEXT_ACTION,
    NOBODY,
    PASS,
    REROLL,
    ROLL,
    SERVE,
    TURN,
    USE,
    Box,
    Position,
    ask_chance,
    is_in,
)
from chancebox.games.chance_it.rules.rounds import choose_guide, end_round, roll, settle_stakes
from chancebox.games.chance_it.rules.secrets import guess, hide, uncovers

__all__ = ["FACES", "Box", "Position", "draw", "falling", "guess", "hide", "uncovers", "weight"]

MOST_CHOICES = 40
LAST_ACTION = DISCARD + CARDS - 1
MOST_OUTCOMES = 252  # throws of five dice

WORTH = 1_000_000  # more coins than anybody can have, so that one heart outweighs them


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.living = (1 << seats) - 1
    s.sheet = seats
    for seat in range(seats):
        s.players[seat].coins = box.coins  # CI-02
        s.players[seat].hearts = box.hearts
        s.players[seat].stars = box.stars
    s.pile = ALL_CARDS
    s.player = NOBODY
    ask_chance(s, FIRST_PLAYER)


def play(box: Box, s: Position, seat: int, action: int) -> None:
    answer(box, s, seat, action)
    while s.pending == 0 and s.ended == 0:
        advance(box, s)


def answer(box: Box, s: Position, seat: int, action: int) -> None:
    """Take what a seat or chance was asked for."""
    if seat == CHANCE:
        s.pending = 0
        happen(s, action)
    elif s.step == GUIDE:
        choose_guide(s, seat, action)
    elif s.step == SERVE:
        serve(s, seat, action)
    else:
        act(box, s, action)


def happen(s: Position, outcome: int) -> None:
    if s.step == ROLL:
        roll(s, outcome)
    elif s.step == REROLL:
        reroll(s, outcome)
    elif s.step == LAY_OUT:
        lay_card(s, outcome)
    else:
        s.first = outcome  # CI-R28
        s.step = LAY_OUT


def advance(box: Box, s: Position) -> None:
    """Do what follows by itself, one step of it; somebody's answer to `step` is complete."""
    if s.step == SERVE:
        carry_out_die(box, s)
    elif s.step == NEXT_ACTION:
        next_action(box, s)
    elif s.step == TURN:
        go_on(box, s)
    elif s.step == GUIDE:
        settle_stakes(box, s)
    elif s.step == LAY_OUT:
        lay_out(s)
    else:
        end_round(s)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(s, out)
    if s.step == GUIDE:
        for i in range(3):
            out[i] = IN + i
        return 3
    if s.step == SERVE:
        n = list_cards(usable(box, s, seat), USE, out, 0)
        out[n] = PASS
        return n + 1
    return list_actions(box, s, out)


def standing(box: Box, s: Position, out: Row) -> None:
    """Compare stars, then hearts, then coins (CI-70, CI-71); who is eliminated cannot win (CI-50)."""
    for seat in range(s.seats):
        player = s.players[seat]
        score = player.stars * WORTH * WORTH + player.hearts * WORTH + player.coins
        out[seat] = score if is_in(s.living, seat) else -1
