"""How the log tells what happens in Second Chance."""

from chancebox.engine.boxes import Box
from chancebox.engine.happenings import Ended, Happening
from chancebox.engine.texts import _, n_
from chancebox.games.second_chance.rules.records import SOLO_GAMES
from chancebox.games.second_chance.text.happenings import (
    AllDrew,
    BeganGame,
    DealtStart,
    Eliminated,
    EndedGame,
    Ending,
    FilledGrid,
    GotSecondChance,
    HasDrawn,
    NeitherFits,
    Placed,
    Revealed,
    WroteOne,
)
from chancebox.games.second_chance.text.names import one_text, placement_text, shape_words


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case BeganGame(game):
            return _("Game {n} of {games}.").format(n=game, games=SOLO_GAMES)
        case DealtStart(seat, shape):
            return _("{who} gets the start shape {shape}.").format(
                who=names[seat], shape=shape_words(box, shape)
            )
        case Revealed(round, (one, other)):
            return _("Round {n}: {one} or {other}.").format(
                n=round, one=shape_words(box, one), other=shape_words(box, other)
            )
        case NeitherFits(seats):
            return _("Neither fits for {names}.").format(names=", ".join(names[seat] for seat in seats))
        case HasDrawn(seat):
            return _("{who} has drawn.").format(who=names[seat])
        case Placed() | WroteOne():
            return _("{who} draws: {what}.").format(
                who=names[happening.seat], what=_drawing_text(box, happening)
            )
        case AllDrew(drawings):
            shown = ", ".join(f"{names[one.seat]} {_drawing_text(box, one)}" for one in drawings)
            return _("All have drawn: {shown}.").format(shown=shown)
        case FilledGrid(seat):
            return _("The grid of {who} is full.").format(who=names[seat])
        case GotSecondChance(seat, shape, fits):
            text = _("{who} gets a second chance: {shape}.")
            if fits:
                text = _("{who} gets a second chance: {shape}. It fits.")
            return text.format(who=names[seat], shape=shape_words(box, shape))
        case Eliminated(seat):
            return _("It does not fit, {who} is eliminated.").format(who=names[seat])
        case EndedGame(game, _ending, empty, total):
            text = n_(
                "Game {n} ends with {empty} empty square, {total} in all.",
                "Game {n} ends with {empty} empty squares, {total} in all.",
                empty,
            )
            return text.format(n=game, empty=empty, total=total)
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return ""


def _drawing_text(box: Box, drawing: Placed | WroteOne) -> str:
    if isinstance(drawing, WroteOne):
        return one_text(drawing.square)
    return placement_text(box, drawing.shape, drawing.turned, drawing.squares[0])
