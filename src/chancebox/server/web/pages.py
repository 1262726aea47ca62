"""The pages: home, setting up, a table, a replay; what they change, they change through the API."""

import logging
import uuid
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from chancebox.bots import offered
from chancebox.engine.builds import definitions
from chancebox.engine.game.boxes import LARGEST
from chancebox.engine.game.game import LETTERS, Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game, names
from chancebox.reviews.drawing import share_line
from chancebox.server.access.addresses import network_address
from chancebox.server.access.keeper import is_local
from chancebox.server.house.house import House
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring.logs import note
from chancebox.server.screens import review_view
from chancebox.server.screens.boards import draw_moment
from chancebox.server.screens.club import club_of
from chancebox.server.screens.daily import today_for
from chancebox.server.screens.seating import chairs
from chancebox.server.tables import moves, throws
from chancebox.server.tables.errors import NotFound, NotNow, NotYours, Refused
from chancebox.server.tables.names import CODE_LENGTH, MOVING_LENGTH, house_command, tidy_code, used_up
from chancebox.server.tables.phrases import PHRASES
from chancebox.server.tables.places import Wish
from chancebox.server.tables.table import LOBBY, OVER
from chancebox.server.thinking.reviews import Progress
from chancebox.server.web.dependencies import (
    TheHouse,
    TheSession,
    Visitor,
    address_of,
    give_cookie,
    limits_of,
)
from chancebox.server.web.forms import FOR_FORMS, renew
from chancebox.server.web.forms import name_of as _name
from chancebox.server.web.forms import once as _once
from chancebox.server.web.forms import read_form as _form
from chancebox.server.web.network import NetworkDoor
from chancebox.web import assets, render
from chancebox.web.verifier import verifier

router = APIRouter(
    include_in_schema=False, default_response_class=HTMLResponse, dependencies=[Depends(renew)]
)
MOST_GROUPS = 5
"""Groups on the first page."""
FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/")
async def home(request: Request, response: Response, house: TheHouse, visitor: Visitor) -> str:
    """The games, and the tables of this browser."""
    response.headers.update(FOR_FORMS)
    return _home(request, house, visitor)


@router.post("/play/{name}")
async def play_now(name: str, request: Request, house: TheHouse, known: Visitor) -> Response:
    """Seat somebody against bots with one tap."""
    limits_of(request).opening.take(known, address_of(request))
    id = _once(await _form(request))
    visitor = known or house.visitors.newcomer(id)
    found = game(name)
    seats = min(max(3, found.seats[0]), found.seats[-1])
    wishes = [Wish("person", _name(request)), *[Wish("bot")] * (seats - 1)]
    session = await house.opening.open(
        found.name, wishes, found.usual_options(seats), visitor, f"{found.name} {id}"
    )
    await house.kernel.do(session, house_command("start"), lambda table: moves.start(table, visitor))
    answer = RedirectResponse(f"/t/{session.table.id}", 303)
    give_cookie(house, request, answer, visitor)
    return answer


@router.post("/learn/{name}")
async def learn(name: str, request: Request, house: TheHouse, known: Visitor) -> Response:
    """Begin a first game in which the rules are told while it is played."""
    limits_of(request).opening.take(known, address_of(request))
    id = _once(await _form(request))
    visitor = known or house.visitors.newcomer(id)
    session = await house.opening.open_lesson(name, _name(request), visitor, id)
    answer = RedirectResponse(f"/t/{session.table.id}", 303)
    give_cookie(house, request, answer, visitor)
    return answer


@router.get("/new/{name}")
async def set_up(name: str, request: Request) -> str:
    """A form made from the declaration of the game."""
    found = game(name)
    return render.page(
        "setup.html",
        game=found,
        bots=offered(found),
        name=_name(request),
        letters=LETTERS,
        largest_box=LARGEST,
        has_dice=definitions.defined(found.rules, "falling") is not None,
        club=club_of(request),
    )


@router.post("/join")
async def join(request: Request, house: TheHouse, known: Visitor) -> Response:
    """
    Go to the table of a code; a longer code moves a seat to this device.

    A code that leads nowhere is explained where it was typed.
    """
    form = await _form(request)
    code, id = form.get("code", "")[:40], _once(form)
    visitor = known or house.visitors.newcomer(id)
    try:
        limits_of(request).codes.take(known, address_of(request))
        group = await house.groups.redeem(code, visitor, id)
        moved = None if group else await house.handover.redeem(code, visitor, id)
        if moved is None and not group:
            # Who only finds a table has no seat yet, and gets no cookie.
            return RedirectResponse(f"/t/{await _find(house, code)}", 303)
    except Refused as refusal:
        shown = _home(request, house, known, code, str(refusal))
        return HTMLResponse(shown, refusal.status, FOR_FORMS)
    answer = RedirectResponse(f"/t/{moved[0].table.id}" if moved else f"/g/{group}", 303)
    give_cookie(house, request, answer, visitor)
    return answer


