"""Take it or Leave it, clause by clause: set-up, rounds and the end."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import chancebox as cb
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.take_it_or_leave_it.rules import records
from chancebox.games.take_it_or_leave_it.text.names import card_text
from clauses import clause
from games.tray import BOX, CARDS, LEAVE, TEXT, Tray, altered

EXTRA = '[[task]]\nid = "T77"\npoints = 1\nkind = "exactly"\nn = 9\nstatus = "stated"\n\n'
HANDS = ("T01 T02 T03 T04 A01", "T05 T06 T07 T08 A02")


# Set-up


@clause("TL-01")
def test_the_box_holds_what_the_book_lists() -> None:
    data = BOX.data
    assert (data.supply.white, data.supply.black, data.supply.red, data.supply.chips) == (9, 9, 2, 30)
    assert (len(data.task), len(data.action)) == (76, 34)


@clause("TL-01")
@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("white = 9\nblack = 9\nred = 2", "white = 8\nblack = 9\nred = 2", "supply.white"),
        ('[[task]]\nid = "T76"\n', f'{EXTRA}[[task]]\nid = "T76"\n', "76 cards of this kind, not 77"),
        ('id = "T76"', 'id = "T75"', "T75 is there twice"),
        ('dice = ["b", "w"]\n', "", "T01: a card of kind listed needs dice"),
        ("count = 3\nn = 9", "n = 9", "needs count"),
        ('kind = "swap"\n', 'kind = "swap"\ncolour = "red"\n', "has no colour"),
        ('kind = "shift"\ncolour = "white"', 'kind = "shift"\ncolour = "red"', "can only be re-rolled"),
        ("players = 5\n", "players = 4\n", "2, 3, 4 and 5"),
        ("tasks = 4\nactions = 1", "tasks = 5\nactions = 1", "hand.tasks"),
    ],
)
def test_a_box_that_does_not_fit_is_refused(wrong: str, right: str, message: str) -> None:
    assert wrong in TEXT
    with pytest.raises(cb.BadBox, match=message):
        parse_box(LEAVE, TEXT.replace(wrong, right, 1), "mine")


@clause("TL-R19")
def test_every_card_says_how_well_it_is_known() -> None:
    cards = [*BOX.data.task, *BOX.data.action]
    assert {card.status for card in cards} == {"stated", "sourced", "reconstructed"}
    stated = {card.id for card in cards if card.status == "stated"}
    assert {"T25", "T38"} <= stated, "the two tasks that the book shows with their points"
    assert "A04" not in stated, "a colour that the book does not show"
    assert all(card.note for card in cards if card.status == "sourced")
    variants = Counter((card.kind, card.colour) for card in BOX.data.action)
    for one_colour in ("reroll", "set", "shift"):
        assert variants[one_colour, "white"] == variants[one_colour, "black"] > 0


@clause("TL-02", "TL-10")
@pytest.mark.parametrize(("seats", "dice"), [(2, (6, 6, 1)), (3, (7, 7, 2)), (4, (8, 8, 2)), (5, (9, 9, 2))])
def test_the_start_player_throws_all_dice_of_this_number_of_players(
    seats: int, dice: tuple[int, int, int]
) -> None:
    table = Tray(seats)
    table.deal_any()
    assert table.step == "throw"
    assert tuple(table.s.falling) == dice
    table.throw()
    assert table.tray == " ".join(["w1"] * dice[0] + ["b1"] * dice[1] + ["r1"] * dice[2])
    assert table.asked == "A"


@clause("TL-10")
def test_each_colour_shows_what_came_up_and_is_thrown_once() -> None:
    table = Tray()
    table.deal(*HANDS)
    table.throw("1 2 3 4 5 6", "6 6 5 5 4 4", "3")
    assert table.tray == "w1 w2 w3 w4 w5 w6 b4 b4 b5 b5 b6 b6 r3"
    table.play("A take w1", "B take b6", "A take w2")
    assert table.tray == "w3 w4 w5 w6 b4 b4 b5 b5 b6 r3", "nothing else moves"
    with pytest.raises(cb.UnknownNotation):
        Tray().chance("white 1 2 3")


@clause("TL-03")
def test_tasks_and_actions_are_two_piles() -> None:
    table = Tray()
    tasks = [str(outcome) for outcome, _ in table.match.outcomes()]
    assert tasks == [f"draw {task.id}" for task in BOX.data.task]
    assert len({share for _, share in table.match.outcomes()}) == 1, "all equally likely"
    table.deal("T01 T02 T03 T04")
    assert [str(o) for o, _ in table.match.outcomes()] == [f"draw {action.id}" for action in BOX.data.action]
    table.deal("A01")
    assert len(table.match.outcomes()) == 72, "what A holds cannot come up again"
    assert table.match.view()["piles"] == {"tasks": 72, "actions": 33}


@clause("TL-04", "TL-R01")
def test_everybody_begins_with_four_tasks_and_an_action_dealt_once() -> None:
    table = Tray(3)
    hands = [*HANDS, "T09 T10 T11 T12 A03"]
    table.deal(*hands)
    assert [table.hand(letter) for letter in "ABC"] == hands
    assert table.step == "throw"
    table.pass_round()
    assert [table.hand(letter) for letter in "ABC"] == hands, "who lost nothing draws nothing"
    assert table.s.round == 2


@clause("TL-04")
def test_hands_are_secret() -> None:
    table = Tray()
    table.deal(*HANDS)
    assert [card["id"] for card in table.match.view(0)["hand"]] == HANDS[0].split()
    assert table.match.view()["hand"] is None
    assert "T05" not in str(table.match.view(0))
    told = f"“{card_text(BOX, CARDS['T05'])}”"
    assert told not in " ".join(table.match.log(0))
    assert told in " ".join(table.match.log(1))


# Turns


@clause("TL-11")
def test_clockwise_each_takes_one_die_from_the_tray_or_passes() -> None:
    table = Tray.laid("w1 w1 b2 b3 r4 w5 w6", seats=3)
    assert table.choices("A") == ["take w1", "take b2", "take b3", "take r4", "take w5", "take w6", "pass"]
    table.play("A take w1")
    assert (table.tray, table.dice("A"), table.asked) == ("w1 w5 w6 b2 b3 r4", "w1", "B")
    table.play("B take r4", "C take b2", "A take w1")
    assert (table.dice("A"), table.asked) == ("w1 w1", "B")
    with pytest.raises(cb.IllegalAction):
        table.play("B take w1")
    with pytest.raises(cb.OutOfTurn):
        table.play("A take w5")


@clause("TL-11", "TL-21")
def test_the_next_player_to_the_left_starts_the_next_round() -> None:
    table = Tray(3)
    table.deal_any()
    starters = []
    for _round in range(9):
        table.throw()
        starters.append(table.asked)
        table.pass_round()
    assert "".join(starters) == "ABCABCABC"


@clause("TL-12", "TL-40")
def test_an_action_may_be_played_before_the_die_and_does_not_replace_it() -> None:
    table = Tray.laid("w1 w2 b2 b3", {"A": "A25 A26"})
    assert {"play A25", "play A26"} <= set(table.choices("A"))
    table.play("A play A25 w1 b3")
    assert table.tray == "w2 w3 b1 b2"
    assert table.choices("A") == ["take b1", "take w2", "take b2", "take w3", "pass"], "one action a turn"
    table.play("A take w3", "B take b1")
    assert "play A26" in table.choices("A"), "the next turn allows another one"


@clause("TL-40")
def test_actions_are_for_the_own_turn_only() -> None:
    table = Tray.laid("w1 b2 b3", {"A": "A25", "B": "A26"})
    with pytest.raises(cb.OutOfTurn):
        table.play("B play A26")
    with pytest.raises(cb.IllegalAction):
        table.play("A play A26")


@clause("TL-13")
def test_who_passes_is_out_of_the_round_but_scores_pays_discards_and_refills() -> None:
    table = Tray.laid("w6 w6", {"A": "T38 T70 A01", "B": "T71"}, {"A": "w2 w3 b2"})
    table.play("A pass")
    assert table.match.view()["players"][0]["passed"]
    table.play("B take w6")
    assert table.asked == "B", "A is not asked again"
    table.play("B pass")
    assert (table.step, table.asked) == ("score", "AB")
    table.play("A best", "B best")
    assert (table.points("A"), table.chips("A")) == (3, 1)
    assert table.asked == "AB"
    table.play("A discard T70", "B keep")
    table.deal_any()
    assert (table.s.players[0].held[0], table.s.players[0].held[1]) == (4, 1)
    table.throw()
    assert not table.match.view()["players"][0]["passed"], "only for the round"


@clause("TL-14")
def test_the_round_ends_with_the_tray() -> None:
    table = Tray.laid("w1 w2")
    table.play("A take w1")
    assert table.step == "turn"
    table.play("B take w2")
    assert table.step == "score"


@clause("TL-14")
def test_the_round_ends_when_all_have_passed() -> None:
    table = Tray.laid("w1 w2", dice={"A": "w5"})
    table.play("A pass")
    assert table.step == "turn"
    table.play("B pass")
    assert (table.step, table.asked) == ("score", "A"), "who has no dice has nothing to lay out"


@clause("TL-R12")
def test_the_last_one_may_go_on_die_by_die() -> None:
    table = Tray.laid("w1 w2 w3 w4", seats=3)
    table.play("A pass", "B pass", "C take w1", "C take w2")
    assert table.asked == "C"
    assert table.choices("C") == ["take w3", "take w4", "pass"]
    table.play("C take w3", "C take w4")
    assert (table.step, table.dice("C")) == ("score", "w1 w2 w3 w4")


# After the scoring


def after_scoring(*discards: str, seats: int = 2) -> Tray:
    hands = {"A": "T01 T02 T03 T04 A01", "B": "T05 T06 T07 A02", "C": "T09 T10"}
    table = Tray.laid("w1", {letter: hands[letter] for letter in "ABC"[:seats]}, seats=seats)
    table.play(*[f"{letter} pass" for letter in "ABC"[:seats]])
    table.play(*discards)
    return table


@clause("TL-20", "TL-R13")
def test_one_card_of_either_kind_may_be_discarded_or_none() -> None:
    table = after_scoring()
    assert table.asked == "AB"
    assert table.choices("A") == [f"discard {card}" for card in HANDS[0].split()] + ["keep"]
    table.play("B discard A02", "A keep")
    assert table.hand("A") == HANDS[0]
    assert table.hand("B") == "T05 T06 T07"
    assert table.asked == "*", "nobody may discard another one"


@clause("TL-20")
def test_nothing_is_drawn_before_all_have_decided() -> None:
    table = after_scoring("A discard T01")
    assert table.asked == "B"
    assert table.hand("A") == HANDS[0], "not even laid down"
    table.play("B keep")
    assert table.hand("A") == "T02 T03 T04 A01"
    assert table.asked == "*"


@clause("TL-20")
def test_a_played_action_comes_back_only_with_the_refill() -> None:
    table = Tray.laid("w1 w2 b1", {"A": "T01 T02 T03 T04 A12", "B": "T05 T06 T07 T08 A02"})
    table.play("A play A12", "A take w1", "A stop")
    assert table.hand("A") == "T01 T02 T03 T04"
    table.play("B pass", "A pass", "A best", "A keep", "B keep")
    assert [str(o)[:6] for o, _ in table.match.outcomes()[:1]] == ["draw A"]
    table.chance("draw A30")
    assert table.hand("A") == "T01 T02 T03 T04 A30"


@clause("TL-R13", "TL-20")
def test_hands_are_filled_clockwise_from_the_start_player_each_in_full() -> None:
    table = after_scoring("A discard T01", "B discard T05", "C keep", seats=3)
    order = []
    while table.s.step == records.DEAL:
        order.append(f"{'ABC'[table.s.player]}{'TA'[table.s.drawing]}")
        table.match.play(CHANCE, table.match.outcomes()[0][0])
    assert order == ["AT", "BT", "BT", "CT", "CT", "CA"]


@clause("TL-R13", "TL-21")
def test_refilling_begins_with_the_start_player_of_the_round_that_ended() -> None:
    table = Tray.laid("w1", edit=lambda s: setattr(s, "first", 1))
    table.play("A pass", "B pass")
    assert table.s.player == 1
    table.deal_any()
    assert table.s.first == 0, "only then the next one to the left starts"


@clause("TL-R13")
def test_after_the_last_round_nothing_is_discarded_or_drawn() -> None:
    table = Tray.laid("w1", {"A": "T01 A01"}, edit=lambda s: setattr(s, "round", 6))
    table.play("A pass", "B pass")
    assert table.match.result
    assert table.hand("A") == "T01 A01"


# Piles


@clause("TL-50")
def test_discards_become_the_new_pile_when_a_card_must_be_drawn() -> None:
    def empty(s: Any) -> None:
        for card in range(records.TASKS):
            if s.place[card] == records.IN_PILE:
                s.place[card] = records.SCORED + 1
        s.pile[0] = 0

    table = Tray.laid("w1", {"A": "T01 T02 T03 T04 A01", "B": "T05 T06 T07 T08 A02"}, edit=empty)
    table.play("A pass", "B pass", "A discard T03", "B discard T07")
    assert [str(o) for o, _ in table.match.outcomes()] == ["draw T03", "draw T07"], "scored ones never return"
    table.chance("draw T07")
    assert table.hand("A") == "T01 T02 T04 T07 A01"
    table.chance("draw T03")
    assert table.match.view()["discards"] == {"tasks": 0, "actions": 0}


@clause("TL-50")
def test_the_pile_is_not_renewed_while_cards_are_left() -> None:
    table = after_scoring("A discard T01", "B keep")
    outcomes = [str(o) for o, _ in table.match.outcomes()]
    assert "draw T01" not in outcomes
    assert len(outcomes) == 76 - 7


@clause("TL-50")
def test_played_actions_are_discarded_and_come_back_with_a_new_pile() -> None:
    def one_left(s: Any) -> None:
        for card in range(records.TASKS, records.CARDS):
            if s.place[card] == records.IN_PILE and card != records.CARDS - 1:
                s.place[card] = records.SCORED + 1
        s.pile[1] = 1

    table = Tray.laid("w1 w2 w3", {"A": "A12", "B": "A13"}, edit=one_left)
    table.play("A play A12", "A pass", "B play A13", "B pass")
    assert [card["id"] for card in table.match.view()["played"]] == ["A12", "A13"]
    while table.s.step != records.DEAL or table.s.drawing == 0:
        table.match.play(CHANCE, table.match.outcomes()[0][0])
    assert [str(o) for o, _ in table.match.outcomes()] == ["draw A34"]
    table.chance("draw A34")
    while table.s.drawing == 0 or table.s.player == 0:
        table.match.play(CHANCE, table.match.outcomes()[0][0])
    assert [str(o) for o, _ in table.match.outcomes()] == ["draw A12", "draw A13"]
    assert table.match.view()["played"] == []


@clause("TL-R14")
def test_with_pile_and_discards_empty_one_plays_on_with_fewer_cards() -> None:
    def nothing_left(s: Any) -> None:
        for card in range(records.CARDS):
            if s.place[card] == records.IN_PILE:
                s.place[card] = records.SCORED
        s.pile[0] = s.pile[1] = 0

    table = Tray.laid("w1", {"A": "T01", "B": "T02 A01"}, edit=nothing_left)
    table.play("A pass", "B pass", "A keep", "B keep")
    assert table.step == "throw"
    assert (table.hand("A"), table.hand("B")) == ("T01", "T02 A01")


@clause("TL-R14")
def test_chips_never_run_out() -> None:
    table = Tray.laid("w1", dice={"A": "w1 w2 b3"}, edit=lambda s: setattr(s.players[0], "chips", 100))
    table.play("A pass", "B pass", "A best")
    assert table.chips("A") == 103


# The end


@clause("TL-60", "TL-R01")
@pytest.mark.parametrize(("seats", "starts"), [(2, 3), (3, 3), (4, 2), (5, 1)])
def test_everybody_starts_equally_often(seats: int, starts: int) -> None:
    table = Tray(seats)
    table.deal_any()
    began: Counter[int] = Counter()
    while table.match.to_act:
        began[table.s.first] += 1
        table.pass_round()
    assert began == dict.fromkeys(range(seats), starts)
    assert table.match.result
    assert table.match.result.why == "everybody has started equally often"


def final(points: list[int], chips: list[int]) -> tuple[int, ...]:
    def edit(s: Any) -> None:
        for seat in range(len(points)):
            s.players[seat].points = points[seat]
            s.players[seat].chips = chips[seat]
        s.round = 9

    table = Tray.laid("w1", seats=3, edit=edit)
    table.play("A pass", "B pass", "C pass")
    assert table.match.result
    return table.match.result.places


@clause("TL-61")
def test_most_points_less_chips_win() -> None:
    assert final([10, 12, 3], [0, 3, 0]) == (1, 2, 3)
    assert final([0, 0, 0], [30, 25, 40]) == (2, 1, 3), "also below zero"


@clause("TL-R15")
def test_a_tie_is_a_shared_win() -> None:
    assert final([10, 12, 3], [0, 2, 0]) == (1, 1, 3)


@clause("TL-R18")
def test_the_first_start_player_is_random_or_seat_a() -> None:
    table = Tray(3, first="random")
    assert [str(outcome) for outcome, _ in table.match.outcomes()] == ["first A", "first B", "first C"]
    assert {share for _, share in table.match.outcomes()} == {Fraction(1, 3)}
    table.chance("first C")
    assert table.s.player == 2, "who starts draws first"
    table.deal_any()
    table.throw()
    assert table.asked == "C"
    assert Tray(3).s.first == 0


# The free mix


@clause("TL-62", "TL-R16")
def test_the_mix_is_announced_at_the_same_time_and_in_secret() -> None:
    table = Tray(2, free_mix="yes")
    assert table.asked == "AB"
    offered = {tuple(map(int, text.split()[1:])) for text in table.choices("A")}
    assert offered == {(t, a) for t in range(6) for a in range(6) if t + a <= 5}
    table.play("B want 2 3")
    other = Tray(2, free_mix="yes")
    other.play("B want 5 0")
    assert table.match.position(0).tobytes() == other.match.position(0).tobytes()
    assert table.match.log(0) == other.match.log(0)
    table.play("A want 0 1")
    drawn = []
    while table.s.step == records.DEAL:
        drawn.append(f"{'AB'[table.s.player]}{'TA'[table.s.drawing]}")
        table.match.play(CHANCE, table.match.outcomes()[0][0])
    assert drawn == ["AA", "BT", "BT", "BA", "BA", "BA"]


@clause("TL-R16")
def test_a_full_hand_never_has_less_of_a_kind_than_is_held() -> None:
    hands = {"A": "T01 T02 A01", "B": "T05 T06 T07 A02 A03"}
    table = Tray.laid("w1", hands, free_mix="yes")
    table.play("A pass", "B pass", "A keep", "B keep")
    assert table.asked == "A", "a hand of five has nothing to announce"
    assert table.choices("A") == [f"want {mix}" for mix in ("2 1", "2 2", "2 3", "3 1", "3 2", "4 1")]
    table.play("A want 2 2")
    table.deal_any()
    assert (table.s.players[0].held[0], table.s.players[0].held[1]) == (2, 2)


@clause("TL-R16")
def test_a_kind_that_has_run_out_is_not_replaced() -> None:
    def no_actions(s: Any) -> None:
        for card in range(records.TASKS, records.CARDS):
            s.place[card] = records.SCORED
        s.pile[1] = 0

    table = Tray.laid("w1", edit=no_actions, free_mix="yes")
    table.play("A pass", "B pass", "A want 2 3", "B want 0 0")
    table.deal_any()
    assert (table.s.players[0].held[0], table.s.players[0].held[1]) == (2, 0)
    assert table.step == "throw"


@clause("TL-62")
def test_with_many_actions_still_one_a_turn() -> None:
    table = Tray.laid("w1 w2 b1 b2", {"A": "A01 A04 A12 A13 A25"}, free_mix="yes")
    table.play("A play A12")
    assert not [text for text in table.choices("A") if text.startswith("play")]


def test_an_altered_box_plays_by_its_own_numbers() -> None:
    table = Tray(2, altered(white="2", black="1", red="0", starts="1"))
    table.deal_any()
    table.throw()
    assert table.tray == "w1 w1 b1"
    table.pass_round()
    table.pass_round()
    assert table.match.result
    assert load_box(LEAVE).digest != altered(white="2").digest
