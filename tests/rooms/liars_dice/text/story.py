"""The story of Liar's Dice."""

from chancebox.engine.game import endings
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Change, Ended, Happening
from chancebox.engine.game.texts import _, mark, n_
from rooms.liars_dice.rules import records
from rooms.liars_dice.rules.records import (
    CHALLENGE,
    FIRST_PLAYER,
    HIDDEN,
    THROW,
    Position,
    bid_count,
    bid_face,
    matching,
)
from rooms.liars_dice.text.names import bid_text, face_name, faces


class Ending(endings.Ending):
    """Why a game ends."""

    LAST_ONE = records.LAST_ONE, mark("one player alone has dice left")


# What can happen


class Began(Happening, frozen=True):
    """A seat opens the first round."""

    seat: int


class Threw(Happening, frozen=True):
    """A player throws; the dice are None for those who do not see them."""

    seat: int
    dice: tuple[int, ...] | None


class Made(Happening, frozen=True):
    """A player bids; `bid` is its number."""

    seat: int
    bid: int


class Challenged(Happening, frozen=True):
    """A player calls the last bid a lie."""

    seat: int
    bidder: int
    bid: int


class Revealed(Happening, frozen=True):
    """All dice lie open; `count` of them are what was bid."""

    dice: tuple[tuple[int, ...], ...]
    face: int
    count: int


class LostDie(Happening, frozen=True):
    """A player pays for the challenge."""

    seat: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "dice", -1)]


class Eliminated(Happening, frozen=True):
    """A player has no dice left."""

    seat: int


# How events become happenings


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened."""
    if before.step == FIRST_PLAYER:
        return [Began(action)]
    if before.step == THROW:
        dice = after.players[before.thrower].dice
        return [Threw(before.thrower, None if dice[0] == HIDDEN else tuple(faces(dice)))]
    if action != CHALLENGE:
        return [Made(seat, action)]
    return [Challenged(seat, before.bidder, before.bid), *_settled(before, after)]


def _settled(before: Position, after: Position) -> list[Happening]:
    """List what followed from a challenge; the dice lie as they fell until they are thrown again."""
    shown = [after.players[seat].dice for seat in range(after.seats)]
    face = bid_face(before.bid)
    count = sum(matching(after, dice, face) for dice in shown)
    loser = before.player if count >= bid_count(before.bid) else before.bidder
    happened: list[Happening] = [
        Revealed(tuple(tuple(faces(dice)) for dice in shown), face + 1, count),
        LostDie(loser),
    ]
    if after.players[loser].left == 0:
        happened.append(Eliminated(loser))
    if after.ended:
        happened.append(Ended(after.ended))
    return happened


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted on the table."""
    return {(seat, "dice"): s.players[seat].left for seat in range(s.seats)}


# How the log tells it


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case Began(seat):
            return _("{who} opens the first round.").format(who=names[seat])
        case Threw(seat, None):
            return _("{who} throws.").format(who=names[seat])
        case Threw(seat, dice) if dice:
            return _("{who} throws {dice}.").format(who=names[seat], dice=" ".join(map(str, dice)))
        case Made(seat, bid):
            return _("{who} bids {bid}.").format(who=names[seat], bid=bid_text(bid))
        case Challenged(seat, bidder, bid):
            return _("{who} challenges the {bid} of {bidder}.").format(
                who=names[seat], bid=bid_text(bid), bidder=names[bidder]
            )
        case Revealed(_dice, face, count):
            return n_("There is {n} {face}.", "There are {n} {face}.", count).format(
                n=count, face=face_name(face, count)
            )
        case LostDie(seat):
            return _("{who} loses a die.").format(who=names[seat])
        case Eliminated(seat):
            return _("{who} is out.").format(who=names[seat])
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return ""
