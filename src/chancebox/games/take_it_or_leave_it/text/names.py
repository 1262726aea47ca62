"""What Take it or Leave it calls its dice and cards."""

from collections import Counter
from collections.abc import Iterable

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, listed, n_
from chancebox.engine.rules.dice import shows
from chancebox.games.take_it_or_leave_it.box import Action, Task
from chancebox.games.take_it_or_leave_it.rules.records import FACES, KINDS, TASKS, colour_of, pips

COLOUR_LETTERS = "wbr"
COLOUR_WORDS = ("white", "black", "red")
BY_COLOUR = sorted(range(KINDS), key=lambda kind: (colour_of(kind), kind))


def die_text(kind: int) -> str:
    """Write a die: `w3`."""
    return f"{COLOUR_LETTERS[colour_of(kind)]}{pips(kind)}"


def dice_text(dice: list[int]) -> str:
    """Write dice, white before black before red: `w1 w3 b3`."""
    return " ".join(die_text(kind) for kind in sorted_dice(dice))


def die_name(die: str) -> str:
    """Name a die to people: `white 3` for `w3`."""
    return coloured(COLOUR_WORDS[COLOUR_LETTERS.index(die[0])], die[1])


def coloured(colour: str, value: str) -> str:
    """Name a die by its colour and its number: `white 3`."""
    return _("{colour} {value}").format(colour=colour_word(colour), value=value)


def dice_names(dice: Iterable[str]) -> str:
    """Name dice to people, those that are alike once: `white 1 ×2, black 5`."""
    found = Counter(dice)
    return listed(die_name(die) if n == 1 else f"{die_name(die)} ×{n}" for die, n in found.items())


def sorted_dice(dice: list[int]) -> list[int]:
    """List counted dice one by one, by colour and then by value."""
    return [kind for kind in BY_COLOUR for _die in range(dice[kind])]


def faces_text(throw: int) -> str:
    """Write what dice of one colour show: `1 1 4`."""
    return " ".join(str(value + 1) for value in range(FACES) for _die in range(shows(throw, value)))


# Cards


def tasks_text(n: int) -> str:
    """Count tasks."""
    return n_("{n} task", "{n} tasks", n).format(n=n)


def actions_text(n: int) -> str:
    """Count actions."""
    return n_("{n} action", "{n} actions", n).format(n=n)


def card_id(box: Box, card: int) -> str:
    """Name a card as it is printed in the box file."""
    found = box.data.task[card] if card < TASKS else box.data.action[card - TASKS]
    return str(found.id)


def card_number(box: Box, id: str) -> int | None:
    """Find a card by the name that is printed in the box file; None if there is no such card."""
    ids = [card.id for card in (*box.data.task, *box.data.action)]
    return ids.index(id) if id in ids else None


def card_words(box: Box, card: int) -> str:
    """Name a card with what it says, and as it is written in notation: `T38 (white 2, white 3)`."""
    return f"{card_id(box, card)} ({card_text(box, card)})"


def card_text(box: Box, card: int) -> str:
    """Say what a card asks for or does: this is what people call it."""
    if card < TASKS:
        return task_text(box.data.task[card])
    return action_text(box.data.action[card - TASKS])


def task_text(task: Task) -> str:
    """Say what a task asks for, in a short line."""
    if task.kind == "listed":
        return listed(_slots(die, n) for die, n in Counter(task.dice).items())
    if task.kind == "more":
        if task.colour == "black":
            return _("black dice, sum over {n}").format(n=task.n)
        return _("white dice, sum over {n}").format(n=task.n)
    if task.kind == "less":
        return n_("{count} die, sum under {n}", "{count} dice, sum under {n}", task.count).format(
            count=task.count, n=task.n
        )
    return _("any dice, sum exactly {n}").format(n=task.n)


def action_text(action: Action) -> str:
    """Say what an action does."""
    if action.kind == "set":
        text = n_(
            "set one {colour} die to any number, for {n} chip",
            "set one {colour} die to any number, for {n} chips",
            action.chips,
        )
        return text.format(colour=colour_word(action.colour), n=action.chips)
    texts = {
        "reroll": _("re-roll all {colour} dice"),
        "reroll-some": _("re-roll up to {most} white or black dice"),
        "take-two": _("take two dice"),
        "throw-back": _("throw one of your dice back, and knock another if you like"),
        "swap": _("swap the numbers of a white and a black die"),
        "shift": _("turn one {colour} die up or down by 2"),
    }
    return texts[action.kind].format(colour=colour_word(action.colour), most=action.most)


def colour_word(colour: str) -> str:
    """Name a colour to people."""
    return {"white": _("white"), "black": _("black"), "red": _("red")}.get(colour, "")


def _slots(die: str, n: int) -> str:
    """Write places of a list that are alike: `white 3`, or `2 white` where the number does not matter."""
    if not die[1:]:
        texts = {
            "w": n_("{n} white", "{n} white", n),
            "b": n_("{n} black", "{n} black", n),
            "a": n_("{n} of any colour", "{n} of any colour", n),
        }
        return texts[die[0]].format(n=n)
    if die[0] == "a":
        name = _("any {value}").format(value=die[1:])
    else:
        name = coloured(COLOUR_WORDS[COLOUR_LETTERS.index(die[0])], die[1:])
    return name if n == 1 else f"{name} ×{n}"
