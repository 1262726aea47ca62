"""
The rules in C++: equal to plain and compiled ones, byte by byte; and what is said where they cannot be had.

A C++ compiler is enough for most of it. With a GPU the same is compared there; `benchmarks/gpu.py` does more.
"""

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chancebox.envs
from chancebox import cli
from chancebox.engine.checks import checks
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadGame, BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import DEALING, THINKING, Ask, stream
from chancebox.engine.match.match import Match
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.engine.rules.streams import below
from chancebox.envs.batch import Batch
from chancebox.envs.many import Vector
from chancebox.envs.many_tensors import TensorVector
from chancebox.envs.on_gpu import GpuBatch
from chancebox.games import game, names
from chancebox.gpu import machines, ranges
from chancebox.gpu.machines import Machine, Processor, compiler
from chancebox.gpu.program import COUNT, source
from chancebox.gpu.ranges import WIDE, Range
from chancebox.gpu.tracing import Deal, Trace, trace
from chancebox.gpu.translator import Program
from chancebox.lab.simulator import Simulator, stream_keys
from copies import changed_game

GAMES = [(name, seats) for name in names(test_only=True) for seats in game(name).all_seats]
SEED = 11
HAS_GPU = importlib.util.find_spec("cupy") is not None
needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler on this machine")
needs_gpu = pytest.mark.skipif(
    not HAS_GPU, reason="CuPy is not installed, so there is no GPU to compare with"
)


@pytest.fixture
def machine() -> Machine:
    if compiler() is None:
        pytest.skip("there is no C++ compiler on this machine")
    return Processor()


def traced(machine: Machine, found: Game, seats: int, games: int) -> tuple[Deal, Trace]:
    options = found.options_record(found.usual_options(seats))
    deal = Deal(found, load_box(found), options, seats, stream_keys(SEED), 0, games)
    lengths = trace(machine, deal).lengths
    return deal, trace(machine, deal, int(lengths.max()))


def assert_played_alike(deal: Deal, seen: Trace, build: str) -> None:
    """Play the same games by another build: every event, and the position after it."""
    rules = deal.game.build(build)
    for number in range(deal.games):
        s = rules.start(deal.box, deal.seats, deal.options)
        luck, thought = stream(SEED, DEALING, number), stream(SEED, THINKING, number).tolist()
        n = 0
        while pending := plain(s).pending:
            if pending >> CHANCE:
                seat, action = CHANCE, rules.draw(deal.box, s, luck)
            else:
                seat = lowest(pending)
                listed = rules.choices(deal.box, s, seat)
                action = listed[below(thought, len(listed))]
            rules.play(deal.box, s, seat, action)
            assert seen.events[number, n].tolist() == [seat, action]
            assert seen.positions[number, n].tobytes() == s.tobytes()
            n += 1
        assert seen.lengths[number] == n
        assert seen.last[number].tobytes() == s.tobytes()


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_translated_rules_play_as_compiled_ones(machine: Machine, name: str, seats: int) -> None:
    assert_played_alike(*traced(machine, game(name), seats, games=12), "compiled")


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_translated_rules_play_as_plain_ones(machine: Machine, name: str, seats: int) -> None:
    assert_played_alike(*traced(machine, game(name), seats, games=1), "plain")


TOOLS = """from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.dice import shows as showing
from chancebox.engine.rules.records import"""


