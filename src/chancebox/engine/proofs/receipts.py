"""
Receipts: the record of a finished game with the opened seal, so that everybody can check its dice.

docs/sealed-dice.md has the format. `sealing` writes one, `check_dice` computes every die of one again,
and `check_rules` plays it by the rules. Each complaint names what is wrong, and where.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadRecord
from chancebox.engine.game.game import LETTERS, Game
from chancebox.engine.game.naming import tell_apart
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import files
from chancebox.engine.match.chance import Draw, Throw, throw_of
from chancebox.engine.match.files import DealtLine, File, SharedLine, Unsealed
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import REAL, REAL_CARDS, is_entered
from chancebox.engine.proofs import dated, sealed
from chancebox.engine.proofs.dated import Drawn
from chancebox.engine.proofs.sealed import Share, Source, with_digest
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS

MOST_DICE = 1000
MOST_NUMBER = 2**53 - 1
"""Beyond this, JavaScript does not know all whole numbers."""
DIGITS = (*"0123456789", "")
SEALING = ("sealed", REAL_CARDS, "dated")
"""Who deals at tables of which there are receipts alone; `REAL` without a seed does, too."""
LABEL = re.compile(r"[ -~]{1,100}", re.ASCII)
"""What is drawn, in a line of plain letters."""


class WrongReceipt(BadRecord):
    """A receipt whose dice are not those that follow from its seal, or that was altered."""


class OrdinaryRecord(BadRecord):
    """A record without a seal: nothing is wrong with it, and nothing can be checked."""


class EnteredBy(NamedTuple):
    """A chance event that people entered: on the device of which seats, and how often it was corrected."""

    seats: list[int]
    corrected: int


class OpenedSeal(NamedTuple):
    """All that a receipt tells of a seal, but what was dealt."""

    table: bytes
    secret: bytes
    given: int
    opening: Sequence[SharedLine]
    shares: Sequence[SharedLine]
    entered: Mapping[int, EnteredBy] | None = None
    """What people entered, where they played with real dice."""
    dealer: Literal["real", "real-cards"] = REAL
    """Whether they drew open cards, too; where something was entered."""


class Dealt(NamedTuple):
    """A chance event that was checked: what came up, and who contributed."""

    event: int
    line: DealtLine
    shares: tuple[SharedLine, ...]
    """What went into it since the chance event before: links, at the start tips too."""


What = Literal["chain", "new chain", "contributes", "stops"]


class Checked(NamedTuple):
    """A receipt whose dice are right."""

    file: File
    seal: Unsealed
    dealt: list[Dealt]


# The course of a game, as far as its dice are concerned.


class Walk:
    """Goes through the chance events of a record that were not given, and takes links in on its way."""

    def __init__(self, file: File, seal: Unsealed, entered: Collection[int]) -> None:
        tips = [Share(line.device, bytes.fromhex(line.tip)) for line in seal.opening if line.tip]
        self._file, self._seal, self._entered = file, seal, entered
        self._transcript = sealed.begin(bytes.fromhex(seal.table), bytes.fromhex(seal.commitment), tips)
        self._waiting = [Share(line.device, bytes.fromhex(line.link)) for line in seal.opening if line.link]
        self._number = 0
        self.shares = list(seal.opening)

    def __iter__(self) -> Iterator[int]:
        events, given = self._file.events, self._seal.given
        self._number = sum(line[:1] == "*" for line in events[:given])
        shares = iter(self._seal.shares)
        share = next(shares, None)
        has_dealt = False
        for n, line in enumerate(events[given:], given):
            if has_dealt and line[:1] != "*":
                self.shares, has_dealt = [], False
            while share is not None and share.before == n:
                if share.link:
                    self._waiting.append(Share(share.device, bytes.fromhex(share.link)))
                    self.shares.append(share)
                share = next(shares, None)
            if line[:1] == "*":
                # Links go on waiting while people enter what comes up.
                has_dealt = has_dealt or n not in self._entered
                yield n
                self._number += 1

    def source(self, secret: bytes) -> Source:
        """Take in the links that wait; return the random bytes of the event that is due."""
        self._transcript = sealed.go_on(self._transcript, self._waiting)
        self._waiting = []
        return Source(secret, self._transcript, self._number)


# Checking.


def check_dice(text: str, path: str = "") -> Checked:
    """Check a receipt by itself: its bytes, the commitment, every link, every outcome."""
    raw = files.data_of(text, path)
    _check_sealed(raw)
    file = files.file_of(raw, path)
    seal = file.sealed
    assert seal is not None
    if seal.protocol not in (sealed.PROTOCOL, dated.PROTOCOL):
        raise WrongReceipt(
            _("The receipt follows protocol {theirs}; this program knows {ours}.").format(
                theirs=seal.protocol, ours=listed((str(sealed.PROTOCOL), str(dated.PROTOCOL)), "and")
            )
        )
    _check_values(file)
    data = msgspec.to_builtins(file)
    _check_bytes(text, data)
    _check_form(file, seal)
    _check_day(file, seal)
    if sealed.digest(bytes.fromhex(seal.secret)).hex() != seal.commitment:
        raise WrongReceipt(_("The secret is not the one that was committed to."))
    _check_links(seal)
    dealt = _check_dated(file, seal) if seal.protocol == dated.PROTOCOL else _check_outcomes(file, seal)
    # Last, since all before says more precisely what is wrong.
    if with_digest(data)["digest"] != file.digest:
        raise WrongReceipt(_("Something was altered: the digest is that of another receipt."))
    # Whoever wrote the file chose the names; terminals obey what they are shown.
    return Checked(msgspec.structs.replace(file, names=tell_apart(file.names)), seal, dealt)


def _check_sealed(raw: dict[str, Any]) -> None:
    """Refuse a record without a seal: an ordinary one kindly, not one that says it had a seal."""
    told = raw.get("dealer")
    dealer: dict[str, Any] = told if isinstance(told, dict) else {}
    kind = dealer.get("kind")
    was_sealed = kind in SEALING or (kind == REAL and "seed" not in dealer)
    if "sealed" not in raw and "digest" not in raw and not was_sealed:
        raise OrdinaryRecord(_("This is an ordinary record: its table was not sealed."))
    if raw.get("sealed") is None:
        raise WrongReceipt(_("The seal of this record was taken away: its dice cannot be checked."))


def _check_values(file: File) -> None:
    """Refuse values that not every program would read and write alike."""
    told = file.result
    winners = told.get("winners")
    is_result = list(told) == ["winners", "why"] and isinstance(told["why"], str)
    if not is_result or not isinstance(winners, list) or not all(type(seat) is int for seat in winners):
        raise WrongReceipt(_("The receipt does not say how the game ended."))
    if any(name[:1] in DIGITS for name in file.options):
        raise WrongReceipt(_("An option has a name that begins with a digit."))
    if any(abs(number) > MOST_NUMBER for number in _numbers(msgspec.to_builtins(file))):
        raise WrongReceipt(_("There is a number that is too large."))


def _numbers(data: Any) -> Iterator[int]:
    if isinstance(data, int):
        yield data
    elif isinstance(data, (dict, list)):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _numbers(inner)


def _check_bytes(text: str, data: dict[str, Any]) -> None:
    """Refuse a text that is not the one we would write."""
    written = files.as_text(data)
    if text != written:
        lines = zip([*text.splitlines(), ""], [*written.splitlines(), ""], strict=False)
        number = next((n for n, (theirs, ours) in enumerate(lines, 1) if theirs != ours), 0)
        raise WrongReceipt(_("Line {n} is not as it was written.").format(n=number or text.count("\n") + 1))


def _check_form(file: File, seal: Unsealed) -> None:
    """Refuse what could not be computed with."""
    _check_hex(seal.table, 16, "table")
    _check_hex(seal.commitment, 32, "commitment")
    _check_hex(seal.secret, 32, "secret")
    if not 1 <= file.seats <= MOST_SEATS or len(file.names) != file.seats:
        raise WrongReceipt(_("The seats do not fit the names."))
    seats = [LETTERS.find(line[:1]) if line[:1] else -1 for line in file.events]
    for n, (line, seat) in enumerate(zip(file.events, seats, strict=True)):
        if line[1:2] != " " or not (line[0] == "*" or 0 <= seat < file.seats):
            raise WrongReceipt(_("Event {n} is nobody's.").format(n=n))
    if not 0 <= seal.given <= len(seats):
        raise WrongReceipt(_("The receipt does not have the events that were given."))
    for n, share in enumerate([*seal.opening, *seal.shares]):
        _check_share(share, n, n < len(seal.opening), file)
    opened = [share.device for share in seal.opening if share.tip]
    links = [share.link for share in seal.opening if share.link]
    if opened != list(range(len(opened))) or len(links) > 1 or (links and not seal.opening[-1].link):
        raise WrongReceipt(_("What was shown at the start is not in order."))
    last = seal.given
    for share in seal.shares:
        assert share.before is not None
        if not last <= share.before <= len(seats):
            raise WrongReceipt(_("What was shown before event {n} is not in order.").format(n=share.before))
        last = share.before
        if share.link and (last == len(seats) or share.seats != [seats[last]]):
            raise WrongReceipt(_("The link before event {n} came with no move.").format(n=last))
    moves = [share.before for share in seal.shares if share.link]
    for move, following in pairwise(moves):
        # Else a house could add links of its own to a move, until the dice please.
        if move == following:
            raise WrongReceipt(_("Several links came with the move at event {n}.").format(n=move))


def _check_day(file: File, seal: Unsealed) -> None:
    """Refuse a seal that is half that of a table and half that of a day."""
    is_dated = seal.protocol == dated.PROTOCOL
    if file.dealer.kind not in (*SEALING, REAL) or file.dealer.seed is not None:
        raise WrongReceipt(_("The receipt names a dealer under whom nothing is sealed."))
    if is_dated != (file.dealer.kind == "dated") or is_dated != _is_day(seal.day):
        raise WrongReceipt(_("The receipt does not say of which day its deal is."))
    if is_dated and (seal.given or seal.opening or seal.shares):
        raise WrongReceipt(_("Nobody adds anything to the deal of a day."))
    if not is_dated and (seal.day or any(line.label for line in seal.dealt)):
        raise WrongReceipt(_("The receipt does not say of which day its deal is."))


def _is_day(text: str) -> bool:
    """Return whether a text names a day of the calendar, as 2026-11-16."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_share(share: SharedLine, n: int, is_opening: bool, file: File) -> None:
    where = _("Share {n}").format(n=n)
    if bool(share.tip) == bool(share.link) or (share.before is None) != is_opening:
        raise WrongReceipt(_("{where} is neither a tip nor a link.").format(where=where))
    _check_hex(share.tip or share.link, 32, where)
    seats = [seat for seat in range(file.seats) if seat in share.seats]
    if not 0 <= share.device < sealed.MOST_DEVICES or not seats or seats != share.seats:
        raise WrongReceipt(_("{where} is of a device or seat that is not there.").format(where=where))


