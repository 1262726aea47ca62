"""Altered receipts: single bytes and fields, and what a dishonest house would hand out."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from chancebox.engine.match import files
from chancebox.engine.proofs import receipts, sealed
from chancebox.engine.proofs.sealed import with_digest

Grind = Callable[[dict[str, Any]], str]


def alterations(text: str, luck: random.Random, most: int) -> Iterator[tuple[str, str]]:
    """Alter one thing each time: every kind of field, unknown fields, missing ones, some single bytes."""
    data = json.loads(text)
    kinds: dict[str, list[tuple[str | int, ...]]] = {}
    for path in _paths(data, ()):
        kinds.setdefault(".".join("*" if isinstance(step, int) else step for step in path), []).append(path)
    for kind, paths in kinds.items():
        for path in {paths[0], paths[-1], luck.choice(paths)}:
            for what, changed in _altered(data, path):
                yield f"{kind} {what}", files.as_text(changed)
    for _byte in range(most):
        n = luck.randrange(len(text))
        other = luck.choice([c for c in '0123456789abcdef \n"AB,:*' if c != text[n]])
        yield f"byte {n}: {text[n]!r} {other!r}", text[:n] + other + text[n + 1 :]
    yield "a byte more", text + " "
    yield "a byte less", text[:-1]


def _paths(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    yield path
    for step, inner in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        yield from _paths(inner, (*path, step))


def _altered(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str, Any]]:
    def at(changed: Any) -> Any:
        for step in path[:-1]:
            changed = changed[step]
        return changed

    value = data
    for step in path:
        value = value[step]
    if isinstance(value, dict):
        changed = copy.deepcopy(data)
        target = at(changed)[path[-1]] if path else changed
        target["more"] = 1
        yield "with another field", changed
    if isinstance(value, int):
        changed = copy.deepcopy(data)
        at(changed)[path[-1]] = value + 1
        yield "one more", changed
    if isinstance(value, str):
        changed = copy.deepcopy(data)
        at(changed)[path[-1]] = ("0" if value[:1] != "0" else "1") + value[1:]
        yield "another letter", changed
    if path:
        changed = copy.deepcopy(data)
        del at(changed)[path[-1]]
        yield "missing", changed


# What a dishonest house could hand out; each with the digest that fits.


def _signed(data: dict[str, Any]) -> str:
    return files.as_text(with_digest(data))


def _links(data: dict[str, Any]) -> list[int]:
    """Find the links of the device that has most of them."""
    shares = data["sealed"]["shares"]
    devices = [share["device"] for share in shares if "link" in share]
    device = max(devices, key=devices.count)
    return [n for n, share in enumerate(shares) if "link" in share and share["device"] == device]


def another_secret(data: dict[str, Any]) -> str:
    data["sealed"]["secret"] = "11" * 32
    return _signed(data)


def another_secret_and_commitment(data: dict[str, Any]) -> str:
    data["sealed"]["secret"] = "11" * 32
    data["sealed"]["commitment"] = sealed.digest(bytes.fromhex("11" * 32)).hex()
    return _signed(data)


def another_table(data: dict[str, Any]) -> str:
    data["sealed"]["table"] = "11" * 16
    return _signed(data)


def a_link_is_skipped(data: dict[str, Any]) -> str:
    del data["sealed"]["shares"][_links(data)[1]]
    return _signed(data)


def the_first_link_is_skipped(data: dict[str, Any]) -> str:
    del data["sealed"]["shares"][_links(data)[0]]
    return _signed(data)


def two_links_change_places(data: dict[str, Any]) -> str:
    shares, (first, second, *_more) = data["sealed"]["shares"], _links(data)
    shares[first]["link"], shares[second]["link"] = shares[second]["link"], shares[first]["link"]
    return _signed(data)


def an_old_link_comes_again(data: dict[str, Any]) -> str:
    shares, (first, second, *_more) = data["sealed"]["shares"], _links(data)
    shares[second]["link"] = shares[first]["link"]
    return _signed(data)


def a_link_nobody_showed(data: dict[str, Any]) -> str:
    data["sealed"]["shares"][_links(data)[0]]["link"] = "11" * 32
    return _signed(data)


def a_chain_of_the_houses_own(data: dict[str, Any]) -> str:
    """A house that makes a device's whole chain itself has links that fit, and other dice."""
    chain = [link.hex() for link in sealed.chain(b"\x05" * 32)]
    device = data["sealed"]["shares"][_links(data)[0]]["device"]
    shown = 0
    for share in [*data["sealed"]["opening"], *data["sealed"]["shares"]]:
        if share["device"] == device:
            shown = 0 if "tip" in share else shown + 1
            share["tip" if "tip" in share else "link"] = chain[shown]
    return _signed(data)


