"""
What must hold for every game: rules, notation, views, records.

Each check takes a game and a number of seats, looks at random matches, and raises `BadGame` with a sentence.
Its name says what must hold.
"""

import json
import math
import random
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from chancebox.engine.builds.builds import Build
from chancebox.engine.checks.checks import check_folder
from chancebox.engine.game import parts
from chancebox.engine.game.boxes import Box, load_box, parse_box
from chancebox.engine.game.errors import (
    BadGame,
    ChanceboxError,
    GameOver,
    IllegalAction,
    NoSuchSeat,
    NothingToUndo,
    OutOfTurn,
)
from chancebox.engine.game.game import Game
from chancebox.engine.match import chance, files
from chancebox.engine.match.chance import Ask, Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.match.positions import position_text, read_position
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.dice import throw_weight
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.streams import below
from chancebox.testing.matches import (
    broken,
    option_sets,
    random_match,
    some_matches,
    some_positions,
    viewers,
)

WORK = 35_000
"""How long builds are compared for each game: events, and choices by the eight, of all numbers of players."""
LISTED = 300
"""Chance events with more outcomes than this are left out where each outcome would be played."""
DOUBT = math.log(1e6)
"""Samples are called wrong if right ones look so in less than one case of a million."""


# Plain and compiled rules


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
    elif parts.defined(game.rules, "pick"):
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


# What is possible


def choices_are_sorted_and_fit_their_place(game: Game, seats: int) -> None:
    """List what is possible in many positions."""
    for match in some_matches(game, seats):
        for s in some_positions(match):
            pending = plain(s).pending
            for seat in range(CHANCE + 1):
                if pending >> seat & 1:
                    listed = game.build().choices(match.box, s, seat)
                    if not listed or listed != sorted(set(listed)):
                        raise broken(
                            match, f"choices of seat {seat} are not in ascending order: {listed[:12]}"
                        )


def every_wrong_action_is_refused_and_changes_nothing(game: Game, seats: int) -> None:
    """Try seats that are not asked or not there, and numbers that are no actions."""
    match = some_matches(game, seats, 1)[0]
    for n in range(0, len(match.events), 5):
        moment = match.fork(n, Ask())
        before = moment.position().tobytes()
        asked = moment.to_act
        for seat in [*range(seats), CHANCE]:
            if seat not in asked and (not _refuses(OutOfTurn, moment, seat, 0) or moment.choices(seat)):
                raise broken(match, f"seat {seat} is not asked, but may play", n)
        for seat in (-1, seats, 99, SPECTATOR):
            if seat != CHANCE and not _refuses(NoSuchSeat, moment, seat, 0):
                raise broken(match, f"seat {seat} is not at the table, but may play", n)
        legal = set(game.build().choices(moment.box, moment.position(), asked[0]))
        for action in (-1, max(legal) + 1, 1 << 40):
            if not _refuses(IllegalAction, moment, asked[0], action):
                raise broken(match, f"the action {action} is not refused", n)
        if moment.position().tobytes() != before or moment.events != match.events[:n]:
            raise broken(match, "a refused action has changed the match", n)


def _refuses(error: type[ChanceboxError], match: Match, seat: int, action: int | str) -> bool:
    try:
        match.play(seat, action)
    except error:
        return True
    return False


def a_finished_game_takes_nothing_more(game: Game, seats: int) -> None:
    """Try to play on, and read the result."""
    match = some_matches(game, seats, 1)[0]
    result = match.result
    if result is None or not result.why or match.to_act or not _refuses(GameOver, match, 0, 0):
        raise broken(match, "the game is over, and yet goes on or says no reason")
    first = {seat for seat, place in enumerate(result.places) if place == 1}
    if len(result.places) != seats or first != set(result.winners):
        raise broken(match, f"the winners {result.winners} are not those in the first place: {result.places}")


# Chance


def weights_are_exact_and_cover_what_is_listed(game: Game, seats: int) -> None:
    """Weigh what came up, what may, and what can not."""
    build = game.build()
    for match in some_matches(game, seats, 2):
        for n, (seat, action) in enumerate(match.events):
            if seat != CHANCE or n % 5:
                continue
            s, box = match.fork(n).position(), match.box
            exact = dict(chance.outcomes(build, box, s))
            if sum(exact.values()) != 1 or any(share <= 0 for share in exact.values()):
                raise broken(match, "something is listed that cannot come up", n)
            whole = sum(build.weight(box, s, outcome) for outcome in exact)
            if exact.get(action) != Fraction(build.weight(box, s, action), whole):
                raise broken(match, "something came up that is not listed, or has another weight", n)
            for wrong in (-1, max(exact) + 1, 1 << 31):
                if wrong not in exact and build.weight(box, s, wrong):
                    raise broken(match, f"{wrong} has a weight, but is not listed", n)


