"""What environments of all kinds share: spaces, names, versions, and refusals."""

from gymnasium.spaces import Box as Space
from gymnasium.spaces import Discrete

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import bounds
from chancebox.engine.game.texts import _, listed
from chancebox.envs.batch import action_count
from chancebox.envs.pictures import MODES


def observation_space(game: Game) -> Space:
    """Make the space of a game's observations."""
    low, high = bounds(game)
    return Space(low, high, dtype=low.dtype.type)


def action_space(game: Game) -> Discrete:
    """Make the space of a game's actions."""
    return Discrete(action_count(game))


def check_mode(mode: str | None) -> str | None:
    """Return the way to render if there is such a way."""
    if mode is not None and mode not in MODES:
        raise BadSetup(
            _("There is no render mode {mode!r}; there are: {modes}.").format(mode=mode, modes=listed(MODES))
        )
    return mode
