"""Take it or Leave it: every kind of happening, as those at the table and a spectator learn of it."""

from typing import Any

import pytest

from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.take_it_or_leave_it.rules import records
from chancebox.games.take_it_or_leave_it.text.happenings import (
    Announced,
    Began,
    Counted,
    Decided,
    Discarded,
    Drew,
    Fulfilled,
    FulfilledNothing,
    Gathered,
    Knocked,
    Landed,
    PaidForAction,
    PaidForDice,
    Passed,
    PickedUp,
    PickedUpColour,
    Played,
    Renewed,
    RoundBegan,
    RoundEnded,
    RoundScored,
    Swapped,
    Threw,
    ThrewBack,
    Took,
    TookNoSecond,
    Turned,
)
from chancebox.testing.stories import leaks
from clauses import clause
from games.tray import BOX, CARDS, LEAVE, Tray
from helpers import random_match

ACTIONS = {
    kind: next(card.id for card in BOX.data.action if card.kind == kind)
    for kind in ("reroll", "reroll-some", "take-two", "set", "throw-back", "swap", "shift")
}
COLOURS = {card.id: card.colour for card in BOX.data.action}
EVERYBODY = [0, 1, SPECTATOR]


def last(table: Tray, viewer: int = SPECTATOR, events: int = 1) -> list[Happening]:
    """Return what the latest events brought to a viewer."""
    told = table.match.happenings(viewer, len(table.match.events) - events)
    return [one for _n, happened in told for one in happened]


# Hands and the throw


@clause("TL-R18")
def test_who_starts_the_first_round() -> None:
    table = Tray(3, first="random")
    table.chance("first C")
    assert last(table) == [Began(2)]
    assert table.match.log() == ["C starts the first round."]


@clause("TL-04", "TL-R17")
def test_a_card_that_is_drawn_is_known_to_its_player_only() -> None:
    table = Tray()
    table.chance("draw T38")
    assert last(table, 0) == [Drew(0, "tasks", "T38")]
    assert last(table, 1) == last(table) == [Drew(0, "tasks", None)]
    table.chance("draw T01", "draw T02", "draw T03", "draw A01")
    assert last(table, 0) == [Drew(0, "actions", "A01")]
    assert last(table, 1) == [Drew(0, "actions", None)]
    assert table.match.log(1)[-1] == "A draws an action."


@clause("TL-10")
def test_a_round_begins_with_all_dice_and_they_come_down_by_colour() -> None:
    table = Tray()
    table.deal_any()
    assert last(table)[1:] == [Gathered(0, ((), ()), (), (6, 6, 1))]
    table.chance("white 1 2 3 4 5 6")
    assert last(table) == [
        RoundBegan(0, 1, 6),
        Threw(0, "white", ("w1", "w2", "w3", "w4", "w5", "w6"), 7, None),
    ]
    table.chance("black 1 1 1 1 1 1")
    assert last(table) == [Threw(0, "black", ("b1",) * 6, 1, None)]
    table.chance("red 4")
    assert last(table) == [Landed(0, "red", ("r4",), 0, None)], "all are seen at once"
    assert table.match.log()[-3] == "Round 1 of 6: A throws all dice. White: 1 2 3 4 5 6."


@clause("TL-10", "TL-21")
def test_dice_come_back_from_players_and_tray_to_the_next_start_player() -> None:
    table = Tray.laid("w1 w2", {"A": "T71 T72 T73 T74 A01", "B": "T61 T62 T63 T64 A02"}, {"A": "w5 r1"})
    table.play("A pass", "B pass", "A best", "A keep", "B keep")
    assert last(table)[-1] == Gathered(1, (("w5", "r1"), ()), ("w1", "w2"), (6, 6, 1))


# Turns


@clause("TL-11", "TL-13", "TL-14")
def test_dice_are_taken_and_players_pass() -> None:
    table = Tray.laid("w1 b2 b3")
    table.play("A take w1")
    assert last(table) == [Took(0, "w1", False)]
    table.play("B pass")
    assert last(table) == [Passed(1)]
    table.play("A take b2")
    table.play("A pass")
    assert last(table) == [Passed(0), RoundEnded(("b3",))]
    assert table.match.log()[-1] == "A passes. All have passed: 1 die stays in the tray."


