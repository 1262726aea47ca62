"""`chancebox verify`: check the dice of a receipt, and tell who contributed to them and what they did."""

import argparse
from typing import Any, NamedTuple

from rich.table import Table

from chancebox.engine.game.errors import BadRecord, UnknownGame
from chancebox.engine.game.texts import _, day_text, listed, n_
from chancebox.engine.match import files
from chancebox.engine.proofs import receipts, tellings
from chancebox.engine.proofs.luck import DiceTally
from chancebox.engine.proofs.receipts import Checked, Dealt, OrdinaryRecord
from chancebox.engine.proofs.tellings import ShareChange
from chancebox.games import game
from chancebox.terminal.screen import out, print_json

WRONG, NOT_REPLAYED, ORDINARY = 1, 3, 4
"""
Exit statuses: something is wrong; the dice are right, but the rules of today are not those of the game;
it is no receipt, but an ordinary record.
"""


class Verdict(NamedTuple):
    """What became of a receipt."""

    checked: Checked | None
    """Nothing if it is wrong, or no receipt at all."""
    problem: str
    """What is wrong with it, if something is,"""
    unknown: str
    """and why it could not be checked, or replayed, if that is so."""

    @property
    def is_ordinary(self) -> bool:
        """Whether it is an ordinary record, of which nothing can be checked."""
        return self.checked is None and not self.problem

    @property
    def status(self) -> int:
        if self.is_ordinary:
            return ORDINARY
        return WRONG if self.problem else NOT_REPLAYED if self.unknown else 0


def run(parsed: argparse.Namespace) -> int:
    """Check a receipt; the exit status tells."""
    verdict = judge(files.read_text(parsed.file), parsed.file, parsed.box)
    if parsed.json:
        print_json(as_json(verdict))
    else:
        _print(verdict)
    return verdict.status


def judge(text: str, path: str, box: str | None = None) -> Verdict:
    """Check the dice of a receipt, then replay it by the rules, if they are still the same."""
    try:
        checked = receipts.check_dice(text, path)
    except OrdinaryRecord as ordinary:
        return Verdict(None, "", str(ordinary))
    except BadRecord as wrong:
        return Verdict(None, str(wrong), "")
    file = checked.file
    try:
        found = game(file.game, file.version)
        chosen = files.box_of(file, found, box)
    except (UnknownGame, BadRecord) as error:
        return Verdict(checked, "", str(error))
    if file.box.digest != chosen.digest:
        why = _("It was played with other rules or components than those of today.")
        return Verdict(checked, "", why)
    try:
        receipts.check_rules(checked, found, chosen)
    except BadRecord as wrong:
        return Verdict(None, str(wrong), "")
    return Verdict(checked, "", "")


