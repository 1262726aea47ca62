"""Gang of Dice in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box as frames
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, n_

HAT = "♛"
PER_LINE = 14
FUSES = {"explosion": ("✸", "bold red"), "bomb": ("◉", "bold yellow")}


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the table as this viewer sees it."""
    parts: list[RenderableType] = [_warning(view), _players(view, names, viewer)]
    if view["player"] is not None and view["players"][view["player"]]["dice"]:
        parts.append(_tray(view, names))
    return Group(*parts)


def _warning(view: dict[str, Any]) -> RenderableType:
    text = Text()
    card = view["warning"]
    if card:
        sign, style = FUSES[card["fuse"]]
        text.append(f"{sign} {card['fuse_name'].upper()} ", style)
        text.append(f"({card['fuse_meaning']})\n", "dim")
        text.append(_("Invalid: {condition}").format(condition=card["condition"]) + "\n", "bold")
    centre = view["centre"]
    lying = n_("{n} die", "{n} dice", centre["dice"]).format(n=centre["dice"])
    if centre["tokens"]:
        worth = n_("{n} die", "{n} dice", centre["worth"]).format(n=centre["worth"])
        lying = n_(
            "{dice} and {n} token worth {worth}", "{dice} and {n} tokens worth {worth} each", centre["tokens"]
        ).format(dice=lying, n=centre["tokens"], worth=worth)
    text.append(_("In the centre: {what}").format(what=lying))
    title = _("Round {round} of {rounds}").format(**view)
    return Panel(text, title=title, title_align="left", box=frames.ROUNDED, width=64)


def _players(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(_("Player"))
    table.add_column(_("Stock"), justify="right")
    table.add_column(_("Result"), justify="right")
    table.add_column(_("Dice"))
    for seat, player in enumerate(view["players"]):
        turn = "▶" if seat == view["player"] else ""
        stock = "·" if player["stock"] is None else str(player["stock"])
        style = "dim" if player["out"] else "bold" if seat == viewer else ""
        name = Text(f"{seat_text(seat)} {names[seat]}", style)
        table.add_row(turn, name, stock, _result(player), _small_dice(player["dice"]))
    return table


def _result(player: dict[str, Any]) -> Text:
    if player["out"]:
        return Text(_("out"), "dim")
    if player["turn"] == "invalid":
        return Text("✗", "red")
    if player["turn"] == "valid":
        return Text(f"{player['total']} ✓", "green")
    return Text("…" if player["total"] is None else str(player["total"]))


def _small_dice(dice: list[int]) -> Text:
    if len(dice) <= 12:
        return Text(" ".join(_face(face) for face in dice))
    faces = dict.fromkeys(dice)
    return Text("  ".join(f"{dice.count(face)}×{_face(face)}" for face in faces))


def _tray(view: dict[str, Any], names: Sequence[str]) -> RenderableType:
    """Draw the dice of the player whose turn it is, large."""
    player = view["players"][view["player"]]
    lines = []
    for start in range(0, len(player["dice"]), PER_LINE):
        row = player["dice"][start : start + PER_LINE]
        lines += [
            "".join("╭───╮" for _face_shown in row),
            "".join(f"│ {_face(face)} │" for face in row),
            "".join("╰───╯" for _face_shown in row),
        ]
    total = _("total {total}").format(total=player["total"])
    if view["throws_left"]:
        left = n_("{n} throw left", "{n} throws left", view["throws_left"]).format(n=view["throws_left"])
        total = f"{total} · {left}"
    status = Text("\n" + _("{head}: {text}").format(head=names[view["player"]], text=total))
    if view["triggers"]:
        status.append("  ✗ " + _("stopping now is invalid"), "red")
    return Group(status, Text("\n".join(lines)))


def _face(face: int) -> str:
    return str(face) if face else HAT
