"""Real dice: people enter what they throw, on the right device, once; what is secret the house deals."""

import itertools
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from chancebox.cli import main
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import Draw, Throw
from chancebox.engine.proofs import receipts
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.house.sessions import Session
from chancebox.server.screens import frames
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.tables import moves, throws
from chancebox.server.web.app import create_app
from children import LIMIT, wait_until
from receipts.sealing import play_on, receipt
from server.guests import Guest, settled
from server.processes import Server
from server.test_secrets import everything, other_worlds
from server.throwers import Thrower, anything

WHOLE = 100_000
DEALERS = ("real", "real-cards")
COUNTS = [
    pytest.param(name, seats, DEALERS[seats % 2], marks=() if seats == 3 else pytest.mark.long)
    for name in names()
    for seats in game(name).seats
]


@pytest.fixture
def ann(house: TestClient) -> Thrower:
    return Thrower(house)


@pytest.fixture
def ben(house: TestClient) -> Thrower:
    return Thrower(house)


def session_of(guest: Guest, table: str) -> Session:
    session: Session = guest.house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    return session


def seated(ann: Thrower, ben: Thrower, name: str, *others: str, dealer: str = "real", **options: str) -> str:
    """Start a table of Ann, Ben (by link) and others, whose devices have shown tips."""
    table = ann.lay(name, "Ann", "open", *others, dealer=dealer, start=False, **options)
    ann.commit(table)
    assert ben.sit(table, 1, "Ben").status_code == 200
    ben.commit(table)
    assert ann.start(table).status_code == 200
    return table


def until_thrown(table: str, thrower: int, *guests: Thrower, seed: int = 1, most: int = 300) -> Any:
    """Play until a seat is asked for a throw of dice; return the state then."""
    luck = random.Random(seed)
    for _step in range(most):
        throw = settled(table, guests[0])["throw"]
        if throw and throw["kind"] == "throw" and throw["thrower"] == thrower:
            asked = [pad for guest in guests for pad in guest.state(table)["throw"]["pads"]]
            if any(pad["back"] is None and pad["dice"] for pad in asked):
                return guests[0].state(table)
        assert any(guest.step(table, luck) is not None for guest in guests)
    raise AssertionError("never was that seat to throw")


# Whole games.


@pytest.mark.wide
@pytest.mark.parametrize(("name", "seats", "dealer"), COUNTS)
def test_a_whole_game_is_entered_and_its_receipt_verifies(
    ann: Thrower, ben: Thrower, name: str, seats: int, dealer: str, tmp_path: Path
) -> None:
    if seats == 1:
        table = ann.lay(name, "Ann", dealer=dealer)
        ann.commit(table)
    else:
        table = seated(ann, ben, name, *["Cleo", "Dora", "Emil", "Fred"][: seats - 2], dealer=dealer)
    assert play_on(table, WHOLE, ann, ben, seed=seats)
    text = receipt(ann, table)
    checked = receipts.check_dice(text)
    found = game(name)
    match = receipts.check_rules(checked, found, load_box(found))
    for dealt in checked.dealt:
        due = match.asked(dealt.event)
        is_entered = dealt.line.entered is not None
        assert is_entered or not isinstance(due, Throw), "dice are never dealt by the house"
        if is_entered and isinstance(due, Draw):
            assert dealer == "real-cards"
    if name != "second-chance" or dealer == "real-cards":
        assert any(dealt.line.entered for dealt in checked.dealt)
    file = tmp_path / "real.chance.json"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0


def test_the_charm_die_is_entered_too(ann: Thrower, ben: Thrower) -> None:
    table = seated(ann, ben, "take-a-chance", "Cleo", **{"charm-die": "yes"})
    assert play_on(table, WHOLE, ann, ben)
    checked = receipts.check_dice(receipt(ann, table))
    charms = [one for one in checked.dealt if checked.file.events[one.event].startswith("* charm")]
    assert charms
    assert all(one.line.entered is not None for one in charms)


