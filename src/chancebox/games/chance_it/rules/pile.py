"""chance it: the pile of market cards. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.bits import members
from chancebox.games.chance_it.rules.records import LAY_OUT, MARKET, ROLL, TURN, Position, ask_chance


def lay_out(s: Position) -> None:
    """Ask for the next card of a new market; when the pile is used up the discards become one."""
    wanted = members(s.market) < MARKET
    if wanted and s.pile == 0:
        s.pile = s.discards  # CI-R01
        s.discards = 0
        s.discarded = 0
    if wanted and s.pile:
        ask_chance(s, LAY_OUT)
    elif s.round == 0:
        ask_chance(s, ROLL)
    else:
        s.step = TURN


def lay_card(s: Position, card: int) -> None:
    """Lay a card on the market; who buys it may use it, whoever else has used it in this round (CI-35)."""
    s.pile &= ~(1 << card)
    s.market |= 1 << card
    s.used &= ~(1 << card)
