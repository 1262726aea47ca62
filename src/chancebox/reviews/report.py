"""What a review says, as plain data: every number with its standard error, in shares of a win."""

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from chancebox.engine.game.texts import _, listed, n_, number
from chancebox.reviews.marks import DOUBTFUL, FINE, WIDTH, is_clear, luck_mark

LUCK, DECISION = "luck", "decision"


@dataclass(frozen=True)
class Number:
    """A number with its standard error."""

    value: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Return whether it differs from nothing by more than its error explains."""
        return is_clear(self.value, self.error)

    @property
    def points(self) -> str:
        """Write it in points: hundredths of a win, with the error."""
        return f"{signed(self.value)} ± {number(100 * self.error):.1f}"


def signed(value: float) -> str:
    """
    Write a share in points, with its sign.

    >>> signed(0.1234), signed(-0.05), signed(0.0001)
    ('+12.3', '−5.0', '0.0')
    """
    points = round(abs(100 * value), 1)
    return ("" if points == 0 else "+" if value > 0 else "−") + f"{number(points):.1f}"


@dataclass(frozen=True)
class Moment:
    """One event, and what it changed."""

    n: int
    """Its number; the position before it is the one after n events."""
    kind: str
    """LUCK or DECISION."""
    seat: int | None
    """Who decided, rolled or drew; nobody where dice and cards were everybody's."""
    text: str
    changes: tuple[Number, ...]
    """Of the share of winning, by seat, everything known."""
    mark: str
    """A key of `marks.WORDS`; of an event that was everybody's, for the seat that it touched most."""
    touched: int
    """That seat, or the one whose event it was."""
    skill: Number | None = None
    """Of a decision: what it gained on the rule of thumb's, from what the seat knew."""
    better: str = ""
    """Of a decision that was not fine: what was better."""
    gain: Number | None = None
    """By how much the best choice that was looked at wins more often."""
    looked_at: int = 0
    choices: int = 0

    @property
    def cost(self) -> float:
        """Return what a decision is known to have given away; nothing if it was fine."""
        return 0.0 if self.mark == FINE or self.gain is None else self.gain.value


@dataclass(frozen=True)
class SeatReview:
    """What luck and decisions did for one seat: all four add up to what it won or lost."""

    name: str
    start: Number
    end: Number
    luck: Number
    decisions: Number
    others_luck: Number
    others_decisions: Number
    luckiest: int | None
    """Numbers of events; nothing where no event was beyond its error."""
    unluckiest: int | None
    costliest: int | None
    marks: dict[str, int]
    """How many decisions had which mark."""


@dataclass(frozen=True)
class Review:
    """
    Was it luck? What every event of a game was worth to everybody.

    Iterate over `chancebox.reviewing` to see it grow; `done` runs from 0 to 1.
    """

    game: str
    version: int
    box: str
    depth: str
    reference: str
    """The policy by which games are played on: `thumb`, or `random` where a game has no rule of thumb."""
    names: tuple[str, ...]
    winners: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    """Every seat's share of winning, after so many events."""
    errors: tuple[tuple[float, ...], ...]
    """Their standard errors; 0 where the value is exact."""
    moments: tuple[Moment, ...]
    seats: tuple[SeatReview, ...]
    done: float
    playouts: int
    """Games played on from each position."""
    games: int
    """Games played to their end in all."""
    told: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The words of all moments in further languages: what happened, and what was better."""

    @property
    def sentence(self) -> str:
        """Sum it up, and claim nothing that lies within its error."""
        told = [_won(self), _decided(self) if self.done >= 1 else ""]
        return " ".join(one for one in told if one)

    def in_language(self, code: str) -> "Review":
        """Return the review in the words of one language alone, if it was made for it."""
        words = self.told.get(code)
        if words is None:
            return replace(self, told={})
        told = zip(self.moments, words, strict=True)
        moments = tuple(replace(moment, text=text, better=better) for moment, (text, better) in told)
        return replace(self, moments=moments, told={})

    def luck_of(self, n: int, seat: int) -> str:
        """Name what chance event n was to a seat: a key of `marks.WORDS`."""
        change = self.moments[n].changes[seat]
        return luck_mark(change.value, change.error)

    @property
    def highlights(self) -> list[Moment]:
        """List the events that have a mark worth a look, in their order."""
        return [moment for moment in self.moments if moment.mark not in ("", FINE)]

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data["values"] = [[round(value, 5) for value in row] for row in self.values]
        for moment in data["moments"]:
            for change in moment["changes"]:
                change["value"], change["error"] = round(change["value"], 5), round(change["error"], 5)
        if not self.told:
            del data["told"]
        data["errors"] = [[round(error, 5) for error in row] for row in self.errors]
        return {"chancebox_review": FORMAT, "sentence": self.sentence, **data}


FORMAT = 2


def from_json(data: dict[str, Any]) -> Review:
    """Take a review from its plain data."""
    return msgspec.convert(data, Review)


def meaning() -> list[str]:
    """Explain in two sentences what luck against a reference means, and what not."""
    return [
        _(
            "Luck is how much dice and cards changed somebody's share of winning if all had played on by the"
            " rule of thumb, with everything known; decisions are judged by what their seat knew."
        ),
        _(
            "It does not mean undeserved: over many games dice favour nobody, but who decides worse and wins"
            " all the same needed more luck, so that the weaker winner measures luckier."
        ),
    ]


def how_made(review: Review) -> str:
    """Say how the numbers were found."""
    return _(
        "Shares of winning are estimated from {playouts:,} games played on from each position, and exact near"
        " the end; ± is one standard error. For a mistake at most {width} choices were looked at, in worlds"
        " that fit what the seat knew; what does not reach {least} points and twice its error is called fine."
    ).format(playouts=number(review.playouts), width=WIDTH, least=round(100 * DOUBTFUL))


def _won(review: Review) -> str:
    """Say what the winner owes to luck."""
    if not review.winners:
        return _("Nobody won.")
    if len(review.winners) > 1:
        names = listed((review.names[seat] for seat in review.winners), "and")
        return _("{names} share the win.").format(names=names)
    seat = review.winners[0]
    name, luck = review.names[seat], review.seats[seat].luck
    points = round(abs(100 * luck.value))
    if not luck.is_clear or points == 0:
        return _("{name} won; luck made no clear difference.").format(name=name)
    if luck.value > 0:
        told = n_("{name} won by {n} point of luck.", "{name} won by {n} points of luck.", points)
    else:
        told = n_(
            "{name} won against {n} point of bad luck.", "{name} won against {n} points of bad luck.", points
        )
    return told.format(name=name, n=points)


def _decided(review: Review) -> str:
    """Say who decided best, if that is clear."""
    if len(review.seats) < 2:
        return ""
    ranked = sorted(range(len(review.seats)), key=lambda seat: -review.seats[seat].decisions.value)
    first, second = (review.seats[seat].decisions for seat in ranked[:2])
    error = (first.error**2 + second.error**2) ** 0.5
    if is_clear(first.value - second.value, error):
        return _("{name} decided best.").format(name=review.names[ranked[0]])
    return _("Nobody decided clearly best.")
