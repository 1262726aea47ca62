"""The rule of thumb of every game: legal, the same in both builds, and blind to what is hidden."""

import random

import numpy as np
import pytest

from chancebox.bots import bot, question
from chancebox.bots.interface import Question
from chancebox.bots.thumb import ThumbBot, decide_plainly, workshop
from chancebox.engine import chance
from chancebox.engine.boxes import load_box
from chancebox.engine.chance import Seeded
from chancebox.engine.contract import CHANCE
from chancebox.engine.hands import CERTAIN
from chancebox.engine.match import Match
from chancebox.engine.records import plain
from chancebox.games import game
from chancebox.games.gang_of_dice.rules import odds as gang_odds
from chancebox.games.take_a_chance.advice.odds import chances_of_a_roll
from chancebox.games.take_a_chance.rules import aims
from chancebox.games.take_a_chance.rules.patterns import KINDS
from helpers import some_matches

GAMES = ["chance-it", "gang-of-dice", "second-chance", "take-a-chance", "take-it-or-leave-it"]


def questions(room: str, seats: int, n: int = 40) -> list[Question]:
    """Ask at moments of random games, with all options in turn."""
    asked = []
    for seed, match in enumerate(some_matches(room, seats)):
        moments = random.Random(seed).sample(range(len(match.events)), min(n, len(match.events)))
        for moment in sorted(moments):
            fork = match.fork(moment)
            asked += [question(fork, seat) for seat in fork.to_act if seat != CHANCE]
    return asked


def test_its_answers_are_legal_and_the_same_in_both_builds(room: str, seats: int) -> None:
    shop = workshop(game(room), load_box(game(room)))
    for n, one in enumerate(questions(room, seats, 12)):
        slow, fast = chance.stream(1, 1, n).tolist(), chance.stream(1, 1, n)
        answer = shop.decide(one, fast)
        assert answer in one.choices
        assert decide_plainly(one, slow) == answer
        assert slow == fast.tolist()


def test_it_does_not_look_at_what_is_hidden(room: str, seats: int) -> None:
    """Fill what the seat cannot know with guesses: the answer stays."""
    found = game(room)
    shop = workshop(found, load_box(found))
    for n, one in enumerate(questions(room, seats)):
        answer = shop.decide(one, chance.stream(1, 1, n))
        for guess in range(3):
            world = one.position.copy()
            found.build("compiled").guess(one.box, world, one.seat, chance.stream(guess, 1, n))
            there = Question(one.game, one.box, world, one.seat, one.choices, one.number)
            assert shop.decide(there, chance.stream(1, 1, n)) == answer


@pytest.mark.parametrize("name", GAMES)
def test_it_beats_random_play(name: str) -> None:
    """Some games are enough to see nine wins in ten; the arena measures how many it really are."""
    found = game(name)
    seats = max(2, found.seats[0] + found.seats[0] % 2)
    seats = 4 if seats == 4 or name == "chance-it" else 2
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
    from chancebox.engine.hands import HAND_BITS, hand_number, pack
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
    from chancebox.engine.hands import hand_number, list_hands

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
