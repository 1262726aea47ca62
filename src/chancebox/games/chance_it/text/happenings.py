"""
What can happen in chance it, in the order in which a round brings it.

Cards are told by their place in the box, dice by the value they show, guide cards as in the rules.
"""

from typing import Literal

import msgspec

from chancebox.engine.game.happenings import (
    BUST,
    CARD,
    COIN,
    EFFECT,
    HEART,
    LAST_HEART,
    OUT,
    REVEAL,
    TABLE,
    THROW,
    Change,
    Happening,
)

Seats = tuple[int, ...]
Cards = tuple[int, ...]
Dice = tuple[int, ...]
"""The values that dice show, from high to low."""

Cause = Literal["stake", "all out", "die", "card"]
"""What can take the last heart: a stake, the heart that all lose when all are OUT, a die, somebody's card."""


class Effect(msgspec.Struct, frozen=True):
    """What one seat takes, or puts back (below 0); `last_heart` says that no heart is left then."""

    seat: int
    hearts: int = 0
    coins: int = 0
    stars: int = 0
    last_heart: bool = False

    def changes(self) -> list[Change]:
        """Return the counts that are moved."""
        moved = {"hearts": self.hearts, "coins": self.coins, "stars": self.stars}
        return [Change(self.seat, what, by) for what, by in moved.items() if by]


class Served(msgspec.Struct, frozen=True):
    """A card that serves a die for its owner."""

    seat: int
    card: int


# The pile, the market and the marker


class Began(Happening, frozen=True):
    """A seat gets the starting-player marker for the first round."""

    seat: int


class LaidOut(Happening, frozen=True):
    """A card comes from the pile to the market, where `lying` cards lie now."""

    stage = CARD
    card: int
    lying: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "pile", -1), Change(TABLE, "market", 1)]


class RenewedPile(Happening, frozen=True):
    """The pile is used up: the discards are shuffled and become the new one."""

    cards: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "discards", -self.cards), Change(TABLE, "pile", self.cards)]


# The round


class BeganRound(Happening, frozen=True):
    """
    The starting player, or who acts instead, rolls the five dice of a round.

    `players` are still in the game, and the sheet for this number is used; `bound` play IN, which lies open.
    """

    stage = THROW
    round: int
    seat: int
    dice: Dice
    players: int
    bound: Seats

    @property
    def pieces(self) -> int:
        return len(self.dice)


class Chose(Happening, frozen=True):
    """
    A seat lays down a guide card, face down.

    `guide` is None for those who may not know it yet, and for all if it is the last one: a reveal follows.
    """

    seat: int
    guide: int | None


class Revealed(Happening, frozen=True):
    """All guide cards are turned over together; `bound` are among `ins`, and their cards lay open before."""

    stage = REVEAL
    ins: Seats
    outs: Seats
    chancers: Seats
    bound: Seats = ()


class HasEffects(Happening, frozen=True):
    """The base of what changes hearts, coins and stars of several players; each names its `effects`."""

    @property
    def _all(self) -> tuple[Effect, ...]:
        effects: tuple[Effect, ...] = self.effects  # type: ignore[attr-defined]
        return effects

    @property
    def sound(self) -> str:
        return _sound(self._all)

    @property
    def pieces(self) -> int:
        return _pieces(self._all)

    def changes(self) -> list[Change]:
        return _sum(self._all)


class SettledStakes(HasEffects, frozen=True):
    """Each OUT player gains coins, each participant pays the price: in hearts where coins are missing."""

    stage = EFFECT
    supply = True
    players: int
    gain: int
    price: int
    effects: tuple[Effect, ...]


class AllOut(Happening, frozen=True):
    """Everybody is OUT: nobody gains coins, each one loses hearts, and there is no action round."""

    stage = BUST
    effects: tuple[Effect, ...]

    @property
    def sound(self) -> str:
        return LAST_HEART if any(effect.last_heart for effect in self.effects) else self.stage

    def changes(self) -> list[Change]:
        return _sum(self.effects)


class Bound(Happening, frozen=True):
    """Several chanced it: these must play IN in the next round."""

    seats: Seats


# The action round


