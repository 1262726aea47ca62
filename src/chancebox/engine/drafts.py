"""
Drafts: functions that numba understands but does not turn into machine code.

By itself it optimises every function together with all that it calls, and compiles the result.
Rules call deep, so the same code would be worked through a dozen times, each time for a copy that
nobody runs: compiled rules are entered through entrances only. A draft is typed and translated
once; entrances take it in as it is and are optimised as a whole. This halves the wait for a
game's first compile, and what comes out is faster.

Imported when the first rules are compiled, since numba takes half a second to load.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Draft(JITCodeLibrary):
    """The code of one function, to be linked into that of others."""

    def _optimize_final_module(self) -> None:
        """Leave that to the entrance."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Tell that there is none, but be ready for linking."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> "Draft":
        """Stand in for the place where machine code lives."""
        return self

    def set_env(self, _name: str, _env: Any) -> None:
        """Forget what only Python would need."""


class Drafting(Compiler):
    """Compile as far as a draft."""

    def __init__(self, typing: Any, target: Any, _library: None, *what: Any) -> None:
        draft = Draft(target.codegen(), "draft")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, draft, *what)  # type: ignore[no-untyped-call]
