"""Builds: both in one process, never stale, never unsafe where that is promised."""

import gc
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from chancebox.bots.thinking import kernels as thinking
from chancebox.engine.builds import builds, digests, integers, kernels
from chancebox.engine.builds.builds import Compiled
from chancebox.engine.builds.locks import alone
from chancebox.engine.game.boxes import load_box
from chancebox.engine.rules import contract
from chancebox.engine.rules.records import Memory, plain
from chancebox.envs import stepping
from chancebox.games import game
from chancebox.lab import playout, recording
from children import CHANCEBOX, LIMIT, child, run

PIG = game("pig")


def test_the_stamp_covers_all_rule_sources() -> None:
    rules = PIG.rules.__name__
    found = digests._imports(playout.__name__, {contract.__name__: rules})
    for needed in (rules, playout.__name__, "streams", "records", "contract"):
        assert needed in found or f"chancebox.engine.rules.{needed}" in found
    assert "chancebox.games.gang_of_dice.rules" not in found


@pytest.mark.parametrize(
    ("kernel", "edited", "changes"),
    [
        (playout, "chancebox.games.gang_of_dice.rules", True),
        (playout, "chancebox.engine.rules.streams", True),
        (playout, "chancebox.engine.builds.drafts", True),
        (playout, "chancebox.engine.builds.integers", True),
        (playout, "chancebox.lab.playout", True),
        (playout, "chancebox.games.gang_of_dice.rules.thumb", False),
        (thinking, "chancebox.games.gang_of_dice.rules.thumb", True),
        (thinking, "chancebox.games.gang_of_dice.rules.odds", True),
        (playout, "chancebox.games.gang_of_dice.rules.items", False),
        (recording, "chancebox.games.gang_of_dice.rules.items", True),
    ],
)
def test_an_edited_source_changes_the_stamps_it_should(
    monkeypatch: pytest.MonkeyPatch, kernel: ModuleType, edited: str, changes: bool
) -> None:
    gang = game("gang-of-dice")
    names = kernel.__name__, *digests.implementations(gang).values()
    source = digests._source
    before = digests.build_digest.__wrapped__(*names)
    monkeypatch.setattr(
        digests, "_source", lambda name: source(name) + b"\n#" if name == edited else source(name)
    )
    assert (digests.build_digest.__wrapped__(*names) != before) == changes


def test_an_edited_game_runs_its_new_rules_at_once(tmp_path: Path) -> None:
    """End to end, in processes of their own: compile, edit a rule, run again."""
    room = tmp_path / "rooms" / "piglet"
    room.parent.mkdir()
    shutil.copytree(PIG.folder, room)
    for file in room.glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("games.pig", "games.piglet"), "utf-8")
    program = (
        "import sys, chancebox.games as g; g.__path__.append(sys.argv[1])\n"
        "from chancebox.lab.simulator import Simulator\n"
        "print(Simulator(g.game('piglet'), 2).run(500, 1, 1).length['mean'])"
    )
    env = {**os.environ, "CHANCEBOX_CACHE": str(tmp_path / "cache")}

    def mean() -> float:
        command = [sys.executable, "-c", program, str(room.parent)]
        return float(run(command, env=env, check=True).stdout)

    usual = mean()
    assert mean() == usual, "from the cache"
    rules = room / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("lost = action == 1", "lost = action <= 3"), "utf-8")
    assert mean() > 1.5 * usual


def test_without_a_place_to_write_it_still_runs(tmp_path: Path) -> None:
    blocked = tmp_path / "a file where a folder should be"
    blocked.write_text("")
    env = {**os.environ, "CHANCEBOX_CACHE": str(blocked / "cache")}
    program = (
        "from chancebox.games import game\n"
        "from chancebox.lab.simulator import Simulator\n"
        "print(int(Simulator(game('pig'), 2).play(1, 0, 5).endings.sum()))"
    )
    done = run([sys.executable, "-c", program], env=env, check=True)
    assert done.stdout == "5\n"


def test_compiling_is_reported_once(tmp_path: Path) -> None:
    env = {**os.environ, "CHANCEBOX_CACHE": str(tmp_path)}
    command = [*CHANCEBOX, "simulate", "pig", "--seats", "2", "--games", "10", "--seed", "1"]
    told = [run(command, env=env, check=True).stderr for _ in range(2)]
    assert told[0].count("Compiling Pig") == 1
    assert "Compiled in" in told[0]
    assert "Compil" not in told[1]


