"""What is remembered while tables are drawn changes nothing: everybody gets what a fresh house would draw."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from chancebox.engine.game.boxes import load_box
from chancebox.games import game, names
from chancebox.server.access.limits import Limits
from chancebox.server.house.sessions import Session
from chancebox.server.tables import entries, moves
from chancebox.server.tables.dealers import SEALED, Dealers
from chancebox.server.tables.entries import Entry, Place
from chancebox.server.tables.table import Table
from chancebox.server.web.live import Tab
from chancebox.web import template_cache

DEALERS = Dealers(b"a key for dice that fall the same")
ID = "0" * 32
DECISIONS = 30


def opened(name: str, seats: int) -> entries.Opened:
    found = game(name)
    return entries.Opened(
        game=found.name,
        rules=found.version,
        box=load_box(found).digest,
        options=found.check_options({}, seats),
        places=[Place("person", f"Person {seat}", "", f"visitor {seat}") for seat in range(seats)],
        host="visitor 0",
        dealer=SEALED,
        seal=DEALERS.commitment(ID),
    )


def watch(session: Session, visitor: str) -> Tab:
    return Tab(session, visitor, None, lambda: ("http://house", ""), Limits())


@contextmanager
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw every piece anew."""
    with monkeypatch.context() as patch:
        patch.setattr(template_cache, "_drawn", template_cache.Drawings(0))
        yield


def drawn_afresh(log: list[Entry], visitor: str, eyes: int, told: int) -> bytes:
    """Read the table from its log, and draw it for one who watches and was told so much: for nobody else."""
    first, *rest = log
    assert isinstance(first, entries.Opened)
    table = Table(ID, first, DEALERS)
    for entry in rest:
        table.apply(entry)
    tab = watch(Session(table, "", []), visitor)
    if told >= 0:
        tab.resume(eyes, told, again=0)
    return msgspec.json.encode(tab.frame())


@pytest.mark.wide
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_gets_what_a_fresh_house_would_draw(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = max(seats, game(name).seats[0])
    log: list[Entry] = [opened(name, seats)]
    table = Table(ID, opened(name, seats), DEALERS)
    session = Session(table, "", [])
    tabs = [watch(session, f"visitor {seat}") for seat in (*range(seats), 77, 78)]
    told = dict.fromkeys(tabs, (0, -1))
    luck = random.Random(7)
    step = moves.start_by_itself(table)
    for _decision in range(DECISIONS):
        log.append(step.entry)
        table.apply(step.entry, step.match)
        session.notify()
        frames = [tab.frame() for tab in tabs]
        for tab, frame in zip(tabs, frames, strict=True):
            with nothing_remembered(monkeypatch):
                afresh = drawn_afresh(log, tab.visitor, *told[tab])
            assert msgspec.json.encode(frame) == afresh
            told[tab] = frame["eyes"], frame["told"]
        if not table.playing.to_act:
            break
        back = [seat for seat in range(seats) if moves.can_undo(table, seat)]
        if back and luck.random() < 0.2:
            step = moves.undo(table, back[0])
        else:
            seat = luck.choice(table.playing.to_act)
            step = moves.play(table, seat, int(luck.choice(table.playing.choices(seat))))
    assert len(log) > 10
