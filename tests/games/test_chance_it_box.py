"""chance it: the components, their provenance, and what may be typed."""

import pytest

import chancebox as cb
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.chance_it import GAME
from clauses import clause
from games.chance_it_table import A, B, C, D, choose, deal, moves, play_round, sit

TEXT = (GAME.folder / "box.toml").read_text("utf-8")


@clause("CI-R27")
def test_stakes_are_data_with_the_provenance_of_every_number() -> None:
    sheets = {sheet.players: sheet for sheet in load_box(GAME).data.sheet}
    assert [cell.coins for cell in sheets[5].gains] == [4, 3, 2, 1]
    assert {cell.status for cell in sheets[5].gains} == {"stated"}
    known = {
        (n, side, count + 1): cell.status
        for n, sheet in sheets.items()
        for side, cells in (("out", sheet.gains), ("in", sheet.pays))
        for count, cell in enumerate(cells)
        if cell.status != "reconstructed"
    }
    assert known == {
        **{(5, "out", n): "stated" for n in (1, 2, 3, 4)},
        (5, "in", 4): "stated",
        (6, "out", 4): "sourced",
        (6, "in", 2): "sourced",
        (6, "in", 6): "sourced",
    }
    assert (sheets[5].pays[3].coins, sheets[6].gains[3].coins) == (3, 2)
    assert (sheets[6].pays[1].coins, sheets[6].pays[5].coins) == (1, 3)


@clause("CI-R27")
def test_cards_are_reconstructed_but_for_the_effects_of_two() -> None:
    cards = {card.id: card for card in load_box(GAME).data.card}
    assert len(cards) == 30
    assert {card.status for card in cards.values()} == {"reconstructed"}
    assert {id for id, card in cards.items() if card.note} == {"D2a", "D3a"}
    assert (cards["D2a"].when, cards["D2a"].hearts) == ("2", 1)
    assert (cards["D3a"].when, cards["D3a"].hearts, cards["D3a"].coins) == ("3", 1, 1)


@clause("CI-R27")
def test_another_box_plays_by_its_own_numbers() -> None:
    text = TEXT.replace("[all_out]\nhearts = 1", "[all_out]\nhearts = 3")
    text = text.replace('row = "4"\nstars = 1', 'row = "4"\nstars = 2')
    match = sit(box=parse_box(GAME, text, "altered"))
    play_round(match, "4 5 5 5 5", "out out out")
    assert match.view()["players"][A]["hearts"] == 5
    play_round(match, "4 5 5 5 5", "in out out")
    assert match.view()["players"][A]["stars"] == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[goal]\nstars = 20", "[goal]\nstars = 0", "goal.stars"),
        ("stars = 0\nmarket = 4", "stars = 20\nmarket = 4", "nobody may start with the 20 stars"),
        ("market = 4", "market = 5", "it can be: 4"),
        ("dice = 5", "dice = 6", "it can be: 5"),
        ('row = "3"', 'row = "2"', "rows 2, 3, 4, 5 and chance it"),
        ('row = "chance it"\ncoins = 2', 'row = "chance it"\nhearts = -1', "takes no hearts"),
        ("[[sheet]]\nplayers = 3", "[[sheet]]\nplayers = 4", "2, 3, 4, 5 and 6 players"),
        ('gains = [\n  { coins = 1, status = "reconstructed" },', "gains = [", "1 numbers here"),
        ('pays = [\n  { coins = 1, status = "reconstructed" },', "pays = [", "2 numbers here"),
        ('[[card]]\nid = "F1"\nwhen = "flash"\nprice = 4\nstars = 2\nstatus = "reconstructed"', "", "not 29"),
        ('id = "F2"', 'id = "F1"', "F1 is there twice"),
        (
            'when = "chance it"\nprice = 1\nagain = 1',
            'when = "5"\nprice = 1\nagain = 1',
            "only cards for a 6",
        ),
        ("price = 5\nattack = 1\nstars = 2", "price = 5", "F7 does nothing"),
        ('when = "flash"', 'when = "lightning"', "it can be: .*flash"),
        ("price = 8", "price = -1", "price"),
    ],
)
def test_a_wrong_box_is_told_what_would_be_right(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(cb.BadBox, match=message):
        parse_box(GAME, TEXT.replace(old, new, 1), "mine")


# Notation


def test_what_is_typed_is_forgiving_about_case_and_space() -> None:
    match = Match(GAME, 3, dealer=Ask())
    deal(match, "FIRST b", "card d1B", "f4", "Card  C2", "card F6")
    deal(match, " 6 4  4 4 4")
    choose(match, "IN out CHANCE")
    match.play(C, "Discard  d1b")
    assert match.notation[-5:] == ["* dice 6 4 4 4 4", "A in", "B out", "C chance", "C discard D1b"]
    moment = match.fork(len(match.events) - 2)
    moment.play(C, "chance it")
    assert moment.notation[-1] == "C chance"


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("", "in, out, chance"),
        ("in out", "in"),
        ("maybe", "chance"),
        ("chance it all", "in"),
        ("buy F1", "out"),
    ],
)
def test_a_wrong_guide_is_told_what_to_write(text: str, example: str) -> None:
    match = sit()
    deal(match, "dice 4 4 4 4 4")
    with pytest.raises(cb.UnknownNotation, match="in, out, chance"):
        match.play(A, text)


