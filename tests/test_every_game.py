"""
What must hold for every game, a sixth one included, without being told.

The checks themselves are in `chancebox.testing`, for games that live elsewhere too.
"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancebox as cb
from chancebox import testing
from chancebox.engine.game.game import Game
from chancebox.engine.match.positions import position_text
from chancebox.games import game
from chancebox.testing import builds, contract, lessons, odds, thumbs
from chancebox.testing.records import try_text
from conftest import ROOMS
from helpers import some_matches
from playthroughs import compare

BOUNDS = builds.compiled_rules_stay_inside_their_bounds
CONTRACT = [check for check in contract.FOR_EACH_NUMBER if check is not BOUNDS]


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_it_keeps_the_contract(room: str, seats: int, check: Callable[[Game, int], None]) -> None:
    check(game(room), seats)


# Nothing else needs this build, and that of a large game takes up to fifteen seconds to compile.
@pytest.mark.wide(case=("gang-of-dice", "hush", "liars-dice", "pig"))
def test_its_compiled_rules_stay_inside_their_bounds(room: str, seats: int) -> None:
    BOUNDS(game(room), seats)


@pytest.mark.parametrize("check", contract.ONCE, ids=lambda check: check.__name__)
def test_as_a_whole(room: str, check: Callable[[Game], None]) -> None:
    check(game(room))


@pytest.mark.parametrize("check", lessons.ONCE, ids=lambda check: check.__name__)
def test_its_lesson(room: str, check: Callable[[Game], None]) -> None:
    check(game(room))


@pytest.mark.wide
@pytest.mark.parametrize("check", thumbs.FOR_EACH_NUMBER, ids=lambda check: check.__name__)
def test_its_rule_of_thumb(room: str, seats: int, check: Callable[[Game, int], None]) -> None:
    check(game(room), seats)


@pytest.mark.wide
@pytest.mark.parametrize("check", odds.FOR_EACH_NUMBER, ids=lambda check: check.__name__)
def test_its_odds(room: str, seats: int, check: Callable[[Game, int], None]) -> None:
    check(game(room), seats)


@given(
    text=st.text(max_size=30) | st.text("0123456789xabdegiklnoprstBLD -,.", max_size=20),
    pick=st.integers(0, 10**6),
)
@settings(max_examples=200, deadline=None)
@pytest.mark.parametrize("name", ROOMS)
def test_any_text_is_played_or_refused(name: str, text: str, pick: int) -> None:
    match = some_matches(name, game(name).all_seats[-1], 3)[pick % 3]
    try_text(match, pick % len(match.events), text)


def test_a_match_begins_at_a_position_written_as_text(room: str) -> None:
    match = some_matches(room, game(room).all_seats[-1], 1)[0]
    s = match.fork(len(match.events) // 2).position()
    assert cb.at(position_text(match.game, match.box, s), dealer="ask").position().tobytes() == s.tobytes()


def test_golden_playthrough(room: str, seats: int) -> None:
    """The same seed tells the same game, with the same leaf counts, as when somebody last read it."""
    compare(game(room), seats)


def test_all_of_it_is_checked_for_games_that_live_elsewhere() -> None:
    names = {one.name for one in testing.checks(game("hush"))}
    for check in (*contract.FOR_EACH_NUMBER, *contract.ONCE, *lessons.ONCE, *thumbs.FOR_EACH_NUMBER):
        assert any(name.startswith(check.__name__.replace("_", " ")) for name in names)
