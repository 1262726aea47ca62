"""The names and versions under which environments are found."""

from chancebox.engine.game.game import Game

CHANGES = 0
"""Raised when observations, actions or rewards of environments change for all games."""


def edition(game: Game) -> int:
    """The version of a game's environments: a result that was learned holds for one of them."""
    return game.version - 1 + CHANGES


def gymnasium_id(game: Game) -> str:
    """Name a game for `gymnasium.make`: `chancebox/GangOfDice-v0`."""
    words = game.name.split("-")
    return f"chancebox/{''.join(word.capitalize() for word in words)}-v{edition(game)}"


def open_spiel_name(game: Game) -> str:
    """Name a game for `pyspiel.load_game`: `chancebox_gang_of_dice`."""
    return f"chancebox_{game.name.replace('-', '_')}"