def _check_hex(value: str, length: int, where: str) -> None:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", value, re.ASCII):
        raise WrongReceipt(_("{where} does not have {n} bytes.").format(where=where, n=length))


def _check_links(seal: Unsealed) -> None:
    """Refuse a link that does not lead to the one shown before it by the same device."""
    last: dict[int, str] = {}
    for share in [*seal.opening, *seal.shares]:
        if share.device > len(last):
            raise WrongReceipt(_("Device {n} comes out of order.").format(n=share.device))
        if share.link and sealed.digest(bytes.fromhex(share.link)).hex() != last.get(share.device):
            where = (
                _("at the start") if share.before is None else _("before event {n}").format(n=share.before)
            )
            raise WrongReceipt(
                _("The link {where} is not the next one of device {device}.").format(
                    where=where, device=share.device
                )
            )
        last[share.device] = share.tip or share.link


def _check_outcomes(file: File, seal: Unsealed) -> list[Dealt]:
    """Compute every chance event again."""
    lines = iter(seal.dealt)
    checked = []
    entered = {line.event for line in seal.dealt if line.entered is not None}
    if entered and file.dealer.kind not in (REAL, REAL_CARDS):
        raise WrongReceipt(_("Something was entered at a table where the house dealt."))
    walk = Walk(file, seal, entered)
    for n in walk:
        line = next(lines, None)
        if line is None or line.event != n:
            raise WrongReceipt(_("What was dealt at event {n} is missing or out of order.").format(n=n))
        if line.whose is not None and not 0 <= line.whose < file.seats:
            raise WrongReceipt(_("Event {n} is nobody's.").format(n=n))
        if line.entered is None:
            _check_outcome(line, walk.source(bytes.fromhex(seal.secret)))
            checked.append(Dealt(n, line, tuple(walk.shares)))
        else:
            _check_entered(line, file.seats)
            checked.append(Dealt(n, line, ()))
    if (left := next(lines, None)) is not None:
        raise WrongReceipt(_("Nothing was dealt at event {n}.").format(n=left.event))
    return checked


