"""Self-play in step: what seats are shown and asked is what plain rules show, and nothing else."""

from typing import Any

import numpy as np
import pytest

from chancebox.bots.thumb import plain_notes
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import make_codes
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.streams import begin
from chancebox.games import game
from chancebox.gpu.layouts import aligned
from chancebox.gpu.machines import Processor, compiler
from chancebox.gpu.selfplay import JOB, SelfPlay
from chancebox.lab.training.samples import observe, observe_games
from networks import inputs_by_hand

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler on this machine")
GAMES = 6
STEPS = 30


class Shadow:
    """One of the games beside it, by plain rules: every position, and who made the next one."""

    def __init__(self, found: Game, seats: int, number: int, keys: Memory) -> None:
        self.rules, self.box, self.seats = found.build("plain"), load_box(found), seats
        stream = [0]
        begin(stream, int(keys[0]), int(keys[1]), number)
        self.luck = np.array(stream, np.int64)
        options = found.options_record(found.usual_options(seats))
        self.past: list[tuple[Memory, int]] = []
        self.now = self.rules.start(self.box, seats, options)
        self.deal()

    def play(self, seat: int, action: int) -> None:
        self.past.append((self.now.copy(), seat))
        self.rules.play(self.box, self.now, seat, action)

    def deal(self) -> None:
        while plain(self.now).pending >> CHANCE:
            self.play(CHANCE, self.rules.draw(self.box, self.now, self.luck))

    def asked(self, seat: int) -> Memory:
        """The position in which a seat was first asked: others who decide at the same time have not yet."""
        s = self.now
        for before, who in reversed(self.past):
            if who in (CHANCE, seat) or not plain(before).pending >> seat & 1:
                break
            s = before
        known = s.copy()
        self.rules.hide(self.box, known, seat)
        return known


@pytest.fixture(
    params=[
        ("gang-of-dice", 3),
        pytest.param(("chance-it", 4), marks=pytest.mark.long),
        pytest.param(("second-chance", 3), marks=pytest.mark.long),
        pytest.param(("take-a-chance", 3), marks=pytest.mark.long),
        pytest.param(("take-it-or-leave-it", 4), marks=pytest.mark.long),
    ],
    ids=lambda pair: str(pair[0]),
)
def playing(request: pytest.FixtureRequest) -> tuple[Game, SelfPlay, Memory]:
    name, seats = request.param
    found = game(name)
    codes = make_codes(observe_games(found, found.all_seats, 2, 1))
    notes = plain_notes(found, load_box(found))
    return found, SelfPlay(found, seats, GAMES, codes, notes, Processor(), 5), codes


def test_seats_are_shown_what_plain_rules_show(playing: tuple[Game, SelfPlay, Memory]) -> None:
    """Choices, what each leads to as far as the seat knows, the rule of thumb's advice, and what is dealt."""
    found, play, _codes = playing
    dtype = found.rules.Position.dtype
    keys = play._job.view(JOB)["keys"][0]
    shadows = [Shadow(found, play.seats, number, keys) for number in range(GAMES)]
    begun = GAMES
    buffer = [0] * max(found.rules.MOST_CHOICES, found.rules.MOST_OUTCOMES)
    notes = list(plain_notes(found, load_box(found)))
    luck = np.random.default_rng(1)
    for _step in range(STEPS):
        world = play._world
        advice = play.advise()
        attempts = play.attempt()
        known = attempts.known.view(aligned(dtype))[:, 0].astype(dtype)
        chosen = []
        for number, shadow in enumerate(shadows):
            seat = int(play.turns[number])
            asked = shadow.asked(seat)
            rows = np.flatnonzero(attempts.places == number)
            assert attempts.actions[rows].tolist() == shadow.rules.choices(shadow.box, asked, seat)
            stream: Any = [0]
            begin(stream, int(keys[2]), int(keys[3]), world + number & 0xFFFFFFFF)
            taken = found.thumb.decide(
                shadow.box.fields, plain(asked.copy()), seat, notes, buffer, list(stream)
            )
            assert advice[number] == taken
            for row in luck.choice(rows, min(2, len(rows)), replace=False):
                after = asked.copy()
                shadow.rules.guess(shadow.box, after, seat, np.array(stream, np.int64))
                shadow.rules.play(shadow.box, after, seat, int(attempts.actions[row]))
                assert (attempts.worth[row] >= 0) == (plain(after).pending == 0)
                shadow.rules.hide(shadow.box, after, seat)
                assert known[row : row + 1].tobytes() == after.tobytes()
            chosen.append(
                int(luck.choice(rows))
                if luck.random() < 0.5
                else int(rows[attempts.actions[rows] == taken][0])
            )
        seats = play.turns.copy()
        overs, shares = play.advance(np.ascontiguousarray(attempts.actions[chosen]))
        for number, shadow in enumerate(shadows):
            shadow.play(int(seats[number]), int(attempts.actions[chosen[number]]))
            shadow.deal()
            assert bool(overs[number]) == (plain(shadow.now).pending == 0)
            if overs[number]:
                assert np.allclose(shares[number], in_the_end(shadow))
                shadows[number] = Shadow(found, play.seats, begun, keys)
                begun += 1


def in_the_end(shadow: Shadow) -> list[float]:
    """What each seat has of the win."""
    standing = shadow.rules.standing(shadow.box, shadow.now)
    wins = [rank == max(standing) >= 0 for rank in standing]
    return [win / sum(wins) for win in wins]


def test_inputs_are_those_of_the_codes(playing: tuple[Game, SelfPlay, Memory]) -> None:
    found, play, codes = playing
    dtype = found.rules.Position.dtype
    viewers = np.arange(GAMES, dtype=np.int64) % play.seats
    known = play.look(viewers)
    inputs = play.encode(known, np.arange(GAMES), viewers)
    positions = known.view(aligned(dtype))[:, 0].astype(dtype)
    for row, seat in enumerate(viewers.tolist()):
        seen = observe(found, positions[row : row + 1], seat, play.seats)[0]
        assert np.array_equal(inputs[row], inputs_by_hand(codes, seen))
