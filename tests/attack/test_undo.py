"""Taking back must never be a way to look: nobody knows more after an undo than before the decision."""

import random

import pytest

import chancebox as cb
from chancebox.engine.match import chance
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import Memory
from chancebox.games import game
from chancebox.server.tables.moves import can_undo
from server.guests import Guest, play_out, play_until, seated

WORLDS = 4
MOST = 150


@pytest.mark.wide(case="hush")
def test_no_undo_lets_anybody_know_more(room: str, seats: int) -> None:
    options = game(room).usual_options(seats)
    looked = 0
    for seed in range(2):
        match = cb.new(room, seats, seed=seed, options=options)
        luck = random.Random(seed)
        for _decision in range(MOST):
            if not match.to_act:
                break
            seat = luck.choice(match.to_act)
            match.play(seat, int(luck.choice(match.choices(seat))))
            if match.can_undo(seat):
                looked += 1
                for viewer in [*range(seats), SPECTATOR]:
                    assert not told_something(match, viewer, luck), (match.notation[-1], viewer)
    assert looked or seats == 1, "something can be taken back in every game; alone, chance follows at once"


def told_something(match: Match, viewer: int, luck: random.Random) -> bool:
    """Return whether the last decision showed a viewer what could not be known before it."""
    build, box = match._build, match.box
    seat, action = match.events[-1]
    known = hidden(match, -2, viewer)
    shown = hidden(match, -1, viewer).tobytes()
    if seat != viewer and known.tobytes() == shown:
        return False
    if known.tobytes() == match._position(-2).tobytes():  # who knew everything cannot be told more
        return False
    for _world in range(WORLDS):
        world = known.copy()
        build.guess(box, world, viewer, chance.stream(luck.getrandbits(32), chance.THINKING, 0))
        possible = build.choices(box, world, seat)
        # Others see the decision, and that it was possible; its seat sees what came of it.
        tried = [a for a in [action, *possible] if a in possible] if seat != viewer else [action]
        if not any(after(match, world, viewer, a) == shown for a in tried):
            return True
    return False


def hidden(match: Match, n: int, viewer: int) -> Memory:
    position = match._position(n)
    match._build.hide(match.box, position, viewer)
    return position


def after(match: Match, world: Memory, viewer: int, action: int) -> bytes:
    position = world.copy()
    match._build.play(match.box, position, match.events[-1].seat, action)
    match._build.hide(match.box, position, viewer)
    return position.tobytes()


def test_no_decision_that_ends_a_game_is_taken_back(room: str, seats: int) -> None:
    match = cb.new(room, seats, seed=4, options=game(room).usual_options(seats))
    luck = random.Random(4)
    while match.to_act:
        seat = luck.choice(match.to_act)
        match.play(seat, int(luck.choice(match.choices(seat))))
    for seat in range(seats):
        assert not match.can_undo(seat)
        with pytest.raises(cb.NothingToUndo):
            match.undo(seat)


def test_a_finished_table_stays_finished(ann: Guest, ben: Guest) -> None:
    for name in ("gang-of-dice", "take-a-chance"):
        table = seated(ann, ben, name)
        play_out(table, ann, ben)
        assert ann.get(f"tables/{table}/record")
        for guest, seat in ((ann, 0), (ben, 1)):
            assert guest.post(f"tables/{table}/seats/{seat}/undo").status_code == 422
        assert ann.state(table)["stage"] == "over"


def test_the_last_of_several_cannot_look_and_choose_again(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "chance-it", "bot")
    play_until(table, [0, 1], ann, ben)
    assert ann.play(table, 0, "out").status_code == 200
    assert ben.play(table, 1, "in").status_code == 200
    assert ben.post(f"tables/{table}/seats/1/undo").status_code == 422


def test_no_scoring_is_taken_back_after_all_results_were_seen(ann: Guest, ben: Guest) -> None:
    """In every round: whoever scores last keeps the score, however many small steps it took."""
    table = seated(ann, ben, "take-it-or-leave-it")
    luck = random.Random(2)
    seen = 0
    for _decision in range(400):
        state = ann.state(table)
        if state["stage"] == "over":
            break
        view = ann.get(f"tables/{table}/view")["view"]
        guest, seat = (ann, 0) if 0 in state["to_act"] else (ben, 1)
        moves = guest.get(f"tables/{table}/choices", seat=seat)["moves"]
        assert guest.play(table, seat, luck.choice(moves)).status_code == 200
        closed = ann.get(f"tables/{table}/view")["view"]
        if view["step"] == "score" and closed["step"] != "score":
            seen += 1
            assert guest.post(f"tables/{table}/seats/{seat}/undo").status_code == 422
    assert seen


def test_a_button_to_undo_is_only_shown_where_the_whole_move_comes_back(ann: Guest, ben: Guest) -> None:
    luck = random.Random(3)
    for name in ("take-a-chance", "take-it-or-leave-it"):
        table = seated(ann, ben, name)
        shown = ann.house.app.state.house.kernel.sessions[table].table  # type: ignore[attr-defined]
        for _decision in range(120):
            if ann.state(table)["stage"] == "over":
                break
            guest, seat = (ann, 0) if 0 in ann.state(table)["to_act"] else (ben, 1)
            moves = guest.get(f"tables/{table}/choices", seat=seat)["moves"]
            guest.play(table, seat, luck.choice(moves))
            if luck.random() < 0.3:
                offered = can_undo(shown, seat)
                answer = guest.post(f"tables/{table}/seats/{seat}/undo")
                assert (answer.status_code == 200) == offered
