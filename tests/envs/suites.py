"""The conformance suites of the makers, from their published packages, where these are installed."""

import warnings
from importlib.util import find_spec

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

__all__ = [
    "ENVS",
    "OPENSPIEL",
    "api_test",
    "check_env",
    "gymnasium",
    "parallel_api_test",
    "render_test",
    "seed_test",
    "turn_based_aec_to_parallel",
]