def test_a_game_in_one_file_may_call_tools_of_the_engine_as_it_likes(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what it imports answers no question of the contract, whatever its name."""
    monkeypatch.syspath_prepend(tmp_path)
    changed = changed_game("pig", tmp_path, "rules.py", "from chancebox.engine.rules.records import", TOOLS)
    file = changed.folder / "rules.py"
    text = file.read_text("utf-8").replace("MOST_CHOICES =", "pips = showing\nMOST_CHOICES =")
    alike = "(shows(action, 0) + showing(action, 0) + pips(action, 0)) == 3"
    file.write_text(text.replace("lost = action == 1", f"lost = {alike}"), "utf-8")
    checks.check_folder(changed)
    for build in ("plain", "compiled"):
        assert_played_alike(*traced(machine, changed, 2, games=2), build)
    match = Match(changed, 2, dealer=Ask())
    match.play(0, "roll")
    assert not real_dice.shows(match, 1)


OPTIONS = [
    (name, option.name, value)
    for name in names(test_only=True)
    for option in game(name).options
    for value in option.values
    if value != option.default
]


@pytest.mark.parametrize(("name", "option", "value"), OPTIONS)
def test_translated_rules_know_every_option(machine: Machine, name: str, option: str, value: str) -> None:
    found = game(name)
    seats = next(one for one in found.all_seats if _is_allowed(found, one, {option: value}))
    options = found.options_record(found.check_options({option: value}, seats))
    deal = Deal(found, load_box(found), options, seats, stream_keys(SEED), 0, 4)
    lengths = trace(machine, deal).lengths
    assert_played_alike(deal, trace(machine, deal, int(lengths.max())), "compiled")


def _is_allowed(found: Game, seats: int, options: dict[str, str]) -> bool:
    try:
        found.check_options(options, seats)
    except BadSetup:
        return False
    return True


@needs_gpu
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_gpu_plays_as_compiled_rules(name: str, seats: int) -> None:
    assert_played_alike(*traced(machines.Gpu(), game(name), seats, games=12), "compiled")


@needs_gpu
def test_a_gpu_finds_what_processors_find() -> None:
    here, there = (
        Simulator(game("gang-of-dice"), 3, on=on).run(20_000, 7).as_json() for on in ("cpu", "gpu")
    )
    same = ("events", "wins", "win_shares", "length", "ended")
    assert {key: here[key] for key in same} == {key: there[key] for key in same}


# Environments


@pytest.mark.wide(case=("gang-of-dice", "pig"))
@pytest.mark.parametrize(
    ("name", "seats", "alone"), [("gang-of-dice", 3, None), ("chance-it", 3, 1), ("pig", 2, 0)]
)
def test_steps_are_those_of_compiled_environments(
    machine: Machine, name: str, seats: int, alone: int | None
) -> None:
    games = 24
    one = Batch(game(name), seats, games, alone=alone)
    other = GpuBatch(game(name), seats, games, alone=alone, machine=machine)
    luck = np.random.default_rng(3)
    a, b = one.reset(5), other.reset(5)
    ended = 0
    for step in range(120):
        for here, there in zip(a, b, strict=True):
            assert here.dtype == there.dtype
            assert here.shape == there.shape
            assert here.tobytes() == there.tobytes()
        assert one.asked.tolist() == other.asked.tolist()
        actions = (a.masks * (1 - luck.random(a.masks.shape))).argmax(1)
        if step % 20 == 7:
            actions[0] = one.actions  # which is none
        a, b = one.step(actions), other.step(actions)
        ended += len(a.finished)
    assert ended


def test_tensors_are_what_vectors_are(machine: Machine) -> None:
    one = Vector("pig", 8, 2, opponents=None)
    other = TensorVector("pig", 8, 2, opponents=None, tensors="numpy", machine=machine)
    (seen, info), (shown, told) = one.reset(seed=3), other.reset(seed=3)
    luck = np.random.default_rng(4)
    overs = 0
    for _step in range(300):
        assert seen.tobytes() == shown.tobytes()
        for key in ("action_mask", "seat", "rewards"):
            assert info[key].tobytes() == told[key].tobytes()
        actions = (luck.random(8) < 0.25).astype(np.int64)  # now and then it is enough
        seen, *rest, info = one.step(actions)
        shown, *others, told = other.step(actions)
        assert all(here.tobytes() == there.tobytes() for here, there in zip(rest, others, strict=True))
        if rest[1].any():
            overs += 1
            assert np.stack(info["final_obs"][rest[1]]).tolist() == told["final_obs"].tolist()
            assert told["finished"].tolist() == np.flatnonzero(rest[1]).tolist()
    assert overs


def test_tensors_of_an_unknown_library_are_refused(machine: Machine) -> None:
    with pytest.raises(BadSetup, match="no tensors of 'abacus'; there are: torch"):
        TensorVector("pig", 1, 2, tensors="abacus", machine=machine)


# What is refused


def test_without_cupy_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "find_spec", lambda _name: None)
    with pytest.raises(BadSetup, match=r"needs CuPy.*chancebox\[gpu\]"):
        Simulator(game("pig"), 2, on="gpu").run(10, 1)


def test_environments_say_it_too_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "find_spec", lambda _name: None)
    for _ in range(2):  # a module of the same name would be there the second time
        with pytest.raises(BadSetup, match="needs CuPy"):
            chancebox.envs.tensors("pig", 4, 2, library="numpy")


def test_without_a_gpu_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(Exception):
        pass

    def count() -> int:
        raise Missing("no CUDA-capable device is detected")

    class Runtime:
        CUDARuntimeError = Missing
        getDeviceCount = staticmethod(count)  # noqa: N815 -- as CuPy names it

    class Cuda:
        runtime = Runtime

    class Cupy:
        cuda = Cuda

    monkeypatch.setattr(machines, "find_spec", lambda _name: True)
    monkeypatch.setattr("chancebox.gpu.machines.importlib.import_module", lambda _name: Cupy)
    with pytest.raises(BadSetup, match="no GPU that CUDA can use: no CUDA-capable device"):
        machines.Gpu()


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chancebox.gpu.machines.shutil.which", lambda _name: None)
    with pytest.raises(BadSetup, match=r"no C\+\+ compiler"):
        Processor()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "thumb"], "everybody plays at random"),
        (["--out", "x.parquet"], "only counted"),
        (["--cluster", "ray"], "works alone"),
    ],
)
def test_what_a_gpu_does_not_do_is_refused(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", "pig", "--on", "gpu", *more]) != 0
    assert said in capsys.readouterr().err


def test_there_is_no_third_place_to_play() -> None:
    with pytest.raises(BadSetup, match="not on 'moon'"):
        Simulator(game("pig"), 2, on="moon")


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ("    return {1: 2}", 5, "{1: 2}"),
        ("    x = 1\n    for i in (1, 2):\n        x += i\n    return x", 6, "for i in (1, 2)"),
        ("    return unknown", 5, "unknown"),
        ("    return out[0]", 5, "out, which is only written,"),
        ("    x = 1\n    x = box\n    return x", 6, "x, which is two things,"),
        ("    return box.no_such_field", 5, "box.no_such_field"),
    ],
)
def test_what_cannot_be_translated_is_named_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, line: int, what: str
) -> None:
    file = tmp_path / "odd_rules.py"
    file.write_text(f'"""Odd."""\n\n\ndef odd(box, out):\n{body}\n')
    spec = importlib.util.spec_from_file_location("odd_rules", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "odd_rules", module)
    spec.loader.exec_module(module)
    program = Program(game("pig"))
    with pytest.raises(BadGame) as refused:
        program.translate({"odd": (module.odd, program.box, COUNT)})
    told = str(refused.value)
    assert told.startswith(f"{file}, line {line}: {what}")
    assert told.endswith("cannot be translated for a GPU.")


# Numbers


OPERATIONS: dict[str, tuple[Callable[[Range, Range], Range], Callable[[int, int], int]]] = {
    "+": (ranges.add, lambda a, b: a + b),
    "-": (ranges.subtract, lambda a, b: a - b),
    "*": (ranges.multiply, lambda a, b: a * b),
    "//": (ranges.divide, lambda a, b: a // b),
    "%": (ranges.remainder, lambda a, b: a % b),
    "&": (ranges.bit_and, lambda a, b: a & b),
    "|": (ranges.bit_or, lambda a, b: a | b),
    "^": (ranges.bit_or, lambda a, b: a ^ b),
    "<<": (ranges.shift_left, lambda a, b: a << b),
    ">>": (ranges.shift_right, lambda a, b: a >> b),
}
NUMBERS = st.one_of(st.integers(-20, 20), st.integers(-(2**40), 2**40))


@given(st.sampled_from(sorted(OPERATIONS)), st.lists(NUMBERS, min_size=6, max_size=6))
def test_a_range_holds_whatever_numbers_in_it_make(sign: str, numbers: list[int]) -> None:
    one, other = sorted(numbers[:3]), sorted(numbers[3:])
    limit, compute = OPERATIONS[sign]
    found = limit(Range(one[0], one[2]), Range(other[0], other[2]))
    if sign in ("//", "%") and other[1] == 0:
        return
    if sign in ("<<", ">>") and not 0 <= other[1] <= 63:
        return
    made = compute(one[1], other[1])
    assert found == WIDE or found.low <= made <= found.high


def test_a_range_that_keeps_growing_is_widened() -> None:
    assert Range(0, 5).widen(Range(0, 6)) == Range(0, 2**15 - 1)
    assert Range(0, 2**31).widen(Range(-1, 2**31)) == Range(-(2**15), 2**31)
    assert Range(0, 2**63 - 1).is_small is False


def test_most_numbers_of_a_game_are_small() -> None:
    text = source(game("gang-of-dice"), "trace")
    small, wide = (len(re.findall(rf"\b{kind} \w+_ = 0;", text)) for kind in ("int", "num"))
    assert small > 3 * wide > 0  # streams of random numbers are wide
