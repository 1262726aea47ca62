"""
What happens in Take it or Leave it, from the records before and after an event.

Both are hidden for the viewer. What all decide at the same time is told together, by the event that
uncovers it; small steps of laying dice in secret tell nothing.
"""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import TABLE, Ended, Happening, Score
from chancebox.engine.game.texts import mark
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.records import Row, as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it.rules.actions import action_in_play, aim, hit, targets
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ANNOUNCE,
    BLACK,
    CARDS,
    COLOURS,
    DEAL,
    DISCARD,
    ENOUGH,
    FACES,
    FIRST_PLAYER,
    KEEP,
    KINDS,
    KNOCK,
    PASS,
    PLAYED,
    REROLL,
    REROLL_SOME,
    SCORE,
    SCORED,
    STOP,
    SWAP,
    TAKE_TWO,
    TARGET,
    TASK,
    TASKS,
    THROW,
    THROW_BACK,
    TURN,
    WHITE,
    Player,
    Position,
    dice_in,
    has_several,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import dice_falling, fallen
from chancebox.games.take_it_or_leave_it.rules.scoring import die_chips
from chancebox.games.take_it_or_leave_it.text.happenings import (
    Announced,
    Began,
    Counted,
    Decided,
    Dice,
    Discarded,
    Drew,
    Ending,
    Fulfilled,
    FulfilledNothing,
    Gathered,
    Knocked,
    Landed,
    PaidForAction,
    PaidForDice,
    Passed,
    PickedUp,
    PickedUpColour,
    Played,
    Renewed,
    RoundBegan,
    RoundEnded,
    RoundScored,
    Swapped,
    Threw,
    ThrewBack,
    Took,
    TookNoSecond,
    Turned,
)
from chancebox.games.take_it_or_leave_it.text.names import COLOUR_WORDS, card_id, die_text, sorted_dice
from chancebox.games.take_it_or_leave_it.text.sentences import sentence

__all__ = ["DECIDES", "Ending", "counts", "happenings", "sentence"]

DECIDES = Score(mark("points"), {"points": 1, "chips": -1})

PILES = ("tasks", "actions")
SECRETS = {SCORE: "score", DISCARD: "discard", ANNOUNCE: "mix"}


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted: points too, since all have seen which tasks were fulfilled (TL-R17)."""
    counted = {(TABLE, "tray"): dice_in(s.tray), (TABLE, "falling"): dice_falling(s)}
    places = list(s.place)
    for kind, pile in enumerate(PILES):
        thrown = sum(s.players[seat].thrown[kind] for seat in range(s.seats))
        counted[TABLE, pile] = s.pile[kind]
        counted[TABLE, f"discarded {pile}"] = thrown + (places.count(PLAYED) if kind == ACTION else 0)
    for seat in range(s.seats):
        player = s.players[seat]
        counted |= {(seat, pile): player.held[kind] for kind, pile in enumerate(PILES)}
        counted[seat, "dice"] = dice_in(player.dice)
        counted[seat, "chips"] = player.chips
        counted[seat, "points"] = player.points
        counted[seat, "scored"] = places.count(SCORED + seat)
    return counted


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened, in this order: the event, the scoring, new piles, the next round."""
    if before.step == FIRST_PLAYER:
        happened: list[Happening] = [Began(action)]
    elif before.step == DEAL:
        card = card_id(box, action) if viewer == before.player else None
        happened = [Drew(before.player, PILES[before.drawing], card)]
    elif before.step == THROW:
        happened = _threw(box, before, action)
    elif before.step == TURN:
        happened = _took_turn(box, before, action, after)
    elif before.step in (TARGET, KNOCK):
        happened = _aimed(box, before, action)
    elif after.step == before.step and not after.ended:
        happened = _decided(box, before, seat, after, viewer)
    else:
        happened = _uncovered(box, before, seat, action, after, viewer)
    if _is_settled(before, after):
        for one in range(before.seats):
            happened += _scored(box, before, after, one)
        happened += _round_scored(happened, before)
    happened += _renewed(before, after)
    if after.round != before.round:
        happened.append(_gathered(before, after))
    if after.ended:
        happened += [_counted(after.players[one], one) for one in range(after.seats)]
        happened.append(Ended(after.ended))
    return happened


