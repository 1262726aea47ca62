"""What things are called in Liar's Dice."""

from collections.abc import Sequence

from chancebox.engine.game.texts import _, n_
from rooms.liars_dice.rules.records import FACES, bid_count, bid_face


def faces(dice: Sequence[int]) -> list[int]:
    """List the dice one by one, from how many show each face."""
    return [face + 1 for face in range(FACES) for _die in range(dice[face])]


def face_name(face: int, count: int) -> str:
    """Name the dice that show a face, `fives`."""
    one = (_("one"), _("two"), _("three"), _("four"), _("five"), _("six"))
    many = (_("ones"), _("twos"), _("threes"), _("fours"), _("fives"), _("sixes"))
    return (one if count == 1 else many)[face - 1]


def bid_text(bid: int) -> str:
    """Write a bid for people: `4 fives`."""
    count = bid_count(bid)
    return n_("{n} {face}", "{n} {face}", count).format(n=count, face=face_name(bid_face(bid) + 1, count))
