"""
The JSON API: set up a table, sit down, look, choose, play, follow.

The pages of the house send their commands here as well; there is no other way to change a table.
Every command carries an id of its own, so that a sender who got no answer may send it again.
"""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from chancebox.bots import BOTS, Evaluation
from chancebox.bots.interface import say as say_move
from chancebox.bots.interface import words
from chancebox.engine.game.texts import _, number
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game, names
from chancebox.server.access import costs
from chancebox.server.access.visitors import COOKIE
from chancebox.server.house import bodies
from chancebox.server.house.bodies import (
    REFUSALS,
    Arrangement,
    Done,
    ForkWish,
    Hint,
    Joined,
    Leaving,
    NewTable,
    OddsTold,
    OddTold,
    Redeeming,
    Saying,
    SeatNumber,
    Sitting,
    Spoken,
    Starting,
    SuggestedMove,
)
from chancebox.server.house.commands import COMMANDS, Asking, Command
from chancebox.server.house.house import House
from chancebox.server.house.sessions import Session
from chancebox.server.screens import exports, stories
from chancebox.server.screens.exports import write_record
from chancebox.server.screens.seating import chairs
from chancebox.server.tables import moves, permissions, throws
from chancebox.server.tables.errors import NotNow
from chancebox.server.tables.names import command_key, house_command, used_up
from chancebox.server.tables.permissions import NO_SEAT
from chancebox.server.tables.phrases import PHRASES, ChatLine
from chancebox.server.tables.table import OVER, Table
from chancebox.server.web.dependencies import (
    TheHouse,
    TheSession,
    Visitor,
    address_of,
    admit,
    is_browser,
    limits_of,
)
from chancebox.server.web.quick_route import QuickRoute
from chancebox.server.web.room import check_room

PATIENCE = 25.0
"""Seconds until a follower is told that nothing happened."""

router = APIRouter(prefix="/api/v1", responses=REFUSALS)


# Commands that are answered by the version of the table alone.


def _endpoint(command: Command) -> Callable[..., Awaitable[Done]]:
    """Make what answers a command: from its signature it is documented, and its body checked."""

    async def at_seat(
        seat: SeatNumber, body: Any, session: TheSession, house: TheHouse, visitor: Visitor
    ) -> Done:
        asking = Asking(session, visitor, body, seat)
        return _done(session, visitor, await house.commands.give(command.name, asking))

    async def at_table(body: Any, session: TheSession, house: TheHouse, visitor: Visitor) -> Done:
        return await at_seat(getattr(body, "seat", NO_SEAT), body, session, house, visitor)

    endpoint = at_seat if "{seat}" in command.path else at_table
    endpoint.__annotations__["body"] = command.body
    endpoint.__name__ = command.name.replace("-", "_")
    endpoint.__doc__ = command.about
    return endpoint


for _command in COMMANDS.values():
    if _command.is_simple:
        router.add_api_route(
            "/tables/{table}" + _command.path,
            _endpoint(_command),
            methods=["POST"],
            route_class_override=QuickRoute if _command.name == "move" else None,
        )


# Looking.


@router.get("/tables/{table}/view")
async def view(session: TheSession, visitor: Visitor, seat: int | None = None) -> dict[str, Any]:
    """Show what a seat sees; without a seat, what everybody sees."""
    eyes = _eyes(session, visitor, seat)
    version = session.table.version_for(visitor)
    return {"version": version, "seat": seat, "view": session.table.playing.view(eyes)}


@router.get("/tables/{table}/choices")
async def choices(session: TheSession, visitor: Visitor, seat: SeatNumber) -> dict[str, Any]:
    """List what a seat may do: single actions, and whole moves."""
    match = session.table.playing
    _eyes(session, visitor, seat)
    listed = [{"action": int(action), "text": str(action)} for action in match.choices(seat)]
    version = session.table.version_for(visitor)
    return {"version": version, "choices": listed, "moves": match.moves(seat)}


