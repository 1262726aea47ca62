"""Simulations on disk: every game once, whatever happens, and nothing that looks whole and is not."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.lab.clusters.clusters import Keep, LocalCluster
from chancebox.lab.files import datasets
from chancebox.lab.files.datasets import Dataset
from chancebox.lab.simulator import Simulator
from children import CHANCEBOX, LIMIT, child, run, wait_until

GUEST = """
class Greedy:
    def __init__(self, seed): pass
    def choose(self, question): return question.choices[0]
"""


@pytest.fixture(scope="module")
def gang() -> Simulator:
    return Simulator(game("gang-of-dice"), 3, bots=["thumb", "random", "random"])


def write(
    simulator: Simulator,
    path: Path,
    games: int,
    *,
    keep: Keep = Keep.EVENTS,
    workers: int = 1,
    seed: int = 7,
    progress: Callable[[int], None] = lambda _games: None,
) -> Dataset:
    simulator.prepare(keep)
    with Dataset(path, simulator, seed, keep, games) as dataset:
        with LocalCluster(workers) as cluster:
            dataset.play(cluster, progress)
        dataset.finish()
    return dataset


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_rows_say_what_happened(gang: Simulator, tmp_path: Path) -> None:
    """Every game, played again from its events by plain rules, ends as its row says."""
    write(gang, tmp_path / "a.parquet", 30, keep=Keep.NOTATION)
    assert names(tmp_path) == ["a.events.parquet", "a.parquet"]
    games: list[dict[str, Any]] = pq.read_table(tmp_path / "a.parquet").to_pylist()
    events: list[dict[str, Any]] = pq.read_table(tmp_path / "a.events.parquet").to_pylist()
    assert [row["game"] for row in games] == list(range(30))
    assert {(row["bot_a"], row["bot_b"], row["bot_c"]) for row in games} == {("thumb", "random", "random")}
    for row in games:
        own = [event for event in events if event["game"] == row["game"]]
        assert [event["number"] for event in own] == list(range(row["events"]))
        rules = gang.game.build("plain")
        s = rules.start(gang.box, 3, gang.game.options_record(gang.options))
        for event in own:
            seat = "ABC*".index(event["seat"])
            seat = 8 if seat == 3 else seat
            assert event["text"] == gang.game.notation.say(gang.box, plain(s), seat, event["action"])
            rules.play(gang.box, s, seat, event["action"])
        assert plain(s).pending == 0
        assert row["ended"] == gang.game.story.Ending(plain(s).ended).text
        standing = rules.standing(gang.box, s)
        assert [row[f"standing_{letter}"] for letter in "abc"] == standing
        best = [one == max(standing) and one >= 0 for one in standing]
        assert [row[f"share_{letter}"] > 0 for letter in "abc"] == best


def test_the_same_bytes_from_any_number_of_workers(gang: Simulator, tmp_path: Path) -> None:
    for workers in (1, 3):
        write(gang, tmp_path / f"{workers}.parquet", 1000, workers=workers)
    for name in ("{}.parquet", "{}.events.parquet"):
        one, three = (tmp_path / name.format(workers) for workers in (1, 3))
        assert one.read_bytes() == three.read_bytes()


def test_a_file_tells_what_a_simulation_without_one_does(tmp_path: Path) -> None:
    """Random games are the same whether they are written down or only counted."""
    for room in ("pig", "gang-of-dice"):
        simulator = Simulator(game(room), 2)
        dataset = write(simulator, tmp_path / f"{room}.parquet", 700, keep=Keep.GAMES)
        told, counted = dataset.finish(), simulator.play(7, 0, 700)
        for kind, numbers in vars(counted).items():
            assert vars(told)[kind].tolist() == numbers.tolist(), kind


def test_python_bots_play_the_same_deals(tmp_path: Path) -> None:
    """A bot in Python that plays like the compiled one gets the same games."""
    (tmp_path / "guest.py").write_text(GUEST, "utf-8")
    pig = game("pig")
    guests = Simulator(pig, 2, bots=[f"{tmp_path / 'guest.py'}:Greedy", "thumb"])
    rows = guests.record(3, 10, 2, Keep.EVENTS)
    assert rows.seats is not None
    assert rows.actions is not None
    again = guests.record(3, 11, 1, Keep.EVENTS)
    assert again.seats is not None
    assert rows.seats[rows.lengths[0] :].tolist() == again.seats.tolist()
    dice = [a for seat, a in zip(rows.seats, rows.actions, strict=True) if seat == 8]
    compiled = Simulator(pig, 2).record(3, 10, 1, Keep.EVENTS)
    assert compiled.seats is not None
    assert compiled.actions is not None
    theirs = [a for seat, a in zip(compiled.seats, compiled.actions, strict=True) if seat == 8]
    assert dice[:20] == theirs[:20]


def test_an_interrupted_run_goes_on_without_counting_twice(
    gang: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at any unit, again and again, with parts of any size: the same bytes in the end."""
    write(gang, tmp_path / "whole.parquet", 2000)
    rng = random.Random(1)
    monkeypatch.setattr(datasets, "PART_ROWS", 20_000)
    interruptions = 0
    while True:
        stop = rng.randint(1, 4)

        def show(_done: int) -> None:
            nonlocal stop
            stop -= 1
            if stop == 0:
                raise KeyboardInterrupt

        before = Dataset(tmp_path / "part.parquet", gang, 7, Keep.EVENTS, 2000).done
        try:
            write(gang, tmp_path / "part.parquet", 2000, progress=show, workers=2)
            break
        except KeyboardInterrupt:
            interruptions += 1
            assert not (tmp_path / "part.parquet").exists()
            after = Dataset(tmp_path / "part.parquet", gang, 7, Keep.EVENTS, 2000).done
            assert after > before, "what was written is kept"
    assert interruptions > 2
    assert names(tmp_path) == ["part.events.parquet", "part.parquet", "whole.events.parquet", "whole.parquet"]
    for name in ("{}.parquet", "{}.events.parquet"):
        whole, part = ((tmp_path / name.format(word)).read_bytes() for word in ("whole", "part"))
        assert whole == part


