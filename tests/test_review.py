"""The review of a game: values, the ledger, mistakes, and what is said of them."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import chancebox as cb
from chancebox.bots import bot, question
from chancebox.cli import main
from chancebox.engine.match.match import Match
from chancebox.reviews import decisions, marks
from chancebox.reviews.decisions import Care, Judge
from chancebox.reviews.report import DECISION, LUCK, Number, from_json
from chancebox.reviews.reviewing import DEPTHS, Depth, review, reviewing
from chancebox.reviews.values import Values
from chancebox.reviews.wording import event_texts

TINY = Depth(0.5, 24, 0, Care(choosing=4, valuing=8, error=1.0))
"""Enough to add up, not enough to say anything."""


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "tiny", TINY)


@cache
def played(name: str, seats: int, bots: tuple[str, ...], seed: int = 3) -> Match:
    """Play a game among bots."""
    found = cb.game(name)
    options = found.usual_options(seats)
    match = cb.new(name, seats=seats, seed=seed, options=options, build="compiled")
    players = [bot(bots[seat % len(bots)], seat) for seat in range(seats)]
    while match.to_act:
        seat = match.to_act[-1]  # not in the order of the seats: who decides at the same time may do so
        match.play(seat, players[seat].choose(question(match, seat)))
    return match


SOON = ("gang-of-dice", "pig")
"""Each game's kernels are compiled; `make test` reviews two games, and who has more time all."""
GAMES = [
    pytest.param(name, seats, marks=() if name in SOON else pytest.mark.long)
    for name in [*cb.names(), "pig"]
    for seats in (3, 4)
]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_ledger_closes_for_every_seat(name: str, seats: int) -> None:
    """What a seat won or lost is luck and decisions, its own and those of others, and nothing else."""
    match = played(name, seats, ("random", "thumb"))
    found = review(match, "tiny")
    for i, seat in enumerate(found.seats):
        booked = (seat.luck, seat.decisions, seat.others_luck, seat.others_decisions)
        assert sum(one.value for one in booked) == pytest.approx(seat.end.value - seat.start.value, abs=1e-9)
        changes = sum(moment.changes[i].value for moment in found.moments)
        assert changes == pytest.approx(seat.end.value - seat.start.value, abs=1e-9)
    assert match.result is not None
    winners = match.result.winners
    assert [seat.end.value for seat in found.seats] == [
        (seat in winners) / max(1, len(winners)) for seat in range(seats)
    ]
    assert len(found.values) == len(match.events) + 1
    assert all(sum(row) <= 1 + 1e-9 for row in found.values)  # below 1 where nobody may win
    assert len({moment.n for moment in found.moments}) == len(match.events)


@pytest.mark.parametrize(
    ("name", "seats"), [("gang-of-dice", 3), pytest.param("second-chance", 3, marks=pytest.mark.long)]
)
def test_who_plays_by_the_rule_of_thumb_decides_neither_well_nor_badly(name: str, seats: int) -> None:
    """Its choice is the measure; where it throws no dice, nothing at all is booked for it."""
    found = review(played(name, seats, ("random", "thumb")), "tiny")
    followed = [one for one in found.moments if one.kind == DECISION and one.seat == 1]
    assert sum(one.changes[1] == Number(0.0, 0.0) for one in followed) >= 0.9 * len(followed)


def near_the_end(total: int = 0, ann: int = 90, ben: int = 97) -> Match:
    """Pig, where the second player wins with whatever comes next, unless it is a 1."""
    return cb.at(
        f"pig/1 8af276d9b23e388d pending=1 seats=2 total={total} score={ann},{ben},0,0,0,0,0,0", dealer="ask"
    )


def brute_force(match: Match, depth: int = 9) -> float:
    """Value a position for the first seat by plain rules, outcome by outcome."""
    if match.result:
        return float(0 in match.result.winners) / len(match.result.winners)
    if depth == 0:
        return 0.5
    if cb.CHANCE in match.to_act:
        total = 0.0
        for outcome, share in match.outcomes():
            after = match.fork()
            after.play(cb.CHANCE, outcome)
            total += float(share) * brute_force(after, depth - 1)
        return total
    seat = match.to_act[0]
    after = match.fork()
    after.play(seat, bot("thumb", 0).choose(question(after, seat)))
    return brute_force(after, depth - 1)


