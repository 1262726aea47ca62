"""Event loops of tests: in a thread of their own, since a browser in this one keeps a loop running."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run something asynchronous to its end."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