def test_bots_wait_while_the_host_throws_for_them(ann: Thrower) -> None:
    table = ann.lay("gang-of-dice", "Ann", "bot")
    ann.commit(table)
    seen = set()
    luck = random.Random(3)
    while (state := settled(table, ann))["stage"] != "over":
        throw = state["throw"]
        if throw and throw["kind"] == "throw":
            seen.add(throw["thrower"])
            assert throw["yours"]
            assert state["to_act"] == []
        assert ann.step(table, luck) is not None
    assert seen == {0, 1}


def test_a_rematch_keeps_the_real_dice_and_a_fork_is_dealt(ann: Thrower) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    assert play_on(table, WHOLE, ann)
    following = ann.post(f"tables/{table}/rematch").json()["table"]
    luck = random.Random(1)
    while ann.state(following)["throw"] is None:
        assert ann.step(following, luck) is not None
    forked = ann.post(f"tables/{table}/fork", events=4, seat=0, name="Ann").json()["table"]
    assert ann.state(forked)["throw"] is None
    assert session_of(ann, forked).table.dealer == "sealed"


# Who may enter what.


def test_a_throw_is_entered_by_who_throws_or_by_the_host(
    ann: Thrower, ben: Thrower, house: TestClient
) -> None:
    table = seated(ann, ben, "gang-of-dice")
    state = until_thrown(table, 0, ann, ben)
    asked = state["throw"]["pads"][0]
    stranger = Thrower(house)
    for guest, status in ((ben, 403), (stranger, 403)):
        before = ann.state(table)
        answer = guest.enter(table, anything(asked, random.Random(1)))
        assert answer.status_code == status
        assert ann.state(table) == before
    assert ben.state(table)["throw"]["pads"] == []
    state = until_thrown(table, 1, ann, ben)
    assert not state["throw"]["yours"]
    assert state["throw"]["pads"], "the host may enter it for Ben"
    assert ann.enter(table, anything(state["throw"]["pads"][0], random.Random(1))).status_code == 200
    told = [line["text"] for line in ben.get(f"tables/{table}/follow")["log"]]
    assert any("Ben throws" in text and "(Entered by Ann.)" in text for text in told)


@pytest.mark.parametrize(
    "typed", ["", "7", "1 2 3 4 5 6 1 2 3", "0 0", "-1", "x", "boss" * 20, "card L01", "²"]
)
def test_an_impossible_throw_is_refused_with_a_sentence(ann: Thrower, typed: str) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    seat = ann.state(table)["to_act"][0]
    assert ann.play(table, seat, "stake 2").status_code == 200
    before = ann.state(table)
    answer = ann.enter(table, typed)
    assert answer.status_code == 422
    assert "2 dice are to be entered, each one of boss, 1, 2, 3, 4, 5" in answer.json()["error"]
    assert ann.state(table) == before


@pytest.mark.parametrize("typed", ["5b", "5 boss", "dice 5 boss", "B5", " boss  5 "])
def test_a_throw_may_be_typed_in_several_ways(ann: Thrower, typed: str) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    seat = ann.state(table)["to_act"][0]
    assert ann.play(table, seat, "stake 2").status_code == 200
    assert ann.enter(table, typed).status_code == 200
    assert real_dice.entered_text(session_of(ann, table).table.playing, 3) == "5 boss"


def test_the_same_command_twice_enters_once(ann: Thrower) -> None:
    table = ann.lay("take-it-or-leave-it", "Ann", "Anton")
    state = ann.state(table)
    version, typed = state["version"], "1" * state["throw"]["pads"][0]["dice"]
    body = {"outcome": typed, "version": version, "id": "once"}
    first = ann.post(f"tables/{table}/throws", **body)
    assert first.status_code == 200, first.text
    state = ann.state(table)
    assert ann.post(f"tables/{table}/throws", **body).json() == first.json()
    assert ann.state(table) == state
    # The next throw asks for as many dice: who saw the last question must not answer this one.
    again = ann.post(f"tables/{table}/throws", outcome=typed, version=version)
    assert again.status_code == 409
    assert ann.state(table) == state


def test_nothing_is_entered_where_the_house_deals(ann: Thrower) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    assert ann.state(table)["throw"] is None
    for path, body in (("throws", {"outcome": "1"}), ("throws/right", {})):
        answer = ann.post(f"tables/{table}/{path}", version=1, **body)
        assert answer.status_code == 409
    assert ann.house.get(f"/api/v1/tables/{table}/throws/meaning", params={"outcome": "1"}).status_code == 409


