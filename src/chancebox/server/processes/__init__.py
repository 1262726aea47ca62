"""Processes that serve: how they start, are watched and stop."""
