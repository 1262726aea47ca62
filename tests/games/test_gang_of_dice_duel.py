"""Gang of Dice for two, solved: against the rules themselves, and against its own file."""

import numpy as np
import pytest

from chancebox.bots import bot, question
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain
from chancebox.games import game
from chancebox.games.gang_of_dice.advice import advise, duel
from chancebox.games.gang_of_dice.rules.odds import MOST
from chancebox.games.gang_of_dice.rules.records import REVEAL, ROUNDS
from games.gang import TEXT
from helpers import random_match

GANG = game("gang-of-dice")
BOX = load_box(GANG)
RULES = GANG.build("compiled")


def last_round(stocks: tuple[int, int], tokens: int, warning: int) -> Memory:
    """Two players before the first stake of the last round; seat 0 begins."""
    s = RULES.start(BOX, 2, GANG.options_record(GANG.usual_options(2)))
    plain(s).step = REVEAL
    plain(s).round = ROUNDS
    plain(s).tokens = tokens
    for seat, stock in enumerate(stocks):
        plain(s).players[seat].stock = stock
    RULES.play(BOX, s, CHANCE, warning)
    return s


def chance_of_the_first(s: Memory, known: dict[bytes, float]) -> float:
    """Look at everything that can happen, by nothing but the rules."""
    told = s.tobytes()
    if told in known:
        return known[told]
    pending = plain(s).pending
    if not pending:
        ranks = RULES.standing(BOX, s)
        best = max(ranks)
        return (ranks[0] == best) / ranks.count(best)
    seat = CHANCE if pending >> CHANCE else pending.bit_length() - 1
    ways = []
    for action in RULES.choices(BOX, s, seat):
        after = s.copy()
        RULES.play(BOX, after, seat, action)
        weight = RULES.weight(BOX, s, action) if seat == CHANCE else 1
        ways.append((weight, chance_of_the_first(after, known)))
    if seat == CHANCE:
        known[told] = sum(weight * chance for weight, chance in ways) / sum(weight for weight, _ in ways)
    else:
        known[told] = (max if seat == 0 else min)(chance for _, chance in ways)
    return known[told]


@pytest.mark.parametrize(
    ("stocks", "tokens", "warning"), [((2, 2), 0, 2), ((2, 2), 0, 10), ((1, 2), 1, 16), ((2, 1), 2, 8)]
)
def test_the_last_round_is_worth_what_the_rules_make_of_it(
    monkeypatch: pytest.MonkeyPatch, stocks: tuple[int, int], tokens: int, warning: int
) -> None:
    """With one or two dice everything can be looked at: bombs and explosions, ahead and behind."""
    monkeypatch.setattr(duel, "STAKES", range(1, stocks[1] + 1))
    solved = duel.Duel(BOX.fields, 0)
    lead, centre = np.array([stocks[0] - stocks[1]]), np.array([3 * tokens])
    s = last_round(stocks, tokens, warning)
    for stake in range(1, stocks[0] + 1):
        after = s.copy()
        RULES.play(BOX, after, 0, stake)
        found = float(solved.stake(ROUNDS, warning, stake, lead, centre)[0])
        assert found == pytest.approx(chance_of_the_first(after, {}))


def test_the_file_is_what_solving_gives() -> None:
    """The last round, and one from the middle, which rests on the chances of the next."""
    for finale in range(2):
        kept = duel.solved_duel(BOX.fields, finale)
        assert kept
        for round_ in (ROUNDS, 6) if finale else (ROUNDS,):
            assert kept.solve_round(round_) == pytest.approx(kept.wins[round_], abs=1 / duel.PRECISION)


def test_tokens_of_a_round_count_before_it_begins() -> None:
    solved = duel.Duel(BOX.fields, 0)
    solved.wins[:] = np.arange(ROUNDS + 1)[:, None, None] + duel.CENTRES / 100
    nothing = np.zeros(1)
    found = [float(solved.before(round_, nothing, nothing + 2)[0]) for round_ in (9, 10, 12)]
    assert found == pytest.approx([9.02, 10.05, 12.08])


def test_advice_is_legal_for_two_and_leaves_alone_what_is_not_solved() -> None:
    """More than two players, and more dice than the hands that were looked at."""
    for seats in (2, 3):
        match = random_match(GANG, seats, 4)
        answers = []
        for n in range(0, len(match.events) // 2, 2):
            fork = match.fork(n)
            for seat in fork.to_act:
                if seat != CHANCE:
                    one = question(fork, seat)
                    found = advise(one.box.fields, plain(one.position), seat)
                    many = sum(plain(one.position).players[seat].dice) > MOST
                    assert found in one.choices or found is None
                    assert (found is None) == (seats > 2 or many)
                    answers.append(found)
        assert len(answers) > 20


def test_cards_that_were_not_solved_are_left_alone() -> None:
    box = parse_box(GANG, TEXT.replace("n = 7", "n = 8", 1), "altered")
    match = Match(GANG, 2, box=box, dealer=Seeded(1))
    one = question(match, match.to_act[0])
    assert duel.solved_duel(box.fields, 0) is None
    assert advise(box.fields, plain(one.position), one.seat) is None
    assert bot("master:8", 1).choose(one) in one.choices


@pytest.mark.parametrize("line", ["dice = 12", "tokens = 12", "dice_in_play = 24", "token_worth = 3"])
def test_other_stocks_were_not_solved_either(line: str) -> None:
    """Where dice are few somebody runs out of them, which the solution leaves out."""
    less = f"{line.partition(' = ')[0]} = 2"
    text = TEXT.replace(line, less, 1).replace("dice = 12", "dice = 1", 1) if "play" in line else None
    box = parse_box(GANG, text or TEXT.replace(line, less, 1), "altered")
    assert duel.solved_duel(box.fields, 0) is None
    assert duel.solved_duel(BOX.fields, 0) is not None


def test_whoever_is_safely_ahead_stakes_one_die() -> None:
    """In the last round nothing but a stake can be lost: the leader plays on by as little as there is."""
    s = last_round((60, 30), 4, 10)
    assert advise(BOX.fields, plain(s), 0) == 1
