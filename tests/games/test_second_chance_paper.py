"""Second Chance: the box, the shapes, notation, and what is drawn in the terminal."""

import io
import itertools
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from chancebox.engine.game.boxes import Box, load_box, parse_box
from chancebox.engine.game.errors import BadBox, ChanceboxError, IllegalAction, UnknownNotation
from chancebox.engine.match.chance import Ask, Scripted
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import blank, plain
from chancebox.games import game
from chancebox.games.second_chance import shapes
from chancebox.games.second_chance.rules import drawing, records
from chancebox.games.second_chance.terminal import paper
from chancebox.terminal import play as terminal
from clauses import clause
from helpers import random_match

GAME = game("second-chance")
BOX = load_box(GAME)
TEXT = (GAME.folder / "box.toml").read_text("utf-8")
CARDS = [*BOX.data.start, *BOX.data.shape]


def shown(drawn: RenderableType, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(drawn)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def begin(cards: str = "P14 P02", box: Box | None = None) -> Match:
    """Begin a game alone, with S01 in the lower right of the centre."""
    script = ["start S01", *(f"card {id}" for id in cards.split())]
    match = Match(GAME, 1, dealer=Scripted(script), box=box)
    match.play(0, "S01 @ e5")
    return match


def altered(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


# The box


@clause("SC-R15")
def test_every_shape_says_that_it_is_reconstructed() -> None:
    assert {card.status for card in CARDS} == {"reconstructed"}
    with pytest.raises(BadBox, match="status"):
        parse_box(GAME, altered('status = "reconstructed"\n', ""), "altered")


@clause("SC-02", "SC-04")
def test_the_box_holds_what_the_book_counts() -> None:
    assert len(BOX.data.start) == len({frozenset(shapes.ways(card.squares)) for card in BOX.data.start}) == 13
    assert {len(shapes.squares(card.squares)) for card in BOX.data.start} == {8}
    assert sum(card.cards for card in BOX.data.shape) == 40
    assert {len(shapes.squares(card.squares)) for card in BOX.data.shape} == {1, 2, 3, 4, 5, 6, 7}


@clause("SC-12")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.id))
def test_ways_are_counted_by_turning_and_flipping_the_squares_themselves(card: object) -> None:
    rows: Sequence[str] = card.squares  # type: ignore[attr-defined]
    cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]
    seen = set()
    for a, b, swap in [(x, y, z) for x in (1, -1) for y in (1, -1) for z in (0, 1)]:
        moved = [(b * c, a * r) if swap else (a * r, b * c) for r, c in cells]
        top, left = min(r for r, _c in moved), min(c for _r, c in moved)
        seen.add(frozenset((r - top, c - left) for r, c in moved))
    assert seen == {frozenset(shapes.squares(way)) for way in shapes.ways(tuple(rows))}
    assert len(seen) == card.ways  # type: ignore[attr-defined]


WRONG = [
    (
        'cards = 1\nstatus = "reconstructed"\n',
        'cards = 2\nstatus = "reconstructed"\n',
        "40 shape cards in all, not 41",
    ),
    ("size = 9", "size = 8", "size"),
    (
        '"###",\n    "###",\n    "##."',
        '"###",\n    "###",\n    "###"',
        "it has 9 squares; there must be 8",
    ),
    ('"###",\n    "###",\n    "##."', '"###",\n    "###",\n    "##"', "equally long"),
    ('"###",\n    "###",\n    "##."', '"####",\n    "##..",\n    "...#",\n    "...#"', "hang together"),
    ('"###",\n    "###",\n    "##."', '"########"', "longer than 7"),
    ('squares = ["##"]', 'squares = ["##."]', "leave empty ones out"),
    ('squares = ["#"]\nways = 1', 'squares = ["#"]\nways = 2', "P01 can be drawn in 1 ways, not 2"),
    ('id = "P02"', 'id = "P01"', "P01 is there twice"),
    ('squares = ["####"]', 'squares = [\n    "#",\n    "#",\n    "#",\n]', "P05 is P03 turned or flipped"),
]


