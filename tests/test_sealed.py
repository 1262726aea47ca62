"""Sealed dice: unbiased, as the document says, and cheap."""

import json
import re
from base64 import b64decode
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import scipy

import chancebox as cb
from chancebox.engine.game.texts import LANGUAGES, PSEUDO, reading
from chancebox.engine.match.chance import throw_of
from chancebox.engine.proofs import sealed
from chancebox.engine.proofs.luck import band, expected_streak, longest_streak
from chancebox.engine.proofs.sealed import Sealed, Share, Source
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game, names
from chancebox.testing.matches import random_match
from chancebox.web.verifier import verifier
from helpers import script

SECRET, TRANSCRIPT = b"\x11" * 32, b"\x22" * 32
UNLIKELY = 1e-4


def test_the_test_vectors_are_current() -> None:
    vectors = script("sealed_vectors")
    assert vectors.TARGET.read_text("utf-8") == vectors.page(), "run: python tools/sealed_vectors.py"


def test_the_page_that_verifies_can_be_read() -> None:
    page, _policy = verifier()
    assert len(script_of(page).splitlines()) <= 487
    assert "http" not in page.replace("http-equiv", "").replace("by https", ""), "it asks nobody"


def test_the_page_that_verifies_brings_its_icon_along() -> None:
    """Without one browsers ask the house for it, and complain about the policy that forbids it."""
    page, policy = verifier()
    icon = re.search(r'<link rel="icon" href="data:image/svg\+xml;base64,([^"]+)">', page)
    assert icon
    assert b64decode(icon[1]).startswith(b"<svg")
    assert "img-src data:;" in policy


def script_of(page: str) -> str:
    """Find the script of the page that verifies; its texts are data."""
    inner = re.search(r"<script>\n(.*?)</script>", page, re.DOTALL)
    assert inner
    return inner[1]


@pytest.mark.parametrize("code", [*LANGUAGES, PSEUDO])
def test_the_page_that_verifies_has_its_sentences_in_each_language(code: str) -> None:
    english, policy = verifier()
    with reading(code):
        page, same = verifier()
    assert f'<html lang="{code}">' in page
    assert (script_of(page), same) == (script_of(english), policy), "only what it says depends on the reader"
    inner = re.search(r'id="texts">(.*?)</script>', page, re.DOTALL)
    assert inner
    told = set(json.loads(inner[1]))
    script = script_of(page)
    assert {key for key in told if f'"{key}"' not in script and f"TEXTS.{key}" not in script} == set()
    used = re.findall(r"""\b(?:say|count)\("([^"]+)"|\bmust\(.*, "([^"]+)"(?:, \{.*\})?\);""", script)
    assert len(used) > 40
    assert {key for found in used for key in found if key} <= told


# Bias.