# The throw


def _threw(box: Box, s: Position, outcome: int) -> list[Happening]:
    colour = fallen(s)
    values = [value for value in range(FACES) for _die in range(shows(outcome, value))]
    dice = tuple(_die(colour, value) for value in values)
    card = card_id(box, s.action) if s.action else None
    falling = dice_falling(s) - len(dice)
    told = Threw if falling and not s.action else Landed
    threw = told(s.player, COLOUR_WORDS[colour], dice, falling, card)
    if s.action or dice_in(s.tray):
        return [threw]
    return [RoundBegan(s.player, s.round, box.fields.rounds[s.seats]), threw]


def _gathered(before: Position, after: Position) -> Gathered:
    taken = tuple(_dice(before.players[seat].dice) for seat in range(before.seats))
    tray = _dice(before.tray)
    white, black, red = after.falling
    return Gathered(after.first, taken, tray, (white, black, red))


# Turns


def _took_turn(box: Box, before: Position, action: int, after: Position) -> list[Happening]:
    seat = before.player
    if action >= TASKS:
        return _played(box, before, action)
    left = list(before.tray)
    if action == PASS:
        happened: list[Happening] = [Passed(seat)]
    elif action == STOP:
        happened = [TookNoSecond(seat)]
    else:
        happened = [Took(seat, die_text(action), before.took > 0)]
        left[action] -= 1
    if after.step != TURN or after.round != before.round:
        happened.append(RoundEnded(_dice(left)))
    return happened


# Actions


def _played(box: Box, s: Position, card: int) -> list[Happening]:
    action = box.fields.actions[card - TASKS]
    happened: list[Happening] = [Played(s.player, card_id(box, card))]
    if action.chips:
        happened.append(PaidForAction(s.player, card_id(box, card), action.chips))
    if action.kind == REROLL:
        dice = [s.tray[kind] if kind % COLOURS == action.colour else 0 for kind in range(KINDS)]
        happened.append(PickedUpColour(s.player, COLOUR_WORDS[action.colour], _dice(dice)))
    elif action.kind != TAKE_TWO:
        now: Position = of_bytes(Position, as_bytes(s))
        aim(now, card)
        happened += _aimed(box, now)
    return happened


def _aimed(box: Box, s: Position, target: int | None = None) -> list[Happening]:
    """Follow an action from what it is aimed at to what it has to hit then, as there is nothing else."""
    happened = []
    now: Position = of_bytes(Position, as_bytes(s))
    asked = target is not None
    while now.step in (TARGET, KNOCK):
        if target is None:
            marked = targets(box.fields, now)
            if has_several(marked):
                break
            target = lowest(marked)
        touched = _hit(box, now, target, asked)
        happened += [touched] if touched else []
        hit(box.fields, now, target)
        target, asked = None, False
    return happened


def _hit(box: Box, s: Position, target: int, asked: bool) -> Happening | None:
    """Turn a target into what happens to it; an end of picking up that nobody is asked for is none."""
    action = action_in_play(box.fields, s)
    if s.step == KNOCK:
        if target < ENOUGH:
            return Knocked(s.player, die_text(target))
        return Knocked(s.player, None) if asked else None
    if action.kind == REROLL_SOME:
        return PickedUp(s.player, die_text(target)) if target < ENOUGH else None
    if action.kind == THROW_BACK:
        return ThrewBack(s.player, die_text(target))
    one, other = divmod(target, FACES)
    if action.kind == SWAP:
        dice, new = (_die(WHITE, one), _die(BLACK, other)), (_die(WHITE, other), _die(BLACK, one))
        return Swapped(s.player, dice, new)
    return Turned(s.player, _die(action.colour, one), _die(action.colour, other))


# What is decided in secret