def _check_dated(file: File, seal: Unsealed) -> list[Dealt]:
    """Compute every chance event of the deal of a day again."""
    lines = iter(seal.dealt)
    checked = []
    earlier: dict[str, list[Drawn]] = {}
    for n in (n for n, line in enumerate(file.events) if line[:1] == "*"):
        line = next(lines, None)
        if line is None or line.event != n:
            raise WrongReceipt(_("What was dealt at event {n} is missing or out of order.").format(n=n))
        if line.whose is not None and not 0 <= line.whose < file.seats:
            raise WrongReceipt(_("Event {n} is nobody's.").format(n=n))
        if line.entered is not None or line.corrected or not LABEL.fullmatch(line.label):
            raise WrongReceipt(_("What event {n} asked for makes no sense.").format(n=n))
        due = Throw(line.dice, line.faces) if _is_throw(line) else Draw(line.outcomes, line.weights)
        before = earlier.setdefault(line.label, [])
        came = dated.comes_up(bytes.fromhex(seal.secret), line.label, before, due)
        _compare(line, came)
        before.append(Drawn(due, came[0]))
        checked.append(Dealt(n, line, ()))
    if (left := next(lines, None)) is not None:
        raise WrongReceipt(_("Nothing was dealt at event {n}.").format(n=left.event))
    return checked


