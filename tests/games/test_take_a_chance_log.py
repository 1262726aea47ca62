"""Take a Chance: what the log and the boards tell, and by which names."""

import re
from typing import Any

import pytest
from rich.console import Console

from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.take_a_chance.text.names import KEEPS
from chancebox.web import render
from clauses import clause
from games.take_a_chance_table import BOX, GAME, A, B, altered, cash, falling, has_ended, owns, sit, turned
from helpers import random_match

DEAR = "yellow-ladybug yellow-wishbone yellow-horseshoe"


def told(match: Match, since: int = 0) -> str:
    return " ".join(match.log(since=since))


def drawn(match: Match, viewer: int) -> str:
    """Read the board in the terminal."""
    console = Console(width=160, file=None, record=True, force_terminal=False)
    with console.capture() as captured:
        console.print(GAME.terminal.board(match.view(viewer), match.names, viewer))
    return captured.get()


@clause("TC-R29")
def test_a_purchase_that_a_new_pool_forces_is_told() -> None:
    m = turned(
        "ticket new-pool",
        "card red-horseshoe",
        "card purple-ladybug",
        "card red-ladybug",
        "card green-wishbone",
        cash={A: 1000},
        stacks={A: DEAR},
    )
    m.play(A, "do")
    assert m.log()[1:] == [
        "The Pool goes under the draw pile.",
        "Red horseshoe comes into the Pool.",
        "Purple ladybug comes into the Pool.",
        "Red ladybug comes into the Pool. A buys Purple ladybug for $1,000.",
        "Green wishbone comes into the Pool.",
    ]


@clause("TC-R29")
def test_a_new_pool_in_vain_is_told() -> None:
    m = turned(
        "ticket new-pool",
        "card red-horseshoe",
        "card red-wishbone",
        "card red-ladybug",
        cash={A: 2900},
        stacks={A: DEAR},
    )
    m.play(A, "do")
    assert falling(m) == 3
    assert m.log()[-1] == (
        "Red ladybug comes into the Pool. Nothing can be bought, so the OR half counts: Roll."
    )


@clause("TC-R30")
def test_each_card_of_a_double_deal_is_told_with_its_own_price_in_the_order_of_buying() -> None:
    m = turned(
        "ticket double-deal",
        cash={A: 3000},
        stacks={A: "orange-ladybug yellow-wishbone yellow-horseshoe"},
        pool="purple-ladybug yellow-ladybug",
        pile=0,
    )
    m.play(A, "buy orange-ladybug")
    assert m.log()[-1] == "A buys Orange ladybug for $2,000. A buys Purple ladybug for $1,000."
    assert (cash(m, A), has_ended(m)) == (0, True)


@clause("TC-R30", "TC-R28")
def test_the_coupon_is_told_with_the_card_for_which_it_was_spent() -> None:
    arranged: dict[str, Any] = {
        "stacks": {A: "red-ladybug yellow-wishbone yellow-horseshoe"},
        "pool": "purple-ladybug yellow-ladybug",
        "kept": {A: "discount"},
        "pile": 0,
    }
    m = turned("ticket double-deal", cash={A: 2000}, **arranged)
    m.play(A, "buy red-ladybug coupon")
    assert m.log()[-1] == (
        "A spends Coupon and buys Red ladybug for $1,000. A buys Purple ladybug for $1,000."
    )
    m = turned("ticket double-deal", cash={A: 2000}, **arranged)
    m.play(A, "buy purple-ladybug")
    assert m.log()[-1] == (
        "A buys Purple ladybug for $1,000. A spends Coupon and buys Red ladybug for $1,000."
    )


@clause("TC-20")
@pytest.mark.parametrize(
    ("ticket", "half"),
    [("matching-set", "Collect $1,000."), ("shop-and-throw", "Roll."), ("new-pool", "Roll.")],
)
def test_the_log_says_when_nothing_can_be_bought(ticket: str, half: str) -> None:
    m = turned(f"ticket {ticket}", cash={A: 400}, stacks={A: DEAR})
    assert m.log()[-1].endswith(f"OR: {half} Nothing can be bought, so the OR half counts.")
    rich = turned(f"ticket {ticket}", cash={A: 40_000}, stacks={A: "purple-ladybug"})
    assert rich.moves(A)[-1] == "or"
    assert "Nothing" not in told(rich)


@clause("TC-R29")
def test_all_cards_that_come_up_from_under_the_pile_are_told() -> None:
    blue = "blue-ladybug blue-wishbone blue-horseshoe"
    m = turned("ticket new-pool", "card red-ladybug", pool=blue, pile=1)
    m.play(A, "do")
    assert m.log()[-1] == (
        "Red ladybug comes into the Pool."
        " Blue ladybug comes up from under the pile into the Pool."
        " Blue wishbone comes up from under the pile into the Pool."
    )
    m.play(A, "buy stack 1")
    assert m.log()[-1].endswith("Blue horseshoe comes up from under the pile for the stack of A.")
    same = turned("ticket new-pool", pool=blue, pile=0)
    same.play(A, "do")
    assert same.log()[-1] == "The Pool goes under the draw pile. " + " ".join(
        f"Blue {charm} comes up from under the pile into the Pool."
        for charm in ("ladybug", "wishbone", "horseshoe")
    )


