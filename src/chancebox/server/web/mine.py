"""*Mine*: what this device has played here, found in the rows of its results; seen by nobody else."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from chancebox.engine.game.badges import COMMON, Badge
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.games import game, names
from chancebox.server.house.own_results import MOST_READ, Opponent, OwnResult
from chancebox.server.screens import score_chart
from chancebox.server.screens.score_chart import Chart
from chancebox.server.screens.turning_points import ScoreAt
from chancebox.server.web.dependencies import TheHouse, Visitor
from chancebox.web import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
FORM = 10
"""Games that tell how somebody plays at present."""
FAVOURITES = 6
"""Opponents that are listed,"""
TWICE = 2
"""and how often one must have met them."""


class OwnRecord(NamedTuple):
    """What somebody has reached in one game."""

    game: Game
    games: int
    wins: int
    unit: str
    best: int | None
    best_at: str
    longest: int
    longest_at: str


class Favourite(NamedTuple):
    """Somebody who is met often."""

    name: str
    bot: str
    games: int
    wins: int
    """Of the visitor's, in those games."""


class Honour(NamedTuple):
    """A badge, whether it is earned, and at which table it was first."""

    badge: Badge
    game: Game | None
    table: str


class Summary(NamedTuple):
    """All that the page tells."""

    games: int
    wins: int
    uncounted: int
    """Games that were nobody's own."""
    form: list[OwnResult]
    streak: int
    """Wins one after the other, at most."""
    records: list[OwnRecord]
    favourites: list[Favourite]
    honours: list[Honour]
    luck: Chart | None
    reviewed: int
    is_cut: bool
    """Whether there are more games than are looked at."""


@router.get("/mine")
async def mine(_request: Request, house: TheHouse, visitor: Visitor) -> str:
    """What this device has played, and the door by which all of it goes."""
    results, waiting = await house.own_results.of(visitor) if visitor else ([], 0)
    return render.page("mine.html", me=summarise(results), waiting=waiting, visitor=bool(visitor), form=FORM)


def summarise(results: Sequence[OwnResult]) -> Summary:
    """Count what there is to count; the latest game comes first."""
    known = [result for result in results if result.game in names()]
    own = [result for result in known if result.counts]
    reviewed = [result for result in own if result.luck is not None][::-1]
    return Summary(
        games=len(own),
        wins=sum(result.won for result in own),
        uncounted=len(known) - len(own),
        form=own[:FORM][::-1],
        streak=_streak(own),
        records=[_record(game(name), own) for name in names() if any(one.game == name for one in own)],
        favourites=_favourites(own),
        honours=_honours(own),
        luck=_luck(reviewed),
        reviewed=len(reviewed),
        is_cut=len(results) == MOST_READ,
    )


def _streak(own: Sequence[OwnResult]) -> int:
    longest = running = 0
    for result in own:
        running = running + 1 if result.won else 0
        longest = max(longest, running)
    return longest


def _record(found: Game, own: Sequence[OwnResult]) -> OwnRecord:
    played = [result for result in own if result.game == found.name]
    decides = getattr(found.story, "DECIDES", None)
    scored = [result for result in played if result.score is not None]
    sign = -1 if decides and decides.fewest else 1
    # Of several that are equal, the first one was the record.
    best = max(reversed(scored), key=lambda one: sign * (one.score or 0)) if scored and decides else None
    longest = max(reversed(played), key=lambda one: one.moves)
    return OwnRecord(
        found,
        len(played),
        sum(result.won for result in played),
        _(decides.name) if decides else "",
        best.score if best else None,
        best.table if best else "",
        longest.moves,
        longest.table,
    )


def _favourites(own: Sequence[OwnResult]) -> list[Favourite]:
    """List whom one has met most often: people by their names at the table, and bots by their kind, too."""
    met: Counter[Opponent] = Counter(other for result in own for other in set(result.others))
    beaten: Counter[Opponent] = Counter(other for result in own if result.won for other in set(result.others))
    # People come before bots.
    ranked = sorted(met, key=lambda one: (bool(one.bot), -met[one], one.name))
    often = [one for one in ranked if met[one] >= TWICE]
    return [Favourite(one.name, one.bot, met[one], beaten[one]) for one in often[:FAVOURITES]]


def _honours(own: Sequence[OwnResult]) -> list[Honour]:
    """List all badges there are, with the first table at which each was earned."""
    first: dict[tuple[str, str], str] = {}
    for result in own:  # the latest comes first: what is written last stays
        for key in result.badges:
            first[result.game, key] = result.table
            first["", key] = result.table
    common = [Honour(badge, None, first.get(("", badge.key), "")) for badge in COMMON]
    found = [game(name) for name in names()]
    special = [
        Honour(badge, one, first.get((one.name, badge.key), ""))
        for one in found
        for badge in (one.badges.BADGES if one.badges else ())
    ]
    return common + special


def _luck(reviewed: Sequence[OwnResult]) -> Chart | None:
    """Draw luck over time: what dice and cards brought, added up from game to game, in points."""
    total, way = 0.0, [ScoreAt(0, (0,))]
    for n, result in enumerate(reviewed, 1):
        total += 100 * (result.luck or 0.0)
        way.append(ScoreAt(n, (round(total),)))
    return score_chart.draw("", way, len(reviewed)) if reviewed else None
