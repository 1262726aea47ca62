from chancebox.engine.game import endings
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import UnknownNotation
from chancebox.engine.game.happenings import Change, Ended, Happening
from chancebox.engine.rules.contract import CHANCE
from rooms.hush.rules import DARE, Position, is_open


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


class Drew(Happening, frozen=True):
    seat: int
    card: int | None

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cards", 1)]


class Chose(Happening, frozen=True):
    seat: int
    dares: bool | None


class Showed(Happening, frozen=True):
    cards: dict[int, int]


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    if seat == CHANCE:
        drawer = before.dealt
        return [Drew(drawer, action if viewer == drawer else None)]
    if not after.ended:
        return [Chose(seat, action == DARE if viewer == seat else None)]
    return [Showed({i: after.cards[i] for i in range(after.seats) if is_open(after, i)}), Ended(after.ended)]


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    return {(seat, "cards"): int(seat < s.dealt) for seat in range(s.seats)}


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Drew(seat, card):
            return f"{names[seat]} draws {'a card' if card is None else f'card {card}'}."
        case Chose(seat, dares):
            return f"{names[seat]} has chosen" + ("." if dares is None else f": {WORDS[dares]}.")
        case Showed(cards):
            shown = ", ".join(f"{names[seat]} shows {card}" for seat, card in cards.items())
            return f"All have chosen. {shown or 'Nobody dared'}."
    return ""
