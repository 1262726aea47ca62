"""
Simulations: many games, on all cores or on a cluster.

Game number n has streams of its own under the seed, so that the same seed gives the same games
whatever the number of workers and whoever finishes first. Random seats and those that play by the rule of
thumb are played by compiled code; with any other bot at the table games are played in Python.
"""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from chancebox.bots import FILE, bot_at, bot_digest, factory
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.builds.digests import build_digest, implementations
from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.chance import DEALING, THINKING, check_seed, stream, stream_key
from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory, plain
from chancebox.gpu.playouts import Playouts
from chancebox.lab import playout, recording
from chancebox.lab.bot_games import check_answer, play_on
from chancebox.lab.clusters.clusters import Cluster, GpuCluster, Job, Keep, LocalCluster, play_in_order
from chancebox.lab.files.results import Results, join
from chancebox.lab.findings import Findings, Tally, counts

MOST_GAMES = 2**32
RANDOM = "random"
CPU, GPU = "cpu", "gpu"
WAYS = {RANDOM: recording.AT_RANDOM, "thumb": recording.BY_THUMB}
"""The bots that compiled code knows."""
EVENTS = 1 << 18
"""Room for the events of some games at a time."""

_THREAD = threading.local()
"""The notes that rules of thumb take, by game and box; of each thread its own."""


