"""How Take a Chance says to people what may be done, and what chance decides."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import seat_letter
from chancebox.engine.game.texts import _, n_
from chancebox.engine.rules.dice import shows
from chancebox.games.take_a_chance.rules.auction import HIGHER, MOST_RAISE
from chancebox.games.take_a_chance.rules.auction import PASS as LEAVE
from chancebox.games.take_a_chance.rules.cards import WITH_DISCOUNT, card_in, discounted, price
from chancebox.games.take_a_chance.rules.patterns import FACES
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CHARM,
    CONSOLATION,
    FIRST_PLAYER,
    HALF,
    OPENING,
    SLOTS,
    STACK,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Position,
)
from chancebox.games.take_a_chance.rules.rolls import ADD_ONE, STOP, WITH_CHARM, payout
from chancebox.games.take_a_chance.rules.tickets import OR
from chancebox.games.take_a_chance.rules.turns import (
    AUCTION,
    END_TURN,
    PLAY_TICKET,
    ROLL_DICE,
    SPEND_BOTH,
)
from chancebox.games.take_a_chance.text.names import (
    card_name,
    charm_name,
    deed_text,
    dice_words,
    kept_name,
    kind_name,
    money,
    ticket_name,
)


def outcome_words(box: Box, s: Position, outcome: int) -> str:
    """Name what chance decides."""
    if s.step == FIRST_PLAYER:
        return _("{who} begins").format(who=seat_letter(outcome))
    if s.step == TICKET:
        return ticket_name(box.data.ticket[outcome])
    if s.step == THROW:
        return dice_words(_counted(outcome))
    if s.step == CHARM:
        return charm_name(box.data.charm[outcome].id)
    return card_name(box, outcome)


def move_words(box: Box, s: Position, actions: list[int], keeps: bool) -> str:
    """Describe a move, of which there may be several actions; `keeps`: by the dice that stay."""
    first, last = actions[0], actions[-1]
    if s.step == TURN:
        return _turn_words(box, s, first, last)
    if s.step == HALF:
        return _purchase_words(box, s, last) if len(actions) > 1 else _half_words(box, s, first)
    if s.step in (OPENING, BIDDING):
        return _bid_words(s, actions)
    if s.step == CONSOLATION:
        return _("end the turn") if first == END_TURN else _("roll the dice")
    if s.step == ADD_DIE:
        text = _("spend {ticket} for one more die") if first == ADD_ONE else _("throw without {ticket}")
        return text.format(ticket=kept_name(box, "spare-die"))
    if s.step == TAKE or (s.step == AGAIN and len(actions) > 1):
        return _kind_words(box, s, last)
    return _again_words(s, first, keeps) if s.step == AGAIN else _purchase_words(box, s, first)


def _turn_words(box: Box, s: Position, action: int, purchase: int) -> str:
    if action < ROLL_DICE:
        return _purchase_words(box, s, action)
    if action == ROLL_DICE:
        return _("roll the dice")
    if action == PLAY_TICKET:
        return _("turn over a ticket")
    if action == SPEND_BOTH:
        return _both_words(box, s, purchase)
    card = card_name(box, card_in(s, STACK + action - AUCTION))
    return _("put {card} up for auction").format(card=card)


def _purchase_words(box: Box, s: Position, purchase: int) -> str:
    text = _("buy {card} for {amount}")
    if purchase >= WITH_DISCOUNT:
        text = _("spend {coupon} and buy {card} for {amount}")
    return _with_purchase(box, s, purchase, text)


def _both_words(box: Box, s: Position, purchase: int) -> str:
    if purchase == SPEND_BOTH:
        return _("spend {both}: buy a card, then roll").format(both=kept_name(box, "buy-and-roll"))
    text = _("spend {both}: buy {card} for {amount}, then roll")
    if purchase >= WITH_DISCOUNT:
        text = _("spend {both} and {coupon}: buy {card} for {amount}, then roll")
    return _with_purchase(box, s, purchase, text)


def _with_purchase(box: Box, s: Position, purchase: int, text: str) -> str:
    card = card_in(s, purchase % SLOTS)
    amount = price(box.fields, s, card)
    return text.format(
        card=card_name(box, card),
        amount=money(discounted(box.fields, amount) if purchase >= WITH_DISCOUNT else amount),
        coupon=kept_name(box, "discount"),
        both=kept_name(box, "buy-and-roll"),
    )


def _half_words(box: Box, s: Position, half: int) -> str:
    ticket = box.data.ticket[s.ticket - 1]
    if half == OR:
        return _("take the OR half: “{text}”").format(text=deed_text(ticket.otherwise))
    return _("take the first half: “{text}”").format(text=deed_text(ticket.do))


def _bid_words(s: Position, actions: list[int]) -> str:
    if actions == [LEAVE]:
        return _("leave the auction")
    amount = s.floor + sum(MOST_RAISE if action == HIGHER else action for action in actions)
    text = _("bid more than {amount}") if actions[-1] == HIGHER else _("bid {amount}")
    return text.format(amount=money(amount))


def _kind_words(box: Box, s: Position, kind: int) -> str:
    paid = payout(box.fields, s.players[s.player], kind) * box.fields.deeds[s.deed].times
    return _("collect {amount} for {kind}").format(amount=money(paid), kind=kind_name(kind))


def _again_words(s: Position, picked: int, keeps: bool) -> str:
    if picked == STOP:
        return _("keep all dice as they lie")
    dice, charm = _counted(picked), picked >= WITH_CHARM
    kept = [there - again for there, again in zip(s.dice, dice, strict=True)]
    if not any(dice):
        return _("throw the charm die again")
    if not any(kept):
        return _("throw all dice and the charm die again") if charm else _("throw all dice again")
    if keeps:
        n, told = sum(kept), dice_words(kept)
        text = n_("keep the {dice}, throw the rest again", "keep {dice}, throw the rest again", n)
    elif charm:
        n, told = sum(dice), dice_words(dice)
        text = n_("throw the {dice} and the charm die again", "throw {dice} and the charm die again", n)
    else:
        n, told = sum(dice), dice_words(dice)
        text = n_("throw the {dice} again", "throw {dice} again", n)
    return text.format(dice=told)


def _counted(throw: int) -> list[int]:
    """Count dice by number."""
    return [shows(throw, face) for face in range(FACES)]
