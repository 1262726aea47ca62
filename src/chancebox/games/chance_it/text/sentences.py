"""How the log tells what happens in chance it."""

from collections.abc import Sequence

from chancebox.engine.game import endings
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import _, listed, mark
from chancebox.games.chance_it.box import Card
from chancebox.games.chance_it.rules import records
from chancebox.games.chance_it.rules.records import CHANCE_IT, IN, OUT, PASS
from chancebox.games.chance_it.text.happenings import (
    AllOut,
    Began,
    BeganRound,
    Bought,
    Bound,
    CarriedOut,
    ChancedIt,
    Chose,
    ChoseCard,
    Discarded,
    Effect,
    Eliminated,
    LaidOut,
    Rerolled,
    Revealed,
    Seats,
    Served,
    SettledStakes,
    Used,
    UsedNone,
    WentToMarket,
)
from chancebox.games.chance_it.text.names import (
    COIN,
    card_text,
    faces_text,
    gains_text,
    guide_name,
    when_text,
)


class Ending(endings.Ending):
    """Why a game ends."""

    STARS = records.STARS, mark("somebody has the stars that end the game")
    LAST_ONE = records.LAST_ONE, mark("one player alone has hearts left")
    NOBODY_LEFT = records.NOBODY_LEFT, mark("nobody has a heart left")


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log; some are for the eye alone."""
    match happening:
        case Began(seat):
            return _("{who} begins.").format(who=names[seat])
        case LaidOut(card):
            return _card(_("{card} comes to the market ({when}: {effect})."), box.data.card[card])
        case BeganRound(number, seat, dice):
            text = _("Round {n}: {who} rolls {dice}.")
            return text.format(n=number, who=names[seat], dice=faces_text(dice))
        case Rerolled(seat, dice):
            text = _("{who} rolls the 1s again: {dice}.")
            return text.format(who=names[seat], dice=faces_text(dice))
        case Revealed():
            return _guides(happening, names)
        case SettledStakes(effects=effects) | AllOut(effects=effects):
            return _("Stakes: {changes}.").format(changes=_changes(box, effects, (), names) or "–")
        case Bound(seats):
            text = _("Bound to play IN next: {names}.")
            return text.format(names=_names(seats, names))
        case CarriedOut(row, effects, served):
            changes = _changes(box, effects, served, names)
            return _("Die {face}: {changes}.").format(face=row, changes=changes) if changes else ""
        case WentToMarket(seats):
            return _("Die 6, the market: {names}.").format(names=_names(seats, names))
        case ChancedIt(_seats, effects):
            changes = _changes(box, effects, (), names)
            return _("CHANCE IT: {changes}.").format(changes=changes) if changes else ""
        case Eliminated():
            return _eliminated(box, happening, names)
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return _decision(box, happening, names)


def _decision(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Chose(seat, int(guide)):
            return _("{who} chooses: {what}.").format(who=names[seat], what=guide_name(guide))
        case ChoseCard(seat, int(choice)) if choice == PASS:
            return _("{who} chooses to use no card.").format(who=names[seat])
        case ChoseCard(seat, int(choice)):
            return _card(_("{who} chooses to use {card}."), box.data.card[choice], names[seat])
        case Used(seat, card):
            return _card(_("{who} uses {card}: {effect}."), box.data.card[card], names[seat])
        case UsedNone(seat):
            return _("{who} uses no card.").format(who=names[seat])
        case Bought(seat, card, _price, True):
            return _card(_("{who} buys {card} for {price}: {effect}."), box.data.card[card], names[seat])
        case Bought(seat, card):
            text = _("{who} buys {card} for {price} ({when}: {effect}).")
            return _card(text, box.data.card[card], names[seat])
        case Discarded(seat, card, bound):
            text = _("{who} has to discard {card}.") if bound else _("{who} discards {card}.")
            return _card(text, box.data.card[card], names[seat])
    return ""


def _card(text: str, card: Card, who: str = "") -> str:
    return text.format(
        who=who,
        card=card.id,
        price=f"{card.price}{COIN}",
        when=when_text(card.when),
        effect=card_text(card),
    )


def _names(seats: Seats, names: list[str]) -> str:
    return listed(names[seat] for seat in seats)


def _guides(revealed: Revealed, names: list[str]) -> str:
    """Name everybody's guide card, those with the same one together."""
    groups = ((IN, revealed.ins), (OUT, revealed.outs), (CHANCE_IT, revealed.chancers))
    told = (
        _("{head}: {text}").format(head=guide_name(guide), text=_names(seats, names))
        for guide, seats in groups
        if seats
    )
    return listed(told, ";") + "."


def _changes(box: Box, effects: Sequence[Effect], served: Sequence[Served], names: list[str]) -> str:
    """List what seats have gained and lost, and with which card; those with the same together."""
    changes = {one.seat: gains_text(one.hearts, one.coins, one.stars) for one in effects}
    for one in served:
        card = box.data.card[one.card].id
        change = changes.get(one.seat, "±0")
        changes[one.seat] = _("{change} with {card}").format(change=change, card=card)
    told: dict[str, list[str]] = {}
    for seat in sorted(changes):
        told.setdefault(changes[seat], []).append(names[seat])
    return listed((f"{listed(who)} {change}" for change, who in told.items()), ";")


def _eliminated(box: Box, gone: Eliminated, names: list[str]) -> str:
    """Say who is gone, and what took the last heart."""
    if gone.by == "stake":
        text = _("{who} is eliminated: the stake took the last heart.")
    elif gone.by == "all out":
        text = _("{who} is eliminated: all were OUT, and it was the last heart.")
    elif gone.by == "die":
        text = _("{who} is eliminated: the {face} took the last heart.")
    else:
        text = _("{who} is eliminated: {attacker}'s {card} took the last heart.")
    return text.format(
        who=names[gone.seat],
        face=gone.row,
        attacker=names[gone.attacker] if gone.attacker is not None else "",
        card=box.data.card[gone.card].id if gone.card is not None else "",
    )
