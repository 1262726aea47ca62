"""
The games for OpenSpiel: chance is explicit, and a seat's information state is all it ever saw.

Importing this registers every game as `chancebox_gang_of_dice` and so on, with the parameters
`players` and, by number, each of the game's options; -1 stands for what is usual. Actions are those
of the other environments; outcomes of chance are counted in their order, 0 for the first possible.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.match.positions import position_text
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain
from chancebox.envs.batch import OneGame, action_count, is_by_number, usual_seats
from chancebox.envs.ids import open_spiel_name
from chancebox.envs.stepping import settle
from chancebox.games import game, names

LONGEST = 10_000
"""Events of a game at most, as OpenSpiel wants to know it; no game comes near, none is cut off."""
USUAL = -1


class SharedSetup:
    """A game with its box, options and build: what all its states share; never copied, not even by pickle."""

    def __init__(self, name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
        self._called = name, seats, options
        self.game = game(name)
        self.seats = seats
        self.box = load_box(self.game)
        self.build = self.game.build("compiled")
        self.options = self.game.options_record(dict(options))
        self.by_number = is_by_number(self.game)
        self.one = OneGame(self.game, seats, options=dict(options), box=self.box)
        self.choices = lru_cache(maxsize=64)(self._choices)
        self.outcomes = lru_cache(maxsize=64)(self._outcomes)

    def __reduce__(self) -> tuple[Any, ...]:
        return shared_setup, self._called

    def memory(self, position: bytes) -> Memory:
        """Copy a position out of a state."""
        return np.frombuffer(bytearray(position), self.game.rules.Position.dtype)

    def hidden(self, position: bytes, seat: int) -> Memory:
        """Copy what a seat may know of a position."""
        s = self.memory(position)
        self.build.hide(self.box, s, seat)
        return s

    def _choices(self, position: bytes, seat: int) -> list[int]:
        return self.build.choices(self.box, self.memory(position), seat)

    def _outcomes(self, position: bytes) -> list[tuple[int, float]]:
        weights = [weight for _outcome, weight in self.build.outcomes(self.box, self.memory(position))]
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights)]


@lru_cache(maxsize=64)
def shared_setup(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> SharedSetup:
    """Return what all states of a game with this setup share; it is made once."""
    return SharedSetup(name, seats, options)


class State(pyspiel.State):  # type: ignore[misc]
    """A position, and a digest of all that each seat has seen and done on the way to it."""

    def __init__(self, owner: "SpielGame") -> None:
        super().__init__(owner)
        self._setup = owner.setup
        setup = self._setup
        self._position = setup.build.start(setup.box, setup.seats, setup.options).tobytes()
        self._seen = tuple(self._sight(seat) for seat in range(setup.seats))
        self._recall = tuple(digest(bytes([seat])) for seat in range(setup.seats))

    # What OpenSpiel asks.

    def current_player(self) -> int:
        """Who is asked; seats that decide at the same time follow one another."""
        pending = plain(self._setup.memory(self._position)).pending
        if not pending:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if pending >> CHANCE else lowest(pending)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not plain(self._setup.memory(self._position)).pending

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what may come up, with probabilities."""
        return self._setup.outcomes(self._position)

    def returns(self) -> list[float]:
        """Return what the result is worth to each seat, as in all environments."""
        setup = self._setup
        worth = [0.0] * setup.seats
        if self.is_terminal():
            ranks = setup.build.standing(setup.box, setup.memory(self._position))
            settle(ranks, setup.seats, [0] * setup.seats, worth, 0)
        return worth

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> "State":
        """Make a state that this player could not tell from this one."""
        setup = self._setup
        world = self.clone()
        s = setup.hidden(self._position, player)
        setup.build.guess(setup.box, s, player, stream(int(random() * 2**53), THINKING, 0))
        world._position = s.tobytes()
        # The others know what they would know there; how they came to know it, nobody can say.
        world._seen = tuple(world._sight(seat) for seat in range(setup.seats))
        world._recall = tuple(
            old if seat == player else digest(old + world._seen[seat])
            for seat, old in enumerate(self._recall)
        )
        return world  # type: ignore[no-any-return]

    def __str__(self) -> str:
        setup = self._setup
        return position_text(setup.game, setup.box, setup.memory(self._position))

    def _legal_actions(self, player: int) -> list[int]:
        listed = self._setup.choices(self._position, player)
        return list(listed) if self._setup.by_number else list(range(len(listed)))

    def _apply_action(self, action: int) -> None:
        setup = self._setup
        seat = self._seat()
        s = setup.memory(self._position)
        setup.build.play(setup.box, s, seat, self._number(seat, action))
        self._position = s.tobytes()
        for other in range(setup.seats):
            self._remember(other, action if other == seat else None)

    def _action_to_string(self, player: int, action: int) -> str:
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        s = plain(self._setup.memory(self._position))
        text: str = self._setup.game.notation.say(self._setup.box, s, seat, self._number(seat, action))
        return text

    # How it works.

    def _seat(self) -> int:
        player = self.current_player()
        return CHANCE if player == pyspiel.PlayerId.CHANCE else player

    def _number(self, seat: int, action: int) -> int:
        """Find the rules' number of an action or outcome."""
        if seat != CHANCE and self._setup.by_number:
            return action
        return self._setup.choices(self._position, seat)[action]

    def _sight(self, seat: int) -> bytes:
        return digest(self._setup.hidden(self._position, seat).tobytes())

    def _remember(self, seat: int, action: int | None) -> None:
        """Add what a seat did and what it sees now, if that is anything new."""
        sight = self._sight(seat)
        if action is None and sight == self._seen[seat]:
            return
        new = digest(self._recall[seat] + sight + str(action).encode())
        self._seen = (*self._seen[:seat], sight, *self._seen[seat + 1 :])
        self._recall = (*self._recall[:seat], new, *self._recall[seat + 1 :])

    def recall(self, seat: int) -> str:
        """Name all that a seat has seen and done."""
        return f"{seat}:{self._recall[seat].hex()}"

    def sight(self, seat: int) -> str:
        """Write what a seat may know now as one line."""
        setup = self._setup
        return position_text(setup.game, setup.box, setup.hidden(self._position, seat))

    def numbers(self, seat: int) -> Memory:
        """Return what a seat may know now as the numbers of an observation."""
        return self._setup.one.look(self._setup.memory(self._position), seat)[0]


