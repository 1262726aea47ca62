"""What Gang of Dice calls its dice and warnings."""

from collections.abc import Sequence

from chancebox.engine.game.texts import _, listed, n_
from chancebox.games.gang_of_dice.box import Warning
from chancebox.games.gang_of_dice.rules.records import BOSS, FACES

Dice = Sequence[int]
"""How many dice show each face, Boss first."""


def dice_text(dice: Dice) -> str:
    """Write dice from high to low: `5 5 3 boss`."""
    faces = [*range(FACES - 1, BOSS, -1), BOSS]
    return " ".join(face_text(face) for face in faces for _die in range(dice[face]))


def dice_words(dice: Dice) -> str:
    """Write dice for a sentence; many of them by how often each face shows: `4×5 7×3 2×Boss`."""
    faces = [*range(FACES - 1, BOSS, -1), BOSS]
    if sum(dice) <= 9:
        return " ".join(face_name(face) for face in faces for _die in range(dice[face]))
    return " ".join(f"{dice[face]}×{face_name(face)}" for face in faces if dice[face])


def face_text(face: int) -> str:
    """Write a face in notation."""
    return "boss" if face == BOSS else str(face)


def face_name(face: int) -> str:
    """Name a face to people."""
    return _("Boss") if face == BOSS else str(face)


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
    values = listed((str(value) for value in sorted(card.values)), "or")
    return n_("any {values}", "{n} or more dice showing {values}", n).format(n=n, values=values)


def warning_words(card: Warning) -> str:
    """Name a card by its fuse and its condition."""
    return _("{head}: {text}").format(head=fuse_name(card), text=condition(card))
