"""Take a Chance, the part that can be solved: which dice to throw again, by the exact solver."""

from chancebox.engine.rules.hands import pack
from chancebox.games.take_a_chance.advice.odds import best_reroll, payouts
from chancebox.games.take_a_chance.rules.records import AGAIN, Box, Position


def advise(box: Box, s: Position, seat: int) -> int | None:
    """Keep the dice with the highest expected payout; the charm die is left to others."""
    if s.step != AGAIN or s.charm_die:
        return None
    deed = box.deeds[s.deed]
    found = best_reroll(
        list(s.dice),
        payouts(box, s.players[seat], deed.times),
        throws_left=max(1, deed.throws - s.throws),
        same_number=bool(s.same_number),
    )
    return pack(list(found.again(list(s.dice))))
