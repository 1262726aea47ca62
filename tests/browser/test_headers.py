"""The header of a table on a phone: whatever language it speaks, no line loses its top."""

import pytest
from playwright.sync_api import Browser

import scenes
from browser.conftest import PHONE
from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.games import names

PHONES = (PHONE, (390, 844), (640, 360))
# As at a table at which hints are allowed: they have a button there.
WITH_HINTS = """() => {
  const settings = document.querySelector(".bar > button");
  if (!document.querySelector(".bar > [data-hint]")) settings.before(settings.cloneNode(true));
}"""
# Lines of text that reach above what cuts them off, or above the screen.
BEHEADED = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const inside = text.parentElement.closest(".bar, .status");
    if (!inside || !text.nodeValue.trim() || text.parentElement.closest(".drawer, .unseen")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const tops = [...range.getClientRects()].filter(({ width }) => width).map(({ top }) => top);
    const edges = [1.5]; // letters that touch the edge of a screen are taken for cut ones
    for (let box = text.parentElement; inside.contains(box); box = box.parentElement) {
      if (getComputedStyle(box).overflowY !== "visible") edges.push(box.getBoundingClientRect().top);
    }
    if (Math.min(...tops) < Math.max(...edges) - 0.5) found.push(text.nodeValue.trim());
  }
  return found;
}"""


@pytest.mark.parametrize("name", names())
def test_no_line_of_the_header_loses_its_top(browser: Browser, name: str) -> None:
    page = browser.new_page()
    cut = []
    with scenes.house() as ann:
        for scene in scenes.read(name):
            for code in LANGUAGES if not scene.passes else ():
                with reading(code):
                    page.set_content(scenes.board(ann, name, scene))
                for width, height in PHONES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(WITH_HINTS)
                    cut += [(code, scene.kind, width, line) for line in page.evaluate(BEHEADED)]
    page.close()
    assert cut == []
