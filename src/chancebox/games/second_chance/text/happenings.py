"""
What can happen in Second Chance, in the order of the rule book.

Shapes have the numbers of the rules: those of the shape cards from 1, then the start shapes. Squares are
numbered row by row, from 0 at the top left.
"""

from chancebox.engine.game import endings
from chancebox.engine.game.happenings import BUST, CARD, OUT, REVEAL, ROUND, SHAPE, TABLE, Change, Happening
from chancebox.engine.game.texts import mark
from chancebox.games.second_chance.rules import records

Squares = tuple[int, ...]


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_OUT = records.ALL_OUT, mark("all players were eliminated")
    NO_PAIR = records.NO_PAIR, mark("there were no two cards left to reveal")
    NO_CARDS = records.NO_CARDS, mark("there were not enough cards for all second chances")
    FULL_GRID = records.FULL_GRID, mark("a grid was full")
    SUCCESS = records.SUCCESS, mark("fewer than ten squares stayed empty in three games")
    FAILURE = records.FAILURE, mark("ten squares or more stayed empty in three games")


# Start shapes


class BeganGame(Happening, frozen=True):
    """Alone: one of the three games begins, counted from 1."""

    game: int


class DealtStart(Happening, frozen=True):
    """A seat gets its start card."""

    stage = CARD
    seat: int
    shape: int


class PutStartsAway(Happening, frozen=True):
    """All have drawn their start shapes: the start cards leave the game."""


# A round


class TurnedOver(Happening, frozen=True):
    """The first card of a pair is turned over; it lies on the pair of the round before."""

    stage = CARD
    round: int
    shape: int

    def changes(self) -> list[Change]:
        return _taken_card(self.shape)


class Revealed(Happening, frozen=True):
    """The second card of a pair, `other`, is turned over, too: these are the shapes of the round."""

    stage = CARD
    round: int
    one: int
    other: int

    def changes(self) -> list[Change]:
        return _taken_card(self.other)


class NeitherFits(Happening, frozen=True):
    """These seats can draw neither shape and wait for a second chance; `able` can draw, if anybody can."""

    stage = BUST
    seats: tuple[int, ...]
    able: tuple[int, ...]


class HasDrawn(Happening, frozen=True):
    """A seat has drawn; what and where is shown when all have."""

    seat: int


class Placed(Happening, frozen=True):
    """
    A seat draws a shape in its grid, with this pen; so many squares stay empty.

    `card` is where the shape came from: 0 or 1 of the pair, 2 dealt to the seat alone, in round 0 as its
    start card and later as its second chance. `turned` is the name of the way, like `r90f`.
    """

    stage = SHAPE
    seat: int
    shape: int
    card: int
    turned: str
    squares: Squares
    round: int
    pen: int
    empty: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "empty", -len(self.squares))]


class WroteOne(Happening, frozen=True):
    """A seat that is among the first to be eliminated writes the 1."""

    stage = SHAPE
    seat: int
    square: int
    round: int
    pen: int
    empty: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "empty", -1)]


class AllDrew(Happening, frozen=True):
    """All who drew at the same time show it; the viewer knew the drawing of seat `known`, its own."""

    stage = SHAPE
    drawings: tuple[Placed | WroteOne, ...]
    known: int | None

    def changes(self) -> list[Change]:
        return [change for one in self.drawings if one.seat != self.known for change in one.changes()]


class FilledGrid(Happening, frozen=True):
    """No square of a seat's grid is empty any more."""

    stage = ROUND
    seat: int


# The second chance


class GotSecondChance(Happening, frozen=True):
    """A seat that could draw neither shape gets a card alone."""

    stage = REVEAL
    seat: int
    shape: int
    fits: bool

    def changes(self) -> list[Change]:
        return _taken_card(self.shape)


class Eliminated(Happening, frozen=True):
    """The second chance does not fit either: a seat is out. Who is `first` to go writes the 1."""

    stage = OUT
    seat: int
    shape: int
    round: int
    first: bool


# The end


class EndedRound(Happening, frozen=True):
    """A round is over: squares that are empty in each grid, by seat; pens go to the left."""

    round: int
    empty: tuple[int, ...]


class DeckRanOut(Happening, frozen=True):
    """There are fewer cards left than are needed now."""

    left: int
    needed: int


class EndedGame(Happening, frozen=True):
    """Alone: one of the three games is over, for a reason of `Ending`; `total` counts those before, too."""

    stage = ROUND
    game: int
    ending: int
    empty: int
    total: int

    def changes(self) -> list[Change]:
        return [Change(0, "total", self.empty)]


class Shuffled(Happening, frozen=True):
    """Alone, between two games: these cards go back into the deck, and a new grid lies there."""

    cards: tuple[int, ...]
    filled: int

    def changes(self) -> list[Change]:
        back = [Change(TABLE, cards_left(shape), 1) for shape in self.cards]
        return [Change(TABLE, "deck", len(self.cards)), *back, Change(0, "empty", self.filled)]


def _taken_card(shape: int) -> list[Change]:
    return [Change(TABLE, "deck", -1), Change(TABLE, cards_left(shape), -1)]


def cards_left(shape: int) -> str:
    """Name the count of cards in the deck that show a shape."""
    return f"shape {shape}"
