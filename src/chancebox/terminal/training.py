"""`chancebox train`: let a network learn a game, and say how far it is."""

import argparse
import json
import math
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import check_seed
from chancebox.games import game
from chancebox.gpu.machines import Gpu, Processor
from chancebox.terminal.screen import out


def run(parsed: argparse.Namespace) -> int:
    """Learn for so many minutes."""
    found = game(parsed.game)
    if not (math.isfinite(parsed.minutes) and parsed.minutes >= 0):
        raise BadSetup(_("Minutes are a number from 0, not {minutes}.").format(minutes=parsed.minutes))
    if not 0 <= parsed.doubt <= 1:
        raise BadSetup(_("A doubt is a part of a win, from 0 to 1, not {doubt}.").format(doubt=parsed.doubt))
    limits = (
        ("--games", parsed.games, 1 << 20),
        ("--batch", parsed.batch, 1 << 20),
        ("--hidden", parsed.hidden, 4096),
    )
    for word, number, most in limits:
        if not 1 <= number <= most:
            raise BadSetup(
                _("{option} is a number from 1 to {most}, not {number}.").format(
                    option=word, most=most, number=number
                )
            )
    if not find_spec("torch"):
        raise BadSetup(
            _("Learning needs PyTorch, which is not installed. Try: pip install 'chancebox[train]'")
        )
    from chancebox.lab.training.fates import learn_fates
    from chancebox.lab.training.learning import learn
    from chancebox.lab.training.plans import TrainingPlan, TrainingProgress

    plan = TrainingPlan(
        minutes=parsed.minutes,
        seed=check_seed(parsed.seed),
        games=parsed.games,
        batch=parsed.batch,
        hidden=parsed.hidden,
        doubt=parsed.doubt,
        without=tuple(one.strip() for one in parsed.without.split(",") if one.strip()),
    )

    def tell(progress: TrainingProgress) -> None:
        if parsed.json:
            known = asdict(progress)
            print(
                json.dumps({name: None if value != value else value for name, value in known.items()}),
                flush=True,
            )
            return
        line = _("{minutes:.1f} minutes: {decisions:,} decisions, {games:,} games, loss {loss:.3f}").format(
            minutes=progress.seconds / 60,
            decisions=progress.decisions,
            games=progress.games,
            loss=progress.loss,
        )
        if found.traits.FATES:
            line = _("{line}; {share:.1%} of what can be reached").format(line=line, share=progress.share)
        elif not math.isnan(progress.share):
            line = _("{line}; {share:.0%} of even against the thumb").format(line=line, share=progress.share)
        out.print(line)

    path = Path(parsed.out or f"{found.name}.weights")
    if found.traits.FATES:  # played alone, which this processor does quickly enough
        learn_fates(found, plan, path, tell)
    else:
        learn(found, plan, path, Gpu() if parsed.on == "gpu" else Processor(), tell)
    if not parsed.json:
        out.print(_("The weights are in {path}. Try: --bot learned@{path}").format(path=path))
    return 0
