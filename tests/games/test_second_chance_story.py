"""Second Chance: what happened, one kind of happening after the other, and how the log tells it."""

from chancebox.bots.interface import Evaluation, question, words
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games.second_chance.pens import pen
from chancebox.games.second_chance.rules import records
from chancebox.games.second_chance.rules.records import SQUARES
from chancebox.games.second_chance.text.happenings import (
    AllDrew,
    BeganGame,
    DealtStart,
    DeckRanOut,
    Eliminated,
    EndedGame,
    EndedRound,
    FilledGrid,
    GotSecondChance,
    HasDrawn,
    NeitherFits,
    Placed,
    PutStartsAway,
    Revealed,
    Shuffled,
    TurnedOver,
    WroteOne,
)
from chancebox.games.second_chance.text.names import placement_text
from chancebox.games.second_chance.text.sentences import sentence
from clauses import clause
from games.second_chance_table import BOX, GAME, NUMBERS, STARTS, begin, squares, table
from helpers import random_match

P02, P03, P04, P05, P14 = (NUMBERS[id] for id in ("P02", "P03", "P04", "P05", "P14"))


def drawn(text: str) -> tuple[int, ...]:
    return tuple(sorted(squares(text)))


def happened(match: Match, since: int = 0, viewer: int = SPECTATOR) -> list[Happening]:
    """List what happened from an event on, one after the other."""
    return [one for _n, told in match.happenings(viewer, since) for one in told]


def played(match: Match, seat: int, move: str, viewer: int = SPECTATOR) -> list[Happening]:
    """Play a move, and list what happened then."""
    before = len(match.events)
    match.play(seat, move)
    return happened(match, before, viewer)


def in_words(match: Match, n: int, move: str) -> str:
    """Describe a move that was the event n."""
    position = plain(match.fork(n).position())
    return GAME.notation.words(BOX, position, 0, move)


# Start shapes


@clause("SC-02", "SC-03")
def test_start_cards_are_dealt_drawn_and_put_away_before_the_first_pair() -> None:
    match = begin(2, "S01 S02", "P14 P02")
    assert happened(match) == [DealtStart(0, STARTS["S01"]), DealtStart(1, STARTS["S02"])]
    assert match.log()[1] == "B gets a start shape: the fat S."
    match.play(1, "S02 @ c4")
    first = Placed(
        seat=0,
        shape=STARTS["S01"],
        card=2,
        turned="",
        squares=drawn("e5 f5 g5 e6 f6 g6 e7 f7"),
        round=0,
        pen=0,
        empty=73,
    )
    shown, away, one, both = played(match, 0, "S01 @ e5")
    assert isinstance(shown, AllDrew)
    assert shown.drawings[0] == first
    assert [drawing.seat for drawing in shown.drawings] == [0, 1]
    assert match.log()[-2].startswith("All have drawn their start shapes.")
    assert (away, one, both) == (PutStartsAway(), TurnedOver(1, P14), Revealed(1, P14, P02))


# A round


@clause("SC-10")
def test_cards_are_revealed_one_by_one_and_the_log_names_both() -> None:
    match = table("a1 b1", "a1 b1", cards=["P05", "P02"])
    assert happened(match) == [TurnedOver(5, P05), Revealed(5, P05, P02)]
    assert match.log() == ["Round 5: bar of 4 or domino."]
    alike = table("a1 b1", "a1 b1", cards=["P02", "P02"])
    assert alike.log() == ["Round 5: domino on both cards."]


@clause("SC-R14", "SC-11")
def test_others_hear_that_somebody_has_drawn_and_when_all_have_what_it_was() -> None:
    start = ("a1 b1 c1 a2 b2", "a1 b1 c1 d1 e1")
    mine = Placed(0, P14, 1, "", drawn("a1 b1 c1 a2 b2"), 5, pen(2, 0, 5), 0)
    yours = Placed(1, P05, 0, "", drawn("b1 c1 d1 e1"), 5, pen(2, 1, 5), 1)
    for viewer, before, known in ((0, mine, 0), (1, HasDrawn(0), None), (SPECTATOR, HasDrawn(0), None)):
        match = table(*start, cards=["P05", "P14"])
        assert played(match, 0, "P14 @ a1", viewer) == [before]
        then = played(match, 1, "P05 @ b1", viewer)
        assert then[0] == AllDrew((mine, yours), known)
        moved = [change.seat for change in then[0].changes()]
        assert moved == ([1] if viewer == 0 else [0, 1]), "what was known is not counted twice"
    assert match.log(0)[-2] == "Enola draws the P at a1."
    assert match.log(1)[-2] == "Enola has drawn."
    assert match.log(1)[-1].startswith("All have drawn: Enola the P, Felix the bar of 4.")


