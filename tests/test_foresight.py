"""Networks that tell fates: what they compute, what fates are worth, and what may come in the next rounds."""

from typing import Any

import numpy as np
import pytest

from chancebox.bots import bot
from chancebox.bots.interface import Question, question
from chancebox.bots.networks.foresight import FEW, FEW_LAST, FEWER
from chancebox.bots.networks.grandmaster import (
    FURTHEST,
    LOOKS,
    NARROWEST,
    PHASES,
    TRUST,
    WIDEST,
    Grandmaster,
    best_first,
)
from chancebox.bots.networks.learned import Learned, foresight_of
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.traits import CERTAIN, OPEN
from chancebox.games import game
from chancebox.games.second_chance.rules.rounds import take_card
from networks import inputs_by_hand, traits_of, weights_in

SECOND = game("second-chance")
BOX = load_box(SECOND)
RULES = SECOND.build("compiled")
WEIGHTS = weights_in(SECOND)
TRAITS: Any = SECOND.traits


def asked(seats: int, last_round: int, seed: int = 3) -> Question:
    """A question of the first seat in a game by the rule of thumb, in this round."""
    match = Match(SECOND, seats, dealer=Seeded(seed))
    thumb = bot("thumb", seed)
    while plain(match.position()).round < last_round or match.to_act[0] != 0:
        seat = match.to_act[0]
        match.play(seat, thumb.choose(question(match, seat)))
    return question(match, 0)


def foretell_by_hand(position: Memory, seat: int) -> Memory:
    """How likely each fate is, layer by layer; after the first one those of the chapter."""
    traits = traits_of(SECOND, position, seat, 2)[0]
    inputs = inputs_by_hand(WEIGHTS.codes, traits)
    first = np.maximum(0, inputs @ WEIGHTS.first * WEIGHTS.scales + WEIGHTS.first_bias)
    last = WEIGHTS.second, WEIGHTS.second_bias, WEIGHTS.third, WEIGHTS.third_bias
    second, second_bias, third, third_bias = (np.split(one, TRAITS.CHAPTERS)[traits[-1]] for one in last)
    told = np.exp(np.maximum(0, first @ second + second_bias) @ third + third_bias)
    likely: Memory = told / told.sum()
    return likely


def judge_by_hand(position: Memory, seat: int, worth: Memory) -> float:
    fate = TRAITS.fate_of(BOX.fields, plain(position), seat)
    return float(worth[fate] if fate != OPEN else foretell_by_hand(position, seat) @ worth)


def tried(position: Memory, seat: int, action: int) -> Memory:
    after = position.copy()
    TRAITS.do_alone(BOX.fields, plain(after), seat, action)
    return after


def worth_alone(one: Question) -> Memory:
    """What each fate is worth to somebody alone."""
    s = plain(one.position)
    return np.array([TRAITS.win_by(BOX.fields, s, 0, [fate]) for fate in range(TRAITS.FATES)]) / CERTAIN


