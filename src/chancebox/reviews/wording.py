"""Events in words: what happened, and what could have been done instead."""

from chancebox.bots.compiled import compiled_kernels
from chancebox.bots.interface import question, words
from chancebox.engine.chance import THINKING, Ask, stream
from chancebox.engine.contract import CHANCE
from chancebox.engine.match import Match
from chancebox.engine.texts import _
from chancebox.reviews.decisions import Judgement


def event_texts(match: Match) -> list[str]:
    """Return every event in words: its line of the log, or that of the move it is a part of."""
    told = dict(match.story())
    texts = []
    for n, line in enumerate(match.notation):
        text = told.get(n + 1) or _line_of_move(match, told, n) or line.partition(" ")[2]
        texts.append(text)
    return texts


def _line_of_move(match: Match, told: dict[int, str], n: int) -> str:
    """Find the line that tells of a move of several decisions, one of which is event n."""
    seat = match.events[n].seat
    while seat != CHANCE and n < len(match.events) and match.events[n].seat == seat:
        n += 1
        if n in told:
            return told[n]
    return ""


def decision_text(match: Match, n: int, judged: Judgement, action: int) -> str:
    """Describe what could have been decided at event n: as the game says it, or as a line of its log."""
    if hasattr(match.game.notation, "words"):
        return words(judged.question, action)
    return _told(match, n, judged, action) or words(judged.question, action)


def made_text(match: Match, judged: Judgement) -> str:
    """Describe what was decided in the same words as what was better; nothing where the log has them."""
    if not hasattr(match.game.notation, "words"):
        return ""
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
    return lines[0] if lines else ""
