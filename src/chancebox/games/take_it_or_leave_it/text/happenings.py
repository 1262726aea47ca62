"""
What can happen in Take it or Leave it.

Dice and cards have the names that notation and the page give them: `w3`, `T38`. A pile is `tasks` or
`actions`. What the viewer does not know is None.
"""

from chancebox.engine.game import endings
from chancebox.engine.game.happenings import (
    BUST,
    CARD,
    COIN,
    EFFECT,
    KEEP,
    KNOCK,
    LAND,
    ROUND,
    TABLE,
    TASK,
    THROW,
    Change,
    Happening,
)
from chancebox.engine.game.texts import mark
from chancebox.games.take_it_or_leave_it.rules import records

Dice = tuple[str, ...]


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_ROUNDS = records.ALL_ROUNDS, mark("everybody has started equally often")


# Hands


class Began(Happening, frozen=True):
    """A seat starts the first round."""

    seat: int


class Announced(Happening, frozen=True):
    """A seat has said what its full hand shall be: with the free mix all choose it in secret."""

    seat: int
    tasks: int
    actions: int


class Drew(Happening, frozen=True):
    """A card goes from a pile to a hand."""

    seat: int
    pile: str
    card: str | None

    def changes(self) -> list[Change]:
        return [Change(self.seat, self.pile, 1), Change(TABLE, self.pile, -1)]


class Renewed(Happening, frozen=True):
    """A pile has run out: its discards become the new one."""

    pile: str
    cards: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, self.pile, self.cards), Change(TABLE, f"discarded {self.pile}", -self.cards)]


class Discarded(Happening, frozen=True):
    """A card goes from a hand to the discards, face down."""

    seat: int
    pile: str
    card: str | None

    def changes(self) -> list[Change]:
        return [Change(self.seat, self.pile, -1), Change(TABLE, f"discarded {self.pile}", 1)]


# The throw


class Gathered(Happening, frozen=True):
    """All dice come to the start player, from those who took them and from the tray; `dice` by colour."""

    seat: int
    taken: tuple[Dice, ...]
    tray: Dice
    dice: tuple[int, int, int]

    def changes(self) -> list[Change]:
        back = [Change(seat, "dice", -len(dice)) for seat, dice in enumerate(self.taken)]
        return [*back, Change(TABLE, "tray", -len(self.tray)), Change(TABLE, "falling", sum(self.dice))]


class RoundBegan(Happening, frozen=True):
    """The start player throws all dice."""

    seat: int
    round: int
    rounds: int


class Threw(Happening, frozen=True):
    """
    Dice of a colour come to rest in the tray; `falling` more are in the air.

    `card` is the action by which they were thrown, None when a round begins.
    """

    seat: int
    colour: str
    dice: Dice
    falling: int
    card: str | None

    @property
    def pieces(self) -> int:
        return len(self.dice)

    def changes(self) -> list[Change]:
        return [Change(TABLE, "tray", len(self.dice)), Change(TABLE, "falling", -len(self.dice))]


class Landed(Threw, frozen=True):
    """
    The same for the last dice of a throw, and for all that an action throws.

    At the beginning of a round the dice of all colours are thrown, and seen, together.
    """

    stage = THROW


# Turns


class Took(Happening, frozen=True):
    """A seat takes a die from the tray, the second one in this turn if *take two* was played."""

    stage = KEEP
    seat: int
    die: str
    second: bool

    def changes(self) -> list[Change]:
        return [Change(self.seat, "dice", 1), Change(TABLE, "tray", -1)]


class TookNoSecond(Happening, frozen=True):
    """A seat that may take two dice is content with one."""

    seat: int


class Passed(Happening, frozen=True):
    """A seat leaves the round."""

    stage = KEEP
    sound = KNOCK
    seat: int


class RoundEnded(Happening, frozen=True):
    """Nobody takes dice any more: the tray is empty, or all have passed and leave these dice."""

    stage = EFFECT
    left: Dice


# Actions


class Played(Happening, frozen=True):
    """An action goes from a hand to the discards, face up."""

    stage = CARD
    seat: int
    card: str

    def changes(self) -> list[Change]:
        return [Change(self.seat, "actions", -1), Change(TABLE, "discarded actions", 1)]


class PaidForAction(Happening, frozen=True):
    """A seat takes the chips that an action costs."""

    seat: int
    card: str
    chips: int

    def changes(self) -> list[Change]:
        return [Change(self.seat, "chips", self.chips)]


class PickedUpColour(Happening, frozen=True):
    """All dice of a colour leave the tray, to be thrown again."""

    stage = KEEP
    seat: int
    colour: str
    dice: Dice

    def changes(self) -> list[Change]:
        return _thrown_up(len(self.dice))


class PickedUp(Happening, frozen=True):
    """A die leaves the tray, to be thrown again."""

    stage = KEEP
    seat: int
    die: str

    def changes(self) -> list[Change]:
        return _thrown_up(1)


class ThrewBack(Happening, frozen=True):
    """A seat throws a die that it took back into the tray."""

    stage = EFFECT
    sound = LAND
    seat: int
    die: str

    def changes(self) -> list[Change]:
        return [Change(self.seat, "dice", -1), Change(TABLE, "falling", 1)]


class Knocked(Happening, frozen=True):
    """The die thrown back makes this one fall again; None if the seat wants no such thing."""

    stage = KEEP
    seat: int
    die: str | None

    def changes(self) -> list[Change]:
        return _thrown_up(1) if self.die else []


class Swapped(Happening, frozen=True):
    """A white and a black die of the tray exchange their numbers; `new` is what they show then."""

    stage = EFFECT
    sound = LAND
    seat: int
    dice: tuple[str, str]
    new: tuple[str, str]

    @property
    def pieces(self) -> int:
        return len(self.dice)


class Turned(Happening, frozen=True):
    """A die of the tray is set to another number, or changed by two."""

    stage = EFFECT
    sound = LAND
    seat: int
    die: str
    new: str


def _thrown_up(dice: int) -> list[Change]:
    return [Change(TABLE, "tray", -dice), Change(TABLE, "falling", dice)]


# The scoring


class Decided(Happening, frozen=True):
    """
    A seat has decided in secret, while others have not.

    `about` is `score`, `discard` or `mix`; whoever chose a card to discard knows it.
    """

    seat: int
    about: str
    card: str | None


class Fulfilled(Happening, frozen=True):
    """A task goes from a hand to the score pile, with these dice on it."""

    stage = TASK
    seat: int
    task: str
    dice: Dice | None
    points: int

    def changes(self) -> list[Change]:
        gains = [Change(self.seat, "scored", 1), Change(self.seat, "points", self.points)]
        return [Change(self.seat, "tasks", -1), *gains]


class FulfilledNothing(Happening, frozen=True):
    """A seat took dice, and none of them lies on a task."""

    stage = BUST
    seat: int


class PaidForDice(Happening, frozen=True):
    """A seat takes chips for unused and red dice: each die with its chips, and all together."""

    stage = EFFECT
    sound = COIN
    seat: int
    dice: tuple[tuple[str, int], ...] | None
    chips: int

    @property
    def pieces(self) -> int:
        return max(1, self.chips)

    def changes(self) -> list[Change]:
        return [Change(self.seat, "chips", self.chips)]


class RoundScored(Happening, frozen=True):
    """All have laid out: what each seat made of its dice, points less chips, or None; and the best."""

    stage = ROUND
    results: tuple[int | None, ...]
    best: tuple[int, ...]


class Counted(Happening, frozen=True):
    """In the end a seat counts: its points less its chips."""

    seat: int
    points: int
    chips: int
    total: int