@clause("TL-14")
def test_the_round_ends_with_the_last_die() -> None:
    table = Tray.laid("w1")
    table.play("A take w1")
    assert last(table) == [Took(0, "w1", False), RoundEnded(())]


@clause("TL-44", "TL-R03")
def test_a_second_die_is_told_as_such() -> None:
    card = ACTIONS["take-two"]
    table = Tray.laid("w1 w2 b2 b3", {"A": card, "B": f"{card[0]}{int(card[1:]) + 1:02}"})
    table.play(f"A play {card}")
    assert last(table) == [Played(0, card)]
    table.play("A take w1", "A take w2")
    assert last(table, events=2) == [Took(0, "w1", False), Took(0, "w2", True)]
    table.play(f"B play A{int(card[1:]) + 1:02}", "B take b2", "B stop")
    assert last(table) == [TookNoSecond(1)]


# Actions


@clause("TL-42")
def test_all_dice_of_a_colour_are_picked_up_and_fall_again() -> None:
    card = ACTIONS["reroll"]
    colour = COLOURS[card]
    letter = colour[0]
    table = Tray.laid("w1 w2 b3 b3 r6", {"A": card})
    there = ("w1", "w2") if letter == "w" else ("b3", "b3")
    table.play(f"A play {card}")
    for viewer in EVERYBODY:
        assert last(table, viewer) == [Played(0, card), PickedUpColour(0, colour, there)]
    table.chance(f"{colour} 4 5")
    assert last(table) == [Landed(0, colour, (f"{letter}4", f"{letter}5"), 0, card)]
    assert table.match.log()[-1] == f"{colour.capitalize()}: 4 5."


@clause("TL-43")
def test_dice_are_picked_up_one_by_one() -> None:
    card = ACTIONS["reroll-some"]
    table = Tray.laid("w1 w2 b3", {"A": card})
    table.play(f"A play {card} w1 b3")
    assert last(table, events=3) == [Played(0, card), PickedUp(0, "w1"), PickedUp(0, "b3")]
    table.chance("white 4")
    assert last(table) == [Landed(0, "white", ("w4",), 1, card)]


@clause("TL-43", "TL-R10")
def test_the_only_die_is_picked_up_unasked() -> None:
    card = ACTIONS["reroll-some"]
    table = Tray.laid("b3 r1", {"A": card})
    table.play(f"A play {card}")
    assert last(table) == [Played(0, card), PickedUp(0, "b3")]


@clause("TL-46", "TL-R04")
@pytest.mark.parametrize("knocked", ["w1", None])
def test_a_die_is_thrown_back_and_may_knock_another(knocked: str | None) -> None:
    card = ACTIONS["throw-back"]
    table = Tray.laid("w1 b2", {"A": card}, {"A": "w5 b6"})
    table.play(f"A play {card}", "A throw w5", f"A knock {knocked or 'none'}")
    assert last(table, events=3) == [Played(0, card), ThrewBack(0, "w5"), Knocked(0, knocked)]
    table.chance("white 3 3" if knocked else "white 3")
    assert last(table) == [Landed(0, "white", ("w3", "w3") if knocked else ("w3",), 0, card)]


@clause("TL-46")
def test_a_die_thrown_back_into_an_empty_tray_knocks_nothing_and_nobody_is_asked() -> None:
    card = ACTIONS["throw-back"]
    table = Tray.laid("", {"A": card}, {"A": "w5"})
    table.play(f"A play {card}")
    assert last(table) == [Played(0, card), ThrewBack(0, "w5")]


@clause("TL-47", "TL-R10")
def test_numbers_are_swapped() -> None:
    card = ACTIONS["swap"]
    table = Tray.laid("w1 w2 b5", {"A": card})
    table.play(f"A play {card} w1 b5")
    swapped = Swapped(0, ("w1", "b5"), ("w5", "b1"))
    assert last(table, events=2) == [Played(0, card), swapped]
    table = Tray.laid("w4 b4", {"A": card})
    table.play(f"A play {card}")
    same = Swapped(0, ("w4", "b4"), ("w4", "b4"))
    assert last(table) == [Played(0, card), same], "also where there is no choice and nothing changes"