def test_nobody_else_takes_a_decision_while_dice_are_thrown(ann: Thrower) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    seat = ann.state(table)["to_act"][0]
    assert ann.play(table, seat, "stake 2").status_code == 200
    for other in (0, 1):
        assert ann.play(table, other, "stop").status_code == 422


def test_a_decision_may_be_taken_back_until_the_dice_are_entered(ann: Thrower) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    ann.commit(table)
    seat = ann.state(table)["to_act"][0]
    due = ann.next_link(table)
    assert ann.play(table, seat, "stake 2").status_code == 200
    assert ann.post(f"tables/{table}/seats/{seat}/undo").status_code == 200
    assert ann.state(table)["throw"] is None
    assert ann.next_link(table) == due
    assert ann.play(table, seat, "stake 1").status_code == 200
    assert ann.enter(table, "1").status_code == 200
    assert ann.post(f"tables/{table}/seats/{seat}/undo").status_code == 422
    assert play_on(table, WHOLE, ann)
    receipts.check_dice(receipt(ann, table))


# Corrections.


@pytest.fixture
def thrown(ann: Thrower, ben: Thrower) -> str:
    """Ann has thrown two dice, and decides next; nothing has blown up."""
    table = seated(ann, ben, "gang-of-dice")
    luck = random.Random(1)
    for _step in range(200):
        state = ann.state(table)
        if state["to_act"] == [0] and session_of(ann, table).table.playing.moves(0)[0].startswith("stake"):
            assert ann.play(table, 0, "stake 2").status_code == 200
            session = session_of(ann, table)
            for typed in ("1 1", "1 2", "1 3", "2 2", "3 3", "2 4", "5 5", "4 5", "1 4", "2 5"):
                outcome = real_dice.read_outcome(session.table.playing, typed)
                after = session.table.playing.fork()
                after.play(CHANCE, outcome)
                if after.to_act == (0,) and after.moves(0)[0] == "stop":
                    assert ann.enter(table, typed).status_code == 200
                    return table
        assert any(guest.step(table, luck) is not None for guest in (ann, ben))
    raise AssertionError


def last_throw(guest: Guest, table: str) -> str:
    match = session_of(guest, table).table.playing
    return real_dice.entered_text(match, len(match.events) - 1)


def other_than(text: str) -> str:
    return "1 boss" if text != "1 boss" else "2 boss"


def test_a_mistyped_throw_is_corrected_until_somebody_decides(
    ann: Thrower, ben: Thrower, thrown: str
) -> None:
    was = last_throw(ann, thrown)
    state = ann.state(thrown)
    assert [pad["was"] for pad in state["throw"]["pads"]] == [was]
    assert ben.enter(thrown, other_than(was), back=0).status_code == 403
    assert ben.state(thrown)["throw"] is None
    assert ann.enter(thrown, was, back=0).status_code == 409, "that is no correction"
    assert ann.enter(thrown, "9 9", back=0).status_code == 422
    assert ann.enter(thrown, other_than(was), back=1).status_code == 409
    assert ann.enter(thrown, other_than(was), back=0, version=state["version"] - 1).status_code == 409
    assert ann.state(thrown) == state
    assert ann.enter(thrown, other_than(was), back=0).status_code == 200
    told = [line["text"] for line in ben.get(f"tables/{thrown}/follow")["log"]]
    now = " ".join(sorted(other_than(was).split(), reverse=True)).replace("boss 1", "1 boss")
    sentence = f"Ann corrected {was} to {now.replace('boss 2', '2 boss')}."
    assert sentence.lower() in told[-1].lower(), "the log writes the Boss with a capital"


def test_who_saw_the_wrong_dice_does_not_decide_on_them(ann: Thrower, thrown: str) -> None:
    seen = ann.state(thrown)["version"]
    assert ann.enter(thrown, other_than(last_throw(ann, thrown)), back=0).status_code == 200
    before = ann.state(thrown)
    if before["to_act"] == [0]:
        assert ann.play(thrown, 0, "stop", version=seen).status_code == 409
        assert ann.state(thrown) == before


