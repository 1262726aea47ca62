"""
Notation of Take a Chance.

    buy red-horseshoe            from the own stack or the Pool; `buy stack 1` and `buy pool 3` do too
    buy red-horseshoe coupon     and spend the kept ticket that lowers a price; `discount` does too
    roll, ticket                 roll the dice, turn over a ticket
    both red-horseshoe           spend the kept ticket Both at Once: buy this card, then roll
    auction red-horseshoe        put a card of the Pool up; then `bid 700` or `pass`
    higher                       a part of a large bid: $10,000 more; `bid 25000` is made of such parts
    do, or                       which half of a ticket; `buy …` does the first half at once
    add, throw                   with a kept spare die: add it, or throw without it
    reroll 5 5 charm, keep 4 4   throw dice again; `reroll all`
    stop, take full-house        keep what lies there; say what to be paid for; `take …` does both at once
    roll, end                    after an auction that somebody else won
    first B, card red-horseshoe, ticket windfall, dice 5 3 1, charm wishbone      what chance decides
"""

import re

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import IllegalAction, UnknownNotation
from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, listed
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import shows
from chancebox.games.take_a_chance import rules
from chancebox.games.take_a_chance.rules.auction import HIGHER, MOST_RAISE, PASS
from chancebox.games.take_a_chance.rules.cards import WITH_DISCOUNT, card_in, list_purchases, purchases
from chancebox.games.take_a_chance.rules.patterns import FACES
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CHARM,
    CONSOLATION,
    FIRST_PLAYER,
    HALF,
    OPENING,
    PURCHASE,
    SLOTS,
    STACK,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Position,
)
from chancebox.games.take_a_chance.rules.rolls import (
    ADD_ONE,
    MOST_CHARM_THROWS,
    STOP,
    THROW_NOW,
    WITH_CHARM,
    scoring,
)
from chancebox.games.take_a_chance.rules.tickets import DO, OR
from chancebox.games.take_a_chance.rules.turns import (
    AUCTION,
    END_TURN,
    PLAY_TICKET,
    ROLL_ANYWAY,
    ROLL_DICE,
    SPEND_BOTH,
)
from chancebox.games.take_a_chance.text.moves import move_words, outcome_words
from chancebox.games.take_a_chance.text.names import KIND_IDS, card_id, money

WORDS = {
    TURN: {"roll": ROLL_DICE, "ticket": PLAY_TICKET, "both": SPEND_BOTH},
    HALF: {"do": DO, "or": OR},
    ADD_DIE: {"throw": THROW_NOW, "add": ADD_ONE},
    AGAIN: {"stop": STOP},
    OPENING: {"higher": HIGHER},
    BIDDING: {"pass": PASS, "higher": HIGHER},
    CONSOLATION: {"end": END_TURN, "roll": ROLL_ANYWAY},
}
"""Moves of one word."""
DICE = ("charm",)
"""Outcomes that are no throw of numbers, and yet of a die."""
COUPONS = ("coupon", "discount")
"""At the end of a purchase: it spends the ticket. The first is written, both are read."""


# Writing


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write one action or outcome."""
    if seat == CHANCE:
        return _say_outcome(box, s, action)
    for word, meaning in WORDS.get(s.step, {}).items():
        if action == meaning:
            return word
    if s.step in (OPENING, BIDDING):
        return f"bid {100 * (s.floor + action)}"
    if s.step == AGAIN:
        return f"reroll {_dice_text(action)}"
    if s.step == TAKE:
        return f"take {KIND_IDS[action]}"
    if s.step == TURN and action >= AUCTION:
        return f"auction {card_id(box, card_in(s, STACK + action - AUCTION))}"
    return say_purchase(box, s, action)


def _say_outcome(box: Box, s: Position, outcome: int) -> str:
    if s.step == FIRST_PLAYER:
        return f"first {seat_letter(outcome)}"
    if s.step == TICKET:
        return f"ticket {box.data.ticket[outcome].name}"
    if s.step == THROW:
        return f"dice {_dice_text(outcome)}"
    if s.step == CHARM:
        return f"charm {box.data.charm[outcome].id}"
    return f"card {card_id(box, outcome)}"


def _dice_text(dice: int) -> str:
    words = [str(face + 1) for face in range(FACES - 1, -1, -1) for _die in range(shows(dice, face))]
    return " ".join([*words, *["charm"] * (dice // WITH_CHARM)])


def words(box: Box, s: Position, seat: int, move: str) -> str:
    """Describe a move as people would: `collect $2,500 for a full house`; of chance, what came up."""
    actions = read(box, s, seat, move)
    if seat == CHANCE:
        return outcome_words(box, s, actions[0])
    return move_words(box, s, actions, move.startswith("keep"))


# Reading


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read an action, an outcome or a whole move as the actions it is made of."""
    verb, *rest = text.lower().split() or [""]
    actions = _read_outcome(box, s, verb, rest) if seat == CHANCE else _read_action(box, s, seat, verb, rest)
    if actions is None:
        raise not_understood(text, _examples(box, s, seat))
    return actions


