"""How the log tells what happens in Gang of Dice."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import _, n_
from chancebox.games.gang_of_dice.text.happenings import (
    Began,
    Eliminated,
    Ending,
    Exploded,
    NobodyWon,
    PickedUp,
    Revealed,
    Staked,
    Stopped,
    Threw,
    WonRound,
)
from chancebox.games.gang_of_dice.text.names import condition, dice_words, fuse_name


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case Began(seat):
            return _("{who} begins.").format(who=names[seat])
        case Revealed(number, warning):
            card = box.data.warning[warning]
            return _("Round {n}. {fuse}: {condition}.").format(
                n=number, fuse=fuse_name(card), condition=condition(card)
            )
        case Staked(seat, dice):
            return n_("{who} stakes {n} die.", "{who} stakes {n} dice.", dice).format(who=names[seat], n=dice)
        case PickedUp(seat, picked):
            return _("{who} re-rolls {dice}.").format(who=names[seat], dice=dice_words(picked))
        case Threw():
            return _throw_sentence(happening, names[happening.seat])
        case Stopped(seat, result):
            return _("{who} stops at {total}.").format(who=names[seat], total=result)
        case Exploded(_seat, warning):
            fuse = fuse_name(box.data.warning[warning])
            return _("{fuse}! The result is invalid.").format(fuse=fuse)
        case WonRound(seat, worth):
            text = n_("{who} takes the round and {n} die.", "{who} takes the round and {n} dice.", worth)
            return text.format(who=names[seat], n=worth)
        case NobodyWon():
            return _("Nobody is valid: the dice stay in the centre.")
        case Eliminated(seat):
            return _("{who} is eliminated.").format(who=names[seat])
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return ""


def _throw_sentence(throw: Threw, who: str) -> str:
    dice = dice_words(throw.dice)
    if throw.falling:
        return _("{who} throws {dice} and more.").format(who=who, dice=dice)
    if not any(throw.lying):
        return _("{who} throws {dice}, {total} in all.").format(who=who, dice=dice, total=throw.total)
    now = tuple(a + b for a, b in zip(throw.lying, throw.dice, strict=True))
    return _("{who} throws {dice}: now {all}, {total} in all.").format(
        who=who, dice=dice, all=dice_words(now), total=throw.total
    )
