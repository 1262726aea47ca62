"""A box of one's own, handed in by the form and played with, in a real browser."""

import random
import re
from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import DESK, Visit
from browser.playing import READY, fits, hands, version, wait_beyond
from chancebox.games import game

TEXT = (game("gang-of-dice").folder / "box.toml").read_text("utf-8")
MINE = re.sub(r"(?m)^n = (\d)$", r"n = 1\1", TEXT)


def test_a_box_is_handed_in_and_played_with(visit: Visit, tmp_path: Path) -> None:
    page, friend = visit("/new/gang-of-dice"), visit("/", DESK)
    page.locator("#name0").fill("Ann")
    page.locator("#kind1").select_option("open")
    page.locator("#kind2").select_option("bot:random")
    page.get_by_text("A box of your own").click()
    assert fits(page)
    # A wrong one first: the line is named and shown, and nothing is lost.
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(MINE.replace('fuse = "bomb"', 'fuse = "<b>rocket</b>"', 1), "utf-8")
    page.locator("#box-file").set_input_files(wrong)
    expect(page.locator("#box-text")).to_have_value(wrong.read_text("utf-8"))
    page.get_by_role("button", name="Open the table").click()
    line = wrong.read_text("utf-8").splitlines().index('fuse = "<b>rocket</b>"') + 1
    expect(page.locator(".problem")).to_contain_text(f"line {line}, warning[1].fuse")
    expect(page.locator(".problem")).to_contain_text("it can be: bomb, explosion")
    chosen = page.evaluate("document.getSelection().toString()")
    assert chosen == 'fuse = "<b>rocket</b>"'
    assert fits(page)
    visit.wrong[:] = [said for said in visit.wrong if "422" not in said]  # type: ignore[attr-defined]
    # Then a right one, as text.
    page.locator("#box-text").fill(MINE)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".lobby")
    expect(page.get_by_role("heading", name="A box of its own")).to_be_visible()
    assert fits(page)
    friend.goto(page.url)
    friend.locator("#sitter").fill("Ben")
    friend.get_by_role("button", name="Sit here").click()
    with friend.expect_popup() as opened:
        friend.get_by_role("link", name="Read the box").first.click()
    assert opened.value.locator("pre").text_content() == MINE
    opened.value.close()
    page.get_by_role("button", name="Start the game").click()
    luck = random.Random(1)
    page.wait_for_selector(".bar .own-box")
    friend.wait_for_selector(".bar .own-box")
    for _try in range(400):
        mover = next((one for one in (page, friend) if one.locator(READY).count()), None)
        if mover:
            break
        page.wait_for_timeout(25)
    assert mover
    before = version(mover)
    hands("gang-of-dice").act(mover, luck)
    wait_beyond(mover, before)
    assert fits(page)


def test_a_file_that_is_too_large_is_told_before_it_is_sent(visit: Visit, tmp_path: Path) -> None:
    page = visit("/new/chance-it")
    page.get_by_text("A box of your own").click()
    large = tmp_path / "large.toml"
    large.write_text("#" * 50_000, "utf-8")
    page.locator("#box-file").set_input_files(large)
    expect(page.locator(".problem")).to_contain_text("at most 48 kB")
    expect(page.locator("#box-text")).to_have_value("")