class Simulator:
    """A game with its box, options and players, ready to be played many times."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        bots: Sequence[str] = (),
        build: str = "compiled",
        on: str = CPU,
        report: Report = silent,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options or {}, seats)
        self.box = box or load_box(game)
        self.bots = _check_bots(bots, seats)
        self._options = game.options_record(self.options)
        self._build = game.compiled(build, report)
        self._report = report
        self.is_compiled = all(bot in WAYS for bot in self.bots)
        self.on = check_on(on)
        if on == GPU and not self.is_random:
            raise BadSetup(_("On a GPU everybody plays at random; leave out --bots."))

    @property
    def is_random(self) -> bool:
        """Return whether everybody plays at random: such games need only be counted, which is fastest."""
        return all(bot == RANDOM for bot in self.bots)

    def _counting(self) -> Any:
        return self._build.kernels(playout)

    @cached_property
    def _playouts(self) -> Playouts:
        return Playouts(self.game, self.box, self._options, self.seats)

    def _recording(self) -> Any:
        return self._build.kernels(recording)

    def prepare(self, keep: Keep) -> None:
        """Compile what will be needed, before the clock runs and threads ask for it at the same time."""
        if self.on == GPU:
            self._playouts.play(stream_keys(0), 0, 1)
        elif not self.is_compiled:
            self._build.start(self.box, self.seats, self._options)
            if any(FILE not in bot and bot != RANDOM for bot in self.bots):
                compiled_kernels(self.game, self.box, self._report)
        elif keep == Keep.COUNTS and self.is_random:
            self._counting()
        else:
            self._recording()

    def manifest(self, seed: int) -> dict[str, Any]:
        """Return all that results depend on, the programs included, as plain data."""
        program = build_digest(recording.__name__, *implementations(self.game).values())
        return {
            "game": self.game.name,
            "version": self.game.version,
            "box": self.box.digest,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": seed,
            "programs": [program, *(bot_digest(bot, self.game) for bot in self.bots)],
        }

    def play(self, seed: int, first: int, games: int) -> Tally:
        """Play games number `first` and on, on this thread, and count how they went."""
        if not self.is_random:
            return self.record(seed, first, games).tally
        if self.on == GPU:
            wins, endings, sums, lengths = self._playouts.play(stream_keys(seed), first, games)
            return Tally(wins, endings, lengths, sums)
        tally = Tally()
        self._counting().play_many(
            self.box.memory,
            self._options,
            self._states(),
            self.seats,
            first,
            games,
            stream_keys(seed),
            self._buffer(),
            tally.wins,
            tally.endings,
            tally.lengths,
            tally.sums,
        )
        return tally

    def record(
        self, seed: int, first: int, games: int, keep: Keep = Keep.GAMES, values: Memory | None = None
    ) -> Results:
        """Play games number `first` and on, on this thread, and tell each; `values` as in `recording`."""
        if self.is_compiled:
            parts = list(self._record(seed, first, games, keep, values))
        else:
            parts = [self._record_in_python(seed, first + i, keep) for i in range(games)]
        results = join(parts)
        return self._with_texts(results) if keep == Keep.NOTATION else results

    def _record(
        self, seed: int, first: int, games: int, keep: Keep, values: Memory | None
    ) -> Iterator[Results]:
        items = self.game.items.ITEMS if values is not None else 0
        ways = np.array([WAYS[bot] for bot in self.bots], np.int64)
        size = 2 * EVENTS if keep.has_events else 0
        while games:
            table = counts(games * (recording.HEAD + self.seats))
            events = counts(size)
            n = self._recording().record(
                self.box.memory,
                self._options,
                self._states(),
                self.seats,
                first,
                games,
                stream_keys(seed),
                ways,
                self._notes(),
                self._buffer(),
                table,
                events,
                counts(items * MOST_SEATS),
                counts(0) if values is None else values,
            )
            if n == 0:
                size *= 2  # a very long game
                continue
            played = table.reshape(games, -1)[:n]
            pairs = events[: 2 * played[:, 0].sum()].reshape(-1, 2)
            yield Results(
                first,
                played[:, 0],
                played[:, 1],
                played[:, recording.HEAD :],
                pairs[:, 0] if keep.has_events else None,
                pairs[:, 1] if keep.has_events else None,
            )
            first += n
            games -= n

    def _record_in_python(self, seed: int, number: int, keep: Keep) -> Results:
        """Play one game with the luck that it has in compiled code, and bots that may be anybody."""
        rules, box = self._build, self.box
        s = rules.start(box, self.seats, self._options)
        dealing = stream(seed, DEALING, number)
        bots = [bot_at(bot, seed, seat, number) for seat, bot in enumerate(self.bots)]
        events = list(
            play_on(
                self.game,
                box,
                s,
                lambda s, _number: rules.draw(box, s, dealing),
                lambda asked: check_answer(self.bots[asked.seat], int(bots[asked.seat].choose(asked)), asked),
            )
        )
        return Results(
            number,
            np.array([len(events)]),
            np.array([plain(s).ended]),
            np.array([rules.standing(box, s)]),
            np.array([event.seat for event in events]) if keep.has_events else None,
            np.array([event.action for event in events]) if keep.has_events else None,
        )

    def _with_texts(self, results: Results) -> Results:
        """Play the events again, and write them in notation."""
        assert results.seats is not None
        assert results.actions is not None
        texts = []
        events = zip(results.seats.tolist(), results.actions.tolist(), strict=True)
        for length in results.lengths.tolist():
            s = self._build.start(self.box, self.seats, self._options)
            for _n in range(length):
                seat, action = next(events)
                texts.append(self.game.notation.say(self.box, plain(s), seat, action))
                self._build.play(self.box, s, seat, action)
        return Results(
            results.first,
            results.lengths,
            results.endings,
            results.standings,
            results.seats,
            results.actions,
            texts,
        )

    def run(
        self,
        games: int,
        seed: int,
        workers: int | None = None,
        progress: Callable[[int], None] = lambda _games: None,
        cluster: Cluster | None = None,
    ) -> Findings:
        """Play so many games on so many cores, or on a cluster; `progress` is told how many are done."""
        check_games(games)
        check_seed(seed)
        job = Job(self, seed, Keep.COUNTS)
        self.prepare(job.keep)
        with cluster or self.cluster(workers) as cluster:
            begun = time.perf_counter()
            tally = Tally()
            for part in play_in_order(cluster, job, 0, games):
                tally.add(part)
                progress(int(tally.endings.sum()))
            return self.findings(games, seed, cluster.workers, time.perf_counter() - begun, tally)

    def cluster(self, workers: int | None = None) -> Cluster:
        """Return who does the work unless somebody else is named: all cores, or the GPU."""
        return GpuCluster() if self.on == GPU else LocalCluster(workers)

    def findings(
        self, games: int, seed: int, workers: int, seconds: float, tally: Tally, before: int = 0
    ) -> Findings:
        """Return what was found."""
        return Findings(
            game=self.game.name,
            seats=self.seats,
            games=games,
            seed=seed,
            workers=workers,
            box=self.box.digest,
            options=self.options,
            seconds=seconds,
            tally=tally,
            endings=self.game.story.Ending.texts(),
            bots=self.bots,
            before=before,
        )

    def _states(self) -> Memory:
        return np.zeros(2, self.game.rules.Position.dtype)

    def _buffer(self) -> Memory:
        return counts(max(self.game.rules.MOST_CHOICES, self.game.rules.MOST_OUTCOMES))

    def _notes(self) -> Memory:
        notes: dict[tuple[str, str], Memory] = _THREAD.__dict__.setdefault("notes", {})
        key = self.game.name, self.box.digest
        if key not in notes:
            notes[key] = counts(self.game.thumb.NOTES)
        return notes[key]


def check_on(on: str) -> str:
    """Return where to play if there is such a place."""
    if on not in (CPU, GPU):
        raise BadSetup(
            _("Games are played on: {names}; not on {name!r}.").format(names=listed((CPU, GPU)), name=on)
        )
    return on


def check_games(games: int) -> int:
    """Return the number of games if there can be so many."""
    if not 1 <= games <= MOST_GAMES:
        raise BadSetup(
            _("A simulation has 1 to {most} games, not {games}.").format(most=MOST_GAMES, games=games)
        )
    return games


def _check_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """Seat bots: one for each seat, or the same one everywhere; all at random if none is named."""
    named = tuple(bots) or (RANDOM,)
    if len(named) not in (1, seats):
        raise BadSetup(
            _(
                "With {seats} players there is a bot for each of them, or one for all, not {n}: {bots}."
            ).format(seats=seats, n=len(named), bots=listed(named))
        )
    for bot in named:
        factory(bot)
    return named * seats if len(named) == 1 else named


def stream_keys(seed: int) -> Memory:
    """Return the keys of dealing and thinking under a seed, as kernels take them."""
    return np.array([*stream_key(seed, DEALING), *stream_key(seed, THINKING)], np.int64)


def manifest_digest(manifest: Mapping[str, Any]) -> str:
    """Return a digest of all that a run depends on."""
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:20]
