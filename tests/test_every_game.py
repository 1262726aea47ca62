"""What must hold for every game in the registry, a sixth one included, without being told."""

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import chancebox as cb
from chancebox.engine import chance
from chancebox.engine.boxes import Box, load_box, parse_box
from chancebox.engine.builds import Build
from chancebox.engine.chance import Ask, Seeded
from chancebox.engine.contract import CHANCE, SPECTATOR
from chancebox.engine.errors import ChanceboxError
from chancebox.engine.match import Match
from chancebox.engine.positions import position_text, read_position
from chancebox.engine.records import Memory, plain
from chancebox.games import game
from conftest import ROOMS
from helpers import option_sets, random_match, some_matches
from playthroughs import golden_file, playthrough

WORK = 35_000
"""How long builds are compared for each game: events, and choices by the eight, of all numbers of players."""


def some_positions(match: Match, n: int = 8) -> list[Memory]:
    rng = random.Random(len(match.events))
    moments = rng.sample(range(len(match.events)), min(n, len(match.events)))
    return [match.fork(moment).position() for moment in moments]


def test_plain_and_compiled_rules_agree_byte_for_byte(room: str, seats: int) -> None:
    """Walk through random games with all three builds in step, options and seeds changing."""
    found = game(room)
    box = load_box(found)
    slow, *fast = (found.build(name) for name in ("plain", "compiled", "checked"))
    sets = list(option_sets(found, seats))
    rng = random.Random(seats)
    work = games = 0
    while work < WORK // len(found.all_seats) or games < len(sets):
        options = found.options_record(sets[games % len(sets)])
        s = slow.start(box, seats, options)
        twins = [build.start(box, seats, options) for build in fast]
        while asked := [seat for seat in range(CHANCE + 1) if plain(s).pending >> seat & 1]:
            seat = rng.choice(asked)
            if rng.random() < 0.02:
                for build in fast:
                    same_answers(box, slow, build, s, seat, seats)
            luck = chance.stream(rng.getrandbits(64), chance.DEALING, 0)
            listed = [] if seat == CHANCE else slow.choices(box, s, seat)
            chosen = rng.choice(listed) if listed else slow.draw(box, s, luck)
            slow.play(box, s, seat, chosen)
            for build, twin in zip(fast, twins, strict=True):
                build.play(box, twin, seat, chosen)
                assert twin.tobytes() == s.tobytes()
            work += 1 + len(listed) // 8
        assert all(build.standing(box, s) == slow.standing(box, s) for build in fast)
        games += 1


def same_answers(box: Box, slow: Build, fast: Build, s: Memory, seat: int, seats: int) -> None:
    listed = slow.choices(box, s, seat)
    assert fast.choices(box, s, seat) == listed
    if seat == CHANCE:
        for outcome in [*listed[:20], -1, listed[-1] + 1, 1 << 40]:
            assert fast.weight(box, s, outcome) == slow.weight(box, s, outcome)
        a, b = chance.stream(1, 0, 0), chance.stream(1, 0, 0)
        assert fast.draw(box, s, a) == slow.draw(box, s, b)
        assert a.tolist() == b.tolist()
    for viewer in [*range(seats), SPECTATOR]:
        hidden = s.copy(), s.copy()
        slow.hide(box, hidden[0], viewer)
        fast.hide(box, hidden[1], viewer)
        assert hidden[0].tobytes() == hidden[1].tobytes()
        a, b = chance.stream(2, 1, 0), chance.stream(2, 1, 0)
        slow.guess(box, hidden[0], viewer, a)
        fast.guess(box, hidden[1], viewer, b)
        assert hidden[0].tobytes() == hidden[1].tobytes()
        assert a.tolist() == b.tolist()


def test_choices_are_sorted_and_fit_their_room(room: str, seats: int) -> None:
    for match in some_matches(room, seats):
        for s in some_positions(match):
            pending = plain(s).pending
            for seat in range(CHANCE + 1):
                if pending >> seat & 1:
                    listed = match._build.choices(match.box, s, seat)
                    assert listed
                    assert listed == sorted(set(listed))


def test_a_compiled_match_is_the_same_match(room: str, seats: int) -> None:
    slow, fast = (random_match(game(room), seats, 5, build=build) for build in ("plain", "checked"))
    assert slow.events == fast.events
    assert slow.view(0) == fast.view(0)
    assert slow.result == fast.result


def test_weights_are_exact_and_cover_what_is_listed(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 2):
        build, box = match._build, match.box
        for n, (seat, action) in enumerate(match.events):
            if seat != CHANCE or n % 5:
                continue
            s = match._position(n)
            exact = dict(chance.outcomes(build, box, s))
            assert sum(exact.values()) == 1
            assert all(share > 0 for share in exact.values())
            assert exact[action] == Fraction(
                build.weight(box, s, action), sum(build.weight(box, s, o) for o in exact)
            )
            for wrong in (-1, max(exact) + 1, 1 << 31):
                assert wrong in exact or build.weight(box, s, wrong) == 0


