"""Somebody who would like to be taken for somebody else, or to write over what others said."""

import pytest
from starlette.testclient import TestClient

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.naming import looks_like, tell_apart, tidy_name
from chancebox.games import game
from chancebox.server.tables import entries, moves
from chancebox.server.tables.dealers import SEALED, Dealers
from chancebox.server.tables.entries import Place
from chancebox.server.tables.names import PEOPLE_NAMES
from chancebox.server.tables.table import Table
from server.guests import Guest
from server.test_groups import founded, open_next

ALIKE = {
    "a variation selector": "Ann\ufe0f",
    "a joiner of graphemes": "Ann\u034f",
    "a filler of Hangul": "Ann\u3164",
    "another filler": "\u115fAnn",
    "a half-wide filler": "Ann\uffa0",
    "blank Braille": "Ann\u2800",
    "no width": "A\u200bnn",
    "wide letters": "\uff21\uff4e\uff4e",
    "letters of mathematics": "\U0001d400nn",
    "a Cyrillic letter": "\u0410nn",
    "a Greek letter": "\u0391nn",
    "another case": "aNN",
}
REAL = (
    "Ольга", "山田", "محمد", "Zoë", "O'Brien", "Nguyễn", "José", "नीलम", "ไอติม", "Łukasz", "Ελένη", "Анна",
    "יעל", "김민준", "Jean-Luc", "Eli", "Ell", "Kai", "Kal", "🦊",
)  # fmt: skip


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_nobody_sits_down_under_a_name_that_looks_like_anothers(
    ann: Guest, stranger: Guest, name: str
) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    answer = stranger.sit(table, 1, name)
    assert answer.status_code == 400
    assert "already" in answer.json()["error"]
    assert stranger.sit(table, 1, "Eve").status_code == 200


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_the_name_of_a_member_who_is_away_is_not_to_be_had(
    ann: Guest, ben: Guest, stranger: Guest, name: str
) -> None:
    table = open_next(ann, founded(ann, ben))
    seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] == "Ben")
    ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"})
    for stolen in (name, "B\u0435n", "Ben\ufe0f"):
        assert stranger.sit(table, seat, stolen).status_code == 400, ascii(stolen)


def test_a_member_who_types_it_otherwise_sits_under_the_own_name(ann: Guest, ben: Guest) -> None:
    table = open_next(ann, founded(ann, ben))
    seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] == "Ben")
    ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"})
    assert ben.sit(table, seat, "\uff22en\ufe0f").status_code == 200
    assert ann.state(table)["seats"][seat]["name"] == "Ben"


def test_people_of_all_scripts_sit_down_under_their_names(ann: Guest, stranger: Guest) -> None:
    for name in REAL:
        table = ann.open("gang-of-dice", "Ann", "open")
        assert stranger.sit(table, 1, name).status_code == 200, name
        assert ann.state(table)["seats"][1]["name"] == name
    assert not [name for n, name in enumerate(REAL) if looks_like(name, REAL[:n])]


def test_names_that_the_house_gives_are_in_nobodys_way() -> None:
    for n, name in enumerate(PEOPLE_NAMES):
        assert not looks_like(name, [*PEOPLE_NAMES[:n], *REAL])


def test_a_bot_is_not_called_what_looks_like_a_persons_name(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "bot", "\u0410d\u0430")
    names = [place["name"] for place in ann.state(table)["seats"]]
    assert names == ["Blaise", "\u0410d\u0430"]


@pytest.mark.parametrize("name", ["The House", "das Haus", "Ch\u0430ncebox", "la m\u0430ison\ufe0f"])
def test_nobody_speaks_in_the_name_of_the_house(ann: Guest, stranger: Guest, name: str) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    answer = stranger.sit(table, 1, name)
    assert answer.status_code == 400
    assert "another name" in answer.json()["error"]


def test_who_is_called_by_nothing_that_is_seen_is_a_guest(ann: Guest, stranger: Guest) -> None:
    for name in ("\u3164", "\u2800\ufe0f", "\u0301\u0301", "\u115f \u034f"):
        table = ann.open("gang-of-dice", "Ann", "open")
        assert stranger.sit(table, 1, name).status_code == 200
        assert ann.state(table)["seats"][1]["name"] == "Guest"


def test_the_same_name_in_letters_and_in_marks_is_one_name() -> None:
    assert tidy_name("Zoe\u0308") == tidy_name("Zo\u00eb") == "Zo\u00eb"
    assert looks_like("\u0130nci", ["inci"])


def test_nothing_that_is_said_turns_lines_around_or_rings(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    evil = "one\u202etwo\u2066\u200f \x1b[2J\x07\x9b three\n\tfour"
    assert ann.post(f"tables/{table}/chat", seat=0, text=evil).status_code == 200
    assert ann.post(f"tables/{table}/chat", seat=0, text="\u202e\x07\x1b").status_code == 400
    kind = "👩\u200d👧 ❤\ufe0f می\u200cخواهم"
    assert ann.post(f"tables/{table}/chat", seat=0, text=kind).status_code == 200
    assert [line["text"] for line in ann.get(f"tables/{table}/chat")] == ["onetwo [2J three four", kind]


def test_a_table_of_earlier_days_opens_though_its_names_look_alike() -> None:
    found = game("gang-of-dice")
    dealers = Dealers(b"a key")
    old = ["Ann", "A\u034fnn", "\u3164"]
    opened = entries.Opened(
        game=found.name,
        rules=found.version,
        box=load_box(found).digest,
        options=found.check_options({}, len(old)),
        places=[Place("person", name, "", f"visitor {seat}") for seat, name in enumerate(old)],
        host="visitor 0",
        dealer=SEALED,
        seal=dealers.commitment("0" * 32),
    )
    table = Table("0" * 32, opened, dealers)
    table.apply(moves.start(table, "visitor 0").entry)
    assert table.playing.names == ["Ann", "Ann 2", "?"]
    assert tell_apart(["Ann", "Ann 2", "Ann\ufe0f"]) == ["Ann", "Ann 2", "Ann 3"]