@pytest.mark.parametrize(("faces", "dice"), [(6, 1_000_000), (20, 200_000), (7, 200_000)])
def test_dice_are_fair(faces: int, dice: int) -> None:
    """One stream for each event, a dozen dice in each, as at a table."""
    rolled = [Source(SECRET, TRANSCRIPT, n).roll(12, faces) for n in range(-(-dice // 12))]
    counts = np.bincount(np.array(rolled).ravel(), minlength=faces + 1)[1:]
    assert counts.sum() >= dice
    assert scipy.stats.chisquare(counts).pvalue > UNLIKELY
    # Neighbours in a throw, and the same die of neighbouring events, know nothing of each other.
    if faces == 6:
        table = np.array(rolled) - 1
        for pairs in (table[:, :-1] * 6 + table[:, 1:], table[:-1] * 6 + table[1:]):
            assert scipy.stats.chisquare(np.bincount(pairs.ravel(), minlength=36)).pvalue > UNLIKELY


@pytest.mark.parametrize("weights", [[1, 1, 1], [5, 0, 2, 9, 1], [1] * 36 + [40], [2**52, 2**51, 2**51]])
def test_cards_come_by_their_weights(weights: list[int]) -> None:
    draws = 60_000
    counts = Counter(Source(SECRET, TRANSCRIPT, n).draw(weights) for n in range(draws))
    possible = [i for i, weight in enumerate(weights) if weight]
    assert set(counts) <= set(possible)
    expected = [draws * weights[i] / sum(weights) for i in possible]
    assert scipy.stats.chisquare([counts[i] for i in possible], expected).pvalue > UNLIKELY


def test_bytes_that_would_be_unfair_are_left_out() -> None:
    class Given(Source):
        def __init__(self, *numbers: int) -> None:
            self.numbers = list(numbers)

        def take(self, n: int) -> int:
            return self.numbers.pop(0)

    assert Given(252, 255, 251, 0).roll(2, 6) == [6, 1]
    assert Given(255, 3).roll(1, 256) == [256]
    fair = 2**64 // 3 * 3
    assert fair < 2**64
    assert Given(fair, fair - 1).draw([1, 1, 1]) == 2


@pytest.mark.parametrize("name", names())
def test_the_dealer_follows_the_weights_of_the_rules(name: str) -> None:
    """At some moments of a game: what the dealer deals has the distribution that the rules have."""
    found = game(name)
    match = random_match(found, found.seats[-1], 5)
    moments = [n for n, event in enumerate(match.events) if event.seat == CHANCE]
    for n in [moments[0], moments[len(moments) // 2], moments[-1]]:
        there = match.fork(n, dealer=cb.Ask())
        exact = {int(outcome): float(share) for outcome, share in there.outcomes()}
        s, draws = there.position(), 3000
        dealt = [
            Sealed(SECRET, TRANSCRIPT, i).deal(found.build("plain"), there.box, s, n) for i in range(draws)
        ]
        counts = Counter(dealt)
        assert set(counts) <= set(exact)
        common = [outcome for outcome, share in exact.items() if share * draws >= 5]
        rest = draws - sum(counts[outcome] for outcome in common)
        observed = [*(counts[outcome] for outcome in common), rest]
        expected = [*(exact[outcome] * draws for outcome in common)]
        expected.append(draws - sum(expected))
        if expected[-1] < 1e-6:
            observed, expected = observed[:-1], expected[:-1]
        if len(observed) > 1:
            assert scipy.stats.chisquare(observed, expected).pvalue > UNLIKELY


# Links.


def test_the_order_in_which_links_arrive_changes_nothing() -> None:
    links = [Share(2, b"c" * 32), Share(0, b"a" * 32), Share(1, b"b" * 32)]
    assert sealed.go_on(TRANSCRIPT, links) == sealed.go_on(TRANSCRIPT, sorted(links))
    assert sealed.go_on(TRANSCRIPT, links) != sealed.go_on(TRANSCRIPT, links[:2])
    assert sealed.go_on(TRANSCRIPT, []) == TRANSCRIPT


def test_one_device_shows_its_links_in_their_order() -> None:
    first, second = Share(0, b"a" * 32), Share(0, b"b" * 32)
    assert sealed.go_on(TRANSCRIPT, [first, second]) != sealed.go_on(TRANSCRIPT, [second, first])


def test_a_chain_can_be_followed_from_its_tip() -> None:
    shown = sealed.chain(b"\x07" * 32)
    assert len(shown) == 1 + sealed.LINKS
    assert all(sealed.digest(link) == before for before, link in pairwise(shown))


def test_a_dealer_keeps_its_secret_to_itself() -> None:
    assert SECRET.hex() not in repr(Sealed(SECRET, TRANSCRIPT, 0))
    assert repr(SECRET) not in repr(Sealed(SECRET, TRANSCRIPT, 0))


def test_a_throw_counts_faces() -> None:
    assert throw_of([6, 6, 1]) == 1 + (2 << 20)


# What dice did.


def test_the_longest_streak_is_expected_as_it_comes() -> None:
    luck = np.random.default_rng(1)
    played = [longest_streak(list(luck.integers(1, 7, 60))) for _game in range(3000)]
    error = np.std(played) / np.sqrt(len(played))
    assert abs(np.mean(played) - expected_streak(60, 6)) < 4 * error


def test_the_band_holds_95_of_100_counts() -> None:
    low, high = band(600, 6)
    below, above = scipy.stats.binom.cdf([np.ceil(low) - 1, np.floor(high)], 600, 1 / 6)
    assert 0.94 < above - below < 0.96