def _is_throw(line: DealtLine) -> bool:
    """Return whether a line asks for dice; refuse one that asks for nothing that makes sense."""
    is_throw = 0 < line.dice <= MOST_DICE and 2 <= line.faces <= 256
    if is_throw and not line.outcomes and not line.weights and line.drawn is None:
        return True
    is_draw = not line.dice and not line.faces and not line.rolled and line.drawn is not None
    if not is_draw or len(line.outcomes) != len(line.weights) or not 0 < sum(line.weights) < 2**53:
        raise WrongReceipt(_("What event {n} asked for makes no sense.").format(n=line.event))
    if min(line.weights) < 0 or line.outcomes != sorted(set(line.outcomes)):
        raise WrongReceipt(_("What event {n} asked for makes no sense.").format(n=line.event))
    return False


def _check_entered(line: DealtLine, seats: int) -> None:
    """Refuse what cannot have come up, whoever entered it."""
    if _is_throw(line):
        fits = len(line.rolled) == line.dice and all(1 <= face <= line.faces for face in line.rolled)
    else:
        weights = dict(zip(line.outcomes, line.weights, strict=True))
        fits = line.drawn is not None and weights.get(line.drawn, 0) > 0
    entered = line.entered or []
    who = entered == sorted(set(entered)) and set(entered) <= set(range(seats))
    if not fits or not who or line.corrected < 0 or line.rolled != sorted(line.rolled):
        raise WrongReceipt(_("What was entered at event {n} cannot have come up.").format(n=line.event))


def _check_outcome(line: DealtLine, source: Source) -> None:
    if line.corrected:
        raise WrongReceipt(_("What event {n} asked for makes no sense.").format(n=line.event))
    if _is_throw(line):
        came = source.roll(line.dice, line.faces)
    else:
        came = [line.outcomes[source.draw(line.weights)]]
    _compare(line, came)


def _compare(line: DealtLine, came: list[int]) -> None:
    told = line.rolled if line.dice else [line.drawn or 0]
    if came != told:
        raise WrongReceipt(
            _("Event {n}: {told} is told, {came} follows from the seal.").format(
                n=line.event, told=" ".join(map(str, told)), came=" ".join(map(str, came))
            )
        )


def check_rules(checked: Checked, game: Game, box: Box) -> Match:
    """Play a receipt by the rules: what was asked is what they ask for, what came up is what was played."""
    match = files.replay(checked.file, game, box)
    if match.notation != checked.file.events:
        raise WrongReceipt(_("The moves are not written as the game writes them."))
    for dealt in checked.dealt:
        line, due = dealt.line, match.asked(dealt.event)
        outcome = throw_of(line.rolled) if line.dice else line.drawn
        asked = [line.dice, line.faces] if line.dice else [line.outcomes, line.weights]
        if line.label and line.label != match.label(dealt.event):
            raise WrongReceipt(_("At event {n} the rules ask for something else.").format(n=dealt.event))
        if asked != list(due) or bool(line.dice) != isinstance(due, Throw):
            raise WrongReceipt(_("At event {n} the rules ask for something else.").format(n=dealt.event))
        if line.whose != match.whose(dealt.event):
            raise WrongReceipt(_("Event {n} came after a decision of somebody else.").format(n=dealt.event))
        if match.events[dealt.event] != (CHANCE, outcome):
            raise WrongReceipt(
                _("Event {n} tells another outcome than the one that came up.").format(n=dealt.event)
            )
        if checked.file.dealer.kind in (REAL, REAL_CARDS):
            _check_real(match.fork(dealt.event), line, checked.file.dealer.kind == REAL_CARDS)
    result = match.result
    if result is None:
        raise WrongReceipt(_("The game of this receipt is not over."))
    if checked.file.result.get("winners") != list(result.winners):
        raise WrongReceipt(_("The receipt names other winners than the game had."))
    return match


def _check_real(match: Match, line: DealtLine, cards: bool) -> None:
    """Refuse what people should have entered, and what they entered though the house deals it."""
    must = is_entered(match.game, match.game.build("plain"), match.box, match.position(), cards)
    if line.entered is None and must:
        raise WrongReceipt(_("Event {n} was to be entered by people.").format(n=line.event))
    if line.entered is not None and not must:
        raise WrongReceipt(
            _("Event {n} was for the house to deal: nobody could enter it.").format(n=line.event)
        )
