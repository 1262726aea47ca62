"""The rule of thumb of Gang of Dice goes on with whatever somebody has begun."""

from chancebox.bots import bot, question
from chancebox.engine.match.chance import Ask
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game
from chancebox.testing.matches import random_match


def test_a_move_that_was_begun_otherwise_is_gone_on_with() -> None:
    """Reviews try what else could have been begun: with many dice, the last face was refused then."""
    match, thumb, tried = random_match(game("gang-of-dice"), 2, 23), bot("thumb", 1), 0
    for n, (seat, _action) in enumerate(match.events):
        before = match.fork(n, dealer=Ask())
        for begun in [] if seat == CHANCE else before.choices(seat):
            copy = before.fork()
            copy.play(seat, int(begun))
            while copy.to_act == (seat,):
                answer = thumb.choose(question(copy, seat))
                assert answer in copy.choices(seat)
                copy.play(seat, answer)
                tried += 1
    assert tried > 100
