"""What one seat sees of Take a Chance."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import remembered
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_a_chance.box import KINDS as KIND_NUMBERS
from chancebox.games.take_a_chance.rules.cards import WITH_DISCOUNT, card_in, discounted, price, purchases
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CHARM,
    CHARMS,
    FIRST_TICKET,
    HALF,
    OPENING,
    PURCHASE,
    SEATS,
    SLOTS,
    TAKE,
    THROW,
    TURN,
    Player,
    Position,
    cards_of,
    worth,
)
from chancebox.games.take_a_chance.rules.rolls import (
    MOST_CHARM_THROWS,
    cards_with,
    charm_paid,
    dice_due,
    dice_with,
    payout,
    pictured,
    scoring,
)
from chancebox.games.take_a_chance.text import names
from chancebox.games.take_a_chance.text.tray import faces

STEPS = (
    "next", "first", "purple", "refill", "turn", "ticket", "half", "purchase",
    "opening", "bidding", "consolation", "add", "throw", "charm", "again", "take",
)  # fmt: skip


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data; only the viewer's own stack is face up (TC-03)."""
    over = bool(s.ended)
    players = [_player(box, as_bytes(s.players[seat])) for seat in range(s.seats)]
    return {
        "step": "over" if over else STEPS[s.step],
        "turn": s.turns,
        "player": s.player if s.turns and not over else None,
        "final_round": bool(s.finale),
        "last": s.last if s.finale else None,
        "pile": s.pile + s.sunk,
        "under": [_card(box, s.under[i]) for i in range(s.sunk)],
        "pool": [_card(box, card) for card in s.pool],
        "roll": _roll(box, s),
        "last_roll": _last_roll(box, s),
        "ticket": _ticket(box, s),
        "auction": _auction(box, s, viewer),
        "prices": _prices(box, s, viewer),
        "discounted": _discounted(box, s, viewer),
        "players": players,
        "leads": _leads(players),
        "fewest_tickets": min(player["tickets"] for player in players),
        **_words(box),
        "tickets_seen": _tickets_seen(box, tuple(s.unseen)),
    }


