"""What a study of Take a Chance calls things."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CONSOLATION,
    HALF,
    OPENING,
    PURCHASE,
    TAKE,
    TURN,
)
from chancebox.games.take_a_chance.text.names import card_name, ticket_name

DECISIONS = {
    TURN: mark("buy, roll or play a ticket"),
    HALF: mark("which half of a ticket"),
    PURCHASE: mark("which card to buy"),
    OPENING: mark("what to bid first"),
    BIDDING: mark("what to bid"),
    CONSOLATION: mark("whether to roll after a lost auction"),
    ADD_DIE: mark("whether to add the spare die"),
    AGAIN: mark("what to throw again"),
    TAKE: mark("what to be paid for"),
}


def names(box: Box) -> list[tuple[str, str]]:
    """Name the items by group."""
    cards = [(_("Cards, when owned in the end"), card_name(box, card)) for card in range(CARDS)]
    return cards + [(_("Tickets, when played"), ticket_name(ticket)) for ticket in box.data.ticket]
