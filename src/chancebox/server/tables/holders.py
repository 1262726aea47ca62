"""Who held which seat of a table, and who hosted it, read from its log alone: whatever its rules are."""

from collections.abc import Sequence

from chancebox.server.tables import entries
from chancebox.server.tables.entries import Place, StoredEntry


class Seats:
    """Who held which seat of a table at which time, as its log tells."""

    def __init__(self, lines: Sequence[StoredEntry]) -> None:
        first = lines[0].entry
        assert isinstance(first, entries.Opened)
        self.host = first.host
        self.places = list(first.places)
        self.given = list(enumerate(first.places))
        """Every place that the log gives to a visitor, with its seat."""
        self._changes: list[tuple[float, int, str]] = [
            (lines[0].at, seat, place.visitor) for seat, place in enumerate(self.places)
        ]
        for line in lines[1:]:
            match line.entry:
                case entries.Sat(seat=seat, name=name, visitor=visitor):
                    self._give(line.at, seat, Place("person", name, "", visitor))
                case entries.Arranged(seat=seat, place=place):
                    self._give(line.at, seat, place)
                case entries.Handed(seat=seat, visitor=visitor):
                    self._hand(line.at, seat, visitor)
                case entries.Left(places=places, host=host):
                    self.host = host
                    for seat, place in places:
                        self._give(line.at, seat, place)

    def _give(self, at: float, seat: int, place: Place) -> None:
        self.given.append((seat, place))
        self._change(at, seat, place)

    def _hand(self, at: float, seat: int, visitor: str) -> None:
        """Give a seat to another device; with the last seat of the host's go the rights of the host."""
        giver = self.places[seat].visitor
        self._change(at, seat, Place("person", self.places[seat].name, "", visitor))
        if giver == self.host and all(place.visitor != giver for place in self.places):
            self.host = visitor

    def _change(self, at: float, seat: int, place: Place) -> None:
        self.places[seat] = place
        self._changes.append((at, seat, place.visitor))

    def holder(self, seat: int, at: float) -> str:
        """Return who held a seat at a time."""
        held = [visitor for since, which, visitor in self._changes if which == seat and since <= at]
        return held[-1] if held else ""
