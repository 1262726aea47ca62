"""For how many a game is and how long it takes is alike everywhere; a game in short, before its rules."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import PSEUDO
from chancebox.games import game, names
from chancebox.terminal.games import facts
from chancebox.web import render
from server.guests import Guest

README = Path(__file__).parents[2] / "README.md"
PLAYERS = re.compile(r"(\d+)(?:(?: to |-|–)(\d+))?[ -]players?\b")
MINUTES = re.compile(r"(\d+)(?:(?: to |-|–)(\d+))? min(?:utes)?\b")
AGE = re.compile(r"\bage (\d+)\+|\bfrom (\d+) years")
PAGES = ("/new/{name}", "/rules/{name}")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", page, flags=re.DOTALL)))


def contradictions(found: Game, text: str) -> list[str]:
    """List what a text says of players, minutes or age and the declaration does not; options may."""
    opened = {(one.seats[0], one.seats[-1]) for one in found.options if one.seats}
    players = {(found.seats[0], found.seats[-1]), *opened}
    said = [m for m in PLAYERS.finditer(text) if m[2] and (int(m[1]), int(m[2])) not in players]
    said += [m for m in MINUTES.finditer(text) if (int(m[1]), int(m[2] or m[1])) != found.minutes]
    said += [m for m in AGE.finditer(text) if int(m[1] or m[2]) != found.age]
    return [m[0] for m in said]


def test_a_contradiction_is_found() -> None:
    gang = game("gang-of-dice")
    assert contradictions(gang, gang.facts_text) == []
    assert contradictions(gang, "for 2 to 5 players, 45 minutes, from 12 years") == [
        "2 to 5 players", "45 minutes", "from 12 years",
    ]  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_pages_rules_and_command_line_agree(house: TestClient, name: str) -> None:
    found = game(name)
    assert found.facts_text in facts(found)
    for path in PAGES:
        page = house.get(path.format(name=name)).text
        assert found.facts_text in words(page), path
        assert contradictions(found, words(page)) == [], path
        described = re.findall(r'<meta (?:name="|property="og:)description" content="([^"]*)"', page)
        assert len(described) == 2
        assert all(found.facts_text in one for one in described), path
    rules = (found.folder / "rules.md").read_text("utf-8")
    assert contradictions(found, rules) == []


def test_a_number_of_players_that_an_option_opens_says_so(house: TestClient) -> None:
    """The box is for three or more; who sets up a table for two plays by an option."""
    page = house.get("/new/chance-it").text
    offered = re.findall(r'name="seats" value="(\d)".*?<span>\d(<small>option</small>)?</span>', page)
    assert [int(n) for n, _small in offered] == game("chance-it").all_seats
    assert [int(n) for n, small in offered if not small] == list(game("chance-it").seats)


def test_options_are_offered_in_words_and_sent_by_name(house: TestClient) -> None:
    page = house.get("/new/take-it-or-leave-it", headers={"accept-language": PSEUDO}).text
    assert (
        '<option value="random" selected>⟦drawn by lot⟧</option><option value="A">⟦seat A⟧</option>' in page
    )
    assert '<option value="no" selected>⟦no⟧</option><option value="yes">⟦yes⟧</option>' in page


def test_the_shelf_agrees(house: TestClient) -> None:
    shelf = house.get("/").text.split('<li class="game game-')[1:]
    assert [card.split('"')[0] for card in shelf] == names()
    for name, card in zip(names(), shelf, strict=True):
        about = words(card.split("</li>")[0])
        assert game(name).facts_text in about
        assert contradictions(game(name), about) == []


def test_an_invitation_agrees(ann: Guest) -> None:
    table = ann.open("chance-it", "Ann", "open", "open")
    page = ann.house.get(f"/t/{table}").text
    assert page.count(game("chance-it").facts_text) >= 3  # two descriptions and the summary
    assert contradictions(game("chance-it"), words(page)) == []


@pytest.mark.parametrize("name", names())
def test_the_first_file_that_people_read_agrees(name: str) -> None:
    found = game(name)
    if not found.package.startswith("chancebox."):
        pytest.skip("not a game of ours")
    (row,) = re.findall(
        rf"^\| \*\*{found.title}\*\* \|(.*?)\|(.*?)\|", README.read_text("utf-8"), re.MULTILINE
    )
    low, high = found.minutes
    told = (f"{found.seats[0]}-{found.seats[-1]}", str(low) if low == high else f"{low}-{high}")
    assert tuple(cell.strip() for cell in row) == told


OURS = [name for name in names() if game(name).package.startswith("chancebox.")]


@pytest.mark.parametrize("name", OURS)
def test_a_game_is_told_in_short_before_its_rules(house: TestClient, ann: Guest, name: str) -> None:
    page = house.get(f"/rules/{name}").text
    short, rules = page.split("</section>", 1)
    assert 'class="summary"' in short
    steps = short.split("<ol>")[1].split("</ol>")[0]
    assert 3 <= steps.count("<li>") <= 6
    assert steps.count("<svg") == steps.count("<li>")
    tips = short.split("<ul>")[1].split("</ul>")[0]
    assert tips.count("<li>") == 2
    # Numbers of clauses belong to the whole rules.
    assert not re.search(r"\b[A-Z]{2}-[RX]?\d\d?\b", words(short))
    assert re.search(r"\b[A-Z]{2}-\d\d\b", words(rules))
    seats = game(name).seats[0]
    table = ann.open(name, "Ann", *["bot"] * (seats - 1))
    drawer = ann.house.get(f"/t/{table}").text.split('id="rules"')[1]
    assert drawer.index('class="summary"') < drawer.index("-01</strong>")


@pytest.mark.parametrize("name", names(test_only=True))
def test_players_read_nothing_about_tests(name: str) -> None:
    text = (game(name).folder / "rules.md").read_text("utf-8") + words(render.summary_html(name))
    assert not re.search(r"\btest", text, re.IGNORECASE)


def test_a_game_without_a_summary_shows_its_rules(house: TestClient) -> None:
    (name,) = [name for name in names(test_only=True) if name == "pig"]
    assert render.summary_html(name) == ""
    page = house.get(f"/rules/{name}").text
    assert 'class="summary"' not in page
    assert "Roll a 1, and the total of this turn is lost." in page
    assert game(name).facts_text in page
    assert page.count("<h1>") == 1
