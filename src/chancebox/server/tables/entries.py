"""
What is written in the log of a table: one entry for everything that changed it.

A table is nothing but its log (`tables.Table` folds it), so what is not in an entry does not
survive, and what is in one always does. Entries hold every die and card, and who sits where;
they never leave the server.
"""

from typing import Literal, NamedTuple

import msgspec

Kind = Literal["person", "open", "bot"]
"""Who is meant to sit somewhere: somebody on this device, somebody by link, a bot."""

Events = list[tuple[int, int]]
"""Events of the match as (seat, action)."""


class Place(msgspec.Struct):
    """A seat and who holds it; nobody does while it is open."""

    kind: Kind
    name: str = ""
    bot: str = ""
    visitor: str = ""


class Opened(msgspec.Struct, tag="opened"):
    """Somebody set up the table."""

    game: str
    rules: int
    """The version of the rules; other rules would not lead to the same table."""
    box: str
    """The digest of the components."""
    options: dict[str, str]
    places: list[Place]
    host: str
    dealer: str
    events: Events = []
    """Played before the table was opened, where it was forked from another."""
    own_box: str = ""
    """The text of the box, where it is not the game's."""
    follows: str = ""
    """The table of which this is the rematch."""
    games: int = 0
    """How many games these seats had played before this one,"""
    wins: list[int] = []
    """and how many of them each seat had won."""
    seal: str = ""
    """What the table commits to, where the dealer is sealed."""
    odds: bool = False
    """Whether the host wished that odds are shown."""
    day: str = ""
    """Whose deal is played here, where it is that of a day,"""
    practice: bool = False
    """and whether it does not count."""
    past_day: str = ""
    """The day whose deal the events before are of, where the table was forked from it."""
    group: str = ""
    """The group whose table this is,"""
    number: int = 0
    """and which of its games is played here."""


class Sat(msgspec.Struct, tag="sat"):
    """A person took an open seat."""

    seat: int
    name: str
    visitor: str


class Arranged(msgspec.Struct, tag="arranged"):
    """The host gave a seat to somebody else before the start, or its holder stood up."""

    seat: int
    place: Place


class Committed(msgspec.Struct, tag="committed"):
    """A device showed the tip of its chain of links."""

    visitor: str
    tip: str


class Started(msgspec.Struct, tag="started"):
    """The game began; the events are what was dealt before the first decision."""

    events: Events
    link: str = ""
    """Of the host's device, where it has shown a tip."""


class Moved(msgspec.Struct, tag="moved"):
    """A seat made its move; the events are its actions and what was dealt after them."""

    seat: int
    events: Events
    link: str = ""
    """Of the device at the seat, where it has shown a tip."""


class Undone(msgspec.Struct, tag="undone"):
    """A seat took back its last move: these last events, except what others had done in secret since then."""

    seat: int
    events: int
    kept: Events = []


class Entered(msgspec.Struct, tag="entered"):
    """Somebody entered what their own dice or cards showed."""

    visitor: str
    thrower: int | None
    """The seat that threw or drew."""
    outcome: int


class Corrected(msgspec.Struct, tag="corrected"):
    """Somebody corrected what had been entered at an event; what was entered after it is entered again."""

    visitor: str
    event: int
    outcome: int


class WentOn(msgspec.Struct, tag="went-on"):
    """Somebody said that what was entered is right; the events are what the house dealt then."""

    visitor: str
    events: Events


class TakenOver(msgspec.Struct, tag="taken-over"):
    """A bot plays on for somebody who is away."""

    seat: int
    bot: str


class Returned(msgspec.Struct, tag="returned"):
    """The owner of a seat came back to it."""

    seat: int


class Handed(msgspec.Struct, tag="handed"):
    """A seat went to another device."""

    seat: int
    visitor: str


class Followed(msgspec.Struct, tag="followed"):
    """A rematch was opened at another table."""

    table: str


class Grouped(msgspec.Struct, tag="grouped"):
    """Those who played here became a group."""

    group: str


class Advised(msgspec.Struct, tag="advised"):
    """The host allowed hints, or did not any more."""

    hints: bool


class ShowedOdds(msgspec.Struct, tag="showed-odds"):
    """The host let odds be shown, or did not any more."""

    odds: bool


class Left(msgspec.Struct, tag="left"):
    """
    Somebody left the house for good: their seats as they are from now on, and who hosts.

    All lines before it were written anew, with these names; whoever had read them reads them again.
    """

    places: list[tuple[int, Place]]
    host: str


class Removed(msgspec.Struct, tag="removed"):
    """
    The table was removed, and so was all that its log said.

    Every line of it says this from then on. So whoever had read a part of the log learns it from the next
    line, and whoever has not heard of it finds the version taken that they would write.
    """


Entry = (
    Opened
    | Sat
    | Arranged
    | Committed
    | Started
    | Moved
    | Undone
    | Entered
    | Corrected
    | WentOn
    | TakenOver
    | Returned
    | Handed
    | Followed
    | Grouped
    | Advised
    | ShowedOdds
    | Left
    | Removed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def write(entry: Entry) -> str:
    """Turn an entry into text for the store."""
    return _encoder.encode(entry).decode()


def read(text: str) -> Entry:
    """Read an entry from the store."""
    return _decoder.decode(text)


class StoredEntry(NamedTuple):
    """A line of a table's log."""

    version: int
    command: str
    at: float
    entry: Entry
