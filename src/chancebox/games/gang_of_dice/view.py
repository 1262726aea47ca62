"""What one seat sees of Gang of Dice."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.games.gang_of_dice.rules import records, rounds, warnings
from chancebox.games.gang_of_dice.rules.records import AGAIN, REVEAL, STAKE, THROWS, Player, Position
from chancebox.games.gang_of_dice.text import names

STEPS = ("first", "reveal", "stake", "throw", "again")
TURNS = ("waiting", "valid", "invalid")


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data; other stocks stay behind their screens (GD-06, GD-R11)."""
    over = bool(s.ended)
    return {
        "step": "over" if over else STEPS[s.step],
        "round": s.round - _is_settling(s),
        "rounds": records.ROUNDS,
        "warning": _warning(box, s),
        "centre": {"dice": s.centre, "tokens": s.tokens, "worth": box.fields.token},
        "first": s.first,
        "player": s.player if s.step >= STAKE and not over else None,
        "throws_left": THROWS - s.throws if s.step == AGAIN and not over else None,
        "most_dice": _most_dice(box, s, viewer),
        "again": _faces(list(s.again)),
        "triggers": s.step == AGAIN and not over and _triggers(box, s),
        "to_beat": _to_beat(s),
        "players": [_player(box, s, seat, viewer) for seat in range(s.seats)],
        "unseen": _unseen(box, s) if over else None,
    }


def _is_settling(s: Position) -> bool:
    """Return whether a round is over, and its dice and its warning still lie there."""
    return s.step == REVEAL and any(any(s.players[seat].dice) for seat in range(s.seats))


def _most_dice(box: Box, s: Position, viewer: int) -> int | None:
    """Return the largest stake to whoever is asked for it, since it follows from the stock (GD-06)."""
    if s.step != STAKE or s.ended or not _sees_stock(s, s.player, viewer):
        return None
    return int(rounds.most_dice(box.fields, s))


def _sees_stock(s: Position, seat: int, viewer: int) -> bool:
    return seat == viewer or bool(s.open_stocks) or bool(s.ended)


def _to_beat(s: Position) -> int | None:
    """Name the seat whose result is the highest of this round so far."""
    leader = int(rounds.round_winner(s)) if s.step >= STAKE and not s.ended else -1
    return leader if leader >= 0 else None


def _player(box: Box, s: Position, seat: int, viewer: int) -> dict[str, Any]:
    player: Player = s.players[seat]
    dice = list(player.dice)
    return {
        "stock": player.stock if _sees_stock(s, seat, viewer) else None,
        "dice": _faces(dice),
        "total": records.total(dice) if any(dice) else None,
        "turn": TURNS[player.turn],
        "offending": _offending(box, s, dice),
        "out": player.out or None,
    }


def _offending(box: Box, s: Position, dice: list[int]) -> list[int]:
    """List the faces by which dice meet the warning."""
    if (s.step <= REVEAL and not _is_settling(s)) or not warnings.meets(box.fields, s.warning, dice):
        return []
    card = box.fields.warnings[s.warning]
    values = [value for value in range(1, records.FACES) if dice[value]]
    if card.kind == records.EQUAL:
        return [value for value in values if dice[value] >= card.n]
    if card.kind == records.SHOWING:
        return [value for value in values if card.values >> value & 1]
    if card.kind == records.RUN:
        runs = [range(low, high + 1) for low in values for high in values if high - low + 1 >= card.n]
        return sorted({value for run in runs if all(dice[value] for value in run) for value in run})
    return values


def _triggers(box: Box, s: Position) -> bool:
    """Return whether stopping now would be invalid."""
    return bool(warnings.meets(box.fields, s.warning, s.players[s.player].dice))


def _warning(box: Box, s: Position) -> dict[str, Any] | None:
    if s.step <= REVEAL and not _is_settling(s):
        return None
    card = box.data.warning[s.warning]
    return {
        "id": card.id,
        "fuse": card.fuse,
        "kind": card.kind,
        "n": card.n,
        "values": list(card.values),
        "fuse_name": names.fuse_name(card),
        "fuse_meaning": names.fuse_meaning(card),
        "condition": names.condition(card),
    }


def _unseen(box: Box, s: Position) -> list[str]:
    """Name the cards that never came up; they were secret until now (GD-R10)."""
    return [card.id for i, card in enumerate(box.data.warning) if not s.revealed >> i & 1]


def _faces(dice: list[int]) -> list[int]:
    """List dice face by face from high to low, 0 is the Boss."""
    return [face for face in (5, 4, 3, 2, 1, 0) for _die in range(dice[face])]
