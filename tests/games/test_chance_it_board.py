"""chance it: what the terminal shows, and what it does not."""

import io

import pytest
from rich.console import Console

from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.chance_it.terminal import board
from games.chance_it_table import A, B, C, deal, play_round, sit


def drawn(match: Match, viewer: int = SPECTATOR, width: int = 80) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width).print(board(match.view(viewer), match.names, viewer))
    return paper.getvalue()


def test_the_board_shows_what_lies_on_the_table() -> None:
    match = sit(cards={B: "D3c"}, hearts=[8, 7, 6], coins=[15, 8, 8], stars=[0, 0, 13], pile="F2")
    deal(match, "dice 6 3 3 2 1")
    shown = drawn(match)
    for what in ("[1]", "[2]", "[3][3]", "[6]", "Stakes of 3", "1 card in the pile", "F3 F5 F7"):
        assert what in shown, what
    for row in ("1 +2¢ −1¢", "2 +1¢ −1¢", "3 −1♥ −2¢"):
        assert row in shown, row
    for card in ("F1  at once +2★ 4¢", "D1b die 1   +2¢ 4¢", "D3c die 3: +1¢, the others −1♥"):
        assert card in shown, card
    for player in ("▶⚑  ● A A   8  15   0", "■ B B   7   8   0", "▲ C C   6   8  13"):
        assert player in shown, player


def test_a_card_laid_face_down_looks_like_any_other() -> None:
    match = sit()
    deal(match, "dice 4 4 4 4 4")
    seen = set()
    for guide in ("in", "out", "chance"):
        moment = match.fork()
        moment.play(A, guide)
        seen.add((drawn(moment, B), drawn(moment, C), drawn(moment)))
        assert drawn(moment, A) != drawn(moment, B)
    assert len(seen) == 1


def test_a_card_chosen_for_a_die_is_not_told_by_the_board() -> None:
    match = sit(cards={A: "D5a D5b", B: "D5c"})
    play_round(match, "5 4 4 4 4", "in in out")
    assert "▲D5a" in drawn(match, A)
    seen = set()
    for move in ("use D5a", "use D5b", "pass"):
        moment = match.fork()
        moment.play(A, move)
        seen.add((drawn(moment, B), drawn(moment, C), drawn(moment)))
        assert "▒▒ has chosen" in drawn(moment, B)
    assert len(seen) == 1


def test_the_board_marks_the_stakes_in_play_and_who_is_bound() -> None:
    match = sit()
    play_round(match, "6 4 4 4 1", "chance chance out")
    shown = drawn(match)
    assert "▸+2¢" in shown
    assert "▸−1¢" in shown
    assert shown.count("next: IN (bound)") == 2


@pytest.mark.parametrize("width", [80, 100, 140])
def test_the_board_fits_the_terminal(width: int) -> None:
    many = "D1a D1b D1c D2a D2b D3a D3b D3c"
    match = sit(6, cards={A: many, B: "C1 C2 C3"}, market="F7 F8 D6a C4", pile="")
    play_round(match, "6 6 6 6 6", "chance chance in in in out")
    assert max(len(line) for line in drawn(match, A, width).splitlines()) <= width


def test_the_board_says_what_a_choice_costs_me() -> None:
    match = sit(hearts=[2, 8, 8], coins=[1, 8, 8])
    deal(match, "dice 5 4 4 4 3")
    shown = drawn(match, A)
    assert "IN: pay 1–2¢, have 1: up to −1♥, dice: −2♥ +1¢ +3★; costs your last heart" in shown
    assert "OUT: gain 1–2¢, all OUT: −1♥\n" in shown
    assert "pay" not in drawn(match)
