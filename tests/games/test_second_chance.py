"""Second Chance, clause by clause: the rules at the table."""

import itertools
from collections.abc import Sequence
from fractions import Fraction

import pytest

from chancebox.engine.game.errors import IllegalAction
from chancebox.engine.match.chance import THINKING, Ask, stream
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game, names
from chancebox.games.second_chance.pens import pen
from chancebox.games.second_chance.rules import actions, records
from chancebox.games.second_chance.rules.records import CENTRE, EMPTY, ONE, SIZE, SQUARES, START
from chancebox.games.second_chance.text import placements
from clauses import clause
from games.second_chance_table import BOX, GAME, NUMBERS, STARTS, begin, squares, table
from helpers import random_match


def grid(match: Match, seat: int) -> records.Grid:
    found: records.Grid = plain(match.position()).grids[seat]
    return found


def shares(match: Match) -> dict[int, Fraction]:
    """Tell what may come up, and how likely it is."""
    return {int(outcome): share for outcome, share in match.outcomes()}


def filled(match: Match, seat: int, ink: int) -> set[int]:
    return {square for square, drawn in enumerate(grid(match, seat).drawn) if drawn == ink}


def brute_force(rows: Sequence[str], free: set[int]) -> set[frozenset[int]]:
    """Find all placements of a shape the slow way: eight pictures, each moved over every square."""
    cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]
    found = set()
    for _flip in range(2):
        for _turn in range(4):
            cells = [(c, -r) for r, c in cells]
            for top, left in itertools.product(range(-SIZE, 2 * SIZE), repeat=2):
                moved = [(top + r, left + c) for r, c in cells]
                if all(r in range(SIZE) and c in range(SIZE) for r, c in moved):
                    found.add(frozenset(SIZE * r + c for r, c in moved))
        cells = [(r, -c) for r, c in cells]
    return {one for one in found if one <= free}


def fillings(match: Match, seat: int) -> list[frozenset[int]]:
    """List what squares each choice of a seat would fill."""
    found = []
    for action in match.choices(seat):
        covered = placements.covered(match.box, plain(match.position()), seat, action)
        found.append(frozenset(SIZE * row + column for row, column in covered))
    return found


# Set-up


@clause("SC-01")
def test_every_player_has_an_empty_grid_of_nine_by_nine_with_its_centre_at_e5() -> None:
    match = Match(GAME, 6, dealer=Ask())
    for player in match.view(0)["players"]:
        assert player["drawn"] == [[EMPTY] * 9 for _row in range(9)]
        assert player["empty"] == 81
    assert squares("e5") == {CENTRE}


@clause("SC-02")
def test_start_shapes_are_dealt_at_random_one_to_each() -> None:
    match = Match(GAME, 3, dealer=Ask())
    assert shares(match) == {number: Fraction(1, 13) for number in STARTS.values()}
    match.play(CHANCE, "start S04")
    assert STARTS["S04"] not in shares(match)
    assert {share for _outcome, share in match.outcomes()} == {Fraction(1, 12)}
    match.play(CHANCE, "start S01")
    match.play(CHANCE, "start S13")
    assert [player["start"]["id"] for player in match.view()["players"]] == ["S04", "S01", "S13"]
    assert match.to_act == (0, 1, 2)


@clause("SC-02", "SC-03", "SC-R01")
@pytest.mark.parametrize("id", STARTS)
def test_a_start_shape_lies_in_the_grid_any_way_round_with_any_square_on_the_centre(id: str) -> None:
    match = begin(1, id)
    shape = BOX.data.start[STARTS[id] - records.FIRST_START]
    found = fillings(match, 0)
    every = brute_force(shape.squares, set(range(SQUARES)))
    assert set(found) == {one for one in every if CENTRE in one}
    assert len(found) == len(set(found)) == 8 * shape.ways


@clause("SC-02")
def test_a_start_shape_beside_the_centre_is_refused() -> None:
    match = begin(1, "S01")
    with pytest.raises(IllegalAction, match="must cover the centre, e5"):
        match.play(0, "S01 @ a1")


