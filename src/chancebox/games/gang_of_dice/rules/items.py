"""Gang of Dice: the warnings under which somebody takes a round."""

from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules.records import REVEAL, WARNINGS, Box, Position
from chancebox.games.gang_of_dice.rules.rounds import round_winner

ITEMS = WARNINGS


def note(box: Box, s: Position, seat: int, action: int, held: Row) -> None:
    # The dice of a round lie there until the next warning is revealed, or the game is over.
    if seat == SPECTATOR or (seat == CHANCE and s.step == REVEAL):
        winner = round_winner(s)
        if winner >= 0:
            held[winner * ITEMS + s.warning] = 1
