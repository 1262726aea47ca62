"""The kernel that keeps last positions: whole games of random play, to compare builds byte by byte."""

from typing import Any

from chancebox.engine.rules.contract import start
from chancebox.engine.rules.records import Boxes, Options, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin
from chancebox.lab.playout import play_out


def play_to_end(
    boxes: Boxes,
    options: Options,
    states: States,
    seats: int,
    first: int,
    keys: Row,
    buffer: Row,
    lengths: Row,
) -> None:
    """Play games number `first` and on, one on each record of `states`, all of which are blank."""
    dealing: Any = blank_row(LENGTH)
    thinking: Any = blank_row(LENGTH)
    for i in range(len(states)):
        begin(dealing, keys[0], keys[1], first + i)
        begin(thinking, keys[2], keys[3], first + i)
        start(boxes[0], states[i], seats, options[0])
        lengths[i] = play_out(boxes[0], states[i], dealing, thinking, buffer)
