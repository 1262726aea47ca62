"""
Take it or Leave it: hands, draw piles and discards.

No pile has an order: a card is drawn when it is needed, from those left.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_it_or_leave_it.rules.records import (
    CARDS,
    HAND,
    IN_HAND,
    IN_PILE,
    PLAYED,
    SCORED,
    SEATS,
    TASK,
    TASKS,
    THROWN,
    Player,
    Position,
    cards_held,
    kind_of_card,
)


def first_card(kind: int) -> int:
    return 0 if kind == TASK else TASKS


def last_card(kind: int) -> int:
    return TASKS if kind == TASK else CARDS


# Hands. They stay in order, and every place is written anew: this spares the processor a guess per card.


def add_card(player: Player, card: int) -> None:
    """Put a card into a hand: from the last place on, each gets the higher of two cards."""
    n = cards_held(player.held)
    player.held[kind_of_card(card)] += 1
    for i in range(n, 0, -1):
        before = player.hand[i - 1]
        player.hand[i] = max(before, card)
        card = min(before, card)
    player.hand[0] = card


def remove_card(player: Player, card: int) -> None:
    """Take a card out of a hand: where it was and after that, each place gets the next card."""
    for i in range(HAND - 1):
        player.hand[i] = player.hand[i + 1] if player.hand[i] >= card else player.hand[i]
    player.hand[cards_held(player.held) - 1] = 0
    player.held[kind_of_card(card)] -= 1


# Piles


def draw_card(s: Position, card: int) -> None:
    s.place[card] = IN_HAND
    s.pile[kind_of_card(card)] -= 1
    add_card(s.players[s.player], card)


def play_card(s: Position, card: int) -> None:
    """Lay an action open on its discards (TL-50)."""
    remove_card(s.players[s.player], card)
    s.place[card] = PLAYED


def score_card(s: Position, seat: int, card: int) -> None:
    """Lay a task onto the own score pile, from which it never returns (TL-19, TL-50)."""
    remove_card(s.players[seat], card)
    s.place[card] = SCORED + seat


def throw_away(s: Position, seat: int, card: int) -> None:
    """Lay a card face down on its discards; only who threw it away knows it (TL-R17)."""
    remove_card(s.players[seat], card)
    s.place[card] = THROWN + seat
    s.players[seat].thrown[kind_of_card(card)] += 1


def is_discarded(s: Position, card: int) -> bool:
    return s.place[card] == PLAYED or THROWN <= s.place[card] < THROWN + SEATS


def renew_pile(s: Position, kind: int) -> None:
    """Make a new pile of the discards; there may be none (TL-50, TL-R14)."""
    for card in range(first_card(kind), last_card(kind)):
        if is_discarded(s, card):
            s.place[card] = IN_PILE
            s.pile[kind] += 1
    for seat in range(s.seats):
        s.players[seat].thrown[kind] = 0


def drawable(s: Position, card: int) -> bool:
    return kind_of_card(card) == s.drawing and s.place[card] == IN_PILE


def draw_from(s: Position, kind: int, place: int, stream: Row) -> int:
    """Find a card of a kind at a place, all equally likely."""
    first = first_card(kind)
    n = last_card(kind) - first
    card = first + below(stream, n)
    while s.place[card] != place:
        card = first + below(stream, n)
    return card
