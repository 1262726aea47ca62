"""Clusters: a real Ray on this machine gives what threads give, also when it loses workers."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from chancebox.engine.game.errors import BadSetup
from chancebox.games import game
from chancebox.lab.clusters import ray_cluster
from chancebox.lab.clusters.clusters import Cluster, Job, Keep, LocalCluster, open_cluster
from chancebox.lab.files.datasets import Dataset
from chancebox.lab.simulator import Simulator
from children import child, run, wait_until

GUEST = """
import os, pathlib, time

class Greedy:
    # Leaves a note of who plays, and waits until it may.
    def __init__(self, seed): pass
    def choose(self, question):
        here = pathlib.Path({folder!r})
        while not (here / "go").exists():
            (here / f"{{os.getpid()}}.playing").touch()
            time.sleep(0.01)
        return question.choices[0]
"""


@pytest.fixture
def _ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without Ray these tests are skipped, but not in CI."""
    if find_spec("ray") is None and os.environ.get("CI"):
        pytest.fail("CI needs Ray, and it is not installed")
    if find_spec("ray") is None:
        pytest.skip("no Ray on this machine: its tests are skipped (pip install chancebox[cluster])")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    # Whether a token lies in somebody's home must make no difference, and none shall be left there.
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    # Nor whether somebody else's Ray runs on this machine; the names of sockets must be short.
    folder = tempfile.mkdtemp(prefix="ray")
    monkeypatch.setenv("RAY_TMPDIR", folder)
    yield
    shutil.rmtree(folder, ignore_errors=True)


def write(cluster: Cluster, path: Path, simulator: Simulator, games: int) -> bytes:
    simulator.prepare(Keep.GAMES)
    with cluster, Dataset(path, simulator, 5, Keep.GAMES, games) as dataset:
        dataset.play(cluster, lambda _done: None)
        dataset.finish()
    return path.read_bytes()


def kill_a_player(folder: Path) -> None:
    """Wait until somebody plays, kill them in the middle of it, and let the others go on."""
    wait_until(lambda: list(folder.glob("*.playing")), "somebody who plays")
    os.kill(int(next(folder.glob("*.playing")).stem), signal.SIGKILL)
    (folder / "go").touch()


@pytest.mark.long
@pytest.mark.usefixtures("_ray")
def test_ray_gives_what_threads_give_when_workers_are_killed(tmp_path: Path) -> None:
    """A Ray for this run alone; a bot of one's own travels along."""
    (tmp_path / "guest.py").write_text(GUEST.format(folder=str(tmp_path)), "utf-8")
    simulator = Simulator(game("pig"), 2, bots=[f"{tmp_path / 'guest.py'}:Greedy", "random"])
    games = 50
    (tmp_path / "go").touch()
    local = write(LocalCluster(2), tmp_path / "local.parquet", simulator, games)
    assert not list(tmp_path.glob("*.playing"))
    (tmp_path / "go").unlink()
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(kill_a_player, tmp_path)
        remote = write(open_cluster("ray", 2), tmp_path / "ray.parquet", simulator, games)
    killed.result()
    assert remote == local


@pytest.fixture
def head(_ray: None, tmp_path: Path) -> Iterator[str]:
    """Start a Ray that others connect to, in processes of its own."""
    port, client = (free_port() for _ in range(2))
    command = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block"]
    command += [f"--port={port}", f"--ray-client-server-port={client}", "--num-cpus=1"]
    command += ["--include-dashboard=false", "--disable-usage-stats"]
    said = tmp_path / "ray.txt"
    with said.open("w") as log, child(command, stdout=log, stderr=log) as process:
        wait_until(
            lambda: "Ray runtime started" in said.read_text() or process.poll() is not None, "a started Ray"
        )
        assert process.poll() is None, said.read_text()
        address = f"ray://127.0.0.1:{client}"
        probe(address)
        yield address


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def probe(address: str) -> None:
    """Wait until somebody is let in: Ray opens its door before all of it is up; who comes then is lost."""
    program = f"import ray; ray.init({address!r}); print(ray.cluster_resources())"
    wait_until(lambda: run([sys.executable, "-c", program]).returncode == 0, "a Ray that lets people in")


@pytest.mark.long
def test_a_cluster_elsewhere_gives_what_threads_give(head: str, tmp_path: Path) -> None:
    simulator = Simulator(game("pig"), 3, bots=["thumb", "random", "random"])
    local = write(LocalCluster(1), tmp_path / "local.parquet", simulator, 20_000)
    remote = write(open_cluster(head), tmp_path / "ray.parquet", simulator, 20_000)
    assert remote == local


