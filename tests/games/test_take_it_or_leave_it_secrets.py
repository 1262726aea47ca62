"""Take it or Leave it: what is secret, what is remembered, and what is said about it."""

from typing import Any

import pytest

import chancebox as cb
from chancebox.engine.match import chance
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games.take_it_or_leave_it.rules import records
from clauses import clause
from games.tray import BOX, CARDS, LEAVE, Tray

HANDS = {"A": "T01 T02 T03 T04 A01", "B": "T05 T06 T07 T08 A02", "C": "T09 T10 T11 T12 A03"}


def same_for(viewer: int, one: Tray, other: Tray) -> bool:
    """Return whether a viewer cannot tell two tables apart, by record, view or log."""
    return (
        one.match.position(viewer).tobytes() == other.match.position(viewer).tobytes()
        and one.match.view(viewer) == other.match.view(viewer)
        and one.match.log(viewer) == other.match.log(viewer)
    )


@clause("TL-R17", "TL-04")
def test_other_hands_are_secret() -> None:
    one, other = (Tray.laid("w1", HANDS | {"B": hand}) for hand in (HANDS["B"], "T70 T71 T72 T73 A30"))
    assert same_for(0, one, other)
    assert same_for(SPECTATOR, one, other)
    assert not same_for(1, one, other)


@clause("TL-R17")
def test_cards_drawn_are_seen_by_nobody_else() -> None:
    tables = [Tray(), Tray()]
    tables[0].deal("T01 T02 T03 T04 A01")
    tables[1].deal("T71 T72 T73 T74 A34")
    assert same_for(1, *tables)
    assert not same_for(0, *tables)


def discarded(card: str) -> Tray:
    table = Tray.laid("w1", HANDS, seats=3)
    table.play("A pass", "B pass", "C pass", f"B {card}", "A keep", "C keep")
    return table


@clause("TL-R17")
def test_cards_discarded_unplayed_stay_secret_but_their_kind_shows() -> None:
    assert same_for(0, discarded("discard T05"), discarded("discard T06"))
    assert same_for(SPECTATOR, discarded("discard T05"), discarded("discard T06"))
    assert not same_for(0, discarded("discard T05"), discarded("discard A02"))
    assert not same_for(0, discarded("discard T05"), discarded("keep"))
    assert discarded("discard T05").match.view()["discards"] == {"tasks": 1, "actions": 0}


@clause("TL-R17")
def test_own_discards_are_remembered_and_never_guessed_elsewhere() -> None:
    table = discarded("discard T05")
    build, box = LEAVE.build(), BOX
    hidden = table.match.position(1)
    assert plain(hidden).place[CARDS["T05"]] == records.THROWN + 1
    for n in range(50):
        world = hidden.copy()
        build.guess(box, world, 1, chance.stream(n, chance.THINKING, 0))
        assert plain(world).place[CARDS["T05"]] == records.THROWN + 1
        for seat in (0, 2):
            assert CARDS["T05"] not in list(plain(world).players[seat].hand)


@clause("TL-R17")
def test_nobody_sees_what_others_decide_before_all_have() -> None:
    def deciding(*moves: str) -> Tray:
        table = Tray.laid("w1", HANDS)
        table.play("A pass", "B pass", *moves)
        return table

    assert same_for(0, deciding("B discard T05"), deciding("B keep"))
    assert not same_for(1, deciding("B discard T05"), deciding("B keep"))


@clause("TL-R17", "TL-15")
def test_nobody_sees_what_others_lay_out_before_all_have() -> None:
    def scoring(*moves: str) -> Tray:
        table = Tray.laid("w1", {"A": "T01", "B": "T33 T38"}, {"A": "w1", "B": "w2 w3 b2 b3"})
        table.play("A pass", "B pass", *moves)
        return table

    assert same_for(0, scoring("B best"), scoring("B done"))
    assert same_for(0, scoring(), scoring("B lay T33"))
    assert same_for(0, scoring("B best"), scoring("B lay T38 w2 w3"))
    assert not same_for(0, scoring(), scoring("B best")), "that somebody has decided may be seen"


