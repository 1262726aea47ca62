"""Processes in which bots think and reviews are made."""
