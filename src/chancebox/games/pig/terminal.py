"""Pig in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from chancebox.engine.game.texts import _


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the scores."""
    table = Table(
        _("Player"), _("Banked"), _("This turn"), title=_("Pig to {goal}").format(goal=view["goal"])
    )
    for seat, name in enumerate(names):
        table.add_row(name, str(view["score"][seat]), str(view["total"]) if seat == view["turn"] else "")
    return table
