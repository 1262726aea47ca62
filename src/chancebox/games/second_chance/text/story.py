"""
What happens in Second Chance, from the records before and after an event, both hidden for the viewer.

Cards lie open. What is drawn at the same time is told to others by the event with which all have drawn.
"""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import TABLE, Ended, Happening, Score
from chancebox.engine.game.texts import mark
from chancebox.engine.rules.contract import CHANCE
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
from chancebox.games.second_chance.text.happenings import (
    AllDrew,
    BeganGame,
    DealtStart,
    DeckRanOut,
    Eliminated,
    EndedGame,
    EndedRound,
    Ending,
    FilledGrid,
    GotSecondChance,
    HasDrawn,
    NeitherFits,
    Placed,
    PutStartsAway,
    Revealed,
    Shuffled,
    Squares,
    TurnedOver,
    WroteOne,
    cards_left,
)
from chancebox.games.second_chance.text.names import card
from chancebox.games.second_chance.text.sentences import sentence

__all__ = ["DECIDES", "Ending", "counts", "happenings", "sentence"]

DECIDES = Score(mark("empty squares"), {"empty": 1}, fewest=True)


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
        return [TurnedOver(before.round, shape)]
    revealed = Revealed(before.round, before.cards[0], shape)
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
    found = {(TABLE, "deck"): s.deck, **{(TABLE, cards_left(shape)): s.left[shape] for shape in numbers}}
    found |= {(seat, "empty"): s.grids[grid_of(s, seat)].empty for seat in range(s.seats)}
    if s.seats == 1:
        found[0, "total"] = _total(s, SOLO_GAMES if s.ended else s.game)
    return found
