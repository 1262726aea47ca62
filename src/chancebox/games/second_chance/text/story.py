"""What happens in Second Chance, and how the log tells it."""

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.happenings import TABLE, Change, Ended, Happening
from chancebox.engine.texts import _, mark, n_
from chancebox.games.second_chance import shapes
from chancebox.games.second_chance.pens import pen
from chancebox.games.second_chance.rules import records
from chancebox.games.second_chance.rules.actions import ALONE, ink
from chancebox.games.second_chance.rules.records import (
    DEAL_SECOND,
    DEAL_START,
    DRAW,
    DRAW_START,
    FIRST_START,
    NO_CARDS,
    NO_PAIR,
    ONE,
    REVEAL_OTHER,
    SIZE,
    SOLO_GAMES,
    SQUARES,
    Position,
    grid_of,
)
from chancebox.games.second_chance.text.names import card, one_text, placement_text, shape_words

Squares = tuple[int, ...]
"""Squares of a grid, row by row from 0 at the top left."""


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_OUT = records.ALL_OUT, mark("all players were eliminated")
    NO_PAIR = records.NO_PAIR, mark("there were no two cards left to reveal")
    NO_CARDS = records.NO_CARDS, mark("there were not enough cards for all second chances")
    FULL_GRID = records.FULL_GRID, mark("a grid was full")
    SUCCESS = records.SUCCESS, mark("fewer than ten squares stayed empty in three games")
    FAILURE = records.FAILURE, mark("ten squares or more stayed empty in three games")


# What can happen. Shapes are named by their numbers: those of the shape cards from 1, then the start shapes.


class BeganGame(Happening):
    """Alone: one of the three games begins, counted from 1."""

    game: int


class DealtStart(Happening):
    """A seat gets its start card."""

    seat: int
    shape: int


class PutStartsAway(Happening):
    """All have drawn their start shapes: the start cards leave the game."""


class Revealed(Happening):
    """A card is turned over, the last of `cards`; they lie on the pair of the round before."""

    round: int
    cards: tuple[int, ...]

    def changes(self) -> list[Change]:
        return _taken(self.cards[-1])


class NeitherFits(Happening):
    """These seats can draw neither shape and wait for a second chance; `able` can draw, if anybody can."""

    seats: tuple[int, ...]
    able: tuple[int, ...]


class HasDrawn(Happening):
    """A seat has drawn; what and where is shown when all have."""

    seat: int


class Placed(Happening):
    """
    A seat draws a shape in its grid, with this pen; so many squares stay empty.

    `card` is where the shape came from: 0 or 1 of the pair, 2 dealt to the seat alone, in round 0 as its
    start card and later as its second chance. `turned` is the name of the way, like `r90f`.
    """

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


class WroteOne(Happening):
    """A seat that is among the first to be eliminated writes the 1."""

    seat: int
    square: int
    round: int
    pen: int
    empty: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "empty", -1)]


class AllDrew(Happening):
    """All who drew at the same time show it; the viewer knew the drawing of seat `known`, its own."""

    drawings: tuple[Placed | WroteOne, ...]
    known: int | None

    def changes(self) -> list[Change]:
        return [change for one in self.drawings if one.seat != self.known for change in one.changes()]


class FilledGrid(Happening):
    """No square of a seat's grid is empty any more."""

    seat: int


class GotSecondChance(Happening):
    """A seat that could draw neither shape gets a card alone."""

    seat: int
    shape: int
    fits: bool

    def changes(self) -> list[Change]:
        return _taken(self.shape)


class Eliminated(Happening):
    """The second chance does not fit either: a seat is out. Who is `first` to go writes the 1."""

    seat: int
    shape: int
    round: int
    first: bool


class EndedRound(Happening):
    """A round is over: squares that are empty in each grid, by seat; pens go to the left."""

    round: int
    empty: tuple[int, ...]


class DeckRanOut(Happening):
    """There are fewer cards left than are needed now."""

    left: int
    needed: int


class EndedGame(Happening):
    """Alone: one of the three games is over, for a reason of `Ending`; `total` counts those before, too."""

    game: int
    ending: int
    empty: int
    total: int

    def changes(self) -> list[Change]:
        return [Change(0, "total", self.empty)]