PIG = ["simulate", "pig", "--seats", "2"]


def simulate(folder: Path, *arguments: str, before: str = "") -> "subprocess.CompletedProcess[str]":
    """Simulate Pig in a process of its own, in which something may be arranged before."""
    program = f"import sys\nfrom chancebox import cli\n{before}\nsys.exit(cli.main(sys.argv[1:]))"
    return run([sys.executable, "-c", program, *PIG, "--seed", "3", *arguments], cwd=folder)


KILLED_BETWEEN_PARTS = """
import os, signal
from chancebox.lab.files import datasets

class Part(datasets.FilePart):
    def __init__(self, dataset, first):
        if len(dataset._parts("games")) == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        super().__init__(dataset, first)

datasets.PART_ROWS, datasets.FilePart = 50_000, Part
"""
SMALL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))"
"""Python itself sees to it that the limit is an error and not a signal."""


def test_a_killed_process_goes_on(tmp_path: Path) -> None:
    """SIGKILL between parts; the same command finishes, with the bytes of an undisturbed run."""
    size = ["--games", "200000", "--workers", "1"]
    killed = simulate(tmp_path, *size, "--out", "a.parquet", before=KILLED_BETWEEN_PARTS)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "a.parquet").exists()
    resumed = simulate(tmp_path, *size, "--out", "a.parquet")
    assert resumed.returncode == 0, resumed.stderr
    assert "games were played before" in resumed.stderr
    assert simulate(tmp_path, *size, "--out", "b.parquet").returncode == 0
    assert names(tmp_path) == ["a.parquet", "b.parquet"]
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert pq.read_table(tmp_path / "a.parquet", columns=["game"])["game"].to_pylist() == list(range(200_000))


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """Interrupted in the middle of a long run; the seed is remembered with the parts."""
    command = [*CHANCEBOX, *PIG, "--workers", "1", "--out", "a.parquet", "--games"]
    with child([*command, "100000000"], cwd=tmp_path, stderr=subprocess.PIPE) as process:
        # Once the first rows have a file, Ctrl-C waits until they are in it.
        begun = tmp_path / "a.parquet.parts"
        wait_until(lambda: list(begun.glob("games-*.tmp")) or process.poll() is not None, "rows")
        process.send_signal(signal.SIGINT)
        _nothing, told = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert "the same command goes on from here" in told
    assert "Traceback" not in told
    games = sum(pq.read_metadata(part).num_rows for part in begun.glob("games-*.parquet"))
    again = run([*command, str(games)], cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert f"{games:,} games were played before" in again.stderr
    assert pq.read_metadata(tmp_path / "a.parquet").num_rows == games


def test_a_full_disk_is_told_and_nothing_looks_whole(tmp_path: Path) -> None:
    """A limit on the size of files stands for the end of the disk."""
    size = ["--games", "100000", "--out", "a.parquet"]
    done = simulate(tmp_path, *size, before=SMALL_DISK)
    assert done.returncode == 2
    assert "cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert names(tmp_path) == []
    assert simulate(tmp_path, *size).returncode == 0
    assert len(pq.read_table(tmp_path / "a.parquet")) == 100_000


def test_what_the_disk_takes_is_kept_when_it_is_full(
    gang: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full from some unit on: parts before it stay, the run goes on when there is room."""
    from chancebox.lab.files import parquet

    monkeypatch.setattr(datasets, "PART_ROWS", 100)
    room = 8
    usual = parquet.Writer.write

    def full(self: Any, rows: Any) -> None:
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(28, "No space left on device")
        usual(self, rows)

    monkeypatch.setattr(parquet.Writer, "write", full)
    with pytest.raises(BadSetup, match="No space left on device"):
        write(gang, tmp_path / "a.parquet", 2000)
    assert Dataset(tmp_path / "a.parquet", gang, 7, Keep.EVENTS, 2000).done > 0
    assert not list((tmp_path / "a.parquet.parts").glob("*.tmp"))
    monkeypatch.undo()
    write(gang, tmp_path / "a.parquet", 2000)
    write(gang, tmp_path / "b.parquet", 2000)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_files_of_other_runs_are_left_alone(gang: Simulator, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("my diary", "utf-8")
    with pytest.raises(BadSetup, match="not from this run"):
        write(gang, path, 10)
    assert path.read_text("utf-8") == "my diary"
    path.unlink()
    write(gang, path, 10)
    whole = path.read_bytes()
    for other in ({"seed": 8}, {"keep": Keep.GAMES}, {"games": 11}):
        with pytest.raises(BadSetup, match="not from this run"):
            write(gang, path, **{"games": 10, **other})  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="not from this run"):
        write(Simulator(game("gang-of-dice"), 3), path, 10)
    assert path.read_bytes() == whole
    assert write(gang, path, 10).done == 10, "the same run is there already"


def test_parts_of_other_runs_are_left_alone(gang: Simulator, tmp_path: Path) -> None:
    def stop(_done: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "a.parquet"
    with pytest.raises(KeyboardInterrupt):
        write(gang, path, 5000, progress=stop)
    manifest = json.loads((tmp_path / "a.parquet.parts" / "run.json").read_text("utf-8"))
    assert manifest["bots"] == ["thumb", "random", "random"]
    assert datasets.begun_seed(path) == 7
    with pytest.raises(BadSetup, match="parts of another run"):
        write(gang, path, 5000, seed=8)
    write(gang, path, 100)
    assert len(pq.read_table(path)) == 100, "fewer games than there are parts of"
    assert pq.read_table(tmp_path / "a.events.parquet")["game"][-1].as_py() == 99


def test_two_processes_do_not_write_one_file(gang: Simulator, tmp_path: Path) -> None:
    first, second = (Dataset(tmp_path / "a.parquet", gang, 7, Keep.GAMES, 10) for _ in range(2))
    with first, pytest.raises(BadSetup, match="Another process"):
        second.__enter__()
    with second:
        pass
    assert names(tmp_path) == [], "of a run that has played nothing, nothing is left"


@pytest.mark.parametrize("out", ["games.csv", "games", "no/such/folder/games.parquet", "/proc/games.parquet"])
def test_impossible_files_are_refused_at_once(gang: Simulator, tmp_path: Path, out: str) -> None:
    with pytest.raises(BadSetup):
        Dataset(tmp_path / out, gang, 1, Keep.GAMES, 10).__enter__()
    assert names(tmp_path) == []
