"""
chance it: the rules. The ids in the comments are those of rules.md.

A round: five dice are rolled; all choose IN, OUT or CHANCE IT in secret; stakes are paid; then
the participants carry out one action for each die, and last the CHANCE IT action.

`table` has the records, `dice_actions` the dice and the cards that serve them, `market` the turns of a 6.
"""

from typing import Any

from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import draw_throw, list_throws, shows, throw_weight
from chancebox.engine.records import Row
from chancebox.engine.seats import clockwise
from chancebox.engine.streams import below
from chancebox.games.chance_it.rules.dice_actions import carry_out_die, next_action, reroll, serve
from chancebox.games.chance_it.rules.market import act, go_on, lay_card, lay_out, list_actions, list_cards
from chancebox.games.chance_it.rules.records import (
    ALL_CARDS,
    CARDS,
    CHANCE_IT,
    DICE,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    GUIDE,
    HIDDEN,
    IN,
    LAY_OUT,
    NEXT_ACTION,
    NOBODY,
    NOT_YET,
    OUT,
    PASS,
    REROLL,
    ROLL,
    SERVE,
    TURN,
    USE,
    Box,
    Position,
    ask_chance,
    eliminate,
    end_if_alone,
    how_many,
    is_in,
    next_of,
    usable,
)

__all__ = ["Box", "Position"]

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


# The round


def roll(s: Position, throw: int) -> None:
    """Begin a round with five open dice (CI-10); only now the last round leaves the table (CI-60)."""
    s.round += 1
    s.sheet = how_many(s.living)  # CI-04, CI-51
    for face in range(FACES):
        s.dice[face + 1] = shows(throw, face)
    s.used = 0
    s.bought = 0
    s.playing = 0
    s.action = 0
    s.step = GUIDE
    for seat in range(s.seats):
        s.players[seat].guide = NOT_YET
        if is_in(s.forced, seat):
            s.players[seat].guide = IN  # CI-13, CI-R13
        elif is_in(s.living, seat):
            s.pending |= 1 << seat


def choose_guide(s: Position, seat: int, guide: int) -> None:
    s.players[seat].guide = guide  # CI-11
    s.pending &= ~(1 << seat)


def settle_stakes(box: Box, s: Position) -> None:
    """Reveal the guide cards and settle the stakes before the action round (CI-15 to CI-19)."""
    outs = with_guide(s, OUT)
    chancers = with_guide(s, CHANCE_IT)
    s.playing = s.living & ~outs  # CI-12, CI-20
    s.forced = chancers if chancers & (chancers - 1) else 0  # CI-13, CI-14, CI-R14
    gain = box.gain[s.sheet][how_many(outs)]
    price = box.pay[s.sheet][how_many(s.playing)]
    for seat in range(s.seats):
        if is_in(s.playing, seat):
            pay_stake(s, seat, price)
        elif is_in(s.living, seat) and s.playing:
            s.players[seat].coins += gain  # CI-15
        elif is_in(s.living, seat):
            s.players[seat].hearts -= box.all_out  # CI-16
    eliminate(s)
    s.action = 1
    s.done = 0
    if not end_if_alone(s):
        s.step = NEXT_ACTION


def with_guide(s: Position, guide: int) -> int:
    seats = 0
    for seat in range(s.seats):
        if is_in(s.living, seat) and s.players[seat].guide == guide:
            seats |= 1 << seat
    return seats


def pay_stake(s: Position, seat: int, price: int) -> None:
    """Pay in coins as far as they go, the rest in hearts (CI-17, CI-18)."""
    player = s.players[seat]
    coins = min(price, player.coins)
    player.coins -= coins
    player.hearts -= price - coins


def end_round(s: Position) -> None:
    """Pass the marker on from the seat that held it, living or not (CI-60, CI-R12)."""
    s.first = next_of(s, s.living, clockwise(s, s.first))
    ask_chance(s, ROLL)


# Chance


def dice_due(s: Position) -> int:
    return DICE if s.step == ROLL else s.dice[1]


def outcomes(s: Position, out: Row) -> int:
    if s.step == ROLL or s.step == REROLL:
        return list_throws(dice_due(s), FACES, out)
    if s.step == LAY_OUT:
        return list_cards(s.pile, 0, out, 0)
    for seat in range(s.seats):
        out[seat] = seat
    return s.seats


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == ROLL or s.step == REROLL:
        return throw_weight(outcome, dice_due(s), FACES)
    if s.step == LAY_OUT:
        return s.pile >> outcome & 1 if 0 <= outcome < CARDS else 0
    return 1 if 0 <= outcome < s.seats else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == ROLL or s.step == REROLL:
        return draw_throw(dice_due(s), FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    card = below(stream, CARDS)
    while not s.pile >> card & 1:
        card = below(stream, CARDS)
    return card


# What is hidden, and the end


def hide(box: Box, s: Position, viewer: int) -> None:
    """Keep guide cards and cards for a die secret until all have chosen (CI-11, CI-R15)."""
    for seat in range(s.seats):
        player = s.players[seat]
        if seat != viewer:
            # A forced IN lies open (CI-R13).
            if s.step == GUIDE and player.guide != NOT_YET and not is_in(s.forced, seat):
                player.guide = HIDDEN
            if s.step == SERVE and player.served:
                player.served = HIDDEN


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if player.guide == HIDDEN:
            player.guide = IN + below(stream, 3)
        if player.served == HIDDEN:
            player.served = 1 + guess_card(usable(box, s, seat), stream)


def guess_card(cards: int, stream: Row) -> int:
    """Take one of these cards or none of them, all equally likely."""
    card = below(stream, CARDS + 1)
    while card != PASS and not cards >> card & 1:
        card = below(stream, CARDS + 1)
    return card


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    return 0  # only what is decided at the same time is secret


def standing(box: Box, s: Position, out: Row) -> None:
    """Compare stars, then hearts, then coins (CI-70, CI-71); who is eliminated cannot win (CI-50)."""
    for seat in range(s.seats):
        player = s.players[seat]
        score = player.stars * WORTH * WORTH + player.hearts * WORTH + player.coins
        out[seat] = score if is_in(s.living, seat) else -1