def test_checked_rules_stop_at_their_bounds() -> None:
    """The lane with bounds checks must really have them: nested rows and buffers alike."""
    checked = PIG.build("checked")
    assert isinstance(checked, Compiled)
    box = load_box(PIG)
    s = checked.start(box, 2, PIG.options_record({}))
    with pytest.raises(IndexError):
        checked.play(box, s, 99, PIG.rules.STOP)
    with pytest.raises(IndexError):
        checked.play(box, s, -1, PIG.rules.STOP)
    with pytest.raises(IndexError):
        checked._enter.enter_choices(box.memory, s, 0, np.zeros(1, np.int64))
    with pytest.raises(IndexError):
        PIG.build("plain").play(box, s, 99, PIG.rules.STOP)


def test_both_builds_live_side_by_side() -> None:
    box = load_box(PIG)
    for name in ("plain", "compiled", "checked"):
        build = PIG.build(name)
        assert build.name == name
        s = build.start(box, 3, PIG.options_record({}))
        build.play(box, s, 0, PIG.rules.ROLL)
        assert plain(s).pending == 1 << 8


def test_entrances_are_read_from_annotations() -> None:
    assert builds.entrances(playout) == {
        "play_many": ["box", "options", "position", *["number"] * 3, *["row"] * 6]
    }
    assert list(builds.entrances(thinking)) == ["enter_decide", "enter_rate", "try_out", "contest"]
    assert builds.entrances(stepping)["enter_observe"] == [
        *("box", "position", "int8", "uint16", "row", "row", "number", "number", "int32", "int8")
    ]


@pytest.mark.parametrize(
    "module", [kernels, playout, recording, thinking, stepping], ids=lambda m: m.__name__
)
def test_all_that_takes_boxes_is_an_entrance(module: ModuleType) -> None:
    """Named otherwise it would stay a draft, and calling it from Python would crash."""
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            takes = value.__code__.co_varnames[: value.__code__.co_argcount]
            assert ("boxes" in takes) == (name in builds.entrances(module)), name


def test_numba_keeps_its_own_folder_even_if_wrapping_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    config = digests.load_numba().config
    before = config.CACHE_DIR

    def refuse(*_what: object, **_options: object) -> None:
        assert before != config.CACHE_DIR
        raise RuntimeError

    monkeypatch.setattr(digests.load_numba(), "njit", refuse)
    play_many: Any = playout.play_many
    with pytest.raises(RuntimeError):
        Compiled(PIG, checked=False, report=builds.silent)._entrance(play_many, playout.__name__)
    assert before == config.CACHE_DIR


def test_threads_that_compile_at_once_get_the_same_kernels(tmp_path: Path) -> None:
    compiled = Compiled(PIG, checked=False, report=builds.silent)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _n: compiled.kernels(kernels), range(4)))
    assert all(one is found[0] for one in found)


BESIDE = """
import sys
from chancebox.engine.builds import kernels
from chancebox.engine.builds.builds import Compiled
from chancebox.games import game
compiled = Compiled(game("pig"), checked=False, report=lambda title, seconds: print(title, seconds))
sys.stdin.readline()
compiled.kernels(kernels)
"""


def test_of_processes_that_compile_at_once_one_does_it(tmp_path: Path) -> None:
    home = {**os.environ, "CHANCEBOX_CACHE": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        child([sys.executable, "-c", BESIDE], env=home, **pipes) as one,
        child([sys.executable, "-c", BESIDE], env=home, **pipes) as other,
    ):
        for process in (one, other):
            assert process.stdin
            process.stdin.write("\n")
            process.stdin.flush()
        said = [process.communicate(timeout=LIMIT)[0] for process in (one, other)]
        assert (one.returncode, other.returncode) == (0, 0)
    assert sorted(len(text.splitlines()) for text in said) == [0, 2]


def test_who_holds_a_lock_for_ever_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "building"
    with alone(path, lambda: False), alone(path, lambda: False, patience=0.1):
        pass
    with alone(path, lambda: False), alone(path, lambda: True, patience=1e9):
        pass


