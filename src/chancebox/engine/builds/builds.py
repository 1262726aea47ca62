"""
Builds: the same rules as plain Python and as compiled code.

A build answers the eight questions of the contract for positions held as NumPy memory. `Plain`
calls the functions of `rules.py` as they stand. `Compiled` runs a twin of every rule module: the
same source executed a second time, with each function wrapped by numba. Both live in one process
and neither sees the other.

Compiled code is kept on disk in a folder named by a digest of the source of the module,
of everything of ours that it imports, and the versions of what compiles it. An edited file makes
another digest, so stale code can not run.
"""

import gc
import importlib
import importlib.util
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Protocol, get_type_hints

import numpy as np

from chancebox.engine.builds import definitions, kernels
from chancebox.engine.builds.digests import (
    HOUSE,
    build_digest,
    file_digest,
    has_drafts,
    implementations,
    is_below,
    load_drafts,
    load_numba,
)
from chancebox.engine.builds.locks import alone
from chancebox.engine.builds.paths import cache_folder
from chancebox.engine.builds.rulebooks import BoxMemory, Rulebook
from chancebox.engine.rules import contract
from chancebox.engine.rules.records import Boxes, Memory, Row, blank, blank_row, plain

Report = Callable[[str, float | None], None]
"""Called with what is being compiled, and again with the seconds it took."""


def silent(_what: str, _seconds: float | None) -> None:
    """Report to nobody."""


class Build(Protocol):
    """The contract, asked from Python: positions are NumPy memory of one record."""

    name: str

    def start(self, box: BoxMemory, seats: int, options: Memory) -> Memory: ...
    def choices(self, box: BoxMemory, s: Memory, seat: int) -> list[int]: ...
    def weight(self, box: BoxMemory, s: Memory, outcome: int) -> int: ...
    def outcomes(self, box: BoxMemory, s: Memory) -> list[tuple[int, int]]: ...
    def falling(self, box: BoxMemory, s: Memory) -> tuple[int, int]: ...
    def draw(self, box: BoxMemory, s: Memory, stream: Memory) -> int: ...
    def play(self, box: BoxMemory, s: Memory, seat: int, action: int) -> None: ...
    def hide(self, box: BoxMemory, s: Memory, viewer: int) -> None: ...
    def guess(self, box: BoxMemory, s: Memory, viewer: int, stream: Memory) -> None: ...
    def standing(self, box: BoxMemory, s: Memory) -> list[int]: ...


def _falling(rules: Any, box: BoxMemory, s: Memory) -> tuple[int, int]:
    """Say how many dice of how many faces fall; (0, 0) if it is no throw, or the rules do not say."""
    count = definitions.defined(rules, "falling")
    dice = count(box.fields, plain(s)) if count else 0
    return (dice, rules.FACES) if dice else (0, 0)


class Plain:
    """The rules as ordinary Python: right at once, memory-safe, open to a debugger."""

    name = "plain"

    def __init__(self, game: Rulebook) -> None:
        self._rules: Any = game.rules
        self._dtype = game.rules.Position.dtype
        self._seats = max(game.all_seats)

    def start(self, box: BoxMemory, seats: int, options: Memory) -> Memory:
        s = blank(self._dtype)
        self._rules.start(box.fields, plain(s), seats, plain(options))
        return s

    def choices(self, box: BoxMemory, s: Memory, seat: int) -> list[int]:
        size = self._rules.MOST_OUTCOMES if seat == contract.CHANCE else self._rules.MOST_CHOICES
        out = [0] * size
        return out[: self._rules.choices(box.fields, plain(s), seat, out)]

    def weight(self, box: BoxMemory, s: Memory, outcome: int) -> int:
        return int(self._rules.weight(box.fields, plain(s), outcome))

    def outcomes(self, box: BoxMemory, s: Memory) -> list[tuple[int, int]]:
        listed = self.choices(box, s, contract.CHANCE)
        return [(outcome, self.weight(box, s, outcome)) for outcome in listed]

    def falling(self, box: BoxMemory, s: Memory) -> tuple[int, int]:
        return _falling(self._rules, box, s)

    def draw(self, box: BoxMemory, s: Memory, stream: Memory) -> int:
        words = stream.tolist()
        outcome: int = self._rules.draw(box.fields, plain(s), words)
        stream[:] = words
        return outcome

    def play(self, box: BoxMemory, s: Memory, seat: int, action: int) -> None:
        self._rules.play(box.fields, plain(s), seat, action)

    def hide(self, box: BoxMemory, s: Memory, viewer: int) -> None:
        self._rules.hide(box.fields, plain(s), viewer)

    def guess(self, box: BoxMemory, s: Memory, viewer: int, stream: Memory) -> None:
        words = stream.tolist()
        self._rules.guess(box.fields, plain(s), viewer, words)
        stream[:] = words

    def standing(self, box: BoxMemory, s: Memory) -> list[int]:
        out = [0] * self._seats
        self._rules.standing(box.fields, plain(s), out)
        return out[: plain(s).seats]