def test_after_a_decision_a_throw_stands(ann: Thrower, ben: Thrower, thrown: str) -> None:
    was = last_throw(ann, thrown)
    assert ann.play(thrown, 0, "stop").status_code == 200
    before = ann.state(thrown)
    answer = ann.enter(thrown, other_than(was), back=0)
    assert answer.status_code == 409
    assert "stands" in answer.json()["error"]
    assert ann.state(thrown) == before
    assert not (before["throw"] and before["throw"]["pads"])


def test_an_earlier_throw_is_corrected_and_the_later_ones_are_entered_again(ann: Thrower) -> None:
    table = ann.lay("take-it-or-leave-it", "Ann", "Anton")
    for colour in ("white", "black"):
        pad = next(pad for pad in ann.state(table)["throw"]["pads"] if pad["back"] is None)
        assert pad["of"] == colour
        assert ann.enter(table, "1" * pad["dice"]).status_code == 200
    pads = ann.state(table)["throw"]["pads"]
    assert [(pad["back"], pad["of"]) for pad in pads] == [(None, "red"), (0, "black"), (1, "white")]
    assert ann.enter(table, "2" * pads[2]["dice"], back=1).status_code == 200
    pads = ann.state(table)["throw"]["pads"]
    assert [(pad["back"], pad["of"]) for pad in pads] == [(None, "black"), (0, "white")]
    assert set(pads[1]["was"].split()) == {"2"}
    assert play_on(table, WHOLE, ann)
    checked = receipts.check_dice(receipt(ann, table))
    assert [dealt.line.corrected for dealt in checked.dealt if dealt.line.corrected] == [1]


def blown_up(ann: Thrower) -> str:
    """The last throw of a round blew up: the house would turn over a card next."""
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    ann.commit(table)
    luck = random.Random(5)
    for _step in range(200):
        state = ann.state(table)
        if state["throw"] and state["throw"]["kind"] == "word":
            return table
        assert ann.step(table, luck) is not None
    raise AssertionError


def test_the_house_deals_behind_a_throw_only_after_a_word(ann: Thrower, house: TestClient) -> None:
    table = blown_up(ann)
    session = session_of(ann, table)
    events = len(session.table.playing.events)
    before = ann.state(table)
    assert before["to_act"] == []
    assert Thrower(house).post(f"tables/{table}/throws/right", version=before["version"]).status_code == 403
    assert ann.post(f"tables/{table}/throws/right", version=before["version"] - 1).status_code == 409
    assert ann.enter(table, "1").status_code == 409
    assert ann.state(table) == before
    body = {"version": before["version"], "id": "right"}
    assert ann.post(f"tables/{table}/throws/right", **body).status_code == 200
    assert len(session.table.playing.events) == events + 1
    assert ann.post(f"tables/{table}/throws/right", **body).status_code == 200
    assert len(session.table.playing.events) == events + 1
    answer = ann.enter(table, "1", back=0)
    assert answer.status_code == 409, "a sealed card has been seen: the throw stands"
    assert play_on(table, WHOLE, ann)
    receipts.check_dice(receipt(ann, table))


def test_what_is_sealed_does_not_depend_on_what_is_entered(ann: Thrower) -> None:
    """Who tries out throws sees no sealed card, and changes none."""
    table = blown_up(ann)
    session = session_of(ann, table)
    was = last_throw(ann, table)
    sealed_card = moves.deal_on(session.table, "").entry
    assert ann.enter(table, was, back=0).status_code == 409
    faces = ann.state(table)["throw"]["pads"][0]
    for _try in range(5):
        outcome = anything(faces, random.Random(_try))
        if ann.enter(table, outcome, back=0).status_code == 200:
            waited = throws.awaited(session.table)
            if waited and waited.kind == "word":
                assert moves.deal_on(session.table, "").entry == sealed_card
    assert play_on(table, WHOLE, ann)
    receipts.check_dice(receipt(ann, table))


# Bots beside people.


def at_rest(guest: Guest, table: str) -> Any:
    """Wait until the bots have done what they do by themselves; return the state then."""
    session = session_of(guest, table)

    def is_at_rest() -> bool:
        assert session.driver
        return not session.driver.is_busy or throws.awaited(session.table) is not None

    wait_until(is_at_rest, "the bots' moves")
    return guest.state(table)


