"""
Take it or Leave it: what a seat may know (TL-R17).

Open: dice, chips, how many cards of either kind everybody holds, wants and threw away, actions
played, and tasks fulfilled, which all have seen even when they lie face down. Secret: the cards in
other hands, those that others threw away, and what others decide at the same time as you. You know
what you threw away yourself, until the discards are shuffled into a new pile.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_it_or_leave_it.rules.cards import add_card, draw_from
from chancebox.games.take_it_or_leave_it.rules.laying import clear_table
from chancebox.games.take_it_or_leave_it.rules.proposal import propose
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ANNOUNCE,
    CARDS,
    DISCARD,
    HAND,
    IN_HAND,
    IN_PILE,
    SCORE,
    SEATS,
    TASK,
    TASKS,
    THROWN,
    TURN,
    UNKNOWN,
    Box,
    Player,
    Position,
    cards_held,
)


def hide(box: Box, s: Position, viewer: int) -> None:
    own = THROWN + viewer
    for card in range(CARDS):
        place = s.place[card]
        if IN_PILE <= place <= IN_HAND or (THROWN <= place < THROWN + SEATS and place != own):
            s.place[card] = UNKNOWN
    for seat in range(s.seats):
        if seat == viewer:
            for i in range(cards_held(s.players[seat].held)):
                s.place[s.players[seat].hand[i]] = IN_HAND
        else:
            hide_player(s, s.players[seat])


def hide_player(s: Position, player: Player) -> None:
    for i in range(cards_held(player.held)):
        player.hand[i] = UNKNOWN
    if s.step == ANNOUNCE:
        for kind in range(2):
            player.wanted[kind] = player.held[kind]
    elif s.step == DISCARD:
        player.discard = CARDS
    elif s.step == SCORE and not s.ended:  # the last scoring stays, uncovered
        clear_table(player)


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    for seat in range(s.seats):
        if seat != viewer:
            guess_cards(s, seat, stream)
    for card in range(CARDS):
        if s.place[card] == UNKNOWN:
            s.place[card] = IN_PILE
    for seat in range(s.seats):
        if seat != viewer and not s.pending >> seat & 1 and not s.ended:
            guess_decision(box, s, s.players[seat], stream)


def guess_cards(s: Position, seat: int, stream: Row) -> None:
    """Deal a seat the cards that it holds and those it threw away."""
    player = s.players[seat]
    for kind in range(2):
        for _ in range(player.thrown[kind]):
            s.place[draw_from(s, kind, UNKNOWN, stream)] = THROWN + seat
    # Tasks stand before actions, so a hand filled from the left is in order of its kinds.
    tasks = player.held[TASK]
    actions = player.held[ACTION]
    player.held[TASK] = 0
    player.held[ACTION] = 0
    for i in range(tasks + actions):
        card = draw_from(s, TASK if i < tasks else ACTION, UNKNOWN, stream)
        s.place[card] = IN_HAND
        add_card(player, card)


def guess_decision(box: Box, s: Position, player: Player, stream: Row) -> None:
    """Decide for a seat whose answer is given but not uncovered; in the scoring it took the proposal."""
    if s.step == SCORE:
        propose(box, player)
    elif s.step == DISCARD:
        i = below(stream, cards_held(player.held) + 1)
        player.discard = player.hand[i] if i < cards_held(player.held) else CARDS
    elif s.step == ANNOUNCE:
        # Room for r more cards can be shared out in (r + 1) (r + 2) / 2 ways.
        room = HAND - cards_held(player.held)
        way = below(stream, (room + 1) * (room + 2) // 2)
        tasks = 0
        while way > room - tasks:
            way -= room - tasks + 1
            tasks += 1
        player.wanted[TASK] += tasks
        player.wanted[ACTION] += way


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    """An action shows a card of the hand, and so does a score that nobody else is still working on."""
    if s.step == SCORE:
        return 1 if s.pending == 1 << seat else 0
    return 1 if s.step == TURN and action >= TASKS else 0