@clause("TL-R17")
def test_who_cannot_fulfil_anything_is_asked_like_the_others() -> None:
    def passed(hand: str) -> Tray:
        table = Tray.laid("w1", {"A": "T01", "B": hand}, {"A": "w1", "B": "w2 w3"})
        table.play("A pass", "B pass")
        return table

    assert same_for(0, passed("T38"), passed("T70"))
    assert passed("T70").choices("B") == ["best"]


@clause("TL-R17")
def test_played_actions_dice_and_chips_are_open() -> None:
    table = Tray.laid("w1 b2 b3", HANDS | {"A": "A16"})
    table.play("A play A16 b2 to 5", "A take b5")
    seen = table.match.view(1)
    assert [card["id"] for card in seen["played"]] == ["A16"]
    assert seen["players"][0]["dice"] == [["black", 5]]
    assert seen["players"][0]["chips"] == 1
    assert "set one black die to any number, for 1 chip" in " ".join(table.match.log(1))
    hidden = table.match.position(1)
    for n in range(30):
        world = hidden.copy()
        LEAVE.build().guess(BOX, world, 1, chance.stream(n, chance.THINKING, 0))
        assert plain(world).place[CARDS["A16"]] == records.PLAYED


def scored_pile(open_totals: str = "no") -> Tray:
    table = Tray.laid("w1", {"A": "T38 T70", "B": "T71"}, {"A": "w2 w3"}, open_totals=open_totals)
    table.play("A pass", "B pass", "A best")
    return table


@clause("TL-R17", "TL-19")
def test_fulfilled_tasks_are_shown_and_then_lie_face_down() -> None:
    table = scored_pile()
    assert "A fulfils “white 2, white 3”" in " ".join(table.match.log(1)), "shown when scored"
    assert "T38" in str(table.match.view(1)["players"][0]["fulfilled"])
    table.play("A keep", "B keep")
    table.deal_any()
    assert "T38" not in str(table.match.view(1))
    assert table.match.view(1)["players"][0]["scored"] == 1
    assert [player["points"] for player in table.match.view(1)["players"]] == [None, 0]
    assert [player["points"] for player in table.match.view(0)["players"]] == [3, None]
    assert [player["points"] for player in table.match.view()["players"]] == [None, None]


@clause("TL-R17")
def test_running_totals_are_an_option() -> None:
    table = scored_pile(open_totals="yes")
    for viewer in (0, 1, SPECTATOR):
        assert [player["points"] for player in table.match.view(viewer)["players"]] == [3, 0]


@clause("TL-R17", "TL-61")
def test_at_the_end_all_totals_are_open() -> None:
    def last(s: Any) -> None:
        s.round = 6

    table = Tray.laid("w1", {"A": "T38 T70", "B": "T71"}, {"A": "w2 w3 b1"}, edit=last)
    table.play("A pass", "B pass", "A best")
    assert table.match.result
    assert [player["points"] for player in table.match.view(1)["players"]] == [3, 0]
    assert "2 (3 for tasks − 1 for chips)" in table.match.log(1)[-1]


def ended() -> Tray:
    """Play the last scoring: A keeps a die unused, B lays by hand what is not the proposal."""

    def last(s: Any) -> None:
        s.round = 6

    table = Tray.laid("w1", {"A": "T38 T70", "B": "T33 T71"}, {"A": "w2 w3 b1", "B": "b2 b3 r6"}, edit=last)
    table.play("A pass", "B pass", "A best", "B lay T33 b2 b3")
    assert table.match.result
    return table


@clause("TL-R17", "TL-15")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_at_the_end_all_see_what_everybody_laid_out_last(viewer: int) -> None:
    table = ended()
    told = [
        (
            [task["id"] for task in player["fulfilled"]],
            [task["laid"] for task in player["fulfilled"]],
            player["unused"],
        )
        for player in table.match.view(viewer)["players"]
    ]
    assert told == [
        (["T38"], [[["white", 2], ["white", 3]]], [["black", 1]]),
        (["T33"], [[["black", 2], ["black", 3]]], [["red", 6]]),
    ]
    # A replay draws the same from a copy of the match cut at its end.
    assert table.match.fork(len(table.match.events)).view(viewer) == table.match.view(viewer)


