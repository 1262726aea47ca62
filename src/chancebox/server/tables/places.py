"""Who sits where: seats that are taken, given, left to a bot and handed to another device."""

from collections.abc import Sequence
from typing import NamedTuple

from chancebox.bots import BOTS
from chancebox.engine.game.texts import _, listed
from chancebox.server.tables import entries
from chancebox.server.tables.entries import Place
from chancebox.server.tables.errors import NotNow, Refused
from chancebox.server.tables.names import check_name, free_name, used_up
from chancebox.server.tables.permissions import check_lobby, holds, is_host
from chancebox.server.tables.table import PLAYING, Step, Table


class Wish(NamedTuple):
    """Who shall sit at a seat."""

    kind: entries.Kind
    name: str = ""
    bot: str = "thumb"


def sit(table: Table, seat: int, name: str, visitor: str) -> Step:
    """Take an open seat."""
    check_lobby(table)
    if table.place(seat).kind != "open":
        raise NotNow(_("This seat is taken; please choose another one."))
    if table.seats_of(visitor) and not is_host(table, visitor):
        raise NotNow(_("You have a seat at this table already; leave the others to other people."))
    name = check_name(name, [p.name for p in table.places if p.name])
    return Step(entries.Sat(seat, name, visitor))


def arrange(table: Table, seat: int, wish: Wish, visitor: str) -> Step:
    """Give a seat to a person on this device, to whoever has the link, or to a bot."""
    check_lobby(table)
    table.place(seat)
    others = [p.name for i, p in enumerate(table.places) if p.name and i != seat]
    return Step(entries.Arranged(seat, make_place(seat, wish, visitor, others)))


def take_over(table: Table, seat: int, bot: str, stopped: bool = False) -> Step:
    """Let a bot play on for somebody who is away, or for a bot that has stopped."""
    if table.stage != PLAYING:
        raise NotNow(_("Bots take over while the game is being played."))
    if table.counts and not table.place(seat).bot:
        raise NotNow(_("Nobody plays the deal of the day for somebody else; it waits."))
    table.place(seat)
    if table.bot_at(seat) and not stopped:
        raise NotNow(_("A bot decides at this seat already."))
    return Step(entries.TakenOver(seat, check_bot(bot)))


def come_back(table: Table, seat: int) -> Step:
    """Take the own seat back from a bot."""
    if seat not in table.stand_ins:
        raise NotNow(_("Nobody plays for you; the seat is yours."))
    return Step(entries.Returned(seat))


def hand(table: Table, seat: int, giver: str, visitor: str) -> Step:
    """Move a seat from the device that gave its code away to the one on which it was typed."""
    if not holds(table, seat, giver):
        raise used_up()
    return Step(entries.Handed(seat, visitor))


def make_place(seat: int, wish: Wish, visitor: str, others: list[str]) -> Place:
    """Give a seat as it was wished for; people on this device belong to its visitor."""
    if wish.kind == "open":
        return Place("open")
    if wish.kind == "bot":
        return Place("bot", free_name(seat, others), check_bot(wish.bot))
    return Place("person", check_name(wish.name, others), "", visitor)


def make_places(wishes: Sequence[Wish], visitor: str) -> list[Place]:
    """Seat everybody; people first, so that bots avoid their names."""
    places: dict[int, Place] = {}
    for seat, wish in sorted(enumerate(wishes), key=lambda pair: pair[1].kind == "bot"):
        places[seat] = make_place(seat, wish, visitor, [place.name for place in places.values()])
    return [places[seat] for seat in range(len(wishes))]


def check_bot(bot: str) -> str:
    """Return the name of a bot if there is one."""
    if bot not in BOTS:
        raise Refused(_("There is no bot {name!r}; there are: {names}.").format(name=bot, names=listed(BOTS)))
    return bot
