"""`chancebox replay`: print a recorded game, or show the table at one moment of it."""

import argparse

from rich.markup import escape

from chancebox import load
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.terminal.screen import out, print_json


def run(parsed: argparse.Namespace) -> int:
    """Replay a record; every event is checked again on the way."""
    match = load(parsed.file, box=parsed.box)
    if parsed.at is not None:
        match = match.fork(parsed.at)
    if parsed.json:
        print_json(as_json(match))
        return 0
    for line in match.log():
        out.print(line, markup=False)
    if parsed.at is not None:
        out.print(match.game.terminal.board(match.view(), match.names, SPECTATOR))
    elif match.result is None:
        out.print(_("The game is not over: {n} events so far.").format(n=len(match.events)))
    else:
        print_result(match)
    return 0


def print_result(match: Match) -> None:
    """Print who won and why it ended."""
    result = match.result
    if result is None:
        raise BadSetup(_("The game is not over."))
    winners = escape(listed((match.names[seat] for seat in result.winners), "and"))
    if not winners:
        out.print(_("[bold]Nobody wins[/]: {why}.").format(why=result.why))
    elif len(result.winners) > 1:
        out.print(_("[bold]{winners} share the win[/]: {why}.").format(winners=winners, why=result.why))
    else:
        out.print(_("[bold]{winners} wins[/]: {why}.").format(winners=winners, why=result.why))


def as_json(match: Match) -> dict[str, object]:
    """Return a match as plain data; whoever has the file has its secrets too."""
    result = match.result
    return {
        "game": match.game.name,
        "seats": match.seats,
        "names": match.names,
        "options": match.options,
        "events": match.notation,
        "log": match.log(),
        "view": match.view(),
        "result": None
        if result is None
        else {
            "winners": list(result.winners),
            "places": list(result.places),
            "standing": list(result.standing),
            "why": result.why,
        },
    }
