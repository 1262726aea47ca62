"""What a study of Gang of Dice calls things."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.gang_of_dice.rules.records import AGAIN, STAKE
from chancebox.games.gang_of_dice.text.names import condition, fuse_name

DECISIONS = {
    STAKE: mark("how many dice to stake"),
    AGAIN: mark("what to throw again"),
}


def names(box: Box) -> list[tuple[str, str]]:
    """Name the items by group."""
    group = _("Warnings, when the round is won")
    text = _("{id} ({head}: {text})")
    return [
        (group, text.format(id=card.id, head=fuse_name(card), text=condition(card)))
        for card in box.data.warning
    ]
