"""
What Python's integers can do and numba's cannot by themselves, for compiled rules.

Imported when the first rules are compiled, and never by rules: they just call the method.
"""

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.extending import overload_method

try:
    from numba.cpython.unsafe.numbers import leading_zeros
except ImportError:  # an inner part: another numba may keep it elsewhere
    leading_zeros = None  # type: ignore[assignment]


@overload_method(types.Integer, "bit_length")
def bit_length(number: Any) -> Callable[[Any], Any]:
    """Count the bits, as one instruction of the processor."""

    def compiled(number: Any) -> Any:
        return 64 - leading_zeros(abs(types.int64(number)))  # type: ignore[call-arg]

    return by_halves if leading_zeros is None else compiled


def by_halves(number: Any) -> Any:
    """Count the bits by public means: is the upper half empty, and then the half of what is left?"""
    rest = abs(types.int64(number))
    bits = 0
    for width in (32, 16, 8, 4, 2, 1):
        if rest >> width:
            rest >>= width
            bits += width
    return bits + rest
