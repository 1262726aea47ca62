"""`chancebox odds`: print what the choices of a seat may bring, at a position or a moment of a record."""

import argparse
import re
from pathlib import Path

from chancebox import at, load
from chancebox.engine.game.errors import BadRecord, BadSetup, ChanceboxError, NoSuchSeat
from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.game.odds import Odd
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.terminal.screen import out, print_json

POSITION = re.compile(r"[a-z-]+/\d+ ")
BAR = 10
"""Characters of a full bar."""


def run(parsed: argparse.Namespace) -> int:
    """Tell the odds of a seat, from what it knows at that moment."""
    try:
        match = _moment(parsed)
        seat = _seat(match, parsed.seat)
        if match.game.odds is None:
            raise BadSetup(_("{game} has no odds.").format(game=_(match.game.title)))
        told = match.odds(seat, parsed.move)
    except ChanceboxError:
        raise
    except (ArithmeticError, LookupError, ValueError):
        # A line is typed or edited by anybody; what is in it may fit together in no game.
        raise BadRecord(_("This position cannot come up in a game.")) from None
    if parsed.json:
        listed = [odd.as_data() for odd in told]
        print_json({"game": match.game.name, "seat": seat, "events": len(match.events), "odds": listed})
        return 0
    out.print(
        _("{game}, seat {seat}:").format(game=_(match.game.title), seat=match.names[seat]), markup=False
    )
    if not told:
        out.print(_("There are no odds to tell at this moment."), markup=False)
    width = max((len(odd.about) for odd in told), default=0)
    for odd in told:
        out.print(f"  {odd.about:{width}}  {_bar(odd)}  {odd.words}", markup=False, soft_wrap=True)
    return 0


def _moment(parsed: argparse.Namespace) -> Match:
    """Take a position from its line, or a record as it was after so many events."""
    if POSITION.match(parsed.position):
        if parsed.at is not None:
            raise BadSetup(_("--at is for records; a position is one moment."))
        return at(parsed.position, box=parsed.box, dealer="ask")
    if not Path(parsed.position).exists():
        raise BadSetup(
            _("{text!r} is neither a file nor a position, such as: {example}").format(
                text=parsed.position[:40], example="'pig/1 8af276d9b23e388d pending=1 seats=2 total=3'"
            )
        )
    match = load(parsed.position, box=parsed.box)
    return match if parsed.at is None else match.fork(parsed.at)


def _seat(match: Match, named: str | None) -> int:
    """Read for whom odds are wanted; without a name for who is asked."""
    asked = [seat for seat in match.to_act if seat != CHANCE]
    if named is None and len(asked) == 1:
        return asked[0]
    if not asked:
        raise BadSetup(_("Nobody has to decide at this moment; choose another one with --at."))
    seat = int(named) if named and named.isdecimal() else LETTERS.find((named or "?").upper())
    if seat not in range(match.seats):
        letters = listed(seat_letter(one) for one in range(match.seats))
        if named is None:
            raise BadSetup(
                _("Several have to decide; choose one with --seat: {seats}.").format(seats=letters)
            )
        raise NoSuchSeat(_("There is no seat {seat!r}; there are {seats}.").format(seat=named, seats=letters))
    if seat not in asked:
        letters = listed(seat_letter(one) for one in asked)
        raise BadSetup(_("That seat has nothing to decide; asked now: {seats}.").format(seats=letters))
    return seat


def _bar(odd: Odd) -> str:
    if odd.unit and not odd.label:
        return " " * BAR  # an amount that nothing is full of
    filled = round(BAR * odd.share)
    return "█" * filled + "░" * (BAR - filled)
