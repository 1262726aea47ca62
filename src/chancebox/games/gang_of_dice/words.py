"""
Notation and sentences of Gang of Dice.

    stake 3            fix the number of dice
    reroll 5 5 boss    pick these up and throw them again; `reroll all`, `keep 4 3` do too
    stop               keep what lies there
    first B, card L03, dice 5 3 boss      what chance decides

A re-roll is several small actions, one for each face that shows: `again 2x5` picks up two 5s.
"""

import re

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import HANDFUL, shows
from chancebox.engine.game import LETTERS, seat_letter
from chancebox.engine.notation import not_understood
from chancebox.engine.texts import _, mark, n_
from chancebox.games.gang_of_dice import rules
from chancebox.games.gang_of_dice.box import Warning
from chancebox.games.gang_of_dice.rules import AGAIN, BOSS, FACES, FIRST_PLAYER, REVEAL, STAKE, STOP, Position


class Ending(endings.Ending):
    """Why a game ends."""

    ALL_ROUNDS = rules.ALL_ROUNDS, mark("all twelve rounds were played")
    LAST_ONE = rules.LAST_ONE, mark("one player alone was left")
    NOBODY_LEFT = rules.NOBODY_LEFT, mark("all who were left lost their last dice together")


PRINTED = ("boss",)
"""What notation and sentences call the sixth face, in every language."""

Dice = list[int]
"""How many dice show each face, Boss first."""


# Notation


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
    if s.step == STAKE or not rules.is_first_face(s):
        out = [0] * rules.MOST_CHOICES
        n = rules.choices(box.fields, s, seat, out)
        return [say(box, s, seat, action) for action in out[:n]]
    offered = ["stop", "reroll all"]
    dice = list(s.players[seat].dice)
    showing = [face for face in range(FACES) if dice[face]]
    if len(showing) > 1:
        offered += [f"reroll {dice_text(_only(face, dice[face]))}" for face in showing]
    return offered


def dice_text(dice: Dice) -> str:
    """Write dice from high to low: `5 5 3 boss`."""
    faces = [*range(FACES - 1, BOSS, -1), BOSS]
    return " ".join(face_text(face) for face in faces for _die in range(dice[face]))


def dice_words(dice: Dice) -> str:
    """Write dice for a sentence; many of them by how often each face shows: `4×5 7×3 2×boss`."""
    if sum(dice) <= 9:
        return dice_text(dice)
    faces = [*range(FACES - 1, BOSS, -1), BOSS]
    return " ".join(f"{dice[face]}×{face_text(face)}" for face in faces if dice[face])


def face_text(face: int) -> str:
    """Write a face."""
    return "boss" if face == BOSS else str(face)


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
    if verb not in ("reroll", "keep") or picked is None or not rules.is_first_face(s):
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
    if dice is None or sum(dice) not in (s.falling, rules.handful(s)):
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


# Sentences


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event; small actions are told together, by the last of them."""
    told = [_tell(box, before, seat, action, names)]
    if after.round != before.round or after.ended:
        told.append(_tell_round(box, before, after, names))
    return " ".join(part for part in told if part)


def _tell(box: Box, s: Position, seat: int, action: int, names: list[str]) -> str:
    who = names[s.player]
    if s.step == FIRST_PLAYER:
        return _("{who} begins.").format(who=names[action])
    if s.step == REVEAL:
        card = box.data.warning[action]
        return _("Round {n}. {fuse}: {condition}.").format(
            n=s.round, fuse=fuse_name(card), condition=condition(card)
        )
    if s.step == STAKE:
        return n_("{who} stakes {n} die.", "{who} stakes {n} dice.", action).format(who=who, n=action)
    if s.step == AGAIN:
        return _tell_again(box, s, action, who)
    return _tell_throw(box, s, action, who)


def _tell_again(box: Box, s: Position, action: int, who: str) -> str:
    dice = list(s.players[s.player].dice)
    if action == STOP:
        told = _("{who} stops at {total}.").format(who=who, total=rules.total(dice))
        return told + _tell_invalid(box, s, dice)
    if not rules.is_last_face(s):
        return ""
    picked = list(s.again)
    picked[s.asked] = action
    return _("{who} re-rolls {dice}.").format(who=who, dice=dice_words(picked))


def _tell_throw(box: Box, s: Position, outcome: int, who: str) -> str:
    thrown = [shows(outcome, face) for face in range(FACES)]
    if s.falling > sum(thrown):
        return _("{who} throws {dice} and more.").format(who=who, dice=dice_words(thrown))
    lying = list(s.players[s.player].dice)
    now = [a + b for a, b in zip(lying, thrown, strict=True)]
    if any(lying):
        text = _("{who} throws {dice}: now {all}, {total} in all.")
    else:
        text = _("{who} throws {dice}, {total} in all.")
    told = text.format(who=who, dice=dice_words(thrown), all=dice_words(now), total=rules.total(now))
    last = box.data.warning[s.warning].fuse == "explosion" or s.throws == rules.THROWS
    return told + _tell_invalid(box, s, now) if last else told


def _tell_invalid(box: Box, s: Position, dice: Dice) -> str:
    if not rules.meets(box.fields, s.warning, dice):
        return ""
    return " " + _("{fuse}! The result is invalid.").format(fuse=fuse_name(box.data.warning[s.warning]))


def _tell_round(box: Box, before: Position, after: Position, names: list[str]) -> str:
    """Tell who takes the round, who is out and how the game ends."""
    if before.step == FIRST_PLAYER:
        return ""
    told = []
    gains = [after.players[i].stock - before.players[i].stock for i in range(before.seats)]
    winner = max(range(before.seats), key=lambda i: gains[i])
    if gains[winner] > 0:
        text = _("{who} takes the round and {n} dice.")
        told.append(text.format(who=names[winner], n=gains[winner]))
    else:
        told.append(_("Nobody is valid: the dice stay in the centre."))
    for i in range(before.seats):
        if after.players[i].out and not before.players[i].out:
            told.append(_("{who} is eliminated.").format(who=names[i]))
    if after.ended:
        told.append(_("The game is over: {why}.").format(why=Ending(after.ended).why))
    return " ".join(told)


# Warnings


def fuse_name(card: Warning) -> str:
    """Name the fuse."""
    return _("Explosion") if card.fuse == "explosion" else _("Bomb")


def fuse_meaning(card: Warning) -> str:
    """Say when the condition counts."""
    return _("after every throw") if card.fuse == "explosion" else _("at the end of your turn")


def condition(card: Warning) -> str:
    """Say what must be avoided."""
    n = card.n
    if card.kind == "total":
        return _("a total of {n} or more").format(n=n)
    if card.kind == "run":
        return _("{n} or more consecutive values").format(n=n)
    if card.kind == "different":
        return _("{n} or more different values").format(n=n)
    if card.kind == "equal":
        return _("{n} or more dice with the same value").format(n=n)
    if card.kind == "odd":
        return n_("any odd value", "{n} or more dice with odd values", n).format(n=n)
    *most, last = (str(value) for value in sorted(card.values))
    values = _("{these} or {last}").format(these=", ".join(most), last=last) if most else last
    return n_("any {values}", "{n} or more dice showing {values}", n).format(n=n, values=values)