@pytest.mark.parametrize(
    "name", ["gang-of-dice", pytest.param("take-it-or-leave-it", marks=pytest.mark.long)]
)
def test_what_is_solved_agrees_with_brute_force_by_plain_rules(name: str) -> None:
    match = played(name, 3, ("random", "thumb"))
    values = Values(match)
    solved = [n for n, value in enumerate(values.exact) if value is not None]
    assert solved[-1] == len(match.events)
    chances = [n for n in solved[:-1] if match.events[n].seat == cb.CHANCE]
    for n in chances[-2:]:
        exact = values.exact[n]
        plain = cb.game(name)
        copy = Match(plain, 3, options=match.options, dealer=cb.Ask(), position=match.fork(n).position())
        assert exact is not None
        assert exact[0] == pytest.approx(brute_force(copy, 40), abs=1e-9)


def test_values_agree_with_what_is_solved() -> None:
    """Playouts from a position that can be solved, without looking at the solution, find the same."""
    match = played("gang-of-dice", 3, ("random", "thumb"))
    solved = Values(match)
    blind = Values(match)
    blind.exact = [None if n < len(match.events) else exact for n, exact in enumerate(blind.exact)]
    for _part in blind.add(400):
        pass
    values, errors = blind.spread()
    for n, exact in enumerate(solved.exact):
        if exact is not None:
            assert np.all(np.abs(values[n] - exact) <= 4 * errors[n] + 1e-9)


def test_standard_errors_are_honest() -> None:
    """Repeated with other luck, numbers spread as far as their errors say."""
    match = played("pig", 2, ("random", "thumb"))
    runs = []
    for seed in range(16):
        values = Values(match, seed)
        for _part in values.add(64):
            pass
        runs.append((*values.spread(), *values.changes()))
    for found, error in ((0, 1), (2, 3)):
        spread = np.std([run[found] for run in runs], axis=0, ddof=1)
        claimed = np.mean([run[error] for run in runs], axis=0)
        told = np.sqrt((claimed**2).mean())
        assert 0.7 < told / np.sqrt((spread**2).mean()) < 1.5


def test_more_playouts_make_it_finer_and_progress_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "tiny", Depth(0.04, 400, 0, Care(4, 8, 1.0)))
    looks = list(reviewing(played("pig", 2, ("random", "thumb")), "tiny"))
    assert looks[0].playouts == 32
    assert [look.done for look in looks] == sorted(look.done for look in looks)
    assert looks[0].done < 1
    assert looks[-1].done == 1
    assert max(map(max, looks[-1].errors)) <= 0.04 < max(map(max, looks[0].errors))


def test_a_planted_blunder_is_found() -> None:
    """Whoever throws on with a winning total in the hand gives much away; stopping does not."""
    match = near_the_end(total=12)
    match.play(0, "roll")
    match.play(cb.CHANCE, "2")
    match.play(0, "stop")
    judge = Judge(match, Care(choosing=64, valuing=512, error=0.01))
    blunder, fine = judge.judge(0), judge.judge(2)
    assert blunder is not None
    assert fine is not None
    assert marks.decision_mark(blunder.gain, blunder.gain_error) == "blunder"
    assert blunder.best == 1
    assert blunder.gain > marks.BLUNDER
    assert marks.decision_mark(fine.gain, fine.gain_error) == "fine"
    found = review(match, "normal")
    assert found.moments[0].mark == "blunder"
    assert found.seats[0].costliest == 0
    assert found.moments[0].better == "A banks 12."


