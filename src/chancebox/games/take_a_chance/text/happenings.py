"""
What can happen in Take a Chance, in the order of the rule book.

Money is in dollars. A card is its colour times six plus its charm, a ticket its place in the box, a
slot one of the three places of a stack or of the Pool, from 0. Dice are counted by number, ones first.
"""

from collections.abc import Sequence
from typing import Literal

from chancebox.engine.game.happenings import (
    BUST,
    CARD,
    COIN,
    EFFECT,
    KEEP,
    KNOCK,
    OUT,
    REVEAL,
    TABLE,
    THROW,
    TICKET,
    Change,
    Happening,
)
from chancebox.games.take_a_chance.text.tray import Die, forming, lay, lay_again, light, rest

Dice = tuple[int, ...]
Place = Literal["stack", "pool"]
Keep = Literal["spare-die", "extra-throw", "buy-and-roll", "discount"]
"""What a ticket is kept for."""


# Set-up and turns


class Began(Happening, frozen=True):
    """Chance says who has the first turn."""

    seat: int


class DealtPurple(Happening, frozen=True):
    """Everybody gets a Purple card for nothing."""

    seat: int
    card: int
    value: int

    def changes(self) -> list[Change]:
        return [
            Change(self.seat, "cards", 1),
            Change(self.seat, "value", self.value),
            Change(TABLE, "pile", -1),
        ]


class BeganTurn(Happening, frozen=True):
    """It is somebody's turn."""

    seat: int


# Cards


class Drew(Happening, frozen=True):
    """A card of the draw pile comes into a stack: `card` is None if the viewer may not look."""

    stage = CARD
    seat: int
    slot: int
    card: int | None
    dealt: bool
    """Before the first turn."""
    from_under: bool
    """It is of a former Pool that went under the pile; all have seen it."""

    def changes(self) -> list[Change]:
        return [Change(self.seat, "stack", 1), *_left_pile(self.from_under)]


class FilledPool(Happening, frozen=True):
    """A card of the draw pile comes into the Pool."""

    stage = CARD
    slot: int
    card: int
    from_under: bool

    def changes(self) -> list[Change]:
        return [Change(TABLE, "pool", 1), *_left_pile(self.from_under)]


class Discarded(Happening, frozen=True):
    """Two players: the top card leaves the game; None: unseen, else one of a former Pool."""

    card: int | None

    def changes(self) -> list[Change]:
        return _left_pile(self.card is not None)


class SankPool(Happening, frozen=True):
    """The Pool goes under the draw pile, first card on top."""

    stage = CARD
    cards: tuple[int, ...]

    def changes(self) -> list[Change]:
        n = len(self.cards)
        return [Change(TABLE, "pool", -n), Change(TABLE, "pile", n), Change(TABLE, "under", n)]


class Bought(Happening, frozen=True):
    """Somebody pays the Bank for a card and owns it; `value` is its printed price."""

    stage = CARD
    seat: int
    card: int
    place: Place
    slot: int
    price: int
    value: int
    coupon: bool
    """A kept discount was spent on it."""
    forced: bool
    """It was the only card to be bought, so nobody was asked."""

    def changes(self) -> list[Change]:
        left = Change(self.seat, "stack", -1) if self.place == "stack" else Change(TABLE, "pool", -1)
        return [left, *_owned(self.seat, self.price, self.value)]


class NothingToBuy(Happening, frozen=True):
    """A ticket asks for a purchase that cannot be made."""

    seat: int
    ticket: int
    or_counts: bool
    """Its OR half counts now; False: it has none."""
    begun: bool
    """Some of its first half was done before that turned out."""


# Auctions


class OpenedAuction(Happening, frozen=True):
    """A card of the Pool is put up."""

    stage = CARD
    seat: int
    card: int
    slot: int


class Bid(Happening, frozen=True):
    """Somebody makes the highest bid so far."""

    seat: int
    amount: int


class Passed(Happening, frozen=True):
    """Somebody is out of the auction by choice."""

    seat: int


class CouldNotRaise(Happening, frozen=True):
    """Somebody is out of the auction for want of cash."""

    seat: int


class WonAuction(Happening, frozen=True):
    """The highest bidder buys the card at the bid; `auctioneer` put it up."""

    stage = EFFECT
    sound = KNOCK
    seat: int
    auctioneer: int
    card: int
    slot: int
    price: int
    value: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "pool", -1), *_owned(self.seat, self.price, self.value)]


class Consoled(Happening, frozen=True):
    """The auctioneer, who did not win, rolls instead, or does not wish to."""

    seat: int
    rolls: bool


# Tickets


class TurnedOver(Happening, frozen=True):
    """The top ticket of a pile is turned over; `left` are still in it."""

    stage = TICKET
    seat: int
    ticket: int
    left: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "tickets", -1), Change(TABLE, "unseen tickets", -1)]


class KeptTicket(Happening, frozen=True):
    """A ticket stays with its player, to be spent later."""

    seat: int
    ticket: int
    keep: Keep

    def changes(self) -> list[Change]:
        return [Change(self.seat, self.keep, 1)]


