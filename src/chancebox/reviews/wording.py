"""Events in words: what happened, and what could have been done instead."""

from chancebox.bots.interface import question, words
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.game.texts import _, language, reading
from chancebox.engine.match.chance import THINKING, Ask, stream
from chancebox.engine.match.match import Match
from chancebox.reviews.decisions import Judgement

LONGEST = 100
"""Letters of a line that tells of one decision; a longer one tells of all that came of it, for everybody."""


class Words:
    """The words of all events of a game in one language, and of what would have been better."""

    def __init__(self, match: Match, code: str = "") -> None:
        self._match = match
        self._code = code or language()
        self._better: dict[int, str] = {}
        with reading(self._code):
            self._texts = event_texts(match)

    def add(self, n: int, judged: Judgement) -> None:
        """Describe a decision that was not fine, and the best one in the same words."""
        with reading(self._code):
            self._better[n] = decision_text(self._match, n, judged, judged.best)
            self._texts[n] = made_text(self._match, judged, self._texts[n])

    def all(self) -> tuple[tuple[str, str], ...]:
        """Return for every event what it was, and what would have been better, if that was said."""
        return tuple((text, self._better.get(n, "")) for n, text in enumerate(self._texts))


def event_texts(match: Match) -> list[str]:
    """Return every event in words, as those know it who know most; the game is over."""
    told = dict(match.story())
    for viewer, name in enumerate(match.names):
        for n, line in match.story(viewer):
            if len(line) > len(told.get(n, "")):  # a secret that is told takes more words
                # Some games say “you” to the viewer: then it must be clear who is meant.
                told[n] = line if name in line else _("{name}: {line}").format(name=name, line=line)
    return [
        told.get(n + 1) or _line_of_move(match, told, n) or line.partition(" ")[2]
        for n, line in enumerate(match.notation)
    ]


def _line_of_move(match: Match, told: dict[int, str], n: int) -> str:
    """Find the line that tells of several events of one seat, or of chance, one of which is event n."""
    seat = match.events[n].seat
    while n < len(match.events) and match.events[n].seat == seat:
        n += 1
        if n in told:
            return told[n]
    return ""


def decision_text(match: Match, n: int, judged: Judgement, action: int) -> str:
    """Describe what could have been decided at event n: as the game says it, or as a line of its log."""
    if hasattr(match.game.notation, "words"):
        return words(judged.question, action)
    return _told(match, n, judged, action) or words(judged.question, action)


def made_text(match: Match, judged: Judgement, line: str) -> str:
    """Describe what was decided in the same words as what was better: by the line of the log, if it does."""
    if len(line) <= LONGEST and not hasattr(match.game.notation, "words"):
        return line
    name, move = match.names[judged.question.seat], words(judged.question, judged.action)
    return _("{name}: {move}.").format(name=name, move=move)


def _told(match: Match, n: int, judged: Judgement, action: int) -> str:
    """Take an action in a copy of the game, and go on by the rule of thumb until the log tells of it."""
    seat = judged.question.seat
    copy = match.fork(judged.question.number, dealer=Ask())
    if copy.events != match.events[:n]:
        return ""  # others decided at the same time: a line would tell of them too
    thumb = compiled_kernels(match.game, match.box)
    copy.play(seat, action)
    while not (lines := copy.log(seat, since=n)) and copy.to_act == (seat,):
        copy.play(seat, thumb.decide(question(copy, seat), stream(0, THINKING, len(copy.events))))
    return lines[0] if lines and len(lines[0]) <= LONGEST else ""
