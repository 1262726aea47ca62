"""
The auction of a Pool card (an option for 3 to 5 players).

The auctioneer opens; then clockwise everybody raises or passes for good, until the highest bidder
is alone. Who cannot raise is not asked.
"""

from chancebox.engine.records import Row
from chancebox.engine.seats import clockwise
from chancebox.games.take_a_chance.cards import leave_gap, own
from chancebox.games.take_a_chance.table import BIDDING, OPENING, STACK, Position, ask_player

PASS = 0
MOST_BID = 999
"""In hundreds. No card is worth a tenth of it; a list of bids needs some end."""


def most_bid(s: Position, seat: int) -> int:
    return min(MOST_BID, s.players[seat].cash)


def open_auction(s: Position, slot: int) -> None:
    s.lot = slot
    s.bid = 0
    s.bidder = s.player
    s.bidders = (1 << s.seats) - 1
    if most_bid(s, s.player) == 1:
        bid(s, s.player, 1)
    else:
        ask_player(s, OPENING)


def list_bids(s: Position, seat: int, out: Row) -> int:
    """List PASS and every raise up to the own cash; who opens cannot pass (TC-R21, TC-R22)."""
    n = 0
    if s.bid:
        out[0] = PASS
        n = 1
    for dollars in range(s.bid + 1, most_bid(s, seat) + 1):
        out[n] = dollars
        n += 1
    return n


def bid(s: Position, seat: int, dollars: int) -> None:
    if dollars == PASS:
        s.bidders &= ~(1 << seat)  # TC-51
    else:
        s.bid = dollars
        s.bidder = seat
    ask_next(s, seat)


def ask_next(s: Position, seat: int) -> None:
    """Ask the next bidder who can raise; back at the highest one, all others are out."""
    seat = clockwise(s, seat)
    while seat != s.bidder:
        if s.bidders >> seat & 1:
            if most_bid(s, seat) > s.bid:
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
