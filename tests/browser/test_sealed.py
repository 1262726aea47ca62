"""Sealed dice in real browsers: devices make chains, moves carry links, and everybody checks the receipt."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from playwright.sync_api import Browser, Locator, Page, Request, expect

import chancebox as cb
from browser.conftest import DESK, Visit
from browser.playing import (
    DONE,
    READY,
    decide_some,
    hands,
    open_table,
    play,
    play_now,
    version,
    wait_beyond,
)
from browser.test_access import problems
from browser.test_tables import pause
from chancebox.cli import main
from chancebox.engine.game.errors import BadRecord
from chancebox.engine.game.texts import ENGLISH, LANGUAGES, PSEUDO, reading
from chancebox.engine.match import files
from chancebox.engine.proofs import receipts, tellings
from chancebox.server.tables.seals import public_name
from chancebox.web.verifier import verifier as page_that_verifies
from children import wait_until
from receipts.folder import DAYS, REAL, RECEIPTS
from receipts.malforming import MALFORMED, OF_ENTERED, OF_LINKS, Altered, malformed, receipts_altered, signed
from receipts.tampering import GRINDING, alterations, dealt_at

ALL = [*RECEIPTS, *REAL, *DAYS]
GANG = next(file for file in RECEIPTS if file.name == "gang-of-dice.chance.json")


def save(folder: Path, code: str = ENGLISH) -> Path:
    """Save the page that verifies to a disk, as a browser does."""
    with reading(code):
        page, _policy = page_that_verifies()
    file = folder / f"verify.{code}.html"
    file.write_text(page, "utf-8")
    return file


def play_together(pages: list[Page], game: str, seed: int = 4) -> None:
    """Let several browsers play to the end."""
    luck = random.Random(seed)
    asked: list[Page] = []

    def somebody_is_asked() -> bool:
        asked[:] = [page for page in pages if page.locator(f"{DONE}, {READY}").count()]
        return bool(asked)

    while True:
        wait_until(somebody_is_asked, "somebody's turn", pause(pages[0]))
        if asked[0].locator(DONE).count():
            break
        before = version(asked[0])
        hands(game).act(asked[0], luck)
        wait_beyond(asked[0], before)
    for page in pages:
        page.wait_for_selector(DONE)


def receipt_of(page: Page) -> str:
    """Download the receipt at the end of a game."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the receipt").click()
    assert waiting.value.suggested_filename.endswith(".chance.json")
    return Path(waiting.value.path()).read_text("utf-8")


def check_there(page: Page) -> Page:
    """Tap on Check the dice; return the page that opens."""
    with page.expect_popup() as waiting:
        page.get_by_role("link", name="Check the dice").click()
    waiting.value.wait_for_selector("#verdict:not([hidden])")
    return waiting.value


def sit_together(visit: Visit, game: str) -> tuple[Page, Page, str]:
    """Let Ann and Ben sit down with a bot, each in a browser of their own, and start."""
    ann, ben = visit("/", DESK), visit("/")
    table = open_table(ann, game, "Ann", "open", "bot", start=False)
    ann.goto(f"/t/{table}")
    ben.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    with ben.expect_response("**/tip"):
        ben.get_by_role("button", name="Sit down").click()
    ann.get_by_role("button", name="Start the game").click()
    return ann, ben, table


