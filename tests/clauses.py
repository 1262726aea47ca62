"""`@clause("GD-14")`: the ledger ids that a test proves."""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses that would be broken if it failed."""
    return pytest.mark.clause(*ids)
