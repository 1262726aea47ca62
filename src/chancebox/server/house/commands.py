"""
The table of commands: all that people can change at a table, one row each, and the one door for them.

Pages, programs and other services give commands by their names; what the house and its bots do by themselves
has names of its own and asks nobody. A command that is sent again has one effect and the same answer.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from chancebox.engine.game.texts import _
from chancebox.server.house import bodies
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.sessions import Session
from chancebox.server.tables import moves, places, settings, throws
from chancebox.server.tables.errors import NotNow
from chancebox.server.tables.names import command_key
from chancebox.server.tables.permissions import NO_SEAT, Asker, check
from chancebox.server.tables.table import Step, Table


class Asking(NamedTuple):
    """A command as it was given: by whom, where, and what it holds."""

    session: Session
    visitor: str
    body: Any
    seat: int = NO_SEAT
    """The seat that it is about, if it is about one."""

    @property
    def acts_as_host(self) -> bool:
        return self.session.acts_as_host(self.visitor)

    @property
    def asker(self) -> Asker:
        """Who asks, as permissions see them."""
        wish = getattr(self.body, "player", None)
        gives_up = wish is not None and wish.kind == "open"
        return Asker(self.visitor, self.seat, self.acts_as_host, gives_up)


class Command(NamedTuple):
    """A row of the table; who may give it stands under its name in `permissions`."""

    name: str
    path: str
    """Below the address of the table."""
    body: type[bodies.CommandBody]
    act: Callable[[Table, Asking], Step | None]
    about: str
    """For programs."""
    is_simple: bool = True
    """Whether it is answered by the version of the table alone, and needs nothing else."""


def _move(table: Table, asking: Asking) -> Step:
    body = asking.body
    return moves.move(table, body.seat, body.move, body.version, asking.visitor, body.link)


def _throw(table: Table, asking: Asking) -> Step:
    body = asking.body
    if body.back is None:
        return throws.enter(table, body.outcome, body.version, asking.visitor, asking.acts_as_host)
    return throws.correct(table, body.back, body.outcome, body.version, asking.visitor, asking.acts_as_host)


def _take_over(table: Table, asking: Asking) -> Step:
    seat, session = asking.seat, asking.session
    place = table.place(seat)
    stopped = session.has_stopped(seat)
    if not stopped and not session.is_away(seat):
        raise NotNow(_("{name} is here.").format(name=place.name))
    return places.take_over(table, seat, asking.body.bot, stopped)


COMMANDS = {
    one.name: one
    for one in (
        # First, since addresses are compared in this order, and this is what is asked most.
        Command(
            "move",
            "/moves",
            bodies.Move,
            _move,
            "Play a move; answered when it is on the disk.",
        ),
        Command(
            "undo",
            "/seats/{seat}/undo",
            bodies.CommandBody,
            lambda table, asking: moves.undo(table, asking.seat),
            "Take back the last move, where nothing followed from it.",
        ),
        Command(
            "throw",
            "/throws",
            bodies.ThrowEntry,
            _throw,
            "Enter what your own dice show, or correct it until somebody decides.\n\n"
            "The state of a table says in `throw` what is asked for and what you may correct. The host may "
            "enter the throws of everybody.",
        ),
        Command(
            "go-on",
            "/throws/right",
            bodies.GoingOn,
            lambda table, asking: throws.go_on(
                table, asking.body.version, asking.visitor, asking.acts_as_host
            ),
            "Say that what was entered is right, where the house waits for that before it deals a card.",
        ),
        Command(
            "sit",
            "/seats/{seat}/sit",
            bodies.Sitting,
            lambda table, asking: places.sit(table, asking.seat, asking.body.name, asking.visitor),
            "Take an open seat.",
            is_simple=False,
        ),
        Command(
            "arrange",
            "/seats/{seat}/arrange",
            bodies.Arrangement,
            lambda table, asking: places.arrange(
                table, asking.seat, asking.body.player.wish(), asking.visitor
            ),
            "Give a seat to somebody else before the start (the host), or stand up.",
            is_simple=False,
        ),
        Command(
            "start",
            "/start",
            bodies.Starting,
            lambda table, asking: moves.start(table, asking.visitor, asking.body.link),
            "Begin; in a rematch a bot plays for players who have not come, until they do.",
            is_simple=False,
        ),
        Command(
            "tip",
            "/tip",
            bodies.Tip,
            lambda table, asking: moves.commit(table, asking.body.tip, asking.visitor),
            "Take a share in the dice of a sealed table: show the tip of a chain that your device made.\n\n"
            "From then on each move (and the start) carries the next link: the number whose SHA-256 is the "
            "link before, or the tip. Who shows no tip plays just as well, and contributes nothing. A device "
            "that lost its chain shows a new tip. docs/sealed-dice.md has the protocol.",
        ),
        Command(
            "take-over",
            "/seats/{seat}/bot",
            bodies.BotChoice,
            _take_over,
            "Let a bot play on for a player who is away, or for a bot that has stopped (the host).",
        ),
        Command(
            "return",
            "/seats/{seat}/return",
            bodies.CommandBody,
            lambda table, asking: places.come_back(table, asking.seat),
            "Take the own seat back from a bot.",
        ),
        Command(
            "hints",
            "/hints",
            bodies.Hints,
            lambda table, asking: settings.advise(table, asking.body.allowed),
            "Allow hints at this table, or do not (the host).",
        ),
        Command(
            "odds",
            "/odds",
            bodies.ShowingOdds,
            lambda table, asking: settings.show_odds(table, asking.body.shown),
            "Show odds to those who decide at this table, or do not (the host).",
        ),
        Command(
            "remove",
            "/remove",
            bodies.CommandBody,
            lambda table, _asking: settings.remove(table),
            "Remove a table with its log, its chat and its review, for everybody and for good (the host).\n\n"
            "While others play there it is refused.",
            is_simple=False,
        ),
    )
}


class Commands:
    """The door through which people change tables."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def give(self, name: str, asking: Asking) -> int:
        """Carry out a command, and return the version it led to; the same one if it comes again."""
        command = COMMANDS[name]

        def act(table: Table) -> Step | None:
            check(name, table, asking.asker)
            return command.act(table, asking)

        key = command_key(name, asking.visitor, asking.body.id)
        return await self._kernel.do(asking.session, key, act)
