"""
A game for Gymnasium: one seat is the agent, bots sit on the others.

The bots are those that people play against, asked as they are asked there: with a position on which
everything was hidden that their seat may not know.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium

from chancebox.bots import Question, bot
from chancebox.engine.boxes import Box
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.records import Memory
from chancebox.engine.texts import _
from chancebox.envs import pictures
from chancebox.envs.batch import Batch, Stepped, is_by_number
from chancebox.envs.spaces import action_space, check_mode, observation_space
from chancebox.games import game as find_game


class Single(gymnasium.Env[Memory, int]):
    """One game; `info["action_mask"]` tells what the agent may do."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": pictures.MODES, "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        render_mode: str | None = None,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        seats = usual_seats(found) if seats is None else seats
        self.render_mode = check_mode(render_mode)
        self._batch = Batch(found, seats, options=options, box=box)
        self._seat = check_seat(seat, seats)
        self._names = check_opponents(opponents, seats)
        self.observation_space = observation_space(found)
        self.action_space = action_space(found)
        self._decisions = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Memory, dict[str, Any]]:
        """Begin a game; without a seed the deal goes on where the last game ended."""
        super().reset(seed=seed)
        if seed is None and self._decisions == 0:
            seed = int(self.np_random.integers(2**63))
        if seed is not None:
            others = [other for other in range(self._batch.seats) if other != self._seat]
            self._bots = {
                other: bot(name, (seed + other) % 2**64)
                for other, name in zip(others, self._names, strict=True)
            }
            self._decisions = 0
        told = self._go_on(self._batch.reset(seed))
        while told.overs[0]:  # the others may end a game before the agent is asked
            told = self._go_on(self._batch.reset())
        return told.observations[0], {"action_mask": told.masks[0]}

    def step(self, action: int) -> tuple[Memory, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until the agent is asked again or the game is over."""
        told = self._go_on(self._batch.step(action))
        over = bool(told.overs[0])
        observation = self._batch.observe(self._seat) if over else told.observations[0]
        return observation, float(told.rewards[0, self._seat]), over, False, {"action_mask": told.masks[0]}

    def render(self) -> "str | Memory | None":  # type: ignore[override]
        """Show the board as the agent sees it."""
        batch, seat = self._batch, self._seat
        return pictures.render(self.render_mode, batch.game, batch.box, batch.position(0, seat), seat)

    def _go_on(self, told: Stepped) -> Stepped:
        batch = self._batch
        self._decisions += 1
        while not told.overs[0] and batch.asked[0] != self._seat:
            seat = int(batch.asked[0])
            hidden = batch.position(0, seat)
            choices = batch.game.build("compiled").choices(batch.box, hidden, seat)
            question = Question(batch.game, batch.box, hidden, seat, choices, self._decisions)
            action = self._bots[seat].choose(question)
            told = batch.step(action if is_by_number(batch.game) else choices.index(action))
            self._decisions += 1
        return told


def usual_seats(game: Game) -> int:
    """The smallest table at which there is somebody to play against, or else the smallest one."""
    return min((seats for seats in game.seats if seats > 1), default=game.seats[0])


def check_seat(seat: int, seats: int) -> int:
    """Return the seat if it is at this table."""
    if seat not in range(seats):
        raise BadSetup(
            _("There is no seat {seat}; this table has seats {first} to {last}.").format(
                seat=seat, first=0, last=seats - 1
            )
        )
    return seat


def check_opponents(opponents: str | Sequence[str], seats: int) -> list[str]:
    """Name the bot of every other seat; one name stands for all of them."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise BadSetup(
            _("At a table of {seats} there are {n} opponents, not {given}.").format(
                seats=seats, n=seats - 1, given=len(names)
            )
        )
    for name in names:
        bot(name, 0)
    return names
