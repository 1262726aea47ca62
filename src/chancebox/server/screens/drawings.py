"""
TableDrawings: what was made of a table for those who look, kept for others who see the same.

Most of it is of one version and goes with that; some of it is true for as long as the game is told so.
"""

from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from chancebox.server.house.sessions import Session
from chancebox.server.tables.table import Table
from chancebox.server.tables.visibility import ALL
from chancebox.web.parts import Board, Parts

if TYPE_CHECKING:
    from chancebox.engine.match.learning import Taught
    from chancebox.server.screens.retelling import Retold
    from chancebox.server.screens.seating import Chair
    from chancebox.server.screens.stories import ToldMoment

Counts = dict[tuple[int, str], int]
K = TypeVar("K")
V = TypeVar("V")
MOST_KEPT = 40
"""Drawings and stories of one version of a table: more than eyes, fewer than addresses to ask from."""
RECENT = 40
"""Events before the present by which counts are remembered."""


class TableDrawings:
    """What was made of one table."""

    def __init__(self) -> None:
        self.parts = Parts()
        self.boards: dict[object, Board] = {}
        """What was drawn of this version, for those who see the same, until all who watch have it."""
        self.chairs: dict[tuple[int, int | None], list[Chair]] = {}
        """The seats on this version's boards, by number of events and by who throws; as long as these."""
        self.stories: dict[tuple[str, int, int], list[ToldMoment]] = {}
        """What happened by this version, by language, eyes and number of events before."""
        self.staged: dict[tuple[str, bytes], dict[str, Any]] = {}
        """Happenings of this version as the page gets them, by language and by all that is known of them."""
        self.retold: dict[tuple[str, int, int], Retold] = {}
        """The finished game in short, by language, eyes and number of events; it stays with all versions."""
        self.taught: dict[int, Taught] = {}
        """In a lesson: how far a learner has come, by eyes."""
        self.tallies: dict[tuple[int, int], Counts] = {}
        """What attentive players have counted, by eyes and number of events."""
        self._rewrites = 0

    def changed(self, table: Table, alone: int) -> None:
        """Let go of what was true of the last version."""
        if alone == ALL:
            self.parts.age()
        for made in (self.boards, self.chairs, self.stories, self.staged):
            made.clear()
        # Counts of long ago, and of what was taken back.
        n = len(table.match.events) if table.match else 0
        known = self.tallies.items() if self._rewrites == table.rewrites else ()
        self._rewrites = table.rewrites
        self.tallies = {key: counts for key, counts in known if n - RECENT <= key[1] <= n}

    def drawn(self) -> None:
        """Let go of boards, the largest that a table holds; who comes later has one drawn."""
        self.boards.clear()
        self.chairs.clear()

    def replaced(self) -> None:
        """Let go of what stays with all versions."""
        for made in (self.retold, self.taught, self.tallies):
            made.clear()

    def released(self) -> None:
        """Let go of everything: rings of objects that hold this may be found late."""
        self.drawn()
        self.replaced()
        self.stories.clear()
        self.staged.clear()
        self.parts = Parts()


_drawings: WeakKeyDictionary[Session, TableDrawings] = WeakKeyDictionary()


def drawings_of(session: Session) -> TableDrawings:
    """Return what was made of a table so far."""
    found = _drawings.get(session)
    if found is None or found not in session.observers:
        found = _drawings[session] = TableDrawings()
        session.observers.append(found)
    return found


def keep(kept: dict[K, V], key: K, value: V) -> V:
    """Keep what others may want to see as well, but not all that could be asked for; return it."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value
