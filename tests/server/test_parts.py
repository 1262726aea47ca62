"""Boards are sent in parts: what a page puts together is what a fresh house would draw, whatever happened."""

import json
import random
from typing import Any

import pytest

from chancebox.engine.game.texts import reading
from chancebox.games import game, names
from chancebox.server.access.limits import Limits
from chancebox.server.house.sessions import Session
from chancebox.server.tables import moves
from chancebox.server.tables.table import Table
from chancebox.server.web.live import LONGEST_QUEUE, Tab
from chancebox.web import parts
from chancebox.web.parts import Part, Parts
from server.boards import Shown
from server.test_drawing import DEALERS, ID, opened

LANGUAGES = ("en", "de", "en", "fr", "nl")
SPECTATOR = 77


class Page:
    """A tab, and what its page shows."""

    def __init__(self, session: Session, visitor: str, language: str) -> None:
        self.visitor, self.language = visitor, language
        self._session = session
        with reading(language):
            self.tab = Tab(session, visitor, None, lambda: ("http://house", ""), Limits())
        self.shown = Shown()

    def read(self) -> dict[str, Any]:
        """Take the next message as it comes over the wire."""
        text = self.tab.write(self.tab.queue.get_nowait())
        return self.shown.take(json.loads(text))

    def afresh(self) -> dict[str, Any]:
        """Draw the present with nothing that was kept, for somebody who comes just now."""
        session = Session(self._session.table, "", [])
        session.presence = self._session.presence
        with reading(self.language):
            return Tab(session, self.visitor, None, lambda: ("http://house", ""), Limits()).frame()


def seat(name: str, seats: int) -> tuple[Session, list[Page]]:
    session = Session(Table(ID, opened(name, seats), DEALERS), "", [])
    visitors = (*range(seats), SPECTATOR)
    for visitor in visitors:
        # Whether somebody is away depends on the time, and is nothing to compare.
        session.presence.connect(f"visitor {visitor}")
    return session, [
        Page(session, f"visitor {visitor}", LANGUAGES[n % len(LANGUAGES)])
        for n, visitor in enumerate(visitors)
    ]


def follow(session: Session, luck: random.Random) -> bool:
    """Play on, or take back; return whether the game goes on."""
    table = session.table
    if table.match is None:
        step = moves.start_by_itself(table)
    else:
        back = [seat for seat in range(table.seats) if moves.can_undo(table, seat)]
        if back and luck.random() < 0.15:
            step = moves.undo(table, back[0])
        else:
            seat = luck.choice(table.playing.to_act)
            choices = table.playing.choices(seat)
            # Dice are laid step by step, in secret; the proposal is one move.
            step = moves.play(
                table, seat, int(luck.choice([one for one in choices if str(one) == "best"] or choices))
            )
    table.apply(step.entry, step.match)
    session.notify()
    return bool(table.playing.to_act)


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_pages_put_together_what_a_fresh_house_would_draw(name: str) -> None:
    """To the end of a game, for all seats and a spectator, in several languages at one table."""
    luck = random.Random(11)
    session, pages = seat(name, max(3, game(name).seats[0]))
    goes_on, versions = True, 0
    while goes_on and versions < 160:
        goes_on = follow(session, luck)
        versions += 1
        for page in pages:
            page.tab.changed()
            assert page.read()["html"] == page.afresh()["html"]
        if luck.random() < 0.05:
            # Somebody connects again.
            n = luck.randrange(len(pages))
            pages[n] = Page(session, pages[n].visitor, pages[n].language)
    assert versions > 10


def test_little_is_sent_twice() -> None:
    session, pages = seat("gang-of-dice", 3)
    luck = random.Random(3)
    sent = whole = 0
    for _version in range(30):
        follow(session, luck)
        for page in pages:
            page.tab.changed()
            text = page.tab.write(page.tab.queue.get_nowait())
            whole += len(page.shown.take(json.loads(text))["html"])
            sent += len("".join(part for part in json.loads(text)["html"] if isinstance(part, str)))
    assert sent < 0.5 * whole


def test_slow_readers_get_every_board_or_the_present() -> None:
    session, (page, *_others) = seat("gang-of-dice", 3)
    luck = random.Random(5)
    follow(session, luck)
    page.tab.changed()
    assert page.read()["html"] == page.afresh()["html"]
    for _version in range(3):
        follow(session, luck)
        page.tab.changed()
    while not page.tab.queue.empty():
        last = page.read()
    assert last["html"] == page.afresh()["html"]
    # Who reads nothing for long loses what waited: what comes then must not build on that.
    for _version in range(LONGEST_QUEUE + 2):
        page.tab.changed()
    while not page.tab.queue.empty():
        last = page.read()
    assert last["html"] == page.afresh()["html"]


def test_a_page_that_lost_a_board_gets_the_whole() -> None:
    session, (page, *_others) = seat("gang-of-dice", 3)
    luck = random.Random(5)
    for _version in range(3):
        follow(session, luck)
        page.tab.changed()
    page.read()
    page.tab.write(page.tab.queue.get_nowait())
    with pytest.raises(AssertionError, match="another board"):
        page.read()
    page.tab.start_over()
    assert page.read()["html"] == page.afresh()["html"]


def test_parts_are_kept_by_all_that_they_show_and_by_their_reader() -> None:
    kept = Parts()
    drawn: list[str] = []

    def draw() -> str:
        drawn.append("x")
        return f"<b>{len(drawn)}</b>"

    first = kept.keep(draw, "hand", {"cards": [1, 2]}, True)
    assert type(first) is Part
    assert kept.keep(draw, "hand", {"cards": [1, 2]}, True) is first
    for other in (({"cards": [1, 2]}, 1), ({"cards": [1, 3]}, True), ({"cards": ["1", 2]}, True)):
        assert kept.keep(draw, "hand", *other) != first, "what looks alike is not the same"
    assert kept.keep(draw, "stack", {"cards": [1, 2]}, True) != first
    with reading("de"):
        assert kept.keep(draw, "hand", {"cards": [1, 2]}, True) != first


def test_parts_are_forgotten_when_nobody_asks_for_them() -> None:
    kept = Parts()
    first = kept.keep(lambda: "<b>", "bar")
    kept.age()
    assert kept.keep(lambda: "<i>", "bar") is first
    kept.age()
    kept.age()
    assert kept.keep(lambda: "<i>", "bar") == "<i>"
    # Who looks at all moments of a game that is over does not fill the memory.
    for n in range(3 * parts.MOST):
        kept.keep(lambda: "<b>", "moment", n)
    assert len(kept) <= 2 * parts.MOST


def test_what_is_not_plain_data_is_drawn_each_time() -> None:
    kept = Parts()
    assert [kept.keep(lambda n=n: f"{n}", "odd", object()) for n in range(2)] == ["0", "1"]  # type: ignore[misc]
