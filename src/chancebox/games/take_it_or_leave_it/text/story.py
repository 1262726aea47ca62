"""
The log of Take it or Leave it, told so that no viewer learns more than the hidden record shows.

What all decide at the same time is told together, by the event that uncovers it.
"""

from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.texts import _, n_
from chancebox.games.take_it_or_leave_it import rules
from chancebox.games.take_it_or_leave_it.rules import KEEP, PASS, STOP
from chancebox.games.take_it_or_leave_it.rules.actions import ENOUGH, action_in_play
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ANNOUNCE,
    BLACK,
    COLOURS,
    DEAL,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    KINDS,
    KNOCK,
    REROLL_SOME,
    SCORE,
    SCORED,
    SWAP,
    TASK,
    TASKS,
    THROW_BACK,
    TURN,
    WHITE,
    Position,
    dice_in,
)
from chancebox.games.take_it_or_leave_it.text.names import (
    COLOUR_WORDS,
    Ending,
    action_text,
    card_id,
    colour_word,
    dice_text,
    die_text,
    faces_text,
    task_text,
)


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event."""
    if seat == CHANCE:
        return _tell_chance(box, before, action, viewer, names)
    who = names[seat]
    if before.step == TURN:
        return _tell_turn(box, before, after, seat, action, who)
    if before.step not in (SCORE, DISCARD, ANNOUNCE):
        return _tell_target(box, before, action, who)
    if after.step == before.step and not after.ended:
        return _tell_secret(box, before, after, seat, action, viewer, who)
    return _tell_uncovered(box, before, after, names)


def _tell_chance(box: Box, s: Position, outcome: int, viewer: int, names: list[str]) -> str:
    who = names[s.player]
    if s.step == FIRST_PLAYER:
        return _("{who} starts the first round.").format(who=names[outcome])
    if s.step == DEAL:
        if viewer == s.player:
            return _("You draw {card}.").format(card=card_words(box, outcome))
        return (
            _("{who} draws a task.").format(who=who)
            if s.drawing == TASK
            else _("{who} draws an action.").format(who=who)
        )
    colour = rules.fallen(s)
    told = _("{colour}: {dice}.").format(
        colour=colour_word(COLOUR_WORDS[colour]).capitalize(), dice=faces_text(outcome)
    )
    if s.action == 0 and dice_in(s.tray) == 0:
        told = (
            _("Round {n} of {rounds}: {who} throws all dice.").format(
                n=s.round, rounds=box.fields.rounds[s.seats], who=who
            )
            + f" {told}"
        )
    return told


# Turns


def _tell_turn(box: Box, before: Position, after: Position, seat: int, action: int, who: str) -> str:
    if action < KINDS:
        return _("{who} takes {die}.").format(who=who, die=die_text(action))
    if action == PASS:
        return _("{who} passes.").format(who=who)
    if action == STOP:
        return _("{who} takes no second die.").format(who=who)
    told = _("{who} plays {card}.").format(who=who, card=card_words(box, action))
    return f"{told} {_tell_change(box, before, after, seat, who)}".strip()


def _tell_change(box: Box, before: Position, after: Position, seat: int, who: str) -> str:
    """Tell what an action did at once, because it left no choice."""
    back = _minus(list(before.players[seat].dice), list(after.players[seat].dice))
    if any(back):
        return _("{die} goes back.").format(die=dice_text(back))
    gone = _minus(list(before.tray), list(after.tray))
    new = _minus(list(after.tray), list(before.tray))
    if any(new):
        return _("{dice} becomes {new}.").format(dice=dice_text(gone), new=dice_text(new))
    if any(gone) and action_in_play(box.fields, after).kind == REROLL_SOME:
        return _("{who} picks up {die}.").format(who=who, die=dice_text(gone))
    return ""


def _minus(dice: list[int], others: list[int]) -> list[int]:
    return [max(0, a - b) for a, b in zip(dice, others, strict=True)]


def _tell_target(box: Box, s: Position, target: int, who: str) -> str:
    action = action_in_play(box.fields, s)
    if s.step == KNOCK:
        if target == ENOUGH:
            return _("{who} knocks no other die.").format(who=who)
        return _("{who} knocks {die}.").format(who=who, die=die_text(target))
    if action.kind == REROLL_SOME:
        if target == ENOUGH:
            return ""
        return _("{who} picks up {die}.").format(who=who, die=die_text(target))
    if action.kind == THROW_BACK:
        return _("{who} throws {die} back.").format(who=who, die=die_text(target))
    one, other = COLOURS * (target // FACES), COLOURS * (target % FACES)
    if action.kind == SWAP:
        return _("{who} swaps the numbers of {white} and {black}.").format(
            who=who, white=die_text(one + WHITE), black=die_text(other + BLACK)
        )
    return _("{who} turns {die} to {new}.").format(
        who=who, die=die_text(one + action.colour), new=die_text(other + action.colour)
    )


# Decisions in secret


def _tell_secret(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, who: str
) -> str:
    if after.pending >> seat & 1:
        return ""
    if viewer == seat and before.step == DISCARD and action != KEEP:
        return _("You will discard {card}.").format(card=card_words(box, action))
    return _("{who} has decided.").format(who=who)


def _tell_uncovered(box: Box, before: Position, after: Position, names: list[str]) -> str:
    """Tell what all decided, now that the last one has."""
    if before.step == SCORE:
        told = [_tell_scored(box, before, after, seat, names[seat]) for seat in range(before.seats)]
        if after.ended:
            told.append(_("The game is over: {why}.").format(why=Ending(after.ended).why))
            told += [_tell_total(after, seat, names[seat]) for seat in range(after.seats)]
    elif before.step == DISCARD:
        told = [_tell_discarded(before, after, seat, names[seat]) for seat in range(before.seats)]
    else:
        told = [
            _("{who} wants {tasks} + {actions} cards (tasks + actions).").format(
                who=names[seat],
                tasks=after.players[seat].wanted[TASK],
                actions=after.players[seat].wanted[ACTION],
            )
            for seat in range(before.seats)
        ]
    return " ".join(part for part in told if part)


def _tell_scored(box: Box, before: Position, after: Position, seat: int, who: str) -> str:
    scored = [
        task
        for task in range(TASKS)
        if after.place[task] == SCORED + seat and before.place[task] != SCORED + seat
    ]
    chips = after.players[seat].chips - before.players[seat].chips
    paid = n_("{n} chip", "{n} chips", chips).format(n=chips)
    if scored:
        cards = ", ".join(f"{card_words(box, task)}" for task in scored)
        points = after.players[seat].points - before.players[seat].points
        text = n_(
            "{who} fulfils {cards}: {n} point, {paid}.", "{who} fulfils {cards}: {n} points, {paid}.", points
        )
        return text.format(who=who, cards=cards, n=points, paid=paid)
    return _("{who} fulfils nothing: {paid}.").format(who=who, paid=paid) if chips else ""


def _tell_total(s: Position, seat: int, who: str) -> str:
    player = s.players[seat]
    return _("{who}: {total} ({points} for tasks − {chips} for chips).").format(
        who=who, points=player.points, chips=player.chips, total=player.points - player.chips
    )


def _tell_discarded(before: Position, after: Position, seat: int, who: str) -> str:
    """Tell the kind only: the card lies face down (TL-R17)."""
    for kind, text in ((TASK, _("{who} discards a task.")), (ACTION, _("{who} discards an action."))):
        if after.players[seat].held[kind] < before.players[seat].held[kind]:
            return text.format(who=who)
    return ""


def card_words(box: Box, card: int) -> str:
    """Name a card with what it says: `T38 (white 2 + white 3)`."""
    if card < TASKS:
        return f"{card_id(box, card)} ({task_text(box.data.task[card])})"
    return f"{card_id(box, card)} ({action_text(box.data.action[card - TASKS])})"
