"""What one seat sees of Take it or Leave it."""

from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import remembered
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it.rules import proposal, scoring
from chancebox.games.take_it_or_leave_it.rules.actions import action_in_play
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ANNOUNCE,
    DISCARD,
    KINDS,
    KNOCK,
    PLAYED,
    SCORE,
    SCORED,
    TAKE_TWO,
    TARGET,
    TASK,
    TASKS,
    THROW,
    TURN,
    Player,
    Position,
    cards_held,
    colour_of,
    pips,
)
from chancebox.games.take_it_or_leave_it.text.names import (
    COLOUR_WORDS,
    action_text,
    card_id,
    sorted_dice,
    task_text,
)
from chancebox.games.take_it_or_leave_it.view import offers
from chancebox.games.take_it_or_leave_it.view.near import near

STEPS = ("first", "announce", "deal", "throw", "turn", "target", "knock", "score", "discard")


def view(box: Box, s: Position, viewer: int) -> dict[str, Any]:
    """Return the table as plain data; hands and face-down cards stay secret (TL-R17)."""
    over = bool(s.ended)
    in_turn = s.step in (THROW, TURN, TARGET, KNOCK) and not over
    proposed = _proposed(box, s, viewer)
    places = list(s.place)
    return {
        "step": "over" if over else STEPS[s.step],
        "round": s.round,
        "rounds": box.fields.rounds[s.seats],
        "first": s.first,
        "player": s.player if in_turn else None,
        "tray": _dice(tuple(s.tray)),
        "falling": {word: s.falling[colour] for colour, word in enumerate(COLOUR_WORDS)},
        "action": _card(box, s.action) if in_turn and s.action else None,
        "second_die": bool(in_turn and s.took and action_in_play(box.fields, s).kind == TAKE_TWO),
        "piles": {"tasks": s.pile[TASK], "actions": s.pile[ACTION]},
        "discards": {"tasks": _thrown(s, TASK), "actions": _thrown(s, ACTION)},
        "played": [_card(box, card) for card, place in enumerate(places) if place == PLAYED],
        "players": [_player(box, s, seat, viewer, places) for seat in range(s.seats)],
        "hand": _hand(box, s, viewer, proposed) if viewer < s.seats else None,
        "proposal": _proposal(box, proposed) if proposed else None,
        "mix": offers.mix(box, s, viewer) if s.step == ANNOUNCE and s.pending >> viewer & 1 else None,
        "best": _best(box, s),
        "leader": _leader(s) if s.open_totals and not over else None,
    }


def _player(box: Box, s: Position, seat: int, viewer: int, places: list[int]) -> dict[str, Any]:
    player: Player = s.players[seat]
    seen = seat == viewer or bool(s.open_totals) or bool(s.ended)
    return {
        "dice": _dice(tuple(player.dice)),
        "passed": bool(player.passed),
        "decided": s.step in (SCORE, DISCARD, ANNOUNCE) and not s.pending >> seat & 1 and not s.ended,
        "chips": player.chips,
        "tasks": player.held[TASK],
        "actions": player.held[ACTION],
        "scored": places[:TASKS].count(SCORED + seat),
        "points": player.points if seen else None,
        "fulfilled": _laid(box, player),
        "unused": _unused(player) if s.step in (SCORE, DISCARD) else [],
        "made": _made(box, player) if s.step == DISCARD or s.ended else 0,
    }


def _made(box: Box, player: Player) -> int:
    """Return what a player made of the dice of this round: points less chips."""
    points: int = sum(box.fields.tasks[player.fulfilled[row]].points for row in range(player.opened))
    return points - scoring.chips_due(player)


def _best(box: Box, s: Position) -> list[int]:
    """List the seats that made the most of their dice, if anybody gained, once all have laid out."""
    if s.step != DISCARD and not s.ended:
        return []
    made = [_made(box, s.players[seat]) for seat in range(s.seats)]
    return [seat for seat in range(s.seats) if made[seat] == max(made) > 0]


