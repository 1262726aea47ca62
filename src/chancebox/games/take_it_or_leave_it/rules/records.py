"""
Take it or Leave it: what lies on the table, as records.

A kind of die is its value and colour in one number: `3 * value + colour`, with the values 0 to 5
for one to six pips, so that kinds in order are dice in order of their pips. A card is one number
too: the tasks come first, then the actions.
"""

from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, int64, several

SEATS = 5
HAND = 5

# Dice.
WHITE, BLACK, RED, ANY = range(4)
COLOURS = 3
FACES = 6
KINDS = COLOURS * FACES
MOST_DICE = 20

# Cards.
TASK, ACTION = 0, 1
TASKS = 76
ACTIONS = 34
CARDS = TASKS + ACTIONS
SLOTS = 4

# What a task asks for, in the order in which the search for the best proposal goes.
LISTED, LESS, EXACTLY, MORE, COLOURED = range(5)

# What an action does.
REROLL, REROLL_SOME, TAKE_TWO, SET, THROW_BACK, SWAP, SHIFT = range(7)

# Where a card is; whoever threw it away unplayed, or fulfilled it, is added.
IN_PILE, IN_HAND, PLAYED = range(3)
THROWN = 10
SCORED = 20
UNKNOWN = -1

# What is going on.
FIRST_PLAYER, ANNOUNCE, DEAL, THROW, TURN, TARGET, KNOCK, SCORE, DISCARD = range(9)

# How a game ends.
ALL_ROUNDS = 1

# What a player can say beside kinds of dice and cards: in a turn, to an action or a task that takes
# more dice, about tasks to lay out, about cards to throw away.
PASS, STOP = KINDS, KINDS + 1
ENOUGH = KINDS
DONE, BEST = TASKS, TASKS + 1
KEEP = CARDS


class Task(Record):
    points: int = int8("points for fulfilling it")
    kind: int = int8("LISTED, LESS, EXACTLY, MORE or COLOURED")
    count: int = int8("how many dice, for LISTED, COLOURED and LESS")
    n: int = int8("the total to reach, exceed or stay below")
    colour: int = int8("the colour of MORE")
    least: int = int8("the fewest dice that can fulfil it")
    pips: int = int8("the fewest pips of such dice")
    most_pips: int = int8("the most pips of LISTED, LESS and COLOURED, without the slots that follow")
    whites: int = int8("slots of a list for any white die")
    blacks: int = int8("slots of a list for any black die")
    apart: int = int8("1 if it is a list and no die fits two of its slots")
    alike: int = int8("how many slots of a list are equal to the first, if all that follow are equal; else 0")
    fits: Row = int64("the dice that fit each slot of a list, or the task at all; see tasks.py", SLOTS)


class Action(Record):
    kind: int = int8("what it does")
    colour: int = int8("the dice it touches")
    chips: int = int8("chips to pay")
    most: int = int8("how many dice of REROLL_SOME")
    needs: Row = int8("two sets of colours, one bit each: the tray must have a die of each", 2)


class Box(Record):
    tasks: Rows[Task] = several(Task, "the tasks", TASKS)
    actions: Rows[Action] = several(Action, "the actions", ACTIONS)
    dice: Rows[Row] = int8("dice in play by colour, by number of players", SEATS + 1, COLOURS)
    rounds: Row = int8("rounds, by number of players", SEATS + 1)
    hand: Row = int8("tasks and actions of a full hand", 2)


class Player(Record):
    hand: Row = int8("the cards, in order: tasks, then actions", HAND)
    held: Row = int8("how many tasks and actions these are", 2)
    wanted: Row = int8("tasks and actions of the full hand", 2)
    discard: int = int8("the card to throw away, CARDS for none")
    thrown: Row = int8("tasks and actions thrown away unplayed that lie on the discards", 2)
    dice: Row = int8("dice taken in this round, by kind", KINDS)
    passed: int = int8("1 if out of this round")
    chips: int = int16("minus chips")
    points: int = int16("points of the tasks fulfilled")
    fulfilled: Row = int8("the tasks fulfilled in this round", HAND)
    laid: Rows[Row] = int8("the dice on these tasks, by kind", HAND, KINDS)
    opened: int = int8("how many tasks these are")
    laying: int = int8("1 while the last of them still gets dice")
    lying: int = int8("how many dice lie on it")
    total: int = int8("their pips")
    latest: int = int8("the kind of the latest die put on it")
    path: Row = int8("where a search for ways to lay dice has come; 0 outside of it", MOST_DICE)


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    free_mix: int = int8("option: any mix of tasks and actions")
    open_totals: int = int8("option: everybody sees all points")
    step: int = int8("what is going on")
    round: int = int8("the round, from 1; 0 while the first cards are dealt")
    first: int = int8("who starts this round", seat=True)
    player: int = int8("whose turn it is, or who draws a card", seat=True)
    drawing: int = int8("TASK or ACTION: what is drawn")
    action: int = int8("the action card played in this turn, 0 for none")
    took: int = int8("dice taken in this turn")
    picked: int = int8("dice picked up by this turn's action")
    latest: int = int8("what this turn's action was last aimed at")
    tray: Row = int8("dice in the tray, by kind", KINDS)
    falling: Row = int8("dice thrown that have not come to rest, by colour", COLOURS)
    pile: Row = int8("tasks and actions left to draw", 2)
    place: Row = int8("where each card is", CARDS)
    players: Rows[Player] = several(Player, "the players", SEATS, by_seat=True)


def value_of(kind: int) -> int:
    """Return the value of a kind of die, 0 to 5."""
    return kind * 11 >> 5  # kind // COLOURS, faster


def pips(kind: int) -> int:
    return value_of(kind) + 1


def colour_of(kind: int) -> int:
    return kind % COLOURS


def dice_in(dice: Row) -> int:
    n = 0
    for kind in range(KINDS):
        n += dice[kind]
    return n


def has_dice(dice: Row) -> bool:
    some = 0
    for value in range(FACES):
        some |= dice[COLOURS * value] | dice[COLOURS * value + BLACK] | dice[COLOURS * value + RED]
    return some > 0


def remove_dice(dice: Row) -> None:
    for value in range(FACES):
        dice[COLOURS * value] = 0
        dice[COLOURS * value + BLACK] = 0
        dice[COLOURS * value + RED] = 0


def of_colour(dice: Row, colour: int) -> int:
    n = 0
    for value in range(FACES):
        n += dice[COLOURS * value + colour]
    return n


def colours_in(dice: Row) -> int:
    """Mark the colours of which there are dice, one bit each."""
    white = black = red = 0
    for value in range(FACES):
        white |= dice[COLOURS * value + WHITE]
        black |= dice[COLOURS * value + BLACK]
        red |= dice[COLOURS * value + RED]
    return (white > 0) << WHITE | (black > 0) << BLACK | (red > 0) << RED


def kinds_in(dice: Row) -> int:
    """Mark the kinds of which there are dice, one bit each."""
    kinds = 0
    for kind in range(KINDS):
        kinds |= (dice[kind] > 0) << kind
    return kinds


# Sets of small numbers, one bit a member: the processor asks them all at once.


def has_several(members: int) -> bool:
    return members & (members - 1) != 0


def list_members(members: int, most: int, out: Row) -> int:
    """List the members below a number in order; count them."""
    n = 0
    for i in range(most):
        out[n] = i  # overwritten if it is no member: this spares the processor a guess per number
        n += members >> i & 1
    return n


def kind_of_card(card: int) -> int:
    return TASK if card < TASKS else ACTION


def cards_held(held: Row) -> int:
    return held[TASK] + held[ACTION]
