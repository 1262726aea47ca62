"""Liar's Dice in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from chancebox.engine.game.texts import _


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw everybody's dice, and the bid."""
    table = Table(_("Player"), _("Left"), _("Dice"), _("Bid"), title=_("Round {n}").format(n=view["round"]))
    for seat, name in enumerate(names):
        one = view["players"][seat]
        dice = "? " * one["dice_left"] if one["dice"] is None else " ".join(map(str, one["dice"]))
        bid = view["bid"] if seat == view["bidder"] else ""
        table.add_row(name, str(one["dice_left"]), dice, bid)
    return table
