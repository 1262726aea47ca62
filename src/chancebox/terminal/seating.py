"""Before the first move: which game, how many, who, or which saved game goes on."""

import argparse
from pathlib import Path

from rich.markup import escape

from chancebox import new
from chancebox.bots import factory
from chancebox.engine.builds.paths import saves_folder
from chancebox.engine.game.errors import BadSetup, ChanceboxError
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed, n_
from chancebox.engine.match import files
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.files import ENDING
from chancebox.engine.match.real_dice import RealDice
from chancebox.games import game, names
from chancebox.server.tables.names import BOT_NAMES, PEOPLE_NAMES, check_name, free_name
from chancebox.terminal.games import facts
from chancebox.terminal.play import PERSON, TerminalMatch
from chancebox.terminal.screen import out, read_options


def sit_down(parsed: argparse.Namespace) -> int:
    """Set up a match as asked for, or take up a saved one, and play."""
    chosen = parsed.game
    if chosen is None:
        try:
            chosen = _choose(parsed)
        except (KeyboardInterrupt, EOFError):
            out.print()
            return 0
    if isinstance(chosen, str) and chosen.endswith(ENDING):
        return resume_match(Path(chosen), parsed.box).play()
    return set_up_match(parsed, game(chosen)).play()


def set_up_match(parsed: argparse.Namespace, found: Game) -> TerminalMatch:
    """Set up a new match."""
    named = read_names(parsed.names) if parsed.names is not None else []
    people = parsed.people if parsed.people is not None else max(1, len(named))
    seats = parsed.seats if parsed.seats is not None else max(people, found.seats[0])
    found.check_seats(seats)
    if not 0 <= people <= seats:
        raise BadSetup(
            _("At a table for {seats} there can be 0 to {seats} people, not {people}.").format(
                seats=seats, people=people
            )
        )
    if len(named) > people:
        raise BadSetup(
            n_(
                "There are {n} names for one person: {names}.",
                "There are {n} names for {people} people: {names}.",
                people,
            ).format(n=len(named), people=people, names=listed(named))
        )
    bots = seat_bots(parsed.bot, seats - people)
    called = list(named)
    for seat in range(len(named), seats):
        called.append(free_name(seat, called, PEOPLE_NAMES if seat < people else BOT_NAMES))
    house = Seeded(parsed.seed)
    match = new(
        found.name,
        seats,
        dealer=RealDice(found, house, cards=True) if parsed.real_dice else house,
        options=read_options(parsed.option),
        box=parsed.box,
        names=called,
    )
    return TerminalMatch(match, [PERSON] * people + bots, _free_name(found))


def read_names(typed: str) -> list[str]:
    """Read `Ann,Ben`; refuse what nobody could be called."""
    named: list[str] = []
    for name in typed.split(","):
        if not name.strip():
            raise BadSetup(_("Names are written Ann,Ben; one is missing in {typed!r}.").format(typed=typed))
        named.append(check_name(name, named))
    return named


def seat_bots(named: list[str], seats: int) -> list[str]:
    """Give the seats to the bots that were named, in turn; the last one takes all that are left."""
    if len(named) > seats:
        raise BadSetup(
            _("There are {n} bots for {seats} seats: {bots}.").format(
                n=len(named), seats=seats, bots=listed(named)
            )
        )
    for name in named:
        factory(name)
    named = named or ["thumb"]
    return (named + [named[-1]] * seats)[:seats]


def resume_match(file: Path, box: str | None) -> TerminalMatch:
    """Take up a saved match with the people and bots it had."""
    record = files.read(file)
    found = game(record.game, record.version)
    match = files.replay(record, found, files.box_of(record, found, box))
    players = record.players or [PERSON] * match.seats
    if len(players) != match.seats:
        raise BadSetup(
            _("{file} names {n} players for {seats} seats.").format(
                file=file, n=len(players), seats=match.seats
            )
        )
    return TerminalMatch(match, players, file, shown=len(match.events))


def _choose(parsed: argparse.Namespace) -> str:
    """Ask for a game, or a saved one; then for the number of players."""
    listed = [game(name) for name in names()]
    out.print("[bold]Chancebox[/]")
    for n, one in enumerate(listed, start=1):
        out.print(f"[bold]{n}[/] {_(one.title)}  [dim]{facts(one)}[/]")
        out.print(f"  {_(one.pitch)}")
    saved = unfinished()
    for n, file in enumerate(saved, start=len(listed) + 1):
        out.print(
            f"[bold]{n}[/] " + _("go on with {file}").format(file=escape(file.name.removesuffix(ENDING)))
        )
    choice = _number(_("Which one?"), 1, len(listed) + len(saved), 1)
    if choice > len(listed):
        return str(saved[choice - len(listed) - 1])
    one = listed[choice - 1]
    low, high = one.seats[0], one.seats[-1]
    parsed.seats = _number(_("How many players, bots included?"), low, high, min(3, high))
    parsed.people = _number(_("How many of them are people at this keyboard?"), 0, parsed.seats, 1)
    return one.name


def unfinished(most: int = 5) -> list[Path]:
    """Find saved games that can go on, the newest first."""
    found = sorted(saves_folder().glob(f"*{ENDING}"), key=lambda f: f.stat().st_mtime, reverse=True)
    going = []
    for file in found:
        try:
            if not files.read(file).result:
                going.append(file)
        except ChanceboxError:
            continue
    return going[:most]


def _number(question: str, low: int, high: int, usual: int) -> int:
    while True:
        range_told = _("[{low} to {high}; Enter: {usual}]").format(low=low, high=high, usual=usual)
        typed = out.input(f"{question} {range_told} ", markup=False).strip()
        if not typed:
            return usual
        if typed.isascii() and typed.isdigit() and low <= int(typed) <= high:
            return int(typed)
        out.print(_("[red]Please type a number from {low} to {high}.[/]").format(low=low, high=high))


def _free_name(found: Game) -> Path:
    """Find a file name that is not taken: gang-of-dice-1, gang-of-dice-2 and so on."""
    n = 1
    while (file := saves_folder() / f"{found.name}-{n}{ENDING}").exists():
        n += 1
    return file
