"""
What happens in chance it.

One decision can bring much: the last guide card reveals them all, stakes are paid, dice follow. So the
rules are played again step by step. What was secret is taken from the position after it: guide cards lie
there open, and cards that served a die are marked as used.
"""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import TABLE, Ended, Happening, Score
from chancebox.engine.game.texts import mark
from chancebox.engine.rules.bits import lowest, members
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.chance_it import rules
from chancebox.games.chance_it.rules.dice_actions import give_card, give_die
from chancebox.games.chance_it.rules.records import (
    BUY,
    CARDS,
    CHANCE_IT,
    DISCARD,
    END_ROUND,
    FIRST_PLAYER,
    FLASH,
    GUIDE,
    HIDDEN,
    IN,
    LAY_OUT,
    MARKET_DIE,
    NEXT_ACTION,
    OUT,
    PASS,
    ROLL,
    SERVE,
    TURN,
    Position,
    is_in,
)
from chancebox.games.chance_it.rules.rounds import pay_stakes, reveal, roller, with_guide
from chancebox.games.chance_it.text.happenings import (
    AllOut,
    Began,
    BeganRound,
    Bought,
    Bound,
    CarriedOut,
    Cause,
    ChancedIt,
    Chose,
    ChoseCard,
    Discarded,
    Effect,
    Eliminated,
    EndedRound,
    Flashed,
    LaidOut,
    RenewedPile,
    Rerolled,
    Revealed,
    Seats,
    Served,
    SettledStakes,
    Spent,
    Used,
    UsedNone,
    WentToMarket,
)
from chancebox.games.chance_it.text.names import thrown
from chancebox.games.chance_it.text.sentences import Ending, sentence

__all__ = ["DECIDES", "Ending", "counts", "happenings", "sentence"]

DECIDES = Score(mark("stars"), {"stars": 1})


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event, and all that followed from it by itself, into what happened."""
    s = _copy(before)
    if before.step in (GUIDE, SERVE):
        happened = [_chose(before, seat, after)]
        if before.pending != 1 << seat:
            return happened
        _uncover(s, seat, after)
        s.pending = 0
    else:
        happened = _answered(box, s, seat, action)
    while not s.pending and not s.ended:
        happened += _followed(box, s)
    if s.ended:
        happened.append(Ended(s.ended))
    return happened


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted on the table; all of it is open."""
    counted = {
        (TABLE, "market"): members(s.market),
        (TABLE, "pile"): members(s.pile),
        (TABLE, "discards"): members(s.discards),
    }
    for seat in range(s.seats):
        player = s.players[seat]
        counted[seat, "hearts"] = player.hearts
        counted[seat, "coins"] = player.coins
        counted[seat, "stars"] = player.stars
        counted[seat, "cards"] = members(player.cards)
    return counted


# Secrets


def _chose(before: Position, seat: int, after: Position) -> Happening:
    """Find what the viewer may know of a secret choice; the last one to choose is told by the reveal."""
    last = before.pending == 1 << seat
    if before.step == GUIDE:
        guide = after.players[seat].guide
        return Chose(seat, None if last or guide == HIDDEN else guide)
    served = after.players[seat].served
    return ChoseCard(seat, None if last or served == HIDDEN else served - 1)


def _uncover(s: Position, last: int, after: Position) -> None:
    """Fill in what all have chosen, as it is to be seen when the last of them has."""
    used = after.used & ~s.used
    for seat in range(s.seats):
        player = s.players[seat]
        if s.step == GUIDE:
            player.guide = after.players[seat].guide
        elif player.served or seat == last:
            card = used & player.cards
            player.served = 1 + (lowest(card) if card else PASS)


# What was answered


def _answered(box: Box, s: Position, seat: int, action: int) -> list[Happening]:
    """Play what came up or what the player whose turn it is does."""
    then = _copy(s)
    rules.answer(box.fields, s, seat, action)
    if seat == CHANCE:
        return [_came_up(then, s, action)]
    if action == PASS:
        return [UsedNone(seat)]
    card = action % BUY
    if action >= DISCARD:
        return [Discarded(seat, card, bound=False)]
    given = _copy(then)
    give_card(box.fields, given, seat, card)
    effects = _effects(then, given)
    gone = _eliminated(then, given, s, "card", (seat, card))
    printed = box.fields.cards[card]
    if action < BUY:
        return [Used(seat, card, effects, printed.again), *gone]
    bought = Bought(seat, card, printed.price, printed.serves == FLASH)
    return [bought, Flashed(seat, card, effects), *gone, Spent(seat, card)] if bought.flash else [bought]


