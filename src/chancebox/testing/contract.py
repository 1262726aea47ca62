"""
What must hold for every game: what is possible and what is secret here, the rest in the modules beside this.

Each check takes a game and a number of seats, looks at random matches, and raises `BadGame` with a sentence.
Its name says what must hold.
"""

import random
from collections.abc import Callable

from chancebox.engine.checks.checks import check_folder
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.engine.game.errors import (
    BadGame,
    ChanceboxError,
    GameOver,
    IllegalAction,
    NoSuchSeat,
    OutOfTurn,
)
from chancebox.engine.game.game import Game
from chancebox.engine.match import chance
from chancebox.engine.match.chance import Ask, Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Memory, plain
from chancebox.testing import builds, chances, records
from chancebox.testing.matches import (
    broken,
    some_matches,
    some_positions,
    viewers,
)


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
    chances.weights_are_exact_and_cover_what_is_listed,
    chances.throws_are_those_of_the_dice_that_fall,
    chances.the_outcome_played_is_the_outcome_that_shows,
    hiding_hides_and_guessing_fits,
    guessed_worlds_can_be_played_to_the_end,
    records.views_are_plain_data_and_can_be_drawn,
    records.notation_round_trips,
    records.menus_offer_legal_moves_only,
    records.any_text_is_played_or_refused,
    records.history_never_changes,
    records.positions_round_trip_as_text,
    records.records_round_trip_and_go_on_alike,
    records.undo_takes_back_own_decisions_only,
    builds.compiled_rules_stay_inside_their_bounds,  # first: without checks they could write over anything
    builds.a_compiled_match_is_the_same_match,
    builds.plain_and_compiled_rules_agree_byte_for_byte,
    chances.samples_follow_the_weights,
)
ONCE: tuple[Callable[[Game], None], ...] = (
    the_folder_has_all_its_parts,
    boxes_hash_what_plays_and_not_what_is_noted,
)
