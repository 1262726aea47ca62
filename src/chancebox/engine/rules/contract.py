"""
The contract of a game: the functions that every `rules.py` defines.

`box` holds the components, `s` the position; both are records that the game declares itself
(see `records`). A rule function reads and writes fields, loops and counts; it knows no text, no
files and no randomness of its own, and it makes no new objects. That is why the same source runs
as plain Python and as compiled code.

The functions below are only the interface. Code that works for every game (`kernels`, and the
kernels of bots and simulations) imports them from here, and a build puts those of the game in
their place.

Rules may also say `uncovers(box, s, seat, action)`: 1 if a decision, as soon as it is made, shows
anybody something that was secret, so that it cannot be taken back. `s` is what the seat knows
before it. Without this function nothing is taken back while anything is hidden. What several seats
decide at the same time need not be named here: whoever decides last takes nothing back.

Likewise `shows(box, s, outcome)`: 1 if who or what is asked after an outcome may depend on something
secret, so that who entered it for real dice has seen something, and cannot correct it any more.

And rules may say `falling(box, s)`: how many dice fall at the chance event that is due, 0 if it is
no throw; each has `FACES` faces, and an outcome is a throw as `dice` writes it. So whoever deals
can let dice fall one by one. Without this function a throw is dealt like cards, by its weights.

Where a seat may have hundreds of choices, rules may say `pick`: one of them, all equally likely (`picking`).
"""

from typing import Any

from chancebox.engine.rules.records import Row

MOST_SEATS = 8
CHANCE = 8
"""The seat of chance: dice and cards are events of this seat."""
SPECTATOR = 9
"""A viewer who sits at no seat."""


def start(box: Any, s: Any, seats: int, options: Any) -> None:
    """Turn a record of zeros into the position before the first event."""
    raise NotImplementedError


def choices(box: Any, s: Any, seat: int, out: Row) -> int:
    """List what this seat may do now (CHANCE: what may come up), sorted; return how many."""
    raise NotImplementedError


def weight(box: Any, s: Any, outcome: int) -> int:
    """Weigh an outcome of the chance event that is due; 0 if it cannot come up."""
    raise NotImplementedError


def draw(box: Any, s: Any, stream: Row) -> int:
    """Sample the chance event that is due, by the same weights, without listing the outcomes."""
    raise NotImplementedError


def play(box: Any, s: Any, seat: int, action: int) -> None:
    """Advance the position by one event, which is legal."""
    raise NotImplementedError


def hide(box: Any, s: Any, viewer: int) -> None:
    """Erase what this viewer may not know."""
    raise NotImplementedError


def guess(box: Any, s: Any, viewer: int, stream: Row) -> None:
    """Fill what `hide` erased with a sample that fits all this viewer knows."""
    raise NotImplementedError


def standing(box: Any, s: Any, out: Row) -> None:
    """Rank the seats of a finished game: more is better, equal shares, below 0 cannot win."""
    raise NotImplementedError
