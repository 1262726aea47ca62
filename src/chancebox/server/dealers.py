"""
Who deals at the tables of the house.

A table names its dealer in its log; other dealers (sealed ones, or people with real dice) join
this dictionary. Whoever deals, the outcomes are written into the log before anybody sees them.
"""

import secrets

from chancebox.engine.boxes import Box
from chancebox.engine.builds import Build
from chancebox.engine.chance import DEALING, Dealer, stream
from chancebox.engine.records import Memory


class SystemDealer:
    """Deals each event from fresh randomness of the operating system."""

    def deal(self, build: Build, box: Box, s: Memory, number: int) -> int:
        return build.draw(box, s, stream(secrets.randbits(64), DEALING, number))


DEALERS: dict[str, Dealer] = {"house": SystemDealer()}
