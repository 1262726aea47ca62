"""The end of a game: who won, as the one who looks is told it, and how it came to that."""

import html
import itertools
import random
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.game.happenings import BUST, OUT, ROUND, Change, Happening, Score
from chancebox.games import game, names
from chancebox.server.house.house import House
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.screens.retelling import retell
from chancebox.server.screens.score_chart import GAP, HEIGHT, MARK, NUMBER, draw
from chancebox.server.screens.turning_points import ScoreAt, standings, turning_points
from server.boards import receive
from server.guests import Guest, play_some, seated


def last_frame(house: TestClient, guest: Guest, table: str, eyes: int = 0) -> dict[str, Any]:
    with house.websocket_connect(f"/t/{table}/live?eyes={eyes}", headers=guest.headers) as socket:
        frame: dict[str, Any] = receive(socket)
    assert frame["stage"] == "over"
    return frame


def verdict(frame: dict[str, Any]) -> str:
    found = re.search(r'<p class="verdict">(.*?)</p>', frame["html"], re.DOTALL)
    assert found
    return html.unescape(" ".join(found[1].split()))


def test_winners_read_that_they_win_and_the_others_who_did(
    house: TestClient, ann: Guest, ben: Guest, stranger: Guest
) -> None:
    won: list[bool] = []
    while sum(won) != 1:  # now and then both win
        table = seated(ann, ben, "gang-of-dice")
        play_some(table, 2000, ann, ben)
        both = [last_frame(house, ann, table), last_frame(house, ben, table)]
        won = [frame["won"] for frame in both]
    winner = won.index(True)
    assert verdict(both[winner]) == "You win!"
    assert verdict(both[1 - winner]) == verdict(last_frame(house, stranger, table))
    assert verdict(both[1 - winner]) == ["Ann wins.", "Ben wins."][winner]
    for seat, frame in enumerate(both):
        mine = re.findall(r'<li class="seat-(\d) me">', frame["html"])
        assert mine == [str(seat)], "the own line of the standings is marked"


