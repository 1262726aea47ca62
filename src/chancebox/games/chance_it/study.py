"""What a study of chance it calls things."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.chance_it.rules.records import GUIDE, SERVE, TURN
from chancebox.games.chance_it.text.names import card_text, when_text

DECISIONS = {
    GUIDE: mark("whether to go in"),
    SERVE: mark("whether a card serves a die"),
    TURN: mark("what to buy, discard or use"),
}


def names(box: Box) -> list[tuple[str, str]]:
    """Name the items by group."""
    group = _("Market cards, when bought")
    text = _("{id} ({head}: {text})")
    return [
        (group, text.format(id=card.id, head=when_text(card.when), text=card_text(card)))
        for card in box.data.card
    ]
