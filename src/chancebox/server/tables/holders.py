"""Who held which seat of a table, read from its log alone: whatever its rules are."""

from chancebox.server.tables import entries
from chancebox.server.tables.entries import StoredEntry


class Seats:
    """Who held which seat of a table at which time, as its log tells."""

    def __init__(self, lines: list[StoredEntry]) -> None:
        first = lines[0].entry
        assert isinstance(first, entries.Opened)
        self.places = list(first.places)
        self._changes: list[tuple[float, int, str]] = [
            (lines[0].at, seat, place.visitor) for seat, place in enumerate(self.places)
        ]
        for line in lines[1:]:
            match line.entry:
                case entries.Sat(seat=seat, name=name, visitor=visitor):
                    self._change(line.at, seat, entries.Place("person", name, "", visitor))
                case entries.Arranged(seat=seat, place=place):
                    self._change(line.at, seat, place)
                case entries.Left(places=places):
                    for seat, place in places:
                        self._change(line.at, seat, place)
                case entries.Handed(seat=seat, visitor=visitor):
                    self._change(line.at, seat, entries.Place("person", self.places[seat].name, "", visitor))

    def _change(self, at: float, seat: int, place: entries.Place) -> None:
        self.places[seat] = place
        self._changes.append((at, seat, place.visitor))

    def holder(self, seat: int, at: float) -> str:
        """Return who held a seat at a time."""
        held = [visitor for since, which, visitor in self._changes if which == seat and since <= at]
        return held[-1] if held else ""
