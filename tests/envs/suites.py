"""The conformance suites of the makers, from their published packages, where these are installed."""

import warnings
from functools import cache
from importlib.util import find_spec

from chancebox.envs.batch import is_by_number
from chancebox.games import game, names

COMPILED = ("gang-of-dice", "hush", "pig")
"""
Games whose environments `make test` compiles; the others are `long`.

The kernel is the same for all, and takes up to a dozen seconds to compile for one of the large games.
"""
ENVS = "needs the extra chancebox[envs]"
OPENSPIEL = "needs the extra chancebox[openspiel]"

if find_spec("gymnasium") and find_spec("pettingzoo"):
    with warnings.catch_warnings():
        # Importing them warns of games of their own that we do not use.
        warnings.simplefilter("ignore")
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        from pettingzoo.test import (  # type: ignore[import-untyped, unused-ignore]
            api_test,
            parallel_api_test,
            render_test,
            seed_test,
        )
        from pettingzoo.utils.conversions import (  # type: ignore[import-untyped, unused-ignore]
            turn_based_aec_to_parallel,
        )


@cache
def build_for(room: str) -> str:
    """
    Name the build of an environment: bounds are checked in the smallest game of each kind.

    The kernel is the same for all games, and takes long to compile; the rules of every game are checked
    elsewhere. What differs is how actions are numbered and whether something is erased before a seat looks.
    """
    kinds: dict[tuple[bool, bool], list[str]] = {}
    for name in names(test_only=True):
        kinds.setdefault((is_by_number(game(name)), bool(game(name).hidden)), []).append(name)
    small = (min(kind, key=lambda name: game(name).rules.Position.dtype.itemsize) for kind in kinds.values())
    return "checked" if room in small else "compiled"


__all__ = [
    "COMPILED",
    "ENVS",
    "OPENSPIEL",
    "api_test",
    "build_for",
    "check_env",
    "gymnasium",
    "parallel_api_test",
    "render_test",
    "seed_test",
    "turn_based_aec_to_parallel",
]
