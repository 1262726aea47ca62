"""Second Chance in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import seat_text
from chancebox.engine.game.texts import _, listed, n_
from chancebox.games.second_chance import shapes, view
from chancebox.games.second_chance.rules.records import SIZE, SOLO_GAMES, SQUARES, Position
from chancebox.games.second_chance.terminal import paper
from chancebox.games.second_chance.text import notation, placements
from chancebox.games.second_chance.text.names import card

PER_LINE = 6
"""Shapes beside each other in the overview."""


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    """Draw the table as this viewer sees it: the own grid large, all others small."""
    players = view["players"]
    if viewer in range(len(players)):
        mine = players[viewer]
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, min_width=paper.WIDTH)
        table.add_row(
            paper.large(mine["drawn"], mine["pens"]),
            Group(_cards(view["cards"], mine), _overview(view)),
        )
        parts: list[RenderableType] = [_head(view), table, _caption(mine, names[viewer], viewer)]
    else:
        parts = [_head(view), _cards(view["cards"], None)]
    if small := _others(view, names, viewer):
        parts += [Text(), Columns(small, padding=(0, 4))]
    return Group(*parts)


def preview(box: Box, s: Position, seat: int, text: str) -> RenderableType:
    """
    Try a placement out: `P14 r90f @ c5` is drawn with question marks, or refused with the reason.

    `P14 r90f` shows the squares at which it could be placed so, `P14` all ways to turn and flip it,
    and nothing at all does that for every shape that can be drawn now.
    """
    if not placements.offered(s, seat):
        return Text(_("Only the 1 is to be written now; it goes into any empty square."))
    number, way, square = notation.read_trial(box, s, seat, text)
    if number is None or way is None:
        offered = placements.offered(s, seat)
        chosen = [shape for card, shape in offered.items() if number in (None, card)]
        return Group(*(_ways(box, shape) for shape in chosen))
    seen = view.view(box, s, seat)["players"][seat]
    inks, pens = seen["drawn"], seen["pens"]
    base = placements.placement(number, way, 0)
    if square is None:
        fitting = [i for i in range(SQUARES) if not placements.refusal(box, s, seat, base + i)]
        for i in fitting:
            inks[i // SIZE][i % SIZE] = paper.NAMEABLE
        told = n_("It fits in {n} place, marked +.", "It fits in {n} places, marked +.", len(fitting))
        return Group(paper.large(inks, pens), Text(told.format(n=len(fitting))))
    why = placements.refusal(box, s, seat, base + square)
    for row, column in placements.covered(box, s, seat, base + square):
        if row in range(SIZE) and column in range(SIZE):
            inks[row][column] = paper.TRIED
    fits = Text(_("It does not fit: {why}.").format(why=why), "red") if why else Text(_("It fits."), "green")
    return Group(paper.large(inks, pens), fits)


def _head(view: dict[str, Any]) -> Text:
    parts = []
    if view["game"]:
        parts.append(_("Game {n} of {games}").format(n=view["game"], games=SOLO_GAMES))
        total = view["total"]
        parts.append(n_("{total} empty in all", "{total} empty in all", total).format(total=total))
    if view["round"]:
        parts.append(_("Round {n}").format(n=view["round"]))
    parts.append(n_("{n} card left", "{n} cards left", view["deck"]).format(n=view["deck"]))
    return Text(" · ".join(parts), "bold")


def _cards(pair: list[dict[str, Any]], mine: dict[str, Any] | None) -> RenderableType:
    """Show the cards that matter now: the pair, and what the viewer alone was dealt."""
    shown = [_card(card) for card in pair]
    if mine and mine["start"]:
        shown.append(_card(mine["start"], _("start shape")))
    if mine and mine["second_chance"]:
        shown.append(_card(mine["second_chance"], _("second chance")))
    table = Table.grid(padding=(0, 3, 0, 0))
    if shown:
        table.add_row(*shown)
    return table


def _card(card: dict[str, Any], title: str = "") -> Text:
    text = Text(f"{card['id']} ", "bold").append(f"{title}\n{_name(card)}\n", "not bold")
    return text.append(paper.picture(card["squares"]), "not bold")


def _overview(view: dict[str, Any]) -> RenderableType:
    """Draw all shapes with their numbers; those that will not come up any more are dim."""
    table = Table.grid(padding=(0, 1, 0, 0))
    cells = []
    for shape in view["overview"]:
        left = f"×{shape['left']}" if shape["left"] > 1 else ""
        cell = Text("\n".join([shape["id"] + left, *paper.tiny(shape["squares"])]))
        cell.stylize("" if shape["left"] else "dim")
        cells.append(cell)
    for start in range(0, len(cells), PER_LINE):
        table.add_row(*cells[start : start + PER_LINE])
    return Group(Text(), table)


def _others(view: dict[str, Any], names: Sequence[str], viewer: int) -> list[RenderableType]:
    """Draw the grids that are not the viewer's own; alone, those of the games before."""
    players = view["players"]
    if view["games"] is None:
        seats = [seat for seat in range(len(players)) if seat != viewer]
        return [
            Group(_caption(players[i], names[i], i), paper.small(players[i]["drawn"], players[i]["pens"]))
            for i in seats
        ]
    games = view["games"] if viewer not in range(len(players)) else view["games"][:-1]
    captions = [
        n_("Game {n}: {empty} empty", "Game {n}: {empty} empty", grid["empty"]).format(
            n=n, empty=grid["empty"]
        )
        for n, grid in enumerate(games, start=1)
    ]
    return [
        Group(caption, paper.small(grid["drawn"], grid["pens"]))
        for caption, grid in zip(captions, games, strict=True)
    ]


def _caption(player: dict[str, Any], name: str, seat: int) -> Text:
    text = Text(f"{seat_text(seat)} {name}", "bold")
    empty = n_("{n} empty", "{n} empty", player["empty"]).format(n=player["empty"])
    return text.append(f"  {empty}  {_state(player)}", "not bold")


def _state(player: dict[str, Any]) -> str:
    """Say in a few words what a player does, and with which card if that is the player's alone."""
    parts = []
    if player["out"]:
        parts.append(_("out"))
        if player["holds_one"]:
            parts.append(_("writes the 1") if player["asked"] else _("has the 1"))
    elif player["asked"]:
        parts.append(_("draws"))
    elif player["has_drawn"]:
        parts.append(_("has drawn"))
    elif player["waits"]:
        parts.append(_("waits"))
    elif player["shape"]:
        parts.append(_name(player["shape"]))
    if player["second_chance"]:
        parts.append(_("second chance: {shape}").format(shape=_name(player["second_chance"])))
    if player["start"]:
        parts.append(_name(player["start"]))
    return listed(parts)


def _name(card: dict[str, Any]) -> str:
    name: str = card["name"]
    return _(name)


def _ways(box: Box, shape: int) -> RenderableType:
    """Show a shape in all its ways, under the name of each."""
    shown = card(box, shape)
    table = Table.grid(padding=(0, 4, 1, 0))
    cells = []
    for name, way in zip(shapes.way_names(shown.squares), shapes.ways(shown.squares), strict=True):
        cells.append(Text(f"{shown.id} {name}\n", "bold").append(paper.picture(way), "not bold"))
    for start in range(0, len(cells), 4):
        table.add_row(*cells[start : start + 4])
    return table
