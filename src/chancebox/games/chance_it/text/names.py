"""What chance it calls its cards, dice and rows."""

from collections.abc import Sequence

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, listed, n_
from chancebox.engine.rules.dice import shows
from chancebox.games.chance_it.box import Card
from chancebox.games.chance_it.rules.records import CHANCE_IT_ACTION, FACES

GUIDES = ("", "in", "out", "chance")
"""The guide cards in notation."""
PRINTED = ("IN", "OUT", "CHANCE IT")
"""What the guide cards say in every language."""
HEART, COIN, STAR = "♥", "¢", "★"


def thrown(throw: int) -> tuple[int, ...]:
    """Return the faces of a throw from high to low."""
    return tuple(face + 1 for face in range(FACES - 1, -1, -1) for _die in range(shows(throw, face)))


def faces_text(faces: Sequence[int]) -> str:
    """Write dice: `6 5 3 3 1`."""
    return " ".join(str(face) for face in faces)


def guide_name(guide: int) -> str:
    """Name a guide card."""
    return ("", *PRINTED)[guide]


def gains_text(hearts: int, coins: int, stars: int) -> str:
    """Write gains and losses: `+1♥ −2¢`."""
    amounts = ((hearts, HEART), (coins, COIN), (stars, STAR))
    return " ".join(f"{'+' if n > 0 else '−'}{abs(n)}{sign}" for n, sign in amounts if n)


def card_text(card: Card) -> str:
    """Say what a card does."""
    parts = [gains_text(card.hearts, card.coins, card.stars)]
    if card.attack:
        parts.append(_("the others −{n}{heart}").format(n=card.attack, heart=HEART))
    if card.again:
        parts.append(n_("market again", "market again {n} times", card.again).format(n=card.again))
    return listed(part for part in parts if part)


def when_text(when: str) -> str:
    """Say what a card waits for."""
    if when == "flash":
        return _("at once")
    return _("CHANCE IT") if when == "chance it" else _("die {face}").format(face=when)


def card_words(card: Card) -> str:
    """Say what a card waits for and what it does then: `die 3: +1♥ +1¢`."""
    return _("{head}: {text}").format(head=when_text(card.when), text=card_text(card))


def row_text(box: Box, row: int) -> str:
    """Say what a row of the action board does."""
    if row == 1:
        return _("re-roll")
    if row == FACES:
        return _("buy or discard")
    gains = box.fields.board[row]
    return gains_text(gains.hearts, gains.coins, gains.stars)


def row_name(row: int) -> str:
    """Name a row of the action board."""
    return _("CHANCE IT") if row == CHANCE_IT_ACTION else str(row)
