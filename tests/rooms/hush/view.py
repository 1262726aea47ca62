from typing import Any

from chancebox.games.hush.rules import Position  # type: ignore[import-not-found]

from chancebox.engine.boxes import Box


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    return {"cards": list(s.cards)[: s.seats], "chosen": list(s.chosen)[: s.seats], "ended": s.ended}
