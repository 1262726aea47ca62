"""Gang of Dice, clause by clause."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancebox as cb
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games.gang_of_dice.rules import records, warnings
from chancebox.games.gang_of_dice.rules.records import total
from chancebox.games.gang_of_dice.text.names import condition
from chancebox.testing.playthroughs import leaves
from chancebox.web import render
from clauses import clause
from games.gang import GANG, TEXT, Gang, altered
from helpers import random_match

IDS = {card.id: i for i, card in enumerate(load_box(GANG).data.warning)}
LIGHT = [name for name in IDS if name.startswith("L")]
DARK = [name for name in IDS if name.startswith("D")]


def meets(card: str, *faces: int) -> bool:
    dice = [faces.count(face) for face in range(6)]
    return bool(warnings.meets(load_box(GANG).fields, IDS[card], dice))


# Set-up


@clause("GD-01")
def test_dice_show_the_values_1_to_5_and_the_boss() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 1")
    assert {str(o) for o, _ in gang.match.outcomes()} == {
        f"dice {f}" for f in ("1", "2", "3", "4", "5", "boss")
    }
    assert all(share == pytest.approx(1 / 6) for _, share in gang.match.outcomes())


@clause("GD-01")
def test_the_boss_is_not_a_value() -> None:
    boss = 0
    assert total([5, 1, 0, 0, 0, 0]) == 1, "adds nothing"
    assert not meets("L04", boss, 2, 4), "is not odd"
    assert not meets("L08", boss, boss, 3), "never pairs"
    assert not meets("L06", 3, boss), "is not a different value"
    assert not meets("D03", 2, boss, 4), "fills no gap"
    assert not meets("L03", boss, 2), "is no neighbour of anything"
    assert not meets("L10", boss), "is not a 1"


@clause("GD-02", "GD-R05")
def test_tokens_are_dice_in_one_account() -> None:
    gang = Gang(seats=4)
    gang.chance("card L01")
    assert len(gang.match.choices(0)) == 36, "9 dice and 9 tokens can all be staked as dice"


@clause("GD-03")
@pytest.mark.parametrize(("seats", "stock"), [(2, 48), (3, 48), (4, 36)])
def test_everybody_starts_with_the_same_stock(seats: int, stock: int) -> None:
    assert Gang(seats).stocks == [stock] * seats


@clause("GD-03", "GD-R05")
@pytest.mark.parametrize(("seats", "dice"), [(2, 24), (3, 36), (4, 36)])
def test_only_so_many_dice_are_in_play(seats: int, dice: int) -> None:
    gang = Gang(seats)
    gang.chance("card L01")
    assert [int(a) for a in gang.match.choices(0)] == list(range(1, dice + 1))


@clause("GD-04", "GD-20", "GD-R01")
@pytest.mark.parametrize(("finale", "tokens"), [("1/1/2", [1, 1, 2]), ("1/2/3", [1, 2, 3])])
def test_tokens_join_the_centre_in_the_last_three_rounds(finale: str, tokens: list[int]) -> None:
    gang = Gang(seats=2, finale=finale)
    won = []
    for card in LIGHT[:9] + DARK[:3]:
        owned = sum(gang.stocks)
        won.append(gang.s.tokens)
        gang.round(card, "boss", "boss")
        assert sum(gang.stocks) == owned + 3 * won[-1], "the winner takes the tokens, each worth 3"
    assert won == [0] * 9 + tokens
    assert sum(gang.stocks) == 96 + 3 * sum(tokens)


@clause("GD-05")
def test_nine_light_cards_come_before_three_dark_ones() -> None:
    gang = Gang(seats=2)
    seen: list[str] = []
    for number in range(12):
        left = [str(outcome).split()[1] for outcome, _ in gang.match.outcomes()]
        assert left == [card for card in (LIGHT if number < 9 else DARK) if card not in seen]
        assert len({share for _, share in gang.match.outcomes()}) == 1, "all equally likely"
        seen.append(left[0])
        gang.round(left[0], "boss", "boss")
    assert gang.match.result
    assert gang.s.round == 12


@clause("GD-05")
@pytest.mark.parametrize("card", ["D01", "X01"])
def test_no_other_card_can_come_up(card: str) -> None:
    gang = Gang()
    with pytest.raises((cb.IllegalAction, cb.UnknownNotation)):
        gang.chance(f"card {card}")
    gang.round("L01", "boss", "boss", "boss")
    with pytest.raises(cb.IllegalAction):
        gang.chance("card L01")


@clause("GD-06", "GD-R11")
def test_stocks_stand_behind_screens_until_the_end() -> None:
    gang = Gang(seats=2)
    gang.chance("card L01")
    assert [p["stock"] for p in gang.match.view(0)["players"]] == [48, None]
    assert [p["stock"] for p in gang.match.view(SPECTATOR)["players"]] == [None, None]
    gang.turn("stake 2", "dice 1 1", "stop")
    assert gang.match.view(1)["players"][0]["dice"] == [1, 1], "rolled dice are open"
    gang.turn("stake 1", "dice boss", "stop")
    for card in LIGHT[1:9] + DARK[:3]:
        gang.round(card, "boss", "boss")
    assert [p["stock"] for p in gang.match.view(0)["players"]] == gang.stocks


@clause("GD-06", "GD-R11")
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_nothing_in_a_view_follows_from_the_stock_of_another(viewer: int) -> None:
    """Other stocks, the same view: neither the largest stake nor anything else gives them away."""
    played = random_match(GANG, 3, seed=5)
    asked = set()
    for n in range(len(played.events)):
        s = played.fork(n).position()
        seen = GANG.viewer.view(played.box, plain(s), viewer)
        for seat in range(3):
            if seat != viewer:
                plain(s).players[seat].stock = 2
        assert GANG.viewer.view(played.box, plain(s), viewer) == seen
        if seen["step"] == "stake":
            asked.add(seen["player"])
            assert (seen["most_dice"] is None) == (seen["player"] != viewer)
    assert asked == {0, 1, 2}


@clause("GD-R11")
def test_open_stocks_show_the_largest_stake_to_all() -> None:
    gang = Gang(seats=2, open_stocks="yes")
    gang.chance("card L01")
    assert gang.match.view(SPECTATOR)["most_dice"] == 24


@clause("GD-02")
@pytest.mark.parametrize("worth", [1, 5])
def test_a_token_shows_what_the_box_says_it_is_worth(worth: int) -> None:
    box = parse_box(GANG, TEXT.replace("token_worth = 3", f"token_worth = {worth}"), "altered")
    gang = Gang(seats=2, box=box)
    for card in LIGHT[:9]:
        gang.round(card, "boss", "boss")
    centre = gang.match.view()["centre"]
    assert centre == {"dice": 0, "tokens": 1, "worth": worth}
    _template, _pieces, own = render.board_parts(GANG.name)
    assert own is not None
    pot = own.pot(centre)  # type: ignore[attr-defined]
    assert f'<i class="token">{worth}</i>' in pot
    assert ('worth 1 die"' if worth == 1 else 'worth 5 dice"') in pot


@clause("GD-06")
def test_who_is_eliminated_is_known() -> None:
    gang = Gang(box=altered(dice="1", tokens="0"))
    gang.round("L03", "2", "boss", "boss")
    assert [p["out"] for p in gang.match.view(SPECTATOR)["players"]] == [None, 1, 1]


@clause("GD-R11")
def test_open_stocks_are_seen_by_all() -> None:
    gang = Gang(seats=2, open_stocks="yes")
    assert [p["stock"] for p in gang.match.view(SPECTATOR)["players"]] == [48, 48]


@clause("GD-R11")
def test_bots_may_count_stocks() -> None:
    gang = Gang(seats=3)
    assert gang.match.position(0).tobytes() == gang.match.position().tobytes(), "nothing is erased"


# A round


@clause("GD-10")
def test_the_warning_is_revealed_before_anybody_decides() -> None:
    gang = Gang()
    for card in ("L01", "L02"):
        assert gang.match.to_act == (CHANCE,)
        assert gang.match.view()["step"] == "reveal"
        gang.round(card, "boss", "boss", "boss")


@clause("GD-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chance_says_who_begins(seats: int) -> None:
    match = cb.new("gang-of-dice", seats, dealer="ask")
    assert [int(o) for o, _ in match.outcomes()] == list(range(seats))
    assert {share for _, share in match.outcomes()} == {match.outcomes()[0][1]}


@clause("GD-11")
def test_turns_go_clockwise_and_the_winner_begins_the_next_round() -> None:
    gang = Gang(seats=3, first="B")
    gang.chance("card L01")
    order = []
    for dice in ("1", "2", "1"):
        order.append(gang.match.to_act[0])
        gang.turn("stake 1", f"dice {dice}", "stop")
    assert order == [1, 2, 0]
    gang.chance("card L02")
    assert gang.match.to_act == (2,), "C won"


@clause("GD-11", "GD-41")
def test_eliminated_players_are_skipped() -> None:
    gang = Gang(seats=3, box=altered(dice="2", tokens="0"))
    gang.round("L01", "1 1", "1", "2")
    assert gang.s.players[0].out == 0, "A won with more dice at equal totals"
    gang = Gang(seats=3, box=altered(dice="2", tokens="0"))
    gang.round("L01", "1", "boss boss", "2")
    assert [p.out for p in gang.s.players][:3] == [0, 1, 0]
    gang.chance("card L02")
    assert gang.match.to_act == (2,)
    gang.turn("stake 1", "dice 1", "stop")
    assert gang.match.to_act == (0,)
    gang.turn("stake 1", "dice 2", "stop")
    assert gang.match.to_act == (CHANCE,), "B is not asked; the round is over"


@clause("GD-11")
def test_a_turn_is_finished_openly_before_the_next_player_decides() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2")
    with pytest.raises(cb.OutOfTurn):
        gang.match.play(1, "stake 1")
    gang.turn("dice 1 2")
    with pytest.raises(cb.OutOfTurn):
        gang.match.play(1, "stake 1")
    assert gang.match.view(1)["players"][0]["dice"] == [2, 1]


@clause("GD-12")
def test_a_stake_is_at_least_one_and_at_most_what_one_owns() -> None:
    gang = Gang(seats=2, box=altered(dice="5", tokens="0"))
    gang.chance("card L01")
    assert [str(a) for a in gang.match.choices(0)] == [f"stake {n}" for n in range(1, 6)]
    for stake in ("stake 0", "stake 6"):
        with pytest.raises(cb.IllegalAction):
            gang.turn(stake)


@clause("GD-12")
def test_a_stake_cannot_be_changed() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 3", "dice 1 1 boss")
    with pytest.raises(cb.UnknownNotation):
        gang.turn("stake 2")
    gang.turn("reroll 1", "dice boss", "reroll all")
    assert gang.s.falling == 3, "re-rolling never adds a die"


@clause("GD-13")
def test_kept_dice_may_be_rerolled_in_the_second_reroll() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2", "dice 1 2", "keep 2", "dice 3")
    assert gang.match.view()["throws_left"] == 1
    gang.turn("reroll 2", "dice 1")
    assert gang.match.view()["players"][0]["dice"] == [3, 1]
    assert gang.match.to_act == (1,), "the third throw ends the turn"


@clause("GD-13")
def test_any_of_the_dice_may_be_rerolled() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 3", "dice 2 2 boss")
    moved = set()
    for picked in itertools.product(range(2), range(3)):
        fork = gang.match.fork()
        text = " ".join(["boss"] * picked[0] + ["2"] * picked[1])
        fork.play(0, f"reroll {text}" if text else "stop")
        moved.add(fork.position().tobytes())
    assert len(moved) == 6


@clause("GD-14")
def test_an_explosion_counts_after_the_first_throw() -> None:
    gang = Gang()
    gang.chance("card L03")
    gang.turn("stake 2", "dice 2 3")
    assert gang.turns[0] == "invalid"
    assert gang.match.to_act == (1,), "the turn is over without a chance to re-roll"


@clause("GD-14")
def test_an_explosion_counts_over_kept_and_rerolled_dice_together() -> None:
    gang = Gang()
    gang.chance("card L03")
    gang.turn("stake 2", "dice 2 5", "keep 2", "dice 1")
    assert gang.turns[0] == "invalid"


@clause("GD-15")
def test_a_bomb_does_not_count_before_the_end() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2", "dice 5 5")
    assert gang.match.to_act == (0,), "10 is too much, but the turn goes on"
    gang.turn("reroll all", "dice 4 4", "reroll 4", "dice 1")
    assert gang.turns[0] == "valid"


@clause("GD-15", "GD-R09")
def test_a_bomb_counts_on_an_early_stop_and_after_the_last_throw() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2", "dice 5 5", "stop")
    gang.turn("stake 2", "dice 1 1", "reroll 1", "dice 2", "reroll 1", "dice 5")
    assert gang.turns == ["invalid", "invalid", "waiting"]


@clause("GD-16")
def test_invalid_dice_lie_in_the_centre_and_valid_ones_in_front() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 3", "dice 5 5 boss", "stop")
    assert gang.match.view()["centre"]["dice"] == 3
    gang.turn("stake 2", "dice 4 boss", "stop")
    assert gang.match.view()["centre"]["dice"] == 3
    assert gang.match.view()["players"][1]["total"] == 4


@clause("GD-17")
@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        (("3", "4", "2"), 1),
        (("1 3", "4", "boss 4 boss"), 2),
        (("4", "1 3", "boss 4"), 1),
        (("2", "2", "2"), 0),
        (("5 5", "1", "1 boss"), 2),
    ],
)
def test_highest_then_more_dice_then_earlier(dice: tuple[str, ...], winner: int) -> None:
    gang = Gang()
    gang.round("L01", *dice)
    assert max(range(3), key=lambda seat: gang.stocks[seat]) == winner


@clause("GD-17")
def test_earlier_means_earlier_in_this_round() -> None:
    gang = Gang(first="C")
    gang.round("L01", "2", "2", "2")
    assert gang.stocks == [47, 47, 50]


@clause("GD-18")
def test_the_winner_takes_every_die_and_the_own_ones_back() -> None:
    gang = Gang()
    gang.round("L01", "5 5 5", "1 1", "3")
    assert gang.stocks == [45, 46, 53]
    assert gang.s.centre == 0


@clause("GD-18", "GD-19")
def test_what_was_carried_over_goes_to_the_next_winner() -> None:
    gang = Gang(seats=2)
    gang.round("L01", "5 5 5", "5 5")
    assert gang.stocks == [45, 46]
    assert gang.s.centre == 5
    assert gang.s.round == 2, "the round counts"
    gang.round("L02", "1", "2")
    assert gang.stocks == [44, 52]
    assert gang.s.centre == 0


# Conditions


@clause("GD-30")
@pytest.mark.parametrize(("card", "n"), [("L01", 7), ("L02", 10), ("D01", 11), ("D02", 13)])
def test_total(card: str, n: int) -> None:
    fives, rest = divmod(n, 5)
    reaching = [5] * fives + ([rest] if rest else [])
    assert meets(card, *reaching)
    assert meets(card, *reaching, 5)
    lower = [*reaching[:-1], reaching[-1] - 1]
    assert not meets(card, *lower)


@clause("GD-31")
def test_runs() -> None:
    assert meets("L03", 2, 3)
    assert meets("L03", 4, 1, 5)
    assert not meets("L03", 1, 3, 5)
    assert meets("D03", 5, 3, 4)
    assert not meets("D03", 1, 2, 4, 5)


@clause("GD-31", "GD-R06")
def test_runs_do_not_wrap_and_ignore_order_and_doubles() -> None:
    assert not meets("L03", 5, 1)
    assert not meets("D03", 4, 5, 1)
    assert meets("D03", 4, 2, 3)
    assert meets("D03", 2, 2, 3, 3, 4, 4)
    assert not meets("D03", 2, 2, 3)


@clause("GD-32")
@pytest.mark.parametrize(("card", "n"), [("L04", 1), ("L05", 2), ("D04", 3)])
def test_odd_values(card: str, n: int) -> None:
    assert meets(card, *[1, 3, 5][:n])
    assert meets(card, *[5] * n), "equal ones count as well"
    assert not meets(card, *[3] * (n - 1), 2, 4)


@clause("GD-32", "GD-34")
def test_conditions_that_count_dice_say_so() -> None:
    """Two 3s are two dice with odd values; "two odd values" could be read as two different ones."""
    told = {card.id: condition(card) for card in load_box(GANG).data.warning}
    assert told["L05"] == "2 or more dice with odd values"
    assert told["L08"] == "2 or more dice with the same value"
    assert meets("L05", 3, 3)


@clause("GD-33")
@pytest.mark.parametrize(("card", "n"), [("L06", 2), ("L07", 3)])
def test_different_values(card: str, n: int) -> None:
    assert meets(card, *[1, 2, 4, 5][:n])
    assert not meets(card, *[1, 2, 4, 5][: n - 1], 1, 1)


@clause("GD-34")
@pytest.mark.parametrize("card", ["L08", "D06"])
def test_equal_values(card: str) -> None:
    assert meets(card, 4, 1, 4)
    assert not meets(card, 1, 2, 3, 4, 5)


@clause("GD-35")
def test_two_fives() -> None:
    assert meets("L09", 5, 5)
    assert meets("L09", 5, 1, 5, 5)
    assert not meets("L09", 5, 4, 4)


@clause("GD-36")
@pytest.mark.parametrize(("card", "values"), [("L10", {1}), ("L11", {4, 5}), ("L12", {3, 4, 5})])
def test_any_listed_value(card: str, values: set[int]) -> None:
    for value in range(1, 6):
        assert meets(card, value) == (value in values)


# The end


@clause("GD-40")
def test_most_dice_win_after_twelve_rounds() -> None:
    gang = Gang(seats=2)
    for card in LIGHT[:9] + DARK[:3]:
        assert gang.match.result is None
        gang.round(card, "2", "boss")
    result = gang.match.result
    assert result
    assert result.winners == (0,)
    assert result.standing == (60 + 12, 36)
    assert result.ended == records.ALL_ROUNDS


@clause("GD-40")
def test_level_players_share_the_win() -> None:
    gang = Gang(seats=2)
    # Six rounds each; the tokens of rounds 10 and 11 go to A, the two of round 12 to B.
    for card, winner in zip(LIGHT[:9] + DARK[:3], "ABABABABBAAB", strict=True):
        leader = "AB"[gang.s.first]
        gang.round(card, *("2", "boss") if leader == winner else ("boss", "2"))
    assert gang.match.result
    assert gang.match.result.winners == (0, 1)
    assert gang.match.result.places == (1, 1)


@clause("GD-41", "GD-R07")
def test_elimination_is_asked_after_the_dice_are_awarded() -> None:
    gang = Gang(box=altered(dice="1", tokens="0"))
    gang.chance("card L01")
    gang.turn("stake 1", "dice 2", "stop")
    assert gang.stocks[0] == 0
    assert gang.s.players[0].out == 0, "the only die lies on the table, nobody is out yet"
    gang.turn("stake 1", "dice 1", "stop")
    gang.turn("stake 1", "dice 1", "stop")
    assert [p.out for p in gang.s.players][:3] == [0, 1, 1]


@clause("GD-42")
def test_the_last_one_left_wins_at_once() -> None:
    gang = Gang(seats=2, box=altered(dice="2", tokens="0"))
    gang.round("L01", "2 2", "1 1")
    result = gang.match.result
    assert result
    assert (result.winners, result.ended) == ((0,), records.LAST_ONE)
    assert result.standing[1] < 0


@clause("GD-42", "GD-20")
def test_nobody_gets_the_centre_when_one_is_left() -> None:
    gang = Gang(seats=2, box=altered(dice="2", tokens="0"))
    gang.round("L12", "5 5", "5")
    assert gang.match.result, "A has nothing left, B has one die"
    assert gang.match.result.winners == (1,)
    assert gang.stocks == [0, 1], "three dice lie in the centre"
    assert gang.match.view()["centre"]["dice"] == 3


# Worked examples


@clause("GD-X1")
def test_example_bomb() -> None:
    felix, louise, suzie = 0, 1, 2
    gang = Gang(seats=3, first="A")
    gang.chance("card L01")
    gang.turn("stake 2", "dice 3 1", "keep 3", "dice 2", "stop")
    assert gang.match.view()["players"][felix]["total"] == 5
    gang.turn("stake 2", "dice 1 boss", "reroll 1 boss", "dice 5 3")
    assert gang.match.to_act == (louise,), "8 is too much, but a bomb waits"
    gang.turn("keep 3", "dice 4")
    assert gang.turns[louise] == "invalid"
    assert gang.match.view()["players"][louise]["total"] == 7
    gang.turn("stake 3", "dice 4 1 boss", "stop")
    assert gang.stocks == [46, 46, 52], "level with Felix, but more dice"
    assert gang.s.first == suzie


@clause("GD-X2")
@pytest.mark.parametrize("face", ["boss", "1", "2", "3", "4", "5"])
def test_example_explosion(face: str) -> None:
    gang = Gang(seats=3, first="A")  # Suzie, Felix, Louise
    gang.chance("card L03")
    gang.turn("stake 3", "dice 5 3 2")
    assert gang.turns[0] == "invalid"
    gang.turn("stake 2", "dice 1 boss", "reroll all", "dice 5 5", "stop")
    assert gang.match.view()["players"][1]["total"] == 10
    gang.turn("stake 1", f"dice {face}", "stop")
    assert gang.stocks == [45, 52, 47]
    assert gang.s.first == 1


# Rulings


@clause("GD-R02")
def test_nobody_valid_the_same_player_begins_and_tokens_stay() -> None:
    gang = Gang(seats=2, first="B")
    for card in LIGHT[:9]:
        gang.round(card, "boss", "boss")
    first = gang.s.first
    assert gang.s.tokens == 1
    gang.round("D01", "5 5 5", "5 5 5")
    assert gang.s.tokens == 2, "the token of round 10 waits with that of round 11"
    assert gang.s.centre == 6
    gang.chance("card D02")
    assert gang.match.to_act == (first,)


@clause("GD-R02")
def test_nobody_valid_and_the_first_player_eliminated() -> None:
    gang = Gang(seats=3, first="B", box=altered(dice="2", tokens="0"))
    gang.round("L01", "5 5", "5 3", "5")
    assert [p.out for p in gang.s.players][:3] == [0, 1, 1]
    gang = Gang(seats=4, first="B", box=altered(dice="2", tokens="0"))
    gang.round("L12", "5 5", "5 3", "5", "5")
    assert [p.out for p in gang.s.players] == [0, 1, 1, 0]
    gang.chance("card L02")
    assert gang.match.to_act == (3,), "the next one clockwise who is still in"


@clause("GD-R03")
def test_nobody_valid_in_the_last_round() -> None:
    gang = Gang(seats=2)
    for card in LIGHT[:9] + DARK[:2]:
        gang.round(card, "boss", "boss")
    before = gang.stocks
    gang.round("D05", "1 2", "1 2 3")
    assert gang.match.result
    assert gang.stocks == [before[0] - 2, before[1] - 3]
    assert gang.s.centre == 5
    assert gang.s.tokens == 2


@clause("GD-R04")
def test_zero_is_a_result() -> None:
    gang = Gang()
    gang.round("L12", "5", "boss", "3")
    assert gang.stocks == [47, 50, 47]


@clause("GD-R05")
def test_dice_on_the_table_are_not_free() -> None:
    gang = Gang(seats=2)
    gang.chance("card L01")
    gang.turn("stake 20", "dice " + "boss " * 20, "stop")
    assert len(gang.match.choices(1)) == 4, "24 less 20 in front of A"
    gang.turn("stake 4", "dice 5 5 5 5", "stop")
    gang.chance("card L02")
    assert len(gang.match.choices(gang.match.to_act[0])) == 24


@clause("GD-R05")
def test_dice_in_the_centre_are_not_free_but_one_is_always_allowed() -> None:
    gang = Gang(seats=2)
    gang.round("L01", "5 " * 20, "5 5")
    gang.chance("card L02")
    assert len(gang.match.choices(0)) == 2, "24 less 22 in the centre"
    gang.turn("stake 2", "dice 5 5")
    assert [str(a) for a in gang.match.choices(1)] == ["stake 1"]
    gang.turn("stake 1", "dice 5", "stop")
    gang.match.play(CHANCE, "card L03")
    gang.turn("stake 5")
    assert gang.s.falling == 5


@clause("GD-R08")
def test_all_who_are_left_go_out_together() -> None:
    gang = Gang(seats=2, box=altered(dice="1", tokens="0"))
    gang.round("L12", "5", "5")
    result = gang.match.result
    assert result
    assert result.winners == (0, 1)
    assert result.ended == records.NOBODY_LEFT


@clause("GD-R08")
def test_players_eliminated_earlier_do_not_share() -> None:
    gang = Gang(seats=3, box=altered(dice="2", tokens="0"))
    gang.round("L12", "5 5", "5", "5")
    assert [p.out for p in gang.s.players][:3] == [1, 0, 0]
    gang.round("L11", "5", "5")
    result = gang.match.result
    assert result
    assert result.winners == (1, 2)
    assert result.places == (3, 1, 1)


@clause("GD-R08")
def test_going_out_together_comes_before_the_count_of_the_last_round() -> None:
    gang = Gang(seats=2, box=altered(dice="2", tokens="0"))
    for card, winner in zip(LIGHT[:9] + DARK[:2], "ABABABABABA", strict=True):
        leader = "AB"[gang.s.first]
        gang.round(card, *("2", "boss") if leader == winner else ("boss", "2"))
    assert gang.s.round == 12
    gang.round("D06", "5 " * gang.stocks[0], "5 " * gang.stocks[1])
    result = gang.match.result
    assert result
    assert (result.winners, result.ended) == ((0, 1), records.NOBODY_LEFT)


@clause("GD-R09")
def test_a_reroll_takes_at_least_one_die() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2", "dice 1 2")
    assert [str(a) for a in gang.match.choices(0)] == ["again 0x1", "again 1x1", "stop"]
    gang.turn("again 0x1")
    assert [str(a) for a in gang.match.choices(0)] == ["again 1x2"]


@clause("GD-R09")
def test_keeping_everything_is_stopping() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 2", "dice 1 2", "keep 1 2")
    assert gang.turns[0] == "valid"
    assert gang.match.to_act == (1,)


@clause("GD-R09")
def test_nobody_may_sit_out() -> None:
    gang = Gang()
    gang.chance("card L01")
    for pass_ in ("stop", "pass", "stake 0"):
        with pytest.raises(cb.ChanceboxError):
            gang.turn(pass_)


@clause("GD-R10")
def test_removed_cards_are_secret_until_the_end() -> None:
    gang = Gang(seats=2)
    for card in LIGHT[:9] + DARK[:3]:
        assert gang.match.view()["unseen"] is None
        gang.round(card, "boss", "boss")
    assert gang.match.view()["unseen"] == LIGHT[9:] + DARK[3:]


@clause("GD-R12")
def test_every_card_says_where_it_comes_from() -> None:
    cards = load_box(GANG).data.warning
    assert {card.status for card in cards} == {"stated", "sourced", "reconstructed"}
    assert all(card.note for card in cards)
    assert [card.id for card in cards if card.status == "stated"] == ["L01", "L03"]


# Large throws, words, conservation


def test_more_than_a_handful_falls_in_parts_and_explodes_only_when_all_lie() -> None:
    gang = Gang()
    gang.chance("card L03")
    gang.turn("stake 14", "dice 1 2 boss boss boss boss boss boss boss boss boss boss")
    assert gang.match.to_act == (CHANCE,), "two dice are still falling"
    assert gang.turns[0] == "waiting"
    gang.turn("dice boss boss")
    assert gang.turns[0] == "invalid"


def test_a_large_throw_may_be_told_in_one_text() -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn("stake 14", "dice " + "1 " * 7 + "boss " * 7)
    assert len(gang.match.view()["players"][0]["dice"]) == 14


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (("stake 1",), "A stakes 1 die."),
        (("stake 3",), "A stakes 3 dice."),
        (("stake 3", "dice 5 3 boss"), "A throws 5 3 Boss, 8 in all."),
        (("stake 3", "dice 5 3 boss", "reroll 5 boss"), "A re-rolls 5 Boss."),
        (("stake 3", "dice 5 3 boss", "keep 3", "dice 1 1"), "A throws 1 1: now 3 1 1, 5 in all."),
        (("stake 3", "dice 5 3 boss", "stop"), "A stops at 8. Bomb! The result is invalid."),
    ],
)
def test_sentences(moves: tuple[str, ...], sentence: str) -> None:
    gang = Gang()
    gang.chance("card L01")
    gang.turn(*moves)
    assert gang.match.log()[-1] == sentence


def test_the_round_is_told() -> None:
    gang = Gang(box=altered(dice="1", tokens="0"))
    assert gang.match.log() == ["A begins."]
    gang.round("L01", "2", "1", "1")
    assert gang.match.log()[1] == "Round 1. Bomb: a total of 7 or more."
    assert gang.match.log()[-1] == (
        "C stops at 1. A takes the round and 3 dice. B is eliminated. C is eliminated."
        " The game is over: one player alone was left."
    )


@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32), finale=st.sampled_from(["1/1/2", "1/2/3"]))
@settings(max_examples=40, deadline=None)
def test_dice_and_tokens_never_appear_or_vanish(seats: int, seed: int, finale: str) -> None:
    match = random_match(GANG, seats, seed, {"finale": finale})
    tokens = [0] * 10 + list(itertools.accumulate(int(n) for n in finale.split("/")))
    for n in range(len(match.events) + 1):
        s = plain(match._position(n))
        lying = (
            sum(sum(p.dice) for p in s.players if p.turn == records.VALID) if s.step != records.REVEAL else 0
        )
        lying = 0 if s.ended else lying
        turn = s.players[s.player]
        rolling = s.falling
        if s.step in (records.THROW, records.AGAIN) and not s.ended:
            rolling += sum(turn.dice)
        worth = sum(p.stock for p in s.players) + s.centre + 3 * s.tokens + lying + rolling
        assert worth == {2: 96, 3: 144, 4: 144}[seats] + 3 * tokens[s.round]


def test_the_ledger_of_components_is_whole() -> None:
    assert TEXT.count("[[warning]]") == 18
    assert len(LIGHT) == 12
    assert len(DARK) == 6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_leaf_counts_follow_from_the_rules(seats: int) -> None:
    """Counted with pencil and paper: who begins, which card, which stake, which throw."""
    match = cb.new("gang-of-dice", seats, dealer="ask")
    most = 24 if seats == 2 else 36
    assert leaves(match, match.position()) == [seats, seats * 12, seats * 12 * most]
    match.play(CHANCE, "first A")
    match.play(CHANCE, "card L02")
    for dice in (1, 2, 3, 5, 12):
        staked = match.fork()
        staked.play(0, f"stake {dice}")
        assert len(staked.outcomes()) == math.comb(dice + 5, 5)
