"""Liar's Dice, clause by clause."""

from fractions import Fraction
from typing import Any

import pytest

import chancebox as cb
from chancebox.engine.game.happenings import Ended
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from clauses import clause
from rooms.liars_dice.text.story import Challenged, Eliminated, LostDie, Made, Revealed, Threw

A, B, C = 0, 1, 2


def table(*throws: str, first: str = "A", seats: int = 2, **options: str) -> Match:
    """Begin a match in which these dice come up, seat by seat."""
    dealer = cb.Scripted([f"first {first}", *(f"dice {' '.join(throw)}" for throw in throws)])
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return cb.new("liars-dice", seats, dealer=dealer, options=chosen)


def play(match: Match, *moves: str) -> Match:
    """Let whoever is asked play these."""
    for move in moves:
        match.play(match.to_act[0], move)
    return match


def left(match: Match) -> list[int]:
    return [one["dice_left"] for one in match.view()["players"]]


def one_die_each(*throws: str, seats: int = 2, first: str = "A") -> Match:
    """Begin a match in which everybody has a single die left."""
    match = cb.new("liars-dice", seats, dealer="ask")
    s = match.position()
    for seat in range(seats):
        plain(s).players[seat].left = 1
    dealer = cb.Scripted([f"first {first}", *(f"dice {throw}" for throw in throws)])
    return Match(match.game, seats, dealer=dealer, position=s)


@clause("LD-01")
@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_begins_with_five_dice(seats: int) -> None:
    assert left(cb.new("liars-dice", seats, seed=1)) == [5] * seats


@clause("LD-02")
def test_chance_says_who_bids_first() -> None:
    match = cb.new("liars-dice", 3, dealer="ask")
    assert [str(who) for who, _share in match.outcomes()] == ["first A", "first B", "first C"]
    assert {share for _who, share in match.outcomes()} == {Fraction(1, 3)}
    assert table("12345", "12345", "12345", first="C", seats=3).to_act == (C,)


@clause("LD-03")
def test_everybody_throws_and_sees_the_own_dice_alone() -> None:
    match = table("11234", "55666")
    assert [one["dice"] for one in match.view(A)["players"]] == [[1, 1, 2, 3, 4], None]
    assert [one["dice"] for one in match.view(B)["players"]] == [None, [5, 5, 6, 6, 6]]
    assert [one["dice"] for one in match.view(SPECTATOR)["players"]] == [None, None]
    assert left(match) == [5, 5]


@clause("LD-03")
def test_all_dice_are_thrown_again_in_the_next_round() -> None:
    match = play(table("11234", "55666", "2222", "33333"), "9x6", "challenge")
    assert [str(event).split()[1] for event in match.notation[-2:]] == ["dice", "dice"]
    assert match.view(A)["players"][A]["dice"] == [2, 2, 2, 2]
    assert match.view(A)["players"][B]["dice"] is None, "what was shown before is gone"


@clause("LD-04", "LD-07")
def test_the_first_player_bids_and_cannot_challenge() -> None:
    match = table("11234", "55666")
    moves = match.moves(A)
    assert moves[:3] == ["1x1", "1x2", "1x3"]
    assert "challenge" not in moves
    with pytest.raises(cb.IllegalAction):
        match.play(A, "challenge")
    match.play(A, "4x5")
    assert match.view()["bid"] == "4 fives"
    assert match.log()[-1] == "A bids 4 fives."


@clause("LD-05")
@pytest.mark.parametrize(
    ("bid", "higher"),
    [("4x5", True), ("3x6", True), ("4x1", True), ("3x5", False), ("3x4", False), ("2x6", False)],
)
def test_a_bid_is_more_dice_or_a_higher_face(bid: str, higher: bool) -> None:
    match = play(table("11234", "55666"), "3x5")
    assert (bid in match.moves(B)) == higher


@clause("LD-05")
def test_the_turn_goes_clockwise() -> None:
    match = table("12345", "12345", "12345", first="B", seats=3)
    asked = []
    for bid in ("1x1", "2x1", "3x1", "4x1"):
        asked.append(match.to_act[0])
        match.play(match.to_act[0], bid)
    assert asked == [B, C, A, B]


@clause("LD-06")
def test_nobody_bids_more_dice_than_there_are() -> None:
    match = table("11234", "55666")
    assert match.moves(A)[-1] == "10x6"
    with pytest.raises(cb.IllegalAction):
        match.play(A, "11x1")
    later = play(table("11234", "55666", "1111", "11111"), "9x6", "challenge")
    assert later.moves(A)[-1] == "9x6", "a die less"


@clause("LD-07")
def test_after_the_highest_bid_one_can_only_challenge() -> None:
    assert play(table("11234", "55666"), "10x6").moves(B) == ["challenge"]


@clause("LD-08", "LD-09")
@pytest.mark.parametrize("bid", ["4x5", "3x5"])
def test_a_true_bid_costs_the_challenger_a_die(bid: str) -> None:
    """Four fives lie on the table, of both players."""
    match = play(table("15523", "55666", "12345", "1234"), bid, "challenge")
    assert left(match) == [5, 4]
    assert match.log()[-3] == f"B challenges the {bid[0]} fives of A. There are 4 fives. B loses a die."


