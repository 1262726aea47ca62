"""What happens in Gang of Dice, and how the log tells it."""

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.dice import shows
from chancebox.engine.happenings import TABLE, Change, Ended, Happening
from chancebox.engine.texts import _, mark, n_
from chancebox.games.gang_of_dice.rules import records
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
from chancebox.games.gang_of_dice.text.names import condition, dice_words, fuse_name

Dice = tuple[int, ...]
"""How many dice show each face, Boss first."""


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_ROUNDS = records.ALL_ROUNDS, mark("all twelve rounds were played")
    LAST_ONE = records.LAST_ONE, mark("one player alone was left")
    NOBODY_LEFT = records.NOBODY_LEFT, mark("all who were left lost their last dice together")


# What can happen


class Began(Happening):
    """A seat begins the first round."""

    seat: int


class AddedTokens(Happening):
    """A late round begins: tokens join the centre."""

    tokens: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "tokens", self.tokens)]


class Revealed(Happening):
    """A warning is turned over; `warning` is its place in the box."""

    round: int
    warning: int


class Staked(Happening):
    """Dice leave a stock to be thrown."""

    seat: int
    dice: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "stock", -self.dice)]


class PickedUp(Happening):
    """These dice will be thrown again."""

    seat: int
    dice: Dice


class Threw(Happening):
    """Dice come to rest beside those that lie there; `falling` are still in the air."""

    seat: int
    dice: Dice
    lying: Dice
    falling: int
    total: int


class Stopped(Happening):
    """A seat leaves its dice as they lie."""

    seat: int
    total: int


class Exploded(Happening):
    """The dice meet the warning: they go to the centre."""

    seat: int
    warning: int
    dice: Dice

    def changes(self) -> list[Change]:
        return [Change(TABLE, "centre", sum(self.dice))]


class WonRound(Happening):
    """The highest valid result takes every die that was played; `worth` counts tokens as dice."""

    seat: int
    worth: int
    centre: int
    tokens: int

    def changes(self) -> list[Change]:
        return [
            Change(self.seat, "stock", self.worth),
            Change(TABLE, "centre", -self.centre),
            Change(TABLE, "tokens", -self.tokens),
        ]


class NobodyWon(Happening):
    """No result is valid: the dice stay in the centre."""


class Eliminated(Happening):
    """A seat has nothing left."""

    seat: int


# How events become happenings


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
    dice = tuple(s.players[s.player].dice)
    if action == STOP:
        return [Stopped(s.player, total(dice))]
    if not is_last_face(s):
        return []
    picked = [*s.again]
    picked[s.asked] = action
    return [PickedUp(s.player, tuple(picked))]


def _threw(s: Position, outcome: int) -> Threw:
    thrown = tuple(shows(outcome, face) for face in range(FACES))
    lying = tuple(s.players[s.player].dice)
    falling = s.falling - sum(thrown)
    return Threw(s.player, thrown, lying, falling, total(lying) + total(thrown))


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


# How the log tells it


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case Began(seat):
            return _("{who} begins.").format(who=names[seat])
        case Revealed(number, warning):
            card = box.data.warning[warning]
            return _("Round {n}. {fuse}: {condition}.").format(
                n=number, fuse=fuse_name(card), condition=condition(card)
            )
        case Staked(seat, dice):
            return n_("{who} stakes {n} die.", "{who} stakes {n} dice.", dice).format(who=names[seat], n=dice)
        case PickedUp(seat, picked):
            return _("{who} re-rolls {dice}.").format(who=names[seat], dice=dice_words(picked))
        case Threw():
            return _throw_sentence(happening, names[happening.seat])
        case Stopped(seat, result):
            return _("{who} stops at {total}.").format(who=names[seat], total=result)
        case Exploded(_seat, warning):
            fuse = fuse_name(box.data.warning[warning])
            return _("{fuse}! The result is invalid.").format(fuse=fuse)
        case WonRound(seat, worth):
            return _("{who} takes the round and {n} dice.").format(who=names[seat], n=worth)
        case NobodyWon():
            return _("Nobody is valid: the dice stay in the centre.")
        case Eliminated(seat):
            return _("{who} is eliminated.").format(who=names[seat])
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return ""


def _throw_sentence(throw: Threw, who: str) -> str:
    dice = dice_words(throw.dice)
    if throw.falling:
        return _("{who} throws {dice} and more.").format(who=who, dice=dice)
    if not any(throw.lying):
        return _("{who} throws {dice}, {total} in all.").format(who=who, dice=dice, total=throw.total)
    now = tuple(a + b for a, b in zip(throw.lying, throw.dice, strict=True))
    return _("{who} throws {dice}: now {all}, {total} in all.").format(
        who=who, dice=dice, all=dice_words(now), total=throw.total
    )
