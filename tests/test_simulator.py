"""Simulations: the same result however the work is cut, and numbers that add up."""

import math

import pytest
import scipy

import chancebox as cb
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.streams import below
from chancebox.games import game, names
from chancebox.lab.clusters.clusters import FEW, Keep
from chancebox.lab.findings import interval
from chancebox.lab.simulator import Simulator

SAME = ("events", "wins", "win_shares", "length", "ended")


@pytest.fixture(scope="module")
def gang() -> Simulator:
    return Simulator(game("gang-of-dice"), 3, build="checked")


def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(gang: Simulator) -> None:
    one, two, three = (gang.run(3000, 7, workers).as_json() for workers in (1, 2, 3))
    assert {key: one[key] for key in SAME} == {key: two[key] for key in SAME}
    assert {key: one[key] for key in SAME} == {key: three[key] for key in SAME}
    assert gang.run(3000, 8, 2).as_json()["events"] != one["events"]


def test_games_are_numbered_not_timed(gang: Simulator) -> None:
    whole = gang.play(5, 0, 2 * FEW)
    parts = gang.play(5, FEW, FEW)
    parts.add(gang.play(5, 0, FEW))
    assert whole.wins.tolist() == parts.wins.tolist()
    assert whole.lengths.tolist() == parts.lengths.tolist()


def test_checked_and_unchecked_builds_find_the_same(gang: Simulator) -> None:
    fast = Simulator(game("gang-of-dice"), 3)
    assert fast.play(1, 0, 500).wins.tolist() == gang.play(1, 0, 500).wins.tolist()


def test_everything_adds_up(gang: Simulator) -> None:
    found = gang.run(2000, 3, 2)
    data = found.as_json()
    assert sum(data["ended"].values()) == 2000
    assert sum(data["wins"]) == pytest.approx(2000)
    assert data["events"] == round(data["length"]["mean"] * 2000)
    assert data["length"]["shortest"] <= data["length"]["median"] <= data["length"]["longest"]
    assert all(share["low"] <= share["share"] <= share["high"] for share in data["win_shares"])
    for key in ("game", "seats", "games", "seconds", "games_per_s", "events_per_s"):
        assert key in data


@pytest.mark.wide(case="second-chance")
@pytest.mark.parametrize("picking", [name for name in names() if hasattr(game(name).rules, "pick")])
def test_games_that_pick_take_what_is_listed(picking: str) -> None:
    """Rules that count choices instead of listing them, compiled, beside plain ones that list."""
    simulator = Simulator(game(picking), 3)
    results = simulator.record(5, 0, games=4, keep=Keep.EVENTS)
    assert results.seats is not None
    assert results.actions is not None
    events = zip(results.seats.tolist(), results.actions.tolist(), strict=True)
    rules, box = game(picking).build("plain"), simulator.box
    for number, length in enumerate(results.lengths.tolist()):
        s = rules.start(box, 3, game(picking).options_record(simulator.options))
        thinking = stream(5, THINKING, number).tolist()
        for _event in range(length):
            seat, action = next(events)
            if seat != CHANCE:
                listed = rules.choices(box, s, seat)
                assert action == listed[below(thinking, len(listed))]
            rules.play(box, s, seat, action)


def test_options_and_boxes_are_played_with() -> None:
    found = game("gang-of-dice")
    usual = Simulator(found, 2).run(500, 1)
    finale = Simulator(found, 2, options={"finale": "1/2/3"}).run(500, 1)
    assert finale.options["finale"] == "1/2/3"
    assert finale.tally.wins.tolist() != usual.tally.wins.tolist()


def test_a_fair_game_is_found_fair() -> None:
    """Who begins is drawn, so all seats of Gang of Dice must win alike."""
    found = Simulator(game("gang-of-dice"), 4).run(20_000, 11)
    assert scipy.stats.chisquare(found.wins).pvalue > 1e-6


def test_intervals_are_wilsons_where_wins_are_whole() -> None:
    share = interval(30, 30, 100)
    known = scipy.stats.binomtest(30, 100).proportion_ci(method="wilson")
    assert math.isclose(share.low, known.low, abs_tol=2e-3)
    assert math.isclose(share.high, known.high, abs_tol=2e-3)
    assert interval(0, 0, 10).low == 0


@pytest.mark.parametrize(("games", "workers", "seed"), [(0, 1, 1), (2**33, 1, 1), (10, 0, 1), (10, 1, -1)])
def test_impossible_simulations_are_refused(gang: Simulator, games: int, workers: int, seed: int) -> None:
    with pytest.raises(cb.BadSetup):
        gang.run(games, seed, workers)
