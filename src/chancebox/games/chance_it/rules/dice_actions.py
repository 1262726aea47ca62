"""
chance it: the dice of the action round, one action each (CI-21), and the cards that serve them.

Actions 1 to 5 happen to all participants at the same time (CI-29): their owners choose cards in
secret, then everything is added up for each player before anybody is eliminated (CI-R03).
"""

from chancebox.engine.rules.dice import shows
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.elimination import eliminate, end_if_decided
from chancebox.games.chance_it.rules.records import (
    CHANCE_IT,
    CHANCE_IT_ACTION,
    END_ROUND,
    FACES,
    MARKET_DIE,
    NEXT_ACTION,
    NOBODY,
    PASS,
    REROLL,
    SERVE,
    TURN,
    Box,
    Gains,
    Player,
    Position,
    ask_chance,
    is_in,
)


def next_action(box: Box, s: Position) -> None:
    """Go to the next die of the action board, from 1 to 6; last comes the CHANCE IT action."""
    if s.playing == 0:
        s.step = END_ROUND  # CI-R07, CI-R10
        return
    if s.action == 1 and s.dice[1] and s.done == s.dice[1]:
        ask_chance(s, REROLL)  # CI-22
        return
    while s.action <= FACES and s.done == s.dice[s.action]:
        s.action += 1
        s.done = 0
    s.bought_now = 0
    if s.action < MARKET_DIE:
        ask_owners(box, s)
    elif s.action == MARKET_DIE:
        begin_turns(s, s.playing)
    elif s.done == 0:
        begin_chance_it(box, s)
    else:
        s.step = END_ROUND


def reroll(s: Position, throw: int) -> None:
    """Lay re-rolled 1s at their new values; those that are 1 again are no actions (CI-36, CI-R04)."""
    s.dice[1] = 0
    for face in range(FACES):
        s.dice[face + 1] += shows(throw, face)
    s.done = s.dice[1]
    s.step = NEXT_ACTION


# Dice 1 to 5


def ask_owners(box: Box, s: Position) -> None:
    """Let all who have a card for this die decide, in secret and at the same time (CI-R15)."""
    s.step = SERVE
    owners = 0
    for seat in range(s.seats):
        owners |= (usable(box, s, seat) != 0) << seat
    s.pending = owners & s.playing


def serve(s: Position, seat: int, card: int) -> None:
    s.players[seat].served = card + 1
    s.pending &= ~(1 << seat)


def carry_out_die(box: Box, s: Position) -> None:
    """Give and take for one die, then see who is left."""
    give_die(box, s)
    s.done += 1
    eliminate(s)
    if not end_if_decided(box, s):
        s.step = NEXT_ACTION


def give_die(box: Box, s: Position) -> None:
    """Give and take what the action board says, with the cards chosen and all attacks, netted (CI-R03)."""
    for seat in range(s.seats):
        if is_in(s.playing, seat):
            player = s.players[seat]
            take(player, box.board[s.action])  # CI-23 to CI-26
            card = player.served - 1
            player.served = 0
            if 0 <= card < PASS:
                s.used |= 1 << card
                give_card(box, s, seat, card)


def give_card(box: Box, s: Position, seat: int, card: int) -> None:
    """Give all that a card shows (CI-40); an attack hits every other participant (CI-38)."""
    take(s.players[seat], box.cards[card].gains)
    attack = box.cards[card].attack
    if attack:
        for other in range(s.seats):
            if other != seat and is_in(s.playing, other):
                s.players[other].hearts -= attack


def take(player: Player, gains: Gains) -> None:
    player.hearts += gains.hearts
    player.coins += gains.coins
    player.stars += gains.stars


# Die 6 and the CHANCE IT action go in turn order; what happens in a turn is told in `market`.


def begin_turns(s: Position, seats: int) -> None:
    s.waiting = seats
    s.player = NOBODY
    s.step = TURN


def begin_chance_it(box: Box, s: Position) -> None:
    """First all who play CHANCE IT take their coins (CI-28), then they use cards (CI-R22)."""
    seats = 0
    for seat in range(s.seats):
        if is_in(s.playing, seat) and s.players[seat].guide == CHANCE_IT:
            seats |= 1 << seat
            take(s.players[seat], box.board[CHANCE_IT_ACTION])
    begin_turns(s, seats)