class SpentTicket(Happening, frozen=True):
    """A kept ticket is used."""

    seat: int
    keep: Keep

    def changes(self) -> list[Change]:
        return [Change(self.seat, self.keep, -1)]


class ChoseHalf(Happening, frozen=True):
    """The player decides which half of a ticket counts: the OR half, or the first one."""

    stage = EFFECT
    seat: int
    ticket: int
    is_or: bool


class GotFromBank(Happening, frozen=True):
    """A ticket brings money; `stated`: its text says just this amount."""

    stage = EFFECT
    sound = COIN
    seat: int
    amount: int
    stated: bool

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", self.amount)]


class PaidBank(Happening, frozen=True):
    """A ticket costs money; `stated`: its text says just this amount, else the cash was short."""

    stage = EFFECT
    sound = COIN
    seat: int
    amount: int
    stated: bool

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", -self.amount)]


class GotFromOpponent(Happening, frozen=True):
    """A ticket has an opponent pay its player."""

    stage = EFFECT
    sound = COIN
    seat: int
    opponent: int
    amount: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", self.amount), Change(self.opponent, "cash", -self.amount)]


class PaidOpponent(Happening, frozen=True):
    """A ticket has its player pay an opponent."""

    stage = EFFECT
    sound = COIN
    seat: int
    opponent: int
    amount: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", -self.amount), Change(self.opponent, "cash", self.amount)]


# Rolls


class BeganRoll(Happening, frozen=True):
    """So many dice are in somebody's hand, with the charm die or without; the first throw comes."""

    seat: int
    dice: int
    charm_die: bool

    def places(self, happened: Sequence[Happening]) -> list[Die]:
        """Lay out the dice as the throws since then have left them: who is not thrown stays in place."""
        places: list[Die] = []
        for one in happened:
            if isinstance(one, Threw):
                places = lay_again(places, one.lying, one.dice) if any(one.lying) else lay(one.dice)
            elif isinstance(one, ThrewCharm | PickedUp):
                places = [Die(die.face, is_thrown=False) for die in places]
        return places


class Threw(Happening, frozen=True):
    """Dice come to rest beside those that lie there; `swept` are the dice of the roll before, taken away."""

    stage = THROW
    seat: int
    dice: Dice
    lying: Dice
    swept: int

    @property
    def pieces(self) -> int:
        return sum(self.dice)

    def changes(self) -> list[Change]:
        return [Change(TABLE, "dice", sum(self.dice) - self.swept)]


class ThrewCharm(Happening, frozen=True):
    """The charm die comes to rest."""

    stage = THROW
    seat: int
    charm: int


class PickedUp(Happening, frozen=True):
    """These dice, or the charm die, will be thrown again; the others are kept."""

    stage = KEEP
    seat: int
    dice: Dice
    kept: Dice
    charm_die: bool

    def changes(self) -> list[Change]:
        return [Change(TABLE, "dice", -sum(self.dice))]


class Stopped(Happening, frozen=True):
    """Somebody leaves all dice as they lie."""

    seat: int
    dice: Dice


class Collected(Happening, frozen=True):
    """The Bank pays for a kind of roll, `times` over, on every card that pictures it."""

    stage = EFFECT
    sound = COIN
    seat: int
    roll: int
    """The kind, in the order of the rule book."""
    amount: int
    times: int
    dice: Dice
    cards: tuple[int, ...]

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", self.amount)]

    def lying(self) -> list[Die]:
        """List the dice where nobody knows any more how they lay."""
        return rest(self.dice)

    def lit(self, places: Sequence[Die]) -> list[bool]:
        """Return which of the dice in their places were paid for."""
        return light(places, forming(self.roll, self.dice))


class RolledNothing(Happening, frozen=True):
    """The dice form nothing that a card of the player pictures."""

    stage = BUST
    seat: int
    dice: Dice

    def lying(self) -> list[Die]:
        """List the dice where nobody knows any more how they lay."""
        return rest(self.dice)


class GotBonus(Happening, frozen=True):
    """The Bank pays for the charm: the roller, or else the opponents, for these cards."""

    stage = EFFECT
    sound = COIN
    seat: int
    charm: int
    amount: int
    cards: tuple[int, ...]

    def changes(self) -> list[Change]:
        return [Change(self.seat, "cash", self.amount)]


# The end


class BeganFinale(Happening, frozen=True):
    """Everybody has one more turn, `seat` the last one; `ending` says why."""

    stage = REVEAL
    sound = OUT
    seat: int
    ending: int


class Expired(Happening, frozen=True):
    """The game ends, and kept tickets that were not spent are worth nothing."""

    seat: int
    keeps: tuple[Keep, ...]


class CountedUp(Happening, frozen=True):
    """What somebody is worth in the end: cash, and the printed values of so many cards."""

    seat: int
    cash: int
    value: int
    cards: int


def _left_pile(from_under: bool) -> list[Change]:
    return [Change(TABLE, "pile", -1), *([Change(TABLE, "under", -1)] if from_under else [])]


def _owned(seat: int, price: int, value: int) -> list[Change]:
    return [Change(seat, "cash", -price), Change(seat, "cards", 1), Change(seat, "value", value)]
