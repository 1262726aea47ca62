"""Write docs/simulations.md: what random play shows of every game, for every number of players.

Run it by `make simulations`.
"""

from pathlib import Path

from scipy import stats

from chancebox.engine.game.game import LETTERS, Game
from chancebox.games import game, names
from chancebox.lab.findings import Findings
from chancebox.lab.simulator import Simulator

GAMES = 100_000
SEED = 1
TESTS = sum(seats > 1 for name in names() for seats in game(name).all_seats)
"""How many tests of fairness the document holds: by luck alone some p-values will be small."""
HEAD = f"""# What random play shows

Every game, every number of players, the usual options: {GAMES:,} games each, seed {SEED}, all
decisions at random. Made by `make simulations`; the same command gives the same numbers on every
machine. Random players show the machinery of a game, its length, its endings and whether a seat has
an advantage, not how it feels among people who think. Intervals are 95 %; seats are said to differ
if a chi-square test says so beyond what {TESTS} such tests would by luck (p below {0.05 / TESTS:.4f}).
"""


def report(found: Game) -> str:
    """Write the simulations of one game."""
    runs = []
    for seats in found.all_seats:
        simulator = Simulator(found, seats, options=found.usual_options(seats))
        runs.append(simulator.run(GAMES, SEED))
    lines = [f"\n## {found.title}\n", _says(runs), ""]
    lines += ["| players | events per game | shortest, median, longest | wins by seat |", "|--:|--:|--:|---|"]
    for run in runs:
        length = run.length
        mean = f"{length['mean']:.1f} ± {length['error']:.1f}"
        spread = f"{length['shortest']}, {length['median']}, {length['longest']}"
        wins = ", ".join(
            f"{LETTERS[seat]} {share.share:.1%} ({share.low:.1%} to {share.high:.1%})"
            for seat, share in enumerate(run.win_shares)
        )
        lines.append(f"| {run.seats} | {mean} | {spread} | {wins} |")
    lines += ["", f"| players | {' | '.join(_endings(runs))} |", "|--:|" + "--:|" * len(_endings(runs))]
    for run in runs:
        shares = [f"{run.ended[why] / run.games:.2%}" for why in _endings(runs)]
        lines.append(f"| {run.seats} | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


def _endings(runs: list[Findings]) -> list[str]:
    """The ways in which any of these games ended."""
    return [why for why in runs[0].ended if any(run.ended[why] for run in runs)]


def _says(runs: list[Findings]) -> str:
    """Say in a sentence or two what the tables show."""
    several = [run for run in runs if run.seats > 1]
    smallest = min(float(stats.chisquare(run.wins).pvalue) for run in several)
    differ = "differ" if smallest < 0.05 / TESTS else "do not differ"
    usual = max(_endings(runs), key=lambda why: sum(run.ended[why] / run.games for run in runs))
    low, high = (pick(runs, key=lambda run: run.length["mean"]) for pick in (min, max))
    return (
        f"Seats {differ} in their share of wins: the smallest p-value of {len(several)} chi-square tests is"
        f" {smallest:.2g}.\nGames take {low.length['mean']:.0f} events with {low.seats} and"
        f" {high.length['mean']:.0f} with {high.seats} at the table, and mostly end because {usual}."
    )


if __name__ == "__main__":
    text = HEAD + "".join(report(game(name)) for name in names())
    (Path(__file__).parent.parent / "docs" / "simulations.md").write_text(text, encoding="utf-8")
