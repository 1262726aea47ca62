"""
Rules of thumb: how good they are, and the tables behind them.

That they are legal, the same in both builds and blind to what is hidden is in `test_every_game`.
"""

import random

import numpy as np
import pytest

from chancebox.bots import bot, question
from chancebox.bots.thumb import ThumbBot, decide_plainly
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules import thumb
from chancebox.engine.rules.hands import CERTAIN
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.gang_of_dice.rules import odds as gang_odds
from chancebox.games.take_a_chance.advice.odds import chances_of_a_roll
from chancebox.games.take_a_chance.rules import aims
from chancebox.games.take_a_chance.rules.patterns import KINDS
from conftest import ROOMS

GAMES = [name for name in ROOMS if game(name).thumb.__name__ != thumb.__name__]
"""Those that have a rule of thumb of their own."""


@pytest.mark.parametrize("name", GAMES)
def test_it_beats_random_play(name: str) -> None:
    """Some games are enough to see nine wins in ten; the arena measures how many it really are."""
    found = game(name)
    seats = next(seats for seats in found.seats if seats % 2 == 0)
    won = played = 0.0
    for number in range(12):
        match = Match(found, seats, dealer=Seeded(number), build="compiled")
        mine = {seat for seat in range(seats) if (seat + number) % 2}
        bots = [bot("thumb" if seat in mine else "random", 8 * number + seat) for seat in range(seats)]
        while match.to_act:
            seat = match.to_act[0]
            match.play(seat, bots[seat].choose(question(match, seat)))
        result = match.result
        assert result
        played += 1
        won += len(mine.intersection(result.winners)) / max(1, len(result.winners))
    assert won / played > 0.75


def test_without_a_rule_of_thumb_any_choice_will_do() -> None:
    one = question(Match(game("pig"), 2, dealer=Seeded(1)), 0)
    picked = {ThumbBot(seed).choose(one) for seed in range(40)}
    assert picked == set(one.choices)


# The tables behind two of them, against other ways to the same numbers.


def test_the_tables_of_take_a_chance_agree_with_its_exact_solver() -> None:
    notes = [0] * aims.NOTES
    for same_number in range(2):
        for dice in (3, 5):
            aims.learn(notes, same_number, dice)
            exact = chances_of_a_roll(dice, same_number=bool(same_number))
            for kind in range(KINDS):
                found = aims.roll_chance(notes, same_number, dice, kind) / CERTAIN
                assert found == pytest.approx(float(exact[kind]), abs=1e-4)


def test_a_plan_of_gang_of_dice_wins_as_often_as_it_says() -> None:
    """Play stakes by the plans, thousands of times, through the rules themselves."""
    found = game("gang-of-dice")
    box = load_box(found)
    notes = [0] * gang_odds.NOTES
    rng = random.Random(1)
    for warning, dice, goal in [(0, 3, 6), (2, 2, 8), (7, 3, 9), (11, 3, 5)]:
        gang_odds.learn(box.fields, notes, warning, dice)
        says = gang_odds.stake_chance(notes, warning, dice, goal) / CERTAIN
        reached = sum(_play_stake(box.fields, notes, warning, dice, goal, rng) for _ in range(3000)) / 3000
        assert 0.02 < says < 0.98
        assert reached == pytest.approx(says, abs=4.5 * np.sqrt(says * (1 - says) / 3000))


def _play_stake(box, notes, warning, dice, goal, rng) -> bool:  # type: ignore[no-untyped-def]
    from chancebox.engine.rules.hands import HAND_BITS, hand_number, pack
    from chancebox.games.gang_of_dice.rules.records import EXPLOSION, total
    from chancebox.games.gang_of_dice.rules.warnings import meets

    counts = [0] * 6
    falling = dice
    for throws_left in (2, 1, 0):
        for _ in range(falling):
            counts[rng.randrange(6)] += 1
        if box.warnings[warning].fuse == EXPLOSION and meets(box, warning, counts):
            return False
        if throws_left:
            hand = hand_number(pack(counts))
            plan = gang_odds.plan(notes, warning, hand, goal, throws_left)
            keep = notes[gang_odds.COUNTS + (plan & (1 << HAND_BITS) - 1)]
            counts = [keep >> 4 * face & 15 for face in range(6)]
            falling = dice - sum(counts)
    return not meets(box, warning, counts) and total(counts) >= goal


def test_every_hand_has_a_number_of_its_own() -> None:
    notes = [-1] * gang_odds.NOTES
    from chancebox.engine.rules.hands import hand_number, list_hands

    list_hands(notes, 0, 5)
    hands = notes[:462]
    assert len(set(hands)) == 462
    assert [hand_number(hand) for hand in hands] == list(range(462))
    sizes = [sum(hand >> 4 * face & 15 for face in range(6)) for hand in hands]
    assert sizes == sorted(sizes)
    assert notes[462] == -1


def test_the_position_is_left_as_it_was() -> None:
    one = question(Match(game("take-it-or-leave-it"), 3, dealer=Seeded(5)), 1)
    before = one.position.tobytes()
    decide_plainly(one, [1])
    assert one.position.tobytes() == before
    assert plain(one.position).seats == 3
