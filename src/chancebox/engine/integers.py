"""
What Python's integers can do and numba's cannot by themselves, for compiled rules.

Imported when the first rules are compiled, and never by rules: they just call the method.
"""

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.cpython.unsafe.numbers import leading_zeros
from numba.extending import overload_method


@overload_method(types.Integer, "bit_length")
def bit_length(number: Any) -> Callable[[Any], Any]:
    """Count the bits, as one instruction of the processor."""

    def compiled(number: Any) -> Any:
        return 64 - leading_zeros(abs(types.int64(number)))  # type: ignore[call-arg]

    return compiled
