"""Write receipts of deals of a day, one for each game: `python tests/receipts/dating.py`; old ones stay."""

import random
from datetime import date, timedelta
from pathlib import Path

from chancebox.engine.match.match import Match
from chancebox.engine.proofs import sealing
from chancebox.engine.proofs.dated import Dated
from chancebox.games import game
from chancebox.server.tables.days import TURNS, Days, day_of

FOLDER = Path(__file__).parent / "days"
FIRST = date(2026, 11, 16)


def written(on: date, seed: int = 1) -> str:
    """Play the deal of a day at random; return its receipt."""
    day, days, luck = day_of(on), Days(b"the key of a house of tests"), random.Random(seed)
    found, secret = game(day.game), days.open_secret(day.name)
    match = Match(found, day.seats, options=day.options, dealer=Dated(found, secret))
    while match.to_act:
        seat = luck.choice(match.to_act)
        match.play(seat, luck.choice(match.choices(seat)))
    return sealing.write_dated(match, ["person"] * day.seats, bytes(16), day.name, secret)


def main() -> None:
    """Write what is not there."""
    FOLDER.mkdir(exist_ok=True)
    for n in range(len(TURNS)):
        day = FIRST + timedelta(n)
        file = FOLDER / f"{day_of(day).game}.chance.json"
        if not file.exists():
            file.write_text(written(day), "utf-8")


if __name__ == "__main__":
    main()
