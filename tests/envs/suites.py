"""The conformance suites of the makers, from their published packages."""

import warnings

import pytest

ENVS = "needs the extra chancebox[envs]"

pytest.importorskip("gymnasium", reason=ENVS)
pytest.importorskip("pettingzoo", reason=ENVS)
pytest.importorskip("PIL", reason=ENVS)

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
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped, unused-ignore]

__all__ = [
    "api_test",
    "check_env",
    "gymnasium",
    "parallel_api_test",
    "render_test",
    "seed_test",
    "turn_based_aec_to_parallel",
]
