"""What the master leaves away in Second Chance: the games to come, and nothing of the present one."""

from chancebox.engine.match.chance import stream
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.second_chance.advice import PAR, focus
from chancebox.games.second_chance.rules.records import SOLO_GAMES, solo_total
from helpers import random_match

SECOND = game("second-chance")
RULES = SECOND.build("compiled")


def test_alone_the_present_game_is_thought_about_as_the_last() -> None:
    """The choices stay, what was played counts, games to come are a par, and then the series is over."""
    match = random_match(SECOND, 1, 3)
    seen = set()
    for n in range(0, len(match.events), 4):
        s = match.fork(n).position()
        now = int(plain(s).game)
        empties = [int(grid.empty) for grid in plain(s).grids][:now]
        here = s.copy()
        focus(here)
        asked = CHANCE if plain(s).pending >> CHANCE else 0
        assert RULES.choices(match.box, here, asked) == RULES.choices(match.box, s, asked)
        number = 0
        while pending := plain(here).pending:
            seat = CHANCE if pending >> CHANCE else 0
            luck = stream(n, 1, number)
            action = RULES.draw(match.box, here, luck) if seat else RULES.choices(match.box, here, seat)[0]
            RULES.play(match.box, here, seat, action)
            assert plain(here).game == SOLO_GAMES - 1
            number += 1
        own = int(plain(here).grids[SOLO_GAMES - 1].empty)
        assert solo_total(plain(here)) == sum(empties) + own + PAR * (SOLO_GAMES - 1 - now)
        seen.add(now)
    assert seen == set(range(SOLO_GAMES))


def test_among_several_nothing_is_left_away() -> None:
    s = random_match(SECOND, 3, 1, events=20).position()
    before = s.tobytes()
    focus(s)
    assert s.tobytes() == before
