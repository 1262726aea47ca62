"""Bots that learned: their weights, what their network computes, and how they play by it."""

from pathlib import Path

import numpy as np
import pytest

import networks
from chancebox.bots import ask, bot, bot_digest, factory, offered, question
from chancebox.bots.interface import Question
from chancebox.bots.networks.learned import Learned, network_of
from chancebox.bots.networks.weights import (
    FILE,
    MOST_BYTES,
    Weights,
    count_numbers,
    load_weights,
    make_weights,
    weights_file,
    with_about,
)
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import count_inputs, make_codes
from chancebox.engine.rules.records import Memory
from chancebox.engine.rules.streams import begin
from chancebox.games import game, names
from chancebox.lab.training.samples import observe
from chancebox.testing.matches import random_match
from networks import inputs_by_hand

LEARNED = [name for name in names() if weights_file(game(name))]
GANG = "gang-of-dice"


def weights_in(name: str) -> Weights:
    return networks.weights_in(game(name))


def asked(name: str, seats: int, events: int = 40, seed: int = 1) -> Question:
    """A question in the middle of a game."""
    match = random_match(game(name), seats, seed, events=events)
    while not match.to_act:
        match.deal()
    return question(match, match.to_act[0])


def test_five_games_were_learned() -> None:
    assert len(LEARNED) == 5
    for name in LEARNED:
        assert (game(name).folder / FILE).stat().st_size <= MOST_BYTES
        assert weights_in(name).about["game"] == name


def test_a_number_of_many_values_has_an_input_that_grows() -> None:
    codes = make_codes(np.array([[3, -1, 0], [3, 1, 1000]]))
    assert codes["count"].tolist() == [0, 3, 32]
    assert codes["linear"].tolist() == [0, 0, 35]
    assert count_inputs(codes) == 36


@pytest.mark.wide(case=GANG)
@pytest.mark.parametrize("name", [name for name in LEARNED if not game(name).traits.FATES])
def test_a_network_computes_what_its_weights_say(name: str) -> None:
    """Choices are judged as NumPy judges what the seat sees after each, layer by layer."""
    found = game(name)
    weights = weights_in(name)
    for seats in (found.seats[0], found.seats[-1]):
        one = asked(name, seats)
        judged = network_of(found).judge(one, np.zeros(2, np.int64))
        for action in one.choices[:4]:
            after = guessed(found, one)
            found.build("plain").play(one.box, after, one.seat, action)
            if int(after["pending"][0]):
                found.build("plain").hide(one.box, after, one.seat)
                seen = observe(found, after, one.seat, seats)[0]
                assert judged[action] == pytest.approx(think_by_hand(weights, seen), abs=2e-4)


def guessed(found: Game, one: Question) -> Memory:
    """The world in which the network looks at choices: the first of its stream."""
    stream = [0]
    begin(stream, 0, 0, one.number)
    world = one.position.copy()
    found.build("plain").guess(one.box, world, one.seat, np.array(stream, np.int64))
    return world


def think_by_hand(weights: Weights, seen: Memory) -> float:
    inputs = inputs_by_hand(weights.codes, seen)
    first = np.maximum(0, inputs @ weights.first * weights.scales + weights.first_bias)
    second = np.maximum(0, first @ weights.second + weights.second_bias)
    return float(1 / (1 + np.exp(-(second @ weights.third + weights.third_bias)[0])))


def test_who_is_in_doubt_plays_by_the_rule_of_thumb(tmp_path: Path) -> None:
    """A gain of a whole win is never seen; with no doubt at all the network decides alone."""
    one = asked(GANG, 2)
    certain, never = tmp_path / "certain", tmp_path / "never"
    with_about(weights_in(GANG), doubt=0.0).save(certain)
    with_about(weights_in(GANG), doubt=1.0).save(never)
    judged = Learned(1, certain).judge(one)
    assert Learned(1, certain).choose(one) == max(judged, key=lambda action: judged[action])
    for seed in range(20):
        other = asked(GANG, 2, 30 + seed, seed)
        assert Learned(1, never).choose(other) == bot("thumb", 1).choose(other)


def test_doubt_may_depend_on_the_number_of_players(tmp_path: Path) -> None:
    """The same weights are certain among two, and never sure enough among three."""
    path = tmp_path / "certain"
    with_about(weights_in(GANG), doubt=0.0, doubts={"3": 1.0}).save(path)
    among_two, among_three = ([asked(GANG, n, 30 + seed, seed) for seed in range(20)] for n in (2, 3))
    assert any(Learned(1, path).choose(one) != bot("thumb", 1).choose(one) for one in among_two)
    assert all(Learned(1, path).choose(one) == bot("thumb", 1).choose(one) for one in among_three)