@router.post("/tables/{table}/seats/{seat}/hint")
async def hint(
    seat: SeatNumber,
    body: bodies.CommandBody,
    request: Request,
    session: TheSession,
    house: TheHouse,
    visitor: Visitor,
) -> Hint:
    """Ask the master for its two best moves, in the place of a seat that is asked."""
    permissions.check_holder(session.table, seat, visitor)
    limits_of(request).hints.take(visitor, address_of(request))
    version = session.table.version_for(visitor)
    question, answered = await house.kernel.driver(session).hint(seat, visitor)
    thought, waits = answered.thought, answered.waits
    evaluated = thought.evaluations[:2] or (Evaluation(thought.action, 0.0, 1.0, 0),)
    best = []
    for one in evaluated:
        move = say_move(question, one.action)
        told = words(question, one.action)
        text = told[:1].upper() + told[1:] if waits else one.describe(told)
        best.append(SuggestedMove(move=move, share=one.share, error=one.error, text=text))
    if waits:
        why = _("The master is warming up; this is what the rule of thumb would do.")
    else:
        why = _("Played out {games} times from what you know.").format(games=f"{number(thought.games):,}")
    return Hint(version=version, best=best, why=why)


@router.get("/tables/{table}/odds")
async def odds(
    request: Request,
    session: TheSession,
    visitor: Visitor,
    seat: SeatNumber,
    move: Annotated[str | None, Query(max_length=400)] = None,
) -> OddsTold:
    """Tell a seat that is asked what its choices, or one move, may bring; if the host allows."""
    table = session.table
    permissions.check_holder(table, seat, visitor)
    if not table.odds:
        raise NotNow(_("The host has not allowed odds at this table."))
    if seat not in table.playing.to_act:
        raise NotNow(_("Odds are for those whose turn it is."))
    limits_of(request).odds.take(visitor, address_of(request))
    version = table.version_for(visitor)
    # In a thread, on a copy: some milliseconds of arithmetic, in which others are served.
    told = await costs.in_thread(table.playing.fork().odds, seat, move)
    return OddsTold(version=version, odds=[OddTold(**odd.as_data()) for odd in told])


# Real dice.


@router.get("/tables/{table}/throws/meaning")
async def foretell_throw(
    request: Request,
    session: TheSession,
    outcome: Annotated[str, Query(max_length=100)],
    back: Annotated[int | None, Query(ge=0, le=1000)] = None,
) -> dict[str, str]:
    """Say what a throw would bring, as far as everybody knows it; nothing is entered."""
    limits_of(request).odds.take("", address_of(request))
    return {"text": throws.foretell(session.table, outcome, back)}


def describe_bots(table: Table) -> list[str]:
    """Say how those bots decide that have no reasons to tell for each of their moves."""
    rule = _(table.game.thumb_text) if table.game.thumb_text else _("plays what a sensible person would")
    learned = _("plays what its network thinks is worth most, if that is clear, and else as the thumb does")
    manners = {"random": _("plays anything, whatever lies there"), "thumb": rule, "learned": learned}
    kinds = {place.name: table.stand_ins.get(seat) or place.bot for seat, place in enumerate(table.places)}
    told = _("{head}: {text}.")
    return [told.format(head=name, text=manners[kind]) for name, kind in kinds.items() if kind in manners]


@router.get("/tables/{table}/reasons")
async def reasons(
    session: TheSession, visitor: Visitor, seat: int | None = None, since: Annotated[int, Query(ge=0)] = 0
) -> list[dict[str, Any]]:
    """List why bots did what they did from an event on, as far as this seat may know it."""
    eyes, visibility = _eyes(session, visitor, seat), session.table.visibility
    told = session.reasons.known_to(session.table.playing, eyes, visibility.find(eyes, since))
    return [
        *({"events": 0, "text": text} for text in describe_bots(session.table)),
        *({"events": visibility.count(eyes, n), "text": text} for n, text in told),
    ]