@clause("TL-45", "TL-R02")
def test_a_die_is_set_and_the_chips_are_paid() -> None:
    card = ACTIONS["set"]
    letter, chips = COLOURS[card][0], BOX.data.action[CARDS[card] - records.TASKS].chips
    table = Tray.laid("w2 b2", {"A": card})
    table.play(f"A play {card} {letter}2 to 6")
    assert last(table, events=2) == [
        Played(0, card),
        PaidForAction(0, card, chips),
        Turned(0, f"{letter}2", f"{letter}6"),
    ]
    assert table.match.log()[-1] == f"A turns {COLOURS[card]} 2 to 6."


@clause("TL-49", "TL-R09")
def test_a_die_that_can_change_in_one_way_only_is_turned_at_once() -> None:
    card = ACTIONS["shift"]
    letter = COLOURS[card][0]
    table = Tray.laid(f"{letter}1", {"A": card})
    table.play(f"A play {card}")
    assert last(table) == [Played(0, card), Turned(0, f"{letter}1", f"{letter}3")]


# The scoring


def scoring() -> Tray:
    table = Tray.laid("w6", {"A": "T38 T70", "B": "T33 T71"}, {"A": "w2 w3 b1 r4", "B": "b2 b3 r6"})
    table.play("A pass", "B pass")
    return table


@clause("TL-15", "TL-R11", "TL-R17")
def test_who_has_scored_in_secret_is_known_and_no_more() -> None:
    table = Tray.laid("w6", {"A": "T51", "B": "T33"}, {"A": "b3 b4 w6 r1 r6", "B": "b2 b3"})
    table.play("A pass", "B pass", "A lay T51", "A put b4")
    assert table.match.is_secret(2), "a small step of laying"
    for viewer in EVERYBODY:
        told = [one for _n, happened in table.match.happenings(viewer, 2) for one in happened]
        assert told == [Decided(0, "score", None)]
    assert table.match.log(1)[-1] == "A has decided."


@clause("TL-15", "TL-17", "TL-18", "TL-R08", "TL-19")
def test_when_all_have_scored_tasks_and_chips_are_told_seat_by_seat() -> None:
    table = scoring()
    table.play("A best", "B lay T33 b2 b3")
    points = {card.id: card.points for card in BOX.data.task}
    for viewer in EVERYBODY:
        assert last(table, viewer) == [
            Fulfilled(0, "T38", ("w2", "w3"), points["T38"]),
            PaidForDice(0, (("b1", 1), ("r4", 2)), 3),
            Fulfilled(1, "T33", ("b2", "b3"), points["T33"]),
            PaidForDice(1, (("r6", 2),), 2),
            RoundScored((points["T38"] - 3, points["T33"] - 2), (1,)),
        ]
    told = table.match.log()[-1]
    assert "A fulfils “white 2, white 3” with white 2, white 3: 3 points." in told
    assert "A pays 3 chips for black 1, red 4." in told
    assert told.endswith("The best of this round: B with 1.")


@clause("TL-18")
def test_a_red_die_that_is_used_costs_its_chip() -> None:
    table = Tray.laid("w6", {"A": "T38 T70"}, {"A": "w2 r3"})
    table.play("A pass", "B pass", "A best")
    assert last(table) == [
        Fulfilled(0, "T38", ("w2", "r3"), 3),
        PaidForDice(0, (("r3", 1),), 1),
        RoundScored((2, None), (0,)),
    ]


@clause("TL-17")
def test_who_took_dice_and_fulfils_nothing_pays() -> None:
    table = Tray.laid("w6", {"A": "T70"}, {"A": "w2"})
    table.play("A pass", "B pass", "A best")
    assert last(table) == [
        FulfilledNothing(0),
        PaidForDice(0, (("w2", 1),), 1),
        RoundScored((-1, None), (0,)),
    ]
    assert table.match.log()[-1].endswith("Nobody gains anything in this round.")


@clause("TL-R17", "TL-R13")
def test_what_is_discarded_only_its_player_knows() -> None:
    table = scoring()
    table.play("A best", "B best", "A discard T70")
    assert last(table, 0) == [Decided(0, "discard", "T70")]
    assert last(table, 1) == last(table) == [Decided(0, "discard", None)]
    table.play("B keep")
    assert last(table, 0) == [Discarded(0, "tasks", "T70")]
    assert last(table, 1) == last(table) == [Discarded(0, "tasks", None)]
    assert table.match.log(0)[-1].startswith("You discard “")
    assert table.match.log(1)[-1] == "A discards a task."


