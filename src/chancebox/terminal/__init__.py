"""The house in a terminal: a game worth playing, and reports of what the lab measured."""
