"""Take it or Leave it: the cards that somebody draws, and the tasks that somebody fulfils."""

from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules.records import CARDS, DEAL, SCORED, TASKS, Box, Position

ITEMS = CARDS + TASKS


def note(box: Box, s: Position, seat: int, action: int, held: Row) -> None:
    if seat == CHANCE and s.step == DEAL:
        held[s.player * ITEMS + action] = 1
    elif seat == SPECTATOR:
        for task in range(TASKS):
            if s.place[task] >= SCORED:
                held[(s.place[task] - SCORED) * ITEMS + CARDS + task] = 1
