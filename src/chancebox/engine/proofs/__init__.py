"""Dice that can be proven."""