@pytest.mark.parametrize("name", ["learned", "grandmaster:20"])
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    one = asked(GANG, 3)
    answer = bot(name, 3).choose(one)
    assert answer in one.choices
    assert bot(name, 3).choose(one) == answer


def test_the_grandmaster_measures_by_what_was_learned() -> None:
    """Its first candidate is the choice of the network alone, and it weighs shares of wins."""
    from chancebox.bots.networks.grandmaster import Grandmaster

    one = asked(GANG, 3)
    player = Grandmaster(1, 40)
    assert player.candidates(player.begin_search(one))[0] == Learned(1).choose(one)
    thought = player.think(one)
    assert thought.action in one.choices
    assert all(0 <= each.share <= 1 for each in thought.evaluations)


def test_what_is_said_about_weights_may_be_for_some_numbers_of_players() -> None:
    for_all, for_one = (with_about(weights_in(GANG), turns=turns) for turns in (4, {"1": 2}))
    assert [for_all.said_among("turns", seats, -1) for seats in (1, 2)] == [4, 4]
    assert [for_one.said_among("turns", seats, -1) for seats in (1, 2)] == [2, -1]
    assert for_one.said_among("nothing", 1, 0.5) == 0.5


def test_where_nothing_was_learned_they_are_thumb_and_master() -> None:
    match = random_match(game("pig"), 2, 1, events=7)
    while not match.to_act:
        match.deal()
    seat = match.to_act[0]
    assert ask(bot("learned", 1), match, seat) == ask(bot("thumb", 1), match, seat)
    assert ask(bot("grandmaster:50", 1), match, seat) == ask(bot("master:50", 1), match, seat)
    assert "learned" not in offered(game("pig"))
    assert {"learned", "grandmaster"} <= offered(game(GANG)).keys()


def test_weights_of_ones_own_are_another_bot(tmp_path: Path) -> None:
    """The arena tells them apart by what is in the file."""
    path = tmp_path / "own.weights"
    with_about(weights_in(GANG), doubt=0.5).save(path)
    own = f"learned@{path}"
    assert bot_digest(own, game(GANG)) != bot_digest("learned", game(GANG))
    assert bot(own, 1).choose(asked(GANG, 2)) in asked(GANG, 2).choices
    assert bot_digest("thumb", game(GANG)) != bot_digest("learned", game(GANG))


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read"):
        load_weights(tmp_path / "nothing", game(GANG))
    damaged = tmp_path / "damaged"
    whole = (game(GANG).folder / FILE).read_bytes()
    damaged.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    with pytest.raises(BadSetup, match="damaged"):
        load_weights(damaged, game(GANG))
    with pytest.raises(BadSetup, match="learned for gang-of-dice"):
        load_weights(game(GANG).folder / FILE, game("pig"))
    for missing in ("learned@", "learned@nothing", "grandmaster:5@nothing", f"learned@{tmp_path}"):
        with pytest.raises(BadSetup, match="cannot be read"):
            factory(missing)
    for wrong in ("thumb@x", "learned:5", "searcher:5@x"):
        with pytest.raises(BadSetup, match="There is no bot"):
            factory(wrong)


@pytest.mark.parametrize(("codes", "inputs", "chapters"), [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
@pytest.mark.parametrize("name", [GANG, "second-chance"])
def test_weights_that_do_not_fit_are_refused(
    tmp_path: Path, name: str, codes: int, inputs: int, chapters: int
) -> None:
    """A number too few that the network is given, or a row of the first layer; a chapter too many."""
    path = tmp_path / "other"
    weights = weights_in(name)
    first = weights.first[: len(weights.first) - inputs] * weights.scales
    more = [
        np.concatenate([one, one[: chapters * len(one) // weights.chapters]])
        for one in (weights.second, weights.second_bias, weights.third, weights.third_bias)
    ]
    rest = [(more[0], more[1]), (more[2], more[3])]
    kept = weights.codes[: len(weights.codes) - codes]
    make_weights(kept, [(first, weights.first_bias), *rest], weights.about).save(path)
    with pytest.raises(BadSetup, match="train them anew"):
        load_weights(path, game(name))


def test_codes_fit_the_observations() -> None:
    for name in LEARNED:
        assert len(weights_in(name).codes) == count_numbers(game(name))
