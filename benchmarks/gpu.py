"""
The rules on a GPU: `--check` compares them with the compiled ones byte by byte, otherwise how fast they are.

    python benchmarks/gpu.py --check --games 100000
    python benchmarks/gpu.py --pgx

Needs a GPU, `chancebox[gpu,envs]`, and for `--pgx` Pgx with JAX, whose games are played on the same GPU.
"""

import argparse
import hashlib
import sys
import time
from functools import partial
from typing import Any

import numpy as np

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.rules.records import Memory
from chancebox.envs.batch import Batch
from chancebox.envs.on_gpu import GpuBatch
from chancebox.games import game, names
from chancebox.gpu.machines import Gpu
from chancebox.gpu.tracing import Deal, Trace, trace
from chancebox.lab import finals
from chancebox.lab.simulator import GPU, Simulator, stream_keys

SEATS = {
    "pig": 2,
    "gang-of-dice": 3,
    "chance-it": 4,
    "second-chance": 4,
    "take-a-chance": 4,
    "take-it-or-leave-it": 4,
}
LOGGED = 200
"""Games of which every event is compared."""
STEPS = 300
"""Steps of environments that are compared."""


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with the compiled rules")
    parser.add_argument(
        "--games", type=int, default=100_000, help="how many are compared, of every number of seats"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each game is timed")
    parser.add_argument("--envs", type=int, default=1 << 20, help="environments that are timed in step")
    parser.add_argument("--pgx", action="store_true", help="time Pgx's games beside them")
    parser.add_argument("game", nargs="*", default=list(SEATS))
    parsed = parser.parse_args()
    if parsed.check:
        return min(1, sum(check(game(name), parsed.games) for name in parsed.game))
    for name in parsed.game:
        time_playouts(game(name), parsed.seconds)
    for name in parsed.game:
        time_steps(game(name), parsed.envs, parsed.seconds)
    if parsed.pgx:
        time_pgx(parsed.envs, parsed.seconds)
    return 0


# Equal?


def check(found: Game, games: int) -> int:
    """Compare all seats of a game; return how often something differed."""
    wrong = 0
    for seats in found.all_seats:
        deal = Deal(
            found,
            load_box(found),
            found.options_record(found.usual_options(seats)),
            seats,
            stream_keys(seats),
            0,
            games,
        )
        on_gpu = trace(Gpu(), deal)
        last, lengths = play_compiled(deal)
        same = {
            "last positions": last.tobytes() == on_gpu.last.tobytes(),
            "lengths": bool((lengths == on_gpu.lengths).all()),
            "every event": log_is_same(deal._replace(games=LOGGED)),
            "counts": counts_are_same(found, seats, games),
            "steps": steps_are_same(found, seats),
        }
        wrong += sum(not one for one in same.values())
        digest = hashlib.sha256(last.tobytes()).hexdigest()[:16]
        told = ", ".join(name for name, one in same.items() if not one)
        print(
            f"{found.name:20} {seats} seats  {games:,} games  {int(lengths.sum()):,} events  {digest}  "
            + (f"DIFFERENT: {told}" if told else f"equal: {', '.join(same)}"),
            flush=True,
        )
    return wrong


def play_compiled(deal: Deal) -> tuple[Memory, Memory]:
    """Play the same games by compiled rules; return last positions and lengths."""
    rules = deal.game.rules
    states = np.zeros(deal.games, rules.Position.dtype)
    lengths = np.zeros(deal.games, np.int64)
    buffer = np.zeros(max(rules.MOST_CHOICES, rules.MOST_OUTCOMES), np.int64)
    deal.game.compiled().kernels(finals).play_to_end(
        deal.box.memory, deal.options, states, deal.seats, deal.first, deal.keys, buffer, lengths
    )
    return states, lengths


def log_is_same(deal: Deal) -> bool:
    """Play the GPU's events by compiled rules, and compare the position after each."""
    lengths = trace(Gpu(), deal).lengths
    logged: Trace = trace(Gpu(), deal, int(lengths.max()))
    rules = deal.game.build("compiled")
    for i, length in enumerate(logged.lengths.tolist()):
        s = rules.start(deal.box, deal.seats, deal.options)
        for n in range(length):
            seat, action = logged.events[i, n].tolist()
            rules.play(deal.box, s, seat, action)
            if s.tobytes() != logged.positions[i, n].tobytes():
                return False
    return True


def counts_are_same(found: Game, seats: int, games: int) -> bool:
    """Compare what simulations find."""
    options = found.usual_options(seats)
    here, there = (Simulator(found, seats, options=options, on=on).play(7, 0, games) for on in ("cpu", GPU))
    return all((getattr(here, name) == getattr(there, name)).all() for name in vars(here))


def steps_are_same(found: Game, seats: int, games: int = 64) -> bool:
    """Compare environments that take the same steps, alone against bots and for all seats."""
    for alone in (None, seats - 1):
        here, there = Batch(found, seats, games, alone=alone), GpuBatch(found, seats, games, alone=alone)
        a, b = here.reset(seats), there.reset(seats)
        luck = np.random.default_rng(seats)
        for _step in range(STEPS):
            if any(one.tobytes() != other.get().tobytes() for one, other in zip(a, b, strict=True)):
                return False
            actions = (a.masks * (1 - luck.random(a.masks.shape))).argmax(1)
            a, b = here.step(actions), there.step(there.arrays.asarray(actions))
    return True


# How fast?


def now() -> float:
    """Return the time, when the GPU has done all it was told to."""
    Gpu().arrays.cuda.Device().synchronize()
    return time.perf_counter()


def time_playouts(found: Game, seconds: float) -> None:
    """Time random play: so many games that they take so long, three times."""
    simulator = Simulator(found, SEATS[found.name], on=GPU)
    simulator.play(1, 0, 1)
    games = 1 << 20
    begun = now()
    simulator.play(1, 0, games)
    games = max(games, min(int(games * seconds / (now() - begun)), 1 << 31))
    rates = []
    for _ in range(3):
        begun = now()
        events = int(simulator.play(1, 0, games).sums[0])
        rates.append(events / (now() - begun))
    print(
        f"{found.name:20} {simulator.seats} seats  {np.median(rates) / 1e9:7.2f} billion events/s at random  "
        f"({games:,} games)",
        flush=True,
    )


def time_steps(found: Game, envs: int, seconds: float) -> None:
    """Time steps with observations, masks and rewards; drawing what is decided is not timed."""
    batch = GpuBatch(found, SEATS[found.name], envs)
    stepped = batch.reset(1)
    took: list[float] = []
    while len(took) < 8 or sum(took) < seconds:
        luck = batch.arrays.random.random(stepped.masks.shape, dtype=np.float32)
        actions = (stepped.masks * (1 - luck)).argmax(1)
        begun = now()
        stepped = batch.step(actions)
        took.append(now() - begun)
    rate = envs / np.median(took[3:])
    print(
        f"{found.name:20} {batch.seats} seats  steps with observation {rate / 1e6:7.1f} million/s  "
        f"({envs:,} environments, {batch.features} numbers, {batch.actions} actions)",
        flush=True,
    )


def time_pgx(envs: int, seconds: float) -> None:
    """Time Pgx's backgammon and 2048 at random, with automatic reset, a hundred steps a call."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    def take(step: Any, state: Any, key: Any) -> tuple[Any, Any]:
        key, one, two = jax.random.split(key, 3)
        actions = jax.random.categorical(one, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, actions, jax.random.split(two, state.current_player.shape[0])), key

    for name in ("backgammon", "2048"):
        env = pgx.make(name)
        begin, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))
        run = jax.jit(partial(_hundred, jax, partial(take, step)))
        for size in (envs >> 6, envs >> 3, envs):
            pair = begin(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)
            pair = jax.block_until_ready(run(*pair))
            steps, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                pair = jax.block_until_ready(run(*pair))
                steps += 100
            rate = size * steps / (time.perf_counter() - begun)
            print(f"Pgx {name:16} {rate / 1e6:7.1f} million steps/s  ({size:,} environments)", flush=True)


def _hundred(jax: Any, take: Any, state: Any, key: Any) -> Any:
    return jax.lax.fori_loop(0, 100, lambda _i, pair: take(*pair), (state, key))


if __name__ == "__main__":
    assert set(SEATS) == set(names(test_only=True))
    sys.exit(main())
