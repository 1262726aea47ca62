"""What everybody sees of Pig: all of it."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.games.pig.rules import Position


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the scores and the running total."""
    return {"turn": s.turn, "total": s.total, "score": list(s.score)[: s.seats], "goal": box.data.goal}