def test_samples_follow_the_weights(room: str, seats: int) -> None:
    """Chi-square over every kind of chance event; one draw in a million fails a right sampler."""
    match = some_matches(room, seats, 1)[0]
    build = game(room).build("compiled")
    tested: set[int] = set()
    for n, (seat, _action) in enumerate(match.events):
        s = match._position(n)
        exact = chance.outcomes(build, match.box, s) if seat == CHANCE else []
        if not 1 < len(exact) <= 300 or len(exact) in tested or len(tested) > 8:
            continue
        tested.add(len(exact))
        luck = chance.stream(11, chance.DEALING, n)
        drawn = [build.draw(match.box, s, luck) for _ in range(60 * len(exact) + 2000)]
        seen = np.array([drawn.count(outcome) for outcome, _share in exact])
        assert seen.sum() == len(drawn), "something was drawn that is not listed"
        expected = np.array([float(share) * len(drawn) for _outcome, share in exact])
        # Rare outcomes are tested together, as the approximation asks for.
        rare = expected < 5
        if rare.any():
            seen = np.append(seen[~rare], seen[rare].sum())
            expected = np.append(expected[~rare], expected[rare].sum())
        if len(expected) > 1:
            assert stats.chisquare(seen, expected).pvalue > 1e-6
    assert tested


def test_the_outcome_played_is_the_outcome_that_shows(room: str, seats: int) -> None:
    """Every outcome leads to a position of its own: nothing is re-rolled, dropped or replaced."""
    for match in some_matches(room, seats, 2):
        build, box = match._build, match.box
        for n, (seat, _action) in enumerate(match.events):
            listed = build.choices(box, match._position(n), seat)
            if seat != CHANCE or len(listed) > 300 or n % 3:
                continue
            after = []
            for outcome in listed:
                s = match._position(n)
                build.play(box, s, CHANCE, outcome)
                after.append(s.tobytes())
            assert len(set(after)) == len(listed)


def test_hiding_hides_and_guessing_fits(room: str, seats: int) -> None:
    for match in some_matches(room, seats):
        build, box = match._build, match.box
        for s in some_positions(match):
            for viewer in [*range(seats), SPECTATOR]:
                hidden = s.copy()
                build.hide(box, hidden, viewer)
                again = hidden.copy()
                build.hide(box, again, viewer)
                assert again.tobytes() == hidden.tobytes(), "hiding twice hides more"
                for n in range(4):
                    world = hidden.copy()
                    build.guess(box, world, viewer, chance.stream(n, chance.THINKING, n))
                    assert plain(world).pending == plain(s).pending
                    if viewer < seats and plain(s).pending >> viewer & 1:
                        own = build.choices(box, s, viewer)
                        assert build.choices(box, world, viewer) == own
                        assert build.choices(box, hidden, viewer) == own
                    build.hide(box, world, viewer)
                    assert world.tobytes() == hidden.tobytes(), "a guess contradicts what the viewer knows"


def test_guessed_worlds_can_be_played_to_the_end(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 2):
        rng = random.Random(1)
        for s in some_positions(match, 3):
            viewer = rng.randrange(seats)
            match._build.hide(match.box, s, viewer)
            match._build.guess(match.box, s, viewer, chance.stream(3, chance.THINKING, 0))
            world = Match(match.game, seats, options=match.options, dealer=Seeded(1), position=s)
            while world.to_act:
                seat = rng.choice(world.to_act)
                world.play(seat, rng.choice(world._build.choices(world.box, world.position(), seat)))
            assert world.result


def test_views_are_plain_data_made_from_what_was_hidden(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 2):
        for n in range(0, len(match.events), 11):
            moment = match.fork(n)
            for viewer in [*range(seats), SPECTATOR]:
                seen = moment.view(viewer)
                assert json.loads(json.dumps(seen)) == seen
                assert moment.game.terminal.board(seen, moment.names, viewer)


def test_notation_round_trips(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 4):
        for n, (seat, action) in enumerate(match.events):
            s = plain(match._position(n))
            for one in {action, *match._build.choices(match.box, match._position(n), seat)[:40]}:
                text = match.game.notation.say(match.box, s, seat, one)
                assert match.game.notation.read(match.box, s, seat, text) == [one], text


def test_menus_offer_legal_moves_only(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 2):
        for n in range(0, len(match.events), 3):
            moment = match.fork(n, Ask())
            for seat in moment.to_act:
                if seat != CHANCE:
                    assert moment.moves(seat)
                    for move in moment.moves(seat):
                        moment.fork().play(seat, move)


@given(
    text=st.text(max_size=30) | st.text("0123456789xabdegiklnoprstBLD -,.", max_size=20),
    pick=st.integers(0, 10**6),
)
@settings(max_examples=200, deadline=None)
@pytest.mark.parametrize("name", ROOMS)
def test_any_text_is_played_or_refused(name: str, text: str, pick: int) -> None:
    match = fuzz_matches(name)[pick % 3]
    moment = match.fork(pick % len(match.events), Ask())
    before = moment.position().tobytes(), list(moment.events)
    try:
        moment.play(moment.to_act[0], text)
    except ChanceboxError as error:
        refusal = str(error)
    else:
        return
    assert refusal
    assert (moment.position().tobytes(), moment.events) == before