@clause("SC-12")
def test_every_way_of_drawing_is_told_as_it_was_played() -> None:
    """The story reads the grid, not the action: both must name the same card, way and square."""
    compared = set()
    for seed in range(3):
        match = random_match(GAME, 1, seed)
        told = dict(match.happenings(0))
        for n, line in enumerate(match.notation):
            for one in told.get(n + 1, []):
                if isinstance(one, Placed):
                    played = placement_text(BOX, one.shape, one.turned, one.squares[0])
                    assert line == f"A {played}"
                    assert sentence(BOX, one, ["A"]) == f"A draws the {in_words(match, n, played)}."
                    compared.add(one.turned)
    assert len(compared) == 8


@clause("SC-41")
def test_the_end_of_a_round_tells_what_is_empty_and_the_next_pen_is_another() -> None:
    match = table("a1 b1 c1 d1 f1", "a1 b1 c1 d1 h1", cards=["P05", "P02", "P02", "P03"])
    first = played(match, 0, "P02 @ a1")
    then = played(match, 1, "P02 @ c1")
    assert first == [HasDrawn(0)]
    assert isinstance(then[0], AllDrew)
    assert then[1:3] == [EndedRound(5, (3, 3)), TurnedOver(6, P02)]
    assert [drawing.pen for drawing in then[0].drawings] == [pen(2, 0, 5), pen(2, 1, 5)]
    assert pen(2, 0, 5) == pen(2, 1, 6)


# The second chance


@clause("SC-20")
def test_who_can_draw_neither_waits_and_who_can_is_named() -> None:
    match = table("a1 c1", "a1 b1", "a1 b1 c1 e1", cards=["P05", "P03"])
    assert happened(match)[-1] == NeitherFits((0, 1), (2,))
    assert match.log()[-1].endswith("Neither shape fits for Enola and Felix.")


@clause("SC-20", "SC-21")
def test_a_second_chance_that_fits_is_dealt_and_drawn() -> None:
    match = table("a1 b1 d1", "a1 b1 c1 e1", cards=["P05", "P03", "P02"])
    drawing, got = played(match, 1, "P03 @ a1")
    assert drawing == Placed(1, P03, 1, "", drawn("a1 b1 c1"), 5, pen(2, 1, 5), 1), "alone, so at once"
    assert got == GotSecondChance(0, P02, fits=True)
    assert match.log()[-1] == "Second chance for Enola: the domino. It fits."
    assert played(match, 0, "P02 @ a1") == [
        Placed(0, P02, 2, "", drawn("a1 b1"), 5, pen(2, 0, 5), 1),
        EndedRound(5, (1, 1)),
    ]


@clause("SC-22", "SC-23")
def test_a_second_chance_that_fails_eliminates_and_the_first_to_go_write_the_one() -> None:
    match = table("a1 c1 e1", "a1 b1 c1 e1", cards=["P05", "P03", "P04"])
    assert played(match, 1, "P03 @ a1")[1:] == [
        GotSecondChance(0, P04, fits=False),
        Eliminated(0, P04, 5, first=True),
    ]
    told = "Second chance for Enola: the corner of 3. It fits nowhere."
    assert match.log()[-1] == f"{told} Enola is out, the first to go, and writes the 1."
    (one,) = squares("c1")
    assert played(match, 0, "1 @ c1") == [WroteOne(0, one, 5, pen(2, 0, 5), 2), EndedRound(5, (2, 1))]
    assert match.log()[-1] == "Enola writes the 1 at c1."


@clause("SC-23")
def test_who_goes_in_a_later_round_is_not_the_first() -> None:
    match = table("a1 c1", "a1", cards=["P05", "P03", "P04"], out=[1])
    assert happened(match)[2:] == [
        NeitherFits((0,), ()),
        GotSecondChance(0, P04, fits=False),
        Eliminated(0, P04, 5, first=False),
        EndedRound(5, (2, 1)),
        Ended(records.ALL_OUT),
    ]


@clause("SC-R12", "SC-R14")
def test_ones_and_second_chances_of_the_same_step_are_shown_together() -> None:
    match = table("a1 c1", "a1 b1 d1", cards=["P05", "P03", "P04", "P02"])
    assert happened(match)[2] == NeitherFits((0, 1), ()), "nobody can draw"
    assert played(match, 0, "1 @ c1", viewer=1) == [HasDrawn(0)]
    (shown, *_rest) = played(match, 1, "P02 @ a1", viewer=1)
    assert isinstance(shown, AllDrew)
    assert [type(drawing) for drawing in shown.drawings] == [WroteOne, Placed]
    assert match.log(1)[-1] == "All have drawn: Enola the 1, Felix the domino."


# The end


@clause("SC-33", "SC-R05")
def test_a_full_grid_is_told_with_its_owner_before_the_end() -> None:
    match = table("a1 b1 c1", "a1 b1 c1 i9", cards=["P03", "P05"])
    match.play(0, "P03 @ a1")
    assert played(match, 1, "P03 @ a1")[1:] == [
        FilledGrid(0),
        EndedRound(5, (0, 1)),
        Ended(records.FULL_GRID),
    ]
    assert match.log()[-1].endswith("The grid of Enola is full. The game is over: a grid was full.")