@clause("SC-03")
def test_start_cards_leave_and_only_then_the_first_pair_is_revealed() -> None:
    match = begin(2, "S01 S02", "P01 P02")
    match.play(1, "S02 @ c4")
    assert match.to_act == (0,)
    assert match.view(1)["cards"] == []
    match.play(0, "S01 r90f @ e5")
    assert [card["id"] for card in match.view(0)["cards"]] == ["P01", "P02"]
    assert [player["start"] for player in match.view(0)["players"]] == [None, None]


@clause("SC-04")
def test_forty_cards_lie_face_down_and_the_overview_lies_open() -> None:
    match = begin(1, "S01")
    match.play(0, "S01 @ e5")
    found = shares(match)
    assert set(found) == set(NUMBERS.values())
    for shape, number in NUMBERS.items():
        assert found[number] == Fraction(BOX.data.shape[number - 1].cards, 40), shape
    assert match.view()["deck"] == 40
    assert sum(shape["cards"] for shape in match.view()["overview"]) == 40
    assert {shape["id"]: shape["left"] for shape in match.view()["overview"]}["P02"] == 2


# A round


@clause("SC-10")
def test_two_cards_come_up_on_those_before_and_never_come_back() -> None:
    match = begin(1, "S01", "P01 P05")
    match.play(0, "S01 @ e5")
    match.play(0, "P01 @ a1")
    assert [card["id"] for card in match.view()["cards"]] == ["P01", "P05"]
    assert {NUMBERS["P01"], NUMBERS["P05"]}.isdisjoint(shares(match))
    match.play(CHANCE, "card P07")
    assert [card["id"] for card in match.view()["cards"]] == ["P07"]
    match.play(CHANCE, "card P06")
    assert [card["id"] for card in match.view()["cards"]] == ["P07", "P06"]
    with pytest.raises(IllegalAction, match="P05 is not among the shapes you can draw now: P07, P06"):
        match.play(0, "P05 @ a2")


@clause("SC-10")
def test_the_two_may_be_equal_and_are_then_offered_once() -> None:
    match = begin(1, "S01", "P02")
    match.play(0, "S01 @ e5")
    assert shares(match)[NUMBERS["P02"]] == Fraction(1, 39)
    match.play(CHANCE, "card P02")
    assert len(match.view()["cards"]) == 2
    assert len(set(fillings(match, 0))) == len(fillings(match, 0))
    match.play(0, "P02 @ a1")
    assert NUMBERS["P02"] not in shares(match)


@clause("SC-11")
def test_all_draw_at_the_same_time_and_the_order_changes_nothing() -> None:
    ends = set()
    plays = {0: "P14 @ a1", 1: "P14 r90f @ h1", 2: "P02 @ a9"}
    for order in itertools.permutations(plays):
        match = begin(3, "S01 S02 S03", "P14 P02 P03")
        for seat, start in enumerate(("S01 @ e5", "S02 @ c4", "S03 @ e5")):
            match.play(seat, start)
        assert match.to_act == (0, 1, 2)
        for n, seat in enumerate(order):
            match.play(seat, plays[seat])
            assert match.to_act == tuple(sorted(order[n + 1 :])) or n == 2
        assert [player["shape"] for player in match.view()["players"]] == [None] * 3
        ends.add(match.position().tobytes())
    assert len(ends) == 1


@clause("SC-12", "SC-X2")
def test_a_shape_without_symmetry_is_drawn_in_eight_ways() -> None:
    match = table("a1 b1 c1 a2 b2 c2 a3 b3 c3", cards=["P14", "P05"])
    ways = {actions.way_of(action) for action in match.choices(0)}
    assert len(ways) == 8
    assert len(match.choices(0)) == 8 * 2, "each way fits twice into three by three"