@clause("LD-08", "LD-10")
def test_a_lie_costs_the_bidder_a_die() -> None:
    match = play(table("15523", "55666", "1234", "12345"), "5x5", "challenge")
    assert left(match) == [4, 5]


@clause("LD-08")
def test_a_challenge_shows_all_dice_to_everybody() -> None:
    match = table("15523", "55666")
    match.dealer = cb.Ask()
    play(match, "5x5", "challenge")
    for viewer in (A, B, SPECTATOR):
        shown = [one["dice"] for one in match.view(viewer)["players"]]
        assert shown == [[1, 2, 3, 5, 5], [5, 5, 6, 6, 6]]
        assert match.happenings(viewer)[-1][1] == [
            Challenged(B, A, 29),
            Revealed(((1, 2, 3, 5, 5), (5, 5, 6, 6, 6)), 5, 4),
            LostDie(A),
        ]


@clause("LD-11")
def test_who_lost_the_die_opens_the_next_round() -> None:
    again = ("1234", "12345")
    assert play(table("15523", "55666", *again), "5x5", "challenge").to_act == (A,)
    assert play(table("15523", "55666", *again[::-1]), "4x5", "challenge").to_act == (B,)


@clause("LD-11", "LD-12")
def test_after_the_last_die_the_next_player_opens_and_the_other_is_passed_over() -> None:
    match = play(one_die_each("1", "2", "3", "4", "4", seats=3), "2x1", "challenge")
    assert left(match) == [0, 1, 1]
    assert match.to_act == (B,)
    play(match, "1x4")
    assert match.to_act == (C,), "A is passed over from now on"
    play(match, "2x4")
    assert match.to_act == (B,)


@clause("LD-12")
def test_dice_of_who_is_out_count_no_more() -> None:
    match = play(one_die_each("4", "2", "3", "1", "1", seats=3), "2x1", "challenge")
    assert match.view(B)["players"][A]["dice"] == []
    play(match, "1x4", "challenge")
    assert match.result is not None
    assert match.result.winners == (C,), "there is no four any more: B lied"


@clause("LD-13")
def test_the_last_one_with_dice_wins_and_others_are_placed_by_how_long_they_stayed() -> None:
    match = play(one_die_each("1", "2", "3", "4", "4", seats=3), "2x1", "challenge", "1x4", "challenge")
    result = match.result
    assert result is not None
    assert result.winners == (B,), "there was a four: C challenged in vain"
    assert result.places == (3, 1, 2)
    assert result.why == "one player alone has dice left"
    assert match.happenings()[-1][1][-2:] == [Eliminated(C), Ended(1)]


@clause("LD-14")
@pytest.mark.parametrize(
    ("wild", "bid", "loser"),
    [
        ("no", "3x6", B),
        ("no", "4x6", A),
        ("yes", "5x6", B),
        ("yes", "6x6", A),
        ("yes", "2x1", B),
        ("yes", "3x1", A),
    ],
)
def test_ones_count_as_every_face_if_the_table_wishes(wild: str, bid: str, loser: int) -> None:
    """Two ones and three sixes lie on the table."""
    again = ("2345", "22345") if loser == A else ("22345", "2345")
    match = play(table("11236", "66543", *again, wild_ones=wild), bid, "challenge")
    assert left(match) == ([4, 5] if loser == A else [5, 4])


def told(match: Match, viewer: int) -> list[Any]:
    return [one for _n, happened in match.happenings(viewer) for one in happened]


def test_the_story_shows_dice_to_who_threw_them_alone() -> None:
    match = play(table("15523", "55666"), "5x5")
    assert told(match, A)[1:] == [Threw(A, (1, 2, 3, 5, 5)), Threw(B, None), Made(A, 29)]
    assert told(match, SPECTATOR)[1:3] == [Threw(A, None), Threw(B, None)]
    assert match.log(A)[1:3] == ["A throws 1 2 3 5 5.", "B throws."]


@pytest.mark.parametrize("text", ["", "0x5", "4x7", "bid", "four fives", "100x1", "challenge 4x5", "dice 1"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(cb.UnknownNotation, match="4x5, challenge"):
        table("15523", "55666").play(A, text)


@pytest.mark.parametrize("text", ["4x5", "bid 4 5", " BID  4x5 ", "4 5"])
def test_a_bid_may_be_written_in_several_ways(text: str) -> None:
    match = table("15523", "55666")
    match.play(A, text)
    assert match.notation[-1] == "A 4x5"


def test_a_bid_can_be_taken_back_and_a_challenge_can_not() -> None:
    match = play(table("15523", "55666"), "5x5")
    assert match.can_undo(A)
    match.dealer = cb.Ask()
    match.play(B, "challenge")
    assert not match.can_undo(B)


def test_a_sensible_player_calls_an_obvious_lie_and_believes_the_own_dice() -> None:
    from chancebox.bots import bot, question

    match = play(table("15523", "55666"), "9x1")
    assert bot("thumb", 1).choose(question(match, B)) == 0
    match = play(table("15523", "55552"), "1x5")
    answer = match.game.notation.say(match.box, None, B, bot("thumb", 1).choose(question(match, B)))
    assert answer.endswith("x5")


def test_throws_are_seats_of_chance() -> None:
    match = cb.new("liars-dice", 2, dealer=cb.Scripted(["first A"]))
    match.dealer = cb.Ask()
    assert match.to_act == (CHANCE,)
    assert len(match.outcomes()) == 252
