"""Mine: what a device has played, from rows that are written once, and never what others know."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.engine.game import badges
from chancebox.reviews.report import Number, Review, SeatReview
from chancebox.server.access.limits import unlimited
from chancebox.server.house import own_results
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.own_results import Opponent, OwnResult
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.store.schema import log
from chancebox.server.store.schema import own_results as rows_of_results
from chancebox.server.store.table_logs import TableLogs
from chancebox.server.web import mine
from chancebox.server.web.app import create_app
from children import wait_until
from server.guests import Guest, play_out, seated
from server.test_leaving import execute
from server.test_neighbours import inside

STORES = Path(__file__).parents[1] / "golden" / "stores"


def visitor_of(guest: Guest) -> str:
    return inside(guest.house).visitors.read(guest.token)


def counted(guest: Guest) -> list[OwnResult]:
    """Return the results of a guest when all that is to be counted was counted."""
    house = inside(guest.house)
    assert guest.house.portal
    for _look in range(2):
        found, _missing = guest.house.portal.call(house.own_results.of, visitor_of(guest))
        guest.house.portal.call(house.own_results.settle)
    assert guest.house.portal.call(house.own_results.of, visitor_of(guest))[1] == 0
    return list(found)


def look(guest: Guest, language: str = "en") -> str:
    answer = guest.house.get("/mine", headers={**guest.headers, "accept-language": language})
    assert answer.status_code == 200
    return answer.text


def result(n: int, **more: Any) -> OwnResult:
    usual = OwnResult("v", f"t{n}", float(n), "gang-of-dice", 0, 3, 2, False, 10, 50, [], [])
    return usual._replace(**more)


# What is written.


def test_a_game_is_counted_for_everybody_who_played(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    table = seated(ann, ben, "gang-of-dice", "bot")
    play_out(table, ann, ben)
    ended = ann.state(table)["result"]
    for seat, guest in enumerate((ann, ben)):
        (mine,) = counted(guest)
        assert (mine.table, mine.game, mine.seat, mine.seats) == (table, "gang-of-dice", seat, 3)
        assert mine.place == ended["places"][seat]
        assert mine.won == (seat in ended["winners"])
        assert mine.moves > 10
        others = {("Ann", ""), ("Ben", "")} - {(("Ann", "Ben")[seat], "")}
        assert {(one.name, one.bot) for one in mine.others if not one.bot} == others
        assert [one.bot for one in mine.others if one.bot] == ["random"]


def test_the_score_is_what_the_board_shows_in_the_end(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    (mine,) = counted(ann)
    view = ann.get(f"tables/{table}/view", seat=0)["view"]
    stock = view["players"][0]["stock"]
    assert mine.score == stock


@pytest.mark.parametrize("people", [["Ann", "Anton"], ["Ann", "Anton", "bot"]])
def test_a_device_that_was_passed_round_wins_nothing(ann: Guest, people: list[str]) -> None:
    play_out(ann.open("gang-of-dice", *people, start=True), ann)
    (mine,) = counted(ann)
    assert not mine.counts
    assert not mine.won
    assert mine.badges == []


def test_what_others_decided_is_nobodys_record(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    forked = ann.post(f"tables/{table}/fork", events=5, seat=0, name="Ann").json()["table"]
    play_out(forked, ann)
    assert {one.table: one.counts for one in counted(ann)} == {table: True, forked: False}


def test_a_lesson_is_no_record(house: TestClient, ann: Guest) -> None:
    ann.open("gang-of-dice", "Ann", "bot")
    table = house.post("/learn/gang-of-dice", headers=ann.headers, follow_redirects=False).headers["location"]
    play_out(table.rsplit("/", 1)[1], ann)
    assert [one.counts for one in counted(ann)] == [False]


def test_who_hosts_without_playing_has_played_nothing(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "open", "bot")
    ben.sit(table, 0, "Ben")
    ann.post(f"tables/{table}/start")
    play_out(table, ben)
    assert counted(ann) == []
    assert len(counted(ben)) == 1


def test_it_is_written_when_the_game_ends_and_no_log_is_read_for_the_page(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_out(ann.open("gang-of-dice", "Ann", "bot", start=True), ann)
    assert house.portal
    house.portal.call(inside(house).own_results.settle)
    monkeypatch.setattr(Kernel, "fold", None)
    monkeypatch.setattr(TableLogs, "read", None)
    assert "chance it" in look(ann)
    assert len(counted(ann)) == 1


def test_tables_of_old_stores_are_counted_when_somebody_looks(folder: Path) -> None:
    made = json.loads((STORES / "0008.json").read_text())
    folder.mkdir()
    with gzip.open(STORES / "0008.sqlite3.gz") as source, (folder / FILE).open("wb") as to:
        shutil.copyfileobj(source, to)
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann = Guest(house)
        ann.token = made["token"]
        assert "3 earlier games are being counted" in look(ann)
        found = counted(ann)
        assert {one.table for one in found} == set(made["over"])
        assert not any(one.counts for one in found), "Ann and Ben sat at one device"
        assert "being counted" not in look(ann)


def test_one_that_cannot_be_read_is_not_tried_again_and_again(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    assert len(counted(ann)) == 1
    broken = sa.update(log).values(entry=sa.func.replace(log.c.entry, '"rules":1', '"rules":99'))
    execute(house, broken)
    execute(house, rows_of_results.delete())
    inside(house).kernel.sessions.clear()
    assert counted(ann) == []


def test_only_so_many_are_made_after_one_look(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_results, "AT_ONCE", 2)
    for _table in range(3):
        play_out(ann.open("gang-of-dice", "Ann", "bot", start=True), ann)
    counted(ann)
    house = inside(ann.house)
    execute(ann.house, rows_of_results.delete())
    assert ann.house.portal
    assert ann.house.portal.call(house.own_results.of, visitor_of(ann)) == ([], 2)
    ann.house.portal.call(house.own_results.settle)
    assert ann.house.portal.call(house.own_results.of, visitor_of(ann))[1] == 1


def test_a_removed_table_counts_no_more(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    assert len(counted(ann)) == 1
    ann.post(f"tables/{table}/remove")
    assert counted(ann) == []


def test_what_is_erased_at_one_is_made_anew_for_the_others(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    was = counted(ben)[0]
    assert was.others == [Opponent("Ann")]
    ann.post("mine/remove", sure=True)
    assert counted(ben) == [was._replace(others=[Opponent("Guest")], at=counted(ben)[0].at)]


def test_luck_comes_from_the_review(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    (before,) = counted(ann)
    assert before.luck is None
    inside(ann.house).own_results.note_luck(table, review(0.25, -0.25))
    # It is written when the store has time for it.
    wait_until(lambda: counted(ann) == [before._replace(luck=0.25)], "a result with its luck")


def review(*lucks: float) -> Review:
    none = Number(0.0, 0.0)
    seats = tuple(
        SeatReview("x", none, none, Number(luck, 0.1), none, none, none, None, None, None, {})
        for luck in lucks
    )
    return Review("gang-of-dice", 1, "", "normal", "thumb", ("x", "y"), (0,), (), (), (), seats, 1.0, 0, 0)


# What is told.


def test_a_summary() -> None:
    told = mine.summarise(
        [
            result(5, won=True, place=1, score=40, others=[Opponent("Ben"), Opponent("Ada", "thumb")]),
            result(4, won=True, place=1, score=70, others=[Opponent("Ben")], badges=["bosses-kept"]),
            result(3, moves=99, others=[Opponent("Cleo")], badges=["bosses-kept", "shared-throne"]),
            result(2, place=0),
            result(1, game="second-chance", seats=1, place=1, won=True, score=7),
            result(0, game="second-chance", score=4),
        ]
    )
    assert (told.games, told.wins, told.uncounted, told.streak) == (5, 3, 1, 2)
    assert [one.table for one in told.form] == ["t0", "t1", "t3", "t4", "t5"]
    gang, second = told.records
    assert (gang.games, gang.wins, gang.best, gang.best_at, gang.longest_at) == (3, 2, 70, "t4", "t3")
    assert (second.best, second.best_at) == (4, "t0"), "there the fewest are best"
    assert [(one.name, one.games, one.wins) for one in told.favourites] == [("Ben", 2, 2)]
    earned = {one.badge.key: one.table for one in told.honours if one.table}
    assert earned == {"bosses-kept": "t3", "shared-throne": "t3"}, "where it was first"


def test_luck_over_time_is_added_up() -> None:
    told = mine.summarise([result(n, luck=luck) for n, luck in ((4, None), (3, -0.5), (2, 0.1), (1, 0.2))])
    assert told.reviewed == 3
    assert told.luck
    assert (told.luck.lines[0].first, told.luck.lines[0].last) == (0, -20)


def test_the_page_says_all_of_it(ann: Guest) -> None:
    assert "There is nothing here yet" in look(ann)
    assert "Delete" not in look(ann), "who was never here has nothing to delete"
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    counted(ann)
    page = look(ann)
    for word in ("Form", "Records", "Badges", "Luck over time", "Download all", f'href="/t/{table}"'):
        assert word in page, word


def test_nobody_sees_it_but_its_owner(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    other = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(other, ann)
    counted(ann)
    counted(ben)
    assert other in look(ann)
    assert other not in look(ben)


def test_badges_are_shown_once_at_the_end_to_who_earned_them(
    ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    every = own_results.badges_of(inside(ann.house).kernel.sessions[table].table.game)
    monkeypatch.setattr(badges, "earned", lambda _badges, tale: list(every[:1]) if tale.me == 0 else [])

    def shown(guest: Guest) -> bool:
        answer = guest.house.get(f"/t/{table}/frames", headers=guest.headers).json()
        return "honours" in str(answer["html"])

    assert [shown(guest) for guest in (ann, ben, Guest(ann.house))] == [True, False, False]
