"""The board of Take it or Leave it says what moves: thrown, turned and taken dice, by what happened."""

import re

from starlette.testclient import TestClient

from chancebox.server.screens import frames
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.tables.visibility import Visibility
from games.tray import BOX, LEAVE, Tray
from server.guests import Guest, seated

ACTIONS = {card.kind: card.id for card in BOX.data.action}
DIE = re.compile(r'class="die \w+ ([^"]*)" id="tray-(\w\d)-(\d)"')


def drawn(house: TestClient, ann: Guest, ben: Guest, table: Tray) -> str:
    """Draw a table as A sees it."""
    session = house.app.state.house.kernel.sessions[seated(ann, ben, LEAVE.name)]  # type: ignore[attr-defined]
    session.table.match = table.match
    session.table.visibility = Visibility()
    session.table.visibility.follow(table.match, session.table.version)
    drawings_of(session).boards.clear()
    return str(frames.frame(session, session.table.places[0].visitor, 0, "")["html"])


def tray(html: str) -> dict[str, str]:
    """Return the dice of the tray with their classes."""
    return {f"{die}-{n}": classes.strip() for classes, die, n in DIE.findall(html)}


def pieces(html: str) -> list[str]:
    """List the dice that have left the tray just now."""
    return re.findall(r'class="(?:tile|die) \w+"[^>]*data-piece="(\S+)"', html)


def roll(html: str) -> str:
    found: list[str] = re.findall(r'data-roll="([^"]*)"', html)
    return found[0]


def test_all_dice_of_a_round_are_thrown_at_once(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = Tray()
    table.deal_any()
    table.throw("1 1 2 3 4 5", "1 1 1 1 1 1", "6")
    html = drawn(house, ann, ben, table)
    assert len(tray(html)) == 13
    assert set(tray(html).values()) == {""}
    assert roll(html)
    table.play("A take w1")
    assert roll(drawn(house, ann, ben, table)) == "", "nothing is thrown when a die is taken"


def test_only_dice_that_are_thrown_again_move(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = Tray.laid("w1 w4 b3 b3", {"A": ACTIONS["reroll-some"]})
    table.play(f"A play {ACTIONS['reroll-some']} w1 b3")
    table.chance("white 4")
    html = drawn(house, ann, ben, table)
    assert tray(html) == {"w4-1": "kept", "w4-2": "", "b3-1": "kept"}, "of dice alike the last one was thrown"
    assert html.count("falling kept") == 1, "and one is in the air"
    before = roll(html)
    table.chance("black 3")
    html = drawn(house, ann, ben, table)
    assert tray(html) == {"w4-1": "kept", "w4-2": "kept", "b3-1": "kept", "b3-2": ""}
    assert roll(html) != before


def test_a_die_goes_from_the_tray_to_who_took_it(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = Tray.laid("w3 w3 b5 b6", dice={"B": "w3"})
    table.play("A take w3")
    html = drawn(house, ann, ben, table)
    assert 'data-own="w3"' in html
    assert html.index('data-piece="w3-2"') > html.index('id="own-1"'), "it lies with my dice now"
    table.play("B take b5")
    html = drawn(house, ann, ben, table)
    assert pieces(html) == ["b5-1"]
    assert "b5-1" not in tray(html)


def test_dice_that_are_turned_or_swapped_say_so(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = Tray.laid("w1 w5 b5", {"A": ACTIONS["swap"]})
    table.play(f"A play {ACTIONS['swap']} w1 b5")
    html = drawn(house, ann, ben, table)
    assert tray(html) == {"w5-1": "kept", "w5-2": "kept turned", "b1-1": "kept turned"}


def test_others_lie_with_their_dice_and_cards_in_words(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = Tray.laid("w1 w5", {"B": "T38 A01"}, {"B": "b2 r6"})
    html = drawn(house, ann, ben, table)
    place = html[html.index('id="place-1"') :]
    assert re.findall(r'class="tile \w+" role="img" aria-label="([^"]*)"', place) == ["black 2", "red 6"]
    assert "1 task<" in place
    assert "1 action<" in place
