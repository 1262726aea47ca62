"""Receipts as they are written, when a game is over."""

import msgspec

from chancebox.engine.match import files
from chancebox.engine.match.chance import Throw
from chancebox.engine.match.files import DealtLine, Unsealed
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import faces_of
from chancebox.engine.proofs import dated, sealed
from chancebox.engine.proofs.dated import Drawn
from chancebox.engine.proofs.receipts import EnteredBy, OpenedSeal, Walk
from chancebox.engine.proofs.sealed import Source, with_digest


def write(match: Match, players: list[str], seal: OpenedSeal) -> str:
    """Write the receipt of a finished match."""
    file = files.as_file(match, players)
    file.dealer = files.Dealing("sealed" if seal.entered is None else seal.dealer)
    entered = seal.entered or {}
    file.sealed = Unsealed(
        protocol=sealed.PROTOCOL,
        table=seal.table.hex(),
        commitment=sealed.digest(seal.secret).hex(),
        secret=seal.secret.hex(),
        given=seal.given,
        opening=list(seal.opening),
        shares=list(seal.shares),
        dealt=[],
    )
    walk = Walk(file, file.sealed, entered)
    for n in walk:
        line = _entered(match, n, entered[n]) if n in entered else _dealt(match, n, walk.source(seal.secret))
        file.sealed.dealt.append(line)
    return files.as_text(with_digest(msgspec.to_builtins(file)))


def write_dated(match: Match, players: list[str], table: bytes, day: str, secret: bytes) -> str:
    """Write the receipt of a finished match that was dealt from a day."""
    file = files.as_file(match, players)
    file.dealer = files.Dealing("dated")
    file.sealed = Unsealed(
        protocol=dated.PROTOCOL,
        day=day,
        table=table.hex(),
        commitment=sealed.digest(secret).hex(),
        secret=secret.hex(),
        given=0,
        opening=[],
        shares=[],
        dealt=[],
    )
    earlier: dict[str, list[Drawn]] = {}
    for n, label in dated.labels(match):
        due, before = match.asked(n), earlier.setdefault(label, [])
        came = dated.comes_up(secret, label, before, due)
        line = DealtLine(event=n, label=label, whose=match.whose(n))
        if isinstance(due, Throw):
            line.dice, line.faces, line.rolled = due.dice, due.faces, came
        else:
            line.outcomes, line.weights, line.drawn = due.outcomes, due.weights, came[0]
        before.append(Drawn(due, match.events[n].action))
        file.sealed.dealt.append(line)
    return files.as_text(with_digest(msgspec.to_builtins(file)))


def _dealt(match: Match, n: int, source: Source) -> DealtLine:
    due, whose = match.asked(n), match.whose(n)
    if isinstance(due, Throw):
        return DealtLine(event=n, whose=whose, dice=due.dice, faces=due.faces, rolled=source.roll(*due))
    drawn = due.outcomes[source.draw(due.weights)]
    return DealtLine(event=n, whose=whose, outcomes=due.outcomes, weights=due.weights, drawn=drawn)


def _entered(match: Match, n: int, by: EnteredBy) -> DealtLine:
    due, outcome = match.asked(n), match.events[n].action
    line = DealtLine(event=n, whose=match.whose(n), entered=by.seats, corrected=by.corrected)
    if isinstance(due, Throw):
        line.dice, line.faces, line.rolled = due.dice, due.faces, faces_of(outcome, due.faces)
    else:
        line.outcomes, line.weights, line.drawn = due.outcomes, due.weights, outcome
    return line
