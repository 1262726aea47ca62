"""`chancebox bench`: print how fast we are, and how much faster than OpenSpiel."""

import argparse
from typing import Any

from rich.table import Table

from chancebox.engine.game.texts import _, number
from chancebox.games import names
from chancebox.lab.benchmark import measure
from chancebox.terminal.screen import compiling, err, out, print_json


def run(parsed: argparse.Namespace) -> int:
    """Measure and report."""
    with err.status(_("Measuring …")) as status:
        found = measure(
            parsed.games or names(),
            parsed.seconds,
            compiling,
            lambda what: status.update(_("Measuring {what} …").format(what=what)),
        )
    if parsed.json:
        print_json(found)
    else:
        _print(found)
    return 0


def _print(found: dict[str, Any]) -> None:
    title = _("Random play on one core: the best slice, and the median")
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column(_("Game"))
    for column in (_("games/s"), _("events/s"), _("median"), _("ratio"), _("median")):
        table.add_column(column, justify="right")
    _row(table, "pig", found["pig"])
    if found["ratio_cpp"]:
        _row(table, _("OpenSpiel pig, C++"), found["open_spiel_cpp"], found["ratio_cpp"])
        _row(table, _("OpenSpiel pig, Python"), found["open_spiel_python"], found["ratio_python"])
    games = {name: one for name, one in found.items() if isinstance(one, dict) and "seats" in one}
    for name, one in games.items():
        for seats, kinds in one["seats"].items():
            for kind, speed in kinds.items():
                _row(table, f"{name} {seats}, {kind}", speed)
    out.print(table)
    for name, one in games.items():
        out.print(_("A position of {name} has {n} bytes.").format(name=name, n=one["position_bytes"]))
    if not found["ratio_cpp"]:
        out.print(_("OpenSpiel is not installed; `make bench` installs it and compares."))


def _row(table: Table, title: str, speed: dict[str, int], ratio: dict[str, float] | None = None) -> None:
    events, median = (
        f"{number(speed[key]):,}" if speed[key] else "" for key in ("events_per_s", "median_events_per_s")
    )
    faster = [f"{ratio[by]} x" for by in ("best", "median")] if ratio else ["", ""]
    table.add_row(title, f"{number(speed['games_per_s']):,}", events, median, *faster)
