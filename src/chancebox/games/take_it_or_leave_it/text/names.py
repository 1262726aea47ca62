"""What Take it or Leave it calls its dice and cards."""

from chancebox.engine.boxes import Box
from chancebox.engine.dice import shows
from chancebox.engine.texts import _, n_
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


def sorted_dice(dice: list[int]) -> list[int]:
    """List counted dice one by one, by colour and then by value."""
    return [kind for kind in BY_COLOUR for _die in range(dice[kind])]


def faces_text(throw: int) -> str:
    """Write what dice of one colour show: `1 1 4`."""
    return " ".join(str(value + 1) for value in range(FACES) for _die in range(shows(throw, value)))


# Cards


def card_id(box: Box, card: int) -> str:
    """Name a card as it is printed in the box file."""
    found = box.data.task[card] if card < TASKS else box.data.action[card - TASKS]
    return str(found.id)


def card_number(box: Box, id: str) -> int | None:
    """Find a card by the name that is printed in the box file; None if there is no such card."""
    ids = [card.id for card in (*box.data.task, *box.data.action)]
    return ids.index(id) if id in ids else None


def card_words(box: Box, card: int) -> str:
    """Name a card with what it says: `T38 (white 2 + white 3)`."""
    if card < TASKS:
        return f"{card_id(box, card)} ({task_text(box.data.task[card])})"
    return f"{card_id(box, card)} ({action_text(box.data.action[card - TASKS])})"


def task_text(task: Task) -> str:
    """Say what a task asks for."""
    if task.kind == "listed":
        return " + ".join(_slot(die) for die in task.dice)
    if task.kind == "more":
        if task.colour == "black":
            return _("black dice, more than {n} in all").format(n=task.n)
        return _("white dice, more than {n} in all").format(n=task.n)
    if task.kind == "less":
        return _("exactly {count} dice, less than {n} in all").format(count=task.count, n=task.n)
    return _("any dice, exactly {n} in all").format(n=task.n)


def action_text(action: Action) -> str:
    """Say what an action does."""
    if action.kind == "set":
        text = n_(
            "set one {colour} die to any value, for {n} chip",
            "set one {colour} die to any value, for {n} chips",
            action.chips,
        )
        return text.format(colour=colour_word(action.colour), n=action.chips)
    texts = {
        "reroll": _("re-roll all {colour} dice"),
        "reroll-some": _("re-roll up to {most} white or black dice"),
        "take-two": _("take two dice"),
        "throw-back": _("throw one of your dice back, and knock another if you like"),
        "swap": _("swap the numbers of a white and a black die"),
        "shift": _("change one {colour} die by exactly 2"),
    }
    return texts[action.kind].format(colour=colour_word(action.colour), most=action.most)


def colour_word(colour: str) -> str:
    """Name a colour to people."""
    return {"white": _("white"), "black": _("black"), "red": _("red")}.get(colour, "")


def _slot(die: str) -> str:
    colours = {"w": _("white"), "b": _("black"), "a": _("any")}
    return f"{colours[die[0]]} {die[1:]}".strip()