@clause("SC-13", "SC-14", "SC-X3")
def test_beside_and_apart_are_legal_on_top_and_outside_are_not() -> None:
    match = begin(1, "S01", "P14 P02")
    match.play(0, "S01 @ e5")
    beside, apart, on_top, outside = "P14 @ b5", "P14 @ a1", "P14 @ c5", "P14 @ h1"
    for move in (beside, apart):
        match.fork(dealer=Ask()).play(0, move)
    with pytest.raises(IllegalAction, match="e5 is not empty"):
        match.play(0, on_top)
    with pytest.raises(IllegalAction, match="it would leave the grid"):
        match.play(0, outside)
    with pytest.raises(IllegalAction, match="it would leave the grid"):
        match.play(0, "P14 @ a9")


@clause("SC-14")
def test_what_is_drawn_stays_as_it_is() -> None:
    for seats in (1, 3):
        match = random_match(GAME, seats, seats)
        for n in range(len(match.events)):
            before, after = plain(match._position(n)), plain(match._position(n + 1))
            for old, new in zip(before.grids, after.grids, strict=True):
                assert all(b in (EMPTY, a) for a, b in zip(new.drawn, old.drawn, strict=True))


@clause("SC-12", "SC-14", "SC-R11")
def test_every_placement_is_found_and_no_other() -> None:
    """Compare with a search of another kind, on grids as they are met in play."""
    compared = 0
    for seed in range(4):
        match = random_match(GAME, 2, seed)
        for n, (seat, _action) in enumerate(match.events):
            moment = match.fork(n)
            s = plain(moment.position())
            if seat == CHANCE or s.step != records.DRAW or n % 3:
                continue
            free = {square for square in range(SQUARES) if s.grids[seat].drawn[square] == EMPTY}
            expected: set[tuple[int, frozenset[int]]] = set()
            for card in (0, 1) if s.cards[0] != s.cards[1] else (0,):
                shape = BOX.data.shape[s.cards[card] - 1]
                expected |= {(card, one) for one in brute_force(shape.squares, free)}
            cards = [action // actions.PER_CARD for action in moment.choices(seat)]
            found = list(zip(cards, fillings(moment, seat), strict=True))
            assert len(found) == len(set(found))
            assert set(found) == expected
            compared += 1
    assert compared > 20


@clause("SC-R02", "SC-R11")
def test_whoever_can_draw_must_also_in_the_last_corner_and_upside_down() -> None:
    match = table("i9 i8 h9 a1", "a1 c3 e5", cards=["P05", "P04", "P09"])
    assert match.to_act == (0,)
    assert [str(action) for action in match.choices(0)] == ["P04 r180 @ i8"]
    match.play(0, "P04 r180 @ i8")
    assert match.view()["players"][1]["second_chance"]["id"] == "P09"


# The second chance


@clause("SC-20", "SC-21", "SC-X4")
def test_whoever_can_draw_neither_waits_and_then_gets_a_card_that_fits() -> None:
    match = table("a1 c1", "a1 b1", "a1 b1 c1 e1", cards=["P05", "P03", "P02", "P01", "P01"])
    assert match.to_act == (2,), "the others wait"
    assert [player["waits"] for player in match.view()["players"]] == [True, True, False]
    match = table("a1 b1 d1", "a1 b1 c1 e1", cards=["P05", "P03", "P02"])
    assert match.view()["players"][0]["second_chance"] is None
    match.play(1, "P03 @ a1")
    assert match.view()["players"][0]["second_chance"]["id"] == "P02"
    assert match.to_act == (0,)
    match.play(0, "P02 @ a1")
    assert match.to_act == (CHANCE,)
    assert match.view()["round"] == 6
    match.play(CHANCE, "card P01")
    match.play(CHANCE, "card P04")
    assert list(match.to_act) == [0, 1], "both go on as usual"


@clause("SC-21")
def test_a_player_may_get_several_second_chances() -> None:
    match = table("a1 b1 d1 e1 g1", "a9", cards=["P05", "P03", "P02", "P06", "P07", "P02"], out=[1])
    match.play(0, "P02 @ a1")
    assert match.view()["round"] == 6
    match.play(0, "P02 @ d1")
    assert match.view()["round"] == 7
    assert grid(match, 0).empty == 1
    assert grid(match, 0).out == 0


@clause("SC-20", "SC-R03", "SC-R12")
def test_second_chances_are_dealt_in_seat_order_a_different_card_each() -> None:
    match = table(
        "a1 b1", "a1 b1 c1 e1", "a1 b1 i9", cards=["P05", "P03"], deck={"P05": 1, "P03": 1, "P02": 2}
    )
    match.play(1, "P03 @ a1")
    assert shares(match) == {NUMBERS["P02"]: 1}
    match.play(CHANCE, "card P02")
    chances = [player["second_chance"] for player in match.view()["players"]]
    assert [chance and chance["id"] for chance in chances] == ["P02", None, None]
    assert match.to_act == (CHANCE,), "nobody draws before all cards are dealt"
    match.play(CHANCE, "card P02")
    assert list(match.to_act) == [0, 2]
    assert match.view()["deck"] == 0


@clause("SC-R02")
def test_a_second_chance_that_fits_must_be_drawn() -> None:
    match = table("a1 b1 d1 i9", "a1 b1 c1 e1", cards=["P05", "P03", "P02"])
    match.play(1, "P03 @ a1")
    assert [str(action) for action in match.choices(0)] == ["P02 @ a1"]


@clause("SC-22", "SC-23", "SC-X5", "SC-R09")
def test_whose_second_chance_does_not_fit_is_out_and_writes_the_one() -> None:
    match = table("a1 c1 e1", "a1 b1 c1 e1 g1", cards=["P05", "P03", "P04", "P01", "P02"])
    match.play(1, "P03 @ a1")
    assert match.to_act == (0,)
    assert [str(action) for action in match.choices(0)] == ["1 @ a1", "1 @ c1", "1 @ e1"]
    match.play(0, "1 @ c1")
    assert filled(match, 0, ONE) == squares("c1")
    assert grid(match, 0).empty == 2
    assert grid(match, 0).out == 5
    assert [card["id"] for card in match.view()["cards"]] == ["P01", "P02"]
    assert match.to_act == (1,), "P01 would fit Enola, but she is asked no more; Felix plays on"
    before = list(grid(match, 0).drawn)
    match.play(1, "P01 @ e1")
    assert list(grid(match, 0).drawn) == before


@clause("SC-22", "SC-23", "SC-R04")
def test_all_who_go_in_the_first_such_round_write_a_one_and_nobody_later() -> None:
    cards = ["P05", "P03", "P04", "P06", "P05", "P02", "P07"]
    match = table(
        "a1 c1",
        "a1 c1 e1",
        "a1 b1 c1 e1",
        cards=cards,
        deck={"P03": 2, "P05": 2, "P07": 2, "P02": 2, "P04": 2, "P06": 1},
    )
    match.play(2, "P03 @ a1")
    assert match.to_act == (0, 1), "two go in the same round"
    match.play(1, "1 @ c1")
    match.play(0, "1 @ a1")
    # One round later Maeyva, left with e1, goes too, and writes nothing.
    assert match.view()["players"][2]["out"] == 6
    assert [player["holds_one"] for player in match.view()["players"]] == [True, True, False]
    assert [len(filled(match, seat, ONE)) for seat in range(3)] == [1, 1, 0]
    assert match.result
    assert match.result.why == "all players were eliminated"


@clause("SC-R04", "SC-32")
def test_tied_holders_of_the_one_share_the_win() -> None:
    match = table("a1 c1", "e1 c1", "i1", cards=["P05", "P03", "P04", "P06", "P07"])
    for seat, where in enumerate(("a1", "e1", "i1")):
        match.play(seat, f"1 @ {where}")
    assert match.result
    assert match.result.winners == (2,), "the 1 has filled the last square of Maeyva"
    match = table("a1 c1", "e1 c1", "i1 g1 e1", cards=["P05", "P03", "P04", "P06", "P07"])
    for seat, where in enumerate(("a1", "e1", "i1")):
        match.play(seat, f"1 @ {where}")
    assert match.result
    assert match.result.winners == (0, 1)


@clause("SC-23")
def test_the_one_is_compulsory_and_goes_into_any_empty_square() -> None:
    match = table("a1 c1", "a1 b1 c1", cards=["P05", "P04", "P07", "P03"])
    assert match.to_act == (0, 1)
    assert {str(action) for action in match.choices(0)} == {"1 @ a1", "1 @ c1"}
    assert {str(action) for action in match.choices(1)} == {"P03 @ a1"}
    with pytest.raises(IllegalAction):
        match.play(0, "1 @ b1")


@clause("SC-24")
def test_a_second_chance_card_serves_nobody_else() -> None:
    match = table("a1 b1 d1", "a1 b1 c1 e1", cards=["P05", "P03", "P14"])
    match.play(1, "P03 @ a1")
    match.play(0, "1 @ a1")
    assert NUMBERS["P14"] not in shares(match)
    assert [card["id"] for card in match.view()["cards"]] == ["P05", "P03"]
    assert match.view()["deck"] == 40 - 3


@clause("SC-25")
def test_whoever_was_eliminated_can_still_win() -> None:
    match = table(
        "a1 c1", "a1 b1 c1 e1 g1 i1 a9", cards=["P05", "P03", "P04"], deck={"P05": 1, "P03": 1, "P04": 1}
    )
    match.play(1, "P03 @ a1")
    match.play(0, "1 @ a1")
    assert match.result
    assert match.result.winners == (0,)
    assert match.view()["players"][0]["out"] == 5


# The end


@clause("SC-30", "SC-R13")
def test_the_game_ends_when_all_are_out_also_with_no_card_left() -> None:
    cards = ["P05", "P03", "P04", "P06"]
    match = table("a1 c1", "a1 e1", cards=cards, deck=dict.fromkeys(cards, 1))
    match.play(0, "1 @ a1")
    match.play(1, "1 @ a1")
    assert match.result
    assert match.result.ended == records.ALL_OUT
    assert match.view()["deck"] == 0


@clause("SC-30", "SC-R08")
def test_the_game_ends_when_no_pair_is_left_and_a_single_card_is_not_revealed() -> None:
    match = table("a1 b1 d1", "a1 b1 d1 f1", cards=["P02", "P05"], deck={"P02": 1, "P05": 1, "P01": 1})
    match.play(0, "P02 @ a1")
    match.play(1, "P02 @ a1")
    assert match.result
    assert match.result.ended == records.NO_PAIR
    assert match.result.winners == (0,)
    assert match.view()["deck"] == 1
    assert [card["id"] for card in match.view()["cards"]] == ["P02", "P05"]


@clause("SC-30")
def test_the_last_two_cards_are_still_a_pair() -> None:
    match = table(
        "a1 b1 d1", "a1 b1 d1 f1", cards=["P02", "P05"], deck={"P02": 1, "P05": 1, "P01": 1, "P03": 1}
    )
    match.play(0, "P02 @ a1")
    match.play(1, "P02 @ a1")
    assert set(shares(match)) == {NUMBERS["P01"], NUMBERS["P03"]}


@clause("SC-R08")
def test_a_single_card_left_serves_a_single_second_chance() -> None:
    deck = {"P03": 1, "P05": 1, "P02": 1}
    match = table("a1 b1 d1", "a1 b1 c1 e1", cards=["P03", "P05", "P02"], deck=deck)
    match.play(1, "P03 @ a1")
    assert match.to_act == (0,)
    match.play(0, "P02 @ a1")
    assert match.result
    assert match.result.ended == records.NO_PAIR


@clause("SC-31", "SC-R08")
def test_too_few_cards_end_the_game_and_nobody_gets_one() -> None:
    deck = {"P03": 1, "P05": 1, "P02": 1}
    match = table("a1 b1 d1", "a1 b1 c1 e1", "a1 c1 e1", cards=["P03", "P05", "P02"], deck=deck)
    match.play(1, "P03 @ a1")
    assert match.result
    assert match.result.ended == records.NO_CARDS
    assert match.view()["deck"] == 1
    for player in match.view()["players"]:
        assert player["out"] is None
        assert player["second_chance"] is None
        assert not player["holds_one"]
    assert [grid(match, seat).empty for seat in range(3)] == [3, 1, 3]
    assert match.result.winners == (1,)


@clause("SC-32", "SC-X1")
def test_enola_wins_the_tie_because_she_was_the_first_to_go() -> None:
    apart = "a1 c1 e1 g1 i1"
    cards = ["P05", "P03", "P04", "P02", "P04", "P06", "P07"]
    match = table(f"{apart} a3", f"{apart} a9 b9 c9", f"{apart} a3 c3 a9 b9 c9", cards=cards)
    match.play(1, "P03 @ a9")
    match.play(2, "P03 @ a9")
    match.play(0, "1 @ a3")
    assert [grid(match, seat).empty for seat in range(3)] == [5, 5, 7]
    assert match.result
    assert match.result.ended == records.ALL_OUT
    assert match.result.winners == (0,)
    assert match.result.places == (1, 2, 3)


@clause("SC-32")
def test_a_one_outside_of_the_tie_counts_for_nothing() -> None:
    cards = ["P05", "P03", "P04", "P02", "P04", "P06", "P07"]
    match = table("a1 c1 e1 g1", "a1 c1 a9 b9 c9", "e1 g1 a9 b9 c9", cards=cards)
    match.play(1, "P03 @ a9")
    match.play(2, "P03 @ a9")
    match.play(0, "1 @ a1")
    assert [grid(match, seat).empty for seat in range(3)] == [3, 2, 2]
    assert match.result
    assert match.result.winners == (1, 2), "without a 1 among them they share"


@clause("SC-33", "SC-30", "SC-R06")
def test_a_full_grid_ends_the_game_when_all_have_drawn_without_second_chances() -> None:
    match = table("a1 b1 c1", "a1 c1", "a1 b1 c1 i9", cards=["P03", "P05", "P01"])
    match.play(0, "P03 @ a1")
    assert match.result is None, "Maeyva finishes drawing"
    match.play(2, "P03 @ a1")
    assert match.result
    assert match.result.ended == records.FULL_GRID
    assert match.result.winners == (0,)
    waiting = match.view()["players"][1]
    assert (waiting["out"], waiting["second_chance"], waiting["holds_one"]) == (None, None, False)
    assert grid(match, 1).empty == 2


@clause("SC-33", "SC-R07")
def test_all_who_have_a_full_grid_win() -> None:
    match = table("a1 b1 c1", "a1 b1 c1", "a1 b1 c1 i9", cards=["P03", "P05"])
    for seat in range(3):
        match.play(seat, "P03 @ a1")
    assert match.result
    assert match.result.winners == (0, 1)


@clause("SC-R05", "SC-R07", "SC-R12", "SC-R13")
def test_the_one_can_fill_a_grid_and_breaks_no_tie_among_full_ones() -> None:
    match = table("a1", "a1 b1", "a1 c1", cards=["P03", "P05", "P04", "P02", "P06"])
    assert match.to_act == (0, 1, 2), "the step goes on until all have drawn and written"
    match.play(0, "1 @ a1")
    assert match.result is None
    match.play(2, "1 @ c1")
    match.play(1, "P02 @ a1")
    assert match.result
    assert match.result.ended == records.FULL_GRID
    assert match.result.winners == (0, 1), "although Enola has the 1 and Felix has none"


@clause("SC-R13")
def test_a_full_grid_comes_before_too_few_cards() -> None:
    match = table("a1 b1 c1", "a1 c1", cards=["P03", "P05"], deck={"P03": 1, "P05": 1})
    match.play(0, "P03 @ a1")
    assert match.result
    assert match.result.ended == records.FULL_GRID


@clause("SC-R13", "SC-R05")
def test_a_full_grid_comes_before_all_being_out() -> None:
    match = table("a1", "a1 c1", cards=["P03", "P05", "P04", "P06"])
    match.play(0, "1 @ a1")
    match.play(1, "1 @ c1")
    assert match.result
    assert match.result.ended == records.FULL_GRID
    assert match.result.winners == (0,)


# Alone


@clause("SC-40", "SC-R10")
def test_alone_three_games_are_played_with_everything_shuffled_again() -> None:
    match = Match(GAME, 1, dealer=Ask())
    for number in (1, 2, 3):
        assert match.view()["game"] == number
        assert len(match.outcomes()) == 13, "start shapes too"
        match.play(CHANCE, "start S01")
        assert match.view()["cards"] == []
        match.play(0, "S01 @ e5")
        assert sum(1 for _outcome in match.outcomes()) == len(NUMBERS)
        assert match.view()["deck"] == 40
        while match.view()["game"] == number and match.to_act:
            seat = match.to_act[0]
            match.play(seat, match.choices(seat)[0])
    assert match.result
    games = match.view()["games"]
    assert match.view()["total"] == sum(grid["empty"] for grid in games)
    assert all(any(1 in row for row in grid["drawn"]) for grid in games), "all three grids are kept"


@clause("SC-40")
@pytest.mark.parametrize(("before", "success"), [("a1 c1 e1 g1", True), ("a1 c1 e1 g1 i1", False)])
def test_alone_nine_empty_squares_are_a_success_and_ten_are_not(before: str, success: bool) -> None:
    match = table("a1 c1 e1", before, "a1 c1", cards=["P05", "P03", "P04"], game=2)
    assert match.result, "eliminated, and no 1 to write"
    total = 3 + len(before.split()) + 2
    assert match.view()["total"] == total
    assert match.result.standing == (9 - total,)
    assert match.result.winners == ((0,) if success else ())
    assert match.result.ended == (records.SUCCESS if success else records.FAILURE)


@clause("SC-40", "SC-R10")
def test_alone_there_are_second_chances_but_no_one() -> None:
    match = table("a1 b1 d1", cards=["P05", "P03", "P02", "P06", "P07", "P08"])
    match.play(0, "P02 @ a1")
    assert match.view()["game"] == 2, "the next second chance did not fit: that game is over, no more"
    assert match.to_act == (CHANCE,)
    assert not any(filled(match, seat, ONE) for seat in range(3))
    assert grid(match, 0).empty == 1


@clause("SC-R10")
def test_alone_a_full_grid_ends_that_game_only() -> None:
    match = table("a1 b1 c1", cards=["P03", "P05"])
    match.play(0, "P03 @ a1")
    assert match.result is None
    assert match.view()["game"] == 2
    assert match.view()["games"][0]["empty"] == 0


@clause("SC-31", "SC-R10")
def test_alone_a_missing_card_ends_that_game_only() -> None:
    match = table("a1 c1", cards=["P03", "P05"], deck={"P03": 1, "P05": 1})
    assert match.view()["game"] == 2
    assert match.view()["games"][0]["empty"] == 2
    match.play(CHANCE, "start S01")
    assert not match.view()["players"][0]["waits"]


@clause("SC-40")
def test_alone_all_three_games_are_played_even_if_ten_is_passed() -> None:
    many = " ".join(f"{column}{row}" for row in (1, 3, 5) for column in "acegi")
    match = table(many, cards=["P05", "P03", "P04"])
    assert match.result is None
    assert match.view()["game"] == 2


# In colour, and in secret


@clause("SC-41")
def test_the_record_tells_the_round_of_every_square() -> None:
    match = begin(1, "S01", "P14 P02 P03 P04")
    match.play(0, "S01 @ e5")
    match.play(0, "P14 @ a1")
    match.play(0, "P03 @ a3")
    assert filled(match, 0, START) == squares("e5 f5 g5 e6 f6 g6 e7 f7")
    assert filled(match, 0, 1) == squares("a1 b1 c1 a2 b2")
    assert filled(match, 0, 2) == squares("a3 b3 c3")
    assert match.view()["players"][0]["pens"][0][0] != match.view()["players"][0]["pens"][2][0]


@clause("SC-41")
def test_a_second_chance_is_drawn_in_the_colour_of_its_round() -> None:
    match = table("a1 b1 d1", "a1 b1 c1 e1", cards=["P05", "P03", "P02"])
    match.play(1, "P03 @ a1")
    match.play(0, "P02 @ a1")
    assert filled(match, 0, 5) == squares("a1 b1")
    assert filled(match, 1, 5) == squares("a1 b1 c1")
    assert match.view()["players"][0]["pens"][0][0] == pen(2, 0, 5)


@clause("SC-41")
def test_pens_go_to_the_left_after_each_round() -> None:
    for seats in range(2, 7):
        for number in range(20):
            held = [pen(seats, seat, number) for seat in range(seats)]
            assert sorted(held) == list(range(seats)), "every player has another colour"
            if number > 0:
                left = [pen(seats, (seat + 1) % seats, number + 1) for seat in range(seats)]
                assert left == held
    assert all(pen(1, 0, number) != pen(1, 0, number + 1) for number in range(20))


@clause("SC-R14", "SC-11")
def test_nobody_sees_what_others_draw_before_all_have_drawn() -> None:
    match = begin(3, "S01 S02 S03", "P14 P02")
    for seat, start in enumerate(("S01 @ e5", "S02 @ c4", "S03 @ e5")):
        before = match.view(2)["players"][seat]["drawn"]
        match.play(seat, start)
        if seat < 2:
            assert match.view(2)["players"][seat]["drawn"] == before
            assert match.view(2)["players"][seat]["has_drawn"]
            told = f"{'AB'[seat]} draws the "
            assert told not in " ".join(match.log(2))
            assert told in " ".join(match.log(seat))
    assert [sum(map(any, player["drawn"])) > 0 for player in match.view(2)["players"]] == [True] * 3
    match.play(0, "P14 @ a1")
    assert match.view(1)["players"][0]["empty"] == 73
    assert match.view(1)["players"][0]["shape"] is None
    assert match.view(0)["players"][0]["empty"] == 68
    match.play(1, "P02 @ a1")
    assert match.view(0)["players"][1]["empty"] == 73, "also whoever has drawn waits for the others"
    match.play(2, "P02 @ a9")
    assert [player["empty"] for player in match.view()["players"]] == [68, 71, 71]
    assert [player["shape"]["id"] for player in match.view()["players"]] == ["P14", "P02", "P02"]
    assert "All have drawn: A the P, B and C the domino." in match.log(1)[-1]


@clause("SC-R14")
def test_a_secret_one_is_hidden_and_guessed_as_one() -> None:
    match = table("a1 c1 e1", "a1 b1 d1", cards=["P05", "P03", "P04", "P02"])
    match.play(0, "1 @ c1")
    hidden = match.position(1)
    assert ONE not in list(plain(hidden).grids[0].drawn)
    assert plain(hidden).grids[0].empty == 3
    seen = set()
    for seed in range(40):
        world = hidden.copy()
        match._build.guess(match.box, world, 1, stream(seed, THINKING, 0))
        seen.add(list(plain(world).grids[0].drawn).index(ONE))
    assert seen == squares("a1 c1 e1")


@clause("SC-R14")
def test_what_others_draw_in_secret_is_a_courtesy() -> None:
    """Nobody can do more or less, or gain, by what others have drawn: so the curtain may stay away."""
    offered = set()
    for first in (0, 5, -1):
        match = begin(2, "S01 S02", "P14 P02")
        match.play(0, match.choices(0)[first])
        offered.add(tuple(str(action) for action in match.choices(1)))
    assert len(offered) == 1
    assert GAME.courtesy
    assert [name for name in names() if game(name).courtesy] == ["second-chance"], "hands are no courtesy"
