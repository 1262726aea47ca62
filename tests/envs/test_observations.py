"""Observations are read from records by a layout; here they are read from the records themselves."""

import importlib.util
import itertools
import random
import re
from pathlib import Path

import numpy as np
import pytest

from chancebox.engine.game.observations import features
from chancebox.engine.rules.records import Field, Memory
from chancebox.envs.batch import OneGame, action_count, is_by_number
from chancebox.games import game
from envs.suites import COMPILED, build_for
from helpers import option_sets

DOCS = Path(__file__).parents[2] / "docs"


def turn(own: int, seats: int, length: int) -> list[int]:
    return [*((own + i) % seats for i in range(seats)), *range(seats, length)]


def spelt_out(room: str, s: Memory, own: int, seats: int) -> dict[str, int]:
    """Name every number of an observation, by looking the fields up in NumPy."""
    found = game(room)
    most = max(found.all_seats)
    numbers = {"seat": own}

    def read(field: Field, name: str, value: Memory) -> None:
        order = turn(own, seats, len(value)) if field.by_seat and field.shape else None
        for place in itertools.product(*(range(n) for n in field.shape)):
            true = (order[place[0]], *place[1:]) if order else place
            label = name + "".join(f"[{i}]" for i in place)
            one = value[true]
            if not isinstance(field.holds, str):
                for inner, inner_field in field.holds.fields.items():
                    read(inner_field, f"{label}.{inner}", one[inner])
            elif field.by_seat and not field.shape:
                for i, seat in enumerate(turn(own, seats, most)):
                    numbers[f"{label}[{i}]"] = int(one) >> seat & 1
            elif field.bits:
                numbers.update({f"{label}[{i}]": int(one) >> i & 1 for i in range(field.bits)})
            elif field.seat:
                numbers[label] = (int(one) - own) % seats if 0 <= one < seats else -1
            else:
                numbers[label] = int(one)

    for name, field in found.rules.Position.fields.items():
        read(field, name, s[name][0])
    return numbers


@pytest.mark.wide(case=COMPILED)
def test_an_observation_is_the_hidden_record_turned_to_the_own_seat(room: str, seats: int) -> None:
    one = OneGame(game(room), seats, build=build_for(room))
    rng = random.Random(seats)
    for seed in range(2):
        observation, mask = one.reset(seed)
        for _step in range(25):
            seat = int(one.asked[0])
            expected = spelt_out(room, one.position(viewer=seat), seat, seats)
            assert [feature.name for feature in features(game(room))] == list(expected)
            assert observation.tolist() == list(expected.values())
            observation, mask, over = one.step(rng.choice(np.flatnonzero(mask).tolist()))
            if over:
                break


@pytest.mark.wide(case=COMPILED)
def test_actions_keep_their_numbers_where_these_are_small(room: str, seats: int) -> None:
    """A mask must mark exactly what the rules list, in every option and at every decision."""
    found = game(room)
    for options in option_sets(found, seats):
        one = OneGame(found, seats, options=options, build=build_for(room))
        rng = random.Random(seats)
        _observation, mask = one.reset(seats)
        over = False
        while not over:
            listed = found.build("plain").choices(one.box, one.position(), int(one.asked[0]))
            marked = np.flatnonzero(mask).tolist()
            assert marked == (listed if is_by_number(found) else list(range(len(listed))))
            assert len(mask) == action_count(found)
            assert one.choices(mask) == listed
            _observation, mask, over = one.step(rng.choice(marked))


def test_the_document_is_what_the_code_says() -> None:
    spec = importlib.util.spec_from_file_location("observations", DOCS.parent / "tools" / "observations.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert (DOCS / "observations.md").read_text("utf-8") == made.document(), "run tools/observations.py"


def test_every_set_and_seat_in_a_record_is_declared(room: str) -> None:
    """What a field's meaning says of bits and seats must be declared: only then is it spread and turned."""
    found = game(room)
    waiting = list(found.rules.Position.fields.items())
    while waiting:
        name, field = waiting.pop()
        if not isinstance(field.holds, str):
            waiting += field.holds.fields.items()
            continue
        if re.search(r"one bit (each|per seat)", field.meaning):
            assert field.bits or field.by_seat, name
        if re.match(r"(who|whose) ", field.meaning):
            assert field.seat or field.by_seat, name