@clause("SC-02", "SC-04")
@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_a_box_that_breaks_the_counts_is_refused_with_a_reason(old: str, new: str, message: str) -> None:
    with pytest.raises(BadBox, match=re.escape(message)):
        parse_box(GAME, altered(old, new), "altered")


def test_a_start_shape_too_few_is_refused() -> None:
    first, _header, rest = TEXT.partition("[[start]]\n")
    _gone, header, others = rest.partition("[[start]]\n")
    with pytest.raises(BadBox, match="there must be 13 start shapes, not 12"):
        parse_box(GAME, first + header + others, "altered")


@clause("SC-R11")
def test_shapes_of_any_height_are_found_down_to_the_last_row() -> None:
    """A bar of n fits into a column of n empty squares wherever that begins; seven is the longest."""
    for n in range(1, 8):
        memory = blank(records.Box.dtype)
        bar = plain(memory).shapes[1]
        GAME.boxes._pack_shape(
            BOX.data.shape[0].__class__(
                id="P01", name="bar", squares=("#" * n,), ways=2 if n > 1 else 1, cards=1, status="stated"
            ),
            bar,
        )
        for top in range(records.SIZE - n + 1):
            for column in range(records.SIZE):
                grid = plain(blank(records.Grid.dtype))
                for row in range(top, top + n):
                    grid.free[row] = 1 << column
                out = [0] * 100
                assert drawing.fits(bar, grid)
                assert drawing.list_placements(bar, grid, 0, out, 0) == 1
                assert out[0] % records.SQUARES == 9 * top + column
                grid.free[top + n // 2] = 0
                assert not drawing.fits(bar, grid)


# Notation


def test_a_way_is_flipped_first_and_then_turned_clockwise() -> None:
    match = begin("P07 P02")
    drawn = {
        "P07 @ a1": "###/#..",
        "P07 r90 @ a1": "##/.#/.#",
        "P07 r180 @ c1": "..#/###",
        "P07 r270 @ a1": "#./#./##",
        "P07 f @ a1": "###/..#",
        "P07 r90f @ b1": ".#/.#/##",
        "P07 r180f @ a1": "#../###",
        "P07 r270f @ a1": "##/#./#.",
    }
    for move, picture in drawn.items():
        trial = match.fork(dealer=Ask())
        trial.play(0, move)
        rows = trial.view()["players"][0]["drawn"]
        lines = picture.split("/")
        corner = [[rows[r][c] == 1 for c in range(len(lines[0]))] for r in range(len(lines))]
        assert corner == [[sign == "#" for sign in line] for line in lines], move
        assert sum(row.count(1) for row in rows) == 4


@pytest.mark.parametrize("text", ["p14 R90F a1", "P14 90 f @ a1", " p14  r90f@a1 ", "P14 r90f @ A1"])
def test_notation_is_read_as_people_type_it(text: str) -> None:
    match = begin()
    match.play(0, text.replace("a1", "b1").replace("A1", "B1"))
    assert match.notation[-1] == "A P14 r90f @ b1"


def test_names_that_look_the_same_are_read_and_the_first_is_written() -> None:
    match = begin()
    for text in ("P02 r180 @ a1", "P02 f @ a1", "P02 r0 @ a1", "P02 r180f @ a1"):
        trial = match.fork(dealer=Ask())
        trial.play(0, text)
        assert trial.notation[-1] == "A P02 @ a1"


@pytest.mark.parametrize(
    "text", ["", "P14", "P14 r45 @ a1", "P14 @ j1", "P14 @ a0", "1 @ a1", "a1", "P14 @ a1 b1"]
)
def test_what_is_no_placement_is_refused_with_examples(text: str) -> None:
    with pytest.raises(UnknownNotation, match="P14 @ c5, P02 r90f @ c5"):
        begin().play(0, text)


def test_cards_are_typed_by_their_ids() -> None:
    match = Match(GAME, 1, dealer=Ask())
    with pytest.raises(UnknownNotation, match="start S01"):
        match.play(CHANCE, "S99")
    with pytest.raises(IllegalAction):
        match.play(CHANCE, "card P01")
    match.play(CHANCE, "s05")
    assert match.notation == ["* start S05"]


def test_menus_are_short_and_offer_both_shapes_in_different_ways() -> None:
    match = begin()
    menu = match.moves(0)
    assert len(match.choices(0)) > 200
    assert len(menu) == 12
    assert sum(move.startswith("P14") for move in menu) == 6
    ways = {move.partition(" @")[0] for move in menu if move.startswith("P14")}
    assert len(ways) == 6
    assert all(move in map(str, match.choices(0)) for move in menu)


def test_the_log_tells_a_whole_game() -> None:
    told = "\n".join(random_match(GAME, 3, 2).log(0))
    for part in (
        "gets a start shape: the ",
        "All have drawn: A ",
        "Round 1: ",
        "has drawn.",
        "Second chance for ",
    ):
        assert part in told
    assert "The game is over: " in told
    alone = "\n".join(random_match(GAME, 1, 2).log())
    assert "Game 3 of 3." in alone
    assert re.search(r"Game 3 ends with \d+ empty squares?, \d+ in all\.", alone)


# The terminal


@clause("SC-01")
def test_the_centre_is_marked_until_it_is_drawn() -> None:
    match = Match(GAME, 1, dealer=Scripted(["start S01"]))
    row = next(
        line
        for line in shown(GAME.terminal.board(match.view(0), ["A"], 0)).splitlines()
        if line.startswith("5")
    )
    assert row.startswith("5 │ ·   ·   ·   ·   ○   ·   ·   ·   · │")


@clause("SC-41")
def test_shapes_side_by_side_keep_an_outline() -> None:
    match = begin("P02 P14 P03 P04")
    match.play(0, "P02 @ a1")
    match.play(0, "P03 @ c1")
    lines = shown(GAME.terminal.board(match.view(0), ["A"], 0)).splitlines()
    top = next(n for n, line in enumerate(lines) if line.startswith("  ┌"))
    assert lines[top].startswith("  ┌───────┬───────────┬───────────────┐")
    assert lines[top + 1].startswith("1 │ 1   1 │ 2   2   2 │ ·   ·   ·   · │")
    assert lines[top + 2].startswith("  ├───────┴───────────┘               │")


@clause("SC-04")
def test_the_board_shows_cards_overview_and_all_grids_in_eighty_columns() -> None:
    match = random_match(GAME, 6, 3, events=60)
    text = shown(GAME.terminal.board(match.view(2), match.names, 2), 80)
    assert max(map(len, text.splitlines())) <= 80
    for card in BOX.data.shape:
        assert card.id in text
    for name in "ABCDEF":
        assert f" {name} {name}  " in text
    assert f"{match.view()['deck']} cards left" in text


def test_a_spectator_sees_all_grids_and_a_single_player_those_before() -> None:
    match = random_match(GAME, 1, 3)
    text = shown(GAME.terminal.board(match.view(), ["A"], SPECTATOR))
    assert all(f"Game {n}: " in text for n in (1, 2, 3))


def test_a_placement_can_be_tried_turned_and_flipped_before_it_is_played() -> None:
    match = begin()
    s = plain(match.position(0))
    before = match.position().tobytes()

    def tried(text: str) -> str:
        return shown(GAME.terminal.preview(match.box, s, 0, text))

    assert all(f"P14 {way}" in tried("") for way in ("r90", "r180", "r270", "f", "r90f"))
    assert "P02 r90" in tried("")
    assert "P02" not in tried("P14")
    assert "It fits in " in tried("P02 r90")
    fine = tried("P14 @ a1")
    assert "1 │ ?   ?   ? │" in fine
    assert "It fits." in fine
    assert "It does not fit: it would leave the grid." in tried("P14 @ i9")
    assert "It does not fit: e5 is not empty." in tried("P14 @ c5")
    with pytest.raises(ChanceboxError):
        tried("P33 @ a1")
    assert match.position().tobytes() == before


@pytest.mark.parametrize(
    ("name", "answer"), [("second-chance", "It fits."), ("pig", "There is nothing to try out in this game.")]
)
def test_a_move_can_be_tried_at_the_table(
    name: str, answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = iter(["try P14 @ a1", "try P99", "quit"])
    console = Console(file=io.StringIO(), width=100, color_system=None)
    monkeypatch.setattr(console, "input", lambda _prompt: next(typed))
    monkeypatch.setattr(terminal, "out", console)
    match = begin() if name == "second-chance" else Match(game(name), 2)
    before = list(match.events)
    terminal.TerminalMatch(match, ["person"] * match.seats, tmp_path / "tried.chance.json").play()
    assert answer in console.file.getvalue()  # type: ignore[attr-defined]
    assert match.events == before


def test_squares_where_a_way_fits_are_those_that_can_be_played() -> None:
    match = random_match(GAME, 1, 5, events=30)
    if CHANCE in match.to_act:
        match.deal()
    name = str(match.choices(0)[0]).partition(" @")[0]
    if " " not in name:
        name += " r0"
    text = shown(GAME.terminal.preview(match.box, plain(match.position(0)), 0, name))
    same = [a for a in match.choices(0) if a // records.SQUARES == match.choices(0)[0] // records.SQUARES]
    grid = "\n".join(line for line in text.splitlines() if line[:1].isdigit())
    assert grid.count("+") == len(same)


def test_offers_name_every_placement_that_can_be_played_and_no_other() -> None:
    """What the page draws from is what the rules allow, the centre of start shapes and the 1 included."""
    seen = set()
    for seed in range(12):
        match = random_match(GAME, 1 + seed % 4, seed)
        for moment in (match.fork(n) for n in range(0, len(match.events), 3)):
            for seat in set(moment.to_act) - {CHANCE}:
                offers = moment.view(seat)["offers"]
                placements = [
                    f"{card['id']} {way['name']} @ {'abcdefghi'[column]}{row + 1}".replace("  ", " ")
                    for card in offers
                    for way in card["ways"]
                    for row, column in shapes.squares(way["fits"])
                ]
                assert sorted(placements) == sorted(map(str, moment.choices(seat)))
                for card in offers:
                    assert card["nowhere"] == (not any(p.startswith(card["id"] + " ") for p in placements))
                    seen.add("1" if card["id"] == "1" else card["id"][0] + "-" * card["nowhere"])
            assert moment.view(SPECTATOR)["offers"] == []
    assert seen == {"S", "P", "P-", "1"}


def test_a_grid_is_told_by_shapes_as_well_as_by_squares() -> None:
    match = random_match(GAME, 3, 4)
    for player in match.view()["players"]:
        told: dict[tuple[int, int], tuple[int, int]] = {}
        for shape in player["shapes"]:
            ink = {"start": records.START, "one": records.ONE}.get(shape["kind"], shape["round"])
            for row, column in shapes.squares(shape["squares"]):
                square = shape["row"] + row, shape["column"] + column
                assert square not in told
                told[square] = ink, shape["pen"]
        for row, column in itertools.product(range(records.SIZE), repeat=2):
            ink, pen = told.get((row, column), (records.EMPTY, None))
            assert (player["drawn"][row][column], player["pens"][row][column]) == (ink, pen)


def test_tiny_pictures_keep_every_square() -> None:
    weights = {" ": 0, "▀": 1, "▄": 1, "█": 2}
    for card in CARDS:
        assert sum(weights[sign] for line in paper.tiny(card.squares) for sign in line) == len(
            shapes.squares(card.squares)
        )
