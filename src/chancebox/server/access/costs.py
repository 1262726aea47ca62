"""
What is done for somebody is charged to them by what it costs: processor time, measured while it is spent.

Whoever asks pays for all that comes of it, also where it goes on in another task: drawing a table for all who
watch it, the moves of bots. Where nobody asked, as when the house tidies up, nobody pays.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from chancebox.server.access.limits import Limits

T = TypeVar("T")
clock = time.thread_time
"""Seconds of the processor that this thread has had: who waits for others is not charged for them."""


class Payer(NamedTuple):
    """Whoever something is done for."""

    limits: Limits
    visitor: str
    address: str


_payer: ContextVar[Payer | None] = ContextVar("payer", default=None)


@contextmanager
def paid_by(payer: Payer) -> Iterator[None]:
    """Charge somebody for what is done here, and for all that is started here."""
    before = _payer.set(payer)
    try:
        yield
    finally:
        _payer.reset(before)


def check() -> None:
    """Refuse whoever has had more than their share."""
    if payer := _payer.get():
        payer.limits.work.check(payer.visitor, payer.address)


def take_box() -> None:
    """Count a box of somebody's own that a table will keep."""
    if payer := _payer.get():
        payer.limits.boxes.take(payer.visitor, payer.address)


async def measured(work: Coroutine[Any, Any, T]) -> T:
    """Do something, and charge each of its steps."""
    return await _Steps(work)


async def in_thread(work: Callable[..., T], *given: Any) -> T:
    """Do something in another thread, and charge it."""
    spent = 0.0

    def timed() -> T:
        nonlocal spent
        begun = clock()
        try:
            return work(*given)
        finally:
            spent = clock() - begun

    try:
        return await asyncio.to_thread(timed)
    finally:
        _charge(spent)


def _charge(seconds: float) -> None:
    if payer := _payer.get():
        payer.limits.work.charge(payer.visitor, payer.address, 1000 * seconds)


class _Steps(Generic[T]):
    """A coroutine from one pause to the next: others run meanwhile."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        resume = partial(self._work.send, None)
        while True:
            begun = clock()
            try:
                awaited = resume()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                _charge(clock() - begun)
            try:
                resume = partial(self._work.send, (yield awaited))
            except BaseException as error:
                resume = partial(self._work.throw, error)
