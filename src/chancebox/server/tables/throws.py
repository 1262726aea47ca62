"""
Throws of real dice at a table: what is asked for, who enters it, and until when it can be corrected.

Who throws enters it, on their own device. For a bot, and where nobody in particular throws, the host does;
and the host may enter every throw, so that a table never waits for somebody who is away. Nothing is dealt
behind what was entered until somebody says that it is right: so a correction never meets a sealed card.
Nor do bots decide behind it before a person has decided, has said so, or has had time to look (`drivers`).
"""

from typing import Any, NamedTuple

from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import REAL_CARDS
from chancebox.engine.rules.contract import CHANCE
from chancebox.server.tables import entries, moves, permissions
from chancebox.server.tables.errors import NotNow, NotYours, Stale
from chancebox.server.tables.table import Step, Table

MOST_OFFERED = 3
"""Throws that a page offers to correct, the latest; programs may correct all that are open to it."""
MOST_SHOWN = 60
"""Letters of a throw that is told in a log line."""


class Pad(NamedTuple):
    """What a page needs to let somebody enter a throw, or correct one."""

    back: int | None
    """How many throws before the last one it was; none where it is asked for."""
    dice: real_dice.Dice | None
    cards: list[real_dice.Card]
    was: str = ""
    """What was entered, where it may be corrected,"""
    own: bool = False
    """and whether it was entered by this visitor: another device has counted it, or none."""


class Awaited(NamedTuple):
    """What a table waits for, and from whom."""

    kind: str
    """`throw`: that people enter something; `word`: that they say that it is right."""
    thrower: int | None
    visitor: str
    """Whose device is asked."""


def awaited(table: Table) -> Awaited | None:
    """Say what a table with real dice waits for; nothing while people decide, or bots whose turn has come."""
    match = table.match
    if match is None or not table.has_real_dice:
        return None
    if _is_entered(table, match):
        kind, thrower = "throw", real_dice.thrower(match)
    elif CHANCE in match.to_act or (_bots_alone_decide(table, match) and open_to_correction(table)):
        last = table.entered.get(len(match.events) - 1)
        kind, thrower = "word", last.thrower if last else None
    else:
        return None
    is_person = thrower is not None and not table.bot_at(thrower)
    visitor = table.places[thrower].visitor if thrower is not None and is_person else ""
    return Awaited(kind, thrower, visitor or table.host)


def _is_entered(table: Table, match: Match) -> bool:
    cards = table.dealer == REAL_CARDS
    build = table.game.build("plain")
    return CHANCE in match.to_act and real_dice.is_entered(
        table.game, build, table.box, match.position(), cards
    )


def _bots_alone_decide(table: Table, match: Match) -> bool:
    return all(seat != CHANCE and table.bot_at(seat) for seat in match.to_act)


def people_decide_first(table: Table) -> bool:
    """Return whether bots leave a throw open until one of the people who are asked as well has decided."""
    return table.has_real_dice and awaited(table) is None and bool(open_to_correction(table))


def open_to_correction(table: Table) -> list[int]:
    """
    List the events entered since the last decision, if nothing but such followed; the latest first.

    What somebody said is right stands, and what showed something secret, and all before it: else one
    could enter, look, and correct.
    """
    match = table.match
    n = len(match.events) if match and match.to_act else 0
    found: list[int] = []
    while match and n - 1 in table.entered:
        n -= 1
        if table.entered[n].stands or real_dice.shows(match.fork(n), match.events[n].action):
            break
        found.append(n)
    return found


def _still_open(table: Table, back: int) -> int:
    """Return which event was entered so many throws before the last one, if it can be corrected."""
    found = open_to_correction(table)
    if not 0 <= back < len(found):
        raise NotNow(
            _("This throw stands: somebody has decided or said that it is right, or the house has dealt.")
        )
    return found[back]


def may_correct(table: Table, event: int, visitor: str, is_host: bool) -> bool:
    """Return whether this visitor entered it, threw it, or acts as host."""
    entered = table.entered.get(event)
    if is_host or entered is None:
        return is_host
    threw = entered.thrower is not None and permissions.holds(table, entered.thrower, visitor)
    return threw or (bool(visitor) and visitor == entered.visitor)


# What people do.


def enter(table: Table, typed: str, version: int, visitor: str, is_host: bool) -> Step:
    """Enter what the dice of who throws show."""
    _check_playing(table)
    waited = awaited(table)
    if waited is None or waited.kind != "throw":
        raise NotNow(_("No throw is asked for now."))
    if visitor != waited.visitor and not is_host:
        raise NotYours(_("Somebody else throws now, and enters what the dice show."))
    _check_seen(table, version, visitor)
    outcome = real_dice.read_outcome(table.playing, typed)
    return Step(entries.Entered(visitor, waited.thrower, outcome), _entered(table.playing, outcome))


