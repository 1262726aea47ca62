"""Malformed receipts: those that one verifier or the other might take, and many that nobody thought of."""

import copy
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from chancebox.engine.match import files

Alter = Callable[[dict[str, Any]], Any]


def signed(data: Any) -> str:
    """Write a receipt with the digest that fits, as JavaScript does: half a letter as its number."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    digest = hashlib.sha256(_written(rest)[:-1].encode()).hexdigest()
    return _written({**rest, "digest": digest})


def _written(data: Any) -> str:
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", files.as_text(data))


def _dealt(data: dict[str, Any], field: str) -> dict[str, Any]:
    return next(line for line in data["sealed"]["dealt"] if field in line)


def _link(data: dict[str, Any]) -> dict[str, Any]:
    return next(share for share in data["sealed"]["shares"] if "link" in share)


def _linked_twice(data: dict[str, Any]) -> None:
    """Add the link of a second move to the first one, as a house would that tries out dice."""
    first, second, *_others = [share for share in data["sealed"]["shares"] if "link" in share]
    second["before"], second["seats"] = first["before"], first["seats"]


def _many_dice(data: dict[str, Any]) -> None:
    line = _dealt(data, "dice")
    line["dice"] = 1001
    del line["rolled"]


MALFORMED: dict[str, Alter] = {
    "faces as text": lambda data: _dealt(data, "rolled").update(rolled=["1"]),
    "a face as text": lambda data: _as_text(_dealt(data, "rolled")["rolled"]),
    "a card as text": lambda data: _dealt(data, "drawn").update(drawn=str(_dealt(data, "drawn")["drawn"])),
    "a card in a list": lambda data: _dealt(data, "drawn").update(drawn=[_dealt(data, "drawn")["drawn"]]),
    "more dice than can be": _many_dice,
    "weights beside dice": lambda data: _dealt(data, "dice").update(weights=[1]),
    "somebody who is not there decided": lambda data: _dealt(data, "dice").update(whose=data["seats"]),
    "no game": lambda data: data.pop("game"),
    "no dealer": lambda data: data.pop("dealer"),
    "a game that is a number": lambda data: data.update(game=7),
    "a version that is a text": lambda data: data.update(version="1"),
    "a version too large for some": lambda data: data.update(version=2**53),
    "a version too small for some": lambda data: data.update(version=-(2**53)),
    "a name that is a number": lambda data: data["names"].__setitem__(0, 7),
    "half a letter in a name": lambda data: data["names"].__setitem__(0, "\ud800"),
    "half a letter in an option": lambda data: data["options"].update({"\udfff": "no"}),
    "an option that is a number": lambda data: data["options"].update({"first": 1}),
    "options in an order of their own": lambda data: data.update(options={"b": "no", "1": "no"}),
    "options in a list": lambda data: data.update(options=[]),
    "a box without a digest": lambda data: data["box"].pop("digest"),
    "a box with an empty text": lambda data: data["box"].update(text=""),
    "nobody sits there": lambda data: data.update(players=[]),
    "a fraction in the result": lambda data: data["result"].update(winners=[0.5]),
    "a large fraction in the result": lambda data: data["result"].update(winners=[1e16]),
    "a whole fraction in the result": lambda data: data["result"].update(winners=[1.0]),
    "a nested result": lambda data: data["result"].update(winners=_nested(300)),
    "more in the result": lambda data: data["result"].update(more=1),
    "no result": lambda data: data.pop("result"),
    "a seed": lambda data: data["dealer"].update(seed=1),
    "a dealer of another kind": lambda data: data.update(dealer={"kind": "ask"}),
    "a dealer of no kind": lambda data: data.update(dealer={"kind": "sealed?"}),
    "the dealer of the other protocol": lambda data: data.update(
        dealer={"kind": "sealed" if data["dealer"]["kind"] == "dated" else "dated"}
    ),
    "no seats": lambda data: data.update(seats=0, names=[]),
    "an event that is a number": lambda data: data["events"].__setitem__(0, 7),
    "no seal but an empty one": lambda data: data.update(sealed=None),
    "a seal that is a text": lambda data: data.update(sealed="yes"),
    "the seal cut out": lambda data: data.pop("sealed"),
    "a true format": lambda data: data.update(chancebox_record=True),
}
"""Each is wrong in all receipts that have what it alters."""

OF_LINKS: dict[str, Alter] = {
    "two links with one move": _linked_twice,
    "a link of no seat": lambda data: _link(data).update(seats=[]),
    "a tip of no seat": lambda data: data["sealed"]["shares"].insert(
        0, {"before": data["sealed"]["given"], "device": 0, "seats": [], "tip": "11" * 32}
    ),
    "a tip of a seat twice": lambda data: data["sealed"]["shares"].insert(
        0, {"before": data["sealed"]["given"], "device": 0, "seats": [0, 0], "tip": "11" * 32}
    ),
}

OF_ENTERED: dict[str, Alter] = {
    "entered by a seat that is not there": lambda data: _dealt(data, "entered").update(
        entered=[data["seats"]]
    ),
    "corrected too often to count": lambda data: _corrected(data, 2**53),
    "corrected not at all": lambda data: _corrected(data, 0),
    "corrected, but not entered": lambda data: next(
        line for line in data["sealed"]["dealt"] if "entered" not in line
    ).update(corrected=1),
}


def _as_text(faces: list[Any]) -> None:
    faces[0] = str(faces[0])


def _nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _level in range(depth):
        found = [found]
    return found


def _corrected(data: dict[str, Any], times: int) -> None:
    _dealt(data, "entered")["corrected"] = times


def malformed(text: str, alterations: dict[str, Alter]) -> dict[str, str]:
    """Make all receipts that are malformed in these ways, as far as this one has what is altered."""
    made = {}
    for what, alter in alterations.items():
        data = json.loads(text)
        try:
            alter(data)
        except (StopIteration, KeyError, ValueError):
            continue
        made[what] = signed(data) if "sealed" in data else _written(data)
    return made


# What nobody thought of.

FIELDS = ("more", "1", "tip", "link", "entered", "corrected", "label", "whose", "seed", "day", "position")
ODD: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, 0, -1, 1, 8, 256, 2**32, 2**53 - 1, 2**53, 10**30, 0.5, 1.0, 1e16, 1e22]),
    st.sampled_from(
        ["", "0", "* ", "A ", "sealed", "dated", "2026-02-30", "11" * 16, "11" * 32, "\ud800", "☂"]
    ),
    st.sampled_from([[], {}, [[]], [0], [0, 0], [1, 0], {"1": "no"}, {"kind": "dated"}]),
    st.integers(-3, 60),
)
"""Values that some programs read otherwise than others."""


@dataclass
class Altered:
    """A receipt that was altered, and how: what a failing test prints."""

    file: Path
    text: str = field(repr=False)
    ways: list[str] = field(default_factory=list)


@st.composite
def receipts_altered(draw: st.DrawFn, files: list[Path]) -> Altered:
    """Alter a receipt at some places; most often with the digest that fits."""
    file = draw(st.sampled_from(files))
    data = json.loads(file.read_text("utf-8"))
    ways = [_alter_somewhere(draw, data) for _alteration in range(draw(st.integers(1, 3)))]
    is_signed = draw(st.integers(0, 4)) > 0
    return Altered(
        file, signed(data) if is_signed else _written(data), [*ways, "signed" if is_signed else ""]
    )


def _alter_somewhere(draw: st.DrawFn, data: Any) -> str:
    """Go down into the data, and replace, remove, repeat or add what is found there; say what was done."""
    inner, way = data, ""
    while True:
        steps = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not steps:
            return ""
        step = draw(st.sampled_from(steps))
        found, way = inner[step], f"{way}.{step}"
        if not isinstance(found, (dict, list)) or not found or not draw(st.integers(0, 5)):
            break
        inner = found
    odd = copy.deepcopy(draw(ODD))
    what = draw(st.sampled_from(["replace", "replace", "nudge", "remove", "again", "add"]))
    match what:
        case "nudge" if type(inner[step]) is int:
            inner[step] += draw(st.sampled_from([-1, 1]))
        case "remove":
            del inner[step]
        case "again" if isinstance(inner, list):
            inner.insert(draw(st.integers(0, len(inner))), copy.deepcopy(inner[step]))
        case "add" if isinstance(inner, dict):
            inner[draw(st.sampled_from(FIELDS))] = odd
        case _:
            inner[step] = odd
    return f"{way} {what} {odd!r}"
