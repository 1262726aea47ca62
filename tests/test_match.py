"""Matches: what may be done when, what may be taken back, and who knows what."""

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

import chancebox as cb
from chancebox.bots import ask, bot
from chancebox.engine.match.match import MOST_KEPT, Match, _keep
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games import game
from helpers import random_match

HUSH = game("hush")


def hush(*cards: int) -> Match:
    match = Match(HUSH, len(cards), dealer=cb.Ask())
    for card in cards:
        match.play(CHANCE, card)
    return match


def test_actions_are_numbers_that_read_as_notation() -> None:
    match = cb.new("pig", 2, dealer="ask")
    roll, stop = match.choices(0)
    assert (str(roll), int(roll)) == ("roll", 0)
    assert repr(stop) == "Action(1, 'stop')"
    match.play(0, roll)
    assert match.outcomes() == [(face, Fraction(1, 6)) for face in range(1, 7)]
    assert repr(match) == "<Match pig: 2 seats, 1 events, * to act>"


def test_scripted_dealers_deal_numbers_and_notation_and_then_wait() -> None:
    match = Match(game("pig"), 2, dealer=cb.Scripted([3, "6"]))
    match.play(0, "roll")
    match.play(0, "roll")
    assert match.view()["total"] == 9
    match.play(0, "roll")
    assert match.to_act == (CHANCE,)
    match.play(CHANCE, 1)
    assert match.to_act == (1,)


def test_an_impossible_script_takes_back_the_action_that_led_to_it() -> None:
    match = Match(game("pig"), 2, dealer=cb.Scripted([7]))
    before = match.position().tobytes()
    with pytest.raises(cb.IllegalAction):
        match.play(0, "roll")
    assert match.position().tobytes() == before
    assert match.events == []


def test_a_move_of_several_actions_is_all_or_nothing() -> None:
    match = cb.new("gang-of-dice", 2, dealer="ask")
    for outcome in ("first A", "card L01"):
        match.play(CHANCE, outcome)
    match.play(0, "stake 3")
    match.play(CHANCE, "dice 1 2 2")
    events = len(match.events)
    with pytest.raises(cb.UnknownNotation):
        match.play(0, "reroll 1 2 2 2")
    assert len(match.events) == events
    match.play(0, "reroll 1 2")
    assert [str(e.action) for e in match.events[events:]] == ["1", "1"]


def test_the_same_seed_deals_the_same_game_whatever_is_thought() -> None:
    """Looking, listing, guessing and forking in between must not shift the deal."""
    one, other = (cb.new("gang-of-dice", 3, seed=4) for _ in range(2))
    while one.to_act:
        seat = one.to_act[0]
        one.play(seat, one.choices(seat)[0])
        other.fork().play(seat, other.choices(seat)[-1])
        ask(bot("random", seed=9), other, seat)
        other.play(seat, other.choices(seat)[0])
    assert one.events == other.events
    assert cb.new("gang-of-dice", 3, seed=5).events != one.events[:2]


def test_errors_say_what_would_be_right() -> None:
    match = cb.new("gang-of-dice", 2, dealer="ask", names=["Ann", "Ben"])
    match.play(CHANCE, "first B")
    match.play(CHANCE, "card L01")
    with pytest.raises(cb.OutOfTurn, match="Ben"):
        match.play(0, "stake 1")
    with pytest.raises(cb.IllegalAction, match=r"Possible: stake 1, stake 2, .* stake 24"):
        match.play(1, "stake 25")
    with pytest.raises(cb.UnknownNotation, match="stake 3"):
        match.play(1, "roll the dice")
    with pytest.raises(cb.NoSuchSeat, match="0 to 1"):
        match.play(2, "stake 1")
    with pytest.raises(cb.NoSuchSeat):
        match.view(7)


# Setting up


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seats": 1}, "2 to 4 players, not 1"),
        ({"seats": 5}, "2 to 4 players, not 5"),
        ({"options": {"final": "x"}}, "finale, open-stocks"),
        ({"options": {"finale": "2/2/2"}}, "1/1/2, 1/2/3"),
        ({"names": ["Ann"]}, "3 different names"),
        ({"names": ["Ann", "Ann", "Ben"]}, "3 different names"),
        ({"names": ["Ann", " ", "Ben"]}, "3 different names"),
        ({"seed": -1}, "seed"),
        ({"dealer": "magic"}, "auto and ask"),
        ({"build": "fast"}, "plain, compiled and checked"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"seats": 3, **wrong}
    with pytest.raises(cb.BadSetup, match=message):
        cb.new("gang-of-dice", **arguments)  # type: ignore[arg-type]


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(cb.UnknownGame, match="gang-of-dice"):
        cb.new("monopoly", 2)
    assert "pig" not in cb.names(), "test games are not on the shelf"
    assert cb.game("Gang of Dice") is cb.game("gang-of-dice")


# Secrets


def test_secret_decisions_come_in_any_order_and_show_nothing_before_the_last() -> None:
    for order in ((0, 1, 2), (2, 0, 1)):
        match = hush(3, 8, 5)
        assert match.to_act == (0, 1, 2)
        match.play(order[0], "dare")
        match.play(order[1], "fold")
        assert match.view(order[2])["chosen"].count(-1) == 2
        assert match.view(order[0])["chosen"][order[0]] == 2, "one knows the own choice"
        assert "dare" not in " ".join(match.log(order[2]) + match.log(SPECTATOR))
        assert match.result is None
        match.play(order[2], "fold")
        assert match.result
        assert match.result.winners == (order[0],)