@pytest.mark.long
def test_two_people_and_a_bot_play_and_both_check_the_dice(visit: Visit) -> None:
    ann, ben, table = sit_together(visit, "gang-of-dice")
    ann.wait_for_selector("#table[data-stage='playing']")
    shown = ann.request.get(f"/api/v1/tables/{table}").json()["seal"]["commitment"]
    ann.locator("[data-open=settings]").first.click()
    ann.get_by_text("The dice are sealed").click()
    expect(ann.locator(".seal code")).to_have_text(shown)
    ann.locator("#settings [data-close]").click()
    play_together([ann, ben], "gang-of-dice")
    for page in (ann, ben):
        checking = check_there(page)
        expect(checking.locator("#verdict h2")).to_have_text("The dice are right.")
        expect(checking.locator("#verdict")).to_contain_text(shown)
        expect(checking.locator(".device")).to_contain_text(
            "It is the same envelope that this device saw before"
        )
        used = re.search(
            r"(\d+) of (\d+) numbers? that this device showed", checking.locator(".device").inner_text()
        )
        assert used
        assert used[1] == used[2]
        expect(checking.locator("#luck h3").first).to_have_text("All dice")
        assert problems(checking) == []
    checked = receipts.check_dice(receipt_of(ann))
    assert checked.seal.commitment == shown
    assert [share.tip != "" for share in checked.seal.opening] == [True, True, False]
    decisions = [line for line in checked.file.events if line[0] in "AB"]
    assert 0 < sum(bool(share.link) for share in checked.seal.shares) <= len(decisions)
    assert tellings.new_tips(checked.seal) == []
    for dealt in checked.dealt:
        mover = next((line[0] for line in reversed(checked.file.events[: dealt.event]) if line[0] != "*"), "")
        if mover in ("A", "B"):
            assert ["Ann", "Ben"]["AB".index(mover)] in tellings.contributors(checked, dealt)


@pytest.mark.long
def test_a_browser_that_loses_its_storage_begins_a_new_chain(visit: Visit, tmp_path: Path) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    decide_some(page, "gang-of-dice", 3, seed=5)
    page.wait_for_selector(READY)
    page.evaluate("localStorage.clear()")
    with page.expect_response("**/tip") as told:
        page.reload()
    assert told.value.ok
    play(page, "gang-of-dice", seed=6)
    file = tmp_path / "lost.chance.json"
    file.write_text(receipt_of(page), "utf-8")
    renewed = tellings.new_tips(receipts.check_dice(file.read_text("utf-8")).seal)
    assert len(renewed) == 1
    assert main(["verify", str(file)]) == 0
    expect(check_there(page).locator("#verdict")).to_contain_text("Device 0 began a new chain before event")


def test_the_chain_goes_on_after_a_reload_and_an_undo(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "chance-it", "Ann", "Ben", "Cleo")
    with page.expect_response("**/tip"):
        page.goto(f"/t/{table}")
    links: list[str] = []

    def note(asked: Request) -> None:
        if asked.url.endswith("/moves"):
            links.append((asked.post_data_json or {})["link"])

    page.on("request", note)
    curtain = page.locator("#curtain button")
    page.wait_for_selector(f"{READY}, #curtain[open]")
    if curtain.is_visible():
        curtain.click()
    page.wait_for_selector(READY)
    before = version(page)
    hands("chance-it").act(page, random.Random(1))
    wait_beyond(page, before)
    page.wait_for_selector("#table[data-armed]")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(READY)
    page.reload()
    if page.wait_for_selector(f"{READY}, #curtain[open]") and curtain.is_visible():
        curtain.click()
    page.wait_for_selector(READY)
    before = version(page)
    hands("chance-it").act(page, random.Random(2))
    wait_beyond(page, before)
    assert len(links) == 2
    assert links[0] == links[1], "what is taken back takes its link along"