@router.get("/tables/{table}/review")
async def review(session: TheSession, request: Request, house: TheHouse) -> Response:
    """Tell luck from decisions in a finished game; ask again until `state` is `done` (or `failed`)."""
    if session.table.stage == OVER and not house.reviews.is_known(session.table):
        limits_of(request).reviews.take("", address_of(request))
    progress = await house.reviews.look(session.table, address_of(request))
    answer = await costs.in_thread(lambda: progress.answer)
    if not answer:
        return JSONResponse({"state": progress.state, "done": 0.0, "review": None})
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(answer, media_type="application/json", headers=packed)
    return Response(gzip.decompress(answer), media_type="application/json")


@router.get("/tables/{table}/follow")
async def follow(
    session: TheSession,
    visitor: Visitor,
    request: Request,
    since: Annotated[int, Query(ge=0)] = 0,
    seat: int | None = None,
    events: Annotated[int, Query(ge=0)] = 0,
) -> dict[str, Any]:
    """Wait until the table has another version than `since`; return its state and the log since `events`."""
    eyes = _eyes(session, visitor, seat)
    await wait_for_change(session, visitor, request, since)
    told = [{"events": line.n, "text": line.text} for line in stories.log(session, eyes, events)]
    return {**_state(session, visitor), "log": told}


# Games and bots.


@router.get("/games")
async def list_games() -> list[dict[str, Any]]:
    """List the games with their options."""
    return [game(name).describe() for name in names()]


@router.get("/bots")
def list_bots() -> list[str]:
    """List the bots that can be seated."""
    return list(BOTS)


# Tables.


@router.post("/tables", status_code=201)
async def open_table(
    body: NewTable, request: Request, response: Response, house: TheHouse, known: Visitor
) -> Joined:
    """Set up a table; `start` begins at once if no seat is open."""
    limits_of(request).opening.take(known, address_of(request))
    visitor = admit(request, response, known, body.id)
    wishes = [player.wish() for player in body.players]
    session = await house.opening.open(
        body.game, wishes, body.options, visitor, body.id, body.box, body.odds, body.dealer
    )
    version = 1
    if body.start:
        version = await house.kernel.do(
            session, house_command("start"), lambda table: moves.start(table, visitor)
        )
    return _joined(house, request, session, visitor, version)


@router.get("/tables/{table}")
async def show_table(session: TheSession, visitor: Visitor) -> dict[str, Any]:
    """Return who sits where and how far the game is."""
    return _state(session, visitor)


@router.get("/codes/{code}")
async def find_table(code: str, request: Request, house: TheHouse) -> dict[str, str]:
    """Find a table by its short code."""
    limits_of(request).codes.take("", address_of(request))
    return {"table": await house.opening.find(code)}


@router.post("/tables/{table}/seats/{seat}/sit")
async def sit(
    seat: SeatNumber,
    body: Sitting,
    request: Request,
    response: Response,
    session: TheSession,
    house: TheHouse,
    known: Visitor,
) -> Joined:
    """Take an open seat."""
    limits_of(request).joining.take(known, address_of(request))
    visitor = admit(request, response, known, body.id)
    if command_key("sit", visitor, body.id) not in session.table.commands:  # else it is the same one again
        body.name = await house.groups.check_name(session.table, body.name, visitor)
    version = await house.commands.give("sit", Asking(session, visitor, body, seat))
    return _joined(house, request, session, visitor, version)


@router.post("/tables/{table}/seats/{seat}/arrange")
async def arrange(
    seat: SeatNumber, body: Arrangement, session: TheSession, house: TheHouse, visitor: Visitor
) -> Done:
    """Give a seat to somebody else before the start (the host), or stand up."""
    is_new = command_key("arrange", visitor, body.id) not in session.table.commands
    if body.player.kind == "person" and is_new:
        body.player.name = await house.groups.check_name(session.table, body.player.name, visitor)
    return _done(session, visitor, await house.commands.give("arrange", Asking(session, visitor, body, seat)))


@router.post("/tables/{table}/start")
async def start(body: Starting, session: TheSession, house: TheHouse, visitor: Visitor) -> Done:
    """Begin; in a rematch a bot plays for whoever has not come, until they do."""
    return _done(session, visitor, await house.meetings.begin(Asking(session, visitor, body)))


