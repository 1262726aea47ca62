"""
Items: what a study asks about, such as the cards that somebody can buy or the tasks that are dealt.

A game's folder may hold an `items.py` that defines the same names, written under the limits of rules,
and a `study.py` whose `names(box)` returns for each item its group and its name, and whose `DECISIONS` name
the steps in which seats decide. Here is the interface: a game without items.
"""

from typing import Any

from chancebox.engine.rules.records import Row

ITEMS = 0
"""How many there are."""


def note(box: Any, s: Any, seat: int, action: int, held: Row) -> None:
    """
    Mark who gets which item: `held[seat * ITEMS + item] = 1`.

    Called before each event with who does what, and when the game is over with SPECTATOR.
    """