@clause("TC-41")
def test_a_known_card_that_two_players_discard_is_told() -> None:
    script = ["ticket new-pool", "card red-horseshoe", "card red-wishbone", "card red-ladybug"]
    m = sit(2, script, pool="blue-ladybug blue-wishbone blue-horseshoe", pile=3)
    m.play(A, "ticket")
    m.play(A, "do")
    m.play(A, "buy red-horseshoe")
    assert m.log()[-1] == (
        "A buys Red horseshoe for $3,000."
        " Blue ladybug comes up from under the pile into the Pool."
        " Blue wishbone leaves the game from under the pile."
    )


@clause("TC-R15", "TC-R31")
def test_what_a_ticket_really_moved_is_told_where_the_ticket_does_not_say_it() -> None:
    m = turned("ticket dividend", "ticket fee", "ticket pocket-money", owned={A: "red-ladybug"}, cash={A: 0})
    assert m.log()[0].endswith("for each colour you own. Then play another ticket. A gets $1,000.")
    assert m.log()[1].endswith("Then play another ticket."), "the Fee was paid in full"
    m = turned("ticket fee", "ticket your-treat", cash={A: 300})
    assert m.log()[0].endswith("Then play another ticket. A pays $300.")
    assert m.log()[1].endswith("Roll."), "nothing was left for the treat"


@clause("TC-10")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_card_that_somebody_bought_was_told_once(seats: int) -> None:
    for seed in range(6):
        more = {"auctions": "yes"} if seats > 2 and seed % 2 else {}
        m = random_match(GAME, seats, seed, {**GAME.usual_options(seats), **more})
        for seat, player in enumerate(m.view()["players"]):
            bought = re.findall(rf"\b{m.names[seat]} (?:spends \w+ and )?buys", told(m))
            assert len(bought) == len(player["owned"]) - 1, "all but the first Purple card"


# Names


@clause("TC-17", "TC-R11")
def test_kept_tickets_keep_their_names_in_view_and_terminal() -> None:
    m = sit(kept={A: " ".join(KEEPS)})
    names = ["Spare Die", "Extra Throw", "Both at Once", "Coupon"]
    for viewer in (A, B):
        assert list(m.view(viewer)["kept_names"].values()) == names
        assert all(name in drawn(m, viewer) for name in names)


@clause("TC-R11")
def test_the_log_calls_kept_tickets_by_their_names() -> None:
    m = sit(
        script=["card green-wishbone", "dice 6 6 2 1 1", "dice 3", "dice 4"],
        kept={A: " ".join(KEEPS)},
        pool="red-ladybug",
    )
    m.play(A, "both red-ladybug coupon")
    m.play(A, "add")
    m.play(A, "reroll 2")
    m.play(A, "reroll 3")
    assert [sentence for sentence in m.log() if "spends" in sentence] == [
        "A spends Both at Once to buy and roll.",
        "A spends Coupon and buys Red ladybug for $1,000.",
        "A spends Spare Die for one more die.",
        "A spends Extra Throw for a third throw. A picks up 3.",
    ]


@clause("TC-R28")
def test_a_coupon_is_written_by_its_name_and_read_by_both() -> None:
    for word in ("coupon", "discount"):
        m = sit(script=["card green-wishbone"], kept={A: "discount"}, pool="red-ladybug")
        m.play(A, f"buy red-ladybug {word}")
        assert "red-ladybug" in owns(m, A)
        assert m.notation[0] == "A buy red-ladybug coupon"


def test_tickets_of_an_own_box_that_are_kept_for_the_same_have_both_names() -> None:
    assert {ticket.keep for ticket in BOX.data.ticket if ticket.keep} == set(KEEPS)
    box = altered('keep = "extra-throw"', 'keep = "spare-die"')
    view = sit(box=box).view()
    assert view["kept_names"]["spare-die"] == "Spare Die / Extra Throw"
    assert view["kept_names"]["extra-throw"] == ""


# The half that counts


@clause("TC-R13")
def test_the_half_that_counts_is_marked_and_none_while_it_is_open() -> None:
    m = turned("ticket shop-and-throw", "card green-wishbone", pool="red-ladybug")
    assert "✓" not in drawn(m, A)
    done, other = m.fork(), m.fork()
    done.play(A, "buy red-ladybug")
    assert "✓ Buy a card from your stack or the Pool" in drawn(done, B)
    other.play(A, "or")
    assert "✓ OR: Roll." in drawn(other, B)
    assert other.to_act == (CHANCE,)


def ticket_drawn(match: Match) -> list[str]:
    """Read the ticket on the board in the browser, a line for each half."""
    own: Any = render.templates().get_template(f"games/{GAME.name}/pieces.html").module
    html = str(own.ticket(match.view()["ticket"]))
    return [re.sub(r"<(?!p|b class)[^>]*>", "", line).strip() for line in html.splitlines() if "<p" in line]


@clause("TC-R13")
def test_in_the_browser_the_half_that_counts_is_marked_and_nothing_is_struck_out() -> None:
    m = turned("ticket shop-and-throw", "card green-wishbone", pool="red-ladybug")
    assert not any("counts" in line or "other-half" in line for line in ticket_drawn(m))
    done, other = m.fork(), m.fork()
    done.play(A, "buy red-ladybug")
    first, second = ticket_drawn(done)
    assert ("✓" in first, "other-half" in first) == (True, False)
    assert ("✓" in second, "other-half" in second) == (False, True)
    other.play(A, "or")
    first, second = ticket_drawn(other)
    assert ("✓" in first, "other-half" in first) == (False, True)
    assert ("✓" in second, "other-half" in second) == (True, False)
    rule = next(line for line in (GAME.web / "table.css").read_text().splitlines() if "other-half" in line)
    assert "line-through" not in rule
