"""Digests of sources: what was compiled from others is not used."""

import ast
import hashlib
import importlib
import importlib.util
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from chancebox.engine.builds.rulebooks import Rulebook
from chancebox.engine.rules import contract, expert, items, picking, thumb, traits

BUILDS = "chancebox.engine.builds.builds"
DRAFTS = "chancebox.engine.builds.drafts"


INTEGERS = "chancebox.engine.builds.integers"


KNOWN = ("0.68.",)
"""Versions of numba with which all tests were run: whether `drafts` work with these need not be tried out."""


PUBLIC = "public"
"""`CHANCEBOX_NUMBA=public` compiles by public options of numba alone; see `drafts`."""


HOUSE = __name__.partition(".")[0]


INTERFACES = tuple(module.__name__ for module in (contract, picking, thumb, expert, traits, items))
"""Modules that say what functions a game has; a build puts the game's own in their place."""


def load_numba() -> Any:
    """Import numba: only now, since it takes half a second."""
    importlib.import_module(INTEGERS)
    return importlib.import_module("numba")


def load_drafts() -> Any:
    return importlib.import_module(DRAFTS)


def is_known() -> bool:
    """Return whether all tests were run with this version of numba."""
    return version("numba").startswith(KNOWN)


@cache
def has_drafts() -> bool:
    """Return whether drafts are made; without them compiling takes longer, and means the same."""
    if os.environ.get("CHANCEBOX_NUMBA") == PUBLIC:
        return False
    if is_known():  # and not loaded: a bot that asks what lies compiled has moved before numba is there
        return True
    try:
        works: bool = load_drafts().work()
    except Exception:  # whatever another numba says: its inner parts are not those we know
        return False
    return works


def is_below(module: str, package: str) -> bool:
    """Return whether a module is a package or a part of it."""
    return f"{module}.".startswith(f"{package}.")


def implementations(game: Rulebook) -> dict[str, str]:
    """Return by interface the module of the game that takes its place."""
    own = (game.rules, game.rules, game.thumb, game.thumb, game.traits, game.items)
    return {interface: module.__name__ for interface, module in zip(INTERFACES, own, strict=True)}


@cache
def build_digest(module_name: str, *own: str) -> str:
    """Return a digest of a rule module, what it imports of ours, and the tools that compile it.

    `own` are the values of `implementations`.
    """
    implementations = dict(zip(INTERFACES, own, strict=True))
    versions = (sys.version, np.__version__, version("numba"), version("llvmlite"), has_drafts())
    digest = hashlib.sha256(repr(versions).encode())
    for name in [BUILDS, __name__, DRAFTS, INTEGERS, *sorted(_imports(module_name, implementations))]:
        digest.update(_source(name))
    return digest.hexdigest()[:20]


def _imports(module_name: str, implementations: dict[str, str]) -> set[str]:
    """Follow the imports of a rule module; an interface stands for the game's own functions."""
    # A game may live in a package of its own.
    ours = (HOUSE, *(name.partition(".")[0] for name in implementations.values()))
    found: set[str] = set()
    waiting = [module_name]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name in implementations:
            waiting.append(implementations[name])
        for node in ast.walk(ast.parse(_source(name))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(ours):
                waiting.append(node.module)
                waiting += [f"{node.module}.{alias.name}" for alias in node.names]
    return {name for name in found if _source(name)}


@cache
def file_digest(module_name: str) -> str:
    """
    Return a digest of where a module lies and how old it is.

    numba itself takes code from its cache only for the same file of the same age. Without this, a
    folder would be called built that numba builds again.
    """
    spec = importlib.util.find_spec(module_name)
    path = Path(str(spec.origin)) if spec else Path()
    age = path.stat()
    return hashlib.sha256(repr((str(path), age.st_mtime_ns, age.st_size)).encode()).hexdigest()[:8]


@cache
def _source(name: str) -> bytes:
    """Read a module's source; nothing if the name is not that of a module."""
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return b""
    return Path(spec.origin).read_bytes() if spec and spec.origin else b""