def _came_up(then: Position, s: Position, outcome: int) -> Happening:
    if then.step == FIRST_PLAYER:
        return Began(outcome)
    if then.step == LAY_OUT:
        return LaidOut(outcome, members(s.market))
    if then.step == ROLL:
        return BeganRound(s.round, roller(then), thrown(outcome), s.sheet, _seats(s.forced))
    return Rerolled(roller(then), thrown(outcome))


# What followed by itself


def _followed(box: Box, s: Position) -> list[Happening]:
    """Play one step of what follows by itself."""
    then = _copy(s)
    rules.advance(box.fields, s)
    if then.step == GUIDE:
        return _revealed(box, then, s)
    if then.step == SERVE:
        return _carried_out(box, then, s)
    if then.step == NEXT_ACTION and s.step == TURN:
        return _begun_turns(then, s)
    if then.step == TURN and then.market != s.market:
        return [Discarded(then.player, lowest(then.market & ~s.market), bound=True)]
    if then.step == LAY_OUT and s.pile & ~then.pile:
        return [RenewedPile(members(s.pile))]
    if then.step == END_ROUND:
        return [EndedRound(s.round, s.first)]
    return []


def _revealed(box: Box, then: Position, s: Position) -> list[Happening]:
    paid = _copy(then)
    reveal(paid)
    pay_stakes(box.fields, paid)
    ins, outs, chancers = (with_guide(then, guide) for guide in (IN, OUT, CHANCE_IT))
    happened: list[Happening] = [Revealed(_seats(ins), _seats(outs), _seats(chancers), _seats(then.forced))]
    effects = _effects(then, paid)
    if paid.playing:
        gain = box.fields.gain[s.sheet][members(outs)]
        price = box.fields.pay[s.sheet][members(paid.playing)]
        happened.append(SettledStakes(s.sheet, gain, price, effects))
    else:
        happened.append(AllOut(effects))
    if s.forced:
        happened.append(Bound(_seats(s.forced)))
    return happened + _eliminated(then, paid, s, "stake" if paid.playing else "all out")


def _carried_out(box: Box, then: Position, s: Position) -> list[Happening]:
    given = _copy(then)
    give_die(box.fields, given)
    chosen = [(seat, then.players[seat].served - 1) for seat in range(then.seats)]
    served = tuple(Served(seat, card) for seat, card in chosen if 0 <= card < CARDS)
    attacks = [(one.seat, one.card) for one in served if box.fields.cards[one.card].attack]
    if attacks and box.fields.board[then.action].hearts >= 0:
        gone = _eliminated(then, given, s, "card", attacks[0])
    else:
        gone = _eliminated(then, given, s, "die")
    return [CarriedOut(then.action, _effects(then, given), served), *gone]


def _begun_turns(then: Position, s: Position) -> list[Happening]:
    from_first = ((s.first + n) % s.seats for n in range(s.seats))
    order = tuple(seat for seat in from_first if is_in(s.waiting, seat))
    if s.action == MARKET_DIE:
        return [WentToMarket(order)]
    return [ChancedIt(order, _effects(then, s))] if order else []


# Seats and what they have


def _copy(s: Position) -> Position:
    copied: Position = type(s).from_buffer_copy(s)  # type: ignore[attr-defined]
    return copied


def _seats(seats: int) -> Seats:
    return tuple(seat for seat in range(seats.bit_length()) if is_in(seats, seat))


def _effects(then: Position, given: Position) -> tuple[Effect, ...]:
    """Compare what seats had and have been given; nobody puts back more hearts than there are."""
    effects = []
    for seat in range(then.seats):
        had, has = then.players[seat], given.players[seat]
        hearts = max(has.hearts, 0) - had.hearts
        coins, stars = has.coins - had.coins, has.stars - had.stars
        if hearts or coins or stars:
            effects.append(Effect(seat, hearts, coins, stars, has.hearts <= 0))
    return tuple(effects)


def _eliminated(
    then: Position, given: Position, s: Position, by: Cause, attack: tuple[int, int] | None = None
) -> list[Happening]:
    """List who was in the game and is no more, with what was taken from them."""
    attacker, card = attack or (None, None)
    happened: list[Happening] = []
    for seat in _seats(then.living & ~s.living):
        player = given.players[seat]
        cards = tuple(held for held in range(CARDS) if player.cards >> held & 1)
        row = then.action
        happened.append(Eliminated(seat, by, row, attacker, card, player.coins, player.stars, cards))
    return happened
