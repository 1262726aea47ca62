"""The deal of the day: its page and its picture, and the same for programs."""

import uuid
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from chancebox.engine.game.texts import _
from chancebox.server.house.bodies import REFUSALS, Joined, Sitting
from chancebox.server.house.house import House
from chancebox.server.screens import review_view
from chancebox.server.screens.daily import Look, archive, look, place_text, tomorrow
from chancebox.server.tables.days import PERSON, day_of, read_day, today
from chancebox.server.tables.errors import NotFound, NotNow
from chancebox.server.web.dependencies import (
    TheHouse,
    Visitor,
    address_of,
    admit,
    give_cookie,
    is_browser,
    limits_of,
)
from chancebox.server.web.forms import FOR_FORMS, name_of, once, read_form
from chancebox.web import render

api = APIRouter(prefix="/api/v1", responses=REFUSALS)
router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
DayName = Annotated[str, Path(max_length=10)]


# For programs.


@api.get("/daily")
async def today_told(house: TheHouse, visitor: Visitor) -> dict[str, Any]:
    """
    Tell the deal of today, as far as you may know it: your try, and all results when you have finished.

    `commitment` is the SHA-256 of the secret from which its luck follows; `tomorrow` has that of tomorrow.
    docs/daily.md has the protocol.
    """
    name, commitment = tomorrow(house)
    told = _told(await look(house, day_of(today()), visitor))
    return {**told, "tomorrow": {"day": name, "commitment": commitment}}


@api.get("/daily/{day}")
async def day_told(day: DayName, house: TheHouse, visitor: Visitor) -> dict[str, Any]:
    """Tell the deal of a day that has come; of one that is over with its secret."""
    return _told(await look(house, read_day(day), visitor))


@api.post("/daily/{day}", status_code=201)
async def play_day(
    day: DayName, body: Sitting, request: Request, response: Response, house: TheHouse, known: Visitor
) -> Joined:
    """
    Go on with the deal of a day, or begin it, against its bots.

    Your first try counts, on its day alone. While it is not finished you get the same table; what you
    begin later is practice.
    """
    limits_of(request).opening.take(known, address_of(request))
    visitor = admit(request, response, known, body.id)
    session = await house.tries.open(read_day(day), body.name, visitor, body.id)
    token = None if is_browser(request) else house.visitors.token(visitor)
    return Joined(table=session.table.id, version=session.table.version_for(visitor), token=token)


def _told(found: Look) -> dict[str, Any]:
    return {
        "day": found.day.name,
        "game": found.day.game,
        "seats": found.day.seats,
        "options": found.day.options,
        "commitment": found.commitment,
        "secret": found.secret or None,
        "stage": found.stage,
        "table": found.tried.table or None if found.tried else None,
        "result": found.outcome._asdict() if found.outcome else None,
        "counted": found.score_name,
        "finished": found.finished,
        "results": [{"from": bar.low, "to": bar.high, "count": bar.results} for bar in found.bars],
        "master": found.master._asdict() if found.master else None,
        "better_than": found.better_than,
        "streak": found.streak,
        "share": found.share_text or None,
    }


# Pages.


@router.get("/daily")
async def today_page(request: Request, response: Response, house: TheHouse, visitor: Visitor) -> str:
    """The deal of today."""
    response.headers.update(FOR_FORMS)
    return await _page(request, house, visitor, today().isoformat())


@router.get("/daily/{day}")
async def day_page(day: str, request: Request, response: Response, house: TheHouse, visitor: Visitor) -> str:
    """The deal of a day that has come."""
    response.headers.update(FOR_FORMS)
    return await _page(request, house, visitor, day)


@router.post("/daily/{day}")
async def play(day: str, request: Request, house: TheHouse, known: Visitor) -> Response:
    """Go on with the deal of a day, or begin it."""
    limits_of(request).opening.take(known, address_of(request))
    id = once(await read_form(request))
    visitor = known or house.visitors.newcomer(id)
    session = await house.tries.open(read_day(day), name_of(request), visitor, id)
    answer = RedirectResponse(f"/t/{session.table.id}", 303)
    give_cookie(house, request, answer, visitor)
    return answer


@router.get("/daily/{day}/costliest")
async def costliest(day: str, request: Request, house: TheHouse, visitor: Visitor) -> str:
    """The decision that cost this visitor most, as far as the review of their game is."""
    found = await look(house, read_day(day), visitor)
    if found.tried is None or found.outcome is None or not found.tried.table:
        raise NotNow(_("The review is there when the game is over."))
    table = (await house.kernel.session(found.tried.table)).table
    if not house.reviews.is_known(table):
        limits_of(request).reviews.take("", address_of(request))
    progress = await house.reviews.look(table, address_of(request))
    return render.page(
        "daily_costliest.html", table=table, state=progress.state, one=review_view.costliest(progress, PERSON)
    )


@router.get("/daily/{day}/picture.svg")
async def picture(day: str, house: TheHouse, visitor: Visitor) -> Response:
    """A picture of this visitor's result, to share: it tells nothing of what was dealt."""
    found = await look(house, read_day(day), visitor)
    if found.outcome is None:
        raise NotFound(_("There is a picture when you have finished this deal."))
    drawn = render.page("daily_picture.svg", look=found)
    named = {"content-disposition": f'inline; filename="chancebox-{found.day.name}.svg"'}
    return Response(drawn, media_type="image/svg+xml", headers=named)


async def _page(request: Request, house: House, visitor: str, day: str) -> str:
    found = await look(house, read_day(day), visitor)
    name, commitment = tomorrow(house)
    return render.page(
        "daily.html",
        look=found,
        game=found.game,
        is_today=found.day.date == today(),
        today=today().isoformat(),
        tomorrow=name,
        tomorrow_commitment=commitment,
        archive=await archive(house, visitor),
        master_place=place_text(found.master, found.day.seats) if found.master else "",
        command=uuid.uuid4(),
    )