class Compiled:
    """The rules as machine code; `checked` also stops at every index that is out of bounds."""

    def __init__(self, game: Rulebook, *, checked: bool, report: Report) -> None:
        self.name = "checked" if checked else "compiled"
        self._game = game
        self._checked = checked
        self._report = report
        self._twins: dict[str, ModuleType] = {}
        self._kernels: dict[str, ModuleType] = {}
        self._lock = threading.RLock()
        self._implementations = implementations(game)
        self._dtype = game.rules.Position.dtype
        self._seats = max(game.all_seats)
        self._longest = max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES)

    @cached_property
    def _enter(self) -> Any:
        # Not before it is needed: simulations have an entrance of their own.
        return self.kernels(kernels)

    def start(self, box: BoxMemory, seats: int, options: Memory) -> Memory:
        s = blank(self._dtype)
        self._enter.enter_start(box.memory, s, seats, options)
        return s

    def choices(self, box: BoxMemory, s: Memory, seat: int) -> list[int]:
        out = np.empty(self._longest, np.int64)  # not one for all: several threads may ask at once
        n = self._enter.enter_choices(box.memory, s, seat, out)
        listed: list[int] = out[:n].tolist()
        return listed

    def weight(self, box: BoxMemory, s: Memory, outcome: int) -> int:
        return int(self._enter.enter_weight(box.memory, s, outcome))

    def outcomes(self, box: BoxMemory, s: Memory) -> list[tuple[int, int]]:
        listed, weights = (np.empty(self._game.rules.MOST_OUTCOMES, np.int64) for _ in range(2))
        n = self._enter.enter_outcomes(box.memory, s, listed, weights)
        return list(zip(listed[:n].tolist(), weights[:n].tolist(), strict=True))

    def falling(self, box: BoxMemory, s: Memory) -> tuple[int, int]:
        return _falling(self._game.rules, box, s)

    def draw(self, box: BoxMemory, s: Memory, stream: Memory) -> int:
        return int(self._enter.enter_draw(box.memory, s, stream))

    def play(self, box: BoxMemory, s: Memory, seat: int, action: int) -> None:
        self._enter.enter_play(box.memory, s, seat, action)

    def hide(self, box: BoxMemory, s: Memory, viewer: int) -> None:
        self._enter.enter_hide(box.memory, s, viewer)

    def guess(self, box: BoxMemory, s: Memory, viewer: int, stream: Memory) -> None:
        self._enter.enter_guess(box.memory, s, viewer, stream)

    def standing(self, box: BoxMemory, s: Memory) -> list[int]:
        out = np.zeros(self._seats, np.int64)
        self._enter.enter_standing(box.memory, s, out)
        ranked: list[int] = out[: plain(s).seats].tolist()
        return ranked

    def kernels(self, module: ModuleType) -> ModuleType:
        """Compile the entrances of a module of kernels for this game, or take them from the cache."""
        with self._lock:
            if module.__name__ not in self._kernels:
                self._kernels[module.__name__] = self._compile(module)
            return self._kernels[module.__name__]

    def _compile(self, module: ModuleType) -> ModuleType:
        built = self._folder(module.__name__) / "built"
        if built.exists():
            return self._fill(module)
        # Said in a sentence, and not by the compiler or, worse, by memory that was written over.
        _checks().check_rules(self._game)
        # Bots at one table, environments, nodes: all would compile the same, and take all cores for it.
        with alone(built.with_name("building"), built.exists):
            if built.exists():
                return self._fill(module)
            self._report(self._game.title, None)
            begun = time.perf_counter()
            with uncollected():
                twin = self._fill(module)
            built.touch()
            self._report(self._game.title, time.perf_counter() - begun)
            return twin

    def _fill(self, module: ModuleType) -> ModuleType:
        """Compile every entrance, or take it from the cache."""
        twin = self.twin(module.__name__)
        types = self._types()
        for name, takes in entrances(module).items():
            getattr(twin, name).compile(tuple(_type_of(kind, types) for kind in takes))
        return twin

    def _types(self) -> dict[str, Any]:
        numba = load_numba()

        def array(dtype: Any) -> Any:
            return numba.types.Array(numba.from_dtype(np.dtype(dtype)), 1, "C")

        return {
            "box": array(self._game.rules.Box.dtype),
            "position": array(self._dtype),
            "options": array(self._game.options_dtype),
            "number": numba.types.int64,
            "row": array(np.int64),
            **{name: array(name) for name in ("int8", "int32", "uint16", "float32")},
        }

    def _folder(self, module_name: str) -> Path:
        kind = f"{self._game.key}-{self.name}"
        digest = build_digest(module_name, *self._implementations.values())
        return cache_folder() / "compiled" / kind / f"{digest}-{file_digest(module_name)}"

    def _entrance(self, function: FunctionType, name: str) -> Any:
        """Compile a function of this module of kernels that is called from Python."""
        options: dict[str, Any] = {"cache": True, "nogil": True, "boundscheck": self._checked}
        with _cache_in(self._folder(name)):
            if has_drafts():
                return load_drafts().entrance(function, briefly=name == kernels.__name__, **options)
            return load_numba().njit(function, **options)

    def _draft(self, function: FunctionType) -> Any:
        """Compile a function for others to take in."""
        make = load_drafts().draft if has_drafts() else load_numba().njit
        return make(function, nogil=True, boundscheck=self._checked)

    def twin(self, name: str) -> ModuleType:
        """Execute a rule module a second time, with every function compiled."""
        if name in self._twins:
            return self._twins[name]
        original = sys.modules.get(name) or importlib.import_module(name)
        path = str(original.__file__)
        twin = ModuleType(f"{name}@{self._game.key}-{self.name}")
        twin.__file__ = path
        twin.__package__ = original.__package__
        self._twins[name] = sys.modules[twin.__name__] = twin
        source = Path(path).read_text(encoding="utf-8")
        exec(compile(source, path, "exec"), vars(twin))

        for word, value in list(vars(twin).items()):
            if not isinstance(value, FunctionType):
                continue
            if value.__module__ == twin.__name__:
                entered = is_entrance(value)
                made = self._entrance(value, name) if entered else self._draft(value)
                setattr(twin, word, made)
            elif value is blank_row:
                setattr(twin, word, load_drafts().blank_row if has_drafts() else self._draft(value))
            elif value.__module__ in self._implementations:
                setattr(twin, word, self._implementation(value.__module__, value.__name__))
            elif self._is_ours(value.__module__):
                setattr(twin, word, getattr(self.twin(value.__module__), value.__name__))
        return twin

    def _is_ours(self, name: str) -> bool:
        """Return whether a module is the house's or the game's: a game may live in a package of its own."""
        return is_below(name, HOUSE) or is_below(name, self._game.package)

    def _implementation(self, interface: str, word: str) -> Any:
        """Find the game's own function of an interface; what a game leaves out the interface does."""
        own = self._implementations[interface]
        has_own = definitions.defined(sys.modules[own], word) is not None
        return getattr(self.twin(own if has_own else interface), word)

    def is_built(self, module: ModuleType) -> bool:
        """Return whether a module of kernels lies compiled in the cache."""
        return module.__name__ in self._kernels or (self._folder(module.__name__) / "built").exists()


