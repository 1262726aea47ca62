"""Clusters: a real Ray on this machine gives what threads give, also when it loses workers."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from chancebox.engine.errors import BadSetup
from chancebox.games import game
from chancebox.lab import on_ray
from chancebox.lab.clusters import Cluster, Job, Keep, Local, open_cluster
from chancebox.lab.datasets import Dataset
from chancebox.lab.simulate import Simulator

GUEST = """
class Greedy:
    def __init__(self, seed): pass
    def choose(self, question): return question.choices[0]
"""
ray_tests = pytest.mark.xdist_group("ray")


@pytest.fixture
def _ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without Ray these tests are skipped, but not in CI."""
    if find_spec("ray") is None and os.environ.get("CI"):
        pytest.fail("CI needs Ray, and it is not installed")
    if find_spec("ray") is None:
        pytest.skip("no Ray on this machine: its tests are skipped (pip install chancebox[cluster])")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    # Whether a token lies in somebody's home must make no difference, and none shall be left there.
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")


def write(cluster: Cluster, path: Path, simulator: Simulator, games: int, disturb: bool = False) -> bytes:
    simulator.prepare(Keep.GAMES)
    killed = 0

    def show(done: int) -> None:
        nonlocal killed
        if disturb and not killed and done < games:
            killed = kill_workers()

    with cluster, Dataset(path, simulator, 5, Keep.GAMES, games) as dataset:
        dataset.play(cluster, show)
        dataset.finish()
    assert bool(killed) == disturb
    return path.read_bytes()


def kill_workers() -> int:
    """Kill whoever plays a unit just now."""
    busy = [
        process
        for process in psutil.Process().children(recursive=True)
        if "play_unit" in " ".join(process.cmdline())
    ]
    for process in busy:
        process.send_signal(signal.SIGKILL)
    return len(busy)


@ray_tests
@pytest.mark.usefixtures("_ray")
def test_ray_gives_what_threads_give_when_workers_are_killed(tmp_path: Path) -> None:
    """A Ray for this run alone; a bot of one's own travels along."""
    (tmp_path / "guest.py").write_text(GUEST, "utf-8")
    simulator = Simulator(game("pig"), 2, bots=[f"{tmp_path / 'guest.py'}:Greedy", "random"])
    games = 100
    local = write(Local(2), tmp_path / "local.parquet", simulator, games)
    remote = write(open_cluster("ray", 2), tmp_path / "ray.parquet", simulator, games, disturb=True)
    assert remote == local


@pytest.fixture
def head(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Ray that others connect to, in processes of its own."""
    folder = tmp_path_factory.mktemp("ray")
    port, client = (free_port() for _ in range(2))
    command = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block"]
    command += [f"--port={port}", f"--ray-client-server-port={client}", "--num-cpus=1"]
    command += ["--include-dashboard=false", f"--temp-dir={folder}", "--disable-usage-stats"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_for(client)
        address = f"ray://127.0.0.1:{client}"
        probe(address)
        yield address
    finally:
        ours = psutil.Process(process.pid).children(recursive=True)
        for one in [psutil.Process(process.pid), *ours]:
            if one.is_running():
                one.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError


def probe(address: str) -> None:
    """Wait until somebody is let in: Ray opens its door before all of it is up; who comes then is lost."""
    time.sleep(3)
    program = f"import ray; ray.init({address!r}); print(ray.cluster_resources())"
    for _try in range(4):
        if subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120).returncode == 0:
            return
    raise TimeoutError


@ray_tests
@pytest.mark.usefixtures("_ray")
def test_a_cluster_elsewhere_gives_what_threads_give(head: str, tmp_path: Path) -> None:
    simulator = Simulator(game("pig"), 3, bots=["thumb", "random", "random"])
    local = write(Local(1), tmp_path / "local.parquet", simulator, 20_000)
    remote = write(open_cluster(head), tmp_path / "ray.parquet", simulator, 20_000)
    assert remote == local


@pytest.mark.usefixtures("_ray")
@ray_tests
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
    monkeypatch.setattr(on_ray, "find_spec", lambda _name: None)
    with pytest.raises(BadSetup, match=r"chancebox\[cluster\]"):
        open_cluster("ray")


def test_a_parcel_makes_the_same_job(tmp_path: Path) -> None:
    (tmp_path / "guest.py").write_text(GUEST, "utf-8")
    simulator = Simulator(game("pig"), 2, bots=[f"{tmp_path / 'guest.py'}:Greedy", "random"])
    parcel = on_ray.wrap(Job(simulator, 5, Keep.EVENTS))
    (tmp_path / "guest.py").unlink()
    job = on_ray.unwrap(parcel)
    rows, _seconds = job.do(3, 2)
    assert len(rows) == 2
    assert rows.first == 3
    assert job.simulator.box.digest == simulator.box.digest


def test_a_node_with_another_program_is_refused() -> None:
    """Its games would be others; the key that it computes itself tells."""
    parcel = on_ray.wrap(Job(Simulator(game("pig"), 2), 5, Keep.GAMES))
    with pytest.raises(BadSetup, match="another version"):
        on_ray.unwrap(replace(parcel, key="that of another program"))


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


def waiting(ray: Lossy) -> tuple[object, float]:
    cluster = object.__new__(on_ray.OnRay)
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
