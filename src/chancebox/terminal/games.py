"""`chancebox games`: what is in the box."""

import argparse

from rich.table import Table

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.games import game, names
from chancebox.terminal.screen import out, print_json


def run(parsed: argparse.Namespace) -> int:
    """List the games."""
    listed = [game(name) for name in names()]
    if parsed.json:
        print_json([one.describe() for one in listed])
        return 0
    for one in listed:
        out.print(f"[bold]{_(one.title)}[/]  {one.name}")
        out.print(f"  {_(one.pitch)}")
        out.print(f"  {facts(one)}")
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 2))
        for option in one.options:
            values = " | ".join(f"[bold]{v}[/]" if v == option.default else v for v in option.values)
            table.add_row(f"--option {option.name}=", values, _(option.title))
        if one.options:
            out.print(table)
    return 0


def facts(one: Game) -> str:
    """Say for how many, how long, how old, by whom."""
    by = _("by {author}, {publisher}") if one.author else _("published by {publisher}")
    return f"{one.facts_text} · " + by.format(author=one.author, publisher=one.publisher)