def test_wrong_dice_and_cards_are_told_what_to_write() -> None:
    match = Match(GAME, 3, dealer=Ask())
    with pytest.raises(cb.UnknownNotation, match="first A"):
        deal(match, "first AB")
    deal(match, "first A")
    with pytest.raises(cb.UnknownNotation, match="card F1"):
        deal(match, "card F9")
    match = sit()
    for wrong in ("dice 4 4 4 4", "dice 4 4 4 4 7", "dice", "4 4 4 4 4 4"):
        with pytest.raises(cb.UnknownNotation, match="5 faces, each 1 to 6"):
            deal(match, wrong)
    play_round(match, "1 4 4 4 4", "in out out")
    with pytest.raises(cb.UnknownNotation, match="1 face, 1 to 6: dice 6"):
        deal(match, "dice 2 2")


def test_wrong_card_actions_are_told_what_to_write() -> None:
    match = sit(cards={A: "D2a"})
    play_round(match, "2 6 4 4 4", "in out out")
    for wrong in ("buy F1", "use", "use X1", "pass on", "D2a"):
        with pytest.raises(cb.UnknownNotation, match="use D2a, pass"):
            match.play(A, wrong)
    match.play(A, "pass")
    with pytest.raises(cb.IllegalAction, match="discard F1"):
        match.play(A, "pass")


# The log


def test_the_log_tells_a_round() -> None:
    match = sit(4, cards={A: "D3a"}, hearts=[8, 8, 2, 8])
    play_round(match, "6 3 2 4 1", "chance chance in out")
    deal(match, "dice 5")
    match.play(A, "use D3a")
    match.play(A, "buy F6")
    match.play(B, "discard F1")
    match.play(C, "discard F4")
    assert match.log() == [
        "Round 1: A rolls 6 4 3 2 1.",
        "IN: C; OUT: D; CHANCE IT: A, B. Stakes: A, B, C −2¢; D +3¢. Bound to play IN next: A, B.",
        "A rolls the 1s again: 5. Die 2: A, B, C +1♥.",
        "Die 3: A −1♥ +1¢ with D3a; B, C −2♥. Die 4: A, B, C +1★. Die 5: A, B, C +1¢. "
        "Die 6, the market: A, B, C.",
        "A buys F6 for 3¢: +6¢.",
        "B discards F1.",
        "C discards F4. CHANCE IT: A, B +2¢.",
    ]
    assert match.log(A)[1] == "A chooses: CHANCE IT."
    assert match.log(D)[1:] == match.log()[1:], "D was the last to choose"


def test_the_log_tells_a_card_that_stays_from_one_that_acts_at_once() -> None:
    match = sit(cards={B: "C1"}, market="F6 D3c F1 F2")
    play_round(match, "6 4 4 4 4", "in chance out")
    match.play(A, "buy D3c")
    match.play(B, "buy F6")
    match.play(B, "use C1")
    assert match.log()[-3:] == [
        "A buys D3c for 3¢ (die 3: +1¢, the others −1♥).",
        "B buys F6 for 3¢: +6¢. CHANCE IT: B +2¢.",
        "B uses C1: +1★.",
    ]


def test_the_log_tells_who_is_gone_and_why_it_ended() -> None:
    match = sit(hearts=[1, 2, 8], cards={A: "D3a"})
    play_round(match, "3 4 4 4 4", "in in out")
    match.play(A, "use D3a")
    assert match.log()[-1] == (
        "Die 3: A −1♥ +1¢ with D3a; B −2♥."
        " A is eliminated: the 3 took the last heart. B is eliminated: the 3 took the last heart."
        " The game is over: one player alone has hearts left."
    )
    assert match.moves(CHANCE) == []
    assert moves(match, A) == ""
