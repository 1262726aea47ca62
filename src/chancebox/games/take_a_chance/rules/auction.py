"""
The auction of a Pool card (an option for 3 to 5 players).

The auctioneer opens; then clockwise everybody raises or passes for good, until the highest bidder
is alone. Who cannot raise is not asked.

A bid may be as high as the bidder's cash, and nothing bounds that. So an action does not name an
amount: it says by how much the bid goes up. Larger amounts are named in several actions, as in
"higher, higher, and 500 more".
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.rules.cards import leave_gap, own
from chancebox.games.take_a_chance.rules.records import BIDDING, OPENING, STACK, Position, ask_player

PASS = 0
MOST_RAISE = 100
"""In hundreds. Actions from 1 to this bid so much more than the floor; it is above all printed prices."""
HIGHER = MOST_RAISE + 1
"""The floor goes up by MOST_RAISE, and the same bidder goes on."""


def open_auction(s: Position, slot: int) -> None:
    s.lot = slot
    s.bid = 0
    s.floor = 0
    s.bidder = s.player
    s.bidders = (1 << s.seats) - 1
    if s.players[s.player].cash == 1:
        bid(s, s.player, 1)
    else:
        ask_player(s, OPENING)


def list_bids(s: Position, seat: int, out: Row) -> int:
    """List PASS, raises and HIGHER, up to the own cash; who opens cannot pass (TC-R21, TC-R22)."""
    n = 0
    if 0 < s.bid == s.floor:
        out[0] = PASS
        n = 1
    most = s.players[seat].cash - s.floor
    for raised in range(1, min(MOST_RAISE, most) + 1):
        out[n] = raised
        n += 1
    if most > MOST_RAISE:
        out[n] = HIGHER
        n += 1
    return n


def bid(s: Position, seat: int, action: int) -> None:
    if action == HIGHER:
        s.floor += MOST_RAISE
        return
    if action == PASS:
        s.bidders &= ~(1 << seat)  # TC-51
    else:
        s.floor += action
        s.bid = s.floor
        s.bidder = seat
    ask_next(s, seat)


def ask_next(s: Position, seat: int) -> None:
    """Ask the next bidder who can raise; back at the highest one, all others are out."""
    seat = clockwise(s, seat)
    while seat != s.bidder:
        if s.bidders >> seat & 1:
            if s.players[seat].cash > s.bid:
                s.step = BIDDING
                s.pending = 1 << seat
                return
            s.bidders &= ~(1 << seat)
        seat = clockwise(s, seat)
    knock_down(s)


def knock_down(s: Position) -> None:
    s.players[s.bidder].cash -= s.bid  # to the Bank
    s.consolation = 1 if s.bidder != s.player else 0  # TC-52
    own(s.players[s.bidder], s.pool[s.lot] - 1)
    leave_gap(s, STACK + s.lot)
