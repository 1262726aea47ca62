"""Bots that play by what a network has learned."""
