"""
Why bots did what they did, for those who may know.

Reasons show what a bot knew and how it decided. So they are shown to a viewer who knew as much at that
moment, and not before everybody who decided at the same time has done so; the rest when the game is over.
"""

from dataclasses import dataclass

from chancebox.bots.interface import Bot, Question, Thought
from chancebox.engine.game.texts import _
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain


@dataclass(frozen=True)
class Reason:
    """A bot's decision with what it thought."""

    question: Question
    thought: Thought


def think(player: Bot, asked: Question) -> Thought:
    """Let a bot decide; one that can not say why has evaluated nothing."""
    thinking = getattr(player, "think", None)
    thought: Thought = thinking(asked) if thinking else Thought(player.choose(asked), (), 0, 0.0)
    return thought


class Reasons:
    """The reasons of all bots at a table."""

    def __init__(self) -> None:
        self._noted: dict[tuple[int, int], Reason] = {}

    def note(self, asked: Question, thought: Thought) -> None:
        """Keep why a bot decided so; a decision that was asked for again replaces the first."""
        if thought.evaluations:
            self._noted[asked.number, asked.seat] = Reason(asked, thought)

    def known_to(self, match: Match, viewer: int, since: int = 0) -> list[tuple[int, str]]:
        """List the reasons a viewer may know from an event on, each with the number of events before it."""
        return [
            (
                number,
                _("{head}: {text}").format(head=match.names[seat], text=reason.thought.why(reason.question)),
            )
            for (number, seat), reason in self._noted.items()
            if since <= number < len(match.events) and _may_know(match, viewer, reason.question)
        ]


def _may_know(match: Match, viewer: int, asked: Question) -> bool:
    if match.result:
        return True
    if not match.fork(asked.number).same_sight(viewer, asked.seat):
        return False
    decided = {event.seat for event in match.events[asked.number :]}
    pending = plain(asked.position).pending
    return all(seat in decided for seat in range(match.seats) if pending >> seat & 1)
