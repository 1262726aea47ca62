"""What is asked for too often is refused to whom it belongs; others go on, and it is counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from chancebox.server.access.limits import ADDRESS, HOUSE, VISITOR, Budget, Limits, Rate, unlimited
from chancebox.server.house.house import House
from chancebox.server.monitoring import metrics
from chancebox.server.tables.errors import TooMuch
from chancebox.server.web.app import create_app
from chancebox.server.web.live import Backlog, Tab
from server.budgets import budget_of
from server.guests import BOT, Guest, seated

ENOUGH = 2
TABLE = {"game": "gang-of-dice", "players": [{"kind": "person", "name": "Ann"}, BOT]}


class Asked(NamedTuple):
    """Something to ask for again and again, and what is said to the first ones."""

    ask: Callable[[Guest, str], int]
    status: int = 200


def status(answer: Any) -> int:
    return int(answer.status_code)


ASKED = {
    "requests": Asked(lambda one, table: status(one.post(f"tables/{table}/odds", shown=True))),
    "looking": Asked(lambda one, table: one.status(f"tables/{table}")),
    "bodies": Asked(lambda one, table: status(one.post("tables", **TABLE)), 201),
    "opening": Asked(lambda one, table: status(one.post("tables", **TABLE)), 201),
    "joining": Asked(lambda one, table: status(one.sit(table, 1, "Eve")), 409),
    "talking": Asked(lambda one, table: status(one.post(f"tables/{table}/chat", seat=0, text="so"))),
    "codes": Asked(lambda one, table: one.status("codes/000000"), 404),
    "hints": Asked(lambda one, table: status(one.post(f"tables/{table}/seats/0/hint")), 409),
    "odds": Asked(lambda one, table: one.status(f"tables/{table}/throws/meaning", outcome="6"), 409),
    "boxes": Asked(lambda one, table: status(one.post("tables", **TABLE, box="#")), 422),
    "groups": Asked(lambda one, table: status(one.post(f"tables/{table}/group")), 409),
    "exports": Asked(lambda one, table: one.status("mine")),
}
WHOSE = [
    (what, whose)
    for what in ASKED
    for whose in getattr(Limits(), what).limits
    # Asked here as a stranger, whom nothing but the address tells from others.
    if (what, whose) != ("odds", VISITOR)
]
BYTES = 300
"""Two or three of what is sent here."""


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


def refusals(what: str, whose: str) -> float:
    return metrics.registry.get_sample_value("chancebox_refused_total", {"what": what, "of": whose}) or 0.0


@contextmanager
def open_house(folder: Path, limits: Limits) -> Iterator[tuple[TestClient, Guest, Guest]]:
    """Open a house with two people from different addresses, who have met."""
    with TestClient(create_app(folder, limits=limits)) as house:
        ann, ben = Guest(house), Guest(house)
        ben.address = "192.0.2.7"
        yield house, ann, ben


def test_everything_has_a_budget_that_is_tried_here() -> None:
    named = {one.name for one in fields(Limits) if isinstance(getattr(Limits(), one.name), Budget)}
    # A review is begun at the end of a game: tests/server/test_review.py. What work costs: test_costs.py.
    assert named - {"reviews", "work"} == set(ASKED)
    for limit in Limits().budgets():
        assert limit.limits[ADDRESS].burst < limit.limits[HOUSE].burst, limit.name
        if VISITOR in limit.limits:
            assert limit.limits[VISITOR].burst < limit.limits[ADDRESS].burst, limit.name


@pytest.mark.parametrize(("what", "whose"), WHOSE)
def test_too_much_is_refused_to_whom_it_belongs(folder: Path, what: str, whose: str) -> None:
    limits = unlimited()
    asked = ASKED[what]
    with open_house(folder, limits) as (_house, ann, ben):
        table, bens = seated(ann, ben, "gang-of-dice"), seated(ben, ann, "gang-of-dice")
        before = refusals(what, whose)
        setattr(limits, what, budget_of(whose, BYTES if what == "bodies" else ENOUGH))
        limits.__post_init__()
        answers = [asked.ask(ann, table) for _time in range(2 * ENOUGH)]
        assert answers[0] == asked.status
        assert answers[-1] == 429
        assert refusals(what, whose) > before
        # At another address somebody gets what they ask for, unless the whole house has had enough.
        assert (asked.ask(ben, bens) == 429) == (whose == HOUSE)


def test_who_has_had_enough_takes_nothing_from_the_house() -> None:
    budget = Budget(visitor=Rate(2, 0), address=Rate(4, 0), house=Rate(5, 0))
    taken = []
    for visitor, address in [("eve", "a")] * 5 + [("eva", "a")] * 5 + [("ann", "b"), ("ben", "c")]:
        try:
            budget.take(visitor, address)
        except TooMuch as refusal:
            taken.append(str(refusal)[:5])
        else:
            taken.append("")
    alone, all_together = "That ", "So mu"
    assert taken == ["", "", *[alone] * 3, "", "", *[alone] * 3, "", all_together]


def test_slow_readers_share_what_may_wait(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    limits = Limits(waiting_in_all=50_000)
    before = Backlog.in_all
    tabs = [
        Tab(inside(house).kernel.sessions[table], "", None, lambda: ("http://x", ""), limits)
        for _tab in range(40)
    ]
    for _change in range(20):
        for tab in tabs:
            tab.changed()
    # Each still gets the present, and one more.
    assert max(tab.queue.qsize() for tab in tabs) < 20
    assert all(tab.queue.qsize() for tab in tabs)
    for tab in tabs:
        tab.backlog.clear()
    assert Backlog.in_all == before
