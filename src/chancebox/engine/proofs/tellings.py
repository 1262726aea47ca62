"""What a receipt tells beside the verdict: who contributed, what changed, what came up."""

from typing import NamedTuple

from chancebox.engine.game.game import LETTERS
from chancebox.engine.match.files import SharedLine, Unsealed
from chancebox.engine.proofs.luck import DiceTally, tally
from chancebox.engine.proofs.receipts import Checked, Dealt, What


class ShareChange(NamedTuple):
    """Something that changed after the start in who contributes."""

    event: int
    """Before which a device began a chain; from which on a seat contributed, or did not."""
    what: What
    seats: list[int]
    device: int | None


def contributors(checked: Checked, dealt: Dealt) -> list[str]:
    """Name those whose links went into a chance event; at the start, all who sat at the devices."""
    seats = {seat for share in dealt.shares for seat in share.seats}
    return [checked.file.names[seat] for seat in sorted(seats)]


def entered_by(checked: Checked, dealt: Dealt) -> list[str] | None:
    """Name those at whose device people entered a chance event; None if it follows from the seal."""
    entered = dealt.line.entered
    return None if entered is None else [checked.file.names[seat] for seat in entered]


def came_up(dealt: Dealt) -> list[int]:
    """List the faces that were rolled, or the one thing that was drawn, as it was computed."""
    line = dealt.line
    return line.rolled if line.dice else [line.drawn or 0]


def changes(checked: Checked) -> list[ShareChange]:
    """List what changed after the start: chains that began, seats that began or stopped to contribute."""
    file, seal = checked.file, checked.seal
    known = {share.device for share in seal.opening}
    source: dict[int, int | None] = {seat: one.device for one in seal.opening for seat in one.seats}
    shares = iter([*seal.shares, None])
    share = next(shares)
    told = []
    for n in range(seal.given, len(file.events) + 1):
        device = None
        while share is not None and share.before == n:
            if share.tip:
                what: What = "new chain" if share.device in known else "chain"
                told.append(ShareChange(n, what, share.seats, share.device))
                known.add(share.device)
                source |= dict.fromkeys(share.seats, share.device)
            else:
                device = share.device
            share = next(shares)
        letter = file.events[n][0] if n < len(file.events) else "*"
        # A move may be several events in a row; its link came with the first.
        goes_on = n > seal.given and file.events[n - 1][0] == letter
        if letter == "*" or (device is None and goes_on):
            continue
        seat = LETTERS.index(letter)
        if source.get(seat) != device:
            told.append(ShareChange(n, "stops" if device is None else "contributes", [seat], device))
            source[seat] = device
    return told


def new_tips(seal: Unsealed) -> list[SharedLine]:
    """List the tips of devices that had shown one before."""
    known = {share.device for share in seal.opening}
    renewed = []
    for share in seal.shares:
        if share.tip and share.device in known:
            renewed.append(share)
        known.add(share.device)
    return renewed


def tallies(checked: Checked) -> list[tuple[str, DiceTally]]:
    """Count all dice (under no name), and those of each player."""
    whose: dict[tuple[int, str], list[int]] = {}
    for dealt in checked.dealt:
        if dealt.line.dice:
            seat = dealt.line.whose
            for name in ["", *([] if seat is None else [checked.file.names[seat]])]:
                whose.setdefault((dealt.line.faces, name), []).extend(dealt.line.rolled)
    order = ["", *checked.file.names]
    keys = sorted(whose, key=lambda key: (key[0], order.index(key[1])))
    return [(name, tally(whose[faces, name], faces)) for faces, name in keys]
