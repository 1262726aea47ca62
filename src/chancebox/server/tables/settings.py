"""What is agreed on at a table beside its game: hints, odds, what follows it, and that it goes."""

from chancebox.engine.game.texts import _
from chancebox.server.tables import entries
from chancebox.server.tables.errors import NotNow
from chancebox.server.tables.permissions import others_play
from chancebox.server.tables.table import OVER, Step, Table


def advise(table: Table, hints: bool) -> Step | None:
    """Allow hints, or do not; nothing is to be done where it is so already."""
    if hints and table.counts and table.stage != OVER:
        raise NotNow(_("There are no hints on the try that counts; practice has them."))
    return Step(entries.Advised(hints)) if hints != table.hints else None


def show_odds(table: Table, odds: bool) -> Step | None:
    """Let odds be shown to those who decide, or do not; nothing is to be done where it is so already."""
    if odds and table.game.odds is None:
        raise NotNow(_("{game} has no odds to show.").format(game=_(table.game.title)))
    return Step(entries.ShowedOdds(odds)) if odds != table.odds else None


def remove(table: Table) -> Step:
    """Remove the table with all that its log says."""
    if others_play(table):
        raise NotNow(_("Others are playing here. The table can be removed when the game is over."))
    return Step(entries.Removed())


def follow(table: Table, next: str) -> Step:
    """Note where the rematch is."""
    return Step(entries.Followed(next))


def join_group(table: Table, group: str) -> Step:
    """Note which group those who played here have become."""
    return Step(entries.Grouped(group))
