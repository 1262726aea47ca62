"""
`chancebox daily --house ADDRESS`: the deal of the day of a house elsewhere.

The house plays it, as for a browser; this terminal shows what our seat may see and sends what we decide. One
can leave at any moment and go on later.
"""

import argparse
import itertools
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from rich.markdown import Markdown
from rich.markup import escape
from rich.rule import Rule

from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.game.game import Game, seat_text
from chancebox.engine.game.texts import _, day_text, language
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game
from chancebox.server.screens.daily import NEW as FRESH
from chancebox.server.screens.daily import PLAYING, against, better_text
from chancebox.server.tables.days import PERSON
from chancebox.server.tables.table import OVER
from chancebox.terminal.doors import Closed, Refusal, RemoteDoor, Vanished
from chancebox.terminal.play import TerminalLeft, menu
from chancebox.terminal.screen import out


def run(parsed: argparse.Namespace) -> int:
    """Play the deal of a day in a house elsewhere, or go on with it, and tell the result."""
    door = RemoteDoor(parsed.house)
    try:
        return _play(door, parsed)
    except ChanceboxError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise Closed(_strange(door)) from error


def _play(door: RemoteDoor, parsed: argparse.Namespace) -> int:
    told = door.get(f"daily/{quote(parsed.archive, safe='')}" if parsed.archive else "daily")
    day, found = told["day"], game(told["game"])
    counts = told["stage"] in (FRESH, PLAYING)
    head = _("The deal of {day}: {game}, {seats}").format(
        day=day_text(day), game=_(found.title), seats=against(told["seats"])
    )
    out.print(f"[bold]{escape(head)}[/]")
    out.print(_("This is your try: it counts.") if counts else _("This is practice."))
    fingerprint = _("Its fingerprint: {commitment}").format(commitment=told["commitment"])
    out.print(fingerprint, soft_wrap=True, markup=False)
    table = AwayTable(door, found, _open(door, day, parsed.name, counts))
    try:
        table.play()
    except (TerminalLeft, KeyboardInterrupt, EOFError):
        out.print()
        out.print(_("The house keeps your table. Go on later with:"))
        more = f" --archive {parsed.archive}" if parsed.archive else ""
        out.print(f"  chancebox daily --house {door.address}{more}", markup=False, soft_wrap=True)
        return 0
    if counts:
        _print_result(door, door.get(f"daily/{day}"))
    return 0


def _open(door: RemoteDoor, day: str, name: str, counts: bool) -> str:
    """Go on with the try that counts, or with practice that is not over; return the table."""
    for n in itertools.count():
        # Who is not known yet comes again under the same command, if the answer is lost.
        id = f"terminal-{n}" if door.is_known else str(uuid.uuid4())
        try:
            table = str(door.post(f"daily/{day}", id, name=name)["table"])
        except Vanished:
            if counts:
                raise
            continue  # this practice was removed, for example by leaving the house for good
        if door.get(f"tables/{table}")["stage"] != OVER:
            return table
    raise AssertionError


def _print_result(door: RemoteDoor, told: dict[str, Any]) -> None:
    if not told["share"]:
        return
    out.print()
    out.print(told["share"], markup=False, highlight=False)
    out.print(better_text(told["better_than"]))
    if told["streak"] > 1:
        out.print(_("Days in a row: {n}").format(n=told["streak"]))
    if not told["master"]:
        page = f"{door.address}/daily/{told['day']}"
        out.print(_("What the master makes of it will stand there: {page}").format(page=page), markup=False)


def _strange(door: RemoteDoor) -> str:
    return _(
        "The house plays something that this terminal does not know; play it in a browser: {page}"
    ).format(page=f"{door.address}/daily")


class AwayTable:
    """A table in a house elsewhere, at which one seat is ours."""

    def __init__(self, door: RemoteDoor, found: Game, table: str) -> None:
        self._door, self._game, self._path = door, found, f"tables/{table}"
        self._shown = 0
        """Events of which we were told."""
        self._state: dict[str, Any] = {"version": 0}

    def play(self) -> None:
        """Play until the end, or until we leave."""
        out.print(_("[dim]Type a number or a move; ? shows the rules.[/]"))
        while self._look()["stage"] != OVER:
            if PERSON in self._state["to_act"]:
                self._turn()
        self._print_board(None)
        result = self._state["result"]
        out.print(_("The game is over: {why}.").format(why=result["why"]), markup=False)

    def _look(self) -> dict[str, Any]:
        """Wait until something has changed, and tell what has happened since."""
        since = {"since": self._state["version"], "events": self._shown}
        self._state = self._door.get(f"{self._path}/follow", seat=PERSON, **since)
        if self._state["rules"] != self._game.version:
            raise Closed(_strange(self._door))
        self._print_log(self._state["log"])
        return self._state

    def _print_log(self, lines: list[dict[str, Any]]) -> None:
        for line in lines:
            out.print(line["text"], markup=False)
            self._shown = max(self._shown, int(line["events"]))

    def _print_board(self, seat: int | None) -> None:
        seen = {"seat": seat} if seat is not None else {}
        view = self._door.get(f"{self._path}/view", **seen)["view"]
        names = [place["name"] for place in self._state["seats"]]
        out.print(Rule(style="dim"))
        out.print(self._game.terminal.board(view, names, SPECTATOR if seat is None else seat))

    def _turn(self) -> None:
        self._print_board(PERSON)
        moves: list[str] = self._door.get(f"{self._path}/choices", seat=PERSON)["moves"]
        out.print()
        out.print(menu([escape(move) for move in moves]))
        prompt = f"{seat_text(PERSON)} {self._state['seats'][PERSON]['name']}"
        commands: dict[str, Callable[[], None]] = {"?": self._rules, "log": self._log, "quit": self._leave}
        while True:
            typed = out.input(f"[bold]{escape(prompt)}[/] > ").strip()
            chosen = int(typed) if typed.isascii() and typed.isdigit() else 0
            try:
                if typed in commands:
                    commands[typed]()
                elif typed == "undo":
                    self._door.post(f"{self._path}/seats/{PERSON}/undo")
                    lines = self._all_lines()
                    self._shown = int(lines[-1]["events"]) if lines else 0
                    out.print(_("Taken back."))
                    return
                elif typed:
                    move = moves[chosen - 1] if 0 < chosen <= len(moves) else typed
                    self._door.post(f"{self._path}/moves", seat=PERSON, move=move)
                    return
            except Refusal as refusal:
                out.print(f"[red]{escape(str(refusal))}[/]")

    # What can be typed beside moves.

    def _rules(self) -> None:
        out.print(Markdown(self._game.rules_file(language()).read_text(encoding="utf-8")))
        out.print(
            _(
                "[dim]A number or a move plays it. [bold]undo[/] takes back, [bold]log[/] tells the game"
                " so far, [bold]quit[/] leaves; the house keeps the game.[/]"
            )
        )

    def _log(self) -> None:
        for line in self._all_lines():
            out.print(line["text"], markup=False)

    def _all_lines(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self._door.get(f"{self._path}/follow", seat=PERSON)["log"]
        return lines

    def _leave(self) -> None:
        raise TerminalLeft
