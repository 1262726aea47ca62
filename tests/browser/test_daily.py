"""The deal of the day in real browsers: the same for two of them, by keys, for who listens, and verified by the page."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_sealed import complaints, save
from receipts.folder import DAYS
from receipts.tampering import alterations


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
    expect(verifier.locator("#verdict")).to_contain_text("this is the deal of 2026-11-")


@pytest.mark.parametrize("file", DAYS, ids=lambda file: file.name)
def test_the_page_finds_every_altered_field(verifier: Page, file: Path) -> None:
    altered = dict(alterations(file.read_text("utf-8"), random.Random(1), most=20))
    said = dict(zip(altered, complaints(verifier, list(altered.values())), strict=True))
    assert [what for what, complaint in said.items() if not complaint] == []
    assert "undefined" not in " ".join(said.values()), "it is found wrong, and not stumbled over"
