"""
Notation of Liar's Dice.

    4x5                a bid: at least four dice show a five
    challenge          call the last bid a lie
    first B, dice 1 3 3 5 6      what chance decides
"""

import re

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.game.notation import not_understood
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import shows
from rooms.liars_dice import rules
from rooms.liars_dice.rules.records import (
    CHALLENGE,
    FACES,
    FIRST_PLAYER,
    Position,
    bid_count,
    bid_face,
    bid_number,
)
from rooms.liars_dice.text.names import faces


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if seat != CHANCE:
        return "challenge" if action == CHALLENGE else f"{bid_count(action)}x{bid_face(action) + 1}"
    if s.step == FIRST_PLAYER:
        return f"first {seat_letter(action)}"
    shown = faces([shows(action, face) for face in range(FACES)])
    return f"dice {' '.join(map(str, shown))}"


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read what `say` writes; a bid may also be written `bid 4 5`."""
    words = " ".join(text.lower().split())
    if seat != CHANCE:
        return _read_decision(words)
    if s.step == FIRST_PLAYER:
        if found := re.fullmatch(rf"first ([{LETTERS.lower()}])", words):
            return [LETTERS.lower().index(found[1])]
        raise not_understood(text, "first A")
    if re.fullmatch(r"dice( [1-6])+", words) and len(words.split()) <= 13:
        return [sum(1 << 4 * (int(face) - 1) for face in words.split()[1:])]
    raise not_understood(text, "dice 1 3 3 5 6")


def _read_decision(words: str) -> list[int]:
    if words == "challenge":
        return [CHALLENGE]
    if found := re.fullmatch(r"(?:bid )?(\d\d?)(?:x| )([1-6])", words):
        count, face = int(found[1]), int(found[2]) - 1
        if count > 0:
            return [bid_number(count, face)]
    raise not_understood(words, "4x5, challenge")


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer every bid."""
    out = [0] * rules.MOST_CHOICES
    n = rules.choices(box.fields, s, seat, out)
    return [say(box, s, seat, action) for action in out[:n]]
