"""What can happen in Gang of Dice."""

from chancebox.engine.game import endings
from chancebox.engine.game.happenings import (
    BANG,
    BUST,
    CARD,
    COIN,
    KEEP,
    KNOCK,
    OUT,
    REVEAL,
    ROUND,
    TABLE,
    THROW,
    Change,
    Happening,
)
from chancebox.engine.game.texts import mark
from chancebox.games.gang_of_dice.rules import records

Dice = tuple[int, ...]
"""How many dice show each face, Boss first."""


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_ROUNDS = records.ALL_ROUNDS, mark("all twelve rounds were played")
    LAST_ONE = records.LAST_ONE, mark("one player alone was left")
    NOBODY_LEFT = records.NOBODY_LEFT, mark("all who were left lost their last dice together")


class Began(Happening, frozen=True):
    """A seat begins the first round."""

    seat: int


class AddedTokens(Happening, frozen=True):
    """A late round begins: tokens join the centre."""

    sound = COIN
    tokens: int

    @property
    def pieces(self) -> int:
        return self.tokens

    def changes(self) -> list[Change]:
        return [Change(TABLE, "tokens", self.tokens)]


class Revealed(Happening, frozen=True):
    """A warning is turned over; `warning` is its place in the box."""

    stage = REVEAL
    sound = CARD
    round: int
    warning: int


class Staked(Happening, frozen=True):
    """Dice leave a stock to be thrown."""

    seat: int
    dice: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "stock", -self.dice)]


class PickedUp(Happening, frozen=True):
    """These dice will be thrown again."""

    stage = KEEP
    seat: int
    dice: Dice


class Threw(Happening, frozen=True):
    """Dice come to rest beside those that lie there; `falling` are still in the air."""

    stage = THROW
    seat: int
    dice: Dice
    lying: Dice
    falling: int
    total: int

    @property
    def pieces(self) -> int:
        return sum(self.dice)


class Stopped(Happening, frozen=True):
    """A seat leaves its dice as they lie."""

    seat: int
    total: int


class Exploded(Happening, frozen=True):
    """The dice meet the warning: they go to the centre."""

    stage = BUST
    sound = BANG
    seat: int
    warning: int
    dice: Dice

    def changes(self) -> list[Change]:
        return [Change(TABLE, "centre", sum(self.dice))]


class WonRound(Happening, frozen=True):
    """The highest valid result takes every die that was played; `worth` counts tokens as dice."""

    stage = ROUND
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


class NobodyWon(Happening, frozen=True):
    """No result is valid: the dice stay in the centre."""

    stage = ROUND
    sound = KNOCK


class Eliminated(Happening, frozen=True):
    """A seat has nothing left."""

    stage = OUT
    seat: int
