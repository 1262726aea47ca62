"""A table of Second Chance for tests: grids and cards as a test needs them."""

from collections.abc import Iterable, Mapping, Sequence

from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import Scripted
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import blank, plain
from chancebox.games import game
from chancebox.games.second_chance.rules import drawing, records
from chancebox.games.second_chance.rules.records import SIZE, SQUARES, START

GAME = game("second-chance")
BOX = load_box(GAME)
NUMBERS = {card.id: number for number, card in enumerate(BOX.data.shape, start=1)}
STARTS = {card.id: number for number, card in enumerate(BOX.data.start, start=records.FIRST_START)}


def squares(text: str) -> set[int]:
    """Read `a1 b1` as numbers of squares."""
    return {SIZE * (int(word[1]) - 1) + "abcdefghi".index(word[0]) for word in text.split()}


def table(
    *empty: str,
    cards: Iterable[str],
    deck: Mapping[str, int] | None = None,
    out: Sequence[int] = (),
    round: int = 5,
    game: int = 0,
) -> Match:
    """
    Sit down just before a round, with grids that are full except for some squares.

    `cards` come up from then on, `deck` is what is left face down, `out` tells who is eliminated
    already, as the first, in the round before. With one seat, `empty` are the grids of its games.
    """
    memory = blank(GAME.rules.Position.dtype)
    s = plain(memory)
    s.seats = 1 if game or len(empty) == 1 else len(empty)
    s.game = game
    s.round = round
    s.step = records.REVEAL
    s.pending = 1 << CHANCE
    for i, text in enumerate(empty):
        drawing.clear(s.grids[i])
        s.grids[i].start = records.FIRST_START + i
        for square in set(range(SQUARES)) - squares(text):
            drawing.fill(s.grids[i], square, START)
    for seat in out:
        s.grids[seat].out = s.first_out = round - 1
    for shape, number in NUMBERS.items():
        s.left[number] = BOX.data.shape[number - 1].cards if deck is None else deck.get(shape, 0)
    s.deck = sum(s.left)
    names = ["Enola", "Felix", "Maeyva", "Bea", "Cleo", "Dora"][: s.seats]
    return Match(GAME, s.seats, dealer=Scripted(f"card {id}" for id in cards), position=memory, names=names)


def begin(seats: int, starts: str, cards: str = "") -> Match:
    """Begin a game with these start shapes and shape cards."""
    script = [f"start {id}" for id in starts.split()] + [f"card {id}" for id in cards.split()]
    return Match(GAME, seats, dealer=Scripted(script))
