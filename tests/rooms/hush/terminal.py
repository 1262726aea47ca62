from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType


def board(view: dict[str, Any], names: Sequence[str], viewer: int) -> RenderableType:
    return f"{view['cards']} {view['chosen']}"
