"""Sounds in a real browser: nothing before the first gesture, then all that is there can be heard."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import READY, hands, open_table, version, wait_beyond
from chancebox.web.assets import STATIC, address
from helpers import script

sounds = script("sounds")
FILES = sorted(file.stem for file in (STATIC / "sounds").iterdir())
LISTEN = """
  window.contexts = []; window.heard = []; window.felt = []; window.decoded = 0;
  const Real = AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); contexts.push(this); } };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) {
    const delay = at - this.context.currentTime;
    heard.push({ ms: 1000 * this.buffer.duration, delay, rate: this.playbackRate.value });
    return start.call(this, at);
  };
  const decode = BaseAudioContext.prototype.decodeAudioData;
  BaseAudioContext.prototype.decodeAudioData = function (data) {
    return decode.call(this, data).finally(() => { decoded += 1; });
  };
  navigator.vibrate = (pattern) => { felt.push(pattern); return true; };
"""
DECODE = """async (addresses) => {
  const context = new OfflineAudioContext(1, 1, 48000);
  const decode = async (address) => context.decodeAudioData(await (await fetch(address)).arrayBuffer());
  const found = await Promise.all(addresses.map(decode));
  const peak = (one) => Math.max(...one.getChannelData(0).map(Math.abs));
  return found.map((one) => [one.duration, one.numberOfChannels, peak(one)]);
}"""
HEAR = """async ([module, happening, how]) => {
  heard.length = felt.length = 0;
  (await import(module))["sound.js"].playHappening(happening, { ms: 800, won: false, felt: true, ...how });
  return { heard, felt };
}"""


@pytest.fixture
def table(visit: Visit) -> Page:
    return sit_down(visit, "gang-of-dice", "Ann", "Ben")


def sit_down(visit: Visit, game: str, *players: str) -> Page:
    """Open a table that nobody has touched yet."""
    page = visit("/")
    page.context.add_init_script(LISTEN)
    page.goto(f"/t/{open_table(page, game, *players)}")
    page.wait_for_selector(READY)
    return page


def test_nothing_is_heard_or_fetched_before_the_first_gesture(table: Page) -> None:
    fetched = "performance.getEntriesByType('resource').map((one) => one.name).join(' ')"
    bust = {"stage": "bust", "sound": "bust", "pieces": 1}
    assert table.evaluate(HEAR, [address("bundle-gang-of-dice.js"), bust, {}])["heard"] == []
    assert table.evaluate("contexts.length") == 0
    assert ".wav" not in table.evaluate(fetched)
    touch(table)
    table.keyboard.press("Shift")
    assert table.evaluate("contexts.length") == 1
    assert sorted(re.findall(r"/sounds/(\w+)\.wav", table.evaluate(fetched))) == FILES, "each of them once"


def touch(page: Page) -> None:
    """Touch the page, and wait until all files are there and can be heard."""
    page.keyboard.press("Shift")
    page.wait_for_function("(all) => decoded === all && contexts[0].state === 'running'", arg=len(FILES))


def test_the_browser_decodes_every_file(table: Page) -> None:
    found = table.evaluate(DECODE, [address(f"sounds/{name}.wav") for name in FILES])
    for name, (seconds, channels, peak) in zip(FILES, found, strict=True):
        made = sounds.describe(name)
        assert channels == 1
        assert 1000 * seconds == pytest.approx(made["ms"], abs=1)
        assert peak == pytest.approx(made["peak"], rel=0.2), f"{name} is decoded as something else"


def test_what_happens_is_heard_and_what_is_mine_is_felt(table: Page) -> None:
    last: dict[str, Any] = {}

    def hear(sound: str, pieces: int = 1, stage: str = "", **how: bool) -> list[float]:
        happening = {"stage": stage or sound, "sound": sound, "pieces": pieces}
        last.update(table.evaluate(HEAR, [address("bundle-gang-of-dice.js"), happening, how]))
        return [round(one["ms"]) for one in last["heard"]]

    def ms(name: str) -> int:
        return round(float(sounds.describe(name)["ms"]))

    assert len({ms(name) for name in FILES}) == len(FILES), "they are told apart by their lengths here"
    touch(table)
    assert hear("throw", 3) == [ms("throw"), *3 * [ms("land")]]
    assert len({one["rate"] for one in last["heard"]}) == 4, "no two dice sound alike"
    delays = [one["delay"] for one in last["heard"]]
    assert delays == sorted(delays)
    assert delays[-1] < 0.8, "they lie before the next beat"
    assert hear("coin", 2) == 2 * [ms("coin")]
    assert hear("end", won=True) == [ms("victory")]
    assert hear("end", won=False) == [ms("defeat")]
    assert hear("nothing of ours") == hear("", stage="reveal") == []
    assert not last["felt"]
    assert hear("bang", stage="bust") == [ms("bang")]
    assert last["felt"]
    assert hear("bust", felt=False) == [ms("bust")]
    assert not last["felt"], "what befalls others does not shake me"
    table.evaluate("localStorage.setItem('sound', 'off')")
    assert hear("bust") == []
    assert last["felt"], "whoever wants silence may want to feel it"
    table.evaluate("localStorage.setItem('vibration', 'off')")
    assert hear("bust") == []
    assert not last["felt"]


def test_my_turn_is_heard_when_others_have_acted(visit: Visit) -> None:
    page = sit_down(visit, "take-it-or-leave-it", "Ann", "bot")
    touch(page)
    page.evaluate("() => { heard.length = felt.length = 0; }")
    # Whether the bot acts between my first decisions depends on the deal.
    for _round in range(6):
        act(page, "take-it-or-leave-it", 5)
        heard, felt = page.evaluate("[heard, felt]")
        if heard:
            break
    assert {round(one["ms"]) for one in heard} == {round(sounds.describe("turn")["ms"])}
    assert felt == len(heard) * [[40]]


def test_who_plays_alone_is_not_called_again_and_again(visit: Visit) -> None:
    page = sit_down(visit, "second-chance", "Ann")
    touch(page)
    page.evaluate("() => { heard.length = felt.length = 0; }")
    act(page, "second-chance", 3)
    assert page.evaluate("[heard, felt]") == [[], []]


def act(page: Page, game: str, times: int) -> None:
    """Play some moves, and wait each time until the next one is due."""
    luck = random.Random(1)
    for _gesture in range(times):
        before = version(page)
        hands(game).act(page, luck)
        wait_beyond(page, before)
        page.wait_for_selector(READY)