class Shuffled(Happening):
    """Alone, between two games: these cards go back into the deck, and a new grid lies there."""

    cards: tuple[int, ...]
    filled: int

    def changes(self) -> list[Change]:
        back = [Change(TABLE, _left(shape), 1) for shape in self.cards]
        return [Change(TABLE, "deck", len(self.cards)), *back, Change(0, "empty", self.filled)]


def _taken(shape: int) -> list[Change]:
    return [Change(TABLE, "deck", -1), Change(TABLE, _left(shape), -1)]


def _left(shape: int) -> str:
    """Name the count of cards in the deck that show a shape."""
    return f"shape {shape}"


# How events become happenings


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened; what others draw at the same time is told when all have drawn."""
    if seat == CHANCE:
        happened = _dealt(before, action, after)
    elif after.asked:
        happened = [_drawing(box, before, after, seat) if viewer == seat else HasDrawn(seat)]
    else:
        happened = _shown(box, before, after, viewer)
    if after.game != before.game or after.ended:
        happened += _ended(before, action if seat == CHANCE else 0, after)
    elif after.round != before.round:
        happened.append(_ended_round(before, after) if before.round else PutStartsAway())
    return happened


def _dealt(before: Position, shape: int, after: Position) -> list[Happening]:
    """List what a card brings; all cards lie open."""
    if before.step == DEAL_START:
        dealt = DealtStart(records.next_without_start(before), shape)
        return [BeganGame(before.game + 1), dealt] if before.seats == 1 else [dealt]
    if before.step == DEAL_SECOND:
        return _dealt_second(before, shape, after)
    if before.step != REVEAL_OTHER:
        return [Revealed(before.round, (shape,))]
    revealed = Revealed(before.round, (before.cards[0], shape))
    waiting = _seats(before, after.waiting)
    return [revealed, NeitherFits(waiting, _seats(before, after.asked))] if waiting else [revealed]


def _dealt_second(before: Position, shape: int, after: Position) -> list[Happening]:
    seat = records.next_waiting(before)
    out = after.grids[grid_of(before, seat)].out
    got = GotSecondChance(seat, shape, fits=not out)
    return [got, Eliminated(seat, shape, out, records.holds_one(after, seat))] if out else [got]


def _shown(box: Box, before: Position, after: Position, viewer: int) -> list[Happening]:
    """Show what all who were asked have drawn."""
    asked = _seats(before, before.asked)
    drawings = tuple(_drawing(box, before, after, seat) for seat in asked)
    known = viewer if viewer in asked and not before.pending >> viewer & 1 else None
    shown: Happening = AllDrew(drawings, known) if len(drawings) > 1 else drawings[0]
    return [shown, *(FilledGrid(one.seat) for one in drawings if one.empty == 0)]


def _drawing(box: Box, before: Position, after: Position, seat: int) -> Placed | WroteOne:
    """Find in the grid itself what a seat has drawn in this step."""
    grid = after.grids[grid_of(before, seat)]
    written = ink(before, seat)
    squares = tuple(square for square in range(SQUARES) if grid.drawn[square] == written)
    held = pen(before.seats, seat, before.round)
    if written == ONE:
        return WroteOne(seat, squares[0], before.round, held, grid.empty)
    shape = grid.start if before.step == DRAW_START else grid.shape
    number = list(before.cards).index(shape) if before.step == DRAW else ALONE
    turned = _turned(box, shape, squares)
    return Placed(seat, shape, number, turned, squares, before.round, held, grid.empty)


def _turned(box: Box, shape: int, squares: Squares) -> str:
    """Name the way in which a shape was drawn."""
    top, left = squares[0] // SIZE, min(square % SIZE for square in squares)
    found = [(square // SIZE - top, square % SIZE - left) for square in squares]
    picture = card(box, shape).squares
    named = zip(shapes.way_names(picture), shapes.ways(picture), strict=True)
    return next(name for name, way in named if shapes.squares(way) == found)


def _ended(before: Position, turned_over: int, after: Position) -> list[Happening]:
    """List what ends with a game; `turned_over` is the shape of the card that ended it, 0 if none did."""
    happened: list[Happening] = [_ended_round(before, after)]
    ending = after.ended if before.seats > 1 else _solo_ending(before, after)
    if ending in (NO_PAIR, NO_CARDS):
        needed = len(_seats(before, after.waiting)) if ending == NO_CARDS else 2
        happened.append(DeckRanOut(before.deck - bool(turned_over), needed))
    if before.seats == 1:
        empty = after.grids[before.game].empty
        happened.append(EndedGame(before.game + 1, ending, empty, _total(after, before.game + 1)))
    happened.append(Ended(after.ended) if after.ended else _shuffled(before, turned_over, after))
    return happened


def _shuffled(before: Position, turned_over: int, after: Position) -> Shuffled:
    back = [
        shape
        for shape in range(1, FIRST_START)
        for _card in range(after.left[shape] - before.left[shape] + (shape == turned_over))
    ]
    return Shuffled(tuple(back), SQUARES - after.grids[before.game].empty)


def _solo_ending(before: Position, after: Position) -> int:
    """Find why one of three games is over, in the order of SC-R13; the record does not say it."""
    grid = after.grids[before.game]
    if grid.empty == 0:
        return records.FULL_GRID
    if grid.out:
        return records.ALL_OUT
    return NO_CARDS if after.waiting else NO_PAIR


def _seats(s: Position, bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(s.seats) if bits >> seat & 1)


def _ended_round(before: Position, after: Position) -> EndedRound:
    empty = tuple(after.grids[grid_of(before, seat)].empty for seat in range(before.seats))
    return EndedRound(before.round, empty)


def _total(s: Position, games: int) -> int:
    """Add up the empty squares of the first games of somebody alone."""
    return sum(s.grids[game].empty for game in range(games))


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted: cards face down, empty squares, and those of games that are over."""
    numbers = range(1, len(box.data.shape) + 1)
    found = {(TABLE, "deck"): s.deck, **{(TABLE, _left(shape)): s.left[shape] for shape in numbers}}
    found |= {(seat, "empty"): s.grids[grid_of(s, seat)].empty for seat in range(s.seats)}
    if s.seats == 1:
        found[0, "total"] = _total(s, SOLO_GAMES if s.ended else s.game)
    return found


