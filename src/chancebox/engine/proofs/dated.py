"""
Dated luck: what comes up follows from a secret and from what is drawn, whenever that is.

Everybody who plays the deal of a day has the same secret. A game says of each chance event what is drawn
(`deal.py` in its folder: the throw of seat 1 in round 3), and the event follows from this label alone. So two
players who decide differently still meet the same luck. docs/daily.md has the protocol, and says what is the
same in each game.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from chancebox.engine.match.chance import Draw, Throw, asked, label_of, throw_of
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain

if TYPE_CHECKING:
    from chancebox.engine.builds.builds import Build
    from chancebox.engine.game.boxes import Box
    from chancebox.engine.game.game import Game
    from chancebox.engine.match.match import Match

PROTOCOL = 2
"""As receipts name it; sealed dice are 1."""
HEAD = "chancebox dated dice 1"
LENGTH = 32
"""Bytes of a secret."""
LARGEST_PILE = 1000
"""Cards of which each has a place of its own; what weighs more is no pile."""


class Drawn(NamedTuple):
    """An earlier chance event with the same label: what was asked for, and what came up."""

    due: Throw | Draw
    outcome: int


def comes_up(secret: bytes, label: str, earlier: Sequence[Drawn], due: Throw | Draw) -> list[int]:
    """
    Return what comes up: faces, die by die, or one outcome.

    A throw with fewer dice shows the first ones of the same throw:

    >>> comes_up(bytes(32), "throw 1", [], Throw(5, 6)), comes_up(bytes(32), "throw 1", [], Throw(3, 6))
    ([3, 1, 3, 5, 5], [3, 1, 3])

    A card that is gone leaves the order of the others as it was:

    >>> pile = [1, 2, 3, 4, 5]
    >>> order = []
    >>> while pile:
    ...     order += comes_up(bytes(32), "cards", [], Draw(pile, [1] * len(pile)))
    ...     pile.remove(order[-1])
    >>> order
    [1, 4, 3, 2, 5]
    """
    if isinstance(due, Throw):
        # A throw of the same label is another throw, with dice of its own.
        return [_die(secret, label, len(earlier), die, due.faces) for die in range(due.dice)]
    pile = Pile(secret, label)
    for before in earlier:
        if isinstance(before.due, Draw):
            pile.meet(before.due)
            pile.take(before.outcome)
    pile.meet(due)
    return [pile.first()]


def _bytes(secret: bytes, label: str, what: str) -> bytes:
    return hmac.digest(secret, f"{HEAD}\n{label}\n{what}".encode(), "sha256")


def _die(secret: bytes, label: str, throw: int, die: int, faces: int) -> int:
    """Let one die fall; bytes that would favour some faces are left out."""
    fair = 256 // faces * faces
    block = 0
    while True:
        for byte in _bytes(secret, label, f"die {throw} {die} {block}"):
            if byte < fair:
                return byte % faces + 1
        block += 1


class Pile:
    """
    Cards in an order that follows from the secret: each copy of each card has a place of its own.

    It is shuffled anew when a card is there that was not: that one's place is known by then. A
    copy that went elsewhere is the first of those left, by its number: that tells nothing of its place.
    """

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret, self._label = secret, label
        self._shuffles = -1
        self._copies: dict[int, list[int]] = {}
        self._weights: dict[int, int] | None = None
        """Of what is no pile."""

    def meet(self, due: Draw) -> None:
        """Follow what else happened to the pile until now."""
        weights = dict(zip(due.outcomes, due.weights, strict=True))
        if sum(due.weights) > LARGEST_PILE:
            self._shuffles += 1
            self._copies, self._weights = {}, weights
            return
        if self._weights is not None or any(
            weight > len(self._copies.get(card, ())) for card, weight in weights.items()
        ):
            self._shuffles += 1
            self._weights = None
            self._copies = {card: list(range(weight)) for card, weight in weights.items()}
        for card, copies in self._copies.items():
            del copies[: len(copies) - weights.get(card, 0)]

    def first(self) -> int:
        """Return what lies on top."""
        if self._weights is not None:
            return self._weighed(self._weights)
        return min((self._place(card, copy), card) for card, left in self._copies.items() for copy in left)[1]

    def take(self, card: int) -> None:
        """Take a card away that was on top."""
        if self._weights is None and (copies := self._copies.get(card)):
            copies.remove(min(copies, key=lambda copy: self._place(card, copy)))

    def _place(self, card: int, copy: int) -> bytes:
        return _bytes(self._secret, self._label, f"card {self._shuffles} {card} {copy}")

    def _weighed(self, weights: dict[int, int]) -> int:
        total = sum(weights.values())
        block = 0
        while True:
            x = int.from_bytes(_bytes(self._secret, self._label, f"draw {self._shuffles} {block}")[:8], "big")
            if x < 2**64 // total * total:
                break
            block += 1
        x %= total
        for outcome, weight in weights.items():
            if x < weight:
                return outcome
            x -= weight
        raise AssertionError


class Dated:
    """
    Deals from the secret of a day; who takes a match up again gives it along.

    >>> import chancebox as cb
    >>> dealers = [Dated(cb.game("chance-it"), bytes(32)) for _player in range(2)]
    >>> first, second = [cb.new("chance-it", seats=3, dealer=dealer) for dealer in dealers]
    >>> first.events == second.events
    True
    """

    def __init__(self, game: "Game", secret: bytes, match: "Match | None" = None) -> None:
        self._game, self._secret, self._match = game, secret, match
        self._labels = [] if match is None else list(labels(match))
        """Of the chance events so far, with their numbers,"""
        self._drawn: dict[int, Drawn] = {}
        """and what they asked for, where it was needed."""

    def __repr__(self) -> str:
        return f"Dated({self._game.name})"

    def deal(self, build: "Build", box: "Box", s: Memory, number: int) -> int:
        # What was taken back was never there.
        while self._labels and self._labels[-1][0] >= number:
            self._drawn.pop(self._labels.pop()[0], None)
        label, due = label_of(self._game, box, plain(s)), asked(build, box, s)
        earlier = [self._earlier(n) for n, other in self._labels if other == label]
        came = comes_up(self._secret, label, earlier, due)
        outcome = throw_of(came) if isinstance(due, Throw) else came[0]
        self._labels.append((number, label))
        self._drawn[number] = Drawn(due, outcome)
        return outcome

    def _earlier(self, n: int) -> Drawn:
        if n not in self._drawn:
            assert self._match is not None
            self._drawn[n] = Drawn(self._match.asked(n), self._match.events[n].action)
        return self._drawn[n]


def labels(match: "Match") -> Iterator[tuple[int, str]]:
    """Yield the chance events of a match, each with what was drawn."""
    for n, event in enumerate(match.events):
        if event.seat == CHANCE:
            yield n, match.label(n)