class ChoseCard(Happening, frozen=True):
    """A seat decides in secret whether a card serves the die at hand; None for those who may not know it."""

    seat: int
    choice: int | None
    """The card, or PASS for none."""


class CarriedOut(HasEffects, frozen=True):
    """A die of 1 to 5 does what its row says to all participants, netted with the cards that serve it."""

    stage = EFFECT
    supply = True
    row: int
    effects: tuple[Effect, ...]
    served: tuple[Served, ...]


class Rerolled(Happening, frozen=True):
    """All 1s are rolled again; `dice` is what they show now."""

    stage = THROW
    seat: int
    dice: Dice

    @property
    def pieces(self) -> int:
        return len(self.dice)


class WentToMarket(Happening, frozen=True):
    """A 6: one market action each, in this order."""

    stage = EFFECT
    sound = CARD
    seats: Seats


class ChancedIt(HasEffects, frozen=True):
    """The CHANCE IT action: all who chanced it take their coins, and then use cards in this order."""

    stage = EFFECT
    seats: Seats
    effects: tuple[Effect, ...]


# A turn of a 6 or of the CHANCE IT action


class Used(HasEffects, frozen=True):
    """A seat uses a card that lies in front of it: it gains, attacked ones lose, market actions are added."""

    stage = EFFECT
    supply = True
    seat: int
    card: int
    effects: tuple[Effect, ...]
    market_actions: int


class UsedNone(Happening, frozen=True):
    """A seat uses no further card in its turn."""

    seat: int


class Bought(Happening, frozen=True):
    """A card comes from the market to the front of a seat, which pays its price; a flash card acts then."""

    stage = CARD
    seat: int
    card: int
    price: int
    flash: bool

    def changes(self) -> list[Change]:
        return [
            Change(self.seat, "coins", -self.price),
            Change(self.seat, "cards", 1),
            Change(TABLE, "market", -1),
        ]


class Flashed(HasEffects, frozen=True):
    """A flash card that was just bought acts."""

    stage = EFFECT
    supply = True
    seat: int
    card: int
    effects: tuple[Effect, ...]


class Spent(Happening, frozen=True):
    """A flash card that has acted goes to the discard pile."""

    seat: int
    card: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cards", -1), Change(TABLE, "discards", 1)]


class Discarded(Happening, frozen=True):
    """A seat puts a card from the market on the discard pile; if `bound`, there was nothing else to do."""

    stage = CARD
    seat: int
    card: int
    bound: bool

    def changes(self) -> list[Change]:
        return [Change(TABLE, "market", -1), Change(TABLE, "discards", 1)]


# Elimination and end


class Eliminated(Happening, frozen=True):
    """
    A seat has no heart left: its coins and stars go back, its cards to the discard pile.

    `row` is the row of the action board in which it happened, 0 before the action round; `attacker` and
    `card` are there if a card took the last heart.
    """

    stage = OUT
    seat: int
    by: Cause
    row: int
    attacker: int | None
    card: int | None
    coins: int
    stars: int
    cards: Cards

    def changes(self) -> list[Change]:
        return [
            Change(self.seat, "coins", -self.coins),
            Change(self.seat, "stars", -self.stars),
            Change(self.seat, "cards", -len(self.cards)),
            Change(TABLE, "discards", len(self.cards)),
        ]


class EndedRound(Happening, frozen=True):
    """Guide cards go back to the hands; a seat gets the starting-player marker for the next round."""

    round: int
    first: int


def _sum(effects: tuple[Effect, ...]) -> list[Change]:
    return [change for effect in effects for change in effect.changes()]


def _sound(effects: tuple[Effect, ...]) -> str:
    """Return what is heard of several effects: the gravest of them."""
    if any(effect.last_heart for effect in effects):
        return LAST_HEART
    if any(effect.hearts for effect in effects):
        return HEART
    return COIN if any(effect.coins for effect in effects) else EFFECT


def _pieces(effects: tuple[Effect, ...]) -> int:
    """Return how many coins are heard; what is no coin is heard once."""
    return max(1, sum(abs(effect.coins) for effect in effects)) if _sound(effects) == COIN else 1
