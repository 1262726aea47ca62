"""Every game as OpenSpiel's makers want it, searched by their bots, and without telling secrets."""

import random
import unittest
import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from chancebox.envs.ids import open_spiel_name
from chancebox.games import game
from envs.spiel_playthroughs import retold, stored
from envs.suites import COMPILED, OPENSPIEL

pyspiel: Any = pytest.importorskip("pyspiel", reason=OPENSPIEL)
with warnings.catch_warnings():
    # The package warns of itself where newer versions of what it uses are installed.
    warnings.simplefilter("ignore")
    api_test = import_module("open_spiel.integration_tests.api_test")
    games_sim_test = import_module("open_spiel.python.tests.games_sim_test")
    mcts, ismcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("mcts", "ismcts"))
    import_module("chancebox.envs.spiel")

pytestmark = pytest.mark.wide(case=COMPILED)


def load(room: str, seats: int | None = None) -> Any:
    players = {} if seats is None else {"players": seats}
    return pyspiel.load_game(open_spiel_name(game(room)), players)


@pytest.mark.wide
def test_random_sims(room: str) -> None:
    for seats in {game(room).all_seats[0], game(room).all_seats[-1]}:
        pyspiel.random_sim_test(load(room, seats), 1, True, False)


def test_sim_game(room: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(room))


def test_api_on_a_part_of_the_tree(room: str) -> None:
    declared = load(room)
    case = type("Part", (api_test.EnforceAPIOnPartialTreeBase,), {"game": declared, "game_name": room})
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(outcome)
    assert outcome.testsRun >= 5
    assert not outcome.errors + outcome.failures


@pytest.mark.wide
def test_playthrough(room: str) -> None:
    """The same actions tell the same game as when somebody last read it."""
    assert retold(room) == stored(room)


def some_state(room: str, seats: int, events: int, seed: int) -> Any:
    """Play so many events at random, and on to a decision."""
    rng = random.Random(seed)
    state = load(room, seats).new_initial_state()
    while not state.is_terminal() and (events > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        events -= 1
    return state


def test_a_resampled_state_cannot_be_told_from_the_true_one(room: str) -> None:
    seats = game(room).all_seats[-1]
    rng = random.Random(1)
    for seed in range(4):
        state = some_state(room, seats, 10 + 12 * seed, seed)
        for player in range(seats):
            world = state.resample_from_infostate(player, rng.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()


def test_resampling_changes_what_is_hidden() -> None:
    state = some_state("hush", 4, 4, 1)
    worlds = {str(state.resample_from_infostate(0, random.Random(n).random)) for n in range(20)}
    assert len(worlds) > 5


def test_information_states_tell_apart_what_a_seat_did_and_saw_and_nothing_else() -> None:
    """In Hush a seat sees its own card, and not what others choose before all have."""
    start = load("hush", 3).new_initial_state()

    def after(*actions: int) -> Any:
        state = start.clone()
        for action in actions:
            state.apply_action(action)
        return state

    # The others hold other cards, and the first seat chose otherwise: the third seat cannot know.
    one, other = after(4, 5, 2, 0, 1), after(7, 6, 2, 1, 0)
    assert one.information_state_string(2) == other.information_state_string(2)
    assert one.information_state_string(0) != other.information_state_string(0)
    # The same seat with another card.
    assert one.information_state_string(2) != after(4, 5, 3, 0, 1).information_state_string(2)
    # The own choice is remembered.
    chosen = [after(4, 5, 2, choice) for choice in (0, 1)]
    assert chosen[0].information_state_string(0) != chosen[1].information_state_string(0)


def searchers(declared: Any, simulations: int) -> list[Any]:
    """OpenSpiel's search that sees the whole state, and the one that does not."""
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return [
        mcts.MCTSBot(declared, 2, simulations, evaluator, random_state=rng),
        ismcts.ISMCTSBot(
            game=declared, evaluator=evaluator, uct_c=2, max_simulations=simulations, random_state=rng
        ),
    ]


def test_their_bots_play(room: str) -> None:
    declared = load(room)
    secrets = declared.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    for searcher in searchers(declared, 3)[: 1 + secrets]:
        state = some_state(room, declared.num_players(), 2, 1)
        assert searcher.step(state) in state.legal_actions()


def test_their_bots_find_the_best_move() -> None:
    """In Hush the highest card always dares; whoever sees all cards folds nothing to a lower one."""
    declared = load("hush", 2)
    for searcher in searchers(declared, 100):
        state = declared.new_initial_state()
        state.apply_action(8)
        state.apply_action(3)
        assert state.action_to_string(searcher.step(state)) == "dare"


def test_options_are_parameters() -> None:
    declared = pyspiel.load_game("chancebox_gang_of_dice(players=3,finale=1)")
    assert dict(declared.setup.one.options)["finale"] == "1/2/3"
    assert pyspiel.load_game(str(declared)).setup is declared.setup
