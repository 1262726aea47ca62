"""The application: the house with its doors."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from chancebox import __version__
from chancebox.engine.game.errors import ChanceboxError, UnknownGame
from chancebox.engine.game.texts import _, reading
from chancebox.server.access.addresses import Networks
from chancebox.server.access.limits import Limits
from chancebox.server.house.drivers import SECOND_LOOK
from chancebox.server.house.house import Data, House, open_house
from chancebox.server.house.tidying import Tidying
from chancebox.server.monitoring import metrics
from chancebox.server.monitoring.logs import note
from chancebox.server.screens.club import Club
from chancebox.server.tables.errors import Full, NotFound, Refused, Stale
from chancebox.server.thinking.workers import WorkerPool
from chancebox.server.web import api, daily_pages, group_api, group_pages, live, mine, offline, pages
from chancebox.server.web.guard import Guard
from chancebox.server.web.languages import Languages, language_of
from chancebox.server.web.network import NetworkDoor
from chancebox.server.web.network import router as network_router
from chancebox.web import render

TIDYING = 60.0
"""Seconds between two looks at what can be put away."""


def create_app(
    data: Data,
    *,
    workers: WorkerPool | None = None,
    limits: Limits | None = None,
    proxies: Networks | None = None,
    watchmen: Networks | None = None,
    network: NetworkDoor | None = None,
    keep: float | None = None,
    club: str = "",
    second_look: float = SECOND_LOOK,
) -> FastAPI:
    """
    Build the application over a data folder or an address, or over a store that is open already.

    `proxies` may say for whom they ask, `watchmen` may read the numbers at `/metrics`.
    `network` knows where the house listens, and lets others in. `keep` says for how many seconds tables are
    kept at which nothing happens; without it, for ever. `club` is the name of the club whose page there is.
    `second_look` says for how many seconds bots leave a throw of real dice open to correction.
    """
    limits = limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = house = open_house(data, workers, second_look=second_look)
        app.state.club = Club(club, house.store.key("club")) if club else None
        settle_memory()
        chores = [asyncio.create_task(_tidy(house, app.state.network, house.tidying(keep)))]
        house.kernel.peers.on_count = limits.share
        chores.append(asyncio.create_task(house.kernel.peers.run()))
        yield
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await house.close()

    app = FastAPI(
        title="Chancebox",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.club = None
    app.state.limits = limits
    app.state.proxies = proxies or Networks()
    app.state.watchmen = watchmen or Networks()
    app.state.network = network = network or NetworkDoor()
    app.router.routes.extend(_doors().routes)
    app.add_exception_handler(ChanceboxError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(CompressedAnswers, minimum_size=1000)
    app.add_middleware(Guard, limits=limits)
    app.add_middleware(Languages)
    return app


@cache
def _doors() -> APIRouter:
    """
    Return all that can be asked for, the same for every house in this process.

    FastAPI works out what each of them takes when it is first asked, and again for another application.
    """
    doors = APIRouter()
    for router in (
        api.router,
        group_api.router,
        live.router,
        pages.router,
        daily_pages.api,
        daily_pages.router,
        group_pages.router,
        mine.router,
        offline.router,
        network_router,
    ):
        doors.include_router(router)
    doors.add_api_route("/healthz", _health, include_in_schema=False)
    doors.add_api_route("/metrics", _metrics, include_in_schema=False)
    return doors


def settle_memory() -> None:
    """
    Look for garbage less often, and never among what was loaded at the start.

    Tables hold many small objects that stay; looking through all of them again and again was a
    twentieth of the work, and at times a quarter of a second at once. Everything is looked through when
    what came since the last time is a quarter of it: that is Python's own measure, whatever the last number.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 20, 20)


class CompressedAnswers(GZipMiddleware):
    """Compresses what is asked for; the short answers to commands are left alone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = super().__call__ if scope.get("method") == "GET" else self.app
        await app(scope, receive, send)


async def _tidy(house: House, network: NetworkDoor, tidying: Tidying) -> None:
    while True:
        await asyncio.sleep(TIDYING)
        house.forget_idle()
        with contextlib.suppress(Refused):
            if await network.follow():
                house.redraw_lobbies()
        try:
            await tidying.go_on()
        except Exception as error:  # the house goes on, and so does the next look
            note("tidying failed", logging.ERROR, error=type(error).__name__)


def _health(request: Request) -> JSONResponse:
    try:
        request.app.state.house.store.check_health()
    except Full as trouble:
        return JSONResponse({"status": "failing", "reason": str(trouble), "version": __version__}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


def _metrics(request: Request) -> PlainTextResponse:
    if request.client is None or request.client.host not in request.app.state.watchmen:
        raise NotFound(_("There is nothing here."))
    return PlainTextResponse(metrics.text())


# Errors: a page for people, JSON for programs; never more than what went wrong.


def _answer(request: Request, status: int, code: str, message: str, version: int | None = None) -> Response:
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        body = {"error": message, "code": code, **({} if version is None else {"version": version})}
        return JSONResponse(body, status)
    return HTMLResponse(render.page("error.html", status=status, message=message), status)


async def _refused(request: Request, error: Exception) -> Response:
    version = error.version if isinstance(error, Stale) else None
    status = error.status if isinstance(error, Refused) else 404 if isinstance(error, UnknownGame) else 422
    code = error.code if isinstance(error, ChanceboxError) else ChanceboxError.code
    return _answer(request, status, code, str(error), version)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    broken = first["type"] == "json_invalid"
    where = ".".join(str(part) for part in first["loc"][1:])
    message = _("The request is not JSON.") if broken else f"{where}: {first['msg']}"
    return _answer(request, 400 if broken else 422, "invalid-request", message)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):
        # A body that was stopped while it was being read.
        return await _refused(request, error.__cause__)
    usual = {404: _("There is nothing here."), 405: _("This cannot be done here.")}
    message = usual.get(error.status_code, str(error.detail))
    codes = {404: NotFound.code, 405: "no-such-method"}
    answer = _answer(request, error.status_code, codes.get(error.status_code, "http-error"), message)
    answer.headers.update(error.headers or {})
    return answer


async def _broken(request: Request, error: Exception) -> Response:
    # The address itself may name a table, which would be a key to it.
    route = getattr(request.scope.get("route"), "path", "?")
    note("request failed", logging.ERROR, path=route, method=request.method)
    # Outside of all that was added to the application, so nobody has said yet who reads this.
    with reading(language_of(request)):
        return _answer(request, 500, "broken", _("Something went wrong here; nothing was changed."))