def open_throws(guest: Guest, table: str) -> list[Any]:
    throw = guest.state(table)["throw"]
    return [pad for pad in throw["pads"] if pad["back"] is not None] if throw else []


def before_a_bot(ann: Thrower) -> str:
    """Ann has thrown for a bot, which is asked next."""
    table = ann.lay("gang-of-dice", "Ann", "bot", "Cleo")
    ann.commit(table)
    luck = random.Random(2)
    for _step in range(300):
        state = at_rest(ann, table)
        if open_throws(ann, table) and state["to_act"] == [1]:
            return table
        assert ann.step(table, luck) is not None
    raise AssertionError


def throws_before_bots(ann: Thrower, table: str, luck: random.Random) -> int:
    """Play for a while; each throw can be corrected, whoever decides next. Count those before bots."""
    session = session_of(ann, table)
    before_bots = 0
    for _step in range(400):
        state = at_rest(ann, table)
        if state["stage"] == "over" or before_bots > 5:
            break
        throw = state["throw"]
        if not throw or throw["kind"] != "throw":
            assert ann.step(table, luck) is not None
            continue
        assert ann.enter(table, anything(throw["pads"][0], luck)).status_code == 200
        event = len(session.table.playing.events) - 1
        state = at_rest(ann, table)
        match = session.table.playing
        if real_dice.shows(match.fork(event), match.events[event].action) or not match.to_act:
            continue
        assert len(match.events) == event + 1, "nobody has decided"
        assert open_throws(ann, table)
        before_bots += any(session.table.bot_at(seat) for seat in match.to_act if seat != CHANCE)
    return before_bots


@pytest.mark.wide(case=("chance-it", "gang-of-dice"))
@pytest.mark.parametrize("name", names())
def test_a_mistyped_throw_can_be_corrected_although_bots_decide_next(ann: Thrower, name: str) -> None:
    bots = ["bot"] * (max(2, game(name).seats[0]) - 1)
    luck = random.Random(4)
    before_bots = games = 0
    # How often bots alone are asked after a throw depends on the cards.
    while before_bots < 2 and games < 10:
        games += 1
        table = ann.lay(name, "Ann", *bots, dealer="real-cards")
        ann.commit(table)
        before_bots += throws_before_bots(ann, table, luck)
    assert before_bots


def test_bots_decide_after_the_people_who_are_asked_with_them(ann: Thrower, ben: Thrower) -> None:
    for _table in range(20):
        table = seated(ann, ben, "chance-it", "bot")
        until_thrown(table, 0, ann, ben)
        assert ann.enter(table, "6 5 5 4 3").status_code == 200
        state = at_rest(ann, table)
        # By the deal somebody may be out by then, or asked alone.
        if state["to_act"] == [0, 1, 2]:
            break
    assert state["to_act"] == [0, 1, 2]
    assert state["throw"]["kind"] is None, "nobody need say a word"
    assert ben.play(table, 1, "out").status_code == 200
    assert settled(table, ann)["to_act"] == [0]
    assert ann.enter(table, "6 5 5 4 4", back=0).status_code == 409


def test_bots_decide_at_once_when_a_throw_was_said_to_be_right(ann: Thrower, house: TestClient) -> None:
    table = before_a_bot(ann)
    session = session_of(ann, table)
    state = ann.state(table)
    assert (state["throw"]["kind"], state["throw"]["yours"]) == ("word", True)
    stranger = Thrower(house)
    assert stranger.post(f"tables/{table}/throws/right", version=state["version"]).status_code == 403
    events = len(session.table.playing.events)
    assert ann.post(f"tables/{table}/throws/right", version=state["version"]).status_code == 200
    assert not open_throws(ann, table)
    wait_until(lambda: len(session.table.playing.events) > events, "the bot's decision")
    assert session.table.playing.events[events].seat == 1


@pytest.fixture
def hasty(folder: Path) -> Iterator[Thrower]:
    """Somebody in a house whose bots leave throws open for a moment."""
    app = create_app(folder, limits=unlimited(), second_look=0.001)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Thrower(client)


