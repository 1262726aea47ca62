"""What a study of Take it or Leave it calls things."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    CARDS,
    DISCARD,
    KNOCK,
    SCORE,
    TARGET,
    TASKS,
    TURN,
)
from chancebox.games.take_it_or_leave_it.text.names import card_words

DECISIONS = {
    ANNOUNCE: mark("how many tasks and actions to hold"),
    TURN: mark("take a die, play an action or pass"),
    TARGET: mark("which dice an action touches"),
    KNOCK: mark("which die to knock"),
    SCORE: mark("which tasks to fulfil"),
    DISCARD: mark("which card to throw away"),
}


def names(box: Box) -> list[tuple[str, str]]:
    """Name the items by group."""
    tasks = [card_words(box, task) for task in range(TASKS)]
    actions = [card_words(box, card) for card in range(TASKS, CARDS)]
    return [
        *((_("Tasks, when drawn"), name) for name in tasks),
        *((_("Actions, when drawn"), name) for name in actions),
        *((_("Tasks, when fulfilled"), name) for name in tasks),
    ]
