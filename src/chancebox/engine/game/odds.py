"""
Odds: what a seat would like to know before it decides, as numbers that say how sure they are.

A game has them in `odds.py` (see `parts.Odds`); they follow from what the seat knows and from nothing else.
They are exact where all outcomes can be weighed, and say so; elsewhere they are the mean of samples, with the
standard error. The samples are the same each time, so that asking twice gives one answer.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from chancebox.engine.game.texts import _, number
from chancebox.engine.rules.records import Memory, plain

if TYPE_CHECKING:
    from chancebox.engine.game.boxes import Box
    from chancebox.engine.game.game import Game

SURE = 1.96
"""Standard errors to both sides: nineteen of twenty such intervals hold the truth."""


class Odd(NamedTuple):
    """
    One number about a move or a piece: a chance, or an amount.

    >>> from fractions import Fraction
    >>> Odd("stop", "invalid", "your dice meet the warning", Fraction(5, 16)).words
    'your dice meet the warning: 31 % (exact)'
    >>> Odd("roll", "pays", "the Bank pays", Fraction(1240), unit="${n}").text
    '$1,240'
    """

    about: str
    """What it is about: a move in notation, or the name that the game gives to a piece."""
    label: str
    """A word or two for a button; empty if it is told in words alone."""
    meaning: str
    """The same as a phrase that needs no board beside it."""
    value: Fraction
    """A chance from 0 to 1, or an amount."""
    unit: str = ""
    """Nothing for a chance; for an amount how it is written, with {n} for the number."""
    digits: int = 0
    """Digits after the point of an amount."""
    signed: bool = False
    """Whether an amount is a change, written with its sign."""
    full: Fraction = Fraction(1)
    """The value at which a bar is full."""
    exact: bool = True
    """Whether all outcomes were weighed; else `value` is the mean of samples,"""
    error: float = 0.0
    """and this its standard error."""

    @property
    def share(self) -> float:
        """How much of a bar is filled, from 0 to 1."""
        return min(1.0, max(0.0, float(self.value / self.full))) if self.full else 0.0

    @property
    def text(self) -> str:
        """The number as people write it; what was sampled is only about right."""
        told = _amount(self) if self.unit else _percent(self.value)
        return told if self.exact else f"≈ {told}"

    @property
    def words(self) -> str:
        """The number with its meaning, and how sure it is."""
        if self.exact:
            return _("{meaning}: {number} (exact)").format(meaning=self.meaning, number=self.text)
        low, high = self.interval
        ends = [_amount(self, end) if self.unit else _percent(end) for end in (low, high)]
        return _("{meaning}: {number} (sampled; between {low} and {high})").format(
            meaning=self.meaning, number=self.text, low=ends[0], high=ends[1]
        )

    @property
    def interval(self) -> tuple[float, float]:
        """Between which numbers it lies, nineteen times of twenty; both the same if it is exact."""
        value, by = float(self.value), SURE * self.error
        low, high = value - by, value + by
        return (low, high) if self.unit else (max(0.0, low), min(1.0, high))

    def as_data(self) -> dict[str, Any]:
        """Return all of it as plain data, for programs and for pages."""
        low, high = self.interval
        return {
            "about": self.about,
            "label": self.label,
            "text": self.text,
            "words": self.words,
            "value": float(self.value),
            "unit": self.unit or "chance",
            "share": self.share,
            "exact": self.exact,
            "low": low,
            "high": high,
        }


def chance(about: str, label: str, meaning: str, value: Fraction) -> Odd:
    """Return an exact chance."""
    return Odd(about, label, meaning, value)


def sampled(about: str, label: str, meaning: str, met: int, samples: int) -> Odd:
    """Return a chance by how many of the samples met it; none or all of them prove nothing either."""
    value = Fraction(met, samples)
    # As if one more had met it and one more had not: an interval of no width would be a lie.
    likely = (met + 1) / (samples + 2)
    error = math.sqrt(likely * (1 - likely) / samples)
    return Odd(about, label, meaning, value, exact=False, error=error)


def mean(weighed: Iterable[tuple[Fraction | int, int]]) -> Fraction:
    """
    Return the mean of values by their weights.

    >>> mean([(3, 1), (5, 3)])
    Fraction(9, 2)
    """
    total, weights = Fraction(0), 0
    for value, weight in weighed:
        total += value * weight
        weights += weight
    return total / weights


def odds_at(game: "Game", box: "Box", s: Memory, seat: int, move: str | None = None) -> list[Odd]:
    """
    Return what a game tells a seat about its choices, or about one move; nothing if it has no odds.

    `s` is what the seat knows: it was hidden first.
    """
    part = game.odds
    if part is None:
        return []
    if move is None:
        return list(part.odds(box, plain(s), seat))
    own = getattr(part, "odds_of", None)
    if own is not None:
        return list(own(box, plain(s), seat, move))
    return [odd for odd in part.odds(box, plain(s), seat) if odd.about == move]


def _percent(value: Fraction | float) -> str:
    """
    Write a chance as people do: what can still happen is never 0 %, and what can still fail never 100 %.

    >>> _percent(Fraction(1, 1000)), _percent(1), _percent(0.999)
    ('<1 %', '100 %', '>99 %')
    """
    percent = round(100 * float(value))
    if percent == 0 and value > 0:
        return _("<{n} %").format(n=1)
    if percent == 100 and value < 1:
        return _(">{n} %").format(n=99)
    return _("{n} %").format(n=percent)


def _amount(odd: Odd, value: float | None = None) -> str:
    amount = round(float(odd.value) if value is None else value, odd.digits) or 0.0  # never -0
    sign = "+" if odd.signed and amount else ""
    return _(odd.unit).format(n=f"{number(amount):{sign},.{odd.digits}f}".replace("-", "−"))
