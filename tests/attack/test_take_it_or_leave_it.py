"""Take it or Leave it at a table: what an opponent could count or see while others score in secret."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.server.access.limits import unlimited
from chancebox.server.house.sessions import Session
from chancebox.server.tables import moves
from chancebox.server.web.app import create_app
from games.tray import Tray
from server.guests import Guest, seated

GAME = "take-it-or-leave-it"
WHOLE = ["lay T33 b2 b3, T38 w2 w3"]
STEPS = {
    "the proposal": ["best"],
    "one command": WHOLE,
    "tasks one by one": ["lay T33", "lay T38"],
    "one task": ["lay T38"],
    "none": ["done"],
}


def session_of(house: TestClient, table: str) -> Session:
    session: Session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    return session


def set_up(house: TestClient, ann: Guest, ben: Guest, last: bool = False) -> str:
    """Bring a table to the scoring: both have dice, and Ben can lay his in several ways."""
    table = seated(ann, ben, GAME, first="A")

    def edit(s: Any) -> None:
        s.round = 6 if last else 1
        s.players[0].passed = 1

    laid = Tray.laid(
        "w1",
        {"A": "T01 T39", "B": "T33 T38 T43"},
        {"A": "w1 w4 b6", "B": "w2 w3 b2 b3 b5 b5 b6 r1 r6"},
        edit=edit,
    )
    session = session_of(house, table)
    position = laid.match.position()
    session.table.match = Match(
        session.table.game,
        2,
        options=session.table.options,
        dealer=None,
        names=["Ann", "Ben"],
        position=position,
    )
    session.table.visibility.follow(session.table.match, session.table.version)
    assert ann.play(table, 0, "pass").status_code == 200
    assert ben.play(table, 1, "pass").status_code == 200
    assert ann.state(table)["to_act"] == [0, 1]
    return table


def all_that_is_told(house: TestClient, guest: Guest, table: str, seat: int | None) -> str:
    """Everything this guest can ask for, in one text."""
    eyes = SPECTATOR if seat is None else seat
    who = {} if seat is None else {"seat": seat}
    session = session_of(house, table)
    count = session.table.visibility.count(eyes)
    told = [
        guest.get(f"tables/{table}"),
        guest.get(f"tables/{table}/view", **who),
        guest.get(f"tables/{table}/follow", since=0, **who),
        guest.get(f"tables/{table}/reasons", **who),
        house.get(f"/t/{table}/frames", params={"eyes": eyes}, headers=guest.headers).json(),
        # A page that asks again and again says what it has seen, or claims to.
        *(
            house.get(
                f"/t/{table}/frames",
                params={"eyes": eyes, "seen": eyes, "told": max(0, count - behind)},
                headers=guest.headers,
            ).json()
            for behind in (1, 2, 5)
        ),
    ]
    for n in (-1, *range(count - 3, count + 6)):
        answer = house.get(f"/t/{table}/moments/{n}", params={"eyes": eyes}, headers=guest.headers)
        told.append([n, answer.status_code, answer.text])
    told.append(house.get(f"/t/{table}/moments/0?whole=1&eyes={eyes}", headers=guest.headers).text)
    text = json.dumps(told).replace(table, "TABLE")
    # What a table commits to is its own, like its id.
    for name in ("table", "commitment"):
        text = text.replace(told[0]["seal"][name], name)
    return text


def lay(house: TestClient, ben: Guest, table: str, steps: list[str]) -> int:
    """Let Ben lay out by these moves, and whatever is asked then; return how many commands it took."""
    for n in range(1, 40):
        choices = [c["text"] for c in ben.get(f"tables/{table}/choices", seat=1)["choices"]]
        move = steps.pop(0) if steps else ("done" if "done" in choices else choices[0])
        assert ben.play(table, 1, move).status_code == 200, move
        if 1 not in ben.state(table)["to_act"]:
            return n
    raise AssertionError("the laying did not end")


def told_after(folder: Path, steps: list[str], decided: bool) -> tuple[list[str], int]:
    """Let Ben lay in a house of its own; return what Ann and a stranger are told, and the commands."""
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann, ben, stranger = Guest(house), Guest(house), Guest(house)
        table = set_up(house, ann, ben)
        commands = 0
        if decided:
            commands = lay(house, ben, table, list(steps))
        else:
            for step in steps:
                assert ben.play(table, 1, step).status_code == 200
        return [
            all_that_is_told(house, ann, table, 0),
            all_that_is_told(house, ann, table, None),
            all_that_is_told(house, stranger, table, None),
        ], commands


def test_nobody_can_count_the_steps_in_which_somebody_lays_out(tmp_path: Path) -> None:
    """However Ben lays out, in one step or in many, others are told the same until all uncover."""
    told = {
        name: told_after(tmp_path / str(n), steps, decided=True)
        for n, (name, steps) in enumerate(STEPS.items())
    }
    commands = {name: n for name, (_told, n) in told.items()}
    assert commands["the proposal"] == commands["one command"] == 1
    assert commands["tasks one by one"] > 2
    first, *others = [texts for texts, _n in told.values()]
    assert all(texts == first for texts in others)


@pytest.mark.parametrize("laid", [[], ["lay T01"]], ids=["nothing", "something"])
def test_what_put_a_question_to_all_is_not_taken_back(tmp_path: Path, laid: list[str]) -> None:
    """Whether another has answered it in secret or not: else the answer would be lost, or be told of."""
    with TestClient(create_app(tmp_path, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        table = set_up(house, ann, ben)
        for step in laid:
            assert ann.play(table, 0, step).status_code == 200
            assert 0 in ann.state(table)["to_act"], "there is more to lay"
        assert not moves.can_undo(session_of(house, table).table, 1)
        answer = ben.post(f"tables/{table}/seats/1/undo")
        assert answer.status_code == 422
        assert "stands" in answer.json()["error"]
        lay(house, ben, table, ["best"])
        assert ann.state(table)["to_act"] == [0], "it goes on"


def test_nobody_notices_that_somebody_has_begun_to_lay_out(tmp_path: Path) -> None:
    told = [
        told_after(tmp_path / str(n), steps, decided=False)[0]
        for n, steps in enumerate(([], ["lay T33"], ["lay T43", "put b5"]))
    ]
    assert told[1] == told[0]
    assert told[2] == told[0]


def test_a_socket_hears_nothing_of_steps_in_secret(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = set_up(house, ann, ben)
    with (
        house.websocket_connect(f"/t/{table}/live", headers=ben.headers) as his,
        house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as hers,
        house.websocket_connect(f"/t/{table}/live") as watching,
    ):
        before = [socket.receive_json() for socket in (hers, watching)]
        begun = his.receive_json()["version"]
        sent = lay(house, ben, table, ["lay T33", "lay T38"])
        assert sent > 2
        after = [socket.receive_json() for socket in (hers, watching)]
        for old, new in zip(before, after, strict=True):
            assert new["version"] == old["version"] + 1
            assert [text for _n, text, *_more in new["log"]["lines"]] == ["Ben has decided."]
            assert [n for n, *_more in new["log"]["lines"]] == [old["log"]["lines"][-1][0] + 1]
            assert [seat for _n, _text, seat, _round in new["log"]["lines"]] == [1]
        versions = {begun}
        while max(versions) < begun + sent:
            versions.add(his.receive_json()["version"])
        assert versions == set(range(begun, begun + sent + 1)), "who lays sees every step"


def test_after_the_round_the_steps_are_still_not_counted(tmp_path: Path) -> None:
    """The steps asked for tell whether a hand had other tasks to open: for good, not for a round."""
    counted = []
    for n, steps in enumerate((WHOLE, ["lay T33", "lay T38"])):
        with TestClient(create_app(tmp_path / str(n), limits=unlimited())) as house:
            ann, ben = Guest(house), Guest(house)
            table = set_up(house, ann, ben)
            lay(house, ben, table, list(steps))
            told = ann.play(table, 0, "best").json()
            state = ann.get(f"tables/{table}/follow", since=0, seat=0)
            assert state["to_act"] == [0, 1], "all discard"
            counted.append((told["version"], state["version"], state["log"]))
            late = ann.play(table, 0, "keep", version=told["version"] - 1)
            assert (late.status_code, late.json()["version"]) == (409, told["version"])
            assert ann.play(table, 0, "keep", version=told["version"]).status_code == 200
    assert counted[0] == counted[1]


def test_a_step_taken_back_is_not_noticed_either(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = set_up(house, ann, ben)
    all_that_is_told(house, ann, table, 0)  # from now on Ann counts as present
    before = all_that_is_told(house, ann, table, 0)
    mine = ben.state(table)["version"]
    assert ben.play(table, 1, "lay T43").status_code == 200
    assert ben.play(table, 1, "put b5").status_code == 200
    assert ben.post(f"tables/{table}/seats/1/undo").status_code == 200
    assert ben.state(table)["version"] == mine + 3
    assert all_that_is_told(house, ann, table, 0) == before


def test_an_undo_does_not_tell_who_has_begun_to_lay(tmp_path: Path) -> None:
    """What Ann is offered, answered and told afterwards is the same, whatever Ben has laid by then."""
    told = {}
    for n, steps in enumerate(([], ["lay T43"], ["lay T43", "put b5"])):
        with TestClient(create_app(tmp_path / str(n), limits=unlimited())) as house:
            ann, ben = Guest(house), Guest(house)
            table = set_up(house, ann, ben)
            all_that_is_told(house, ann, table, 0)  # from now on Ann counts as present
            assert ann.play(table, 0, "best").status_code == 200
            for step in steps:
                assert ben.play(table, 1, step).status_code == 200
            frame = house.get(f"/t/{table}/frames", params={"eyes": 0}, headers=ann.headers).json()
            assert "/undo" in frame["html"]
            answer = ann.post(f"tables/{table}/seats/0/undo")
            assert answer.status_code == 200
            assert ann.state(table)["to_act"] == [0, 1]
            told[n] = answer.json()["version"], all_that_is_told(house, ann, table, 0)
            view = ben.get(f"tables/{table}/view", seat=1)["view"]
            assert [task["id"] for task in view["players"][1]["fulfilled"]] == (["T43"] if steps else [])
    assert told[0] == told[1] == told[2]


def test_what_others_laid_survives_an_undo_and_the_log_of_the_house(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        is_laying = False
        while not is_laying:  # the first tasks may need all his dice: then he has decided, too
            table = play_until_several_lay(house, ann, ben)
            assert ann.play(table, 0, "best").status_code == 200
            [move] = [c["text"] for c in ben.get(f"tables/{table}/choices", seat=1)["choices"]][:1]
            assert move.startswith("lay ")
            assert ben.play(table, 1, move).status_code == 200
            is_laying = ben.state(table)["to_act"] == [1]
        with house.websocket_connect(f"/t/{table}/live?eyes=1", headers=ben.headers) as socket:
            decided = socket.receive_json()["log"]["lines"][-1]
            assert decided[1] == "Ann has decided."
            assert ann.post(f"tables/{table}/seats/0/undo").status_code == 200
            assert socket.receive_json()["log"]["since"] < decided[0], "the page forgets that line"
        laid = ben.get(f"tables/{table}/view", seat=1)
    with TestClient(create_app(tmp_path, limits=unlimited())) as house:
        ben.house = house
        assert ben.get(f"tables/{table}/view", seat=1) == laid


def play_until_several_lay(house: TestClient, ann: Guest, ben: Guest) -> str:
    """Play real games until Ben can lay out several tasks, and Ann is asked to lay out too."""
    luck = random.Random(1)
    for _game in range(20):
        table = seated(ann, ben, GAME)
        while (state := ann.state(table))["to_act"]:
            moves = ben.get(f"tables/{table}/choices", seat=1)["moves"] if 1 in state["to_act"] else []
            if state["to_act"] == [0, 1] and sum(move.startswith("lay ") for move in moves) > 1:
                return table
            seat = state["to_act"][0]
            guest = ann if seat == 0 else ben
            offered = guest.get(f"tables/{table}/choices", seat=seat)["moves"]
            wanted = [text for text in offered if text.startswith("take")] or offered
            assert guest.play(table, seat, luck.choice(wanted)).status_code == 200
    raise AssertionError("nobody could lay several tasks")


def play_until_secret(house: TestClient, ann: Guest, ben: Guest) -> str:
    """Play real games, taking dice and laying them one by one, until a step was secret."""
    luck = random.Random(1)
    for _game in range(20):
        table = seated(ann, ben, GAME)
        while (state := ann.state(table))["to_act"]:
            seat = state["to_act"][0]
            guest = ann if seat == 0 else ben
            offered = [c["text"] for c in guest.get(f"tables/{table}/choices", seat=seat)["choices"]]
            wanted = [text for text in offered if text.split()[0] in ("take", "lay", "put")] or offered
            assert guest.play(table, seat, luck.choice(wanted)).status_code == 200
            if session_of(house, table).table.visibility.latest == seat:
                return table
    raise AssertionError("nobody was ever asked to lay a second die")


def test_a_table_read_from_its_log_counts_as_before(folder: Path) -> None:
    told = []
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        table = play_until_secret(house, ann, ben)
        told.append([all_that_is_told(house, guest, table, seat) for guest, seat in ((ann, 0), (ben, 1))])
    with TestClient(create_app(folder, limits=unlimited())) as house:
        again = []
        for guest, seat in ((ann, 0), (ben, 1)):
            guest.house = house
            guest.state(table)
            again.append(all_that_is_told(house, guest, table, seat))
    for before, after in zip(told[0], again, strict=True):
        old, new = json.loads(before), json.loads(after)
        assert [new[0]["version"], new[2]["log"]] == [old[0]["version"], old[2]["log"]]
        assert [part for part in new if isinstance(part, list)] == [p for p in old if isinstance(p, list)]


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR])
def test_the_last_scoring_is_shown_truly_to_everybody(
    house: TestClient, ann: Guest, ben: Guest, stranger: Guest, eyes: int
) -> None:
    """On the final board, in the replay through any eyes, and to who only watches."""
    table = set_up(house, ann, ben, last=True)
    assert ben.play(table, 1, WHOLE[0]).status_code == 200
    assert ann.play(table, 0, "best").status_code == 200
    assert ann.state(table)["stage"] == "over"
    events = len(session_of(house, table).table.playing.events)
    guest = {0: ann, 1: ben}.get(eyes, stranger)
    seat = {} if eyes == SPECTATOR else {"seat": eyes}
    seen = guest.get(f"tables/{table}/view", **seat)["view"]["players"]
    assert [[task["id"] for task in player["fulfilled"]] for player in seen] == [["T39"], ["T33", "T38"]]
    assert [len(player["unused"]) for player in seen] == [1, 5]
    board = house.get(f"/t/{table}/frames?eyes={eyes}", headers=guest.headers).json()["html"]
    replayed = house.get(f"/t/{table}/moments/{events}?eyes={eyes}&whole=1", headers=stranger.headers).text
    for html in (board, replayed):
        laid = html.split('class="laid-out"')[1].split("</ul>")[0]
        assert laid.count('class="task"') == 3
        assert laid.count('class="task lost"') == 2


def test_the_log_of_the_page_leads_to_its_moments(house: TestClient, ann: Guest, ben: Guest) -> None:
    """After a game with secret steps, numbers in the log and moments still fit together."""
    table = set_up(house, ann, ben, last=True)
    lay(house, ben, table, ["lay T33", "lay T38"])
    assert ann.play(table, 0, "best").status_code == 200
    session = session_of(house, table)
    told = ann.get(f"tables/{table}/follow", since=0, seat=0)["log"]
    numbers = [line["events"] for line in told]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == session.table.visibility.count(0) < len(session.table.playing.events)
    assert [line["text"] for line in told] == session.table.playing.log(0)
    shown = session.table.visibility.find(0, numbers[-2])
    assert house.get(f"/t/{table}/moments/{numbers[-2]}?eyes=0", headers=ann.headers).text == house.get(
        f"/t/{table}/moments/{shown}?eyes=0&whole=1", headers=ann.headers
    ).text.replace(f"after {shown} events", f"after {numbers[-2]} events")
    page = house.get(f"/t/{table}/replay?eyes=0", headers=ann.headers).text
    assert f'data-events="{len(session.table.playing.events)}"' in page