async def _find(house: House, typed: str) -> str:
    """Find the table of a code; where there is none, say what such codes look like."""
    if len(tidy_code(typed)) == MOVING_LENGTH:
        raise used_up()
    try:
        return await house.opening.find(typed)
    except NotFound as refusal:
        about = _("Codes of tables have {n} letters and digits, never 0, O, 1, I or L.")
        raise NotFound(f"{refusal} {about.format(n=CODE_LENGTH)}") from None


@router.get("/t/{table}")
async def table(session: TheSession, request: Request) -> str:
    """The page of a table; what is on it comes as frames. Who only looks gets no cookie."""
    found = session.table.game
    return render.page(
        "table.html",
        game=found,
        table=session.table,
        summary=render.summary_html(found.name),
        rules=render.rules_html(found.name),
        phrases=PHRASES,
        name=_name(request),
    )


@router.get("/t/{table}/box")
async def box(session: TheSession) -> Response:
    """The box that a table plays with, to read."""
    return _box_text(session.table.game, session.table.box.text)


@router.get("/box/{name}")
async def usual_box(name: str) -> Response:
    """The box of a game, to read and to start one's own from."""
    return _box_text(game(name), "")


@router.get("/t/{table}/moments/{n}")
async def moment(
    session: TheSession, visitor: Visitor, n: int, eyes: int | None = None, whole: bool = False
) -> str:
    """The board as it was after n events that these eyes noticed; `whole` counts all, after the end."""
    return draw_moment(session, _may_look(session, visitor, eyes), n, whole and session.table.stage == OVER)


@router.get("/t/{table}/replay")
async def replay(
    session: TheSession, request: Request, house: TheHouse, visitor: Visitor, eyes: int | None = None
) -> str:
    """A finished game from its beginning, through the eyes of anybody who played."""
    table = session.table
    if table.stage != OVER:
        raise NotNow(_("The replay is there when the game is over."))
    looking = _may_look(session, visitor, eyes)
    review = await house.reviews.kept(table)
    return render.page(
        "replay.html",
        shares=[share_line(review, seat) for seat in range(table.seats)] if review else [],
        game=table.game,
        table=table,
        chairs=chairs(session, visitor, table.playing),
        eyes=looking,
        spectator=SPECTATOR,
        story=table.playing.story(looking),
        events=len(table.playing.events),
        summary=render.summary_html(table.game.key),
        rules=render.rules_html(table.game.key),
        name=_name(request),
    )


@router.get("/t/{table}/review")
async def review(session: TheSession, request: Request, house: TheHouse, visitor: Visitor) -> str:
    """What in a finished game was luck and what decisions; it grows while it is made."""
    table = session.table
    progress = await _look(session, request, house)
    return render.page(
        "review.html",
        game=table.game,
        table=table,
        look=review_view.draw(table, progress),
        # What others decided, before somebody played on or while a bot stood in, is nobody's form.
        mine=[] if table.before else [seat for seat in table.seats_of(visitor) if seat not in table.stood_in],
        name=_name(request),
    )


@router.get("/t/{table}/review/look")
async def review_look(session: TheSession, request: Request, house: TheHouse) -> str:
    """The part of that page which changes while the review is made."""
    progress = await _look(session, request, house)
    return render.page(
        "review_look.html", table=session.table, look=review_view.draw(session.table, progress)
    )


@router.get("/rules/{name}")
async def rules(name: str) -> str:
    """The rules of a game on a page of their own."""
    found = game(name)
    return render.page(
        "rules.html",
        game=found,
        summary=render.summary_html(found.name),
        rules=render.rules_html(found.name),
    )


@router.get("/dice")
async def own_dice() -> str:
    """What the dice did that were entered on this device; the page itself has counted them."""
    return render.page("dice.html", titles={name: _(game(name).title) for name in names()})


@router.get("/verify")
async def verify() -> Response:
    """The page that checks the dice of a receipt; one file, which works from a disk as well."""
    page, policy = verifier()
    return HTMLResponse(page, headers={"content-security-policy": policy})


