"""Take it or Leave it: what the page is told about taps leads to moves that the rules accept."""

import itertools
import random
import re
from typing import Any

import pytest

from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games.take_it_or_leave_it.rules import records
from chancebox.games.take_it_or_leave_it.text.names import card_text
from chancebox.server.screens.boards import Moves
from clauses import clause
from games.tray import BOX, CARDS, LEAVE, Tray, altered
from helpers import random_match

AIMED = ("reroll-some", "set", "throw-back", "swap", "shift")
ACTIONS = {kind: next(card.id for card in BOX.data.action if card.kind == kind) for kind in AIMED}


def aims(table: Tray, card: str) -> Any:
    return next(held["aims"] for held in table.match.view(0)["hand"] if held["id"] == card)


def taps(told: dict[str, Any], dice: list[str]) -> set[tuple[str, ...]]:
    """List every choice of dice that the page lets people tap together."""
    ways = []
    for group in told["groups"]:
        there = [die for die in dice if die in group]
        ways.append(
            [way for n in range(told["most"] + 1) for way in itertools.combinations(sorted(there), n)]
        )
    found = {tuple(sorted(itertools.chain(*parts), reverse=True)) for parts in itertools.product(*ways)}
    return {dice for dice in found if len(dice) >= told["least"]}


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@clause("TL-43")
def test_with_one_kind_left_as_many_dice_are_thrown_as_were_tapped(most: int) -> None:
    card = ACTIONS["reroll-some"]
    table = Tray.laid("w3 w3 w3 w3 w3 r1", {"A": card})
    assert aims(table, card) == {"groups": [["w3"]], "most": 4, "least": 1, "own": False, "to": {}}
    table.play(f"A play {card}" + " w3" * most)
    assert table.asked == "*"
    assert table.s.falling[records.WHITE] == most
    told = " ".join(table.match.log(1))
    assert told.count("A picks up white 3.") == most, "the log names every die, also the one taken unasked"


@clause("TL-43", "TL-45", "TL-46", "TL-47", "TL-49", "TL-R10")
@pytest.mark.parametrize("seed", range(15))
def test_every_tap_that_is_offered_is_a_move_and_does_what_it_says(seed: int) -> None:
    luck = random.Random(seed)
    dice = [luck.choice("wwbbr") + luck.choice("123456") for _die in range(luck.randint(1, 6))]
    own = [luck.choice("wwbbr") + luck.choice("123456") for _die in range(luck.randint(0, 3))]
    played = 0
    for kind in AIMED:
        for card in {card.id: card for card in BOX.data.action if card.kind == kind}.values():
            table = Tray.laid(" ".join(dice), {"A": card.id}, {"A": " ".join(own)})
            told = aims(table, card.id)
            assert (told is not None) == (f"play {card.id}" in table.match.moves(0))
            if told is None:
                continue
            found = taps(told, own if told["own"] else dice)
            assert found
            for chosen in found:
                for new in told["to"][chosen[0]] if told["to"] else [0]:
                    text = f"play {card.id} {' '.join(chosen)}" + (f" to {new}" if new else "")
                    on = table.match.fork()
                    on.play(0, text)
                    s = plain(on.position())
                    played += 1
                    if kind == "reroll-some":
                        assert on.to_act == (8,), text
                        assert sum(s.falling) == len(chosen), text
                    else:
                        assert s.step in (records.TURN, records.KNOCK, records.THROW), (
                            f"{text}: asked for more"
                        )
    assert played


def test_the_last_own_die_thrown_back_into_an_empty_tray_is_told() -> None:
    table = Tray.laid("", {"A": ACTIONS["throw-back"]}, {"A": "b4"})
    table.play(f"A play {ACTIONS['throw-back']}")
    assert table.asked == "*"
    assert "A throws black 4 back." in table.match.log(1)[-1]


def test_a_round_is_told_also_without_white_dice() -> None:
    table = Tray(box=altered(white="0"))
    table.deal_any()
    table.throw()
    assert sum("throws all dice" in line for line in table.match.log()) == 1


def test_aims_are_told_to_nobody_else_and_at_no_other_time() -> None:
    card = ACTIONS["swap"]
    table = Tray.laid("w1 b2 b3", {"A": card, "B": ACTIONS["set"]})
    assert [held["aims"] for held in table.match.view(1)["hand"]] == [None]
    assert table.match.view(SPECTATOR)["hand"] is None
    table.play("A take w1")
    assert aims(table, card) is None
    table.play("B take b2", "A take b3")
    assert all(held.get("aims") is None for held in table.match.view(0)["hand"])


