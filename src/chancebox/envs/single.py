"""
A game for Gymnasium: one seat is the agent, bots sit on the others.

The bots are those that people play against, asked as they are asked there: with a position on which
everything was hidden that their seat may not know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from chancebox.bots import Question, bot, bot_at
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup, GameOver
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory
from chancebox.envs import pictures
from chancebox.envs.batch import OneGame, check_seat, is_by_number, usual_seats
from chancebox.envs.spaces import action_space, check_mode, observation_space
from chancebox.games import game as find_game


class Single(gymnasium.Env[Memory, Any]):
    """One game; `info["action_mask"]` says what the agent may do."""

    metadata = {"render_modes": pictures.MODES, "render_fps": 2}  # noqa: RUF012 -- as Gymnasium declares it

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
        self._one = OneGame(found, seats, options=options, box=box)
        self._seat = check_seat(seat, seats)
        self._names = check_opponents(opponents, seats)
        self.observation_space = observation_space(found)
        self.action_space = action_space(found)
        self._decisions = 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Memory, dict[str, Any]]:
        """Begin a game; without a seed the deal goes on where the last game ended."""
        super().reset(seed=seed)
        if seed is None and self._decisions == 0:
            seed = int(self.np_random.integers(2**63))
        if seed is not None:
            others = [other for other in range(self._one.seats) if other != self._seat]
            self._bots = {
                other: bot_at(name, seed, other) for other, name in zip(others, self._names, strict=True)
            }
            self._decisions = 0
        observation, mask, over = self._go_on(*self._one.reset(seed), False)
        while over:  # the others may end a game before the agent is asked
            observation, mask, over = self._go_on(*self._one.reset(), False)
        return observation, {"action_mask": mask}

    def step(self, action: int) -> tuple[Memory, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until the agent is asked again or the game is over."""
        if self._over:
            raise GameOver(_("The game is over; begin a new one with reset."))
        observation, mask, over = self._go_on(*self._one.step(action))
        if over:
            observation, _mask = self._one.observe(self._seat)
        return observation, float(self._one.rewards[self._seat]), over, False, {"action_mask": mask}

    def render(self) -> "str | Memory | None":
        """Show the board as the agent sees it."""
        one, seat = self._one, self._seat
        return pictures.render(self.render_mode, one.game, one.box, one.position(viewer=seat), seat)

    def _go_on(self, observation: Memory, mask: Memory, over: bool) -> tuple[Memory, Memory, bool]:
        """Put the questions of the others to their bots."""
        one = self._one
        self._decisions += 1
        while not over and one.asked[0] != self._seat:
            seat = int(one.asked[0])
            choices = one.choices(mask)
            hidden = one.position(viewer=seat)
            question = Question(one.game, one.box, hidden, seat, choices, self._decisions)
            action = self._bots[seat].choose(question)
            number = action if is_by_number(one.game) else choices.index(action)
            observation, mask, over = one.step(number)
            self._decisions += 1
        self._over = over
        return observation, mask, over


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
