"""
What the page offers to whoever is asked: where a tap may go, and what it would lead to.

The page knows no rules. For an action it learns which dice it may be aimed at; for the scoring, which
dice fit a place, from which total to which a task is fulfilled, and what a die costs.
"""

from functools import cache
from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it import rules
from chancebox.games.take_it_or_leave_it.rules.actions import aim, can_play, targets
from chancebox.games.take_it_or_leave_it.rules.records import (
    BLACK,
    COLOURS,
    FACES,
    HAND,
    KINDS,
    REROLL,
    REROLL_SOME,
    SWAP,
    TAKE_TWO,
    TASK,
    TASKS,
    THROW_BACK,
    TURN,
    WHITE,
    Player,
    Position,
)
from chancebox.games.take_it_or_leave_it.rules.scoring import die_chips
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    all_pips,
    can_finish,
    is_list,
    packed_row,
    place_of,
)
from chancebox.games.take_it_or_leave_it.text.names import BY_COLOUR, die_text


def aims(box: Box, s: Position, card: int) -> dict[str, Any] | None:
    """
    Return what an action may be aimed at, for the player whose turn it is; nothing if it cannot be played.

    Dice come in groups: from each at most so many, in all at least so many; from the own dice or from
    the tray. `to` has the numbers to which a die may be turned. Without groups there is no choice.
    """
    if s.step != TURN or s.action or s.took or not can_play(box.fields, s, card):
        return None
    action = box.fields.actions[card - TASKS]
    told: dict[str, Any] = {"groups": [], "most": 1, "least": 1, "own": action.kind == THROW_BACK, "to": {}}
    if action.kind in (REROLL, TAKE_TWO):
        return told
    now: Position = of_bytes(Position, as_bytes(s))
    aim(now, card)
    marked = targets(box.fields, now)
    if action.kind in (REROLL_SOME, THROW_BACK):
        told["groups"] = [[die_text(kind) for kind in BY_COLOUR if marked >> kind & 1]]
        told["most"] = action.most or 1
        return told
    pairs = [divmod(target, FACES) for target in range(FACES * FACES) if marked >> target & 1]
    if action.kind == SWAP:
        told["groups"] = [
            [die_text(COLOURS * value + colour) for value in sorted({pair[colour] for pair in pairs})]
            for colour in (WHITE, BLACK)
        ]
        told["least"] = 2
    else:
        for value, new in pairs:
            told["to"].setdefault(die_text(COLOURS * value + action.colour), []).append(new + 1)
        told["groups"] = [list(told["to"])]
    return told


def places(box: Box, task: int, player: Player) -> dict[str, Any]:
    """Return which of a player's dice fit each place of a task, and which totals fulfil it."""
    card = box.fields.tasks[task]
    own = [kind for kind in BY_COLOUR if player.dice[kind]]
    totals = [
        total
        for total in range(all_pips(packed_row(player.dice)) + 1)
        if can_finish(box.fields, task, card.count, total, 0, 0)
    ]
    # Only the places of a list differ; a task for a total has one that takes as many as there are.
    slots = [card.fits[i if is_list(card.kind) else 0] for i in range(card.count or 1)]
    return {
        "fits": [[die_text(kind) for kind in own if fits >> place_of(kind) & 1] for fits in slots],
        "least": min(totals, default=1),
        "most": max(totals, default=0),
    }


@cache
def costs() -> dict[str, list[int]]:
    """Return what each kind of die costs on a task, and what it costs unused (TL-17, TL-18)."""
    return {die_text(kind): [die_chips(kind, True), die_chips(kind, False)] for kind in range(KINDS)}


def mix(box: Box, s: Position, seat: int) -> dict[str, int]:
    """Propose a mix of cards: as many as can be, near to the usual hand."""
    out = [0] * rules.MOST_CHOICES
    offered = [divmod(wish, HAND + 1) for wish in out[: rules.choices(box.fields, s, seat, out)]]
    usual = box.fields.hand[TASK]
    tasks, actions = max(offered, key=lambda wish: (sum(wish), -abs(wish[0] - usual), wish))
    return {"tasks": tasks, "actions": actions}
