"""
Take it or Leave it: how moves in notation are read as the actions they are made of.

Each function returns None if a text says nothing at this moment.
"""

import re
from collections.abc import Iterable
from itertools import permutations

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import LETTERS
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it import rules
from chancebox.games.take_it_or_leave_it.rules import actions as cards_played
from chancebox.games.take_it_or_leave_it.rules import laying
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    BEST,
    BLACK,
    COLOURS,
    DEAL,
    DONE,
    ENOUGH,
    FACES,
    FIRST_PLAYER,
    HAND,
    KEEP,
    KINDS,
    KNOCK,
    PASS,
    REROLL_SOME,
    SET,
    STOP,
    SWAP,
    TARGET,
    TASKS,
    THROW_BACK,
    WHITE,
    Player,
    Position,
    colour_of,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import fallen
from chancebox.games.take_it_or_leave_it.rules.tasks import is_list, packed
from chancebox.games.take_it_or_leave_it.text.names import COLOUR_LETTERS, COLOUR_WORDS, card_number

DIE = re.compile(r"([wbr])(?:hite|lack|ed)? ?([1-6])")

Steps = list[int]


def read_turn(box: Box, s: Position, seat: int, verb: str, rest: str) -> Steps | None:
    """Read a die to take, a pass, or an action with the dice it is played on."""
    if not rest and verb in ("pass", "stop"):
        return [PASS if verb == "pass" else STOP]
    if verb == "play":
        name, _space, dice = rest.partition(" ")
        card = card_number(box, name.upper())
        if card is None or card < TASKS:
            return None
        return _read_play(box, s, seat, card, dice) if dice else [card]
    taken = _read_dice(rest if verb == "take" else f"{verb} {rest}")
    return taken if taken and len(taken) == 1 else None


def _read_play(box: Box, s: Position, seat: int, card: int, text: str) -> Steps | None:
    """Read an action with its targets; those that the game would choose by itself are only checked."""
    if card not in offered(box, s, seat):
        return [card]
    asked, checked = _copy(s), _copy(s)
    rules.play(box.fields, asked, seat, card)
    cards_played.aim(checked, card)
    targets = _targets(box, checked, text)
    if targets is None:
        return None
    steps = [card]
    for target in targets:
        if checked.step not in (TARGET, KNOCK) or not cards_played.targets(box.fields, checked) >> target & 1:
            return None
        awaited = asked.step == checked.step and asked.picked == checked.picked and asked.pending >> seat & 1
        cards_played.hit(box.fields, checked, target)
        if awaited:
            steps.append(target)
            rules.play(box.fields, asked, seat, target)
    return steps


def _targets(box: Box, s: Position, text: str) -> Steps | None:
    """Read the dice that an action is played on."""
    action = cards_played.action_in_play(box.fields, s)
    if action.kind in (REROLL_SOME, THROW_BACK):
        dice = _read_dice(text)
        if dice is None or action.kind == THROW_BACK:
            return dice
        return [*sorted(dice), *[ENOUGH] * (len(dice) < action.most)]
    one = _pair(action.kind, action.colour, text)
    return None if one is None else [one]


def _pair(kind: int, colour: int, text: str) -> int | None:
    """Read two dice to swap, or a die and its new value."""
    if kind == SWAP:
        dice = _read_dice(text)
        if dice is None or sorted(colour_of(die) for die in dice) != [WHITE, BLACK]:
            return None
        white, black = sorted(dice, key=colour_of)
        return (pips(white) - 1) * FACES + pips(black) - 1
    found = re.fullmatch(rf"{DIE.pattern} (?:to )?([1-6])", text)
    if not found or COLOUR_LETTERS.index(found[1]) != colour:
        return None
    return (int(found[2]) - 1) * FACES + int(found[3]) - 1


