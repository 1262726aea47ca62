"""What must hold for every lesson: each line comes, and none is told by what the learner cannot see."""

from collections.abc import Callable, Iterator

from chancebox import bots
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, Seeded, stream
from chancebox.engine.match.learning import NOTHING, look
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain

ME = 0
WORLDS = 3
DECISIONS = 20
"""Decisions of a lesson that are looked at in other worlds."""


def moments(game: Game) -> Iterator[Match]:
    """Play the lesson of a game by the rule of thumb, seat 0 in whole moves; yield each moment it sees."""
    taught = game.lesson
    if taught is None:
        return
    match = Match(game, taught.SEATS, options=taught.OPTIONS, dealer=Seeded(taught.SEED))
    players = [bots.bot("thumb", bots.bot_seed(taught.SEED, seat)) for seat in range(taught.SEATS)]
    yield match.fork()
    while match.to_act:
        seat = match.to_act[-1]
        action = bots.ask(players[seat], match, seat)
        match.play(seat, whole_move(match, seat, action) if seat == ME else action)
        yield match.fork()


def whole_move(match: Match, seat: int, action: int) -> str | int:
    """Find a move, as people make it, that begins with this action; the action itself if there is none."""
    known = plain(match.position(seat))
    read = match.game.notation.read
    begun = (move for move in match.moves(seat) if read(match.box, known, seat, move)[0] == action)
    return next(begun, action)


def each_line_of_its_lesson_is_told(game: Game) -> None:
    """Play the lesson as somebody would who taps nothing but the board: sooner or later all is told."""
    taught = game.lesson
    if taught is None:
        return
    known = NOTHING
    for match in moments(game):
        known = look(known, match, taught.LINES, ME)
    told = {*known.told, *known.due[:1]}
    for n, line in enumerate(taught.LINES):
        if n not in told:
            raise BadGame(f"{game.name}: this line of the lesson is never told: {line.text}")
        if not line.at:
            raise BadGame(f"{game.name}: this line of the lesson points at nothing: {line.text}")


def its_lesson_does_not_look_at_what_is_hidden(game: Game) -> None:
    """Replace what the learner does not know: the same lines are due."""
    taught = game.lesson
    if taught is None:
        return
    scenes = [match for match in moments(game) if ME in match.to_act][:DECISIONS]
    for n, match in enumerate(scenes):
        due = look(NOTHING, _untold(match), taught.LINES, ME).due
        for world in range(WORLDS):
            other = _untold(match)
            s = match.position(ME)
            game.build("plain").guess(match.box, s, ME, stream(world, THINKING, n))
            other._history = [*match._history[:-1], s.tobytes()]
            if look(NOTHING, other, taught.LINES, ME).due != due:
                raise BadGame(f"{game.name}: the lesson looks at what the learner cannot see")


def _untold(match: Match) -> Match:
    """Copy a match whose story is not told: the events of another world would not fit it."""
    copy = match.fork()
    copy.happenings = lambda *_arguments: []  # type: ignore[method-assign]
    return copy


ONCE: tuple[Callable[[Game], None], ...] = (
    each_line_of_its_lesson_is_told,
    its_lesson_does_not_look_at_what_is_hidden,
)
