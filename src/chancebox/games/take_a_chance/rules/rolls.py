"""
Rolls: how many dice, the throws, what the Bank pays, and the charm die.

A roll is going on while `throws` is above 0. The dice of the last roll stay on the table until
the first throw of the next one comes to rest.
"""

from chancebox.engine.rules.bits import lowest, members
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS, formed
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    CHARM,
    COLOURS,
    EXTRA_THROW,
    NEXT,
    SPARE_DIE,
    TAKE,
    THROW,
    Box,
    Player,
    Position,
    ask_chance,
    ask_player,
    colours_of,
)

STOP = 0
WITH_CHARM = 1 << (4 * FACES)
"""Added to the dice of a re-roll: the charm die is thrown again too."""
MOST_THROWS = 3
MOST_CHARM_THROWS = 2
THROW_NOW, ADD_ONE = 0, 1


def dice_with(box: Box, player: Player, extra: int) -> int:
    """Count two black dice, a white one for each colour owned, and extra ones up to nine (TC-12, TC-18)."""
    return min(box.most_dice, box.black_dice + colours_of(player) + extra)


def dice_due(box: Box, s: Position) -> int:
    return dice_with(box, s.players[s.player], box.deeds[s.deed].extra_dice + s.spare)


def begin_roll(box: Box, s: Position) -> None:
    s.rolls -= 1
    s.spare = 0
    get_ready(box, s)


def get_ready(box: Box, s: Position) -> None:
    """Ask for spare dice as long as one can be added (TC-R11), then throw."""
    if s.players[s.player].kept[SPARE_DIE] > 0 and dice_due(box, s) < box.most_dice:
        ask_player(s, ADD_DIE)
    else:
        throw_all(box, s)


def add_die(box: Box, s: Position, action: int) -> None:
    if action == THROW_NOW:
        throw_all(box, s)
        return
    s.players[s.player].kept[SPARE_DIE] -= 1
    s.spare += 1
    get_ready(box, s)


def throw_all(box: Box, s: Position) -> None:
    s.falling = dice_due(box, s)
    s.charm_throws = 0
    s.charm_falling = s.charm_die  # TC-53; it does not count towards the nine (TC-R08)
    ask_chance(s, THROW)


def come_to_rest(box: Box, s: Position, throw: int) -> None:
    for face in range(FACES):
        lying = s.dice[face] if s.throws > 0 else 0
        s.dice[face] = lying + shows(throw, face)
    s.falling = 0
    if s.charm_falling:
        ask_chance(s, CHARM)
    else:
        after_throw(box, s)


def show_charm(box: Box, s: Position, charm: int) -> None:
    s.charm = charm + 1
    s.charm_throws += 1
    s.charm_falling = 0
    after_throw(box, s)


def after_throw(box: Box, s: Position) -> None:
    s.throws += 1
    if s.throws < box.deeds[s.deed].throws or can_spend_throw(s):
        ask_player(s, AGAIN)
    else:
        pay_out(box, s)  # TC-13, TC-R07


def can_spend_throw(s: Position) -> bool:
    """A kept ticket gives a third throw, never a fourth (TC-R11)."""
    return s.throws < MOST_THROWS and s.players[s.player].kept[EXTRA_THROW] > 0


def list_again(s: Position, out: Row) -> int:
    """List every set of dice that may be thrown again; the empty one is STOP."""
    n = list_sets(s, 0, out, 0)
    if s.charm_throws and s.charm_throws < MOST_CHARM_THROWS:  # TC-53, TC-R26
        n = list_sets(s, WITH_CHARM, out, n)
    return n


def list_sets(s: Position, charm: int, out: Row, n: int) -> int:
    """List every set of dice, with the charm die or without, after n others."""
    picked = 0
    while True:
        out[n] = picked + charm
        n += 1
        # The next larger set: one more die of the lowest number that has one left, none of the lower.
        face = 0
        while face < FACES and shows(picked, face) == s.dice[face]:
            picked -= s.dice[face] << (4 * face)
            face += 1
        if face == FACES:
            return n
        picked += 1 << (4 * face)


def pick_again(s: Position, stream: Row) -> int:
    """Take one of the sets that `list_again` lists, all equally likely, by its place in the list."""
    sets = 1
    for face in range(FACES):
        sets *= s.dice[face] + 1
    has_charm = 0 < s.charm_throws < MOST_CHARM_THROWS
    left = below(stream, sets * (1 + has_charm))
    picked = WITH_CHARM * (left >= sets)
    left -= sets * (left >= sets)
    for face in range(FACES):
        picked += left % (s.dice[face] + 1) << (4 * face)
        left //= s.dice[face] + 1
    return picked


def throw_again(box: Box, s: Position, picked: int) -> None:
    if picked == STOP:
        pay_out(box, s)
        return
    if s.throws >= box.deeds[s.deed].throws:
        s.players[s.player].kept[EXTRA_THROW] -= 1
    for face in range(FACES):
        s.dice[face] -= shows(picked, face)
        s.falling += shows(picked, face)
    s.charm_falling = picked // WITH_CHARM
    ask_chance(s, THROW if s.falling else CHARM)


# The Bank pays


def pictured(box: Box, player: Player) -> int:
    """Return the kinds on owned cards, one bit each."""
    kinds = 0
    for colour in range(COLOURS):
        if player.owned[colour]:
            kinds |= box.colours[colour].pictured
    return kinds


def payout(box: Box, player: Player, kind: int) -> int:
    """Add up what every picturing card pays, once each (TC-15, TC-R06)."""
    dollars = 0
    for colour in range(COLOURS):
        dollars += members(player.owned[colour]) * box.colours[colour].pays[kind]
    return dollars


def scoring(box: Box, s: Position) -> int:
    """Return the kinds that the roller may take."""
    return formed(s.dice, s.same_number) & pictured(box, s.players[s.player])


def pay_out(box: Box, s: Position) -> None:
    kinds = scoring(box, s)
    if kinds & (kinds - 1):
        ask_player(s, TAKE)  # TC-14
    elif kinds:
        take(box, s, lowest(kinds))
    else:
        s.throws = 0
        s.step = NEXT


def list_kinds(box: Box, s: Position, out: Row) -> int:
    kinds = scoring(box, s)
    n = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            out[n] = kind
            n += 1
    return n


def take(box: Box, s: Position, kind: int) -> None:
    player = s.players[s.player]
    player.cash += payout(box, player, kind) * box.deeds[s.deed].times
    if s.charm_die:
        pay_bonus(box, s, kind)
    s.throws = 0
    s.step = NEXT


def pay_bonus(box: Box, s: Position, kind: int) -> None:
    """Pay for the charm: the roller if a card that just paid shows it, else all opponents."""
    charm = 1 << (s.charm - 1)
    player = s.players[s.player]
    if charm_paid(box, player, kind, charm):
        player.cash += box.bonus * cards_with(player, charm)  # TC-54
        return
    for seat in range(s.seats):
        if seat != s.player:
            other = s.players[seat]
            other.cash += box.bonus * cards_with(other, charm)  # TC-55, TC-R25


def charm_paid(box: Box, player: Player, kind: int, charm: int) -> bool:
    found = 0
    for colour in range(COLOURS):
        if box.colours[colour].pictured >> kind & 1:
            found |= player.owned[colour] & charm
    return found != 0


def cards_with(player: Player, charm: int) -> int:
    n = 0
    for colour in range(COLOURS):
        n += player.owned[colour] & charm != 0
    return n