def as_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain data."""
    checked = verdict.checked
    told: dict[str, Any] = {
        "right": None if verdict.is_ordinary else not verdict.problem,
        "ordinary": verdict.is_ordinary,
        "problem": verdict.problem or None,
        "replayed": not verdict.problem and not verdict.unknown,
        "why_not_replayed": verdict.unknown or None,
    }
    if checked is not None:
        told |= {
            "game": checked.file.game,
            "day": checked.seal.day or None,
            "commitment": checked.seal.commitment,
            "given": checked.seal.given,
            "new_tips": [
                {"before": share.before, "device": share.device} for share in tellings.new_tips(checked.seal)
            ],
            "changes": [
                {
                    "event": change.event,
                    "what": change.what,
                    "players": [checked.file.names[seat] for seat in change.seats],
                    "device": change.device,
                }
                for change in tellings.changes(checked)
            ],
            "events": [
                {
                    "event": dealt.event,
                    "text": _told(verdict, dealt),
                    "contributed": tellings.contributors(checked, dealt),
                    "entered": tellings.entered_by(checked, dealt),
                    "devices": sorted({share.device for share in dealt.shares}),
                }
                for dealt in checked.dealt
            ],
            "dice": [{"whose": whose, **tally._asdict()} for whose, tally in tellings.tallies(checked)],
        }
    return told


def _told(verdict: Verdict, dealt: Dealt) -> str:
    """Tell what came up in the notation of the game, once it was checked; before that, as it was computed."""
    if verdict.unknown or verdict.checked is None:
        return " ".join(map(str, tellings.came_up(dealt)))
    return verdict.checked.file.events[dealt.event]


def _print(verdict: Verdict) -> None:
    checked = verdict.checked
    if verdict.is_ordinary:
        out.print(verdict.unknown, style="bold", markup=False)
        out.print(
            _(
                "Nobody can check how its dice came about; that does not mean that anything is wrong."
                " The command chancebox replay plays it again by the rules,"
                " and finds whatever they do not allow."
            )
        )
        return
    if checked is None:
        out.print(_("This receipt is wrong."), style="bold red")
        out.print(verdict.problem, markup=False)
        return
    seal = checked.seal
    for dealt in checked.dealt:
        told = f"{dealt.event:5} {_told(verdict, dealt)}  ← {_source(checked, dealt)}"
        out.print(told, markup=False, highlight=False)
    for whose, tally in tellings.tallies(checked):
        _print_tally(whose or _("All dice"), tally)
    if seal.given:
        out.print(_("The first {n} events were taken over from another game.").format(n=seal.given))
    for change in tellings.changes(checked):
        out.print(_change(checked, change), markup=False, highlight=False)
    links = sum(bool(share.link) for share in [*seal.opening, *seal.shares])
    entered = sum(dealt.line.entered is not None for dealt in checked.dealt)
    dealt_here = len(checked.dealt) - entered
    right = _("What the house dealt is right.") if entered else _("The dice are right.")
    out.print(f"[bold green]{right}[/]")
    if entered:
        out.print(
            n_(
                "{n} chance event was entered by people, as their real dice or cards showed:"
                " no receipt can prove it.",
                "{n} chance events were entered by people, as their real dice or cards showed:"
                " no receipt can prove them.",
                entered,
            ).format(n=entered)
        )
    follows = n_(
        "{n} chance event follows from the seal and {links}.",
        "{n} chance events follow from the seal and {links}.",
        dealt_here,
    )
    if seal.day:
        dealt_text = _(
            "This is the deal of {day}: what comes up follows from its secret and from what is drawn."
        )
        out.print(dealt_text.format(day=day_text(seal.day)))
    else:
        out.print(follows.format(n=dealt_here, links=n_("{n} link", "{n} links", links).format(n=links)))
    out.print(_("The commitment was {commitment}.").format(commitment=seal.commitment), soft_wrap=True)
    if verdict.unknown:
        out.print(_("Not checked: whether the rules asked for these dice. {why}").format(why=verdict.unknown))
    else:
        out.print(_("Replayed by the rules: they asked for exactly these dice and cards."))
    if not seal.day and any(not dealt.shares and dealt.line.entered is None for dealt in checked.dealt):
        out.print(_("Where nobody contributed, the house could compute the dice early, and not change them."))
    if dealt_here:
        out.print(_("This proves that nobody changed or foresaw the dice, not that luck was just."))


def _change(checked: Checked, change: ShareChange) -> str:
    """Say what changed in who contributes, with the seat and the move."""
    texts = {
        "chain": _("Device {device} began a chain before event {n}, after the start ({who})."),
        "new chain": _("Device {device} began a new chain before event {n} ({who})."),
        "contributes": _("From event {n} on {who} contributed, by device {device}."),
        "stops": _("From event {n} on {who} contributed nothing."),
    }
    who = listed(checked.file.names[seat] for seat in change.seats)
    return texts[change.what].format(device=change.device, n=change.event, who=who)


def _source(checked: Checked, dealt: Dealt) -> str:
    """Say where an outcome came from: who contributed, or who entered it."""
    entered = tellings.entered_by(checked, dealt)
    if checked.seal.day:
        return dealt.line.label
    if entered is None:
        return listed(tellings.contributors(checked, dealt)) or _("nobody")
    told = _("entered by {who}").format(who=listed(entered) or _("the host"))
    times = dealt.line.corrected
    if not times:
        return told
    corrected = n_("{entered}, corrected once", "{entered}, corrected {n} times", times)
    return corrected.format(entered=told, n=times)


def _print_tally(whose: str, tally: DiceTally) -> None:
    table = Table(box=None, pad_edge=False, show_header=False, title_justify="left", title=whose)
    longest = max([*tally.counts, 1])
    for face, count in enumerate(tally.counts, 1):
        mark = "" if tally.low <= count <= tally.high else _("outside the band")
        table.add_row(str(face), str(count), "█" * round(30 * count / longest), mark)
    out.print(table)
    out.print(
        _("  {n} dice; 95 of 100 counts lie in {low:.1f} to {high:.1f}.").format(
            n=tally.dice, low=tally.low, high=tally.high
        ),
        highlight=False,
    )
    out.print(
        _("  Longest streak {streak}; fair dice have {expected:.1f} on average.").format(
            streak=tally.streak, expected=tally.expected
        ),
        highlight=False,
    )
