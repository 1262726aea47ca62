"""Windows: what lies around each square of a grid, and what a network makes of it."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from chancebox import cli
from chancebox.bots import question
from chancebox.bots.learned import Learned, Network
from chancebox.bots.weights import load_weights, make_weights
from chancebox.engine.errors import BadSetup
from chancebox.engine.inputs import count_inputs
from chancebox.engine.observations import features
from chancebox.engine.records import Memory
from chancebox.engine.windows import BEYOND, PATTERNS, holders, windows
from chancebox.games import game, names
from chancebox.lab.training.samples import observe
from chancebox.testing.matches import random_match
from networks import codes_of_numbers, inputs_by_hand, weights_with_windows

SECOND_CHANCE = game("second-chance")
SIZE = 9
GRIDS = 6
KEYS = np.zeros(2, np.int64)


def named(window: int) -> list[str]:
    """What the squares of a window are called, those beyond the border not at all."""
    listed = features(SECOND_CHANCE)
    squares = windows(SECOND_CHANCE).squares[window].tolist()
    return ["" if square == BEYOND else listed[square].name for square in squares]


def test_a_window_is_a_square_with_its_neighbours() -> None:
    own, other = "grids[0].free", "grids[2].free"
    assert named(0) == ["", "", "", "", f"{own}[0][0]", f"{own}[0][1]", "", f"{own}[1][0]", f"{own}[1][1]"]
    middle = [f"{own}[{row}][{column}]" for row in (3, 4, 5) for column in (4, 5, 6)]
    assert named(4 * SIZE + 5) == middle
    right = [
        f"{other}[{row}][{column}]" if column < SIZE else "" for row in (6, 7, 8) for column in (7, 8, 9)
    ]
    assert named(2 * SIZE * SIZE + 7 * SIZE + 8) == right


def test_the_own_grid_has_a_table_and_all_others_share_one() -> None:
    tables = windows(SECOND_CHANCE).tables
    assert tables.tolist() == [0] * SIZE * SIZE + [1] * (GRIDS - 1) * SIZE * SIZE


def test_few_games_have_grids() -> None:
    """Take a Chance has rows of bits too: what each owns, and the pile, by colour and charm."""
    found = {name: len(windows(game(name)).tables) for name in names()}
    assert {name for name, many in found.items() if many} == {"second-chance", "take-a-chance"}
    assert Counter(windows(game("take-a-chance")).tables.tolist()) == {0: 36, 1: 36, 2: 4 * 36}


def test_each_square_knows_its_windows() -> None:
    found = windows(SECOND_CHANCE)
    held = holders(found, len(features(SECOND_CHANCE)))
    for window, place in ((0, 4), (0, 8), (50, 0), (485, 0)):
        assert held[found.squares[window, place], place] == window
    assert (held != BEYOND).sum() == (found.squares != BEYOND).sum()
    assert (held[0] == BEYOND).all()  # the own seat is no square


def test_codes_of_windows_stand_behind_all_others() -> None:
    before, codes = codes_of_numbers(SECOND_CHANCE), weights_with_windows(SECOND_CHANCE).codes
    assert (codes[: len(before)] == before).all()
    assert len(codes) == len(before) + GRIDS * SIZE * SIZE
    assert count_inputs(codes) == count_inputs(before) + 2 * (PATTERNS - 1)
    assert set(codes["first"][len(before) :].tolist()) == {
        count_inputs(before),
        count_inputs(before) + PATTERNS - 1,
    }


def test_an_input_counts_how_often_a_pattern_occurs() -> None:
    """As the rows of the grids say, without observations; each gets a frame of zeros."""
    match = random_match(SECOND_CHANCE, 3, 1, events=40)
    seat = 1
    weights = weights_with_windows(SECOND_CHANCE)
    position = match.position(seat)
    seen = observe(SECOND_CHANCE, position, seat, 3)[0]
    counted = inputs_by_hand(SECOND_CHANCE, weights.codes, seen)[-2 * (PATTERNS - 1) :].astype(int)
    expected = np.zeros((2, PATTERNS), int)
    for number, grid in enumerate(position["grids"]["free"][0]):
        framed = np.pad(grid[:, None] >> np.arange(SIZE) & 1, 1)
        for row in range(SIZE):
            for column in range(SIZE):
                bits = framed[row : row + 3, column : column + 3].reshape(-1)
                expected[int(number != seat), int((bits << np.arange(9)).sum())] += 1
    assert counted.reshape(2, -1).tolist() == expected[:, 1:].tolist()
    assert expected[0].max() > 1


def think_by_hand(codes: Memory, layers: list[tuple[Memory, Memory]], seen: Memory) -> float:
    values = inputs_by_hand(SECOND_CHANCE, codes, seen)
    for weights, bias in layers[:-1]:
        values = np.maximum(0, values @ weights + bias)
    weights, bias = layers[-1]
    return float(1 / (1 + np.exp(-(values @ weights + bias)[0])))


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_a_network_looks_up_what_changed_and_computes_the_same(seats: int) -> None:
    """All choices of a game, one after another, are judged as NumPy judges each of them alone."""
    weights = weights_with_windows(SECOND_CHANCE)
    layers = [
        (weights.first * weights.scales, weights.first_bias),
        (weights.second, weights.second_bias),
        (weights.third, weights.third_bias),
    ]
    network = Network(SECOND_CHANCE, weights)
    rules = SECOND_CHANCE.build("plain")
    looked = 0
    for events in range(5, 60, 9):
        match = random_match(SECOND_CHANCE, seats, 2, events=events)
        while match.result is None and not match.to_act:
            match.deal()
        if match.result is not None:
            break
        one = question(match, match.to_act[0])
        judged = network.judge(one, KEYS)
        for action in one.choices[:: max(1, len(one.choices) // 4)]:
            after = one.position.copy()
            rules.play(one.box, after, one.seat, action)
            if int(after["pending"][0]):
                rules.hide(one.box, after, one.seat)
                seen = observe(SECOND_CHANCE, after, one.seat, seats)[0]
                assert judged[action] == pytest.approx(think_by_hand(weights.codes, layers, seen), abs=2e-4)
                looked += 1
    assert looked > 10


def test_weights_with_windows_are_kept_and_play(tmp_path: Path) -> None:
    path = tmp_path / "windows"
    weights = weights_with_windows(SECOND_CHANCE)
    weights.save(path)
    assert load_weights(path, SECOND_CHANCE).digest == weights.digest
    match = random_match(SECOND_CHANCE, 2, 1, events=30)
    while not match.to_act:
        match.deal()
    one = question(match, match.to_act[0])
    assert Learned(1, path).choose(one) in one.choices


@pytest.mark.parametrize(("codes", "inputs"), [(1, 0), (0, 1)])
def test_weights_that_do_not_fit_are_refused(tmp_path: Path, codes: int, inputs: int) -> None:
    """A window too few, or a row of the first layer."""
    path = tmp_path / "other"
    weights = weights_with_windows(SECOND_CHANCE)
    first = weights.first[: len(weights.first) - inputs] * weights.scales
    rest = [(weights.second, weights.second_bias), (weights.third, weights.third_bias)]
    kept = weights.codes[: len(weights.codes) - codes]
    make_weights(kept, [(first, weights.first_bias), *rest], weights.about).save(path)
    with pytest.raises(BadSetup, match="train them anew"):
        load_weights(path, SECOND_CHANCE)


def test_windows_are_refused_where_there_are_no_grids(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "pig", "--windows"]) != 0
    assert "Pig has no grids" in capsys.readouterr().err
