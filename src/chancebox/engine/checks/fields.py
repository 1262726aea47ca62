"""What variables of rules hold, followed through their sources: fields that no record has."""

import ast
from collections.abc import Iterator
from difflib import get_close_matches
from types import ModuleType
from typing import Any, get_type_hints

from chancebox.engine.checks.bindings import RuleSource, functions
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Record

METHODS = {"bit_length"}


def no_such(name: str) -> str:
    return _("there is no {name!r}").format(name=name)


class _Unclear:
    """What an expression is of which nothing is known."""


class _Number:
    """What a field holds that is no record."""


def fields(game: Game, source: RuleSource, records: set[type[Record]]) -> Iterator[tuple[int, str]]:
    """Find fields that no record has, by following what variables hold."""
    options = {option.name.replace("-", "_") for option in game.options}
    every = {name for one in records for name in one.fields} | options | METHODS
    for function in functions(source.tree):
        try:
            holds = _variables(source.module, function)
        except NameError as error:  # in an annotation that is written as a text
            name = str(error.name)
            yield function.lineno, nearest(no_such(name), name, vars(source.module))
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.Attribute):
                continue
            kind = _kind(node.value, holds)
            root = _root(node.value)
            if isinstance(kind, type) and issubclass(kind, Record):
                known, whose = set(kind.fields), kind.__name__
            elif kind is _Number:
                known, whose = METHODS, _("a number")
            elif function.name == "start" and root == _last_parameter(function):
                known, whose = options, _("the declaration")
            elif root in vars(source.module) and root not in holds:
                continue  # a module's or a class's own; Python says it when that is imported
            else:
                known, whose = every, ""
            if node.attr not in known:
                problem = _("{whose} has no {name!r}") if whose else _("no record has a field {name!r}")
                told = problem.format(whose=whose, name=node.attr)
                yield node.lineno, nearest(told, node.attr, known)


def _last_parameter(function: ast.FunctionDef) -> str:
    return function.args.args[-1].arg if function.args.args else ""


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _variables(module: ModuleType, function: ast.FunctionDef) -> dict[str, type]:
    """Work out what parameters and variables of a function hold, where that is a record."""
    hints = get_type_hints(vars(module)[function.name])
    holds: dict[str, type] = {}
    for argument in function.args.args:
        hint = hints.get(argument.arg)
        holds[argument.arg] = hint if isinstance(hint, type) and issubclass(hint, Record) else _Unclear
    assigned: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned.setdefault(name, []).append(value)
            case ast.For(target=ast.Name(id=name)):
                assigned.setdefault(name, []).append(None)
            case ast.Tuple(elts=names, ctx=ast.Store()):
                for one in names:
                    assigned.setdefault(_root(one), []).append(None)
    parameters = dict(holds)
    for _twice in range(2):  # what a variable holds may follow from one that is assigned further down
        for name, values in assigned.items():
            found = {_kind(value, holds) if value else _Unclear for value in values}
            found |= {parameters[name]} if name in parameters else set()
            holds[name] = found.pop() if len(found) == 1 else _Unclear
    return holds


def _kind(node: ast.expr, holds: dict[str, type]) -> type:
    """Return the record that an expression is, `_Number` for a field of numbers, else `_Unclear`."""
    if isinstance(node, ast.Name):
        return holds.get(node.id, _Unclear)
    if isinstance(node, ast.Subscript):
        return _kind(node.value, holds)
    if isinstance(node, ast.Attribute):
        whole = _kind(node.value, holds)
        field = whole.fields.get(node.attr) if issubclass(whole, Record) else None
        if field:
            return _Number if isinstance(field.holds, str) else field.holds
    return _Unclear


def nearest(problem: str, name: str, known: Any) -> str:
    """Write a problem with the known name that may have been meant, as a sentence."""
    found = get_close_matches(name, list(known), 1)
    return (
        _("{problem}; do you mean {name!r}?").format(problem=problem, name=found[0])
        if found
        else f"{problem}."
    )
