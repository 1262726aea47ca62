"""Bots that play worlds out."""
