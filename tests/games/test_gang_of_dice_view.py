"""What a board of Gang of Dice shows beside the plain facts: what went wrong, and what there is to beat."""

from typing import Any

import pytest

from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.gang_of_dice.rules import warnings
from chancebox.games.gang_of_dice.rules.records import AGAIN
from games.gang import Gang, altered

GANG = game("gang-of-dice")
FACES = 6


def position(match: Match, warning: str, dice: list[int]) -> Any:
    """Put dice before the first seat, under a warning of the box."""
    s = plain(match.position())
    s.step = AGAIN
    s.player = 0
    s.warning = next(n for n, card in enumerate(match.box.data.warning) if card.id == warning)
    s.players[0].dice[:] = [dice.count(face) for face in range(FACES)]
    return s


CARDS = [card.id for card in Match(GANG, seats=2).box.data.warning]
HANDS = [[5, 5, 3, 0], [1, 2, 3], [4], [5, 4, 2, 1, 1, 1], [3, 3, 3, 0, 0], [0, 0]]


@pytest.mark.parametrize("dice", HANDS, ids=str)
@pytest.mark.parametrize("card", CARDS)
def test_without_the_offending_dice_nothing_is_wrong(card: str, dice: list[int]) -> None:
    match = Match(GANG, seats=2)
    s = position(match, card, dice)
    offending = GANG.viewer.view(match.box, s, 0)["players"][0]["offending"]
    wrong = warnings.meets(match.box.fields, s.warning, s.players[0].dice)
    assert bool(offending) == bool(wrong)
    rest = [0 if face in offending else n for face, n in enumerate(s.players[0].dice)]
    assert not warnings.meets(match.box.fields, s.warning, rest)
    assert 0 not in offending, "the Boss never offends"


def test_the_result_to_beat_is_that_of_who_would_take_the_round() -> None:
    match = Match(GANG, seats=3)
    s = position(match, CARDS[0], [5, 4])
    assert GANG.viewer.view(match.box, s, 1)["to_beat"] is None
    for seat, dice in ((1, [3, 3]), (2, [5, 5, 5])):
        s.players[seat].dice[:] = [dice.count(face) for face in range(FACES)]
        s.players[seat].turn = 1
    assert GANG.viewer.view(match.box, s, 1)["to_beat"] == 2


def test_a_stop_that_ends_the_game_leaves_no_throws() -> None:
    gang = Gang(seats=2, box=altered(dice="1", tokens="0"))
    gang.round("L01", "5", "boss")
    assert gang.match.result
    assert gang.match.view()["throws_left"] is None
