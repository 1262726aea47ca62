"""chance it in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box as frames
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, listed, n_, p_
from chancebox.games.chance_it.text.names import COIN, HEART, STAR

ACCENT = "bold red"
MARKET_WIDTH = 44
GUIDES = {
    "in": ("IN", "green"),
    "out": ("OUT", "yellow"),
    "chance": ("CHANCE IT", ACCENT),
    "hidden": ("▒▒", ""),
}


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the table as this viewer sees it."""
    middle = Table.grid(padding=(0, 1, 0, 0))
    middle.add_row(_actions(view), _sheet(view))
    return Group(Columns([middle, _market(view)]), _players(view, names, viewer), _outlook(view))


def _panel(content: RenderableType, title: str, width: int | None = None) -> RenderableType:
    return Panel(content, title=title, title_align="left", box=frames.ROUNDED, expand=False, width=width)


def _actions(view: dict[str, Any]) -> RenderableType:
    """Draw the action board with the dice lying at its rows; a tick stands behind those that are done."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for number, row in enumerate(view["rows"], start=1):
        now = number == view["action"]
        style = "bold" if now else ""
        table.add_row(
            "▶" if now else " ", Text(row["name"], style), Text(row["text"], style), _dice(row, now)
        )
    return _panel(table, _("Round {n}").format(n=max(1, view["round"])))


def _dice(row: dict[str, Any], now: bool) -> Text:
    text = Text()
    for n in range(row["dice"]):
        done = n < row["done"]
        text.append(f"[{row['name']}]", "dim" if done else ACCENT if now and n == row["done"] else "bold")
        text.append("✓" if done else "", "dim")
    return text


def _sheet(view: dict[str, Any]) -> RenderableType:
    """Draw the stakes sheet; the numbers that count in this round are marked once all cards are revealed."""
    sheet = view["sheet"]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for title in ("", "OUT", "IN"):
        table.add_column(title, justify="right")
    everybody = f"−{sheet['all_out_hearts']}{HEART}"
    gains = [*(f"+{coins}{COIN}" for coins in sheet["gains"]), everybody]
    pays = [f"−{coins}{COIN}" for coins in sheet["pays"]]
    for n, (gain, pay) in enumerate(zip(gains, pays, strict=True), start=1):
        table.add_row(str(n), _cell(gain, n == sheet["outs"]), _cell(pay, n == sheet["ins"]))
    return _panel(table, _("Stakes of {n}").format(n=sheet["players"]))


def _cell(text: str, lit: bool) -> Text:
    return Text(f"▸{text}", ACCENT) if lit else Text(text)


def _market(view: dict[str, Any]) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    for card in view["market"]:
        table.add_row(Text(card["id"], "bold"), card["when_text"], card["text"], f"{card['price']}{COIN}")
    if not view["market"]:
        table.add_row(Text(p_("market", "empty"), "dim"))
    count = n_("{n} card in the pile", "{n} cards in the pile", view["pile"]).format(n=view["pile"])
    parts: list[RenderableType] = [table, Text(f"\n{count}", "dim")]
    if view["discards"]:
        gone = _("discarded: {cards}").format(cards=" ".join(view["discards"]))
        parts.append(Text(gone, "dim"))
    return _panel(Group(*parts), _("Market"), MARKET_WIDTH)


def _players(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(_("Player"))
    for sign in (HEART, COIN, STAR):
        table.add_column(sign, justify="right")
    table.add_column(_("Guide"))
    table.add_column(_("Cards"))
    for seat, player in enumerate(view["players"]):
        turn = "▶" if player["asked"] else " "
        marker = "⚑" if seat == view["first"] else " "
        style = "dim" if not player["alive"] else "bold" if seat == viewer else ""
        counts = [str(player[what]) if player["alive"] else "" for what in ("hearts", "coins", "stars")]
        name = Text(f"{seat_text(seat)} {names[seat]}", style)
        table.add_row(turn + marker, name, *counts, _guide(view, player), _tableau(player))
    return table


def _guide(view: dict[str, Any], player: dict[str, Any]) -> Text:
    """Write the guide card of this round, and below it the IN that lies ready for the next one."""
    if not player["alive"]:
        return Text(_("eliminated"), "dim")
    name, style = GUIDES.get(player["guide"], ("…" if player["asked"] else "–", "dim"))
    text = Text(name, style)
    if player["forced"]:
        text.append(_(" (bound)") if view["step"] == "guide" else _("\nnext: IN (bound)"), "dim")
    return text


def _outlook(view: dict[str, Any]) -> Text:
    """Write under the board what each choice can cost who is asked."""
    text = Text()
    for move, told in view["outlook"].items():
        name = GUIDES.get(move, (move, ""))[0]
        said = listed(told["lines"])
        if said or told["warning"]:
            text.append("\n" + _("{head}:").format(head=name) + " ", "bold")
            text.append(listed(filter(None, (said, told["warning"])), ";"))
            text.stylize(ACCENT, len(text) - len(told["warning"] or ""))
    return text


def _tableau(player: dict[str, Any]) -> Text:
    """Write the cards in front of a player; those that can be used now are lifted."""
    text = Text()
    for n, card in enumerate(player["cards"]):
        lifted = card["usable"] and player["serves"] is None
        style = ACCENT if lifted else "dim" if card["used"] else ""
        text.append("\n" if n else "")
        told = _("{head}: {text}").format(head=f"{card['id']} {card['when_text']}", text=card["text"])
        text.append(f"{'▲' if lifted else ' '}{told}", style)
        text.append(_(" (used)") if card["used"] else "", "dim")
    if player["serves"] == "hidden":
        text.append(_("\n▒▒ has chosen"), "dim")
    elif player["serves"] == "pass":
        text.append(_("\nuses no card"), "dim")
    elif player["serves"]:
        text.append(_("\nuses {card}").format(card=player["serves"]), "dim")
    return text
