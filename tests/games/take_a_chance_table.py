"""A table of Take a Chance in the middle of a game, set up in the words of the rule book."""

from collections.abc import Iterable, Mapping
from typing import Any

from chancebox.engine.game.boxes import Box, load_box, parse_box
from chancebox.engine.match.chance import Ask, Scripted
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.take_a_chance.rules.records import CARDS, CHARMS
from chancebox.games.take_a_chance.text.names import card_id

GAME = game("take-a-chance")
BOX = load_box(GAME)
A, B, C, D, E = range(5)
CARD = {card_id(BOX, card): card for card in range(CARDS)}
TICKET = {ticket.name: i for i, ticket in enumerate(BOX.data.ticket)}
ALL_COLOURS = "orange-ladybug red-ladybug green-ladybug blue-ladybug yellow-ladybug"
KEPT = ("spare-die", "extra-throw", "buy-and-roll", "discount")
CHEAP_LAST = [id for id, _card in sorted(CARD.items(), key=lambda item: -item[1])]


def altered(old: str, new: str) -> Box:
    """Make a box in which one thing is different."""
    text = (GAME.folder / "box.toml").read_text("utf-8")
    assert old in text
    return parse_box(GAME, text.replace(old, new, 1), "altered")


def sit(
    seats: int = 3,
    script: Iterable[str] = (),
    *,
    owned: Mapping[int, str] = {},
    stacks: Mapping[int, str] = {},
    pool: str = "",
    cash: Mapping[int, int] = {},
    tickets: Mapping[int, int] = {},
    kept: Mapping[int, str] = {},
    pile: int | None = None,
    options: Mapping[str, str] = {},
    box: Box | None = None,
    **fields: int,
) -> Match:
    """
    Deal, and then arrange what a test is about; A begins.

    Everybody owns one Purple card (A the horseshoe, B the clover, C the wishbone, …) and, with
    `owned`, more. Places that a test does not name get the dearest cards that are left; `none`
    leaves a place of the Pool empty.
    """
    named = " ".join([*owned.values(), *stacks.values(), pool, *script]).split()
    names = [[*stacks.get(seat, "").split(), *[""] * 3][:3] for seat in range(seats)]
    wanted = [name for three in [*names, [*pool.split(), *[""] * 3][:3]] for name in three]
    filler = [id for id in CHEAP_LAST if id not in named and not id.startswith("purple")]
    dealt = [f"card {filler.pop(0) if name in ('', 'none') else name}" for name in wanted]
    purple = [f"card {card_id(BOX, seat)}" for seat in range(seats)]
    opening = Scripted(["first A", *purple, *dealt])
    memory = Match(GAME, seats, options=options, box=box, dealer=opening).position()
    s: Any = plain(memory)
    for seat, cards in owned.items():
        for name in cards.split():
            card = CARD[name]
            s.players[seat].owned[card // CHARMS] |= 1 << (card % CHARMS)
            s.drawn[card // CHARMS] |= 1 << (card % CHARMS)
            s.pile -= 1
    for seat, dollars in cash.items():
        s.players[seat].cash = dollars // 100
    for seat, n in tickets.items():
        s.players[seat].tickets = n
    for seat, words in kept.items():
        for word in words.split():
            s.players[seat].kept[KEPT.index(word)] += 1
    for slot, name in enumerate(pool.split()):
        s.pool[slot] *= name != "none"
    if pile is not None:
        s.pile = pile
    for field, value in fields.items():
        setattr(s, field, value)
    return Match(GAME, seats, options=options, box=box, dealer=Scripted(script), position=memory)


def turned(*script: str, **arranged: Any) -> Match:
    """Let A turn over the first ticket of the script."""
    match = sit(script=script, **arranged)
    match.play(A, "ticket")
    return match


def has_ended(match: Match) -> bool:
    """Return whether A's turn is over."""
    return match.to_act == (B,)


def table(match: Match) -> Any:
    """Look at the whole position."""
    return plain(match.position())


def cash(match: Match, seat: int) -> int:
    return 100 * int(table(match).players[seat].cash)


def owns(match: Match, seat: int) -> set[str]:
    return {card["id"] for card in match.view(seat)["players"][seat]["owned"]}


def stack(match: Match, seat: int) -> list[str | None]:
    return [card and card["id"] for card in match.view(seat)["players"][seat]["stack"]]


def pool(match: Match) -> list[str | None]:
    return [card and card["id"] for card in match.view()["pool"]]


def kept(match: Match, seat: int) -> dict[str, int]:
    found: dict[str, int] = match.view(seat)["players"][seat]["kept"]
    return found


def can(match: Match, seat: int) -> list[str]:
    """List in notation what this seat may do."""
    return [str(action) for action in match.choices(seat)]


def falling(match: Match) -> int:
    """Count the dice in the air."""
    return int(table(match).falling)


def due(match: Match) -> set[str]:
    """Return what chance may bring."""
    assert match.to_act == (CHANCE,)
    return {str(outcome) for outcome, _share in match.outcomes()}


def ask(match: Match) -> Match:
    """Go on with what came up being typed."""
    return match.fork(dealer=Ask())
