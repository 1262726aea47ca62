"""Take it or Leave it in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box as frames
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, n_
from chancebox.games.take_it_or_leave_it.text.names import actions_text, tasks_text

WIDTH = 76
LETTERS = {"white": "w", "black": "b", "red": "r"}
STYLES = {"white": "black on white", "black": "bold white on grey23", "red": "bold white on red3"}


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the table as this viewer sees it."""
    parts: list[RenderableType] = [_tray(view), _players(view, names, viewer)]
    parts += [_laid_out(view, names)] if view["step"] in ("discard", "over") else []
    parts += [_hand(view)] if view["hand"] is not None else []
    parts += [_proposal(view["proposal"])] if view["proposal"] else []
    return Group(*parts)


def _tray(view: dict[str, Any]) -> RenderableType:
    text = Text()
    words = {"white": _("white (w)"), "black": _("black (b)"), "red": _("red (r)")}
    width = max(map(cell_len, words.values()))
    for colour, word in words.items():
        dice = [die for die in view["tray"] if die[0] == colour]
        falling = view["falling"][colour]
        if not dice and not falling:
            continue
        text.append(" " * (width - cell_len(word)) + f"{word}  ", "dim")
        text.append(_dice(dice))
        if falling:
            text.append(" " + n_("{n} rolling", "{n} rolling", falling).format(n=falling), "dim italic")
        text.append("\n")
    if not text:
        text.append(_("The tray is empty.") + "\n", "dim")
    if view["action"]:
        text.append(_("Action in play: {text}").format(text=_name(view["action"])) + "\n", "bold")
    text.append(_counted(_("Left to draw: {tasks}, {actions}"), view["piles"]), "dim")
    text.append(_discards(view), "dim")
    title = _("Round {round} of {rounds}").format(**view) if view["round"] else _("Set-up")
    return Panel(text, title=title, title_align="left", box=frames.ROUNDED, width=WIDTH)


def _discards(view: dict[str, Any]) -> str:
    """Write the discards: cards thrown away lie face down, actions played lie open."""
    told = ""
    down = view["discards"]
    if down["tasks"] or down["actions"]:
        told += "\n" + _counted(_("Discarded face down: {tasks}, {actions}"), down)
    if view["played"]:
        told += "\n" + _("Actions played: {cards}").format(
            cards=" ".join(card["id"] for card in view["played"])
        )
    return told


def _counted(text: str, cards: dict[str, int]) -> str:
    return text.format(tasks=tasks_text(cards["tasks"]), actions=actions_text(cards["actions"]))


def _players(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(_("Player"))
    for title in (_("Points"), _("Chips"), _("Pile"), _("Tasks"), _("Actions")):
        table.add_column(title, justify="right")
    table.add_column(_("Dice taken"))
    for seat, player in enumerate(view["players"]):
        mark = "▶" if seat == view["player"] else "✓" if player["decided"] else ""
        name = Text(f"{seat_text(seat)} {names[seat]}", "bold" if seat == viewer else "")
        if seat == view["first"] and view["round"]:
            name.append(" " + _("(start)"), "dim")
        points = "·" if player["points"] is None else str(player["points"])
        dice = _dice(player["dice"])
        if player["passed"]:
            dice.append(" " + _("passed") if player["dice"] else _("passed"), "dim italic")
        counts = [str(player[what]) for what in ("chips", "scored", "tasks", "actions")]
        table.add_row(mark, name, points, *counts, dice)
    return table


def _laid_out(view: dict[str, Any], names: Sequence[str]) -> RenderableType:
    """Show what all made of their dice in this round: tasks with dice on them, dice without use, the sum."""
    text = Text("\n" + _("Laid out"), "bold")
    for seat, player in enumerate(view["players"]):
        if not player["dice"]:
            continue
        made = f"{player['made']:+d}".replace("-", "−")
        text.append("\n  " + _("{head}: {text}").format(head=names[seat], text=made), "none")
        text.append(" " + _("the best of this round") if seat in view["best"] else "", "bold")
        for task in player["fulfilled"]:
            text.append(f"\n    {task['points']}★ {task['text']}  ", "none")
            text.append(_dice(task["laid"]))
        if player["unused"]:
            text.append("\n    " + _("unused") + "  ", "none")
            text.append(_dice(player["unused"]))
    return text


def _hand(view: dict[str, Any]) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("")
    for card in view["hand"]:
        points = "" if card["points"] is None else f"{card['points']}★"
        style = "yellow" if card["points"] is None else "cyan"
        table.add_row(Text(card["id"], f"bold {style}"), points, card["text"])
    if not view["hand"]:
        table.add_row("", "", Text(_("no cards"), "dim"))
    return Group(Text("\n" + _("Your hand"), "bold"), table)


def _proposal(proposal: dict[str, Any]) -> RenderableType:
    text = Text("\n" + _("Best"), "bold green")
    for task in proposal["tasks"]:
        text.append(f"\n  {_name(task)}  ", "none")
        text.append(_dice(task["laid"]))
    if not proposal["tasks"]:
        text.append("\n  " + _("no task can be fulfilled"), "none")
    if proposal["unused"]:
        text.append("\n  " + _("unused") + "  ", "none")
        text.append(_dice(proposal["unused"]))
    points = n_("{n} point", "{n} points", proposal["points"]).format(n=proposal["points"])
    chips = n_("{n} chip", "{n} chips", proposal["chips"]).format(n=proposal["chips"])
    text.append(f"\n  {points} − {chips}", "bold")
    return text


def _name(card: dict[str, Any]) -> str:
    if card["points"] is None:
        return f"{card['id']} {card['text']}"
    return f"{card['id']} {card['points']}★ {card['text']}"


def _dice(dice: list[list[Any]]) -> Text:
    """Draw dice small; the letter says the colour to those who cannot see it."""
    text = Text()
    for i, (colour, value) in enumerate(dice):
        text.append(" " if i else "")
        text.append(f"{LETTERS[colour]}{value}", STYLES[colour])
    return text