# How the log tells it


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case BeganGame(game):
            return _("Game {n} of {games}.").format(n=game, games=SOLO_GAMES)
        case DealtStart(seat, shape):
            return _("{who} gets the start shape {shape}.").format(
                who=names[seat], shape=shape_words(box, shape)
            )
        case Revealed(round, (one, other)):
            return _("Round {n}: {one} or {other}.").format(
                n=round, one=shape_words(box, one), other=shape_words(box, other)
            )
        case NeitherFits(seats):
            return _("Neither fits for {names}.").format(names=", ".join(names[seat] for seat in seats))
        case HasDrawn(seat):
            return _("{who} has drawn.").format(who=names[seat])
        case Placed() | WroteOne():
            return _("{who} draws: {what}.").format(
                who=names[happening.seat], what=_drawing_text(box, happening)
            )
        case AllDrew(drawings):
            shown = ", ".join(f"{names[one.seat]} {_drawing_text(box, one)}" for one in drawings)
            return _("All have drawn: {shown}.").format(shown=shown)
        case FilledGrid(seat):
            return _("The grid of {who} is full.").format(who=names[seat])
        case GotSecondChance(seat, shape, fits):
            text = _("{who} gets a second chance: {shape}.")
            if fits:
                text = _("{who} gets a second chance: {shape}. It fits.")
            return text.format(who=names[seat], shape=shape_words(box, shape))
        case Eliminated(seat):
            return _("It does not fit, {who} is eliminated.").format(who=names[seat])
        case EndedGame(game, _ending, empty, total):
            text = n_(
                "Game {n} ends with {empty} empty square, {total} in all.",
                "Game {n} ends with {empty} empty squares, {total} in all.",
                empty,
            )
            return text.format(n=game, empty=empty, total=total)
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return ""


def _drawing_text(box: Box, drawing: Placed | WroteOne) -> str:
    if isinstance(drawing, WroteOne):
        return one_text(drawing.square)
    return placement_text(box, drawing.shape, drawing.turned, drawing.squares[0])
