"""
Environments: the games with the interfaces that researchers use.

    >>> import chancebox.envs
    >>> env = chancebox.envs.aec("gang-of-dice", seats=3)    # PettingZoo: every seat is an agent
    >>> env.reset(seed=7)
    >>> observation, reward, over, cut, info = env.last()
    >>> int(info["action_mask"].sum())
    36

With Gymnasium every game is registered as `chancebox/GangOfDice-v0` and so on, with bots on the
other seats; `vector` plays thousands of games in step. `import chancebox.envs.spiel` registers them
with OpenSpiel as `chancebox_gang_of_dice` and so on. docs/observations.md says what agents see.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.envs.ids import gymnasium_id
from chancebox.games import game, names

if TYPE_CHECKING:
    from chancebox.envs.agents import Agents
    from chancebox.envs.many import Vector
    from chancebox.envs.many_tensors import TensorVector


def aec(
    name: str,
    seats: int,
    *,
    options: Mapping[str, str] | None = None,
    box: str | Path | None = None,
    render_mode: str | None = None,
) -> "Agents":
    """Make a game of PettingZoo's kind; actions that are not possible lose it."""
    _check_installed("pettingzoo")
    from chancebox.envs.agents import Agents

    found = game(name)
    return Agents(found, seats, options=options, box=load_box(found, box), render_mode=render_mode)


def vector(
    name: str,
    games: int,
    seats: int,
    *,
    opponents: str | None = None,
    seat: int = 0,
    options: Mapping[str, str] | None = None,
    box: str | Path | None = None,
) -> "Vector":
    """Make so many games in step, of Gymnasium's kind, in which the agent plays all seats or one."""
    _check_installed("gymnasium")
    from chancebox.envs.many import Vector

    found = game(name)
    return Vector(
        found, games, seats, opponents=opponents, seat=seat, options=options, box=load_box(found, box)
    )


def tensors(
    name: str,
    games: int,
    seats: int,
    *,
    opponents: str | None = None,
    seat: int = 0,
    options: Mapping[str, str] | None = None,
    box: str | Path | None = None,
    library: str = "torch",
) -> "TensorVector":
    """Make so many games in step on a GPU, with tensors of `torch`, `jax` or `cupy`; see docs/gpu.md."""
    _check_installed("gymnasium")
    from chancebox.envs.many_tensors import TensorVector

    found = game(name)
    return TensorVector(
        found,
        games,
        seats,
        opponents=opponents,
        seat=seat,
        options=options,
        box=load_box(found, box),
        tensors=library,
    )


def register() -> None:
    """Register every game with Gymnasium."""
    import gymnasium

    for name in names(test_only=True):
        id = gymnasium_id(game(name))
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="chancebox.envs.single:Single",
                vector_entry_point="chancebox.envs.many:Vector",
                kwargs={"game": name},
            )


def _check_installed(package: str) -> None:
    if not find_spec(package):
        raise BadSetup(
            _("This needs {package}, which is not installed. Try: pip install 'chancebox[envs]'").format(
                package=package
            )
        )


if find_spec("gymnasium"):
    register()