# People coming and going.


@router.post("/tables/{table}/seats/{seat}/code")
async def offer_seat(
    seat: SeatNumber, session: TheSession, house: TheHouse, visitor: Visitor
) -> dict[str, str]:
    """Make a code with which this seat moves to another device."""
    return {"code": await house.handover.offer(session, seat, visitor)}


@router.post("/codes")
async def redeem(
    body: Redeeming, request: Request, response: Response, house: TheHouse, known: Visitor
) -> Joined:
    """Take over a seat with its code, or a place in a group, on the new device."""
    limits_of(request).codes.take(known, address_of(request))
    visitor = admit(request, response, known, body.id)
    if group := await house.groups.redeem(body.code, visitor, body.id):
        token = None if is_browser(request) else house.visitors.token(visitor)
        return Joined(table="", version=0, token=token, group=group)
    moved = await house.handover.redeem(body.code, visitor, body.id)
    if moved is None:
        raise used_up()
    session, version = moved
    return _joined(house, request, session, visitor, version)


@router.post("/tables/{table}/chat")
async def say(
    body: Saying, request: Request, session: TheSession, house: TheHouse, visitor: Visitor
) -> Spoken:
    """Say something to the table."""
    permissions.check_holder(session.table, body.seat, visitor)
    limits_of(request).talking.take(visitor, address_of(request))
    number = await house.chat.say(session, body.seat, body.text, visitor, body.id, body.phrase)
    return Spoken(table=session.table.id, number=number)


@router.get("/tables/{table}/chat")
async def read_chat(session: TheSession) -> list[dict[str, Any]]:
    """Read what was said."""
    return [saying(session, line) for line in session.talk]


# After the end.


@router.post("/tables/{table}/rematch")
async def rematch(
    body: bodies.CommandBody, request: Request, session: TheSession, house: TheHouse, visitor: Visitor
) -> dict[str, str]:
    """Play again in the same seats; the game begins when all people have come."""
    limits_of(request).opening.take(visitor, address_of(request))
    return {"table": await house.rematches.open(session, visitor)}


@router.post("/tables/{table}/fork")
async def fork(
    body: ForkWish, request: Request, response: Response, session: TheSession, house: TheHouse, known: Visitor
) -> Joined:
    """Play on from a moment of a finished game, against bots."""
    limits_of(request).opening.take(known, address_of(request))
    visitor = admit(request, response, known, body.id)
    forked = await house.opening.fork(session, body.events, body.seat, body.name, visitor, body.id)
    return _joined(house, request, forked, visitor, forked.table.version)


@router.get("/tables/{table}/record")
async def record(session: TheSession, house: TheHouse) -> Response:
    """
    Give the record of a finished game, as `chancebox replay` reads it.

    Of a sealed table it is the receipt of its dice, as `chancebox verify` reads it, byte for byte.
    """
    written = await costs.in_thread(write_record, house.kernel.dealers, session.table)
    # Not the id of the table, which is a key to it.
    name = "-".join(
        [session.table.game.name, *([session.table.seal.table[:6]] if session.table.seal else [])]
    )
    named = {"content-disposition": f'attachment; filename="{name}.chance.json"'}
    return Response(written, media_type="application/json", headers=named)


# Cleaning up.


@router.post("/tables/{table}/remove")
async def remove(table: str, body: bodies.CommandBody, house: TheHouse, visitor: Visitor) -> dict[str, str]:
    """
    Remove a table with its log, its chat and its review, for everybody and for good (the host).

    While others play there it is refused.
    """
    await house.removal.remove(table, visitor, body)
    return {"table": table}


@router.get("/mine")
async def export(request: Request, house: TheHouse, visitor: Visitor) -> Response:
    """
    Give all that the house keeps about you, as a file.

    It holds every table at which you have a seat or which you set up: your seats and names, what you said,
    and of games that are over the result and the record.
    """
    limits_of(request).exports.take(visitor, address_of(request))
    named = {"content-disposition": 'attachment; filename="chancebox-mine.json"'}
    return StreamingResponse(exports.write(house, visitor), media_type="application/json", headers=named)


