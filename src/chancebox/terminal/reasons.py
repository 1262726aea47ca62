"""
Why bots did what they did, for those who may know.

Reasons tell what a bot knew and how it decided. So they are told to a viewer who knew as much at that
moment, and not before everybody who decided at the same time has done so; the rest when the game is over.
"""

from dataclasses import dataclass

from chancebox.bots import Bot, Question, Thought
from chancebox.engine.match import Match
from chancebox.engine.records import plain


@dataclass(frozen=True)
class Reason:
    """A bot's decision with what it thought."""

    question: Question
    thought: Thought


class Reasons:
    """The reasons of all bots at a table."""

    def __init__(self) -> None:
        self._noted: list[Reason] = []

    def decide(self, player: Bot, asked: Question) -> int:
        """Let a bot decide; if it can say why, note it."""
        think = getattr(player, "think", None)
        if think is None:
            return player.choose(asked)
        thought: Thought = think(asked)
        if thought.weighed:
            self._noted.append(Reason(asked, thought))
        return thought.action

    def tell(self, match: Match, viewer: int, since: int) -> list[str]:
        """Tell the reasons of decisions from an event on, as far as this viewer may know them."""
        return [
            f"{match.names[reason.question.seat]}: {reason.thought.why(reason.question)}"
            for reason in self._noted
            if since <= reason.question.number < len(match.events)
            and _may_know(match, viewer, reason.question)
        ]


def _may_know(match: Match, viewer: int, asked: Question) -> bool:
    if match.result:
        return True
    if match.fork(asked.number).position(viewer).tobytes() != asked.position.tobytes():
        return False
    decided = {event.seat for event in match.events[asked.number :]}
    pending = plain(asked.position).pending
    return all(seat in decided for seat in range(match.seats) if pending >> seat & 1)
