"""
The rules of a game in C++: the small language that rules are written in, translated word by word.

A function is translated for the kinds of what it is called with: numbers, records, fields of a record, and
rows that the caller lends (lists of choices, streams). Records are structures with the same fields. Numbers
have 64 bits, as in compiled rules, or 32 where it is sure that these are enough (see `ranges`): to know that,
everything is translated again until no range grows any more. What else Python and C++ do differently is in
`prelude.cpp`: division, products that overflow, the length of a number.

Rules that use what is not known here are refused with file and line.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from chancebox.engine.builds.builds import implementations
from chancebox.engine.game import parts
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory
from chancebox.gpu import ranges
from chancebox.gpu.ranges import STREAM, TRUE_OR_FALSE, WIDE, Range

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
ENGINE = "chancebox.engine."
MOST_MEMBERS = 64
"""Of a set that is the bits of a number."""
PATIENCE = 4
"""How often a range may grow by little before it is widened."""
LONG = 400
"""
Longer functions (in characters) that are called from several places are not copied into each of them: code
that fits the cache counts for more than calls that are spared.
"""


@dataclass(frozen=True)
class Kind:
    """What an expression is: its type in C++, and for records the dtype behind it."""

    name: str
    dtype: Any = None
    read_only: bool = False
    constant: int | None = None

    @property
    def is_number(self) -> bool:
        return self.dtype is None and self.name in (NUMBER.name, TRUTH.name, SMALL.name, FRACTION.name)

    @property
    def is_row(self) -> bool:
        """Return whether it is a row that a caller lends: it is read and written by calls."""
        return self.dtype is None and not self.is_number

    @property
    def reference(self) -> str:
        return f"{'const ' if self.read_only else ''}{self.name}"


NUMBER = Kind("num")
TRUTH = Kind("bool")
SMALL = Kind("int")
"""A number of 32 bits, as an argument."""
FRACTION = Kind("double")
NOTHING = Kind("void")
STREAMS, PICKED, LISTED = "Stream", "Pick", "List"
READABLE = (STREAMS, LISTED, "Ranks", "Notes", "Traits")
"""Rows that are read as well as written; see prelude.cpp."""
Asked = Mapping[str, tuple[Any, ...]]
"""
Functions that a kernel calls, by the names that it has for them: the function, then for each argument its
kind, or the range of a number, or for an action the name of the function that draws such ones.
"""


@dataclass(frozen=True)
class Expression:
    """Code, what it is, and if it is a number what it lies in: the type of the code is that of the range."""

    code: str
    kind: Kind
    range: Range = WIDE
    held_in: str = ""
    """Of a place: the field, or the kind of row, that it is in."""


@dataclass
class Guess:
    """A range that is found out by and by: it grows until it holds all that was seen."""

    range: Range | None = None
    grown: int = 0

    def take_in(self, seen: Range) -> bool:
        """Grow so that this is in it; return whether it had to."""
        if self.range is None:
            self.range = seen
            return True
        joined = self.range.join(seen)
        if joined == self.range:
            return False
        self.grown += 1
        self.range = joined if self.grown <= PATIENCE else self.range.widen(joined)
        return True


@dataclass
class Function:
    """A function for certain kinds of arguments: its name in C++, its text, and what was found out."""

    name: str
    returns: Kind = NOTHING
    text: str = ""
    head: str = ""
    calls: int = 0
    """How many places call it."""
    seen: int = 0
    """When it was translated last."""
    answer: Guess = field(default_factory=Guess)
    values: dict[str, Guess] = field(default_factory=dict)
    """What parameters and variables are set to."""
    sums: dict[str, Guess] = field(default_factory=dict)
    """What is added to them in loops, all together."""

    def range_of(self, name: str) -> Range:
        """Return what a variable lies in."""
        value = self.values.setdefault(name, Guess()).range or Range(0, 0)
        return ranges.add(value, self.sums.setdefault(name, Guess(Range(0, 0))).range or Range(0, 0))


@dataclass
class Scope:
    """The function that is being translated."""

    source: FunctionType
    file: str
    made: Function
    variables: dict[str, Kind] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    loops: int = 0
    trips: list[int | ast.While] = field(default_factory=list)
    """How often each loop around can run, or the loop itself if nobody knows."""
    sums: dict[str, Range] = field(default_factory=dict)
    facts: dict[str, Range] = field(default_factory=dict)
    """What is known of expressions where a condition holds."""


class Program:
    """The C++ of one game: what was asked for, and all that this needs."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._own = implementations(game)
        self._functions: dict[tuple[FunctionType, tuple[Kind, ...]], Function] = {}
        self._structures: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._rows: dict[str, Guess] = {}
        """What is written into rows of each kind."""
        self._fields: dict[str, Guess] = {}
        """What is written into fields."""
        self._order: list[Function] = []
        self._round = 0
        self._has_grown = False
        self.box = self.structure("Box", game.rules.Box.dtype, read_only=True)
        self.position = self.structure("Position", game.rules.Position.dtype)
        self.options = self.structure("Options", game.options_dtype, read_only=True)

    def translate(self, asked: "Asked") -> dict[str, str]:
        """Translate functions and all that they call, until no range grows any more; return their names."""
        self._has_grown = True
        while self._has_grown:
            self._has_grown = False
            self._round += 1
            self._order = []
            names = {}
            for word, (source, *given) in asked.items():
                names[word] = self.function(source, [self._asked(one) for one in given]).name
        return names

    def _asked(self, one: "Kind | Range | str") -> Expression:
        """Return what a kernel hands over: numbers are said by their range, an action by what rules list."""
        if isinstance(one, Kind):
            return Expression("", one)
        if isinstance(one, Range):
            return Expression("", NUMBER, one)
        drawn = (made.answer for made in self._order if made.name.startswith(f"{one}_"))
        listed = (self._rows[name] for name in (PICKED, LISTED) if name in self._rows)
        found = Range(0, 0)
        for guess in (*drawn, *listed):
            found = found.join(guess.range or found)
        return Expression("", NUMBER, found)

    @property
    def entry(self) -> str:
        """The type of entries in lists of choices."""
        listed = self._rows.get(LISTED)
        return ((listed and listed.range) or WIDE).type

    def text(self) -> str:
        """Return all structures and functions, in an order in which C++ can read them."""
        texts = [
            (f"{'SHARED_' if made.calls > 1 and len(made.text) > LONG else ''}RULE {made.head}", made.text)
            for made in self._order
        ]
        heads = [f"{head};" for head, _body in texts]
        bodies = [f"{head} {body}" for head, body in texts]
        return "\n".join([*self._structures.values(), *heads, *bodies])

    def _take_in(self, guess: Guess, seen: Range) -> None:
        self._has_grown |= guess.take_in(seen)

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

    def function(self, source: FunctionType, given: Sequence[Expression]) -> Function:
        """Translate a function for such arguments, unless that was done in this round."""
        source = self._implementation(source)
        # What games share is translated for each constant: how many faces a die has limits what it shows.
        is_shared = source.__module__.startswith(ENGINE)
        kinds = tuple(
            _argument(one.range, is_shared) if one.kind in (NUMBER, TRUTH) else one.kind for one in given
        )
        made = self._functions.setdefault(
            (source, kinds), Function(f"{source.__name__}_{len(self._functions)}")
        )
        names = source.__code__.co_varnames[: source.__code__.co_argcount]
        for name, kind, one in zip(names, kinds, given, strict=True):
            if kind.is_number and kind != FRACTION:
                self._take_in(made.values.setdefault(name, Guess()), one.range)
        if made.seen != self._round:
            made.seen = self._round
            made.calls = 0
            self._translate(source, kinds, made)
            self._order.append(made)  # callees first
        made.calls += 1
        return made

    def _implementation(self, source: FunctionType) -> FunctionType:
        """Find the game's own function of an interface; what a game leaves out the interface does."""
        own = self._own.get(source.__module__)
        found = parts.defined(sys.modules[own], source.__name__) if own else None
        return found or source

    def _translate(self, source: FunctionType, kinds: tuple[Kind, ...], made: Function) -> None:
        tree = _trees(str(sys.modules[source.__module__].__file__)).get(source.__name__)
        scope = Scope(source, self._game.shown(Path(source.__code__.co_filename)), made)
        if tree is None:
            raise _refused(scope, source.__code__.co_firstlineno, _("a function made elsewhere"))
        if any(isinstance(node, ast.Return) and node.value for node in ast.walk(tree)):
            made.returns = NUMBER  # unless it turns out otherwise
        names = [argument.arg for argument in tree.args.args]
        numbers = (NUMBER if k.is_number and k != FRACTION else k for k in kinds)
        scope.variables = dict(zip(names, numbers, strict=True))
        scope.parameters = frozenset(names)
        body = "\n".join(self._block(tree.body, scope))
        for name, added in scope.sums.items():
            self._take_in(made.sums.setdefault(name, Guess(Range(0, 0))), added)
        declared = [
            f"{_type(kind, made.range_of(name))} {name}_ = 0;"
            if kind.is_number
            else f"{kind.reference}* {name}_ = nullptr;"
            for name, kind in scope.variables.items()
            if name not in scope.parameters
        ]
        takes = ", ".join(
            f"{_type(kind, made.range_of(name))} {name}_" if kind.is_number else f"{kind.reference}& {name}_"
            for name, kind in scope.variables.items()
            if name in scope.parameters
        )
        returns = f"{made.returns.reference}&"
        if made.returns == NOTHING or made.returns.is_number:
            returns = _type(made.returns, made.answer.range or Range(0, 0))
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
                scope.made.returns = NUMBER if found.kind == TRUTH else found.kind
                if scope.made.returns == NUMBER:
                    self._take_in(scope.made.answer, found.range)
                yield f"return {found.code};"
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                found_all = [self._expression(value, scope) for value in values]
                yield "{"
                for i, one in enumerate(found_all):
                    yield f"{one.range.type} was_{i} = {one.code};"
                for i, target in enumerate(targets):
                    yield self._assign(target, Expression(f"was_{i}", NUMBER, found_all[i].range), scope)
                yield "}"
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield self._assign(target, self._expression(value, scope), scope)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield self._assign(target, self._expression(value, scope), scope)
            case ast.AugAssign(target=target, op=op, value=value):
                added = self._expression(value, scope)
                if isinstance(target, ast.Name) and self._is_counted(target.id, op, added, scope):
                    name = target.id
                    yield f"{name}_ {SIGNS[type(op)]}= {scope.made.range_of(name).type}({added.code});"
                else:
                    after = self._operation(op, self._expression(target, scope), added, node, scope)
                    yield self._assign(target, self._within_loop(target, op, added, after, scope), scope)
            case ast.If(test=test, body=body, orelse=orelse) if (
                sure := self._is_sure(test, scope)
            ) is not None:
                yield from self._block(body if sure else orelse, scope)
            case ast.If(test=test, body=body, orelse=orelse):
                yield f"if ({self._test(test, scope)}) {{"
                yield from self._block(body, scope)
                if orelse:
                    yield "} else {"
                    yield from self._block(orelse, scope)
                yield "}"
            case ast.While(test=test, body=body, orelse=[]):
                yield f"LOOP while ({self._test(test, scope)}) {{"
                scope.trips.append(MOST_MEMBERS if _empties(test, body) else node)
                yield from self._block(body, scope)
                scope.trips.pop()
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
        found = [self._expression(bound, scope) for bound in bounds]
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
        yield from self._block(body, scope)
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
                        return _cast(after, Range(min(after.range.low, high), high))
        return after

    def _assign(self, target: ast.expr, value: Expression, scope: Scope) -> str:
        match target:
            case ast.Name(id=name):
                kind = NUMBER if value.kind == TRUTH else value.kind
                known = scope.variables.setdefault(name, kind)
                if known != kind or (name in scope.parameters and not kind.is_number) or kind.is_row:
                    what = _("{name}, which is two things,").format(name=name)
                    raise _refused(scope, getattr(target, "lineno", 0), what)
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
            fits = most.join(_number(value).range) == most
            self._take_in(self._held(place), _number(value).range if fits else most)
        return f"{place.code} = {value.code};"

    # Expressions

    def _expression(self, node: ast.expr, scope: Scope) -> Expression:
        found = self._unlimited(node, scope)
        if scope.facts and found.kind == NUMBER:
            fact = scope.facts.get(ast.unparse(node))
            if fact is not None and max(fact.low, found.range.low) <= min(fact.high, found.range.high):
                limits = Range(max(fact.low, found.range.low), min(fact.high, found.range.high))
                return _cast(found, limits)
        return found

    def _unlimited(self, node: ast.expr, scope: Scope) -> Expression:
        match node:
            case ast.Constant(value=bool(value)):
                return Expression("true" if value else "false", TRUTH, Range(value, value))
            case ast.Constant(value=int(value)):
                return _constant(value)
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
                number = _number(self._expression(operand, scope))
                low, high = number.range
                found = number.range if isinstance(op, ast.UAdd) else ranges.kept(-high, -low)
                found = Range(~high, ~low) if isinstance(op, ast.Invert) else found
                kind = number.range.join(found).type
                return _cast(
                    Expression(f"({SIGNS[type(op)]}{kind}({number.code}))", NUMBER, WIDE), found, kind
                )
            case ast.BoolOp(op=op, values=values):
                return self._both(op, [self._expression(value, scope) for value in values])
            case ast.Compare():
                return self._compare(node, scope)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self._test(test, scope)
                yes = self._where(test, True, body, scope)
                no = self._where(test, False, orelse, scope)
                if not yes.kind.is_number:
                    return Expression(f"({asked} ? {yes.code} : {no.code})", yes.kind)
                if FRACTION in (yes.kind, no.kind):
                    return Expression(f"({asked} ? double({yes.code}) : double({no.code}))", FRACTION)
                found = yes.range.join(no.range)
                return Expression(
                    f"({asked} ? {found.type}({yes.code}) : {found.type}({no.code}))", NUMBER, found
                )
            case ast.Call():
                return self._call(node, scope)
        raise _refused(scope, node.lineno, ast.unparse(node))

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
            return _constant(int(value))
        raise _refused(scope, node.lineno, name)

    def _entry(self, name: str, table: Memory, index: ast.expr, scope: Scope) -> Expression:
        """Read an entry of a table that stands beside a function."""
        label = f"table_{name}"
        numbers = ", ".join(map(str, table.ravel().tolist()))
        self._structures[label] = f"TABLE int {label}[] = {{ {numbers} }};"
        places = index.elts if isinstance(index, ast.Tuple) else [index]
        code = "0"
        for length, place in zip(table.shape, places, strict=True):
            code = f"({code}) * {length} + {_number(self._expression(place, scope)).code}"
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
                        raise _refused(
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
                    return _constant(value)
        place = self._place(node, scope)
        if place.kind.dtype.subdtype is None and place.kind.dtype.names is None:
            most = Range.of_bits(8 * place.kind.dtype.itemsize - 1)
            seen = most if place.kind.read_only else self._held(place).range or most
            held = Range(max(most.low, seen.low), min(most.high, seen.high))
            return Expression(f"{held.type}({place.code})", NUMBER, held)
        return place

    def _held(self, place: Expression) -> Guess:
        """
        Find what was ever written there: into this field of any record, or into any row of this kind.

        A position begins with zeros, and nobody but these functions writes into it.
        """
        return self._fields.setdefault(place.held_in, Guess(Range(0, 0)))

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
        raise _refused(scope, node.lineno, ast.unparse(node))

    def _operation(
        self, op: ast.operator, left: Expression, right: Expression, node: ast.AST, scope: Scope
    ) -> Expression:
        if isinstance(op, ast.Div):
            return Expression(f"(double({left.code}) / double({right.code}))", FRACTION)
        if FRACTION in (left.kind, right.kind) and type(op) in (ast.Add, ast.Sub):
            return Expression(f"({left.code} {SIGNS[type(op)]} {right.code})", FRACTION)
        if type(op) not in RANGES or not (left.kind.is_number and right.kind.is_number):
            raise _refused(scope, getattr(node, "lineno", 0), ast.unparse(node))
        a, b = _number(left), _number(right)
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
        return _cast(Expression(code, NUMBER, WIDE), found, kind)

    def _both(self, op: ast.boolop, values: list[Expression]) -> Expression:
        """Join by `and` or `or`, which return one of the two."""
        joined = values[-1]
        for value in reversed(values[:-1]):
            if value.kind == joined.kind == TRUTH:
                sign = "&&" if isinstance(op, ast.And) else "||"
                joined = Expression(f"({value.code} {sign} {joined.code})", TRUTH, TRUE_OR_FALSE)
            else:
                left = Range(0, 0) if isinstance(op, ast.And) else _number(value).range
                found = left.join(_number(joined).range)
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
            one = _number(self._expression(left, scope)).code
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
                among = " || ".join(
                    f"{one} == {_number(self._expression(e, scope)).code}" for e in right.elts
                )
                parts.append(f"({among})" if isinstance(op, ast.In) else f"!({among})")
            elif type(op) in SIGNS:
                parts.append(f"{one} {SIGNS[type(op)]} {_number(self._expression(right, scope)).code}")
            else:
                raise _refused(scope, node.lineno, ast.unparse(node))
            left = right
        return Expression(f"({' && '.join(parts)})", TRUTH, TRUE_OR_FALSE)

    def _call(self, node: ast.Call, scope: Scope) -> Expression:
        given = [self._expression(argument, scope) for argument in node.args]
        match node.func:
            case ast.Attribute(value=number, attr="bit_length"):
                counted = _number(self._expression(number, scope))
                bits = max(abs(counted.range.low), abs(counted.range.high)).bit_length()
                return Expression(f"bit_length({counted.code})", NUMBER, Range(0, bits))
            case ast.Name(id="min" | "max" as name) if len(given) > 1:
                return self._extreme(name, [_number(one) for one in given])
            case ast.Name(id="abs"):
                one = _number(given[0])
                found = ranges.kept(0, max(abs(one.range.low), abs(one.range.high)))
                kind = one.range.join(found).type
                return _cast(Expression(f"absolute<{kind}>({one.code})", NUMBER, WIDE), found, kind)
            case ast.Name(id="bool"):
                return Expression(f"bool({given[0].code})", TRUTH, TRUE_OR_FALSE)
            case ast.Name(id="int"):
                return _number(given[0])
            case ast.Name(id=name):
                called = scope.source.__globals__.get(name)
                if isinstance(called, FunctionType) and not node.keywords:
                    function = self.function(called, given)
                    code = f"{function.name}({', '.join(one.code for one in given)})"
                    return Expression(code, function.returns, function.answer.range or Range(0, 0))
        raise _refused(scope, node.lineno, ast.unparse(node))

    def _extreme(self, name: str, given: list[Expression]) -> Expression:
        """Find the least or the largest of numbers."""
        found = given[0]
        for one in given[1:]:
            kind = found.range.join(one.range).type
            pick = min if name == "min" else max
            limits = Range(pick(found.range.low, one.range.low), pick(found.range.high, one.range.high))
            function = "least" if name == "min" else "most"
            code = f"{function}<{kind}>({found.code}, {one.code})"
            found = _cast(Expression(code, NUMBER, WIDE), limits, kind)
        return found


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


def _number(value: Expression) -> Expression:
    """Return a truth as a number."""
    if value.kind == TRUTH:
        return Expression(f"int({value.code})", NUMBER, value.range)
    return value


def _cast(value: Expression, found: Range, kind: str | None = None) -> Expression:
    """Return a number as one of this range, and so of its type; `kind` is the type that the code has now."""
    code = value.code if (kind or value.range.type) == found.type else f"{found.type}({value.code})"
    return Expression(code, NUMBER, found)


def _constant(value: int) -> Expression:
    found = Range(value, value)
    code = f"{value}" if found.is_small else f"{value}LL"
    return Expression(code if value >= 0 else f"({code})", NUMBER, found)


def _argument(found: Range, by_value: bool) -> Kind:
    """Return the kind of a number as an argument; constants may be kinds of their own."""
    if by_value and found.low == found.high:
        return Kind(SMALL.name if found.is_small else NUMBER.name, constant=found.low)
    return SMALL if found.is_small else NUMBER


def _type(kind: Kind, found: Range) -> str:
    """Return the type that a number has in C++."""
    return found.type if kind == NUMBER else kind.name


def _empties(test: ast.expr, body: list[ast.stmt]) -> bool:
    """Return whether a loop takes a member out of a set each time, until it is empty: `bits &= bits - 1`."""
    name = ast.unparse(test)
    return any(ast.unparse(one) == f"{name} &= {name} - 1" for one in body) and isinstance(test, ast.Name)


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
