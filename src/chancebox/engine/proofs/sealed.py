"""
Sealed dice: what comes up follows from a secret of the house and from links of the players' chains.

This is the whole protocol of docs/sealed-dice.md, as functions of bytes. It reads and writes nothing,
and knows no table; the secret goes in where dice fall, and nowhere else.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from chancebox.engine.builds.builds import Build
from chancebox.engine.game.boxes import Box
from chancebox.engine.match import files
from chancebox.engine.match.chance import Throw, asked, throw_of
from chancebox.engine.rules.records import Memory

PROTOCOL = 1
LABEL = b"chancebox sealed dice 1\n"
LENGTH = 32
"""Bytes of a secret, a tip, a link."""
LINKS = 1024
"""Links of a chain, as our pages make them."""
MOST_DEVICES = 2**16


class Share(NamedTuple):
    """A tip or a link, and the number of the device that showed it."""

    device: int
    value: bytes


def digest(*parts: bytes) -> bytes:
    """
    Hash bytes; a chain is made of this, and a secret is committed to by it.

    >>> digest(bytes(32)).hex()[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(b"".join(parts)).digest()


def chain(seed: bytes, links: int = LINKS) -> list[bytes]:
    """
    Make a chain, in the order in which it is shown: first the tip, then link after link.

    >>> shown = chain(bytes(32), 3)
    >>> [digest(link) == before for before, link in zip(shown, shown[1:])]
    [True, True, True]
    """
    made = [seed]
    for _link in range(links):
        made.append(digest(made[-1]))
    return made[::-1]


def begin(table: bytes, commitment: bytes, tips: Iterable[Share]) -> bytes:
    """Begin the transcript of a table, with the tips that were shown before the start."""
    return digest(LABEL, table, commitment, *_joined(tips))


def go_on(transcript: bytes, links: Iterable[Share]) -> bytes:
    """
    Take the links that were waiting into the transcript, by device and not as they arrived.

    >>> a, b = Share(0, bytes(32)), Share(1, bytes(32))
    >>> go_on(bytes(32), [a, b]) == go_on(bytes(32), [b, a])
    True
    """
    waiting = list(links)
    return digest(transcript, *_joined(waiting)) if waiting else transcript


def _joined(shares: Iterable[Share]) -> Iterator[bytes]:
    for device, value in sorted(shares, key=lambda share: share.device):
        yield device.to_bytes(2, "big") + value


class Source:
    """The random bytes of one chance event."""

    def __init__(self, secret: bytes, transcript: bytes, number: int) -> None:
        self._secret = secret
        self._message = transcript + number.to_bytes(4, "big")
        self._block = 0
        self._bytes = b""

    def take(self, n: int) -> int:
        """Take the next n bytes as a number."""
        while len(self._bytes) < n:
            message = self._message + self._block.to_bytes(4, "big")
            self._bytes += hmac.digest(self._secret, message, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:n], self._bytes[n:]
        return int.from_bytes(taken, "big")

    def roll(self, dice: int, faces: int) -> list[int]:
        """
        Throw dice one by one; faces are counted from 1.

        >>> Source(bytes(32), bytes(32), 0).roll(5, 6)
        [4, 1, 3, 4, 4]
        """
        fair = 256 // faces * faces
        rolled: list[int] = []
        while len(rolled) < dice:
            byte = self.take(1)
            if byte < fair:
                rolled.append(byte % faces + 1)
        return rolled

    def draw(self, weights: Sequence[int]) -> int:
        """
        Draw by weights; return which of them came up, counted from 0.

        >>> [Source(bytes(32), bytes(32), n).draw([1, 0, 3]) for n in range(8)]
        [2, 0, 2, 2, 2, 2, 2, 2]
        """
        total = sum(weights)
        fair = 2**64 // total * total
        x = self.take(8)
        while x >= fair:
            x = self.take(8)
        x %= total
        for i, weight in enumerate(weights):
            if x < weight:
                return i
            x -= weight
        raise AssertionError


class Sealed:
    """
    Deals what follows one decision, from the secret and the transcript after it.

    `number` is how many chance events there were before.
    """

    def __init__(self, secret: bytes, transcript: bytes, number: int) -> None:
        self._secret = secret
        self._transcript = transcript
        self._number = number

    def deal(self, build: Build, box: Box, s: Memory, number: int) -> int:
        source = Source(self._secret, self._transcript, self._number)
        self._number += 1
        due = asked(build, box, s)
        if isinstance(due, Throw):
            return throw_of(source.roll(*due))
        return due.outcomes[source.draw(due.weights)]


def with_digest(data: dict[str, Any]) -> dict[str, Any]:
    """Complete the data of a receipt by its digest."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    return {**rest, "digest": digest(files.as_text(rest)[:-1].encode()).hex()}