def throws_are_those_of_the_dice_that_fall(game: Game, seats: int) -> None:
    """Where rules say how many dice fall, compare what may come up with all throws of so many dice."""
    build = game.build()
    compared = {(0, 0)}
    for match in some_matches(game, seats, 2):
        for n, (seat, _action) in enumerate(match.events):
            s, box = match.fork(n).position(), match.box
            dice, faces = build.falling(box, s) if seat == CHANCE else (0, 0)
            if (dice, faces) in compared:
                continue
            compared.add((dice, faces))
            listed = build.outcomes(box, s)
            if any(weight != throw_weight(throw, dice, faces) for throw, weight in listed):
                raise broken(match, f"something else may come up than with the {dice} dice that fall", n)
            if sum(weight for _throw, weight in listed) != faces**dice:
                raise broken(match, f"not every throw of the {dice} dice that fall is listed", n)


def samples_follow_the_weights(game: Game, seats: int) -> None:
    """Draw often from every kind of chance event, and compare what came up with the weights (chi-square)."""
    match = some_matches(game, seats, 1)[0]
    build = game.build("compiled")
    tested: set[int] = set()
    for n, (seat, _action) in enumerate(match.events):
        s = match.fork(n).position()
        exact = chance.outcomes(build, match.box, s) if seat == CHANCE else []
        if not 1 < len(exact) <= LISTED or len(exact) in tested or len(tested) > 8:
            continue
        tested.add(len(exact))
        luck = chance.stream(11, chance.DEALING, n)
        drawn = [build.draw(match.box, s, luck) for _ in range(60 * len(exact) + 2000)]
        if not set(drawn) <= {outcome for outcome, _share in exact}:
            raise broken(match, "something was drawn that is not listed", n)
        if not _follows(drawn, exact):
            raise broken(match, "what is drawn does not follow the weights", n)
    if not tested and any(seat == CHANCE for seat, _action in match.events):
        raise broken(match, f"no chance event has 2 to {LISTED} outcomes; there is nothing to compare")


def _follows(drawn: list[int], exact: list[tuple[int, Fraction]]) -> bool:
    """
    Compare samples with exact shares.

    The sum of squares exceeds n + 2√(n·x) + 2x with a probability below exp(-x), for n degrees of freedom
    (Laurent and Massart). Rare outcomes are counted together, as the approximation asks for.
    """
    pairs = [(drawn.count(outcome), float(share) * len(drawn)) for outcome, share in exact]
    rare = [pair for pair in pairs if pair[1] < 5]
    pairs = [pair for pair in pairs if pair[1] >= 5]
    if rare:
        pairs.append((sum(seen for seen, _ in rare), sum(expected for _, expected in rare)))
    freedom = len(pairs) - 1
    found = sum((seen - expected) ** 2 / expected for seen, expected in pairs)
    return freedom < 1 or found < freedom + 2 * math.sqrt(freedom * DOUBT) + 2 * DOUBT


def the_outcome_played_is_the_outcome_that_shows(game: Game, seats: int) -> None:
    """Play every outcome: each leads to a position of its own, nothing is re-rolled, dropped or replaced."""
    build = game.build()
    for match in some_matches(game, seats, 2):
        for n, (seat, _action) in enumerate(match.events):
            s = match.fork(n).position()
            listed = build.choices(match.box, s, seat)
            if seat != CHANCE or len(listed) > LISTED or n % 3:
                continue
            after = set()
            for outcome in listed:
                world = s.copy()
                build.play(match.box, world, seat, outcome)
                after.add(world.tobytes())
            if len(after) != len(listed):
                raise broken(match, "two outcomes lead to the same position", n)


# Secrets


def hiding_hides_and_guessing_fits(game: Game, seats: int) -> None:
    """Hide twice, guess, and hide again: nothing more is erased, nothing known is contradicted."""
    build = game.build()
    for match in some_matches(game, seats):
        for s in some_positions(match):
            for viewer in viewers(match):
                hidden = s.copy()
                build.hide(match.box, hidden, viewer)
                again = hidden.copy()
                build.hide(match.box, again, viewer)
                if again.tobytes() != hidden.tobytes():
                    raise broken(match, f"hiding twice from viewer {viewer} hides more")
                for n in range(4):
                    _check_guess(match, s, hidden, viewer, n)