@remembered
def _player(box: Box, record: bytes) -> dict[str, Any]:
    """Describe a player by the record alone: most have not changed since the last look."""
    player: Player = of_bytes(Player, record)
    return {
        "cash": 100 * player.cash,
        "worth": 100 * worth(box.fields, player),
        "cards": cards_of(player),
        "owned": [
            _card(box, card + 1)
            for card in range(CARDS)
            if player.owned[card // CHARMS] >> (card % CHARMS) & 1
        ],
        "pays": _pays(box, player, pictured(box.fields, player), 1),
        "dice": dice_with(box.fields, player, 0),
        "stack": [_card(box, card) for card in player.stack],
        "tickets": player.tickets,
        "kept": {word: player.kept[i] for i, word in enumerate(names.KEEPS) if player.kept[i]},
    }


@remembered
def _words(box: Box) -> dict[str, Any]:
    """Return what the things are called that happenings tell by number."""
    return {
        "kept_names": {word: names.kept_name(box, word) for word in names.KEEPS},
        "kept_texts": {word: names.kept_text(box, word) for word in names.KEEPS},
        "kinds": [names.kind_short(kind) for kind in range(KINDS)],
        "tickets": _tickets(box),
    }


def _leads(players: list[dict[str, Any]]) -> list[int]:
    """List who would win if the game ended now (TC-31): all that counts is open (TC-R32)."""
    worths = [(player["worth"], player["cards"]) for player in players]
    return [seat for seat, worth in enumerate(worths) if worth == max(worths)]


@remembered
def _card(box: Box, card: int) -> dict[str, Any] | None:
    """Describe a card as the record holds it: plus 1; nothing for a gap, a back for a hidden one."""
    if card == 0:
        return None
    if card < 0:
        return {"id": None}
    colour = box.data.colour[(card - 1) // CHARMS]
    charm = box.data.charm[(card - 1) % CHARMS]
    return {
        "id": names.card_id(box, card - 1),
        "name": names.card_name(box, card - 1),
        "colour": colour.id,
        "colour_name": names.colour_name(colour.id),
        "charm": charm.id,
        "charm_name": names.charm_name(charm.id),
        "value": colour.value,
        "pays": [{**_kind(KIND_NUMBERS[kind]), "amount": amount} for kind, amount in colour.pays.items()],
    }


def _roll(box: Box, s: Position) -> dict[str, Any] | None:
    """Describe the dice on the table and what they would pay now."""
    if not _is_rolling(s):
        return None
    # Until the first throw has come to rest, the dice of the last roll lie there.
    going = s.throws > 0 or s.step == CHARM
    dice = list(s.dice) if going else [0] * FACES
    charm = box.data.charm[s.charm - 1].id if s.charm_throws and not s.charm_falling else None
    deed = box.fields.deeds[s.deed]
    kinds = scoring(box.fields, s) if s.step in (AGAIN, TAKE) else 0
    pays = _pays(box, s.players[s.player], kinds, deed.times)
    for pay in pays:
        pay["bonus"], pay["bonus_of_others"] = _bonus(box, s, names.KIND_IDS.index(pay["kind"]))
    return {
        "dice": faces(dice),
        "to_throw": s.falling or (0 if going else dice_due(box.fields, s)),
        "throws": s.throws,
        "throws_left": max(0, deed.throws - s.throws),
        "charm": charm,
        "charm_name": charm and names.charm_name(charm),
        "charm_again": s.step == AGAIN and 0 < s.charm_throws < MOST_CHARM_THROWS,
        "times": deed.times,
        "pays": pays,
        "best": max(pays, key=_gain)["kind"] if pays else None,
    }


def _is_rolling(s: Position) -> bool:
    return s.step in (ADD_DIE, THROW, CHARM, AGAIN, TAKE) and not s.ended


def _last_roll(box: Box, s: Position) -> dict[str, Any] | None:
    """Describe the dice that still lie there after a roll."""
    if _is_rolling(s) or not any(s.dice):
        return None
    charm = box.data.charm[s.charm - 1].id if s.charm else None
    return {"dice": faces(list(s.dice)), "charm": charm, "charm_name": charm and names.charm_name(charm)}


def _pays(box: Box, player: Player, kinds: int, times: int) -> list[dict[str, Any]]:
    """List what each of these kinds pays on a player's cards."""
    return [
        {**_kind(kind), "amount": 100 * times * payout(box.fields, player, kind)}
        for kind in range(KINDS)
        if kinds >> kind & 1
    ]


def _kind(kind: int) -> dict[str, Any]:
    return {"kind": names.KIND_IDS[kind], "name": names.kind_name(kind), "short": names.kind_short(kind)}


def _bonus(box: Box, s: Position, kind: int) -> tuple[int, int]:
    """Return what the charm die would bring with this kind: the roller, or else all others together."""
    if not s.charm_die:
        return 0, 0
    charm = 1 << (s.charm - 1)
    player = s.players[s.player]
    if charm_paid(box.fields, player, kind, charm):
        return 100 * box.fields.bonus * cards_with(player, charm), 0
    others = sum(cards_with(s.players[seat], charm) for seat in range(s.seats) if seat != s.player)
    return 0, 100 * box.fields.bonus * others


def _gain(pay: dict[str, Any]) -> tuple[int, int]:
    return pay["amount"] + pay["bonus"], -pay["bonus_of_others"]


def _ticket(box: Box, s: Position) -> dict[str, Any] | None:
    """Describe the ticket that is being played, and which half of it counts, once that is settled."""
    if not s.ticket or s.ended:
        return None
    ticket = _tickets(box)[s.ticket - 1]
    half = (s.deed - FIRST_TICKET) % 2 if s.deed >= FIRST_TICKET and s.step != HALF else None
    return {**ticket, "half": half if ticket["or_text"] else None}


@remembered
def _tickets(box: Box) -> list[dict[str, Any]]:
    """Describe every kind of ticket, as the box numbers them and as everybody may read them."""
    return [
        {
            "id": ticket.id,
            "name": names.ticket_name(ticket),
            "text": names.ticket_text(ticket),
            "or_text": names.deed_text(ticket.otherwise) if ticket.otherwise else None,
        }
        for ticket in box.data.ticket
    ]


def _auction(box: Box, s: Position, viewer: int) -> dict[str, Any] | None:
    if s.step not in (OPENING, BIDDING) or s.ended:
        return None
    return {
        "card": _card(box, s.pool[s.lot]),
        "bid": 100 * s.bid,
        "bidder": s.bidder if s.bid else None,
        "bidders": [seat for seat in range(SEATS) if s.bidders >> seat & 1],
        "asked": s.pending.bit_length() - 1,
        "least": 100 * (s.floor + 1),
        "most": 100 * s.players[viewer].cash if viewer < s.seats else 0,
    }


def _prices(box: Box, s: Position, viewer: int) -> dict[str, int]:
    """Return what each card would cost now, for the player whose choice it is."""
    return {
        names.card_id(box, card): 100 * price(box.fields, s, card) for card in _payable(box, s, viewer, 0)
    }


def _discounted(box: Box, s: Position, viewer: int) -> dict[str, int]:
    """Return the same with the kept discount."""
    return {
        names.card_id(box, card): 100 * discounted(box.fields, price(box.fields, s, card))
        for card in _payable(box, s, viewer, WITH_DISCOUNT)
    }


def _payable(box: Box, s: Position, viewer: int, how: int) -> list[int]:
    if viewer != s.player or s.step not in (TURN, HALF, PURCHASE) or s.ended:
        return []
    payable = purchases(box.fields, s) >> how
    return [card_in(s, slot) for slot in range(SLOTS) if payable >> slot & 1]


@remembered
def _tickets_seen(box: Box, unseen: tuple[int, ...]) -> list[str]:
    """List the tickets that have been turned over: all may look (TC-R32)."""
    return [
        names.ticket_name(ticket)
        for i, ticket in enumerate(box.data.ticket)
        for _copy in range(ticket.count - unseen[i])
    ]