def test_hidden_cards_stay_hidden_from_all_but_their_owner() -> None:
    match = hush(3, 8)
    assert match.view(0)["cards"] == [3, -1]
    assert match.view(SPECTATOR)["cards"] == [-1, -1]
    assert "3" in " ".join(match.log(0))
    assert "3" not in " ".join(match.log(1))
    match.play(0, "fold")
    match.play(1, "dare")
    assert match.view(1)["cards"] == [-1, 8], "a folded card is never shown"


def test_a_secret_decision_may_be_taken_back_until_it_uncovers_something() -> None:
    match = hush(3, 8)
    match.play(0, "dare")
    match.undo(0)
    assert match.to_act == (0, 1)
    match.play(0, "fold")
    match.play(1, "dare")
    with pytest.raises(cb.NothingToUndo, match="uncovered"):
        match.undo(1)
    with pytest.raises(cb.NothingToUndo):
        match.undo(0)


def test_nobody_wins_if_nobody_may() -> None:
    match = hush(3, 8)
    match.play(0, "fold")
    match.play(1, "fold")
    result = match.result
    assert result
    assert result.winners == ()
    assert result.places == (2, 2)
    assert result.why == "nobody dared"


# Undo and fork


def test_undo_stops_at_chance_and_at_other_seats() -> None:
    match = cb.new("pig", 2, dealer="ask")
    with pytest.raises(cb.NothingToUndo):
        match.undo(0)
    match.play(0, "roll")
    assert match.undo(0) == 1
    match.play(0, "roll")
    match.play(CHANCE, 4)
    with pytest.raises(cb.NothingToUndo):
        match.undo(0)
    match.play(0, "stop")
    with pytest.raises(cb.NothingToUndo):
        match.undo(1)
    match.undo(0)
    assert match.view()["total"] == 4


def test_small_actions_are_taken_back_one_by_one() -> None:
    match = cb.new("gang-of-dice", 2, dealer="ask")
    for outcome in ("first A", "card L01"):
        match.play(CHANCE, outcome)
    match.play(0, "stake 2")
    match.play(CHANCE, "dice 1 2")
    match.play(0, "again 1x1")
    match.undo(0)
    assert str(match.choices(0)[-1]) == "stop"


def test_forks_go_their_own_ways() -> None:
    match = cb.new("pig", 2, seed=1)
    match.play(0, "roll")
    fork = match.fork()
    fork.play(fork.to_act[0], "stop")
    assert len(fork.events) == len(match.events) + 1
    with pytest.raises(cb.BadSetup, match="no moment"):
        match.fork(99)


def test_an_ending_is_a_member_of_its_game_with_a_text() -> None:
    match = random_match(game("gang-of-dice"), 2, 1)
    result = match.result
    assert result
    endings = match.game.story.Ending
    assert result.ended is endings(plain(match.position()).ended)
    assert result.why == result.ended.text
    assert json.loads(json.dumps(result.ended)) == result.ended, "programs get the number"


def test_texts_of_endings_are_listed_by_their_numbers(room: str) -> None:
    endings = game(room).story.Ending
    texts = endings.texts()
    assert texts[0] == ""
    assert all(texts[one] == one.text != "" for one in endings)


def test_two_viewers_know_the_same_if_nothing_is_secret_between_them() -> None:
    match = hush(3, 5, 1)
    assert not match.same_sight(0, 1), "each has seen the own card"
    assert not match.same_sight(0, SPECTATOR)
    assert match.same_sight(0, 0)
    with pytest.raises(cb.NoSuchSeat):
        match.same_sight(0, 7)


def test_a_game_is_described_as_plain_data(room: str) -> None:
    found = game(room)
    told = json.loads(json.dumps(found.describe()))
    assert (told["name"], told["seats"]) == (found.name, found.all_seats)
    for option in told["options"]:
        assert option["default"] in option["values"]
        assert set(option["seats"]) <= set(told["seats"])


def test_listing_chance_is_the_same_in_every_build() -> None:
    match = random_match(game("gang-of-dice"), 2, 1, events=4).fork(dealer=cb.Ask())
    while match.to_act != (CHANCE,):
        match.play(match.to_act[0], match.choices(match.to_act[0])[-1])
    s = match.position()
    plainly, compiled = (match.game.build(name).outcomes(match.box, s) for name in ("plain", "compiled"))
    assert plainly == compiled
    assert plainly


def test_names_leave_out_what_a_terminal_would_obey() -> None:
    match = cb.new("pig", 2, names=["A\x1b]0;owned\x07nn", "Be\u200bn"])
    assert match.names == ["A]0;ownednn", "Ben"]


class Busy(dict[int, int]):
    """What somebody else puts something into, or clears, at the same moment."""

    def __iter__(self) -> Iterator[int]:
        self.clear()
        return super().__iter__()


def test_threads_that_remember_at_once_do_not_hurt_each_other() -> None:
    busy = Busy({n: n for n in range(MOST_KEPT)})
    assert _keep(busy, 500, 5) == 5
    full = {n: n for n in range(MOST_KEPT)}
    assert _keep(full, 500, 5) == 5
    assert 0 not in full
    assert len(full) == MOST_KEPT
