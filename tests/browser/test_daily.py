"""The deal of the day in real browsers: the same for two of them, by keys, for who listens; and verified."""

import itertools
import json
import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import DESK, PHONE, Visit, find_browser
from browser.playing import DONE, fits
from browser.test_access import problems
from browser.test_keyboard import tab_to
from browser.test_sealed import complaints, save
from chancebox.engine.match import files
from chancebox.engine.proofs.sealed import with_digest
from children import wait_until
from helpers import script
from receipts.folder import DAYS
from receipts.tampering import alterations
from server.processes import Server

DAY = "2026-11-16"
"""A day of Second Chance, which is played alone; it does not end while these tests run."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    find_browser()
    with Server(tmp_path_factory.mktemp("house"), day=DAY) as server:
        yield server


@pytest.fixture(scope="module")
def verifier(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(save(tmp_path_factory.mktemp("disk")).as_uri())
    yield page
    context.close()


@pytest.mark.parametrize("file", DAYS, ids=lambda file: file.name)
def test_the_page_verifies_the_deal_of_a_day(verifier: Page, file: Path) -> None:
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict h2")).to_have_text("The dice are right.")
    expect(verifier.locator("#verdict")).to_contain_text(re.compile(r"this is the deal of \d+ November 2026"))


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.name, marks=pytest.mark.long if n else ()) for n, file in enumerate(DAYS)],
)
def test_the_page_finds_every_altered_field(verifier: Page, file: Path) -> None:
    altered = dict(alterations(file.read_text("utf-8"), random.Random(1), most=20))
    said = dict(zip(altered, complaints(verifier, list(altered.values())), strict=True))
    assert [what for what, complaint in said.items() if not complaint] == []
    assert "undefined" not in " ".join(said.values()), "it is found wrong, and not stumbled over"


def test_a_day_that_no_calendar_has_is_no_day(verifier: Page) -> None:
    forged = []
    for day in ("2026-02-30", "2026-13-01", "0000-01-01", "20261116"):
        data = json.loads(DAYS[0].read_text("utf-8"))
        data["sealed"]["day"] = day
        forged.append(files.as_text(with_digest(data)))
    assert all("of which day" in said for said in complaints(verifier, forged))


def test_the_page_computes_the_test_vectors(verifier: Page) -> None:
    told = script("dated_vectors").vectors()
    found = verifier.evaluate(
        """() => {
            const secret = new Uint8Array(32).fill(0x2a);
            const drawn = (label, first, draws, { back = false, gone = 0 } = {}) => {
                const left = [...first], earlier = [], came = [];
                for (let n = 0; n < draws; n++) {
                    if (n === 2 && gone) left[gone - 1] -= 1;
                    const due = { outcomes: left.map((_, i) => i + 1), weights: [...left] };
                    came.push(luckOfDay(secret, label, earlier).draw(due.outcomes, due.weights));
                    earlier.push({ ...due, drawn: came.at(-1) });
                    if (!back) left[came.at(-1) - 1] -= 1;
                }
                return came.join(" ");
            };
            const roll = (past, ...asked) => luckOfDay(secret, "throw 1 0 1", past).roll(...asked).join(" ");
            return [
                roll([], 5, 6), roll([{ dice: 5 }], 5, 6), roll([], 10, 20),
                drawn("cards", [1, 2, 1, 2, 1], 7), drawn("cards", [1, 2, 1, 2, 1], 6, { gone: 2 }),
                drawn("wheel", [1, 1, 1], 10, { back: true }),
                drawn("heavy", [500, 500, 500], 10, { back: true }),
            ];
        }"""
    )
    assert found == list(told.values())


# Playing it.


def begin(page: Page) -> str:
    """Tap on the card of the first page; return the table."""
    page.get_by_role("button", name="Play the deal of the day").click()
    page.wait_for_selector("#table .status")
    return page.url.rsplit("/", 1)[-1]


def finish(page: Page, table: str, seed: int) -> None:
    """Play to the end without looking."""
    luck = random.Random(seed)
    origin = {"origin": re.sub(r"/(t/.*|daily)?$", "", page.url)}

    def is_my_turn_or_over() -> bool:
        state.update(page.request.get(f"/api/v1/tables/{table}").json())
        return state["stage"] == "over" or 0 in state["to_act"]

    for number in itertools.count():
        state: dict[str, Any] = {}
        wait_until(is_my_turn_or_over, "my turn", lambda: page.wait_for_timeout(20))
        if state["stage"] == "over":
            return
        choices = page.request.get(f"/api/v1/tables/{table}/choices?seat=0").json()["choices"]
        body = {"id": f"d{seed}-{number}", "seat": 0, "move": luck.choice(choices)["action"]}
        answer = page.request.post(f"/api/v1/tables/{table}/moves", data=body, headers=origin)
        assert answer.ok, answer.text()


def sight(page: Page, table: str) -> object:
    """Return what the seat of this browser sees, when it is asked."""
    page.wait_for_selector("#table[data-armed] .status.yours")
    return page.request.get(f"/api/v1/tables/{table}/view?seat=0").json()["view"]


@pytest.mark.long  # two whole games
def test_two_browsers_meet_the_same_deal_and_compare_at_the_end(visit: Visit) -> None:
    ann, ben = visit("/"), visit("/", size=DESK)
    for page in (ann, ben):
        assert problems(page) == []
        assert fits(page)
    tables = [begin(page) for page in (ann, ben)]
    assert tables[0] != tables[1]
    assert sight(ann, tables[0]) == sight(ben, tables[1])
    expect(ann.locator("[data-hint]")).to_have_count(0)
    ann.goto("/daily")
    expect(ann.get_by_role("button", name="Go on")).to_be_visible()
    expect(ann.locator(".distribution")).to_have_count(0)
    for seed, (page, table) in enumerate(zip((ann, ben), tables, strict=True)):
        page.goto("/daily")
        finish(page, table, seed)
        page.goto(f"/t/{table}")
        page.wait_for_selector(DONE)
        page.get_by_role("link", name="Results").click()
        page.wait_for_selector(".distribution")
    ann.reload()
    expect(ann.locator(".distribution figcaption")).to_contain_text("2 results")
    for page in (ann, ben):
        assert fits(page)
        assert problems(page) == []
        page.locator("summary").click()
        assert problems(page) == []
    ben.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ben.get_by_role("button", name="Copy the text").click()
    expect(ben.locator("#toast")).to_have_text("Copied.")
    assert "Chancebox, deal of" in ben.evaluate("navigator.clipboard.readText()")
    ben.get_by_role("button", name="Practise").click()
    ben.wait_for_selector("#table .status")
    expect(ben.locator(".bar")).to_contain_text("practice")


def test_a_past_day_is_played_by_keys_alone(visit: Visit) -> None:
    page = visit("/", size=DESK)
    tab_to(page, "About it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/daily")
    tab_to(page, "15 November 2026")
    page.keyboard.press("Enter")
    page.wait_for_url("**/daily/2026-11-15")
    expect(page.get_by_role("heading", level=1)).to_have_text("The deal of 15 November 2026")
    assert problems(page) == []
    tab_to(page, "Nobody can know it before")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The secret of that day")).to_be_visible()
    page.reload()
    tab_to(page, "Practise")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table .status")
    expect(page.locator(".bar")).to_contain_text("practice")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_all_fits(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/daily", size=size)
    assert fits(page)
    page.goto("/")
    assert fits(page)


def test_the_head_of_a_table_has_two_lines_at_most(visit: Visit) -> None:
    """Whatever is played that day, in a language of long words: game, whether it counts, how far it is."""
    page = visit("/daily", locale="fr")
    for days in range(1, 6):
        page.goto(f"/daily/{date.fromisoformat(DAY) - timedelta(days)}")
        page.locator("form.choices button").click()
        page.wait_for_selector("#table[data-armed] .status")
        height = page.locator("#table > .bar").evaluate("bar => bar.getBoundingClientRect().height")
        assert height < 52, page.url
        assert problems(page) == []
        assert page.locator(".bar .of-day").inner_text(), "for who listens it is there, with room or without"
        assert fits(page)
