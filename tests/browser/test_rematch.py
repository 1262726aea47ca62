"""A rematch between two devices: who asks waits, who comes is expected, and the score runs on."""

import itertools
import random
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import DONE, READY, fits, open_table

_ids = itertools.count(1)


def ask(page: Page, path: str) -> Any:
    return page.request.get(f"/api/v1/{path}").json()


def decide(page: Page, table: str, luck: random.Random) -> None:
    """Make a decision without looking, if one is asked of this page's visitor."""
    state = ask(page, f"tables/{table}")
    asked = [one["seat"] for one in state["seats"] if one["yours"] and one["seat"] in state["to_act"]]
    for seat in asked:
        move = luck.choice(ask(page, f"tables/{table}/choices?seat={seat}")["choices"])["action"]
        body = {"id": f"r{next(_ids)}", "seat": seat, "move": move}
        origin = {"origin": "/".join(page.url.split("/")[:3])}
        assert page.request.post(f"/api/v1/tables/{table}/moves", data=body, headers=origin).ok


def finish(visit: Visit) -> tuple[Page, Page]:
    """Bring Ann and Ben, each with a phone, to the end of a game."""
    ann, ben = visit("/"), visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    # Nobody looks before the end: a page would take a share in the dice, and each move carry a link.
    for page, path, body in (
        (ben, f"tables/{table}/seats/1/sit", {"id": "sit", "name": "Ben"}),
        (ann, f"tables/{table}/start", {"id": "start"}),
    ):
        assert page.request.post(f"/api/v1/{path}", data=body, headers={"origin": page.url.rstrip("/")}).ok
    luck = random.Random(3)
    while ask(ann, f"tables/{table}")["stage"] == "playing":
        decide(ann, table, luck)
        decide(ben, table, luck)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
        page.wait_for_selector(f"{DONE}[data-armed]")
    return ann, ben


def test_a_rematch_waits_for_the_other_one(visit: Visit) -> None:
    ann, ben = finish(visit)
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.locator(".status")).to_contain_text("Waiting for Ben.")
    expect(ann.locator(".score")).to_contain_text("After one game: Ann ")
    expect(ann.locator(".seating li.seat-0")).to_contain_text("Ann")
    assert fits(ann)
    expect(ben.locator(".status")).to_contain_text("your seat is kept")
    ben.get_by_role("link", name="To the rematch").click()
    # Ann's page goes on by itself as soon as Ben is there.
    expect(ann.locator("#table")).to_have_attribute("data-stage", "playing")
    expect(ben.locator("#table")).to_have_attribute("data-stage", "playing")
    first = ask(ann, f"tables/{ann.url.rsplit('/', 1)[-1]}")["to_act"]
    (ann, ben)[first[0]].wait_for_selector(READY)
    expect(ann.locator(".score")).to_contain_text("After one game: Ann ")


def test_who_waits_can_begin_and_the_other_takes_the_seat_back(visit: Visit) -> None:
    ann, ben = finish(visit)
    ann.get_by_role("button", name="Rematch").click()
    ann.get_by_role("button", name="Start; a bot plays for Ben meanwhile").click()
    expect(ann.locator("#table")).to_have_attribute("data-stage", "playing")
    ben.get_by_role("link", name="To the rematch").click()
    ben.get_by_role("button", name="A bot plays for you: take your seat back").click()
    expect(ben.get_by_role("button", name="take your seat back")).to_have_count(0)
    expect(ben.locator("#chair-1.me")).to_be_visible()
