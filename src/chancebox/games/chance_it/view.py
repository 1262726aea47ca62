"""What one seat sees of chance it: everything but the secret choices that are still being made."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import remembered
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.market import may_trade
from chancebox.games.chance_it.rules.records import (
    CARDS,
    CHANCE_IT_ACTION,
    FIRST_PLAYER,
    HIDDEN,
    NOBODY,
    OUT,
    PASS,
    SERVE,
    TURN,
    Player,
    Position,
    is_in,
)
from chancebox.games.chance_it.rules.rounds import roller
from chancebox.games.chance_it.text.names import GUIDES, card_text, row_name, row_text, when_text
from chancebox.games.chance_it.text.outlook import outlook

STEPS = ("first", "market", "roll", "guide", "", "serve", "reroll", "turn", "", "over")


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data (CI-05)."""
    acting = s.step in (SERVE, TURN)
    return {
        "step": STEPS[s.step],
        "round": s.round,
        "first": s.first if s.step != FIRST_PLAYER else None,
        "roller": roller(s) if s.living and s.step != FIRST_PLAYER else None,
        "rows": [_row(box, s, row) for row in range(1, CHANCE_IT_ACTION + 1)],
        "action": s.action if acting else None,
        "player": s.player if s.player != NOBODY and not s.ended else None,
        "market_actions": s.owed if s.step == TURN and may_trade(s) else 0,
        "sheet": _sheet(box, s),
        "market": [_card(box, s, card) for card in _cards(s.market)],
        "pile": len(_cards(s.pile)),
        "discards": [box.data.card[card].id for card in _discards(s)],
        "discarded": _card(box, s, s.discarded - 1) if s.discards and s.discarded else None,
        "goal": box.data.goal.stars,
        "outlook": outlook(box, s, viewer) if viewer < s.seats and s.pending >> viewer & 1 else {},
        "players": [_player(box, s, seat) for seat in range(s.seats)],
    }


def _row(box: Box, s: Position, row: int) -> dict[str, Any]:
    """Return a row of the action board: the dice that lie there, and how many of them are done."""
    dice = s.dice[row] if row < CHANCE_IT_ACTION else 0
    return {**_printed_row(box, row), "dice": dice, "done": _done(s, row)}


@remembered
def _printed_row(box: Box, row: int) -> dict[str, Any]:
    gains = box.fields.board[row]
    return {
        "name": row_name(row),
        "text": row_text(box, row),
        "gains": {"hearts": int(gains.hearts), "coins": int(gains.coins), "stars": int(gains.stars)},
    }


def _done(s: Position, row: int) -> int:
    if row < s.action:
        return int(s.dice[row])
    return int(s.done) if row == s.action < CHANCE_IT_ACTION else 0


def _sheet(box: Box, s: Position) -> dict[str, Any]:
    """Return the stakes sheet in force; `outs` and `ins` are counted once the guide cards are revealed."""
    sheet = box.data.sheet[s.sheet - 2]
    revealed = s.action > 0
    outs = sum(s.players[seat].guide == OUT for seat in range(s.seats)) if revealed else None
    return {
        "players": s.sheet,
        "gains": [cell.coins for cell in sheet.gains],
        "pays": [cell.coins for cell in sheet.pays],
        "all_out_hearts": box.data.all_out.hearts,
        "outs": outs,
        "ins": s.sheet - outs if outs is not None else None,
    }


def _player(box: Box, s: Position, seat: int) -> dict[str, Any]:
    player: Player = s.players[seat]
    asked = bool(s.pending >> seat & 1)
    can_use = usable(box.fields, s, seat) if asked and s.step in (SERVE, TURN) else 0
    if s.step == TURN and not s.may_use:
        can_use = 0
    return {
        "hearts": player.hearts,
        "coins": player.coins,
        "stars": player.stars,
        "alive": is_in(s.living, seat),
        "asked": asked,
        "guide": "hidden" if player.guide == HIDDEN else GUIDES[player.guide] or None,
        "forced": is_in(s.forced, seat),
        "plays": is_in(s.playing, seat),
        "serves": _served(box, player.served),
        "cards": [
            {**_card(box, s, card), "usable": bool(can_use >> card & 1)} for card in _cards(player.cards)
        ],
    }


def _served(box: Box, served: int) -> str | None:
    if served == HIDDEN:
        return "hidden"
    if served == PASS + 1:
        return "pass"
    card: str | None = box.data.card[served - 1].id if served else None
    return card


def _card(box: Box, s: Position, card: int) -> dict[str, Any]:
    return {**_printed_card(box, card), "used": bool(s.used >> card & 1)}


@remembered
def _printed_card(box: Box, card: int) -> dict[str, Any]:
    shown = box.data.card[card]
    return {
        "id": shown.id,
        "number": card,
        "when": shown.when,
        "when_text": when_text(shown.when),
        "price": shown.price,
        "text": card_text(shown),
        "gains": {"hearts": shown.hearts, "coins": shown.coins, "stars": shown.stars},
        "attack": shown.attack,
        "again": shown.again,
    }


def _discards(s: Position) -> list[int]:
    """Return the discard pile; on top, and last in the list, its newest card."""
    return sorted(_cards(s.discards), key=lambda card: card == s.discarded - 1)


def _cards(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]
