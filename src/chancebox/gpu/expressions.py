"""Expressions of the rules, translated: what they are called in C++, and what their numbers lie in."""

import ast
from abc import abstractmethod
from collections.abc import Callable, Sequence
from types import FunctionType

import numpy as np

from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory
from chancebox.gpu import ranges
from chancebox.gpu.ranges import STREAM, TRUE_OR_FALSE, WIDE, Range
from chancebox.gpu.structures import Structures
from chancebox.gpu.values import (
    FRACTION,
    NUMBER,
    READABLE,
    STREAMS,
    TRUTH,
    Expression,
    Function,
    Guess,
    Scope,
    as_number,
    cast,
    constant,
    refused,
)

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
RANGES: dict[type[ast.AST], Callable[[Range, Range], Range]] = {
    ast.Add: ranges.add,
    ast.Sub: ranges.subtract,
    ast.Mult: ranges.multiply,
    ast.FloorDiv: ranges.divide,
    ast.Mod: ranges.remainder,
    ast.BitAnd: ranges.bit_and,
    ast.BitOr: ranges.bit_or,
    ast.BitXor: ranges.bit_or,
    ast.LShift: ranges.shift_left,
    ast.RShift: ranges.shift_right,
}


class Expressions(Structures):
    """Translates expressions; functions that they call are translated by who has all of a program."""

    @abstractmethod
    def function(self, source: FunctionType, given: Sequence[Expression]) -> Function: ...

    def _expression(self, node: ast.expr, scope: Scope) -> Expression:
        found = self._unlimited(node, scope)
        if scope.facts and found.kind == NUMBER:
            fact = scope.facts.get(ast.unparse(node))
            if fact is not None and max(fact.low, found.range.low) <= min(fact.high, found.range.high):
                limits = Range(max(fact.low, found.range.low), min(fact.high, found.range.high))
                return cast(found, limits)
        return found

    def _unlimited(self, node: ast.expr, scope: Scope) -> Expression:
        match node:
            case ast.Constant(value=bool(value)):
                return Expression("true" if value else "false", TRUTH, Range(value, value))
            case ast.Constant(value=int(value)):
                return constant(value)
            case ast.Name(id=name):
                return self._name(name, node, scope)
            case ast.Attribute() | ast.Subscript():
                return self._field(node, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(
                    op, self._expression(left, scope), self._expression(right, scope), node, scope
                )
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Expression(f"(!{self._test(operand, scope)})", TRUTH, TRUE_OR_FALSE)
            case ast.UnaryOp(op=op, operand=operand):
                return _signed(op, as_number(self._expression(operand, scope)))
            case ast.BoolOp(op=op, values=values):
                return self._both(op, [self._expression(value, scope) for value in values])
            case ast.Compare():
                return self._compare(node, scope)
            case ast.IfExp():
                return self._either(node, scope)
            case ast.Call():
                return self._call(node, scope)
        raise refused(scope, node.lineno, ast.unparse(node))

    def _either(self, node: ast.IfExp, scope: Scope) -> Expression:
        asked = self._test(node.test, scope)
        yes = self._where(node.test, True, node.body, scope)
        no = self._where(node.test, False, node.orelse, scope)
        if not yes.kind.is_number:
            return Expression(f"({asked} ? {yes.code} : {no.code})", yes.kind)
        if FRACTION in (yes.kind, no.kind):
            return Expression(f"({asked} ? double({yes.code}) : double({no.code}))", FRACTION)
        found = yes.range.join(no.range)
        return Expression(f"({asked} ? {found.type}({yes.code}) : {found.type}({no.code}))", NUMBER, found)

    def _where(self, test: ast.expr, holds: bool, node: ast.expr, scope: Scope) -> Expression:
        """Translate an expression where a condition holds, or does not: it may limit a number."""
        before = scope.facts
        match test:
            case ast.Compare(left=left, ops=[ast.Lt()], comparators=[right]):
                limit = self._expression(right, scope).range
                fact = Range(WIDE.low, limit.high - 1) if holds else Range(limit.low, WIDE.high)
                scope.facts = {**before, ast.unparse(left): fact}
        found = self._expression(node, scope)
        scope.facts = before
        return found

    def _name(self, name: str, node: ast.expr, scope: Scope) -> Expression:
        if name in scope.variables:
            kind = scope.variables[name]
            if kind == NUMBER:
                return Expression(f"{name}_", kind, scope.made.range_of(name))
            return Expression(f"{name}_" if name in scope.parameters else f"(*{name}_)", kind)
        value = scope.source.__globals__.get(name)
        if isinstance(value, bool | int):
            return constant(int(value))
        raise refused(scope, node.lineno, name)

    def _entry(self, name: str, table: Memory, index: ast.expr, scope: Scope) -> Expression:
        """Read an entry of a table that stands beside a function."""
        label = f"table_{name}"
        numbers = ", ".join(map(str, table.ravel().tolist()))
        self._structures[label] = f"TABLE int {label}[] = {{ {numbers} }};"
        places = index.elts if isinstance(index, ast.Tuple) else [index]
        code = "0"
        for length, place in zip(table.shape, places, strict=True):
            code = f"({code}) * {length} + {as_number(self._expression(place, scope)).code}"
        return Expression(f"{label}[{code}]", NUMBER, Range(int(table.min()), int(table.max())))

    def _field(self, node: ast.expr, scope: Scope) -> Expression:
        """Read a field, or an entry of a row; what is a record stays where it is."""
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=index) if isinstance(
                table := scope.source.__globals__.get(name), np.ndarray
            ):
                return self._entry(name, table, index, scope)
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.is_row:
                    if row.kind.name not in READABLE:
                        raise refused(
                            scope,
                            node.lineno,
                            _("{row}, which is only written,").format(row=ast.unparse(whole)),
                        )
                    written = self._rows.setdefault(row.kind.name, Guess(Range(0, 0))).range or WIDE
                    held = STREAM if row.kind.name == STREAMS else written
                    code = f"{held.type}({row.code}.get({self._expression(index, scope).code}))"
                    return Expression(code, NUMBER, held)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in scope.variables:
                value = getattr(scope.source.__globals__.get(name), attribute, None)
                if isinstance(value, int):
                    return constant(value)
        place = self._place(node, scope)
        if place.kind.dtype.subdtype is None and place.kind.dtype.names is None:
            most = Range.of_bits(8 * place.kind.dtype.itemsize - 1)
            seen = most if place.kind.read_only else self._held(place).range or most
            held = Range(max(most.low, seen.low), min(most.high, seen.high))
            return Expression(f"{held.type}({place.code})", NUMBER, held)
        return place

    def _place(self, node: ast.expr, scope: Scope) -> Expression:
        """Name where something lies in a record."""
        match node:
            case ast.Attribute(value=whole, attr=name):
                record = self._expression(whole, scope)
                if record.kind.dtype is not None and name in (record.kind.dtype.names or ()):
                    kind = self._kind(record.kind.dtype[name], name, record.kind.read_only)
                    return Expression(f"{record.code}.{name}_", kind, held_in=f"{record.kind.name}.{name}")
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.dtype is not None and row.kind.dtype.subdtype is not None:
                    base, shape = row.kind.dtype.subdtype
                    held = np.dtype((base, shape[1:])) if shape[1:] else base
                    kind = self._kind(held, "", row.kind.read_only)
                    code = f"{row.code}[{self._expression(index, scope).code}]"
                    return Expression(code, kind, held_in=row.kind.name)
        raise refused(scope, node.lineno, ast.unparse(node))

    def _operation(
        self, op: ast.operator, left: Expression, right: Expression, node: ast.AST, scope: Scope
    ) -> Expression:
        if isinstance(op, ast.Div):
            return Expression(f"(double({left.code}) / double({right.code}))", FRACTION)
        if FRACTION in (left.kind, right.kind) and type(op) in (ast.Add, ast.Sub):
            return Expression(f"({left.code} {SIGNS[type(op)]} {right.code})", FRACTION)
        if type(op) not in RANGES or not (left.kind.is_number and right.kind.is_number):
            raise refused(scope, getattr(node, "lineno", 0), ast.unparse(node))
        a, b = as_number(left), as_number(right)
        found = RANGES[type(op)](a.range, b.range)
        small = a.range.is_small and b.range.is_small
        kind = "int" if small and found.is_small else "num"
        match op:
            case ast.FloorDiv() | ast.Mod() if a.range.low >= 0 and b.range.low > 0:
                whole = "unsigned" if small else "bits64"
                sign = "/" if isinstance(op, ast.FloorDiv) else "%"
                code = f"{kind}({whole}({a.code}) {sign} {whole}({b.code}))"
            case ast.FloorDiv() | ast.Mod():
                name = "floor_div" if isinstance(op, ast.FloorDiv) else "floor_mod"
                code = f"{name}<{kind}>({a.code}, {b.code})"
            case ast.Mult() if kind == "num":
                code = f"times({a.code}, {b.code})"
            case ast.Mult():
                code = f"({a.code} * {b.code})"
            case ast.LShift():
                kind = kind if b.range.high < 32 else "num"
                code = f"({kind}({a.code}) << {b.code})"
            case ast.RShift():
                kind = a.range.type
                code = f"({a.code} >> {b.code})"
                if kind == "int" and b.range.high >= 32:
                    code = f"shifted({a.code}, {b.code})"
            case _:
                code = f"({kind}({a.code}) {SIGNS[type(op)]} {kind}({b.code}))"
        return cast(Expression(code, NUMBER, WIDE), found, kind)

    def _both(self, op: ast.boolop, values: list[Expression]) -> Expression:
        """Join by `and` or `or`, which return one of the two."""
        joined = values[-1]
        for value in reversed(values[:-1]):
            if value.kind == joined.kind == TRUTH:
                sign = "&&" if isinstance(op, ast.And) else "||"
                joined = Expression(f"({value.code} {sign} {joined.code})", TRUTH, TRUE_OR_FALSE)
            else:
                left = Range(0, 0) if isinstance(op, ast.And) else as_number(value).range
                found = left.join(as_number(joined).range)
                kind = found.type
                code = f"({value.code} ? {kind}({joined.code}) : {kind}(0))"
                if isinstance(op, ast.Or):
                    code = f"[&] {{ {kind} was = {value.code}; return was ? was : {kind}({joined.code}); }}()"
                joined = Expression(code, NUMBER, found)
        return joined

    def _test(self, node: ast.expr, scope: Scope) -> str:
        """Translate what is only asked whether it is 0: then it matters to nobody which of two it is."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self._test(value, scope) for value in values)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._test(operand, scope)})"
        return self._expression(node, scope).code

    def _is_sure(self, node: ast.expr, scope: Scope) -> bool | None:
        """Return whether a comparison always holds or never, as far as ranges tell; None if that depends."""
        match node:
            case ast.Compare(left=ast.Name() as left, ops=[ast.Eq()], comparators=[right]):
                a, b = self._expression(left, scope), self._expression(right, scope)
                if a.kind == b.kind == NUMBER and (a.range.high < b.range.low or b.range.high < a.range.low):
                    return False
        return None

    def _compare(self, node: ast.Compare, scope: Scope) -> Expression:
        parts = []
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            one = as_number(self._expression(left, scope)).code
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
                among = " || ".join(
                    f"{one} == {as_number(self._expression(e, scope)).code}" for e in right.elts
                )
                parts.append(f"({among})" if isinstance(op, ast.In) else f"!({among})")
            elif type(op) in SIGNS:
                parts.append(f"{one} {SIGNS[type(op)]} {as_number(self._expression(right, scope)).code}")
            else:
                raise refused(scope, node.lineno, ast.unparse(node))
            left = right
        return Expression(f"({' && '.join(parts)})", TRUTH, TRUE_OR_FALSE)

    def _call(self, node: ast.Call, scope: Scope) -> Expression:
        given = [self._expression(argument, scope) for argument in node.args]
        match node.func:
            case ast.Attribute(value=number, attr="bit_length"):
                counted = as_number(self._expression(number, scope))
                bits = max(abs(counted.range.low), abs(counted.range.high)).bit_length()
                return Expression(f"bit_length({counted.code})", NUMBER, Range(0, bits))
            case ast.Name(id="min" | "max" as name) if len(given) > 1:
                return self._extreme(name, [as_number(one) for one in given])
            case ast.Name(id="abs"):
                one = as_number(given[0])
                found = ranges.kept(0, max(abs(one.range.low), abs(one.range.high)))
                kind = one.range.join(found).type
                return cast(Expression(f"absolute<{kind}>({one.code})", NUMBER, WIDE), found, kind)
            case ast.Name(id="bool"):
                return Expression(f"bool({given[0].code})", TRUTH, TRUE_OR_FALSE)
            case ast.Name(id="int"):
                return as_number(given[0])
            case ast.Name(id=name):
                called = scope.source.__globals__.get(name)
                if isinstance(called, FunctionType) and not node.keywords:
                    function = self.function(called, given)
                    code = f"{function.name}({', '.join(one.code for one in given)})"
                    return Expression(code, function.returns, function.answer.range or Range(0, 0))
        raise refused(scope, node.lineno, ast.unparse(node))

    def _extreme(self, name: str, given: list[Expression]) -> Expression:
        """Find the least or the largest of numbers."""
        found = given[0]
        for one in given[1:]:
            kind = found.range.join(one.range).type
            pick = min if name == "min" else max
            limits = Range(pick(found.range.low, one.range.low), pick(found.range.high, one.range.high))
            function = "least" if name == "min" else "most"
            code = f"{function}<{kind}>({found.code}, {one.code})"
            found = cast(Expression(code, NUMBER, WIDE), limits, kind)
        return found


def _signed(op: ast.unaryop, value: Expression) -> Expression:
    """Translate `+`, `-` and `~` before a number."""
    low, high = value.range
    found = value.range if isinstance(op, ast.UAdd) else ranges.kept(-high, -low)
    found = Range(~high, ~low) if isinstance(op, ast.Invert) else found
    kind = value.range.join(found).type
    return cast(Expression(f"({SIGNS[type(op)]}{kind}({value.code}))", NUMBER, WIDE), found, kind)