def two_events_change_places(data: dict[str, Any]) -> str:
    dealt = data["sealed"]["dealt"]
    first, second = _alike(dealt)
    for name in ("rolled", "drawn"):
        if name in first:
            first[name], second[name] = second[name], first[name]
    return _signed(data)


def an_event_comes_again(data: dict[str, Any]) -> str:
    dealt = data["sealed"]["dealt"]
    first, second = _alike(dealt)
    second.update({name: first[name] for name in ("rolled", "drawn") if name in first})
    return _signed(data)


def an_event_is_left_out(data: dict[str, Any]) -> str:
    line = data["sealed"]["dealt"].pop(len(data["sealed"]["dealt"]) // 2)
    del data["events"][line["event"]]
    for later in [*data["sealed"]["dealt"], *data["sealed"]["shares"]]:
        for name in ("event", "before"):
            if later.get(name, 0) > line["event"]:
                later[name] -= 1
    return _signed(data)


def _alike(dealt: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Find two events that asked for the same, or both drew a card, and had different outcomes."""
    for n, first in enumerate(dealt):
        for second in dealt[n + 1 :]:
            same = first.get("dice") == second.get("dice")
            both = (
                "drawn" in second
                and first.get("drawn") in second.get("outcomes", ())
                and second["drawn"] in first["outcomes"]
            )
            if (
                same
                and (both or "dice" in first)
                and (first.get("rolled"), first.get("drawn")) != (second.get("rolled"), second.get("drawn"))
            ):
                return first, second
    raise AssertionError("no two events are alike")


GRINDING: list[Grind] = [
    another_secret,
    another_secret_and_commitment,
    another_table,
    a_link_is_skipped,
    the_first_link_is_skipped,
    two_links_change_places,
    an_old_link_comes_again,
    a_link_nobody_showed,
    a_chain_of_the_houses_own,
    two_events_change_places,
    an_event_comes_again,
    an_event_is_left_out,
]


def dealt_at(data: dict[str, Any], table: str) -> dict[str, Any]:
    """Return the receipt that a table of this name would have, with the same secret and the same links."""
    moved = copy.deepcopy(data)
    moved["sealed"]["table"] = table
    file = msgspec.convert(moved, files.File)
    assert file.sealed is not None
    walk = receipts.Walk(file, file.sealed, ())
    for line, _n in zip(moved["sealed"]["dealt"], walk, strict=True):
        source = walk.source(bytes.fromhex(file.sealed.secret))
        if "dice" in line:
            line["rolled"] = source.roll(line["dice"], line["faces"])
        else:
            line["drawn"] = line["outcomes"][source.draw(line["weights"])]
    return with_digest(moved)


# With real dice.


def dealt_after_all(data: dict[str, Any]) -> str:
    """A house calls sealed what people entered."""
    for line in data["sealed"]["dealt"]:
        line.pop("entered", None)
        line.pop("corrected", None)
    return _signed(data)


def impossible(data: dict[str, Any]) -> str:
    """A house writes dice that no die shows, or a card that is not left."""
    line = next(line for line in data["sealed"]["dealt"] if "entered" in line)
    if "rolled" in line:
        line["rolled"][0] = line["faces"] + 1
    else:
        line["drawn"] = 10_000
    return _signed(data)


def a_die_less(data: dict[str, Any]) -> str:
    line = next(line for line in data["sealed"]["dealt"] if "entered" in line)
    if "rolled" in line:
        line["rolled"].pop()
    else:
        line["weights"].pop()
    return _signed(data)


DISHONEST: list[Grind] = [*GRINDING[:9], dealt_after_all, impossible, a_die_less]
"""Who shuffles what people entered is found by those people alone."""
