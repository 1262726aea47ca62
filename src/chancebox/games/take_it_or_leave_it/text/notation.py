"""
Notation of Take it or Leave it; `reading` reads it.

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

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import seat_letter
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, listed, mark
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.take_it_or_leave_it.rules import actions as cards_played
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    BEST,
    BLACK,
    COLOURS,
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
    TASK,
    THROW,
    THROW_BACK,
    TURN,
    WHITE,
    Position,
    colour_of,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import fallen
from chancebox.games.take_it_or_leave_it.text.names import (
    COLOUR_WORDS,
    actions_text,
    card_id,
    card_number,
    card_text,
    die_name,
    die_text,
    faces_text,
    tasks_text,
)
from chancebox.games.take_it_or_leave_it.text.reading import (
    Steps,
    offered,
    read_outcome,
    read_score,
    read_secret,
    read_target,
    read_turn,
)

NAMES = {"white": mark("White"), "black": mark("Black"), "red": mark("Red")}


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
        actions = read_outcome(box, s, verb, rest)
    elif s.step == TURN:
        actions = read_turn(box, s, seat, verb, rest)
    elif s.step in (TARGET, KNOCK):
        actions = read_target(box, s, verb, rest)
    elif s.step == SCORE:
        actions = read_score(box, s, seat, verb, rest)
    else:
        actions = read_secret(box, s, verb, rest)
    if actions is None:
        raise not_understood(text, _examples(box, s, seat))
    return actions


def words(box: Box, s: Position, seat: int, move: str) -> str:
    """Describe a move as people would: `take white 3` for `take w3`, an action or a task by what it says."""
    verb, _space, rest = move.partition(" ")
    plain = {
        "pass": _("pass: leave the round"),
        "stop": _("take no second die"),
        "roll": _("throw what you picked up"),
        "best": _("lay out in the best way"),
        "done": _("lay out nothing more"),
        "enough": _("lay no more dice on it"),
        "keep": _("keep all cards"),
    }
    if not rest:
        return plain.get(verb, move)
    if move == "knock none":
        return _("knock no die")
    texts = {
        "take": _("take {named}"),
        "play": _("play the action “{named}”"),
        "swap": _("swap the numbers of {named}"),
        "set": _("set {named}"),
        "shift": _("turn {named}"),
        "pick": _("pick up {named}"),
        "throw": _("throw {named} back"),
        "knock": _("knock {named}"),
        "lay": _("lay out “{named}”"),
        "put": _("lay {named} on it"),
        "discard": _("discard “{named}”"),
        "want": _("want {named}"),
    }
    return texts.get(verb, "{named}").format(named=_named(box, verb, rest))


def _named(box: Box, verb: str, rest: str) -> str:
    """Name the cards and dice of a move; those that an action or a task is given come after it."""
    if verb == "want":
        tasks, actions = rest.split()
        return _("{tasks} and {actions}").format(
            tasks=tasks_text(int(tasks)), actions=actions_text(int(actions))
        )
    if " to " in rest:
        die, number = rest.split(" to ")[-2:]
        return _("{die} to {number}").format(die=die_name(die.split()[-1]), number=number)
    parts = [card_number(box, part) for part in rest.split()]
    if parts[0] is not None:
        return card_text(box, parts[0])
    return listed((die_name(part) for part in rest.split()), "and")


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer every choice: dice by colour, the proposal first."""
    found = offered(box, s, seat)
    if s.step == TURN:
        found.sort(key=lambda action: colour_of(action) if action < KINDS else COLOURS)
    elif s.step == SCORE and not s.players[seat].laying:
        found.sort(key=lambda action: action != BEST)
    elif s.step == ANNOUNCE:
        found.reverse()  # many tasks first
    return [say(box, s, seat, action) for action in found]


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


def _examples(box: Box, s: Position, seat: int) -> list[str]:
    if seat == CHANCE:
        if s.step == THROW:
            colour = fallen(s)
            return [" ".join([COLOUR_WORDS[colour], *["1"] * s.falling[colour]])]
        return ["first A"] if s.step == FIRST_PLAYER else ["draw T01" if s.drawing == TASK else "draw A01"]
    found = moves(box, s, seat)
    return found if len(found) <= 4 else [*found[:2], *found[-2:]]
