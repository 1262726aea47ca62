"""
What one viewer gets to see of a table: a frame.

Everything in a frame comes from `Match.view`, `moves` and `happenings` for that viewer, which work
on records that were hidden first. Frames are made here for the live page, for its beats (the moments
on the way to the present), for single moments of the log and for replays, so there is one place
where a secret could slip through, and none.
"""

from typing import Any

from chancebox.engine.game.happenings import SMALL
from chancebox.engine.game.texts import language
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.server.house.sessions import Session
from chancebox.server.screens.boards import Shown, draw_board
from chancebox.server.screens.drawings import drawings_of, keep
from chancebox.server.screens.lessons import lesson
from chancebox.server.screens.lobby import draw_lobby, link_to
from chancebox.server.screens.sight import Sight, look
from chancebox.server.screens.stories import story
from chancebox.server.tables import permissions, throws
from chancebox.server.tables.table import LOBBY
from chancebox.web.parts import Board

MOST_BEATS = 12
"""Moments that a page is shown before the present; of more, the last ones."""


def frame(session: Session, visitor: str, wanted: int | None, base: str, door: str = "") -> dict[str, Any]:
    """Draw a table for a visitor, in one piece."""
    drawn = draw_frame(session, visitor, wanted, base, door)
    return {**drawn, "html": str(drawn["html"])}


def draw_frame(
    session: Session, visitor: str, wanted: int | None, base: str, door: str = ""
) -> dict[str, Any]:
    """
    Draw a table for a visitor as a board of parts, with what the page needs to know about it.

    `base` is the address that others reach; without one, `door` says what can be done about it (`network`).
    """
    table = session.table
    sight = look(session, visitor, wanted)
    match = table.match
    drawn: dict[str, Any] = {
        "version": table.version_for(visitor),
        "stage": table.stage,
        "eyes": sight.eyes,
        "seats": table.seats_of(visitor),
        "html": _html(session, visitor, sight, base, door),
        "link": link_to(session, base),
        "hints": table.hints,
        "odds": table.odds,
        "host": visitor == table.host,
        "removable": permissions.may_remove(table, visitor),
        "seal": table.seal.known_to(visitor) if table.seal else None,
        "curtain": None,
        "turn": False,
        "name": "",
        "asked": 0,
        "won": False,
        "lesson": lesson(session, sight.eyes),
    }
    if match is not None:
        waited = throws.awaited(table)
        is_throwing = waited is not None and waited.visitor == visitor and sight.curtain is None
        drawn["turn"] = sight.eyes in match.to_act or is_throwing
        drawn["name"] = "" if sight.eyes == SPECTATOR else table.places[sight.eyes].name
        asked = max(table.asked.values()) if is_throwing else table.asked.get(sight.eyes, 0)
        drawn["asked"] = table.version_for(visitor, asked or None)
        if sight.curtain is not None:
            drawn["curtain"] = {"seat": sight.curtain, "name": table.places[sight.curtain].name}
        # Several people on one device hear of a victory when one of them has won.
        drawn["won"] = bool(match.result and {*table.seats_of(visitor), sight.eyes} & {*match.result.winners})
    return drawn


def beats(session: Session, visitor: str, sight: Sight, since: int) -> list[dict[str, Any]]:
    """
    Draw the table at each moment after so many events that deserves one, with what happened by then.

    What is small is shown together with what follows. The last moment is the present, and needs no
    picture of its own.
    """
    noticed = session.table.visibility.count(sight.eyes)
    found: list[tuple[int | None, list[dict[str, Any]]]] = []
    waiting: list[dict[str, Any]] = []
    for moment in story(session, sight.eyes, since):
        waiting += moment.happened
        is_large = any(one["stage"] not in SMALL for one in moment.happened)
        if is_large and moment.noticed < noticed:
            found.append((moment.events, waiting))
            waiting = []
    if waiting:
        found.append((None, waiting))
    return [
        {
            "happened": happened,
            "html": None if n is None else _beat(session, visitor, sight.eyes, n, happened),
        }
        for n, happened in found[-MOST_BEATS:]
    ]


def _beat(session: Session, visitor: str, eyes: int, n: int, happened: list[dict[str, Any]]) -> Board:
    key = ("beat", language(), eyes, n, tuple(session.table.seats_of(visitor)))
    if key not in drawings_of(session).boards:
        match = session.table.playing.fork(n)
        news = [one["text"] for one in happened if one["text"]]
        keep(
            drawings_of(session).boards,
            key,
            draw_board(Shown(session, match, visitor, Sight(eyes, None), passing=news)),
        )
    return drawings_of(session).boards[key]


def _html(session: Session, visitor: str, sight: Sight, base: str, door: str) -> Board:
    table = session.table
    lobby = table.stage == LOBBY
    # Players of the same kind see the same: everything the templates ask about a visitor is in here.
    kind = (language(), sight, tuple(table.seats_of(visitor)), session.acts_as_host(visitor))
    key = (*kind, base, door) if lobby else kind
    if key not in drawings_of(session).boards:
        drawn = (
            draw_lobby(session, visitor, base, door)
            if lobby
            else draw_board(Shown(session, table.playing, visitor, sight))
        )
        keep(drawings_of(session).boards, key, drawn)
    return drawings_of(session).boards[key]
