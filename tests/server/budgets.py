"""Budgets for tests: so many, and hardly any more."""

from chancebox.server.access.limits import ADDRESS, HOUSE, NO_LIMIT, VISITOR, Budget, Rate

ALL = Rate(NO_LIMIT, NO_LIMIT)


def budget_of(whose: str, burst: int) -> Budget:
    """Return a budget that is small for each visitor, each address or the house, and endless else."""
    rates = {one: Rate(burst, 0.001) if one == whose else ALL for one in (VISITOR, ADDRESS, HOUSE)}
    return Budget(visitor=rates[VISITOR], address=rates[ADDRESS], house=rates[HOUSE])


def one_address(burst: int) -> Budget:
    """Return a budget of so much for each address."""
    return budget_of(ADDRESS, burst)