@pytest.mark.usefixtures("_ray")
def test_an_unreachable_cluster_is_told_in_a_sentence() -> None:
    with pytest.raises(BadSetup, match=r"ray://127\.0\.0\.1:\d+ cannot be reached"):
        open_cluster(f"ray://127.0.0.1:{free_port()}")


@pytest.mark.parametrize("name", ["", "Ray", "ray:", "rays://host:1", "kubernetes"])
def test_unknown_clusters_are_refused(name: str) -> None:
    with pytest.raises(BadSetup, match="there are local, ray and ray://host:port"):
        open_cluster(name)


@pytest.mark.usefixtures("_ray")
@pytest.mark.parametrize("name", ["ray://", "ray://host", "ray://host:", "ray://host:99999", "ray://:10001"])
def test_addresses_without_host_or_port_are_refused(name: str) -> None:
    with pytest.raises(BadSetup, match="ray://host:port"):
        open_cluster(name)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "find_spec", lambda _name: None)
    with pytest.raises(BadSetup, match=r"chancebox\[cluster\]"):
        open_cluster("ray")


def test_a_parcel_makes_the_same_job(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    (tmp_path / "guest.py").write_text(GUEST.format(folder=str(tmp_path)), "utf-8")
    simulator = Simulator(game("pig"), 2, bots=[f"{tmp_path / 'guest.py'}:Greedy", "random"])
    packed = ray_cluster.pack(Job(simulator, 5, Keep.EVENTS))
    (tmp_path / "guest.py").unlink()
    job = ray_cluster.unpack(packed)
    rows, _seconds = job.do(3, 2)
    assert len(rows) == 2
    assert rows.first == 3
    assert job.simulator.box.digest == simulator.box.digest


def test_a_node_with_another_program_is_refused() -> None:
    """Its games would be others; the digest that it computes itself says so."""
    packed = ray_cluster.pack(Job(Simulator(game("pig"), 2), 5, Keep.GAMES))
    with pytest.raises(BadSetup, match="another version"):
        ray_cluster.unpack(replace(packed, digest="that of another program"))


class Lossy:
    """A Ray that loses units so many times, and counts how often they are handed in."""

    def __init__(self, losses: int, error: str = "RayError") -> None:
        self.losses = losses
        self.error = error
        self.handed_in = 0
        lost = type("RayError", (Exception,), {})
        self.exceptions = SimpleNamespace(RayError=lost, RayTaskError=type("RayTaskError", (lost,), {}))

    def remote(self, _parcel: object, first: int, games: int) -> tuple[int, int]:
        self.handed_in += 1
        return first, games

    def get(self, unit: tuple[int, int]) -> tuple[object, float]:
        if self.losses:
            self.losses -= 1
            raise getattr(self.exceptions, self.error)("Traceback …\nthe node died")
        return unit, 1.0


class Crowded:
    """A Ray that has no time for the first who come."""

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals

    def init(self, _address: str, **_more: object) -> None:
        if self.refusals:
            self.refusals -= 1
            raise RuntimeError("Starting Ray client server failed.")

    def shutdown(self) -> None:
        pass


def test_who_is_not_let_in_knocks_again() -> None:
    cluster = object.__new__(ray_cluster.RayCluster)
    cluster._ray = Crowded(2)
    cluster._enter("ray://here:1")
    cluster._ray = Crowded(99)
    with pytest.raises(RuntimeError, match="failed"):
        cluster._enter("ray://here:1")


def waiting(ray: Lossy) -> tuple[object, float]:
    cluster = object.__new__(ray_cluster.RayCluster)
    cluster._ray = cluster._unit = ray
    return cluster._wait(ray.remote(b"", 5, 3), b"", 5, 3)


def test_what_ray_gives_up_is_handed_in_anew() -> None:
    ray = Lossy(2)
    assert waiting(ray) == ((5, 3), 1.0)
    assert ray.handed_in == 3
    with pytest.raises(BadSetup, match="lost games 5 to 7 again and again: the node died"):
        waiting(Lossy(99))


def test_a_unit_that_fails_by_itself_is_not_tried_again() -> None:
    ray = Lossy(1, "RayTaskError")
    with pytest.raises(BadSetup, match="cannot play: the node died"):
        waiting(ray)
    assert ray.handed_in == 1
