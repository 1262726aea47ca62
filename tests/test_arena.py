"""The arena: fair seats, the same deals for all, honest errors, and nothing lost when interrupted."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from chancebox.bots import BOTS, bot_digest
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.games import game
from chancebox.lab import arena
from chancebox.lab.arena import Meeting
from chancebox.lab.pages.arena_page import page
from chancebox.lab.scores import ScoreFound, Sprt, mean_share

GUEST = """
class Stops:
    '''Stops whenever it may.'''
    def __init__(self, seed): pass
    def choose(self, question): return question.choices[-1]

class Never:
    def __init__(self, seed): pass
    def choose(self, question): return 77

class Shy:
    pass
"""


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(arena, "cache_folder", lambda: tmp_path)


@pytest.fixture
def guest(tmp_path: Path) -> str:
    file = tmp_path / "my_bot.py"
    file.write_text(GUEST, "utf-8")
    return str(file)


def meeting(*bots: str, seats: int = 2, seed: int = 1) -> Meeting:
    pig = game("pig")
    return Meeting(pig, load_box(pig), seats, pig.check_options({}, seats), bots, seed)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_every_bot_has_every_seat_equally_often_and_meets_every_other(seats: int, bots: int) -> None:
    lineups = meeting(*list(BOTS)[:bots], seats=seats).lineups
    for seat in range(seats):
        counts = Counter(lineup[seat] for lineup in lineups)
        assert set(counts) == set(range(bots))
        assert len(set(counts.values())) == 1
    met = {(a, b) for lineup in lineups for a in lineup for b in lineup if a != b}
    assert len(met) == bots * (bots - 1)


def test_all_lineups_get_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all play alike, the lineups of a deal end alike, seat by seat."""
    monkeypatch.setitem(BOTS, "other", BOTS["random"])
    deal = arena.play_deal(meeting("random", "other"), 3)
    assert deal.shares[0] == deal.shares[1]
    assert deal.moves != arena.play_deal(meeting("random", "other"), 4).moves


def test_an_interrupted_meeting_goes_on(guest: str) -> None:
    """First a part, then the whole: the same deals as all at once, and the part is not played again."""
    one = meeting("random", f"{guest}:Stops")
    part = arena.run(one, 6)
    seen: list[int] = []
    whole = arena.run(one, 12, progress=lambda report: seen.append(len(report.deals)))
    at_once = arena.run(one, 12, fresh=True)
    assert [deal.shares for deal in whole.deals] == [deal.shares for deal in at_once.deals]
    assert part.deals == whole.deals[:3]
    assert seen == [1, 2, 3, 4, 5, 6]
    other = arena.run(meeting("random", f"{guest}:Stops", seed=2), 6)
    assert [deal.moves for deal in other.deals] != [deal.moves for deal in part.deals]


def test_a_cut_line_is_played_again(tmp_path: Path) -> None:
    one = meeting("random", "thumb")
    before = arena.run(one, 6)
    (file,) = (tmp_path / "arena").glob("*.jsonl")
    file.write_text(file.read_text("utf-8")[:-20], "utf-8")
    assert [deal.shares for deal in arena.run(one, 6).deals] == [deal.shares for deal in before.deals]


def test_the_number_of_workers_changes_nothing() -> None:
    one = meeting("random", "thumb", seats=3)
    alone, together = (arena.run(one, 20, workers=workers, fresh=True) for workers in (1, 3))
    assert [deal.shares for deal in alone.deals] == [deal.shares for deal in together.deals]


def test_a_changed_bot_begins_anew(guest: str) -> None:
    before = meeting("random", f"{guest}:Stops").digest
    Path(guest).write_text(GUEST + "\n# changed", "utf-8")
    assert meeting("random", f"{guest}:Stops").digest != before


def test_a_bot_of_ones_own_plays_and_is_refused_with_a_sentence(guest: str) -> None:
    report = arena.run(meeting("random", f"{guest}:Stops"), 20)
    assert report.score.shares()[0].share == 1, "who always stops has no points"
    for wrong in ("Never", "Shy", "Nobody"):
        with pytest.raises(BadSetup, match=wrong):
            arena.run(meeting("random", f"{guest}:{wrong}"), 2)
    with pytest.raises(BadSetup, match="no file"):
        meeting("random", "no_such_file.py:Bot")


@pytest.mark.parametrize("bots", [("thumb",), ("thumb", "thumb")])
def test_a_meeting_needs_two_different_bots(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadSetup):
        meeting(*bots)


# Numbers


def fake(p: float, deals: int, seed: int = 1) -> ScoreFound:
    """Deals of two games between two bots, of which the first wins with this chance."""
    rng = random.Random(seed)
    games = []
    for _deal in range(deals):
        won = [rng.random() < p for _ in range(2)]
        games.append([((0, 1), (won[0], not won[0])), ((1, 0), (not won[1], won[1]))])
    return ScoreFound(
        2, [[(lineup, [float(x) for x in shares]) for lineup, shares in deal] for deal in games]
    )


def test_intervals_hold_what_they_promise() -> None:
    inside = 0
    for seed in range(400):
        share = fake(0.6, 50, seed).shares()[0]
        inside += share.low <= 0.6 <= share.high
    assert 0.92 <= inside / 400 <= 0.99


def test_an_interval_of_few_deals_is_wide() -> None:
    assert mean_share([1.0, 1.0, 1.0]).low < 0.7


def test_elo_is_that_of_the_share() -> None:
    (first, error), (last, _none) = fake(0.64, 3000).elo()
    assert first == pytest.approx(100, abs=12)
    assert last == 0
    assert 5 < error < 15


def test_the_sequential_test_is_rarely_wrong() -> None:
    """With a risk of 5 % each way, wrong answers stay near that; clear cases end early."""
    test = Sprt(0.5, 0.6)
    wrong = early = 0
    for seed in range(100):
        for p, right in ((0.5, "worse"), (0.6, "better")):
            shares = fake(p, 600, seed).by_deal(0)
            n = next((n for n in range(1, 601) if test.verdict(shares[:n])), 600)
            wrong += test.verdict(shares[:n]) not in (right, "")
            early += n < 400
    assert wrong <= 20
    assert early > 150


def test_a_share_among_three_is_even_at_a_third() -> None:
    games = [[((0, 1, 2), (1.0, 0.0, 0.0)), ((1, 2, 0), (1.0, 0.0, 0.0)), ((2, 0, 1), (1.0, 0.0, 0.0))]]
    assert ScoreFound(3, [[*deal] for deal in games]).by_deal(0) == [pytest.approx(0.5)]


# What is shown


def test_the_report_is_plain_data_and_a_page_of_its_own() -> None:
    report = arena.run(meeting("thumb", "random"), 40, Sprt(0.4, 0.6))
    data = json.loads(json.dumps(report.as_json()))
    assert data["games"] == 2 * data["deals"]
    assert sum(row["share"] for row in data["bots"]) == pytest.approx(1)
    assert data["sequential_test"]["verdict"] in ("", "better", "worse")
    html = page(report)
    assert html.count('class="chart') == 2
    assert "thumb" in html
    for foreign in ("http", "<script", "@import", "url("):
        assert foreign not in html


def test_a_meeting_of_the_master_does_not_go_on_with_other_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was solved beforehand is part of its program; the searcher does without."""
    gang = game("gang-of-dice")
    before = [bot_digest(name, gang) for name in ("master:5", "searcher:5")]
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"x" * (file.name == "duel.npz"))
    after = [bot_digest(name, gang) for name in ("master:5", "searcher:5")]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True]
