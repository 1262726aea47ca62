"""The story of Take a Chance: events as happenings, as one viewer may know them."""

from collections.abc import Iterator

from chancebox.engine.game import endings
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import TABLE, Ended, Happening, Score
from chancebox.engine.game.texts import mark
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_a_chance.rules import records
from chancebox.games.take_a_chance.rules.records import (
    THROW,
    Player,
    Position,
    cards_of,
    worth,
)
from chancebox.games.take_a_chance.text.happenings import (
    BeganFinale,
    BeganRoll,
    BeganTurn,
    CountedUp,
    Expired,
)
from chancebox.games.take_a_chance.text.names import KEEPS
from chancebox.games.take_a_chance.text.replay import replay
from chancebox.games.take_a_chance.text.sentences import sentence

__all__ = ["DECIDES", "Ending", "counts", "happenings", "sentence"]

DECIDES = Score(mark("cash and cards"), {"cash": 1, "value": 1})


class Ending(endings.Ending):
    """Why a game ends."""

    LAST_TICKET = records.LAST_TICKET, mark("somebody played the last ticket, and everybody had a final turn")
    LONG_ENOUGH = (
        records.LONG_ENOUGH,
        mark("nobody played the last ticket for very long, and everybody had a final turn"),
    )


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted on the table; `value` is that of the cards a player owns."""
    counted = {
        (TABLE, "pool"): sum(card > 0 for card in s.pool),
        (TABLE, "pile"): s.pile + s.sunk,
        (TABLE, "under"): s.sunk,
        (TABLE, "unseen tickets"): sum(s.unseen),
        (TABLE, "dice"): sum(s.dice),
    }
    for seat in range(s.seats):
        player = s.players[seat]
        counted[seat, "cash"] = 100 * player.cash
        counted[seat, "cards"] = cards_of(player)
        counted[seat, "value"] = _value(box, player)
        counted[seat, "stack"] = sum(card != 0 for card in player.stack)
        counted[seat, "tickets"] = player.tickets
        for i, keep in enumerate(KEEPS):
            counted[seat, keep] = player.kept[i]
    return counted


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened, one thing after the other."""
    happened: list[Happening] = []
    for swapped in (False, True):
        s: Position = of_bytes(Position, as_bytes(before))
        happened = list(replay(box, s, seat, action, after, viewer, swapped))
        # Where two cards of a hidden stack lay nobody saw; what was paid for them tells, if it matters.
        if s.players[before.player].cash == after.players[before.player].cash:
            break
    return [*happened, *_what_is_next(box, before, after)]


def _what_is_next(box: Box, before: Position, after: Position) -> Iterator[Happening]:
    """List what begins after all this: the final round, a turn, a roll; or how the game ends."""
    if after.finale and not before.finale:
        yield BeganFinale(after.last, after.finale)
    if after.ended:
        yield from _ended(box, after)
        return
    if after.turns > before.turns:
        yield BeganTurn(after.player)
    if after.step == THROW and after.throws == 0:
        yield BeganRoll(after.player, after.falling, charm_die=bool(after.charm_falling))


def _ended(box: Box, s: Position) -> Iterator[Happening]:
    for seat in range(s.seats):
        kept = s.players[seat].kept
        if keeps := tuple(keep for i, keep in enumerate(KEEPS) for _ticket in range(kept[i])):
            yield Expired(seat, keeps)
    for seat in range(s.seats):
        player = s.players[seat]
        yield CountedUp(seat, 100 * player.cash, _value(box, player), cards_of(player))
    yield Ended(s.ended)


def _value(box: Box, player: Player) -> int:
    """Return the printed values of all cards that somebody owns, in dollars."""
    return 100 * (worth(box.fields, player) - player.cash)
