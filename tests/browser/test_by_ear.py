"""
Whole games by a program that sees nothing but the accessibility tree.

It reads the roles, names and states that a screen reader gets (aria snapshots), and presses buttons by their
role and name. It never looks at classes, attributes, positions or the state of the page's scripts.
"""

import random
import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, expect

from browser.conftest import Visit
from browser.playing import arm_at_once, open_table
from chancebox.games import names

LINE = re.compile(
    r"""^(?P<depth>\s*)- '?(?P<role>\w+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)"""
)
MOST = 20_000
"""Looks at the page within one game."""
PATIENCE = 40
"""Looks at a button that cannot be pressed yet, after something was chosen."""

DO = {
    "gang-of-dice": [
        r"stake: \d+ dic?e",
        r"Roll \d+( again)?$",
        r"die \d+ of \d+: .*",
        r"Stop.*",
        r"Roll all again",
    ],
    "chance-it": [r"(IN|OUT|CHANCE IT):? .*", r"Use .*", r"Buy .* for \d+ coins?: .*", r"Discard \w+$"],
    "second-chance": [r"(?!.*fits nowhere).*: [a-i]\d( [a-i]\d)*$|the 1", r"Place|Write it"],
    "take-a-chance": [
        r".* printed price .*",
        r"Buy (and roll|for) .*|Put up for auction",
        r"Roll \d+|Throw \d+.*",
        r"Ticket: .*",
        r"(OR half|First half): .*",
        r"Take \$.*|Stop: no pay",
        r"Pass for good|Bid \$.*|End the turn",
        r".*: one more die",
    ],
    "take-it-or-leave-it": [
        r"(Take|Knock|Throw back|Re-roll|Swap) .*|Yes, pass|No second die|Lay out: .*",
        r"(white|black|red) \d",
        r"Keep all|Knock no die|Fill my hand: .*",
        r"turn it to \d",
        r"Pass: leave the round",
    ],
}
"""What buttons are called by which a game goes on: a choice, and then the button that plays it."""


class Node(NamedTuple):
    """Something that a screen reader finds."""

    role: str
    name: str
    states: str
    depth: int


def read(page: Page) -> list[Node]:
    """Read the whole page as a screen reader finds it."""
    found = []
    for line in page.locator("body").aria_snapshot().splitlines():
        if match := LINE.match(line.replace("''", "'")):
            name = (match["name"] or "").replace('\\"', '"')
            found.append(Node(match["role"], name, match["states"], len(match["depth"])))
    return found


def within(nodes: list[Node], role: str, name: str) -> list[Node]:
    """Return what is inside of something."""
    for n, node in enumerate(nodes):
        if (node.role, node.name) == (role, name):
            rest = nodes[n + 1 :]
            end = next((i for i, one in enumerate(rest) if one.depth <= node.depth), len(rest))
            return rest[:end]
    return []


def press(page: Page, node: Node, luck: random.Random) -> None:
    """Press a button; where several are called the same, any of them."""
    buttons = page.get_by_role("button", name=node.name, exact=True)
    try:
        buttons.nth(luck.randrange(max(1, buttons.count()))).click(timeout=500)
    except Error:
        return  # it has gone, or waits for something: look again


def is_chosen(nodes: list[Node]) -> bool:
    """Return whether something on the board is chosen."""
    return any("pressed" in node.states for node in within(nodes, "group", "Board"))


def waits(nodes: list[Node]) -> bool:
    """Return whether something is chosen, and the button that plays it cannot be pressed yet."""
    return is_chosen(nodes) and any("disabled" in node.states for node in within(nodes, "toolbar", "Actions"))


def choose(game: str, nodes: list[Node], luck: random.Random) -> Node | None:
    """Decide by names alone; what was pressed before calls for the button that plays it."""
    if dialogs := [node for node in nodes if node.role == "dialog"]:
        return next(node for node in within(nodes, "dialog", dialogs[0].name) if node.role == "button")
    pressable = [
        node for node in within(nodes, "main", "") if node.role == "button" and "disabled" not in node.states
    ]
    actions = [node for node in within(nodes, "toolbar", "Actions") if node in pressable]
    if is_chosen(nodes) and luck.random() < 0.7:
        pressable = actions or pressable
    kinds = [[node for node in pressable if re.fullmatch(kind, node.name)] for kind in DO[game]]
    kinds = [found for found in kinds if found]
    return luck.choice(luck.choice(kinds)) if kinds else None


def play_by_ear(page: Page, game: str, seed: int) -> int:
    """Play to the end; return how many buttons were pressed."""
    luck = random.Random(seed)
    pressed = waited = 0
    for _look in range(MOST):
        nodes = read(page)
        if any(node.role == "button" and node.name == "Rematch" for node in nodes):
            return pressed
        asked = within(nodes, "region", "Status")
        if waits(nodes) and waited < PATIENCE:
            waited += 1
            continue
        chosen = choose(game, nodes, luck)
        if chosen is None:
            continue
        assert asked, "whoever is asked is told what"
        press(page, chosen, luck)
        pressed, waited = pressed + 1, 0
    raise AssertionError(page.locator("body").aria_snapshot())


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_a_whole_game(visit: Visit, name: str) -> None:
    page = visit("/")
    arm_at_once(page)
    page.goto(f"/t/{open_table(page, name, 'Ann', 'bot', 'bot')}")
    page.get_by_role("toolbar", name="Actions").wait_for()
    assert play_by_ear(page, name, 7) > 3
    # A voice takes its time.
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"win|game is over|[Gg]oal"))
