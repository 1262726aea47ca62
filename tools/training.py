"""
Draw docs/training.svg from docs/training.json: how networks got better while they learned.

For each game the file has rows of minutes, loss, and what the network won of an even share in games in which
the rule of thumb had seats, as `chancebox train --json` prints them (nothing while the rule of thumb plays
alone). In Second Chance that command prints how good fates were as a part of the best; here it stands divided
by 0.667, which is what the rule of thumb reaches in 250 series alone.
"""

import json
from pathlib import Path

from chancebox.games import game

FOLDER = Path(__file__).parent.parent / "docs"
COLOURS = ("#0b6e4f", "#8a3b12", "#1d4e89", "#7a1f5c", "#5b5f00")
WIDE, TALL, LEFT, TOP = 720, 320, 60, 20
MOST = 1.5
"""What the scale ends with, in even shares."""


def main() -> None:
    """Write the picture."""
    curves = json.loads((FOLDER / "training.json").read_text("utf-8"))
    minutes = max(row[0] for rows in curves.values() for row in rows)

    def across(at: float) -> float:
        return LEFT + (WIDE - LEFT - 170) * at / minutes

    def down(share: float) -> float:
        return TOP + (TALL - TOP - 40) * (1 - share / MOST)

    drawn = []
    for share in (0.0, 0.5, 1.0, 1.5):
        y = down(share)
        dashed = ' stroke-dasharray="4 4"' if share == 1.0 else ""
        drawn.append(f'<path d="M{LEFT} {y:.0f}H{WIDE - 170}" stroke="#999"{dashed}/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>')
    for minute in range(0, int(minutes) + 1, 2):
        drawn.append(f'<text x="{across(minute):.0f}" y="{TALL - 18}" text-anchor="middle">{minute}</text>')
    drawn.append(f'<text x="{across(minutes / 2):.0f}" y="{TALL - 2}" text-anchor="middle">minutes</text>')
    for i, (name, rows) in enumerate(sorted(curves.items(), key=lambda one: -one[1][-1][2])):
        points = " ".join(
            f"{across(at):.1f},{down(share):.1f}" for at, _loss, share in rows if share is not None
        )
        colour = COLOURS[i]
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        y = TOP + 16 + 20 * i
        drawn.append(f'<text x="{WIDE - 155}" y="{y}" fill="{colour}">{game(name).title}</text>')
    title = "Won of an even share against the rule of thumb, while learning"
    (FOLDER / "training.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}"'
        ' font-family="sans-serif" font-size="13">'
        f"<title>{title}</title>"
        f'<rect width="{WIDE}" height="{TALL}" fill="#fff"/>{"".join(drawn)}</svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