def _check_guess(match: Match, s: Memory, hidden: Memory, viewer: int, n: int) -> None:
    build, box = match.game.build(), match.box
    world = hidden.copy()
    build.guess(box, world, viewer, chance.stream(n, chance.THINKING, n))
    if plain(world).pending != plain(s).pending:
        raise broken(match, f"a guess of viewer {viewer} changes who is asked")
    if viewer < match.seats and plain(s).pending >> viewer & 1:
        own = build.choices(box, s, viewer)
        if build.choices(box, world, viewer) != own or build.choices(box, hidden, viewer) != own:
            raise broken(match, f"what seat {viewer} may do depends on what it does not know")
    build.hide(box, world, viewer)
    if world.tobytes() != hidden.tobytes():
        raise broken(match, f"a guess contradicts what viewer {viewer} knows")


def guessed_worlds_can_be_played_to_the_end(game: Game, seats: int) -> None:
    """Play on from guesses."""
    build = game.build()
    for match in some_matches(game, seats, 2):
        rng = random.Random(1)
        for s in some_positions(match, 3):
            viewer = rng.randrange(seats)
            build.hide(match.box, s, viewer)
            build.guess(match.box, s, viewer, chance.stream(3, chance.THINKING, 0))
            world = Match(game, seats, options=match.options, dealer=Seeded(1), position=s)
            while world.to_act:
                seat = rng.choice(world.to_act)
                world.play(seat, rng.choice(build.choices(world.box, world.position(), seat)))


# Texts and views


def views_are_plain_data_and_can_be_drawn(game: Game, seats: int) -> None:
    """Look at many moments as everybody, in data and in the terminal."""
    for match in some_matches(game, seats, 2):
        for n in range(0, len(match.events), 11):
            moment = match.fork(n)
            for viewer in viewers(match):
                seen = moment.view(viewer)
                if json.loads(json.dumps(seen)) != seen:
                    raise broken(match, "a view is not plain data: lists, names as keys, numbers, texts", n)
                if not game.terminal.board(seen, moment.names, viewer):
                    raise broken(match, "terminal.board draws nothing", n)


def notation_round_trips(game: Game, seats: int) -> None:
    """Say and read what is possible."""
    for match in some_matches(game, seats, 4):
        for n, (seat, action) in enumerate(match.events):
            position = match.fork(n).position()
            for one in {action, *game.build().choices(match.box, position, seat)[:40]}:
                text = game.notation.say(match.box, plain(position), seat, one)
                if game.notation.read(match.box, plain(position), seat, text) != [one]:
                    raise broken(match, f"{text!r} is said for {one}, but not read as it", n)


def menus_offer_legal_moves_only(game: Game, seats: int) -> None:
    """Play everything that is offered."""
    for match in some_matches(game, seats, 2):
        for n in range(0, len(match.events), 3):
            moment = match.fork(n, Ask())
            for seat in moment.to_act:
                if seat == CHANCE:
                    continue
                offered = moment.moves(seat)
                if not offered:
                    raise broken(match, f"seat {seat} is asked, but moves offers nothing", n)
                for move in offered:
                    try:
                        moment.fork().play(seat, move)
                    except ChanceboxError as error:
                        raise broken(match, f"{move!r} is offered, but refused: {error}", n) from None


def any_text_is_played_or_refused(game: Game, seats: int) -> None:
    """Type nonsense, and what is nearly right."""
    match = some_matches(game, seats, 1)[0]
    rng = random.Random(seats)
    for _try in range(300):
        n = rng.randrange(len(match.events))
        text = list(match.notation[n].partition(" ")[2])
        for _letter in range(rng.randrange(4)):
            place = rng.randrange(len(text) + 1)
            text[place : place + rng.randrange(2)] = rng.choice(["", " ", "0", "9", "-", "x", "é", "a"])
        try_text(match, n, "".join(text))


def try_text(match: Match, n: int, text: str) -> None:
    """Type a text after n events: it is played, or refused with a sentence, and then nothing has changed."""
    moment = match.fork(n, Ask())
    before = moment.position().tobytes(), list(moment.events)
    try:
        moment.play(moment.to_act[0], text)
    except ChanceboxError as error:
        if not str(error) or (moment.position().tobytes(), moment.events) != before:
            raise broken(
                match, f"{text!r} is refused without a word, or after it has changed something", n
            ) from None
    except Exception as error:
        raise broken(
            match, f"{text!r} is not refused, but breaks: {type(error).__name__}: {error}", n
        ) from error


# Matches as files


