"""Boxes by people who mean no good: what they cost, what they show, what they break."""

import random
import re
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from chancebox.bots import question
from chancebox.bots.thinking.compiled import MOST_BOXES, take_or_make
from chancebox.bots.thumb import ThumbBot
from chancebox.engine.game.boxes import KEPT, LARGEST, LONGEST_LINE, Box, own_box, parse_box
from chancebox.engine.game.errors import BadBox
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import Memory, blank, plain
from chancebox.games import game, names
from chancebox.games.second_chance.shapes import SHAPES, ways
from chancebox.server.access.limits import Limits
from chancebox.server.house import drivers
from chancebox.server.web.app import create_app
from server.boards import receive
from server.budgets import one_address
from server.guests import Guest

GAMES = [game(name) for name in names()]
in_every_game = pytest.mark.parametrize("found", GAMES, ids=lambda one: one.name)
PLAYERS = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]


def text_of(found: Game) -> str:
    return (found.folder / "box.toml").read_text("utf-8")


GANG = text_of(game("gang-of-dice"))
LINE = LONGEST_LINE

HOSTILE = {
    "nothing": "\n",
    "no toml": "<html>",
    "arrays": "a = [\n" + "[\n" * 20_000,
    "arrays in lines": "a = " + ("[" * (LINE - 10) + "\n") * 100,
    "tables in tables": "a = " + "{a=" * (LINE // 3 - 5),
    "one long key": "a" + ".a" * 20_000 + " = 1",
    "long keys": "\n".join("a" + ".a" * (LINE // 2 - 8) + f".k{i} = 1" for i in range(LARGEST // LINE)),
    "long headers": "\n".join("[" + "a." * (LINE // 2 - 8) + f"k{i}]" for i in range(LARGEST // LINE)),
    "many entries": "[[warning]]\n" * (LARGEST // 12),
    "many numbers": "warning = [" + ("1," * (LINE // 2 - 5) + "\n") * (LARGEST // LINE - 1) + "]",
    "many digits": "a = " + "9" * (LINE - 4),
    "a number beyond 64 bits": GANG.replace("n = 7", f"n = {2**70}", 1),
    "a large number": GANG.replace("n = 7", "n = 61", 1),
    "a number below": GANG.replace("n = 7", "n = -1", 1),
    "no number": GANG.replace("n = 7", "n = nan", 1),
    "a fraction": GANG.replace("n = 7", "n = 7.5", 1),
    "a truth": GANG.replace("n = 7", "n = true", 1),
    "a day": GANG.replace("n = 7", "n = 1979-05-27", 1),
    "a zero byte": GANG.replace("stated", "sta\0ted", 1),
    "an escape": GANG.replace("the back is", "\x1b[2J", 1),
    "a written escape": GANG.replace("the back is", r"\u001b[2J", 1),
    "letters from right to left": GANG.replace("the back is", "\u202e", 1),
    "the same, written": GANG.replace("the back is", r"\u202e", 1),
    "an id with a line break": GANG.replace('id = "L01"', r'id = "L01\n"', 1),
    "a key with an escape": GANG + r'"\u001b[2J" = 1' + "\n",
    "half a letter": GANG.replace("the back is", r"\ud800", 1),
    "a text without end": GANG.replace("stated", 'stated\\\n" ', 1),
    "too large": "#\n" * LARGEST,
    "another game's": text_of(game("chance-it")),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_box_is_refused_with_a_sentence(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadBox) as refused:
        own_box(game("gang-of-dice"), text)
    told = str(refused.value)
    assert told.startswith("own box")
    assert len(told) < 1000
    assert told.isprintable(), "whoever reads it in a terminal is safe, too"
    # A minute would be an attack; this says little about how fast the machine is.
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("text", [HOSTILE["long keys"], HOSTILE["arrays"], "x" * (LARGEST + 1)])
def test_the_house_answers_others_while_it_reads(ann: Guest, text: str) -> None:
    """A box is read beside the event loop: a GET in the meantime is not behind it."""
    answers: list[int] = []

    def attack() -> None:
        for _upload in range(5):
            answers.append(ann.post("tables", game="gang-of-dice", players=PLAYERS, box=text).status_code)

    attacker = threading.Thread(target=attack)
    attacker.start()
    while attacker.is_alive():
        assert ann.get("bots")
    attacker.join()
    assert set(answers) <= {413, 422}


def test_boxes_are_limited_where_tables_are_not_yet(folder: Path) -> None:
    """Each may cost a part of a second and of the disk; tables with the game's box go on."""
    limits = Limits(boxes=one_address(2))
    with TestClient(create_app(folder, limits=limits)) as client:
        guest = Guest(client)
        tries = [guest.post("tables", game="gang-of-dice", players=PLAYERS, box="#") for _n in range(3)]
        assert [answer.status_code for answer in tries] == [422, 422, 429]
        assert guest.open("gang-of-dice", "Ann", "bot")


def test_half_a_letter_is_refused_by_the_api(ann: Guest) -> None:
    body = r'{"id":"c","game":"gang-of-dice","players":[{"kind":"bot"},{"kind":"bot"}],"box":"# \ud800"}'
    answer = ann.house.post("/api/v1/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)


def test_names_with_markup_are_shown_as_they_are_written(ann: Guest) -> None:
    evil = "<img src=x onerror=a()>'\\\""
    text = re.sub(r'(?m)^name = ".*"$', f"name = '''{evil}'''", text_of(game("second-chance")))
    text = f"# </pre><script>alert(1)</script>\n{text}"
    wishes = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Anton"}]
    answer = ann.post("tables", game="second-chance", players=wishes, box=text, start=True)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    with ann.house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        # What the log tells is put into the page as text.
        frame = receive(socket)["html"]
    pages = [frame, ann.house.get(f"/t/{table}").text, ann.house.get(f"/t/{table}/moments/3").text]
    assert any("onerror" in page for page in pages), "the name is shown"
    for page in pages:
        assert "<img" not in page
        assert "<script>alert" not in page
    assert ann.house.get(f"/t/{table}/box").headers["content-type"].startswith("text/plain")


def test_only_so_many_boxes_stay_in_memory() -> None:
    own_box.cache_clear()
    for n in range(KEPT + 9):
        own_box(game("gang-of-dice"), f"# {n}\n" + GANG.replace("n = 7", "n = 8", 1))
    assert own_box.cache_info().currsize == KEPT
    shelf: dict[tuple[str, str], list[int]] = {}
    for n in range(3 * MOST_BOXES):
        assert take_or_make(shelf, ("g", "first"), lambda: [0]) == [0]
        assert take_or_make(shelf, ("g", str(n)), lambda n=n: [n]) == [n]  # type: ignore[misc]
    assert len(shelf) == MOST_BOXES
    assert ("g", "first") in shelf, "what is used stays"
    assert ways.cache_info().maxsize == SHAPES


@in_every_game
def test_whatever_is_written_into_a_box_is_told_politely(found: Game) -> None:
    """Any change of a text gives a box, or a sentence that names it; never anything else."""
    luck = random.Random(found.name)
    text = text_of(found)
    told = set()
    words = sorted(set(re.findall(r"[\w\"\[\]{}=.#-]+", text)))
    for _change in range(150):
        changed = text
        for _spot in range(luck.randint(1, 3)):
            start = luck.randrange(len(changed))
            changed = (
                changed[:start]
                + luck.choice(["", "[[", "]", "{", '"', "\n", "=", "-", ".", "9", luck.choice(words)])
                + changed[start + luck.choice([0, 0, 1, 5, 200]) :]
            )
        try:
            parse_box(found, changed, "box")
        except BadBox as refusal:
            told.add(str(refusal))
    assert len(told) > 20
    assert all(sentence.startswith("box") for sentence in told)


def endless() -> str:
    """Write a box of chance it without stars, attacks and lost hearts: nobody ever wins."""
    text = re.sub(r"(?m)^(coins|hearts) = -?\d+$", r"\1 = 1", text_of(game("chance-it")))
    text = re.sub(r"(?m)^stars = 1$", "coins = 1", text.partition("[all_out]")[0]) + "[all_out]\nhearts = 0\n"
    text += 'status = "stated"\n\n'
    free = '{ coins = 0, status = "stated" }'
    for players in range(2, 7):
        gains, pays = ", ".join([free] * (players - 1)), ", ".join([free] * players)
        text += f"[[sheet]]\nplayers = {players}\ngains = [{gains}]\npays = [{pays}]\n\n"
    for n in range(30):
        text += f'[[card]]\nid = "F{n // 26}{chr(97 + n % 26)}"\nwhen = "flash"\nprice = 0\ncoins = 1\n'
        text += 'status = "stated"\n\n'
    return text


def test_bots_do_not_play_for_ever(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [{"kind": "person", "name": "Ann"}, *[{"kind": "bot", "bot": "random"}] * 2]
    monkeypatch.setattr(drivers, "LONGEST_GAME", 3)
    answer = ann.post("tables", game="chance-it", players=players, box=endless(), start=True)
    assert answer.status_code == 201, answer.text
    house = ann.house.app.state.house  # type: ignore[attr-defined]
    session = house.kernel.sessions[answer.json()["table"]]
    match = session.table.playing
    assert len(match.events) > 3
    assert not list(session.driver._put_questions())
    assert not session.driver.is_busy
    monkeypatch.undo()
    assert {put.seat for put in session.driver._put_questions()} <= {1, 2}
    assert list(session.driver._put_questions())
    luck = random.Random(1)
    match = match.fork(dealer=Seeded(1))
    for _move in range(600):
        seat = luck.choice(match.to_act)
        match.play(seat, luck.choice(match.choices(seat)))
    assert match.to_act, "such a game has no end"


def widened(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give all integers of a record eight bytes: in it nothing wraps round."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((widened(base), shape))
    if dtype.names is None:
        return np.dtype("i8")
    return np.dtype([(name, widened(dtype[name])) for name in dtype.names])


def holds_the_same(wide: Memory, narrow: Memory) -> bool:
    return wide.tobytes() == narrow.astype(wide.dtype).tobytes()


@pytest.mark.wide
@in_every_game
def test_what_is_taken_for_a_box_can_be_played(found: Game) -> None:
    """
    Numbers at the edges of what is allowed: games go on, by random play and by the rule of thumb.

    The rules play along on a record with wide integers, so that a number too large for its field
    shows as a difference.
    """
    luck = random.Random(found.name)
    taken = 0
    for n in range(4000):
        try:
            box = parse_box(found, edged(found, luck), "box")
        except BadBox:
            continue
        taken += 1
        wide = blank(widened(box.memory.dtype))
        found.boxes.pack(box.data, plain(wide))
        assert holds_the_same(wide, box.memory)
        play_beside(found, box, luck, n)
        if taken >= 6:
            return
    raise AssertionError(f"only {taken} boxes of {found.name} could be played")


def play_beside(found: Game, box: Box, luck: random.Random, seed: int) -> None:
    seats = luck.choice(list(found.seats)[:3])
    match = Match(found, seats, box=box, dealer=Seeded(seed))
    thumb = ThumbBot(seed, "plain")
    for _move in range(150):
        if not match.to_act:
            break
        seat = luck.choice(match.to_act)
        asked = question(match, seat)
        # Where the rule of thumb makes large tables first, once is enough.
        by_thumb = luck.random() < (0.5 if found.thumb.NOTES == 1 else 0.01)
        match.play(seat, thumb.choose(asked) if by_thumb else luck.choice(asked.choices))
        match.moves(seat)
    wide = blank(widened(found.rules.Position.dtype))
    found.rules.start(box.fields, plain(wide), seats, plain(found.options_record(match.options)))
    for seat, action in match.events:
        found.rules.play(box.fields, plain(wide), seat, action)
    assert holds_the_same(wide, match.position())
    for viewer in (0, SPECTATOR):
        match.view(viewer)
        match.log(viewer)


def edged(found: Game, luck: random.Random) -> str:
    """Write a few numbers at the edges of what fields allow."""
    text = text_of(found)
    if found.name == "second-chance":
        head, *shapes = re.split(r"(?=\[\[shape\]\])", text)
        few = luck.sample(shapes, luck.randint(1, 12))
        one = [re.sub(r"cards = \d+", "cards = 1", shape) for shape in few]
        return head + "".join([one[0].replace("cards = 1", f"cards = {41 - len(one)}"), *one[1:]])
    spots = list(re.finditer(r"(?<=[= \[])(\d+)(?=[,\]\s}])", text))
    for spot in sorted(luck.sample(spots, min(3, len(spots))), key=lambda one: -one.start()):
        number = luck.choice([0, 1, 9, 20, 36, 60, 100, 1000, 6000, 100_000])
        text = f"{text[: spot.start()]}{number}{text[spot.end() :]}"
    return text