@clause("TL-R17")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_step_before_the_end_others_still_lie_covered(viewer: int) -> None:
    table = ended()
    before = table.match.fork(len(table.match.events) - 1).view(viewer)
    shown = [player["fulfilled"] != [] for player in before["players"]]
    assert shown == [viewer == 0, False]


@clause("TL-R17")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_guesses_leave_the_last_scoring_as_it_was_seen(viewer: int) -> None:
    hidden = ended().match.position(viewer)
    for n in range(20):
        world = hidden.copy()
        LEAVE.build().guess(BOX, world, viewer, chance.stream(n, chance.THINKING, 3))
        for seat in range(2):
            known, guessed = plain(hidden).players[seat], plain(world).players[seat]
            assert guessed.opened == known.opened == 1
            assert list(guessed.fulfilled) == list(known.fulfilled)
            assert [list(row) for row in guessed.laid] == [list(row) for row in known.laid]
        LEAVE.build().hide(BOX, world, viewer)
        assert world.tobytes() == hidden.tobytes()


@clause("TL-R17")
def test_guesses_deal_the_unknown_cards_evenly() -> None:
    """Each card that B cannot see is as likely in A's hand as any other of its kind."""
    hidden = Tray.laid("w1", {"A": HANDS["A"], "B": HANDS["B"]}).match.position(1)
    seen: dict[int, int] = {}
    for n in range(1800):
        world = hidden.copy()
        LEAVE.build().guess(BOX, world, 1, chance.stream(n, chance.THINKING, 1))
        hand = list(plain(world).players[0].hand)
        assert hand == sorted(hand)
        for card in hand:
            seen[card] = seen.get(card, 0) + 1
    tasks = [seen.get(card, 0) for card in range(76)]
    assert [card for card in range(76) if not tasks[card]] == [CARDS[id] for id in HANDS["B"].split()[:4]]
    assert all(50 < times < 160 for times in tasks if times), "100 each on average"
    assert sum(seen.get(card, 0) for card in range(76, 110)) == 1800


@clause("TL-R17", "TL-15")
def test_guesses_let_those_who_have_laid_out_take_their_best() -> None:
    """Whoever is done in secret laid out tasks of the hand that is guessed, where its dice allow it."""
    table = Tray.laid("w6", HANDS, {"A": "w1", "B": "w2 w3 b4 b5 b5"})
    table.play("A pass", "B pass", "B best")
    hidden = table.match.position(0)
    assert plain(hidden).players[1].opened == 0
    laid_out = 0
    for n in range(60):
        world = hidden.copy()
        LEAVE.build().guess(BOX, world, 0, chance.stream(n, chance.THINKING, 2))
        player = plain(world).players[1]
        tasks = list(player.fulfilled)[: player.opened]
        assert set(tasks) <= set(player.hand)
        assert all(
            sum(laid) <= have for laid, have in zip(zip(*player.laid, strict=True), player.dice, strict=True)
        )
        laid_out += player.opened > 0
    assert 30 < laid_out < 60, "most hands find something for these dice, some nothing"


# Notation


def test_bad_notation_is_answered_with_what_would_be_right() -> None:
    table = Tray.laid("w1 b2", {"A": "A16"})
    with pytest.raises(cb.UnknownNotation, match="take w1"):
        table.play("A tkae w1")
    fresh = Tray()
    fresh.deal_any()
    with pytest.raises(cb.UnknownNotation, match="white 1 1 1 1 1 1"):
        fresh.chance("white 1 2")


def test_dice_may_be_named_in_words() -> None:
    table = Tray.laid("w1 b2 r3")
    table.play("A take white 1", "B b2", "A Take  R3")
    assert (table.dice("A"), table.dice("B")) == ("w1 r3", "b2")