def test_a_second_tab_may_move_too(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    other = page.context.new_page()
    other.goto(f"/t/{table}")
    luck = random.Random(1)
    for tab in (other, page, other, page):
        tab.wait_for_selector(READY)
        before = version(tab)
        hands("gang-of-dice").act(tab, luck)
        wait_beyond(tab, before)


# What the device saw.

TABLE = "a" * 32
KEEP = "([table, kept]) => localStorage.setItem(`chancebox.envelope.${table}`, JSON.stringify(kept))"
SHOWN = """([table, shown, undone]) => {
    const kept = JSON.parse(localStorage.getItem(`chancebox.envelope.${table}`));
    return kept && Object.values(kept.chains)[0] === shown && kept.undone === undone;
}"""
"""Whether a device keeps that it showed so many numbers of its first chain."""
ENVELOPE = "table => JSON.parse(localStorage.getItem(`chancebox.envelope.${table}`))"


def dealt_here(table: str = TABLE) -> dict[str, Any]:
    """Return a receipt of this table, with devices 0 and 1."""
    return dealt_at(json.loads(GANG.read_text("utf-8")), public_name(table))


def seen(data: dict[str, Any], device: int = 0, **more: Any) -> dict[str, Any]:
    """Return what that device keeps of the table of a receipt."""
    shares = [*data["sealed"]["opening"], *data["sealed"]["shares"]]
    tip = next(share["tip"] for share in shares if "tip" in share and share["device"] == device)
    shown = sum("link" in share and share["device"] == device for share in shares)
    kept = {
        "commitment": data["sealed"]["commitment"],
        "since": "lobby",
        "chains": {tip: shown},
        "undone": 0,
        "time": 1,
    }
    return {**kept, **more}


def checked_there(page: Page, data: dict[str, Any], kept: dict[str, Any] | None, at: str = TABLE) -> Locator:
    """Check a receipt as the page of the house does it, on a device that keeps this; return the verdict."""
    page.evaluate("localStorage.clear()")
    if kept:
        page.evaluate(KEEP, [at, kept])
    page.route("**/api/v1/tables/*/record", lambda route: route.fulfill(body=files.as_text(data)))
    page.goto("about:blank")
    page.goto(f"/verify#t={TABLE}")
    page.locator("#verdict h2").wait_for()
    return page.locator("#verdict")


def test_the_device_says_that_it_saw_the_same_envelope_and_that_its_numbers_were_used(visit: Visit) -> None:
    page, data = visit("/verify"), dealt_here()
    kept = seen(data)
    n = next(iter(kept["chains"].values()))
    told = checked_there(page, data, kept)
    expect(told.locator("h2")).to_have_text("The dice are right.")
    expect(told.locator(".device")).to_have_text(
        "It is the same envelope that this device saw before the game began."
        f" {n} of {n} numbers that this device showed were used."
    )
    assert problems(page) == []
    told = checked_there(page, data, {**kept, "since": "playing"})
    expect(told.locator(".device")).to_contain_text("cannot speak for what was dealt before")
    told = checked_there(page, data, {**kept, "since": "over", "chains": {}})
    expect(told.locator(".device")).to_contain_text("only when the game was over")
    expect(told.locator(".device")).to_contain_text("This device showed no numbers of its own.")


def test_a_device_that_kept_nothing_says_so_and_accuses_nobody(visit: Visit) -> None:
    told = checked_there(visit("/verify"), dealt_here(), None)
    expect(told.locator("h2")).to_have_text("The dice are right.")
    expect(told.locator(".device")).to_contain_text("This device does not know the envelope of this table")


def test_a_house_that_exchanges_the_envelope_is_told_of(visit: Visit) -> None:
    page, data = visit("/verify"), dealt_here()
    told = checked_there(page, data, seen(data, commitment="ab" * 32, other=data["sealed"]["commitment"]))
    expect(told.locator("h2")).to_have_text("These are not the dice that this device saw.")
    expect(told.locator(".device")).to_contain_text(f"first saw the one with the fingerprint {'ab' * 32}")
    expect(told).not_to_contain_text("This proves")
    told = checked_there(page, data, seen(data, other="cd" * 32))
    expect(told.locator(".device")).to_contain_text(f"another envelope, with the fingerprint {'cd' * 32}")


def test_a_house_that_leaves_numbers_of_the_device_out_is_told_of(visit: Visit) -> None:
    page, data = visit("/verify"), dealt_here()
    kept = seen(data)
    [(tip, n)] = kept["chains"].items()
    told = checked_there(page, data, {**kept, "chains": {tip: n + 1}})
    expect(told.locator("h2")).to_have_text("These are not the dice that this device saw.")
    expect(told.locator(".device")).to_contain_text("The house has left out numbers that this device showed.")
    expect(told.locator(".device")).to_contain_text(f"{n} of {n + 1} numbers")
    told = checked_there(page, data, {**kept, "chains": {"ef" * 32: 7}})
    expect(told.locator(".device")).to_contain_text("0 of 7 numbers")
    told = checked_there(page, data, {**kept, "chains": {tip: n + 1}, "undone": 1})
    expect(told.locator("h2")).to_have_text("The dice are right.")
    expect(told.locator(".device")).to_contain_text("1 number was taken back, together with a move.")


def test_the_receipt_of_another_table_is_not_taken_for_that_of_this_one(visit: Visit) -> None:
    page, data = visit("/verify"), dealt_here("b" * 32)
    told = checked_there(page, data, seen(data), at="b" * 32)
    expect(told.locator("h2")).to_have_text("These are not the dice that this device saw.")
    expect(told.locator(".device")).to_contain_text("This is the receipt of another table")


def test_numbers_that_were_shown_at_another_table_are_known_again(visit: Visit) -> None:
    page, data = visit("/verify"), dealt_here()
    told = checked_there(page, data, seen(data), at="b" * 32)
    expect(told.locator(".device")).to_contain_text(
        "numbers in this receipt that this device showed at another table"
    )


def test_the_device_keeps_the_envelope_and_counts_its_numbers_in_all_tabs(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    with page.expect_response("**/tip"):
        page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    other = page.context.new_page()
    other.goto(f"/t/{table}")
    luck = random.Random(1)
    for tab in (other, page, other):
        tab.wait_for_selector(READY)
        before = version(tab)
        hands("gang-of-dice").act(tab, luck)
        wait_beyond(tab, before)
    seal = page.request.get(f"/api/v1/tables/{table}").json()["seal"]
    page.wait_for_function(SHOWN, arg=[table, 3, 0])
    kept = page.evaluate(ENVELOPE, table)
    assert kept["commitment"] == seal["commitment"]
    assert kept["since"] == "playing"
    assert kept["chains"] == {seal["tip"]: 3}


def test_a_move_that_is_taken_back_takes_its_number_along(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "chance-it", "Ann", "Ben", "Cleo")
    with page.expect_response("**/tip"):
        page.goto(f"/t/{table}")
    curtain = page.locator("#curtain button")
    page.wait_for_selector(f"{READY}, #curtain[open]")
    if curtain.is_visible():
        curtain.click()
    page.wait_for_selector(READY)
    before = version(page)
    hands("chance-it").act(page, random.Random(1))
    wait_beyond(page, before)
    page.wait_for_function(SHOWN, arg=[table, 1, 0])
    page.wait_for_selector("#table[data-armed]")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(SHOWN, arg=[table, 0, 0])


def test_who_leaves_for_good_or_removes_a_table_leaves_no_envelope_behind(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.wait_for_function(SHOWN, arg=[table, 0, 0])
    page.evaluate(KEEP, ["x" * 32, {"chains": {}, "time": 1}])
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Remove this table …").click()
    page.get_by_role("button", name="Remove it").click()
    page.wait_for_url("/")
    keys = "Object.keys(localStorage).filter((key) => key.startsWith('chancebox.envelope.'))"
    assert page.evaluate(keys) == [f"chancebox.envelope.{'x' * 32}"]
    page.goto("/mine")
    page.locator("[data-leave]").click()
    page.locator("[data-sure]").click()
    page.wait_for_url("/")
    assert page.evaluate(keys) == []


def test_old_envelopes_make_room_for_new_ones(visit: Visit) -> None:
    page = visit("/")
    for n in range(110):
        page.evaluate(KEEP, [f"{n:032}", {"chains": {}, "time": n}])
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_function(SHOWN, arg=[table, 0, 0])
    kept = page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('chancebox.envelope.')).sort()"
    )
    assert kept == sorted(
        [f"chancebox.envelope.{n:032}" for n in range(11, 110)] + [f"chancebox.envelope.{table}"]
    )


def test_a_browser_that_keeps_nothing_plays_all_the_same(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })"
    )
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    with page.expect_response("**/tip"):
        page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    before = version(page)
    hands("gang-of-dice").act(page, random.Random(1))
    wait_beyond(page, before)


