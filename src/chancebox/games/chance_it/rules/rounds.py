"""
chance it: how a round begins, and how it ends. The ids in the comments are those of rules.md.

From the five dice to the stakes; what lies between is told in dice_actions and market.
"""

from chancebox.engine.rules.bits import members
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.seats import clockwise
from chancebox.games.chance_it.rules.elimination import eliminate, end_if_alone
from chancebox.games.chance_it.rules.records import (
    CHANCE_IT,
    FACES,
    GUIDE,
    IN,
    NEXT_ACTION,
    NOT_YET,
    OUT,
    ROLL,
    Box,
    Position,
    ask_chance,
    is_in,
    next_of,
)


def roll(s: Position, throw: int) -> None:
    """Begin a round with five open dice (CI-10); only now the last round leaves the table (CI-60)."""
    s.round += 1
    s.sheet = members(s.living)  # CI-04, CI-51
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
    """Settle the stakes before the action round (CI-19)."""
    reveal(s)
    pay_stakes(box, s)
    eliminate(s)
    s.action = 1
    s.done = 0
    if not end_if_alone(s):
        s.step = NEXT_ACTION


def reveal(s: Position) -> None:
    """Turn the guide cards over: they say who takes part, and who must play IN in the next round."""
    chancers = with_guide(s, CHANCE_IT)
    s.playing = s.living & ~with_guide(s, OUT)  # CI-12, CI-20
    s.forced = chancers if chancers & (chancers - 1) else 0  # CI-13, CI-14, CI-R14


def pay_stakes(box: Box, s: Position) -> None:
    """Let participants pay and the others gain, by how many there are of each (CI-15 to CI-17)."""
    gain = box.gain[s.sheet][members(s.living & ~s.playing)]
    price = box.pay[s.sheet][members(s.playing)]
    for seat in range(s.seats):
        if is_in(s.playing, seat):
            pay_stake(s, seat, price)
        elif is_in(s.living, seat) and s.playing:
            s.players[seat].coins += gain  # CI-15
        elif is_in(s.living, seat):
            s.players[seat].hearts -= box.all_out  # CI-16


def with_guide(s: Position, guide: int) -> int:
    """Return who of the living has laid down this guide card."""
    seats = 0
    for seat in range(s.seats):
        seats |= (s.players[seat].guide == guide) << seat
    return seats & s.living


def pay_stake(s: Position, seat: int, price: int) -> None:
    """Pay in coins as far as they go, the rest in hearts (CI-17, CI-18)."""
    player = s.players[seat]
    coins = min(price, player.coins)
    player.coins -= coins
    player.hearts -= price - coins


def roller(s: Position) -> int:
    """Return who rolls for the starting player, usually that player (CI-R12); somebody is left."""
    return next_of(s, s.living, s.first)


def end_round(s: Position) -> None:
    """Pass the marker on from the seat that held it, living or not (CI-60, CI-R12)."""
    s.first = next_of(s, s.living, clockwise(s, s.first))
    ask_chance(s, ROLL)
