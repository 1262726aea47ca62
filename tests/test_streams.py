"""Streams: the same numbers everywhere, fair, and far apart for neighbouring games."""

import numpy as np
import pytest
import scipy

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.match.chance import DEALING, THINKING, derive_seed, stream, stream_key
from chancebox.engine.rules import streams


def words(number: int, n: int) -> list[int]:
    row = [0]
    streams.begin(row, 7, 8, number)
    return [streams.word(row) for _ in range(n)]


def test_the_generator_is_multiply_with_carry() -> None:
    """Against its definition: a sequence modulo the prime MULTIPLIER * 2**32 - 1."""
    prime = streams.MULTIPLIER * 2**32 - 1
    row = [0]
    streams.begin(row, 1, 2, 3)
    state = row[0]
    for _ in range(1000):
        assert streams.word(row) == (state ^ (state >> 32)) & streams.WORD
        # One step back multiplies by 2**32 modulo the prime.
        assert row[0] * 2**32 % prime == state % prime
        state = row[0]
        assert 0 < state < 2**63


def test_numbers_are_the_same_on_every_machine() -> None:
    assert words(0, 4) == [289343543, 168795295, 1834547528, 2676333820]


@pytest.mark.parametrize("n", [2, 3, 6, 18, 1000])
def test_below_is_uniform(n: int) -> None:
    row = stream(1, DEALING, 0).tolist()
    drawn = np.array([streams.below(row, n) for _ in range(40_000)])
    assert drawn.min() == 0
    assert drawn.max() == n - 1
    assert scipy.stats.chisquare(np.bincount(drawn, minlength=n)).pvalue > 1e-6


def test_below_draws_again_where_it_would_be_unfair() -> None:
    """Of 2**32 words, 2**32 mod n must be refused: with n = 3 * 2**29 a quarter of them."""
    n = 3 << 29
    row = stream(1, DEALING, 1).tolist()
    drawn = np.array([streams.below(row, n) for _ in range(20_000)])
    assert scipy.stats.kstest(drawn / n, "uniform").pvalue > 1e-6


def test_first_words_of_neighbouring_streams_are_independent() -> None:
    firsts = np.array([words(number, 2) for number in range(20_000)], dtype=float) / 2**32
    assert scipy.stats.kstest(firsts[:, 0], "uniform").pvalue > 1e-6
    for one, other in ((firsts[1:, 0], firsts[:-1, 0]), (firsts[:, 0], firsts[:, 1])):
        assert abs(scipy.stats.pearsonr(one, other)[0]) < 0.03


def test_dealing_and_thinking_never_share_a_stream() -> None:
    assert stream_key(5, DEALING) != stream_key(5, THINKING)
    assert stream(5, DEALING, 0).tolist() != stream(5, THINKING, 0).tolist()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(BadSetup, match="seed"):
        stream_key(seed, DEALING)


def test_seeds_are_derived_by_place_and_never_twice_the_same() -> None:
    places = [("bot", game, seat) for game in range(30) for seat in range(8)]
    seeds = [derive_seed(seed, *place) for seed in (0, 1, 2**64 - 1) for place in places]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert derive_seed(b"a key of the house", "bot", "table", 0) != derive_seed(0, "bot", "table", 0)
    with pytest.raises(BadSetup):
        derive_seed(-1, "bot")
