"""Whatever a program hands to the library: a sentence names what was wrong, and no match has changed."""

import inspect
import re
from collections.abc import Callable
from contextlib import nullcontext, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chancebox as cb
from chancebox.engine.game.boxes import load_box
from chancebox.games import game, names

WRONG: list[tuple[str, Callable[[], object], str]] = [
    ("a text for a seed", lambda: cb.new("pig", 2, seed="x"), "seed must be int, not 'x'."),  # type: ignore[arg-type]
    ("half a seed", lambda: cb.Seeded(1.5), "seed must be int, not 1.5."),  # type: ignore[arg-type]
    ("no number of seats", lambda: cb.new("pig", None), "seats must be int, not None."),  # type: ignore[arg-type]
    ("a number for a game", lambda: cb.new(5, 2), "name must be str, not 5."),  # type: ignore[arg-type]
    ("no dealer", lambda: cb.new("pig", 2, dealer=5), "dealer must be one such as Seeded(7), not 5."),  # type: ignore[arg-type]
    ("a kind of dealer", lambda: cb.new("pig", 2, dealer=cb.Ask), "dealer must be one such as Seeded(7)"),  # type: ignore[arg-type]
    ("one name", lambda: cb.new("pig", 2, names="AB"), "names must be Sequence[str], not 'AB'."),
    ("numbers for names", lambda: cb.new("pig", 2, names=[1, 2]), "names must be Sequence[str], not [1, 2]."),  # type: ignore[list-item]
    ("a text for options", lambda: cb.new("pig", 2, options="x"), "options must be Mapping[str, str]"),  # type: ignore[arg-type]
    (
        "a list for an option",
        lambda: cb.new("gang-of-dice", 2, options={"finale": []}),  # type: ignore[dict-item]
        "the value of an option must be str, not [].",
    ),
    ("a number for a box", lambda: cb.new("pig", 2, box=5), "box must be str | Path, not 5."),  # type: ignore[arg-type]
    ("a box without a name", lambda: cb.new("pig", 2, box=""), "box must be str | Path, not ''."),
    ("a box that no disk has", lambda: cb.new("pig", 2, box="\0"), r"box must be str | Path, not '\x00'."),
    ("a list for a build", lambda: cb.new("pig", 2, build=[]), "build must be str, not []."),  # type: ignore[arg-type]
    ("a number for a record", lambda: cb.load(5), "path must be str | Path, not 5."),  # type: ignore[arg-type]
    ("a number for a position", lambda: cb.at(5), "text must be str, not 5."),  # type: ignore[arg-type]
    (
        "a position that cannot be",
        lambda: cb.at("gang-of-dice/1 3f5c3e4e0ea5f0d6"),
        "The position was made with another box",
    ),
    ("a name for a game", lambda: cb.load_box("pig"), "game must be Game, not 'pig'."),  # type: ignore[arg-type]
    (
        "a list for a position",
        lambda: cb.position_text(game("pig"), load_box(game("pig")), []),  # type: ignore[arg-type]
        "The position is not one of pig.",
    ),
    (
        "a position of another game",
        lambda: cb.position_text(game("pig"), load_box(game("pig")), cb.new("chance-it", 3).position()),
        "The position is not one of pig.",
    ),
    ("a number for a game to review", lambda: cb.review(5), "played must be str | Path, not 5."),  # type: ignore[arg-type]
    ("a number for outcomes", lambda: cb.Scripted(5), "outcomes must be Iterable[int | str], not 5."),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "told"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_what_begins_no_match_is_refused_by_its_name(call: Callable[[], object], told: str) -> None:
    with pytest.raises(cb.ChanceboxError) as refused:
        call()
    assert str(refused.value).startswith(told)
    assert "\n" not in str(refused.value)


AT_THE_TABLE: list[tuple[str, str, tuple[Any, ...], str]] = [
    ("nothing is played", "play", (0, None), "action must be int, not None."),
    ("half an action is played", "play", (0, 1.5), "action must be int, not 1.5."),
    ("nobody plays", "play", (None, "roll"), "seat must be int, not None."),
    ("a whole seat is written as a fraction", "play", (0.0, "roll"), "seat must be int, not 0.0."),
    (
        "an action is beyond all numbers",
        "play",
        (0, 10**30),
        "1000000000000000000000000000000 is not possible",
    ),
    ("a seat is not there", "choices", (7,), "There is no seat 7; this table has seats 0 to 1."),
    ("a seat is a letter", "moves", ("A",), "seat must be int, not 'A'."),
    ("odds are about a number", "odds", (0, 1), "move must be str, not 1."),
    ("a moment is before the start", "happenings", (0, -1), "since is a number from 0, not -1."),
    ("a moment is to come", "happenings", (0, 0, 99), "This match has 2 events; there is no moment 99."),
    ("a viewer is a letter", "view", ("A",), "viewer must be int, not 'A'."),
    ("a viewer is a list", "log", ([0],), "viewer must be int, not [0]."),
    ("a copy is made of a moment to come", "fork", (99,), "This match has 2 events; there is no moment 99."),
    ("a copy is made of half a moment", "fork", (0.5,), "n must be int, not 0.5."),
    (
        "a copy gets a text for a dealer",
        "fork",
        (1, "ask"),
        "dealer must be one such as Seeded(7), not 'ask'.",
    ),
    ("a decision is taken for dice", "asked", (0,), "Event 0 is no chance event."),
    ("what is to come was drawn", "label", (99,), "This match has 2 events; there is no moment 99."),
    ("somebody asks whose luck is to come", "whose", (99,), "This match has 2 events"),
    (
        "somebody asks for a secret to come",
        "is_secret",
        (2,),
        "This match has 2 events; there is no moment 2.",
    ),
    ("fewer than no events go back", "can_undo", (0, -1), "events is a number from 0, not -1."),
    ("what is to come goes back", "can_take_back", ([2],), "This match has 2 events; there is no moment 2."),
    ("a record has no name", "save", ("",), "path must be str | Path, not ''."),
    (
        "a record has a player too many",
        "save",
        ("x", ["a", "b", "c"]),
        "The number of players is 3, that of seats 2.",
    ),
    ("a record has numbers for players", "save", ("x", [1, 2]), "players must be Sequence[str], not [1, 2]."),
]


@pytest.mark.parametrize(
    ("does", "given", "told"), [one[1:] for one in AT_THE_TABLE], ids=[one[0] for one in AT_THE_TABLE]
)
def test_what_cannot_be_done_at_a_table_is_refused_by_its_name(
    does: str, given: tuple[Any, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = cb.new("pig", 2, seed=7)
    match.play(0, "roll")
    before = match.events[:], match.position().tobytes()
    with pytest.raises(cb.ChanceboxError, match=rf"^{re.escape(told)}"):
        getattr(match, does)(*given)
    assert (match.events, match.position().tobytes()) == before


def test_who_expects_errors_of_python_finds_them() -> None:
    with pytest.raises(TypeError):
        cb.new("pig", 2, seed="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed must be int"):
        cb.new("pig", 2, seed="x")  # type: ignore[arg-type]


def test_a_number_of_numpy_is_a_number(tmp_path: Path) -> None:
    match = cb.new("pig", np.int64(2), seed=np.int64(7))  # type: ignore[arg-type]
    match.play(np.int8(0), np.uint8(0))  # type: ignore[arg-type]
    match.save(tmp_path / "x.chance.json")
    assert cb.load(tmp_path / "x.chance.json").notation == match.notation


def test_a_record_that_cannot_be_written_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="directory"):
        cb.new("pig", 2).save(tmp_path / "taken")
    assert [one.name for one in tmp_path.iterdir()] == ["taken"]


ANYTHING = st.one_of(
    st.none(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=12),
    st.binary(max_size=3),
    st.lists(st.integers(-3, 3) | st.text(max_size=3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=2),
    st.sampled_from([cb.CHANCE, cb.SPECTATOR, Fraction(1, 2), 1j, object(), int, np.zeros(2), np.int64(1)]),
    st.sampled_from([cb.Ask(), cb.Scripted(["6"]), "roll", "stop", "ask", "auto", "pig", "quick"]),
)
"""Values of all kinds, some of which fit somewhere."""
DOES = [name for name, _one in inspect.getmembers(cb.Match, inspect.isfunction) if not name.startswith("_")]
BEGINS = ["new", "load", "at", "load_box", "game", "position_text", "review", "Seeded", "Scripted", "Match"]
TABLES = {name: cb.new(name, game(name).seats[-1], seed=3) for name in names(test_only=True)}
often = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def called(function: Callable[..., object], given: list[Any]) -> None:
    """Call a function with as much of this as it takes; what is refused is refused in one line."""
    takes = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.name != "self"
    ]
    with suppress(OSError) if "path" in {one.name for one in takes} else nullcontext():
        try:
            function(*given[: len(takes)])
        except cb.ChanceboxError as error:
            if "\n" in str(error) or not str(error):
                raise


@often
@given(
    room=st.sampled_from(sorted(TABLES)),
    does=st.sampled_from(DOES),
    given=st.lists(ANYTHING, min_size=3, max_size=3),
)
def test_nothing_that_is_handed_to_a_match_brings_it_down(
    tmp_path_factory: pytest.TempPathFactory, room: str, does: str, given: list[Any]
) -> None:
    match = TABLES[room].fork()
    if does == "save":
        given = [tmp_path_factory.mktemp("saved") / "x", *given[1:]]
    before = match.events[:]
    called(getattr(match, does), given)
    if does not in ("play", "undo"):
        assert match.events == before
    assert match.fork().to_act == match.to_act


@often
@given(begins=st.sampled_from(BEGINS), given=st.lists(ANYTHING, min_size=8, max_size=8))
def test_nothing_that_is_handed_to_the_library_brings_it_down(begins: str, given: list[Any]) -> None:
    called(getattr(cb, begins), given)


@often
@given(
    room=st.sampled_from(sorted(TABLES)),
    text=st.text(max_size=30),
    seat=st.sampled_from([cb.CHANCE, *range(3)]),
    words=st.lists(
        st.sampled_from(["stake", "reroll", "keep", "-1", "99999999999999999999", "all", "dice", "²"])
    ),
)
def test_no_move_that_can_be_typed_brings_a_match_down(
    room: str, text: str, seat: int, words: list[str]
) -> None:
    match = TABLES[room].fork(dealer=cb.Ask())
    for typed in (text, " ".join(words)):
        called(match.play, [seat, typed])
