"""Sounds: made by a command, small, calm, and there for all that happens."""

import inspect
import re
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from chancebox.engine.game import happenings
from chancebox.engine.game.happenings import Happening
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game
from chancebox.games.chance_it.text import happenings as chance_it
from chancebox.games.gang_of_dice.text import happenings as gang_of_dice
from chancebox.games.take_it_or_leave_it.text import happenings as take_it
from chancebox.web.assets import STATIC
from helpers import script, some_matches

sounds = script("sounds")
FILES = {file.stem: file for file in (STATIC / "sounds").iterdir()}
HEARD = {*FILES, "", happenings.END}
"""The end sounds like a victory or a defeat, and some things are only told."""


def test_the_command_makes_the_files_that_are_there() -> None:
    assert set(FILES) == set(sounds.SOUNDS), "run: make sounds"
    for name, file in FILES.items():
        there, made = file.read_bytes(), sounds.wav(name)
        old, new = sounds.data_of(there), sounds.data_of(made)
        assert there.partition(b"data")[0] == made.partition(b"data")[0], f"{name} has another form"
        # Another machine may round the last bit of a sine otherwise: one step of the byte is the same sound.
        assert np.abs(_steps(old) - _steps(new)).max() <= 1, f"{name} has changed; run: make sounds"


def _steps(data: bytes) -> NDArray[np.int64]:
    """Number the bytes of mu-law by how high they are; both zeros are one."""
    levels = np.unique(sounds.from_mu_law(bytes(range(256))))
    return np.asarray(np.searchsorted(levels, sounds.from_mu_law(data)), np.int64)


def test_all_sounds_together_are_small() -> None:
    assert sum(file.stat().st_size for file in FILES.values()) <= 40_000


@pytest.mark.parametrize("name", FILES)
def test_a_sound_is_short_and_calm(name: str) -> None:
    found = sounds.describe(name)
    assert found["ms"] <= 700
    assert 0.2 < found["peak"] <= 0.95
    assert abs(found["offset"]) < 0.001, "it would click"
    assert found["last"] == 0, "it would click"
    assert 150 < found["middle Hz"] < 2600, "below, phones play nothing; above, it is shrill"
    assert found["over 3 kHz"] < 0.2


def test_bytes_are_those_of_the_standard() -> None:
    """Values of ITU-T G.711 that everybody agrees on."""
    assert sounds.mu_law(np.array([0.0, 1.0, -1.0])) == b"\xff\x80\x00"
    ramp = np.linspace(-0.98, 0.98, 999)
    error = np.abs(sounds.from_mu_law(sounds.mu_law(ramp)) - ramp)
    assert (error <= 0.001 + np.abs(ramp) / 30).all()


def test_a_bang_is_louder_than_a_click_and_a_coin_brighter_than_a_bell() -> None:
    of = {name: sounds.describe(name) for name in ("bang", "bust", "keep", "coin", "out", "shape")}
    assert of["bang"]["rms"] > of["bust"]["rms"] > of["keep"]["rms"] > of["shape"]["rms"]
    assert of["coin"]["middle Hz"] > 5 * of["out"]["middle Hz"]


# What happens is heard


def classes(of: type[Happening] = Happening) -> Iterator[type[Happening]]:
    for one in of.__subclasses__():
        yield one
        yield from classes(one)


def test_all_that_can_happen_has_a_file() -> None:
    ours = [one for one in classes() if one.__module__.startswith("chancebox.")]
    assert len(ours) > 80
    for one in ours:
        assert one.stage in HEARD, one
        said = inspect.getattr_static(one, "sound")
        # Some say it by what happened: the next test plays games.
        assert isinstance(said, property) or said in HEARD, one
    assert {"victory", "defeat", "turn", "land", "knock"} <= set(FILES), "the page asks for these"


def test_what_happens_in_games_has_a_file(room: str) -> None:
    match = some_matches(room, game(room).all_seats[-1], 1)[0]
    for _n, ones in match.happenings(SPECTATOR):
        assert {one.sound for one in ones} <= HEARD
        assert all(one.pieces >= 1 for one in ones)


def test_the_page_fetches_just_these_files() -> None:
    listed = re.search(r"NAMES = \[(.*?)\]", (STATIC / "sound.js").read_text("utf-8"), re.DOTALL)
    assert listed
    assert sorted(re.findall(r'"(\w+)"', listed[1])) == sorted(FILES)


def test_an_explosion_is_no_thud() -> None:
    exploded = gang_of_dice.Exploded(0, 3, (0, 2, 1, 0, 0, 0))
    assert (exploded.stage, exploded.sound) == ("bust", "bang")
    assert chance_it.AllOut((chance_it.Effect(0, hearts=-1),)).sound == "bust"


def test_each_die_lands() -> None:
    assert gang_of_dice.Threw(0, (1, 2, 0, 0, 0, 1), (0,) * 6, 0, 12).pieces == 4
    assert chance_it.Rerolled(0, (6, 1)).pieces == 2
    assert take_it.Threw(0, "white", ("w1", "w4", "w4"), 0, None).pieces == 3


@pytest.mark.parametrize(
    ("effects", "sound", "pieces"),
    [
        ([chance_it.Effect(0, coins=2), chance_it.Effect(1, coins=-1)], "coin", 3),
        ([chance_it.Effect(0, stars=1)], "effect", 1),
        ([chance_it.Effect(0, coins=2), chance_it.Effect(1, hearts=-1)], "heart", 1),
        ([chance_it.Effect(0, hearts=-1, last_heart=True)], "last_heart", 1),
    ],
)
def test_of_several_effects_the_gravest_is_heard(
    effects: list[chance_it.Effect], sound: str, pieces: int
) -> None:
    settled = chance_it.SettledStakes(4, 1, 2, tuple(effects))
    assert (settled.sound, settled.pieces) == (sound, pieces)