@router.get("/static/{digest}/{path:path}")
async def static(digest: str, path: str) -> Response:
    """A file of ours; its address changes with its content."""
    asset = assets.assets().get(path)
    if asset is None:
        return Response(status_code=404)
    cache = FOR_EVER if asset.address.split("/")[2] == digest else "no-cache"
    return Response(asset.content, media_type=asset.type, headers={"cache-control": cache})


@router.get("/robots.txt")
async def robots() -> Response:
    """What crawlers may look at: pages say themselves that they are not for an index, which must be read."""
    return PlainTextResponse("User-agent: *\nDisallow: /api/\nDisallow: /play/\nDisallow: /learn/\n")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The mark of the house."""
    return RedirectResponse(assets.address("mark.svg"), 301)


async def _look(session: Session, request: Request, house: House) -> Progress:
    """Look at a review; only whoever begins one is counted."""
    if session.table.stage == OVER and not house.reviews.is_known(session.table):
        limits_of(request).reviews.take("", address_of(request))
    return await house.reviews.look(session.table, address_of(request))


def _box_text(found: Game, own: str) -> Response:
    """Serve a box as nothing but text, whatever somebody wrote into it."""
    text = own or (found.folder / "box.toml").read_text(encoding="utf-8")
    named = {"content-disposition": f'inline; filename="{found.name}.toml"'}
    return PlainTextResponse(text, headers=named)


def _may_look(session: Session, visitor: str, eyes: int | None) -> int:
    """Check a viewpoint: the own seats always, everybody's once the game is over."""
    if eyes is None or eyes == SPECTATOR:
        return SPECTATOR
    if session.table.stage != OVER and eyes not in session.table.seats_of(visitor):
        raise NotYours(_("This is not your seat."))
    session.table.place(eyes)
    return eyes


def _home(request: Request, house: House, visitor: str, code: str = "", problem: str = "") -> str:
    """Draw the first page; with a code that was typed, and what is wrong with it."""
    tables = _tables_of(house, visitor)
    return render.page(
        "home.html",
        games=[game(name) for name in names()],
        lessons={name for name in names() if _has_lesson(game(name))},
        tables=[table for table in tables if table["stage"] != OVER],
        finished=[table for table in tables if table["stage"] == OVER],
        name=_name(request),
        command=uuid.uuid4(),
        code=code,
        problem=problem,
        network=_network(request, house),
        daily=today_for(house, visitor),
        groups=house.groups.summaries(visitor, MOST_GROUPS),
        club=club_of(request),
    )


def _has_lesson(found: Game) -> bool:
    """Return whether a game can be learned by playing; one that is broken does not break the first page."""
    try:
        return found.lesson is not None
    except Exception as error:
        note("lesson left out", logging.WARNING, game=found.name, error=type(error).__name__)
        return False


def _network(request: Request, house: House) -> dict[str, Any] | None:
    """Say to who sits at this computer whether others reach the house, and whether that can be switched."""
    network: NetworkDoor = request.app.state.network
    if not network.is_switched or not is_local(request):
        return None
    is_keeper = house.keeper.is_here(request)
    return {"address": network.address, "state": network.state(is_keeper), "host": network_address()}


def _tables_of(house: House, visitor: str) -> list[dict[str, Any]]:
    """Describe the tables of a visitor, the latest first, but before them those that wait for a decision."""
    if not visitor:
        return []
    rows = [row for row in house.store.tables.of(visitor) if row.game in names()]
    tables = [
        {"id": row.id, "title": _(game(row.game).title), "game": row.game, "stage": row.stage,
         **_whereabouts(house, visitor, row.id, row.stage)}
        for row in rows
    ]  # fmt: skip
    return sorted(tables, key=lambda table: not table["turn"])


def _whereabouts(house: House, visitor: str, id: str, stage: str) -> dict[str, Any]:
    """
    Say how far a table is, whose others are, and whether it waits for this visitor.

    The last two are known of tables in memory; to read a log for a line on a page would be too dear.
    """
    state = {LOBBY: _("people are sitting down"), OVER: _("over")}.get(stage, _("being played"))
    session = house.kernel.sessions.get(id)
    if session is None:
        return {"state": state, "turn": False, "others": []}
    others = [place.name for place in session.table.places if place.name and place.visitor != visitor]
    waited = throws.awaited(session.table)
    turn = session.table.awaits(visitor) or (waited is not None and waited.visitor == visitor)
    return {"state": state, "turn": turn, "others": others}
