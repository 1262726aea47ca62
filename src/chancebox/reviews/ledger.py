"""
The ledger: every change of the shares of winning is booked, and nothing is left over.

A chance event is luck of the seat that rolled or drew. Where dice or cards were everybody's, each seat
books its own change as its own luck. A decision is booked to its seat with what it gained on the rule of
thumb's choice, valued from what the seat knew; what it changed beyond that (a guess at hidden cards
that happened to be right) nobody could know, so it is luck of that seat. To all others its whole change
is what another one decided.

Seats that decide at the same time are booked one after the other, in the order of the record: after each
decision everything is known to the ledger, and nothing to those who still have to decide, because the
rule of thumb reads nothing that is hidden from its seat.

So for each seat: what it had at the end − what it had at the start = its luck + its decisions + the
luck of others + the decisions of others. It closes, because each value stands once as the end of an event
and once as the beginning of the next.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory
from chancebox.reviews.decisions import Judgement
from chancebox.reviews.marks import NOTABLE, decision_mark, is_clear, luck_mark
from chancebox.reviews.report import DECISION, LUCK, Moment, Number, SeatReview
from chancebox.reviews.values import Values
from chancebox.reviews.wording import Words


class Ledger:
    """What was booked, from values and judgements as far as they are there."""

    def __init__(self, match: Match, whose: Sequence[int | None]) -> None:
        self._match = match
        self._whose = whose
        """Who decided, rolled or drew, by event."""

    def moments(self, values: Values, judged: Mapping[int, Judgement], words: Words) -> tuple[Moment, ...]:
        """Describe all events."""
        changes, errors = values.changes()
        return tuple(
            self._moment(n, _numbers(changes[n], errors[n]), judged.get(n), *told)
            for n, told in enumerate(words.all())
        )

    def _moment(
        self, n: int, changes: tuple[Number, ...], judged: Judgement | None, text: str, better: str
    ) -> Moment:
        seat = self._whose[n]
        if self._match.events[n].seat == CHANCE:
            touched = seat
            if touched is None:
                touched = max(range(len(changes)), key=lambda one: abs(changes[one].value))
            mark = luck_mark(changes[touched].value, changes[touched].error)
            return Moment(n, LUCK, seat, text, changes, mark, touched)
        assert seat is not None
        if judged is None:
            return Moment(n, DECISION, seat, text, changes, "", seat)
        return Moment(
            n,
            DECISION,
            seat,
            text,
            changes,
            decision_mark(judged.gain, judged.gain_error),
            seat,
            skill=_skill(judged, changes[seat]),
            better=better,
            gain=Number(judged.gain, judged.gain_error),
            looked_at=judged.looked_at,
            choices=judged.choices,
        )

    def seats(self, values: Values, moments: Sequence[Moment]) -> tuple[SeatReview, ...]:
        """Add up what was booked for each seat."""
        games = values.games()
        changes = games[:, 1:] - games[:, :-1]
        shares, errors = values.spread()
        return tuple(
            self._seat(seat, changes[:, :, seat], shares[:, seat], errors[:, seat], moments)
            for seat in range(self._match.seats)
        )

    def _seat(
        self, seat: int, changes: Memory, shares: Memory, errors: Memory, moments: Sequence[Moment]
    ) -> SeatReview:
        def booked(listed: Sequence[Moment], known: Sequence[Number] = ()) -> Number:
            """Add events up, less what of them is booked elsewhere."""
            numbers = [moment.n for moment in listed]
            value = float((shares[1:] - shares[:-1])[numbers].sum()) - sum(one.value for one in known)
            spread = changes[:, numbers].sum(axis=1).std() / np.sqrt(len(changes))
            return Number(value, float(np.sqrt(spread**2 + sum(one.error**2 for one in known))))

        own_luck = [one for one in moments if one.kind == LUCK and one.seat in (None, seat)]
        own = [one for one in moments if one.kind == DECISION and one.seat == seat]
        # What was judged in guessed worlds has its own number; the rest of its change nobody could know.
        guessed = [one for one in own if one.skill is not None and one.skill != one.changes[seat]]
        plain = [one for one in own if one.skill is None or one.skill == one.changes[seat]]
        skills = [one.skill for one in guessed if one.skill is not None]
        decided, skilled = booked(plain), _sum(skills)
        return SeatReview(
            name=self._match.names[seat],
            start=Number(float(shares[0]), float(errors[0])),
            end=Number(float(shares[-1]), float(errors[-1])),
            luck=booked([*own_luck, *guessed], skills),
            decisions=_sum([decided, skilled]),
            others_luck=booked([one for one in moments if one.kind == LUCK and one.seat not in (None, seat)]),
            others_decisions=booked([one for one in moments if one.kind == DECISION and one.seat != seat]),
            luckiest=_extreme(own_luck, seat, 1),
            unluckiest=_extreme(own_luck, seat, -1),
            costliest=max((one for one in own if one.cost), key=lambda one: one.cost).n
            if any(one.cost for one in own)
            else None,
            marks={mark: sum(one.mark == mark for one in own) for mark in sorted({one.mark for one in own})},
        )


def _skill(judged: Judgement, change: Number) -> Number:
    """Return what a decision gained on the rule of thumb's; where nothing was hidden, its change says so."""
    return change if judged.is_open else Number(judged.skill, judged.skill_error)


def _extreme(listed: Sequence[Moment], seat: int, sign: int) -> int | None:
    """Find the event that helped (1) or hurt (-1) a seat most, beyond its error and more than a little."""
    clear = [
        (sign * one.changes[seat].value, -one.n)
        for one in listed
        if sign * one.changes[seat].value > NOTABLE
        and is_clear(one.changes[seat].value, one.changes[seat].error)
    ]
    return -max(clear)[1] if clear else None


def _numbers(values: Memory, errors: Memory) -> tuple[Number, ...]:
    return tuple(Number(float(v), float(e)) for v, e in zip(values, errors, strict=True))


def _sum(numbers: Sequence[Number]) -> Number:
    """Add numbers up that vary independently."""
    return Number(sum(one.value for one in numbers), sum(one.error**2 for one in numbers) ** 0.5)
