"""The command `chancebox`. Each command imports what it needs when it runs, so that help is instant."""

import argparse
import errno
import io
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from chancebox import __version__
from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.game.texts import LANGUAGES, PSEUDO, _, listed, mark, n_, reading, terminal_language

REFUSED = 2
"""Exit status for bad input, as argparse has it; 130 is that of Ctrl-C."""
LONGEST_NAME = 80
"""Letters of a file's name that an error repeats."""

ARGPARSE = (
    mark("usage: "),
    mark("options"),
    mark("positional arguments"),
    mark("show this help message and exit"),
    mark("show program's version number and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("the following arguments are required: %s"),
    mark("unrecognized arguments: %s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("ignored explicit argument %r"),
)
"""What argparse says, for translators."""
# It takes its words from the one language of a process; ours belong to the reader.
argparse._, argparse.ngettext = _, n_  # type: ignore[attr-defined]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Signs that a terminal or a file does not know become others; a game does not end for that.
        sys.stdout.reconfigure(errors="replace")
    code, rest = _take_language(given)
    with reading(code):
        return _run(rest)


def _take_language(given: list[str]) -> tuple[str, list[str]]:
    """Find the language first, wherever it stands: it is that of the help and of errors, too."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--language", choices=[*LANGUAGES, PSEUDO])
    try:
        found, rest = early.parse_known_args(given)
    except argparse.ArgumentError:
        return terminal_language(), given  # the whole parser will say what is wrong
    return found.language or terminal_language(), rest


def _run(given: Sequence[str]) -> int:
    parsed = _parser().parse_args(given or ["serve"])
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        status = run(parsed)
        if sys.stdout:  # not if it was closed before we began
            sys.stdout.flush()
        return status
    except ChanceboxError as error:
        print(f"chancebox: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader has gone (`| head`); what it wanted it has.
        sys.stderr.close()
        return 0
    except OSError as error:
        # A name that is too long, a folder in place of a file, a full disk: not ours to mend.
        print(f"chancebox: {_told(error)}", file=sys.stderr)
        if error.errno == errno.ENOSPC and error.filename is None:
            _forget_output()
        return REFUSED


def _told(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"{reason}."
    return _("{path} cannot be used: {error}.").format(path=_short(str(error.filename)), error=reason)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"


def _forget_output() -> None:
    """Leave nothing to be written when the process ends: it would be refused again."""
    with suppress(OSError):
        sys.stdout.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="chancebox", description=_("A box with five games of chance."))
    parser.add_argument(
        "--version",
        action="version",
        version=f"chancebox {__version__}",
        help=_("show program's version number and exit"),
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        metavar="L",
        help=_("the language of this terminal: {languages} (as the environment has it)").format(
            languages=listed(LANGUAGES)
        ),
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    command = commands.add_parser("serve", help=_("open tables in the browser (the default)"))
    command.add_argument(
        "--host", default="127.0.0.1", help=_("where to listen (127.0.0.1, this machine alone)")
    )
    command.add_argument(
        "--network", action="store_true", help=_("open it to your network at once, as its first page can")
    )
    command.add_argument("--port", type=int, metavar="P", help=_("the port (7777, or a free one)"))
    command.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    command.add_argument(
        "--no-limits",
        action="store_true",
        help=_("let everybody ask as much as they like (many players behind one address, measurements)"),
    )
    command.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help=_("processes that serve, all at one store (1); several take a database"),
    )
    command.add_argument(
        "--keep-days",
        metavar="N",
        help=_(
            "remove tables at which nothing happened for so many days (they are kept for ever);"
            " or say it in {variable}"
        ).format(variable="CHANCEBOX_KEEP_DAYS"),
    )
    command.add_argument(
        "--club",
        default="",
        metavar="NAME",
        help=_("have a page for a club, under a secret link that is printed at the start"),
    )
    command.add_argument(
        "--bot-workers",
        type=int,
        metavar="N",
        help=_("processes in which bots think, started by need (one for each core, 2 to 8)"),
    )
    command.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help=_("a proxy, by address or network, that may say for whom it asks (none); may be repeated"),
    )
    command.add_argument(
        "--metrics",
        action="append",
        default=[],
        metavar="ADDRESS",
        help=_("who may read /metrics, by address or network (nobody); may be repeated"),
    )
    command.add_argument(
        "--log-level", default="warning", choices=["debug", "info", "warning", "error"], help=_("what to log")
    )
    _data_option(command)
    command.set_defaults(run=_serve)

    command = commands.add_parser("backup", help=_("copy all tables to a file, also while they are played"))
    command.add_argument("file", metavar="FILE")
    _data_option(command)
    command.set_defaults(run=_backup)

    command = commands.add_parser(
        "move-store", help=_("copy all tables into another store, and prove that both are the same")
    )
    command.add_argument("source", metavar="FROM", help=_("a folder, or the address of a database"))
    command.add_argument("to", metavar="TO", help=_("the same, of an empty one"))
    command.set_defaults(run=_move_store)

    command = commands.add_parser("play", help=_("play in this terminal"))
    command.add_argument(
        "game",
        nargs="?",
        metavar="GAME|FILE",
        help=_("a game, or a saved one to resume; asked for if left out"),
    )
    command.add_argument(
        "--people",
        type=int,
        default=None,
        metavar="P",
        help=_("seats played by people at this keyboard (1); bots take the rest"),
    )
    command.add_argument("--names", metavar="A,B,…", help=_("names of the people, as in Ann,Ben"))
    command.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME",
        help=_("who takes a bot's seat (thumb): a name or FILE.py:CLASS; may be repeated"),
    )
    command.add_argument(
        "--real-dice",
        action="store_true",
        help=_("roll and draw at your own table and type what came up; hidden cards are dealt"),
    )
    _table_options(command)
    command.set_defaults(run=_play)

    command = commands.add_parser("daily", help=_("play the deal of the day of a house in this terminal"))
    command.add_argument("--name", default="", metavar="NAME", help=_("your name at the table"))
    command.add_argument("--archive", metavar="DATE", help=_("an earlier day, as practice (2026-11-16)"))
    command.add_argument(
        "--house", metavar="ADDRESS", help=_("a house elsewhere, which plays it for you over the network")
    )
    _data_option(command)
    command.set_defaults(run=_daily)

    command = commands.add_parser("simulate", help=_("play many games and report, or write them to a file"))
    command.add_argument("game", metavar="GAME")
    command.add_argument("--games", type=int, default=100_000, metavar="K", help=_("how many (100,000)"))
    command.add_argument(
        "--bots",
        metavar="A,B,…",
        help=_("who plays (random): a bot for each seat or one for all; a name or FILE.py:CLASS"),
    )
    command.add_argument("--out", metavar="FILE.parquet", help=_("write a row for each game"))
    command.add_argument(
        "--events",
        nargs="?",
        const="events",
        choices=["events", "notation"],
        help=_("write a row for each event too, into FILE.events.parquet; `notation` adds its text"),
    )
    command.add_argument(
        "--cluster",
        default="local",
        metavar="WHERE",
        help=_("who works: local (threads), ray (Ray on this machine), ray://host:port"),
    )
    command.add_argument("--workers", type=int, metavar="W", help=_("threads (one per core)"))
    command.add_argument(
        "--on",
        default="cpu",
        choices=["cpu", "gpu"],
        help=_("where: cpu, or gpu, which plays at random and counts"),
    )
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    _table_options(command)
    command.set_defaults(run=_simulate)

    command = commands.add_parser("train", help=_("let a network learn a game by playing against itself"))
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--out", metavar="FILE", help=_("where its weights go (GAME.weights); learns on from there")
    )
    command.add_argument("--minutes", type=float, default=10.0, metavar="M", help=_("how long (10)"))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=_("where its luck comes from (1)"))
    command.add_argument("--games", type=int, default=4096, metavar="K", help=_("games in step (4,096)"))
    command.add_argument(
        "--batch", type=int, default=16384, metavar="B", help=_("decisions for a step of learning (16,384)")
    )
    command.add_argument(
        "--hidden", type=int, default=512, metavar="H", help=_("size of its first layer (512)")
    )
    command.add_argument(
        "--doubt",
        type=float,
        default=0.05,
        metavar="D",
        help=_("the part of a win by which it must see something better than the thumb does (0.05)"),
    )
    command.add_argument(
        "--without", default="", metavar="A,B,…", help=_("fields of a position that it need not know")
    )
    command.add_argument(
        "--on",
        default="gpu",
        choices=["cpu", "gpu"],
        help=_("where: gpu, or cpu, which takes ages (Second Chance: cpu)"),
    )
    command.add_argument("--json", action="store_true", help=_("print one JSON object for each line"))
    command.set_defaults(run=_train)

    command = commands.add_parser("arena", help=_("let bots meet and tell who is better"))
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--bots",
        default="searcher,thumb",
        metavar="A,B,…",
        help=_("who meets (searcher,thumb): a name, NAME:BUDGET, or your own FILE.py:CLASS"),
    )
    command.add_argument("--games", type=int, default=1000, metavar="K", help=_("how many at most (1,000)"))
    command.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help=_("stop when it is clear to which share of wins the first bot is nearer, as in 0.5,0.58"),
    )
    command.add_argument("--workers", type=int, metavar="W", help=_("threads (one per core)"))
    command.add_argument("--fresh", action="store_true", help=_("forget what was played of this before"))
    command.add_argument("--out", metavar="FILE.html", help=_("write a page with charts"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    _table_options(command)
    command.set_defaults(run=_arena)

    command = commands.add_parser("study", help=_("study how balanced a game is"))
    command.add_argument("game", metavar="GAME")
    command.add_argument("--games", type=int, default=20_000, metavar="K", help=_("how many (20,000)"))
    command.add_argument(
        "--bots", default="thumb", metavar="NAME", help=_("who plays: thumb or random (thumb)")
    )
    command.add_argument("--out", metavar="FILE.html", help=_("write a page with charts"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    _table_options(command)
    command.set_defaults(run=_study)

    command = commands.add_parser("replay", help=_("tell a recorded game"))
    command.add_argument("file", metavar="FILE")
    command.add_argument("--at", type=int, metavar="N", help=_("show the table after N events"))
    command.add_argument("--box", metavar="FILE", help=_("the box the game was played with"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    command.set_defaults(run=_replay)

    command = commands.add_parser("review", help=_("tell luck from decisions in a recorded game"))
    command.add_argument("file", metavar="FILE")
    command.add_argument(
        "--depth",
        default="normal",
        choices=["quick", "normal", "fine"],
        help=_("how closely to look (normal: half a minute at most, on a usual machine)"),
    )
    command.add_argument("--html", metavar="OUT", help=_("write a page with a chart"))
    command.add_argument("--seed", type=int, default=0, metavar="S", help=_("look again with other luck (0)"))
    command.add_argument("--box", metavar="FILE", help=_("the box the game was played with"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    command.set_defaults(run=_review)

    command = commands.add_parser("odds", help=_("tell what the choices of a seat may bring"))
    command.add_argument(
        "position", metavar="FILE|POSITION", help=_("a recorded game, or a position as one line (in quotes)")
    )
    command.add_argument("--at", type=int, metavar="N", help=_("look at the record after N events"))
    command.add_argument("--seat", metavar="S", help=_("for whom, by letter or number (who is asked)"))
    command.add_argument("--move", metavar="MOVE", help=_("about one move, in notation"))
    command.add_argument("--box", metavar="FILE", help=_("the box the game is played with"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    command.set_defaults(run=_odds)

    command = commands.add_parser("verify", help=_("check the dice of a receipt (exit status 0: right)"))
    command.add_argument("file", metavar="FILE")
    command.add_argument("--box", metavar="FILE", help=_("the box the game was played with"))
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    command.set_defaults(run=_verify)

    command = commands.add_parser("games", help=_("list the games with their options"))
    command.add_argument("--json", action="store_true", help=_("print a JSON list"))
    command.set_defaults(run=_games)

    command = commands.add_parser("bench", help=_("measure speed, beside OpenSpiel's where it is installed"))
    command.add_argument("games", nargs="*", metavar="GAME", help=_("only these games (all)"))
    command.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help=_("how long to measure each (1)")
    )
    command.add_argument("--json", action="store_true", help=_("print one JSON object"))
    command.set_defaults(run=_bench)
    return parser


def _data_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="FOLDER", help=_("where tables are kept"))
    command.add_argument(
        "--store",
        metavar="ADDRESS",
        help=_("the database where tables are kept, in place of a folder; or say it in {variable}").format(
            variable="CHANCEBOX_STORE"
        ),
    )


def _table_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seats", type=int, metavar="N", help=_("players at the table"))
    command.add_argument("--seed", type=int, metavar="S", help=_("the same seed deals the same luck"))
    command.add_argument("--box", metavar="FILE", help=_("components to play with instead of the game's own"))
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=_("an option of the game; may be repeated"),
    )


def _serve(parsed: argparse.Namespace) -> int:
    from chancebox.server.processes import run

    return run.serve(parsed)


def _backup(parsed: argparse.Namespace) -> int:
    from chancebox.server.processes import run

    return run.save_copy(parsed)


def _move_store(parsed: argparse.Namespace) -> int:
    from chancebox.server.processes import run

    return run.move(parsed)


def _play(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import seating

    return seating.sit_down(parsed)


def _simulate(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import simulation

    return simulation.run(parsed)


def _train(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import training

    return training.run(parsed)


def _arena(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import arena

    return arena.run(parsed)


def _study(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import study

    return study.run(parsed)


def _replay(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import replays

    return replays.run(parsed)


def _review(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import review

    return review.run(parsed)


def _odds(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import odds

    return odds.run(parsed)


def _daily(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import away, daily

    return away.run(parsed) if parsed.house else daily.run(parsed)


def _verify(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import verify

    return verify.run(parsed)


def _games(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import games

    return games.run(parsed)


def _bench(parsed: argparse.Namespace) -> int:
    from chancebox.terminal import benchmark

    return benchmark.run(parsed)