def layouts(table: Tray) -> list[tuple[str, list[str]]]:
    """List what the page takes for a fulfilled task: a card and the dice on its places."""
    found = []
    view = table.match.view(0)
    dice = [f"{colour[0]}{value}" for colour, value in view["players"][0]["dice"]]
    for card in view["hand"]:
        many = any(place["many"] for place in card["places"])
        sizes = range(1, len(dice) + 1) if many else [len(card["places"])]
        for size in sizes:
            for chosen in set(itertools.permutations(dice, size)):
                fits = card["fits"] * size if many else card["fits"]
                pips = sum(int(die[1]) for die in chosen)
                enough = card["least"] <= pips <= card["most"]
                if enough and all(die in places for die, places in zip(chosen, fits, strict=False)):
                    found.append((card["id"], sorted(chosen)))
    return [way for n, way in enumerate(found) if way not in found[:n]]


@clause("TL-30", "TL-31", "TL-32", "TL-33", "TL-34", "TL-R06", "TL-R07", "TL-17", "TL-18")
@pytest.mark.parametrize("seed", range(25))
def test_what_the_page_takes_for_fulfilled_is_exactly_what_can_be_laid_out(seed: int) -> None:
    luck = random.Random(seed)
    dice = [luck.choice("wwbbr") + luck.choice("123456") for _die in range(luck.randint(2, 5))]
    hand = luck.sample([task.id for task in BOX.data.task], 4)
    table = Tray.laid("w1", {"A": " ".join(hand)}, {"A": " ".join(dice)})
    table.play("A pass", "B pass")
    costs = table.match.view(0)["proposal"]["costs"]
    offered = layouts(table)
    for task, chosen in offered:
        on = table.match.fork()
        on.play(0, f"lay {task} {' '.join(chosen)}")
        left = list(dice)
        for die in chosen:
            left.remove(die)
        due = sum(costs[die][0] for die in chosen) + sum(costs[die][1] for die in left)
        s = plain(on.position())
        assert s.players[0].chips == due, (task, chosen)
        assert s.players[0].points == BOX.data.task[[t.id for t in BOX.data.task].index(task)].points
    for task in hand:
        can = f"lay {task}" in table.choices("A")
        assert can == any(card == task for card, _dice in offered), task


@clause("TL-R16")
def test_a_full_mix_near_the_usual_hand_is_proposed() -> None:
    table = Tray(box=altered(), free_mix="yes")
    for seat in (0, 1):
        assert table.match.view(seat)["mix"] == {"tasks": 4, "actions": 1}
        assert "want 4 1" in table.match.moves(seat)
    assert table.match.view(SPECTATOR)["mix"] is None
    table.play("A want 4 1")
    assert table.match.view(0)["mix"] is None


# In words


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("take w4", "take white 4"),
        ("take r6", "take red 6"),
        ("pass", "pass: leave the round"),
        ("play A25", "play the action “swap the numbers of a white and a black die”"),
        ("swap w3 b5", "swap the numbers of white 3 and black 5"),
        ("set b2 to 6", "set black 2 to 6"),
        ("knock none", "knock no die"),
        ("best", "lay out in the best way"),
        ("lay T43", "lay out “black dice, sum over 12”"),
        ("discard T08", "discard “2 black, 1 white”"),
        ("want 3 2", "want 3 tasks and 2 actions"),
    ],
)
def test_moves_are_told_in_words(move: str, told: str) -> None:
    assert LEAVE.notation.words(BOX, Tray().s, 0, move) == told


def test_buttons_say_moves_in_words() -> None:
    assert Moves(Tray().match, 0).words("swap w3 b5") == "Swap the numbers of white 3 and black 5"


def test_every_move_of_a_game_has_words() -> None:
    """No sign of the notation is left: no code of a die or a card."""
    match = random_match(LEAVE, 3, 5, {"free-mix": "yes"})
    for n, (seat, action) in enumerate(match.events):
        if seat < 3:
            s = plain(match.fork(n).position(seat))
            move = LEAVE.notation.say(match.box, s, seat, action)
            told = LEAVE.notation.words(match.box, s, seat, move)
            assert not re.search(r"\b([wbr][1-6]|[TA]\d\d)\b", told), (move, told)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("T01", "1 black, 1 white"),
        ("T51", "2 black, 2 white"),
        ("T55", "black 5, white 1, any 6"),
        ("T63", "black dice, sum over 14"),
        ("T49", "3 dice, sum under 9"),
        ("T66", "any dice, sum exactly 20"),
    ],
)
def test_a_task_says_in_a_short_line_what_it_asks(card: str, text: str) -> None:
    assert card_text(BOX, CARDS[card]) == text
    assert len(text) < 26, "it fits into half the width of a phone"