@clause("TL-R17")
def test_who_discards_last_knows_the_own_card_too() -> None:
    table = scoring()
    table.play("A best", "B best", "A keep", "B discard T71")
    assert last(table, 1) == [Discarded(1, "tasks", "T71")]
    assert last(table, 0) == [Discarded(1, "tasks", None)]


@clause("TL-50", "TL-R14")
def test_a_new_pile_is_made_of_the_discards() -> None:
    def nearly_empty(s: Any) -> None:
        for card in range(records.TASKS):
            if s.place[card] == records.IN_PILE:
                s.place[card] = records.SCORED + 1
        s.pile[records.TASK] = 0

    hands = {"A": "T71 T72 T73 T74 A01", "B": "T61 T62 T63 T64 A02"}
    table = Tray.laid("w1", hands, edit=nearly_empty)
    table.play("A pass", "B pass", "A discard T71", "B discard T61")
    told = [Discarded(0, "tasks", None), Discarded(1, "tasks", None), Renewed("tasks", 2)]
    assert last(table) == told
    assert table.match.log()[-1].endswith("The discarded tasks are shuffled into a new pile.")


@clause("TL-61")
def test_in_the_end_all_count_and_the_end_comes_last() -> None:
    def last_round(s: Any) -> None:
        s.round = 6

    table = Tray.laid("w1", {"A": "T38 T70", "B": "T71"}, {"A": "w2 w3 b1"}, edit=last_round)
    table.play("A pass", "B pass", "A best")
    for viewer in EVERYBODY:
        assert last(table, viewer)[3:] == [Counted(0, 3, 1, 2), Counted(1, 0, 0, 0), Ended(1)]


@clause("TL-14", "TL-60")
def test_a_last_round_in_which_nobody_took_a_die_ends_the_game_with_the_last_pass() -> None:
    def last_round(s: Any) -> None:
        s.round = 6

    table = Tray.laid("w1", edit=last_round)
    table.play("A pass", "B pass")
    counted = [Counted(0, 0, 0, 0), Counted(1, 0, 0, 0)]
    assert last(table) == [Passed(1), RoundEnded(("w1",)), *counted, Ended(1)]


# The free mix


@clause("TL-62", "TL-R16")
def test_mixes_are_said_together() -> None:
    table = Tray(free_mix="yes")
    table.play("B want 2 3")
    for viewer in EVERYBODY:
        assert last(table, viewer) == [Decided(1, "mix", None)]
    table.play("A want 5 0")
    assert last(table) == [Announced(0, 5, 0), Announced(1, 2, 3)]


@clause("TL-R16", "TL-10")
def test_without_cards_a_round_begins_at_once() -> None:
    table = Tray(free_mix="yes")
    table.play("A want 0 0", "B want 0 0")
    assert last(table) == [Announced(0, 0, 0), Announced(1, 0, 0), Gathered(0, ((), ()), (), (6, 6, 1))]


@clause("TL-R14", "TL-15")
def test_dice_that_nobody_was_shown_stay_unknown() -> None:
    """If no card is left anywhere the next throw follows at once, and takes the dice from the tasks."""

    def nothing_left(s: Any) -> None:
        for card in range(records.CARDS):
            if s.place[card] == records.IN_PILE:
                s.place[card] = records.SCORED + 1
        s.pile[records.TASK] = s.pile[records.ACTION] = 0

    table = Tray.laid("w1", {"A": "T38"}, {"A": "w2 w3 b1"}, edit=nothing_left)
    table.play("A pass", "B pass", "A best")
    assert last(table) == [
        Fulfilled(0, "T38", None, 3),
        PaidForDice(0, None, 1),
        RoundScored((2, None), (0,)),
        Gathered(1, (("w2", "w3", "b1"), ()), ("w1",), (6, 6, 1)),
    ]
    assert "A fulfils “white 2, white 3”: 3 points. A pays 1 chip." in table.match.log()[-1]


@clause("TL-R17", "TL-R16")
@pytest.mark.parametrize("seats", [2, 4])
def test_stories_of_the_free_mix_tell_no_secret(seats: int) -> None:
    matches = [random_match(LEAVE, seats, seed, {"free-mix": "yes", "open-totals": "no"}) for seed in (1, 2)]
    assert [list(leaks(match, LEAVE.story.happenings)) for match in matches] == [[]] * len(matches)
