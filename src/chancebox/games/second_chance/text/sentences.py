"""How the log tells what happens in Second Chance."""

from collections.abc import Iterable

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import _, listed, n_
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
from chancebox.games.second_chance.text.names import one_words, placement_words, shape_name


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case BeganGame(game):
            return _("Game {n} of {games}.").format(n=game, games=SOLO_GAMES)
        case DealtStart(seat, shape):
            return _("{who} gets a start shape: the {shape}.").format(
                who=names[seat], shape=shape_name(box, shape)
            )
        case Revealed(round, one, other):
            text = _("Round {n}: {one} or {other}.") if one != other else _("Round {n}: {one} on both cards.")
            return text.format(n=round, one=shape_name(box, one), other=shape_name(box, other))
        case NeitherFits(seats):
            return _("Neither shape fits for {names}.").format(
                names=listed((names[seat] for seat in seats), "and")
            )
        case HasDrawn(seat):
            return _("{who} has drawn.").format(who=names[seat])
        case Placed(seat, shape, _card, turned, squares):
            what = placement_words(box, shape, turned, squares[0])
            return _("{who} draws the {what}.").format(who=names[seat], what=what)
        case WroteOne(seat, square):
            return _("{who} writes {what}.").format(who=names[seat], what=one_words(square))
        case AllDrew(drawings):
            return _all_drew(box, drawings, names)
        case FilledGrid(seat):
            return _("The grid of {who} is full.").format(who=names[seat])
        case GotSecondChance(seat, shape, fits):
            text = _("Second chance for {who}: the {shape}. It fits.")
            if not fits:
                text = _("Second chance for {who}: the {shape}. It fits nowhere.")
            return text.format(who=names[seat], shape=shape_name(box, shape))
        case Eliminated(seat, _shape, _round, first):
            text = _("{who} is out, the first to go, and writes the 1.")
            return (text if first else _("{who} is out.")).format(who=names[seat])
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


def _all_drew(box: Box, drawings: Iterable[Placed | WroteOne], names: list[str]) -> str:
    """Tell who chose which shape; where they drew it is seen in the grids."""
    who: dict[str, list[str]] = {}
    for one in drawings:
        if isinstance(one, WroteOne):
            what = _("the 1")
        elif not one.round:
            return _("All have drawn their start shapes.")
        else:
            what = _("the {shape}").format(shape=shape_name(box, one.shape))
        who.setdefault(what, []).append(names[one.seat])
    told = [_("{names} {what}").format(names=listed(those, "and"), what=what) for what, those in who.items()]
    return _("All have drawn: {shown}.").format(shown=listed(told))
