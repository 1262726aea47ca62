"""chance it: market cards in front of players and on the discard pile. The ids are those of rules.md."""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.chance_it.rules.records import MARKET_DIE, Box, Position


def usable(box: Box, s: Position, seat: int) -> int:
    """Return the cards of this seat that can serve the action at hand (CI-34, CI-35, CI-37)."""
    cards = s.players[seat].cards & box.serving[s.action] & ~s.used
    cards &= ~(s.bought & box.again)  # CI-39
    if not (s.market | s.pile | s.discards):
        cards &= ~box.again  # CI-R01
    if s.action == MARKET_DIE:
        cards &= ~s.bought_now  # CI-R16
    return cards


def lay_down(s: Position, cards: int) -> None:
    s.discards |= cards
    if cards:
        s.discarded = cards.bit_length()


def list_cards(cards: int, action: int, out: Row, n: int) -> int:
    """List what can be done with each of these cards from place n on; return how many are listed then."""
    while cards:
        out[n] = action + lowest(cards)
        cards &= cards - 1
        n += 1
    return n
