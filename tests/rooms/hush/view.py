from typing import Any

from chancebox.engine.game.boxes import Box
from rooms.hush.rules import Position


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    return {"cards": list(s.cards)[: s.seats], "chosen": list(s.chosen)[: s.seats], "ended": s.ended}