_FUZZED: dict[str, list[Match]] = {}


def fuzz_matches(name: str) -> list[Match]:
    if name not in _FUZZED:
        found = game(name)
        _FUZZED[name] = [random_match(found, found.seats[-1], seed) for seed in range(3)]
    return _FUZZED[name]


def test_every_wrong_action_is_refused_and_changes_nothing(room: str, seats: int) -> None:
    match = some_matches(room, seats, 1)[0]
    for n in range(0, len(match.events), 5):
        moment = match.fork(n, Ask())
        before = moment.position().tobytes()
        asked = moment.to_act
        for seat in [*range(seats), CHANCE]:
            if seat not in asked:
                with pytest.raises(cb.OutOfTurn):
                    moment.play(seat, 0)
                assert moment.choices(seat) == []
        for seat in (-1, seats, 99, SPECTATOR):
            if seat != CHANCE:
                with pytest.raises(cb.NoSuchSeat):
                    moment.play(seat, 0)
                with pytest.raises(cb.NoSuchSeat):
                    moment.undo(seat)
        legal = set(moment._build.choices(moment.box, moment.position(), asked[0]))
        for action in (-1, max(legal) + 1, 1 << 40):
            with pytest.raises(cb.IllegalAction):
                moment.play(asked[0], action)
        assert moment.position().tobytes() == before
        assert moment.events == match.events[:n]


def test_a_finished_game_takes_nothing_more(room: str, seats: int) -> None:
    match = some_matches(room, seats, 1)[0]
    result = match.result
    assert result
    assert result.why
    assert match.to_act == ()
    with pytest.raises(cb.GameOver):
        match.play(0, 0)
    assert len(result.places) == seats
    assert all((place == 1) == (seat in result.winners) for seat, place in enumerate(result.places))


def test_history_never_changes(room: str, seats: int) -> None:
    match = some_matches(room, seats, 1)[0]
    whole = match.position().tobytes()
    past = match.fork(len(match.events) // 2)
    half = past.position().tobytes()
    past.position()[:] = 0
    past.view(0)
    rng = random.Random(9)
    while past.to_act:
        seat = rng.choice(past.to_act)
        past.play(seat, rng.choice(past.choices(seat)))
    assert match.fork(len(match.events) // 2).position().tobytes() == half
    assert match.position().tobytes() == whole


def test_positions_round_trip_as_text(room: str, seats: int) -> None:
    for match in some_matches(room, seats, 2):
        for s in some_positions(match):
            line = position_text(match.game, match.box, s)
            assert "\n" not in line
            assert read_position(match.game, match.box, line).tobytes() == s.tobytes()
            assert cb.at(line, dealer="ask").position().tobytes() == s.tobytes()


def test_records_round_trip_and_go_on_alike(room: str, seats: int, tmp_path: Path) -> None:
    file = tmp_path / "match.chance.json"
    for match in some_matches(room, seats, 2):
        half = match.fork(len(match.events) // 2)
        half.save(file)
        loaded = cb.load(file)
        assert loaded.events == half.events
        assert loaded.position().tobytes() == half.position().tobytes()
        loaded.deal()
        for seat, action in match.events[len(loaded.events) :]:
            if seat != CHANCE and seat in loaded.to_act and len(loaded.events) < len(match.events):
                loaded.play(seat, action)
        assert loaded.events == match.events, "the seeded dealer deals on as before"
        assert loaded.result == match.result


def test_undo_takes_back_own_decisions_only(room: str, seats: int) -> None:
    match = some_matches(room, seats, 1)[0]
    for n in range(1, len(match.events)):
        moment = match.fork(n, Ask())
        seat = moment.events[-1].seat
        if seat == CHANCE:
            for someone in range(seats):
                with pytest.raises(cb.NothingToUndo):
                    moment.undo(someone)
            continue
        before = match.fork(n - 1).position().tobytes()
        try:
            moment.undo(seat)
        except cb.NothingToUndo:
            continue
        assert moment.position().tobytes() == before
        assert moment.events == match.events[: n - 1]


def test_boxes_hash_what_plays_and_not_what_is_noted(room: str) -> None:
    found = game(room)
    text = (found.folder / "box.toml").read_text("utf-8")
    assert parse_box(found, "# a remark\n" + text, "mine").digest == load_box(found).digest


def test_declaration_is_complete(room: str) -> None:
    found = game(room)
    assert found.name == room
    assert found.version >= 1
    assert found.seats[0] >= 1
    assert len(found.seats) == found.seats[-1] - found.seats[0] + 1
    for option in found.options:
        assert option.default in option.values
    assert found.rules.Position.dtype.itemsize <= 1024
    assert {"pending", "ended", "seats"} <= set(found.rules.Position.fields)
    for file in ("box.toml", "box.py", "rules.md"):
        assert (found.folder / file).exists()
    assert found.viewer.view


def test_golden_playthrough(room: str, seats: int) -> None:
    """The same seed tells the same game, with the same leaf counts, as when somebody last read it."""
    expected = golden_file(game(room), seats).read_text("utf-8")
    assert playthrough(game(room), seats) == expected
