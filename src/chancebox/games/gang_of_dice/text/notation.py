"""
Notation of Gang of Dice.

    stake 3            fix the number of dice
    reroll 5 5 boss    pick these up and throw them again; `reroll all`, `keep 4 3` do too
    stop               keep what lies there
    first B, card L03, dice 5 3 boss      what chance decides

A re-roll is several small actions, one for each face that shows: `again 2x5` picks up two 5s.
"""

import re

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, mark, n_
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import HANDFUL, shows
from chancebox.games.gang_of_dice import rules
from chancebox.games.gang_of_dice.rules.records import (
    AGAIN,
    BOSS,
    FACES,
    FIRST_PLAYER,
    REVEAL,
    STAKE,
    STOP,
    Position,
    total,
)
from chancebox.games.gang_of_dice.rules.rounds import handful, is_first_face
from chancebox.games.gang_of_dice.rules.warnings import meets
from chancebox.games.gang_of_dice.text.names import (
    Dice,
    dice_text,
    dice_words,
    face_name,
    face_text,
    warning_words,
)

NAMES = {"boss": mark("Boss")}


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if s.step == STAKE:
        return f"stake {action}"
    if s.step == AGAIN:
        return "stop" if action == STOP else f"again {action}x{face_text(s.asked)}"
    if s.step == FIRST_PLAYER:
        return f"first {seat_letter(action)}"
    if s.step == REVEAL:
        return f"card {box.data.warning[action].id}"
    return f"dice {dice_text([shows(action, face) for face in range(FACES)])}"


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read an action, an outcome or a whole move as the actions it is made of."""
    verb, _space, rest = " ".join(text.lower().split()).partition(" ")
    if seat == CHANCE:
        actions = _read_outcome(box, s, verb, rest)
    elif s.step == STAKE:
        actions = _read_stake(verb, rest)
    else:
        actions = _read_again(s, verb, rest)
    if actions is None:
        raise not_understood(text, _examples(s))
    return actions


def words(box: Box, s: Position, seat: int, move: str) -> str:
    """Describe a move as people would: `keep all dice showing 5` for `again 0x5`; of chance, what came up."""
    actions = read(box, s, seat, move)
    if seat == CHANCE:
        return _outcome_words(box, s, actions)
    if s.step == STAKE:
        return n_("stake {n} die", "stake {n} dice", actions[0]).format(n=actions[0])
    there = list(s.players[s.player].dice)
    if actions == [STOP]:
        if meets(box.fields, s.warning, s.players[s.player].dice):
            return _("stop with an invalid result")
        return _("stop at {total}").format(total=total(s.players[s.player].dice))
    if move.startswith("again"):
        return _part_words(s.asked, actions[0], there[s.asked])
    showing = [face for face in range(FACES) if there[face]]
    picked = dict(zip(showing, actions, strict=True))
    if all(picked[face] == there[face] for face in showing):
        return _("throw all dice again")
    if sum(n > 0 for n in actions) == 1:
        face = max(showing, key=picked.__getitem__)
        return _part_words(face, picked[face], there[face])
    dice = dice_words([picked.get(face, 0) for face in range(FACES)])
    return _("throw these dice again: {dice}").format(dice=dice)


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer every stake; or to stop, to re-roll all, or all of one face."""
    if s.step == STAKE or not is_first_face(s):
        out = [0] * rules.MOST_CHOICES
        n = rules.choices(box.fields, s, seat, out)
        return [say(box, s, seat, action) for action in out[:n]]
    offered = ["stop", "reroll all"]
    dice = list(s.players[seat].dice)
    showing = [face for face in range(FACES) if dice[face]]
    if len(showing) > 1:
        offered += [f"reroll {dice_text(_only(face, dice[face]))}" for face in showing]
    return offered


def _part_words(face: int, picked: int, there: int) -> str:
    """Say what becomes of the dice that show one face."""
    if not picked:
        text = n_("keep the die showing {face}", "keep all dice showing {face}", there)
    elif picked == there:
        text = n_("throw the die showing {face} again", "throw all dice showing {face} again", there)
    else:
        text = n_(
            "throw one of the dice showing {face} again",
            "throw {n} of the dice showing {face} again",
            picked,
        )
    return text.format(n=picked, face=face_name(face))


def _outcome_words(box: Box, s: Position, outcome: list[int]) -> str:
    if s.step == FIRST_PLAYER:
        return _("{who} begins").format(who=seat_letter(outcome[0]))
    if s.step == REVEAL:
        return warning_words(box.data.warning[outcome[0]])
    return dice_words([sum(shows(throw, face) for throw in outcome) for face in range(FACES)])


def _read_stake(verb: str, rest: str) -> list[int] | None:
    number = rest if verb == "stake" else verb if not rest else ""
    return [int(number)] if re.fullmatch(r"\d{1,3}", number) else None


def _read_again(s: Position, verb: str, rest: str) -> list[int] | None:
    if verb == "stop" and not rest:
        return [STOP]
    if verb == "again":
        one = re.fullmatch(r"(\d{1,2})x([1-5]|boss)", rest)
        return [int(one[1])] if one and one[2] == face_text(s.asked) else None
    there = list(s.players[s.player].dice)
    picked = there if rest == "all" else _read_dice(rest)
    if verb not in ("reroll", "keep") or picked is None or not is_first_face(s):
        return None
    if verb == "keep":
        picked = [have - kept for have, kept in zip(there, picked, strict=True)]
    if any(picked[face] not in range(there[face] + 1) for face in range(FACES)):
        return None
    if not any(picked):
        return [STOP]
    return [picked[face] for face in range(FACES) if there[face]]


def _read_outcome(box: Box, s: Position, verb: str, rest: str) -> list[int] | None:
    if s.step == FIRST_PLAYER:
        letter = rest.upper()
        return [LETTERS.index(letter)] if verb == "first" and len(letter) == 1 and letter in LETTERS else None
    if s.step == REVEAL:
        ids = [card.id for card in box.data.warning]
        return [ids.index(rest.upper())] if verb == "card" and rest.upper() in ids else None
    dice = _read_dice(rest if verb == "dice" else f"{verb} {rest}")
    if dice is None or sum(dice) not in (s.falling, handful(s)):
        return None
    return _handfuls(dice)


def _handfuls(dice: Dice) -> list[int]:
    """Split a large throw into the handfuls that chance deals one by one."""
    single = [face for face in range(FACES) for _die in range(dice[face])]
    parts = [single[i : i + HANDFUL] for i in range(0, len(single), HANDFUL)]
    return [sum(1 << (4 * face) for face in part) for part in parts]


def _read_dice(text: str) -> Dice | None:
    words = text.split()
    if not words or not all(word in ("1", "2", "3", "4", "5", "boss", "b") for word in words):
        return None
    faces = [BOSS if word in ("boss", "b") else int(word) for word in words]
    return [faces.count(face) for face in range(FACES)]


def _only(face: int, n: int) -> Dice:
    return [n if f == face else 0 for f in range(FACES)]


def _examples(s: Position) -> str:
    there = list(s.players[s.player].dice)
    examples = {
        FIRST_PLAYER: "first A",
        REVEAL: "card L01",
        STAKE: "stake 3",
        AGAIN: f"stop, reroll {dice_text(there).split()[-1]}, keep {dice_text(there).split()[0]}"
        if any(there)
        else "",
    }
    dice = n_("{n} face, 1 to 5 or boss", "{n} faces, each 1 to 5 or boss", s.falling)
    return examples.get(s.step) or dice.format(n=s.falling)