def _leader(s: Position) -> dict[str, Any]:
    """Return who has the most points less chips, where everybody's points lie open."""
    totals = [s.players[seat].points - s.players[seat].chips for seat in range(s.seats)]
    return {"seats": [seat for seat in range(s.seats) if totals[seat] == max(totals)], "total": max(totals)}


def _hand(box: Box, s: Position, viewer: int, proposed: Player | None) -> list[dict[str, Any]]:
    """List the own cards: tasks with how near the own dice come to them, actions with what they may do."""
    player: Player = proposed or s.players[viewer]
    in_turn = s.step == TURN and s.pending >> viewer & 1
    # While dice are taken they may serve any task; later only the one they were laid on.
    dice = list(player.dice) if s.step in (THROW, TURN, TARGET, KNOCK) else [0] * KINDS
    lying = {player.fulfilled[row]: list(player.laid[row]) for row in range(player.opened)}
    hand = []
    for i in range(cards_held(player.held)):
        card = player.hand[i]
        if card >= TASKS:
            hand.append(_card(box, card) | {"aims": offers.aims(box, s, card) if in_turn else None})
        else:
            task = _task(box, card, tuple(lying.get(card, dice)))
            hand.append(task | offers.places(box, card, player) if proposed else task)
    return hand


@remembered
def _task(box: Box, task: int, dice: tuple[int, ...]) -> dict[str, Any]:
    """Return a task with how near these dice come to it."""
    return _card(box, task) | near(box.data.task[task], list(dice))


@remembered
def _card(box: Box, card: int) -> dict[str, Any]:
    if card < TASKS:
        task = box.data.task[card]
        return {
            "id": task.id,
            "kind": task.kind,
            "points": task.points,
            "text": task_text(task),
            "dice": list(task.dice),
            "colour": task.colour,
            "count": task.count,
            "n": task.n,
        }
    action = box.data.action[card - TASKS]
    return {
        "id": card_id(box, card),
        "kind": action.kind,
        "points": None,
        "text": action_text(action),
        "colour": action.colour,
        "chips": action.chips,
        "most": action.most,
    }


def _thrown(s: Position, kind: int) -> int:
    """Count the cards that lie face down on the discards."""
    return sum(s.players[seat].thrown[kind] for seat in range(s.seats))


def _proposal(box: Box, player: Player) -> dict[str, Any]:
    """Show the best way to lay out, to whoever is asked for it (TL-R11)."""
    tasks = _laid(box, player)
    return {
        "tasks": tasks,
        "unused": _unused(player),
        "points": sum(task["points"] for task in tasks),
        "chips": scoring.chips_due(player),
        "costs": offers.costs(),
    }


def _proposed(box: Box, s: Position, viewer: int) -> Player | None:
    """Lay the proposal out on a copy of the table, if the viewer is asked and has laid nothing yet."""
    if s.step != SCORE or viewer >= s.seats or not s.pending >> viewer & 1 or s.players[viewer].opened:
        return None
    now: Position = of_bytes(Position, as_bytes(s))
    proposal.propose(box.fields, now.players[viewer])
    return now.players[viewer]


def _laid(box: Box, player: Player) -> list[dict[str, Any]]:
    """List the tasks laid out in this round with the dice on them."""
    return [
        {**_card(box, player.fulfilled[row]), "laid": _dice(tuple(player.laid[row]))}
        for row in range(player.opened)
    ]


def _unused(player: Player) -> list[list[Any]]:
    free = list(player.dice)
    for row in range(player.opened):
        free = [have - laid for have, laid in zip(free, player.laid[row], strict=True)]
    return _dice(tuple(free))


@remembered
def _dice(dice: tuple[int, ...]) -> list[list[Any]]:
    """List dice one by one, by colour and then by value: `["white", 3]`."""
    return [[COLOUR_WORDS[colour_of(kind)], pips(kind)] for kind in sorted_dice(list(dice))]