def _read_action(box: Box, s: Position, seat: int, verb: str, rest: list[str]) -> list[int] | None:
    if not rest and verb in WORDS.get(s.step, {}):
        return [WORDS[s.step][verb]]
    if s.step in (OPENING, BIDDING):
        return _read_bid(s, seat, verb, rest)
    if s.step == AGAIN:
        return _read_again(box, s, verb, rest)
    if s.step == TAKE:
        kind = _read_kind("-".join(rest if verb == "take" else [verb, *rest]))
        return None if kind is None else [kind]
    if s.step in (TURN, HALF, PURCHASE):
        return _read_purchase(box, s, verb, rest)
    return None


def _read_purchase(box: Box, s: Position, verb: str, rest: list[str]) -> list[int] | None:
    discount = WITH_DISCOUNT if rest and rest[-1] in COUPONS else 0
    slot = _read_slot(box, s, rest[:-1] if discount else rest)
    if slot is None:
        return None
    if verb == "auction" and s.step == TURN and slot >= STACK and not discount:
        return [AUCTION + slot - STACK]
    if verb == "both" and s.step == TURN:
        return _with_purchase(box, s, SPEND_BOTH, slot + discount)
    if verb == "buy" and s.step == HALF:
        return None if _exchanges(box, s) else _with_purchase(box, s, DO, slot + discount)
    return [slot + discount] if verb == "buy" else None


def _with_purchase(box: Box, s: Position, action: int, purchase: int) -> list[int]:
    """Choose and buy in one move; a purchase that is the only one is not asked for."""
    return [action] if _purchases(box, s) == [purchase] else [action, purchase]


def _read_slot(box: Box, s: Position, words: list[str]) -> int | None:
    if len(words) == 2 and words[0] in ("stack", "pool") and re.fullmatch("[1-3]", words[1]):
        return int(words[1]) - 1 + (STACK if words[0] == "pool" else 0)
    name = "-".join(words)
    for slot in range(SLOTS):
        if card_in(s, slot) >= 0 and card_id(box, card_in(s, slot)) == name:
            return slot
    return None


def _read_bid(s: Position, seat: int, verb: str, rest: list[str]) -> list[int] | None:
    """Read an amount as the raise that makes it, after as many HIGHER as that takes."""
    number = (rest or [""])[0] if verb == "bid" else verb
    number = number.removeprefix("$").replace(",", "")
    if len(rest) > 1 or not re.fullmatch(r"[1-9]\d{0,15}00", number, re.ASCII):
        return None
    amount, most = int(number) // 100, s.players[seat].cash
    if not s.floor < amount <= most:
        raise IllegalAction(
            _("{amount} cannot be bid: say more than {least}, and not more than your cash, {most}.").format(
                amount=money(amount), least=money(s.floor), most=money(most)
            )
        )
    higher, more = divmod(amount - s.floor - 1, MOST_RAISE)
    return [HIGHER] * higher + [more + 1]


def _read_again(box: Box, s: Position, verb: str, words: list[str]) -> list[int] | None:
    if verb == "take":
        return _stop_and_take(box, s, "-".join(words))
    if verb in ("reroll", "keep") and not words:
        raise UnknownNotation(
            _("Say which dice, for example: {example}. To keep all of them write: stop.").format(
                example=f"{verb} {_dice_text(_packed(list(s.dice))).split()[0]}"
            )
        )
    charm = words[-1:] == ["charm"]
    if charm:
        words = words[:-1]
    there = list(s.dice)
    picked = there if words == ["all"] else _read_dice(words)
    if verb not in ("reroll", "keep") or picked is None or (verb == "keep" and charm):
        return None
    if verb == "keep":
        picked = [have - kept for have, kept in zip(there, picked, strict=True)]
    if any(picked[face] not in range(there[face] + 1) for face in range(FACES)):
        return None
    return [_packed(picked) + (WITH_CHARM if charm else 0)]


def _stop_and_take(box: Box, s: Position, kind: str) -> list[int] | None:
    """Stop and take in one move; the only kind there is is not asked for."""
    kinds, wanted = scoring(box.fields, s), _read_kind(kind)
    if wanted is None or not kinds >> wanted & 1:
        return None
    return [STOP, wanted] if kinds & (kinds - 1) else [STOP]


