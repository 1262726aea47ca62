"""Write docs/observations.md: what agents see and do in the environments of every game.

python tools/observations.py
"""

import itertools
import re
from pathlib import Path

from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import Feature, features
from chancebox.envs.batch import action_count, is_by_number
from chancebox.envs.ids import edition, gymnasium_id, open_spiel_name
from chancebox.games import game, names

HEAD = """# What agents see and do

Made from the code by `python tools/observations.py`.

An observation is a row of integers (`int32`), as long for every number of players. It is read from the
position after everything was erased that the seat may not know. Seats are turned: of what is kept for each
seat, `[0]` is the own one, `[1]` the next clockwise, and so on; a number that names a seat is counted the
same way, -1 is nobody. Places that nobody sits on are left as they lie, mostly 0. Sets are spread out, one
number for each thing, 1 if it is in. `seat` is the own seat as the table counts it. A range is what a field
can hold, not what the game will put there.

An action is a number. `info["action_mask"]` has a 1 for each one that is possible; any other ends the game,
and whoever tried it has lost. Most games number their actions from 0, and a number always means the same at
the same kind of decision. Where several numbers are packed into one (which dice to throw again), a fixed list
of all of them would be far too long: there, action *i* is the *i*-th of those possible now, in ascending
order.

A reward comes at the end. Whoever wins alone gets 1, the others lose as much together in equal parts; winners
share. Nobody wins or loses where nobody won. Who plays alone gets 1 or -1.

Seats that decide at the same time are asked one after another, and none sees what the others chose before
all have. A version, `-v0`, goes up when results that were learned with it would no longer hold.
"""


def report(found: Game) -> str:
    """Write observations and actions of one game."""
    listed = features(found)
    actions = action_count(found)
    numbered = "numbers of the rules" if is_by_number(found) else "places in the list of what is possible"
    lines = [
        f"\n## {found.title}\n",
        f"Gymnasium `{gymnasium_id(found)}`, PettingZoo `chancebox.envs.aec({found.name!r}, seats=…)`"
        f" (version {edition(found)}), OpenSpiel `{open_spiel_name(found)}`.",
        f"{len(listed)} numbers; {actions:,} actions, {numbered}.\n",
        "| index | name | meaning | range |",
        "|---|---|---|---|",
    ]
    for name, places in _fields(listed).items():
        first = listed[places[0]]
        label = _label(name, [listed[i].name for i in places])
        lines.append(f"| {_spans(places)} | `{label}` | {first.meaning} | {first.low} to {first.high} |")
    return "\n".join(lines) + "\n"


def _fields(listed: tuple[Feature, ...]) -> dict[str, list[int]]:
    """Put the numbers of one field together, whatever their places in it."""
    together: dict[str, list[int]] = {}
    for i, feature in enumerate(listed):
        together.setdefault(re.sub(r"\[\d+\]", "[]", feature.name), []).append(i)
    return together


def _label(name: str, members: list[str]) -> str:
    """Write a field with the range of each of its indices."""
    last = [
        max(column) for column in zip(*(map(int, re.findall(r"\[(\d+)\]", m)) for m in members), strict=True)
    ]
    tops = iter(last)
    return re.sub(r"\[\]", lambda _match: f"[0…{next(tops)}]", name)


def _spans(places: list[int]) -> str:
    """Write runs of numbers by their ends."""
    spans = []
    for _key, run in itertools.groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        members = [place for _n, place in run]
        spans.append(str(members[0]) if len(members) == 1 else f"{members[0]}–{members[-1]}")
    return ", ".join(spans)


def document() -> str:
    """Write it all."""
    return HEAD + "".join(report(game(name)) for name in [*names(), "pig"])


if __name__ == "__main__":
    (Path(__file__).parent.parent / "docs" / "observations.md").write_text(document(), encoding="utf-8")