@router.post("/mine/remove")
async def leave(
    body: Leaving, request: Request, response: Response, house: TheHouse, visitor: Visitor
) -> dict[str, bool]:
    """
    Erase all that the house keeps about you, for good.

    Tables at which nobody else has a share are removed. At those of others you are called a guest from the
    first line on, what you said is gone, and a bot plays on for you.
    """
    # Whoever has just taken the file along may go at once.
    limits_of(request).exports.take("", address_of(request))
    if visitor:
        await house.erasure.forget(visitor)
    response.delete_cookie(COOKIE)
    return {"removed": True}


# How it works.


async def wait_for_change(session: Session, visitor: str, request: Request, since: int) -> None:
    """Wait until the table has changed, but not for ever; refuse who finds no room, or if it was removed."""
    if session.table.version_for(visitor) != since:
        return
    watcher = _Waiting(visitor, address_of(request))
    check_room(session, visitor, watcher.address, limits_of(request))
    session.enter(watcher)
    try:
        await asyncio.wait_for(watcher.woken.wait(), PATIENCE)
    except TimeoutError:
        pass
    finally:
        session.leave(watcher)
    session.table.check_there()


class _Waiting:
    """A watcher that is woken up by whatever happens."""

    def __init__(self, visitor: str, address: str) -> None:
        self.visitor = visitor
        self.address = address
        self.woken = asyncio.Event()

    def changed(self) -> None:
        self.woken.set()

    def said(self, line: ChatLine) -> None:
        self.woken.set()

    def hurry(self) -> None:
        self.woken.set()

    def give_way(self) -> None:
        self.woken.set()

    def dismiss(self) -> None:
        self.woken.set()


def saying(session: Session, line: ChatLine) -> dict[str, Any]:
    """Return a line of the chat as data."""
    return {"number": line.number, "seat": line.seat, "name": session.table.places[line.seat].name,
            "text": _(PHRASES[line.phrase]) if line.phrase in PHRASES else line.text}  # fmt: skip


def _eyes(session: Session, visitor: str, seat: int | None) -> int:
    """Check that somebody may look from a seat."""
    if seat is None:
        return SPECTATOR
    permissions.check_holder(session.table, seat, visitor)
    return seat


def _state(session: Session, visitor: str) -> dict[str, Any]:
    table = session.table
    match = table.match
    result = match.result if match else None
    return {
        "table": table.id,
        "game": table.game.name,
        "rules": table.game.version,
        "options": table.options,
        "own_box": bool(table.box.text),
        "version": table.version_for(visitor),
        "stage": table.stage,
        "hints": table.hints,
        "odds": table.odds,
        "to_act": [seat for seat in match.to_act if seat < table.seats] if match else [],
        "seats": [
            {
                "seat": chair.seat,
                "letter": chair.letter,
                "name": chair.name,
                "kind": chair.kind,
                "bot": chair.stand_in or chair.bot,
                "yours": chair.mine,
                "away": chair.away,
                "stopped": chair.stopped,
            }
            for chair in chairs(session, visitor, match)
        ],
        "result": {"winners": result.winners, "places": result.places, "why": result.why} if result else None,
        "rematch": table.rematch or None,
        "group": table.group or None,
        "awaited": session.missing(),
        "games": table.games,
        "wins": table.wins_so_far(),
        "seal": table.seal.known_to(visitor) if table.seal else None,
        "throw": throws.describe(table, visitor, session.acts_as_host(visitor)),
    }


def _joined(house: House, request: Request, session: Session, visitor: str, version: int) -> Joined:
    token = None if is_browser(request) else house.visitors.token(visitor)
    return Joined(table=session.table.id, version=session.table.version_for(visitor, version), token=token)


def _done(session: Session, visitor: str, version: int) -> Done:
    return Done(table=session.table.id, version=session.table.version_for(visitor, version))
