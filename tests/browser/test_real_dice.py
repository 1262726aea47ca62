"""Real dice in real browsers: tapped and typed, corrected, entered for others, and tested for bias."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import scipy
from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import READY, arm_at_once, fits, open_table, play, throw, version, wait_beyond
from browser.test_access import problems
from browser.test_sealed import check_there, complaints, receipt_of, verifier
from chancebox.engine.proofs import receipts, tellings
from chancebox.games import game, names
from receipts.folder import REAL
from receipts.tampering import DISHONEST, alterations

__all__ = ["verifier"]
PAD = "#table[data-armed] form.throw"


def whole_game(visit: Visit, name: str, size: tuple[int, int]) -> Page:
    """Play a whole game with entered dice or cards, and check its receipt."""
    page = visit("/", size)
    arm_at_once(page)
    bots = ["bot"] * (max(2, game(name).seats[0]) - 1)
    dealer = "real-cards" if name in ("second-chance", "take-a-chance") else "real"
    page.goto(f"/t/{open_table(page, name, 'Ann', *bots, dealer=dealer)}")
    play(page, name, seed=2, most=3000)
    checking = check_there(page)
    expect(checking.locator("#verdict h2")).to_have_text("What the house dealt is right.")
    expect(checking.locator("#verdict")).to_contain_text("entered by people")
    checked = receipts.check_dice(receipt_of(page))
    assert any(dealt.line.entered == [0] for dealt in checked.dealt)
    return page


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_a_whole_game_of_each_with_entered_dice(visit: Visit, name: str) -> None:
    page = whole_game(visit, name, DESK if name == "gang-of-dice" else PHONE)
    if name == "chance-it":
        page.get_by_role("link", name="Are your dice fair?").click()
        page.wait_for_selector(".sets section")
        counted = [int(text) for text in page.locator(".bars li > span").all_inner_texts()]
        assert sum(counted) > 5
        assert problems(page) == []


def asked_to_throw(visit: Visit, *players: str, stake: int = 3) -> Page:
    """Ann has staked three dice and is asked for them."""
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', *players, dealer='real')}")
    page.wait_for_selector(f"{READY}, {PAD}")
    luck = random.Random(1)
    while not page.locator("[data-stake]").count():
        before = version(page)
        assert throw(page, luck)
        wait_beyond(page, before)
        page.wait_for_selector(f"{READY}, {PAD}")
    page.locator(".quick button", has_text=str(stake)).first.click()
    page.locator("[data-stake]").click()
    page.wait_for_selector(PAD)
    return page


def test_dice_are_tapped_typed_and_taken_back(visit: Visit) -> None:
    page = asked_to_throw(visit, "Anton")
    pad = page.locator("form.throw")
    enter = pad.get_by_role("button", name="Enter")
    expect(enter).to_be_disabled()
    assert fits(page)
    for face in pad.locator("[data-tap]").all():
        box = face.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    assert problems(page) == []
    pad.get_by_role("button", name="A die shows 5").click()
    page.keyboard.press("b")
    page.keyboard.press("Backspace")
    page.keyboard.press("3")
    page.keyboard.press("3")
    page.keyboard.press("4")
    expect(pad.locator(".slots .die")).to_have_count(3)
    expect(pad.locator(".meaning")).to_contain_text("throws 5 3 3, 11 in all.")
    expect(enter).to_be_enabled()
    before = version(page)
    page.keyboard.press("Enter")
    wait_beyond(page, before)
    told = page.request.get(f"/api/v1/tables/{page.url.rsplit('/', 1)[-1]}/follow").json()["log"]
    assert any("throws 5 3 3" in line["text"] for line in told)
    kept: Any = page.evaluate("JSON.parse(localStorage['chancebox.dice']).sets")
    assert kept[0]["counts"] == [0, 0, 0, 2, 0, 1]


def test_a_throw_is_corrected(visit: Visit) -> None:
    page = asked_to_throw(visit, "Anton", stake=1)
    page.keyboard.press("1")
    before = version(page)
    page.get_by_role("button", name="Enter").click()
    wait_beyond(page, before)
    page.wait_for_selector("#table[data-armed]")
    page.locator(".corrections summary", has_text="Correct 1").click()
    pad = page.locator(".entry[open] form.throw")
    expect(pad.locator(".slots .die")).to_have_count(1)
    assert problems(page) == []
    pad.get_by_role("button", name="Last die").click()
    pad.get_by_role("button", name="A die shows boss").click()
    before = version(page)
    pad.get_by_role("button", name="Correct it").click()
    wait_beyond(page, before)
    page.locator("[data-open=log]").first.click()
    expect(page.locator("#log .lines")).to_contain_text(re.compile("(Ann|Anton) corrected 1 to Boss[.]"))
    kept: Any = page.evaluate("JSON.parse(localStorage['chancebox.dice']).sets")
    assert kept[0]["counts"] == [1, 0, 0, 0, 0, 0]


def test_guide_cards_are_whole_beside_a_throw_that_can_be_corrected(visit: Visit) -> None:
    """Bots wait with their own until Ann has chosen hers."""
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'chance-it', 'Ann', 'bot', 'bot', dealer='real')}")
    luck = random.Random(1)
    page.wait_for_selector(f"{PAD}, {READY}")
    while not page.locator(".guides").count():
        before = version(page)
        assert throw(page, luck)
        wait_beyond(page, before)
        page.wait_for_selector(f"{PAD}, {READY}")
    expect(page.locator(".corrections summary")).to_contain_text("Correct ")
    assert page.locator(".guides button").count() == 3
    for guide in page.locator(".guides button").all():
        box = guide.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert guide.evaluate("card => card.scrollWidth <= card.clientWidth"), "its words are not cut"
    assert fits(page)


def test_others_see_who_rolls_and_the_host_may_enter_it(visit: Visit) -> None:
    ann, ben = visit("/", DESK), visit("/")
    table = open_table(ann, "chance-it", "Ann", "open", "bot", start=False, dealer="real-cards")
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    with ben.expect_response("**/tip"):
        ben.get_by_role("button", name="Sit down").click()
    ann.get_by_role("button", name="Start the game").click()
    ann.wait_for_selector(PAD)
    expect(ben.locator(".status")).to_contain_text("The host draws")
    assert ben.locator("form.throw").count() == 0
    before = version(ann)
    ann.get_by_role("button", name="Ben begins.").click()
    wait_beyond(ann, before)
    ann.wait_for_selector(f"{PAD} [data-outcome]")
    before = version(ann)
    ann.locator("form.throw input").fill("f1")
    expect(ann.locator("form.throw .outcomes li:visible")).to_have_count(1)
    ann.keyboard.press("Enter")
    wait_beyond(ann, before)
    for _card in range(3):
        ann.wait_for_selector(f"{PAD} [data-outcome]")
        before = version(ann)
        assert throw(ann, random.Random(1))
        wait_beyond(ann, before)
    ben.wait_for_selector(f"{PAD} [data-tap]")
    expect(ben.locator(".status")).to_contain_text("Roll your dice and enter them.")
    expect(ann.locator(".status")).to_contain_text("Ben rolls the dice")
    assert problems(ann) == []
    ann.wait_for_selector("#table[data-armed]")
    ann.get_by_text("Enter for Ben").click()
    before = version(ann)
    for key in "65432":
        ann.keyboard.press(key)
    ann.locator(".entry[open] .enter .primary").click()
    wait_beyond(ann, before)
    ben.wait_for_selector(READY)
    ben.locator("[data-open=log]").first.click()
    expect(ben.locator("#log .lines")).to_contain_text("(Entered by Ann.)")


def test_a_table_with_real_dice_is_set_up_from_its_page(visit: Visit) -> None:
    page = visit("/new/chance-it")
    assert problems(page) == []
    page.locator("[name=dealer][value=real]").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("form.throw, .status")
    state = page.request.get(f"/api/v1/tables/{page.url.rsplit('/', 1)[-1]}").json()
    assert state["throw"]["kind"] == "throw"
    page.goto("/new/second-chance")
    offered = page.locator("[name=dealer]").all()
    assert [one.get_attribute("value") for one in offered] == ["sealed", "real-cards"]


# The verifier alone, from the disk.


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.name)
def test_the_page_that_verifies_says_what_was_entered(verifier: Page, file: Path) -> None:
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict h2")).to_have_text("What the house dealt is right.")
    checked = receipts.check_dice(file.read_text("utf-8"))
    entered = [dealt for dealt in checked.dealt if dealt.line.entered is not None]
    expect(verifier.locator("#verdict")).to_contain_text(
        f"{len(entered)} chance events were entered by people"
    )
    shown = verifier.locator("#events td:nth-child(3)").all_inner_texts()
    assert sum(text.startswith("entered by ") for text in shown) == len(entered)
    for text, dealt in zip(shown, checked.dealt, strict=True):
        if dealt.line.entered is None:
            assert text == (", ".join(tellings.contributors(checked, dealt)) or "nobody")


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.name)
def test_the_page_that_verifies_finds_what_was_altered(verifier: Page, file: Path) -> None:
    text = file.read_text("utf-8")
    altered = dict(alterations(text, random.Random(1), most=50))
    if "second-chance" not in file.name:  # nothing is dealt there, so nothing follows from the seal
        altered |= {grind.__name__: grind(json.loads(text)) for grind in DISHONEST}
    said = dict(zip(altered, complaints(verifier, list(altered.values())), strict=True))
    assert [what for what, complaint in said.items() if not complaint] == []
    assert "undefined" not in " ".join(said.values())


# Bias.

COUNTS = [
    [10, 10, 10, 10, 10, 10],
    [83, 84, 83, 83, 84, 83],
    [120, 76, 76, 76, 76, 76],
    [30, 1, 1, 1, 1, 1],
    [400, 300, 310, 290, 305, 311],
    [5, 9, 4, 7, 12, 3],
    [55, 45],
    [10_000, 9_000, 9_500, 9_800, 9_400, 9_700, 9_300, 9_100, 9_600, 9_900],
]


def test_the_chi_square_test_is_right(visit: Visit) -> None:
    page = visit("/dice")
    source = page.locator("script[type=module][src*=fair]").get_attribute("src") or ""
    script = page.request.get(source).text()
    address = re.search(r'from "([^"]*fairness[^"]*)"', script)
    assert address
    found: list[float] = page.evaluate(
        """async ([source, address, counts]) => {
            const { chiSquare, pValue } = await import(new URL(address, new URL(source, location)));
            return counts.map((one) => pValue(chiSquare(one), one.length - 1));
        }""",
        [source, address[1], COUNTS],
    )
    for counts, p in zip(COUNTS, found, strict=True):
        assert p == pytest.approx(scipy.stats.chisquare(counts).pvalue, rel=1e-9, abs=1e-300)


def test_a_loaded_die_is_told_in_a_sentence_and_counts_are_forgotten(visit: Visit) -> None:
    page = visit("/dice", PHONE)
    expect(page.locator(".none")).to_be_visible()
    loaded = {
        "game": "chance-it",
        "kind": "dice",
        "faces": list("123456"),
        "counts": [70, 80, 90, 70, 70, 120],
    }
    white = {"game": "take-it-or-leave-it", "kind": "white", "faces": list("123456"), "counts": [1] * 6}
    page.evaluate("sets => { localStorage['chancebox.dice'] = JSON.stringify({ sets }) }", [loaded, white])
    page.reload()
    expect(page.locator(".sets section")).to_have_count(3)
    expect(page.locator(".sets")).to_contain_text("Face 6: 120 of 500 dice, 83 were to be expected.")
    expect(page.locator(".sets")).to_contain_text("Take it or Leave it, white")
    assert fits(page)
    assert problems(page) == []
    page.get_by_role("button", name="Forget all counts").click()
    expect(page.locator(".sets section")).to_have_count(0)
    page.locator(".counting input").uncheck()
    page.reload()
    expect(page.locator(".counting input")).not_to_be_checked()