def read_target(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
    """Read what an action in play is aimed at."""
    action = cards_played.action_in_play(box.fields, s)
    dice = _read_dice(rest)
    if s.step == KNOCK:
        if verb == "knock" and rest == "none":
            return [ENOUGH]
        return dice if verb == "knock" and dice and len(dice) == 1 else None
    if action.kind == REROLL_SOME:
        if verb == "roll" and not rest:
            return [ENOUGH]
        return dice if verb == "pick" and dice and len(dice) == 1 else None
    if action.kind == THROW_BACK:
        return dice if verb == "throw" and dice and len(dice) == 1 else None
    wanted = {SWAP: "swap", SET: "set"}.get(action.kind, "shift")
    one = _pair(action.kind, action.colour, rest) if verb == wanted else None
    return None if one is None else [one]


def read_score(box: Box, s: Position, seat: int, verb: str, rest: str) -> Steps | None:
    """Read tasks to lay out, with their dice, or a small step of that."""
    if s.players[seat].laying:
        dice = _read_dice(rest)
        if verb == "enough" and not rest:
            return [ENOUGH]
        return dice if verb == "put" and dice and len(dice) == 1 else None
    if not rest and verb in ("best", "done"):
        return [BEST if verb == "best" else DONE]
    if verb != "lay":
        return None
    wanted: dict[int, Steps] = {}
    for part in rest.split(","):
        name, _space, text = part.strip().partition(" ")
        task = card_number(box, name.upper())
        dice = _read_dice(text) if text else []
        if task is None or task >= TASKS or task in wanted or dice is None:
            return None
        wanted[task] = dice
    if len(wanted) == 1 and not any(wanted.values()):
        return list(wanted)
    return _lay(box, s, seat, wanted)


def _lay(box: Box, s: Position, seat: int, wanted: dict[int, Steps]) -> Steps | None:
    """Turn whole tasks with their dice into small actions."""
    now = _copy(s)
    steps: Steps = []
    asked = True
    for task in sorted(wanted):
        if not asked or task not in offered(box, now, seat):
            return None
        put = _put(box, now, seat, task, wanted[task])
        if put is None:
            return None
        for step in put:
            asked = laying.lay_out(box.fields, now.players[seat], step)
        steps += put
    return [*steps, DONE] if asked else steps


def _put(box: Box, s: Position, seat: int, task: int, dice: Steps) -> Steps | None:
    """Find the small actions after which exactly these dice lie on a task."""
    card = box.fields.tasks[task]
    # Dice are laid in order; only the slots of a list may want them otherwise, and these are few.
    orders: Iterable[tuple[int, ...]] = [tuple(sorted(dice))]
    if is_list(card.kind):
        orders = sorted(set(permutations(dice))) if len(dice) == card.count else []
    for order in orders:
        steps = _put_in_order(box, _copy(s).players[seat], task, order)
        if steps is not None:
            return steps
    return None


def _put_in_order(box: Box, player: Player, task: int, dice: tuple[int, ...]) -> Steps | None:
    """Lay these dice one by one, in this order; dice that the game lays by itself are only checked."""
    steps = [task]
    more = laying.lay_out(box.fields, player, task)
    while more and player.laying:
        step = dice[player.lying] if player.lying < len(dice) else ENOUGH
        if step == ENOUGH and not laying.is_enough(box.fields, player):
            return None
        if step != ENOUGH and not laying.dice_to_lay(box.fields, player, packed(player), KINDS) >> step & 1:
            return None
        steps.append(step)
        more = laying.lay_out(box.fields, player, step)
    laid = player.laid[player.opened - 1]
    return steps if all(laid[kind] == dice.count(kind) for kind in range(KINDS)) else None


def read_secret(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
    """Read what all decide at the same time after the scoring."""
    if s.step == ANNOUNCE:
        numbers = re.fullmatch(rf"([0-{HAND}]) ([0-{HAND}])", rest)
        return [int(numbers[1]) * (HAND + 1) + int(numbers[2])] if numbers and verb == "want" else None
    if verb == "keep" and not rest:
        return [KEEP]
    card = card_number(box, rest.upper()) if verb == "discard" else None
    return None if card is None else [card]


def read_outcome(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
    """Read what chance decides."""
    if s.step == FIRST_PLAYER:
        letter = rest.upper()
        return [LETTERS.index(letter)] if verb == "first" and len(letter) == 1 and letter in LETTERS else None
    if s.step == DEAL:
        card = card_number(box, rest.upper()) if verb == "draw" else None
        return None if card is None else [card]
    colour = fallen(s)
    values = (rest if verb == COLOUR_WORDS[colour] else f"{verb} {rest}").split()
    if len(values) != s.falling[colour] or any(value not in list("123456") for value in values):
        return None
    return [sum(1 << 4 * (int(value) - 1) for value in values)]


def _read_dice(text: str) -> Steps | None:
    """Read dice as their kinds: `w3 b5`, `white 3`."""
    text = text.strip()
    if not text or not re.fullmatch(rf"{DIE.pattern}(?: {DIE.pattern})*", text):
        return None
    return [COLOURS * (int(value) - 1) + COLOUR_LETTERS.index(letter) for letter, value in DIE.findall(text)]


def offered(box: Box, s: Position, seat: int) -> Steps:
    """List what a seat may do now."""
    out = [0] * rules.MOST_CHOICES
    return out[: rules.choices(box.fields, s, seat, out)]


def _copy(s: Position) -> Position:
    copied: Position = of_bytes(Position, as_bytes(s))
    return copied
