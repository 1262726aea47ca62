"""What must hold for rules of thumb and experts: legal, the same in both builds, blind to what is hidden."""

import random
from collections.abc import Callable

from chancebox.bots import question
from chancebox.bots.interface import Question
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.bots.thumb import decide_plainly
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.engine.match import chance
from chancebox.engine.rules.contract import CHANCE
from chancebox.testing.matches import some_matches


def questions(game: Game, seats: int, n: int = 40) -> list[Question]:
    """Ask at moments of random games, with all options in turn."""
    asked = []
    for seed, match in enumerate(some_matches(game, seats)):
        moments = random.Random(seed).sample(range(len(match.events)), min(n, len(match.events)))
        for moment in sorted(moments):
            fork = match.fork(moment)
            asked += [question(fork, seat) for seat in fork.to_act if seat != CHANCE]
    return asked


def advisers(game: Game) -> dict[bool, str]:
    """Name who decides: the rule of thumb, and the expert if the game has one (see `engine.expert`)."""
    listed = {False: "the rule of thumb"}
    return listed | {True: "the expert"} if game.has_expert else listed


def its_answers_are_legal_and_the_same_in_both_builds(game: Game, seats: int) -> None:
    """Ask the plain and the compiled one the same."""
    compiled = compiled_kernels(game, load_box(game))
    for n, one in enumerate(questions(game, seats, 12)):
        for expert, who in advisers(game).items():
            slow, fast = chance.stream(1, 1, n).tolist(), chance.stream(1, 1, n)
            answer = compiled.decide(one, fast, expert)
            if answer not in one.choices:
                raise BadGame(f"{game.name}: {who} answers {answer}; possible are {one.choices[:12]}")
            if decide_plainly(one, slow, expert) != answer or slow != fast.tolist():
                raise BadGame(f"{game.name}: {who} answers otherwise when it is compiled")


def it_does_not_look_at_what_is_hidden(game: Game, seats: int) -> None:
    """Fill what the seat cannot know with guesses: the answer stays."""
    compiled = compiled_kernels(game, load_box(game))
    for n, one in enumerate(questions(game, seats)):
        answers = {expert: compiled.decide(one, chance.stream(1, 1, n), expert) for expert in advisers(game)}
        for guess in range(3):
            world = one.position.copy()
            game.build("compiled").guess(one.box, world, one.seat, chance.stream(guess, 1, n))
            there = Question(one.game, one.box, world, one.seat, one.choices, one.number)
            for expert, who in advisers(game).items():
                if compiled.decide(there, chance.stream(1, 1, n), expert) != answers[expert]:
                    raise BadGame(f"{game.name}: {who} looks at what seat {one.seat} cannot see")


FOR_EACH_NUMBER: tuple[Callable[[Game, int], None], ...] = (
    its_answers_are_legal_and_the_same_in_both_builds,
    it_does_not_look_at_what_is_hidden,
)