def test_bots_go_on_by_themselves_when_nobody_says_a_word(hasty: Thrower) -> None:
    table = hasty.lay("gang-of-dice", "Ann", "bot", "bot")
    hasty.commit(table)
    luck = random.Random(2)
    behind_throws = 0
    while behind_throws < 3:
        match = session_of(hasty, table).table.playing
        pairs = itertools.pairwise(event.seat for event in match.events)
        behind_throws = sum(first == CHANCE and second in (1, 2) for first, second in pairs)
        state = hasty.state(table)
        if state["to_act"] in ([1], [2]):
            hasty.get(f"tables/{table}/follow", since=state["version"])
        else:
            assert hasty.step(table, luck) is not None


def test_a_restart_while_bots_wait_loses_neither_the_throw_nor_the_wait(place: Path | str) -> None:
    with TestClient(create_app(place, limits=unlimited(), second_look=LIMIT)) as client:
        ann = Thrower(client)
        table = before_a_bot(ann)
        before, was = ann.state(table), last_throw(ann, table)
    with TestClient(create_app(place, limits=unlimited(), second_look=LIMIT)) as client:
        ann.house = client
        after = ann.state(table)
        assert (after["throw"], after["to_act"]) == (before["throw"], before["to_act"])
        dice = was.split()
        now = " ".join(["boss" if dice[0] != "boss" else "1", *dice[1:]])
        assert ann.enter(table, now, back=0).status_code == 200
        assert play_on(table, WHOLE, ann)
        receipts.check_dice(receipt(ann, table))


# What it means.


def test_a_throw_is_foretold_without_being_entered(ann: Thrower) -> None:
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    seat = ann.state(table)["to_act"][0]
    assert ann.play(table, seat, "stake 2").status_code == 200
    before = ann.state(table)
    told = ann.get(f"tables/{table}/throws/meaning", outcome="5 5")["text"]
    assert "throws 5 5, 10 in all." in told
    assert ann.status(f"tables/{table}/throws/meaning", outcome="5") == 422
    assert ann.status(f"tables/{table}/throws/meaning", outcome="5 5", back=0) == 409
    assert ann.state(table) == before


# Secrets.


@pytest.mark.wide(case="take-it-or-leave-it")
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("dealer", [pytest.param("real", marks=pytest.mark.long), "real-cards"])
def test_frames_and_pads_do_not_depend_on_what_their_viewer_may_not_know(
    ann: Thrower, ben: Thrower, name: str, dealer: str
) -> None:
    """As for sealed tables; with what may be entered, corrected and foretold."""
    seats = max(2, game(name).seats[0])
    table = seated(ann, ben, name, *["Cleo"] * (seats - 2), dealer=dealer)
    session = session_of(ann, table)
    luck = random.Random(11)

    def told(visitor: str, eyes: int) -> str:
        parts: list[Any] = [everything(session, visitor, eyes), throws.awaited(session.table)]
        offered = throws.pads(session.table, visitor, is_host=True)
        parts.append(offered)
        for pad in offered:
            if pad.back is None:
                typed = "1" * pad.dice.dice if pad.dice else pad.cards[0].text
                parts.append(throws.foretell(session.table, typed, None))
        return json.dumps(parts)

    for step in range(60):
        match = session.table.playing
        for eyes, visitor in ((1, session.table.places[1].visitor), (SPECTATOR, "")):
            match.happenings = lambda *_a: []  # type: ignore[method-assign]
            others = other_worlds(match, eyes, 1000 * step)
            shown = told(visitor, eyes) if others else ""
            for other in others:
                other.happenings = lambda *_a: []  # type: ignore[method-assign]
                session.table.match = other
                assert told(visitor, eyes) == shown
                session.table.match = match
        del match.happenings
        if all(guest.step(table, luck) is None for guest in (ann, ben)):
            break