@clause("SC-30", "SC-31")
def test_a_deck_that_runs_out_is_told_with_what_was_needed() -> None:
    match = table("a1 b1 d1", "a1 b1 f1", cards=["P02", "P05"], deck={"P02": 1, "P05": 1, "P04": 1})
    match.play(0, "P02 @ a1")
    assert played(match, 1, "P02 @ a1")[2:] == [DeckRanOut(left=1, needed=2), Ended(records.NO_PAIR)]
    match = table("a1 c1", "a1 b1 d1", cards=["P03", "P05"], deck={"P03": 1, "P05": 1, "P02": 1})
    assert happened(match)[2:] == [
        NeitherFits((0, 1), ()),
        EndedRound(5, (2, 3)),
        DeckRanOut(left=1, needed=2),
        Ended(records.NO_CARDS),
    ]


# Alone


@clause("SC-40", "SC-R10")
def test_alone_a_game_ends_with_its_empty_squares_and_the_next_begins() -> None:
    match = table("a1 c1", cards=["P05", "P03", "P04"], deck={"P05": 1, "P03": 2, "P04": 1, "P02": 2})
    *_round, got, out, over, ended, shuffled = happened(match)
    assert (got, out) == (GotSecondChance(0, P04, fits=False), Eliminated(0, P04, 5, first=False))
    assert over == EndedRound(5, (2,))
    assert ended == EndedGame(1, records.ALL_OUT, empty=2, total=2)
    assert isinstance(shuffled, Shuffled)
    assert len(shuffled.cards) == 40 - 6 + 3, "all but those that lay there, and the three turned over"
    assert {P03, P04, P05} <= set(shuffled.cards)
    assert shuffled.filled == SQUARES - 2
    assert match.log()[-1].endswith("Game 1 ends with 2 empty squares, 2 in all.")
    match.play(CHANCE, "start S01")
    assert happened(match)[-2:] == [BeganGame(2), DealtStart(0, STARTS["S01"])]
    assert match.log()[-1] == "Game 2 of 3. Enola gets a start shape: the 3x3 minus a corner."


@clause("SC-40", "SC-R10", "SC-R13")
def test_alone_the_reason_for_which_a_game_ended_is_found() -> None:
    three = {"P03": 1, "P05": 1, "P02": 1}
    full = table("a1 b1 c1", cards=["P03", "P05"])
    full.play(0, "P03 @ a1")
    no_pair = table("a1 b1 c1 e1", cards=["P03", "P05"], deck=three)
    no_pair.play(0, "P03 @ a1")
    no_cards = table("a1 c1", cards=["P03", "P05"], deck={"P03": 1, "P05": 1})
    kinds = EndedGame | DeckRanOut | FilledGrid
    found = [
        [one for one in happened(match) if isinstance(one, kinds)] for match in (full, no_pair, no_cards)
    ]
    assert found == [
        [FilledGrid(0), EndedGame(1, records.FULL_GRID, 0, 0)],
        [DeckRanOut(1, 2), EndedGame(1, records.NO_PAIR, 1, 1)],
        [DeckRanOut(0, 1), EndedGame(1, records.NO_CARDS, 2, 2)],
    ]


@clause("SC-40")
def test_alone_the_log_tells_how_three_games_came_out() -> None:
    match = table("a1 c1 e1", "a1", "a1 c1", cards=["P05", "P03", "P04"], game=2)
    assert happened(match)[-2:] == [EndedGame(3, records.ALL_OUT, 2, 6), Ended(records.SUCCESS)]
    end = "The game is over: fewer than ten squares stayed empty in three games."
    assert match.log()[-1].endswith(f"Game 3 ends with 2 empty squares, 6 in all. {end}")


# In words


def test_moves_are_told_in_words_where_people_read_them() -> None:
    """Codes stand on the cards; who is asked, advised or told reads what the shapes are called."""
    match = begin(1, "S01", "P05 P07")
    match.play(0, "S01 @ e5")
    position = plain(match.position(0))
    told = {move: GAME.notation.words(BOX, position, 0, move) for move in ("P05 r90 @ a1", "P07 r180f @ b1")}
    assert told["P05 r90 @ a1"] == "bar of 4, turned right, at a1"
    assert told["P07 r180f @ b1"] == "L of 4, flipped upside down, at b1"
    asked = question(match, 0)
    assert words(asked, asked.choices[0]) == "bar of 4 at a1"
    assert "P05" not in Evaluation(asked.choices[0], 0.5, 0.01, 100).describe(words(asked, asked.choices[0]))
    one = table("a1 c1 e1", "a1 b1 c1 e1", cards=["P05", "P03", "P04"])
    one.play(1, "P03 @ a1")
    assert GAME.notation.words(BOX, plain(one.position(0)), 0, "1 @ c1") == "the 1 at c1"
