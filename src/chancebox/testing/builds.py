"""What must hold for builds: plain and compiled rules mean the same, and stay inside their bounds."""

import random

from chancebox.engine.builds.builds import Build
from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.errors import (
    BadGame,
)
from chancebox.engine.game.game import Game
from chancebox.engine.match import chance
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.streams import below
from chancebox.testing.matches import (
    broken,
    option_sets,
    random_match,
)

WORK = 35_000
"""How long builds are compared for each game: events, and choices by the eight, of all numbers of players."""


def plain_and_compiled_rules_agree_byte_for_byte(game: Game, seats: int) -> None:
    """Walk through random games with both builds in step, options and seeds changing."""
    _walk_in_step(game, seats, game.build("plain"), game.build("compiled"))


def compiled_rules_stay_inside_their_bounds(game: Game, seats: int) -> None:
    """Walk through the same games with the build that stops at every index that is out of bounds."""
    _walk_in_step(game, seats, game.build("plain"), game.build("checked"))


def _walk_in_step(game: Game, seats: int, slow: Build, fast: Build) -> None:
    box = load_box(game)
    sets = list(option_sets(game, seats))
    rng = random.Random(seats)
    work = games = 0
    while work < WORK // len(game.all_seats) or games < len(sets):
        options = game.options_record(sets[games % len(sets)])
        s = slow.start(box, seats, options)
        twin = fast.start(box, seats, options)
        while asked := [seat for seat in range(CHANCE + 1) if plain(s).pending >> seat & 1]:
            seat = rng.choice(asked)
            if rng.random() < 0.02:
                _same_answers(game, box, slow, fast, s, seat, seats)
            luck = chance.stream(rng.getrandbits(64), chance.DEALING, 0)
            listed = [] if seat == CHANCE else slow.choices(box, s, seat)
            chosen = rng.choice(listed) if listed else slow.draw(box, s, luck)
            slow.play(box, s, seat, chosen)
            fast.play(box, twin, seat, chosen)
            _same(game, fast, "play", twin.tobytes(), s.tobytes())
            work += 1 + len(listed) // 8
        _same(game, fast, "standing", fast.standing(box, s), slow.standing(box, s))
        games += 1


def _same(game: Game, build: Build, function: str, fast: object, slow: object) -> None:
    if fast != slow:
        shown = "" if isinstance(fast, bytes) else f": {fast} instead of {slow}"
        raise BadGame(
            f"{game.name}: `{function}` of the {build.name} rules is not that of the plain ones{shown}"
        )


def _picks_what_is_listed(game: Game, box: Box, s: Memory, seat: int, listed: list[int]) -> None:
    """Compare `pick` with taking one of the list."""
    for number in range(8):
        words, same = (chance.stream(1, chance.THINKING, number).tolist() for _twice in range(2))
        found = game.rules.pick(box.fields, plain(s), seat, words, [0] * game.rules.MOST_CHOICES)
        if (found, words) != (listed[below(same, len(listed))], same):
            raise BadGame(f"{game.name}: `pick` takes {found}, and not what `choices` lists at that place")


def _same_answers(game: Game, box: Box, slow: Build, fast: Build, s: Memory, seat: int, seats: int) -> None:
    listed = slow.choices(box, s, seat)
    _same(game, fast, "choices", fast.choices(box, s, seat), listed)
    if seat == CHANCE:
        for outcome in [*listed[:20], -1, listed[-1] + 1, 1 << 40]:
            _same(game, fast, "weight", fast.weight(box, s, outcome), slow.weight(box, s, outcome))
        a, b = chance.stream(1, 0, 0), chance.stream(1, 0, 0)
        _same(game, fast, "draw", fast.draw(box, s, a), slow.draw(box, s, b))
        _same(game, fast, "draw", a.tolist(), b.tolist())
    elif hasattr(game.rules, "pick"):
        _picks_what_is_listed(game, box, s, seat, listed)
    for viewer in [*range(seats), SPECTATOR]:
        hidden = s.copy(), s.copy()
        slow.hide(box, hidden[0], viewer)
        fast.hide(box, hidden[1], viewer)
        _same(game, fast, "hide", hidden[1].tobytes(), hidden[0].tobytes())
        a, b = chance.stream(2, 1, 0), chance.stream(2, 1, 0)
        slow.guess(box, hidden[0], viewer, a)
        fast.guess(box, hidden[1], viewer, b)
        _same(game, fast, "guess", hidden[1].tobytes(), hidden[0].tobytes())
        _same(game, fast, "guess", b.tolist(), a.tolist())


def a_compiled_match_is_the_same_match(game: Game, seats: int) -> None:
    """Play the same game plain and compiled."""
    slow, fast = (random_match(game, seats, 5, build=build) for build in ("plain", "compiled"))
    if (slow.events, slow.view(0), slow.result) != (fast.events, fast.view(0), fast.result):
        raise broken(slow, "a compiled match goes another way than the plain one")
