"""Second Chance in a real browser: the lamp and the line that tells where a shape fits."""

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import READY, play_now


def test_the_lamp_stays_a_lamp_and_the_status_is_no_button(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    play_now(page, "Second Chance")
    page.wait_for_selector(READY)
    page.locator("button.shape:not(.nowhere)").first.click()
    page.locator("[data-turn]").click()
    status = page.locator(".status [data-placing]")
    assert page.locator(".bar button[data-hint] svg").count() == 1, "the lamp is still drawn"
    assert page.locator(".bar button[data-hint]").inner_text().strip() == ""
    status.click()
    page.locator("[data-turn]").click()
    expect(status).not_to_have_text("Choose one of the two shapes.")
    assert not [url for url in asked if url.endswith("/hint")]
