"""Gang of Dice: what a move is called, to those who do not read notation."""

import re

import pytest

from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from games.gang import GANG, Gang
from helpers import random_match

THROWN = "5 5 3 boss boss boss"


def words(match: Match, seat: int, move: str) -> str:
    seen = match.position() if seat == CHANCE else match.position(seat)
    told: str = match.game.notation.words(match.box, plain(seen), seat, move)
    return told


def thrown(dice: str = THROWN, card: str = "L10") -> Match:
    gang = Gang()
    gang.chance(f"card {card}")
    gang.turn(f"stake {len(dice.split())}", f"dice {dice}")
    return gang.match


@pytest.mark.parametrize(("move", "told"), [("stake 1", "stake 1 die"), ("stake 3", "stake 3 dice")])
def test_a_stake_counts_dice(move: str, told: str) -> None:
    gang = Gang()
    gang.chance("card L10")
    assert words(gang.match, 0, move) == told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("stop", "stop at 13"),
        ("reroll all", "throw all dice again"),
        ("reroll 5 5", "throw all dice showing 5 again"),
        ("reroll 5", "throw one of the dice showing 5 again"),
        ("reroll 3", "throw the die showing 3 again"),
        ("keep 5 5 3", "throw all dice showing Boss again"),
        ("keep 5 5", "throw these dice again: 3 Boss Boss Boss"),
    ],
)
def test_whole_rerolls_are_told_by_the_dice_that_are_thrown(move: str, told: str) -> None:
    assert words(thrown(), 0, move) == told


def test_parts_of_a_reroll_tell_of_the_face_they_are_about() -> None:
    """The face is the one that is asked about: it changes from part to part."""
    match = thrown()
    parts = []
    for answer in ("again 0xboss", "again 1x3"):
        parts.append([words(match, 0, str(action)) for action in match.choices(0)])
        match.play(0, answer)
    parts.append([words(match, 0, str(action)) for action in match.choices(0)])
    assert parts == [
        [
            "keep all dice showing Boss",
            "throw one of the dice showing Boss again",
            "throw 2 of the dice showing Boss again",
            "throw all dice showing Boss again",
            "stop at 13",
        ],
        ["keep the die showing 3", "throw the die showing 3 again"],
        [
            "keep all dice showing 5",
            "throw one of the dice showing 5 again",
            "throw all dice showing 5 again",
        ],
    ]


def test_to_stop_with_dice_that_meet_the_bomb_is_told() -> None:
    assert words(thrown("5 3", card="L01"), 0, "stop") == "stop with an invalid result"
    assert words(thrown("3 3", card="L01"), 0, "stop") == "stop at 6"


def test_what_comes_up_has_words() -> None:
    gang = Gang()
    assert words(gang.match, CHANCE, "card L01") == "Bomb: a total of 7 or more"
    gang.chance("card L01")
    gang.turn("stake 3")
    assert words(gang.match, CHANCE, "dice 5 3 boss") == "5 3 Boss"


def test_every_move_of_a_game_has_words_in_every_language() -> None:
    """Single actions, which bots weigh, and whole moves, which menus offer."""
    match = random_match(GANG, 3, 5)
    for n, (seat, _action) in enumerate(match.events):
        if seat == CHANCE:
            continue
        then = match.fork(n)
        for move in {*then.moves(seat), *map(str, then.choices(seat))}:
            for language in LANGUAGES:
                with reading(language):
                    told = words(then, seat, move)
                assert not re.search(r"\dx\S|boss|reroll|\{", told), (move, told)
