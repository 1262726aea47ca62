"""Golden scenes: what is on the board at each kind of happening of each game."""

import pytest
from playwright.sync_api import Browser

import scenes
from browser.conftest import PHONE
from chancebox.games import names

RARE = {"second-chance": {"FilledGrid"}}
"""What does not come up in hundreds of random games, by game."""


@pytest.mark.parametrize("name", names())
def test_every_kind_of_happening_has_a_scene(name: str) -> None:
    found = {scene.kind for scene in scenes.read(name) if scene.passes}
    assert found == scenes.kinds(name) - RARE.get(name, set()), "make scenes"


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_the_board_at_each_happening_is_as_it_was(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    with scenes.house() as ann:
        for scene in scenes.read(name):
            found = scenes.aria(page, scenes.board(ann, name, scene))
            golden = scenes.file_of(name, scene)
            assert found == golden.read_text(encoding="utf-8"), (
                f"make scenes, and read what changed in {golden.name}"
            )
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                f"{scene.kind} sticks out"
            )
    page.close()
