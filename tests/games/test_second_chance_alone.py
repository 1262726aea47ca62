"""Games of one seat from which a network learns how Second Chance ends: what is written down of them."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from chancebox.bots.networks import fates
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import DEALING, THINKING, stream_key
from chancebox.engine.rules.records import Memory
from chancebox.games import game
from chancebox.lab.training import alone
from networks import weights_in

SECOND = game("second-chance")
BOX = load_box(SECOND)
GAMES = 12


def play(later: int) -> tuple[Memory, Memory, list[slice]]:
    """Some games: traits, likely fates, and which rows belong to each of them."""
    kernel: Any = SECOND.compiled().kernels(alone)
    traits: Memory = np.zeros(GAMES * alone.LONGEST * SECOND.traits.TRAITS, np.int8)
    likely: Memory = np.zeros(GAMES * alone.LONGEST * SECOND.traits.FATES, np.float32)
    n = kernel.play_alone(
        BOX.memory,
        np.zeros(fates.ROOM, SECOND.rules.Position.dtype),
        SECOND.options_record(SECOND.usual_options(1)),
        0,
        GAMES,
        np.array([*stream_key(3, DEALING), *stream_key(3, THINKING)], np.int64),
        later,
        fates.make_desk(SECOND, weights_in(SECOND)),
        traits,
        likely,
    )
    rows = traits.reshape(-1, SECOND.traits.TRAITS)[:n]
    rounds = rows[:, SECOND.traits.AT_ROUND]
    begins = [*np.flatnonzero(rounds == 0), n]
    games = [slice(*two) for two in pairwise(begins)]
    return rows, likely.reshape(-1, SECOND.traits.FATES)[:n], games


def test_a_row_is_written_for_each_decision() -> None:
    rows, likely, games = play(60)
    assert len(games) == GAMES
    assert likely.sum(1) == pytest.approx(1, abs=1e-3)
    for one in games:
        rounds, empty = rows[one, SECOND.traits.AT_ROUND], rows[one, SECOND.traits.AT_EMPTY]
        assert rounds.tolist() == list(range(len(rounds)))
        assert (np.diff(empty) < 0).all()
        assert rows[one, -1].tolist() == [min(left // 5, 7) for left in empty.tolist()]


def test_what_is_known_later_is_the_end_or_what_seemed_likely_on_the_way() -> None:
    """With nothing but the end all rows tell it, unless something was tried; in between it is mixed."""
    _rows, ends, games = play(100)
    _rows, near, _games = play(0)
    _rows, mixed, _games = play(60)
    known = 0
    for one in games:
        assert set(ends[one][-1]) == {0.0, 1.0}
        known += sum((row == ends[one][-1]).all() for row in ends[one])
        for i in range(one.stop - 1, one.start, -1):
            tried = (ends[i - 1] == near[i - 1]).all() and not (ends[i - 1] == ends[i]).all()
            told = near[i - 1] if tried else 0.4 * near[i - 1] + 0.6 * mixed[i]
            assert mixed[i - 1] == pytest.approx(told, abs=1e-5)
    assert known > len(ends) / 2


def test_now_and_then_something_is_tried() -> None:
    """What comes of that is not told to the decisions before: they keep what seemed best."""
    _rows, ends, games = play(100)
    spoiled = sum(not (row == ends[one][-1]).all() for one in games for row in ends[one])
    assert 0 < spoiled < len(ends) / 2
