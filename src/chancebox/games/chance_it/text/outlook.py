"""How chance it says what a choice can cost."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _
from chancebox.engine.rules.bits import lowest
from chancebox.games.chance_it.outlook import Danger, danger_of_card, stakes_of_out, stakes_of_part
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.records import (
    CHANCE_IT_ACTION,
    GUIDE,
    MARKET_DIE,
    PASS,
    SERVE,
    Position,
)
from chancebox.games.chance_it.text.names import COIN, HEART, gains_text


def outlook(box: Box, s: Position, seat: int) -> dict[str, dict[str, Any]]:
    """Say for each choice of a seat, in notation, what it can cost and whether it can take the last heart."""
    if s.step == GUIDE:
        part, out = _part(box, s, seat), _out(box, s, seat)
        return {
            "in": part | {"lines": [*part["lines"], *_dice(box, s)]},
            "out": out,
            "chance": _chance(box, part),
        }
    if s.step == SERVE:
        cards = usable(box.fields, s, seat)
        found = {"pass": _told([], danger_of_card(box, s, seat, PASS))}
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            found[f"use {box.data.card[card].id}"] = _told([], danger_of_card(box, s, seat, card))
        return found
    return {}


def warning(danger: Danger) -> str:
    """Warn in words."""
    if danger == "may":
        return _("may cost your last heart")
    return _("costs your last heart") if danger else ""


def _told(lines: list[str], danger: Danger) -> dict[str, Any]:
    return {"lines": lines, "danger": danger, "warning": warning(danger)}


def _part(box: Box, s: Position, seat: int) -> dict[str, Any]:
    stakes = stakes_of_part(box, s, seat)
    least, most = stakes.hearts
    lines = [_("pay {coins}").format(coins=f"{_span(*stakes.coins)}{COIN}")]
    if most:
        text = _("have {coins}: {hearts}") if least == most else _("have {coins}: up to {hearts}")
        lines.append(text.format(coins=s.players[seat].coins, hearts=f"−{most}{HEART}"))
    return _told(lines, stakes.danger)


def _chance(box: Box, part: dict[str, Any]) -> dict[str, Any]:
    gains = box.fields.board[CHANCE_IT_ACTION]
    last = _("as IN, then {gains}").format(gains=gains_text(gains.hearts, gains.coins, gains.stars))
    return {**part, "lines": [last, *part["lines"][1:], _("not alone: IN next")]}


def _out(box: Box, s: Position, seat: int) -> dict[str, Any]:
    stakes = stakes_of_out(box, s, seat)
    lines = [_("gain {coins}").format(coins=f"{_span(*stakes.coins)}{COIN}")]
    if stakes.all_out:
        lines.append(_("all OUT: {hearts}").format(hearts=f"−{stakes.all_out}{HEART}"))
    return _told(lines, stakes.danger)


def _dice(box: Box, s: Position) -> list[str]:
    """Sum up what the dice do to who takes part, as they lie there."""
    rows = [(box.fields.board[row], s.dice[row]) for row in range(2, MARKET_DIE)]
    hearts, coins, stars = (
        sum(getattr(gains, what) * n for gains, n in rows) for what in ("hearts", "coins", "stars")
    )
    told = gains_text(hearts, coins, stars)
    return [_("dice: {gains}").format(gains=told)] if told else []


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