def test_people_at_one_device_read_the_name_of_the_winner(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_some(table, 2000, ann)
    frame = last_frame(house, ann, table)
    assert verdict(frame) in ("Ann wins.", "Anton wins.", "Ann and Anton share the win.")
    assert frame["won"], "one of those who look has won"


def test_alone_a_goal_is_met_or_not_and_nobody_wins(house: TestClient, ann: Guest) -> None:
    table = ann.open("second-chance", "Ann", start=True)
    play_some(table, 2000, ann)
    frame = last_frame(house, ann, table)
    assert re.fullmatch(r"Not this time: \d+ empty squares; 9 or fewer were the goal\.", verdict(frame))
    assert "Nobody wins" not in frame["html"]
    assert "<b>2.</b>" not in frame["html"], "who plays alone has no place"


@pytest.mark.parametrize("name", [name for name in names() if name != "pig"])
def test_every_game_is_told_in_three_lines_that_lead_to_their_moments(
    house: TestClient, ann: Guest, name: str
) -> None:
    seats = max(2, game(name).seats[0])
    for _try in range(20):  # one of twenty games of chance it ends before three things have happened
        table = ann.open(name, *[f"Ann {n}" for n in range(seats)], start=True)
        play_some(table, 5000, ann, seed=3)
        frame = last_frame(house, ann, table)
        told = re.findall(
            r'<button type="button" data-moment="(\d+)">(.*?)</button>', frame["html"], re.DOTALL
        )
        if len(told) == 3:
            break
    assert len(told) == 3
    logged = {n: text for n, text, *_more in frame["log"]["lines"]}
    for n, line in told:
        without_mark = re.sub(r'<span class="mark.*?</b></span>', "", line)
        text = html.unescape(re.sub(r"<small>.*?</small> |<[^>]*>", "", without_mark)).strip()
        assert text
        assert text in logged[int(n)]
        assert house.get(f"/t/{table}/moments/{n}?eyes=0", headers=ann.headers).status_code == 200
    assert 'role="img" aria-label="Ann 0: from ' in frame["html"]
    assert "style=" not in frame["html"].split('<figure class="chart">')[1].split("</figure>")[0]


def test_the_final_round_says_who_plays_last_and_not_who_loses(house: TestClient, ann: Guest) -> None:
    table = ann.open("take-a-chance", "Ann", "Ben", "Cleo", start=True)
    luck = random.Random(3)
    progress: list[str] = []
    while ann.step(table, luck) is not None:
        shown = house.get(f"/t/{table}/frames").json()["html"]
        progress += re.findall(r'<span class="progress">(.*?)</span>', shown, re.DOTALL)
    assert any(re.search(r'class="finale".*(Ann|Ben|Cleo) plays last', text) for text in progress)
    assert "finale" not in progress[-1], "when the game is over nothing is pressing"
    assert "last" not in progress[-1]


def test_a_game_is_retold_once(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_some(table, 2000, ann)
    found: House = house.app.state.house  # type: ignore[attr-defined]
    session = found.kernel.sessions[table]
    first = retell(session, 0)
    drawings_of(session).boards.clear()
    drawings_of(session).stories.clear()
    assert retell(session, 0) is first


def test_lines_of_the_log_name_their_seat_and_round(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_some(table, 2000, ann)
    lines = last_frame(house, ann, table)["log"]["lines"]
    for _n, text, seat, number in lines:
        if text.startswith("Round "):
            assert (seat, number) == (None, int(text.split()[1].rstrip(".")))
        if " stakes " in text:
            assert ["Ann", "Anton"][seat] == text.split()[0]
    numbers = [number for *_more, number in lines if number]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1


# Turning points.


class Paid(Happening, frozen=True):
    stage = ROUND
    seat: int
    coins: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "coins", self.coins)]


class Staked(Paid, frozen=True):
    stage = ""


class Began(Happening, frozen=True):
    round: int


class Left(Happening, frozen=True):
    stage = OUT
    seat: int


class Slipped(Happening, frozen=True):
    stage = BUST
    seat: int


COINS = Score("coins", {"coins": 1})
START = {(0, "coins"): 10, (1, "coins"): 10}


def told(*happened: Happening, score: Score | None = COINS) -> list[tuple[int, int, str]]:
    """Pick from one happening after the other, and name what was picked."""
    moments = [(n, [one]) for n, one in enumerate(happened, 1)]
    picked = turning_points(moments, score, START, 2, lambda one: type(one).__name__)
    return [(one.moment, one.round, one.text) for one in picked]


def test_the_largest_change_and_the_last_change_of_the_lead_are_told_first() -> None:
    happened = [Paid(0, 9), Paid(1, 3), Paid(1, 7), Paid(0, 2), Paid(1, 1), Paid(1, 1)]
    # 19:10, 19:13, 19:20, 21:20, 21:21 and 21:22: a draw is no lead.
    assert [moment for moment, _round, _text in told(*happened)] == [1, 5, 6]


def test_a_stake_is_no_loss_and_does_not_change_the_lead() -> None:
    happened = [Paid(0, 1), Staked(0, -8), Slipped(1), Staked(0, 8), Paid(0, 1)]
    assert [text for _n, _round, text in told(*happened)] == ["Paid", "Slipped", "Paid"]
    moments = [(n, [one]) for n, one in enumerate(happened, 1)]
    assert [one.scores for one in standings(moments, COINS, START, 2)] == [(10, 10), (11, 10), (12, 10)]


def test_eliminations_come_before_rounds_and_busts() -> None:
    happened = [Left(1), Slipped(0), Slipped(1), Left(0), Slipped(0)]
    assert [(n, text) for n, _round, text in told(*happened, score=None)] == [
        (1, "Left"),
        (4, "Left"),
        (5, "Slipped"),
    ]


def test_rounds_are_named_and_what_comes_before_the_first_decides_nothing() -> None:
    assert told(Paid(0, 50), Began(1), Paid(1, 2), Began(2), Slipped(0)) == [
        (3, 1, "Paid"),
        (5, 2, "Slipped"),
    ]


def test_what_the_log_does_not_tell_is_not_told() -> None:
    moments: list[tuple[int, list[Happening]]] = [(1, [Paid(0, 9)]), (2, [Left(1)])]
    picked = turning_points(moments, COINS, START, 2, lambda one: "" if isinstance(one, Paid) else "gone")
    assert [one.moment for one in picked] == [2]


def test_where_fewer_is_better_the_lead_is_with_the_fewest() -> None:
    few = Score("coins", {"coins": 1}, fewest=True)
    assert (2, 0, "Paid") in told(Paid(0, -1), Paid(1, -2), *[Paid(1, -1)] * 5, Left(0), score=few)


# The chart.


@pytest.mark.parametrize("highest", [7, 900, 9_999, 12_500, 104_500, -12_500])
def test_the_numbers_of_a_chart_have_room_for_all_their_digits(highest: int) -> None:
    chart = draw("worth", [ScoreAt(0, (0,)), ScoreAt(1, (1,)), ScoreAt(2, (highest,))], 2)
    assert chart
    widest = max(len(str(value)) for value, _y in chart.scale)
    assert chart.left - GAP >= 6 * widest, "of ten pixels that a digit is high it is at most six wide"
    assert all(float(line.points.split(",")[0]) == chart.left for line in chart.lines)


def test_a_score_that_never_moved_gets_no_chart() -> None:
    assert draw("coins", [ScoreAt(0, (1, 1))], 9) is None
    assert draw("coins", [ScoreAt(n, (1, 1)) for n in range(5)], 9) is None


def test_numbers_of_the_scale_do_not_lie_on_each_other() -> None:
    for low, high in [(-1, 100), (-100, 1), (-50, 50), (-10, 90), (0, 9), (3, 40)]:
        chart = draw("luck", [ScoreAt(0, (max(low, 0),)), ScoreAt(1, (low,)), ScoreAt(2, (high,))], 2)
        assert chart
        assert all(abs(b - a) >= NUMBER for (_n, a), (_m, b) in itertools.pairwise(chart.scale))
        assert (0 in dict(chart.scale)) == (low <= 0), "what is more and what is less is told apart"


def test_marks_at_the_end_lie_beside_each_other_and_inside() -> None:
    luck = random.Random(1)
    for _try in range(50):
        last = tuple(luck.choice([0, 1, 2, 50]) for _seat in range(6))
        chart = draw("coins", [ScoreAt(0, (0,) * 6), ScoreAt(4, (60,) * 6), ScoreAt(9, last)], 9)
        assert chart
        heights = sorted(line.mark[1] for line in chart.lines)
        assert heights[0] >= 0
        assert heights[-1] + MARK <= HEIGHT
        assert all(b - a >= MARK for a, b in itertools.pairwise(heights))