class Observer:
    """What one seat knows: now, or with perfect recall ever since."""

    def __init__(self, kind: Any, params: Any, features: int) -> None:
        if params:
            raise BadSetup(_("Observations take no parameters, not {params}.").format(params=params))
        # A record is what one seat sees; it does not come apart into what all see and what one does.
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._whole, self._recall = whole, kind.perfect_recall
        self.tensor = None if not whole or kind.perfect_recall else np.zeros(features, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Write the observation into the tensor."""
        assert self.tensor is not None
        self.tensor[:] = state.numbers(player)

    def string_from(self, state: State, player: int) -> str | None:
        """Write the observation, or name the information state."""
        if not self._whole:
            return None
        return state.recall(player) if self._recall else state.sight(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; `declare` makes a class of each."""

    found: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        found = self.found
        seats = found.check_seats(given.get("players", usual_seats(found)))
        options = found.usual_options(seats)
        for option in found.options:
            wanted = given.get(option.name.replace("-", "_"), USUAL)
            values = {number: name for name, number in option.values.items()}
            if wanted != USUAL and wanted not in values:
                raise BadSetup(
                    _("Option {name} cannot be {value!r}; it can be: {values}.").format(
                        name=option.name, value=wanted, values=listed(map(str, values))
                    )
                )
            options[option.name] = values.get(wanted, options[option.name])
        self.setup = shared_setup(found.name, seats, tuple(found.check_options(options, seats).items()))
        rules = found.rules
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(found),
            max_chance_outcomes=rules.MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if found.all_seats[0] == 1 else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> State:
        """Begin."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make what observes states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, params, self.setup.one.features)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance events a game has at most."""
        return LONGEST


def declare(found: Game) -> None:
    """Register a game."""
    options = {option.name.replace("-", "_"): USUAL for option in found.options}
    alone = found.all_seats[0] == 1
    kind = pyspiel.GameType(
        short_name=open_spiel_name(found),
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if found.hidden
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=found.all_seats[-1],
        min_num_players=found.all_seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": usual_seats(found), **options},
    )
    # A class and not a function: OpenSpiel lets go of it when Python has ended, which only classes survive.
    pyspiel.register_game(kind, type(found.title, (SpielGame,), {"found": found, "kind": kind}))


def digest(data: bytes) -> bytes:
    """Shorten bytes to a few that stand for them."""
    return hashlib.blake2b(data, digest_size=12).digest()


for _name in names(test_only=True):
    if open_spiel_name(game(_name)) not in pyspiel.registered_names():
        declare(game(_name))
