"""chance it: what a move is called, to those who do not read notation."""

import re

import pytest

from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games.chance_it import GAME
from games.chance_it_table import A, B, deal, play_round, sit
from helpers import random_match

GUIDES = [("in", "play IN"), ("out", "play OUT"), ("chance", "play CHANCE IT")]


def words(match: Match, seat: int, move: str) -> str:
    seen = match.position() if seat == CHANCE else match.position(seat)
    told: str = match.game.notation.words(match.box, plain(seen), seat, move)
    return told


@pytest.mark.parametrize(("move", "told"), GUIDES)
def test_guide_cards_are_called_what_is_printed_on_them(move: str, told: str) -> None:
    match = sit()
    deal(match, "dice 6 5 5 4 2")
    assert words(match, A, move) == told


def test_market_cards_are_called_what_they_do() -> None:
    """What is bought tells its price; what is discarded costs nothing."""
    match = sit(market="F1 D3c C4 F8")
    play_round(match, "6 5 5 4 2", "in out out")
    assert match.to_act == (A,)
    assert [words(match, A, move) for move in match.moves(A)] == [
        "buy “at once: +2★” for 4¢",
        "buy “at once: +3♥ +2★” for 6¢",
        "buy “die 3: +1¢, the others −1♥” for 3¢",
        "buy “CHANCE IT: market again” for 1¢",
        "discard “at once: +2★”",
        "discard “at once: +3♥ +2★”",
        "discard “die 3: +1¢, the others −1♥”",
        "discard “CHANCE IT: market again”",
    ]


def test_own_cards_are_called_what_they_do_and_none_is_a_choice() -> None:
    match = sit(cards={B: "D5a D5b"})
    play_round(match, "6 5 5 4 2", "out in in")
    assert [words(match, B, move) for move in match.moves(B)] == [
        "use “die 5: +1¢”",
        "use “die 5: +1♥”",
        "use no card",
    ]


def test_what_comes_up_has_words() -> None:
    match = Match(GAME, 3, dealer=Ask())
    match.play(CHANCE, "first B")
    assert words(match, CHANCE, "card D3a") == "die 3: +1♥ +1¢"
    assert words(sit(), CHANCE, "dice 6 5 5 4 2") == "6 5 5 4 2"


def test_every_move_of_a_game_has_words_in_every_language() -> None:
    """No id of a card is left, no verb of the notation where that is none of the language."""
    match = random_match(GAME, 4, 3)
    for n, (seat, _action) in enumerate(match.events):
        if seat == CHANCE:
            continue
        then = match.fork(n)
        for move in then.moves(seat):
            for language in LANGUAGES:
                with reading(language):
                    told = words(then, seat, move)
                assert not re.search(r"\b[FDC]\d[a-z]?\b|\{|^(in|out|chance|pass)$", told), (move, told)
