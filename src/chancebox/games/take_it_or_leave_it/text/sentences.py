"""How the log of Take it or Leave it tells what happened."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import _, listed, n_
from chancebox.games.take_it_or_leave_it.text.happenings import (
    Announced,
    Began,
    Counted,
    Decided,
    Discarded,
    Drew,
    Ending,
    Fulfilled,
    FulfilledNothing,
    Knocked,
    PaidForDice,
    Passed,
    PickedUp,
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
from chancebox.games.take_it_or_leave_it.text.names import (
    actions_text,
    card_number,
    card_text,
    dice_names,
    die_name,
    tasks_text,
)


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log; nothing for what the line before it has said already."""
    match happening:
        case Began(seat):
            return _("{who} starts the first round.").format(who=names[seat])
        case RoundBegan(seat, number, rounds):
            return _("Round {n} of {rounds}: {who} throws all dice.").format(
                n=number, rounds=rounds, who=names[seat]
            )
        case Threw(_seat, colour, dice):
            shown = " ".join(die[1] for die in dice)
            texts = {"white": _("White: {dice}."), "black": _("Black: {dice}."), "red": _("Red: {dice}.")}
            return texts[colour].format(dice=shown)
        case Took(seat, die):
            return _("{who} takes {die}.").format(who=names[seat], die=die_name(die))
        case TookNoSecond(seat):
            return _("{who} takes no second die.").format(who=names[seat])
        case Passed(seat):
            return _("{who} passes.").format(who=names[seat])
        case RoundEnded(()):
            return _("The tray is empty: the round is over.")
        case RoundEnded(left):
            return n_(
                "All have passed: {n} die stays in the tray.",
                "All have passed: {n} dice stay in the tray.",
                len(left),
            ).format(n=len(left))
        case Ended(ending):
            return _("The game is over: {why}.").format(why=Ending(ending).why)
    return _action_sentence(box, happening, names) or _card_sentence(box, happening, names)


def _action_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Played(seat, card):
            return _("{who} plays an action: {card}.").format(who=names[seat], card=_card(box, card))
        case PickedUp(seat, die):
            return _("{who} picks up {die}.").format(who=names[seat], die=die_name(die))
        case ThrewBack(seat, die):
            return _("{who} throws {die} back.").format(who=names[seat], die=die_name(die))
        case Knocked(seat, None):
            return _("{who} knocks no other die.").format(who=names[seat])
        case Knocked(seat, str(die)):
            return _("{who} knocks {die}.").format(who=names[seat], die=die_name(die))
        case Swapped(seat, (white, black)):
            return _("{who} swaps the numbers of {white} and {black}.").format(
                who=names[seat], white=die_name(white), black=die_name(black)
            )
        case Turned(seat, die, new):
            return _("{who} turns {die} to {new}.").format(who=names[seat], die=die_name(die), new=new[1])
    return ""


def _card_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write what happens to cards; whoever knows a card that goes face down is its player."""
    match happening:
        case Drew(_seat, pile, str(card)):
            text = _("You draw the task “{card}”.") if pile == "tasks" else _("You draw the action “{card}”.")
            return text.format(card=_card(box, card))
        case Drew(seat, pile):
            text = _("{who} draws a task.") if pile == "tasks" else _("{who} draws an action.")
            return text.format(who=names[seat])
        case Renewed(pile):
            if pile == "tasks":
                return _("The discarded tasks are shuffled into a new pile.")
            return _("The discarded actions are shuffled into a new pile.")
        case Announced(seat, tasks, actions):
            return _("{who} wants a hand of {tasks} and {actions}.").format(
                who=names[seat], tasks=tasks_text(tasks), actions=actions_text(actions)
            )
        case Decided(_seat, _about, str(card)):
            return _("You will discard “{card}”.").format(card=_card(box, card))
        case Decided(seat):
            return _("{who} has decided.").format(who=names[seat])
        case Discarded(_seat, _pile, str(card)):
            return _("You discard “{card}”.").format(card=_card(box, card))
        case Discarded(seat, pile):
            text = _("{who} discards a task.") if pile == "tasks" else _("{who} discards an action.")
            return text.format(who=names[seat])
    return _score_sentence(box, happening, names)


def _score_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Fulfilled(seat, task, dice, points):
            text = n_("{who} fulfils “{card}”: {n} point.", "{who} fulfils “{card}”: {n} points.", points)
            if dice:
                text = n_(
                    "{who} fulfils “{card}” with {dice}: {n} point.",
                    "{who} fulfils “{card}” with {dice}: {n} points.",
                    points,
                )
            card = _card(box, task)
            return text.format(who=names[seat], card=card, dice=dice_names(dice or ()), n=points)
        case FulfilledNothing(seat):
            return _("{who} fulfils nothing.").format(who=names[seat])
        case PaidForDice(seat, costs, chips):
            text = n_("{who} pays {n} chip.", "{who} pays {n} chips.", chips)
            if costs:
                text = n_("{who} pays {n} chip for {dice}.", "{who} pays {n} chips for {dice}.", chips)
            paid = dice_names(die for die, _chips in costs or ())
            return text.format(who=names[seat], n=chips, dice=paid)
        case RoundScored(results, best):
            most = max(result for result in results if result is not None)
            if most <= 0:
                return _("Nobody gains anything in this round.")
            return _("The best of this round: {names} with {n}.").format(
                names=listed((names[seat] for seat in best), "and"), n=most
            )
        case Counted(seat, points, chips, total):
            return _("{who}: {total} ({points} for tasks − {chips} for chips).").format(
                who=names[seat], points=points, chips=chips, total=str(total).replace("-", "−")
            )
    return ""


def _card(box: Box, id: str) -> str:
    card = card_number(box, id)
    return id if card is None else card_text(box, card)
