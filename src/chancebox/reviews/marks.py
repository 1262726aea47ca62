"""Marks: from where on a throw is called lucky, or a decision a mistake; all thresholds are here."""

from chancebox.engine.game.texts import mark

SURE = 2.0
"""Standard errors by which a number must differ from nothing before anybody is told."""

LUCKY, VERY_LUCKY = 0.08, 0.16
"""Shares of a win by which a throw or a card changed what its seat could expect."""

NOTABLE = 0.02
"""What changed less is nobody's luckiest or unluckiest event."""

DOUBTFUL, MISTAKE, BLUNDER = 0.02, 0.05, 0.10
"""Shares of a win that a decision gave away, beside the best one that was looked at."""

WIDTH = 8
"""Choices that are looked at before a decision is called a mistake."""

FINE = "fine"

WORDS = {
    FINE: mark("fine"),
    "doubtful": mark("doubtful"),
    "mistake": mark("mistake"),
    "blunder": mark("blunder"),
    "lucky": mark("lucky"),
    "very-lucky": mark("very lucky"),
    "unlucky": mark("unlucky"),
    "very-unlucky": mark("very unlucky"),
    "": "",
}
"""What marks are called; to be translated where they are shown."""


def is_clear(value: float, error: float) -> bool:
    """Return whether a number differs from nothing by more than its error explains."""
    return abs(value) > SURE * error


def decision_mark(gain: float, error: float) -> str:
    """
    Name a decision by what another one would have gained.

    >>> decision_mark(0.12, 0.01), decision_mark(0.12, 0.07), decision_mark(0.03, 0.01)
    ('blunder', 'fine', 'doubtful')
    """
    if gain < DOUBTFUL or not is_clear(gain, error):
        return FINE
    return "blunder" if gain >= BLUNDER else "mistake" if gain >= MISTAKE else "doubtful"


def luck_mark(change: float, error: float) -> str:
    """
    Name a chance event by how it changed the share of winning; nothing where that is usual.

    >>> luck_mark(0.2, 0.01), luck_mark(-0.1, 0.01), luck_mark(0.01, 0.001)
    ('very-lucky', 'unlucky', '')
    """
    size = abs(change)
    if size < LUCKY or not is_clear(change, error):
        return ""
    name = "lucky" if change > 0 else "unlucky"
    return name if size < VERY_LUCKY else f"very-{name}"