def _decided(box: Box, before: Position, seat: int, after: Position, viewer: int) -> list[Happening]:
    """Say that a seat is done, as far as it is; what it will discard only to itself."""
    if after.pending >> seat & 1:
        return []
    card = after.players[seat].discard if before.step == DISCARD and viewer == seat else KEEP
    return [Decided(seat, SECRETS[before.step], card_id(box, card) if card < CARDS else None)]


def _uncovered(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Return what all decided, now that the last one has; how they scored follows."""
    if before.step == ANNOUNCE:
        wanted = [after.players[one].wanted for one in range(before.seats)]
        return [Announced(one, mix[TASK], mix[ACTION]) for one, mix in enumerate(wanted)]
    happened: list[Happening] = []
    if before.step == DISCARD:
        for one in range(before.seats):
            card = action if one == seat else before.players[one].discard
            known = card_id(box, card) if one == viewer and card < CARDS else None
            for kind, pile in enumerate(PILES):
                if after.players[one].held[kind] < before.players[one].held[kind]:
                    happened.append(Discarded(one, pile, known))
    return happened


def _renewed(before: Position, after: Position) -> list[Happening]:
    happened: list[Happening] = []
    for kind, pile in enumerate(PILES):
        drawn = before.step == DEAL and before.drawing == kind
        cards = after.pile[kind] - before.pile[kind] + drawn
        if cards:
            happened.append(Renewed(pile, cards))
    return happened


# The scoring


def _is_settled(before: Position, after: Position) -> bool:
    """Return whether all have scored, also if nobody had anything to score."""
    if before.step not in (TURN, SCORE):
        return False
    return bool(after.ended) or after.round != before.round or after.step in (DISCARD, ANNOUNCE, DEAL)


def _scored(box: Box, before: Position, after: Position, seat: int) -> list[Happening]:
    player = after.players[seat]
    lying = {player.fulfilled[row]: list(player.laid[row]) for row in range(player.opened)}
    happened: list[Happening] = []
    # The dice are cleared away if a new round follows at once, because nobody has or gets cards.
    is_seen = after.round == before.round
    for task in range(TASKS):
        if after.place[task] == SCORED + seat != before.place[task]:
            points = box.fields.tasks[task].points
            dice = _dice(lying[task]) if is_seen else None
            happened.append(Fulfilled(seat, card_id(box, task), dice, points))
    taken = list(before.players[seat].dice)
    if before.step == SCORE and any(taken) and not happened:
        happened.append(FulfilledNothing(seat))
    chips = player.chips - before.players[seat].chips
    if chips:
        costs = _costs(taken, list(lying.values())) if is_seen else None
        happened.append(PaidForDice(seat, costs, chips))
    return happened


def _round_scored(happened: list[Happening], before: Position) -> list[Happening]:
    """Add up what all made of their dice; nothing if nobody had any."""
    if before.step != SCORE:
        return []
    made = [0 if any(before.players[seat].dice) else None for seat in range(before.seats)]
    for one in happened:
        match one:
            case Fulfilled(seat, _, _, points):
                made[seat] = (made[seat] or 0) + points
            case PaidForDice(seat, _, chips):
                made[seat] = (made[seat] or 0) - chips
    most = max(result for result in made if result is not None)
    best = tuple(seat for seat, result in enumerate(made) if result == most)
    return [RoundScored(tuple(made), best)]


def _costs(taken: list[int], lying: list[list[int]]) -> tuple[tuple[str, int], ...]:
    """List the dice that cost chips, unused ones first."""
    used = [sum(dice[kind] for dice in lying) for kind in range(KINDS)]
    unused = [have - laid for have, laid in zip(taken, used, strict=True)]
    costs = [(die_text(kind), die_chips(kind, False)) for kind in sorted_dice(unused)]
    costs += [(die_text(kind), die_chips(kind, True)) for kind in sorted_dice(used)]
    return tuple(cost for cost in costs if cost[1])


def _counted(player: Player, seat: int) -> Counted:
    return Counted(seat, player.points, player.chips, player.points - player.chips)


def _dice(dice: Row) -> Dice:
    return tuple(die_text(kind) for kind in sorted_dice(list(dice)))


def _die(colour: int, value: int) -> str:
    return die_text(COLOURS * value + colour)