# The verifier alone, from the disk.


@pytest.fixture(scope="module")
def verifier(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(save(tmp_path_factory.mktemp("disk")).as_uri())
    yield page
    context.close()


def verdicts(page: Page, texts: list[str]) -> list[str]:
    """Let the page check receipts; return `right`, `ordinary` or `wrong` for each."""
    said: list[str] = page.evaluate(
        """texts => texts.map((text) => {
            try { return check(text) ? "right" : "ordinary"; }
            catch (error) { if (error instanceof Problem) return "wrong"; throw error; }
        })""",
        texts,
    )
    return said


def verdict(text: str) -> str:
    """Let the command check a receipt, in the same words."""
    try:
        receipts.check_dice(text)
    except receipts.OrdinaryRecord:
        return "ordinary"
    except BadRecord:
        return "wrong"
    return "right"


def complaints(page: Page, texts: list[str]) -> list[str]:
    """Let the page check receipts; return what it finds wrong with each, nothing where it finds nothing."""
    said: list[str] = page.evaluate(
        """texts => texts.map((text) => {
            try { check(text); } catch (error) { return error.message; }
            return "";
        })""",
        texts,
    )
    return said


@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_the_page_verifies_every_receipt_from_the_disk(verifier: Page, file: Path) -> None:
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict h2")).to_have_text("The dice are right.")
    checked = receipts.check_dice(file.read_text("utf-8"))
    rows = verifier.locator("#events tr")
    assert rows.count() == 1 + len(checked.dealt)
    shown = rows.locator("td:nth-child(3)").all_inner_texts()
    assert shown == [", ".join(tellings.contributors(checked, one)) or "nobody" for one in checked.dealt]
    told = [
        re.search(r"(\d+) dice\. Longest streak of one face: (\d+); fair dice have (\d+\.\d)", text)
        for text in verifier.locator("#luck .quiet").all_inner_texts()[1:]
    ]
    ours = [
        (str(one.dice), str(one.streak), f"{one.expected:.1f}") for _whose, one in tellings.tallies(checked)
    ]
    assert [found.groups() for found in told if found] == ours


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.name, marks=pytest.mark.long if n else ())
        for n, file in enumerate(RECEIPTS)
    ],
)
def test_the_page_finds_every_altered_field(verifier: Page, file: Path) -> None:
    altered = dict(alterations(file.read_text("utf-8"), random.Random(1), most=100))
    said = dict(zip(altered, complaints(verifier, list(altered.values())), strict=True))
    assert [what for what, complaint in said.items() if not complaint] == []
    assert "undefined" not in " ".join(said.values()), "it is found wrong, and not stumbled over"