# Without numba's inner parts


PUBLICLY = """
import sys
import chancebox.games as g
from chancebox.engine.builds import digests
from chancebox.engine.game.boxes import load_box
from chancebox.lab.simulator import Simulator
assert digests.has_drafts() == (sys.argv[1] == "drafts")
print(Simulator(g.game("pig"), 3, bots=["thumb", "random", "thumb"]).play(1, 0, 50).sums.tolist())
"""


@pytest.mark.long
def test_public_options_of_numba_mean_the_same(tmp_path: Path) -> None:
    """A new numba may cost speed; it must not cost the product."""

    def sums(kind: str, **switch: str) -> str:
        env = {**os.environ, "CHANCEBOX_CACHE": str(tmp_path / kind), **switch}
        command = [sys.executable, "-c", PUBLICLY, kind]
        return str(run(command, check=True, env=env).stdout)

    assert sums("public", CHANCEBOX_NUMBA=digests.PUBLIC) == sums("drafts")


def test_a_numba_built_otherwise_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = digests.load_drafts()
    assert drafts.work()
    monkeypatch.setattr(digests, "KNOWN", ("as yet unknown",))
    assert drafts.work(), "an unknown version is tried out, and works"
    monkeypatch.setattr(drafts.Draft, "_finalize_final_module", lambda _self: None, raising=True)
    monkeypatch.setattr(drafts.Drafting, "__init__", lambda _self: None)
    assert digests.has_drafts.__wrapped__() is False


def test_what_lies_compiled_is_known_without_numba() -> None:
    """It takes half a second to load, and a bot asks this before its first move."""
    program = (
        "import sys\n"
        "from chancebox.engine.builds import kernels\n"
        "from chancebox.games import game\n"
        "print(game('pig').compiled().is_built(kernels), 'numba' in sys.modules)"
    )
    assert run([sys.executable, "-c", program], check=True).stdout.split()[1] == "False"


def test_other_functions_of_numba_still_count_from_the_end() -> None:
    digests.load_drafts()

    @digests.load_numba().njit  # type: ignore[untyped-decorator]
    def last(row: Any) -> Any:
        return row[-1]

    assert last(np.array([1, 2, 3])) == 3


@pytest.mark.parametrize("number", [0, 1, 2, 255, 256, -1, -8, 2**62, 2**63 - 1])
def test_bits_can_be_counted_by_public_means(number: int) -> None:
    assert digests.load_numba().njit(integers.by_halves)(number) == number.bit_length()


@pytest.mark.parametrize("number", [0, 1, 2, 255, 256, -1, -8, 2**62, 2**63 - 1])
def test_compiled_rules_count_bits_as_plain_ones_do(number: int) -> None:
    @digests.load_numba().njit  # type: ignore[untyped-decorator]
    def length(number: int) -> int:
        return number.bit_length()

    assert length(number) == number.bit_length()
    assert length(np.int8(number & 127)) == (number & 127).bit_length()


def test_threads_that_ask_at_once_get_their_own_choices() -> None:
    """The arena plays on several threads: no answer may be written over by another before it is read."""
    build = Compiled(PIG, checked=False, report=builds.silent)
    both = threading.Barrier(2)

    def enter_choices(_box: object, _s: object, seat: int, out: Memory) -> int:
        out[0] = seat
        both.wait(LIMIT)  # now both have written
        return 1

    vars(build)["_enter"] = SimpleNamespace(enter_choices=enter_choices)
    box, s = load_box(PIG), np.zeros(1, PIG.rules.Position.dtype)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda seat: build.choices(box, s, seat), (0, 1))) == [[0], [1]]


def test_what_is_called_built_is_built_for_this_very_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba compiles again for a file of another age; a bot that counts on built code would wait for that."""
    file = tmp_path / "kernels_elsewhere.py"
    file.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    before = digests.file_digest(file.stem)
    os.utime(file, (1, 1))
    digests.file_digest.cache_clear()
    assert digests.file_digest(file.stem) != before


def test_garbage_is_looked_for_again_after_compiling() -> None:
    assert gc.isenabled()
    with builds.uncollected():
        with builds.uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled(), "another thread still compiles"
    assert gc.isenabled()

    def fail() -> None:
        with builds.uncollected():
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert gc.isenabled()
