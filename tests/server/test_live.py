"""Live updates, and what a person sees who comes, goes and shares a device."""

from typing import Any

from starlette.testclient import TestClient

from chancebox.engine.rules.contract import SPECTATOR
from server.boards import receive
from server.guests import Guest, play_until, seated


def frame(socket: Any) -> Any:
    """The next frame; chat in between is skipped."""
    while "html" not in (told := receive(socket)):
        pass
    return told


def until(socket: Any, version: int) -> Any:
    while (told := frame(socket))["version"] < version:
        pass
    return told


def test_every_version_is_shown_to_everybody(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    with (
        house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as hers,
        house.websocket_connect(f"/t/{table}/live") as watching,
    ):
        mine, theirs = frame(hers), frame(watching)
        assert mine["eyes"] == 0
        assert theirs["eyes"] == SPECTATOR
        seat = ann.state(table)["to_act"][0]
        (ann, ben)[seat].play(table, seat, "stake 2")
        after = until(hers, mine["version"] + 1)
        told = [one["kind"] for beat in after["beats"] for one in beat["happened"]]
        assert told[:2] == ["Staked", "Threw"]
        assert any("stakes 2 dice" in text for _n, text, *_more in after["log"]["lines"])
        assert until(watching, mine["version"] + 1)["log"]["lines"] == after["log"]["lines"]


def test_who_connects_again_gets_the_present(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    ann.play(table, seat, "stake 1")
    with house.websocket_connect(f"/t/{table}/live?eyes={seat}", headers=ann.headers) as socket:
        told = frame(socket)
    assert told["version"] == ann.state(table)["version"]
    assert told["log"]["since"] == 0
    assert len(told["log"]["lines"]) >= 4


def test_waiting_requests_tell_the_same(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    path = f"/t/{table}/frames"
    polled = house.get(path, params={"eyes": seat}, headers=ann.headers).json()
    with house.websocket_connect(f"/t/{table}/live?eyes={seat}", headers=ann.headers) as socket:
        told = frame(socket)
    assert {k: v for k, v in polled.items() if k != "chat"} == told
    ann.post(f"tables/{table}/chat", seat=0, text="hello")
    said = house.get(path, params={"since": polled["version"]}, headers=ann.headers).json()["chat"]
    assert [line["text"] for line in said] == ["hello"]


def test_a_curtain_falls_where_something_is_secret(house: TestClient, ann: Guest) -> None:
    table = ann.open("take-it-or-leave-it", "Ann", "Anton", start=True)
    first = ann.state(table)["to_act"][0]
    hand = ann.get(f"tables/{table}/view", seat=first)["view"]["hand"]
    with house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        told = frame(socket)
        assert told["eyes"] == SPECTATOR
        assert told["curtain"]["seat"] == first
        assert not any(card["text"] in told["html"] for card in hand)
        socket.send_json({"eyes": first})
        told = frame(socket)
        assert told["eyes"] == first
        assert told["curtain"] is None
        assert told["turn"]
        assert all(card["text"] in told["html"] for card in hand)
        ann.play(table, first, "pass")
        told = until(socket, told["version"] + 1)
        assert told["eyes"] == first
        assert told["curtain"]["seat"] == 1 - first


def test_no_curtain_where_all_is_open(house: TestClient, ann: Guest) -> None:
    """What an attentive player knows is no secret: in Gang of Dice everything is played in the open."""
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    with house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        told = frame(socket)
    assert told["curtain"] is None
    assert told["turn"]


def test_a_device_can_not_look_through_eyes_of_others(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    with house.websocket_connect(f"/t/{table}/live?eyes=1", headers=ann.headers) as socket:
        assert frame(socket)["eyes"] == 0
    with house.websocket_connect(f"/t/{table}/live?eyes=0") as socket:
        assert frame(socket)["eyes"] == SPECTATOR
    assert house.get(f"/t/{table}/moments/3?eyes=1", headers=ann.headers).status_code == 403


def test_nonsense_on_a_socket_ends_it_and_nothing_else(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    for nonsense in ("{", "[]", '{"eyes": "x"}', '{"eyes": 99}'):
        with house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
            frame(socket)
            socket.send_text(nonsense)
    assert house.get("/healthz").status_code == 200


def test_chat_reaches_everybody(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    with house.websocket_connect(f"/t/{table}/live") as socket:
        frame(socket)
        ann.post(f"tables/{table}/chat", seat=0, text="good evening", id="s1")
        ann.post(f"tables/{table}/chat", seat=0, text="good evening", id="s1")
        ann.post(f"tables/{table}/chat", seat=0, text="and?", id="s2")
        assert socket.receive_json()["chat"][0]["text"] == "good evening"
        assert socket.receive_json()["chat"][0]["text"] == "and?"


def test_undo_takes_sentences_back(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "chance-it", "bot")
    play_until(table, [0, 1], ann, ben)
    with house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        before = frame(socket)
        ann.play(table, 0, "out")
        said = until(socket, before["version"] + 1)
        ann.post(f"tables/{table}/seats/0/undo")
        undone = until(socket, before["version"] + 2)
        assert undone["log"]["since"] < said["log"]["since"] + len(said["log"]["lines"]) + 1
        assert undone["turn"]
        assert undone["log"]["lines"] == []
