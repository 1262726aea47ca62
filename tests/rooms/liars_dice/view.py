"""What one seat sees of Liar's Dice."""

from typing import Any

from chancebox.engine.game.boxes import Box
from rooms.liars_dice.rules.records import (
    BID,
    HIDDEN,
    Position,
    dice_left,
)
from rooms.liars_dice.text.names import bid_text, faces


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data."""
    return {
        "round": s.round,
        "bid": bid_text(s.bid) if s.bid else None,
        "bidder": s.bidder if s.bid else None,
        "player": s.player if s.step == BID and not s.ended else None,
        "dice_on_the_table": dice_left(s),
        "ones_are_wild": bool(s.wild),
        "players": [_player(s, seat) for seat in range(s.seats)],
    }


def _player(s: Position, seat: int) -> dict[str, Any]:
    player = s.players[seat]
    hidden = player.dice[0] == HIDDEN
    return {"dice_left": player.left, "dice": None if hidden else faces(player.dice)}
