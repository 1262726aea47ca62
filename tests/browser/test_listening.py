"""Who listens: one voice per page, which tells a turn at a time and in order, as much as somebody wishes."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import DONE, READY, hands, open_table, version, wait_beyond

TALKERS = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], [role=timer], output"
"""All that screen readers read out by themselves."""
LISTEN = """
addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  const place = document.getElementById("spoken");
  const added = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const write = (changes) => heard.push(...added(changes).map((one) => one.textContent));
  if (place) new MutationObserver(write).observe(place, { childList: true });
});
"""

Listen = Callable[..., Page]


@pytest.fixture
def listen(visit: Visit) -> Listen:
    """Sit down at a table and write down all that is said there."""

    def sit(name: str, *players: str, **wishes: str) -> Page:
        page = visit("/")
        page.context.add_init_script(LISTEN)
        for key, value in wishes.items():
            page.context.add_init_script(f"localStorage.setItem('{key}', '{value}')")
        page.goto(f"/t/{open_table(page, name, *players)}")
        page.wait_for_selector(f"{READY}, {DONE}, #curtain[open]")
        return page

    return sit


def heard(page: Page) -> list[str]:
    """Return what was said so far, one breath after the other."""
    found: list[str] = page.evaluate("heard")
    return found


def wait_for(page: Page, text: str) -> None:
    """Wait until something was said."""
    page.wait_for_function("text => heard.some((one) => one.includes(text))", arg=text)


def act(page: Page, name: str, luck: random.Random) -> None:
    before = version(page)
    hands(name).act(page, luck)
    wait_beyond(page, before)
    page.wait_for_selector(f"{READY}, {DONE}")


def test_a_turn_at_a_time_and_in_order(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "bot", "bot")
    luck = random.Random(2)
    for _move in range(4):
        if page.locator(READY).count():
            act(page, "gang-of-dice", luck)
    last = page.locator("#log .lines li button > span:last-child").last.text_content() or ""
    wait_for(page, last)
    said = " ".join(heard(page))
    lines = page.locator("#log .lines li button > span:last-child").all_text_contents()
    places = []
    start = 0
    # Who comes to a table is not told what happened before.
    for line in lines[lines.index(next(line for line in lines if line in said)) :]:
        start = said.find(line, start)
        assert start >= 0, f"never said, or too early: {line}"
        places.append(start)
        start += len(line)
    assert len(heard(page)) < len(places), "not every die by itself"


def test_what_is_asked_is_said_last(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "bot")
    wait_for(page, "How many dice do you stake?")
    assert heard(page)[-1].endswith("How many dice do you stake?")


@pytest.mark.parametrize("wish", ["mine", "turn"])
def test_how_much_is_said_is_a_choice(listen: Listen, wish: str) -> None:
    page = listen("gang-of-dice", "Ann", "bot", "bot", speech=wish)
    luck = random.Random(3)
    while page.locator(READY).count() and len(page.locator("#log .lines li").all()) < 30:
        act(page, "gang-of-dice", luck)
    others = [page.locator(f"#chair-{seat} .name").inner_text() for seat in (1, 2)]
    said = " ".join(heard(page))
    assert "stake" in said
    assert not re.search(rf"({'|'.join(others)}) (throws|re-rolls|stakes)", said)
    assert ("Ann throws" in said) == (wish == "mine")


def test_there_is_one_voice(listen: Listen, visit: Visit) -> None:
    page = listen("gang-of-dice", "Ann", "bot")
    assert [one.get_attribute("id") for one in page.locator(TALKERS).all()] == ["spoken"]
    table = page.url.rsplit("/", 1)[-1]
    friend = visit(f"/t/{table}")
    friend.wait_for_selector(".status")
    assert friend.locator(TALKERS).count() == 1


def test_what_was_said_can_be_heard_again(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "bot")
    wait_for(page, "How many dice do you stake?")
    before = heard(page)
    for key, told in (
        ("v", before[-1]),
        ("q", "How many dice"),
        ("m", "Ann"),
        ("h", " dice"),
        ("w", "No odds"),
    ):
        many = len(heard(page))
        page.keyboard.press(key)
        page.wait_for_function("many => heard.length > many", arg=many)
        assert told in heard(page)[-1]
    # The same without keys, for who reads the page piece by piece.
    page.get_by_role("group", name="Listen").get_by_role("button", name="The scores").dispatch_event("click")
    assert "Ann" in heard(page)[-1]


def test_keys_are_no_keys_where_somebody_writes_or_wants_none(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "bot")
    wait_for(page, "How many dice")
    page.locator(".tabs [data-open=chat]").click()
    page.locator("#saying").press_sequentially("vqmhw")
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('keys', 'off')")
    many = len(heard(page))
    for key in "vqmhw":
        page.keyboard.press(key)
    assert len(heard(page)) == many


def test_odds_are_heard(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "bot")
    page.locator("[data-open=settings]").first.click()
    page.locator("[data-shows-odds]").select_option("yes")
    page.keyboard.press("Escape")
    page.wait_for_selector(".odds")
    page.keyboard.press("w")
    wait_for(page, "%")
    assert "Roll" in heard(page)[-1]


def test_choosers_say_what_they_chose(listen: Listen) -> None:
    page = listen("gang-of-dice", "Ann", "Anton")  # a bot may begin, and leave no die more than are chosen
    page.get_by_role("button", name="one die more").click()
    wait_for(page, "Roll ")


def test_the_chat_uses_the_same_voice(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script(LISTEN)
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'open', start=False)}")
    page.wait_for_selector(".lobby")
    friend = visit(page.url)
    friend.locator("#sitter").fill("Ben")
    friend.get_by_role("button", name="Sit down").click()
    wait_for(page, "Everybody is here.")
    for who, words in ((page, "my own words"), (friend, "hello there")):
        who.locator(".tabs [data-open=chat]").click()
        who.locator("#saying").fill(words)
        who.keyboard.press("Enter")
        expect(page.locator("#chat .lines")).to_contain_text(words)
    wait_for(page, "Ben: hello there")
    assert not any("my own words" in one for one in heard(page))


def test_refusals_use_the_same_voice(listen: Listen) -> None:
    page = listen("take-a-chance", "Ann", "bot")
    page.locator("[data-purchase]").click(force=True)
    wait_for(page, page.locator("[data-purchase]").get_attribute("data-choose") or "?")


def test_the_curtain_is_a_dialog_with_the_focus_inside(listen: Listen) -> None:
    page = listen("take-it-or-leave-it", "Ann", "Ben")
    curtain = page.get_by_role("dialog")
    expect(curtain).to_have_accessible_name(re.compile("^(Ann|Ben)$"))
    button = curtain.get_by_role("button")
    expect(button).to_be_focused()
    expect(button).to_have_accessible_name(re.compile("(Ann|Ben): show me the table"))


def test_signs_of_the_log_are_words(listen: Listen) -> None:
    page = listen("chance-it", "Ann", "bot", "bot")
    luck = random.Random(1)
    while page.locator(READY).count() and page.locator("#log .lines li").count() < 8:
        act(page, "chance-it", luck)
    wait_for(page, "coin")
    assert not re.search("[♥¢★]", " ".join(heard(page)))