def _read_kind(text: str) -> int | None:
    """Read a kind of roll; records of former days say `four-of-a-kind`."""
    kind = text.replace("of-a-kind", "alike")
    return KIND_IDS.index(kind) if kind in KIND_IDS else None


def _read_outcome(box: Box, s: Position, verb: str, rest: list[str]) -> list[int] | None:
    if s.step == THROW:
        dice = _read_dice(rest if verb == "dice" else [verb, *rest])
        return [_packed(dice)] if dice and sum(dice) == s.falling else None
    name = "-".join(rest)
    if s.step == FIRST_PLAYER:
        letter = name.upper()
        return [LETTERS.index(letter)] if verb == "first" and len(letter) == 1 and letter in LETTERS else None
    if s.step == TICKET:
        names = [ticket.name for ticket in box.data.ticket]
        ids = [ticket.id.lower() for ticket in box.data.ticket]
        known = {
            **dict(zip(names, range(len(names)), strict=True)),
            **dict(zip(ids, range(len(ids)), strict=True)),
        }
        return [known[name]] if verb == "ticket" and name in known else None
    if s.step == CHARM:
        charms = [charm.id for charm in box.data.charm]
        return [charms.index(name)] if verb == "charm" and name in charms else None
    cards = [card_id(box, card) for card in range(CARDS)]
    return [cards.index(name)] if verb == "card" and name in cards else None


def _read_dice(words: list[str]) -> list[int] | None:
    if not all(re.fullmatch("[1-6]", word) for word in words):
        return None
    return [words.count(str(face + 1)) for face in range(FACES)]


def _packed(dice: list[int]) -> int:
    return sum(n << (4 * face) for face, n in enumerate(dice))


def _examples(box: Box, s: Position, seat: int) -> str:
    if seat == CHANCE:
        out = [0] * rules.MOST_OUTCOMES
        first = out[: min(2, rules.choices(box.fields, s, seat, out))]
        return listed(say(box, s, seat, outcome) for outcome in first)
    return listed(moves(box, s, seat)[:4])


# Menus


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer whole moves: what is bought with a ticket, a few bids, and the usual re-rolls."""
    if s.step == AGAIN:
        return _rerolls(s)
    if s.step in (OPENING, BIDDING):
        return _bids(s, seat)
    out = [0] * rules.MOST_CHOICES
    listed = out[: rules.choices(box.fields, s, seat, out)]
    offered = []
    for action in listed:
        if s.step == TURN and action == SPEND_BOTH:
            offered += [say_purchase(box, s, p).replace("buy", "both", 1) for p in _purchases(box, s)]
        elif s.step == HALF and action == DO and not _exchanges(box, s) and box.fields.deeds[s.deed].buys:
            offered += [say_purchase(box, s, p) for p in _purchases(box, s)]
        else:
            offered.append(say(box, s, seat, action))
    return offered


def say_purchase(box: Box, s: Position, purchase: int) -> str:
    """Write a purchase, whatever the step."""
    text = f"buy {card_id(box, card_in(s, purchase % SLOTS))}"
    return text if purchase < WITH_DISCOUNT else f"{text} {COUPONS[0]}"


def _purchases(box: Box, s: Position) -> list[int]:
    out = [0] * (2 * SLOTS)
    return out[: list_purchases(purchases(box.fields, s), out)]


def _exchanges(box: Box, s: Position) -> bool:
    return bool(box.fields.deeds[s.deed].new_pool)


def _bids(s: Position, seat: int) -> list[str]:
    most = s.players[seat].cash
    raises = {s.floor + step for step in (1, 5, 10, 20, 50)} | {most}
    offered = [f"bid {100 * dollars}" for dollars in sorted(raises) if dollars <= most]
    return ["pass", *offered] if s.step == BIDDING and s.floor == s.bid else offered


def _rerolls(s: Position) -> list[str]:
    """Offer to stop, to throw all again, all but the groups, all of one number, the charm die."""
    dice = list(s.dice)
    charm = bool(s.charm_throws) and s.charm_throws < MOST_CHARM_THROWS
    offered = ["stop", "reroll all"]
    groups = [n if n > 1 else 0 for n in dice]
    if any(groups) and groups != dice:
        offered.append(f"keep {_dice_text(_packed(groups))}")
    if sum(n > 0 for n in dice) > 1:
        for face in range(FACES):
            if dice[face]:
                offered.append(f"reroll {_dice_text(dice[face] << (4 * face))}")
    return [*offered, "reroll charm", "reroll all charm"] if charm else offered
