from chancebox.games.hush.rules import Position, is_open  # type: ignore[import-not-found]

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.errors import UnknownNotation


class Ending(endings.Ending):
    DARED = 1, "the highest card that dared wins"
    NOBODY = 2, "nobody dared"


WORDS = ("fold", "dare")


def say(box: Box, s: Position, seat: int, action: int) -> str:
    return f"card {action}" if seat == CHANCE else WORDS[action]


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    known = {f"card {card}": card for card in range(box.data.cards)}
    if seat != CHANCE:
        known = {word: action for action, word in enumerate(WORDS)}
    if text not in known:
        raise UnknownNotation(f"{text!r} is not one of: {', '.join(known)}")
    return [known[text]]


def moves(box: Box, s: Position, seat: int) -> list[str]:
    return list(WORDS)


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    if seat == CHANCE:
        if viewer == before.dealt:
            return f"You draw card {action}."
        return f"{names[before.dealt]} draws a card."
    if not after.ended:
        return f"{names[seat]} has chosen" + (f": {WORDS[action]}." if viewer == seat else ".")
    shown = [f"{names[i]} shows {after.cards[i]}" for i in range(after.seats) if is_open(after, i)]
    return f"All have chosen. {', '.join(shown) or 'Nobody dared'}."
