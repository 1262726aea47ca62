"""
Notation of Gang of Dice.

    stake 3            fix the number of dice
    reroll 5 5 boss    pick these up and throw them again; `reroll all`, `keep 4 3` do too
    stop               keep what lies there
    first B, card L03, dice 5 3 boss      what chance decides

A re-roll is several small actions, one for each face that shows: `again 2x5` picks up two 5s.
"""

import re

from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import HANDFUL, shows
from chancebox.engine.game import LETTERS, seat_letter
from chancebox.engine.notation import not_understood
from chancebox.engine.texts import mark, n_
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
)
from chancebox.games.gang_of_dice.rules.rounds import handful, is_first_face
from chancebox.games.gang_of_dice.text.names import Dice, dice_text, face_text

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
