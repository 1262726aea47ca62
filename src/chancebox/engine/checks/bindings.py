"""
What a file of rules calls by which name: its imports, its functions, and what would hide another thing.

A name must mean the same in all builds. Python looks it up while it runs; compilers and the translation
to C++ read it in the file, each in its own way. So what they would read differently is refused.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import NamedTuple

from chancebox.engine.builds.digests import HOUSE, INTERFACES, is_below
from chancebox.engine.game.texts import _, listed

ENGINE = f"{HOUSE}.engine.rules"
TOOLS = ("bits", "contract", "dice", "hands", "patterns", "records", "seats", "streams", "traits", "winners")
"""The modules of the engine that are written under the limits of rules."""
FREE = ("typing", "collections.abc")
"""What rules may import beside themselves and these: words for annotations."""
BUILTINS = {"abs", "bool", "int", "len", "max", "min", "range"}
"""What of Python all builds know."""
NAMED = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
ALONE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Import, ast.ImportFrom)


class RuleSource(NamedTuple):
    """A module of rules: its file as the author knows it, and what it holds."""

    file: str
    module: ModuleType
    tree: ast.Module


def binding_problems(rules: str, source: RuleSource) -> Iterator[tuple[int, str]]:
    """Name what is bound in a way that builds would understand differently, by line."""
    for node in source.tree.body:
        if isinstance(node, ast.Import):
            yield node.lineno, from_import()
        if isinstance(node, ast.ImportFrom):
            yield from _import_problems(rules, source, node)
    yield from _places(source.tree)
    yield from _hidden(source.tree)
    for function in functions(source.tree):
        yield from _called_variables(function)
        yield from _called_modules(function, source.module)


def from_import() -> str:
    """Say in which form rules import."""
    return _("write `from … import names`, so that each function can be compiled.")


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Return the functions of a file."""
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))


def _import_problems(rules: str, source: RuleSource, node: ast.ImportFrom) -> Iterator[tuple[int, str]]:
    name = node.module
    if node.level or not name:
        package = rules.partition(".")[0]
        told = _("write the whole name of the module, beginning with {name}.").format(name=package)
    elif node.names[0].name == "*":
        told = _("write the names that you need instead of `*`, which may hide others.")
    elif name in FREE or is_below(name, rules):
        return
    elif not is_below(name, ENGINE):
        told = _("rules import from rules and from {engine} alone, not from {name}.").format(
            engine=ENGINE, name=name
        )
    elif name.removeprefix(f"{ENGINE}.") not in TOOLS:
        told = _("of {engine} rules import from these modules: {tools}.").format(
            engine=ENGINE, tools=listed(TOOLS)
        )
    elif own := [one.name for one in node.names if _is_own(source.module, one.asname or one.name)]:
        told = _("{names} is what a game says itself; import it from {rules}.").format(
            names=listed(own), rules=rules
        )
    else:
        return
    yield node.lineno, told


def _is_own(module: ModuleType, name: str) -> bool:
    """Return whether a name was imported that stands for the game's own function."""
    value = getattr(module, name, None)
    return isinstance(value, FunctionType) and value.__module__ in INTERFACES


def _places(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Find functions and imports that are not where all builds look for them."""
    for node in tree.body:
        if isinstance(node, ast.AsyncFunctionDef):
            yield node.lineno, _("rules wait for nothing; write `def` without `async`.")
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield node.lineno, _("rules have no decorators: functions mean what is written in them.")
        if isinstance(node, ALONE):
            continue  # what is inside of a function is read with all else that it does
        for inner in ast.walk(node):
            if isinstance(inner, ast.Lambda):
                yield inner.lineno, _("write a function with `def`, which gives it a name.")
            if isinstance(inner, ALONE):
                yield inner.lineno, _("functions and imports stand at the left margin, inside of nothing.")


def _hidden(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Find names of a file that hide another thing, or are hidden by it."""
    bound = [(name, node.lineno) for node in tree.body for name in _bound(node)]
    made = Counter(name for node in tree.body if isinstance(node, NAMED) for name in _bound(node))
    times = Counter(name for name, _line in bound)
    for name, line in bound:
        if name in BUILTINS:
            yield line, _("{name!r} means what it means in Python; take another name.").format(name=name)
        if times[name] > 1 and made[name]:
            yield line, _("{name!r} is there more than once; take another name.").format(name=name)


def _bound(node: ast.stmt) -> Iterator[str]:
    """Return the names that a statement of a file binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (one.asname or one.name for one in node.names)
    else:
        yield from _stored(node)


def _stored(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _called_variables(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Find variables that are called: one build takes the function of that name, another the variable."""
    own = _stored(function) | {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own:
            yield (
                node.lineno,
                _("{name!r} is a variable here and cannot be called; give it another name.").format(
                    name=node.func.id
                ),
            )


def _called_modules(function: ast.FunctionDef, module: ModuleType) -> Iterator[tuple[int, str]]:
    """Find functions that are called by way of a module; constants may be read so."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            whole = node.func.value
            if isinstance(whole, ast.Name) and isinstance(getattr(module, whole.id, None), ModuleType):
                yield node.lineno, from_import()
