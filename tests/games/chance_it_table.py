"""Tables of chance it for the tests: set up by hand, told by seat letter and card id."""

from collections.abc import Mapping, Sequence

from chancebox.engine.game.boxes import Box, load_box, parse_box
from chancebox.engine.game.game import seat_letter
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games.chance_it import GAME
from chancebox.games.chance_it.rules.records import Position

A, B, C, D, E, F = range(6)


def sit(
    seats: int = 3,
    *,
    first: int = A,
    market: str = "F1 F4 F6 D1b",
    hearts: Sequence[int] = (),
    coins: Sequence[int] = (),
    stars: Sequence[int] = (),
    cards: Mapping[int, str] | None = None,
    pile: str | None = None,
    box: Box | None = None,
) -> Match:
    """
    Set up a table before the roll of a round; people enter what dice and cards show.

    `hearts`, `coins`, `stars` are told seat by seat, `cards` lie in front of their owners; with
    `pile` told, all other cards are on the discard pile.
    """
    box = box or load_box(GAME)
    options = GAME.usual_options(seats)
    match = Match(GAME, seats, options=options, dealer=Ask(), box=box)
    match.play(CHANCE, f"first {'ABCDEF'[first]}")
    for card in market.split():
        match.play(CHANCE, f"card {card}")
    for n in range(4 - len(market.split())):
        match.play(CHANCE, match.choices(CHANCE)[n])
    memory = match.position()
    s: Position = plain(memory)
    s.market = card_set(box, market)
    s.pile = ((1 << 30) - 1) & ~s.market
    for seat, held in (cards or {}).items():
        s.players[seat].cards = card_set(box, held)
        s.pile &= ~card_set(box, held)
    if pile is not None:
        s.discards = s.pile & ~card_set(box, pile)
        s.pile = card_set(box, pile)
    for seat, number in enumerate(hearts):
        s.players[seat].hearts = number
    for seat, number in enumerate(coins):
        s.players[seat].coins = number
    for seat, number in enumerate(stars):
        s.players[seat].stars = number
    return Match(GAME, seats, options=options, dealer=Ask(), box=box, position=memory)


def deal(match: Match, *outcomes: str) -> None:
    """Let dice and cards come up: `dice 6 5 3 3 1`, `card F1`."""
    for outcome in outcomes:
        match.play(CHANCE, outcome)


def choose(match: Match, guides: str) -> None:
    """Lay down guide cards, seat by seat; `-` for a seat that is not asked."""
    for seat, guide in enumerate(guides.split()):
        assert (seat in match.to_act) == (guide != "-"), f"asked are {match.to_act}"
        if guide != "-":
            match.play(seat, guide)


def play_round(match: Match, dice: str, guides: str) -> None:
    """Roll and choose; the round goes on by itself until somebody or chance is asked."""
    deal(match, f"dice {dice}")
    choose(match, guides)


def position(match: Match) -> Position:
    found: Position = plain(match.position())
    return found


def hearts(match: Match) -> list[int]:
    return [player.hearts for player in position(match).players][: match.seats]


def coins(match: Match) -> list[int]:
    return [player.coins for player in position(match).players][: match.seats]


def stars(match: Match) -> list[int]:
    return [player.stars for player in position(match).players][: match.seats]


def market(match: Match) -> str:
    return " ".join(card["id"] for card in match.view()["market"])


def discards(match: Match) -> str:
    return " ".join(match.view()["discards"])


def cards(match: Match, seat: int) -> str:
    return " ".join(card["id"] for card in match.view()["players"][seat]["cards"])


def alive(match: Match) -> str:
    return "".join("ABCDEF"[seat] for seat, p in enumerate(match.view()["players"]) if p["alive"])


def asked(match: Match) -> str:
    """Return whose decision is awaited, `*` for dice or cards."""
    return "".join(seat_letter(seat) for seat in match.to_act)


def moves(match: Match, seat: int) -> str:
    return ", ".join(match.moves(seat))


def card_set(box: Box, ids: str) -> int:
    numbers = {card.id: n for n, card in enumerate(box.data.card)}
    return sum(1 << numbers[id] for id in ids.split())


def altered(**cards: str) -> Box:
    """Print some cards anew: `altered(D2a='when = "2"\\nprice = 1\\nattack = 1')`."""
    text = (GAME.folder / "box.toml").read_text("utf-8")
    for id, entry in cards.items():
        head = f'[[card]]\nid = "{id}"\n'
        before, found, after = text.partition(head)
        _old, _blank, rest = after.partition("\n\n")
        assert found
        text = f'{before}{head}{entry}\nstatus = "reconstructed"\n\n{rest}'
    return parse_box(GAME, text, "altered")