@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_the_page_catches_a_dishonest_house(verifier: Page, file: Path) -> None:
    forged = [grind(json.loads(file.read_text("utf-8"))) for grind in GRINDING]
    said = complaints(verifier, forged)
    caught = {grind.__name__: bool(complaint) for grind, complaint in zip(GRINDING, said, strict=True)}
    assert all(caught.values()), caught


@pytest.mark.parametrize("file", ALL, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_the_page_refuses_what_the_command_refuses(verifier: Page, file: Path) -> None:
    text = file.read_text("utf-8")
    made = malformed(text, {**MALFORMED, **OF_LINKS, **OF_ENTERED})
    found = verdicts(verifier, [text, *made.values()])
    assert dict(zip(["itself", *made], found, strict=True)) == {
        "itself": "right",
        **dict.fromkeys(made, "wrong"),
    }


@given(altered=receipts_altered(ALL))
def test_the_page_and_the_command_judge_alike_whatever_is_altered(verifier: Page, altered: Altered) -> None:
    assert verdicts(verifier, [altered.text]) == [verdict(altered.text)]


def test_no_text_is_no_receipt(verifier: Page, tmp_path: Path) -> None:
    """Bytes that are no letters would be read as others, of which the digest can be right."""
    file = tmp_path / "noise.chance.json"
    data = json.loads(RECEIPTS[0].read_text("utf-8"))
    data["names"][0] = "\ufffd"
    file.write_bytes(signed(data).encode().replace("\ufffd".encode(), b"\xff"))
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict.wrong")).to_contain_text("it is not JSON")


def test_the_page_shows_what_it_computed_and_not_what_the_file_says(verifier: Page, tmp_path: Path) -> None:
    data = json.loads(GANG.read_text("utf-8"))
    dealt = data["sealed"]["dealt"]
    for line in dealt:
        data["events"][line["event"]] = "* six times the boss"
    file = tmp_path / "told.chance.json"
    file.write_text(signed(data), "utf-8")
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#events tr")).to_have_count(1 + len(dealt))
    shown = verifier.locator("#events td:nth-child(2)").all_inner_texts()
    assert shown == [
        " ".join(map(str, line["rolled"])) if "rolled" in line else f"number {line['drawn']}"
        for line in dealt
    ]
    assert "six times" not in verifier.locator("body").inner_text()
    assert complaints(verifier, [GRINDING[0](data)]) == ["The secret is not the one that was committed to."]
    dealt[1]["drawn"] = next(one for one in dealt[1]["outcomes"] if one != dealt[1]["drawn"])
    assert "six times" not in complaints(verifier, [signed(data)])[0]


def test_the_page_names_who_began_and_stopped_to_contribute(verifier: Page) -> None:
    told = verifier.locator("#verdict")
    verifier.locator("input[type=file]").set_input_files(GANG.with_name("gang-of-dice-stopped.chance.json"))
    expect(told).to_contain_text("From event 24 on Ben contributed nothing.")
    expect(told).to_contain_text("From event 41 on Ben contributed, by device 0.")
    verifier.locator("input[type=file]").set_input_files(
        GANG.with_name("gang-of-dice-lost-and-handed.chance.json")
    )
    expect(told).to_contain_text("Device 0 began a new chain before event 21 (Ann).")
    expect(told).to_contain_text("Device 2 began a chain before event 40, after the start (Ben).")


@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_both_verifiers_tell_the_same_changes(verifier: Page, file: Path) -> None:
    text = file.read_text("utf-8")
    found = verifier.evaluate("text => changes(check(text).record)", text)
    assert [(one["what"], one["n"], one["seats"], one.get("device")) for one in found] == [
        (one.what, one.event, one.seats, one.device) for one in tellings.changes(receipts.check_dice(text))
    ]


def test_an_ordinary_record_is_not_shown_as_a_wrong_receipt(verifier: Page, tmp_path: Path) -> None:
    file = tmp_path / "ordinary.chance.json"
    cb.new("gang-of-dice", seats=2, seed=7).save(file)
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict h2")).to_have_text(
        "This is an ordinary record: its table was not sealed."
    )
    expect(verifier.locator("#verdict")).to_contain_text("chancebox replay")
    expect(verifier.locator("#verdict")).not_to_have_class(re.compile("wrong|right"))