@pytest.mark.parametrize("last_round", [0, 6, 13])
def test_choices_are_worth_what_fates_are_likely_after_them(last_round: int) -> None:
    one = asked(1, last_round)
    judged = Learned(1).judge(one)
    worth = worth_alone(one)
    for action in one.choices[:: max(1, len(one.choices) // 5)]:
        by_hand = judge_by_hand(tried(one.position, 0, action), 0, worth)
        assert judged[action] == pytest.approx(by_hand, abs=1e-3)


def test_fates_are_worth_what_they_win_against_those_of_others() -> None:
    """Among two every fate of the other is drawn nearly as often as it is likely."""
    one = asked(2, 12)
    foresight = foresight_of(SECOND)
    foresight.judge(one)
    likely = foresight._desk.others.reshape(-1, TRAITS.FATES)[1]
    assert likely.sum() == pytest.approx(1, abs=1e-4)
    s = plain(one.position)
    for own in range(0, TRAITS.FATES, 7):
        won = [TRAITS.win_by(BOX.fields, s, 0, [own, other]) for other in range(TRAITS.FATES)]
        expected = float(np.array(won) @ likely) / CERTAIN
        assert foresight._desk.worth[own] == pytest.approx(expected, abs=0.02)


def test_who_is_out_has_a_fate_that_is_known() -> None:
    """Nothing is left to chance of somebody who has gone: that fate is the only one."""
    found = 0
    for seed in range(12):
        match = Match(SECOND, 2, dealer=Seeded(seed))
        thumb = bot("thumb", 1)
        while match.result is None:
            seat = match.to_act[0]
            s = plain(match.position())
            if s.grids[1 - seat].out and not s.grids[seat].out:
                foresight = foresight_of(SECOND)
                foresight.judge(question(match, seat))
                likely = foresight._desk.others.reshape(-1, TRAITS.FATES)[1 - seat]
                assert likely[TRAITS.fate_of(BOX.fields, s, 1 - seat)] == likely.sum() == 1
                found += 1
            match.play(seat, thumb.choose(question(match, seat)))
    assert found


def expect_by_hand(position: Memory, worth: Memory, rounds: int) -> float:
    """Deal every card, do what seems best with it, and weigh all cards."""
    s = plain(position)
    fate = TRAITS.fate_of(BOX.fields, s, 0)
    if fate != OPEN:
        return float(worth[fate])
    row = [-1] * (TRAITS.AHEAD + 1)
    row[0] = round(float(worth[TRAITS.fate_ahead(BOX.fields, s, 0)]) * CERTAIN)
    for card in range(1, TRAITS.AHEAD + 1):
        dealt = position.copy()
        if not TRAITS.deal_alone(BOX.fields, plain(dealt), 0, card):
            continue
        boards = [tried(dealt, 0, action) for action in look_best(dealt, FEW_LAST if rounds == 1 else FEW)]
        if boards and rounds == 1:
            row[card] = round(max(judge_by_hand(board, 0, worth) for board in boards) * CERTAIN)
        elif boards:
            boards.sort(key=lambda board: -judge_by_hand(board, 0, worth))
            row[card] = round(max(expect_by_hand(one, worth, 1) for one in boards[:FEWER]) * CERTAIN)
    return float(TRAITS.expect(BOX.fields, s, 0, row)) / CERTAIN


def look_best(position: Memory, few: int) -> list[int]:
    """The choices that look best to the expert, as many as are looked at."""
    thumb: Any = SECOND.thumb
    choices = RULES.choices(BOX, position, 0)
    rated = [-thumb.rate_well(BOX.fields, plain(position), 0, action, []) for action in choices]
    return [choices[i] for i in np.argsort(rated, kind="stable")[:few]] if len(choices) > few else choices


def test_all_that_may_come_next_is_weighed() -> None:
    """As plain rules deal it, card by card; late in a game, where the deck is small and little fits."""
    one = asked(1, 15)
    foresight = foresight_of(SECOND)
    foresight.judge(one)
    worth = worth_alone(one)
    action = one.choices[0]
    board = tried(one.position, 0, action)
    assert TRAITS.fate_of(BOX.fields, plain(board), 0) == OPEN
    near, far = (foresight.foresee(one, action, rounds) for rounds in (1, 2))
    # Of what looks equally good another one may be looked at.
    assert near == pytest.approx(expect_by_hand(board, worth, 1), abs=0.01)
    assert far == pytest.approx(expect_by_hand(board, worth, 2), abs=0.01)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_grandmaster_takes_the_best_of_what_it_looked_at(seats: int) -> None:
    """With a small budget a round ahead; what is told is what was weighed."""
    one = asked(seats, 4)
    thought = Grandmaster(1, 1).think(one)
    shares = [each.share for each in thought.evaluations]
    assert shares == sorted(shares, reverse=True)
    assert (thought.ahead, thought.times) == (1, 0)
    assert thought.action == thought.evaluations[0].action == Grandmaster(1, 1).choose(one)
    foresight = foresight_of(SECOND)
    judged = foresight.judge(one)
    weighed = [foresight.foresee(one, action, 1) for action in best_first(judged)[:WIDEST]]
    assert max(weighed) == pytest.approx(shares[0], abs=1e-6)
    assert thought.why(one).endswith("(all that may come in the next round was weighed).")


def test_with_a_larger_budget_it_looks_further_ahead() -> None:
    """Late in a game, where not much may come: after fewer choices each time, and within what it has."""
    one = asked(1, 15)
    small, large = (Grandmaster(1, budget).think(one) for budget in (1, 2000))
    assert (small.ahead, small.times) == (1, 0)
    assert len(TRUST) < large.ahead <= FURTHEST
    assert (large.times, len(large.evaluations)) == (0, NARROWEST)
    assert small.games < large.games < 2 * 2000 * LOOKS
    foresight = foresight_of(SECOND)
    foresight.judge(one)
    for each in large.evaluations:
        assert foresight.foresee(one, each.action, large.ahead) == each.share


@pytest.mark.parametrize("seats", [1, 3])
def test_early_in_a_game_it_plays_on(seats: int) -> None:
    """What was foreseen and what was reached are weighed together, for the few choices that are left."""
    one = asked(seats, 5)
    thought = Grandmaster(7, 1000).think(one)
    assert thought.times > 0
    assert thought.games < 2 * 1000 * LOOKS
    assert len(thought.evaluations) == WIDEST // 2 >> PHASES - 1 == 3
    foresight = foresight_of(SECOND)
    foresight.judge(one)
    for each in thought.evaluations:
        reached = float(foresight.play_on(one, [each.action], 0, thought.times, 7)[0])
        foreseen = TRUST[0] * foresight.foresee(one, each.action, thought.ahead)
        told = (foreseen + reached) / (TRUST[0] + thought.times)
        assert each.share == pytest.approx(told, abs=1e-4)
    assert f"the next rounds played {thought.times} times" in thought.why(one)


def test_playing_on_comes_to_what_is_foreseen() -> None:
    """Where all is over in the next round, for only one card is left that fits: both tell the same."""
    one = asked(1, 16)
    position = one.position.copy()
    s = plain(position)
    for card in range(1, TRAITS.AHEAD + 1):  # four cards are left, whichever these are
        while s.left[card] and s.deck > 4:
            take_card(s, card)
    late = Question(SECOND, BOX, position, 0, one.choices, one.number)
    foresight = foresight_of(SECOND)
    foresight.judge(late)
    for action in late.choices[:3]:
        times = 4000
        reached = float(foresight.play_on(late, [action], 0, times, 1)[0]) / times
        assert reached == pytest.approx(foresight.foresee(late, action, 4), abs=0.03)


def test_the_same_luck_follows_each_choice() -> None:
    """Played on one by one or together: the same numbers of chance, and another moment has others."""
    one = asked(2, 8)
    foresight = foresight_of(SECOND)
    foresight.judge(one)
    actions = one.choices[:3]
    together = foresight.play_on(one, actions, 5, 20, 1)
    apart = [foresight.play_on(one, [action], 5, 20, 1)[0] for action in actions]
    assert together.tolist() == apart
    halves = foresight.play_on(one, actions, 5, 12, 1) + foresight.play_on(one, actions, 17, 8, 1)
    assert halves == pytest.approx(together, abs=1e-4)
    later = Question(SECOND, BOX, one.position, 0, one.choices, one.number + 1)
    assert foresight.play_on(later, actions, 5, 20, 1).tolist() != together.tolist()


def test_many_positions_are_followed_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one = asked(1, 14)
    foresight = foresight_of(SECOND)
    judged = foresight.judge(one)
    action = max(judged, key=lambda action: judged[action])
    whole = foresight.foresee(one, action, 3)
    monkeypatch.setattr("chancebox.bots.networks.foresight.SOME", 3)
    assert foresight.foresee(one, action, 3) == pytest.approx(whole, abs=1e-6)


def test_without_time_it_decides_all_the_same() -> None:
    one = asked(2, 5)
    assert Grandmaster(1, 10_000, seconds=0.0).think(one).action in one.choices


@pytest.mark.parametrize("name", ["learned", "grandmaster:400"])
def test_what_is_hidden_changes_nothing(name: str) -> None:
    """A position with everything in it gives the same move: others who have drawn in secret tell nothing."""
    match = Match(SECOND, 3, dealer=Seeded(5))
    thumb = bot("thumb", 1)
    while plain(match.position()).round < 10 or match.to_act[0] != 0:
        seat = match.to_act[0]
        match.play(seat, thumb.choose(question(match, seat)))
    for seat in (1, 2):
        match.play(seat, thumb.choose(question(match, seat)))
    one = question(match, 0)
    told = Question(SECOND, BOX, match.position(), 0, one.choices, one.number)
    hidden = Question(SECOND, BOX, match.position(0), 0, one.choices, one.number)
    assert told.position.tobytes() != hidden.position.tobytes()
    assert bot(name, 1).choose(told) == bot(name, 1).choose(hidden)