@pytest.mark.parametrize("name", ["take-it-or-leave-it", "take-a-chance"])
def test_nobody_enters_a_hidden_card(ann: Thrower, ben: Thrower, name: str) -> None:
    table = seated(ann, ben, name, dealer="real-cards")
    assert play_on(table, WHOLE, ann, ben)
    checked = receipts.check_dice(receipt(ann, table))
    found = game(name)
    match = receipts.check_rules(checked, found, load_box(found))
    build, hidden = found.build("plain"), 0
    for dealt in checked.dealt:
        then = match.fork(dealt.event)
        due = then.asked(dealt.event)
        if isinstance(due, Draw) and len(due.outcomes) > 1:
            is_open = real_dice.is_open(build, match.box, then.position(), due)
            assert is_open == (dealt.line.entered is not None)
            hidden += not is_open
    assert hidden > 5


def test_who_throws_takes_the_device_and_the_last_one_is_covered(ann: Thrower) -> None:
    """Several people on one device: who enters the dice does not see what somebody else holds."""
    table = ann.lay("take-it-or-leave-it", "Ann", "Anton")
    session = session_of(ann, table)
    waited = throws.awaited(session.table)
    assert waited
    assert waited.thrower is not None
    other = 1 - waited.thrower
    visitor = session.table.host
    shown = frames.frame(session, visitor, other, "http://x")
    assert (shown["eyes"], shown["curtain"]["seat"], shown["turn"]) == (other, waited.thrower, False)
    assert "Hand the device to" in shown["html"]
    assert 'class="throw"' not in shown["html"]
    shown = frames.frame(session, visitor, waited.thrower, "http://x")
    assert (shown["eyes"], shown["curtain"], shown["turn"]) == (waited.thrower, None, True)
    assert 'class="throw"' in shown["html"]


# What survives.


@pytest.mark.wide
@pytest.mark.parametrize("name", names())
def test_a_table_read_from_its_log_is_the_same(folder: Path, name: str) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Thrower(client), Thrower(client)
        table = seated(ann, ben, name, *["Cleo"] * max(0, game(name).seats[0] - 2), dealer="real-cards")
        luck = random.Random(7)
        for _step in range(40):
            pads = (ann.state(table)["throw"] or {"pads": []})["pads"]
            back = [pad for pad in pads if pad["back"] is not None]
            if back and luck.random() < 0.3:
                ann.enter(table, anything(back[-1], luck), back=back[-1]["back"])
            else:
                assert any(guest.step(table, luck) is not None for guest in (ann, ben))
        before = [guest.get(f"tables/{table}/follow", seat=seat) for seat, guest in enumerate((ann, ben))]
        entered = session_of(ann, table).table.entered
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann.house = ben.house = client
        after = [guest.get(f"tables/{table}/follow", seat=seat) for seat, guest in enumerate((ann, ben))]
        assert after == before
        assert session_of(ann, table).table.entered == entered
        assert play_on(table, WHOLE, ann, ben)
        checked = receipts.check_dice(receipt(ann, table))
        receipts.check_rules(checked, game(name), load_box(game(name)))


def test_the_log_says_who_entered_what(folder: Path, ann: Thrower, thrown: str) -> None:
    assert ann.enter(thrown, other_than(last_throw(ann, thrown)), back=0).status_code == 200
    with sqlite3.connect(folder / FILE) as file:
        log = [json.loads(entry) for (entry,) in file.execute("SELECT entry FROM log")]
    kinds = [entry["type"] for entry in log]
    assert "entered" in kinds
    assert kinds[-1] == "corrected"
    visitor = session_of(ann, thrown).table.places[0].visitor
    assert log[-1]["visitor"] == visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "house") as server:
        yield server


def test_a_house_that_is_killed_asks_for_the_same_throw_again(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=LIMIT) as line:
        ann = Thrower(line)  # type: ignore[arg-type]
        table = ann.lay("take-it-or-leave-it", "Ann", "Anton")
        pad = ann.state(table)["throw"]["pads"][0]
        assert ann.enter(table, "1" * pad["dice"]).status_code == 200
        assert ann.enter(table, "2" * pad["dice"], back=0).status_code == 200
        before = ann.state(table)
        server.kill()
    server.start()
    with httpx.Client(base_url=server.address, timeout=LIMIT) as line:
        ann.house = line  # type: ignore[assignment]
        assert ann.state(table)["throw"] == before["throw"]
        assert play_on(table, WHOLE, ann)
        receipts.check_dice(receipt(ann, table))
