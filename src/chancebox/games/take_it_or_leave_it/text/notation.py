"""
Notation of Take it or Leave it.

    take w3            take a white 3; dice are w, b or r (white, black, red) and a number
    pass, stop         leave the round; after take-two: no second die
    play A25           play an action; `play A25 w3 b5` names the dice at once
    swap w3 b5, set b2 to 6, shift w3 to 5, pick w3, roll, throw b4, knock w1, knock none
    best               lay out the proposal
    lay T38 w2 w3, T23 b4 b5      lay out these tasks with these dice, and no others
    done               lay out nothing more
    discard T05, keep
    want 3 2           free mix: tasks and actions of the full hand
    first B, draw T05, white 1 1 4 6      what chance decides

Laying out is several small actions: `lay T38` opens a task, `put w3` lays a die on it, `enough`
closes a task that could take more. What has one answer only is not asked.
"""

import re
from collections.abc import Iterable
from itertools import permutations

from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.game import LETTERS, seat_letter
from chancebox.engine.notation import not_understood
from chancebox.engine.records import as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it import rules
from chancebox.games.take_it_or_leave_it.rules import actions as cards_played
from chancebox.games.take_it_or_leave_it.rules import laying
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    BEST,
    BLACK,
    COLOURS,
    DEAL,
    DISCARD,
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
    SCORE,
    SET,
    STOP,
    SWAP,
    TARGET,
    TASKS,
    THROW,
    THROW_BACK,
    TURN,
    WHITE,
    Player,
    Position,
    colour_of,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import fallen
from chancebox.games.take_it_or_leave_it.rules.tasks import is_list
from chancebox.games.take_it_or_leave_it.text.names import (
    COLOUR_LETTERS,
    COLOUR_WORDS,
    card_id,
    card_number,
    die_text,
    faces_text,
)

DIE = re.compile(r"([wbr])(?:hite|lack|ed)? ?([1-6])")

Steps = list[int]


# Notation


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if s.step == TURN:
        if action < KINDS:
            return f"take {die_text(action)}"
        return {PASS: "pass", STOP: "stop"}.get(action) or f"play {card_id(box, action)}"
    if s.step in (TARGET, KNOCK):
        return _say_target(box, s, action)
    if s.step == SCORE:
        if s.players[seat].laying:
            return "enough" if action == ENOUGH else f"put {die_text(action)}"
        return {DONE: "done", BEST: "best"}.get(action) or f"lay {card_id(box, action)}"
    if s.step == DISCARD:
        return "keep" if action == KEEP else f"discard {card_id(box, action)}"
    if s.step == ANNOUNCE:
        return f"want {action // (HAND + 1)} {action % (HAND + 1)}"
    if s.step == THROW:
        return f"{COLOUR_WORDS[fallen(s)]} {faces_text(action)}"
    return f"first {seat_letter(action)}" if s.step == FIRST_PLAYER else f"draw {card_id(box, action)}"


def read(box: Box, s: Position, seat: int, text: str) -> Steps:
    """Read an action, an outcome or a whole move as the actions it is made of."""
    verb, _space, rest = " ".join(text.lower().split()).partition(" ")
    if seat == CHANCE:
        actions = _read_outcome(box, s, verb, rest)
    elif s.step == TURN:
        actions = _read_turn(box, s, seat, verb, rest)
    elif s.step in (TARGET, KNOCK):
        actions = _read_target(box, s, verb, rest)
    elif s.step == SCORE:
        actions = _read_score(box, s, seat, verb, rest)
    else:
        actions = _read_secret(box, s, verb, rest)
    if actions is None:
        raise not_understood(text, _examples(box, s, seat))
    return actions


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer every choice: dice by colour, the proposal first."""
    offered = _choices(box, s, seat)
    if s.step == TURN:
        offered.sort(key=lambda action: colour_of(action) if action < KINDS else COLOURS)
    elif s.step == SCORE and not s.players[seat].laying:
        offered.sort(key=lambda action: action != BEST)
    elif s.step == ANNOUNCE:
        offered.reverse()  # many tasks first
    return [say(box, s, seat, action) for action in offered]


def _say_target(box: Box, s: Position, target: int) -> str:
    kind = cards_played.action_in_play(box.fields, s).kind
    if s.step == KNOCK:
        return "knock none" if target == ENOUGH else f"knock {die_text(target)}"
    if kind == REROLL_SOME:
        return "roll" if target == ENOUGH else f"pick {die_text(target)}"
    if kind == THROW_BACK:
        return f"throw {die_text(target)}"
    one, other = target // FACES, target % FACES
    if kind == SWAP:
        return f"swap {_die(WHITE, one)} {_die(BLACK, other)}"
    colour = cards_played.action_in_play(box.fields, s).colour
    return f"{'set' if kind == SET else 'shift'} {_die(colour, one)} to {other + 1}"


def _die(colour: int, value: int) -> str:
    return die_text(COLOURS * value + colour)


# Reading


def _read_turn(box: Box, s: Position, seat: int, verb: str, rest: str) -> Steps | None:
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
    if card not in _choices(box, s, seat):
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


def _read_target(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
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


def _read_score(box: Box, s: Position, seat: int, verb: str, rest: str) -> Steps | None:
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
        if not asked or task not in _choices(box, now, seat):
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
        if step != ENOUGH and not laying.dice_to_lay(box.fields, player) >> step & 1:
            return None
        steps.append(step)
        more = laying.lay_out(box.fields, player, step)
    laid = player.laid[player.opened - 1]
    return steps if all(laid[kind] == dice.count(kind) for kind in range(KINDS)) else None


def _read_secret(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
    """Read what all decide at the same time after the scoring."""
    if s.step == ANNOUNCE:
        numbers = re.fullmatch(rf"([0-{HAND}]) ([0-{HAND}])", rest)
        return [int(numbers[1]) * (HAND + 1) + int(numbers[2])] if numbers and verb == "want" else None
    if verb == "keep" and not rest:
        return [KEEP]
    card = card_number(box, rest.upper()) if verb == "discard" else None
    return None if card is None else [card]


def _read_outcome(box: Box, s: Position, verb: str, rest: str) -> Steps | None:
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


def _examples(box: Box, s: Position, seat: int) -> list[str]:
    if seat == CHANCE:
        if s.step == THROW:
            colour = fallen(s)
            return [" ".join([COLOUR_WORDS[colour], *["1"] * s.falling[colour]])]
        return ["first A"] if s.step == FIRST_PLAYER else ["draw T01" if s.drawing == 0 else "draw A01"]
    offered = moves(box, s, seat)
    return offered if len(offered) <= 4 else [*offered[:2], *offered[-2:]]


def _choices(box: Box, s: Position, seat: int) -> Steps:
    out = [0] * rules.MOST_CHOICES
    return out[: rules.choices(box.fields, s, seat, out)]


def _copy(s: Position) -> Position:
    copied: Position = of_bytes(Position, as_bytes(s))
    return copied