def _checks() -> Any:
    # It plays games, and so imports this module.
    return importlib.import_module("chancebox.engine.checks.checks")


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: numba makes millions of objects, and next to none of them is any."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


_CACHING = threading.Lock()


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Let numba keep code in this folder: it reads this setting when a function is wrapped, and no other."""
    config = load_numba().config
    with _CACHING:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


def entrances(module: ModuleType) -> dict[str, list[Any]]:
    """Return what each entrance of a module of kernels takes: it is compiled before it is called."""
    return {
        name: [_kind(one) for word, one in _hints(value).items() if word != "return"]
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and is_entrance(value)
    }


def is_entrance(function: FunctionType) -> bool:
    """Return whether a function is called from Python: such ones take boxes first, others a single one."""
    return next(iter(_hints(function).values()), None) == Boxes


def _hints(function: FunctionType) -> dict[str, Any]:
    return get_type_hints(function, include_extras=True)


def _kind(hint: Any) -> Any:
    """Name the type that compiled code gets for an annotation; several under one name are a named tuple."""
    if hint is int:
        return "number"
    if hint == Row:
        return "row"
    if hasattr(hint, "_fields"):
        return hint
    return hint.__metadata__[0]


def _type_of(kind: Any, types: dict[str, Any]) -> Any:
    """Return the type of numba for a kind."""
    if isinstance(kind, str):
        return types[kind]
    fields = get_type_hints(kind, include_extras=True).values()
    return load_numba().types.NamedTuple([_type_of(_kind(one), types) for one in fields], kind)
