"""How events of Gang of Dice become happenings."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import TABLE, Ended, Happening, Score
from chancebox.engine.game.texts import mark
from chancebox.engine.rules.dice import shows
from chancebox.games.gang_of_dice.rules.records import (
    AGAIN,
    FACES,
    FIRST_PLAYER,
    INVALID,
    REVEAL,
    STAKE,
    STOP,
    Position,
    dice_in,
    total,
)
from chancebox.games.gang_of_dice.rules.rounds import is_last_face
from chancebox.games.gang_of_dice.text.happenings import (
    AddedTokens,
    Began,
    Eliminated,
    Ending,
    Exploded,
    NobodyWon,
    PickedUp,
    Revealed,
    Staked,
    Stopped,
    Threw,
    WonRound,
)
from chancebox.games.gang_of_dice.text.sentences import sentence

__all__ = ["DECIDES", "Ending", "counts", "happenings", "sentence"]

DECIDES = Score(mark("dice"), {"stock": 1})


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened; small actions are told together, by the last of them."""
    happened: list[Happening] = []
    if before.step == FIRST_PLAYER:
        happened.append(Began(action))
    elif before.step == REVEAL:
        happened.append(Revealed(before.round, action))
    elif before.step == STAKE:
        happened.append(Staked(before.player, action))
    elif before.step == AGAIN:
        happened += _decided(before, action)
    else:
        happened.append(_threw(before, action))
    if _has_failed(before, after):
        dice = after.players[before.player].dice
        happened.append(Exploded(before.player, before.warning, tuple(dice)))
    if before.step != FIRST_PLAYER and (after.round != before.round or after.ended):
        happened += _ended_round(box, before, after)
    if after.round != before.round:
        happened += _begun_round(before, after)
    return happened


def _decided(s: Position, action: int) -> list[Happening]:
    if action == STOP:
        return [Stopped(s.player, total(s.players[s.player].dice))]
    if not is_last_face(s):
        return []
    picked = [*s.again]
    picked[s.asked] = action
    return [PickedUp(s.player, tuple(picked))]


def _threw(s: Position, outcome: int) -> Threw:
    thrown = [shows(outcome, face) for face in range(FACES)]
    lying = s.players[s.player].dice
    falling = s.falling - sum(thrown)
    return Threw(s.player, tuple(thrown), tuple(lying), falling, total(lying) + total(thrown))


def _has_failed(before: Position, after: Position) -> bool:
    seat = before.player
    return before.step > REVEAL and before.players[seat].turn != INVALID == after.players[seat].turn


def _ended_round(box: Box, before: Position, after: Position) -> list[Happening]:
    """Find who takes the round, who is out and how the game ends."""
    happened: list[Happening] = []
    winner = _winner(before, after)
    if winner >= 0:
        failed = dice_in(after.players[before.player].dice) if _has_failed(before, after) else 0
        worth = after.players[winner].stock - before.players[winner].stock
        happened.append(WonRound(winner, worth, before.centre + failed, before.tokens))
    else:
        happened.append(NobodyWon())
    happened += [
        Eliminated(seat)
        for seat in range(before.seats)
        if after.players[seat].out and not before.players[seat].out
    ]
    if after.ended:
        happened.append(Ended(after.ended))
    return happened


def _winner(before: Position, after: Position) -> int:
    """Find whose stock has grown."""
    gains = [after.players[seat].stock - before.players[seat].stock for seat in range(before.seats)]
    best = max(range(before.seats), key=lambda seat: gains[seat])
    return best if gains[best] > 0 else -1


def _begun_round(before: Position, after: Position) -> list[Happening]:
    added = after.tokens if _winner(before, after) >= 0 else after.tokens - before.tokens
    return [AddedTokens(added)] if added else []


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted on the table; stocks are counted in dice, tokens included."""
    stocks = {(seat, "stock"): s.players[seat].stock for seat in range(s.seats)}
    return {(TABLE, "centre"): s.centre, (TABLE, "tokens"): s.tokens, **stocks}
