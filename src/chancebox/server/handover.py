"""
Hand-over codes: with one of them a seat moves to another device.

A code moves a seat only from whom it was given by, once, and is void as soon as somebody else
holds the seat. Codes live in memory: after a restart one asks for another.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from chancebox.server.names import code

LIFETIME = 600.0
"""Seconds for which a code is good."""


@dataclass
class Offer:
    """A seat to be moved: from whom, and to whom once somebody has typed the code."""

    table: str
    seat: int
    giver: str
    until: float
    taker: str = ""


class Offers:
    """The codes of a house that are good now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._offers: dict[str, Offer] = {}

    def make(self, table: str, seat: int, giver: str) -> str:
        """Make a code for a seat; an older one of the same seat is void."""
        self.void(table, seat)
        now = self._clock()
        self._offers = {known: offer for known, offer in self._offers.items() if offer.until > now}
        fresh = code(8)
        self._offers[fresh] = Offer(table, seat, giver, now + LIFETIME)
        return fresh

    def find(self, given: str, taker: str) -> Offer | None:
        """Find the offer of a code, unless somebody else has taken it already."""
        offer = self._offers.get(given)
        if offer is None or offer.until <= self._clock() or offer.taker not in ("", taker):
            return None
        return offer

    def void(self, table: str, seat: int) -> None:
        """Void the codes of a seat; one that is taken stays, so that its taker may ask again."""
        self._offers = {
            known: offer
            for known, offer in self._offers.items()
            if offer.taker or (offer.table, offer.seat) != (table, seat)
        }