def history_never_changes(game: Game, seats: int) -> None:
    """Play on from the middle: what was stays."""
    match = some_matches(game, seats, 1)[0]
    whole = match.position().tobytes()
    past = match.fork(len(match.events) // 2)
    half = past.position().tobytes()
    past.position()[:] = 0
    past.view(0)
    rng = random.Random(9)
    while past.to_act:
        seat = rng.choice(past.to_act)
        past.play(seat, rng.choice(past.choices(seat)))
    if match.fork(len(match.events) // 2).position().tobytes() != half or match.position().tobytes() != whole:
        raise broken(match, "playing on from an earlier moment has changed the match")


def positions_round_trip_as_text(game: Game, seats: int) -> None:
    """Write positions as lines, and read them."""
    for match in some_matches(game, seats, 2):
        for s in some_positions(match):
            line = position_text(game, match.box, s)
            if "\n" in line or read_position(game, match.box, line).tobytes() != s.tobytes():
                raise broken(match, "a position is not read as it was written")


def records_round_trip_and_go_on_alike(game: Game, seats: int) -> None:
    """Save a match in the middle, load it and play the rest."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.chance.json"
        for match in some_matches(game, seats, 2):
            half = match.fork(len(match.events) // 2)
            half.save(file)
            record = files.read(file)
            loaded = files.replay(record, game, files.box_of(record, game, None), "plain")
            if loaded.events != half.events or loaded.position().tobytes() != half.position().tobytes():
                raise broken(match, "a match is not loaded as it was saved")
            loaded.deal()
            for seat, action in match.events[len(loaded.events) :]:
                if seat != CHANCE and seat in loaded.to_act and len(loaded.events) < len(match.events):
                    loaded.play(seat, action)
            if loaded.events != match.events or loaded.result != match.result:
                raise broken(match, "a loaded match goes on with another luck")


def undo_takes_back_own_decisions_only(game: Game, seats: int) -> None:
    """Try to take back every event."""
    match = some_matches(game, seats, 1)[0]
    for n in range(1, len(match.events)):
        moment = match.fork(n, Ask())
        seat = moment.events[-1].seat
        for other in (-1, seats, 99, SPECTATOR):
            if not _keeps(NoSuchSeat, moment, other):
                raise broken(match, f"seat {other} is not at the table, but took something back", n - 1)
        if seat == CHANCE:
            if not all(_keeps(NothingToUndo, moment, someone) for someone in range(seats)):
                raise broken(match, "somebody took back what chance brought", n - 1)
        elif not _keeps(NothingToUndo, moment, seat) and (
            moment.position().tobytes() != match.fork(n - 1).position().tobytes()
            or moment.events != match.events[: n - 1]
        ):
            raise broken(match, "taking back leads to another position than there was", n - 1)


def _keeps(error: type[ChanceboxError], match: Match, seat: int) -> bool:
    try:
        match.undo(seat)
    except error:
        return True
    return False


# The folder


def the_folder_has_all_its_parts(game: Game) -> None:
    """Read the sources, compare them with the contract, and play each number of players to the end."""
    check_folder(game)


def boxes_hash_what_plays_and_not_what_is_noted(game: Game) -> None:
    """Add a remark to the box: it stays the same box."""
    text = (game.folder / "box.toml").read_text("utf-8")
    if parse_box(game, "# a remark\n" + text, "mine").digest != load_box(game).digest:
        raise BadGame(f"{game.name}: a box with a remark more counts as another box")


FOR_EACH_NUMBER: tuple[Callable[[Game, int], None], ...] = (
    choices_are_sorted_and_fit_their_place,
    every_wrong_action_is_refused_and_changes_nothing,
    a_finished_game_takes_nothing_more,
    weights_are_exact_and_cover_what_is_listed,
    throws_are_those_of_the_dice_that_fall,
    the_outcome_played_is_the_outcome_that_shows,
    hiding_hides_and_guessing_fits,
    guessed_worlds_can_be_played_to_the_end,
    views_are_plain_data_and_can_be_drawn,
    notation_round_trips,
    menus_offer_legal_moves_only,
    any_text_is_played_or_refused,
    history_never_changes,
    positions_round_trip_as_text,
    records_round_trip_and_go_on_alike,
    undo_takes_back_own_decisions_only,
    compiled_rules_stay_inside_their_bounds,  # first: without checks they could write over anything
    a_compiled_match_is_the_same_match,
    plain_and_compiled_rules_agree_byte_for_byte,
    samples_follow_the_weights,
)
ONCE: tuple[Callable[[Game], None], ...] = (
    the_folder_has_all_its_parts,
    boxes_hash_what_plays_and_not_what_is_noted,
)
