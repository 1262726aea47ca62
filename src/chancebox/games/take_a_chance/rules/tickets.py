"""
Tickets: what they say is a deed of the box, and so is a turn without one.

A deed is done in the order money, new Pool, purchases, rolls, another ticket. Money is done here
at once; the rest is noted in the position and done step by step.
"""

from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.rules.cards import can_hope, exchange_pool, purchases
from chancebox.games.take_a_chance.rules.records import (
    FIRST_TICKET,
    HALF,
    NEXT,
    NOT_KEPT,
    Box,
    Position,
    ask_player,
    colours_of,
)

DO, OR = 0, 1


def turn_over(box: Box, s: Position, ticket: int) -> None:
    """Turn over the top ticket of the pile and do what it says (TC-17)."""
    show_ticket(box, s, ticket)
    if not box.or_half[ticket]:
        begin_deed(box, s, s.deed)
    elif can_do(box, s):
        ask_player(s, HALF)  # TC-R13
    else:
        begin_deed(box, s, s.deed + OR)  # TC-20


def show_ticket(box: Box, s: Position, ticket: int) -> None:
    """Take the top ticket, which only now becomes this one (TC-06), and lay it before the player."""
    player = s.players[s.player]
    player.tickets -= 1
    s.unseen[ticket] -= 1
    s.ticket = ticket + 1
    if box.keeps[ticket] != NOT_KEPT:
        player.kept[box.keeps[ticket]] += 1
    s.deed = FIRST_TICKET + 2 * ticket
    s.buys = box.deeds[s.deed].buys


def can_do(box: Box, s: Position) -> bool:
    """Return whether the purchases of the deed can be made, or after a new Pool perhaps could be (TC-R29)."""
    if s.buys and box.deeds[s.deed].new_pool:
        return can_hope(box, s)
    return s.buys == 0 or purchases(box, s) != 0


def begin_deed(box: Box, s: Position, deed: int) -> None:
    says = box.deeds[deed]
    s.deed = deed
    s.buys = says.buys
    s.rolls = says.rolls
    s.another = says.another
    s.step = NEXT
    move_money(box, s)
    if says.new_pool:
        exchange_pool(s)


def move_money(box: Box, s: Position) -> None:
    """Collect and pay; nobody pays more than there is (TC-R02, TC-R15)."""
    says = box.deeds[s.deed]
    player = s.players[s.player]
    player.cash += says.collect + says.per_colour * colours_of(player)
    player.cash -= min(says.fee, player.cash)
    seat = s.player
    for _ in range(s.seats - 1):
        seat = clockwise(s, seat)
        other = s.players[seat]
        gets = min(says.from_each, other.cash)
        gives = min(says.to_each, player.cash)  # TC-R31: the last one may get a part
        player.cash += gets - gives
        other.cash += gives - gets


def has_or(box: Box, s: Position) -> bool:
    """Return whether the first half of a ticket with an OR is being done."""
    first_half = s.deed >= FIRST_TICKET and (s.deed - FIRST_TICKET) % 2 == DO
    return first_half and box.or_half[s.ticket - 1] != 0
