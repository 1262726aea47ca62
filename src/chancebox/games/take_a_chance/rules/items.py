"""Take a Chance: the cards that somebody owns in the end, and the tickets that somebody plays."""

from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Row
from chancebox.games.take_a_chance.rules.records import CARDS, CHARMS, TICKET, TICKET_KINDS, Box, Position

ITEMS = CARDS + TICKET_KINDS


def note(box: Box, s: Position, seat: int, action: int, held: Row) -> None:
    if seat == CHANCE and s.step == TICKET:
        held[s.player * ITEMS + CARDS + action] = 1
    elif seat == SPECTATOR:
        for owner in range(s.seats):
            for card in range(CARDS):
                held[owner * ITEMS + card] = s.players[owner].owned[card // CHARMS] >> (card % CHARMS) & 1