def test_a_wrong_receipt_is_shown_in_red(verifier: Page, tmp_path: Path) -> None:
    file = tmp_path / "forged.chance.json"
    file.write_text(GRINDING[0](json.loads(RECEIPTS[0].read_text("utf-8"))), "utf-8")
    verifier.locator("input[type=file]").set_input_files(file)
    expect(verifier.locator("#verdict h2")).to_have_text("This receipt is wrong.")
    expect(verifier.locator("#verdict")).to_contain_text("The secret is not the one that was committed to.")


def test_saved_pages_speak_the_language_in_which_they_were_saved(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(offline=True)
    said: list[str] = []
    for code in (*LANGUAGES, PSEUDO):
        page.goto(save(tmp_path, code).as_uri())
        for file in (RECEIPTS[0], REAL[0]):
            last = page.locator("#verdict").text_content() or ""
            page.locator("input[type=file]").set_input_files(file)
            # The last verdict stands there until the next one is found.
            expect(page.locator("#verdict")).not_to_have_text(last)
            expect(page.locator("#verdict.right h2")).to_be_visible()
            told = page.locator("body").inner_text()
            assert not re.search(r"\{|undefined|NaN", told)
            said.append(told)
        assert (re.search(r"\d,\d", told) is not None) == (code not in (ENGLISH, PSEUDO)), "decimals as there"
        assert complaints(page, ["no"])[0]
    assert len(set(said)) == len(said)
    page.close()
