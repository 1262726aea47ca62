"""
The rules of a game in C++: the small language that rules are written in, translated word by word.

A function is translated for the kinds of what it is called with: numbers, records, fields of a record, and
rows that the caller lends (lists of choices, streams). Beyond that there is nothing to infer: every number has
64 bits, as in compiled rules, and every record is a structure with the same fields in the same order. What
Python and C++ do differently is in `prelude.cpp`: division, products that overflow, names.

Rules that use what is not known here are refused with file and line.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from chancebox.engine.builds import implementations
from chancebox.engine.errors import BadGame
from chancebox.engine.game import Game
from chancebox.engine.records import Memory
from chancebox.engine.texts import _

INTEGERS = {1: "signed char", 2: "short", 4: "int", 8: "num"}
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Invert: "~",
    ast.USub: "-",
    ast.UAdd: "+",
}
CALLS: dict[type[ast.AST], str] = {ast.Mult: "times", ast.FloorDiv: "floor_div", ast.Mod: "floor_mod"}
"""Operators that are functions of the prelude."""
LONG = 400
"""Longer functions (in characters) that are called from several places are not copied into each of them."""


@dataclass(frozen=True)
class Kind:
    """What an expression is: its type in C++, and for records the dtype behind it."""

    name: str
    dtype: Any = None
    read_only: bool = False

    @property
    def is_number(self) -> bool:
        return self.dtype is None and self.name in (NUMBER.name, TRUTH.name, FRACTION.name)

    @property
    def is_row(self) -> bool:
        """Return whether it is a row that a caller lends: it is read and written by calls."""
        return self.dtype is None and not self.is_number

    @property
    def reference(self) -> str:
        return f"{'const ' if self.read_only else ''}{self.name}"


NUMBER = Kind("num")
TRUTH = Kind("bool")
FRACTION = Kind("double")
NOTHING = Kind("void")


@dataclass(frozen=True)
class Expression:
    code: str
    kind: Kind


@dataclass
class Function:
    """A function for certain kinds of arguments: its name in C++, its body, and what it returns."""

    name: str
    returns: Kind = NOTHING
    text: str = ""
    head: str = ""
    calls: int = 0
    """How many places call it."""


@dataclass
class Scope:
    """The function that is being translated."""

    source: FunctionType
    file: str
    variables: dict[str, Kind] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    returns: Kind | None = None
    loops: int = 0


class Program:
    """The C++ of one game: what was asked for, and all that this needs."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._own = implementations(game)
        self._functions: dict[tuple[FunctionType, tuple[Kind, ...]], Function] = {}
        self._structures: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self.box = self.structure("Box", game.rules.Box.dtype, read_only=True)
        self.position = self.structure("Position", game.rules.Position.dtype)
        self.options = self.structure("Options", game.options_dtype, read_only=True)

    def text(self) -> str:
        """Return all structures and functions, in an order in which C++ can read them."""
        functions = self._functions.values()
        texts = [
            (f"{'SHARED_' if f.calls > 1 and len(f.text) > LONG else ''}RULE {f.head}", f.text)
            for f in functions
        ]
        heads = [f"{head};" for head, _body in texts]
        bodies = [f"{head} {body}" for head, body in texts]
        return "\n".join([*self._structures.values(), *heads, *bodies])

    # Structures

    def structure(self, name: str, dtype: np.dtype[Any], read_only: bool = False) -> Kind:
        """Declare the structure of a record; fields lie where the compiler likes them (see `aligned`)."""
        if name not in self._structures:
            assert dtype.names is not None
            fields = [f"{self._kind(dtype[one], one, read_only).name} {one}_;" for one in dtype.names]
            self._structures[name] = f"struct {name} {{ {' '.join(fields)} }};"
        return Kind(name, dtype, read_only)

    def _kind(self, dtype: np.dtype[Any], name: str, read_only: bool) -> Kind:
        """Return what a field holds."""
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            held = self._kind(base, name, read_only).name
            for length in reversed(shape):
                held = f"Array<{held}, {length}>"
            return Kind(held, dtype, read_only)
        if dtype.names is not None:
            return self.structure(self._name_of(dtype), dtype, read_only)
        return Kind(INTEGERS[dtype.itemsize], dtype, read_only)

    def _name_of(self, dtype: np.dtype[Any]) -> str:
        """Name a record within another: equal fields make an equal structure."""
        return self._parts.setdefault(repr(dtype), f"Part{len(self._parts)}")

    # Functions

    def function(self, source: FunctionType, *kinds: Kind) -> Function:
        """Translate a function for these kinds of arguments, unless that was done before."""
        source = self._implementation(source)
        key = source, kinds
        if key not in self._functions:
            made = self._functions[key] = Function(f"{source.__name__}_{len(self._functions)}")
            self._translate(source, kinds, made)
            # Callees first: what they return is known then, and so is the order of the text.
            self._functions[key] = self._functions.pop(key)
        self._functions[key].calls += 1
        return self._functions[key]

    def _implementation(self, source: FunctionType) -> FunctionType:
        """Find the game's own function of an interface; what a game leaves out the interface does."""
        own = self._own.get(source.__module__)
        found: FunctionType = getattr(sys.modules[own], source.__name__, source) if own else source
        return found

    def _translate(self, source: FunctionType, kinds: tuple[Kind, ...], made: Function) -> None:
        tree = _trees(str(sys.modules[source.__module__].__file__)).get(source.__name__)
        file = self._game.shown(Path(source.__code__.co_filename))
        scope = Scope(source, file)
        if tree is None:
            raise _refused(scope, source.__code__.co_firstlineno, _("a function made elsewhere"))
        names = [argument.arg for argument in tree.args.args]
        scope.variables = dict(zip(names, (NUMBER if k == TRUTH else k for k in kinds), strict=True))
        scope.parameters = frozenset(names)
        body = "\n".join(self._block(tree.body, scope))
        made.returns = scope.returns or NOTHING
        declared = [
            f"{kind.name} {name}_ = 0;" if kind.is_number else f"{kind.reference}* {name}_ = nullptr;"
            for name, kind in scope.variables.items()
            if name not in scope.parameters
        ]
        takes = ", ".join(
            f"{kind.name} {name}_" if kind.is_number else f"{kind.reference}& {name}_"
            for name, kind in scope.variables.items()
            if name in scope.parameters
        )
        returns = (
            made.returns.name
            if made.returns.is_number or made.returns == NOTHING
            else made.returns.reference + "&"
        )
        made.head = f"{returns} {made.name}({takes})"
        made.text = f"{{\n{' '.join(declared)}\n{body}\n}}"

    # Statements

    def _block(self, body: list[ast.stmt], scope: Scope) -> Iterator[str]:
        for statement in body:
            yield from self._statement(statement, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> Iterator[str]:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call() as call):
                yield f"{self._expression(call, scope).code};"
            case ast.Return(value=None):
                yield "return;"
            case ast.Return(value=ast.expr() as value):
                found = self._expression(value, scope)
                if found.kind.is_number:
                    scope.returns = scope.returns if scope.returns == FRACTION else _number_like(found.kind)
                else:
                    scope.returns = found.kind
                yield f"return {found.code};"
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                found_all = [self._expression(value, scope) for value in values]
                yield "{"
                for i, one in enumerate(found_all):
                    yield f"num was_{i} = {one.code};"
                for i, target in enumerate(targets):
                    yield self._assign(target, Expression(f"was_{i}", NUMBER), scope)
                yield "}"
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield self._assign(target, self._expression(value, scope), scope)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield self._assign(target, self._expression(value, scope), scope)
            case ast.AugAssign(target=target, op=op, value=value):
                before = self._expression(_as_read(target), scope)
                after = self._operation(op, before, self._expression(value, scope), node, scope)
                yield self._assign(target, after, scope)
            case ast.If(test=test, body=body, orelse=orelse):
                yield f"if ({self._test(test, scope)}) {{"
                yield from self._block(body, scope)
                if orelse:
                    yield "} else {"
                    yield from self._block(orelse, scope)
                yield "}"
            case ast.While(test=test, body=body, orelse=[]):
                yield f"LOOP while ({self._test(test, scope)}) {{"
                yield from self._block(body, scope)
                yield "}"
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=bounds),
                body=body,
                orelse=[],
            ):
                yield from self._loop(name, bounds, body, node, scope)
            case ast.Break():
                yield "break;"
            case ast.Continue():
                yield "continue;"
            case _:
                raise _refused(scope, node.lineno, ast.unparse(node))

    def _loop(
        self, name: str, bounds: list[ast.expr], body: list[ast.stmt], node: ast.For, scope: Scope
    ) -> Iterator[str]:
        """Count beside the variable: Python keeps its last value, and does not care if it is changed."""
        found = [self._expression(bound, scope).code for bound in bounds]
        first, last, step = (["0"] + found + ["1"])[-3:] if len(found) == 1 else (found + ["1"])[:3]
        steps = ast.literal_eval(ast.unparse(bounds[2])) if len(bounds) == 3 else 1
        if not isinstance(steps, int):
            raise _refused(scope, node.lineno, ast.unparse(node.iter))
        n = scope.loops
        scope.loops += 1
        variable = self._assign(ast.Name(name, ast.Store()), Expression(f"i{n}", NUMBER), scope)
        sign = "<" if steps > 0 else ">"
        yield f"LOOP for (num i{n} = {first}, last{n} = {last}; i{n} {sign} last{n}; i{n} += {step}) {{ {variable}"
        yield from self._block(body, scope)
        yield "}"

    def _assign(self, target: ast.expr, value: Expression, scope: Scope) -> str:
        match target:
            case ast.Name(id=name):
                kind = _number_like(value.kind) if value.kind.is_number else value.kind
                known = scope.variables.setdefault(name, kind)
                if known != kind or (name in scope.parameters and not kind.is_number) or kind.is_row:
                    raise _refused(
                        scope, getattr(target, "lineno", 0), _("{name} is two things").format(name=name)
                    )
                return f"{name}_ = {value.code};" if kind.is_number else f"{name}_ = &{value.code};"
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.is_row:
                    return f"{row.code}.put({self._expression(index, scope).code}, {value.code});"
        return f"{self._place(target, scope).code} = {value.code};"

    # Expressions

    def _expression(self, node: ast.expr, scope: Scope) -> Expression:
        match node:
            case ast.Constant(value=bool(value)):
                return Expression("true" if value else "false", TRUTH)
            case ast.Constant(value=int(value)):
                return Expression(_literal(value), NUMBER)
            case ast.Name(id=name):
                return self._name(name, node, scope)
            case ast.Attribute() | ast.Subscript():
                return self._field(node, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(
                    op, self._expression(left, scope), self._expression(right, scope), node, scope
                )
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Expression(f"(!{self._test(operand, scope)})", TRUTH)
            case ast.UnaryOp(op=op, operand=operand):
                return Expression(f"({SIGNS[type(op)]}{_number(self._expression(operand, scope))})", NUMBER)
            case ast.BoolOp(op=op, values=values):
                return self._both(op, [self._expression(value, scope) for value in values])
            case ast.Compare():
                return self._compare(node, scope)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                yes, no = self._expression(body, scope), self._expression(orelse, scope)
                asked = self._test(test, scope)
                if not yes.kind.is_number:
                    return Expression(f"({asked} ? {yes.code} : {no.code})", yes.kind)
                kind = FRACTION if FRACTION in (yes.kind, no.kind) else NUMBER
                return Expression(f"({asked} ? {kind.name}({yes.code}) : {kind.name}({no.code}))", kind)
            case ast.Call():
                return self._call(node, scope)
        raise _refused(scope, node.lineno, ast.unparse(node))

    def _name(self, name: str, node: ast.expr, scope: Scope) -> Expression:
        if name in scope.variables:
            kind = scope.variables[name]
            by_value = kind.is_number or name in scope.parameters
            return Expression(f"{name}_" if by_value else f"(*{name}_)", kind)
        value = scope.source.__globals__.get(name)
        if isinstance(value, bool | int):
            return Expression(_literal(int(value)), NUMBER)
        raise _refused(scope, node.lineno, name)

    def _field(self, node: ast.expr, scope: Scope) -> Expression:
        """Read a field, or an entry of a row; what is a record stays where it is."""
        match node:
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.is_row:
                    return Expression(f"{row.code}.get({self._expression(index, scope).code})", NUMBER)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in scope.variables:
                value = getattr(scope.source.__globals__.get(name), attribute, None)
                if isinstance(value, int):
                    return Expression(_literal(value), NUMBER)
        place = self._place(node, scope)
        if place.kind.dtype.subdtype is None and place.kind.dtype.names is None:
            return Expression(f"num({place.code})", NUMBER)
        return place

    def _place(self, node: ast.expr, scope: Scope) -> Expression:
        """Name where something lies in a record."""
        match node:
            case ast.Attribute(value=whole, attr=name):
                record = self._expression(whole, scope)
                if record.kind.dtype is not None and name in (record.kind.dtype.names or ()):
                    kind = self._kind(record.kind.dtype[name], name, record.kind.read_only)
                    return Expression(f"{record.code}.{name}_", kind)
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.dtype is not None and row.kind.dtype.subdtype is not None:
                    base, shape = row.kind.dtype.subdtype
                    held = np.dtype((base, shape[1:])) if shape[1:] else base
                    kind = self._kind(held, "", row.kind.read_only)
                    return Expression(f"{row.code}[{self._expression(index, scope).code}]", kind)
        raise _refused(scope, node.lineno, ast.unparse(node))

    def _operation(
        self, op: ast.operator, left: Expression, right: Expression, node: ast.AST, scope: Scope
    ) -> Expression:
        if isinstance(op, ast.Div):
            return Expression(f"(double({left.code}) / double({right.code}))", FRACTION)
        if FRACTION in (left.kind, right.kind) and type(op) in (ast.Add, ast.Sub):
            return Expression(f"({left.code} {SIGNS[type(op)]} {right.code})", FRACTION)
        if type(op) in CALLS:
            return Expression(f"{CALLS[type(op)]}({left.code}, {right.code})", NUMBER)
        if type(op) not in SIGNS:
            raise _refused(scope, getattr(node, "lineno", 0), ast.unparse(node))
        return Expression(f"({_number(left)} {SIGNS[type(op)]} {_number(right)})", NUMBER)

    def _both(self, op: ast.boolop, values: list[Expression]) -> Expression:
        """Join by `and` or `or`, which return one of the two."""
        code, kind = values[-1].code, values[-1].kind
        for value in reversed(values[:-1]):
            if value.kind == kind == TRUTH:
                code = f"({value.code} {'&&' if isinstance(op, ast.And) else '||'} {code})"
            elif isinstance(op, ast.And):
                code, kind = f"({value.code} ? num({code}) : num(0))", NUMBER
            else:
                code, kind = f"[&] {{ num was = {value.code}; return was ? was : num({code}); }}()", NUMBER
        return Expression(code, kind)

    def _test(self, node: ast.expr, scope: Scope) -> str:
        """Translate what is only asked whether it is 0: then it matters to nobody which of two it is."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self._test(value, scope) for value in values)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._test(operand, scope)})"
        return self._expression(node, scope).code

    def _compare(self, node: ast.Compare, scope: Scope) -> Expression:
        parts = []
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
                one = self._expression(left, scope).code
                among = " || ".join(f"{one} == {self._expression(e, scope).code}" for e in right.elts)
                parts.append(f"({among})" if isinstance(op, ast.In) else f"!({among})")
            elif type(op) in SIGNS:
                sides = _number(self._expression(left, scope)), _number(self._expression(right, scope))
                parts.append(f"{sides[0]} {SIGNS[type(op)]} {sides[1]}")
            else:
                raise _refused(scope, node.lineno, ast.unparse(node))
            left = right
        return Expression(f"({' && '.join(parts)})", TRUTH)

    def _call(self, node: ast.Call, scope: Scope) -> Expression:
        given = [self._expression(argument, scope) for argument in node.args]
        match node.func:
            case ast.Attribute(value=number, attr="bit_length"):
                return Expression(f"bit_length({self._expression(number, scope).code})", NUMBER)
            case ast.Name(id="min" | "max" as name) if len(given) > 1:
                code = _number(given[0])
                for one in given[1:]:
                    code = f"{'least' if name == 'min' else 'most'}({code}, {_number(one)})"
                return Expression(code, NUMBER)
            case ast.Name(id="abs"):
                return Expression(f"absolute({given[0].code})", NUMBER)
            case ast.Name(id="bool"):
                return Expression(f"bool({given[0].code})", TRUTH)
            case ast.Name(id="int"):
                return Expression(_number(given[0]), NUMBER)
            case ast.Name(id=name):
                called = scope.source.__globals__.get(name)
                if isinstance(called, FunctionType) and not node.keywords:
                    kinds = (NUMBER if one.kind == TRUTH else one.kind for one in given)
                    function = self.function(called, *kinds)
                    code = f"{function.name}({', '.join(one.code for one in given)})"
                    return Expression(code, function.returns)
        raise _refused(scope, node.lineno, ast.unparse(node))


def aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype with the same fields, each where C++ puts it."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((aligned(base), shape))
    if dtype.names is None:
        return dtype
    return np.dtype([(name, aligned(dtype[name])) for name in dtype.names], align=True)


def realigned(records: Memory) -> Memory:
    """Copy records, with each field where C++ expects it."""
    return records.astype(aligned(records.dtype))


def _number(value: Expression) -> str:
    return f"num({value.code})" if value.kind == TRUTH else value.code


def _number_like(kind: Kind) -> Kind:
    return NUMBER if kind == TRUTH else kind


def _literal(value: int) -> str:
    return f"{value}LL" if value >= 0 else f"({value}LL)"


def _as_read(target: ast.expr) -> ast.expr:
    """Return the target of an assignment as what it was before."""
    return ast.parse(ast.unparse(target), mode="eval").body


@cache
def _trees(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _refused(scope: Scope, line: int, what: str) -> BadGame:
    return BadGame(
        _("{file}, line {line}: {what} cannot be translated for a GPU.").format(
            file=scope.file, line=line, what=what
        )
    )