def test_equal_choices_are_seldom_called_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of pure chance no decision is better than another."""
    match = played("pig", 2, ("random",), seed=5)
    judge = Judge(match, Care(choosing=8, valuing=64, error=0.02))
    worlds = decisions._Worlds
    luck = np.random.default_rng(7)

    def compare(self: object, actions: list[int], n: int) -> np.ndarray:
        return luck.integers(0, 2, (n, len(actions))).astype(float)

    monkeypatch.setattr(worlds, "compare", compare)
    asked = [n for n, event in enumerate(match.events) if event.seat != cb.CHANCE][:60]
    judged = [judge.judge(n) for n in asked]
    wrong = sum(marks.decision_mark(one.gain, one.gain_error) != "fine" for one in judged if one)
    assert wrong <= 0.08 * len(judged)


@pytest.mark.long
def test_luck_of_dice_that_are_everybodys_is_everybodys_own() -> None:
    found = review(played("second-chance", 3, ("random", "thumb")), "tiny")
    cards = [one for one in found.moments if one.kind == LUCK and one.seat is None]
    assert cards
    assert all(
        seat.others_luck.value
        == pytest.approx(
            sum(
                one.changes[i].value
                for one in found.moments
                if one.kind == LUCK and one.seat not in (None, i)
            )
        )
        for i, seat in enumerate(found.seats)
    )


def test_a_review_is_plain_data_and_comes_back() -> None:
    found = review(played("pig", 3, ("random", "thumb")), "tiny")
    data = found.as_json()
    back = from_json(data)
    assert back.seats == found.seats
    assert [one.mark for one in back.moments] == [one.mark for one in found.moments]
    assert data["sentence"] == found.sentence == back.sentence
    assert data["reference"] == "random"  # pig has no rule of thumb


def test_what_cannot_be_reviewed_is_said() -> None:
    with pytest.raises(cb.BadSetup, match="not over"):
        review(cb.new("pig", seats=2, seed=1))
    with pytest.raises(cb.BadSetup, match="quick, normal, fine"):
        review(played("pig", 2, ("random", "thumb")), "deep")


def test_nothing_is_claimed_within_its_error() -> None:
    found = review(played("pig", 2, ("random", "thumb")), "tiny")
    unsure = found.seats[0]
    vague = [replace(unsure, luck=Number(0.1, 0.2), decisions=Number(0.1 * i, 0.2)) for i in range(2)]
    told = replace(found, seats=tuple(vague), winners=(0,), names=("Ann", "Ben")).sentence
    assert told == "Ann won; luck made no clear difference. Nobody decided clearly best."
    clear = [replace(unsure, luck=Number(0.21, 0.02), decisions=Number(0.2 - i, 0.02)) for i in range(2)]
    told = replace(found, seats=tuple(clear), winners=(1,), names=("Ann", "Ben")).sentence
    assert told == "Ben won by 21 points of luck. Ann decided best."


def test_the_command_prints_a_review_and_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    match = played("pig", 2, ("random", "thumb")).fork()
    match.names = ["Ann", "<b>Ben"]
    file, out = tmp_path / "evening.chance.json", tmp_path / "review.html"
    match.save(file)
    assert main(["review", str(file), "--depth", "quick", "--html", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "luck" in printed
    assert "<b>Ben" in printed
    page = out.read_text(encoding="utf-8")
    assert page.count("<polyline") == 2
    assert "<b>Ben" not in page
    assert "http" not in page, "the page stands alone"
    assert "measures luckier" in page
    assert main(["review", str(file), "--depth", "quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["values"]) == len(match.events) + 1
    assert data["names"] == ["Ann", "<b>Ben"]


def test_the_command_refuses_what_it_cannot_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_game, nothing = tmp_path / "open.chance.json", tmp_path / "nothing.txt"
    cb.new("pig", seats=2, seed=1).save(open_game)
    nothing.write_text("nothing")
    for given, told in (
        ([str(open_game)], "not over"),
        ([str(nothing)], "no record"),
        ([str(tmp_path / "gone")], "cannot be read"),
    ):
        assert main(["review", *given]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.long
def test_events_are_told_as_those_know_them_who_know_most() -> None:
    """After the end a card drawn in secret has a name, and a part of a move the line of the whole."""
    match = played("take-a-chance", 3, ("random", "thumb"))
    texts = event_texts(match)
    assert len(texts) == len(match.events)
    secret = [
        n
        for n, event in enumerate(match.events)
        if event.seat == cb.CHANCE and texts[n] not in {line for _n, line in match.story()}
    ]
    assert any("for the stack" in texts[n] for n in secret)
    assert not any(text.startswith(("card ", "again ")) for text in texts)