def correct(table: Table, back: int, typed: str, version: int, visitor: str, is_host: bool) -> Step:
    """Correct what was entered so many throws before the last one."""
    _check_playing(table)
    event = _still_open(table, back)
    if not may_correct(table, event, visitor, is_host):
        raise NotYours(_("Only who threw the dice or entered them, and the host, correct them."))
    _check_seen(table, version, visitor)
    before = table.playing.fork(event)
    outcome = real_dice.read_outcome(before, typed)
    if outcome == table.playing.events[event].action:
        raise NotNow(_("That is what was entered."))
    return Step(entries.Corrected(visitor, event, outcome), _entered(before, outcome))


def go_on(table: Table, version: int, visitor: str, is_host: bool) -> Step:
    """Let the house deal, or bots decide, now that what was entered is right."""
    _check_playing(table)
    waited = awaited(table)
    if waited is None or waited.kind != "word":
        raise NotNow(_("The house does not wait for a word."))
    if not may_correct(table, len(table.playing.events) - 1, visitor, is_host):
        raise NotYours(_("Only who threw the dice or entered them, and the host, say that they are right."))
    _check_seen(table, version, visitor)
    return moves.deal_on(table, visitor)


def _check_playing(table: Table) -> None:
    if not table.has_real_dice:
        raise NotNow(_("The house deals at this table; nothing is to be entered."))
    if not table.playing.to_act:
        raise NotNow(_("The game is over; nothing can be played any more."))


def _check_seen(table: Table, version: int, visitor: str) -> None:
    """Refuse who has not seen the latest question: it may ask for other dice."""
    now = table.version_for(visitor)
    asked = max(table.asked.values())
    if not table.version_for(visitor, asked) <= version <= now:
        raise Stale(_("The table has changed meanwhile; look again before you enter anything."), now)


def _entered(match: Match, outcome: int) -> Match:
    """Play what was entered, and deal nothing after it: it can still be corrected."""
    entered = match.fork(dealer=Ask())
    entered.play(CHANCE, outcome)
    return entered


# What people see.


def pads(table: Table, visitor: str, is_host: bool) -> list[Pad]:
    """List what this visitor may enter or correct: first what is asked for, then the latest throws."""
    if not table.has_real_dice or not (table.seats_of(visitor) or permissions.is_host(table, visitor)):
        return []
    waited = awaited(table)
    found = []
    if waited and waited.kind == "throw" and (is_host or visitor == waited.visitor):
        found.append(_pad(None, table.playing, ""))
    for back, event in enumerate(open_to_correction(table)[:MOST_OFFERED]):
        if may_correct(table, event, visitor, is_host):
            was = real_dice.entered_text(table.playing, event)
            pad = _pad(back, table.playing.fork(event), was)
            found.append(pad._replace(own=table.entered[event].visitor == visitor))
    return found


def _pad(back: int | None, match: Match, was: str) -> Pad:
    dice = real_dice.dice_due(match)
    return Pad(back, dice, [] if dice else real_dice.cards_due(match), was)


def describe(table: Table, visitor: str, is_host: bool) -> dict[str, Any] | None:
    """Describe to programs what is awaited and what this visitor may enter or correct."""
    waited = awaited(table)
    offered = pads(table, visitor, is_host)
    if waited is None and not offered:
        return None
    return {
        "kind": waited.kind if waited else None,
        "thrower": waited.thrower if waited else None,
        "yours": waited is not None and visitor == waited.visitor,
        "pads": [
            {
                "back": pad.back,
                "dice": pad.dice.dice if pad.dice else 0,
                "faces": pad.dice.faces if pad.dice else [],
                "of": pad.dice.kind if pad.dice else "",
                "cards": [card.text for card in pad.cards],
                "was": pad.was,
            }
            for pad in offered
        ],
    }


def foretell(table: Table, typed: str, back: int | None) -> str:
    """Say what a throw would mean, from what everybody knows; nothing is entered."""
    if not table.has_real_dice or not table.playing.to_act:
        raise NotNow(_("No throw is asked for now."))
    match = table.playing
    if back is not None:
        match = match.fork(_still_open(table, back))
    else:
        waited = awaited(table)
        if waited is None or waited.kind != "throw":
            raise NotNow(_("No throw is asked for now."))
    return real_dice.meaning(match, real_dice.read_outcome(match, typed))


def remark(table: Table, event: int) -> str:
    """Say who entered an event for somebody else, and what was corrected; nothing where that is plain."""
    entered = table.entered.get(event)
    if entered is None:
        return ""
    names = [table.places[seat].name for seat in entered.seats]
    who = listed(names, "and") or _("The host")
    is_own = entered.thrower in entered.seats
    if is_own and entered.thrower is not None:
        who = table.places[entered.thrower].name
    if entered.before:
        return _("{who} corrected {before} to {now}.").format(
            who=who,
            before=_shown(table, entered.before[-1]),
            now=_shown(table, real_dice.entered_text(table.playing, event)),
        )
    if entered.thrower is None or is_own:
        return ""
    return _("(Entered by {who}.)").format(who=who)


def _shown(table: Table, text: str) -> str:
    """Write what was entered, faces as people call them."""
    names = getattr(table.game.notation, "NAMES", {})
    text = " ".join(_(names.get(word, word)) for word in text.split())
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
