"""chance it: set-up, guide cards, stakes and the way from round to round."""

from fractions import Fraction

import pytest

import chancebox as cb
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.chance_it import GAME
from clauses import clause
from games.chance_it_table import (
    A,
    B,
    C,
    D,
    alive,
    asked,
    choose,
    coins,
    deal,
    hearts,
    market,
    moves,
    play_round,
    position,
    sit,
)

BORING = "4 4 4 4 4"
"""Dice that hurt nobody and ask nobody."""


@clause("CI-01")
def test_four_of_thirty_shuffled_cards_make_the_market() -> None:
    match = Match(GAME, 3, dealer=Ask())
    deal(match, "first A")
    for left, card in zip((30, 29, 28, 27), ("F1", "D3a", "C4", "D6c"), strict=True):
        assert [share for _card, share in match.outcomes()] == [Fraction(1, left)] * left
        deal(match, f"card {card}")
    assert market(match) == "F1 D3a D6c C4"
    assert match.view()["pile"] == 26
    assert len(match.outcomes()) == 252, "next come the five dice"


@clause("CI-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_starts_alike(seats: int) -> None:
    match = sit(seats)
    for player in match.view()["players"]:
        assert (player["coins"], player["hearts"], player["stars"]) == (8, 8, 0)
        assert player["cards"] == []
    deal(match, f"dice {BORING}")
    assert all(moves(match, seat) == "in, out, chance" for seat in range(seats))


@clause("CI-03")
def test_only_values_count() -> None:
    """A player with one big coin pays 1 of it and holds 4; nobody is asked to change."""
    match = sit(coins=[5, 5, 5])
    play_round(match, BORING, "in out out")
    assert coins(match) == [4, 6, 6]
    assert asked(match) == "*", "the round is over"


@clause("CI-04", "CI-51")
def test_the_sheet_is_that_of_the_living_and_changes_with_the_next_round() -> None:
    match = sit(5, hearts=[8, 8, 8, 8, 1], coins=[8, 8, 8, 8, 0])
    play_round(match, BORING, "in out out in in")
    assert alive(match) == "ABCD"
    assert match.view()["sheet"]["players"] == 5, "still the sheet of this round"
    before = coins(match)
    play_round(match, BORING, "in in in out -")
    assert match.view()["sheet"]["players"] == 4
    assert coins(match)[D] - before[D] == 3, "one OUT of four takes 3, of five it would be 4"
    assert coins(match)[A] - before[A] == -2


@clause("CI-05")
def test_what_lies_on_the_table_is_open_to_all() -> None:
    match = sit(first=B, cards={A: "D2a C4", C: "D5c"}, hearts=[3, 4, 5], stars=[1, 2, 3], pile="F2")
    for viewer in (A, B, C, SPECTATOR):
        seen = match.view(viewer)
        assert seen["first"] == B
        assert [p["hearts"] for p in seen["players"]] == [3, 4, 5]
        assert [p["stars"] for p in seen["players"]] == [1, 2, 3]
        assert [p["coins"] for p in seen["players"]] == [8, 8, 8]
        assert [card["id"] for card in seen["players"][A]["cards"]] == ["D2a", "C4"]
        assert [card["id"] for card in seen["market"]] == ["F1", "F4", "F6", "D1b"]
        assert (seen["pile"], len(seen["discards"])) == (1, 22)


@clause("CI-10")
def test_the_dice_lie_open_before_anyone_chooses() -> None:
    match = sit()
    assert asked(match) == "*"
    deal(match, "dice 6 5 3 3 1")
    assert asked(match) == "ABC"
    for viewer in (A, B, C, SPECTATOR):
        assert [row["dice"] for row in match.view(viewer)["rows"]] == [1, 0, 2, 0, 1, 1, 0]


@clause("CI-11")
def test_guide_cards_are_secret_until_all_lie_there() -> None:
    match = sit()
    deal(match, f"dice {BORING}")
    seen: dict[int, object] = {}
    for guide in ("in", "out", "chance"):
        moment = match.fork()
        moment.play(B, guide)
        assert moment.view(B)["players"][B]["guide"] == guide, "the own card is known"
        for viewer in (A, C, SPECTATOR):
            told = moment.position(viewer).tobytes(), moment.view(viewer), moment.log(viewer)
            assert seen.setdefault(viewer, told) == told
            assert moment.view(viewer)["players"][B]["guide"] == "hidden"
        moment.play(C, "out")
        moment.play(A, "in")
        for viewer in (A, C, SPECTATOR):
            assert [p["guide"] for p in moment.view(viewer)["players"]] == ["in", guide, "out"]


@clause("CI-12")
def test_chance_it_counts_as_in() -> None:
    match = sit()
    play_round(match, "2 2 2 2 2", "chance in out")
    assert coins(match) == [8 - 1 + 2, 8 - 1, 8 + 2], "two participants, one OUT"
    assert hearts(match) == [13, 13, 8]


@clause("CI-13", "CI-R13")
def test_two_who_chance_it_must_play_in_next() -> None:
    match = sit(4)
    play_round(match, BORING, "chance in out chance")
    assert [p["forced"] for p in match.view()["players"]] == [True, False, False, True]
    deal(match, f"dice {BORING}")
    assert asked(match) == "BC", "their IN lies there already"
    for viewer in (B, C, SPECTATOR):
        assert [p["guide"] for p in match.view(viewer)["players"]] == ["in", None, None, "in"]
    match.play(B, "out")
    assert [p["guide"] for p in match.view(C)["players"]] == ["in", "hidden", None, "in"]
    before = coins(match)
    match.play(C, "out")
    assert coins(match)[A] == before[A] - 1, "it is plain IN: no CHANCE IT coins"
    deal(match, f"dice {BORING}")
    assert asked(match) == "ABCD", "it lasts one round"


@clause("CI-13")
def test_when_all_are_forced_nobody_is_asked() -> None:
    match = sit()
    play_round(match, BORING, "chance chance chance")
    before = coins(match)
    deal(match, f"dice {BORING}")
    assert coins(match) == [n - 2 for n in before]
    assert asked(match) == "*"


@clause("CI-14")
def test_one_who_chances_it_alone_is_free() -> None:
    match = sit()
    play_round(match, BORING, "chance in out")
    deal(match, f"dice {BORING}")
    assert asked(match) == "ABC"
    assert moves(match, A) == "in, out, chance"


@clause("CI-15")
@pytest.mark.parametrize(("outs", "gain"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_out_players_take_coins_by_their_number(outs: int, gain: int) -> None:
    match = sit(5)
    play_round(match, BORING, " ".join(["out"] * outs + ["in"] * (5 - outs)))
    assert coins(match)[:outs] == [8 + gain] * outs


@clause("CI-16", "CI-R10")
def test_everybody_out_costs_a_heart_and_nothing_else_happens() -> None:
    match = sit()
    play_round(match, "1 1 2 4 6", "out out out")
    assert hearts(match) == [7, 7, 7]
    assert coins(match) == [8, 8, 8]
    assert len(match.outcomes()) == 252, "no re-roll: the next round's five dice are due"
    assert match.view()["first"] == B


@clause("CI-17")
@pytest.mark.parametrize(("ins", "price"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_participants_pay_by_their_number(ins: int, price: int) -> None:
    match = sit(5)
    play_round(match, BORING, " ".join(["in"] * ins + ["out"] * (5 - ins)))
    assert coins(match)[:ins] == [8 - price] * ins


@clause("CI-18")
def test_hearts_pay_what_coins_cannot() -> None:
    match = sit(4, coins=[3, 2, 0, 1], hearts=[8, 8, 4, 2])
    play_round(match, BORING, "in in in in")
    assert coins(match) == [0, 0, 0, 0]
    assert hearts(match) == [8, 7, 1, 0]
    assert alive(match) == "ABC"


@clause("CI-19")
def test_stakes_come_before_the_action_round() -> None:
    """Five hearts would have saved C, had they come first."""
    match = sit(coins=[8, 8, 0], hearts=[8, 8, 2])
    play_round(match, "2 2 2 2 2", "in in in")
    assert alive(match) == "AB"
    assert hearts(match) == [13, 13, 0]


@clause("CI-60")
def test_guide_cards_come_back_and_the_marker_goes_on() -> None:
    match = sit(first=C)
    play_round(match, BORING, "in out chance")
    assert match.view()["first"] == A
    deal(match, f"dice {BORING}")
    assert all(p["guide"] is None for p in match.view()["players"])
    assert [moves(match, seat) for seat in (A, B, C)] == ["in, out, chance"] * 3


@clause("CI-60")
def test_the_marker_skips_the_eliminated() -> None:
    match = sit(4, hearts=[8, 1, 8, 8])
    play_round(match, "3 4 4 4 4", "out in out out")
    assert alive(match) == "ACD"
    assert match.view()["first"] == C


@clause("CI-R02")
def test_the_supply_never_runs_out() -> None:
    """The box has coins worth 85; who is OUT gets more all the same."""
    match = sit(coins=[300, 300, 300], hearts=[200, 200, 200])
    play_round(match, "2 2 4 5 5", "in in out")
    assert coins(match) == [301, 301, 302]
    assert hearts(match) == [202, 202, 200]


@clause("CI-R09")
def test_who_dies_of_the_stake_takes_no_part_and_counts_all_the_same() -> None:
    match = sit(4, coins=[8, 8, 1, 8], hearts=[8, 8, 1, 8], cards={C: "D2b"})
    play_round(match, "2 2 2 2 2", "in in in out")
    assert coins(match)[:2] == [6, 6], "three were counted: 2 each"
    assert alive(match) == "ABD"
    assert hearts(match) == [13, 13, 0, 8]
    assert asked(match) == "*", "the dead are not asked about their cards"


@clause("CI-R11")
def test_a_starting_player_who_is_out_still_rerolls() -> None:
    match = sit(first=B)
    play_round(match, "1 6 4 4 4", "in out in")
    assert match.view()["step"] == "reroll"
    deal(match, "dice 4")
    assert match.log()[-1].startswith("B rolls the 1s again")
    assert asked(match) == "C", "action 6 begins with the next participant clockwise"


@clause("CI-R12")
def test_the_next_living_player_acts_for_an_eliminated_one() -> None:
    match = sit(4, first=B, coins=[8, 0, 8, 8], hearts=[8, 1, 8, 8])
    play_round(match, "1 6 4 4 4", "in in out in")
    assert alive(match) == "ACD"
    assert match.view()["first"] == B, "the marker stays for this round"
    deal(match, "dice 4")
    assert match.log()[-1].startswith("C rolls the 1s again")
    assert asked(match) == "D", "C is OUT, so D is the first participant after the marker"
    match.play(D, "discard F1")
    match.play(A, "discard F4")
    assert match.view()["first"] == C, "the next living player after the seat that held it"


@clause("CI-R13")
def test_a_forced_in_never_lasts_longer_than_a_round() -> None:
    """A and B are forced, C and D chance it meanwhile: now those two are forced and A and B free."""
    match = sit(4)
    play_round(match, BORING, "chance chance out out")
    play_round(match, BORING, "- - chance chance")
    deal(match, f"dice {BORING}")
    assert asked(match) == "AB"


@clause("CI-R14")
def test_chance_it_is_counted_at_the_reveal() -> None:
    match = sit(coins=[8, 0, 8], hearts=[8, 1, 8])
    play_round(match, BORING, "chance chance out")
    assert alive(match) == "AC"
    assert coins(match) == [8 - 1 + 2, 0, 8 + 2], "B chances it no more"
    assert [p["forced"] for p in match.view()["players"]] == [True, False, False]
    deal(match, f"dice {BORING}")
    assert asked(match) == "C", "A survived of two and is forced"


@clause("CI-R28")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_chance_says_who_begins(seats: int) -> None:
    match = Match(GAME, seats, options=GAME.usual_options(seats), dealer=Ask())
    assert [share for _seat, share in match.outcomes()] == [Fraction(1, seats)] * seats
    deal(match, "first B")
    assert match.view()["first"] == B


@clause("CI-R28")
def test_two_play_only_with_the_option() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6]
    with pytest.raises(cb.BadSetup, match="two-players=yes"):
        Match(GAME, 2)
    with pytest.raises(cb.BadSetup, match="3 to 6"):
        Match(GAME, 7)
    with pytest.raises(cb.BadSetup, match="two-players"):
        Match(GAME, 3, options={"two-players": "yes"})
    match = sit(2)
    assert match.options == {"two-players": "yes"}
    play_round(match, BORING, "in out")
    assert coins(match) == [7, 9]
    assert position(match).sheet == 2


def test_a_choice_can_be_taken_back_until_the_reveal() -> None:
    match = sit()
    deal(match, f"dice {BORING}")
    match.play(A, "in")
    match.undo(A)
    assert asked(match) == "ABC"
    choose(match, "in in in")
    with pytest.raises(cb.NothingToUndo):
        match.undo(C)
