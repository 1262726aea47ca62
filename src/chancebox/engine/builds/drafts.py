"""
Drafts: functions that numba understands but does not turn into machine code.

By itself it optimises every function together with all that it calls, and compiles the result.
Rules call deep, so the same code would be worked through a dozen times, each time for a copy that
nobody runs: compiled rules are entered through entrances only. A draft is typed and translated
once; entrances take it in as it is and are optimised as a whole. This halves the wait for a
game's first compile, and what comes out is faster.

All of this leans on inner parts of numba. A version we do not know is tried out first (`work`); where
it is built otherwise, and wherever `CHANCEBOX_NUMBA=public` is set, rules are compiled by its public
options alone: that takes longer, and means the same.

Imported when the first rules are compiled, since numba takes half a second to load.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode
from numba.extending import intrinsic
from numba.np import arrayobj

from chancebox.engine.builds.digests import is_known

USUAL_ROOM = 275
"""What a function may cost, as LLVM counts it, to be taken in where it is called."""
ROOM = 1500
"""The same for rules."""
STEPS = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""What is done with a draft, a third of what numba does by itself: rules have no closures, for one."""


class Draft(JITCodeLibrary):
    """The code of one function, to be linked into that of others."""

    def _optimize_final_module(self) -> None:
        """Leave that to the entrance."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return that there is none, but be ready for linking."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> "Draft":
        """Stand in for the place where machine code lives."""
        return self

    def set_env(self, _name: str, _env: Any) -> None:
        """Forget what only Python would need."""


class Whole(JITCodeLibrary):
    """
    The code of an entrance, with the drafts that it takes in.

    Rules are many small functions. By itself LLVM takes in what costs less than some hundred instructions and
    calls the rest; with more room nearly all becomes one function, and games run up to a quarter faster.
    """

    def _optimize_final_module(self) -> None:
        """Optimise with more room, for this code alone: numba compiles one thing at a time."""
        with room(ROOM):
            super()._optimize_final_module()  # type: ignore[no-untyped-call]


class Brief(JITCodeLibrary):
    """The code of an entrance for a single event: optimised no more than a call from Python can notice."""

    def _optimize_final_module(self) -> None:
        """Optimise in one lap instead of two thorough ones."""
        codegen: Any = self._codegen
        passes, builder = codegen._module_pass_manager(opt=1, loop_vectorize=False, slp_vectorize=False)
        passes.run(self._final_module, builder)


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let LLVM take in functions up to this size; one that did not know the option would end the process."""
    if not is_known():
        yield
        return
    llvm.set_option("", f"-inline-threshold={size}")
    try:
        yield
    finally:
        llvm.set_option("", f"-inline-threshold={USUAL_ROOM}")


class Entering(Compiler):
    """Compile an entrance."""

    library: type[JITCodeLibrary] = Whole

    def __init__(self, typing: Any, target: Any, _library: None, *what: Any) -> None:
        whole = self.library(target.codegen(), "entrance")
        whole.enable_object_caching()  # type: ignore[no-untyped-call]
        super().__init__(typing, target, whole, *what)  # type: ignore[no-untyped-call]


class EnteringBriefly(Entering):
    """Compile an entrance for a single event."""

    library = Brief


class Drafting(Compiler):
    """Compile as far as a draft."""

    def __init__(self, typing: Any, target: Any, _library: None, *what: Any) -> None:
        draft = Draft(target.codegen(), "draft")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, draft, *what)  # type: ignore[no-untyped-call]
        self.state.targetctx.counts_from_start = True  # a copy of the target, for this function alone

    def define_pipelines(self) -> list[Any]:
        """Go through the steps of a draft, and no other."""
        passes: Any = PassManager("draft")  # type: ignore[no-untyped-call]
        for step in STEPS:
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


def draft(function: Callable[..., Any], **options: Any) -> Any:
    """
    Compile a function for others to take in.

    It needs no way in, and it makes no arrays: without references to count, games run faster.
    """
    njit: Any = numba.njit
    made = njit(
        function,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=Drafting,
        _nrt=False,
        **options,
    )
    return typed_alike(made)


def entrance(function: Callable[..., Any], *, briefly: bool, **options: Any) -> Any:
    """Compile a function that is called from Python; `briefly` if each call is for a single event."""
    njit: Any = numba.njit
    return typed_alike(njit(function, pipeline_class=EnteringBriefly if briefly else Entering, **options))


def typed_alike(function: Any) -> Any:
    """
    Let calls pass every integer as the same type.

    By itself numba compiles a function anew for each width of its arguments, and again for each
    constant: most of the time it takes to compile a game went into such copies.
    """

    def alike(kind: Any) -> Any:
        kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
        return types.int64 if isinstance(kind, types.Integer) else kind

    resolve = function.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve([alike(a) for a in args], {name: alike(a) for name, a in kws.items()})

    function.get_call_template = get_call_template
    return function


def index_in(count_back: Callable[..., Any]) -> Callable[..., Any]:
    """
    Let drafts count rows from the start only.

    By itself numba asks before each index whether it is below 0 and means a place counted from the end. Rules
    have no such index (`checks` refuses them, the checked build stops there), and run up to a tenth faster.
    """

    def index(context: Any, builder: Any, kind: Any, place: Any, length: Any) -> Any:
        if getattr(context, "counts_from_start", False):
            return context.cast(builder, place, kind, types.intp)
        return count_back(context, builder, kind, place, length)

    return index


if hasattr(arrayobj, "fix_integer_index"):  # another numba may do it elsewhere: then it goes on asking
    arrayobj.fix_integer_index = index_in(arrayobj.fix_integer_index)


@intrinsic
def blank_row(_typing: Any, length: Any) -> Any:
    """
    Make a row of zeros on the stack.

    Streams are such rows, and every event draws from one. By itself numba asks for memory that may as well be
    a part of the position, for all that LLVM knows; what lies on the stack is nobody else's, and stays in
    registers while a game is played.
    """
    if not isinstance(length, types.IntegerLiteral):
        return None
    kind: Any = types.Array(types.int64, 1, "C")
    inner: Any = arrayobj

    def make(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        zeros = ir.Constant(ir.ArrayType(ir.IntType(64), length.literal_value), None)
        place = cgutils.alloca_once_value(builder, zeros)  # type: ignore[no-untyped-call]
        row = inner.make_array(kind)(context, builder)
        inner.populate_array(
            row,
            data=builder.bitcast(place, row.data.type),
            shape=[context.get_constant(types.intp, length.literal_value)],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=context.get_constant(types.intp, 8),
            meminfo=None,
        )
        return row._getvalue()

    return kind(length), make


def work() -> bool:
    """Return whether drafts can be made with this numba; if it is not one we know, by making some."""
    if is_known():
        return True

    def add(row: Any, number: int) -> int:
        total = number
        for i in range(len(row)):
            total += row[i]
        return total

    drafted = draft(add, nogil=True, boundscheck=True)

    def enter(row: Any, narrow: Any) -> int:
        sums: Any = blank_row(2)  # type: ignore[call-arg]
        sums[1] = drafted(row, narrow)
        return int(drafted(sums, 0) + drafted(row, 1))

    entered = typed_alike(numba.njit(enter, nogil=True, boundscheck=True))
    row = types.Array(types.int64, 1, "C")
    entered.compile((row, types.int8))
    # One copy for the narrow number and the constant: that is what drafts are for.
    return bool(entered(np.array([1, 2]), np.int8(3)) == 10 and len(drafted.overloads) == 1)
