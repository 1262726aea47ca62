"""Statements of the rules, translated: assignments, branches, and how far numbers grow in loops."""

import ast
from collections.abc import Iterator

from chancebox.engine.game.texts import _
from chancebox.gpu import ranges
from chancebox.gpu.expressions import SIGNS, Expressions
from chancebox.gpu.ranges import Range
from chancebox.gpu.values import FRACTION, NUMBER, TRUTH, Expression, Guess, Scope, as_number, cast, refused

MOST_MEMBERS = 64
"""Of a set that is the bits of a number."""


class Statements(Expressions):
    """Translates statements, one after the other."""

    def _block(self, body: list[ast.stmt], scope: Scope) -> Iterator[str]:
        for statement in body:
            yield from self._statement(statement, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> Iterator[str]:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call() as call):
                yield f"{self._expression(call, scope).code};"
            case ast.Return(value=value):
                yield self._return(value, scope)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from self._exchange(targets, values, scope)
            case ast.Assign(targets=targets, value=value):
                yield from (self._assign(target, self._expression(value, scope), scope) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield self._assign(target, self._expression(value, scope), scope)
            case ast.AugAssign():
                yield self._change(node, scope)
            case ast.If():
                yield from self._branch(node, scope)
            case ast.While(orelse=[]):
                yield from self._repeat(node, scope)
            case ast.For(orelse=[]):
                yield from self._loop(node, scope)
            case ast.Break() | ast.Continue():
                yield f"{type(node).__name__.lower()};"
            case _:
                raise refused(scope, node.lineno, ast.unparse(node))

    def _return(self, value: ast.expr | None, scope: Scope) -> str:
        if value is None:
            return "return;"
        found = self._expression(value, scope)
        scope.made.returns = NUMBER if found.kind == TRUTH else found.kind
        if scope.made.returns == NUMBER:
            self._take_in(scope.made.answer, found.range)
        return f"return {found.code};"

    def _exchange(self, targets: list[ast.expr], values: list[ast.expr], scope: Scope) -> Iterator[str]:
        """Assign several at once: all values are read before the first is written."""
        found = [self._expression(value, scope) for value in values]
        yield "{"
        for i, one in enumerate(found):
            yield f"{one.range.type} was_{i} = {one.code};"
        for i, target in enumerate(targets):
            yield self._assign(target, Expression(f"was_{i}", NUMBER, found[i].range), scope)
        yield "}"

    def _change(self, node: ast.AugAssign, scope: Scope) -> str:
        target, op = node.target, node.op
        added = self._expression(node.value, scope)
        if isinstance(target, ast.Name) and self._is_counted(target.id, op, added, scope):
            name = target.id
            return f"{name}_ {SIGNS[type(op)]}= {scope.made.range_of(name).type}({added.code});"
        after = self._operation(op, self._expression(target, scope), added, node, scope)
        return self._assign(target, self._within_loop(target, op, added, after, scope), scope)

    def _branch(self, node: ast.If, scope: Scope) -> Iterator[str]:
        sure = self._is_sure(node.test, scope)
        if sure is not None:
            yield from self._block(node.body if sure else node.orelse, scope)
            return
        yield f"if ({self._test(node.test, scope)}) {{"
        yield from self._block(node.body, scope)
        if node.orelse:
            yield "} else {"
            yield from self._block(node.orelse, scope)
        yield "}"

    def _repeat(self, node: ast.While, scope: Scope) -> Iterator[str]:
        yield f"LOOP while ({self._test(node.test, scope)}) {{"
        scope.trips.append(MOST_MEMBERS if _empties(node.test, node.body) else node)
        yield from self._block(node.body, scope)
        scope.trips.pop()
        yield "}"

    def _loop(self, node: ast.For, scope: Scope) -> Iterator[str]:
        """Count beside the variable: Python keeps its last value, and does not care if it is changed."""
        match node:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds)):
                found = [self._expression(bound, scope) for bound in bounds]
            case _:
                raise refused(scope, node.lineno, ast.unparse(node))
        first = found[0] if len(found) > 1 else Expression("0", NUMBER, Range(0, 0))
        last = found[min(1, len(found) - 1)]
        step = ast.literal_eval(bounds[2]) if len(bounds) == 3 else 1
        if step > 0:
            length, values = last.range.high - first.range.low, (first.range.low, last.range.high - 1)
        else:
            length, values = first.range.high - last.range.low, (last.range.low + 1, first.range.high)
        counted = Range(values[0], max(values))
        n = scope.loops
        scope.loops += 1
        kind = first.range.join(last.range).join(Range(min(counted) + step, max(counted) + step)).type
        variable = self._assign(ast.Name(name, ast.Store()), Expression(f"i{n}", NUMBER, counted), scope)
        begin, end = (
            f"{kind} i{n} = {first.code}, last{n} = {last.code}",
            f"i{n} {'<' if step > 0 else '>'} last{n}",
        )
        yield f"LOOP for ({begin}; {end}; i{n} += {step}) {{ {variable}"
        scope.trips.append(max(0, -(-length // abs(step))))
        yield from self._block(node.body, scope)
        scope.trips.pop()
        yield "}"

    def _is_counted(self, name: str, op: ast.operator, added: Expression, scope: Scope) -> bool:
        """Note what all rounds of the loops around add to a variable, if it is known how many there are."""
        if scope.variables.get(name) != NUMBER or type(op) not in (ast.Add, ast.Sub):
            return False
        trips = 1
        for trip in scope.trips:
            if isinstance(trip, ast.While):
                return False
            trips *= trip
        low, high = (
            (added.range.low, added.range.high)
            if isinstance(op, ast.Add)
            else (-added.range.high, -added.range.low)
        )
        sums = ranges.kept(trips * min(0, low), trips * max(0, high))
        scope.sums[name] = ranges.add(scope.sums.get(name, Range(0, 0)), sums)
        return True

    def _within_loop(
        self, target: ast.expr, op: ast.operator, added: Expression, after: Expression, scope: Scope
    ) -> Expression:
        """Limit what `while name < limit` lets a name grow to, if the loop changes it in one place only."""
        loop = scope.trips[-1] if scope.trips else None
        if not isinstance(target, ast.Name) or not isinstance(loop, ast.While) or not isinstance(op, ast.Add):
            return after
        stored = [n for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        is_and = isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.And)
        for test in loop.test.values if is_and and isinstance(loop.test, ast.BoolOp) else [loop.test]:
            match test:
                case ast.Compare(left=ast.Name(id=target.id), ops=[ast.Lt()], comparators=[limit]):
                    high = self._expression(limit, scope).range.high - 1 + added.range.high
                    if high < after.range.high and [n.id for n in stored].count(target.id) == 1:
                        return cast(after, Range(min(after.range.low, high), high))
        return after

    def _assign(self, target: ast.expr, value: Expression, scope: Scope) -> str:
        match target:
            case ast.Name(id=name):
                kind = NUMBER if value.kind == TRUTH else value.kind
                known = scope.variables.setdefault(name, kind)
                if known != kind or (name in scope.parameters and not kind.is_number) or kind.is_row:
                    what = _("{name}, which is two things,").format(name=name)
                    raise refused(scope, getattr(target, "lineno", 0), what)
                if not kind.is_number:
                    return f"{name}_ = &{value.code};"
                self._take_in(scope.made.values.setdefault(name, Guess()), value.range)
                return f"{name}_ = {value.code};"
            case ast.Subscript(value=whole, slice=index):
                row = self._expression(whole, scope)
                if row.kind.is_row:
                    if value.kind != FRACTION:
                        self._take_in(self._rows.setdefault(row.kind.name, Guess(Range(0, 0))), value.range)
                    return f"{row.code}.put({self._expression(index, scope).code}, {value.code});"
        place = self._place(target, scope)
        if place.kind.dtype.names is None and place.kind.dtype.subdtype is None:
            most = Range.of_bits(8 * place.kind.dtype.itemsize - 1)
            fits = most.join(as_number(value).range) == most
            self._take_in(self._held(place), as_number(value).range if fits else most)
        return f"{place.code} = {value.code};"


def _empties(test: ast.expr, body: list[ast.stmt]) -> bool:
    """Return whether a loop takes a member out of a set each time, until it is empty: `bits &= bits - 1`."""
    name = ast.unparse(test)
    return any(ast.unparse(one) == f"{name} &= {name} - 1" for one in body) and isinstance(test, ast.Name)
